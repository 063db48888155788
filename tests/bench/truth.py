#!/usr/bin/env python3
"""Whether outrider's figures stay true while it is hard at work: see README.md."""

import argparse
import json
import os
import pathlib
import sys
import tempfile

from clients import write_lines
from running import FAULTLESS, Lab, measure

DELAY_MS = 300


class Truth:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.missed = 0

    def outrider(self, arguments, processors=None):
        pinned = ["taskset", "-c", processors] if processors else []
        command = [*pinned, self.options.build / "outrider", *arguments, "--detail", "none", "--fail-on", "never", "-q"]
        ran = measure(command, self.options.build, self.folder)
        ran["report"] = json.loads(ran.pop("said"))
        return ran

    def show(self, what, figures, true):
        self.missed += not true
        print(f"{what:<34} {figures:<84} {'OK' if true else 'MISSED'}", flush=True)

    def waits(self, lab):
        """Verified TLS probes of answers that take 300 ms: the median of the wait is that, or probes do not start."""
        urls = [f"https://{lab.addresses['origin_tls']}/delay/{DELAY_MS / 1000}?{i}" for i in range(self.options.count)]
        targets = ["--targets", write_lines(self.folder / "slow.txt", urls), "--cacert", lab.ca, "--per-route", "0"]
        allowed = [str(each) for each in sorted(os.sched_getaffinity(0))]
        for count in sorted({1, len(allowed)}):
            report = self.outrider([*targets, "--deadline", "10s"], ",".join(allowed[:count]))["report"]
            done = report["summary"]["outcomes"].get("success", 0)
            unstarted = report["summary"]["errors"].get("not_started", 0)
            median = report["summary"]["phases_ms"]["wait"]["p50"]
            lag = report["run"]["lag_ms"]
            figures = f"wait p50 {median} ms, {done} succeeded, {unstarted} not started, lag {lag} ms"
            true = abs(median - DELAY_MS) <= DELAY_MS / 10 and done + unstarted == len(urls)
            self.show(f"{len(urls)} TLS probes on {count} processors", figures, true)

    def shares(self):
        """Pools as the field has them: the share is within the interval, however many have been tested."""
        right = 0
        for seed in range(self.options.seeds):
            pool = ["--pool", str(self.options.pool), "--seed", str(seed)]
            with Lab(self.options.build, self.folder / f"pool{seed}", pool) as lab:
                proxies = self.folder / f"pool{seed}" / "proxies.txt"
                target = f"http://{lab.addresses['origin']}/status/200"
                report = self.outrider([target, "--proxies", proxies, "--seed", str(seed)])["report"]
                truth = lab.addresses["pool"]["counts"]["works"] / self.options.pool
            said = report["dispatch"]
            holds = said["usable_share_low"] - 0.00005 <= truth <= said["usable_share_high"] + 0.00005
            right += holds
            if not holds:
                print(f"  seed {seed}: {truth:.4f} is not within {json.dumps(said)}")
        figures = f"the true share is within the interval in {right} of {self.options.seeds} pools"
        self.show(f"pools of {self.options.pool}", figures, right == self.options.seeds)

    def breadth(self):
        """More pairs than the deadline has time for: the report is whole, in time, and fair to every target."""
        pool = ["--pool", str(self.options.count), "--pool-kinds", "http", *FAULTLESS]
        with Lab(self.options.build, self.folder / "broad", pool) as lab:
            targets = [f"http://{lab.addresses['origin']}/status/200?{i}" for i in range(10)]
            ran = self.outrider([*targets, "--proxies", self.folder / "broad" / "proxies.txt", "--deadline", "10s"])
        report = ran["report"]
        seen = [target["requests"] for target in report["targets"]]
        done = report["run"]["completed"]
        figures = f"{done} completed, {min(seen)} to {max(seen)} a target, exit after {ran['wall_ms']:.0f} ms"
        true = ran["wall_ms"] <= 10_000 and min(seen) > 0 and report["run"]["planned"] == 10 * self.options.count
        self.show(f"{10 * self.options.count} pairs in 10 s", figures, true)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default="build/bench", help="the programs' folder [build/bench]")
    parser.add_argument("--count", type=int, default=10_000, help="probes, and proxies of the broad run [10000]")
    parser.add_argument("--pool", type=int, default=1_000, help="proxies of a pool as the field has it [1000]")
    parser.add_argument("--seeds", type=int, default=20, help="how many such pools [20]")
    options = parser.parse_args()
    options.build = options.build.resolve()
    with tempfile.TemporaryDirectory() as folder:
        truth = Truth(options, pathlib.Path(folder))
        with Lab(options.build, truth.folder / "lab", []) as lab:
            truth.waits(lab)
        truth.shares()
        truth.breadth()
    return 1 if truth.missed else 0


if __name__ == "__main__":
    sys.exit(main())
