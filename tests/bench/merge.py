#!/usr/bin/env python3
"""Merges generated reports of shards and measures it: merge.py OUTRIDER FOLDER [REPORTS [RESULTS]].

The reports (10 of 100,000 results, as 100,000 proxies times 10 targets give them) stay in FOLDER and are
made only where they are not there.
"""
import json
import os
import random
import subprocess
import sys
import time

TARGETS = 10
SECONDS, GIBIBYTES = 10, 1.5  # what a merge of a million results may take


def phases(draw):
    times = {"dns": None, "connect": draw.randrange(1000, 90000), "proxy": draw.randrange(1000, 90000),
             "tls": draw.randrange(1000, 90000), "send": draw.randrange(10, 99),
             "wait": draw.randrange(1000, 900000), "body": draw.randrange(1, 9999)}
    latency = sum(part for part in times.values() if part)
    return {name: part and part / 1000 for name, part in times.items()}, latency / 1000


def result(draw, target, proxy):
    times, latency = phases(draw)
    row = {"target": target, "proxy": proxy, "attempt": 1, "outcome": "success", "error": None, "status": 200,
           "blame": None, "vendor": None, "edge": "cloudflare", "challenge_kind": None, "confidence": None,
           "evidence": None, "detail": None, "latency_ms": latency,
           "started_ms": draw.randrange(9_000_000) / 1000, "phases_ms": times,
           "bytes": draw.randrange(262144), "truncated": False, "redirects": 0, "requests": 1,
           "final_url": None, "retry_after_s": None, "retry_after_raw": None, "quota_per_s": None,
           "remote": f"198.51.{draw.randrange(256)}.{draw.randrange(256)}:3128", "http_version": "1.1"}
    kind = draw.random()
    if kind < 0.2:
        row.update(outcome="network_error", error="read_timeout", status=None, latency_ms=None, blame="proxy",
                   detail="read-timeout 5s after 812 bytes of an answer without an end", http_version=None)
    elif kind < 0.3:
        row.update(outcome="challenged", status=403, vendor="cloudflare", challenge_kind="js", blame="target",
                   confidence="confirmed", evidence="header cf-mitigated: challenge")
    elif kind < 0.35:
        row.update(outcome="rate_limited", status=429, blame="target", confidence="likely", retry_after_s=7,
                   retry_after_raw="7", evidence="header Retry-After: 7", quota_per_s=1.666667)
    return row


def report(index, count, rows, proxies, total):
    run = {"name": None, "started_at": "2025-12-02T08:14:00.120Z", "duration_ms": 9800.5,
           "deadline_ms": 10000.0, "probe_window_ms": 9700.0, "deadline_hit": False, "interrupted": None,
           "planned": len(rows), "completed": len(rows), "abandoned": 0, "local_errors": 0, "controls": 0,
           "coverage": 1.0, "concurrency": 1000, "lag_ms": 0.5, "plan_id": "generated",
           "shard": {"index": index, "count": count, "total": total}}
    return {"schema": "outrider.report/1", "version": "0", "run": run,
            "targets": [{"index": i, "name": None, "url": f"https://t{i}.example/", "control": None}
                        for i in range(TARGETS)],
            "proxies": [{"index": i, "name": None, "proxy": f"http://user:***@198.51.100.7:{i}",
                         "rotating": False} for i in range(proxies)],
            "inputs": {"rejected": [], "duplicates": 0}, "drift": None, "results": rows}


def generate(folder, reports, results):
    proxies = reports * results // TARGETS
    names = []
    for index in range(reports):
        names.append(os.path.join(folder, f"shard-{index}-of-{reports}-{results}.json"))
        if os.path.exists(names[-1]):
            continue
        draw = random.Random(index)
        pairs = range(index, TARGETS * proxies, reports)
        rows = [result(draw, pair // proxies, pair % proxies) for pair in pairs]
        with open(names[-1], "w", encoding="utf-8") as file:
            json.dump(report(index, reports, rows, proxies, TARGETS * proxies), file, separators=(",", ":"))
    return names


def merge(outrider, names, more):
    start = time.monotonic()
    child = subprocess.Popen([outrider, "merge", *more, *names], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode > 2:
        sys.exit(f"{outrider} merge: exit code {child.returncode}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 2**20


def main():
    outrider, folder = sys.argv[1:3]
    reports, results = (list(map(int, sys.argv[3:])) + [10, 100_000][len(sys.argv) - 3:])[:2]
    os.makedirs(folder, exist_ok=True)
    names = generate(folder, reports, results)
    kept = True
    whole = os.path.join(folder, "whole.json")
    for what, more in (("numbers alone", ["--detail", "none"]), ("all results", ["-o", whole]),
                       ("through nlohmann", ["-o", whole, "--serializer", "nlohmann"])):
        took, processor, memory = merge(outrider, names, more)
        kept &= took < SECONDS and memory < GIBIBYTES
        print(f"{what:18} {took:6.2f} s {processor:6.2f} s CPU {memory:6.2f} GiB")
    print(f"at most {SECONDS} s and {GIBIBYTES} GiB: {'kept' if kept else 'missed'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
