// SPDX-License-Identifier: GPL-3.0-or-later
// Inside hdf5_format: reads a part of the file and follows what it says: object headers, B-trees, groups, heaps. Each throws
// Hdf5Failure.
#pragma once

#include "app/io/tensors/hdf5/hdf5_chunks.h"
#include "app/io/tensors/hdf5/hdf5_messages.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct Hdf5HeaderMessage
{
    Hdf5Message type = {};
    bool isShared = false; ///< the message is shared and stands elsewhere
    std::string data;
};

/// A member of a group.
struct Hdf5Link
{
    std::string name;
    std::optional<std::uint64_t> address; ///< address of the object header; empty for a link to another file
};

class Hdf5Walk
{
public:
    static constexpr std::size_t kMaxObjects = 1'000'000;

    /// reader must outlive it.
    explicit Hdf5Walk(const Hdf5Reader& reader);

    /// The reader with its sizes, its base and the address of the root's object header.
    static Hdf5Reader withSuperblock(Hdf5Reader reader);

    Hdf5Fields at(std::uint64_t address, std::uint64_t count) const;
    /// "Object Headers": the messages of the object there.
    std::vector<Hdf5HeaderMessage> messages(std::uint64_t address) const;
    /// Links of a group in the order of their names; path: the group's own.
    std::vector<Hdf5Link> links(const std::vector<Hdf5HeaderMessage>& header,
        std::vector<std::string>& notices, const std::string& path) const;
    Hdf5Dataset dataset(const std::vector<Hdf5HeaderMessage>& header, const std::string& path) const;
    /// "Version 1 B-trees" of chunks.
    std::vector<Hdf5Chunk> chunks(const Hdf5Dataset& dataset) const;

    /// The text that is an attribute of the object with this header; nothing where there is none.
    std::optional<std::string> textAttribute(
        const std::vector<Hdf5HeaderMessage>& header, std::string_view name, std::uint64_t longest) const;

private:
    struct Block
    {
        std::uint64_t address = 0;
        std::uint64_t size = 0;
    };

    /// Counts bytes that are read or kept against what such a file may cost.
    void spend(std::uint64_t bytes) const;
    void readBlock(Hdf5Fields& fields, bool isVersion2, std::uint8_t flags,
        std::vector<Hdf5HeaderMessage>& found, std::vector<Block>& blocks) const;
    /// Calls `visit` with the key before each child of the leaves.
    void eachOfTree(std::uint64_t root, std::uint8_t type, std::size_t keySize,
        const std::function<void(Hdf5Fields key, std::uint64_t child)>& visit) const;
    /// "Symbol Table Message": the group's B-tree, whose leaves are lists of members, and the heap with their names.
    void symbolTable(std::uint64_t tree, std::uint64_t heap, std::vector<Hdf5Link>& found) const;
    /// "Link Message"
    static Hdf5Link link(Hdf5Fields& fields);
    /// "Attribute Message": the text of the attribute of that name, in it or in a global heap, if it is this one and no longer.
    std::optional<std::string> textAttribute(
        Hdf5Fields& fields, std::string_view name, std::uint64_t longest) const;
    /// "Global Heap": the object of that index in the collection there.
    std::string heapObject(std::uint64_t collection, std::uint64_t index) const;

    const Hdf5Reader& m_reader;
    mutable std::uint64_t m_left; ///< bytes that may still be read
};

} // namespace ulpscope
