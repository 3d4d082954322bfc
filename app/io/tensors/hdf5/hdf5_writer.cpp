// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_writer.h"

#include "engine/base/check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>

namespace ulpscope {

namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
constexpr std::size_t kMaxSymbols = 8; ///< entries of a symbol node: twice the superblock's leaf K
constexpr std::size_t kMaxChildren = 32; ///< children of a node of a group's tree: twice its internal K
constexpr std::size_t kHeapCollection = 4096; ///< bytes, the least of a global heap

/// Little-endian fields one after the other.
class Fields
{
public:
    Fields& add(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes += static_cast<char>(value >> (8 * i) & 0xff);
        return *this;
    }
    Fields& text(std::string_view text)
    {
        m_bytes += text;
        return *this;
    }
    /// Pads to the next multiple of eight bytes.
    Fields& pad() { return resize((m_bytes.size() + 7) / 8 * 8); }
    Fields& resize(std::size_t size)
    {
        m_bytes.resize(size);
        return *this;
    }
    std::size_t size() const { return m_bytes.size(); }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// IV.A.2.b: a dataspace of version 1.
Fields dataspace(const std::vector<std::int64_t>& shape)
{
    Fields fields;
    fields.add(1, 1).add(shape.size(), 1).add(0, 6);
    for (const std::int64_t extent : shape)
        fields.add(static_cast<std::uint64_t>(extent), 8);
    return fields;
}

/// Datatype message of an IEEE number (IV.A.2.d, class 1: the mantissa's leading one is implied).
Fields floatType(int bits, int exponentBits)
{
    const int mantissaBits = bits - 1 - exponentBits;
    Fields fields;
    fields.add(0x11, 1).add(0x20, 1).add(static_cast<std::uint64_t>(bits - 1), 1).add(0, 1);
    fields.add(static_cast<std::uint64_t>(bits / 8), 4).add(0, 2).add(static_cast<std::uint64_t>(bits), 2);
    fields.add(static_cast<std::uint64_t>(mantissaBits), 1).add(static_cast<std::uint64_t>(exponentBits), 1);
    fields.add(0, 1).add(static_cast<std::uint64_t>(mantissaBits), 1);
    return fields.add((std::uint64_t{1} << (exponentBits - 1)) - 1, 4);
}

Fields datatype(Hdf5Element element)
{
    switch (element) {
    case Hdf5Element::Float16:
        return floatType(16, 5);
    case Hdf5Element::BFloat16:
        return Fields().add(0x15, 4).add(2, 4); // opaque, without a tag
    case Hdf5Element::Float32:
        return floatType(32, 8);
    case Hdf5Element::Float64:
        break;
    }
    return floatType(64, 11);
}

/// IV.A.2.m, of version 1: dtype = "bfloat16", a text of any length in UTF-8, which is in the global heap.
Fields dtypeAttribute(std::uint64_t heap)
{
    Fields text; // class 9 over bytes
    text.add(0x19, 1).add(0x0101, 3).add(16, 4).add(0x10, 4).add(1, 4).add(0, 2).add(8, 2);
    const Fields space = dataspace({});
    constexpr std::string_view kName("dtype\0", 6);
    Fields fields;
    fields.add(1, 2).add(kName.size(), 2).add(text.size(), 2).add(space.size(), 2);
    fields.text(kName).pad().text(text.bytes()).pad().text(space.bytes());
    return fields.add(8, 4).add(heap, 8).add(1, 4);
}

enum Message : std::uint8_t {
    Space = 1,
    Type = 3,
    FillValue = 5,
    Layout = 8,
    Attribute = 12,
    SymbolTable = 17
};

class Writer
{
public:
    std::string write(std::span<const Hdf5Variable> variables)
    {
        constexpr std::size_t kSuperblock = 96;
        m_file.resize(kSuperblock);
        Group root;
        bool hasText = false;
        for (const Hdf5Variable& variable : variables) {
            place(root, variable.path).dataset = &variable;
            hasText = hasText || variable.element == Hdf5Element::BFloat16;
        }
        if (hasText)
            m_heap = addHeap();
        const Address rootAt = addGroup(root);

        Fields head; // II.A, version 0
        head.text("\x89HDF\r\n\x1a\n").add(0, 5).add(8, 1).add(8, 1).add(0, 1);
        head.add(kMaxSymbols / 2, 2).add(kMaxChildren / 2, 2).add(0, 4);
        head.add(0, 8).add(kNowhere, 8).add(m_file.size(), 8).add(kNowhere, 8);
        head.add(0, 8).add(rootAt.header, 8).add(1, 4).add(0, 4).add(rootAt.tree, 8).add(rootAt.names, 8);
        check(head.size() == kSuperblock, "[Hdf5Writer] bytes of the superblock");
        std::string file = m_file.bytes();
        file.replace(0, kSuperblock, head.bytes());
        return file;
    }

private:
    struct Group
    {
        std::map<std::string, std::unique_ptr<Group>, std::less<>>
            members; ///< members in the order of their names' bytes
        const Hdf5Variable* dataset = nullptr; ///< the dataset, where the entry is no group
    };
    struct Address
    {
        std::uint64_t header = 0;
        std::uint64_t tree = 0;
        std::uint64_t names = 0;
    };
    /// A child of a tree's node, and the offset of its last name in the heap.
    struct Child
    {
        std::uint64_t address = 0;
        std::uint64_t lastName = 0;
    };

    static Group& place(Group& root, std::string_view path)
    {
        Group* group = &root;
        while (true) {
            check(group->dataset == nullptr, "[Hdf5Writer] a dataset is in a group");
            const std::size_t slash = path.find('/');
            std::unique_ptr<Group>& member = group->members[std::string(path.substr(0, slash))];
            if (!member)
                member = std::make_unique<Group>();
            group = member.get();
            if (slash == std::string_view::npos)
                return *group;
            path.remove_prefix(slash + 1);
        }
    }

