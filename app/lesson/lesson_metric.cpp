// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_metric.h"

#include "app/io/json/json_members.h"
#include "app/io/json/json_text.h"
#include "app/io/runs/json_schema.h"
#include "app/io/runs/run_summary_text.h"
#include "engine/base/catalog.h"
#include "engine/base/expression.h"
#include "engine/base/shown_text.h"
#include "engine/data/number_series.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/stored_number.h"
#include "engine/scaling/tensor_scaling.h"
#include "engine/tensor/accumulation_trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ulpscope {

namespace {

using Measured = Result<std::optional<double>>;

constexpr std::int64_t kMaxTerms = 1'000'000;
constexpr std::size_t kMaxAmaxes = 256; ///< each moves the whole history
constexpr std::int64_t kMaxInBlocks = 4096;
constexpr double kLongestHistory = 1 << 16;

Measured measured(double value)
{
    return std::optional(value);
}

/// "float16 float32": with spaces between them.
std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

Result<double> typedNumber(const std::string& text)
{
    const auto parsed = parseExpression(text);
    if (const auto* error = std::get_if<ExpressionError>(&parsed))
        return Error{"",
            error->message.text() + " at character " + std::to_string(error->position + 1) + " of '"
                + shownText(text) + "'"};
    const auto& typed = std::get<TypedNumber>(parsed);
    if (typed.code)
        return Error{"", "expected a number, got the code " + shownText(text)};
    return typed.value;
}

Result<std::vector<double>> numbersIn(const std::string& text)
{
    std::vector<double> numbers;
    for (const std::string& word : wordsOf(text)) {
        const Result<double> number = typedNumber(word);
        if (!number)
            return number.error();
        numbers.push_back(*number);
    }
    if (numbers.empty())
        return Error{"", "expected numbers with spaces between them"};
    return numbers;
}

template <class T>
Status statusOf(const Result<T>& result, const char* place)
{
    return result ? success() : Status(result.error().within(place));
}

ParameterSpec textParameter(std::string name, std::string description, bool isRequired = true)
{
    return {.name = std::move(name),
        .defaultValue = std::string(),
        .description = std::move(description),
        .isRequired = isRequired};
}

ParameterSpec choiceParameter(std::string name, std::string description, std::vector<std::string> choices)
{
    const std::string first = choices.front();
    return {.name = std::move(name),
        .defaultValue = first,
        .description = std::move(description),
        .choices = std::move(choices)};
}

ParameterSpec countParameter(
    std::string name, std::int64_t standard, double least, double most, std::string description)
{
    return {.name = std::move(name),
        .defaultValue = standard,
        .description = std::move(description),
        .minimum = least,
        .maximum = most};
}

ParameterSpec withWords(ParameterSpec parameter, std::vector<NamedMeaning> words)
{
    parameter.words = std::move(words);
    return parameter;
}

/// Words that complete a watch expression; a tensor's metric ends with its opening parenthesis.
std::vector<NamedMeaning> watchWords()
{
    std::vector<NamedMeaning> words = watchMetrics();
    for (const MetricRow& row : metricCatalog())
        words.push_back({std::string(row.name) + "(", std::string(row.description)});
    return words;
}

// A limit of a format.

struct FormatLimit
{
    const char* name;
    double (Format::*of)() const;
};
constexpr FormatLimit kLimits[]{{"max", &Format::maxFinite}, {"min_normal", &Format::minNormal},
    {"min_subnormal", &Format::minSubnormal}, {"epsilon", &Format::epsilon}};

Status checkFormat(const Config& config)
{
    return statusOf(formatByName(config.text("format")), "format");
}

Measured measureLimit(const Config& config, const MetricScene&)
{
    const Format& format = **formatByName(config.text("format"));
    for (const FormatLimit& limit : kLimits)
        if (config.text("limit") == limit.name)
            return measured((format.*limit.of)());
    return std::optional<double>();
}

// A metric of a number that is rounded to a format.

Status checkCast(const Config& config)
{
    if (const Status format = checkFormat(config); !format)
        return format;
    for (const std::string& name : wordsOf(config.text("through")))
        if (const Status format = statusOf(formatByName(name), "through"); !format)
            return format;
    if (const Status rounding = statusOf(roundingModeByName(config.text("rounding")), "rounding"); !rounding)
        return rounding;
    const Result<RoundingMode> mode = roundingModeByName(config.text("rounding"));
    if (isStochastic(*mode))
        return Error{"rounding", "expected a mode without chance: one number is no promise otherwise"};
    if (const Status rule = statusOf(overflowRuleByName(config.text("overflow_rule")), "overflow_rule");
        !rule)
        return rule;
    return statusOf(typedNumber(config.text("value")), "value");
}

Measured measureCast(const Config& config, const MetricScene&)
{
    const double value = *typedNumber(config.text("value"));
    const double scale = config.number("scale");
    const Rounding rounding{.mode = *roundingModeByName(config.text("rounding")),
        .overflow = *overflowRuleByName(config.text("overflow_rule"))};
    double stored = value * scale;
    for (const std::string& name : wordsOf(config.text("through")))
        stored = storeNumber(**formatByName(name), stored, rounding).stored;
    const StoredNumber last = storeNumber(**formatByName(config.text("format")), stored, rounding);
    const double back = last.stored / scale;
    const std::string& read = config.text("read");
    if (read == "ulp")
        return measured(ulp(*last.format, last.stored));
    if (read == "code")
        return measured(static_cast<double>(last.code));
    if (read == "relative_error")
        return measured(std::fabs(back - value) / std::fabs(value));
    return measured(read == "error" ? back - value : back);
}

// Numbers that share scales.

Status checkBlocks(const Config& config)
{
    const Result<BlockFormat> format = blockFormatByName(config.text("format"));
    if (!format)
        return format.error().within("format");
    const std::int64_t count = config.integer("count");
    if (const auto layout = layOutBlocks(format->block, std::span(&count, 1), -1); !layout)
        return Error{"format", "expected blocks that lie in a row: tiles need two axes"};
    const Result<std::vector<double>> values = numbersIn(config.text("values"));
    if (!values)
        return values.error().within("values");
    if (static_cast<std::int64_t>(values->size()) > count)
        return Error{"values", "expected at most as many as \"count\" says, " + std::to_string(count)};
    if (config.integer("index") >= count)
        return Error{"index", "expected a place below \"count\", " + std::to_string(count)};
    return success();
}

/// How many numbers became zero that were not.
double flushedIn(std::span<const float> before, std::span<const float> after)
{
    double flushed = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        flushed += before[i] != 0 && after[i] == 0 ? 1 : 0;
    return flushed;
}

/// ||after - before|| / ||before||, in float64.
double distanceOf(std::span<const float> before, std::span<const float> after)
{
    double apart = 0;
    double all = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const double error = double(after[i]) - double(before[i]);
        apart += error * error;
        all += double(before[i]) * double(before[i]);
    }
    return std::sqrt(apart / all);
}

