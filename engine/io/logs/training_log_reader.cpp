// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/logs/training_log_reader.h"

#include "engine/file/whole_file.h"
#include "engine/io/tensors/json_leaves.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace ulpscope {

namespace {

/// What a line of a stack says and where: the number behind each phrase. A line is the first row's that it has `contains` of.
struct LogPhrases
{
    std::string_view stack;
    std::string_view contains;
    std::string_view step = {};
    std::string_view loss = {};
    std::string_view lossScale = {};
    std::string_view gradientNorm = {};
    std::string_view learningRate = {};
    std::string_view skipped = {}; ///< a count
    bool isSkip = false; ///< the line itself says that a step was skipped
    bool isScaleHeld = false; ///< and that the loss scale stays
    bool saysMinimum = false;
};

/// Where each is printed: apex/amp/scaler.py and handle.py; deepspeed/runtime/fp16/loss_scaler.py; fairseq/trainer.py and
/// optim/dynamic_loss_scaler.py; megatron/training/training.py, training_log(); insightface's recognition/arcface_torch/utils.
constexpr std::array kPhrases{
    LogPhrases{.stack = "apex",
        .contains = "Gradient overflow.  Skipping step",
        .lossScale = "reducing loss scale to",
        .isSkip = true},
    LogPhrases{.stack = "apex",
        .contains = "Gradient overflow. Skipping step",
        .lossScale = "reducing loss scale to",
        .isSkip = true},
    LogPhrases{.stack = "DeepSpeed",
        .contains = "but hysteresis is",
        .lossScale = "Attempted loss scale:",
        .isSkip = true,
        .isScaleHeld = true},
    LogPhrases{.stack = "DeepSpeed", .contains = "OVERFLOW!", .lossScale = "reducing to", .isSkip = true},
    LogPhrases{
        .stack = "DeepSpeed", .contains = "Current loss scale already at minimum", .saysMinimum = true},
    LogPhrases{.stack = "fairseq", .contains = "Minimum loss scale reached", .saysMinimum = true},
    LogPhrases{.stack = "fairseq",
        .contains = "overflow detected",
        .lossScale = "setting loss scale to",
        .isSkip = true},
    LogPhrases{.stack = "fairseq",
        .contains = "num_updates=",
        .step = "num_updates=",
        .loss = "loss=",
        .lossScale = "loss_scale=",
        .gradientNorm = "gnorm=",
        .learningRate = "lr="},
    LogPhrases{.stack = "Megatron",
        .contains = "consumed samples",
        .step = "iteration",
        .loss = "lm loss",
        .lossScale = "loss scale",
        .gradientNorm = "grad norm",
        .learningRate = "learning rate",
        .skipped = "number of skipped iterations"}, // those of nan are done all the same
    LogPhrases{.stack = "insightface",
        .contains = "Fp16 Grad Scale",
        .step = "Global Step",
        .loss = "Loss",
        .lossScale = "Fp16 Grad Scale",
        .learningRate = "LearningRate"},
};

constexpr std::array kStacks{
    LogStack{"apex", "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0"},
    LogStack{"DeepSpeed", "OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768"},
    LogStack{"fairseq", "overflow detected, setting loss scale to: 64.0 | num_updates=100, loss_scale=64"},
    LogStack{
        "Megatron", "iteration 10/500 | consumed samples: 80 | lm loss: 9.1E+00 | loss scale: 65536.0 |"},
    LogStack{"insightface", "Loss 12.3 Global Step: 100 Fp16 Grad Scale: 65536"},
    LogStack{"JSON lines", R"({"step": 10, "loss": 2.3, "loss_scale": 65536, "found_inf": 0})"},
    LogStack{"a table", "epoch,accuracy,loss,loss_scale"},
    LogStack{"dlfw-inspect", "INFO - decoder.fc1_gradient_underflows% iteration=000012 value=0.1234"},
    LogStack{"unknown", "step 10: loss 2.3, loss scale 65536"},
};

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A number at the text's beginning, "nan" and "-inf" too.
std::optional<double> numberAt(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t:=\"'[(/,"), text.size()));
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.starts_with("tensor("))
        text.remove_prefix(7);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return text.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
    if (error != std::errc{})
        return std::nullopt;
    const auto* const last = text.data() + text.size();
    if (end != last && isWordCharacter(*end)) // "3rd", "information"
        return std::nullopt;
    return value;
}

