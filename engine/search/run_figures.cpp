// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/run_figures.h"

#include "engine/base/number_text.h"
#include "engine/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::string_view bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? kLetters[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::optional<std::string> bytesOf(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        const std::size_t place = kLetters.find(c);
        if (place == std::string_view::npos)
            return std::nullopt;
        group = group << 6 | static_cast<std::uint32_t>(place);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(group >> bits & 0xff);
        }
    }
    return bytes;
}

bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <class Number>
std::string packed(const std::vector<double>& values)
{
    std::string bytes(values.size() * sizeof(Number), '\0');
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<Number>(values[i]);
        std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
    }
    return base64(bytes);
}

template <class Number>
std::optional<std::vector<double>> unpacked(const Json& text)
{
    const std::optional<std::string> bytes
        = text.is_string() ? bytesOf(text.get_ref<const std::string&>()) : std::nullopt;
    if (!bytes || bytes->size() % sizeof(Number) != 0)
        return std::nullopt;
    std::vector<double> values(bytes->size() / sizeof(Number));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Number value = 0;
        std::memcpy(&value, bytes->data() + i * sizeof value, sizeof value);
        values[i] = static_cast<double>(value);
    }
    return values;
}

Json numberText(double value)
{
    if (std::isnan(value))
        return nullptr;
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

std::optional<double> numberIn(const Json& json)
{
    if (json.is_null())
        return std::nan("");
    if (json.is_number())
        return json.get<double>();
    return json.is_string() ? parseNumber(json.get_ref<const std::string&>()) : std::nullopt;
}

Json columnJson(const std::vector<double>& values)
{
    const bool isConstant = std::ranges::all_of(
        values, [&](double value) { return isSame(value, values.front()) || (std::isnan(value) && std::isnan(values.front())); });
    if (isConstant)
        return numberText(values.front());
    const bool isFloat32 = std::ranges::all_of(values, [](double value) {
        return std::isnan(value) || isSame(static_cast<double>(static_cast<float>(value)), value);
    });
    return isFloat32 ? Json{{"f32", packed<float>(values)}} : Json{{"f64", packed<double>(values)}};
}

std::optional<std::vector<double>> columnOf(const Json& json, std::int64_t steps)
{
    const auto count = static_cast<std::size_t>(steps);
    if (!json.is_object()) {
        const std::optional<double> value = numberIn(json);
        return value ? std::optional(std::vector<double>(count, *value)) : std::nullopt;
    }
    std::optional<std::vector<double>> values;
    if (const Json* floats = findMember(json, "f32"))
        values = unpacked<float>(*floats);
    else if (const Json* doubles = findMember(json, "f64"))
        values = unpacked<double>(*doubles);
    return values && values->size() == count ? values : std::nullopt;
}

std::size_t placeOf(const BudgetKey& key)
{
    return static_cast<std::size_t>(&key - budgetKeys().data());
}

} // namespace

RunFigures::RunFigures()
    : m_ofStep(budgetKeys().size())
    , m_ofRun(budgetKeys().size())
{
}

RunFigures::RunFigures(bool hasFloat64)
    : RunFigures()
{
    for (const BudgetKey& key : budgetKeys())
        if (key.ofStep != nullptr && (hasFloat64 || !key.needsFloat64))
            m_ofStep[placeOf(key)].emplace();
}

void RunFigures::add(const StepRecord& record)
{
    ++m_steps;
    for (const BudgetKey& key : budgetKeys())
        if (std::optional<std::vector<double>>& column = m_ofStep[placeOf(key)])
            column->push_back(key.ofStep(record).value_or(std::nan("")));
}

void RunFigures::end(const RunSummary& run, bool hasTestData)
{
    m_isAtEnd = true;
    const bool hasFloat64 = std::ranges::all_of(budgetKeys(), [this](const BudgetKey& key) {
        return key.ofStep == nullptr || m_ofStep[placeOf(key)].has_value();
    });
    for (const BudgetKey& key : budgetKeys())
        if (key.ofRun != nullptr && (hasFloat64 || !key.needsFloat64) && (hasTestData || !key.needsTestData))
            m_ofRun[placeOf(key)] = key.ofRun(run).value_or(std::nan(""));
}

std::optional<std::int64_t> RunFigures::readInto(BudgetWatch& watch, const Budget& budget) const
{
    for (const Clause& clause : budget.clauses) {
        const std::size_t place = placeOf(*clause.key);
        const bool looksAtSteps = clause.key->ofStep != nullptr && (clause.steps || clause.isSum());
        if (looksAtSteps && !m_ofStep[place])
            return std::nullopt;
    }
    for (std::int64_t step = 0; step < m_steps; ++step) {
        watch.addStep(step, [&](const BudgetKey& key) {
            return (*m_ofStep[placeOf(key)])[static_cast<std::size_t>(step)];
        });
        if (watch.isBroken() || watch.isSettled())
            return step + 1;
    }
    const bool knowsTheEnd = m_isAtEnd && std::ranges::all_of(budget.clauses, [this](const Clause& clause) {
        return clause.steps || m_ofRun[placeOf(*clause.key)].has_value();
    });
    if (!knowsTheEnd)
        return std::nullopt;
    watch.endWith([this](const BudgetKey& key) { return *m_ofRun[placeOf(key)]; });
    return m_steps;
}

Json RunFigures::json() const
{
    Json columns = Json::object();
    Json ends = Json::object();
    for (const BudgetKey& key : budgetKeys()) {
        const std::string name(key.name);
        if (const std::optional<std::vector<double>>& column = m_ofStep[placeOf(key)]; column && m_steps > 0)
            columns[name] = columnJson(*column);
        if (const std::optional<double>& number = m_ofRun[placeOf(key)])
            ends[name] = numberText(*number);
    }
    Json json{{"steps", m_steps}, {"step", std::move(columns)}};
    json["end"] = m_isAtEnd ? std::move(ends) : Json(nullptr);
    return json;
}

std::optional<RunFigures> RunFigures::read(const Json& json)
{
    constexpr std::int64_t kMostSteps = 100'000'000;
    const Json* steps = findMember(json, "steps");
    const Json* columns = findMember(json, "step");
    const Json* ends = findMember(json, "end");
    if (steps == nullptr || !steps->is_number_integer() || columns == nullptr || !columns->is_object()
        || ends == nullptr)
        return std::nullopt;
    RunFigures figures;
    figures.m_steps = steps->get<std::int64_t>();
    if (figures.m_steps < 1 || figures.m_steps > kMostSteps)
        return std::nullopt;
    figures.m_isAtEnd = ends->is_object();
    for (const BudgetKey& key : budgetKeys()) {
        const std::string name(key.name);
        if (const Json* column = findMember(*columns, name.c_str())) {
            figures.m_ofStep[placeOf(key)] = columnOf(*column, figures.m_steps);
            if (!figures.m_ofStep[placeOf(key)])
                return std::nullopt;
        }
        if (const Json* number = figures.m_isAtEnd ? findMember(*ends, name.c_str()) : nullptr)
            figures.m_ofRun[placeOf(key)] = numberIn(*number);
    }
    return figures;
}

} // namespace ulpscope
