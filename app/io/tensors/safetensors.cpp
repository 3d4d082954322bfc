// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/safetensors.h"

#include "engine/base/longest_text.h"
#include "engine/base/result.h"
#include "engine/base/shown_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

namespace ulpscope {

namespace {

/// Event at the start of a list; its elements follow with the path of the list.
struct JsonListBegins
{
};
/// std::monostate is null.
using JsonLeaf = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, JsonListBegins>;

// The values of a JSON object with more members than json_text.h takes, one after the other and none kept: a list of the tensors
// of a large model has a hundred thousand.
class LeafEvents : public nlohmann::json_sax<nlohmann::json>
{
public:
    using Visit = std::function<Status(std::span<const std::string>, const JsonLeaf&)>;

    explicit LeafEvents(const Visit& visit)
        : m_visit(visit)
    {
    }

    Error takeError() { return std::move(m_error); }

    bool null() override { return give(std::monostate()); }
    bool boolean(bool value) override { return give(value); }
    bool number_integer(number_integer_t value) override { return give(std::int64_t{value}); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return give(static_cast<double>(value));
        return give(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return give(value); }
    bool string(string_t& value) override { return give(std::string_view(value)); }
    bool binary(binary_t&) override { return fail({"", "it has binary data"}); }
    bool start_object(std::size_t) override { return open(true); }
    bool end_object() override
    {
        m_containers.pop_back();
        m_keys.pop_back();
        return true;
    }
    bool start_array(std::size_t) override
    {
        if (m_containers.empty())
            return fail({"", "is a list; expected an object"});
        return give(JsonListBegins()) && open(false);
    }
    bool end_array() override
    {
        m_containers.pop_back();
        return true;
    }
    bool key(string_t& value) override
    {
        if (value.size() > kLongestText)
            return fail({"", "a key is longer than 65536 bytes"});
        m_keys.back() = value;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        return fail({"byte " + std::to_string(position), "not valid JSON"});
    }

private:
    bool open(bool isObject)
    {
        constexpr std::size_t kMaxNested = 16;
        if (m_containers.size() == kMaxNested)
            return fail({"", "is nested deeper than " + std::to_string(kMaxNested)});
        m_containers.push_back(isObject);
        if (isObject)
            m_keys.emplace_back();
        return true;
    }

    bool give(const JsonLeaf& leaf)
    {
        if (m_containers.empty())
            return fail({"", "is a single value; expected an object"});
        const Status status = m_visit(m_keys, leaf);
        return status ? true : fail(status.error());
    }

    bool fail(Error error)
    {
        m_error = std::move(error);
        return false;
    }

    const Visit& m_visit;
    std::vector<bool> m_containers; ///< for each open container, from the outermost: whether it is an object
    std::vector<std::string> m_keys; ///< one of each object among them
    Error m_error;
};

/// Calls `visit` with the keys that lead to each value. The text is an object; nested at most 16 deep. Errors have the
/// position as their place, those of `visit` what it says.
Status eachJsonLeaf(
    std::string_view text, const std::function<Status(std::span<const std::string>, const JsonLeaf&)>& visit)
{
    LeafEvents events(visit);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &events))
        return events.takeError();
    return success();
}

constexpr std::uint64_t kLongestHeader = 100'000'000; // the limit of safetensors' own reader, tensor.rs
constexpr std::size_t kMaxAxes = 64;
constexpr std::size_t kMaxTensors = 1'000'000;
constexpr std::string_view kMetadata = "__metadata__";

/// A tensor as its member of the header says.
struct HeaderTensor
{
    std::string name;
    std::optional<std::string> dtype;
    std::optional<std::vector<std::int64_t>> shape;
    std::optional<std::vector<std::int64_t>> offsets;
};

struct SafetensorsHeader
{
    std::vector<HeaderTensor> tensors;
    std::vector<FileFact> metadata;
    std::size_t metadataLeftOut = 0;
};

Error inHeader(const std::string& name, const std::string& message)
{
    return Error{"", "tensor '" + shownText(name) + "': " + message};
}

/// Takes one value of a tensor's member.
Status takeLeaf(HeaderTensor& tensor, const std::string& key, const JsonLeaf& leaf)
{
    if (key == "dtype") {
        const auto* text = std::get_if<std::string_view>(&leaf);
        if (text == nullptr || tensor.dtype)
            return inHeader(tensor.name, "expected one text as dtype");
        tensor.dtype = std::string(*text);
        return success();
    }
    if (key != "shape" && key != "data_offsets")
        return inHeader(tensor.name, "unknown key '" + shownText(key) + "'");
    std::optional<std::vector<std::int64_t>>& list = key == "shape" ? tensor.shape : tensor.offsets;
    if (std::holds_alternative<JsonListBegins>(leaf) && !list) {
        list.emplace();
        return success();
    }
    const auto* number = std::get_if<std::int64_t>(&leaf);
    if (number == nullptr || *number < 0 || !list || list->size() == kMaxAxes)
        return inHeader(tensor.name, "expected " + key + " to be a list of numbers that are not negative");
    list->push_back(*number);
    return success();
}

Result<SafetensorsHeader> readSafetensorsHeader(std::string_view text)
{
    SafetensorsHeader header;
    const Status read
        = eachJsonLeaf(text, [&](std::span<const std::string> keys, const JsonLeaf& leaf) -> Status {
              if (keys.size() != 2)
                  return Error{"", "'" + shownText(keys.front()) + "' is not what a tensor is described by"};
              if (keys.front() == kMetadata) {
                  const auto* value = std::get_if<std::string_view>(&leaf);
                  if (value == nullptr)
                      return Error{"", "the metadata has a value that is no text"};
                  if (header.metadata.size() == kMaxFileFacts)
                      ++header.metadataLeftOut;
                  else
                      header.metadata.emplace_back(keys[1], std::string(*value));
                  return success();
              }
              if (header.tensors.empty() || header.tensors.back().name != keys.front()) {
                  if (header.tensors.size() == kMaxTensors)
                      return Error{"", "names more than 1000000 tensors"};
                  header.tensors.push_back({keys.front(), {}, {}, {}});
              }
              return takeLeaf(header.tensors.back(), keys[1], leaf);
          });
    if (!read)
        return Error{"", message("the header: %1").with(read.error().sentence())};
    return header;
}

const ElementType* safetensorsType(std::string_view dtype)
{
    const auto types = elementTypes();
    const auto found = std::find_if(types.begin(), types.end(),
        [&](const ElementType& type) { return !type.safetensors.empty() && type.safetensors == dtype; });
    return found == types.end() ? nullptr : &*found;
}

/// The product, or nothing where it or its bits are beyond 2^63.
std::optional<std::uint64_t> countOf(const std::vector<std::int64_t>& shape)
{
    constexpr std::uint64_t kMax = std::uint64_t{1} << 56;
    std::uint64_t count = 1;
    for (const std::int64_t extent : shape) {
        if (extent != 0 && count > kMax / static_cast<std::uint64_t>(extent))
            return std::nullopt;
        count *= static_cast<std::uint64_t>(extent);
    }
    return count;
}

struct PlacedTensor
{
    TensorEntry entry;
    std::uint64_t begin = 0; ///< position of the tensor in the buffer
};

Result<PlacedTensor> placedTensor(HeaderTensor& tensor, std::uint64_t bufferBytes)
{
    if (!tensor.dtype || !tensor.shape || !tensor.offsets || tensor.offsets->size() != 2)
        return inHeader(tensor.name, "needs dtype, shape and two data_offsets");
    const auto begin = static_cast<std::uint64_t>(tensor.offsets->front());
    const auto end = static_cast<std::uint64_t>(tensor.offsets->back());
    if (begin > end || end > bufferBytes)
        return inHeader(tensor.name,
            "its bytes " + std::to_string(begin) + " to " + std::to_string(end) + " are not within the "
                + std::to_string(bufferBytes) + " of the file");
    const std::optional<std::uint64_t> count = countOf(*tensor.shape);
    if (!count)
        return inHeader(tensor.name, "its shape has more than 2^56 elements");
    PlacedTensor result{
        {tensor.name, *tensor.dtype, safetensorsType(*tensor.dtype), *std::move(tensor.shape), end - begin},
        begin};
    if (result.entry.type != nullptr && result.entry.type->bytes(*count) != end - begin)
        return inHeader(tensor.name,
            "its shape needs " + std::to_string(result.entry.type->bytes(*count)) + " bytes of "
                + *tensor.dtype + ", its data_offsets have " + std::to_string(end - begin));
    return result;
}

/// No two tensors share bytes and none lie between them, as the format demands.
Status checkCovers(std::vector<const PlacedTensor*> tensors, std::uint64_t bufferBytes)
{
    std::stable_sort(tensors.begin(), tensors.end(), [](const PlacedTensor* a, const PlacedTensor* b) {
        return a->begin != b->begin ? a->begin < b->begin : a->entry.bytes < b->entry.bytes;
    });
    std::uint64_t at = 0;
    for (const PlacedTensor* tensor : tensors) {
        if (tensor->begin != at)
            return inHeader(tensor->entry.name,
                "its bytes begin at " + std::to_string(tensor->begin)
                    + "; those of the tensors before end at " + std::to_string(at));
        at += tensor->entry.bytes;
    }
    if (at != bufferBytes)
        return Error{
            "", "the tensors end at byte " + std::to_string(at) + " of " + std::to_string(bufferBytes)};
    return success();
}

class SafetensorsFile : public TensorFile
{
public:
    SafetensorsFile(InputFile file, std::uint64_t bufferStart, std::vector<PlacedTensor> tensors,
        std::vector<FileFact> metadata, std::size_t metadataLeftOut)
        : m_file(std::move(file))
    {
        for (PlacedTensor& tensor : tensors) {
            m_starts.push_back(bufferStart + tensor.begin);
            m_tensors.push_back(std::move(tensor.entry));
        }
        m_facts = std::move(metadata);
        if (metadataLeftOut > 0)
            m_notices.push_back(
                std::to_string(metadataLeftOut) + " more entries of its metadata were left out.");
    }

