// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_json.h"

#include "app/io/logs/log_number.h"
#include "app/io/logs/log_tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace ulpscope {

namespace {

constexpr std::size_t kDeepestJson = 64;
constexpr std::size_t kLongestPath = 300;
constexpr std::size_t kMaxMembers = 64; ///< how many processes a step may tell of; a longer list is a series

/// A list of numbers under a name: a series, or what one entry says of several optimizers.
struct Column
{
    std::string name;
    std::vector<double> values;
};

bool isOfLoss(LogQuantity quantity)
{
    return quantity == LogQuantity::Loss || quantity == LogQuantity::LossComponent
        || quantity == LogQuantity::GradientNorm;
}

bool isIndex(std::string_view key)
{
    return !key.empty() && key.size() <= 12
        && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

LogPhase phaseOfPath(std::string_view path)
{
    LogPhase phase = LogPhase::Unsaid;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        if (const LogPhase said = phaseOfWord(path.substr(0, end)); said != LogPhase::Unsaid)
            phase = said;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return phase;
}

class JsonReader
{
public:
    JsonReader(std::string_view text, std::size_t at, std::size_t line, LogVocabulary& names,
        const std::function<void(LogEntry&)>& take)
        : m_text(text)
        , m_at(at)
        , m_line(line)
        , m_names(names)
        , m_take(take)
    {
    }

    /// The value at m_at; an object's members go into `entry` where there is one.
    JsonRead read(LogEntry* entry)
    {
        Level top{entry, {}, LogPhase::Unsaid, {}};
        const bool isWhole = entry != nullptr ? members(top, {}, 0) : element({}, {}, 0);
        if (entry != nullptr && isWhole)
            fill(top);
        return {m_at, m_line, isWhole};
    }

private:
    struct Number
    {
        std::string name;
        std::optional<double> value; ///< the number; empty where the member is null
        std::size_t line;
    };

    /// Parsing state of one entry.
    struct Level
    {
        LogEntry* entry;
        std::string outer; ///< path to the entry
        LogPhase phase; ///< training or evaluation, as the path or the entry says
        std::vector<Column> columns;
        std::vector<Number> numbers = {};
        std::string named = {}; ///< {"tag": "loss", "value": 2.5} names its number so
    };

    void skipBlanks()
    {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '\n')
                ++m_line;
            else if (c != ' ' && c != '\t' && c != '\r')
                return;
        }
    }

    bool takeIf(char c)
    {
        skipBlanks();
        if (m_at == m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    /// Reads a string and strips its quotes; escapes stay as they are.
    std::optional<std::string_view> quoted()
    {
        const char quote = m_text[m_at];
        const std::size_t begin = m_at + 1;
        for (std::size_t end = begin; end < m_text.size() && m_text[end] != '\n'; ++end) {
            if (m_text[end] == '\\')
                ++end;
            else if (m_text[end] == quote) {
                m_at = end + 1;
                return m_text.substr(begin, end - begin);
            }
        }
        return std::nullopt;
    }

    /// Reads a value that is neither a list nor an object nor quoted.
    std::string_view bare()
    {
        const std::size_t begin = m_at;
        std::size_t depth = 0;
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '(')
                ++depth;
            else if (c == ')' && depth > 0)
                --depth;
            else if (c == '\n'
                || (depth == 0 && (c == ',' || c == ']' || c == '}' || c == ':' || c == ' ' || c == '\r')))
                break;
        }
        return m_text.substr(begin, m_at - begin);
    }

    bool isAtText() const { return m_text[m_at] == '"' || m_text[m_at] == '\''; }

    static std::string joined(const std::string& path, std::string_view key)
    {
        if (path.empty() || key.empty())
            return path + std::string(key);
        return path.size() + key.size() > kLongestPath ? path : path + '/' + std::string(key);
    }

