#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings a list of translations up to what the sources and the engine's catalogs say: new texts are added as unfinished, those that
# are gone go. `ninja update_translations` calls it; so does the test that looks for texts without a translation.
#   update.sh SOURCE_FOLDER LIST_TEXTS LUPDATE TS_FILE
set -eu
source=$1 list_texts=$2 lupdate=$3 ts=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$list_texts" "$source/resources" >"$folder/engine_texts.cpp"
# Sentences of the engine are the arguments of its functions message() and translated().
"$lupdate" -silent -locations none -no-obsolete -I "$source" -tr-function-alias tr+=message \
    -tr-function-alias tr+=translated "$source/ui" "$source/app" "$source/engine" "$folder/engine_texts.cpp" -ts "$ts"
