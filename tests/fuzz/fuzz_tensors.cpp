// SPDX-License-Identifier: GPL-3.0-or-later
// Files of tensors of every kind, told by their content: listed, every tensor read, its elements looked at.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/tensors/tensor_reference.h"
#include "tests/fuzz/scratch_file.h"

#include <cmath>

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::scratchFile("tensors", fuzz::textOf(data, size));
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path);
    if (!isFine(file))
        return 0;
    constexpr std::uint64_t kEnough = std::uint64_t{1} << 16; // so that there may be more inputs
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
        const TensorEntry& entry = (*file)->tensors()[i];
        require((*file)->find(entry.name).ok(), "a tensor that is listed is found");
        if (entry.bytes > kEnough)
            continue;
        const Result<StoredTensor> tensor = (*file)->read(i);
        if (!isFine(tensor))
            continue;
        require(tensor->bytes.size() == tensor->type->bytes(tensor->size()),
            "there are as many bytes as its shape needs");
        for (std::uint64_t element = 0; element < tensor->size(); ++element)
            require(tensor->type->format == nullptr || !std::isnan(tensor->value(element))
                    || tensor->type->format->hasNan(),
                "only a format with NaN has one");
        isFine(toArray(*tensor));
    }
    return 0;
}
