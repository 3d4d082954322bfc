// SPDX-License-Identifier: GPL-3.0-or-later
// Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): 60,000 and 10,000 grey pictures of 28 x 28 in 10 classes, from IDX files.
#include "engine/base/config.h"
#include "engine/data/dataset.h"
#include "engine/file/idx.h"

#include <algorithm>
#include <filesystem>
#include <stop_token>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::int64_t kClasses = 10;

Result<Examples> loadPart(const std::string& folder, const std::string& part, const std::stop_token& stop)
{
    const std::string imagesPath = folder + "/" + part + "-images-idx3-ubyte.gz";
    const std::string labelsPath = folder + "/" + part + "-labels-idx1-ubyte.gz";
    Result<IdxArray> images = readIdx(imagesPath, stop);
    if (!images)
        return images.error();
    const Result<IdxArray> labels = readIdx(labelsPath, stop);
    if (!labels)
        return labels.error();
    if (images->extents.size() != 3 || images->extents[1] != 28 || images->extents[2] != 28)
        return Error{imagesPath, "expected pictures of 28 x 28"};
    if (labels->extents.size() != 1 || labels->extents[0] != images->extents[0] || labels->extents[0] == 0)
        return Error{labelsPath,
            "expected a label for each of the " + std::to_string(images->extents[0]) + " pictures"};
    if (std::any_of(labels->values.begin(), labels->values.end(),
            [](std::uint8_t label) { return label >= kClasses; }))
        return Error{labelsPath, "expected labels 0 to 9"};
    Examples examples;
    examples.count = images->extents[0];
    examples.codes = std::move(images->values);
    for (int pixel = 0; pixel < 256; ++pixel)
        examples.numbers.push_back(static_cast<float>(pixel) / 255.0F);
    examples.targets.assign(labels->values.begin(), labels->values.end());
    return examples;
}

} // namespace

Result<Dataset> loadFashionMnist(const Config& config, std::uint64_t, const std::stop_token& stop)
{
    const std::string& folder = config.text("folder");
    std::error_code error;
    if (!std::filesystem::exists(folder, error))
        return Error{"data",
            folder
                + " is not there; it comes with Debian's package dataset-fashion-mnist: sudo apt-get install "
                  "dataset-fashion-mnist"};
    Result<Examples> train = loadPart(folder, "train", stop);
    if (!train)
        return train.error();
    Result<Examples> test = loadPart(folder, "t10k", stop);
    if (!test)
        return test.error();
    Dataset dataset;
    dataset.featureShape = {28, 28};
    dataset.classes = kClasses;
    // The table "Labels" of the data set's README.
    dataset.classNames = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker",
        "Bag", "Ankle boot"};
    dataset.train = std::move(*train);
    dataset.test = std::move(*test);
    return dataset;
}

} // namespace ulpscope
