// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a run depends on, as plain data. A session file is exactly this.
#pragma once

#include "engine/base/config.h"
#include "engine/model/model_spec.h"
#include "engine/tensor/arithmetic_rules.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// Who runs the training steps, and what a hand-written loop does wrong: Keras' fit does all of it by itself.
enum class TrainingLoop : std::uint8_t {
    Fit,
    Custom, ///< scales the loss and unscales the gradients as it should; compile is not called
    CustomWithoutScaling, ///< the loss is not multiplied, gradients are divided all the same
    CustomWithoutUnscaling, ///< the loss is multiplied, gradients are not divided
    CustomClippedWhileScaled, ///< gradients are clipped before they are divided: at a limit that many times too small
    CustomScheduleCountsSkipped, ///< the learning rate's schedule moves on in skipped steps too
};

/// "fit", "custom", "custom_without_scaling", ...: in the enum's order.
const std::vector<std::string>& trainingLoopNames();

struct TrainingSpec
{
    std::int64_t batchSize = 32;
    std::int64_t steps = 1000; ///< mini-batches to train on
    bool shuffle = true; ///< whether every epoch has an order of its own; else that of the data
    std::string initialWeights; ///< path of an .npz file; empty: drawn from the seed
    std::string initialState; ///< path of an .npz file (train/training_state.h); empty: as a training begins
    std::uint64_t seed = 1;
    Component loss; ///< a row of the loss catalog
    double lossWeight = 1; ///< the loss is multiplied by this before it is differentiated
    Component optimizer; ///< a row of the optimizer catalog
    Component schedule{"constant", {}}; ///< schedule of the learning rate, a row of the schedule catalog
    Component lossScale; ///< a row of the loss-scale catalog
    TrainingLoop loop = TrainingLoop::Fit;
    /// By whose rules it is computed; empty: by "keras-jax". A run for which they are not proved is "written"
    /// (session/arithmetic_choice.h).
    std::optional<ArithmeticKind> arithmetic;

    bool operator==(const TrainingSpec&) const = default;
};

/// Reference with which a run is compared.
enum class WatchMode : std::uint8_t {
    Reference, ///< the same training in float64 beside it, every step: what all arithmetic so far has cost
    Step, ///< no reference: sampled steps redone in float64 from the run's own state: what one step costs
};

/// "reference", "step": in the enum's order.
const std::vector<std::string>& watchModeNames();

struct ProbeSpec
{
    /// Number of steps between two samples of tensors' metrics, at which float64 also redoes each layer.
    std::int64_t tensorsEvery = 8;
    WatchMode watch = WatchMode::Reference;

    bool operator==(const ProbeSpec&) const = default;
};

/// Something to try in a session: a change of it that is one undo step.
struct Suggestion
{
    std::string text; ///< "Loss scale 1024: the error falls"
    std::string
        change; ///< JSON in the shape of a session file, in layoutJson()'s layout: app/io/session/suggestion.h

    bool operator==(const Suggestion&) const = default;
};

inline constexpr std::size_t kMaxSuggestions = 3;
inline constexpr std::size_t kLongestSuggestion = 160; ///< bytes of its text

/// Where a session comes from. No part of what it says: equal sessions may come from two folders.
struct SessionOrigin
{
    std::filesystem::path folder; ///< relative paths start here; empty: the working directory
    std::vector<std::string> notices; ///< sentences about what reading changed

    bool operator==(const SessionOrigin&) const { return true; }
};

/// A metric made of recorded ones (session/watch.h): drawn beside the plots, and an alarm where it compares.
struct WatchSpec
{
    std::string expression; ///< "amax(dense_2.output)/65504 > 0.9"
    bool stops = false; ///< whether a run pauses where it becomes true

    bool operator==(const WatchSpec&) const = default;
};

/// Note that the user wrote at a step of a run.
struct NoteSpec
{
    std::string run; ///< runKey() of its session (app/io/runs/run_key.h)
    std::int64_t step = 0;
    std::string layer; ///< name; empty: of the whole model
    std::string text;

    bool operator==(const NoteSpec&) const = default;
};

inline constexpr std::size_t kMaxWatches = 16;
inline constexpr std::size_t kMaxNotes = 1000;
inline constexpr std::size_t kLongestNote = 2000; ///< bytes
inline constexpr std::size_t kMaxPlots = 24; ///< limit for SessionSpec::plots
inline constexpr std::size_t kLongestPlotId = 512; ///< bytes

struct SessionSpec
{
    std::string title;
    std::string description;
    std::vector<Suggestion> suggestions; ///< suggestions, the best first
    ModelSpec model;
    PolicySettings policies;
    Component data; ///< a row of the dataset catalog
    TrainingSpec training;
    ProbeSpec probes;
    /// Ids of the training plots that are shown, from the top down; empty: those that the policy asks for.
    std::vector<std::string> plots;
    std::vector<WatchSpec> watches;
    std::vector<NoteSpec> notes; ///< ordered by step
    SessionOrigin origin; ///< origin of the session; its file does not hold it

    bool operator==(const SessionSpec&) const = default;
};

/// Sets the global policy and, as Keras' Model.compile does for a model policy of exactly that name, a dynamic loss
/// scale for mixed_float16 and none for every other. A loss scale "auto" stays, which means just that.
void setGlobalPolicyAsCompile(SessionSpec& session, const DTypePolicy& policy);
/// The policy becomes the session's global one as Model.compile sees it: mixed_float16 gets a dynamic loss
/// scale, every other policy and every map (Keras: its name is "map_...") none. A map replaces the session's
/// map.
void usePolicyAsCompile(SessionSpec& session, const KerasPolicy& policy);

} // namespace ulpscope
