#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random clicks, keys, typed texts and kills at the real program, with Qt's own dialogs, on a display of its own.

    window_walk.py ULPSCOPE [SECONDS] [SEED]

Needs root, Xvfb and openbox. The program, its display and this script's second half run as a user without rights in a mount
namespace where /tmp, /var/tmp and /dev/shm are empty disks in memory and there is no network, so that it can write nowhere else. The walk fails where
the program ends by itself otherwise than by quitting, does not answer the window manager's ping within PATIENCE_S, writes to
standard error, takes more memory than its budget and BESIDE_BUDGET, or leaves a session that is not whole."""

import collections
import ctypes
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

PATIENCE_S = 60
BUDGET = 512 << 20  # bytes, the smallest that can be chosen
BESIDE_BUDGET = 600 << 20  # as in tests/ui/walk/walker.cpp
SCREEN = (1280, 900)
NOBODY = 65534
HOME = pathlib.Path("/tmp/home")
SCENES = ["circle", "fashion-mnist", "fashion-cnn", "loss-scale", "lost-updates", "float8-amax", "layer-normalization", "accumulator"]
KEYS = """space s m b r u 1 9 Escape Escape Escape Return Tab Tab Tab shift+Tab Up Down Left Right Home End Prior Next Delete BackSpace F1 F2 F8 F9
F10 F11 ctrl+s ctrl+s ctrl+shift+s ctrl+o ctrl+n ctrl+z ctrl+z ctrl+shift+z ctrl+a ctrl+c ctrl+v ctrl+f ctrl+j ctrl+d ctrl+w ctrl+plus
ctrl+minus ctrl+0 ctrl+shift+t ctrl+shift+o ctrl+shift+n ctrl+shift+d ctrl+shift+e ctrl+shift+r ctrl+shift+c alt+f alt+e alt+p alt+r alt+v alt+l
alt+h alt+1 alt+2 alt+3 alt+4 alt+5 alt+6 alt+7""".split()
TEXTS = ["1", "0", "-1", "1e-3", "2^10", "64", "1e999", "nan", "mixed_float16", "float8_e4m3fn", "dense", "a", "loss <= 1.05*float32", "%s", "ä<b>&"]

# What Qt's own file dialog says of a folder that this user may not read.
QT_FILE_DIALOG = re.compile(r"^inotify_add_watch\(.*\) failed: \(Permission denied\)\n", re.MULTILINE)


class Trouble(Exception):
    pass


class Event(ctypes.Structure):
    """XClientMessageEvent of Xlib.h, as long as an XEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("message", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                ("rest", ctypes.c_long * 12)]


