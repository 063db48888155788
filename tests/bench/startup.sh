#!/bin/bash
# How long one plain probe takes from start to exit, beside curl for the same URL: the median of 20 runs that
# alternate. Fails where outrider is the slower one.
#   tests/bench/startup.sh [BUILD_FOLDER (build/release)] [RUNS (20)]
set -euo pipefail
build=${1:-build/release}
runs=${2:-20}

dir=$(mktemp -d)
"$build/outrider-lab" --dir "$dir" > "$dir/ready" &
lab=$!
trap 'kill "$lab"; wait "$lab" || true; rm -rf "$dir"' EXIT
until [[ -s $dir/ready ]]; do
    kill -0 "$lab"
    sleep 0.05
done
origin=$(grep -o '"origin":"[^"]*"' "$dir/ready" | cut -d'"' -f4)
url=http://$origin/status/200

# Microseconds that a command takes, by the clock of this shell.
microseconds() {
    local start=${EPOCHREALTIME/[.,]/}
    "$@" > /dev/null
    echo $((${EPOCHREALTIME/[.,]/} - start))
}
median() { sort -n "$1" | sed -n "$(((runs + 1) / 2))p"; }

for ((run = 0; run < runs; run++)); do
    microseconds "$build/outrider" "$url" >> "$dir/outrider"
    microseconds curl -s -o /dev/null "$url" >> "$dir/curl"
done
ours=$(median "$dir/outrider")
theirs=$(median "$dir/curl")
printf 'median of %d: outrider %d us, curl %d us\n' "$runs" "$ours" "$theirs"
((ours <= theirs))