/// The number behind a phrase that stands for itself: not "loss" of "total_loss_scale".
std::optional<double> numberBehind(std::string_view line, std::string_view phrase)
{
    if (phrase.empty())
        return std::nullopt;
    for (std::size_t at = 0; (at = line.find(phrase, at)) != std::string_view::npos; at += phrase.size()) {
        const std::string_view rest = line.substr(at + phrase.size());
        if (at > 0 && isWordCharacter(line[at - 1]))
            continue;
        if (isWordCharacter(phrase.back()) && !rest.empty() && isWordCharacter(rest.front()))
            continue;
        if (const std::optional<double> number = numberAt(rest))
            return number;
    }
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::optional<double> number)
{
    constexpr double kLargest = 1e12; // so that sums of counts stay within 64 bits
    if (!number || !(std::abs(*number) < kLargest))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

bool says(const LogEvent& event)
{
    return event.loss || event.lossScale || event.skipped > 0 || event.saysMinimum;
}

std::optional<LogEvent> eventOf(std::string_view line, const LogPhrases& row)
{
    LogEvent event;
    event.step = wholeNumber(numberBehind(line, row.step));
    event.loss = numberBehind(line, row.loss);
    event.lossScale = numberBehind(line, row.lossScale);
    event.gradientNorm = numberBehind(line, row.gradientNorm);
    event.learningRate = numberBehind(line, row.learningRate);
    event.skipped = (row.isSkip ? 1 : 0) + wholeNumber(numberBehind(line, row.skipped)).value_or(0);
    event.skipped = std::max<std::int64_t>(event.skipped, 0);
    event.isScaleHeld = row.isScaleHeld;
    event.isOverflow = row.isSkip;
    event.saysMinimum = row.saysMinimum;
    return says(event) ? std::optional(event) : std::nullopt;
}

/// By a key of JSON or a column's name; case and what stands between words do not matter.
void setByName(LogEvent& event, std::string_view name, double value)
{
    std::string key;
    for (const char c : name.substr(name.rfind('/') + 1)) // "train/loss"
        if (isWordCharacter(c) && c != '_')
            key += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (key == "step" || key == "globalstep" || key == "iteration" || key == "iter" || key == "numupdates"
        || key == "epoch" || key == "batch") {
        if (!event.step || key != "epoch")
            event.step = wholeNumber(value);
    } else if (key == "loss" || key == "lmloss" || key == "trainloss") {
        event.loss = value;
    } else if (key == "lossscale" || key == "scale" || key == "gradscale" || key == "dynamicscale"
        || key == "fp16scale") {
        event.lossScale = value;
    } else if (key == "gradnorm" || key == "gnorm" || key == "gradientnorm") {
        event.gradientNorm = value;
    } else if (key == "lr" || key == "learningrate") {
        event.learningRate = value;
    } else if (key == "foundinf" || key == "overflow" || key == "skipped" || key == "skip") {
        event.skipped += value > 0 ? 1 : 0;
    }
}

/// By somebody's own names, which are whole words: "L" is no "Loss".
void setByOwnName(LogEvent& event, std::string_view name, double value, const LogNames& names)
{
    if (name == names.step)
        event.step = wholeNumber(value);
    else if (name == names.loss)
        event.loss = value;
    else if (name == names.lossScale)
        event.lossScale = value;
    else if (name == names.skipped)
        event.skipped = std::max<std::int64_t>(wholeNumber(value).value_or(0), 0);
}

/// Python writes NaN and Infinity, which JSON does not have: as texts, which mean the same here.
std::string withQuotedNonFinite(std::string_view line)
{
    std::string text;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t length = 0;
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"})
            if (line.substr(at).starts_with(word) && at > 0
                && (line[at - 1] == ' ' || line[at - 1] == ':' || line[at - 1] == ',' || line[at - 1] == '['))
                length = word.size();
        if (length > 0)
            text += '"' + std::string(line.substr(at, length)) + '"';
        else
            text += line[at];
        at += std::max<std::size_t>(length, 1);
    }
    return text;
}

/// Nothing where the line is no JSON; an event that says nothing where the JSON does. set(event, key, value) for each number.
template <class Set>
std::optional<LogEvent> eventOfJson(std::string_view line, const Set& set)
{
    LogEvent event;
    const Status read = eachJsonLeaf(line, [&](std::span<const std::string> keys, const JsonLeaf& leaf) {
        std::optional<double> value;
        if (const auto* integer = std::get_if<std::int64_t>(&leaf))
            value = static_cast<double>(*integer);
        else if (const auto* number = std::get_if<double>(&leaf))
            value = *number;
        else if (const auto* flag = std::get_if<bool>(&leaf))
            value = *flag ? 1 : 0;
        else if (const auto* text = std::get_if<std::string_view>(&leaf))
            value = numberAt(*text);
        if (value)
            set(event, keys.back(), *value);
        return success();
    });
    return read ? std::optional(event) : std::nullopt;
}

