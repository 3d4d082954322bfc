// SPDX-License-Identifier: GPL-3.0-or-later
// What is searched: some layers of a session, each alone or several together, and the entries of a menu that each of them may have: a
// policy of its own, and with it a recipe, accumulators and formats. The session's loss scale may have a menu too.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// For each of SearchSpace::layers, the index of its entry among SearchSpace::entries; behind them, where loss scales are searched, the index of
/// one among SearchSpace::lossScales.
using Assignment = std::vector<std::uint8_t>;

struct SearchedLayer
{
    std::size_t position = 0; ///< index among the model's layers
    std::string path; ///< Keras', "sequential/dense"
};

/// Layers that change their policy together.
struct SearchedLayers
{
    /// The one layer's path; of several what was asked for, "Dense" or a regular expression.
    std::string name;
    std::vector<SearchedLayer> members; ///< layers in model order, at least one
};

/// An entry of the menu that a layer may have. The entry float32 replaces the layer's whole arithmetic: no recipe,
/// formats or accumulators, and no policies of children. Under another entry the layer inherits each setting that only
/// other entries of the menu set, whatever it had of its own; settings without a meaning for a layer's class are left
/// out there.
struct MenuEntry
{
    std::string
        name; ///< as it was written: "mixed_float16", "mixed_bfloat16+recipe=mxfp8+accumulator=hopper-fp8"
    DTypePolicy policy;
    NumericsSpec numerics = {};
    std::optional<Component> recipe = {};
};

struct LossScaleEntry
{
    std::string name; ///< the text as it was written: "none", "1024", "dynamic 2^15"
    Component lossScale;
};

struct SearchSpace
{
    SessionSpec session; ///< session without the rules that stop a run
    std::vector<SearchedLayers> layers; ///< groups in the order of their first members
    std::vector<MenuEntry> entries; ///< the menu's, and behind them float32 where the menu has it not
    std::size_t menu = 0; ///< how many of the entries an answer may have
    std::size_t float32 = 0; ///< index of the entry float32, which budgets compare with
    /// The menu's, and behind them the session's own where the menu has it not; empty: the loss scale is not searched.
    std::vector<LossScaleEntry> lossScales = {};
    std::size_t lossScaleMenu = 1; ///< how many of them an answer may have; 1 too where it is not searched
    std::size_t ownLossScale = 0; ///< index of the session's own, which budgets compare with
    std::string files = {}; ///< fileDigests() of the session, as they were when this was made

    /// Number of independent choices: one for each layer, and one for the loss scale if it is searched.
    std::size_t coordinates() const { return layers.size() + (lossScales.empty() ? 0 : 1); }
    /// How many of the menu there are for one.
    std::size_t choices(std::size_t coordinate) const
    {
        return coordinate < layers.size() ? menu : lossScaleMenu;
    }
    const std::string& choiceName(std::size_t coordinate, std::size_t choice) const
    {
        return coordinate < layers.size() ? entries[choice].name : lossScales[choice].name;
    }
    /// Adds a loss scale to an assignment of layers.
    Assignment withLossScale(Assignment ofLayers, std::size_t lossScale) const;
    /// 0 where it is not searched.
    std::size_t lossScaleOf(const Assignment& assignment) const
    {
        return lossScales.empty() ? 0 : assignment.back();
    }
    /// Every layer with the same entry.
    Assignment uniform(std::size_t entry, std::size_t lossScale) const
    {
        return withLossScale(Assignment(layers.size(), static_cast<std::uint8_t>(entry)), lossScale);
    }
    /// An assignment of the same entry to all layers, with the session's own loss scale.
    Assignment uniform(std::size_t entry) const { return uniform(entry, ownLossScale); }
    /// The assignment that budgets compare with: all searched layers in float32, all else as in the session.
    Assignment reference() const { return uniform(float32); }
    /// Whether all its entries are the menu's.
    bool isOfMenu(const Assignment& assignment) const;
    /// menu to the power of layers, times the loss scales; infinite where float64 cannot hold it.
    double assignments() const;
};

inline constexpr std::size_t kMaxMenuEntries = 64;

struct SearchedText
{
    /// Entries with commas between them: a policy of the session's family, and behind it any of "+recipe=NAME", "+accumulator=NAME" (of all
    /// three products) and "+OVERRIDE=TEXT" (numericsOverrides(): "+forward.input=float8_e4m3fn").
    std::string menu;
    /// A regular expression that is looked for anywhere in a layer's path, as Python's re.search; empty: every layer but inputs.
    std::string layers = {};
    /// Groups of layers that change together: a class's name, "Dense", or a regular expression as above. With ';' between them;
    /// a layer goes with the first that fits.
    std::string together = {};
    /// Loss scales with commas between them, each as lossScaleByText() takes it: "none, 1024, dynamic 2^15"; empty: the session's stays.
    std::string lossScales = {};

    bool operator==(const SearchedText&) const = default;
};

/// An error's place is "menu", "layers", "together", "loss-scale" or the session's. Stopped, it has an error of that kind.
Result<SearchSpace> searchSpaceOf(
    SessionSpec session, const SearchedText& text, const std::stop_token& stop = {});

/// Numbers all assignments of the menu, and returns the one at `number`, which is below assignments().
Assignment assignmentNumber(const SearchSpace& space, std::size_t number);

/// Applies an entry of the menu to a layer.
void giveEntry(const SearchSpace& space, std::size_t entry, LayerSpec& layer);
/// The session with the layers as these entries make them, under a seed.
SessionSpec assignedSession(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed);

} // namespace ulpscope
