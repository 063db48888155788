#!/usr/bin/env python3
"""What outrider costs beside other clients, all against one lab in one run: see README.md."""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import statistics
import sys
import tempfile
import time

from clients import Aiohttp, Curl, Hey, Outrider, Raw, Work, write_lines
from running import FAULTLESS, Lab, measure

UNTIL_THE_DEADLINE = ["--connect-timeout", "60s", "--read-timeout", "60s", "--probe-timeout", "60s"]
COLUMNS = "{:<34} {:<15} {:>9} {:>9} {:>7} {:>8}  {:<9} {}"


@dataclasses.dataclass
class Row:
    """A line of the table. `value` is in the unit that the scenario names, CPU time in microseconds a probe else;
    `ratio` is outrider's to this client's."""

    scenario: str
    client: str
    value: float = None
    wall_ms: float = None
    ok: int = None
    ratio: float = None
    goal: float = None
    verdict: str = ""
    samples: list = dataclasses.field(default_factory=list)

    def judge(self, seen, goal):
        self.goal = goal
        self.verdict = "OK" if seen <= goal else "MISSED"

    def text(self):
        def number(value, form):
            return "" if value is None else format(value, form)

        goal = "" if self.goal is None else f"<= {self.goal:g}"
        return COLUMNS.format(
            self.scenario,
            self.client,
            number(self.value, ".1f"),
            number(self.wall_ms, ".0f"),
            number(self.ok, "d"),
            number(self.ratio, ".2f"),
            goal,
            self.verdict,
        ).rstrip()