/// As JSON, or as Python writes that.
template <class Set>
std::optional<LogEvent> eventOfAnyJson(std::string_view line, const Set& set)
{
    std::optional<LogEvent> event = eventOfJson(line, set);
    return event ? event : eventOfJson(withQuotedNonFinite(line), set);
}

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    const char separator = line.find('\t') != std::string_view::npos ? '\t'
        : line.find(',') != std::string_view::npos                   ? ','
                                                                     : ';';
    while (true) {
        const std::size_t end = line.find(separator);
        cells.push_back(line.substr(0, end));
        if (end == std::string_view::npos)
            return cells;
        line.remove_prefix(end + 1);
    }
}

/// Whether the line is a table's header: names alone, and what is to be known among them.
template <class Set>
bool isHeader(std::string_view line, const Set& set)
{
    const std::vector<std::string_view> cells = cellsOf(line);
    LogEvent event;
    for (const std::string_view cell : cells) {
        if (numberAt(cell))
            return false;
        set(event, cell, 1);
    }
    return cells.size() > 1 && (event.loss || event.lossScale);
}

template <class Set>
std::optional<LogEvent> eventOfRow(
    std::string_view line, const std::vector<std::string_view>& header, const Set& set)
{
    const std::vector<std::string_view> cells = cellsOf(line);
    if (cells.size() != header.size())
        return std::nullopt;
    LogEvent event;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (const std::optional<double> value = numberAt(cells[i]))
            set(event, header[i], *value);
    return says(event) ? std::optional(event) : std::nullopt;
}

/// "<name> \t iteration=000012 \t value=0.1234" of Transformer Engine's dlfw-inspect.
std::optional<LogStatistic> statisticOf(std::string_view line)
{
    const std::size_t iteration = line.find("iteration=");
    const std::size_t value = line.find("value=");
    if (iteration == std::string_view::npos || value == std::string_view::npos)
        return std::nullopt;
    const std::optional<std::int64_t> step = wholeNumber(numberBehind(line, "iteration="));
    const std::optional<double> number = numberBehind(line, "value=");
    std::string_view name = line.substr(0, iteration);
    name = name.substr(0, name.find_last_not_of(" \t") + 1);
    name = name.substr(std::min(name.find_last_of(" \t") + 1, name.size()));
    if (!step || !number || name.empty())
        return std::nullopt;
    LogStatistic statistic{0, std::string(name), {}, {}, *step, *number};
    for (const std::string_view tensor : {"activation", "gradient", "weight", "output", "wgrad", "dgrad"})
        if (const std::size_t at = name.rfind('_' + std::string(tensor) + '_'); at != std::string_view::npos) {
            statistic.layer = name.substr(0, at);
            statistic.tensor = tensor;
            statistic.statistic = name.substr(at + tensor.size() + 2);
        }
    return statistic;
}

/// Whatever program: the usual words with a number behind.
std::optional<LogEvent> eventOfWords(std::string_view line)
{
    LogEvent event;
    const auto first = [&](std::initializer_list<std::string_view> phrases) {
        for (const std::string_view phrase : phrases)
            if (const std::optional<double> number = numberBehind(line, phrase))
                return number;
        return std::optional<double>();
    };
    event.lossScale = first(
        {"loss_scale", "loss scale", "Loss scale", "Loss Scale", "grad_scale", "grad scale", "scale"});
    event.loss = first({"loss", "Loss", "train_loss", "lm loss"});
    event.step = wholeNumber(
        first({"global_step", "num_updates", "step", "Step", "iteration", "Iteration", "iter", "Iter"}));
    event.gradientNorm = first({"grad_norm", "grad norm", "gnorm"});
    event.learningRate = first({"lr", "learning_rate", "learning rate"});
    event.skipped = line.find("skipping step") != std::string_view::npos
            || line.find("Skipping step") != std::string_view::npos
            || line.find("skipped step") != std::string_view::npos
        ? 1
        : 0;
    event.isOverflow = event.skipped > 0;
    return says(event) ? std::optional(event) : std::nullopt;
}

std::optional<LogEvent> eventOfOwnWords(std::string_view line, const LogNames& names)
{
    LogEvent event;
    for (const std::string* name : {&names.step, &names.loss, &names.lossScale, &names.skipped})
        if (const std::optional<double> value = numberBehind(line, *name))
            setByOwnName(event, *name, *value, names);
    return says(event) ? std::optional(event) : std::nullopt;
}

constexpr std::size_t kMostEvents = 2'000'000;

class LogReader
{
public:
    explicit LogReader(const LogNames& names)
        : m_names(names)
    {
    }

    void beginLine() { ++m_log.lines; }

