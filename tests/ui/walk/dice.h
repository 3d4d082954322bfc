// SPDX-License-Identifier: GPL-3.0-or-later
// The walk's only source of chance: the same seed throws the same numbers on every machine, which the standard's
// distributions do not promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace ulpscope::ui::walk {

class Dice
{
public:
    explicit Dice(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    /// 0 to below - 1; 0 for none to choose from.
    int below(int below) { return below > 0 ? int(m_engine() % std::uint64_t(below)) : 0; }
    int between(int low, int high) { return low + below(high - low + 1); }
    /// True in `percent` of 100 throws.
    bool chance(int percent) { return below(100) < percent; }
    /// 0 to 1, without the 1.
    double share() { return double(m_engine() >> 11) * 0x1p-53; }

    template <class List>
    const auto& oneOf(const List& list)
    {
        return *(std::begin(list) + below(int(std::size(list))));
    }

    /// An index, each as likely as its weight; -1 if all weigh nothing.
    template <class Weights>
    int weighted(const Weights& weights)
    {
        double sum = 0;
        for (const double weight : weights)
            sum += weight;
        double at = share() * sum;
        int index = 0;
        int last = -1;
        for (const double weight : weights) {
            if (weight > 0) {
                last = index;
                if (at < weight)
                    return index;
                at -= weight;
            }
            ++index;
        }
        return last;
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace ulpscope::ui::walk
