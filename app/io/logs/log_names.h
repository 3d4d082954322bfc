// SPDX-License-Identifier: GPL-3.0-or-later
// Understands the name of a number in a log: its quantity, and the words around it that tell the phase and whether it is a mean.
#pragma once

#include "app/judge/runs/training_log.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ulpscope {

enum class LogQuantity {
    Unknown,
    Step,
    Epoch,
    Loss,
    LossComponent, ///< one of several losses that are added: "loss_cls"
    LossScale,
    GradientNorm,
    LearningRate,
    SkippedSteps, ///< a count
    Overflow, ///< true where a step was skipped
    NanSteps, ///< how many steps had a loss of NaN, which is printed nowhere else
};

enum class LogPhase { Unsaid, Training, Validation };

struct NameMeaning
{
    LogQuantity quantity = LogQuantity::Unknown;
    LogPhase phase = LogPhase::Unsaid;
    bool isMean = false; ///< a running mean
    bool isLogarithm = false; ///< whether the number is a logarithm to base 2
    int rank = 0; ///< the least counts where an entry has several names of a quantity
};

/// The phase that a word alone says: "Valid", "train".
LogPhase phaseOfWord(std::string_view word);
/// "train/loss", "gradNorm", "average_loss", "lg_loss_scale"; case and what stands between words do not matter.
NameMeaning meaningOfName(std::string_view name);

/// The caller's own names for these quantities: the words before a number, a key of JSON, a column. Empty: the usual names.
struct LogNames
{
    std::string step = {}; ///< "it" of "it=0012 L=2.31 S=1024 skip=0"
    std::string loss = {};
    std::string lossScale = {};
    std::string skipped = {}; ///< how many steps the line says were skipped; 1 or true: that one
    std::string gradientNorm = {};

    bool empty() const
    {
        return step.empty() && loss.empty() && lossScale.empty() && skipped.empty() && gradientNorm.empty();
    }
    bool operator==(const LogNames&) const = default;
};

/// A name as a log writes it.
struct LogName
{
    std::string text;
    NameMeaning meaning;
    bool isOwn = false; ///< the caller's
    std::size_t count = 0; ///< how many numbers have this name
    double example = 0; ///< the first of them
    std::size_t notFinite = 0; ///< numbers that are not finite during training
};

/// The names of one log, each understood once. A quantity that the caller names has no other name.
class LogVocabulary
{
public:
    explicit LogVocabulary(const LogNames& own)
        : m_own(own)
    {
    }

    const LogNames& own() const { return m_own; }
    bool hasOwn() const { return !m_own.empty(); }
    /// A key or a column.
    LogName& find(std::string_view name) { return found(name, false); }
    /// The name that ends a run of words: of "reducing loss scale to" that is "loss scale".
    LogName& findInWords(std::string_view words) { return found(words, true); }
    /// Names without a meaning, the most frequent first.
    std::vector<UnreadNumber> unread() const;
    /// The names of parts of the training's loss, in alphabetical order.
    std::vector<LossPart> lossParts() const;

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Names = std::unordered_map<std::string, LogName, Hash, std::equal_to<>>;

    LogName& found(std::string_view text, bool isWords);
    LogName named(std::string_view name) const;
    LogName understood(std::string_view text, bool isWords) const;

    LogNames m_own;
    Names m_names;
    Names m_words; ///< names, found by the words before a number
    LogName m_beyond; ///< stands for names that there is no room for
};

} // namespace ulpscope
