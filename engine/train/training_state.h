// SPDX-License-Identifier: GPL-3.0-or-later
// What a training keeps beside its weights, as arrays with names, so that one that began elsewhere goes on here:
//
//   optimizer/iterations                  []        gradients taken so far
//   optimizer/dense/kernel/momentum       [in, out] what is kept of a variable, by Keras' name of it
//   loss_scale/good_steps                 []        since the loss scale last changed, or was to
//   dense/inputs_scale                    []        of Keras' float8 layers: what dequantizing multiplies by
//   dense/inputs_amax_history             [length]  as Keras orders it: the newest first, then from the oldest on
//
// Paths are the model's, without the name of a Sequential.
#pragma once

#include "engine/file/npz.h"
#include "engine/model/model_spec.h"
#include "engine/train/lane.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::string_view kIterationsName = "optimizer/iterations";
inline constexpr std::string_view kGoodStepsName = "loss_scale/good_steps";

/// variable: its path, "sequential/dense/kernel". kept: Optimizer::keptName().
std::string keptStateName(const ModelSpec& spec, std::string_view variable, std::string_view kept);
/// layer: its path; slot: of a TensorScaling.
std::string scaleStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot);
std::string amaxHistoryStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot);

/// Reads an .npz file of such arrays for these lanes, which are those of one run. If it has any of the optimizer, it has all that the
/// optimizer keeps, in the right shapes, and its count. The others may be missing, and then begin anew; a lane without such a
/// scale has no use for them. The error's place is the path.
Result<std::vector<NamedArray>> loadTrainingState(const std::filesystem::path& path, const ModelSpec& spec,
    std::span<const Lane* const> lanes, const std::stop_token& stop = {});

/// The lane goes on from there; each tensor is rounded to the dtype in which it keeps it. A contract that the arrays are what
/// loadTrainingState() gives.
void assignTrainingState(std::span<const NamedArray> arrays, const ModelSpec& spec, Lane& lane);

/// What loadTrainingState() reads, of a lane as it is now.
std::vector<NamedArray> trainingState(const ModelSpec& spec, const Lane& lane);

} // namespace ulpscope
