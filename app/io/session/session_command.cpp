// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_command.h"

#include "app/io/keras/policy/keras_policy.h"
#include "app/io/session/recipe_text.h"
#include "engine/base/check.h"
#include "engine/base/text_lists.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/scaling/loss_scale_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace ulpscope {

namespace {

KerasPolicy policyOf(const SessionSpec& session)
{
    if (session.policies.map.empty())
        return session.policies.global;
    return DTypePolicyMap{.defaultPolicy = session.policies.global, .entries = session.policies.map};
}

/// A name where that says it, else Keras' JSON; nothing where neither reads back as the same.
std::optional<std::string> argumentFor(const KerasPolicy& policy)
{
    if (const auto* plain = std::get_if<DTypePolicy>(&policy)) {
        const Result<DTypePolicy> named = getPolicy(plain->name);
        if (named && *named == *plain)
            return plain->name;
    }
    const std::string text = kerasJson(policy).dump();
    const Result<KerasPolicy> read = policyFromText(text);
    return read && *read == policy ? std::optional(text) : std::nullopt;
}

/// Adds the loss scale, if it is another, and what is lost.
void finish(SessionCommand& command, SessionSpec session, const SessionSpec& wanted)
{
    const Component& own = session.training.lossScale;
    if (own != wanted.training.lossScale) {
        const std::string text = lossScaleArgument(wanted.training.lossScale, own);
        const Result<Component> read = lossScaleByText(text, own);
        const Result<Component> meant
            = checkComponent(lossScaleCatalog(), "loss scale", wanted.training.lossScale);
        if (read && meant && *read == *meant) {
            command.arguments.insert(command.arguments.end(), {"--loss-scale", text});
            session.training.lossScale = wanted.training.lossScale;
        }
    }
    command.lost = sessionDifferences(session, wanted);
}

/// The options of ulpscope-cli run, one after the other, until base and session are the same.
SessionCommand commandFrom(const NamedSession& base, const SessionSpec& wanted)
{
    SessionCommand command{{"ulpscope-cli", "run", base.argument}, {}};
    SessionSpec session = base.session;
    const auto add = [&](const char* option, const std::string& value) {
        command.arguments.insert(command.arguments.end(), {option, value});
    };
    if (session.training.steps != wanted.training.steps)
        add("--steps", std::to_string(session.training.steps = wanted.training.steps));
    if (session.training.seed != wanted.training.seed)
        add("--seed", std::to_string(session.training.seed = wanted.training.seed));
    if (session.probes.watch != wanted.probes.watch) {
        session.probes.watch = wanted.probes.watch;
        add("--watch", watchModeNames().at(static_cast<std::size_t>(wanted.probes.watch)));
    }
    if (session.training.arithmetic != wanted.training.arithmetic) {
        session.training.arithmetic = wanted.training.arithmetic;
        add("--arithmetic", arithmeticSetting(wanted.training.arithmetic));
    }
    if (session.probes.tensorsEvery != wanted.probes.tensorsEvery)
        add("--every", std::to_string(session.probes.tensorsEvery = wanted.probes.tensorsEvery));
    if (session.policies.recipe != wanted.policies.recipe) {
        const std::string text = recipeArgument(wanted.policies.recipe);
        const Result<Component> read = recipeByText(text);
        const Result<Component> meant = checkComponent(recipeCatalog(), "recipe", wanted.policies.recipe);
        if (read && meant && *read == *meant) {
            session.policies.recipe = wanted.policies.recipe;
            add("--recipe", text);
        }
    }
    // --policy also sets the loss scale, which --loss-scale sets again where the person has another.
    SessionCommand withPolicy = command;
    SessionSpec policySession = session;
    usePolicyAsCompile(policySession, policyOf(wanted));
    const std::optional<std::string> argument = argumentFor(policyOf(wanted));
    finish(command, std::move(session), wanted);
    if (!argument)
        return command;
    withPolicy.arguments.insert(withPolicy.arguments.end(), {"--policy", *argument});
    finish(withPolicy, std::move(policySession), wanted);
    return withPolicy.lost.size() < command.lost.size() ? withPolicy : command;
}

} // namespace

std::string shellWord(const std::string& text)
{
    constexpr std::string_view kPlain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string SessionCommand::text() const
{
    return joinedText(arguments, " ", shellWord);
}

SessionCommand sessionCommand(
    const SessionSpec& session, const std::vector<NamedSession>& bases, std::optional<std::int64_t> lastStep)
{
    check(!bases.empty(), "[sessionCommand] something to start from");
    std::vector<SessionCommand> commands;
    for (const NamedSession& base : bases)
        commands.push_back(commandFrom(base, session));
    SessionCommand best = *std::min_element(
        commands.begin(), commands.end(), [](const SessionCommand& a, const SessionCommand& b) {
            return std::pair(a.lost.size(), a.arguments.size())
                < std::pair(b.lost.size(), b.arguments.size());
        });
    if (lastStep)
        best.arguments.insert(best.arguments.end(), {"--until", "step:" + std::to_string(*lastStep)});
    return best;
}

} // namespace ulpscope
