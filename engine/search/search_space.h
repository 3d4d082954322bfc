// SPDX-License-Identifier: GPL-3.0-or-later
// What is searched: some layers of a session, and the policies that each of them may have as its own.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Of each searched layer the index of its policy among SearchSpace::policies.
using Assignment = std::vector<std::uint8_t>;

struct SearchedLayer
{
    std::size_t position = 0; ///< among the model's layers
    std::string path; ///< Keras', "sequential/dense"
};

struct SearchSpace
{
    SessionSpec session; ///< without what stops a run
    std::vector<SearchedLayer> layers; ///< in model order
    std::vector<DTypePolicy> policies; ///< the menu's, and behind them float32 where the menu has it not
    std::vector<std::string> names; ///< of the policies, as they were written
    std::size_t menu = 0; ///< how many of the policies an answer may have
    std::size_t float32 = 0; ///< which of them budgets compare with

    /// Every layer with the same policy.
    Assignment uniform(std::size_t policy) const
    {
        return Assignment(layers.size(), static_cast<std::uint8_t>(policy));
    }
    /// What budgets compare with: all searched layers in float32, everything else as the session has it.
    Assignment reference() const { return uniform(float32); }
    /// Whether all its policies are the menu's.
    bool isOfMenu(const Assignment& assignment) const;
    /// menu to the power of layers; infinite where float64 cannot hold it.
    double assignments() const;
};

inline constexpr std::size_t kMostMenuPolicies = 64;

/// menu: names of policies of the session's family, "float32,mixed_float16". layers: a regular expression that is looked for anywhere in
/// a layer's path, as Python's re.search; empty: every layer but inputs. An error's place is "menu", "layers" or the session's.
/// Stopped, it has an error of that kind.
Result<SearchSpace> searchSpaceOf(SessionSpec session, std::string_view menu, std::string_view layers = {},
    const std::stop_token& stop = {});

/// All assignments of the menu in an order of theirs: the one at `number`, which is below assignments().
Assignment assignmentNumber(const SearchSpace& space, std::size_t number);

/// The session with these policies as the layers' own, under a seed.
SessionSpec assignedSession(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed);

} // namespace ulpscope
