"""The clients that throughput.py compares: how each is told what to do, and how it says how many probes succeeded."""

import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass(frozen=True)
class Work:
    """So many GETs of one URL, each over a connection of its own; with proxies, each through the next of them."""

    url: str
    count: int
    concurrency: int
    cacert: pathlib.Path
    proxies: tuple = ()


class Outrider:
    name = "outrider"
    # Patience enough that a busy machine fails no probe.
    patience = ["--deadline", "100s", "--connect-timeout", "60s", "--read-timeout", "60s", "--probe-timeout", "90s"]

    def __init__(self, build, detail="none"):
        self.program = build / "outrider"
        self.detail = detail

    def command(self, work, folder):
        inputs = ["--targets", write_lines(folder / "targets.txt", distinct_urls(work))]
        if work.proxies:
            inputs = [work.url, "--proxies", write_lines(folder / "proxies.txt", work.proxies[: work.count])]
        limits = ["--concurrency", str(work.concurrency), "--per-route", "0"]
        trust = ["--cacert", work.cacert] if is_tls(work) else []
        rest = ["--detail", self.detail, "--fail-on", "never", "-q"]
        return [self.program, *inputs, *limits, *trust, *self.patience, *rest]

    def succeeded(self, said):
        return json.loads(said)["summary"]["outcomes"].get("success", 0)


class Raw:
    name = "raw"

    def __init__(self, build, threads):
        self.program = build / "raw_client"
        self.threads = threads

    def command(self, work, folder):
        return [self.program, "--threads", str(self.threads), *plain_arguments(work, folder)]

    def succeeded(self, said):
        return json.loads(said)["ok"]


class Aiohttp:
    name = "aiohttp"

    def __init__(self):
        # The python3 that comes first on the PATH need not be the one that Debian's packages are for.
        self.python = next((p for p in (sys.executable, "/usr/bin/python3") if has_aiohttp(p)), None)

    def missing(self):
        return not self.python

    def command(self, work, folder):
        return [self.python, HERE / "aiohttp_probe.py", *plain_arguments(work, folder)]

    def succeeded(self, said):
        return json.loads(said)["ok"]


class Curl:
    name = "curl"
    most_at_once = 300

    def missing(self):
        return not shutil.which("curl")

    def command(self, work, folder):
        # Without http1.1 it would wait, at great cost, whether a connection could carry several requests.
        same = [
            "http1.1",
            'header = "Connection: close"',
            'output = "/dev/null"',
            r'write-out = "%{http_code}\n"',
            "no-sessionid",
            f'cacert = "{work.cacert}"',
        ]
        if work.proxies:
            requests = [[f'url = "{work.url}"', f'proxy = "{proxy}"'] for proxy in work.proxies[: work.count]]
        else:
            requests = [[f'url = "{work.url}?[1-{work.count}]"']]
        lines = "\nnext\n".join("\n".join([*request, *same]) for request in requests)
        config = write_lines(folder / "curl.txt", [lines])
        at_once = ["--parallel-immediate", "--parallel-max", str(min(work.concurrency, self.most_at_once))]
        return ["curl", "--disable", "--no-progress-meter", "--parallel", *at_once, "--config", config]

    def succeeded(self, said):
        return said.split().count("200")


class Hey:
    name = "hey"

    def missing(self):
        return not shutil.which("hey")

    def command(self, work, folder):
        proxy = ["-x", work.proxies[0]] if work.proxies else []
        rest = ["-disable-keepalive", "-disable-compression", "-t", "60"]
        return ["hey", "-n", str(work.count), "-c", str(min(work.concurrency, work.count)), *rest, *proxy, work.url]

    def succeeded(self, said):
        found = re.search(r"\[200\]\s+(\d+) responses", said)
        return int(found[1]) if found else 0


def plain_arguments(work, folder):
    proxies = ["--proxies", write_lines(folder / "proxies.txt", work.proxies[: work.count])] if work.proxies else []
    trust = ["--cacert", work.cacert] if is_tls(work) else []
    return [*proxies, *trust, work.url, str(work.count), str(work.concurrency)]


def distinct_urls(work):
    """outrider probes a pair that stands twice once."""
    return [f"{work.url}?{i}" for i in range(work.count)]


def is_tls(work):
    return work.url.startswith("https:")


def write_lines(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def has_aiohttp(python):
    try:
        return subprocess.run([python, "-c", "import aiohttp"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
