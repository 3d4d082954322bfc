// SPDX-License-Identifier: GPL-3.0-or-later
// What Model.compile does about loss scaling, and why: Keras 3 (keras/src/trainers/trainer.py) and tf-keras
// (tf_keras/engine/training.py) look at the name of the model's own policy alone, TensorFlow 2.1 to 2.3
// (tensorflow/python/keras/engine/training.py, _get_optimizer) at the loss scale that the policy carries.
#pragma once

#include "engine/base/message.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

struct CompileReport
{
    bool wraps = false; ///< whether compile puts the optimizer into a LossScaleOptimizer
    /// "LossScaleOptimizer(SGD, initial_scale=32768.0, dynamic_growth_steps=2000)"; the optimizer's class when not wrapped.
    std::string optimizer;
    std::vector<Message> sentences; ///< say what is done and why

    std::string sentence() const; ///< all sentences in English
};

struct CompileOutcome
{
    CompileReport keras; ///< Keras 3
    CompileReport tfKeras;
    CompileReport experimental; ///< TensorFlow 2.1 to 2.3
};

CompileOutcome compileOutcome(const SessionSpec& session);
/// Describes what compile() does in the session's policy family.
CompileReport compileReport(const SessionSpec& session);

/// What the session's training loop does wrong, in a sentence; empty where it does nothing wrong.
Message loopSentence(const SessionSpec& session);

/// The loss scale with "auto" replaced by what compile of the session's policy family makes of it.
Component effectiveLossScale(const SessionSpec& session);
/// Loss scale at the first step; no scaling for a component that its catalog refuses.
LossScale lossScaleOf(const SessionSpec& session);

} // namespace ulpscope
