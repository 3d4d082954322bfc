// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/models/surprises.h"

#include "engine/layer/keras_class.h"
#include "engine/model/model_plan.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

class SurpriseText
{
    Q_DECLARE_TR_FUNCTIONS(Surprise)
};

struct Facts
{
    const SessionSpec& session;
    const MapQuestion& question;
    const MapFindings& findings;

    bool hasMap() const { return !question.policies.map.empty(); }
    const std::string& key(std::size_t row) const { return question.policies.map[row].first; }
};

/// Names of the layers that a test picks, "dense, dense_1"; empty: none.
template <class Test>
QString layersWhere(const Facts& facts, Test test)
{
    constexpr int kShown = 4;
    QStringList names;
    int count = 0;
    for (std::size_t i = 0; i < facts.findings.layers.size(); ++i)
        if (!facts.findings.layers[i].error && test(facts.question.layers[i], facts.findings.layers[i])
            && ++count <= kShown)
            names += toQt(facts.question.layers[i].shownName());
    if (count > kShown)
        names += SurpriseText::tr("and %1 more").arg(count - kShown);
    return names.join(QStringLiteral(", "));
}

QString quoted(const std::string& key)
{
    constexpr qsizetype kShown = 60;
    const QString text = toQt(key);
    return QLatin1Char('\'') + (text.size() > kShown ? text.left(kShown) + QStringLiteral("…") : text)
        + QLatin1Char('\'');
}

bool isHalf(const std::string& dtype)
{
    return dtype == "float16" || dtype == "bfloat16";
}

/// A dot that stands for any character, and not with a quantifier as in ".*".
bool hasPlainDot(const std::string& key)
{
    bool isInSet = false;
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (key[i] == '\\')
            ++i;
        else if (key[i] == '[' || key[i] == ']')
            isInSet = key[i] == '[';
        else if (key[i] == '.' && !isInSet
            && (i + 1 == key.size() || std::string_view("*+?{").find(key[i + 1]) == std::string_view::npos))
            return true;
    }
    return false;
}

/// The first key that a test picks.
template <class Test>
std::optional<std::size_t> keyWhere(const Facts& facts, Test test)
{
    for (std::size_t row = 0; row < facts.findings.keys.size(); ++row)
        if (test(row))
            return row;
    return std::nullopt;
}

std::string activationOf(const Facts& facts, const PolicyHolder& asking)
{
    for (const LayerSpec& layer : facts.session.model.layers)
        if (layer.name == asking.shownName())
            if (const ParameterValue* value = layer.config.find("activation"))
                if (const auto* text = std::get_if<std::string>(value))
                    return *text;
    return {};
}

// Each gives its sentence, or an empty text where it does not apply.

QString mapWithoutLossScaling(const Facts& facts)
{
    const QString layers = layersWhere(facts,
        [](const PolicyHolder&, const PathFinding& found) { return found.policy.computeDtype == "float16"; });
    return !facts.hasMap() || layers.isEmpty()
        ? QString()
        : SurpriseText::tr("A map gets no automatic loss scaling: compile() looks for a policy named "
                           "mixed_float16, and a map's name is \"map_%1\", although %2 compute in float16.")
              .arg(toQt(facts.question.policies.global.name), layers);
}

