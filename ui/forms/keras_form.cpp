// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/keras_form.h"

#include "app/io/keras/policy/policy_check.h"
#include "engine/session/checked_session.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/optimizer_refusal.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"

#include <QLabel>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// A choice of the session as a form shows it.
struct KerasRow
{
    const char* terms; ///< of the glossary
    ParameterSpec parameter;
    std::string (*get)(const SessionSpec&);
    void (*set)(SessionSpec&, const std::string&);
};

ParameterSpec choice(const char* name, const char* description, std::vector<std::string> choices)
{
    return {.name = name,
        .defaultValue = choices.front(),
        .description = description,
        .choices = std::move(choices)};
}

const std::vector<KerasRow>& kerasRows()
{
    static const std::vector<KerasRow> rows{
        {"dtype_policy",
            choice("policy_family",
                QT_TRANSLATE_NOOP("ulpscope",
                    "Whose dtype policies: Keras 3, tf-keras (TensorFlow 2.4 and later), or TensorFlow's experimental API "
                    "before. The older ones cast only the first argument of a layer's call, and scale losses by rules of "
                    "their own."),
                policyFamilyNames()),
            [](const SessionSpec& s) {
                return policyFamilyNames()[static_cast<std::size_t>(s.policies.family)];
            },
            [](SessionSpec& s, const std::string& v) { s.policies.family = policyFamilyByName(v); }},
        {"dtype_policy",
            choice("keras_version",
                QT_TRANSLATE_NOOP("ulpscope",
                    "Which Keras 3 the policies are meant for: the newest release, or the head of its repository. What only one of "
                    "them has is said."),
                kerasVersionNames()),
            [](const SessionSpec& s) {
                return kerasVersionNames()[static_cast<std::size_t>(s.policies.keras)];
            },
            [](SessionSpec& s, const std::string& v) { s.policies.keras = kerasVersionByName(v); }},
        {"default_dtype",
            choice("floatx",
                QT_TRANSLATE_NOOP("ulpscope",
                    "Keras' default dtype: of inputs and losses, whatever the policy. \"auto\" is float64 under a global "
                    "policy float64, else float32."),
                {"auto", "float16", "bfloat16", "float32", "float64"}),
            [](const SessionSpec& s) { return s.policies.floatx; },
            [](SessionSpec& s, const std::string& v) { s.policies.floatx = v; }},
        {"loss_scale",
            choice("training_loop",
                QT_TRANSLATE_NOOP("ulpscope",
                    "Who takes the training steps. Keras' fit scales the loss and unscales the gradients by itself; a loop "
                    "written by hand must do both, and may forget one."),
                trainingLoopNames()),
            [](const SessionSpec& s) {
                return trainingLoopNames()[static_cast<std::size_t>(s.training.loop)];
            },
            [](SessionSpec& s, const std::string& v) {
                const std::vector<std::string>& names = trainingLoopNames();
                s.training.loop
                    = static_cast<TrainingLoop>(std::find(names.begin(), names.end(), v) - names.begin());
            }},
        {"rounding",
            choice("arithmetic",
                QT_TRANSLATE_NOOP("ulpscope",
                    "Which roundings are done. written: each operation of the framework's source. keras-jax: what XLA makes of "
                    "Keras on JAX on a CPU; torch: what PyTorch computes on a CPU under torch.autocast; each where that is proved for "
                    "every layer, the loss and the optimizer; else written. auto is keras-jax."),
                arithmeticSettings()),
            [](const SessionSpec& s) { return arithmeticSetting(s.training.arithmetic); },
            [](SessionSpec& s, const std::string& v) { s.training.arithmetic = arithmeticOf(v); }},
    };
    return rows;
}

} // namespace

KerasForm::KerasForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form(new ParameterForm(this))
    , m_compile(new QLabel(this))
    , m_arithmetic(new QLabel(this))
{
    registerPlace(this,
        {.name = "kerasForm",
            .terms = "loss_scale",
            .guide = "window#training-page",
            .lessons
            = {{"training-loop", "parameter_training_loop"}, {"arithmetic", "parameter_arithmetic"}}});
    auto* heading = new QLabel(tr("Keras"), this);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto* layout = columnOf(this, {heading, m_form}, {.spacing = 6});
    describe(m_compile, QStringLiteral("compileOutcome"), tr("What Model.compile does about the loss scale"),
        tr("Keras looks at the name of the model's own policy alone"));
    m_compile->setWordWrap(true);
    m_compile->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_compile);
    describe(m_arithmetic, QStringLiteral("arithmeticOutcome"),
        tr("By whose arithmetic the session is computed, and why"),
        tr("What is not proved for keras-jax, or for torch, is computed as written, wholly"));
    m_arithmetic->setWordWrap(true);
    m_arithmetic->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_arithmetic);
    connect(m_form, &ParameterForm::valueEdited, this,
        [this](const std::string& name, const ParameterValue& value) {
            for (const KerasRow& row : kerasRows())
                if (row.parameter.name == name)
                    if (const Status done = m_document.edit(tr("Change %1").arg(parameterLabel(name)),
                            [&](SessionSpec& session) { row.set(session, std::get<std::string>(value)); });
                        !done) {
                        refresh();
                        emit editRefused(engineText(done.error()));
                    }
        });
    connect(&document, &Document::sessionChanged, this, &KerasForm::refresh);
    refresh();
}

void KerasForm::refresh()
{
    const SessionSpec& session = *m_document.session();
    std::vector<ParameterSpec> parameters;
    Config values;
    for (const KerasRow& row : kerasRows()) {
        parameters.push_back(row.parameter);
        values.set(row.parameter.name, row.get(session));
    }
    m_form->showValues(parameters, values);
    for (const KerasRow& row : kerasRows())
        registerPlace(findChild<QWidget*>(toQt("parameter_" + row.parameter.name)), {.terms = row.terms});
    const CompileOutcome outcome = compileOutcome(session);
    const auto line = [](const CompileReport& report) {
        QStringList sentences;
        for (const Message& sentence : report.sentences)
            sentences += engineText(sentence);
        return QStringLiteral("%1<br><code>%2</code>")
            .arg(sentences.join(QLatin1Char(' ')).toHtmlEscaped(), toQt(report.optimizer).toHtmlEscaped());
    };
    QString text = line(outcome.keras);
    if (outcome.tfKeras.wraps != outcome.keras.wraps || outcome.tfKeras.optimizer != outcome.keras.optimizer)
        text += QStringLiteral("<br>") + line(outcome.tfKeras);
    if (session.policies.family
        == PolicyFamily::Experimental22) // looks at the policy's loss scale, not at its name
        text = line(outcome.experimental);
    if (session.policies.family == PolicyFamily::Keras3)
        for (const KerasProblem& missing : missingPolicies(session))
            text += QStringLiteral("<br>")
                + tr("%1: %2 refuses it: %3")
                      .arg(toQt(missing.path), toQt(kerasName(session.policies.keras)),
                          engineText(missing.error))
                      .toHtmlEscaped();
    if (const std::optional<Error> refusal = optimizerRefusal(session))
        text += QStringLiteral("<br>") + engineText(*refusal).toHtmlEscaped();
    m_compile->setText(text);
    const Result<CheckedSession> checked = resolveSession(session);
    m_arithmetic->setVisible(static_cast<bool>(checked));
    if (checked)
        m_arithmetic->setText(
            tr("Arithmetic %1: %2")
                .arg(toQt(rulesOf(checked->arithmetic.kind).name), engineText(checked->arithmetic.reason)));
}

} // namespace ulpscope::ui
