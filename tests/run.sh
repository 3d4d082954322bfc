#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds the tests and runs them. Usage:
#   tests/run.sh [release|dev|asan|tsan|engine|coverage|slow] [--no-skip] [ctest arguments]
#   tests/run.sh asan --slow [--no-skip] [ctest arguments]
#   tests/run.sh bench [Google Benchmark arguments]
#   tests/run.sh slurm
#   tests/run.sh tidy
#   tests/run.sh fuzz [SECONDS] [TARGET...]
#   tests/run.sh walk [SECONDS] [SEED]
#
#   release   (default) everything but the slow tests, in build/release, where warnings are errors
#   dev       the same in build/dev, where each file is compiled alone
#   asan      AddressSanitizer and UndefinedBehaviorSanitizer, in build/dev-asan; with --slow, the long random walks
#             through the window instead
#   tsan      ThreadSanitizer, in build/dev-tsan
#   engine    engine and command line without the window, in build/engine-only
#   coverage  prints how much of each folder the tests run, and leaves build/coverage/coverage.html
#   slow      the exhaustive tests, all 2^32 inputs of a cast, and the long random walks, 100,000 actions
#   bench     the benchmarks, in build/release
#   slurm     a sweep and a search on a Slurm that it starts on this machine for itself, with tasks killed and nodes lost
#   tidy      clang-tidy over engine, app and ui; every finding is a failure
#   fuzz      libFuzzer with both sanitizers over the whole engine, in build/fuzz: each target of tests/fuzz for so many
#             seconds (20), then a table; inputs that fail are left in build/fuzz/findings
#   walk      random clicks, keys, texts and kills at the real window, on a display of its own, for so many seconds (600); as root,
#             who lets a user without rights do it
#   --no-skip a skipped test is a failure
# Examples:  tests/run.sh -L engine      tests/run.sh asan -R tst_rounding      tests/run.sh bench --benchmark_filter=Step
#            tests/run.sh fuzz 600 session npz
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../app/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/build.sh"

mode=release no_skip=false slow=false
case ${1:-} in
    release | dev | asan | tsan | engine | coverage | slow | bench | slurm | tidy | fuzz | walk)
        mode=$1
        shift
        ;;
    -h | --help)
        sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
        exit 0
        ;;
esac
arguments=()
for argument in "$@"; do
    if [ "$argument" = --no-skip ]; then
        no_skip=true
    elif [ "$argument" = --slow ] && [ "$mode" = asan ]; then
        slow=true
    else
        arguments+=("$argument")
    fi
done

# The tests against real Keras make a Python environment of their own under the build folder; pdftotext reads what is printed.
# The walk at the real window has a display, a window manager and a library to send events.
walk_packages=(python3 xvfb openbox libxtst6)
test_packages=("${app_packages[@]}" python3-venv poppler-utils clang-format-14 git "${walk_packages[@]}")

# run_tests PRESET [ctest arguments]: fails if a test fails, or with --no-skip if one is skipped.
run_tests() {
    local preset=$1 folder="$root/build/$1" status=0 skipped
    shift
    ensure_runtime_folder
    say "Running the tests of build/$preset"
    "${launcher[@]}" ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" \
        --output-junit "$folder/tests.xml" --test-output-size-passed 1000000 "$@" "${arguments[@]}" || status=$?
    # A program of Qt Test with a skipped function counts as passed for ctest, but its output says so.
    skipped=$(grep -E '(^|<system-out>)(SKIP +|skipped): |status="(notrun|disabled)"' "$folder/tests.xml" \
        | sed -E 's/^.*(<testcase name="([^"]*)".*)$/\2/; s/^.*<system-out>//; s/^/  /' || true)
    if [ -n "$skipped" ]; then
        printf '\nSkipped:\n%s\n' "$skipped"
        if $no_skip; then
            echo "A skipped test is a failure here (--no-skip)."
            [ $status -ne 0 ] || status=1
        fi
    fi
    return $status
}

# fuzz_target NAME SECONDS: prints a row of the table; fails if an input did, or if there was no fuzzing. Seeds are those of
# the tree, what was found new the last times, and what failed then.
fuzz_target() {
    local name=$1 seconds=$2 fuzz="$root/build/fuzz" sources="$root/tests/fuzz" status=0
    local log="$fuzz/logs/$name.txt" findings="$fuzz/findings/$name" corpus="$fuzz/corpus/$name"
    mkdir -p "$fuzz/logs" "$corpus" "$findings"
    find "$findings" -type f -exec mv -t "$corpus" {} +
    local inputs=("$corpus" "$sources/corpus/$name")
    [ "$name" != session ] || inputs+=("$root/tests/corpus/sessions" "$root/resources/scenes")
    "$fuzz/bin/fuzz_$name" -max_total_time="$seconds" -dict="$sources/dictionaries/$name.dict" -max_len=4096 \
        -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1024 -entropic=0 -print_final_stats=1 \
        -artifact_prefix="$findings/" "${inputs[@]}" >"$log" 2>&1 || status=$?
    # figure NAME: the last number of that name in the log.
    figure() { sed -nE "s/.*$1:? +([0-9]+).*/\1/p" "$log" | tail -n 1; }
    printf '%-14s %12s %10s %10s %10s\n' "$name" "$(figure number_of_executed_units)" "$(figure average_exec_per_sec)" \
        "$(figure cov)" "$(find "$findings" -type f | wc -l)"
    [ $status -eq 0 ] || grep -m 1 -E '^Not so: |^SUMMARY: |runtime error: |what\(\): ' "$log" || tail -n 1 "$log"
    return $status
}