    std::string_view kind() const override { return "safetensors"; }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        return m_file.readAt(m_starts[index], m_tensors[index].bytes, stop);
    }

private:
    InputFile m_file;
    std::vector<std::uint64_t> m_starts; ///< position of each tensor in the file
};

std::uint64_t headerLength(std::string_view bytes)
{
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < 8; ++i)
        length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return length;
}

/// Tensors that lie in other files.
class ShardedFile : public TensorFile
{
public:
    std::string_view kind() const override { return "safetensors"; }

    /// Takes the tensors of a shard that the index has there.
    Status add(const std::filesystem::path& path, const std::vector<std::string>& names)
    {
        Result<InputFile> file = InputFile::open(path);
        if (!file)
            return file.error();
        Result<std::unique_ptr<TensorFile>> shard = openSafetensors(*std::move(file));
        if (!shard)
            return Error{path.string(), shard.error().message};
        std::unordered_set<std::string_view> wanted(names.begin(), names.end());
        for (std::size_t i = 0; i < (*shard)->tensors().size(); ++i) {
            const TensorEntry& entry = (*shard)->tensors()[i];
            if (wanted.erase(entry.name) == 0)
                continue;
            m_tensors.push_back(entry);
            m_places.push_back({m_shards.size(), i});
        }
        if (!wanted.empty())
            return Error{path.string(),
                "does not have the tensor '" + shownText(*wanted.begin()) + "', which the index has there"};
        m_shards.push_back(*std::move(shard));
        return success();
    }

