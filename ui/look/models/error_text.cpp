// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/error_text.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/language.h"
#include "ui/look/models/local_number.h"
#include "ui/look/models/translation.h"

#include <QRegularExpression>

#include <optional>
#include <span>
#include <vector>

namespace ulpscope::ui {

namespace {

/// What stands in a place of a sentence, by a letter each: a text of anybody's, as it is ('t'; all that stands in quotes is one), a
/// value or names, which have no two words beside each other ('v'), or one of the parts below ('p'). What is in none of them leaves
/// the sentence as it is: half a translation is none.
struct KnownSentence
{
    const char* english;
    const char* places = "";
};

// Of two that fit, the first is taken.
constexpr KnownSentence kSentences[] = {
    {translated("expected %1, got %2"), "pv"},
    {translated("missing: expected %1"), "p"},
    // Names.
    {translated("unknown %1 '%2'; did you mean '%3'?"), "ptt"},
    {translated("unknown %1 '%2'; known: %3"), "ptv"},
    {translated("expected a layer and its tensor behind '%1', such as %1(dense_2.output)"), "t"},
    {translated("unknown %1 '%2'"), "pt"},
    {translated("Cannot convert '%1' to a mixed precision DTypePolicy; did you mean '%2'?"), "tt"},
    {translated(
         "Cannot convert '%1' to a mixed precision DTypePolicy; valid are mixed_float16, mixed_bfloat16 and "
         "the dtype names such as float32"),
        "t"},
    {translated(
         "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got '%1'; a quantized policy reads like "
         "float8_from_mixed_bfloat16"),
        "t"},
    {translated(
         "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got '%1'; DTypePolicy('%2') itself is "
         "legal, and no layer takes it"),
        "tt"},
    {translated("'%1' is there twice"), "t"},
    // What a run says of its loop and its arithmetic.
    {translated(
         "the loop divides the gradients by %1 but never multiplied the loss: updates are that many times too small"),
        "v"},
    {translated(
         "the loop multiplies the loss by %1 but never divides the gradients: updates are that many times too large"),
        "v"},
    {translated(
         "the loop clips gradients that still have the loss scale %1: the limit is that many times smaller than it says"),
        "v"},
    {translated(
         "the loop's learning rate schedule moves on in steps that the loss scale %1 skips: the learning rate is ahead "
         "of the optimizer by the number of skipped steps"),
        "v"},
    {translated("%1 needs a loss scale: there is nothing to forget"), "t"},
    {translated("%1 in %2 is not proved"), "vv"},
    {translated(
         "a run would take about %1 of memory, and what else is open %2: expected no more than the memory budget of %3"),
        "ttt"},
    // What a search is asked.
    {translated("no layer but inputs has '%1' in its path"), "t"},
    {translated("'%1' is no setting such as recipe=mxfp8"), "t"},
    {translated("'%1' fits no searched layer but those of the ones before it"), "t"},
    {translated("expected a number's name, such as loss")},
    {translated("expected a step or a range of steps, such as 500 or 50..")},
    {translated("expected a number, or a factor as in 1.01*float32")},
    {translated("expected <, <=, >, >=, == or !=")},
    {translated("expected ';' and another clause, or the end")},
    {translated("the run's steps are 0 to %1, so there is no step %2"), "vv"},
    {translated("a range begins before it ends")},
    {translated("%1 is of a step: say at which, as in %2"), "vv"},
    {translated("%1 is known at the run's end alone: leave out what follows it"), "v"},
    {translated("'%1' computes in %2, which cannot be trained; floating-point policies can"), "tv"},
    {translated(
         "under '%1' the layer multiplies integers as Keras does, which %2 cannot change; expected another policy, or the "
         "setting removed"),
        "tv"},
    {translated(
        "Keras on JAX raises in the first step, because float8's scales have no moving average; 0 trains there too")},
    {translated(
         "cond branches must have equal output types: Keras on JAX raises in the first step, because the dynamic loss "
         "scale makes gradients float32, and accumulated ones have the dtype of their variables, %1 in %2; 1 trains "
         "there too"),
        "vt"},
    {translated("at most %1 policies"), "v"},
    {translated("at most %1 loss scales"), "v"},
    {translated("at most %1 clauses"), "v"},
    {translated("expected float32, which is all that a factor can be of")},
    {translated("another process writes to it")},
    // Measuring a lesson.
    {translated(
         "measuring keeps the figures of every step, and those of %1 steps are all that fit; expected a "
         "shorter run, or a larger probes.tensors_every"),
        "v"},
    // Files.
    {translated("cannot be read: %1"), "p"},
    {translated("cannot be written: %1"), "p"},
    {translated("is %1; expected a file"), "p"},
    {translated("is larger than %1 MiB"), "v"},
    {translated("is empty")},
    {translated("is neither a CSV, NPZ, NPY or IDX file nor a text")},
    {translated("empty: expected JSON")},
    {translated("not valid JSON: %1"), "t"},
    {translated(
        "no number in it has a name that is known for a loss, a loss scale, a gradient norm or skipped steps")},
    // Archives and files of tensors.
    {translated(
         "is cut off after %1 bytes: it begins as a zip archive, and the list of entries that ends one is "
         "missing"),
        "v"},
    {translated("its entries overlap: '%1' and '%2' have bytes in common"), "tt"},
    {translated("its entries overlap: '%1' and the list of entries have bytes in common"), "t"},
    {translated("its list of entries does not say where they are")},
    {translated("is no file of tensors: neither NumPy's, safetensors, torch's, Keras' nor HDF5")},
    {translated("is a zip archive without arrays: neither an .npz, a .pt nor a .keras file")},
    {translated(
        "is a pickle by itself, as torch before 1.6 and others write; save it anew by torch.save of today")},
    {translated("has no weight_map, which an index of safetensors has")},
    {translated("there is no tensor '%1' in it; did you mean '%2'?"), "tt"},
    {translated("there is no tensor '%1' in it; there are %2"), "tv"},
    // Models of Keras.
    {translated("'%1' is a %2, a nested model, which cannot be trained here; layers that can: %3"), "tvv"},
    {translated("'%1' is a %2, which cannot be trained here; layers that can: %3"), "tvv"},
    {translated("layers that are called more than once cannot be trained here")},
    {translated("a cast to %1 before a layer that computes in %2 cannot be trained here"), "vv"},
    {translated("'%1', a nested model of %2 inputs, cannot be trained here; those of one can"), "tv"},
    {translated("a nested model that has not one tensor there cannot be trained here")},
    {translated(
         "is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, ulpscope-cli new "
         "DATA --model makes a session that trains it"),
        "v"},
    {translated(
         "is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, and layers of these "
         "classes are not computed here: %2"),
        "vv"},
    // Recordings.
    {translated("expected {path} or {role} in '%1'"), "t"},
    {translated("'%1' has a place too often"), "t"},
    {translated("no tensor is named as %1 has it; the first is '%2'"), "vt"},
    {translated("has no tensors")},
    {translated("the recording does not say of which class it is")},
    {translated("its input and its output are not both recorded as floating-point numbers")},
    {translated("its inputs differ or have a mask; only attention of one input to itself is redone")},
    {translated("it was called with more than one tensor")},
    {translated("%1 draws at random"), "v"},
    {translated(
         "its dropout of %1 drops numbers at random in training, and which it dropped is not recorded"),
        "v"},
    {translated(
         "its dropout of %1 drops numbers at random in training, and the recording does not say whether it was in "
         "training"),
        "v"},
    {translated("%1 depends on the whole batch and its past"), "v"},
    {translated("%1 computes nothing"), "v"},
    {translated("%1 takes several inputs"), "v"},
    {translated("no layer has both its input and its output recorded")},
    // Exports.
    {translated("one policy cannot say it: %1 runs under %2, %3 under %4; a keras-map can"), "tvtv"},
    {translated("one policy cannot say it, and the older families have no policy maps")},
    {translated("one policy cannot say it: this layer has %1, and the model %2"), "vv"},
    {translated("PyTorch does not compute in %1"), "v"},
    {translated("PyTorch does not train weights in %1"), "v"},
    {translated("no counterpart of '%1' in PyTorch is known here"), "t"},
    {translated(
         "no counterpart of this %1 in PyTorch is known here; a keras-model or keras-python can say it"),
        "v"},
    {translated("no counterpart of %1 in PyTorch is known here"), "v"},
    {translated("no counterpart in PyTorch is known here")},
    {translated("no layer has a float8 policy that it takes, so there is nothing to say")},
};

/// What may stand in a place of a sentence, or before it.
constexpr KnownSentence kParts[] = {
    {translated("not %1"), "v"},
    {translated("an integer or %1"), "p"},
    {translated("%1 in [%2, %3]"), "pvv"},
    {translated("%1 >= %2"), "pv"},
    {translated("%1 <= %2"), "pv"},
    {translated("an integer")},
    {translated("a number")},
    {translated("a text")},
    {translated("true or false")},
    {translated("a list of integers")},
    {translated("a number such as 1024, \"none\", \"auto\", \"dynamic 2^15\" or another rule")},
    {translated("choice")},
    {translated("column")},
    {translated("key")},
    {translated("layer")},
    {translated("number")},
    {translated("layer class")},
    {translated("figure")},
    {translated("figure of a step")},
    {translated("figure of a tensor")},
    {translated("loss scale")},
    {translated("optimizer")},
    {translated("format")},
    {translated("rounding mode")},
    {translated("recipe")},
    {translated("setting")},
    {translated("No such file or directory")},
    {translated("Permission denied")},
    {translated("Is a directory")},
    {translated("Not a directory")},
    {translated("No space left on device")},
    {translated("Read-only file system")},
    {translated("a folder")},
    {translated("all searched layers in float32, which budgets compare with, cannot be trained")},
    {translated("%1 at %2"), "vv"},
    {translated("line %1, column %2"), "vv"},
};

struct ErrorPattern
{
    const KnownSentence* sentence;
    QRegularExpression fits;
};

std::vector<ErrorPattern> compiled(std::span<const KnownSentence> sentences)
{
    std::vector<ErrorPattern> all;
    for (const KnownSentence& sentence : sentences) {
        QString expression = QRegularExpression::escape(QString::fromUtf8(sentence.english));
        for (std::size_t place = 1; place <= std::string_view(sentence.places).size(); ++place)
            expression.replace(QStringLiteral("\\%%1").arg(place), QStringLiteral("(.*?)"));
        all.push_back({&sentence,
            QRegularExpression(QRegularExpression::anchoredPattern(expression),
                QRegularExpression::DotMatchesEverythingOption)});
    }
    return all;
}

std::optional<QString> partText(const QString& english);

/// Words that are not said in quotes are a sentence.
bool isProse(QString text)
{
    static const QRegularExpression quoted(QStringLiteral("\"[^\"]*\"|'[^']*'"));
    static const QRegularExpression words(QStringLiteral("\\pL{2,} +\\pL{2,}"));
    return text.remove(quoted).contains(words);
}

std::optional<QString> placeText(char kind, const QString& english)
{
    switch (kind) {
    case 'p':
        return partText(english);
    case 'v':
        return isProse(english) ? std::nullopt : std::optional(localNumber(english));
    default:
        return english;
    }
}

/// Nothing where no pattern fits as a whole.
std::optional<QString> translatedBy(const std::vector<ErrorPattern>& patterns, const QString& english)
{
    for (const ErrorPattern& pattern : patterns) {
        const QRegularExpressionMatch match = pattern.fits.match(english);
        if (!match.hasMatch())
            continue;
        const std::string_view places = pattern.sentence->places;
        QStringList arguments;
        for (int place = 0; place < int(places.size()); ++place)
            if (const auto argument = placeText(places[std::size_t(place)], match.captured(place + 1)))
                arguments += *argument;
        if (arguments.size() == qsizetype(places.size()))
            return withArguments(tr(pattern.sentence->english), arguments);
    }
    return {};
}

std::optional<QString> partText(const QString& english)
{
    static const std::vector<ErrorPattern> parts = compiled(kParts);
    return translatedBy(parts, english);
}

/// "mine.ulps: training.steps: expected ...": places stand before; a key of a file has no space, a path a point or a slash.
std::optional<QString> sentenceText(const QString& english)
{
    static const std::vector<ErrorPattern> sentences = compiled(kSentences);
    if (const std::optional<QString> whole = translatedBy(sentences, english))
        return whole;
    const qsizetype colon = english.indexOf(QLatin1String(": "));
    if (colon < 0)
        return {};
    const std::optional<QString> rest = sentenceText(english.mid(colon + 2));
    const QString place = english.left(colon);
    static const QRegularExpression noSentence(QStringLiteral("^[^ ]*$|[./\\\\]"));
    const std::optional<QString> before
        = place.contains(noSentence) ? partText(place).value_or(place) : partText(place);
    return rest && before ? std::optional(*before + QLatin1String(": ") + *rest) : std::nullopt;
}

} // namespace

QString errorText(const Error& error)
{
    if (isEnglish() || error.place.empty())
        return errorText(error.text());
    const QString place = toQt(error.place); // whatever it is called
    const std::optional<QString> message = sentenceText(toQt(error.message));
    return message ? partText(place).value_or(place) + QLatin1String(": ") + *message
                   : errorText(error.text());
}

QString errorText(std::string_view message)
{
    const QString english = toQt(message);
    return isEnglish() ? english : sentenceText(english).value_or(english);
}

QString expectationText(const ParameterSpec& parameter)
{
    const QString english = toQt(expectation(parameter));
    return isEnglish() ? english : partText(english).value_or(english);
}

std::vector<std::string_view> errorPatterns()
{
    std::vector<std::string_view> all;
    for (const KnownSentence& sentence : kSentences)
        all.emplace_back(sentence.english);
    for (const KnownSentence& part : kParts)
        all.emplace_back(part.english);
    return all;
}

} // namespace ulpscope::ui
