// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/logs/log_names.h"

#include "engine/io/logs/log_number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxNames = 20'000;
constexpr std::size_t kLongestLogName = 200;

enum class WordKind {
    Other,
    Training,
    Validation,
    Mean,
    Logarithm,
    Filler, ///< changes nothing: "global", "lm", "number of"
    Total, ///< preferred to the same name without it
    Foreign, ///< makes another thing of it: "max_grad_norm", "loss_weight"
};

struct WordRow
{
    std::string_view word;
    WordKind kind;
};

constexpr auto kWords = std::to_array<WordRow>({
    {"train", WordKind::Training},
    {"training", WordKind::Training},
    {"tr", WordKind::Training},
    {"trn", WordKind::Training},
    {"val", WordKind::Validation},
    {"valid", WordKind::Validation},
    {"validation", WordKind::Validation},
    {"eval", WordKind::Validation},
    {"evaluation", WordKind::Validation},
    {"test", WordKind::Validation},
    {"testing", WordKind::Validation},
    {"dev", WordKind::Validation},
    {"cv", WordKind::Validation},
    {"vld", WordKind::Validation},
    {"average", WordKind::Mean},
    {"averaged", WordKind::Mean},
    {"avg", WordKind::Mean},
    {"avr", WordKind::Mean},
    {"ave", WordKind::Mean},
    {"mean", WordKind::Mean},
    {"running", WordKind::Mean},
    {"smoothed", WordKind::Mean},
    {"smooth", WordKind::Mean},
    {"smoothing", WordKind::Mean},
    {"ema", WordKind::Mean},
    {"cumulative", WordKind::Mean},
    {"moving", WordKind::Mean},
    {"lg", WordKind::Logarithm},
    {"log2", WordKind::Logarithm},
    {"total", WordKind::Total},
    {"overall", WordKind::Total},
    {"sum", WordKind::Total},
    {"step", WordKind::Filler},
    {"steps", WordKind::Filler},
    {"iter", WordKind::Filler},
    {"iters", WordKind::Filler},
    {"iteration", WordKind::Filler},
    {"iterations", WordKind::Filler},
    {"batch", WordKind::Filler},
    {"batches", WordKind::Filler},
    {"epoch", WordKind::Filler},
    {"update", WordKind::Filler},
    {"updates", WordKind::Filler},
    {"global", WordKind::Filler},
    {"lm", WordKind::Filler},
    {"current", WordKind::Filler},
    {"cur", WordKind::Filler},
    {"curr", WordKind::Filler},
    {"last", WordKind::Filler},
    {"latest", WordKind::Filler},
    {"num", WordKind::Filler},
    {"number", WordKind::Filler},
    {"of", WordKind::Filler},
    {"is", WordKind::Filler},
    {"was", WordKind::Filler},
    {"were", WordKind::Filler},
    {"has", WordKind::Filler},
    {"the", WordKind::Filler},
    {"raw", WordKind::Filler},
    {"reduced", WordKind::Filler},
    {"unscaled", WordKind::Filler},
    {"trainer", WordKind::Filler},
    {"optim", WordKind::Filler},
    {"optimizer", WordKind::Filler},
    {"opt", WordKind::Filler},
    {"metrics", WordKind::Filler},
    {"metric", WordKind::Filler},
    {"scalars", WordKind::Filler},
    {"losses", WordKind::Filler},
    {"samples", WordKind::Filler},
    {"stats", WordKind::Filler},
    {"monitor", WordKind::Filler},
    {"fp16", WordKind::Filler},
    {"amp", WordKind::Filler},
    {"dynamic", WordKind::Filler},
    {"mixed", WordKind::Filler},
    {"precision", WordKind::Filler},
    {"per", WordKind::Filler},
    {"token", WordKind::Filler},
    {"value", WordKind::Filler},
    {"micro", WordKind::Filler},
    {"mb", WordKind::Filler},
    {"before", WordKind::Filler},
    {"after", WordKind::Filler},
    {"clip", WordKind::Filler},
    {"clipping", WordKind::Filler},
    {"clipped", WordKind::Filler},
    {"unclipped", WordKind::Filler},
    {"pre", WordKind::Filler},
    {"post", WordKind::Filler},
    {"all", WordKind::Filler},
    {"med", WordKind::Filler},
    {"median", WordKind::Filler},
    {"min", WordKind::Foreign},
    {"max", WordKind::Foreign},
    {"minimum", WordKind::Foreign},
    {"maximum", WordKind::Foreign},
    {"best", WordKind::Foreign},
    {"worst", WordKind::Foreign},
    {"lowest", WordKind::Foreign},
    {"std", WordKind::Foreign},
    {"var", WordKind::Foreign},
    {"weight", WordKind::Foreign},
    {"weights", WordKind::Foreign},
    {"coef", WordKind::Foreign},
    {"coeff", WordKind::Foreign},
    {"coefficient", WordKind::Foreign},
    {"factor", WordKind::Foreign},
    {"fn", WordKind::Foreign},
    {"function", WordKind::Foreign},
    {"type", WordKind::Foreign},
    {"lambda", WordKind::Foreign},
    {"alpha", WordKind::Foreign},
    {"beta", WordKind::Foreign},
    {"eps", WordKind::Foreign},
    {"epsilon", WordKind::Foreign},
    {"ratio", WordKind::Foreign},
    {"threshold", WordKind::Foreign},
    {"limit", WordKind::Foreign},
    {"prev", WordKind::Foreign},
    {"previous", WordKind::Foreign},
    {"target", WordKind::Foreign},
    {"delta", WordKind::Foreign},
    {"diff", WordKind::Foreign},
    {"change", WordKind::Foreign},
    {"improvement", WordKind::Foreign},
    {"time", WordKind::Foreign},
    {"sec", WordKind::Foreign},
    {"init", WordKind::Foreign},
    {"initial", WordKind::Foreign},
    {"growth", WordKind::Foreign},
    {"backoff", WordKind::Foreign},
    {"interval", WordKind::Foreign},
    {"window", WordKind::Foreign},
    {"hysteresis", WordKind::Foreign},
    {"patience", WordKind::Foreign},
    {"decay", WordKind::Foreign},
    {"warmup", WordKind::Foreign},
    {"scaled", WordKind::Foreign},
    {"reduction", WordKind::Foreign},
    {"inv", WordKind::Foreign},
    {"mask", WordKind::Foreign},
    {"acc", WordKind::Foreign},
    {"accuracy", WordKind::Foreign},
    {"py", WordKind::Foreign},
    {"cpp", WordKind::Foreign},
});