class Display:
    CLIENT_MESSAGE = 33
    STRUCTURE_NOTIFY = 1 << 17  # Qt sends its answers to who has asked for these of the root window

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XInternAtom.restype = self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.x.XKeycodeToKeysym.restype = ctypes.c_ulong
        display = self.x.XOpenDisplay(None)
        if not display:
            raise Trouble("no display")
        self.display = ctypes.c_void_p(display)
        self.root = self.x.XDefaultRootWindow(self.display)
        self.x.XSelectInput(self.display, ctypes.c_ulong(self.root), ctypes.c_long(self.STRUCTURE_NOTIFY))
        self.atoms = {name: self.x.XInternAtom(self.display, name.encode(), 0)
                      for name in ("WM_PROTOCOLS", "_NET_WM_PING", "_NET_CLIENT_LIST", "_NET_WM_PID")}
        # A window may go between two calls.
        self.handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
        self.x.XSetErrorHandler(self.handler)

    def property(self, window, name):
        kind, form, count, after = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        data = ctypes.POINTER(ctypes.c_ulong)()
        failed = self.x.XGetWindowProperty(self.display, ctypes.c_ulong(window), ctypes.c_ulong(self.atoms[name]), ctypes.c_long(0),
                                           ctypes.c_long(1024), 0, ctypes.c_ulong(0), ctypes.byref(kind), ctypes.byref(form),
                                           ctypes.byref(count), ctypes.byref(after), ctypes.byref(data))
        values = [] if failed or not data else [data[i] for i in range(count.value)]
        if data:
            self.x.XFree(data)
        return values

    def windows_of(self, pid):
        return [window for window in self.property(self.root, "_NET_CLIENT_LIST") if self.property(window, "_NET_WM_PID") == [pid]]

    def place_of(self, window):
        """x, y, width, height on the screen."""
        root, x, y, width, height, border, depth, child = (ctypes.c_ulong(), ctypes.c_int(), ctypes.c_int(), ctypes.c_uint(), ctypes.c_uint(),
                                                           ctypes.c_uint(), ctypes.c_uint(), ctypes.c_ulong())
        if not self.x.XGetGeometry(self.display, ctypes.c_ulong(window), ctypes.byref(root), ctypes.byref(x), ctypes.byref(y), ctypes.byref(width),
                                   ctypes.byref(height), ctypes.byref(border), ctypes.byref(depth)):
            return (0, 0, *SCREEN)
        self.x.XTranslateCoordinates(self.display, ctypes.c_ulong(window), ctypes.c_ulong(self.root), 0, 0, ctypes.byref(x), ctypes.byref(y),
                                     ctypes.byref(child))
        return x.value, y.value, max(1, width.value), max(1, height.value)

    def answers(self, window, is_alive, patience):
        """Whether the window answers a ping (_NET_WM_PING of the EWMH) in time, or is gone."""
        number = time.monotonic_ns() & 0x7FFFFFFF
        ping = Event(type=self.CLIENT_MESSAGE, window=window, message=self.atoms["WM_PROTOCOLS"], format=32)
        ping.data[0], ping.data[1], ping.data[2] = self.atoms["_NET_WM_PING"], number, window
        self.x.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(ping))
        self.x.XFlush(self.display)
        end = time.monotonic() + patience
        while time.monotonic() < end and is_alive():
            while self.x.XPending(self.display):
                event = Event()
                self.x.XNextEvent(self.display, ctypes.byref(event))
                if event.type == self.CLIENT_MESSAGE and event.data[0] == self.atoms["_NET_WM_PING"] and event.data[1] == number:
                    return True
            if window not in self.property(self.root, "_NET_CLIENT_LIST"):
                return True
            time.sleep(0.01)
        return not is_alive()

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, int(x), int(y), ctypes.c_ulong(0))

    def button(self, number, is_down):
        self.test.XTestFakeButtonEvent(self.display, number, is_down, ctypes.c_ulong(0))

    def click(self, number=1, times=1):
        for _ in range(times):
            self.button(number, 1)
            self.button(number, 0)
        self.x.XFlush(self.display)

    def key(self, combination):
        names = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
        codes = []
        for part in combination.split("+") if len(combination) > 1 else [combination]:
            symbol = self.x.XStringToKeysym(names.get(part, part).encode()) or ord(part[0])
            code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol))
            if code and self.x.XKeycodeToKeysym(self.display, code, 0) != symbol:
                codes.append(self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x.XStringToKeysym(b"Shift_L"))))
            codes.append(code)
        codes = [code for code in codes if code]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, ctypes.c_ulong(0))
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def type(self, text):
        for character in text:
            self.key(character)


