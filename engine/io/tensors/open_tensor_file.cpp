// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/shown_text.h"
#include "engine/file/input_file.h"
#include "engine/file/zip_archive.h"
#include "engine/io/tensors/hdf5_tensors.h"
#include "engine/io/tensors/keras_file.h"
#include "engine/io/tensors/numpy_tensors.h"
#include "engine/io/tensors/safetensors.h"
#include "engine/io/tensors/tensor_file.h"
#include "engine/io/tensors/torch_file.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

using Opened = Result<std::unique_ptr<TensorFile>>;

constexpr std::array kKinds{
    TensorFileKind{"npy", "one array of NumPy", ".npy"},
    TensorFileKind{"npz", "arrays of NumPy", ".npz"},
    TensorFileKind{"safetensors", "safetensors, in one file or in shards that an index names",
        ".safetensors .safetensors.index.json"},
    TensorFileKind{"torch", "what torch.save wrote", ".pt .pth .bin .ckpt"},
    TensorFileKind{"keras", "a model of Keras", ".keras"},
    TensorFileKind{"hdf5", "HDF5, such as Keras' weights", ".weights.h5 .h5 .hdf5"},
};

/// By what the archive has in it.
Opened openZip(InputFile file)
{
    Result<ZipReader> archive = ZipReader::open(std::move(file), "a zip archive");
    if (!archive)
        return archive.error();
    if (isKerasArchive(*archive))
        return openKerasFile(*archive);
    if (const auto pickle = torchPickle(*archive))
        return openTorchFile(*std::move(archive), *pickle);
    const auto& entries = archive->entries();
    if (std::any_of(entries.begin(), entries.end(),
            [](const ZipReader::Entry& entry) { return entry.name.ends_with(".npy"); }))
        return openNpzTensors(*std::move(archive));
    if (entries.empty())
        return openNpzTensors(*std::move(archive)); // numpy.savez of nothing
    return Error{"", "is a zip archive without arrays: neither an .npz, a .pt nor a .keras file"};
}

/// beginning: of the file.
Opened openByContent(InputFile file, const std::filesystem::path& path, std::string_view beginning)
{
    if (beginning.empty())
        return Error{"", "is empty"};
    if (beginning.starts_with("PK\x03\x04") || beginning.starts_with("PK\x05\x06"))
        return openZip(std::move(file));
    if (beginning.starts_with("\x89HDF\r\n\x1a\n"))
        return openHdf5(std::move(file));
    if (beginning.starts_with("\x93NUMPY"))
        return openNpyTensor(std::move(file));
    if (looksLikeSafetensors(beginning, file.size()))
        return openSafetensors(std::move(file));
    constexpr std::uint64_t kLargestIndex = 100'000'000;
    if (beginning.find_first_not_of(" \t\r\n") < beginning.size()
        && beginning[beginning.find_first_not_of(" \t\r\n")] == '{' && file.size() <= kLargestIndex) {
        const Result<std::string> text = file.readAt(0, file.size());
        return text ? openSafetensorsIndex(path, *text) : Opened(Error{"", text.error().message});
    }
    if (beginning.starts_with('\x80'))
        return Error{"",
            "is a pickle by itself, as torch before 1.6 and others write; save it anew by torch.save of today"};
    return Error{"", "is no file of tensors: neither NumPy's, safetensors, torch's, Keras' nor HDF5"};
}

} // namespace

std::span<const TensorFileKind> tensorFileKinds()
{
    return kKinds;
}

Opened openTensorFile(const std::filesystem::path& path, const std::stop_token& stop)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    if (stop.stop_requested())
        return stoppedError();
    const Result<std::string> beginning = file->readAt(0, std::min<std::uint64_t>(file->size(), 64));
    if (!beginning)
        return beginning.error();
    Opened opened = openByContent(*std::move(file), path, *beginning);
    if (!opened && opened.error().place.empty())
        return Error{path.string(), opened.error().message, opened.error().kind};
    return opened;
}

} // namespace ulpscope
