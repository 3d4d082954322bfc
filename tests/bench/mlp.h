// SPDX-License-Identifier: GPL-3.0-or-later
// The model that steps are timed on: an MLP 784-256-128-10, batch 128, SGD, on made up pixels.
#pragma once

#include "engine/base/philox.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/checked_session.h"
#include "engine/train/lane.h"
#include "engine/train/training_run.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace ulpscope {

inline constexpr std::int64_t kBatch = 128;
inline const std::vector<std::int64_t> kWidths{784, 256, 128, 10};

inline SessionSpec mlpSession(const std::string& policy)
{
    SessionSpec session;
    session.model.layers.push_back(
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{784}}}, {}, {}});
    for (std::size_t i = 1; i < kWidths.size(); ++i)
        session.model.layers.push_back({"dense_" + std::to_string(i), "Dense",
            {{"units", kWidths[i]}, {"activation", std::string(i + 1 < kWidths.size() ? "relu" : "linear")}},
            {}, {}});
    session.policies.global = *getPolicy(policy);
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.01}, {"momentum", 0.0}, {"nesterov", false}}};
    return session;
}

/// The session's model planned and its training with every default filled in, as lanes are made from them.
inline CheckedSession checked(SessionSpec session)
{
    TrainingSpec& training = session.training;
    training.loss = *checkComponent(lossCatalog(), "loss", training.loss);
    training.optimizer = *checkComponent(optimizerCatalog(), "optimizer", training.optimizer);
    training.schedule = *checkComponent(scheduleCatalog(), "learning-rate schedule", training.schedule);
    const ModelPlan plan = *planModel(session.model, session.policies, 1);
    return {session, plan, arithmeticChoice(training, plan)};
}

// Pixels and classes without a file: the benchmark must run where the dataset is not installed.
inline Dataset syntheticData()
{
    Dataset data;
    data.featureShape = {784};
    data.classes = 10;
    data.train.count = 1024;
    const RandomKey key{7, RandomUse::Dataset, 0, 0};
    for (std::int64_t i = 0; i < data.train.count * 784; ++i)
        data.train.features.push_back(
            static_cast<float>(randomBits(key, static_cast<std::uint64_t>(i)) % 256) / 255.0F);
    for (std::int64_t i = 0; i < data.train.count; ++i)
        data.train.targets.push_back(static_cast<float>(i % 10));
    return data;
}

inline double secondsOf(const std::function<void()>& f)
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The one in the middle.
inline double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace ulpscope
