// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy files, read, written and read again.
#include "tests/fuzz/fuzz_target.h"

#include "engine/file/npy.h"

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<NpyArray> array = readNpy(fuzz::textOf(data, size));
    if (!isFine(array))
        return 0;
    std::size_t elements = 1;
    for (const std::int64_t extent : array->shape)
        elements *= static_cast<std::size_t>(extent);
    require(array->size() == elements, "there are as many values as the shape says");
    const std::string written = writeNpy(*array);
    const Result<NpyArray> again = readNpy(written);
    requireFine(again, "what was written can be read");
    require(again->shape == array->shape, "the shape survives");
    require(writeNpy(*again) == written, "the values survive"); // as bytes: NaN is not equal to itself
    return 0;
}
