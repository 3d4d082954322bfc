// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of grids begin with: runs that are trained step by step, and runs that are made up.
#pragma once

#include "app/session/run_history.h"
#include "engine/kernels/kernels.h"
#include "engine/train/training_run.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ulpscope {

/// A run's steps as the engine records them, with the names that they are of.
struct TrainedSteps
{
    std::shared_ptr<const SessionSpec> session;
    std::vector<std::string> paths;
    std::vector<TensorName> tensors;
    std::vector<StepRecord> records;
    RunTotals totals;

    /// As the window gets them, in batches of at most so many steps.
    std::shared_ptr<RunHistory> history() const
    {
        return std::make_shared<RunHistory>(session, paths, tensors);
    }
    void append(RunHistory& run, std::size_t first, std::size_t count) const
    {
        RunTotals until;
        for (std::size_t i = 0; i < first + count; ++i)
            until.add(records[i]);
        until.birthplace
            = totals.birthplace && totals.birthplace->step < until.steps ? totals.birthplace : nullptr;
        const auto from = records.begin() + std::ptrdiff_t(first);
        run.append({from, from + std::ptrdiff_t(count)}, until);
    }
};

inline TrainedSteps trained(
    SessionSpec session, const Kernels& kernels, std::int64_t steps, std::int64_t every)
{
    session.training.steps = steps;
    session.probes.tensorsEvery = every;
    TrainedSteps all;
    all.session = std::make_shared<const SessionSpec>(session);
    Result<TrainingRun> run = TrainingRun::create(session, kernels);
    if (!run)
        qFatal("%s", run.error().text().c_str());
    all.paths = run->paths();
    all.tensors = run->tensors();
    for (std::int64_t i = 0; i < steps && run->step(); ++i)
        all.records.push_back(run->record());
    all.totals = run->totals();
    return all;
}

/// As many layers as one likes, each with the tensors and metrics of a Dense layer, of random numbers.
class MadeUpRun
{
public:
    MadeUpRun(std::size_t layers, std::int64_t every)
    {
        SessionSpec session;
        session.probes.tensorsEvery = every;
        session.training.steps = 1500;
        std::vector<std::string> paths;
        for (std::size_t i = 0; i < layers; ++i) {
            const std::string layer = "sequential/dense_" + std::to_string(i);
            paths.insert(paths.end(), {layer, layer + "/kernel", layer + "/bias"});
        }
        m_run = std::make_shared<RunHistory>(std::make_shared<const SessionSpec>(session), paths);
        m_layers = layers;
        m_every = every;
    }

    const std::shared_ptr<RunHistory>& run() const { return m_run; }
    void addSteps(std::int64_t count)
    {
        std::vector<StepRecord> records;
        for (std::int64_t i = 0; i < count; ++i) {
            StepRecord record;
            record.step = m_totals.steps;
            if (record.step % m_every == 0)
                for (std::size_t layer = 0; layer < m_layers; ++layer)
                    addTensors(record, layer);
            m_totals.add(record);
            records.push_back(std::move(record));
        }
        m_run->append(std::move(records), m_totals);
    }

private:
    void addTensors(StepRecord& record, std::size_t layer)
    {
        const auto add = [&](std::size_t path, TensorRole role, Metric metric, double value) {
            record.tensors.push_back({PathId(3 * layer + path), role, metric, value});
        };
        const auto share = [&] { return 100 * std::uniform_real_distribution<double>()(m_random); };
        const auto addOne = [&](std::size_t path, TensorRole role) {
            add(path, role, Metric::NonFinite, 0);
            add(path, role, Metric::Nan, 0);
            if (isCountedGradient(role))
                add(path, role, Metric::FlushedPercent, share());
            if (role == TensorRole::Update)
                add(path, role, Metric::LostPercent, share());
        };
        addOne(0, TensorRole::Output);
        addOne(0, TensorRole::OutputGradient);
        for (const std::size_t variable : {std::size_t{1}, std::size_t{2}})
            for (const TensorRole role : {TensorRole::Weight, TensorRole::WeightGradient, TensorRole::Update})
                addOne(variable, role);
    }

    std::shared_ptr<RunHistory> m_run;
    RunTotals m_totals;
    std::size_t m_layers = 0;
    std::int64_t m_every = 1;
    std::mt19937 m_random{1};
};

} // namespace ulpscope
