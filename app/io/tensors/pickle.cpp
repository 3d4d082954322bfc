// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/pickle.h"

#include "engine/base/shown_text.h"

#include <bit>
#include <charconv>
#include <unordered_map>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxOpcodes = 1'000'000;

/// Opcodes by the byte that they are, under the names of pickletools.
enum class PickleOpcode : std::uint8_t {
    MARK = '(',
    STOP = '.',
    POP = '0',
    POP_MARK = '1',
    DUP = '2',
    FLOAT = 'F',
    INT = 'I',
    BININT = 'J',
    BININT1 = 'K',
    LONG = 'L',
    BININT2 = 'M',
    NONE = 'N',
    PERSID = 'P',
    BINPERSID = 'Q',
    REDUCE = 'R',
    STRING = 'S',
    BINSTRING = 'T',
    SHORT_BINSTRING = 'U',
    UNICODE = 'V',
    BINUNICODE = 'X',
    APPEND = 'a',
    BUILD = 'b',
    GLOBAL = 'c',
    DICT = 'd',
    EMPTY_DICT = '}',
    APPENDS = 'e',
    GET = 'g',
    BINGET = 'h',
    INST = 'i',
    LONG_BINGET = 'j',
    LIST = 'l',
    EMPTY_LIST = ']',
    OBJ = 'o',
    PUT = 'p',
    BINPUT = 'q',
    LONG_BINPUT = 'r',
    SETITEM = 's',
    TUPLE = 't',
    EMPTY_TUPLE = ')',
    SETITEMS = 'u',
    BINFLOAT = 'G',
    BINBYTES = 'B',
    SHORT_BINBYTES = 'C',
    PROTO = 0x80,
    NEWOBJ = 0x81,
    TUPLE1 = 0x85,
    TUPLE2 = 0x86,
    TUPLE3 = 0x87,
    NEWTRUE = 0x88,
    NEWFALSE = 0x89,
    LONG1 = 0x8a,
    LONG4 = 0x8b,
    SHORT_BINUNICODE = 0x8c,
    BINUNICODE8 = 0x8d,
    BINBYTES8 = 0x8e,
    EMPTY_SET = 0x8f,
    ADDITEMS = 0x90,
    FROZENSET = 0x91,
    NEWOBJ_EX = 0x92,
    STACK_GLOBAL = 0x93,
    MEMOIZE = 0x94,
    FRAME = 0x95,
    BYTEARRAY8 = 0x96,
};

struct PickleFailure
{
    std::string message;
};

/// The stack machine. Throws PickleFailure inside, which readPickle() catches: every other line can fail.
class PickleMachine
{
public:
    explicit PickleMachine(std::string_view bytes)
        : m_bytes(bytes)
    {
        m_pickle.values.emplace_back(PickleNone());
    }

    std::size_t position() const { return m_at; }

