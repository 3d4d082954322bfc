// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_lanes.h"

#include "engine/session/compile_outcome.h"

namespace ulpscope {

Candidate::Candidate(
    const CheckedSession& checked, bool areInputsFinite, const Kernels& kernels, const std::stop_token& stop)
    : lane(checked.plan, checked.session.training, lossScaleOf(checked.session),
        floatxFor(checked.session.policies), kernels, stop)
    , tensors(lane)
    , gradients(tensors, areInputsFinite)
    , redo(checked.plan, checked.session.training, checked.session.probes, kernels, stop)
    , compare(tensors)
    , figures(tensors)
    , notes(checked.plan.notes)
{
    if (checked.session.training.lossScale.className == "auto")
        notes.push_back("loss scale auto: " + compileReport(checked.session).sentence);
}

RunLanes::RunLanes(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
    const std::stop_token& stop)
    : data(std::move(loaded))
    , probes(checked[0].session.probes)
{
    if (probes.watch == WatchMode::Twin)
        twin = std::make_unique<Lane>(float64Twin(checked[0].plan), ofReference(checked[0].session.training),
            LossScale{}, float64Format(), kernels, stop);
    const bool areInputsFinite = data.train.haveFiniteFeatures();
    for (const CheckedSession& session : checked)
        if (!stop.stop_requested()) // else nobody wants what is made here
            candidates.push_back(std::make_unique<Candidate>(session, areInputsFinite, kernels, stop));
}

} // namespace ulpscope
