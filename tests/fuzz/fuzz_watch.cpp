// SPDX-License-Identifier: GPL-3.0-or-later
// Watches as a person types them, found in a run of two layers and read at a step.
#include "tests/fuzz/fuzz_target.h"

#include "engine/session/stop_condition.h"

#include <charconv>

namespace {

using namespace ulpscope;
using fuzz::require;

const std::vector<std::string> kPaths{
    "sequential/dense_1", "sequential/dense_2", "sequential/dense_2/kernel", "other/dense_2"};
const std::vector<RecordedTensor> kRecorded{{PathId(0), TensorRole::Output}, {PathId(1), TensorRole::Output},
    {PathId(2), TensorRole::Weight}, {PathId(2), TensorRole::WeightGradient},
    {PathId(3), TensorRole::Output}};

StepRecord someStep()
{
    StepRecord record;
    record.loss = 2.5;
    record.lossScale = 32768;
    for (const RecordedTensor& tensor : kRecorded)
        for (const MetricRow& row : metricCatalog())
            record.tensors.push_back({tensor.path, tensor.role, row.metric, 0.5});
    return record;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    static const StepRecord step = someStep();
    fuzz::isFine(stopRuleOf(text));
    Result<Watch> watch = Watch::parse(text);
    if (!fuzz::isFine(watch)) {
        const std::string& place = watch.error().place;
        std::size_t column = 0;
        require(place.starts_with("column "), "an error has a column");
        std::from_chars(place.data() + 7, place.data() + place.size(), column);
        require(column >= 1 && column <= size + 1, "the column is within the text");
        return 0;
    }
    require(watch->text() == text && size <= kLongestWatch, "the text is kept");
    if (!fuzz::isFine(watch->bind(kPaths, kRecorded)))
        return 0;
    const std::optional<Watch::Reading> reading = watch->read(step);
    if (reading)
        require(reading->limit.has_value() == watch->isCondition(), "a condition has a limit");
    return 0;
}