    /// An element of a list or the document itself: an object is an entry.
    bool element(const std::string& path, std::optional<std::int64_t> step, std::size_t depth)
    {
        skipBlanks();
        if (m_at == m_text.size() || depth > kDeepestJson)
            return false;
        if (m_text[m_at] == '[') {
            LogEntry listed(m_line);
            Level level{&listed, {}, LogPhase::Unsaid, {}};
            return list(level, path, depth + 1) && finish(level);
        }
        if (m_text[m_at] != '{')
            return false;
        LogEntry entry(m_line);
        if (step)
            entry.event().step = step;
        Level level{&entry, path, phaseOfPath(path), {}};
        return members(level, {}, depth + 1) && finish(level);
    }

    /// All that the entry has is known now: its phase may follow its numbers.
    void fill(Level& level)
    {
        bool isFinite = true;
        for (const Number& number : level.numbers) {
            LogName& name = m_names.find(
                !level.named.empty() && isNamedNumber(number.name) ? level.named : number.name);
            level.entry->add(name, number.value, level.phase);
            if (isFinite && number.value && !std::isfinite(*number.value)
                && name.meaning.quantity != LogQuantity::Unknown) {
                isFinite = false;
                level.entry->event().line = number.line; // sentences cite the line of the number
            }
        }
        takeColumns(level);
    }

    bool finish(Level& level)
    {
        fill(level);
        m_take(*level.entry);
        return true;
    }

    bool members(Level& level, const std::string& path, std::size_t depth)
    {
        if (depth > kDeepestJson || !takeIf('{'))
            return false;
        while (!takeIf('}')) {
            if (m_at == m_text.size())
                return false;
            const std::optional<std::string_view> key = isAtText() ? quoted() : std::optional(bare());
            if (!key || key->empty() || !takeIf(':') || !member(level, path, *key, depth))
                return false;
            if (!takeIf(',') && !(m_at < m_text.size() && m_text[m_at] == '}'))
                return false;
        }
        return true;
    }

    bool member(Level& level, const std::string& path, std::string_view key, std::size_t depth)
    {
        skipBlanks();
        if (m_at == m_text.size())
            return false;
        const char c = m_text[m_at];
        if (c == '[')
            return list(level, joined(path, key), depth + 1);
        if (c == '{')
            return isIndex(key)
                ? element(joined(level.outer, path), wholeNumber(wholeTextNumber(key)), depth + 1)
                : members(level, joined(path, key), depth + 1);
        const bool isText = isAtText();
        const std::optional<std::string_view> text = isText ? quoted() : std::optional(bare());
        if (!text || (!isText && text->empty()))
            return false;
        if (isIndex(key) && !path.empty()) { // {"loss": {"0": 2.5, "1": 2.25}}
            if (const std::optional<double> value = wholeTextNumber(*text))
                columnOf(level, path).values.push_back(*value);
            return true;
        }
        addScalar(level, joined(path, key), *text, isText);
        return true;
    }

    void addScalar(Level& level, std::string name, std::string_view text, bool isText)
    {
        if (const std::optional<double> number = wholeTextNumber(text))
            level.numbers.push_back({std::move(name), number, m_line});
        else if (isText
            && (name == "mode" || name == "split" || name == "phase" || name == "stage" || name == "subset"))
            level.phase = phaseOfWord(text);
        else if (isText && isNameOfNumber(name))
            level.named = text;
        else if (const std::optional<double> value = isText ? notFiniteWord(text) : std::nullopt;
                 value || saysNoNumber(text) || (isText && m_names.find(name).count > 0))
            level.numbers.push_back({std::move(name), value, m_line});
        else if (!isText && (text == "true" || text == "True" || text == "false" || text == "False"))
            level.numbers.push_back({std::move(name), text == "true" || text == "True" ? 1 : 0, m_line});
    }

    static Column& columnOf(Level& level, const std::string& name)
    {
        if (level.columns.empty() || level.columns.back().name != name)
            level.columns.push_back({name, {}});
        return level.columns.back();
    }

