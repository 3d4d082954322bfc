// SPDX-License-Identifier: GPL-3.0-or-later
// Small sessions that several tests train, and what it means that two records are the same to the last bit.
#pragma once

#include "engine/train/training_run.h"

#include <cstring>
#include <string>
#include <vector>

namespace ulpscope {

/// 2-16-16-1 on the circle, without a loss scale: nothing in it overflows under any common policy.
inline SessionSpec circle(const std::string& policy)
{
    SessionSpec session;
    const auto dense = [](const char* name, std::int64_t units, const char* activation) {
        return LayerSpec{name, "Dense", {{"units", units}, {"activation", std::string(activation)}}, {}, {}};
    };
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        dense("dense_1", 16, "relu"), dense("dense_2", 16, "relu"), dense("logits", 1, "linear")};
    session.policies.global = *getPolicy(policy);
    session.data = {"circle", {{"points", std::int64_t{512}}}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.1}}};
    session.training.lossScale = {"none", {}};
    return session;
}

inline bool sameBits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

inline bool sameBits(const std::optional<double>& a, const std::optional<double>& b)
{
    return a.has_value() == b.has_value() && (!a || sameBits(*a, *b));
}

inline bool sameBits(const std::vector<double>& a, const std::vector<double>& b)
{
    return a.size() == b.size()
        && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

inline bool sameRecord(const StepRecord& a, const StepRecord& b)
{
    if (a.step != b.step || !sameBits(a.loss, b.loss) || !sameBits(a.referenceLoss, b.referenceLoss)
        || !sameBits(a.lossScale, b.lossScale) || a.skipped != b.skipped || a.weightsMoved != b.weightsMoved
        || a.scalerEnded != b.scalerEnded || !(a.counts == b.counts)
        || !sameBits(a.errorVsFloat64, b.errorVsFloat64)
        || !sameBits(a.gradientErrorVsFloat64, b.gradientErrorVsFloat64)
        || !sameBits(a.gradientAmax, b.gradientAmax) || a.nonFinite != b.nonFinite
        || a.tensors.size() != b.tensors.size() || a.exponents.size() != b.exponents.size())
        return false;
    for (std::size_t i = 0; i < a.tensors.size(); ++i)
        if (a.tensors[i].path != b.tensors[i].path || a.tensors[i].role != b.tensors[i].role
            || a.tensors[i].metric != b.tensors[i].metric
            || !sameBits(a.tensors[i].value, b.tensors[i].value))
            return false;
    for (std::size_t i = 0; i < a.exponents.size(); ++i)
        if (a.exponents[i].bins != b.exponents[i].bins || a.exponents[i].zeros != b.exponents[i].zeros
            || a.exponents[i].nonFinite != b.exponents[i].nonFinite)
            return false;
    return true;
}

} // namespace ulpscope