launcher=()
case $mode in
    release | slow)
        install_packages "${test_packages[@]}"
        configure release -DULPSCOPE_BUILD_TESTS=ON -DULPSCOPE_WERROR=ON
        build release
        if [ "$mode" = slow ]; then
            run_tests release -L slow
        else
            run_tests release -LE slow
        fi
        ;;
    dev)
        install_packages "${test_packages[@]}" libbenchmark-dev
        configure dev
        build dev
        run_tests dev -LE slow
        ;;
    asan)
        install_packages "${test_packages[@]}"
        configure dev-asan
        build dev-asan
        if $slow; then
            # All inputs of a cast are about its values, and would take days here.
            run_tests dev-asan -L slow -LE exhaustive
        else
            run_tests dev-asan -LE 'slow|interop'
        fi
        ;;
    tsan)
        install_packages "${test_packages[@]}"
        configure dev-tsan
        build dev-tsan
        # GCC 12's ThreadSanitizer cannot place its shadow memory where kernels randomise addresses by more than 28 bits.
        if setarch --addr-no-randomize true 2>/dev/null; then
            launcher=(setarch --addr-no-randomize)
        fi
        run_tests dev-tsan -LE 'slow|interop'
        ;;
    engine)
        install_packages "${test_packages[@]}"
        configure engine-only
        build engine-only
        run_tests engine-only -LE 'slow|interop'
        ;;
    coverage)
        install_packages "${test_packages[@]}" gcovr
        configure coverage
        build coverage
        find "$root/build/coverage" -name '*.gcda' -delete
        run_tests coverage -LE 'slow|interop'
        (cd "$root" && gcovr --root . --filter engine/ --filter app/ --filter ui/ --exclude-unreachable-branches \
            --gcov-ignore-parse-errors \
            --print-summary --html-details build/coverage/coverage.html build/coverage)
        ;;
    bench)
        install_packages "${app_packages[@]}" libbenchmark-dev
        configure release -DULPSCOPE_BUILD_BENCHMARKS=ON
        build release benchmarks
        for program in "$root"/build/release/bin/bench_*; do
            say "$(basename "$program")"
            "$program" "${arguments[@]}"
        done
        ;;
    slurm)
        install_packages "${app_packages[@]}" python3 slurm-wlm munge
        configure release
        build release ulpscope-cli
        say "Running a sweep on Slurm"
        python3 -B "$root/tests/slurm/sweep_on_slurm.py" "$root/build/release/bin/ulpscope-cli"
        ;;
    walk)
        install_packages "${app_packages[@]}" "${walk_packages[@]}"
        configure release
        build release ulpscope
        say "Walking"
        python3 -B "$root/tests/robustness/window_walk.py" "$root/build/release/bin/ulpscope" "${arguments[@]:-600}"
        ;;
    fuzz)
        seconds=20
        if [[ ${arguments[0]:-} =~ ^[0-9]+$ ]]; then
            seconds=${arguments[0]}
            arguments=("${arguments[@]:1}")
        fi
        install_packages "${app_packages[@]}" clang libclang-rt-14-dev llvm
        configure fuzz
        build fuzz fuzzers
        if [ ${#arguments[@]} -eq 0 ]; then
            for source in "$root"/tests/fuzz/fuzz_*.cpp; do
                name=$(basename "$source" .cpp)
                arguments+=("${name#fuzz_}")
            done
        fi
        TMPDIR=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")") # for readers of paths
        export TMPDIR UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=quarantine_size_mb=32
        trap 'rm -rf "$TMPDIR"' EXIT
        say "Fuzzing each of ${#arguments[@]} targets for $seconds s"
        printf '%-14s %12s %10s %10s %10s\n' target executions exec/s edges findings
        status=0
        for name in "${arguments[@]}"; do
            fuzz_target "$name" "$seconds" || status=1
        done
        [ $status -eq 0 ] || fail "the inputs in build/fuzz/findings fail; build/fuzz/logs says how"
        ;;
    tidy)
        install_packages "${test_packages[@]}" libbenchmark-dev clang-tidy
        configure dev
        # Clang does not know these options of GCC's.
        mkdir -p "$root/build/dev/tidy"
        sed 's/ -fno-gnu-unique//g; s/ -Wno-restrict//g; s/ -Wno-maybe-uninitialized//g' \
            "$root/build/dev/compile_commands.json" >"$root/build/dev/tidy/compile_commands.json"
        say "Running clang-tidy (minutes)"
        # Nor '#pragma GCC ivdep'.
        (cd "$root" && find engine app ui -name '*.cpp' -print0 \
            | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/dev/tidy --quiet --warnings-as-errors='*' \
                --extra-arg=-Wno-unknown-pragmas)
        ;;
esac
