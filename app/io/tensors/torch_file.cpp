// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save writes (.pt, .pth; a zip archive since torch 1.6): the tensors in it, however deep in dicts, lists and objects,
// and the numbers and texts beside them. Layout: torch/serialization.py, torch/_utils.py.
#include "app/io/tensors/pickle.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/file/expansion.h"
#include "engine/file/npy.h"
#include "engine/file/zip_archive.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace ulpscope {

namespace {

constexpr std::string_view kPickleName = "data.pkl";

/// The classes by which torch says what a storage holds (torch/storage.py: _dtype_to_storage_type_map).
struct StorageClass
{
    std::string_view name;
    std::string_view torch; ///< PyTorch's name of the ElementType
};
constexpr std::array<StorageClass, 13> kStorages{
    {{"torch DoubleStorage", "float64"}, {"torch FloatStorage", "float32"}, {"torch HalfStorage", "float16"},
        {"torch BFloat16Storage", "bfloat16"}, {"torch LongStorage", "int64"}, {"torch IntStorage", "int32"},
        {"torch ShortStorage", "int16"}, {"torch CharStorage", "int8"}, {"torch ByteStorage", "uint8"},
        {"torch BoolStorage", "bool"}, {"torch ComplexFloatStorage", "complex64"},
        {"torch ComplexDoubleStorage", "complex128"}, {"torch.storage UntypedStorage", "uint8"}}};

const ElementType* typeOfTorch(std::string_view name)
{
    for (const ElementType& type : elementTypes())
        if (!type.torch.empty() && type.torch == name)
            return &type;
    return nullptr;
}

/// Location of a tensor's elements in a storage.
struct StorageView
{
    std::string storage; ///< "0" of "archive/data/0"
    std::uint64_t offset = 0; ///< counted in elements, as the strides are
    std::vector<std::int64_t> strides; ///< one stride for each extent

    bool isContiguous(const std::vector<std::int64_t>& shape) const
    {
        std::int64_t expected = 1;
        for (std::size_t i = shape.size(); i-- > 0;) {
            if (shape[i] != 1 && strides[i] != expected)
                return false;
            expected *= shape[i];
        }
        return true;
    }
};

struct FoundTensor
{
    TensorEntry entry;
    StorageView view;
};

/// A tuple's item; the id of None beyond its end.
PickleId tupleItem(const PickleSequence& sequence, std::size_t index)
{
    return index < sequence.items.size() ? sequence.items[index] : 0;
}

std::optional<std::vector<std::int64_t>> integers(const Pickle& pickle, PickleId id)
{
    const auto* sequence = pickle.as<PickleSequence>(id);
    constexpr std::size_t kMaxTorchAxes = 64;
    if (sequence == nullptr || sequence->items.size() > kMaxTorchAxes)
        return std::nullopt;
    std::vector<std::int64_t> result;
    for (const PickleId element : sequence->items) {
        const auto* number = pickle.as<std::int64_t>(element);
        if (number == nullptr || *number < 0)
            return std::nullopt;
        result.push_back(*number);
    }
    return result;
}

std::string_view globalName(const Pickle& pickle, PickleId id)
{
    const auto* global = pickle.as<PickleGlobal>(id);
    return global != nullptr ? std::string_view(global->name) : std::string_view();
}

/// Bytes of the storage of that key; nothing where the archive lacks it.
using StorageBytes = std::map<std::string, std::uint64_t, std::less<>>;

/// torch._utils._rebuild_tensor_v2(storage, offset, size, stride, ...) and _rebuild_tensor_v3, which has a dtype of its own behind
/// two more arguments.
Result<FoundTensor> rebuiltTensor(
    const Pickle& pickle, const PickleSequence& arguments, bool hasDtype, const StorageBytes& storages)
{
    FoundTensor found;
    const auto* persistent = pickle.as<PicklePersistent>(tupleItem(arguments, 0));
    const auto* storage = persistent != nullptr ? pickle.as<PickleSequence>(persistent->id) : nullptr;
    const auto* key = storage != nullptr ? pickle.as<std::string_view>(tupleItem(*storage, 2)) : nullptr;
    const auto* offset = pickle.as<std::int64_t>(tupleItem(arguments, 1));
    const auto shape = integers(pickle, tupleItem(arguments, 2));
    auto strides = integers(pickle, tupleItem(arguments, 3));
    if (key == nullptr || offset == nullptr || *offset < 0 || !shape || !strides
        || shape->size() != strides->size())
        return Error{"", "its description cannot be understood"};
    found.entry.shape = *shape;
    found.view = {std::string(*key), static_cast<std::uint64_t>(*offset), *std::move(strides)};

    const std::string_view storageClass = globalName(pickle, tupleItem(*storage, 1));
    std::string_view dtype;
    for (const StorageClass& row : kStorages)
        if (row.name == storageClass)
            dtype = row.torch;
    if (hasDtype && globalName(pickle, tupleItem(arguments, 6)).starts_with("torch "))
        dtype = globalName(pickle, tupleItem(arguments, 6)).substr(6);
    found.entry.type = typeOfTorch(dtype);
    found.entry.storedAs = "torch." + std::string(dtype.empty() ? storageClass : dtype);
    if (found.entry.type == nullptr)
        return found;

    // Within bounds: what is read follows from what is there.
    const auto bytes = storages.find(*key);
    if (bytes == storages.end())
        return Error{"", "its numbers (data/" + shownText(*key) + ") are not in the file"};
    const std::uint64_t itemBytes = found.entry.type->bytes(1);
    const std::uint64_t held = bytes->second / itemBytes;
    const std::uint64_t most = std::min(kMaxTensorElements, mostExpanded(bytes->second) / itemBytes);
    std::uint64_t count = 1;
    std::uint64_t last = found.view.offset;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const auto extent = static_cast<std::uint64_t>((*shape)[i]);
        const auto stride = static_cast<std::uint64_t>(found.view.strides[i]);
        if (extent != 0 && count > most / extent)
            return Error{"", "its shape has more elements than " + std::to_string(most)};
        count *= std::max<std::uint64_t>(extent, 1);
        if (extent > 1 && (stride > held || last > held || stride * (extent - 1) > held))
            last = held + 1; // beyond what is there
        else if (extent > 1)
            last += stride * (extent - 1);
    }
    const std::uint64_t elements = found.entry.elements();
    if (elements > 0 && last >= held)
        return Error{"", "its elements lie beyond the " + std::to_string(held) + " that its storage has"};
    found.entry.bytes = found.entry.type->bytes(elements);
    return found;
}

