#!/usr/bin/env bash
# The main job on the loopback bench: starts the lab, probes its mixed pool, shows what came of it, stops the lab.
# Usage: demo.sh BUILD_FOLDER OUTPUT_FOLDER
set -euo pipefail

build=${1:?usage: demo.sh BUILD_FOLDER OUTPUT_FOLDER}
output=${2:?usage: demo.sh BUILD_FOLDER OUTPUT_FOLDER}
mkdir -p "$output/lab"

exec {lab_says}< <(exec "$build/outrider-lab" --dir "$output/lab" --pool small)
lab=$!
trap 'kill "$lab" 2> /dev/null || true' EXIT
read -r -t 20 -u "$lab_says" _ || {
    echo "the lab did not start" >&2
    exit 1
}

run=("$build/outrider" --targets "$output/lab/targets.txt" --proxies "$output/lab/proxies.txt"
    --cacert "$output/lab/ca.pem" --direct --name demo --format text --report "json=$output/report.json")
printf '$ %s\n\n' "${run[*]}"
status=0
"${run[@]}" || status=$?

printf '\nexit code %s; the JSON report is in %s\n' "$status" "$output/report.json"
[[ $status -le 2 ]]  # a state; anything else is a fault
