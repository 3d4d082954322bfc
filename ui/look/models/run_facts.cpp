// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/run_facts.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace ulpscope::ui {

namespace {

struct RunFactsText
{
    Q_DECLARE_TR_FUNCTIONS(RunFacts)
};

QString ofSteps(std::int64_t steps)
{
    return forCount(steps, RunFactsText::tr("%1 of %2 step"), RunFactsText::tr("%1 of %2 steps"));
}

} // namespace

QString stepsDoneText(std::int64_t done, std::int64_t steps)
{
    return ofSteps(steps).arg(countText(done), countText(steps));
}

QString runFacts(const SessionSpec& session, std::int64_t stepsDone)
{
    constexpr int kNamedLayers = 4;
    QStringList facts{RunFactsText::tr("policy %1").arg(toQt(session.policies.global.name))};
    if (!session.policies.map.empty())
        facts += RunFactsText::tr("a policy map of %1")
                     .arg(countedText(std::int64_t(session.policies.map.size()), RunFactsText::tr("key"),
                         RunFactsText::tr("keys")));
    int own = 0;
    for (const LayerSpec& layer : session.model.layers)
        if (layer.policy && ++own <= kNamedLayers)
            facts += QStringLiteral("%1: %2").arg(toQt(layer.name), toQt(layer.policy->name));
    if (own > kNamedLayers)
        facts += forCount(own - kNamedLayers, RunFactsText::tr("and %1 more layer with a policy of its own"),
            RunFactsText::tr("and %1 more layers with policies of their own"))
                     .arg(own - kNamedLayers);
    if (session.policies.recipe.className != "none")
        facts += RunFactsText::tr("recipe %1").arg(toQt(session.policies.recipe.className));
    facts += RunFactsText::tr("loss scale %1").arg(lossScaleText(session.training.lossScale));
    facts += RunFactsText::tr("seed %1").arg(session.training.seed);
    // Without groups, which a file has not.
    facts += ofSteps(session.training.steps).arg(stepsDone).arg(session.training.steps);
    return facts.join(QStringLiteral(", "));
}

QString runFacts(const RunHistory& run)
{
    const QString facts = runFacts(run.session(), run.stepsDone());
    return run.kernels.empty() ? facts : RunFactsText::tr("%1, kernels %2").arg(facts, toQt(run.kernels));
}

bool isReadFromFile(const RunHistory& run)
{
    return run.sample().train == nullptr;
}

QString noTensorsText(const RunHistory* run, bool isOtherComing, const QString& whatFollows)
{
    const QString text = isOtherComing
        ? RunFactsText::tr("Another run is loading: wait until it trains, then %1.")
        : run == nullptr ? RunFactsText::tr("No run is loaded: press Train (Space), then %1.")
        : isReadFromFile(*run)
        ? RunFactsText::tr(
            "This run was read from a file, without its data and weights: restore its session and train it again, then %1.")
        : RunFactsText::tr(
            "The weights of this run are gone: restore its session and train it again, then %1.");
    return text.arg(whatFollows);
}

QString noValuesText(const RunHistory& run, TensorRole role, std::int64_t step)
{
    if (step < 0)
        return RunFactsText::tr("There are no values yet: train a step");
    const StepRecord* record = run.recordAt(step);
    if (record && record->step == step && record->skipped)
        return RunFactsText::tr("Step %1 was skipped: it has no such values.").arg(countText(step));
    const std::int64_t every = run.session().probes.tensorsEvery;
    if (role != TensorRole::Update || step % every == 0)
        return RunFactsText::tr("This tensor has no values at step %1.").arg(countText(step));
    return RunFactsText::tr("Updates are kept where tensors are looked at, every %1 steps: step %2 has none. "
                            "For values, click step %3 in a plot.")
        .arg(countText(every), countText(step), countText(step - step % every));
}

namespace {

/// The engine's names of operands, with places for the numbers in them.
constexpr const char* kOperands[] = {
    translated("left operand"),
    translated("right operand"),
    translated("input"),
    translated("output gradient"),
    translated("value"),
    translated("output"),
    translated("scale"),
    translated("row %1 of the left operand, largest magnitude"),
    translated("column %1 of the right operand, largest magnitude"),
    translated("their product in float64"),
    translated("partial sum after term %1 of %2"),
    translated("partial sum before term %1 of %2"),
    translated("row %1, smallest value"),
    translated("column %1, smallest value"),
    translated("largest value"),
    translated("sum in float64"),
    translated("gradient without the loss scale"),
    translated("scale in the format"),
    translated("largest magnitude"),
    translated("values"),
    translated("elements"),
    translated("scalar"),
    translated("bias"),
    translated("mean"),
    translated("variance"),
};

/// Names of tensors and parameters stay.
QString operandName(const QString& name)
{
    static const QRegularExpression number(QStringLiteral("\\b\\d+\\b"));
    QString pattern;
    QStringList numbers;
    qsizetype end = 0;
    for (auto found = number.globalMatch(name); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        numbers += match.captured();
        pattern += name.mid(end, match.capturedStart() - end) + QLatin1Char('%')
            + QString::number(numbers.size());
        end = match.capturedEnd();
    }
    pattern += name.mid(end);
    const QByteArray key = pattern.toUtf8();
    const bool isKnown = std::any_of(
        std::begin(kOperands), std::end(kOperands), [&](const char* known) { return key == known; });
    return isKnown
        ? withArguments(engineText(std::string_view(key.constData(), std::size_t(key.size()))), numbers)
        : name;
}

} // namespace

QString operandText(const NamedValue& operand)
{
    return operandName(toQt(operand.name)) + QLatin1Char(' ') + localNumber(toQt(briefText(operand.value)));
}

QString birthplaceText(const Birthplace& birth)
{
    if (isEnglish())
        return toQt(birth.sentence); // which a kept run has in its file
    QString where = toQt(birth.tensor);
    if (!birth.layer.empty())
        where.prepend(toQt(birth.layer) + QStringLiteral(", "));
    if (!birth.index.empty())
        where += QLatin1Char(' ') + toQt(birth.index);
    const QString step = countText(birth.step);
    const QString text = birth.kind == BirthKind::Nan
        ? tr("The first NaN of step %1 is in %2.").arg(step, where)
        : (birth.kind == BirthKind::OfRun ? tr("The first value that is not finite is %1 in %2 at step %3.")
                                          : tr("Of step %3, the first value that is not finite is %1 in %2."))
              .arg(numberText(birth.value), where, step);
    QStringList operands;
    for (const NamedValue& operand : birth.operands)
        operands += operandText(operand);
    return birth.operation.empty() ? text
        : operands.isEmpty()
        ? tr("%1 It comes from: %2.").arg(text, engineText(birth.operation))
        : tr("%1 It comes from: %2 of %3.")
              .arg(text, engineText(birth.operation), operands.join(QStringLiteral(", ")));
}

} // namespace ulpscope::ui
