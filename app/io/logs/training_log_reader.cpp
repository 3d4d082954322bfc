// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/training_log_reader.h"

#include "app/io/logs/log_json.h"
#include "app/io/logs/log_number.h"
#include "app/io/logs/log_tables.h"
#include "app/io/logs/log_words.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace ulpscope {

namespace {

/// Facts that a line states beside its named numbers. The first row whose `contains` the line holds applies.
struct LogPhrases
{
    std::string_view stack;
    std::string_view contains;
    std::string_view lossScale = {}; ///< the scale stands behind this, not behind its name
    bool isLogarithm = false; ///< whether the scale is written as its logarithm to base 2
    bool isSkip = false; ///< the line itself says that a step was skipped
    bool isScaleHeld = false; ///< the lines say that the loss scale stays
    bool saysMinimum = false;
    bool statesSkips = false; ///< a stack that prints this prints each skipped step
    bool isLossAveraged = false; ///< the loss is the mean since the epoch's beginning
    bool countsAllSkips = false; ///< "skipped" is the sum over the run
};

/// Where each is printed: apex/amp/scaler.py and handle.py; deepspeed/runtime/fp16/loss_scaler.py and engine.py; fairseq/trainer.py and
/// optim/dynamic_loss_scaler.py; guided_diffusion/fp16_util.py; colossalai/amp; paddle/amp/grad_scaler.py; megatron/training/training.py,
/// training_log(); insightface's recognition/arcface_torch/utils; keras/src/utils/progbar.py.
constexpr std::array kPhrases{
    LogPhrases{.stack = "apex",
        .contains = "Gradient overflow.",
        .lossScale = "reducing loss scale to",
        .isSkip = true},
    LogPhrases{.stack = "DeepSpeed",
        .contains = "but hysteresis is",
        .lossScale = "Attempted loss scale:",
        .isSkip = true,
        .isScaleHeld = true},
    LogPhrases{.stack = "DeepSpeed", .contains = "OVERFLOW!", .lossScale = "reducing to", .isSkip = true},
    LogPhrases{
        .stack = "DeepSpeed", .contains = "loss scale overflow!", .lossScale = "reducing to", .isSkip = true},
    LogPhrases{.stack = "DeepSpeed",
        .contains = "Current loss scale already at minimum",
        .saysMinimum = true,
        .statesSkips = true},
    LogPhrases{.stack = "DeepSpeed", .contains = ", skipped=", .statesSkips = true, .countsAllSkips = true},
    LogPhrases{.stack = "fairseq",
        .contains = "Minimum loss scale reached",
        .saysMinimum = true,
        .statesSkips = true},
    LogPhrases{.stack = "fairseq",
        .contains = "overflow detected",
        .lossScale = "setting loss scale to",
        .isSkip = true},
    LogPhrases{.stack = "fairseq", .contains = "num_updates=", .statesSkips = true},
    LogPhrases{.stack = "guided-diffusion",
        .contains = "decreased lg_loss_scale to",
        .lossScale = "decreased lg_loss_scale to",
        .isLogarithm = true,
        .isSkip = true},
    LogPhrases{
        .stack = "Colossal-AI", .contains = "verflow occurs", .lossScale = "adjusted to", .isSkip = true},
    LogPhrases{.stack = "PaddlePaddle",
        .contains = "Found inf or nan, current scale is",
        .lossScale = "decrease to",
        .isSkip = true},
    LogPhrases{.stack = "Megatron", .contains = "consumed samples", .statesSkips = true},
    LogPhrases{.stack = "Megatron", .contains = "number of skipped iterations", .statesSkips = true},
    LogPhrases{.stack = "insightface", .contains = "Fp16 Grad Scale"},
    LogPhrases{.stack = "Keras", .contains = "s/step", .isLossAveraged = true},
    LogPhrases{.stack = "Keras", .contains = " - ETA: ", .isLossAveraged = true},
};

constexpr std::string_view kTrainerStack = "Hugging Face";
constexpr std::string_view kStatisticsStack = "dlfw-inspect";

constexpr std::array kStacks{
    LogStack{"apex", "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0"},
    LogStack{"DeepSpeed", "OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768"},
    LogStack{"fairseq", "overflow detected, setting loss scale to: 64.0 | num_updates=100, loss_scale=64"},
    LogStack{
        "Megatron", "iteration 10/500 | consumed samples: 80 | lm loss: 9.1E+00 | loss scale: 65536.0 |"},
    LogStack{"insightface", "Loss 12.3 Global Step: 100 Fp16 Grad Scale: 65536"},
    LogStack{"guided-diffusion", "Found NaN, decreased lg_loss_scale to 19.0"},
    LogStack{"Colossal-AI", "Overflow occurs, the loss scale is adjusted to 32768.0"},
    LogStack{"PaddlePaddle", "Found inf or nan, current scale is: 32768.0, decrease to: 32768.0*0.5"},
    LogStack{kTrainerStack,
        "{'loss': 2.3, 'grad_norm': 1.2, 'learning_rate': 1e-05, 'epoch': 0.1}, trainer_state.json"},
    LogStack{"Keras", "8/8 - 3s 41ms/step - loss: 3.2258"},
    LogStack{kJsonStack,
        R"({"step": 10, "loss": 2.3, "loss_scale": 65536, "found_inf": 0}, or a document of these)"},
    LogStack{kTableStack, "epoch,accuracy,loss,loss_scale"},
    LogStack{kStatisticsStack, "INFO - decoder.fc1_gradient_underflows% iteration=000012 value=0.1234"},
    LogStack{kUnknownStack, "step 10: loss 2.3, loss scale 65536, grad_norm=1.25"},
};

bool hasPart(std::string_view line, std::string_view part)
{
    return line.find(part) != std::string_view::npos;
}

const LogPhrases* phrasesOf(std::string_view line)
{
    for (const LogPhrases& row : kPhrases)
        if (hasPart(line, row.contains))
            return &row;
    return nullptr;
}

bool saysSkipped(std::string_view line)
{
    return hasPart(line, "kip")
        && (hasPart(line, "kipping step") || hasPart(line, "kipped step") || hasPart(line, "step skipped")
            || hasPart(line, "kipping update") || hasPart(line, "kipping optimizer step")
            || hasPart(line, "kipping this step") || hasPart(line, "kipping updating"));
}

/// "<name> \t iteration=000012 \t value=0.1234" of dlfw-inspect; Transformer Engine names a metric layer_tensor_statistic.
std::optional<LogStatistic> statisticOf(std::string_view line)
{
    const std::size_t iteration = line.find("iteration=");
    if (iteration == std::string_view::npos || !hasPart(line, "value="))
        return std::nullopt;
    const std::optional<std::int64_t> step = wholeNumber(numberBehind(line, "iteration="));
    const std::optional<double> number = numberBehind(line, "value=");
    std::string_view name = line.substr(0, iteration);
    name = name.substr(0, name.find_last_not_of(" \t") + 1);
    name = name.substr(std::min(name.find_last_of(" \t") + 1, name.size()));
    if (!step || !number || name.empty())
        return std::nullopt;
    LogStatistic statistic{0, std::string(name), {}, {}, *step, *number};
    std::size_t last = 0;
    for (const std::string_view tensor : {"activation", "gradient", "weight", "output", "wgrad", "dgrad"}) {
        const std::size_t at = name.rfind('_' + std::string(tensor) + '_');
        if (at == std::string_view::npos || at < last)
            continue;
        last = at;
        statistic.layer = name.substr(0, at);
        statistic.tensor = tensor;
        statistic.statistic = name.substr(at + tensor.size() + 2);
    }
    return statistic;
}

/// Removes the escape sequences that colour text in terminals.
std::string withoutColours(std::string_view line)
{
    std::string plain;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\x1b' && at + 1 < line.size() && line[at + 1] == '[') {
            for (at += 2; at < line.size() && !(line[at] >= '@' && line[at] <= '~');)
                ++at;
            continue;
        }
        plain += line[at];
    }
    return plain;
}

