// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/budget.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

using Number = std::optional<double>;
using Step = StepRecord;
using Run = RunSummary;

double stepOrNever(const std::optional<std::int64_t>& step)
{
    return step ? static_cast<double>(*step) : std::numeric_limits<double>::infinity();
}

Number metric(const std::vector<MetricValue>& metrics, std::string_view name)
{
    for (const MetricValue& each : metrics)
        if (each.name == name)
            return each.value;
    return std::nullopt;
}

constexpr std::array kBudgetKeys{
    BudgetKey{.name = "loss",
        .ofStep = [](const Step& s) -> Number { return s.loss; },
        .ofRun = [](const Run& r) -> Number { return r.last.loss; }},
    BudgetKey{.name = "reference_loss",
        .ofStep = [](const Step& s) { return s.referenceLoss; },
        .ofRun = [](const Run& r) { return r.last.referenceLoss; },
        .needsFloat64 = true},
    BudgetKey{.name = "loss_scale",
        .ofStep = [](const Step& s) { return s.lossScale; },
        .ofRun = [](const Run& r) { return r.nextLossScale; }},
    BudgetKey{.name = "skipped", .ofStep = [](const Step& s) -> Number { return s.skipped ? 1 : 0; }},
    BudgetKey{.name = "skipped_steps",
        .ofStep = [](const Step& s) -> Number { return s.skipped ? 1 : 0; },
        .ofRun = [](const Run& r) -> Number { return static_cast<double>(r.totals.skippedSteps); },
        .isSum = true,
        .isSumOfRange = true},
    BudgetKey{.name = "gradients_flushed_percent",
        .ofStep = [](const Step& s) { return s.counts.gradientsFlushedPercent(); },
        .ofRun = [](const Run& r) { return r.totals.counts.gradientsFlushedPercent(); },
        .needsFloat64 = true},
    BudgetKey{.name = "updates_lost_percent",
        .ofStep = [](const Step& s) -> Number { return s.counts.updatesLostPercent(); },
        .ofRun = [](const Run& r) -> Number { return r.totals.counts.updatesLostPercent(); },
        .needsFloat64 = true},
    BudgetKey{.name = "overflows",
        .ofStep = [](const Step& s) -> Number { return static_cast<double>(s.counts.overflows); },
        .ofRun = [](const Run& r) -> Number { return static_cast<double>(r.totals.counts.overflows); },
        .isSum = true},
    BudgetKey{.name = "error_vs_float64",
        .ofStep = [](const Step& s) { return s.errorVsFloat64; },
        .ofRun = [](const Run& r) { return r.last.errorVsFloat64; },
        .needsFloat64 = true},
    BudgetKey{.name = "gradient_error_vs_float64",
        .ofStep = [](const Step& s) { return s.gradientErrorVsFloat64; },
        .ofRun = [](const Run& r) { return r.last.gradientErrorVsFloat64; },
        .needsFloat64 = true},
    BudgetKey{
        .name = "test_accuracy", .ofRun = [](const Run& r) { return r.testAccuracy; }, .needsTestData = true},
    BudgetKey{.name = "reference_test_accuracy",
        .ofRun = [](const Run& r) { return r.referenceTestAccuracy; },
        .needsFloat64 = true,
        .needsTestData = true},
    BudgetKey{.name = "test_metrics.loss",
        .ofRun = [](const Run& r) { return metric(r.testMetrics, "loss"); },
        .needsTestData = true},
    BudgetKey{.name = "diverged_at",
        .ofRun = [](const Run& r) -> Number { return stepOrNever(r.totals.divergedAt); }},
    BudgetKey{.name = "scaler_ended_at",
        .ofRun = [](const Run& r) -> Number { return stepOrNever(r.totals.scalerEndedAt); }},
};

struct RelationText
{
    std::string_view text;
    Relation relation;
};

// The longer before its beginning.
constexpr std::array kRelations{RelationText{"<=", Relation::LessOrEqual},
    RelationText{">=", Relation::GreaterOrEqual}, RelationText{"==", Relation::Equal},
    RelationText{"!=", Relation::NotEqual}, RelationText{"<", Relation::Less},
    RelationText{">", Relation::Greater}};

bool isOfWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

class BudgetParser
{
public:
    BudgetParser(std::string_view text, std::int64_t steps)
        : m_text(text)
        , m_steps(steps)
    {
    }

    Result<Budget> parse()
    {
        Budget budget;
        for (;;) {
            skipSpaces();
            Result<Clause> clause = parseClause();
            if (!clause)
                return clause.error();
            if (budget.clauses.size() == kMaxClauses)
                return at(m_position, message("at most %1 clauses").with(std::to_string(kMaxClauses)));
            budget.text += (budget.text.empty() ? "" : "; ") + clause->text;
            budget.clauses.push_back(*std::move(clause));
            skipSpaces();
            if (isAtEnd())
                return budget;
            if (!take(";"))
                return at(m_position, message("expected ';' and another clause, or the end"));
            skipSpaces();
            if (isAtEnd()) // a last semicolon
                return budget;
        }
    }

private:
    static Error at(std::size_t position, Message message)
    {
        return {ulpscope::message("column %1").with(std::to_string(position + 1)), std::move(message)};
    }
    bool isAtEnd() const { return m_position == m_text.size(); }
    void skipSpaces()
    {
        while (!isAtEnd()
            && (m_text[m_position] == ' ' || m_text[m_position] == '\n' || m_text[m_position] == '\t'))
            ++m_position;
    }
    bool take(std::string_view text)
    {
        if (m_text.substr(m_position, text.size()) != text)
            return false;
        m_position += text.size();
        return true;
    }
    template <class Belongs>
    std::string_view takeWhile(Belongs belongs)
    {
        const std::size_t begin = m_position;
        while (!isAtEnd() && belongs(m_text[m_position]))
            ++m_position;
        return m_text.substr(begin, m_position - begin);
    }

