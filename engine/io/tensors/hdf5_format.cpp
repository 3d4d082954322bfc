// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/tensors/hdf5_format.h"

#include "engine/base/shown_text.h"
#include "engine/file/expansion.h"
#include "engine/file/npy.h"
#include "engine/io/tensors/hdf5_chunks.h"

#include <algorithm>
#include <set>

namespace ulpscope {

namespace {

constexpr std::string_view kHdf5Signature("\x89HDF\r\n\x1a\n", 8);

/// What a message of an object header is ("IV.A.2").
enum class Hdf5Message : std::uint16_t {
    Dataspace = 0x01,
    LinkInfo = 0x02,
    Datatype = 0x03,
    OldFillValue = 0x04,
    FillValue = 0x05,
    Link = 0x06,
    ExternalFiles = 0x07,
    Layout = 0x08,
    Filters = 0x0b,
    Attribute = 0x0c,
    Continuation = 0x10,
    SymbolTable = 0x11,
};

struct Hdf5HeaderMessage
{
    Hdf5Message type = {};
    bool isShared = false; ///< it stands elsewhere
    std::string data;
};

/// A member of a group.
struct Hdf5Link
{
    std::string name;
    std::optional<std::uint64_t> address; ///< of its object header; nothing of a link to elsewhere
};

} // namespace

/// What reads a part of the file and follows what it says. Throws Hdf5Failure inside.
class Hdf5Walk
{
public:
    explicit Hdf5Walk(const Hdf5Reader& reader)
        : m_reader(reader)
        , m_left(mostRead(reader.size()))
    {
    }

    Hdf5Fields at(std::uint64_t address, std::uint64_t count) const
    {
        const std::uint64_t size = m_reader.size();
        const std::uint64_t from = m_reader.m_base + address;
        if (address > size || m_reader.m_base > size || from > size || count > size - from)
            throw Hdf5Failure{"says that there is something beyond its end"};
        // Addresses may all lead to one place, which would be read as often: a small file without end.
        m_left -= std::min(m_left, count);
        if (m_left == 0)
            throw Hdf5Failure{"refers to the same places over and over"};
        if (!m_reader.m_file)
            return Hdf5Fields(
                m_reader.m_bytes.substr(from, count), m_reader.m_offsetSize, m_reader.m_lengthSize);
        Result<std::string> bytes = m_reader.m_file->readAt(from, count);
        if (!bytes)
            throw Hdf5Failure{bytes.error().message};
        return Hdf5Fields(*std::move(bytes), m_reader.m_offsetSize, m_reader.m_lengthSize);
    }

    /// Address of the root's object header; sets the sizes and the base.
    static Hdf5Reader withSuperblock(Hdf5Reader reader)
    {
        // It may stand at 0, 512, 1024 and so on, behind what the user has put there.
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
            throw Hdf5Failure{
                "has a superblock of version " + std::to_string(version) + "; 0 to 3 can be read"};
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

    /// "Object Headers": the messages of the object there.
    std::vector<Hdf5HeaderMessage> messages(std::uint64_t address) const
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
            const std::uint64_t before
                = 6 + ((flags & 0x20) != 0 ? 16U : 0U) + ((flags & 0x10) != 0 ? 4U : 0U);
            const std::uint64_t sizeBytes = std::uint64_t{1} << (flags & 3);
            const std::uint64_t size = at(address + before, sizeBytes).number(sizeBytes);
            blocks.push_back({address + before + sizeBytes, size});
        } else {
            if (start.number(1) != 1)
                throw Hdf5Failure{"has an object header of an unknown version"};
            start.skip(7);
            blocks.push_back({address + 16, start.number(4)});
        }
        constexpr std::size_t kMostBlocks = 4096;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (i == kMostBlocks)
                throw Hdf5Failure{"has an object header in more than 4096 parts"};
            Hdf5Fields fields = at(blocks[i].address, blocks[i].size);
            if (isVersion2 && i > 0)
                fields.skip(4); // "OCHK"; the checksum at the end is too short for a message
            readBlock(fields, isVersion2, flags, found, blocks);
        }
        return found;
    }

    std::vector<Hdf5Link> links(const std::vector<Hdf5HeaderMessage>& header,
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
                if (fields.address()) // of a fractal heap
                    notices.push_back("'" + shownText(path)
                        + "' keeps its members as later versions of HDF5 do (libver), and was left out.");
            }
        }
        std::sort(found.begin(), found.end(),
            [](const Hdf5Link& a, const Hdf5Link& b) { return naturallyBefore(a.name, b.name); });
        return found;
    }

    Hdf5Dataset dataset(const std::vector<Hdf5HeaderMessage>& header, const std::string& path) const
    {
        Hdf5Dataset result;
        result.path = path;
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
                dataspace(fields, result);
                hasSpace = true;
                break;
            case Hdf5Message::Datatype:
                result.type = datatype(fields);
                break;
            case Hdf5Message::Layout:
                layout(fields, result);
                hasLayout = true;
                break;
            case Hdf5Message::Filters:
                filters(fields, result);
                break;
            case Hdf5Message::OldFillValue:
                result.storage.fill = fields.bytes(fields.number(4));
                break;
            case Hdf5Message::FillValue:
                fillValue(fields, result);
                break;
            case Hdf5Message::ExternalFiles:
                result.problem = "its numbers are in another file, which is not opened";
                break;
            case Hdf5Message::Attribute:
                attribute(fields, result);
                break;
            default:
                break;
            }
        }
        if (!hasSpace || !hasLayout)
            throw Hdf5Failure{"has a dataset without a shape or a place"};
        return result;
    }

    /// "Version 1 B-trees" of chunks.
    std::vector<Hdf5Chunk> chunks(const Hdf5Dataset& dataset) const
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

    /// "vars/2" before "vars/10".
    static bool naturallyBefore(const std::string& a, const std::string& b)
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