bool hasLetter(std::string_view line)
{
    return std::any_of(
        line.begin(), line.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

constexpr std::array kNumbers{&LogEvent::loss, &LogEvent::meanLoss, &LogEvent::validationLoss,
    &LogEvent::lossScale, &LogEvent::gradientNorm, &LogEvent::meanGradientNorm, &LogEvent::learningRate};

bool isNotFinite(const std::optional<double>& value)
{
    return value && !std::isfinite(*value);
}

/// Adds another line below the same heading; false where that line says a number again, or something that has a place of its own.
bool isContinued(LogEvent& entry, const LogEvent& line)
{
    if (line.epoch || line.skipped > 0 || line.saysMinimum || line.validationLoss || line.isLossNull
        || line.isNormNull
        || std::ranges::any_of(kNumbers, [&](auto said) { return entry.*said && line.*said; }))
        return false;
    if (!isNotFinite(entry.loss)
        && std::ranges::any_of(kNumbers, [&](auto said) { return isNotFinite(line.*said); }))
        entry.line = line.line; // sentences cite this line
    for (const auto said : kNumbers)
        entry.*said = line.*said ? line.*said : entry.*said;
    entry.isLossAveraged = entry.isLossAveraged || line.isLossAveraged;
    return true;
}

/// Whether a bar is drawn twice in the same state.
bool isDrawnAgain(const LogEvent& before, const LogEvent& event)
{
    const auto isSame = [](std::optional<double> a, std::optional<double> b) {
        return a.has_value() == b.has_value() && (!a || *a == *b || (std::isnan(*a) && std::isnan(*b)));
    };
    const LogPlace& place = event;
    return place == before && place.step && event.skipped == 0 && before.skipped == 0
        && std::ranges::all_of(kNumbers, [&](auto said) { return isSame(before.*said, event.*said); });
}

constexpr std::size_t kMaxEvents = 1'000'000;
constexpr std::size_t kLongestLine = 65536;

class LogReader
{
public:
    LogReader(std::string_view text, const LogNames& names)
        : m_text(text)
        , m_names(names)
        , m_tables(m_names, [this](LogEntry& entry) { take(entry, kTableStack); })
    {
    }

    /// Whether the text is read to its end and the reader was not stopped.
    bool read(const std::stop_token& stop)
    {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        std::size_t at = m_text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
        while (at < m_text.size()) {
            if (stop.stop_requested())
                return false;
            ++m_log.lines;
            at = readLine(at);
        }
        m_tables.endBox();
        return true;
    }

    const LogVocabulary& names() const { return m_names; }

    Result<TrainingLog> finished()
    {
        if (m_isOverfull)
            return Error{"", "more than 1000000 of its lines say something; give a part of it"};
        m_log.unread = m_names.unread();
        m_log.lossParts = m_names.lossParts();
        if (m_log.events.empty() && m_log.statistics.empty())
            return Error{"", Message(kNothingKnown)};
        m_log.stack = mainStack();
        m_log.mayFilterLoss = m_log.stack == kTrainerStack;
        numberParts();
        countOverEpochs();
        return std::move(m_log);
    }

private:
    /// The stack of most entries; a form that many stacks have counts only where no stack's own words are.
    std::string_view mainStack() const
    {
        const auto weight = [](const auto& stack) {
            const bool isForm = stack.first == kJsonStack || stack.first == kTableStack;
            return std::pair(stack.first == kUnknownStack ? 0 : isForm ? 1 : 2, stack.second);
        };
        return std::max_element(m_stacks.begin(), m_stacks.end(), [&](const auto& a, const auto& b) {
            return weight(a) < weight(b);
        })->first;
    }

    /// Returns where the next line begins, which is further on behind a document.
    std::size_t readLine(std::size_t at)
    {
        const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
        const std::size_t first = m_text.find_first_not_of(" \t", at);
        if (first < end && beginsJson(first)) {
            const std::size_t before = m_log.events.size();
            const JsonRead json
                = readLogJson(m_text, first, m_log.lines, m_names, [this, first](LogEntry& entry) {
                      take(entry,
                          entry.isOfTrainer()                   ? kTrainerStack
                              : m_text.substr(first, 2) == "{'" ? kUnknownStack
                                                                : kJsonStack);
                  });
            if (json.isWhole
                || json.line > m_log.lines) { // an incomplete value counts as far as it can be read
                const std::size_t rest = std::min(m_text.find('\n', json.end), m_text.size());
                m_log.lines = json.line;
                return rest + 1;
            }
            m_log.events.resize(before);
        }
        for (std::size_t part = at; part < end;) {
            const std::size_t partEnd = std::min(m_text.substr(0, end).find_first_of("\r\b", part), end);
            add(m_text.substr(part, std::min(partEnd - part, kLongestLine)));
            part = partEnd + 1;
        }
        return end + 1;
    }

    bool beginsJson(std::size_t at) const
    {
        if (m_text[at] == '{')
            return true;
        const std::size_t next = m_text.find_first_not_of(" \t\r\n", at + 1);
        return m_text[at] == '[' && next != std::string_view::npos
            && (m_text[next] == '[' || m_text[next] == '{');
    }

    /// A line, or a part of it that a program has written over the one before: progress bars do.
    void add(std::string_view line)
    {
        std::string plain;
        if (hasPart(line, "\x1b")) {
            plain = withoutColours(line);
            line = plain;
        }
        const bool isWorded = hasLetter(line);
        if ((!isWorded && !m_tables.isOpen()) || m_tables.add(line, m_log.lines) || !isWorded)
            return;
        if (std::optional<LogStatistic> statistic = statisticOf(line)) {
            if (!hasRoom())
                return;
            statistic->line = m_log.lines;
            m_log.statistics.push_back(*std::move(statistic));
            ++m_stacks[kStatisticsStack];
            return;
        }
        LogEntry entry(m_log.lines);
        const LogPhrases* row = phrasesOf(line);
        std::string_view words = line;
        std::string_view behind;
        bool isOfTrainer = false;
        if (const std::size_t brace = line.find('{'); brace != std::string_view::npos) {
            const auto takeInner = [this](LogEntry& inner) { take(inner, kUnknownStack); };
            LogEntry inJson(m_log.lines);
            if (const JsonRead json = readLogJsonInto(inJson, line, brace, m_names, takeInner);
                json.isWhole) {
                entry = inJson;
                isOfTrainer = entry.isOfTrainer();
                words = line.substr(0, brace);
                behind = line.substr(json.end);
            }
        }
        const LogPhase before = std::exchange(m_nextPhase, LogPhase::Unsaid);
        const LogPhase phase = readWords(words, m_names, entry, before);
        readWords(behind, m_names, entry, phase);
        if (phase != before && line.find_last_not_of(" \t") == line.rfind(':'))
            m_nextPhase = phase;
        addOwnWords(line, entry);
        if (row != nullptr)
            addPhrases(line, *row, entry);
        LogEvent& event = entry.event();
        if (event.skipped == 0 && saysSkipped(line)) {
            event.skipped = 1;
            event.isOverflow = true;
        }
        take(entry, row != nullptr ? row->stack : isOfTrainer ? kTrainerStack : kUnknownStack);
    }

    void addPhrases(std::string_view line, const LogPhrases& row, LogEntry& entry)
    {
        LogEvent& event = entry.event();
        if (const std::optional<double> scale = numberBehind(line, row.lossScale))
            entry.setScale(row.isLogarithm ? std::exp2(*scale) : *scale);
        if (row.isSkip) {
            event.skipped = 1;
            event.isOverflow = true;
            event.isScaleHeld = row.isScaleHeld;
        }
        event.saysMinimum = row.saysMinimum;
        event.isLossAveraged = row.isLossAveraged;
        m_log.statesSkips = m_log.statesSkips || row.statesSkips || row.isSkip;
        if (row.countsAllSkips) {
            const std::int64_t sum = event.skipped;
            event.skipped = std::max<std::int64_t>(sum - m_skipsBefore, 0);
            m_skipsBefore = sum;
        }
    }

    /// Names of the caller that the grammar of words does not reach: "loss(x)".
    void addOwnWords(std::string_view line, LogEntry& entry)
    {
        const LogNames& own = m_names.own();
        for (const std::string* name :
            {&own.step, &own.loss, &own.lossScale, &own.skipped, &own.gradientNorm})
            if (!name->empty())
                if (const std::optional<double> value = numberBehind(line, *name))
                    entry.add(m_names.find(*name), value, LogPhase::Training);
    }

    /// An event takes more memory than a line of text.
    bool hasRoom()
    {
        m_isOverfull = m_isOverfull || m_log.events.size() + m_log.statistics.size() == kMaxEvents;
        return !m_isOverfull;
    }

    void take(LogEntry& entry, std::string_view stack)
    {
        m_log.statesSkips = m_log.statesSkips || entry.statesSkips();
        std::optional<LogEvent> event = entry.finished();
        if (!event) {
            remember(entry.event());
            return;
        }
        if (!hasRoom())
            return;
        if (!m_log.events.empty())
            event->line = std::max(
                event->line, m_log.events.back().line); // a document may go on before it says its own
        m_log.statesSkips = m_log.statesSkips || event->skipped > 0;
        m_log.isLossSum = m_log.isLossSum || entry.isLossSum();
        const bool isHeaded = std::exchange(m_isHeaded, false);
        if (isHeaded && !event->step && isContinued(m_log.events.back(), *event)) {
            m_isHeaded = true;
            return;
        }
        // A row has a column for its step; a bar above it is that of a validation.
        if (!event->step && m_pending.step && !(event->epoch && stack == kTableStack)) {
            event->step = m_pending.step;
            event->lastStep = m_pending.lastStep;
            m_isHeaded = stack != kTableStack;
        }
        if (!event->epoch)
            event->epoch = m_pending.epoch;
        m_pending.step.reset();
        m_log.events.push_back(*event);
        ++m_stacks[entry.hasOwnName() ? kOwnStack : stack];
    }

    /// A line that says no more than where it is says so of what follows: "Epoch 2/3".
    void remember(const LogPlace& place)
    {
        if (place.step) {
            m_isHeaded = false;
            m_pending.step = place.step;
            m_pending.lastStep = place.lastStep;
        }
        if (place.epoch)
            m_pending.epoch = place.epoch;
    }

    /// Which of its line's events each is. A bar that is drawn twice in the same state is one.
    void numberParts()
    {
        std::vector<LogEvent>& events = m_log.events;
        const auto last = std::unique(events.begin(), events.end(), isDrawnAgain);
        events.erase(last, events.end());
        for (std::size_t i = 0; i < events.size(); ++i) {
            const bool isWithBefore = i > 0 && events[i - 1].line == events[i].line;
            const bool isWithNext = i + 1 < events.size() && events[i + 1].line == events[i].line;
            events[i].part = isWithBefore ? events[i - 1].part + 1 : isWithNext ? 1 : 0;
        }
    }

    /// Steps that begin anew with each epoch are counted on, so that they are those of the run.
    void countOverEpochs()
    {
        std::int64_t before = 0;
        std::optional<std::int64_t> previous; // the step of the entry before, as the log counts steps
        std::optional<double> epoch;
        std::optional<std::int64_t> length;
        for (LogEvent& event : m_log.events) {
            if (!event.step)
                continue;
            const std::int64_t step = *event.step;
            if (previous && step < *previous && event.epoch && epoch && *event.epoch > *epoch)
                before += length.value_or(*previous);
            if (before > 0) {
                event.stepOfEpoch = step;
                event.step = before + step;
            }
            previous = step;
            epoch = event.epoch;
            length = event.lastStep;
        }
    }

    std::string_view m_text;
    LogVocabulary m_names;
    LogTables m_tables;
    TrainingLog m_log;
    LogPlace m_pending; ///< step and epoch that lines without an event have named
    bool m_isHeaded
        = false; ///< the last event has its step from a heading, and lines below may say more of it
    LogPhase m_nextPhase
        = LogPhase::Unsaid; ///< the phase that a heading gives the line below it: "Test Error:"
    std::int64_t m_skipsBefore = 0;
    bool m_isOverfull = false; ///< something had no room
    std::map<std::string_view, std::size_t> m_stacks; ///< entries of each
};

} // namespace

std::span<const LogStack> logStacks()
{
    return kStacks;
}

Result<TrainingLog> readTrainingLog(std::string_view text, const std::stop_token& stop, const LogNames& names)
{
    LogReader reader(text, names);
    if (!reader.read(stop))
        return stoppedError();
    return reader.finished();
}

std::vector<UnreadNumber> unreadNumbers(std::string_view text, const LogNames& names)
{
    LogReader reader(text, names);
    reader.read({});
    return reader.names().unread();
}

LogNames namesOfFile(const std::filesystem::path& path)
{
    const std::string stem = path.stem().string();
    const std::size_t tag = stem.rfind("tag-");
    if (tag == std::string::npos)
        return {};
    LogNames names;
    switch (meaningOfName(std::string_view(stem).substr(tag + 4)).quantity) {
    case LogQuantity::Loss:
    case LogQuantity::LossComponent:
        names.loss = "Value";
        break;
    case LogQuantity::LossScale:
        names.lossScale = "Value";
        break;
    case LogQuantity::GradientNorm:
        names.gradientNorm = "Value";
        break;
    default:
        break;
    }
    return names;
}

Result<TrainingLog> loadTrainingLog(
    const std::filesystem::path& path, const std::stop_token& stop, LogNames names)
{
    const Result<std::string> text = readWholeFile(path, kLargestLog, stop);
    if (!text)
        return text.error();
    if (names.empty())
        names = namesOfFile(path);
    Result<TrainingLog> log = readTrainingLog(*text, stop, names);
    if (!log)
        return Error{path.string(), log.error().message, log.error().kind};
    return log;
}

} // namespace ulpscope