    Pickle run()
    {
        for (std::size_t count = 0; count < kMaxOpcodes; ++count) {
            const auto opcode = static_cast<PickleOpcode>(take(1).front());
            if (opcode == PickleOpcode::STOP) {
                m_pickle.root = pop();
                return std::move(m_pickle);
            }
            step(opcode);
        }
        throw PickleFailure{"has more than 1000000 opcodes"};
    }

private:
    void step(PickleOpcode opcode)
    {
        using enum PickleOpcode;
        switch (opcode) {
        case PROTO:
            if (number(1) > 5)
                throw PickleFailure{"is of a protocol after 5"};
            return;
        case FRAME:
            take(8);
            return;
        case MARK:
            m_marks.push_back(m_stack.size());
            return;
        case POP:
            if (!m_marks.empty() && m_marks.back() == m_stack.size())
                m_marks.pop_back();
            else
                pop();
            return;
        case POP_MARK:
            popToMark();
            return;
        case DUP:
            m_stack.push_back(top());
            return;
        case NONE:
            m_stack.push_back(0);
            return;
        case NEWTRUE:
        case NEWFALSE:
            return push(opcode == NEWTRUE);
        case BININT:
            return push(std::int64_t{static_cast<std::int32_t>(number(4))});
        case BININT1:
            return push(static_cast<std::int64_t>(number(1)));
        case BININT2:
            return push(static_cast<std::int64_t>(number(2)));
        case LONG1:
            return pushLong(take(number(1)));
        case LONG4:
            return pushLong(take(number(4)));
        case BINFLOAT: {
            std::uint64_t bits = 0;
            for (const char c : take(8))
                bits = bits << 8 | static_cast<unsigned char>(c);
            return push(std::bit_cast<double>(bits));
        }
        case INT:
        case LONG:
            return pushInteger(line());
        case FLOAT:
            return pushFloat(line());
        case STRING: {
            const std::string_view quoted = line();
            if (quoted.size() < 2)
                throw PickleFailure{"has a text without quotes"};
            return push(quoted.substr(1, quoted.size() - 2));
        }
        case UNICODE:
            return push(line());
        case SHORT_BINSTRING:
        case SHORT_BINUNICODE:
            return push(take(number(1)));
        case BINSTRING:
        case BINUNICODE:
            return push(take(number(4)));
        case BINUNICODE8:
            return push(take(number(8)));
        case SHORT_BINBYTES:
            return push(PickleBytes{take(number(1))});
        case BINBYTES:
            return push(PickleBytes{take(number(4))});
        case BINBYTES8:
        case BYTEARRAY8:
            return push(PickleBytes{take(number(8))});
        case EMPTY_DICT:
            return push(PickleDict());
        case EMPTY_LIST:
        case EMPTY_SET:
            return push(PickleSequence());
        case EMPTY_TUPLE:
            return push(PickleSequence{{}, true});
        case TUPLE1:
        case TUPLE2:
        case TUPLE3:
            return pushTuple(
                popItems(static_cast<std::size_t>(opcode) - static_cast<std::size_t>(TUPLE1) + 1));
        case TUPLE:
            return pushTuple(popToMark());
        case LIST:
        case FROZENSET:
            return push(PickleSequence{popToMark(), false});
        case DICT: {
            const std::vector<PickleId> items = popToMark();
            push(PickleDict());
            return setItems(items);
        }
        case APPEND: {
            const PickleId item = pop();
            return append({item});
        }
        case APPENDS:
        case ADDITEMS: {
            const std::vector<PickleId> items = popToMark();
            return append(items);
        }
        case SETITEM: {
            const std::vector<PickleId> items = popItems(2);
            return setItems(items);
        }
        case SETITEMS: {
            const std::vector<PickleId> items = popToMark();
            return setItems(items);
        }
        case GLOBAL: {
            const std::string_view module = line();
            return pushGlobal(module, line());
        }
        case STACK_GLOBAL: {
            const std::vector<PickleId> names = popItems(2);
            return pushGlobal(text(names[0]), text(names[1]));
        }
        case INST: {
            const std::vector<PickleId> arguments = popToMark();
            const std::string_view module = line();
            pushGlobal(module, line());
            return call(pop(), arguments);
        }
        case OBJ: {
            std::vector<PickleId> parts = popToMark();
            if (parts.empty())
                throw PickleFailure{"makes an object of nothing"};
            const PickleId callable = parts.front();
            parts.erase(parts.begin());
            return call(callable, parts);
        }
        case REDUCE:
        case NEWOBJ: {
            const std::vector<PickleId> parts = popItems(2);
            return push(PickleCall{parts[0], parts[1], {}, {}, 0});
        }
        case NEWOBJ_EX: {
            const std::vector<PickleId> parts = popItems(3);
            return push(PickleCall{parts[0], parts[1], {}, {}, 0});
        }
        case BUILD: {
            const PickleId state = pop();
            if (auto* built = std::get_if<PickleCall>(&m_pickle.values[top()]))
                built->state = state;
            return;
        }
        case PERSID: {
            push(line());
            return push(PicklePersistent{pop()});
        }
        case BINPERSID:
            return push(PicklePersistent{pop()});
        case PUT:
        case GET: {
            std::uint64_t key = 0;
            const std::string_view digits = line();
            std::from_chars(digits.data(), digits.data() + digits.size(), key);
            return opcode == PUT ? put(key) : get(key);
        }
        case BINPUT:
            return put(number(1));
        case LONG_BINPUT:
            return put(number(4));
        case MEMOIZE:
            return put(m_memo.size());
        case BINGET:
            return get(number(1));
        case LONG_BINGET:
            return get(number(4));
        case STOP: // ends run()
            break;
        }
        throw PickleFailure{"has the opcode " + std::to_string(static_cast<int>(opcode))
            + ", which is none of protocols 0 to 5"};
    }

