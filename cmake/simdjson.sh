#!/usr/bin/env bash
# Unpacks simdjson >= 4 into a folder: Debian 12 ships 3.0, which lacks the string builder, and the -dev package
# of Debian's newer suites works here as it is. The machine's own apt sources, lists and packages stay untouched.
# Usage: simdjson.sh PREFIX      Exit 0: it is there, or no suite offers it (said on stderr; the build goes on).
set -euo pipefail

minimum=4.0.0
package=libsimdjson-dev
prefix=${1:?usage: simdjson.sh PREFIX}

say() { printf 'simdjson: %s\n' "$*" >&2; }

# The version that a header says it is, if it is new enough.
header_is_new() {
    local version
    version=$(sed -n 's/^#define SIMDJSON_VERSION "\(.*\)"/\1/p' "$1/simdjson.h" 2>/dev/null | head -n 1)
    [[ -n $version ]] && dpkg --compare-versions "$version" ge "$minimum"
}

# apt-get with state of its own in $work.
private_apt() {
    apt-get -qq \
        -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" \
        -o Acquire::Languages=none -o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o APT::Sandbox::User="$(id -un)" "$@"
}

# The archive that this machine installs its own release from. Only lists tell it: where the machine has none,
# private ones are fetched.
find_mirror() {
    local codename targets
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    # shellcheck disable=SC2016  # apt expands it
    targets=(indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename")
    { apt-get "${targets[@]}" | grep . || { private_apt update && private_apt "${targets[@]}"; }; } | head -n 1
}

# Points private_apt at one suite of the mirror, and fetches its list.
use_suite() {
    cat > "$work/suite.sources" << SOURCES
Types: deb
URIs: $mirror
Suites: $1
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    from_suite=(-o Dir::Etc::sourcelist="$work/suite.sources" -o Dir::Etc::sourceparts=-)
    private_apt "${from_suite[@]}" update
}

# The version of the package that the suite in use offers, if it is new enough.
offered_version() {
    local version
    version=$(private_apt "${from_suite[@]}" --no-download --print-uris download "$package" |
        sed -n "s/^'.*' ${package}_\([^_]*\)_.*/\1/p")
    version=${version//%3a/:}
    dpkg --compare-versions "${version#*:}" ge "$minimum" && printf '%s' "$version"
}

if header_is_new "$prefix/usr/include" || header_is_new /usr/include || header_is_new /usr/local/include; then
    exit 0
fi
if ! command -v apt-get > /dev/null; then
    say "no apt here: the report is written by nlohmann/json"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
: > "$work/status"

mirror=$(find_mirror) || mirror=
for suite in ${mirror:+stable testing sid}; do
    use_suite "$suite" 2> "$work/log" || continue
    version=$(offered_version 2>> "$work/log") || continue
    (cd "$work" && private_apt "${from_suite[@]}" download "$package" 2>> "$work/log") || continue
    # Moved into place whole: a run that is cut short leaves nothing that looks finished.
    dpkg-deb -x "$work/$package"_*.deb "$work/unpacked"
    mkdir -p "$(dirname "$prefix")"
    rm -rf "$prefix" "$prefix.new"
    cp -R "$work/unpacked" "$prefix.new"
    mv "$prefix.new" "$prefix"
    say "$version from Debian $suite unpacked into $prefix"
    exit 0
done
say "no suite of Debian that could be reached offers $minimum or newer: the report is written by nlohmann/json"
