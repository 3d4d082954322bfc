// SPDX-License-Identifier: GPL-3.0-or-later
// IDX files, compressed or not: alone, and as features and targets of a data set.
#include "tests/fuzz/fuzz_target.h"

#include "engine/data/dataset_catalog.h"
#include "engine/file/idx.h"
#include "tests/fuzz/scratch_file.h"

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::scratchFile("data.idx", fuzz::textOf(data, size));
    const Result<IdxArray> array = readIdx(path);
    if (!isFine(array))
        return 0;
    std::size_t values = 1;
    for (const std::int64_t extent : array->extents)
        values *= static_cast<std::size_t>(extent);
    require(array->values.size() == values, "there are as many values as the extents say");

    const Component idx{"idx",
        {{"features", path}, {"targets", path}, {"scale_bytes", true},
            {"normalization", std::string("minmax")}}};
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", idx);
    requireFine(checked, "the parameters are right");
    const Result<Dataset> dataset = loadDataset(*checked, 1);
    isFine(dataset);
    require(!dataset || (dataset->train.count > 0 && dataset->test.count > 0), "there are examples");
    return 0;
}
