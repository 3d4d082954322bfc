// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/element_story.h"

#include "engine/base/number_text.h"
#include "engine/dtype/stored_number.h"
#include "engine/train/birthplace.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

std::string unitsText(double difference, const Format& format, double at)
{
    return briefText(std::fabs(difference) / ulp(format, at), 3);
}

/// The last row that made a number of that operation, in that pass.
const HistoryRow* lastMaker(const ElementHistory& history, Pass pass, std::string_view operation = {})
{
    const auto row
        = std::ranges::find_if(history.rows.rbegin(), history.rows.rend(), [&](const HistoryRow& r) {
              return !r.isUse && r.pass == pass && (operation.empty() || r.operation == operation);
          });
    return row == history.rows.rend() ? nullptr : &*row;
}

/// Whether something that is not zero went into the row.
bool takesNonZero(const HistoryRow& row)
{
    const ElementDetail& detail = row.detail;
    if (!detail.terms.empty())
        return detail.terms.front().left * detail.terms.front().right != 0; // the largest
    return !detail.operands.empty() && detail.operands.front().value != 0;
}

/// Whether the row's result is 0 whatever arrives: what relu cut off has no gradient.
bool isClosed(const HistoryRow& row)
{
    return row.operation == "gradient of relu" && row.detail.operands.size() == 2
        && !(row.detail.operands[1].value > 0);
}

/// The row that made a zero of what was none, from the row that left it backwards; null where none of the rows did.
const HistoryRow* zeroMaker(const ElementHistory& history, const HistoryRow* row)
{
    while (row != nullptr && row->detail.result == 0 && !takesNonZero(*row) && !isClosed(*row))
        row = row->from && !row->isAfterGap ? &history.rows[*row->from] : nullptr;
    return row != nullptr && row->detail.result == 0 ? row : nullptr;
}

/// The row that left the gradient, which a sum begins: a weight's own casts come in the backward pass too.
const HistoryRow* gradientRow(const ElementHistory& history)
{
    for (auto row = history.rows.rbegin(); row != history.rows.rend(); ++row) {
        const HistoryRow* root = &*row;
        while (root->from && root->detail.terms.empty())
            root = &history.rows[*root->from];
        if (row->pass == Pass::Backward && !row->isUse && root->pass == Pass::Backward
            && (!root->detail.terms.empty() || root->operation != "cast"))
            return &*row;
    }
    return nullptr;
}

/// In the update, before the optimizer's rule: in the cast, or as the loss scale was taken off.
const HistoryRow* underflowInUpdate(const ElementHistory& history)
{
    const auto row = std::ranges::find_if(history.rows, [](const HistoryRow& r) {
        return r.pass == Pass::Update && r.operation != "weight update"
            && effectOf(r) == RoundingEffect::Underflow;
    });
    return row == history.rows.end() ? nullptr : &*row;
}

Message zeroMessage(const HistoryRow& row)
{
    const std::string place = row.layer.empty() ? std::string(passName(row.pass)) : row.layer;
    if (effectOf(row) == RoundingEffect::Underflow)
        return message("It became 0 in %1: the %2 comes to %3, and the smallest number of %4 is %5.")
            .with(place)
            .with(row.operation)
            .with(briefText(*row.detail.exact))
            .with(std::string(row.detail.format->name))
            .with(briefText(decode(*row.detail.format, 1)));
    if (row.detail.terms.empty())
        return message("It became 0 in %1: the %2 makes it so.").with(place).with(row.operation);
    return message("It became 0 in %1: the terms of the %2 cancel.").with(place).with(row.operation);
}

/// stored: the row that stores the sum, which may be the same.
Message updateFinding(const HistoryRow& row, const HistoryRow& stored)
{
    const double weight = row.detail.operands.front().value;
    const double update = row.detail.operands.at(1).value;
    if (update != 0 && stored.detail.result == weight && row.detail.operands.size() == 2)
        return message(
            "The weight stays %1: the update of %2 is %3 of its last digit in %4, and rounds away.")
            .with(briefText(weight))
            .with(briefText(update))
            .with(unitsText(update, *stored.detail.format, weight))
            .with(std::string(stored.detail.format->name));
    if (update == 0)
        return message("The weight stays %1: its update is 0.").with(briefText(weight));
    return message("The weight goes from %1 to %2, by an update of %3.")
        .with(briefText(weight))
        .with(briefText(stored.detail.result))
        .with(briefText(update));
}

