// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/trace.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace ulpscope::ui::walk {

namespace {

std::int64_t nowMs()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::int64_t numberFrom(const char* name, std::int64_t otherwise)
{
    const char* text = std::getenv(name);
    return text != nullptr && *text != '\0' ? std::strtoll(text, nullptr, 10) : otherwise;
}

void put(const std::string& text, std::array<char, 200>& to)
{
    const std::size_t size = std::min(text.size(), to.size() - 1);
    std::copy_n(text.begin(), size, to.begin());
    to[size] = '\0';
}

} // namespace

Replay Replay::fromEnvironment()
{
    Replay replay;
    replay.seed = std::uint64_t(numberFrom("ULPSCOPE_WALK_SEED", std::int64_t(replay.seed)));
    replay.actions = numberFrom("ULPSCOPE_WALK_ACTIONS", replay.actions);
    replay.isTold = numberFrom("ULPSCOPE_WALK_TRACE", 0) != 0;
    replay.patienceMs = int(1000 * numberFrom("ULPSCOPE_WALK_PATIENCE_S", replay.patienceMs / 1000));
    return replay;
}

std::string Replay::command() const
{
    return "ULPSCOPE_WALK_SEED=" + std::to_string(seed) + " ULPSCOPE_WALK_ACTIONS=" + std::to_string(actions)
        + " ULPSCOPE_WALK_TRACE=1 tst_walk";
}

void Trace::begin(std::int64_t action, const std::string& text)
{
    put(std::to_string(action) + ": " + text, m_texts[std::size_t(m_lines) % kKept]);
    ++m_lines;
    m_actions = action + 1;
    alive();
}

void Trace::alive()
{
    m_aliveMs = nowMs();
}

void Trace::busyWith(const std::string& text)
{
    put(text, m_busyWith);
}

std::int64_t Trace::msSinceAlive() const
{
    const std::int64_t alive = m_aliveMs;
    return alive == 0 ? 0 : nowMs() - alive;
}

std::string Trace::lastActions() const
{
    std::string text;
    const std::int64_t lines = m_lines;
    for (std::int64_t i = std::max<std::int64_t>(0, lines - std::int64_t(kKept)); i < lines; ++i)
        text += std::string("  ") + m_texts[std::size_t(i) % kKept].data() + '\n';
    return text;
}

} // namespace ulpscope::ui::walk
