// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/search_space.h"

#include "app/search/sweep/session_files.h"
#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/layer/layer_catalog.h"
#include "engine/policy/legacy_policy.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/scaling/loss_scale_text.h"
#include "engine/session/checked_session.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ulpscope {

namespace {

constexpr std::string_view kRecipe = "recipe";
constexpr std::string_view kAccumulator = "accumulator"; ///< the accumulator of all three products

/// Parts between separators, without spaces.
std::vector<std::string> partsOf(std::string_view text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == separator)
            parts.emplace_back();
        else if (c != ' ')
            parts.back() += c;
    return parts;
}

/// Parts between separators, trimmed; spaces within a part stay.
std::vector<std::string> trimmedPartsOf(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        const std::size_t first = std::min(part.find_first_not_of(' '), part.size());
        parts.push_back(part.substr(first, part.find_last_not_of(' ') + 1 - first));
    }
    return parts;
}

std::vector<std::string> settingNames()
{
    std::vector<std::string> names{std::string(kRecipe), std::string(kAccumulator)};
    for (const NumericsOverrideRow& row : numericsOverrides())
        names.emplace_back(row.path);
    return names;
}

Message twice(const std::string& name)
{
    return message("'%1' is there twice").with(verbatim(shownText(name)));
}

/// Adds one "key=value" that follows a policy.
Status addSetting(MenuEntry& entry, std::string_view setting)
{
    const std::size_t equals = setting.find('=');
    const std::string key(setting.substr(0, equals));
    const std::string value(equals == std::string_view::npos ? "" : setting.substr(equals + 1));
    if (value.empty())
        return Error{"",
            message("'%1' is no setting such as recipe=mxfp8")
                .with(verbatim(shownText(std::string(setting))))};
    if (key == kRecipe) {
        entry.recipe = Component{value, {}};
        const Result<Recipe> recipe = makeRecipe(*entry.recipe);
        return recipe ? success() : Status(Error{"", recipe.error().message});
    }
    bool isKnown = false;
    for (const NumericsOverrideRow& row : numericsOverrides())
        if (row.path == key || (key == kAccumulator && row.kind == OverrideKind::Accumulator)) {
            entry.numerics[row.setting] = value;
            isKnown = true;
        }
    if (!isKnown)
        return Error{"", unknownName(translated("setting"), key, settingNames())};
    const Result<NumericsOverrides> read = readNumerics(entry.numerics);
    return read ? success() : Status(Error{"", read.error().message});
}

Result<MenuEntry> entryOf(const std::string& name, PolicyFamily family)
{
    const std::vector<std::string> parts = partsOf(name, '+');
    Result<DTypePolicy> policy = policyOfFamily(family, parts[0]);
    if (!policy)
        return policy.error();
    MenuEntry entry{.name = name, .policy = *std::move(policy)};
    for (std::size_t i = 1; i < parts.size(); ++i)
        for (std::size_t j = 1; j < i; ++j)
            if (const std::string key = parts[i].substr(0, parts[i].find('='));
                key == parts[j].substr(0, parts[j].find('=')))
                return Error{"", twice(key)};
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (const Status added = addSetting(entry, parts[i]); !added)
            return added.error();
    return entry;
}

Status addMenu(SearchSpace& space, std::string_view menu)
{
    const std::vector<std::string> names = partsOf(menu, ',');
    if (names.size() > kMaxMenuEntries)
        return Error{"menu", message("at most %1 policies").with(std::to_string(kMaxMenuEntries))};
    for (const std::string& name : names) {
        if (std::ranges::find(space.entries, name, &MenuEntry::name) != space.entries.end())
            return Error{"menu", twice(name)};
        Result<MenuEntry> entry = entryOf(name, space.session.policies.family);
        if (!entry)
            return Error{"menu", entry.error().sentence()};
        space.entries.push_back(*std::move(entry));
    }
    space.menu = space.entries.size();
    const auto float32 = std::ranges::find_if(space.entries, [](const MenuEntry& entry) {
        return entry.policy == DTypePolicy{} && entry.numerics.isEmpty() && !entry.recipe;
    });
    space.float32 = static_cast<std::size_t>(float32 - space.entries.begin());
    if (float32 == space.entries.end())
        space.entries.push_back({.name = DTypePolicy{}.name, .policy = {}});
    return success();
}

