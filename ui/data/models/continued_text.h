// SPDX-License-Identifier: GPL-3.0-or-later
// How both lanes write on from the same piece of text, and up to where they write the same.
#pragma once

#include "engine/data/data_sample.h"
#include "engine/train/evaluation.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

struct ContinuedText
{
    QString prompt; ///< the last characters that both have read
    QString candidate;
    std::optional<QString> reference; ///< the reference's text; none in step watch
    qsizetype same = 0; ///< how many characters both write alike, from the first on
    bool isCutShort = false; ///< this run says no character any more: its outputs are NaN
};

/// evaluation: of examples of a text, with a continuation.
ContinuedText continuedText(const Evaluation& evaluation, const DataSample& sample);

QString continuedSentence(const ContinuedText& text);

} // namespace ulpscope::ui