/// Goes through what was pickled and collects tensors and facts.
class Collector
{
public:
    Collector(const Pickle& pickle, const StorageBytes& storages)
        : m_pickle(pickle)
        , m_storages(storages)
        , m_isOpen(pickle.values.size(), false)
    {
    }

    Status collect()
    {
        visit(m_pickle.root, "", 0);
        return m_error.message.empty() ? success() : Status(m_error);
    }

    std::vector<FoundTensor> tensors;
    std::vector<FileFact> facts;
    std::size_t factsLeftOut = 0;
    std::set<std::string> otherClasses;
    std::vector<std::string> problems;

private:
    void visit(PickleId id, const std::string& name, int depth)
    {
        constexpr int kMaxContainers = 64;
        constexpr std::size_t kMaxVisits = 1'000'000;
        constexpr std::size_t kLongestName = 4096;
        if (!m_error.message.empty() || m_isOpen[id])
            return; // an object that is a part of itself is looked through once
        if (depth > kMaxContainers || ++m_visits > kMaxVisits || name.size() > kLongestName) {
            m_error = {"",
                depth > kMaxContainers      ? "what is pickled is nested deeper than 64"
                    : m_visits > kMaxVisits ? "what is pickled has more than 1000000 parts"
                                            : "what is pickled has a name of more than 4096 bytes"};
            return;
        }
        m_isOpen[id] = true;
        visitValue(id, name, depth);
        m_isOpen[id] = false;
    }

    void visitValue(PickleId id, const std::string& name, int depth)
    {
        const PickleValue& value = m_pickle.at(id);
        if (const auto* dict = std::get_if<PickleDict>(&value)) {
            visitItems(dict->items, name, depth);
        } else if (const auto* sequence = std::get_if<PickleSequence>(&value)) {
            for (std::size_t i = 0; i < sequence->items.size(); ++i)
                visit(sequence->items[i], joined(name, std::to_string(i)), depth + 1);
        } else if (const auto* call = std::get_if<PickleCall>(&value)) {
            visitCall(*call, name, depth);
        } else {
            addFact(value, name);
        }
    }

    void visitItems(
        const std::vector<std::pair<PickleId, PickleId>>& items, const std::string& name, int depth)
    {
        for (const auto& [key, value] : items)
            visit(value, joined(name, keyText(key)), depth + 1);
    }

