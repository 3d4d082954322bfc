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
# Sentences of the engine are the arguments of its functions message() and translated(). All have one context, in which
# engineText() looks them up; lupdate by itself would give those within a class that of the class.
find "$source/engine" "$source/app" "$source/ui" -name '*.cpp' -o -name '*.h' | LC_ALL=C sort \
    | xargs perl -0777 -ne 'print "QT_TRANSLATE_NOOP(\"ulpscope\", $1)\n"
        while /\b(?:message|translated)\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g' >>"$folder/engine_texts.cpp"
"$lupdate" -silent -locations none -no-obsolete -I "$source" "$source/ui" "$source/app" "$folder/engine_texts.cpp" -ts "$ts"
