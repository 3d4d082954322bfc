#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Ulpscope and starts it; arguments go to the program:
#   app/run.sh                  the window, or without a display the headless tour that leaves ulpscope-out/
#   app/run.sh my.ulps          with a session
#   app/run.sh --help           what the program takes
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"

lock_build_folder
if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then
    app_packages+=(qt6-wayland) # a desktop without X
fi
install_packages "${app_packages[@]}"
configure release
build release ulpscope ulpscope-cli
ensure_runtime_folder
unlock_build_folder
exec "$root/build/release/bin/ulpscope" "$@"