Status addLossScales(SearchSpace& space, const std::string& text)
{
    // The text states all parameters, like the others' texts.
    const Result<Component> own
        = checkComponent(lossScaleCatalog(), "loss scale", space.session.training.lossScale);
    if (!own)
        return own.error().within("loss_scale");
    for (const std::string& name : trimmedPartsOf(text, ',')) {
        if (space.lossScales.size() == kMaxMenuEntries)
            return Error{
                "loss-scale", message("at most %1 loss scales").with(std::to_string(kMaxMenuEntries))};
        Result<Component> lossScale = lossScaleByText(name, *own);
        if (!lossScale)
            return Error{"loss-scale", lossScale.error().message};
        if (std::ranges::find(space.lossScales, *lossScale, &LossScaleEntry::lossScale)
            != space.lossScales.end())
            return Error{"loss-scale", twice(name)};
        space.lossScales.push_back({name, *std::move(lossScale)});
    }
    if (space.lossScales.empty())
        return success();
    space.lossScaleMenu = space.lossScales.size();
    const auto same = std::ranges::find(space.lossScales, *own, &LossScaleEntry::lossScale);
    space.ownLossScale = static_cast<std::size_t>(same - space.lossScales.begin());
    if (same == space.lossScales.end())
        space.lossScales.push_back({shortLossScaleText(*own), *own});
    return success();
}

/// A rule that says which layers change together.
struct TogetherRule
{
    std::string text;
    std::optional<PythonRegex> path; ///< none: the text is a class's name
    std::optional<std::size_t> place = {}; ///< index in SearchSpace::layers, once a layer fits
};

Result<std::vector<TogetherRule>> togetherRules(std::string_view together)
{
    std::vector<TogetherRule> rules;
    for (const std::string& text : partsOf(together, ';')) {
        if (text.empty())
            continue;
        rules.push_back({.text = text, .path = {}});
        if (findRow(layerCatalog(), text) != nullptr)
            continue;
        Result<PythonRegex> pattern = PythonRegex::compile(text, MapMatching::Search);
        if (!pattern)
            return Error{"together", pattern.error().sentence()};
        rules.back().path = *std::move(pattern);
    }
    return rules;
}

/// The first rule that fits; null: none does.
Result<TogetherRule*> ruleOf(
    std::vector<TogetherRule>& rules, const std::string& path, const std::string& className)
{
    for (TogetherRule& rule : rules) {
        const Result<bool> fits = rule.path ? rule.path->matches(path) : Result<bool>(className == rule.text);
        if (!fits)
            return Error{"together", fits.error().sentence()};
        if (*fits)
            return &rule;
    }
    return nullptr;
}

Status addLayers(SearchSpace& space, const SearchedText& text)
{
    const Result<PythonRegex> pattern = PythonRegex::compile(text.layers, MapMatching::Search);
    if (!pattern)
        return Error{"layers", pattern.error().sentence()};
    Result<std::vector<TogetherRule>> rules = togetherRules(text.together);
    if (!rules)
        return rules.error();
    const ModelSpec& model = space.session.model;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::string path = model.layerPath(model.layers[i]);
        if (model.layers[i].className == "InputLayer")
            continue;
        const Result<bool> isWanted = pattern->matches(path);
        if (!isWanted)
            return Error{"layers", isWanted.error().sentence()};
        if (!*isWanted)
            continue;
        const Result<TogetherRule*> rule = ruleOf(*rules, path, model.layers[i].className);
        if (!rule)
            return rule.error();
        if (*rule == nullptr) {
            space.layers.push_back({path, {{i, path}}});
        } else if ((*rule)->place) {
            space.layers[*(*rule)->place].members.push_back({i, path});
        } else {
            (*rule)->place = space.layers.size();
            space.layers.push_back({(*rule)->text, {{i, path}}});
        }
    }
    if (space.layers.empty())
        return Error{"layers",
            message("no layer but inputs has '%1' in its path").with(verbatim(shownText(text.layers)))};
    for (const TogetherRule& rule : *rules)
        if (!rule.place)
            return Error{"together",
                message("'%1' fits no searched layer but those of the ones before it")
                    .with(verbatim(shownText(rule.text)))};
    return success();
}

