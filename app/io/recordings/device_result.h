// SPDX-License-Identifier: GPL-3.0-or-later
// The file that resources/device/device_check.py writes: what a device computed, of which operands. Numbers are the codes of their
// formats, in unsigned integers; "about", JSON in UTF-8, says what is there.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/tensor/tensor.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

struct DeviceProduct
{
    std::string run; ///< "x W^T"
    std::string values; ///< "cancelling"
    Tensor a; ///< [M, K]
    Tensor b; ///< [K, N]
    Tensor y; ///< [M, N]
};

struct DeviceFunction
{
    std::string function; ///< one of deviceFunctions()
    std::string values;
    std::vector<float> x;
    std::vector<float> y;
};

class DeviceResult
{
public:
    /// Errors of this and of what is below have the path as their place, and in words the place within the file.
    static Result<DeviceResult> open(const std::filesystem::path& path);

    /// {"device", "NVIDIA H200"}, {"torch", "2.11.0"}, in the file's order; what is not known is left out.
    const std::vector<FileFact>& facts() const { return m_facts; }
    /// What could not be run, and why not.
    const std::vector<FileFact>& skipped() const { return m_skipped; }
    std::size_t products() const { return m_products.size(); }
    std::size_t functions() const { return m_functions.size(); }
    Result<DeviceProduct> product(std::size_t index);
    Result<DeviceFunction> function(std::size_t index);

private:
    struct Row
    {
        std::string run;
        std::string values;
        std::vector<std::string> formats; ///< of the arrays
        std::vector<std::string> arrays; ///< their names: a, b, y or x, y
    };

    DeviceResult(std::string path, std::unique_ptr<TensorFile> file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    {
    }
    Status readAbout();
    Result<Tensor> array(const std::string& place, const std::string& name, const std::string& format);
    Error at(const std::string& place, const Message& words) const;

    std::string m_path;
    std::unique_ptr<TensorFile> m_file;
    std::vector<FileFact> m_facts;
    std::vector<FileFact> m_skipped;
    std::vector<Row> m_products;
    std::vector<Row> m_functions;
};

} // namespace ulpscope
