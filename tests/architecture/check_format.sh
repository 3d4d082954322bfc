#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fails where a source file is not as clang-format leaves it. Versions format differently: Debian 12's is meant. 77: it is not here.
#   tests/architecture/check_format.sh          all sources of the tree
#   tests/architecture/check_format.sh --fix    formats them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v clang-format-14 >/dev/null; then
    echo "SKIP : clang-format-14 is not installed"
    exit 77
fi
options=(--dry-run -Werror)
[ "${1:-}" != --fix ] || options=(-i)
find engine app ui tests resources \( -name '*.h' -o -name '*.cpp' \) -print0 \
    | xargs -0 -P "$(nproc)" -n 50 clang-format-14 "${options[@]}" --style=file
