// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_words.h"

#include "app/io/logs/log_number.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool beginsWord(char c)
{
    return isWordCharacter(c) && !isDecimalDigit(c);
}

/// Characters within a name, between letters: "train/loss", "lr-Adam", "grad_2.0_norm".
bool isNameJoint(char c)
{
    return c == '/' || c == '.' || c == '-' || c == '@' || c == '#';
}

bool isNumberStart(char c)
{
    return isDecimalDigit(c) || c == '-' || c == '+' || c == '.';
}

class LineScanner
{
public:
    LineScanner(std::string_view line, LogVocabulary& names, LogEntry& entry, LogPhase phase)
        : m_line(line)
        , m_names(names)
        , m_entry(entry)
        , m_phase(phase)
    {
    }

    LogPhase scan()
    {
        while (m_at < m_line.size()) {
            const char c = m_line[m_at];
            if (beginsWord(c))
                takeWord();
            else if (isNumberStart(c))
                takeNumberOrNot();
            else
                takeGap(c);
        }
        return m_phase;
    }

private:
    struct Gap
    {
        std::size_t blanks = 0;
        bool hasSign = false; ///< ':' or '='
        bool hasBracket = false; ///< an opening one, or a quote
        bool isBreak = false; ///< whether what comes next has nothing to do with the words before
    };

    void takeGap(char c)
    {
        ++m_at;
        if (c == ' ')
            ++m_gap.blanks;
        else if (c == '\t')
            m_gap.blanks += 2;
        else if (c == ':' || c == '=')
            m_gap.hasSign = true;
        else if (c == '(' || c == '[' || c == ')' || c == ']' || c == '\'' || c == '"' || c == '>')
            m_gap.hasBracket = true;
        else
            m_gap.isBreak = true;
    }

    /// A name, a word, or a value in letters: "nan", "True", "tensor(2.5)".
    void takeWord()
    {
        const std::size_t begin = m_at;
        std::size_t end = m_at;
        while (end < m_line.size() && (isWordCharacter(m_line[end]) || isNameJoint(m_line[end])))
            ++end;
        while (isNameJoint(m_line[end - 1]))
            --end;
        if (end < m_line.size() && m_line[end] == '%')
            ++end;
        const std::string_view word = m_line.substr(begin, end - begin);
        m_at = end;
        if (!m_gap.isBreak && m_wordsEnd > m_wordsBegin && takeSpecial(word))
            return;
        if (m_at < m_line.size() && m_line[m_at] == '('
            && (word == "tensor" || word == "array" || word == "Array" || word == "float"
                || word.starts_with("np.") || word.starts_with("tf.")))
            return; // the number within is the value
        if (const LogPhase phase = phaseOfWord(word); phase != LogPhase::Unsaid && !isOwn(word)) {
            m_phase = phase;
            m_gap.hasBracket = false;
            if (!m_gap.isBreak && m_wordsEnd > m_wordsBegin) // "loss train: n/a"
                takeWordForNumber();
            return;
        }
        constexpr std::size_t kMaxWords = 5;
        if (m_gap.isBreak || m_gap.hasSign || m_gap.hasBracket || m_gap.blanks != 1 || m_words == kMaxWords
            || m_wordsEnd + 1 != begin) {
            m_wordsBegin = begin;
            m_words = 0;
        }
        m_wordsEnd = end;
        ++m_words;
        m_gap = {};
        takeWordForNumber();
    }

    /// What stands where a number is expected: "loss N/A", "loss <nan>", "loss: failed". A name that never had a number may have words in a
    /// configuration: "loss: mse", "grad_norm: null".
    void takeWordForNumber()
    {
        std::size_t at = std::min(m_line.find_first_not_of(' ', m_at), m_line.size());
        const bool hasSign = at < m_line.size() && (m_line[at] == ':' || m_line[at] == '=');
        at = std::min(m_line.find_first_not_of(" \t", hasSign ? at + 1 : at), m_line.size());
        constexpr std::string_view kNotAvailable = "not available";
        const std::size_t end = m_line.substr(at).starts_with(kNotAvailable)
            ? at + kNotAvailable.size()
            : std::min(m_line.find_first_of(" \t,;|", at), m_line.size());
        const std::string_view word = m_line.substr(at, end - at);
        const std::size_t next = std::min(m_line.find_first_not_of(" \t", end), m_line.size());
        const bool isNone = saysNoNumber(word)
            && (hasSign || isWordCharacter(word.back()) || m_line.substr(next).starts_with('|'));
        if (word.empty() || isDecimalDigit(word.front())
            || word.find_first_of("=:'\"([") != std::string_view::npos)
            return;
        const std::optional<double> value = notFiniteWord(word);
        if (!value && !isNone
            && (!hasSign || std::ranges::any_of(word, isDecimalDigit) || numberAt(word)
                || phaseOfWord(word) != LogPhase::Unsaid || isOfSentence(end)))
            return;
        LogName& name = words();
        const LogQuantity quantity = name.meaning.quantity;
        if ((quantity != LogQuantity::Loss && quantity != LogQuantity::LossComponent
                && quantity != LogQuantity::GradientNorm)
            || (!value && name.count == 0 && !(isNone && m_entry.isPlaced())))
            return;
        m_at = end;
        if (value)
            return takeValue(name, *value);
        m_entry.add(name, std::nullopt, m_phase);
        endWords();
        m_gap.isBreak = true;
    }

