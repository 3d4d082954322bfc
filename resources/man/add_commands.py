#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds to ulpscope-cli.1 the commands that it lacks, as their --help tells about them; what is there stays.

    resources/man/add_commands.py build/release/bin/ulpscope-cli [MANUAL]
"""
import re
import subprocess
import sys
from pathlib import Path


def help_of(program, command):
    return subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout


def section(text, title):
    """The rows of a part of --help: (what stands to the left, its description)."""
    found = re.search(rf"^{title}:\n((?:  .*\n)+)", text, re.MULTILINE)
    rows = []
    for line in found[1].splitlines() if found else ():
        left, words = re.fullmatch(r"  (\S.*?)?(?:\s{2,}(.*))?", line).groups()
        if left:
            rows.append([left, words or ""])
        else:
            rows[-1][1] = f"{rows[-1][1]} {words}".strip()
    return [(left, words) for left, words in rows if not left.startswith("-h,")]


def commands(program, inside=()):
    """The names of all commands that --help lists, the inner ones in place of those around them."""
    for name, _ in section(help_of(program, inside), "Subcommands"):
        yield from list(commands(program, (*inside, name))) or [(*inside, name)]


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def argument(left):
    """(option or "", name of its value or "", is it required) of "--format FORMAT REQUIRED" or "IN.npy TEXT"."""
    words = left.split()
    is_required = "REQUIRED" in words
    words = [word.split("=")[0] for word in words if word != "REQUIRED"]
    if words[0].startswith("-"):
        return max(words[0].split(","), key=len), words[1] if len(words) > 1 else "", is_required
    return "", words[0], is_required


def synopsis(name, text):
    yield f".B ulpscope-cli {roff(name)}"
    for left, _ in section(text, "Options") + section(text, "Positionals"):
        option, value, is_required = argument(left)
        if is_required:
            yield from [f".B {roff(option)}"] * bool(option) + [f".I {roff(value)}"] * bool(value)
        elif option and value:
            yield from (f".RB [ {roff(option)}", f".IR {roff(value)} ]")
        else:
            yield f".RB [ {roff(option)} ]" if option else f".RI [ {roff(value)} ]"


def entry(name, text):
    yield from (".TP", f".B {roff(name)}", roff(text.splitlines()[0]) + ".")
    footer = text.strip().split("\n\n")[-1]
    if not footer.startswith(("Options:", "Positionals:", text.splitlines()[0])):
        yield from (roff(line.strip()) for line in footer.splitlines())
    options = section(text, "Options")
    if options:
        yield ".RS"
        for left, words in options:
            option, value, _ = argument(left)
            yield from (".TP", f'.BI {roff(option)} " {roff(value)}"' if value else f".B {roff(option)}", roff(words) + ".")
        yield ".RE"


def main():
    program = Path(sys.argv[1]).resolve()
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_name("ulpscope-cli.1")
    manual = path.read_text()
    for command in commands(program):
        name = " ".join(command)
        text = help_of(program, command)
        if not re.search(rf"^\.B ulpscope-cli {re.escape(roff(name))}( \\-\\-.*)?$", manual, re.MULTILINE):
            manual = manual.replace(".SH DESCRIPTION\n", "\n".join([".br", *synopsis(name, text), ".SH DESCRIPTION\n"]), 1)
        if not re.search(rf"^\.TP\n\.B {re.escape(roff(name))}$", manual, re.MULTILINE):
            manual = manual.replace(".SH FILES\n", "\n".join([*entry(name, text), ".SH FILES\n"]), 1)
    path.write_text(manual)


main()