    Result<Clause> parseClause()
    {
        const std::size_t begin = m_position;
        Clause clause;
        if (const Status read = parseKey(clause); !read)
            return read.error();
        skipSpaces();
        if (const Status read = parseSteps(clause, begin); !read)
            return read.error();
        skipSpaces();
        const auto* relation
            = std::ranges::find_if(kRelations, [this](const RelationText& each) { return take(each.text); });
        if (relation == kRelations.end())
            return at(m_position, message("expected <, <=, >, >=, == or !="));
        clause.relation = relation->relation;
        skipSpaces();
        if (const Status read = parseLimit(clause); !read)
            return read.error();
        clause.text = m_text.substr(begin, m_position - begin);
        return clause;
    }

    Status parseKey(Clause& clause)
    {
        const std::size_t begin = m_position;
        const std::string_view word = takeWhile(isOfWord);
        std::vector<std::string> names;
        for (const BudgetKey& key : budgetKeys()) {
            if (key.name == word)
                clause.key = &key;
            names.emplace_back(key.name);
        }
        if (clause.key != nullptr)
            return success();
        if (word.empty())
            return at(begin, message("expected a number's name, such as loss"));
        return at(begin, unknownName(translated("number"), shownText(std::string(word)), names));
    }

    Status parseSteps(Clause& clause, std::size_t begin)
    {
        const std::string name(clause.key->name);
        if (!take("@")) {
            if (clause.key->ofRun == nullptr)
                return at(m_position,
                    message("%1 is of a step: say at which, as in %2")
                        .with(verbatim(name))
                        .with(verbatim(name + "@0..")));
            return success();
        }
        if (clause.key->ofStep == nullptr)
            return at(begin,
                message("%1 is known at the run's end alone: leave out what follows it")
                    .with(verbatim(name)));
        skipSpaces();
        const std::size_t place = m_position;
        ClauseSteps range{0, m_steps - 1};
        const std::string_view from = takeWhile(isDigit);
        const bool isRange = take("..");
        const std::string_view to = isRange ? takeWhile(isDigit) : from;
        if (from.empty() && to.empty())
            return at(place, message("expected a step or a range of steps, such as 500 or 50.."));
        for (const auto& [digits, step] : {std::pair{from, &range.from}, std::pair{to, &range.to}})
            if (!digits.empty()
                && (std::from_chars(digits.data(), digits.data() + digits.size(), *step).ec != std::errc()
                    || *step >= m_steps))
                return at(place,
                    message("the run's steps are 0 to %1, so there is no step %2")
                        .with(std::to_string(m_steps - 1))
                        .with(shownText(std::string(digits))));
        if (range.from > range.to)
            return at(place, message("a range begins before it ends"));
        clause.steps = range;
        return success();
    }

    Status parseLimit(Clause& clause)
    {
        const std::size_t begin = m_position;
        if (take("float32")) {
            clause.number = 1;
            clause.isTimesFloat32 = true;
            return success();
        }
        char before = ' ';
        const std::string_view word = takeWhile([&before](char c) {
            const bool isSign = (c == '-' || c == '+') && (before == ' ' || before == 'e' || before == 'E');
            before = c;
            return isSign || isOfWord(c);
        });
        const bool isHex
            = word.find_first_of("xX") != std::string_view::npos; // a number of the report has none
        const std::optional<double> number = isHex ? std::nullopt : parseNumber(word);
        if (!number || !std::isfinite(*number))
            return at(begin, message("expected a number, or a factor as in 1.01*float32"));
        clause.number = *number;
        const std::size_t end = m_position;
        skipSpaces();
        if (!take("*")) {
            m_position = end;
            return success();
        }
        skipSpaces();
        if (!take("float32"))
            return at(m_position, message("expected float32, which is all that a factor can be of"));
        clause.isTimesFloat32 = true;
        return success();
    }

    std::string_view m_text;
    std::int64_t m_steps;
    std::size_t m_position = 0;
};

} // namespace

std::span<const BudgetKey> budgetKeys()
{
    return kBudgetKeys;
}

bool Budget::needsFloat64() const
{
    return std::ranges::any_of(clauses, [](const Clause& clause) { return clause.key->needsFloat64; });
}

bool Budget::needsTestData() const
{
    return std::ranges::any_of(clauses, [](const Clause& clause) { return clause.key->needsTestData; });
}

Result<Budget> parseBudget(std::string_view text, std::int64_t steps)
{
    if (text.size() > kLongestBudget)
        return Error{"column " + std::to_string(kLongestBudget + 1),
            message("at most %1 bytes").with(std::to_string(kLongestBudget))};
    return BudgetParser(text, steps).parse();
}

} // namespace ulpscope