Measured measureBlocks(const Config& config, const MetricScene&)
{
    const BlockFormat format = *blockFormatByName(config.text("format"));
    const std::int64_t count = config.integer("count");
    const std::vector<double> given = *numbersIn(config.text("values"));
    std::vector<float> values(static_cast<std::size_t>(count), static_cast<float>(given.back()));
    std::transform(
        given.begin(), given.end(), values.begin(), [](double x) { return static_cast<float>(x); });
    const QuantizedArray array
        = *quantizeArray({std::span(&count, 1), std::span<const float>(values)}, format);
    const auto& stored = std::get<std::vector<float>>(array.values);
    const auto index = static_cast<std::size_t>(config.integer("index"));
    const std::string& read = config.text("read");
    if (read == "scale") { // blocks of a row are neighbours, all but the last of one length
        const BlockLayout layout = *layOutBlocks(format.block, std::span(&count, 1), -1);
        std::int64_t ofOne = 1;
        for (const std::int64_t extent : layout.block)
            ofOne *= extent;
        const double scale = array.scales[index / static_cast<std::size_t>(ofOne)];
        return measured(scale * double(array.tensorScale));
    }
    if (read == "flushed")
        return measured(flushedIn(values, stored));
    return measured(read == "relative_error" ? distanceOf(values, stored) : double(stored[index]));
}

// A sum in an accumulator.

Status checkSum(const Config& config)
{
    const Result<const Format*> format = formatByName(config.text("format"));
    if (!format)
        return format.error().within("format");
    const Result<Accumulator> accumulator = accumulatorByName(config.text("accumulator"));
    if (!accumulator)
        return accumulator.error().within("accumulator");
    if (const Status fits = checkOperands(*accumulator, **format); !fits)
        return fits.error().within("accumulator");
    const std::string& series = config.text("series");
    if (series.empty() == config.text("term").empty())
        return Error{"series", "expected a series, or one term for all"};
    if (series.empty())
        return statusOf(typedNumber(config.text("term")), "term");
    std::vector<std::string> known;
    for (const NumberSeries& row : numberSeries()) {
        if (row.name == series)
            return success();
        known.emplace_back(row.name);
    }
    return Error{"series", unknownName(translated("series"), shownText(series), known)};
}

