# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034  # the scripts use what is set here
# Shared by app/run.sh, tests/run.sh and .ci/run (sourced, not run): installs what Debian is missing, configures, builds.
# Each step looks first and is silent and quick when there is nothing to do.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What the two programs need to be built and run. libgl-dev and the xcb and offscreen platforms come with qt6-base-dev.
app_packages=(g++ cmake ninja-build pkgconf qt6-base-dev qt6-svg-dev qt6-tools-dev
    qt6-l10n-tools qt6-translations-l10n libqcustomplot-dev libeigen3-dev nlohmann-json3-dev
    libcli11-dev libpcre2-dev libzip-dev nettle-dev zlib1g-dev libmd4c-dev libmd4c-html0-dev fonts-dejavu-core dataset-fashion-mnist)

say() { printf '== %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The build folder is one script's at a time; the lock goes with the script's end, and with what it starts at the end.
lock_build_folder() {
    if ! mkdir -p "$root/build" 2>/dev/null || [ ! -w "$root/build" ]; then
        fail "cannot write to $root/build, where the programs are built. Copy the project to a folder of yours, or get the
  right to write there."
    fi
    exec 9>"$root/build/lock"
    if ! flock --nonblock 9; then
        say "Another script is building here; waiting for it"
        flock 9
    fi
}
unlock_build_folder() {
    exec 9>&-
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
    mkdir -p "$folder"
    if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@" -Wno-dev --log-level=WARNING) \
        >"$folder/configure.log" 2>&1; then
        cat "$folder/configure.log" >&2
        fail "configuring failed"
    fi
    touch "$stamp"
}

# build PRESET [TARGET...]: all targets if none is named. All that the compiler says goes to build/PRESET/build.log.
build() {
    local preset=$1 targets=() log="$root/build/$1/build.log" began=$SECONDS before
    shift
    [ $# -eq 0 ] || targets=(--target "$@")
    before=$(processor_seconds)
    # Ninja's own status: finished, total, seconds so far.
    if ! (cd "$root" && NINJA_STATUS='[%f %t %e] ' cmake --build --preset "$preset" "${targets[@]}" 2>&1) \
        | tee "$log" | show_progress "build/$preset"; then
        # From the first failure on, without what succeeded in the meantime.
        sed -n '/^FAILED: /,$p' "$log" | grep -vE '^\[[0-9]+ [0-9]+ ' | head -n 60 >&2 || true
        fail "the build failed; all that was said is in $log"
    fi
    grep -A 6 'warning: ' "$log" >&2 || true
    if [ $((SECONDS - began)) -ge 2 ]; then
        say "Built build/$preset in $((SECONDS - began)) s ($(($(processor_seconds) - before)) s of processor time)"
    fi
}

# What this shell's children have used so far.
processor_seconds() {
    awk -v ticks="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print int(($14 + $15) / ticks) }' "/proc/$$/stat" \
        2>/dev/null || echo 0
}

# show_progress WHAT: ninja's lines as one line that is written over, or on no terminal as a line now and then.
show_progress() {
    local line text left is_terminal=false next_at=0 reply='^\[([0-9]+) ([0-9]+) ([0-9]+)[0-9.]*\] '
    [ ! -t 1 ] || is_terminal=true
    while IFS= read -r line; do
        [[ $line =~ $reply ]] || continue
        local finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} elapsed=${BASH_REMATCH[3]}
        if [ "$all" -lt 5 ] || [ "$finished" -eq 0 ]; then
            continue
        fi
        text="== Building $1: $((100 * finished / all)) %"
        left=$((elapsed * (all - finished) / finished))
        if [ "$elapsed" -gt 5 ] && [ "$left" -gt 90 ]; then
            text+=", about $(((left + 30) / 60)) minutes left"
        elif [ "$elapsed" -gt 5 ] && [ "$left" -gt 0 ]; then
            text+=", about $left seconds left"
        fi
        if $is_terminal; then
            printf '\r%-70s' "$text"
        elif [ "$elapsed" -ge "$next_at" ] || [ "$finished" -eq "$all" ]; then
            echo "$text"
            next_at=$((elapsed + 20))
        fi
    done
    ! $is_terminal || printf '\r%-70s\r' ""
}

# Qt asks for a folder that is the user's alone; root and containers often have none.
ensure_runtime_folder() {
    [ -z "${XDG_RUNTIME_DIR:-}" ] || return 0
    export XDG_RUNTIME_DIR="$root/build/runtime"
    mkdir -p "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
}
