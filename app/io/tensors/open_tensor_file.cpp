// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_tensors.h"
#include "app/io/tensors/keras_file.h"
#include "app/io/tensors/safetensors.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/file/input_file.h"
#include "engine/file/zip_archive.h"

#include <algorithm>
#include <array>

namespace ulpscope {

// Defined in numpy_tensors.cpp and torch_file.cpp, and called only here.
Result<std::unique_ptr<TensorFile>> openNpyTensor(InputFile file);
Result<std::unique_ptr<TensorFile>> openNpzTensors(ZipReader archive);
Result<std::unique_ptr<TensorFile>> openTorchFile(ZipReader archive, std::size_t pickle);
std::optional<std::size_t> torchPickle(const ZipReader& archive);

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

constexpr std::uint64_t kLargestIndex = 100'000'000;
constexpr std::size_t kBeginning = 64; ///< bytes that tell the kind

bool beginsAsZip(std::string_view beginning)
{
    return beginning.starts_with("PK\x03\x04") || beginning.starts_with("PK\x05\x06");
}

/// That is what all programs write first into a workbook or a text document, whose numbers are no tensors.
bool beginsAsDocument(std::string_view beginning)
{
    constexpr std::size_t kFirstName = 30; // .ZIP File Format Specification, 4.3.7
    const std::string_view name = beginning.substr(std::min(kFirstName, beginning.size()));
    return name.starts_with("[Content_Types].xml") || name.starts_with("mimetype");
}

bool beginsAsJson(std::string_view beginning)
{
    const std::size_t at = beginning.find_first_not_of(" \t\r\n");
    return at != std::string_view::npos && beginning[at] == '{';
}

/// Chooses the reader by the members of the archive.
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
    return Error{"", message("is a zip archive without arrays: neither an .npz, a .pt nor a .keras file")};
}

/// `beginning` has the first bytes of the file.
Opened openByContent(InputFile file, const std::filesystem::path& path, std::string_view beginning)
{
    if (beginning.empty())
        return Error{"", message("is empty")};
    if (beginsAsZip(beginning))
        return openZip(std::move(file));
    if (beginning.starts_with("\x89HDF\r\n\x1a\n"))
        return openHdf5(std::move(file));
    if (beginning.starts_with("\x93NUMPY"))
        return openNpyTensor(std::move(file));
    if (looksLikeSafetensors(beginning, file.size()))
        return openSafetensors(std::move(file));
    if (beginsAsJson(beginning) && file.size() <= kLargestIndex) {
        const Result<std::string> text = file.readAt(0, file.size());
        return text ? openSafetensorsIndex(path, *text) : Opened(Error{"", text.error().message});
    }
    if (beginning.starts_with('\x80'))
        return Error{"",
            message(
                "is a pickle by itself, as torch before 1.6 and others write; save it anew by torch.save of today")};
    return Error{
        "", message("is no file of tensors: neither NumPy's, safetensors, torch's, Keras' nor HDF5")};
}

} // namespace

std::span<const TensorFileKind> tensorFileKinds()
{
    return kKinds;
}

Result<bool> beginsAsTensorFile(const std::filesystem::path& path)
{
    const Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const Result<std::string> beginning = file->readAt(0, std::min<std::uint64_t>(file->size(), kBeginning));
    if (!beginning)
        return beginning.error();
    if (beginsAsZip(*beginning))
        return !beginsAsDocument(*beginning);
    if (beginsAsJson(*beginning) && !looksLikeSafetensors(*beginning, file->size())) {
        if (file->size() > kLargestIndex)
            return false;
        const Result<std::string> text = file->readAt(0, file->size());
        return text ? Result<bool>(text->find("\"weight_map\"") != std::string::npos) : text.error();
    }
    return beginning->starts_with("\x89HDF\r\n\x1a\n") || beginning->starts_with("\x93NUMPY")
        || beginning->starts_with('\x80') || looksLikeSafetensors(*beginning, file->size());
}

Opened openTensorFile(const std::filesystem::path& path, const std::stop_token& stop)
{
    if (std::error_code failure; std::filesystem::is_directory(path, failure)) {
        const Result<std::optional<std::filesystem::path>> index = shardIndexIn(path);
        if (!index)
            return index.error();
        if (*index)
            return openTensorFile(**index, stop);
    }
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    if (stop.stop_requested())
        return stoppedError();
    const Result<std::string> beginning = file->readAt(0, std::min<std::uint64_t>(file->size(), kBeginning));
    if (!beginning)
        return beginning.error();
    Opened opened = openByContent(*std::move(file), path, *beginning);
    if (!opened && opened.error().place.empty())
        return Error{path.string(), opened.error().message, opened.error().kind};
    return opened;
}

} // namespace ulpscope
