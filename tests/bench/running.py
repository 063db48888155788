"""Starts what throughput.py measures, and the lab that it is measured against."""

import json
import os
import selectors
import signal
import subprocess

LONGEST_RUN_S = 180
# A large pool in which every proxy works, at once.
FAULTLESS = ["--pool-silent", "0", "--pool-dead", "0", "--pool-delay-min", "0", "--pool-delay-max", "0"]


class Lab:
    """outrider-lab in a process of its own, so that its CPU time counts for nobody; ends with the `with`."""

    def __init__(self, build, folder, arguments):
        folder.mkdir()
        self.folder = folder
        self.ca = folder / "ca.pem"
        command = [build / "outrider-lab", "--dir", folder, "--until-stdin-closes", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=plain_environment())
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if ready.select(timeout=30) else b""
        if not line:
            self.__exit__()
            raise RuntimeError("the lab did not start")
        self.addresses = json.loads(line)

    def read_lines(self, name):
        return (self.folder / name).read_text(encoding="utf-8").split()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def measure(command, build, folder):
    """What a command took (times, peak of memory, exit code), and what it said on stdout."""
    figures = folder / "figures.json"
    said = folder / "said"
    with open(said, "w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [build / "measure", figures, *command], stdout=out, env=plain_environment(), start_new_session=True
        )
        try:
            process.wait(timeout=LONGEST_RUN_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]} could not be measured")
    ran = json.loads(figures.read_text(encoding="utf-8"))
    ran["said"] = said.read_text(encoding="utf-8")
    return ran


def plain_environment():
    """None of the variables that would send a client through a proxy of this machine's, or change outrider's ways."""
    theirs = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
    ours = "OUTRIDER_"
    return {k: v for k, v in os.environ.items() if k.lower() not in theirs and not k.startswith(ours)}
