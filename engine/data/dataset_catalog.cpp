// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/dataset_catalog.h"

#include "engine/data/circle.h"
#include "engine/data/fashion_mnist.h"

namespace ulpscope {

std::span<const DatasetClass> datasetCatalog()
{
    static const std::vector<DatasetClass> rows{
        {{"circle", "Two classes: points inside a circle and points around it.",
             {{"points", std::int64_t{512}, "Points to train on; as many others to test on.", 2, 1'000'000}}},
            {}, {2}, makeCircle},
        {{"fashion_mnist", "Pictures of clothes, 28 x 28 grey pixels, 10 classes.",
             {{"folder", std::string("/usr/share/datasets/fashion-mnist"),
                 "Folder of the four gzip IDX files."}}},
            "dataset-fashion-mnist", {28, 28}, loadFashionMnist},
    };
    return rows;
}

} // namespace ulpscope