struct QuantityRow
{
    std::string_view words; ///< run together
    LogQuantity quantity;
    int rank = 0;
};

constexpr auto kQuantities = std::to_array<QuantityRow>({
    {"globalstep", LogQuantity::Step, 0},
    {"globalsteps", LogQuantity::Step, 0},
    {"numupdates", LogQuantity::Step, 0},
    {"trainerglobalstep", LogQuantity::Step, 0},
    {"globaliter", LogQuantity::Step, 0},
    {"globaliteration", LogQuantity::Step, 0},
    {"optimizerstep", LogQuantity::Step, 1},
    {"currentstep", LogQuantity::Step, 1},
    {"curstep", LogQuantity::Step, 1},
    {"curiter", LogQuantity::Step, 1},
    {"step", LogQuantity::Step, 2},
    {"steps", LogQuantity::Step, 9},
    {"iteration", LogQuantity::Step, 3},
    {"iterations", LogQuantity::Step, 9},
    {"iter", LogQuantity::Step, 3},
    {"iters", LogQuantity::Step, 9},
    {"niter", LogQuantity::Step, 3},
    {"update", LogQuantity::Step, 5},
    {"updates", LogQuantity::Step, 5},
    {"itr", LogQuantity::Step, 3},
    {"batch", LogQuantity::Step, 6},
    {"batchindex", LogQuantity::Step, 6},
    {"batchidx", LogQuantity::Step, 6},
    {"epoch", LogQuantity::Epoch},
    {"ep", LogQuantity::Epoch, 2},
    {"loss", LogQuantity::Loss},
    {"crossentropy", LogQuantity::Loss, 20},
    {"xent", LogQuantity::Loss, 20},
    {"lossscale", LogQuantity::LossScale},
    {"lossscaling", LogQuantity::LossScale, 1},
    {"lossscaler", LogQuantity::LossScale, 1},
    {"gradscale", LogQuantity::LossScale, 1},
    {"gradscaler", LogQuantity::LossScale, 1},
    {"gradscalerscale", LogQuantity::LossScale, 1},
    {"gradientscale", LogQuantity::LossScale, 1},
    {"scalerscale", LogQuantity::LossScale, 2},
    {"scaler", LogQuantity::LossScale, 3},
    {"scale", LogQuantity::LossScale, 5},
    {"gradnorm", LogQuantity::GradientNorm},
    {"gradientnorm", LogQuantity::GradientNorm},
    {"gradientsnorm", LogQuantity::GradientNorm},
    {"gradsnorm", LogQuantity::GradientNorm},
    {"gnorm", LogQuantity::GradientNorm},
    {"normgrad", LogQuantity::GradientNorm},
    {"l2gradnorm", LogQuantity::GradientNorm},
    {"gradl2norm", LogQuantity::GradientNorm},
    {"gradnorml2", LogQuantity::GradientNorm},
    {"l2normgrad", LogQuantity::GradientNorm},
    {"grad2norm", LogQuantity::GradientNorm},
    {"grad20norm", LogQuantity::GradientNorm},
    {"norm", LogQuantity::GradientNorm, 10},
    {"grad", LogQuantity::GradientNorm, 20},
    {"lr", LogQuantity::LearningRate},
    {"learningrate", LogQuantity::LearningRate},
    {"lr0", LogQuantity::LearningRate, 1},
    {"lrpg0", LogQuantity::LearningRate, 1},
    {"lradam", LogQuantity::LearningRate, 1},
    {"lradamw", LogQuantity::LearningRate, 1},
    {"lrsgd", LogQuantity::LearningRate, 1},
    {"skipped", LogQuantity::SkippedSteps},
    {"skip", LogQuantity::SkippedSteps, 1},
    {"skips", LogQuantity::SkippedSteps, 1},
    {"foundinf", LogQuantity::Overflow},
    {"foundinfs", LogQuantity::Overflow},
    {"overflow", LogQuantity::Overflow},
    {"gradoverflow", LogQuantity::Overflow},
    {"gradientoverflow", LogQuantity::Overflow},
    {"numberofnaniterations", LogQuantity::NanSteps},
});

