// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings: a pattern of names on the first line, then a file of tensors. Listed, every layer computed again, origins found.
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/loaded_kernels.h"
#include "tests/fuzz/scratch_file.h"

#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/findings/nonfinite_origins.h"
#include "app/io/recordings/recorded_series.h"

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = fuzz::textOf(data, size);
    const Result<NamePattern> pattern = NamePattern::parse(fuzz::takeLine(text));
    if (!isFine(pattern))
        return 0;
    require(
        NamePattern::parse(pattern->text())->text() == pattern->text(), "a pattern's text is the pattern");
    Result<Recording> recording = Recording::open(fuzz::scratchFile("recording", text), *pattern);
    if (!isFine(recording))
        return 0;
    std::uint64_t elements = 0;
    for (const RecordingTensor& tensor : recording->tensors()) {
        elements += tensor.entry.elements();
        require(tensor.name.step >= 0, "a step is not negative");
        require(recording->find(tensor.name.step, tensor.name.path, tensor.name.role) != nullptr,
            "a tensor that is listed is found");
        require(!recording->series(tensor.name.tensor()).empty(), "and is in its series");
    }
    if (elements > 4096) // so that there may be more inputs
        return 0;
    isFine(seriesOf(*recording, recording->tensors().front().name.tensor()));
    isFine(findOrigins(*recording, {"*/input"}, 0, std::int64_t{1} << 53));
    for (const std::int64_t step : recording->steps())
        for (const std::string& path : recording->paths())
            if (hasCall(*recording, step, path))
                isFine(localError(*recording, step, path, fuzz::loadedKernels()));
    return 0;
}