    /// The line, or a part of it that a program has written over the one before: progress bars do.
    void add(std::string_view line)
    {
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            return;
        if (!m_names.empty() && addByOwnNames(line))
            return;
        for (const LogPhrases& row : kPhrases)
            if (line.find(row.contains) != std::string_view::npos) {
                take(eventOf(line, row), row.stack);
                return;
            }
        if (line[line.find_first_not_of(" \t")] == '{') {
            if (const std::optional<LogEvent> event = eventOfAnyJson(line, setByName))
                take(event, kJsonStack);
            else // as Python prints a dict
                take(eventOfWords(line), kUnknownStack);
            return;
        }
        if (std::optional<LogStatistic> statistic = statisticOf(line)) {
            if (!hasRoom())
                return;
            statistic->line = m_log.lines;
            m_log.statistics.push_back(*std::move(statistic));
            ++m_stacks["dlfw-inspect"];
            return;
        }
        if (isHeader(line, setByName)) {
            m_header = cellsOf(line);
            return;
        }
        if (std::optional<LogEvent> row
            = m_header.empty() ? std::nullopt : eventOfRow(line, m_header, setByName))
            take(row, kTableStack);
        else
            take(eventOfWords(line), kUnknownStack);
    }

    Result<TrainingLog> finished()
    {
        if (m_isOverfull)
            return Error{"", "more than 2000000 of its lines say something; give a part of it"};
        if (m_log.events.empty() && m_log.statistics.empty())
            return Error{"",
                "no line of it says a loss, a loss scale or a skipped step in the words of a known stack"};
        // A few words of others do not make a log theirs; words of nobody make it nobody's only if there are no others.
        std::size_t most = 0;
        for (const auto& [stack, count] : m_stacks)
            if (count > most && stack != kUnknownStack) {
                most = count;
                m_log.stack = stack;
            }
        if (m_log.stack.empty())
            m_log.stack = kUnknownStack;
        m_log.statesSkips = std::any_of(m_log.events.begin(), m_log.events.end(),
            [](const LogEvent& event) { return event.skipped > 0; });
        return std::move(m_log);
    }

private:
    /// Whether the line says something by somebody's own names.
    bool addByOwnNames(std::string_view line)
    {
        const auto set = [&](LogEvent& event, std::string_view name, double value) {
            setByOwnName(event, name, value, m_names);
        };
        if (isHeader(line, set)) {
            m_ownHeader = cellsOf(line);
            return true;
        }
        std::optional<LogEvent> event;
        if (line[line.find_first_not_of(" \t")] == '{')
            event = eventOfAnyJson(line, set);
        else if (!m_ownHeader.empty())
            event = eventOfRow(line, m_ownHeader, set);
        if (!event || !says(*event))
            event = eventOfOwnWords(line, m_names);
        take(event, kOwnStack);
        return event.has_value();
    }

    /// Of an event is kept more than of a line of text.
    bool hasRoom()
    {
        m_isOverfull = m_isOverfull || m_log.events.size() + m_log.statistics.size() == kMostEvents;
        return !m_isOverfull;
    }

    void take(std::optional<LogEvent> event, std::string_view stack)
    {
        if (!event || !says(*event) || !hasRoom())
            return;
        event->line = m_log.lines;
        m_log.events.push_back(*event);
        ++m_stacks[stack];
    }

    const LogNames& m_names;
    TrainingLog m_log;
    bool m_isOverfull = false; ///< something had no room
    std::vector<std::string_view> m_header;
    std::vector<std::string_view> m_ownHeader; ///< with somebody's own names among its own
    std::map<std::string_view, std::size_t> m_stacks; ///< lines of each
};

} // namespace

std::span<const LogStack> logStacks()
{
    return kStacks;
}

Result<TrainingLog> readTrainingLog(std::string_view text, const std::stop_token& stop, const LogNames& names)
{
    LogReader reader(names);
    constexpr std::size_t kLongestLine = 65536;
    for (std::size_t at = 0; at < text.size();) {
        if (stop.stop_requested())
            return stoppedError();
        const std::size_t end = std::min(text.find('\n', at), text.size());
        reader.beginLine();
        for (std::size_t part = at; part < end;) {
            const std::size_t partEnd = std::min(text.substr(0, end).find('\r', part), end);
            reader.add(text.substr(part, std::min(partEnd - part, kLongestLine)));
            part = partEnd + 1;
        }
        at = end + 1;
    }
    return reader.finished();
}

Result<TrainingLog> loadTrainingLog(
    const std::filesystem::path& path, const std::stop_token& stop, const LogNames& names)
{
    const Result<std::string> text = readWholeFile(path, kLargestLog, stop);
    if (!text)
        return text.error();
    Result<TrainingLog> log = readTrainingLog(*text, stop, names);
    if (!log)
        return Error{path.string(), log.error().message, log.error().kind};
    return log;
}

} // namespace ulpscope