template <class Row, std::size_t N>
auto byWord(const std::array<Row, N>& rows)
{
    std::unordered_map<std::string_view, const Row*> map;
    for (const Row& row : rows)
        if constexpr (requires { row.word; })
            map.emplace(row.word, &row);
        else
            map.emplace(row.words, &row);
    return map;
}

const WordRow* wordRow(std::string_view word)
{
    static const auto map = byWord(kWords);
    const auto found = map.find(word);
    return found == map.end() ? nullptr : found->second;
}

const QuantityRow* quantityRow(std::string_view words)
{
    static const auto map = byWord(kQuantities);
    const auto found = map.find(words);
    return found == map.end() ? nullptr : found->second;
}

bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// "train/gradNorm" is train, grad, norm.
std::vector<std::string> wordsOfName(std::string_view name)
{
    std::vector<std::string> words;
    bool isOpen = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!isWordCharacter(c) || c == '_') {
            isOpen = false;
            continue;
        }
        if (!isOpen || (isCapital(c) && i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z'))
            words.emplace_back();
        isOpen = true;
        words.back() += static_cast<char>(isCapital(c) ? c - 'A' + 'a' : c);
    }
    return words;
}

/// Words with their kinds apart from those that only say something about the quantity.
struct SortedWords
{
    NameMeaning meaning; ///< without the quantity
    std::vector<std::string> rest;
    std::string unphased; ///< all but the phase, run together
    bool isForeign = false;
    bool isOfEpoch = false;
};

