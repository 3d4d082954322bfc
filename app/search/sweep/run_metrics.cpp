// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/run_metrics.h"

#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <nettle/base64.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace ulpscope {

namespace {

static_assert(std::endian::native == std::endian::little);

std::string base64(std::string_view bytes)
{
    std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
    base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    return text;
}

std::optional<std::string> bytesOf(const std::string& text)
{
    std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
    std::size_t count = bytes.size();
    base64_decode_ctx context;
    base64_decode_init(&context);
    if (base64_decode_update(
            &context, &count, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(), text.data())
            == 0
        || base64_decode_final(&context) == 0)
        return std::nullopt;
    bytes.resize(count);
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
    const bool isConstant = std::ranges::all_of(values, [&](double value) {
        return isSame(value, values.front()) || (std::isnan(value) && std::isnan(values.front()));
    });
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

RunMetrics::RunMetrics()
    : m_ofStep(budgetKeys().size())
    , m_ofRun(budgetKeys().size())
{
}

RunMetrics::RunMetrics(bool hasFloat64)
    : RunMetrics()
{
    for (const BudgetKey& key : budgetKeys())
        if (key.ofStep != nullptr && (hasFloat64 || !key.needsFloat64))
            m_ofStep[placeOf(key)].emplace();
}

void RunMetrics::add(const StepRecord& record)
{
    ++m_steps;
    for (const BudgetKey& key : budgetKeys())
        if (std::optional<std::vector<double>>& column = m_ofStep[placeOf(key)])
            column->push_back(key.ofStep(record).value_or(std::nan("")));
}

void RunMetrics::end(const RunSummary& run, bool hasTestData)
{
    m_isAtEnd = true;
    const bool hasFloat64 = std::ranges::all_of(budgetKeys(),
        [this](const BudgetKey& key) { return key.ofStep == nullptr || m_ofStep[placeOf(key)].has_value(); });
    for (const BudgetKey& key : budgetKeys())
        if (key.ofRun != nullptr && (hasFloat64 || !key.needsFloat64) && (hasTestData || !key.needsTestData))
            m_ofRun[placeOf(key)] = key.ofRun(run).value_or(std::nan(""));
}

std::optional<std::int64_t> RunMetrics::readInto(BudgetWatch& watch, const Budget& budget) const
{
    for (const Clause& clause : budget.clauses) {
        const std::size_t place = placeOf(*clause.key);
        const bool looksAtSteps = clause.key->ofStep != nullptr && (clause.steps || clause.isSum());
        if (looksAtSteps && !m_ofStep[place])
            return std::nullopt;
    }
    for (std::int64_t step = 0; step < m_steps; ++step) {
        watch.addStep(step,
            [&](const BudgetKey& key) { return (*m_ofStep[placeOf(key)])[static_cast<std::size_t>(step)]; });
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

Json RunMetrics::json() const
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

std::optional<RunMetrics> RunMetrics::read(const Json& json)
{
    constexpr std::int64_t kMaxSteps = 100'000'000;
    const Json* steps = findMember(json, "steps");
    const Json* columns = findMember(json, "step");
    const Json* ends = findMember(json, "end");
    if (steps == nullptr || !steps->is_number_integer() || columns == nullptr || !columns->is_object()
        || ends == nullptr)
        return std::nullopt;
    RunMetrics metrics;
    metrics.m_steps = steps->get<std::int64_t>();
    if (metrics.m_steps < 1 || metrics.m_steps > kMaxSteps)
        return std::nullopt;
    metrics.m_isAtEnd = ends->is_object();
    for (const BudgetKey& key : budgetKeys()) {
        const std::string name(key.name);
        if (const Json* column = findMember(*columns, name.c_str())) {
            metrics.m_ofStep[placeOf(key)] = columnOf(*column, metrics.m_steps);
            if (!metrics.m_ofStep[placeOf(key)])
                return std::nullopt;
        }
        if (const Json* number = metrics.m_isAtEnd ? findMember(*ends, name.c_str()) : nullptr)
            metrics.m_ofRun[placeOf(key)] = numberIn(*number);
    }
    return metrics;
}

} // namespace ulpscope