Measured measureSum(const Config& config, const MetricScene& scene)
{
    const Format& format = **formatByName(config.text("format"));
    const Accumulator accumulator = *accumulatorByName(config.text("accumulator"));
    const auto count = static_cast<std::size_t>(config.integer("count"));
    std::vector<double> terms;
    if (const std::string& series = config.text("series"); series.empty())
        terms.assign(count, *typedNumber(config.text("term")));
    else
        terms = termsOf(*findRow(numberSeries(), series), count, 1); // as the bench draws them
    for (double& term : terms)
        term = storeNumber(format, term).stored;
    Arithmetic arithmetic(scene.kernels);
    const AccumulationTrace sum
        = traceSum(arithmetic, format, terms, accumulator, 1, {.seed = 1, .use = RandomUse::Rounding});
    const double result = accumulator.kind == AccumulatorKind::Exact
        ? storeNumber(sumFormat(accumulator, format), sum.exactResult).stored
        : sum.result;
    const std::string& read = config.text("read");
    if (read == "exact")
        return measured(sum.exactResult);
    if (read == "relative_error")
        return measured(std::fabs(result - sum.exactResult) / std::fabs(sum.exactResult));
    if (read == "result")
        return measured(result);
    if (read == "absorbed")
        return sum.absorbed ? measured(static_cast<double>(*sum.absorbed))
                            : Measured(std::optional<double>());
    return sum.stalledAt < 0 ? Measured(std::optional<double>())
                             : measured(static_cast<double>(sum.stalledAt));
}

// A float8 scale that follows the largest magnitudes of a tensor.

Status checkScaling(const Config& config)
{
    if (const Status format = checkFormat(config); !format)
        return format;
    const Result<std::vector<double>> amaxes = numbersIn(config.text("amaxes"));
    if (!amaxes)
        return amaxes.error().within("amaxes");
    if (amaxes->size() > kMaxAmaxes)
        return Error{"amaxes", "expected at most " + std::to_string(kMaxAmaxes) + " numbers"};
    if (config.integer("step") >= static_cast<std::int64_t>(amaxes->size()))
        return Error{"step", "expected a step of those that have an amax"};
    if ((*formatByName(config.text("format")))->bits() > 8)
        return Error{"format", "expected a format of at most 8 bits"};
    return success();
}

Measured measureScaling(const Config& config, const MetricScene&)
{
    const auto largest = static_cast<float>((*formatByName(config.text("format")))->maxFinite());
    const auto length = static_cast<int>(config.integer("length"));
    TensorScaling scaling;
    scaling.slot = "tensor";
    if (config.text("rule") == "keras")
        scaling.state = makeAmaxHistory(largest, length);
    else
        scaling.state = makeDelayedScaling(
            largest, length, config.text("choice") == "max" ? AmaxChoice::Max : AmaxChoice::MostRecent);
    const std::vector<double> amaxes = *numbersIn(config.text("amaxes"));
    for (std::int64_t step = 0; step <= config.integer("step"); ++step) {
        scaling.observe(static_cast<float>(amaxes[static_cast<std::size_t>(step)]));
        scaling.commit(StepOutcome::Applied);
    }
    const std::string& read = config.text("read");
    if (read == "limit")
        return measured(scaling.limit);
    return measured(static_cast<double>(read == "used_scale" ? scaling.usedScale : scaling.scale()));
}

// Numbers of a run.

Result<std::shared_ptr<const MeasuredRun>> runOf(const MetricScene& scene)
{
    if (scene.session == nullptr)
        return Error{"", "this metric needs a session, and the lesson has none"};
    return scene.runs->of(*scene.session);
}

const Json* memberAt(const Json& json, const std::string& path)
{
    const Json* found = &json;
    for (std::size_t start = 0; found != nullptr && start <= path.size();) {
        const std::size_t end = std::min(path.find('.', start), path.size());
        found = findMember(*found, path.substr(start, end - start).c_str());
        start = end + 1;
    }
    return found;
}

Status checkSummary(const Config& config)
{
    const std::string& metric = config.text("figure");
    std::vector<std::string> known;
    for (const NamedMeaning& each : summaryMetrics()) {
        if (each.name == metric)
            return success();
        known.push_back(each.name);
    }
    return Error{"figure", unknownName(translated("figure"), shownText(metric), known)};
}

