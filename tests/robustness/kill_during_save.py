#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills programs at random moments while they save a session, keep one in a swap file, or export policies; and lets them
do the same on full disks.

    kill_during_save.py ULPSCOPE_CLI SAVE_LOOP [--kills N] [--seed S]

Whatever happens, a file must be the old one or the new one, whole; a save that was reported must be there; and the next
save leaves no temporary file behind. N kills are done of each of the three."""

import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

CIRCLE = pathlib.Path(__file__).resolve().parents[2] / "resources/scenes/circle.ulps"
TEMPORARY = ".ulpscope-*.tmp"


class Trouble(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Trouble(what)


def title_of(number):
    return chr(ord("a") + number % 26) * (number * 7919 % 50_000)


def whole_number(file):
    """The number of a saved session, which must be whole."""
    text = file.read_text()
    need(text.endswith("}\n"), f"{file} is cut off")
    session = json.loads(text)
    number = session["training"]["seed"]
    need(session["title"] == title_of(number), f"{file} is a mixture of two")
    return number


def first_session(folder):
    file = folder / "session.ulps"
    session = json.loads(CIRCLE.read_text())
    session["training"]["seed"] = 1
    session["title"] = title_of(1)
    file.write_text(json.dumps(session) + "\n")
    return file


def run_and_kill(command, chance, longest):
    """The numbers that the program said were saved, and whether it was killed while it ran."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(chance.uniform(0, longest))
    program.kill()
    output, _ = program.communicate()
    lines = output.split("\n")[:-1]  # the last one may be cut
    need(not any(line.startswith("failed") for line in lines), f"{command}: {lines}")
    return [int(line.split()[1]) for line in lines], program.returncode == -9


def sweep(folder):
    return len(list(folder.glob(TEMPORARY)))


def kill_saves(save_loop, folder, chance, kills):
    file = first_session(folder)
    last, strays, done = 1, 0, 0
    while done < kills:
        saved, killed = run_and_kill([save_loop, "document", file, "1000000"], chance, 0.12)
        done += killed
        number = whole_number(file)
        need(number >= max([last, *saved]), f"saved {saved[-1:]}, found {number}")
        last = number
        left = sweep(folder)
        need(left <= 1, f"{left} temporary files")
        strays += left
    subprocess.run([save_loop, "document", file, "1"], stdout=subprocess.DEVNULL, check=True)
    need(sorted(os.listdir(folder)) == ["session.ulps"], f"left behind: {os.listdir(folder)}")
    print(f"save: {done} kills, {strays} during a write, {last} saves", flush=True)


def kill_swaps(save_loop, folder, chance, kills):
    strays = empty = saves = done = 0
    while done < kills:
        saved, killed = run_and_kill([save_loop, "swap", folder], chance, 0.12)
        done += killed
        strays += sweep(folder)
        lost = subprocess.run([save_loop, "lost", folder], stdout=subprocess.PIPE, text=True, check=False)
        need(lost.returncode == 0, "a swap file is not whole")
        numbers = [int(line.split()[1]) for line in lost.stdout.splitlines()]
        need(len(numbers) <= 1 and (numbers or not saved), f"saved {saved[-1:]}, found {numbers}")
        need(not saved or numbers[0] >= saved[-1], f"saved {saved[-1:]}, found {numbers}")
        empty += not numbers
        saves += len(saved)
    # Those of earlier kills are gone with the next write; the last one's may be there.
    need(sweep(folder) <= 1, "temporary files stay")
    print(f"swap: {done} kills, {strays} during a write, {empty} before the first, {saves} writes", flush=True)