    void addFact(FileFact fact) { m_facts.push_back(std::move(fact)); }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        const Place place = m_places[index];
        return m_shards[place.shard]->bytesOf(place.tensor, stop);
    }

private:
    struct Place
    {
        std::size_t shard;
        std::size_t tensor;
    };
    std::vector<std::unique_ptr<TensorFile>> m_shards;
    std::vector<Place> m_places;
};

} // namespace

bool looksLikeSafetensors(std::string_view beginning, std::uint64_t size)
{
    return beginning.size() > 8 && beginning[8] == '{' && headerLength(beginning) <= size - 8;
}

Result<std::unique_ptr<TensorFile>> openSafetensors(InputFile file)
{
    const Result<std::string> prefix = file.readAt(0, 8);
    if (!prefix)
        return Error{"", prefix.error().message};
    const std::uint64_t length = headerLength(*prefix);
    if (length > kLongestHeader || length > file.size() - 8)
        return Error{"",
            "its header of " + std::to_string(length)
                + " bytes is longer than the file, or than 100,000,000"};
    const Result<std::string> text = file.readAt(8, length);
    if (!text)
        return Error{"", text.error().message};
    Result<SafetensorsHeader> header = readSafetensorsHeader(*text);
    if (!header)
        return header.error();
    const std::uint64_t bufferBytes = file.size() - 8 - length;
    std::vector<PlacedTensor> tensors;
    std::unordered_set<std::string> names;
    for (HeaderTensor& tensor : header->tensors) {
        if (!names.insert(tensor.name).second)
            return inHeader(tensor.name, "appears twice");
        Result<PlacedTensor> place = placedTensor(tensor, bufferBytes);
        if (!place)
            return place.error();
        tensors.push_back(*std::move(place));
    }
    std::vector<const PlacedTensor*> all;
    for (const PlacedTensor& tensor : tensors)
        all.push_back(&tensor);
    if (const Status covers = checkCovers(std::move(all), bufferBytes); !covers)
        return covers.error();
    return std::unique_ptr<TensorFile>(std::make_unique<SafetensorsFile>(std::move(file), 8 + length,
        std::move(tensors), std::move(header->metadata), header->metadataLeftOut));
}

