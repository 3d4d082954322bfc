# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034  # the scripts use what is set here
# Shared by app/run.sh, tests/run.sh and .ci/run (sourced, not run): installs what Debian is missing, configures, builds.
# Each step looks first and is silent and quick when there is nothing to do.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What the two programs need to be built and run. libgl-dev and the xcb and offscreen platforms come with qt6-base-dev.
app_packages=(g++ cmake ninja-build pkgconf qt6-base-dev libqcustomplot-dev libeigen3-dev nlohmann-json3-dev
    libcli11-dev libpcre2-dev libzip-dev zlib1g-dev fonts-dejavu-core dataset-fashion-mnist)

say() { printf '== %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# install_packages NAME...: by apt, and only those that are missing.
install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "No apt here; going on as if these were installed: $*"
        return
    fi
    local installed missing=() name
    # A package that dpkg does not know makes dpkg-query fail after it has listed the others.
    # shellcheck disable=SC2016  # the ${...} are dpkg-query's
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for name in "$@"; do
        grep -qxF "installed $name" <<<"$installed" || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=() by_hand="apt-get install --no-install-recommends ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            fail "these Debian packages are missing, and you are neither root nor have sudo. As root, run:
  $by_hand"
        fi
        as_root=(sudo)
    fi
    local log="$root/build/apt.log" began=$SECONDS
    mkdir -p "$root/build"
    say "Installing ${#missing[@]} Debian packages and what they need: ${missing[*]}"
    # A source that does not answer must not stop us while another has the packages.
    "${as_root[@]}" apt-get update -q >"$log" 2>&1 || say "apt-get update had trouble (build/apt.log); going on"
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "${missing[@]}" >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        fail "installing failed; all that apt-get said is in build/apt.log. By hand, as root:
  $by_hand"
    fi
    say "Installed in $((SECONDS - began)) s"
}

# configure PRESET [-DNAME=VALUE...]: unless build/PRESET already is what the preset and the options say.
configure() {
    local preset=$1 folder="$root/build/$1" option fresh=() needed=false
    shift
    local cache="$folder/CMakeCache.txt" stamp="$folder/configured"
    if [ ! -e "$folder/build.ninja" ] || [ ! -e "$stamp" ] || [ "$root/CMakePresets.json" -nt "$stamp" ]; then
        needed=true
    fi
    for option in "$@"; do
        option=${option#-D}
        grep -qsE "^${option%%=*}:[A-Z]+=${option#*=}$" "$cache" || needed=true
    done
    if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        needed=true # the folder was moved or copied from elsewhere
        fresh=(--fresh)
    fi
    $needed || return 0
    say "Configuring build/$preset"
    (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@" -Wno-dev --log-level=WARNING)
    touch "$stamp"
}

# build PRESET [TARGET...]: all targets if none is named.
build() {
    local preset=$1 began=$SECONDS targets=()
    shift
    [ $# -eq 0 ] || targets=(--target "$@")
    say "Building build/$preset"
    (cd "$root" && cmake --build --preset "$preset" "${targets[@]}")
    [ $((SECONDS - began)) -lt 2 ] || say "Built in $((SECONDS - began)) s"
}

# Qt asks for a folder that is the user's alone; root and containers often have none.
ensure_runtime_folder() {
    [ -z "${XDG_RUNTIME_DIR:-}" ] || return 0
    export XDG_RUNTIME_DIR="$root/build/runtime"
    mkdir -p "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
}