Measured measureSummary(const Config& config, const MetricScene& scene)
{
    const auto run = runOf(scene);
    if (!run)
        return run.error();
    const Json summary = *parseJson(summaryJson((*run)->summary, *scene.session));
    const Json* value = memberAt(summary, config.text("figure"));
    if (value == nullptr)
        return Error{"figure", "a run of this lesson has no " + shownText(config.text("figure"))};
    const std::optional<double> number = numberIn(*value);
    return number ? std::optional(config.number("times") * *number) : number;
}

Status checkWatch(const Config& config)
{
    const Result<Watch> watch = Watch::parse(config.text("expression"));
    if (!watch)
        return Error{"expression", watch.error().sentence()};
    const std::string& read = config.text("read");
    if ((read == "first" || read == "count") && !watch->isCondition())
        return Error{"expression", "expected a comparison, such as \"skipped > 0\""};
    return success();
}

struct WatchedStep
{
    std::int64_t step = 0;
    Watch::Reading reading;
};

std::optional<double> readOff(const std::vector<WatchedStep>& steps, const std::string& read, std::int64_t at)
{
    if (read == "count")
        return static_cast<double>(std::count_if(
            steps.begin(), steps.end(), [](const WatchedStep& each) { return each.reading.holds; }));
    if (steps.empty())
        return std::nullopt;
    if (read == "last")
        return steps.back().reading.value;
    std::optional<double> found;
    for (const WatchedStep& each : steps) {
        const double value = each.reading.value;
        if (read == "first" && each.reading.holds && !found)
            found = static_cast<double>(each.step);
        if (read == "at" && each.step == at)
            found = value;
        const bool isExtreme
            = (read == "max" && (!found || value > *found)) || (read == "min" && (!found || value < *found));
        if (isExtreme || ((read == "max" || read == "min") && std::isnan(value)))
            found = value;
    }
    return found;
}

Measured measureWatch(const Config& config, const MetricScene& scene)
{
    const auto run = runOf(scene);
    if (!run)
        return run.error();
    Watch watch = *Watch::parse(config.text("expression"));
    if (const Status bound = watch.bind((*run)->paths, (*run)->recorded); !bound)
        return bound.error().within("expression");
    std::vector<WatchedStep> steps;
    for (const StepRecord& record : (*run)->records)
        if (const std::optional<Watch::Reading> reading = watch.read(record))
            steps.push_back({record.step, *reading});
    return readOff(steps, config.text("read"), config.integer("step"));
}

/// Two runs of as many steps.
Measured measureDifference(const Config& config, const MetricScene& scene)
{
    const auto run = runOf(scene);
    if (!run)
        return run.error();
    const auto other = scene.runs->of(*scene.before);
    if (!other)
        return other.error();
    const std::vector<StepRecord>& records = (*run)->records;
    const std::vector<StepRecord>& others = (*other)->records;
    if (records.size() != others.size())
        return Error{"",
            "expected runs of as many steps, got " + std::to_string(records.size()) + " and "
                + std::to_string(others.size())};
    std::optional<double> first;
    double count = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const bool isSame = records[i].loss == others[i].loss
            || (std::isnan(records[i].loss) && std::isnan(others[i].loss));
        if (!isSame && !first)
            first = static_cast<double>(i);
        count += isSame ? 0 : 1;
    }
    return config.text("read") == "first" ? Measured(first) : measured(count);
}