class Walk:
    def __init__(self, program, seconds, seed):
        self.program = program
        self.seconds = seconds
        self.dice = random.Random(seed)
        self.done = collections.deque(maxlen=40)
        self.counts = collections.Counter()
        self.most = 0
        self.log = HOME / "stderr.txt"

    def start(self):
        arguments = [self.dice.choice(SCENES + [str(path) for path in HOME.glob("*.ulps")])]
        self.tell(f"start {arguments[0]}")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([self.program, *arguments], cwd=HOME, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE_S
        while not self.display.windows_of(self.process.pid):
            if self.process.poll() is not None or time.monotonic() > end:
                raise Trouble(f"no window comes up; the program's end: {self.process.poll()}")
            time.sleep(0.05)

    def tell(self, what):
        self.done.append(what)
        self.counts[what.split()[0]] += 1

    def is_alive(self):
        return self.process.poll() is None

    def act(self):
        dice, display = self.dice, self.display
        windows = display.windows_of(self.process.pid)
        if not windows:
            return
        x, y, width, height = display.place_of(dice.choice(windows[-2:]))
        there = (x + dice.randrange(width), y + dice.randrange(height))
        what = dice.choices(["click", "double", "right", "menu", "drag", "wheel", "key", "type", "save", "end"],
                            [40, 4, 4, 10, 4, 4, 30, 10, 2, 0.4])[0]
        if what in ("click", "double", "right"):
            self.tell(f"{what} {there}")
            display.move(*there)
            display.click(3 if what == "right" else 1, 2 if what == "double" else 1)
        elif what == "menu":  # one that is open, or may be
            near = (x + dice.randrange(min(width, 500)), y + dice.randrange(min(height, 500)))
            self.tell(f"click {near}")
            display.move(*near)
            display.click()
        elif what == "drag":
            self.tell(f"drag {there}")
            display.move(*there)
            display.button(1, 1)
            display.move(x + dice.randrange(width), y + dice.randrange(height))
            display.button(1, 0)
        elif what == "wheel":
            self.tell(f"wheel {there}")
            display.move(*there)
            display.click(dice.choice([4, 5]), dice.randrange(1, 6))
        elif what == "key":
            key = dice.choice(KEYS)
            self.tell(f"key {key}")
            display.key(key)
        elif what == "type":
            text = dice.choice(TEXTS)
            self.tell(f"type {text}")
            display.type(text)
            if dice.random() < 0.6:
                display.key("Return")
        elif what == "save":  # through the dialog
            self.tell("save")
            display.key("ctrl+shift+s")
            time.sleep(0.5)
            display.key("ctrl+a")
            display.type(f"{dice.choice('abc')}.ulps")
            display.key("Return")
        else:
            which = dice.choice([signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
            self.tell(f"end {which.name}")
            self.process.send_signal(which)
            self.process.wait(PATIENCE_S)
            self.expected = {0, -which, 128 + which}

    def check(self):
        if not self.is_alive():
            if self.process.returncode not in getattr(self, "expected", {0}):
                raise Trouble(f"the program has ended with {self.process.returncode}")
            self.expected = {0}
            self.check_files()
            self.start()
            return
        windows = self.display.windows_of(self.process.pid)
        if windows and not self.display.answers(windows[0], self.is_alive, PATIENCE_S):
            self.process.send_signal(signal.SIGABRT)
            raise Trouble(f"no answer to a ping within {PATIENCE_S} s")
        resident = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1] or 0) * os.sysconf("SC_PAGESIZE") if self.is_alive() else 0
        self.most = max(self.most, resident)
        if resident > BUDGET + BESIDE_BUDGET:
            raise Trouble(f"{resident >> 20} MiB are resident under a budget of {BUDGET >> 20} MiB")
        if said := QT_FILE_DIALOG.sub("", self.log.read_text(errors="replace")):
            raise Trouble(f"the program says: {said[:2000]}")

    def check_files(self):
        for path in HOME.rglob("*.ulps"):
            try:
                json.loads(path.read_text())
            except ValueError as error:
                raise Trouble(f"{path} is not whole: {error}") from None

    def run(self):
        settings = HOME / ".config/ulpscope/ulpscope.conf"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"[run]\nmemoryMiB={BUDGET >> 20}\n")
        server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = f":{server.stdout.readline().decode().strip()}"
        manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(1)
            self.display = Display()
            self.start()
            end = time.monotonic() + self.seconds
            while time.monotonic() < end:
                for _ in range(5):
                    self.act()
                    time.sleep(self.dice.choice([0, 0, 0.01, 0.05]))
                try:
                    self.check()
                except FileNotFoundError:  # it has ended meanwhile
                    self.check()
            self.check_files()
        except Trouble:
            print("The last actions:", *self.done, sep="\n  ", flush=True)
            raise
        finally:
            for process in (getattr(self, "process", None), manager, server):
                if process:
                    process.kill()
        counts = ", ".join(f"{count} {what}" for what, count in self.counts.most_common())
        print(f"{sum(self.counts.values())} actions in {self.seconds} s: {counts}; at most {self.most >> 20} MiB", flush=True)


def apart(program, seconds, seed):
    """The walk as a user without rights, where nothing but disks in memory can be written."""
    mounts = "".join(f"mount -t tmpfs -o mode=1777,size=1g none {folder} && " for folder in ("/tmp", "/var/tmp", "/dev/shm"))
    inner = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs", sys.executable, "-B", __file__, "--inside",
             program, str(seconds), str(seed)]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(HOME), "XDG_CONFIG_HOME": f"{HOME}/.config",
                   "XDG_STATE_HOME": f"{HOME}/.state", "XDG_CACHE_HOME": f"{HOME}/.cache", "XDG_RUNTIME_DIR": f"{HOME}/runtime",
                   "MALLOC_PERTURB_": "165"}
    return subprocess.run(["unshare", "--mount", "--net", "--propagation", "private", "sh", "-c", f'{mounts}exec "$@"', "sh", *inner], env=environment,
                          stdin=subprocess.DEVNULL, check=False).returncode


def main():
    if sys.argv[1] == "--inside":
        os.umask(0o077)
        (HOME / "runtime").mkdir(parents=True)
        Walk(sys.argv[2], float(sys.argv[3]), int(sys.argv[4])).run()
        return 0
    program = os.path.abspath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    missing = [name for name in ("Xvfb", "openbox", "setpriv", "unshare") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        sys.exit(f"window_walk: needs root{' and ' + ', '.join(missing) if missing else ''}")
    if any(pathlib.Path(path).is_relative_to(folder) for path in (program, os.path.abspath(__file__)) for folder in ("/tmp", "/var/tmp", "/dev/shm")):
        sys.exit("window_walk: the program's folder would be hidden, it is among those that the walk empties for itself")
    print(f"seed {seed}", flush=True)
    return apart(program, seconds, seed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        sys.exit(f"FAILED: {trouble}")
