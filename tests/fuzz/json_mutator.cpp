// SPDX-License-Identifier: GPL-3.0-or-later
// How libFuzzer changes an input that is JSON: mostly value by value, so that the result is JSON again and what reads it
// is reached, not its parser alone.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using Json = nlohmann::ordered_json;
using Random = std::minstd_rand;

std::size_t draw(Random& random, std::size_t count)
{
    return random() % count;
}

Json parse(const std::uint8_t* data, std::size_t size)
{
    return Json::parse(data, data + size, nullptr, false); // "discarded" where it is none
}

void collect(Json& json, std::vector<Json*>& values)
{
    values.push_back(&json);
    if (json.is_structured())
        for (Json& member : json)
            collect(member, values);
}

Json& pick(Json& json, Random& random)
{
    std::vector<Json*> values;
    collect(json, values);
    return *values[draw(random, values.size())];
}

std::string mutated(std::string text)
{
    constexpr std::size_t kRoom = 24;
    const std::size_t size = text.size();
    text.resize(size + kRoom);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    return text;
}

Json anyValue(Random& random)
{
    static const std::vector<Json> values{nullptr, true, false, "", Json::array(), Json::object(), 0, 1, -1,
        2, 3, 7, 0.5, -0.0, 1e-300, 1e300, 127, 128, 255, 256, 65536, 2147483647, 2147483648LL, 4294967296LL,
        9007199254740993LL, INT64_MIN, INT64_MAX, UINT64_MAX};
    return values[draw(random, values.size())];
}

void mutateNumber(Json& number, Random& random)
{
    if (number.is_number_float()) {
        constexpr std::array<double, 5> kFactors{-1, 0.5, 2, 1e10, 1e-10};
        number = number.get<double>() * kFactors[draw(random, kFactors.size())];
        return;
    }
    constexpr std::array<std::int64_t, 4> kSteps{-1, 1, -2, 10};
    const auto step = static_cast<std::uint64_t>(kSteps[draw(random, kSteps.size())]);
    number = static_cast<std::int64_t>(number.get<std::uint64_t>() + step);
}

/// Another member's name or a changed one, in the same place.
void renameMember(Json& object, Random& random)
{
    Json renamed = Json::object();
    const std::size_t which = draw(random, object.size());
    std::size_t i = 0;
    for (const auto& [key, value] : object.items())
        renamed[i++ == which ? mutated(key) : key] = value;
    object = std::move(renamed);
}

void eraseMember(Json& container, Random& random)
{
    const auto which = static_cast<std::ptrdiff_t>(draw(random, container.size()));
    container.erase(std::next(container.begin(), which));
}

void insertMember(Json& container, const Json& value, Random& random)
{
    if (container.is_object())
        container[container.empty() ? mutated("name") : mutated((--container.end()).key())] = value;
    else
        container.insert(
            std::next(container.begin(), static_cast<std::ptrdiff_t>(draw(random, container.size() + 1))),
            value);
}

void change(Json& json, Random& random)
{
    Json& value = pick(json, random);
    const std::size_t way = draw(random, 8);
    if (way == 0)
        value = anyValue(random);
    else if (way == 1)
        value = Json(pick(json, random)); // a copy: it may be a part of `value`, or the other way round
    else if (value.is_string())
        value = mutated(value.get<std::string>());
    else if (value.is_number())
        mutateNumber(value, random);
    else if (value.is_boolean())
        value = !value.get<bool>();
    else if (value.is_structured() && (way == 2 || value.empty()))
        insertMember(value, anyValue(random), random);
    else if (value.is_structured() && way == 3)
        insertMember(value, Json(pick(json, random)), random);
    else if (value.is_object() && way == 4)
        renameMember(value, random);
    else if (value.is_structured() && way == 5)
        eraseMember(value, random);
    else
        change(json, random);
}

/// 0 if there is no room for it.
std::size_t store(const Json& json, std::uint8_t* data, std::size_t maxSize)
{
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > maxSize)
        return 0;
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed)
{
    Random random(seed);
    constexpr std::size_t kOneInBytes = 8;
    Json json = draw(random, kOneInBytes) == 0 ? Json(Json::value_t::discarded) : parse(data, size);
    if (json.is_discarded())
        return LLVMFuzzerMutate(data, size, maxSize);
    for (std::size_t changes = 1 + draw(random, 3); changes > 0; --changes)
        change(json, random);
    const std::size_t stored = store(json, data, maxSize);
    return stored > 0 ? stored : LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t firstSize,
    const std::uint8_t* second, std::size_t secondSize, std::uint8_t* out, std::size_t maxSize,
    unsigned int seed)
{
    Random random(seed);
    Json json = parse(first, firstSize);
    Json other = parse(second, secondSize);
    if (json.is_discarded() || other.is_discarded())
        return 0;
    Json& place = pick(json, random);
    Json value = pick(other, random);
    if (place.is_structured() && draw(random, 2) == 0)
        insertMember(place, value, random);
    else
        place = std::move(value);
    return store(json, out, maxSize);
}
