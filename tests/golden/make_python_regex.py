#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes python_regex.jsonl: what Python's own re.fullmatch and re.search say, or how they refuse a pattern.

    python3 make_python_regex.py [--seed N --fuzzed COUNT --output FILE]

Each row is a JSON list: pattern, text, fullmatch, search. An answer is true, false or "ExceptionName: message". Written
with Python 3.11; later versions changed some messages. With another seed and count it makes rows for a fuzz by hand:
ULPSCOPE_PYTHON_REGEX=FILE tst_python_regex.
"""
import argparse
import json
import platform
import random
import re
import signal
import warnings
from pathlib import Path

SEED = 20261120
FUZZED = 1500

# Pattern and texts, by what they are about.
ROWS = [
    # ends: \Z is the very end, $ also before a last line break
    (r"a\Z", ["a", "a\n", "ab"]), (r"a\z", ["a"]), (r"a$", ["a", "a\n", "a\n\n"]), (r"a$\n", ["a\n"]),
    (r"(?m)a$\nb", ["a\nb"]), (r"(?m)^b$", ["b", "a\nb", "a\nb\n"]), (r"(?m)\n^", ["\n", "a\n"]), (r"^", ["", "a"]),
    (r"\Aa", ["a", "ba"]), (r"a\A", ["a"]), (r"\Z", ["", "\n"]), (r"(?m)$", ["", "\n"]), (r"(?m)x\A", ["x"]),
    (r"", ["", "a"]), (r"$^", ["", "\n"]), (r"(?m)a^", ["a", "a\n"]), (r"\G", ["a"]),
    # dot
    (r".", ["a", "\n", "\r", "\u2028", "\x85", "", "é", "😀"]), (r"(?s).", ["\n", "ab"]), (r"(?s:.)a", ["\na"]),
    (r"a.b", ["a\nb", "a\rb"]), (r".*", ["", "abc", "a\nb"]), (r"(?s)(?-s:.)", ["\n", "x"]),
    # categories and boundaries are Unicode
    (r"\d+", ["123", "١٢", "²", "½", "𝟘"]), (r"(?a)\d+", ["123", "١٢"]), (r"\D", ["a", "1", "²"]),
    (r"\w+", ["abc_1", "é", "ß", "漢字", "½", "a\u0301", "‿", "-", "Ⅷ", "²"]), (r"(?a)\w+", ["a_1", "é"]),
    (r"\W", ["-", "_", "‿", "é", "\u0301", "😀"]), (r"(?a)\W", ["é", "e"]), (r"[\W]", ["-", "_", "‿", "é"]),
    (r"\s", [" ", "\t", "\x0b", "\x1c", "\x1f", "\x85", "\xa0", "\u180e", "\u200b", "\u2003", "\u3000", "a"]),
    (r"(?a)\s", [" ", "\xa0", "\x1c"]), (r"\S", ["\x1c", "\u180e", "a"]), (r"[\s]", ["\x1c", "\x85"]),
    (r"[^\s]", ["\x1c", "\u180e"]), (r"[\d-]", ["-", "5"]), (r"[\S\s]", ["\n", "é"]), (r"[^\d\s]+", ["ab", "a1"]),
    (r"\bé\b", ["é", "aé"]), (r"(?a)\bé", ["é"]), (r"\B", ["", "a", "-"]), (r"\b", ["", "a", "-"]), (r"a\B.", ["ab", "a-"]),
    (r"(?a:\w)é", ["aé", "éé"]), (r"(?u:\w)", ["é"]), (r"(?a)x?(?u:\w)", ["é"]), (r"\bfoo\b", ["foo", "a foo b", "food"]),
    # groups and references
    (r"(?P<n>a)(?P=n)", ["aa", "ab"]), (r"(?P<n>a)\1", ["aa"]), (r"(?<n>a)", ["a"]), (r"(?P>n)", ["a"]), (r"(?P=n)", ["a"]),
    (r"(?P<n>a)(?P<n>b)", ["ab"]), (r"(?P<1>a)", ["a"]), (r"(?P<a b>a)", ["a"]), (r"(?P<>a)", ["a"]), (r"(?P<n", ["a"]),
    (r"(?P<é>a)(?P=é)", ["aa"]), (r"(?P<n>a", ["a"]), (r"(?P=n", ["a"]), (r"(?P", ["a"]), (r"(?Px)", ["a"]), (r"(?P<\n>a)", ["a"]),
    (r"(?P<'>a)", ["a"]), ("(?P<\u2028>a)", ["a"]), (r"(?P<·>a)", ["a"]), (r"(?P<a·>b)", ["b"]), (r"(?P<℘>b)", ["b"]),
    (r"\1", ["a"]), (r"(a)\2", ["a"]), (r"(a\1)", ["a"]), (r"(a)?\1", ["", "aa", "a"]), (r"(a)|b\1", ["b", "ba"]), (r"\8", ["8"]),
    (r"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10", ["abcdefghijj", "abcdefghija0"]), (r"(a)\11", ["a\t"]), (r"(a)\111", ["aI"]),
    (r"(?i)(a)\1", ["aA", "Aa"]), (r"(?P<n>x)(?P<m>(?P=n)y)", ["xxy"]), (r"(?P<n>(?P=n))", ["x"]),
    # conditions
    (r"(<)?a(?(1)>|!)", ["<a>", "a!", "<a!", "a>"]), (r"(<)?a(?(1)>)", ["<a>", "a", "<a"]), (r"(?(1)a|b)(c)", ["bc", "ac"]),
    (r"(?P<q>')?a(?(q)')", ["'a'", "a"]), (r"(?(2)a|b)(c)", ["bc"]), (r"(a)?(?(1)b|c|d)", ["ab"]), (r"(?(0)a)", ["a"]),
    (r"(?(q)a)", ["a"]), (r"(?(-1)a)", ["a"]), (r"(?(a-)b)", ["b"]), (r"(?(", ["a"]), (r"(?(1", ["a"]), (r"(a)(?(1)b", ["ab"]),
    (r"(a)(?( 1 )b)", ["ab"]), (r"(a)(?(+1)b)", ["ab"]), (r"(a)(?(0_1)b)", ["ab"]), (r"(?(99999999999)b)", ["b"]), (r"(?()b)", ["b"]),
    (r"(?:(a)|b)*(?(1)c|d)", ["abc", "bd", "bc"]), (r"(?(DEFINE)a)", ["a"]), (r"(?(R)a)", ["a"]), (r"(?(?=a)b)", ["a"]),
    # what PCRE2 has and Python has not
    (r"a\Kb", ["ab"]), (r"\R", ["\n"]), (r"\h", [" "]), (r"\H", ["a"]), (r"\V", ["a"]), (r"\Q.\E", ["."]), (r"\p{L}", ["a"]),
    (r"\x{61}", ["a"]), (r"\g1", ["a"]), (r"\g{1}", ["a"]), (r"\k<n>", ["a"]), (r"\C", ["a"]), (r"\N", ["a"]), (r"\X", ["a"]),
    (r"(?|a|b)", ["a"]), (r"(?R)", ["a"]), (r"(?1)", ["a"]), (r"(?&n)", ["a"]), (r"(*FAIL)", ["a"]), (r"(*UTF)a", ["a"]),
    (r"(?'n'a)", ["a"]), (r"(?C)", ["a"]), (r"(?+1)", ["a"]), (r"(?J)a", ["a"]), (r"(?^)a", ["a"]), (r"\o{61}", ["a"]), (r"\e", ["\x1b"]),
    (r"[[:alpha:]]", ["a]", ":]", "b]"]), (r"[[:alpha:]", ["a", ":", "["]), (r"[[.a.]]", ["a]"]), (r"\c@", ["\0"]), (r"\l", ["l"]),
    # repeats
    (r"a{,2}", ["", "a", "aa", "aaa", "a{,2}"]), (r"a{2,}", ["a", "aa", "aaa"]), (r"a{2}", ["aa", "a"]), (r"a{}", ["a{}"]),
    (r"a{,}", ["", "aaa"]), (r"a{ 1}", ["a{ 1}"]), (r"a{1", ["a{1"]), (r"a{1,", ["a{1,"]), (r"a{x}", ["a{x}"]), (r"{", ["{"]),
    (r"{1}", ["{1}"]), (r"x{-1}", ["x{-1}"]), (r"a{2,1}", ["a"]), (r"a{4294967295}", ["a"]), (r"a{0,4294967296}", ["a"]),
    (r"a{0,70000}", ["aaa", "b"]), (r"a{0}", ["", "a"]), (r"(a){0}b", ["b"]), (r"(a){0}\1", [""]), (r"a{00002}", ["aa"]),
    (r"*a", ["a"]), (r"+", ["a"]), (r"?", ["a"]), (r"a**", ["a"]), (r"a*+", ["aa"]), (r"a*+a", ["aa"]), (r"a++b", ["aab"]),
    (r"a?+a", ["a", "aa"]), (r"\s?x?+\n", ["\n", "x\n"]), (r"a{1,2}+a", ["aa", "aaa"]), (r"a*?+", ["a"]), (r"a*??", ["a"]), (r"a+*", ["a"]), (r"a{2}{3}", ["a"]),
    (r"a{2}*", ["a"]), (r"^*", ["a"]), (r"$+", ["a"]), (r"\b?", ["a"]), (r"(?:^)*", [""]), (r"(?=a)*a", ["a"]), (r"(?:)*", [""]),
    (r"()*", [""]), (r"(a*)*", ["aaa", ""]), (r"(a*)+", ["aa"]), (r"(a|)+b", ["aab", "b"]), (r"(?:a|ab){2}+", ["aba", "aab"]),
    (r"(?:a|ab)*+c", ["abc", "aac"]), (r"(?>a|ab)c", ["abc", "ac"]), (r"(?>a*)a", ["aa"]), (r"a|*", ["a"]), (r"(*)", ["a"]),
    (r"(?#c)*", ["a"]), (r"a(?#c)*", ["aa"]), (r"a*(?#c)*", ["a"]), (r"(?:a*)*", ["aa"]), (r"(?:a*)+?b", ["aab"]),
    # inline flags
    (r"(?i)a", ["A"]), (r"a(?i)b", ["ab"]), (r"((?i)a)", ["a"]), (r"(?i)(?s).a", ["\nA"]), (r"(?i:a)b", ["Ab", "AB"]),
    (r"(?-i:a)", ["a", "A"]), (r"(?i)(?-i:a)b", ["aB", "AB"]), (r"(?is)A.", ["a\n"]), (r"(?i", ["a"]), (r"(?i-", ["a"]),
    (r"(?ii)a", ["A"]), (r"(?au)a", ["a"]), (r"(?a)(?u)a", ["a"]), (r"(?L)a", ["a"]), (r"(?L:a)", ["a"]), (r"(?u)a", ["a"]),
    (r"(?q)a", ["a"]), (r"(?iq)a", ["a"]), (r"(?i!)a", ["a"]), (r"(?-a:a)", ["a"]), (r"(?i-i:a)", ["a"]), (r"(?-:a)", ["a"]),
    (r"(?-i)a", ["a"]), (r"(?i-m:a)", ["A"]), (r"(?-iq:a)", ["a"]), (r"(?-q:a)", ["a"]), (r"(?t)a", ["a"]), (r"(?t:a)", ["a"]),
    (r"(?t)a*", ["a"]), (r"(?-t:a)", ["a"]), (r"(?x) a b # c", ["ab", "a b"]), ("(?x)a # c\nb", ["ab"]), (r"(?x: a )b c", ["ab c"]),
    (r"(?x)a\ b", ["a b"]), (r"(?x)[ ]", [" "]), (r"(?x)a *", ["aa"]), (r"(?x)(?-x: )", [" "]), (r"(?x)a|b c", ["bc"]),
    (r" (?x)a", ["a"]), (r"(?#c)(?x) a", ["a"]), ("(?x)a#\\\nb", ["a"]), (r"a|(?i)b", ["B"]), (r"(?i)a|b", ["B"]), (r"(?é)a", ["a"]),
    # ignoring case is Unicode
    (r"(?i)é", ["É"]), (r"(?i)ß", ["ẞ", "ss"]), (r"(?i)k", ["K"]), (r"(?i)s", ["ſ"]), (r"(?i)i", ["İ", "ı", "I"]),
    (r"(?i)ı", ["i", "I", "İ"]), (r"(?ai)k", ["K", "K"]), (r"(?ai)i", ["İ", "I"]), (r"(?i)[a-z]", ["K", "ſ", "İ", "é"]),
    (r"(?i)[^a-z]", ["K", "K", "é", "İ"]), (r"(?i)σ", ["ς", "Σ"]), (r"(?i)[ΐ]", ["ΐ"]), (r"(?i)ﬅ", ["ﬆ"]), (r"(?ai)[A-C]", ["b"]),
    (r"(?ai)é", ["É", "é"]), (r"(?i)µ", ["μ", "Μ"]), (r"(?i)å", ["Å"]), (r"(?i)ǆ", ["ǅ", "Ǆ"]), (r"(?i)\u0130", ["i"]),
    (r"(?i)[Ａ-Ｃ]", ["ｂ"]), (r"(?i)𐐀", ["𐐨"]), (r"(?i)[𐐀-𐐃]", ["𐐨"]), (r"(?i)Ꭰ", ["ꭰ"]), (r"(?i)[^ı]", ["i", "x"]),
    # sets
    (r"[]a]", ["]", "a"]), (r"[^]a]", ["]", "b"]), (r"[]", ["a"]), (r"[^]", ["a"]), (r"[a", ["a"]), (r"[a-", ["a"]), (r"[a-]", ["-", "a"]),
    (r"[-a]", ["-"]), (r"[b-a]", ["a"]), (r"[a-\d]", ["a"]), (r"[\d-a]", ["a"]), (r"[\w-]", ["-"]), (r"[a-a]", ["a"]), (r"[--/]", [".", "-"]),
    (r"[a\]b]", ["]"]), (r"[\b]", ["\b"]), (r"[\B]", ["B"]), (r"[\A]", ["A"]), (r"[\Z]", ["Z"]), (r"[\8]", ["8"]), (r"[\08]", ["8", "\0"]),
    (r"[\0]", ["\0"]), (r"[\777]", ["a"]), (r"[\q]", ["q"]), (r"[\-]", ["-"]), (r"[\x41-\x43]", ["B"]), (r"[\x4]", ["a"]), (r"[a&&b]", ["&", "a"]),
    (r"[a||b]", ["|"]), (r"[[a]", ["[", "a"]), (r"[^\W]", ["a", "-"]), (r"[\W\d]", ["1", "-", "a"]), (r"[^^]", ["^", "a"]), (r"[\n-\r]", ["\x0b"]),
    (r"[\t\\]", ["\\", "\t"]), (r"[é-ü]", ["í"]), (r"[\u00e9]", ["é"]), (r"[\ud800-\udfff]", ["a"]), (r"[^\ud800]", ["a"]), (r"[a-\udfff]", ["b"]),
    (r"[a-c-e]", ["-", "d", "e"]), (r"[$.^*]", ["$", "*"]), (r"[(?i)]", ["I", "?"]), (r"[a-b-\d]", ["-", "5"]), (r"[\d-x-z]", ["y"]),
    # escapes
    (r"\q", ["q"]), (r"\y", ["y"]), (r"\/", ["/"]), (r"\é", ["é"]), (r"\_", ["_"]), (r"\-", ["-"]), (r"\ ", [" "]), (r"\0", ["\0"]),
    (r"\012", ["\n"]), (r"\0123", ["\n3"]), (r"\08", ["\x008"]), (r"\777", ["a"]), (r"\400", ["a"]), (r"\377", ["ÿ"]), (r"\141", ["a"]),
    (r"\x61", ["a"]), (r"\x6", ["a"]), (r"\xg", ["a"]), (r"\x", ["a"]), (r"\u0061", ["a"]), (r"\u006", ["a"]), (r"\U00000061", ["a"]),
    (r"\U00110000", ["a"]), (r"\U0001F600", ["😀"]), (r"\ud800", ["a"]), (r"\N", ["a"]), (r"\N{", ["a"]), (r"\N{}", ["a"]), (r"\N{x", ["a"]),
    ("\\", ["a"]), ("(\\", ["a"]), ("*\\", ["a"]), ("[\\", ["a"]), (r"\a\f\v\t\r\n", ["\a\f\v\t\r\n"]), (r"\.", [".", "a"]), ("\\\n", ["\n"]),
    # parentheses, lookaround, alternation
    (r"(", ["a"]), (r")", ["a"]), (r"(a))", ["a"]), (r"a)", ["a"]), (r"(?", ["a"]), (r"(?:", ["a"]), (r"(?:a", ["a"]), (r"(?>a", ["a"]),
    (r"(?=a", ["a"]), (r"(?<", ["a"]), (r"(?<=a", ["a"]), (r"(?<x)", ["a"]), (r"(?#", ["a"]), (r"(?#a", ["a"]), (r"(?\d)", ["1"]), (r"(?)", ["a"]),
    (r"(?=a)a", ["a"]), (r"(?!a).", ["a", "b"]), (r".(?<=a)", ["a", "b"]), (r".(?<!a)", ["a", "b"]), (r"(?<=a+)b", ["ab"]),
    (r"(?<=a|bc)d", ["ad"]), (r"(?<=ab|cd)e", ["abe"]), (r"a(?<=a{1})", ["a"]), (r"(?<=a{1,2})b", ["ab"]), (r"(a)(?<=\1)b", ["ab"]),
    (r"(?<=(a)\1)b", ["aab"]), (r"(?<=(?P<n>a)(?P=n))b", ["aab"]), (r"(?<=(a))b", ["ab"]), (r"(a)b(?<=(?(1)b|c))", ["ab"]),
    (r"(a*)(?<=\1)b", ["ab"]), (r"(?<=\b)a", ["a"]), (r"(?<=^)a", ["a"]), (r"(?<!$)a", ["a"]), (r"(?<=(?=a))a", ["a"]), (r"ab(?<=a(?=b).)", ["ab"]),
    (r"a|b", ["a", "b", "c"]), (r"a|", ["", "a"]), (r"|a", ["a"]), (r"ab|a", ["ab", "a"]), (r"a|ab", ["ab"]), (r"(a|ab)(c|bcd)", ["abcd"]),
    (r"(?:a|ab)(?:c|bcd)(?:d*)", ["abcd"]), (r"a||b", ["", "b"]), (r"()", [""]), (r"(|a)", ["a"]), (r"(?<=(?:a|b)c)d", ["acd"]),
    # layer paths
    (r"decoder/.*", ["decoder/attention", "decoder", "decoder/", "my/decoder/x"]), (r"decoder", ["decoder", "decoder/attention"]),
    (r"sequential/dense(_\d+)?", ["sequential/dense", "sequential/dense_12", "sequential/dense_x"]), (r".*/(query|key)", ["mha/query", "mha/value"]),
    (r"block_[0-3]/.*", ["block_2/conv", "block_4/conv"]), (r"(?!.*norm).*", ["a/dense", "a/norm"]), (r"a.b", ["a/b", "a.b"]), (r".+dense", ["/dense", "dense"]),
    # messages with lines
    ("a\n(", ["a"]), ("a\nb\n[c", ["a"]), ("\n*", ["a"]), ("é\n*", ["a"]), ("é*\n**", ["a"]), ("😀**", ["a"]),
]

ATOMS = list("abcx1_-/. ") + ["é", "K", "İ", "ı", "ſ", "s", "\n", ".", "^", "$", r"\d", r"\w", r"\s", r"\W", r"\S", r"\D", r"\b",
         r"\B", r"\A", r"\Z", r"\1", r"\2", r"\n", r"\x61", r"\u00e9", r"\.", r"\0", r"[a-c]", r"[^ab]", r"[\w-]", r"[]x]",
         r"[^\W1]", r"(?P=n)", r"(?#z)", "[b-x]", r"[\s\d]", "{", "}", "]", "|", r"\q", "A", "B"]
REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{,2}", "{1,}", "{1,2}?", "*+", "?+", "{1,2}+", "{2,1}", "**", "{x"]
OPENINGS = ["(", "(", "(", "(?:", "(?:", "(?P<n>", "(?P<m>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "(?s:", "(?m:",
            "(?x:", "(?a:", "(?(1)", "(?(n)", "(?(2)", "(?i)", "(?ai:", "(?u:"]
HEADS = ["", "", "", "", "", "(?i)", "(?s)", "(?m)", "(?x)", "(?a)", "(?ai)", "(?is)"]
LETTERS = list("aabbcxX1_-/. AB") + ["é", "É", "K", "k", "I", "i", "İ", "ı", "ſ", "s", "\n", "\n", "\x1c", "١", "\u0301"]


def fuzzed_pattern(rng, depth):
    parts = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.random()
        if kind < 0.25 and depth > 0:
            part = rng.choice(OPENINGS) + fuzzed_pattern(rng, depth - 1) + (")" if rng.random() < 0.98 else "")
        elif kind < 0.3:
            part = "|"
        else:
            part = rng.choice(ATOMS)
        if rng.random() < 0.25:
            part += rng.choice(REPEATS)
        parts.append(part)
    return "".join(parts)


def broken(rng, pattern):
    """A pattern with one character lost, doubled or changed: mostly one that is refused."""
    if not pattern:
        return pattern
    at = rng.randrange(len(pattern))
    return pattern[:at] + rng.choice(["", pattern[at] * 2, rng.choice("()[]{}*?\\|<>=!P:-,1a^$")]) + pattern[at + 1:]


def fuzzed_text(rng):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(0, 7)))


def answer(function, pattern, text):
    try:
        return function(pattern, text) is not None
    except Exception as error:  # whatever the pattern is refused with
        return f"{type(error).__name__}: {error}"


class TooSlow(Exception):
    pass


def stop(*_):
    raise TooSlow


def row(pattern, text):
    return [pattern, text, answer(re.fullmatch, pattern, text), answer(re.search, pattern, text)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--fuzzed", type=int, default=FUZZED)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("python_regex.jsonl"))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, stop)
    rng = random.Random(arguments.seed)
    rows = [row(pattern, text) for pattern, texts in ROWS for text in texts]
    while arguments.fuzzed > 0:
        pattern = rng.choice(HEADS) + fuzzed_pattern(rng, 3)
        if rng.random() < 0.2:
            pattern = broken(rng, pattern)
        if rng.random() < 0.5 and isinstance(answer(re.fullmatch, pattern, ""), str) and rng.random() < 0.7:
            continue  # fewer of those that are refused
        text = fuzzed_text(rng)
        signal.alarm(2)
        try:
            rows.append(row(pattern, text))
        except TooSlow:
            continue
        finally:
            signal.alarm(0)
        arguments.fuzzed -= 1
    head = [f"# re of Python {platform.python_version()}, seed {arguments.seed}, {len(rows)} rows.",
            "# pattern, text, fullmatch, search"]
    text = "\n".join(head + [json.dumps(r, ensure_ascii=True) for r in rows]) + "\n"
    arguments.output.write_text(text)


if __name__ == "__main__":
    main()