Result<std::unique_ptr<TensorFile>> openSafetensorsIndex(
    const std::filesystem::path& path, std::string_view text)
{
    auto sharded = std::make_unique<ShardedFile>();
    std::vector<std::pair<std::string, std::vector<std::string>>>
        shards; // files with their tensors, in the order of the index
    std::unordered_set<std::string> names;
    constexpr std::size_t kMaxShards = 512; // each stays open
    const Status read
        = eachJsonLeaf(text, [&](std::span<const std::string> keys, const JsonLeaf& leaf) -> Status {
              const auto* shard = std::get_if<std::string_view>(&leaf);
              if (keys.size() != 2 || keys.front() != "weight_map")
                  return success();
              if (shard == nullptr || shard->find('/') != std::string_view::npos || *shard == ".."
                  || shard->empty())
                  return inHeader(keys[1], "expected the name of a file beside the index");
              if (names.size() == kMaxTensors)
                  return Error{"", "names more than 1000000 tensors"};
              if (!names.insert(keys[1]).second)
                  return inHeader(keys[1], "appears twice");
              auto at = std::find_if(
                  shards.begin(), shards.end(), [&](const auto& known) { return known.first == *shard; });
              if (at == shards.end()) {
                  if (shards.size() == kMaxShards)
                      return Error{"", "names more than 512 files"};
                  at = shards.insert(at, {std::string(*shard), {}});
              }
              at->second.push_back(keys[1]);
              return success();
          });
    if (!read)
        return Error{path.string(), read.error().sentence()};
    if (shards.empty())
        return Error{path.string(), message("has no weight_map, which an index of safetensors has")};
    for (const auto& [shard, tensors] : shards)
        if (const Status added = sharded->add(path.parent_path() / shard, tensors); !added)
            return added.error();
    sharded->addFact({"files", std::to_string(shards.size())});
    return std::unique_ptr<TensorFile>(std::move(sharded));
}

Result<std::optional<std::filesystem::path>> shardIndexIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> found;
    std::error_code failure;
    std::filesystem::directory_iterator entries(folder, failure);
    for (const std::filesystem::directory_iterator end; !failure && entries != end;
         entries.increment(failure))
        if (entries->path().filename().string().ends_with(".safetensors.index.json"))
            found.push_back(entries->path());
    if (failure)
        return Error{folder.string(), "cannot be listed: " + failure.message()};
    if (found.empty())
        return std::optional<std::filesystem::path>();
    if (found.size() == 1)
        return std::optional(found.front());
    std::ranges::sort(found);
    return Error{folder.string(),
        "has " + std::to_string(found.size()) + " indices of shards; open one of them, such as "
            + shownText(found.front().filename().string())};
}

} // namespace ulpscope
