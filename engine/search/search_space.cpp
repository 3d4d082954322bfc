// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/search_space.h"

#include "engine/base/shown_text.h"
#include "engine/policy/legacy_policy.h"
#include "engine/session/checked_session.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

std::vector<std::string> menuNames(std::string_view menu)
{
    std::vector<std::string> names(1);
    for (const char c : menu)
        if (c == ',')
            names.emplace_back();
        else if (c != ' ')
            names.back() += c;
    return names;
}

Status addMenu(SearchSpace& space, std::string_view menu)
{
    space.names = menuNames(menu);
    if (space.names.size() > kMostMenuPolicies)
        return Error{"menu", "at most " + std::to_string(kMostMenuPolicies) + " policies"};
    for (std::size_t i = 0; i < space.names.size(); ++i) {
        const std::string& name = space.names[i];
        if (std::find(space.names.begin(), space.names.begin() + static_cast<std::ptrdiff_t>(i), name)
            != space.names.begin() + static_cast<std::ptrdiff_t>(i))
            return Error{"menu", "'" + shownText(name) + "' is there twice"};
        Result<DTypePolicy> policy = policyOfFamily(space.session.policies.family, name);
        if (!policy)
            return Error{"menu", policy.error().text()};
        space.policies.push_back(*std::move(policy));
    }
    space.menu = space.policies.size();
    const auto float32 = std::find(space.policies.begin(), space.policies.end(), DTypePolicy{});
    space.float32 = static_cast<std::size_t>(float32 - space.policies.begin());
    if (float32 == space.policies.end()) {
        space.policies.emplace_back();
        space.names.push_back(space.policies.back().name);
    }
    return success();
}

Status addLayers(SearchSpace& space, std::string_view layers)
{
    const Result<PythonRegex> pattern = PythonRegex::compile(layers, MapMatching::Search);
    if (!pattern)
        return Error{"layers", pattern.error().text()};
    const ModelSpec& model = space.session.model;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::string path = model.layerPath(model.layers[i]);
        if (model.layers[i].className == "InputLayer")
            continue;
        const Result<bool> isWanted = pattern->matches(path);
        if (!isWanted)
            return Error{"layers", isWanted.error().text()};
        if (*isWanted)
            space.layers.push_back({i, path});
    }
    if (space.layers.empty())
        return Error{
            "layers", "no layer but inputs has '" + shownText(std::string(layers)) + "' in its path"};
    return success();
}

/// Whether each layer can be trained under each policy, the others being in float32.
Status checkChoices(const SearchSpace& space, const std::stop_token& stop)
{
    for (std::size_t policy = 0; policy < space.policies.size(); ++policy)
        for (std::size_t i = 0; i < space.layers.size(); ++i) {
            if (stop.stop_requested())
                return stoppedError();
            Assignment assignment = space.reference();
            assignment[i] = static_cast<std::uint8_t>(policy);
            if (const Status fits
                = checkRunnable(assignedSession(space, assignment, space.session.training.seed));
                !fits)
                return Error{"menu",
                    space.names[policy] + " at " + shownText(space.layers[i].path) + ": "
                        + fits.error().text()};
        }
    return success();
}

} // namespace

bool SearchSpace::isOfMenu(const Assignment& assignment) const
{
    return std::ranges::all_of(assignment, [this](std::uint8_t policy) { return policy < menu; });
}

double SearchSpace::assignments() const
{
    return std::pow(static_cast<double>(menu), static_cast<double>(layers.size()));
}

Result<SearchSpace> searchSpaceOf(
    SessionSpec session, std::string_view menu, std::string_view layers, const std::stop_token& stop)
{
    if (const Status fits = checkSession(session); !fits)
        return fits.error();
    SearchSpace space;
    space.session = std::move(session);
    space.session.watches.clear();
    space.session.notes.clear();
    if (const Status added = addMenu(space, menu); !added)
        return added.error();
    if (const Status added = addLayers(space, layers); !added)
        return added.error();
    if (const Status fits = checkChoices(space, stop); !fits)
        return fits.error();
    return space;
}

Assignment assignmentNumber(const SearchSpace& space, std::size_t number)
{
    Assignment assignment(space.layers.size());
    for (std::uint8_t& policy : assignment) {
        policy = static_cast<std::uint8_t>(number % space.menu);
        number /= space.menu;
    }
    return assignment;
}

SessionSpec assignedSession(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed)
{
    SessionSpec session = space.session;
    session.training.seed = seed;
    for (std::size_t i = 0; i < space.layers.size(); ++i)
        session.model.layers[space.layers[i].position].policy = space.policies[assignment[i]];
    return session;
}

} // namespace ulpscope