    /// Whether words go on behind a word: "loss: expected a scalar", but not "loss: N/A lr: 0.1".
    bool isOfSentence(std::size_t end) const
    {
        const std::size_t next = m_line.find_first_not_of(" \t", end);
        if (next == std::string_view::npos || !isWordCharacter(m_line[next]))
            return false;
        const std::size_t behind = m_line.find_first_of(" \t:=", next);
        return behind == std::string_view::npos || m_line[behind] == ' ' || m_line[behind] == '\t';
    }

    bool isOwn(std::string_view word) const
    {
        const LogNames& own = m_names.own();
        return word == own.loss || word == own.lossScale || word == own.step || word == own.skipped
            || word == own.gradientNorm;
    }

    /// Whether the word is a value of the words before it.
    bool takeSpecial(std::string_view word)
    {
        if (const std::optional<double> value = notFiniteWord(word)) {
            LogName& name = words();
            if (name.meaning.quantity == LogQuantity::Unknown && !m_gap.hasSign)
                return false; // "number of nan iterations"
            takeValue(name, *value);
            return true;
        }
        const bool isTrue = word == "True" || word == "true";
        if (!m_gap.hasSign || !(isTrue || word == "False" || word == "false"))
            return false;
        LogName& name = words();
        const LogQuantity quantity = name.meaning.quantity;
        if (quantity == LogQuantity::Overflow || quantity == LogQuantity::SkippedSteps)
            m_entry.add(name, isTrue ? 1 : 0, m_phase);
        endWords();
        return true;
    }

    LogName& words() { return m_names.findInWords(m_line.substr(m_wordsBegin, m_wordsEnd - m_wordsBegin)); }

    void endWords()
    {
        m_wordsBegin = m_wordsEnd = 0;
        m_words = 0;
        m_gap = {};
    }

    void takeNumberOrNot()
    {
        const std::string_view rest = m_line.substr(m_at);
        const std::optional<NumberRead> number = numberAt(rest);
        if (!number && !isDecimalDigit(rest.front())) { // a sign or a dot that belongs to no number
            const char next = rest.size() > 1 ? rest[1] : ' ';
            m_gap.isBreak = m_gap.isBreak || rest.front() != '-' || !(beginsWord(next) || next == '>');
            ++m_at;
            return;
        }
        if (!number) { // "3rd", "10it/s"
            while (m_at < m_line.size() && (isWordCharacter(m_line[m_at]) || isNameJoint(m_line[m_at])))
                ++m_at;
            endWords();
            m_gap.isBreak = true;
            return;
        }
        const std::size_t begin = m_at;
        m_at += std::max<std::size_t>(number->length, 1);
        const double value = withThousands(number->value, rest);
        const std::optional<std::int64_t> last = lastOfRange(value, begin);
        if (m_wordsEnd > m_wordsBegin && !m_gap.isBreak) {
            LogName& name = words();
            if (name.meaning.quantity != LogQuantity::Unknown || !last) {
                takeNamed(name, value, last);
                return;
            }
        }
        if (last && isPosition(begin))
            m_entry.addPosition(static_cast<std::int64_t>(value), *last);
        endWords();
        m_gap.isBreak = true;
    }