/// Whether float32 can be trained, and each layer with each entry, the others being in float32.
Status checkChoices(const SearchSpace& space, const std::stop_token& stop)
{
    if (const Status fits
        = checkRunnable(assignedSession(space, space.reference(), space.session.training.seed));
        !fits)
        return Error{"menu",
            message("%1: %2")
                .with(
                    message("all searched layers in float32, which budgets compare with, cannot be trained"))
                .with(fits.error().sentence())};
    for (std::size_t entry = 0; entry < space.entries.size(); ++entry)
        for (std::size_t i = 0; i < space.layers.size(); ++i) {
            if (stop.stop_requested())
                return stoppedError();
            Assignment assignment = space.reference();
            assignment[i] = static_cast<std::uint8_t>(entry);
            if (const Status fits
                = checkRunnable(assignedSession(space, assignment, space.session.training.seed));
                !fits)
                return Error{"menu",
                    message("%1 at %2: %3")
                        .with(verbatim(space.entries[entry].name))
                        .with(verbatim(shownText(space.layers[i].name)))
                        .with(fits.error().sentence())};
        }
    for (std::size_t i = 0; i < space.lossScales.size(); ++i)
        if (const Status fits = checkRunnable(
                assignedSession(space, space.uniform(space.float32, i), space.session.training.seed));
            !fits)
            return Error{
                "loss-scale", Error(shownText(space.lossScales[i].name), fits.error().sentence()).sentence()};
    return success();
}

} // namespace

bool SearchSpace::isOfMenu(const Assignment& assignment) const
{
    for (std::size_t i = 0; i < assignment.size(); ++i)
        if (assignment[i] >= choices(i))
            return false;
    return true;
}

Assignment SearchSpace::withLossScale(Assignment ofLayers, std::size_t lossScale) const
{
    if (!lossScales.empty())
        ofLayers.push_back(static_cast<std::uint8_t>(lossScale));
    return ofLayers;
}

double SearchSpace::assignments() const
{
    return std::pow(static_cast<double>(menu), static_cast<double>(layers.size()))
        * static_cast<double>(lossScaleMenu);
}

Result<SearchSpace> searchSpaceOf(SessionSpec session, const SearchedText& text, const std::stop_token& stop)
{
    if (const Status fits = checkSession(session); !fits)
        return fits.error();
    SearchSpace space;
    space.session = std::move(session);
    space.session.watches.clear();
    space.session.notes.clear();
    if (const Status added = addMenu(space, text.menu); !added)
        return added.error();
    if (const Status added = addLayers(space, text); !added)
        return added.error();
    if (const Status added = addLossScales(space, text.lossScales); !added)
        return added.error();
    if (const Status fits = checkChoices(space, stop); !fits)
        return fits.error();
    Result<std::string> files = fileDigests(space.session, stop);
    if (!files)
        return files.error();
    space.files = *std::move(files);
    return space;
}

Assignment assignmentNumber(const SearchSpace& space, std::size_t number)
{
    Assignment assignment(space.coordinates());
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        assignment[i] = static_cast<std::uint8_t>(number % space.choices(i));
        number /= space.choices(i);
    }
    return assignment;
}

void giveEntry(const SearchSpace& space, std::size_t entry, LayerSpec& layer)
{
    const MenuEntry& given = space.entries[entry];
    layer.policy = given.policy;
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    if (row == nullptr)
        return;
    const bool takesRecipes
        = row->formula.isLinear || row->isComposite(); // a composite counts its children's
    if (entry == space.float32) {
        layer.numerics = {};
        layer.children.clear();
        layer.recipe.reset();
        if (takesRecipes && space.session.policies.recipe != noRecipe())
            layer.recipe = noRecipe();
        return;
    }
    const auto isSearched = [&space](const auto& isSet) { return std::ranges::any_of(space.entries, isSet); };
    for (const NumericsOverrideRow& setting : numericsOverrides())
        if ((isStorage(setting.kind) ? row->hasVariables() : row->hasProducts)
            && isSearched([&](const MenuEntry& one) { return one.numerics[setting.setting].has_value(); }))
            layer.numerics[setting.setting] = given.numerics[setting.setting];
    if (takesRecipes && isSearched([](const MenuEntry& one) { return one.recipe.has_value(); }))
        layer.recipe = given.recipe;
}

SessionSpec assignedSession(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed)
{
    SessionSpec session = space.session;
    session.training.seed = seed;
    for (std::size_t i = 0; i < space.layers.size(); ++i)
        for (const SearchedLayer& layer : space.layers[i].members)
            giveEntry(space, assignment[i], session.model.layers[layer.position]);
    if (!space.lossScales.empty())
        session.training.lossScale = space.lossScales[space.lossScaleOf(assignment)].lossScale;
    return session;
}

} // namespace ulpscope
