#!/usr/bin/env python3
"""What outrider would be as a script: asyncio and aiohttp, a connection for each probe, certificates verified.

aiohttp_probe.py [--proxies FILE] [--cacert FILE] URL COUNT CONCURRENCY
Counts the answers that are a 200 and prints one line of JSON.
"""

import argparse
import asyncio
import itertools
import json
import resource
import ssl
import time

import aiohttp


async def probe(session, url, proxy):
    try:
        async with session.get(url, proxy=proxy) as answer:
            await answer.read()
            return answer.status == 200
    except (aiohttp.ClientError, asyncio.TimeoutError, OSError):
        return False


async def worker(session, url, pairs):
    succeeded = 0
    for proxy in pairs:
        succeeded += await probe(session, url, proxy)
    return succeeded


async def probe_all(options, proxies):
    tls = ssl.create_default_context(cafile=options.cacert) if options.url.startswith("https:") else None
    connector = aiohttp.TCPConnector(limit=0, force_close=True, ssl=tls)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(60)) as session:
        pairs = itertools.islice(itertools.cycle(proxies), options.count)
        workers = (worker(session, options.url, pairs) for _ in range(options.concurrency))
        return sum(await asyncio.gather(*workers))


def main():
    started = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--proxies", help="HTTP proxies, one a line; taken in turn")
    parser.add_argument("--cacert", help="the authorities to trust, in place of the system's")
    parser.add_argument("url")
    parser.add_argument("count", type=int)
    parser.add_argument("concurrency", type=int)
    options = parser.parse_args()

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    proxies = [None]
    if options.proxies:
        with open(options.proxies, encoding="utf-8") as lines:
            proxies = lines.read().split()
    ok = asyncio.run(probe_all(options, proxies))
    wall_ms = round((time.monotonic() - started) * 1000, 1)
    print(json.dumps({"client": "aiohttp", "n": options.count, "ok": ok, "wall_ms": wall_ms}))


if __name__ == "__main__":
    main()
