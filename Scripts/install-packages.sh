#!/bin/sh
# Govorun: installs the Debian packages that the build needs, only those that are missing. SPDX-License-Identifier: MIT
# Usage: install-packages.sh [build|test]; "test" adds the browser for the page tests.
set -eu

# What the Swift toolchain itself links and runs with, then our C libraries.
packages="binutils gcc libc6-dev libgcc-12-dev libstdc++-12-dev zlib1g-dev libxml2 libsqlite3-0 libedit2 libncurses6 tzdata ca-certificates
libcurl4-openssl-dev libyaml-dev libmicrohttpd-dev libpcre2-dev libsqlite3-dev"
[ "${1:-build}" = test ] && packages="$packages openssl chromium"

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "Not a Debian system. Needed: a C compiler, and the headers of libcurl, libyaml, libmicrohttpd, PCRE2 and SQLite." >&2
    exit 0
fi

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing Debian packages:$missing" >&2
if [ "$(id -u)" = 0 ]; then
    root=""
elif command -v sudo >/dev/null 2>&1; then
    root="sudo"
else
    echo "This needs root. Run as root, once: apt-get update && apt-get install --no-install-recommends$missing" >&2
    exit 77
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
{
    $root apt-get update -qq
    $root apt-get install -y -qq --no-install-recommends $missing
} >&2
