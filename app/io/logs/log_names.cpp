// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_names.h"

#include "app/io/logs/log_number.h"

#include <algorithm>
#include <array>
#include <map>
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
    WordKind kind;
    std::string_view words;
};

constexpr auto kWords = std::to_array<WordRow>({
    {WordKind::Training, "train training tr trn"},
    {WordKind::Validation, "val valid validation eval evaluation test testing dev cv vld"},
    {WordKind::Mean,
        "average averaged avg avr ave mean running smoothed smooth smoothing ema cumulative "
        "moving"},
    {WordKind::Logarithm, "lg log2"},
    {WordKind::Total, "total overall sum"},
    {WordKind::Filler,
        "step steps iter iters iteration iterations batch batches epoch update updates global lm current cur curr last latest "
        "num number of is was were has the raw reduced unscaled trainer optim optimizer opt metrics metric scalars losses "
        "samples stats monitor fp16 amp dynamic mixed precision per token value micro mb before after clip clipping clipped "
        "unclipped pre post all med median"},
    {WordKind::Foreign,
        "min max minimum maximum best worst lowest std var weight weights coef coeff coefficient factor fn function type lambda "
        "alpha beta eps epsilon ratio threshold limit prev previous target delta diff change improvement time sec init initial "
        "growth backoff interval window hysteresis patience decay warmup scaled reduction inv use count tokens acc accuracy "
        "py cpp"},
});

struct QuantityRow
{
    LogQuantity quantity;
    int rank; ///< the least counts where an entry has several
    std::string_view words; ///< each of the words of a name run together
};

constexpr auto kQuantities = std::to_array<QuantityRow>({
    {LogQuantity::Step, 0, "globalstep globalsteps numupdates trainerglobalstep globaliter globaliteration"},
    {LogQuantity::Step, 1, "optimizerstep currentstep currentsteps curstep curiter"},
    {LogQuantity::Step, 2, "step"},
    {LogQuantity::Step, 9, "steps iterations iters"},
    {LogQuantity::Step, 3, "iteration iter niter itr"},
    {LogQuantity::Step, 5, "update updates"},
    {LogQuantity::Step, 6, "batch batchindex batchidx"},
    {LogQuantity::Epoch, 0, "epoch"},
    {LogQuantity::Epoch, 2, "ep"},
    {LogQuantity::Loss, 0, "loss"},
    {LogQuantity::Loss, 20, "crossentropy xent crossentropyloss"},
    {LogQuantity::LossScale, 0, "lossscale"},
    {LogQuantity::LossScale, 1, "lossscaling lossscaler gradscale gradscaler gradscalerscale gradientscale"},
    {LogQuantity::LossScale, 2, "scalerscale"},
    {LogQuantity::LossScale, 3, "scaler"},
    {LogQuantity::LossScale, 5, "scale"},
    {LogQuantity::GradientNorm, 0,
        "gradnorm gradientnorm gradientsnorm gradsnorm gnorm normgrad l2gradnorm gradl2norm "
        "gradnorml2 l2normgrad grad2norm grad20norm"},
    {LogQuantity::GradientNorm, 10, "norm"},
    {LogQuantity::GradientNorm, 20, "grad"},
    {LogQuantity::LearningRate, 0, "lr learningrate"},
    {LogQuantity::LearningRate, 1, "lr0 lrpg0 lradam lradamw lrsgd"},
    {LogQuantity::SkippedSteps, 0, "skipped"},
    {LogQuantity::SkippedSteps, 1, "skip skips"},
    {LogQuantity::Overflow, 0, "foundinf foundinfs overflow gradoverflow gradientoverflow"},
    {LogQuantity::NanSteps, 0, "numberofnaniterations"},
});

/// The row of a table whose words have this one among them; nullptr for none.
template <const auto& kRows>
auto rowOfWord(std::string_view word)
{
    using Row = decltype(kRows.data());
    static const std::unordered_map<std::string_view, Row> kMap = [] {
        std::unordered_map<std::string_view, Row> map;
        for (const auto& row : kRows)
            for (std::string_view words = row.words; !words.empty();) {
                const std::size_t end = std::min(words.find(' '), words.size());
                map.emplace(words.substr(0, end), &row);
                words.remove_prefix(std::min(end + 1, words.size()));
            }
        return map;
    }();
    const auto found = kMap.find(word);
    return found == kMap.end() ? Row() : found->second;
}

WordKind kindOfWord(std::string_view word)
{
    const WordRow* row = rowOfWord<kWords>(word);
    return row == nullptr ? WordKind::Other : row->kind;
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
    NameMeaning meaning; ///< meaning without the quantity
    std::vector<std::string> rest;
    std::string unphased; ///< all but the phase, run together
    bool isForeign = false;
    bool isOfEpoch = false;
};

SortedWords sortedWords(std::string_view name)
{
    SortedWords sorted;
    for (std::string& word : wordsOfName(name)) {
        const WordKind kind = kindOfWord(word);
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
    const QuantityRow* row = rowOfWord<kQuantities>(joined);
    if (row == nullptr)
        row = rowOfWord<kQuantities>(
            words.unphased); // "global_step", of words that only stand around others elsewhere
    if (row != nullptr) {
        meaning.quantity = row->quantity;
        meaning.rank += row->rank;
        meaning.isLogarithm = meaning.isLogarithm && row->quantity == LogQuantity::LossScale;
        meaning.isMean = meaning.isMean
            || (words.isOfEpoch && row->quantity == LogQuantity::Loss); // "loss_epoch" of Lightning
        return meaning;
    }
    // "decode.loss_ce" is a part; among words with blanks between, a loss in their middle is of a sentence.
    const auto loss = std::ranges::find(words.rest, "loss");
    if (words.rest.size() > 1 && loss != words.rest.end()
        && (loss == words.rest.begin() || loss + 1 == words.rest.end()
            || name.find(' ') == std::string_view::npos)) {
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
    const WordKind kind = kindOfWord(lower);
    return kind == WordKind::Training  ? LogPhase::Training
        : kind == WordKind::Validation ? LogPhase::Validation
                                       : LogPhase::Unsaid;
}

NameMeaning meaningOfName(std::string_view name)
{
    if (name.size() > kLongestLogName)
        return {};
    const NameMeaning whole = meaningOfWords(name);
    if (whole.quantity != LogQuantity::Unknown && whole.quantity != LogQuantity::LossComponent)
        return whole;
    // A name may follow a path of groups or a run's name. A norm after a layer's name is that layer's norm.
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
        = std::to_array<std::string_view>({"to", "is", "of", "was", "at", "now", "value", "by", "reduced",
            "decreased", "lowered", "increased", "changed", "updated", "set", "dropped", "from"});
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

std::vector<LossPart> LogVocabulary::lossParts() const
{
    std::map<std::string_view, std::size_t> notFinite;
    for (const Names* names : {&m_names, &m_words})
        for (const auto& [text, name] : *names)
            if (name.count > 0 && name.meaning.quantity == LogQuantity::LossComponent
                && name.meaning.phase != LogPhase::Validation)
                notFinite[name.text] += name.notFinite;
    std::vector<LossPart> parts;
    for (const auto& [name, count] : notFinite)
        parts.push_back({std::string(name), count});
    return parts;
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
