// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recorded_operation.h"

#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxOperations = 100;
constexpr std::size_t kMaxOperands = 8;
constexpr std::size_t kMaxShown = 100; ///< characters of a name or of a line of code

std::int64_t countAt(const Json& json, const char* key)
{
    const Json* value = findMember(json, key);
    return value != nullptr && value->is_number_integer()
        ? std::max<std::int64_t>(0, value->get<std::int64_t>())
        : 0;
}

double numberAt(const Json& json, const char* key)
{
    const Json* value = findMember(json, key);
    return value != nullptr && value->is_number() ? value->get<double>() : 0;
}

RecordedOperand operandOf(const Json& json)
{
    RecordedOperand operand{textMember(json, "dtype"), {}, {}};
    operand.summary.elements = 1;
    if (const Json* shape = findMember(json, "shape"); shape != nullptr && shape->is_array())
        for (const Json& extent : *shape)
            if (extent.is_number_integer())
                operand.shape.push_back(extent.get<std::int64_t>());
    for (const std::int64_t extent : operand.shape)
        operand.summary.elements *= static_cast<std::uint64_t>(extent);
    operand.summary.nans = static_cast<std::uint64_t>(countAt(json, "nan"));
    operand.summary.infinities = static_cast<std::uint64_t>(countAt(json, "inf"));
    operand.summary.largest = numberAt(json, "amax");
    operand.summary.least = numberAt(json, "least");
    return operand;
}

/// "float16 [8, 8, 8]"
std::string typeText(const RecordedOperand& operand)
{
    const std::string extents = joinedText(operand.shape, ", ");
    return shownText(operand.dtype) + " [" + extents + "]";
}

Message operandText(const RecordedOperand& operand)
{
    Message text = message("%1 with magnitudes from %2 to %3")
                       .with(verbatim(typeText(operand)))
                       .with(briefText(operand.summary.least))
                       .with(briefText(operand.summary.largest));
    if (operand.summary.notFinite() == 0)
        return text;
    return message("%1 and %2").with(std::move(text)).with(whatIsNotFinite(operand.summary));
}

Message operandsText(const RecordedOperation& operation)
{
    Message text = message("nothing that is known");
    for (std::size_t i = 0; i < operation.operands.size(); ++i)
        text = i == 0 ? operandText(operation.operands[i])
                      : message("%1; %2").with(std::move(text)).with(operandText(operation.operands[i]));
    return text;
}

} // namespace

std::vector<RecordedOperation> recordedOperations(std::string_view json)
{
    std::vector<RecordedOperation> operations;
    const Result<Json> list = parsePythonJson(json);
    if (!list || !list->is_array())
        return operations;
    for (const Json& each : *list) {
        const Json* made = findMember(each, "made");
        const Json* operands = findMember(each, "operands");
        RecordedOperation operation{textMember(each, "operation"), textMember(each, "derivative"),
            textMember(each, "layer"), textMember(each, "file"), countAt(each, "line"),
            textMember(each, "function"), textMember(each, "code"), {}, {}};
        if (operation.name.empty() || made == nullptr || operations.size() == kMaxOperations)
            continue;
        operation.made = operandOf(*made);
        if (operands != nullptr && operands->is_array())
            for (const Json& operand : *operands)
                if (operation.operands.size() < kMaxOperands)
                    operation.operands.push_back(operandOf(operand));
        operations.push_back(std::move(operation));
    }
    return operations;
}

std::vector<Message> sentencesOf(const RecordedOperation& operation)
{
    const auto shown = [](const std::string& text) { return verbatim(shownText(text, kMaxShown)); };
    Message what = operation.derivative.empty() ? message("The operation %1").with(shown(operation.name))
                                                : message("The operation %1 of the derivative %2")
                                                      .with(shown(operation.name))
                                                      .with(shown(operation.derivative));
    if (!operation.layer.empty())
        what = message("%1 in the layer %2").with(std::move(what)).with(shown(operation.layer));
    std::vector<Message> sentences{message("%1 made %2. It took %3.")
                                       .with(std::move(what))
                                       .with(whatIsNotFinite(operation.made.summary))
                                       .with(operandsText(operation))};
    if (!operation.file.empty())
        sentences.push_back(
            (operation.derivative.empty() ? message("It is called in line %1 of %2, in %3: %4")
                                          : message("It is the derivative of line %1 of %2, in %3: %4"))
                .with(verbatim(std::to_string(operation.line)))
                .with(shown(operation.file))
                .with(shown(operation.function))
                .with(shown(operation.code)));
    return sentences;
}

Message whatIsNotFinite(const ValueSummary& summary)
{
    const auto infinities = counted(
        static_cast<std::int64_t>(summary.infinities), message("%1 infinity"), message("%1 infinities"));
    const auto nans = [&] { return message("%1 NaN").with(std::to_string(summary.nans)); };
    const std::string all = std::to_string(summary.elements);
    if (summary.infinities == 0)
        return message("%1 of %2").with(nans()).with(all);
    if (summary.nans == 0)
        return message("%1 of %2").with(infinities).with(all);
    return message("%1 and %2 of %3").with(infinities).with(nans()).with(all);
}

} // namespace ulpscope
