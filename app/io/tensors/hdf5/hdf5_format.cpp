// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_format.h"

#include "app/io/tensors/hdf5/hdf5_chunks.h"
#include "app/io/tensors/hdf5/hdf5_walk.h"
#include "engine/base/shown_text.h"
#include "engine/file/npy.h"

#include <algorithm>
#include <set>

namespace ulpscope {

/// Goes through all groups.
class Hdf5Lister
{
public:
    Hdf5Lister(const Hdf5Reader& reader, std::vector<std::string>& notices)
        : m_walk(reader)
        , m_notices(notices)
    {
    }

    std::vector<Hdf5Dataset> datasets;

    void visit(std::uint64_t address, const std::string& path, int depth)
    {
        if (++m_objects > Hdf5Walk::kMaxObjects)
            throw Hdf5Failure{"has more than 1000000 objects"};
        const std::vector<Hdf5HeaderMessage> header = m_walk.messages(address);
        const bool isDataset = std::any_of(header.begin(), header.end(),
            [](const Hdf5HeaderMessage& message) { return message.type == Hdf5Message::Layout; });
        if (isDataset) {
            datasets.push_back(m_walk.dataset(header, path));
            return;
        }
        constexpr int kMaxGroups = 64;
        if (depth > kMaxGroups) {
            m_notices.push_back("'" + shownText(path) + "' lies deeper than 64 groups and was left out.");
            return;
        }
        if (!m_groups.insert(address).second)
            return; // the object was reached by another path before
        for (const Hdf5Link& link : m_walk.links(header, m_notices, path)) {
            const std::string inside = path.empty() ? link.name : path + '/' + link.name;
            if (link.address)
                visit(*link.address, inside, depth + 1);
            else
                m_notices.push_back(
                    "'" + shownText(inside) + "' is a link to elsewhere and was not followed.");
        }
    }

private:
    Hdf5Walk m_walk;
    std::vector<std::string>& m_notices;
    std::size_t m_objects = 0;
    std::set<std::uint64_t> m_groups; ///< addresses of those that were gone through
};

std::uint64_t Hdf5Dataset::bytes() const
{
    std::uint64_t count = isNull ? 0 : type.size;
    for (const std::uint64_t extent : extents)
        count *= extent;
    return count;
}

Result<Hdf5Reader> Hdf5Reader::started(Hdf5Reader reader)
{
    try {
        return Hdf5Walk::withSuperblock(std::move(reader));
    } catch (const Hdf5Failure& failure) {
        return Error{"", "the HDF5 file " + failure.message};
    }
}

Result<Hdf5Reader> Hdf5Reader::open(InputFile file)
{
    Hdf5Reader reader;
    reader.m_file = std::move(file);
    return started(std::move(reader));
}

Result<Hdf5Reader> Hdf5Reader::open(std::string bytes)
{
    Hdf5Reader reader;
    reader.m_bytes = std::move(bytes);
    return started(std::move(reader));
}

Result<std::vector<Hdf5Dataset>> Hdf5Reader::list(std::vector<std::string>& notices) const
{
    Hdf5Lister lister(*this, notices);
    try {
        lister.visit(m_root, "", 0);
    } catch (const Hdf5Failure& failure) {
        return Error{"", "the HDF5 file " + failure.message};
    }
    return std::move(lister.datasets);
}

Result<std::optional<std::string>> Hdf5Reader::textAttribute(
    std::string_view name, std::uint64_t longest) const
{
    try {
        const Hdf5Walk walk(*this);
        return walk.textAttribute(walk.messages(m_root), name, longest);
    } catch (const Hdf5Failure& failure) {
        return Error{"", "the HDF5 file " + failure.message};
    }
}

Result<std::string> Hdf5Reader::read(const Hdf5Dataset& dataset, const std::stop_token& stop) const
{
    const std::uint64_t bytes = dataset.bytes();
    const Hdf5Storage& storage = dataset.storage;
    const Hdf5Walk walk(*this);
    std::string result;
    try {
        if (storage.layout == Hdf5Storage::Layout::Compact) {
            if (storage.compact.size() != bytes)
                return Error{"", "its numbers are cut off"};
            result = storage.compact;
        } else if (storage.layout == Hdf5Storage::Layout::Contiguous && storage.address) {
            result = walk.at(*storage.address, bytes).takeAll();
        } else {
            const std::vector<Hdf5Chunk> chunks = storage.layout == Hdf5Storage::Layout::Chunked
                ? walk.chunks(dataset)
                : std::vector<Hdf5Chunk>();
            Result<std::string> assembled = assembledChunks(
                size(), dataset, chunks,
                [&](std::uint64_t address, std::uint64_t count) { return walk.at(address, count).takeAll(); },
                stop);
            if (!assembled)
                return assembled;
            result = *std::move(assembled);
        }
    } catch (const Hdf5Failure& failure) {
        return Error{"", "the HDF5 file " + failure.message};
    }
    const bool isCompound = dataset.type.typeClass == Hdf5Type::Class::Compound;
    return dataset.type.isBigEndian
        ? withBytesSwapped(result, isCompound ? dataset.type.size / 2 : dataset.type.size)
        : result;
}

} // namespace ulpscope
