// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npz files: read, written and read again, and as a data set.
#include "tests/fuzz/fuzz_target.h"

#include "engine/data/dataset_catalog.h"
#include "engine/file/npz.h"
#include "tests/fuzz/scratch_file.h"

#include <functional>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

void writeAndRead(const std::vector<NamedArray>& arrays)
{
    const std::string path = fuzz::scratchPath("written.npz");
    if (!saveNpz(path, arrays))
        return; // two arrays of one name, or a name that no archive holds
    const Result<std::vector<NamedArray>> again = loadNpz(path);
    requireFine(again, "it can be read back");
    require(again->size() == arrays.size(), "what was written can be read");
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        require((*again)[i].name == arrays[i].name, "names survive");
        require(writeNpy((*again)[i].array) == writeNpy(arrays[i].array), "arrays survive");
    }
}

void load(const std::string& path, const std::string& features, const std::string& targets, bool hasClasses)
{
    const Component npz{"npz",
        {{"file", path}, {"features", features}, {"targets", targets},
            {"task", std::string(hasClasses ? "classification" : "regression")},
            {"normalization", std::string("standard")}, {"shuffle_split", true}}};
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", npz);
    requireFine(checked, "the parameters are right");
    const Result<Dataset> dataset = loadDataset(*checked, 1);
    isFine(dataset);
    require(!dataset || (dataset->train.count > 0 && dataset->test.count > 0), "there are examples");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::scratchFile("read.npz", fuzz::textOf(data, size));
    const Result<std::vector<NamedArray>> arrays = loadNpz(path);
    if (!isFine(arrays))
        return 0;
    // Not everything is done with every input, so that there may be more of them: what is depends on its bytes.
    const std::size_t draw = std::hash<std::string_view>()(fuzz::textOf(data, size));
    if (draw % 3 == 0)
        writeAndRead(*arrays);
    else if (!arrays->empty())
        load(path, arrays->front().name, arrays->back().name, draw % 3 == 1);
    return 0;
}