SortedWords sortedWords(std::string_view name)
{
    SortedWords sorted;
    for (std::string& word : wordsOfName(name)) {
        const WordRow* row = wordRow(word);
        const WordKind kind = row == nullptr ? WordKind::Other : row->kind;
        if (kind != WordKind::Training && kind != WordKind::Validation)
            sorted.unphased += word;
        switch (kind) {
        case WordKind::Training:
            sorted.meaning.phase = LogPhase::Training;
            break;
        case WordKind::Validation:
            sorted.meaning.phase = LogPhase::Validation;
            break;
        case WordKind::Mean:
            sorted.meaning.isMean = true;
            break;
        case WordKind::Logarithm:
            sorted.meaning.isLogarithm = true;
            break;
        case WordKind::Total:
            sorted.meaning.rank -= 3;
            break;
        case WordKind::Filler:
            ++sorted.meaning.rank;
            sorted.isOfEpoch = sorted.isOfEpoch || word == "epoch";
            break;
        case WordKind::Foreign:
            sorted.isForeign = true;
            break;
        case WordKind::Other:
            sorted.rest.push_back(std::move(word));
            break;
        }
    }
    return sorted;
}

NameMeaning meaningOfWords(std::string_view name)
{
    SortedWords words = sortedWords(name);
    NameMeaning meaning = words.meaning;
    if (words.isForeign)
        return {};
    std::string joined;
    for (const std::string& word : words.rest)
        joined += word;
    const QuantityRow* row = quantityRow(joined);
    if (row == nullptr)
        row = quantityRow(words.unphased); // "global_step", of words that only stand around others elsewhere
    if (row != nullptr) {
        meaning.quantity = row->quantity;
        meaning.rank += row->rank;
        meaning.isLogarithm = meaning.isLogarithm && row->quantity == LogQuantity::LossScale;
        meaning.isMean = meaning.isMean
            || (words.isOfEpoch && row->quantity == LogQuantity::Loss); // "loss_epoch" of Lightning
        return meaning;
    }
    if (words.rest.size() > 1 && (words.rest.front() == "loss" || words.rest.back() == "loss")) {
        meaning.quantity = LogQuantity::LossComponent;
        return meaning;
    }
    return {};
}

} // namespace

LogPhase phaseOfWord(std::string_view word)
{
    constexpr std::size_t kLongest = 10;
    if (word.size() > kLongest)
        return LogPhase::Unsaid;
    std::string lower;
    for (const char c : word)
        lower += static_cast<char>(isCapital(c) ? c - 'A' + 'a' : c);
    const WordRow* row = wordRow(lower);
    if (row == nullptr)
        return LogPhase::Unsaid;
    return row->kind == WordKind::Training  ? LogPhase::Training
        : row->kind == WordKind::Validation ? LogPhase::Validation
                                            : LogPhase::Unsaid;
}

NameMeaning meaningOfName(std::string_view name)
{
    if (name.size() > kLongestLogName)
        return {};
    const NameMeaning whole = meaningOfWords(name);
    if (whole.quantity != LogQuantity::Unknown && whole.quantity != LogQuantity::LossComponent)
        return whole;
    // Behind a path of groups, or the name of a run: but a norm behind the name of a layer is that layer's.
    const std::size_t slash = name.rfind('/');
    const std::size_t dash = name.rfind(" - ");
    const std::size_t behind = dash != std::string_view::npos ? dash + 3
        : slash != std::string_view::npos                     ? slash + 1
                                                              : 0;
    if (behind == 0 || behind >= name.size())
        return whole;
    NameMeaning last = dash != std::string_view::npos ? meaningOfName(name.substr(behind))
                                                      : meaningOfWords(name.substr(behind));
    if (last.quantity == LogQuantity::Unknown
        || (dash == std::string_view::npos && last.quantity == LogQuantity::GradientNorm))
        return whole;
    if (last.phase == LogPhase::Unsaid)
        last.phase = sortedWords(name.substr(0, behind)).meaning.phase;
    constexpr int kBehindOthers = 6;
    last.rank += kBehindOthers;
    return last;
}