std::vector<LessonMetric> makeMetrics()
{
    std::vector<std::string> limits;
    for (const FormatLimit& limit : kLimits)
        limits.emplace_back(limit.name);
    return {
        {{.name = "limit",
             .description = "A limit of a number format.",
             .parameters = {textParameter("format", "A format's name."),
                 choiceParameter("limit", "Which limit.", limits)}},
            false, checkFormat, measureLimit},
        {{.name = "cast",
             .description = "What a number becomes in a format.",
             .parameters = {textParameter("value",
                                "As it is typed in the number lab: \"0.1\", \"2^-24 * 1.5\", \"exp(12)\"."),
                 textParameter("format", "A format's name."),
                 textParameter(
                     "through", "Formats that it is rounded to before, with spaces between them.", false),
                 {.name = "scale",
                     .defaultValue = 1.0,
                     .description = "It is multiplied by this before and divided by it after.",
                     .minimum = 1e-30,
                     .maximum = 1e30},
                 {.name = "rounding",
                     .defaultValue = std::string("nearest-even"),
                     .description = "A rounding mode."},
                 {.name = "overflow_rule",
                     .defaultValue = std::string("ml_dtypes"),
                     .description = "An overflow rule."},
                 choiceParameter(
                     "read", "What is read off.", {"stored", "error", "relative_error", "ulp", "code"})}},
            false, checkCast, measureCast},
        {{.name = "blocks",
             .description
             = "What becomes of a row of float32 numbers in a format whose elements share scales.",
             .parameters
             = {textParameter("values", "With spaces between them, from the first; the last is repeated."),
                 countParameter("count", 32, 1, double(kMaxInBlocks), "How many there are."),
                 textParameter("format", "A block format: \"mxfp4\", \"mxfp4:rceil\", \"nvfp4\"."),
                 countParameter("index", 0, 0, double(kMaxInBlocks - 1), "Which number is read, from 0."),
                 choiceParameter("read",
                     "What it is stored as, or the scale of its block; or, of all of them, how many became zero, and the "
                     "relative L2 distance.",
                     {"stored", "scale", "flushed", "relative_error"})}},
            false, checkBlocks, measureBlocks},
        {{.name = "sum",
             .description = "A sum of many terms in an accumulator, as the bench adds them up.",
             .parameters = {textParameter("series", "A series of the bench.", false),
                 textParameter("term", "One number, which is every term.", false),
                 countParameter("count", 4096, 1, static_cast<double>(kMaxTerms), "How many terms."),
                 textParameter("format", "The terms' format."),
                 textParameter("accumulator", "An accumulator."),
                 choiceParameter("read", "What is read off.",
                     {"result", "exact", "relative_error", "stalled_at", "absorbed"})}},
            false, checkSum, measureSum},
        {{.name = "scaling",
             .description = "A float8 scale that follows the largest magnitudes of a tensor.",
             .parameters = {choiceParameter("rule", "Whose.", {"te_delayed", "keras"}),
                 textParameter("amaxes", "The largest magnitude of each step, with spaces between them."),
                 {.name = "format",
                     .defaultValue = std::string("float8_e4m3fn"),
                     .description = "The format that is scaled to."},
                 countParameter("length", 1024, 1, kLongestHistory, "Entries of the history."),
                 choiceParameter("choice", "Which entry sets the scale.", {"max", "most_recent"}),
                 countParameter("step", 0, 0, 1 << 20, "The step that is read, from 0."),
                 choiceParameter("read", "What is read off.", {"used_scale", "stored_scale", "limit"})}},
            false, checkScaling, measureScaling},
        {{.name = "summary",
             .description = "A metric of a whole run, by its path in summary.json.",
             .parameters = {withWords(textParameter("figure",
                                          "\"gradients_flushed_percent\", \"test_metrics.accuracy\"."),
                                summaryMetrics()),
                 {.name = "times",
                     .defaultValue = 1.0,
                     .description = "It is multiplied by this: 100 makes percent of a share.",
                     .minimum = 1e-30,
                     .maximum = 1e30}}},
            true, checkSummary, measureSummary},
        {{.name = "watch",
             .description = "A metric made of recorded ones, over the steps of a run.",
             .parameters = {withWords(textParameter("expression",
                                          "As a watch: \"amax(dense_2.output)\", \"skipped > 0\"."),
                                watchWords()),
                 choiceParameter("read",
                     "The value at the last step that has it, at one step, the largest or the smallest; of a comparison "
                     "how often it holds, and at which step first.",
                     {"last", "at", "max", "min", "count", "first"}),
                 countParameter("step", 0, 0, 1e8, "The step of \"at\", from 0.")}},
            true, checkWatch, measureWatch},
        {{.name = "difference",
             .description = "Between the run and the one without what \"with\" changes, bit by bit.",
             .parameters = {choiceParameter("read",
                 "In how many steps the loss is another number, or the first of them.", {"count", "first"})}},
            true, [](const Config&) { return success(); }, measureDifference, true},
    };
}

} // namespace

std::span<const LessonMetric> lessonMetrics()
{
    static const std::vector<LessonMetric> metrics = makeMetrics();
    return metrics;
}

Result<Component> checkLessonMetric(const Component& metric)
{
    Result<Component> checked = checkComponent(lessonMetrics(), "metric", metric);
    if (!checked)
        return checked.error();
    if (const Status status = findRow(lessonMetrics(), checked->className)->check(checked->config); !status)
        return status.error();
    return checked;
}

} // namespace ulpscope
