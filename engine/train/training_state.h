// SPDX-License-Identifier: GPL-3.0-or-later
// What a training goes on from, as arrays with names. A lane's state is
//
//   optimizer/iterations                  []        gradients taken so far
//   optimizer/dense/kernel/momentum       [in, out] what is kept of a variable, by Keras' name of it
//   loss_scale/scale, good_steps, ...     []        a dynamic loss scale with its counts
//   dense/inputs_scale                    []        of Keras' float8 layers: what dequantizing multiplies by
//   dense/inputs_amax_history             [length]  in the stack's order (scaling/float8_scaling.h)
//   dense/inputs_delayed_scale, ...                 of the recipe te_delayed: what quantizing multiplies by
//
// and a session that names a file of these begins from them. A whole state has more, so that a run goes on bit for bit:
//
//   run/step                              []        steps done; every random draw and the data's order follow from it
//   run/weights/sequential/dense/kernel   [in, out] each variable, also those that are not trained
//   run/reference/...                               state and weights of the float64 lane, if there is one
//
// Paths are the model's; in a state they are without the name of a Sequential.
#pragma once

#include "engine/file/npz.h"
#include "engine/model/model_spec.h"
#include "engine/train/lane.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::string_view kIterationsName = "optimizer/iterations";
inline constexpr std::string_view kGoodStepsName = "loss_scale/good_steps";
/// Name of the histograms of exponents, which the run's files have beside the state (app/io/runs/run_state.h).
inline constexpr std::string_view kExponentsName = "run/exponents";
/// What the names of the float64 lane's arrays begin with.
inline constexpr std::string_view kReferencePrefix = "run/reference/";

/// variable: its path, "sequential/dense/kernel". kept: Optimizer::keptName().
std::string keptStateName(const ModelSpec& spec, std::string_view variable, std::string_view kept);
/// layer: its path; slot: of a TensorScaling.
std::string scaleStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot);
std::string amaxHistoryStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot);

/// Reads an .npz file of such arrays for these lanes, which are those of one run. If it has any of the optimizer, it has all that the
/// optimizer keeps, in the right shapes, and its count. The others may be missing, and then begin anew; a lane without such a
/// scale has no use for them. Of a whole state only the candidate's lane is read. The error's place is the path.
Result<std::vector<NamedArray>> loadTrainingState(const std::filesystem::path& path, const ModelSpec& spec,
    std::span<const Lane* const> lanes, const std::stop_token& stop = {});

/// The lane goes on from there; each tensor is rounded to the dtype in which it keeps it. A contract that the arrays are what
/// loadTrainingState() gives.
void assignTrainingState(std::span<const NamedArray> arrays, const ModelSpec& spec, Lane& lane);

/// What loadTrainingState() reads, of a lane as it is now.
std::vector<NamedArray> trainingState(const ModelSpec& spec, const Lane& lane);

/// A candidate's whole state after so many steps. reference: null in step watch.
std::vector<NamedArray> wholeState(
    const ModelSpec& spec, std::int64_t step, const Lane& candidate, const Lane* reference);

/// The lanes, as TrainingRun::create() makes them, become what wholeState() was made of. Every array of it must be there, in its shape,
/// and no other; else they stay as they are. The step's array must be `step`.
Status restoreWholeState(std::span<const NamedArray> arrays, const ModelSpec& spec, std::int64_t step,
    Lane& candidate, Lane* reference);

} // namespace ulpscope