    /// "65,536" is one number, and "1, 2" are two.
    double withThousands(double value, std::string_view text)
    {
        std::size_t at = m_at - (m_line.size() - text.size());
        if (at > 3 || value != std::floor(value) || value < 1)
            return value;
        while (at + 3 < text.size() && text[at] == ',' && isDecimalDigit(text[at + 1])
            && isDecimalDigit(text[at + 2]) && isDecimalDigit(text[at + 3])
            && (at + 4 == text.size() || !isWordCharacter(text[at + 4]))) {
            value = 1000 * value + 100 * (text[at + 1] - '0') + 10 * (text[at + 2] - '0')
                + (text[at + 3] - '0');
            at += 4;
        }
        m_at = m_line.size() - text.size() + at;
        return value;
    }

    void takeNamed(LogName& name, double value, std::optional<std::int64_t> last)
    {
        const LogQuantity quantity = name.meaning.quantity;
        const char next = m_at < m_line.size() ? m_line[m_at] : ' ';
        if (quantity == LogQuantity::Unknown
            && (!m_gap.hasSign || next == ':' || next == '-' || next == '/'
                || next == '.')) { // a time, a date, a file's line
            endWords();
            m_gap.isBreak = true;
            return;
        }
        takeValue(name, value);
        if (quantity == LogQuantity::Step && last)
            m_entry.setLastStep(*last);
    }

    void takeValue(LogName& name, double value)
    {
        const bool isBefore = m_line.substr(0, m_wordsEnd).ends_with(" from");
        const std::size_t to = m_line.find_first_not_of(' ', m_at);
        if (isBefore && to != std::string_view::npos && m_line.substr(to).starts_with("to ")) {
            m_at = to + 3; // "from 65536 to 32768": the words stay for the second
            m_gap = {};
            return;
        }
        m_entry.add(name, value, m_phase);
        endWords();
        m_gap.isBreak = true;
        std::size_t open = m_at;
        while (open < m_line.size() && m_line[open] == ' ')
            ++open;
        if (open == m_line.size() || m_line[open] != '(')
            return;
        const std::optional<NumberRead> mean = numberAt(m_line.substr(open + 1));
        if (mean && m_line.substr(open + 1 + mean->length).starts_with(')')) {
            m_entry.addMean(name, mean->value, m_phase);
            m_at = open + mean->length + 2;
        }
    }

    /// N of "n/N" behind n, which m_at is then behind.
    std::optional<std::int64_t> lastOfRange(double first, std::size_t begin)
    {
        if (first < 0 || first != std::floor(first) || (begin > 0 && m_line[begin - 1] == '/'))
            return std::nullopt;
        std::size_t at = m_at;
        while (at < m_line.size() && m_line[at] == ' ')
            ++at;
        if (at == m_line.size() || m_line[at] != '/')
            return std::nullopt;
        for (++at; at < m_line.size() && m_line[at] == ' ';)
            ++at;
        const std::optional<NumberRead> last
            = at < m_line.size() && isDecimalDigit(m_line[at]) ? numberAt(m_line.substr(at)) : std::nullopt;
        const std::optional<std::int64_t> whole = last ? wholeNumber(last->value) : std::nullopt;
        if (!whole || static_cast<double>(*whole) != last->value || !wholeNumber(first))
            return std::nullopt;
        at += last->length;
        if (at < m_line.size() && (m_line[at] == '/' || m_line[at] == '-'))
            return std::nullopt; // a date
        m_at = at;
        return whole;
    }

    /// Whether "n/N" without a name says how far it is: not so "10/30 22:00", a day.
    bool isPosition(std::size_t begin) const
    {
        const std::size_t before = m_line.substr(0, begin).find_last_not_of(' ');
        const std::size_t next = m_line.find_first_not_of(' ', m_at);
        const char c = next == std::string_view::npos ? ' ' : m_line[next];
        if (isDecimalDigit(c))
            return false;
        return before == std::string_view::npos || m_line[before] == '[' || m_line[before] == '|'
            || (m_line[before] == ':' && m_words == 0) || m_line[before] == '(' || c == '[' || c == '|';
    }

    std::string_view m_line;
    LogVocabulary& m_names;
    LogEntry& m_entry;
    std::size_t m_at = 0;
    std::size_t m_wordsBegin = 0; ///< words in a row with a blank between them, the last before what is read
    std::size_t m_wordsEnd = 0;
    std::size_t m_words = 0;
    Gap m_gap; ///< since the last of them
    LogPhase m_phase; ///< phase named by the words of the line so far
};

} // namespace

LogPhase readWords(std::string_view line, LogVocabulary& names, LogEntry& entry, LogPhase phase)
{
    return LineScanner(line, names, entry, phase).scan();
}

} // namespace ulpscope
