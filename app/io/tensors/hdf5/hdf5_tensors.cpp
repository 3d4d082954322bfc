// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_tensors.h"

#include "app/io/tensors/hdf5/hdf5_format.h"
#include "engine/base/shown_text.h"

namespace ulpscope {

namespace {

/// IEEE's and bfloat16's layout; nullptr for others. `size` is in bytes.
const ElementType* hdf5FloatType(const Hdf5Type& type, std::uint32_t size)
{
    for (const char* name : {"float64", "float32", "float16", "bfloat16"}) {
        const ElementType* known = findElementType(name);
        const Format& format = *known->format;
        if (size * 8 == static_cast<std::uint32_t>(known->bits) && type.signAt == known->bits - 1
            && type.exponentBits == format.exponentBits && type.mantissaBits == format.mantissaBits
            && type.mantissaAt == 0 && type.exponentAt == format.mantissaBits
            && type.bias == static_cast<std::uint32_t>(format.bias))
            return known;
    }
    return nullptr;
}

/// The dtype's name in the file's own words; sets the entry's type where it is one of ours.
std::string hdf5TypeName(const Hdf5Dataset& dataset, TensorEntry& entry)
{
    const Hdf5Type& type = dataset.type;
    const std::string bits = std::to_string(std::uint64_t{type.size} * 8);
    switch (type.typeClass) {
    case Hdf5Type::Class::Float:
        entry.type = hdf5FloatType(type, type.size);
        return entry.type != nullptr ? std::string(entry.type->name) : "a float of " + bits + " bits";
    case Hdf5Type::Class::Integer:
        entry.type = findElementType((type.isSigned ? "int" : "uint") + bits);
        return (type.isSigned ? "int" : "uint") + bits;
    case Hdf5Type::Class::Enumeration: // h5py's truth values
        entry.type = type.size == 1 ? findElementType("bool") : nullptr;
        return type.size == 1 ? "bool" : "an enumeration";
    case Hdf5Type::Class::Compound:
        if (const ElementType* part = hdf5FloatType(type, type.size / 2))
            entry.type = part->bits == 32 ? findElementType("complex64")
                : part->bits == 64        ? findElementType("complex128")
                                          : nullptr;
        return entry.type != nullptr ? std::string(entry.type->name) : "a compound";
    case Hdf5Type::Class::Opaque:
        if (const ElementType* named = findElementType(dataset.dtype);
            named != nullptr && static_cast<std::uint64_t>(named->bits) == std::uint64_t{type.size} * 8)
            entry.type = named;
        return dataset.dtype.empty() ? "opaque, " + bits + " bits" : dataset.dtype;
    case Hdf5Type::Class::Text:
    case Hdf5Type::Class::VariableLength:
        return "text or lists";
    case Hdf5Type::Class::Other:
        break;
    }
    return "of an unknown kind";
}

class Hdf5File : public TensorFile
{
public:
    explicit Hdf5File(Hdf5Reader reader)
        : m_reader(std::move(reader))
    {
    }

    std::string_view kind() const override { return "hdf5"; }

    Status list()
    {
        Result<std::vector<Hdf5Dataset>> datasets = m_reader.list(m_notices);
        if (!datasets)
            return datasets.error();
        for (Hdf5Dataset& dataset : *datasets) {
            if (dataset.isNull) {
                m_notices.push_back("'" + shownText(dataset.path) + "' holds nothing.");
                continue;
            }
            TensorEntry entry{dataset.path, {}, nullptr, {}, dataset.bytes(), dataset.problem};
            entry.storedAs = hdf5TypeName(dataset, entry);
            if (!dataset.problem.empty())
                entry.type = nullptr;
            for (const std::uint64_t extent : dataset.extents)
                entry.shape.push_back(static_cast<std::int64_t>(extent));
            m_tensors.push_back(std::move(entry));
            m_datasets.push_back(std::move(dataset));
        }
        return success();
    }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        if (!m_datasets[index].problem.empty())
            return Error{"", m_datasets[index].problem};
        return m_reader.read(m_datasets[index], stop);
    }

private:
    Hdf5Reader m_reader;
    std::vector<Hdf5Dataset> m_datasets; ///< one dataset for each tensor
};

Result<std::unique_ptr<TensorFile>> listedHdf5(Result<Hdf5Reader> reader)
{
    if (!reader)
        return reader.error();
    auto file = std::make_unique<Hdf5File>(*std::move(reader));
    if (const Status status = file->list(); !status)
        return status.error();
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace

Result<std::unique_ptr<TensorFile>> openHdf5(InputFile file)
{
    return listedHdf5(Hdf5Reader::open(std::move(file)));
}

Result<std::unique_ptr<TensorFile>> openHdf5Image(std::string bytes)
{
    return listedHdf5(Hdf5Reader::open(std::move(bytes)));
}

} // namespace ulpscope