Message gradientFinding(const ElementHistory& history, const HistoryRow* maker)
{
    if (maker == nullptr || maker->detail.result != 0)
        return {};
    if (maker->reference && *maker->reference == 0)
        return message("It is 0 in float64 too.");
    const HistoryRow* zero = zeroMaker(history, maker);
    if (zero == nullptr)
        return message("It is 0; which operation made it so is not known.");
    for (const HistoryRow* row = maker; row != zero; row = &history.rows[*row->from])
        if (!row->detail.terms.empty())
            return message("Every term of its sum is 0; the one with the largest operand is followed. %1")
                .with(zeroMessage(*zero));
    return zeroMessage(*zero);
}

} // namespace

Message operandsMessage(const HistoryRow& row)
{
    const ElementDetail& detail = row.detail;
    if (row.isUse)
        return row.goesInto == 0 ? Message()
            : row.goesInto == 1  ? message("goes into 1 number")
                                 : message("goes into %1 numbers").with(std::to_string(row.goesInto));
    if (!detail.terms.empty()) {
        const ElementDetail::Term& first = detail.terms.front();
        if (detail.termCount == 1)
            return message("%1 × %2").with(briefText(first.left)).with(briefText(first.right));
        return (detail.terms.size() == 1 || first.left * first.right == 0
                ? message("%1 terms, the largest %2 × %3")
                : message("%1 terms, the largest %2 × %3 and %4 × %5"))
            .with(std::to_string(detail.termCount))
            .with(briefText(first.left))
            .with(briefText(first.right))
            .with(briefText(detail.terms.back().left))
            .with(briefText(detail.terms.back().right));
    }
    Message all;
    for (const NamedValue& operand : detail.operands) {
        Message one = message("%1 %2").with(operand.name).with(briefText(operand.value));
        all = all.empty() ? std::move(one) : message("%1, %2").with(std::move(all)).with(std::move(one));
    }
    return all;
}

Message effectMessage(const HistoryRow& row)
{
    const ElementDetail& detail = row.detail;
    switch (effectOf(row)) {
    case RoundingEffect::Unknown:
        return {};
    case RoundingEffect::Exact:
        return message("exact");
    case RoundingEffect::Rounded:
        return message("rounded by %1 ulp")
            .with(unitsText(detail.result - *detail.exact, *detail.format, *detail.exact));
    case RoundingEffect::Underflow:
        return message("underflow to 0");
    case RoundingEffect::Lost:
        return message("the update is lost");
    case RoundingEffect::Overflow:
        return message("overflow");
    case RoundingEffect::NonFinite:
        return message("not finite before");
    }
    return {};
}

std::string bitsOf(const HistoryRow& row)
{
    return hexCode(*row.detail.format, encode(*row.detail.format, row.detail.result));
}

Message findingMessage(const ElementHistory& history)
{
    if (history.rows.empty())
        return message("No operation of the step tells of this number.");
    const bool isOfVariable
        = lastMaker(history, Pass::Update) != nullptr || history.question.tensor.role == TensorRole::Weight;
    if (history.isSkipped && isOfVariable)
        return message("The step changed no weight, because a gradient was not finite.");
    const HistoryRow* gradient = gradientRow(history);
    const HistoryRow* update = lastMaker(history, Pass::Update, "compensated addition");
    if (update == nullptr)
        update = lastMaker(history, Pass::Update, "weight update");
    if (update != nullptr) {
        const HistoryRow* underflow = underflowInUpdate(history);
        const Message zero
            = underflow != nullptr ? zeroMessage(*underflow) : gradientFinding(history, gradient);
        const auto stored = std::ranges::find_if(history.rows, [&](const HistoryRow& row) {
            return row.operation == "cast" && row.from && &history.rows[*row.from] == update;
        });
        const Message moved = updateFinding(*update, stored != history.rows.end() ? *stored : *update);
        return zero.empty() ? moved : message("%1 %2").with(zero).with(moved);
    }
    const HistoryRow* maker = isGradient(history.question.tensor.role) ? gradient : nullptr;
    for (const HistoryRow& row : history.rows)
        if (maker == nullptr && !row.isUse && row.detail.result == history.value)
            maker = &row;
    if (maker == nullptr)
        return {};
    const Message zero = gradientFinding(history, maker);
    return !zero.empty() ? zero : message("The step leaves %1.").with(briefText(history.value));
}

} // namespace ulpscope