def kill_exports(cli, folder, chance, kills):
    other = folder / "other.ulps"
    session = json.loads(CIRCLE.read_text())
    session["policies"]["global"] = "float32"
    other.write_text(json.dumps(session))
    out = folder / "policy.json"
    commands = [[cli, "policy", "export", each, "--as", "keras-model", "-o", out] for each in (CIRCLE, other)]
    contents, longest = [], 0
    for command in commands:
        start = time.monotonic()
        subprocess.run(command, stderr=subprocess.DEVNULL, check=True)
        longest = max(longest, time.monotonic() - start)
        contents.append(out.read_bytes())
    need(contents[0] != contents[1], "both exports are the same")
    strays = done = attempts = 0
    found = [0, 0]
    while done < kills:
        command = commands[attempts % 2]
        attempts += 1
        _, killed = run_and_kill(command, chance, 1.2 * longest)
        done += killed
        content = out.read_bytes()
        need(content in contents, f"{out} is neither export: {len(content)} bytes")
        found[contents.index(content)] += 1
        left = sweep(folder)
        need(left <= 1, f"{left} temporary files")
        strays += left
    subprocess.run(commands[0], stderr=subprocess.DEVNULL, check=True)
    need(sorted(os.listdir(folder)) == ["other.ulps", "policy.json"], f"left behind: {os.listdir(folder)}")
    print(f"export: {done} kills in {attempts} runs, {strays} during a write, files found {found}", flush=True)


def save_with_little_room(save_loop, file, count, before=None):
    """A few saves, some of which must not fit; gives how many failed."""
    program = subprocess.run([save_loop, "document", file, str(count)], stdout=subprocess.PIPE, text=True,
                             check=True, preexec_fn=before)
    lines = [line.split() for line in program.stdout.splitlines()]
    need(len(lines) == count, f"{len(lines)} saves of {count}")
    saved = [int(number) for word, number in lines if word == "saved"]
    number = whole_number(file)
    need(not saved or number == saved[-1], f"saved {saved[-1:]}, found {number}")
    need(sweep(file.parent) == 0, "temporary files stay")
    return count - len(saved)


def limit_files(save_loop, folder, chance, rounds):
    file = first_session(folder)
    failed = 0
    for _ in range(rounds):
        limit = chance.randrange(1, 50_000)
        failed += save_with_little_room(
            save_loop, file, 5, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    need(0 < failed < 5 * rounds, f"{failed} of {5 * rounds} failed")
    print(f"limited files: {failed} of {5 * rounds} saves failed", flush=True)


def fill_disk(save_loop, folder, chance, rounds):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", folder], check=True)
    file = first_session(folder)
    filler = folder / "filler"
    failed = 0
    for _ in range(rounds):
        filler.write_bytes(b"")
        room = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        filler.write_bytes(bytes(max(0, room - chance.randrange(1, 64_000))))
        failed += save_with_little_room(save_loop, file, 5)
    need(0 < failed < 5 * rounds, f"{failed} of {5 * rounds} failed")
    print(f"full disk: {failed} of {5 * rounds} saves failed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("save_loop")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--disk", help=argparse.SUPPRESS)  # a folder over which a disk may be mounted
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    rounds = max(5, arguments.kills // 5)
    if arguments.disk:
        fill_disk(arguments.save_loop, pathlib.Path(arguments.disk), chance, rounds)
        return
    for what, program in ((kill_saves, arguments.save_loop), (kill_swaps, arguments.save_loop),
                          (kill_exports, arguments.cli)):
        with tempfile.TemporaryDirectory() as folder:
            what(program, pathlib.Path(folder), chance, arguments.kills)
    with tempfile.TemporaryDirectory() as folder:
        limit_files(arguments.save_loop, pathlib.Path(folder), chance, rounds)
    with tempfile.TemporaryDirectory() as folder:
        # In a name space of its own the disk is gone with the program.
        apart = ["unshare", "--mount", "--map-root-user"]
        if subprocess.run([*apart, "mount", "-t", "tmpfs", "none", folder], stderr=subprocess.DEVNULL, check=False).returncode:
            print("full disk: none can be mounted here; limited files are all")
            return
        subprocess.run([*apart, sys.executable, __file__, *sys.argv[1:], "--seed", str(arguments.seed), "--disk", folder],
                       check=True)


try:
    main()
except Trouble as trouble:
    sys.exit(f"kill_during_save: {trouble}")
