// SPDX-License-Identifier: GPL-3.0-or-later
// A file of tensors that another program wrote, read as it is stored: what is in it is listed without reading the numbers, and of
// these only what is asked for. Nothing in such a file is executed.
#pragma once

#include "app/io/tensors/element_type.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

/// The most elements of a tensor that is read.
inline constexpr std::uint64_t kMaxTensorElements = std::uint64_t{1} << 31;
/// The most facts of a file that are kept; of what is left out a notice tells the number.
inline constexpr std::size_t kMaxFileFacts = 1000;

/// A file's description of a tensor.
struct TensorEntry
{
    std::string name; ///< unique in its file: "model.layers.0.weight", "layers/dense/vars/0"
    std::string storedAs; ///< dtype in the file's own words: "BF16", "<V2", "torch.float16"
    const ElementType* type = nullptr; ///< nullptr where that is none of ours
    std::vector<std::int64_t> shape; ///< {} of a single number
    std::uint64_t bytes = 0; ///< how many bytes the elements take as they are stored
    std::string remark = {}; ///< why it cannot be read, or what else is to be known; may be empty

    /// The product of the shape; the file was refused if that has no 64 bits.
    std::uint64_t elements() const;
};

/// Elements as they are stored: row-major, little-endian.
struct StoredTensor
{
    const ElementType* type = nullptr;
    std::vector<std::int64_t> shape;
    std::string bytes;

    std::uint64_t size() const;
    /// The bits of an element of at most 64 (of a complex number's real part).
    std::uint64_t code(std::uint64_t element) const;
    /// Value of an element: of an integer beyond 2^53 the nearest double, of a complex number the real part.
    double value(std::uint64_t element) const;
    /// Values of all elements.
    std::vector<double> values() const;
};

/// One thing that a file says beside its tensors: {"keras_version", "3.15.1"}.
using FileFact = std::pair<std::string, std::string>;

class TensorFile
{
public:
    virtual ~TensorFile() = default;

    /// "safetensors", as in tensorFileKinds().
    virtual std::string_view kind() const = 0;
    const std::vector<TensorEntry>& tensors() const { return m_tensors; }
    const std::vector<FileFact>& facts() const { return m_facts; }
    /// Sentences on what of the file is not taken over.
    const std::vector<std::string>& notices() const { return m_notices; }

    /// The tensor of that index. Its dtype is `as` where the file only says how many bits an element has (a void of NumPy,
    /// an unsigned integer). Errors have the tensor's name as their place.
    Result<StoredTensor> read(
        std::size_t index, const ElementType* as = nullptr, const std::stop_token& stop = {});
    /// Bytes of a tensor's elements, whether or not their format is known. Errors have no place.
    Result<std::string> bytesOf(std::size_t index, const std::stop_token& stop = {});
    /// The index of that name, or an error that proposes one.
    Result<std::size_t> find(std::string_view name) const;

protected:
    /// The bytes as StoredTensor has them. Only of an entry with at most kMaxTensorElements.
    virtual Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) = 0;

    std::vector<TensorEntry> m_tensors;
    std::vector<FileFact> m_facts;
    std::vector<std::string> m_notices;
};

/// A kind of file, told by what is in it and not by its name.
struct TensorFileKind
{
    std::string_view name; ///< "safetensors"
    std::string_view title; ///< "safetensors, in one file or in shards"
    std::string_view suffixes; ///< endings of usual names: ".safetensors .safetensors.index.json"
};
std::span<const TensorFileKind> tensorFileKinds();

/// Whether the file begins like a supported tensor file; then its faults are worth reporting. Errors have the path as their place.
Result<bool> beginsAsTensorFile(const std::filesystem::path& path);

/// Errors have the path as their place.
Result<std::unique_ptr<TensorFile>> openTensorFile(
    const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace ulpscope
