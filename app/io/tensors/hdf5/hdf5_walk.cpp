// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_walk.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <set>

namespace ulpscope {

namespace {

constexpr std::string_view kHdf5Signature("\x89HDF\r\n\x1a\n", 8);

/// The most bytes that one walk reads, of a file of that size: some structures are read in parts, none often.
constexpr std::uint64_t mostRead(std::uint64_t size)
{
    return 16 * size + (std::uint64_t{16} << 20);
}

/// "vars/2" before "vars/10".
bool naturallyBefore(const std::string& a, const std::string& b)
{
    const auto digitsEnd = [](const std::string& text, std::size_t from) {
        return std::min(text.find_first_not_of("0123456789", from), text.size());
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const std::size_t endA = digitsEnd(a, i);
        const std::size_t endB = digitsEnd(b, j);
        if (endA > i && endB > j) {
            if (endA - i != endB - j)
                return endA - i < endB - j;
            if (const int order = a.compare(i, endA - i, b, j, endB - j); order != 0)
                return order < 0;
            i = endA;
            j = endB;
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

} // namespace

Hdf5Walk::Hdf5Walk(const Hdf5Reader& reader)
    : m_reader(reader)
    , m_left(mostRead(reader.size()))
{
}

/// Limits the bytes read in all, because a small file whose addresses all lead to one place could be read without end.
void Hdf5Walk::spend(std::uint64_t bytes) const
{
    m_left -= std::min(m_left, bytes);
    if (m_left == 0)
        throw Hdf5Failure{"refers to the same places over and over"};
}

Hdf5Fields Hdf5Walk::at(std::uint64_t address, std::uint64_t count) const
{
    const std::uint64_t size = m_reader.size();
    const std::uint64_t from = m_reader.m_base + address;
    if (address > size || m_reader.m_base > size || from > size || count > size - from)
        throw Hdf5Failure{"says that there is something beyond its end"};
    spend(count);
    if (!m_reader.m_file)
        return Hdf5Fields(m_reader.m_bytes.substr(from, count), m_reader.m_offsetSize, m_reader.m_lengthSize);
    Result<std::string> bytes = m_reader.m_file->readAt(from, count);
    if (!bytes)
        throw Hdf5Failure{bytes.error().message.text()};
    return Hdf5Fields(*std::move(bytes), m_reader.m_offsetSize, m_reader.m_lengthSize);
}

Hdf5Reader Hdf5Walk::withSuperblock(Hdf5Reader reader)
{
    // The superblock lies at 0, 512, 1024 and so on, behind a block of the user's.
    std::uint64_t at = 0;
    while (at + kHdf5Signature.size() <= reader.size()
        && Hdf5Walk(reader).at(at, kHdf5Signature.size()).rest() != kHdf5Signature)
        at = at == 0 ? 512 : 2 * at;
    constexpr std::uint64_t kLongest = 128;
    if (at + kHdf5Signature.size() > reader.size())
        throw Hdf5Failure{"has no superblock"};
    Hdf5Fields fields = Hdf5Walk(reader).at(at, std::min(kLongest, reader.size() - at));
    fields.skip(8);
    const std::uint64_t version = fields.number(1);
    if (version > 3)
        throw Hdf5Failure{"has a superblock of version " + std::to_string(version) + "; 0 to 3 can be read"};
    if (version < 2)
        fields.skip(4);
    reader.m_offsetSize = fields.number(1);
    reader.m_lengthSize = fields.number(1);
    for (const std::size_t size : {reader.m_offsetSize, reader.m_lengthSize})
        if (size != 2 && size != 4 && size != 8)
            throw Hdf5Failure{"has addresses of " + std::to_string(size) + " bytes"};
    fields.setSizes(reader.m_offsetSize, reader.m_lengthSize);
    fields.skip(version < 2 ? 9 : 1); // K of both trees and flags; flags
    if (version == 1)
        fields.skip(4);
    const std::optional<std::uint64_t> base = fields.address();
    fields.address(); // free space, or the superblock's extension
    fields.address(); // end of the file
    if (version < 2) {
        fields.address(); // driver information
        fields.address(); // offset of the root's name
    }
    const std::optional<std::uint64_t> root = fields.address();
    if (!base || !root)
        throw Hdf5Failure{"has no root"};
    reader.m_base = *base;
    reader.m_root = *root;
    return reader;
}

std::vector<Hdf5HeaderMessage> Hdf5Walk::messages(std::uint64_t address) const
{
    std::vector<Hdf5HeaderMessage> found;
    std::vector<Block> blocks;
    Hdf5Fields start = at(address, 16);
    bool isVersion2 = start.rest().starts_with("OHDR");
    std::uint8_t flags = 0;
    if (isVersion2) {
        start.skip(4);
        if (start.number(1) != 2)
            throw Hdf5Failure{"has an object header of an unknown version"};
        flags = static_cast<std::uint8_t>(start.number(1));
        const std::uint64_t before = 6 + ((flags & 0x20) != 0 ? 16U : 0U) + ((flags & 0x10) != 0 ? 4U : 0U);
        const std::uint64_t sizeBytes = std::uint64_t{1} << (flags & 3);
        const std::uint64_t size = at(address + before, sizeBytes).number(sizeBytes);
        blocks.push_back({address + before + sizeBytes, size});
    } else {
        if (start.number(1) != 1)
            throw Hdf5Failure{"has an object header of an unknown version"};
        start.skip(7);
        blocks.push_back({address + 16, start.number(4)});
    }
    constexpr std::size_t kMaxBlocks = 4096;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i == kMaxBlocks)
            throw Hdf5Failure{"has an object header in more than 4096 parts"};
        const bool isContinuation = isVersion2 && i > 0; // between "OCHK" and a checksum
        const std::uint64_t around = isContinuation ? 4 : 0;
        if (blocks[i].size < 2 * around)
            throw Hdf5Failure{"is cut off"};
        Hdf5Fields fields = at(blocks[i].address + around, blocks[i].size - 2 * around);
        readBlock(fields, isVersion2, flags, found, blocks);
    }
    return found;
}

std::vector<Hdf5Link> Hdf5Walk::links(const std::vector<Hdf5HeaderMessage>& header,
    std::vector<std::string>& notices, const std::string& path) const
{
    std::vector<Hdf5Link> found;
    for (const Hdf5HeaderMessage& message : header) {
        Hdf5Fields fields(message.data, m_reader.m_offsetSize, m_reader.m_lengthSize);
        if (message.type == Hdf5Message::SymbolTable) {
            const std::optional<std::uint64_t> tree = fields.address();
            const std::optional<std::uint64_t> heap = fields.address();
            if (tree && heap)
                symbolTable(*tree, *heap, found);
        } else if (message.type == Hdf5Message::Link) {
            found.push_back(link(fields));
        } else if (message.type == Hdf5Message::LinkInfo) {
            fields.skip(1);
            if ((fields.number(1) & 1) != 0)
                fields.skip(8);
            if (fields.address()) // links are in a fractal heap, whose address this is
                notices.push_back("'" + shownText(path)
                    + "' keeps its members as later versions of HDF5 do (libver), and was left out.");
        }
    }
    std::sort(found.begin(), found.end(),
        [](const Hdf5Link& a, const Hdf5Link& b) { return naturallyBefore(a.name, b.name); });
    return found;
}

Hdf5Dataset Hdf5Walk::dataset(const std::vector<Hdf5HeaderMessage>& header, const std::string& path) const
{
    Hdf5Dataset result;
    result.path = path;
    spend(path.size()); // paths of groups that lie deep in each other are long
    bool hasSpace = false;
    bool hasLayout = false;
    for (const Hdf5HeaderMessage& message : header) {
        Hdf5Fields fields(message.data, m_reader.m_offsetSize, m_reader.m_lengthSize);
        if (message.isShared && message.type == Hdf5Message::Datatype)
            result.problem = "its dtype is a named one of the file, which is not looked up";
        if (message.isShared)
            continue;
        switch (message.type) {
        case Hdf5Message::Dataspace:
            readHdf5Dataspace(fields, result);
            hasSpace = true;
            break;
        case Hdf5Message::Datatype:
            result.type = readHdf5Datatype(fields);
            break;
        case Hdf5Message::Layout:
            readHdf5Layout(fields, result);
            hasLayout = true;
            break;
        case Hdf5Message::Filters:
            readHdf5Filters(fields, result);
            break;
        case Hdf5Message::OldFillValue:
            result.storage.fill = fields.bytes(fields.number(4));
            break;
        case Hdf5Message::FillValue:
            readHdf5FillValue(fields, result);
            break;
        case Hdf5Message::ExternalFiles:
            result.problem = "its numbers are in another file, which is not opened";
            break;
        case Hdf5Message::Attribute:
            result.dtype = textAttribute(fields, "dtype", 64).value_or(result.dtype);
            break;
        default:
            break;
        }
    }
    if (!hasSpace || !hasLayout)
        throw Hdf5Failure{"has a dataset without a shape or a place"};
    if (result.type.size == 0 || result.type.size > kLargestHdf5Element) {
        if (result.problem.empty())
            result.problem = "its elements have " + std::to_string(result.type.size) + " bytes each";
        result.type.size = 0;
    }
    return result;
}

std::vector<Hdf5Chunk> Hdf5Walk::chunks(const Hdf5Dataset& dataset) const
{
    std::vector<Hdf5Chunk> found;
    if (!dataset.storage.address)
        return found;
    const std::size_t rank = dataset.extents.size();
    const std::size_t keySize = 8 + 8 * (rank + 1);
    eachOfTree(*dataset.storage.address, 1, keySize, [&](Hdf5Fields key, std::uint64_t child) {
        Hdf5Chunk chunk;
        chunk.size = key.number(4);
        chunk.skippedFilters = static_cast<std::uint32_t>(key.number(4));
        for (std::size_t axis = 0; axis < rank; ++axis)
            chunk.start.push_back(key.number(8));
        chunk.address = child;
        found.push_back(std::move(chunk));
    });
    return found;
}

void Hdf5Walk::readBlock(Hdf5Fields& fields, bool isVersion2, std::uint8_t flags,
    std::vector<Hdf5HeaderMessage>& found, std::vector<Block>& blocks) const
{
    const std::size_t prefix = isVersion2 ? (flags & 4) != 0 ? 6 : 4 : 8;
    constexpr std::size_t kMaxMessages = 65536;
    while (fields.left() >= prefix) {
        const auto type = static_cast<Hdf5Message>(fields.number(isVersion2 ? 1 : 2));
        const std::uint64_t size = fields.number(2);
        const std::uint64_t messageFlags = fields.number(1);
        fields.skip(prefix - (isVersion2 ? 4 : 5));
        if (isVersion2 && size > fields.left())
            break; // the gap before the checksum
        std::string data = fields.bytes(size);
        if (found.size() == kMaxMessages)
            throw Hdf5Failure{"has an object header of more than 65536 messages"};
        if (type == Hdf5Message::Continuation) {
            Hdf5Fields where(data, m_reader.m_offsetSize, m_reader.m_lengthSize);
            const std::optional<std::uint64_t> address = where.address();
            if (address)
                blocks.push_back({*address, where.length()});
        } else {
            found.push_back({type, (messageFlags & 2) != 0, std::move(data)});
        }
    }
}

void Hdf5Walk::eachOfTree(std::uint64_t root, std::uint8_t type, std::size_t keySize,
    const std::function<void(Hdf5Fields key, std::uint64_t child)>& visit) const
{
    std::vector<std::uint64_t> open{root};
    std::set<std::uint64_t> seen;
    constexpr std::size_t kMaxNodes = 1'000'000;
    while (!open.empty()) {
        const std::uint64_t node = open.back();
        open.pop_back();
        if (!seen.insert(node).second || seen.size() > kMaxNodes)
            throw Hdf5Failure{"has a B-tree that goes in a circle"};
        const std::uint64_t headerSize = 8 + 2 * m_reader.m_offsetSize;
        Hdf5Fields header = at(node, headerSize);
        if (header.bytes(4) != "TREE" || header.number(1) != type)
            throw Hdf5Failure{"has no B-tree where it says so"};
        const bool isLeaf = header.number(1) == 0;
        const std::uint64_t entries = header.number(2);
        Hdf5Fields fields = at(node + headerSize, entries * (keySize + m_reader.m_offsetSize));
        std::vector<std::uint64_t> inner;
        for (std::uint64_t i = 0; i < entries; ++i) {
            const std::string key = fields.bytes(keySize);
            const std::optional<std::uint64_t> child = fields.address();
            if (!child)
                throw Hdf5Failure{"has a B-tree that leads nowhere"};
            if (isLeaf)
                visit(Hdf5Fields(key, m_reader.m_offsetSize, m_reader.m_lengthSize), *child);
            else
                inner.push_back(*child);
        }
        open.insert(open.end(), inner.rbegin(), inner.rend());
    }
}

void Hdf5Walk::symbolTable(std::uint64_t tree, std::uint64_t heap, std::vector<Hdf5Link>& found) const
{
    Hdf5Fields heapHeader = at(heap, 8 + 2 * m_reader.m_lengthSize + m_reader.m_offsetSize);
    if (heapHeader.bytes(4) != "HEAP")
        throw Hdf5Failure{"has no names where it says so"};
    heapHeader.skip(4);
    const std::uint64_t heapSize = heapHeader.length();
    heapHeader.length(); // the heap's free list is skipped
    const std::optional<std::uint64_t> names = heapHeader.address();
    if (!names)
        return;
    const std::string text = at(*names, heapSize).takeAll();
    eachOfTree(tree, 0, m_reader.m_lengthSize, [&](const Hdf5Fields&, std::uint64_t child) {
        Hdf5Fields header = at(child, 8);
        if (header.bytes(4) != "SNOD")
            throw Hdf5Failure{"has no list of members where it says so"};
        header.skip(2);
        const std::uint64_t count = header.number(2);
        const std::uint64_t entrySize = 2 * m_reader.m_offsetSize + 24;
        Hdf5Fields entries = at(child + 8, count * entrySize);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t name = entries.number(m_reader.m_offsetSize);
            const std::optional<std::uint64_t> object = entries.address();
            constexpr std::uint64_t kSymbolicLink = 2;
            const bool isElsewhere = entries.number(4) == kSymbolicLink;
            entries.skip(20);
            if (name >= text.size())
                throw Hdf5Failure{"has a name beyond its names"};
            Hdf5Link link{text.substr(name, text.find('\0', name) - name), std::nullopt};
            spend(link.name.size()); // entries may share one long name
            if (!isElsewhere)
                link.address = object;
            found.push_back(std::move(link));
            if (found.size() > kMaxObjects)
                throw Hdf5Failure{"has more than 1000000 objects"};
        }
    });
}

Hdf5Link Hdf5Walk::link(Hdf5Fields& fields)
{
    fields.skip(1);
    const std::uint64_t flags = fields.number(1);
    const std::uint64_t type = (flags & 8) != 0 ? fields.number(1) : 0;
    if ((flags & 4) != 0)
        fields.skip(8);
    if ((flags & 16) != 0)
        fields.skip(1);
    Hdf5Link link{fields.bytes(fields.number(std::size_t{1} << (flags & 3))), std::nullopt};
    if (type == 0)
        link.address = fields.address();
    return link;
}

std::optional<std::string> Hdf5Walk::textAttribute(
    const std::vector<Hdf5HeaderMessage>& header, std::string_view name, std::uint64_t longest) const
{
    for (const Hdf5HeaderMessage& message : header) {
        if (message.type != Hdf5Message::Attribute || message.isShared)
            continue;
        Hdf5Fields fields(message.data, m_reader.m_offsetSize, m_reader.m_lengthSize);
        if (std::optional<std::string> text = textAttribute(fields, name, longest))
            return text;
    }
    return std::nullopt;
}

std::optional<std::string> Hdf5Walk::textAttribute(
    Hdf5Fields& fields, std::string_view wanted, std::uint64_t longest) const
{
    const std::uint64_t version = fields.number(1);
    fields.skip(1);
    const std::uint64_t nameSize = fields.number(2);
    const std::uint64_t typeSize = fields.number(2);
    const std::uint64_t spaceSize = fields.number(2);
    if (version == 3)
        fields.skip(1);
    const auto padded = [&](std::uint64_t size) { return version == 1 ? (size + 7) / 8 * 8 : size; };
    const std::string name = fields.bytes(padded(nameSize));
    if (name.c_str() != wanted)
        return std::nullopt;
    Hdf5Fields typeFields(fields.bytes(padded(typeSize)), m_reader.m_offsetSize, m_reader.m_lengthSize);
    const Hdf5Type type = readHdf5Datatype(typeFields);
    fields.skip(padded(spaceSize));
    if (type.typeClass == Hdf5Type::Class::Text && type.size <= longest)
        return fields.bytes(type.size).c_str();
    if (type.typeClass == Hdf5Type::Class::VariableLength) {
        const std::uint64_t length = fields.number(4);
        const std::optional<std::uint64_t> heap = fields.address();
        const std::uint64_t index = fields.number(4);
        if (heap && length <= longest)
            return heapObject(*heap, index).substr(0, length).c_str();
    }
    return std::nullopt;
}

std::string Hdf5Walk::heapObject(std::uint64_t collection, std::uint64_t index) const
{
    Hdf5Fields header = at(collection, 8 + m_reader.m_lengthSize);
    if (header.bytes(4) != "GCOL")
        throw Hdf5Failure{"has no heap where it says so"};
    header.skip(4);
    Hdf5Fields fields = at(collection, header.length());
    fields.skip(8 + m_reader.m_lengthSize);
    while (fields.left() >= 8 + m_reader.m_lengthSize) {
        const std::uint64_t found = fields.number(2);
        fields.skip(6);
        const std::uint64_t size = fields.length();
        if (found == index && index != 0)
            return fields.bytes(size);
        if (found == 0 || size > fields.left())
            break;
        fields.skip(std::min<std::uint64_t>((size + 7) / 8 * 8, fields.left()));
    }
    throw Hdf5Failure{"has a text that is not in its heap"};
}

} // namespace ulpscope