    void visitCall(const PickleCall& call, const std::string& name, int depth)
    {
        const std::string_view callable = globalName(m_pickle, call.callable);
        const auto* arguments = m_pickle.as<PickleSequence>(call.arguments);
        if (arguments != nullptr
            && (callable == "torch._utils _rebuild_tensor_v2"
                || callable == "torch._utils _rebuild_tensor_v3")) {
            add(rebuiltTensor(m_pickle, *arguments, callable.ends_with('3'), m_storages), name);
            return;
        }
        if (arguments != nullptr
            && (callable == "torch._utils _rebuild_parameter"
                || callable == "torch._utils _rebuild_parameter_with_state")) {
            visit(tupleItem(*arguments, 0), name, depth + 1);
            return;
        }
        if (callable != "collections OrderedDict" && callable != "torch Size" && !callable.empty())
            otherClasses.insert(std::string(callable));
        visitItems(call.items, name, depth);
        for (std::size_t i = 0; i < call.appended.size(); ++i)
            visit(call.appended[i], joined(name, std::to_string(i)), depth + 1);
        // An OrderedDict's state is what state_dict() hangs on it, _metadata, which has no tensors.
        if (call.state != 0 && callable != "collections OrderedDict")
            visit(call.state, name, depth + 1);
    }

    void add(Result<FoundTensor> tensor, const std::string& name)
    {
        constexpr std::size_t kMaxProblems = 100;
        constexpr std::size_t kMaxNameBytes = std::size_t{64} << 20; // bytes that all names may have together
        if (!tensor) {
            if (problems.size() < kMaxProblems)
                problems.push_back(
                    "Tensor '" + shownText(name) + "': " + tensor.error().message.text() + ".");
            return;
        }
        m_nameBytes += name.size();
        if (m_nameBytes > kMaxNameBytes) {
            m_error = {"", "the names of its tensors have more than 64 MiB"};
            return;
        }
        const std::string plain = name.empty() ? "tensor" : name;
        std::string unique = plain;
        for (int& others = m_alike[plain];
             !m_taken.insert(unique).second;) // keys that are no texts may look alike
            unique = plain + '\'' + std::to_string(++others);
        tensor->entry.name = std::move(unique);
        tensors.push_back(*std::move(tensor));
    }

    void addFact(const PickleValue& value, const std::string& name)
    {
        const std::optional<std::string> text = name.empty() ? std::nullopt : factText(value);
        if (!text)
            return;
        if (facts.size() == kMaxFileFacts)
            ++factsLeftOut;
        else
            facts.emplace_back(name, *text);
    }

    /// Text of a string, a truth value or a number; nothing for others.
    static std::optional<std::string> factText(const PickleValue& value)
    {
        if (const auto* text = std::get_if<std::string_view>(&value))
            return std::string(text->substr(0, 200));
        if (const auto* flag = std::get_if<bool>(&value))
            return *flag ? "True" : "False";
        if (const auto* integer = std::get_if<std::int64_t>(&value))
            return std::to_string(*integer);
        if (const auto* number = std::get_if<double>(&value))
            return shortestText(*number);
        return std::nullopt;
    }

    std::string keyText(PickleId key) const
    {
        if (const auto* text = m_pickle.as<std::string_view>(key))
            return std::string(text->substr(0, 1000));
        if (const auto* integer = m_pickle.as<std::int64_t>(key))
            return std::to_string(*integer);
        return "?";
    }

    static std::string joined(const std::string& name, const std::string& part)
    {
        return name.empty() ? part : name + '.' + part;
    }

    const Pickle& m_pickle;
    const StorageBytes& m_storages;
    std::size_t m_visits = 0;
    std::vector<bool> m_isOpen; ///< for each value, whether the search is inside it now
    std::map<std::string, int> m_alike; ///< how many tensors beside the first would have each name
    std::set<std::string> m_taken; ///< names that tensors have
    std::size_t m_nameBytes = 0;
    Error m_error;
};

/// Elements of `itemBytes` that lie by the view's strides, one after the other.
std::string gathered(std::string_view storage, const StorageView& view,
    const std::vector<std::int64_t>& shape, std::uint64_t itemBytes)
{
    std::uint64_t count = 1;
    for (const std::int64_t extent : shape)
        count *= static_cast<std::uint64_t>(extent);
    std::string result(count * itemBytes, '\0');
    std::vector<std::int64_t> at(shape.size(), 0);
    std::uint64_t from = view.offset;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::memcpy(result.data() + i * itemBytes, storage.data() + from * itemBytes, itemBytes);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            from += static_cast<std::uint64_t>(view.strides[axis]);
            if (++at[axis] < shape[axis])
                break;
            from -= static_cast<std::uint64_t>(view.strides[axis] * shape[axis]);
            at[axis] = 0;
        }
    }
    return result;
}