@dataclasses.dataclass(frozen=True)
class Scenario:
    name: str
    work: Work
    goals: dict  # by client: what outrider may cost of it


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.rows = []
        self.broken = False

    def show(self, row):
        self.rows.append(row)
        print(row.text(), flush=True)

    def say_broken(self, what):
        self.broken = True
        print(f"  broken: {what}", flush=True)

    def run(self, client, work):
        """One run of one client: CPU and wall time, and how many probes succeeded."""
        ran = measure(client.command(work, self.folder), self.options.build, self.folder)
        try:
            ran["ok"] = client.succeeded(ran.pop("said"))
        except (ValueError, KeyError):
            ran["ok"] = 0
        ran["cpu_us"] = 1000 * (ran["user_ms"] + ran["system_ms"]) / work.count
        return ran

    def rounds(self, clients, scenario):
        """The runs of each client, taken in turns, so that what else the machine does falls on all alike.
        Those that no goal is set by are only shown, and run once."""
        samples = {client.name: [] for client in clients}
        for number in range(self.options.rounds):
            for client in clients if number % 2 == 0 else reversed(clients):
                if number == 0 or client.name in ("outrider", *scenario.goals):
                    samples[client.name].append(self.run(client, scenario.work))
        return samples

    def compare(self, scenario, clients):
        work = scenario.work
        present = [client for client in clients if not hasattr(client, "missing") or not client.missing()]
        samples = self.rounds(present, scenario)
        for client in clients:
            row = Row(scenario.name, client.name)
            runs = samples.get(client.name)
            if runs is None:
                row.verdict = "not installed"
            else:
                row.samples = runs
                row.value = median(runs, "cpu_us")
                row.wall_ms = median(runs, "wall_ms")
                row.ok = min(run["ok"] for run in runs)
                if row.ok < work.count and client.name in ("outrider", "raw"):
                    self.say_broken(f"{scenario.name}: {client.name} got {row.ok} of {work.count}")
            if runs is not None and client.name != "outrider":
                row.ratio = median_ratio(samples["outrider"], runs)
                goal = scenario.goals.get(client.name)
                if goal is not None:
                    row.judge(row.ratio, goal)
            self.show(row)

    def compare_scale(self, name, work):
        """A probe of many against a probe of a tenth as many."""
        few = dataclasses.replace(work, count=work.count // 10)
        runs = {work.count: [], few.count: []}
        for _ in range(self.options.rounds):
            for size in (work, few):
                runs[size.count].append(self.run(Outrider(self.options.build), size))
        row = Row(f"{name}, N = {few.count}", "outrider", median(runs[few.count], "cpu_us"))
        row.samples = runs[few.count]
        row.wall_ms = median(runs[few.count], "wall_ms")
        row.ok = min(run["ok"] for run in runs[few.count])
        row.ratio = median_ratio(runs[work.count], runs[few.count])
        row.judge(row.ratio, 1.2)
        self.show(row)

    def silent_memory(self, name, scheme, hosts, cacert, goal_kib):
        """What a connection that gets no answer holds: the peak for all of them, less that for ten."""
        peaks = {}
        for count in (10, len(hosts)):
            targets = write_lines(self.folder / "silent.txt", [f"{scheme}://{host}/" for host in hosts[:count]])
            limits = ["--concurrency", str(count), "--per-route", "0", "--deadline", f"{self.options.memory_deadline}s"]
            rest = ["--cacert", cacert, "--fail-on", "never", "--detail", "none", "-q"]
            ran = self.outrider(["--targets", targets, *limits, *UNTIL_THE_DEADLINE, *rest])
            peaks[count] = ran["peak_kib"]
            in_flight = ran["report"]["run"]["concurrency"] if ran["report"] else 0
            if in_flight < count:
                self.say_broken(f"{name}: {in_flight} of {count} known to be at once, exit {ran['exit']}")
        row = Row(name, "outrider", (peaks[len(hosts)] - peaks[10]) / len(hosts), ran["wall_ms"], in_flight)
        row.samples = [peaks]
        row.judge(row.value, goal_kib)
        self.show(row)

    def finished_memory(self, name, work, goal_mib):
        ran = self.run(Outrider(self.options.build, detail="all"), work)
        row = Row(name, "outrider", ran["peak_kib"] / 1024, ran["wall_ms"], ran["ok"], samples=[ran])
        row.judge(row.value, goal_mib)
        self.show(row)

    def deadline(self, kind, url, proxies, cacert):
        """When the last of several runs was over, and whether each report was whole. Nothing but the deadline ends a
        probe here, so that it ends all of them at once."""
        seconds = self.options.deadline
        proxies = write_lines(self.folder / "silent.txt", proxies)
        arguments = [url, "--proxies", proxies, "--cacert", cacert, "--proxy-insecure", "--per-route", "0"]
        arguments += ["--deadline", f"{seconds}s", *UNTIL_THE_DEADLINE, "--detail", "all", "-q"]
        runs = [self.outrider(arguments) for _ in range(self.options.deadline_runs)]
        row = Row(f"silent {kind} proxies, ms at exit", "outrider", max(run["wall_ms"] for run in runs))
        row.samples = [{"wall_ms": run["wall_ms"], "exit": run["exit"]} for run in runs]
        row.ok = min(len((run["report"] or {}).get("results", [])) for run in runs)
        row.judge(row.value, 1000 * seconds)
        if row.ok < self.options.count:
            row.verdict = "MISSED"
        self.show(row)

    def outrider(self, arguments):
        ran = measure([self.options.build / "outrider", *arguments], self.options.build, self.folder)
        said = ran.pop("said")
        ran["report"] = json.loads(said) if said.endswith("}\n") else None
        return ran


def median(runs, key):
    return statistics.median(run[key] for run in runs)


def median_ratio(ours, theirs):
    """Round by round, since a machine that other work slows down slows all runs of a round."""
    return statistics.median(a["cpu_us"] / b["cpu_us"] for a, b in zip(ours, theirs))


def compare_costs(bench, options):
    pool = ["--pool", str(options.count), "--pool-kinds", "http", *FAULTLESS]
    with Lab(options.build, bench.folder / "lab", pool) as lab:
        proxies = tuple(lab.read_lines("proxies.txt"))
        plain = Work(f"http://{lab.addresses['origin']}/status/200", options.count, options.concurrency, lab.ca)
        tls = dataclasses.replace(plain, url=f"https://{lab.addresses['origin_tls']}/status/200")
        plain_proxies = dataclasses.replace(plain, proxies=proxies)
        plain_goals = {"raw": 1.25, "curl": 0.55, "aiohttp": 0.15}
        scenarios = [
            Scenario("plain, direct", plain, plain_goals),
            Scenario("plain, HTTP proxies", plain_proxies, plain_goals),
            Scenario("TLS verified, direct", tls, {"raw": 1.05, "curl": 0.6}),
            Scenario("TLS verified, CONNECT", dataclasses.replace(tls, proxies=proxies), {"raw": 1.15}),
        ]
        clients = [Outrider(options.build), Raw(options.build, options.raw_threads), Curl(), Hey(), Aiohttp()]
        for scenario in scenarios:
            bench.compare(scenario, clients)
        bench.compare_scale("plain, direct", plain)
        bench.compare_scale("TLS verified, direct", tls)
        bench.finished_memory("finished, --detail all, MiB", plain_proxies, 60)


def compare_silence(bench, options):
    everybody_silent = ["--pool-silent", "1", "--pool-dead", "0"]
    pool = ["--pool", str(options.count), "--pool-kinds", "http", *everybody_silent]
    with Lab(options.build, bench.folder / "silent", pool) as lab:
        hosts = [line.removeprefix("http://") for line in lab.read_lines("proxies.txt")]
        bench.silent_memory("silent plain, KiB each", "http", hosts, lab.ca, 4)
        bench.silent_memory("silent in TLS handshake, KiB each", "https", hosts, lab.ca, 45)
        for kind, scheme, url in [
            ("plain", "http", "http://127.0.0.1/"),
            ("TLS", "https", "http://127.0.0.1/"),
            ("SOCKS5", "socks5", "http://127.0.0.1/"),
            ("CONNECT", "http", "https://127.0.0.1/"),
        ]:
            bench.deadline(kind, url, [f"{scheme}://{host}" for host in hosts], lab.ca)


def machine():
    return {"cpus": len(os.sched_getaffinity(0)), "kernel": platform.release(), "load": os.getloadavg()[0]}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default="build/bench", help="the programs' folder [build/bench]")
    parser.add_argument("--rounds", type=int, default=5, help="how often each client runs a scenario [5]")
    parser.add_argument("--count", type=int, default=10_000, help="probes a run [10000]")
    parser.add_argument("--concurrency", type=int, default=1_000, help="probes in flight at once [1000]")
    parser.add_argument("--raw-threads", type=int, default=1, help="threads of the raw client [1]")
    parser.add_argument("--json", type=pathlib.Path, help="also write what was measured into this file")
    parser.add_argument("--only", choices=["cost", "silence"], help="one half of it")
    parser.add_argument("--quick", action="store_true", help="a look in two minutes: 1 round, short deadlines")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.rounds = 1 if options.quick else options.rounds
    options.deadline, options.deadline_runs = (3, 1) if options.quick else (10, 5)
    options.memory_deadline = 15
    return options


def main():
    options = parse_options()
    print(COLUMNS.format("scenario", "client", "CPU us", "wall ms", "ok", "ratio", "goal", "verdict"))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        if options.only != "silence":
            compare_costs(bench, options)
        if options.only != "cost":
            compare_silence(bench, options)
    if options.json:
        sizes = {key: getattr(options, key) for key in ("count", "concurrency", "rounds", "raw_threads", "deadline")}
        result = {"machine": machine(), **sizes, "rows": [dataclasses.asdict(row) for row in bench.rows]}
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if bench.broken else 0


if __name__ == "__main__":
    sys.exit(main())