    bool list(Level& level, const std::string& path, std::size_t depth)
    {
        if (depth > kDeepestJson || !takeIf('['))
            return false;
        std::vector<double> values;
        while (!takeIf(']')) {
            if (m_at == m_text.size())
                return false;
            const char c = m_text[m_at];
            if (c == '{') {
                if (!element(joined(level.outer, path), std::nullopt, depth + 1))
                    return false;
            } else if (c == '[') {
                if (!innerList(level, path, depth + 1))
                    return false;
            } else {
                const std::optional<std::string_view> text = isAtText() ? quoted() : std::optional(bare());
                if (!text || text->empty())
                    return false;
                if (const std::optional<double> value = wholeTextNumber(*text))
                    values.push_back(*value);
            }
            if (!takeIf(',') && !(m_at < m_text.size() && m_text[m_at] == ']'))
                return false;
        }
        if (!values.empty())
            level.columns.push_back({path, std::move(values)});
        return true;
    }

    /// [wall time, step, value] of TensorBoard, [step, value] of others; else a list like any other.
    bool innerList(const Level& level, const std::string& path, std::size_t depth)
    {
        LogEntry entry(m_line);
        Level inner{&entry, joined(level.outer, path), phaseOfPath(joined(level.outer, path)), {}};
        if (!list(inner, {}, depth))
            return false;
        if (inner.columns.size() != 1)
            return true;
        const std::vector<double>& values = inner.columns.front().values;
        if (values.size() != 2 && values.size() != 3)
            return true;
        LogName& name = m_names.find(path.empty() ? std::string_view("Value") : std::string_view(path));
        entry.event().step = wholeNumber(values[values.size() - 2]);
        entry.add(name, values.back(), inner.phase);
        m_take(entry);
        return true;
    }

    /// A number of each optimizer is one of the entry; columns of several numbers are a series, an entry for each.
    void takeColumns(Level& level)
    {
        std::size_t length = 0;
        for (const Column& column : level.columns) {
            LogName& name = m_names.find(column.name);
            const LogQuantity quantity = name.meaning.quantity;
            if (column.values.size() == 1) {
                level.numbers.push_back({column.name, column.values.front(), m_line});
                level.entry->add(name, column.values.front(), level.phase);
            } else if (level.entry->event().step && isOfLoss(quantity)
                && column.values.size() <= kMaxMembers) { // a number for each process
                const auto bad = std::ranges::find_if_not(
                    column.values, [](double value) { return std::isfinite(value); });
                level.entry->add(name,
                    bad != column.values.end()
                        ? *bad
                        : std::accumulate(column.values.begin(), column.values.end(), 0.0)
                            / static_cast<double>(column.values.size()),
                    level.phase);
            } else if (quantity == LogQuantity::Step && column.values.size() <= 3
                && !level.numbers.empty()) { // [epoch, step]
                level.entry->setEpoch(column.values[0]);
                level.entry->event().step = wholeNumber(column.values[1]);
            } else if (quantity != LogQuantity::Step && quantity != LogQuantity::Epoch
                && quantity != LogQuantity::LearningRate) {
                length = std::max(length, column.values.size());
            }
        }
        for (std::size_t i = 0; i < length; ++i) {
            LogEntry entry(m_line);
            entry.event().step = static_cast<std::int64_t>(i);
            for (const Column& column : level.columns)
                if (i < column.values.size())
                    entry.add(m_names.find(column.name), column.values[i], level.phase);
            m_take(entry);
        }
    }

    std::string_view m_text;
    std::size_t m_at;
    std::size_t m_line;
    LogVocabulary& m_names;
    const std::function<void(LogEntry&)>& m_take;
};

} // namespace

JsonRead readLogJsonInto(LogEntry& entry, std::string_view text, std::size_t at, LogVocabulary& names,
    const std::function<void(LogEntry&)>& take)
{
    return JsonReader(text, at, entry.event().line, names, take).read(&entry);
}

JsonRead readLogJson(std::string_view text, std::size_t at, std::size_t line, LogVocabulary& names,
    const std::function<void(LogEntry&)>& take)
{
    return JsonReader(text, at, line, names, take).read(nullptr);
}

} // namespace ulpscope
