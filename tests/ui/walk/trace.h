// SPDX-License-Identifier: GPL-3.0-or-later
// The last actions of a walk, in memory that its supervisor shares: they outlive a crash, a kill and a sanitizer's exit.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace ulpscope::ui::walk {

/// What a person needs to walk the same way again.
struct Replay
{
    std::uint64_t seed = 1;
    std::int64_t actions = 3000;
    bool isTold = false; ///< every action is printed before it is done
    int patienceMs = 10'000; ///< longer without a sign of life is a hang

    /// ULPSCOPE_WALK_SEED, _ACTIONS, _TRACE and _PATIENCE_S.
    static Replay fromEnvironment();
    std::string command() const;
};

class Trace
{
public:
    static constexpr std::size_t kKept = 60;

    void begin(std::int64_t action, const std::string& text);
    /// The window has come back to its event loop.
    void alive();
    /// What gets the events of a loop that does not come back.
    void busyWith(const std::string& text);

    std::int64_t actions() const { return m_actions; }
    std::int64_t msSinceAlive() const;
    /// Oldest first, a line each.
    std::string lastActions() const;
    /// Empty but in a hang that is made of events.
    std::string busyWith() const { return m_busyWith.data(); }

private:
    using Line = std::array<char, 200>;

    std::atomic<std::int64_t> m_actions{0}; ///< begun
    std::atomic<std::int64_t> m_lines{0};
    std::atomic<std::int64_t> m_aliveMs{0}; ///< 0: not walking
    std::array<Line, kKept> m_texts{};
    Line m_busyWith{};
};

} // namespace ulpscope::ui::walk