QString layerWithoutLossScaling(const Facts& facts)
{
    if (facts.hasMap() || facts.question.policies.global.name == "mixed_float16")
        return {};
    const QString layers = layersWhere(facts, [](const PolicyHolder& asking, const PathFinding& found) {
        return asking.own && found.policy.computeDtype == "float16";
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr("Loss scaling depends on the name of the model's policy alone: %1 compute in "
                           "float16, and compile() scales nothing under \"%2\".")
              .arg(layers, toQt(facts.question.policies.global.name));
}

QString keyIsPrefix(const Facts& facts)
{
    const auto row = keyWhere(facts, [&](std::size_t at) {
        const KeyFinding& found = facts.findings.keys[at];
        return !found.error && found.decides.empty() && found.clashes.empty()
            && facts.question.policies.mapMatching == MapMatching::FullMatch
            && std::any_of(facts.question.layers.begin(), facts.question.layers.end(),
                [&](const PolicyHolder& layer) { return layer.path.starts_with(facts.key(at) + '/'); });
    });
    return row ? SurpriseText::tr("A policy is not inherited from a parent: the key %1 is not for what is "
                                  "inside of it; %2 is.")
                     .arg(quoted(facts.key(*row)), quoted(facts.key(*row) + "/.*"))
               : QString();
}

QString dotMatchesAnything(const Facts& facts)
{
    const auto row = keyWhere(
        facts, [&](std::size_t at) { return !facts.findings.keys[at].error && hasPlainDot(facts.key(at)); });
    return row ? SurpriseText::tr("Every key is a regular expression: the dot in %1 matches any character; "
                                  "a dot itself is \"\\.\".")
                     .arg(quoted(facts.key(*row)))
               : QString();
}

QString brokenKeySparesExactPaths(const Facts& facts)
{
    const auto row = keyWhere(facts, [&](std::size_t at) {
        return facts.findings.keys[at].error && facts.findings.keys[at].error->kind == ErrorKind::RegexError;
    });
    return row ? SurpriseText::tr("Keras takes the broken key %1 without a word; re.error comes with the "
                                  "first path that is no key itself.")
                     .arg(quoted(facts.key(*row)))
               : QString();
}

QString automaticNames(const Facts& facts)
{
    const auto row = keyWhere(facts, [&](std::size_t at) {
        return std::any_of(
            facts.question.layers.begin(), facts.question.layers.end(), [&](const PolicyHolder& layer) {
                const std::string automatic = snakeCase(layer.className);
                return !layer.isChild && layer.path == facts.key(at)
                    && (layer.name == automatic
                        || (layer.name.starts_with(automatic + '_')
                            && layer.name.find_first_not_of("0123456789", automatic.size() + 1)
                                == std::string::npos));
            });
    });
    return row ? SurpriseText::tr("%1 looks like a name that Keras gave by itself: when the model is built "
                                  "again in the same process the number goes up, and the key misses.")
                     .arg(quoted(facts.key(*row)))
               : QString();
}

QString firstCallUsesTheDefault(const Facts& facts)
{
    const QString layers = layersWhere(facts, [&](const PolicyHolder&, const PathFinding& found) {
        const bool isFromKey
            = found.origin == PolicyOrigin::MapExact || found.origin == PolicyOrigin::MapRegex;
        return isFromKey && found.policy.computeDtype != facts.question.policies.global.computeDtype;
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr("A layer has no path before it is built: the inputs of its very first call are "
                           "cast to the default's %1 (%2).")
              .arg(toQt(facts.question.policies.global.computeDtype), layers);
}

QString quantizedWithoutCall(const Facts& facts)
{
    const QString layers = layersWhere(facts, [](const PolicyHolder& asking, const PathFinding& found) {
        return found.policy.isQuantized()
            && !hasQuantizedCall(asking.className, found.policy.quantizationMode);
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr(
            "A quantized policy reaches every layer: %1 have no such call, and Keras raises NotImplementedError when they are "
            "first called. model.quantize() leaves them out, and so does this program.")
              .arg(layers);
}

QString float8ScalesLag(const Facts& facts)
{
    const QString layers = layersWhere(facts, [](const PolicyHolder& asking, const PathFinding& found) {
        return found.policy.isFloat8() && hasQuantizedCall(asking.className, "float8");
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr(
            "float8 scales lag: steps 1 and 2 run with scale 1, and later ones with the largest values of two steps before (%1).")
              .arg(layers);
}

QString softmaxStaysHalf(const Facts& facts)
{
    const QString layers = layersWhere(facts, [&](const PolicyHolder& asking, const PathFinding& found) {
        return isHalf(found.policy.computeDtype)
            && (asking.className == "Softmax" || activationOf(facts, asking) == "softmax");
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr(
            "Softmax is not lifted to float32 (%1): Keras advises dtype=\"float32\" for the last layer.")
              .arg(layers);
}

QString normRoundsItsInput(const Facts& facts)
{
    const QString layers = layersWhere(facts, [](const PolicyHolder& asking, const PathFinding& found) {
        return found.policy.computeDtype == "float16"
            && (asking.className == "BatchNormalization" || asking.className == "RMSNormalization");
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr("%1 compute in float32 inside, but the input has been rounded to float16 before: "
                           "70000 is already infinite.")
              .arg(layers);
}

QString lossFollowsFloatx(const Facts& facts)
{
    if (facts.findings.layers.empty())
        return {};
    const PathFinding& last = facts.findings.layers.back();
    return last.error || !isHalf(last.policy.computeDtype)
        ? QString()
        : SurpriseText::tr(
            "The loss follows the default dtype (floatx) and no policy: it is computed in %1, from outputs that were "
            "rounded to %2.")
              .arg(
                  toQt(std::string(floatxFor(facts.question.policies).name)), toQt(last.policy.computeDtype));
}

QString integersCutFractions(const Facts& facts)
{
    const QString layers = layersWhere(facts, [](const PolicyHolder&, const PathFinding& found) {
        return !isFloatDtype(found.policy.computeDtype) && !found.policy.computeDtype.starts_with("complex");
    });
    return layers.isEmpty()
        ? QString()
        : SurpriseText::tr("Keras does not ask whether a policy is of floating point: %1 cut their inputs to "
                           "integers.")
              .arg(layers);
}

QString float64NeedsFloatx(const Facts& facts)
{
    return facts.question.policies.global.name != "float64" || facts.question.policies.floatx != "auto"
        ? QString()
        : SurpriseText::tr(
            "Input layers and losses ignore policies: in Keras the data still enter as float32 "
            "unless set_floatx(\"float64\") is called. This program does.");
}

QString dynamicScaleHasNoFloor(const Facts& facts)
{
    return facts.session.training.lossScale.className != "dynamic"
        ? QString()
        : SurpriseText::tr("Keras 3's dynamic loss scale has neither floor nor ceiling: with gradients that "
                           "never are finite it halves down to 0.");
}

QString olderMatching(const Facts& facts)
{
    return !facts.hasMap() || facts.question.policies.mapMatching == MapMatching::FullMatch
        ? QString()
        : SurpriseText::tr(
            "Keras before August 2025 takes a key that matches anywhere in the path: \"dense\" is "
            "for \"dense_1\", too, and an upgrade changes which layers it is for.");
}

/// Explains a surprise of a family before Keras 3 that no session can express.
QString olderFamily(const Facts& facts)
{
    if (facts.question.policies.family == PolicyFamily::Keras3)
        return {};
    QStringList sentences;
    for (const FamilyFact& fact : familyFacts(facts.question.policies.family))
        sentences += SurpriseText::tr("%1: %2").arg(engineText(fact.topic), engineText(fact.sentence));
    return sentences.join(QLatin1Char('\n'));
}

struct Row
{
    const char* id;
    QString (*sentence)(const Facts&);
};

// Surprises that break a run come first.
constexpr Row kRows[] = {
    {"quantized_without_call", quantizedWithoutCall},
    {"map_without_loss_scaling", mapWithoutLossScaling},
    {"layer_without_loss_scaling", layerWithoutLossScaling},
    {"broken_key", brokenKeySparesExactPaths},
    {"older_matching", olderMatching},
    {"key_is_prefix", keyIsPrefix},
    {"dot_matches_anything", dotMatchesAnything},
    {"automatic_names", automaticNames},
    {"first_call_default", firstCallUsesTheDefault},
    {"integers_cut_fractions", integersCutFractions},
    {"softmax_stays_half", softmaxStaysHalf},
    {"norm_rounds_input", normRoundsItsInput},
    {"float8_scales_lag", float8ScalesLag},
    {"loss_follows_floatx", lossFollowsFloatx},
    {"float64_needs_floatx", float64NeedsFloatx},
    {"dynamic_scale_no_floor", dynamicScaleHasNoFloor},
    {"older_family", olderFamily},
};

} // namespace

std::vector<Surprise> surprises(
    const SessionSpec& session, const MapQuestion& question, const MapFindings& findings)
{
    const Facts facts{session, question, findings};
    std::vector<Surprise> found;
    for (const Row& row : kRows)
        if (QString sentence = row.sentence(facts); !sentence.isEmpty())
            found.push_back({row.id, std::move(sentence)});
    return found;
}

std::vector<const char*> surpriseIds()
{
    std::vector<const char*> ids;
    for (const Row& row : kRows)
        ids.push_back(row.id);
    return ids;
}

} // namespace ulpscope::ui