    std::string_view take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_at)
            throw PickleFailure{"is cut off"};
        const std::string_view bytes = m_bytes.substr(m_at, count);
        m_at += count;
        return bytes;
    }

    /// Little-endian, of so many bytes.
    std::uint64_t number(std::size_t size)
    {
        std::uint64_t value = 0;
        const std::string_view bytes = take(size);
        for (std::size_t i = 0; i < size; ++i)
            value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        return value;
    }

    std::string_view line()
    {
        const std::size_t end = m_bytes.find('\n', m_at);
        if (end == std::string_view::npos)
            throw PickleFailure{"is cut off"};
        const std::string_view text = m_bytes.substr(m_at, end - m_at);
        m_at = end + 1;
        return text;
    }

    std::size_t bottom() const { return m_marks.empty() ? 0 : m_marks.back(); }

    PickleId top() const
    {
        if (m_stack.size() <= bottom())
            throw PickleFailure{"takes a value where there is none"};
        return m_stack.back();
    }
    PickleId pop()
    {
        const PickleId id = top();
        m_stack.pop_back();
        return id;
    }
    std::vector<PickleId> popItems(std::size_t count)
    {
        if (m_stack.size() < bottom() + count)
            throw PickleFailure{"takes a value where there is none"};
        const auto from = m_stack.end() - static_cast<std::ptrdiff_t>(count);
        std::vector<PickleId> items(from, m_stack.end());
        m_stack.erase(from, m_stack.end());
        return items;
    }
    std::vector<PickleId> popToMark()
    {
        if (m_marks.empty())
            throw PickleFailure{"takes values up to a mark that is not there"};
        const std::size_t count = m_stack.size() - m_marks.back();
        std::vector<PickleId> items = popItems(count);
        m_marks.pop_back();
        return items;
    }

    void push(PickleValue value)
    {
        m_pickle.values.push_back(std::move(value));
        m_stack.push_back(static_cast<PickleId>(m_pickle.values.size() - 1));
    }
    void pushTuple(std::vector<PickleId> items) { push(PickleSequence{std::move(items), true}); }
    void pushGlobal(std::string_view module, std::string_view name)
    {
        // the value is copied each time that it is taken from the memo
        constexpr std::size_t kLongestName = 1000;
        if (module.size() + name.size() > kLongestName)
            throw PickleFailure{"imports a name of more than 1000 bytes"};
        push(PickleGlobal{std::string(module) + ' ' + std::string(name)});
    }
    void call(PickleId callable, std::vector<PickleId> arguments)
    {
        pushTuple(std::move(arguments));
        const PickleId tuple = pop();
        push(PickleCall{callable, tuple, {}, {}, 0});
    }
    /// Two's complement, little-endian.
    void pushLong(std::string_view bytes)
    {
        if (bytes.size() > 8)
            return push(PickleLong());
        std::uint64_t value = !bytes.empty() && (bytes.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(bytes[i]);
        push(static_cast<std::int64_t>(value));
    }
    void pushInteger(std::string_view digits)
    {
        if (digits == "00" || digits == "01") // protocol 1's truth values
            return push(digits == "01");
        if (digits.ends_with('L'))
            digits.remove_suffix(1);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::result_out_of_range)
            return push(PickleLong());
        if (error != std::errc{} || end != digits.data() + digits.size())
            throw PickleFailure{"has '" + shownText(digits, 24) + "' for a number"};
        push(value);
    }
    void pushFloat(std::string_view digits)
    {
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size())
            throw PickleFailure{"has '" + shownText(digits, 24) + "' for a number"};
        push(value);
    }

    std::string_view text(PickleId id) const
    {
        const auto* text = m_pickle.as<std::string_view>(id);
        if (text == nullptr)
            throw PickleFailure{"imports what is no name"};
        return *text;
    }

    void append(const std::vector<PickleId>& items)
    {
        PickleValue& to = m_pickle.values[top()];
        std::vector<PickleId>* list = nullptr;
        if (auto* sequence = std::get_if<PickleSequence>(&to); sequence != nullptr && !sequence->isTuple)
            list = &sequence->items;
        else if (auto* made = std::get_if<PickleCall>(&to))
            list = &made->appended;
        else
            throw PickleFailure{"appends to what is no list"};
        list->insert(list->end(), items.begin(), items.end());
    }
    void setItems(const std::vector<PickleId>& items)
    {
        PickleValue& to = m_pickle.values[top()];
        std::vector<std::pair<PickleId, PickleId>>* pairs = nullptr;
        if (auto* dict = std::get_if<PickleDict>(&to))
            pairs = &dict->items;
        else if (auto* made = std::get_if<PickleCall>(&to))
            pairs = &made->items;
        else
            throw PickleFailure{"sets items of what is no dict"};
        if (items.size() % 2 != 0)
            throw PickleFailure{"sets a key without a value"};
        for (std::size_t i = 0; i < items.size(); i += 2)
            pairs->emplace_back(items[i], items[i + 1]);
    }

    void put(std::uint64_t key) { m_memo[key] = top(); }
    void get(std::uint64_t key)
    {
        const auto found = m_memo.find(key);
        if (found == m_memo.end())
            throw PickleFailure{"remembers nothing under " + std::to_string(key)};
        m_stack.push_back(found->second);
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
    Pickle m_pickle;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks; ///< sizes of the stack
    std::unordered_map<std::uint64_t, PickleId> m_memo;
};

} // namespace

Result<Pickle> readPickle(std::string_view bytes)
{
    if (bytes.size() > kLargestPickle)
        return Error{"", "the pickle is larger than 64 MiB"};
    PickleMachine machine(bytes);
    try {
        return machine.run();
    } catch (const PickleFailure& failure) {
        return Error{"byte " + std::to_string(machine.position()), "the pickle " + failure.message};
    }
}

} // namespace ulpscope
