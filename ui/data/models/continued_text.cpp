// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/continued_text.h"

#include "ui/data/models/data_kind.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kShownPrompt = 40;

} // namespace

ContinuedText continuedText(const Evaluation& evaluation, const DataSample& sample)
{
    ContinuedText text;
    const std::int64_t width = sample.featuresPerExample();
    for (std::int64_t i = std::max<std::int64_t>(0, width - kShownPrompt); i < width; ++i)
        text.prompt += classText(sample, std::size_t(evaluation.examples->features[std::size_t(i)]));
    const auto written = [&](const std::vector<std::size_t>& said) {
        QString all;
        for (const std::size_t each : said)
            all += classText(sample, each);
        return all;
    };
    const std::vector<std::size_t>& ours = evaluation.candidate.continuation;
    text.candidate = written(ours);
    if (!evaluation.reference)
        return text;
    const std::vector<std::size_t>& references = evaluation.reference->continuation;
    text.reference = written(references);
    text.isCutShort = ours.size() < references.size();
    const auto parted = std::ranges::mismatch(ours, references);
    text.same = written({ours.begin(), parted.in1}).size();
    return text;
}

QString continuedSentence(const ContinuedText& text)
{
    if (text.isCutShort)
        return tr("This run writes %1 and then no more: its outputs are NaN.")
            .arg(countedText(text.candidate.size(), tr("character"), tr("characters")));
    if (!text.reference)
        return {};
    return text.candidate == *text.reference
        ? tr("This run and float64 write on alike.")
        : tr("They write on alike for %1.").arg(countedText(text.same, tr("character"), tr("characters")));
}

} // namespace ulpscope::ui