private:
    struct Block
    {
        std::uint64_t address = 0;
        std::uint64_t size = 0;
    };

    void readBlock(Hdf5Fields& fields, bool isVersion2, std::uint8_t flags,
        std::vector<Hdf5HeaderMessage>& found, std::vector<Block>& blocks) const
    {
        const std::size_t prefix = isVersion2 ? (flags & 4) != 0 ? 6 : 4 : 8;
        constexpr std::size_t kMostMessages = 65536;
        while (fields.left() >= prefix) {
            const auto type = static_cast<Hdf5Message>(fields.number(isVersion2 ? 1 : 2));
            const std::uint64_t size = fields.number(2);
            const std::uint64_t messageFlags = fields.number(1);
            fields.skip(prefix - (isVersion2 ? 4 : 5));
            if (isVersion2 && size > fields.left())
                break; // the gap before the checksum
            std::string data = fields.bytes(size);
            if (found.size() == kMostMessages)
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

    /// Calls `visit` with the key before each child of the leaves.
    void eachOfTree(std::uint64_t root, std::uint8_t type, std::size_t keySize,
        const std::function<void(Hdf5Fields key, std::uint64_t child)>& visit) const
    {
        std::vector<std::uint64_t> open{root};
        std::set<std::uint64_t> seen;
        constexpr std::size_t kMostNodes = 1'000'000;
        while (!open.empty()) {
            const std::uint64_t node = open.back();
            open.pop_back();
            if (!seen.insert(node).second || seen.size() > kMostNodes)
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

    /// "Symbol Table Message": the group's B-tree, whose leaves are lists of members, and the heap with their names.
    void symbolTable(std::uint64_t tree, std::uint64_t heap, std::vector<Hdf5Link>& found) const
    {
        Hdf5Fields heapHeader = at(heap, 8 + 2 * m_reader.m_lengthSize + m_reader.m_offsetSize);
        if (heapHeader.bytes(4) != "HEAP")
            throw Hdf5Failure{"has no names where it says so"};
        heapHeader.skip(4);
        const std::uint64_t heapSize = heapHeader.length();
        heapHeader.length(); // its free list
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
                if (!isElsewhere)
                    link.address = object;
                found.push_back(std::move(link));
                if (found.size() > kMostObjects)
                    throw Hdf5Failure{"has more than 1000000 objects"};
            }
        });
    }

    /// "Link Message"
    static Hdf5Link link(Hdf5Fields& fields)
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

    static void dataspace(Hdf5Fields& fields, Hdf5Dataset& result)
    {
        const std::uint64_t version = fields.number(1);
        const std::uint64_t rank = fields.number(1);
        fields.skip(1);
        if (version == 1)
            fields.skip(5);
        else
            result.isNull = fields.number(1) == 2;
        constexpr std::uint64_t kMostAxes = 32; // H5S_MAX_RANK
        if (rank > kMostAxes)
            throw Hdf5Failure{"has a dataset of " + std::to_string(rank) + " axes"};
        std::uint64_t count = 1;
        for (std::uint64_t axis = 0; axis < rank; ++axis) {
            const std::uint64_t extent = fields.length();
            constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
            if (extent > kMost / count)
                throw Hdf5Failure{"has a dataset of more than 2^48 elements"};
            count *= std::max<std::uint64_t>(extent, 1);
            result.extents.push_back(extent);
        }
    }

    static Hdf5Type datatype(Hdf5Fields& fields, int depth = 0)
    {
        Hdf5Type type;
        const std::uint64_t classAndVersion = fields.number(1);
        const std::uint64_t bits = fields.number(3);
        type.size = static_cast<std::uint32_t>(fields.number(4));
        constexpr std::uint32_t kLargestElement = 8192;
        switch (classAndVersion & 15) {
        case 0:
            type.typeClass = Hdf5Type::Class::Integer;
            type.isBigEndian = (bits & 1) != 0;
            type.isSigned = (bits & 8) != 0;
            break;
        case 1:
            type.typeClass = Hdf5Type::Class::Float;
            type.isBigEndian = (bits & 1) != 0;
            type.signAt = static_cast<int>(bits >> 8 & 255);
            fields.skip(4);
            type.exponentAt = static_cast<int>(fields.number(1));
            type.exponentBits = static_cast<int>(fields.number(1));
            type.mantissaAt = static_cast<int>(fields.number(1));
            type.mantissaBits = static_cast<int>(fields.number(1));
            type.bias = static_cast<std::uint32_t>(fields.number(4));
            if ((bits & 0x41) == 0x41) // VAX
                type.typeClass = Hdf5Type::Class::Other;
            break;
        case 3:
            type.typeClass = Hdf5Type::Class::Text;
            break;
        case 5:
            type.typeClass = Hdf5Type::Class::Opaque;
            break;
        case 6:
            return compound(fields, type, classAndVersion >> 4, bits & 0xffff, depth);
        case 8:
            type.typeClass = Hdf5Type::Class::Enumeration;
            break;
        case 9:
            type.typeClass = Hdf5Type::Class::VariableLength;
            break;
        default:
            break;
        }
        if (type.size == 0 || type.size > kLargestElement)
            type.typeClass = Hdf5Type::Class::Other;
        return type;
    }

    /// One of two equal floats, as h5py writes complex numbers, is told apart from others.
    static Hdf5Type compound(
        Hdf5Fields& fields, Hdf5Type whole, std::uint64_t version, std::uint64_t members, int depth)
    {
        Hdf5Type other = whole;
        other.typeClass = Hdf5Type::Class::Other;
        if (members != 2 || depth > 0)
            return other;
        Hdf5Type part;
        for (std::uint64_t i = 0; i < members; ++i) {
            const std::size_t nameLength = std::min(fields.rest().find('\0'), fields.rest().size()) + 1;
            fields.skip(version < 3 ? (nameLength + 7) / 8 * 8 : nameLength);
            std::size_t offsetBytes = 4;
            if (version >= 3)
                for (offsetBytes = 1; offsetBytes < 4 && whole.size >> (8 * offsetBytes) != 0;)
                    ++offsetBytes;
            const std::uint64_t offset = fields.number(offsetBytes);
            if (version == 1)
                fields.skip(28); // dimensions of an array
            part = datatype(fields, depth + 1);
            if (part.typeClass != Hdf5Type::Class::Float || part.size * 2 != whole.size
                || offset != i * part.size)
                return other;
        }
        part.typeClass = Hdf5Type::Class::Compound;
        part.size = whole.size;
        return part;
    }

    static void layout(Hdf5Fields& fields, Hdf5Dataset& result)
    {
        Hdf5Storage& storage = result.storage;
        const std::uint64_t version = fields.number(1);
        if (version == 3 || version == 4) {
            const std::uint64_t layoutClass = fields.number(1);
            if (layoutClass == 0) {
                storage.layout = Hdf5Storage::Layout::Compact;
                storage.compact = fields.bytes(fields.number(2));
            } else if (layoutClass == 1) {
                storage.address = fields.address();
            } else if (layoutClass == 2 && version == 3) {
                storage.layout = Hdf5Storage::Layout::Chunked;
                const std::uint64_t axes = fields.number(1);
                storage.address = fields.address();
                for (std::uint64_t axis = 0; axis + 1 < axes; ++axis) // the last is the element
                    storage.chunk.push_back(fields.number(4));
            } else {
                result.problem = layoutClass == 2
                    ? "its chunks are found as later versions of HDF5 do (libver), which is not read"
                    : "its numbers are in other datasets, which is not followed";
            }
            return;
        }
        if (version != 1 && version != 2)
            throw Hdf5Failure{"has a dataset whose place cannot be understood"};
        const std::uint64_t axes = fields.number(1);
        const std::uint64_t layoutClass = fields.number(1);
        fields.skip(5);
        if (layoutClass != 0)
            storage.address = fields.address();
        std::vector<std::uint64_t> extents;
        for (std::uint64_t axis = 0; axis < axes; ++axis)
            extents.push_back(fields.number(4));
        if (layoutClass == 0) {
            storage.layout = Hdf5Storage::Layout::Compact;
            storage.compact = fields.bytes(fields.number(4));
        } else if (layoutClass == 2) {
            storage.layout = Hdf5Storage::Layout::Chunked;
            if (!extents.empty())
                extents.pop_back();
            storage.chunk = std::move(extents);
        }
    }

    static void filters(Hdf5Fields& fields, Hdf5Dataset& result)
    {
        const std::uint64_t version = fields.number(1);
        const std::uint64_t count = fields.number(1);
        if (version == 1)
            fields.skip(6);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto id = static_cast<std::uint16_t>(fields.number(2));
            const std::uint64_t nameLength = version == 1 || id >= 256 ? fields.number(2) : 0;
            fields.skip(2);
            const std::uint64_t values = fields.number(2);
            fields.skip(version == 1 ? (nameLength + 7) / 8 * 8 : nameLength);
            fields.skip(4 * values + (version == 1 && values % 2 != 0 ? 4 : 0));
            result.storage.filters.push_back(id);
            if (!isKnownHdf5Filter(id))
                result.problem = "it is packed by filter " + std::to_string(id)
                    + " of HDF5; deflate, shuffle and Fletcher's checksum are known";
        }
    }

    static void fillValue(Hdf5Fields& fields, Hdf5Dataset& result)
    {
        const std::uint64_t version = fields.number(1);
        bool isDefined = true;
        if (version < 3) {
            fields.skip(2);
            isDefined = fields.number(1) != 0 || version == 1;
        } else {
            isDefined = (fields.number(1) & 32) != 0;
        }
        if (isDefined)
            result.storage.fill = fields.bytes(fields.number(4));
    }

    /// "Attribute Message"; only "dtype" is of interest, a text in it or in a global heap.
    void attribute(Hdf5Fields& fields, Hdf5Dataset& result) const
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
        if (name.c_str() != std::string_view("dtype"))
            return;
        Hdf5Fields typeFields(fields.bytes(padded(typeSize)), m_reader.m_offsetSize, m_reader.m_lengthSize);
        const Hdf5Type type = datatype(typeFields);
        fields.skip(padded(spaceSize));
        constexpr std::uint64_t kLongest = 64;
        if (type.typeClass == Hdf5Type::Class::Text && type.size <= kLongest) {
            result.dtype = fields.bytes(type.size).c_str();
        } else if (type.typeClass == Hdf5Type::Class::VariableLength) {
            const std::uint64_t length = fields.number(4);
            const std::optional<std::uint64_t> heap = fields.address();
            const std::uint64_t index = fields.number(4);
            if (heap && length <= kLongest)
                result.dtype = heapObject(*heap, index).substr(0, length).c_str();
        }
    }

    /// "Global Heap": the object of that index in the collection there.
    std::string heapObject(std::uint64_t collection, std::uint64_t index) const
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

    static constexpr std::size_t kMostObjects = 1'000'000;
    friend class Hdf5Lister;

    /// The most bytes that one walk reads, of a file of that size: some structures are read in parts, none often.
    static constexpr std::uint64_t mostRead(std::uint64_t size)
    {
        return 16 * size + (std::uint64_t{16} << 20);
    }

    const Hdf5Reader& m_reader;
    mutable std::uint64_t m_left; ///< bytes that may still be read
};

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
        if (++m_objects > Hdf5Walk::kMostObjects)
            throw Hdf5Failure{"has more than 1000000 objects"};
        const std::vector<Hdf5HeaderMessage> header = m_walk.messages(address);
        const bool isDataset = std::any_of(header.begin(), header.end(),
            [](const Hdf5HeaderMessage& message) { return message.type == Hdf5Message::Layout; });
        if (isDataset) {
            datasets.push_back(m_walk.dataset(header, path));
            return;
        }
        constexpr int kMostGroups = 64;
        if (depth > kMostGroups) {
            m_notices.push_back("'" + shownText(path) + "' lies deeper than 64 groups and was left out.");
            return;
        }
        if (!m_groups.insert(address).second)
            return; // by another path
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