LogName LogVocabulary::named(std::string_view name) const
{
    struct OwnName
    {
        const std::string* name;
        LogQuantity quantity;
    };
    const std::array own{OwnName{&m_own.step, LogQuantity::Step}, OwnName{&m_own.loss, LogQuantity::Loss},
        OwnName{&m_own.lossScale, LogQuantity::LossScale}, OwnName{&m_own.skipped, LogQuantity::SkippedSteps},
        OwnName{&m_own.gradientNorm, LogQuantity::GradientNorm}};
    for (const OwnName& row : own)
        if (!row.name->empty() && *row.name == name) {
            NameMeaning meaning = meaningOfName(name); // a logarithm stays one, a mean a mean
            meaning.quantity = row.quantity;
            meaning.phase = LogPhase::Training;
            return {std::string(name), meaning, true};
        }
    const NameMeaning usual = meaningOfName(name);
    for (const OwnName& row : own)
        if (!row.name->empty() && usual.phase != LogPhase::Validation
            && (usual.quantity == row.quantity
                || (usual.quantity == LogQuantity::LossComponent && row.quantity == LogQuantity::Loss)
                || (usual.quantity == LogQuantity::Overflow && row.quantity == LogQuantity::SkippedSteps)))
            return {std::string(name), {}};
    return {std::string(name), usual};
}

/// Words end with the name that they are about: "reducing loss scale to". What makes another thing of it may stand further in front:
/// "initial loss scale".
LogName LogVocabulary::understood(std::string_view text, bool isWords) const
{
    constexpr auto kLinks
        = std::to_array<std::string_view>({"to", "is", "of", "was", "at", "now", "value", "by"});
    LogName name = named(text);
    if (!isWords || name.isOwn)
        return name;
    std::string_view ending = text;
    for (std::size_t space = ending.rfind(' '); space != std::string_view::npos
         && std::find(kLinks.begin(), kLinks.end(), ending.substr(space + 1)) != kLinks.end();
         space = ending.rfind(' '))
        ending = ending.substr(0, space);
    while (true) {
        name = named(ending);
        const LogQuantity quantity = name.meaning.quantity;
        const std::size_t space = ending.find(' ');
        if (space == std::string_view::npos
            || (quantity != LogQuantity::Unknown && quantity != LogQuantity::LossComponent))
            return name;
        if (sortedWords(ending.substr(0, space)).isForeign)
            return {std::string(ending), {}};
        ending.remove_prefix(space + 1);
    }
}

LogName& LogVocabulary::found(std::string_view text, bool isWords)
{
    Names& names = isWords ? m_words : m_names;
    if (const auto known = names.find(text); known != names.end())
        return known->second;
    LogName name = understood(text, isWords);
    if (names.size() >= kMaxNames) {
        m_beyond = std::move(name);
        return m_beyond;
    }
    return names.emplace(std::string(text), std::move(name)).first->second;
}

std::vector<UnreadNumber> LogVocabulary::unread() const
{
    std::unordered_map<std::string_view, UnreadNumber> together;
    for (const Names* names : {&m_names, &m_words})
        for (const auto& [text, name] : *names)
            if (name.count > 0 && name.meaning.quantity == LogQuantity::Unknown) {
                UnreadNumber& number
                    = together.try_emplace(name.text, UnreadNumber{name.text, 0, name.example}).first->second;
                number.count += name.count;
            }
    std::vector<UnreadNumber> unread;
    unread.reserve(together.size());
    for (auto& [text, number] : together)
        unread.push_back(std::move(number));
    std::sort(unread.begin(), unread.end(), [](const UnreadNumber& a, const UnreadNumber& b) {
        return a.count != b.count ? a.count > b.count : a.name < b.name;
    });
    return unread;
}

} // namespace ulpscope