class TorchFile : public TensorFile
{
public:
    TorchFile(ZipReader archive, std::string folder)
        : m_archive(std::move(archive))
        , m_folder(std::move(folder))
    {
    }

    std::string_view kind() const override { return "torch"; }

    Status list(std::size_t pickleEntry)
    {
        const std::vector<ZipReader::Entry>& entries = m_archive.entries();
        if (entries[pickleEntry].bytes > kLargestPickle)
            return Error{"", "its data.pkl is larger than 64 MiB"};
        StorageBytes storages;
        const std::string data = m_folder + "data/";
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (entries[i].name.starts_with(data)) {
                storages.emplace(entries[i].name.substr(data.size()), entries[i].bytes);
                m_storages.emplace(entries[i].name.substr(data.size()), i);
            }
            if (entries[i].name == m_folder + "byteorder") {
                const Result<std::string> order = m_archive.readBeginning(i, 16);
                m_isBigEndian = order && order->starts_with("big");
            }
        }
        const Result<std::string> bytes = m_archive.read(pickleEntry);
        if (!bytes)
            return Error{"", "its data.pkl " + bytes.error().message.text()};
        const Result<Pickle> pickle = readPickle(*bytes);
        if (!pickle)
            return Error{"", "data.pkl, " + pickle.error().text()};
        Collector collector(*pickle, storages);
        if (const Status collected = collector.collect(); !collected)
            return collected;
        for (FoundTensor& tensor : collector.tensors) {
            m_tensors.push_back(std::move(tensor.entry));
            m_views.push_back(std::move(tensor.view));
        }
        m_facts = std::move(collector.facts);
        m_notices = std::move(collector.problems);
        if (collector.factsLeftOut > 0)
            m_notices.push_back(
                std::to_string(collector.factsLeftOut) + " more values beside its tensors were left out.");
        for (const std::string& name : collector.otherClasses)
            m_notices.push_back("An object of Python's " + shownText(name)
                + " was not made: nothing of this file is executed. What it holds is listed.");
        return success();
    }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        const TensorEntry& entry = m_tensors[index];
        const StorageView& view = m_views[index];
        if (entry.elements() == 0)
            return std::string();
        Result<std::string> storage = m_archive.read(m_storages.at(view.storage), stop);
        if (!storage)
            return storage;
        const std::uint64_t itemBytes = entry.type->bytes(1);
        const bool isWhole = view.offset == 0 && storage->size() == entry.bytes;
        std::string bytes = !view.isContiguous(entry.shape) ? gathered(*storage, view, entry.shape, itemBytes)
            : isWhole                                       ? *std::move(storage)
                      : storage->substr(view.offset * itemBytes, entry.bytes);
        if (!m_isBigEndian)
            return bytes;
        return withBytesSwapped(bytes, entry.type->kind == ElementKind::Complex ? itemBytes / 2 : itemBytes);
    }

private:
    ZipReader m_archive;
    std::string m_folder; ///< the archive's folder, with its slash: "archive/"
    bool m_isBigEndian = false;
    std::vector<StorageView> m_views; ///< one view for each tensor
    std::map<std::string, std::size_t, std::less<>> m_storages; ///< entries of the archive
};

} // namespace

/// Index of the entry with the pickle, "archive/data.pkl", if there is one.
std::optional<std::size_t> torchPickle(const ZipReader& archive)
{
    const std::vector<ZipReader::Entry>& entries = archive.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::size_t slash = entries[i].name.find('/');
        if (slash != std::string::npos && entries[i].name.substr(slash + 1) == kPickleName)
            return i;
    }
    return std::nullopt;
}

/// Names are the keys that lead there: "model.fc1.weight", "optimizer.state.0.exp_avg". What would have been made by other
/// Python classes is told in notices(). Errors have no place.
Result<std::unique_ptr<TensorFile>> openTorchFile(ZipReader archive, std::size_t pickle)
{
    std::string folder = archive.entries()[pickle].name;
    folder.resize(folder.size() - kPickleName.size());
    auto file = std::make_unique<TorchFile>(std::move(archive), std::move(folder));
    if (const Status listed = file->list(pickle); !listed)
        return listed.error();
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace ulpscope
