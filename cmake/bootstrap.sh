#!/usr/bin/env bash
# From a clean clone on Debian 12 to a result, in one command; each can be run again, and offline the second time.
#   cmake/bootstrap.sh deps   installs what building and testing need and this machine lacks
#   cmake/bootstrap.sh demo   builds, and probes a mixed pool of proxies on the loopback lab
#   cmake/bootstrap.sh test   builds, and runs every test and a short run of every fuzzer
#   cmake/bootstrap.sh bench  builds, and measures what a probe costs beside other clients (tests/bench/README.md)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '== %s\n' "$*" >&2; }

as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif command -v sudo > /dev/null; then
        sudo -- "$@"
    else
        say "root is needed for: $*"
        return 1
    fi
}

# The packages of one section of packages.txt.
section() { sed -n "/^\[$1\]/,/^\[/ s/^\([a-z0-9][^ ]*\).*/\1/p" cmake/packages.txt; }

# Those of the packages given that are not installed.
missing() {
    comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null | sed -n 's/^installed //p' | sort)
}

# Runs a command while Debian's packages start no services, as the servers of the tests would on installation.
# A policy that this machine already has is its owner's, and stays.
without_services() {
    local policy=/usr/sbin/policy-rc.d status=0
    if [[ -e $policy ]]; then
        "$@"
        return
    fi
    printf '#!/bin/sh\nexit 101\n' | as_root install -m 755 /dev/stdin "$policy"
    # shellcheck disable=SC2064  # expanded now on purpose
    trap "as_root rm -f $policy" EXIT
    "$@" || status=$?
    as_root rm -f "$policy"
    trap - EXIT
    return "$status"
}

# What this machine starts by itself; a container, without systemd, starts nothing.
enabled_units() {
    if command -v systemctl > /dev/null; then
        systemctl list-unit-files --state=enabled --no-legend --no-pager | awk '{ print $1 }' | sort
    fi
}

# Debian's default Boost cannot stay beside the one that is needed, and removing it is not ours to decide.
refuse_old_boost() {
    if dpkg-query -W -f '${db:Status-Status}' libboost1.74-dev 2> /dev/null | grep -q '^installed'; then
        say "libboost1.74-dev is in the way of 1.81; to remove it: apt-get remove libboost1.74-dev"
        return 1
    fi
}

install_missing() {
    local name wanted=() packages before new_units
    for name in "$@"; do mapfile -t -O ${#wanted[@]} wanted < <(section "$name"); done
    mapfile -t packages < <(missing "${wanted[@]}")
    [[ ${#packages[@]} -gt 0 ]] || return 0

    say "installing ${packages[*]}"
    [[ " ${packages[*]} " != *" libboost1.81-dev "* ]] || refuse_old_boost
    before=$(enabled_units)
    as_root apt-get -qq update
    without_services as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y install --no-install-recommends --no-remove "${packages[@]}" > /dev/null
    # Nor are the servers to start with the machine from now on.
    mapfile -t new_units < <(comm -13 <(printf '%s\n' "$before") <(enabled_units))
    if [[ -n $before && ${#new_units[@]} -gt 0 ]]; then
        as_root systemctl disable --quiet "${new_units[@]}" 2> /dev/null || say "still enabled: ${new_units[*]}"
    fi
}

deps() {
    install_missing "$@"
    cmake/simdjson.sh build/deps/simdjson
}

build() {
    cmake --preset "$1"
    cmake --build --preset "$@"
}

demo() {
    deps build
    build release --target outrider outrider-lab >&2
    cmake/demo.sh build/release build/demo
}

run_tests() {
    local status=0
    deps build test
    build release
    build fuzz
    ctest --preset fuzz || status=$?
    ctest --preset release || status=$?
    return "$status"
}

bench() {
    deps build bench
    build bench --target outrider outrider-lab raw_client measure
    tests/bench/throughput.py --build build/bench --json build/bench/throughput.json "$@"
}

case ${1:-} in
    deps) deps build test bench ;;
    demo) demo ;;
    test) run_tests ;;
    bench) bench "${@:2}" ;;
    *)
        sed -n 's/^#   //p' "${BASH_SOURCE[0]}" >&2
        exit 64
        ;;
esac