    std::uint64_t append(Fields fields)
    {
        const std::uint64_t address = m_file.size();
        m_file.text(fields.pad().bytes());
        return address;
    }

    /// III.E: one text, and an object 0 of what is free.
    std::uint64_t addHeap()
    {
        constexpr std::string_view kText = "bfloat16";
        Fields heap;
        heap.text("GCOL").add(1, 4).add(kHeapCollection, 8);
        heap.add(1, 2).add(1, 2).add(0, 4).add(kText.size(), 8).text(kText);
        heap.add(0, 8).add(kHeapCollection - heap.size() + 8, 8);
        return append(heap.resize(kHeapCollection));
    }

    /// IV.A.1.a, version 1.
    std::uint64_t addHeader(const std::vector<std::pair<Message, Fields>>& messages)
    {
        Fields body;
        for (auto [type, fields] : messages) {
            fields.pad();
            body.add(type, 2).add(fields.size(), 2).add(0, 4).text(fields.bytes());
        }
        Fields header;
        header.add(1, 2).add(messages.size(), 2).add(1, 4).add(body.size(), 4).pad();
        return append(header.text(body.bytes()));
    }

    Address addDataset(const Hdf5Variable& variable)
    {
        std::uint64_t address = kNowhere; // a dataset without elements has no address
        if (!variable.bytes.empty())
            address = append(Fields().text(variable.bytes));
        std::vector<std::pair<Message, Fields>> messages{{Space, dataspace(variable.shape)},
            {Type, datatype(variable.element)},
            {FillValue, Fields().add(2, 1).add(2, 1).add(2, 1).add(1, 1).add(0, 4)},
            {Layout, Fields().add(3, 1).add(1, 1).add(address, 8).add(variable.bytes.size(), 8)}};
        if (variable.element == Hdf5Element::BFloat16)
            messages.emplace_back(Attribute, dtypeAttribute(m_heap));
        return {addHeader(messages), 0, 0};
    }

    Address addGroup(const Group& group)
    {
        struct Symbol
        {
            std::uint64_t name = 0;
            Address address;
            bool isGroup = false;
        };
        Fields names;
        names.add(0, 8); // the empty name, which is the first key
        std::vector<Symbol> symbols;
        for (const auto& [name, member] : group.members) {
            const bool isGroup = member->dataset == nullptr;
            symbols.push_back(
                {names.size(), isGroup ? addGroup(*member) : addDataset(*member->dataset), isGroup});
            names.text(name).add(0, 1).pad();
        }
        std::vector<Child> nodes; // III.C
        for (std::size_t begin = 0; begin < symbols.size(); begin += kMaxSymbols) {
            const std::size_t count = std::min(kMaxSymbols, symbols.size() - begin);
            Fields node;
            node.text("SNOD").add(1, 2).add(count, 2);
            for (std::size_t i = begin; i < begin + count; ++i) {
                const Symbol& symbol = symbols[i];
                node.add(symbol.name, 8)
                    .add(symbol.address.header, 8)
                    .add(symbol.isGroup ? 1 : 0, 4)
                    .add(0, 4);
                node.add(symbol.address.tree, 8).add(symbol.address.names, 8);
            }
            constexpr std::size_t kSymbol = 40;
            nodes.push_back(
                {append(node.resize(8 + kMaxSymbols * kSymbol)), symbols[begin + count - 1].name});
        }
        Address address;
        address.tree = addTree(std::move(nodes));
        constexpr std::uint64_t kHeapHead = 32;
        constexpr std::uint64_t kNothingFree = 1;
        const std::uint64_t at = m_file.size();
        address.names = append(
            Fields().text("HEAP").add(0, 4).add(names.size(), 8).add(kNothingFree, 8).add(at + kHeapHead, 8));
        append(names);
        address.header = addHeader({{SymbolTable, Fields().add(address.tree, 8).add(address.names, 8)}});
        return address;
    }

    /// III.A.1: nodes over nodes, until there is one.
    std::uint64_t addTree(std::vector<Child> children)
    {
        for (std::uint64_t level = 0;; ++level) {
            constexpr std::size_t kNode = 24 + 16 * kMaxChildren + 8;
            const std::size_t nodes
                = std::max<std::size_t>(1, (children.size() + kMaxChildren - 1) / kMaxChildren);
            std::vector<Child> above;
            std::uint64_t before = 0;
            for (std::size_t i = 0; i < nodes; ++i) {
                const std::size_t begin = i * kMaxChildren;
                const std::size_t end = std::min(children.size(), begin + kMaxChildren);
                const std::uint64_t at = m_file.size(); // siblings follow each other
                Fields node;
                node.text("TREE").add(0, 1).add(level, 1).add(end - begin, 2);
                node.add(i == 0 ? kNowhere : at - kNode, 8).add(i + 1 == nodes ? kNowhere : at + kNode, 8);
                node.add(before, 8);
                for (std::size_t k = begin; k < end; ++k) {
                    node.add(children[k].address, 8).add(children[k].lastName, 8);
                    before = children[k].lastName;
                }
                above.push_back({append(node.resize(kNode)), before});
            }
            if (nodes == 1)
                return above.front().address;
            children = std::move(above);
        }
    }

    Fields m_file;
    std::uint64_t m_heap = kNowhere;
};

} // namespace

std::string hdf5File(std::span<const Hdf5Variable> variables)
{
    return Writer().write(variables);
}

} // namespace ulpscope
