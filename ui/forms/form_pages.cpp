// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/form_pages.h"

#include "app/io/keras/policy/policy_check.h"
#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/checked_session.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/optimizer_refusal.h"
#include "ui/forms/component_form.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <map>

namespace ulpscope::ui {

class ParameterForm;

// Settings of Keras around the model: floatx, the training loop, and a sentence on Model.compile.
class KerasForm : public QWidget
{
    Q_OBJECT
public:
    explicit KerasForm(Document& document, QWidget* parent = nullptr);

private:
    void refresh();

    Document& m_document;
    ParameterForm* m_form;
    QLabel* m_compile;
    QLabel* m_arithmetic; ///< the stack whose rules are followed, and why
};

namespace {

/// A choice of the session as a form shows it.
struct KerasRow
{
    const char* terms; ///< terms of the glossary
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
                    if (!m_document.tryEdit(tr("Change %1").arg(parameterLabel(name)),
                            [&](SessionSpec& session) { row.set(session, std::get<std::string>(value)); }))
                        refresh();
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

FormPage::FormPage(QWidget* parent)
    : PageArea(parent)
{
    auto* content = new QWidget(this);
    m_forms = new QVBoxLayout(content);
    m_forms->setContentsMargins(8, 10, 8, 10);
    m_forms->setSpacing(14);
    m_forms->addStretch(1);
    setWidget(content);
}

void FormPage::addForm(QWidget* form)
{
    m_forms->insertWidget(m_forms->count() - 1, form);
}

void FormPage::forgetRefusedOfOther(const std::string& title)
{
    if (title == m_title)
        return;
    m_title = title;
    for (ParameterForm* form : findChildren<ParameterForm*>())
        form->forgetRefused();
}

namespace {

/// A row of the dataset catalog as people call it; its name where that is good enough.
QString datasetText(const std::string& name)
{
    static const std::map<std::string, QString> texts{
        {"circle", DataPage::tr("Circle")},
        {"xor", DataPage::tr("XOR")},
        {"gaussians", DataPage::tr("Gaussian blobs")},
        {"spirals", DataPage::tr("Spirals")},
        {"moons", DataPage::tr("Moons")},
        {"plane", DataPage::tr("Plane (regression)")},
        {"sums", DataPage::tr("Sums (regression)")},
        {"fashion_mnist", DataPage::tr("Fashion-MNIST")},
        {"idx", DataPage::tr("Your IDX files")},
        {"npz", DataPage::tr("Your NPZ or NPY file")},
        {"csv", DataPage::tr("Your CSV file")},
        {"characters", DataPage::tr("Characters of a text")},
    };
    const auto found = texts.find(name);
    return found == texts.end() ? toQt(name) : found->second;
}

} // namespace

DataPage::DataPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_data(new ComponentForm(
          {.name = "data", .terms = "data"}, tr("Data"), classSpecs(datasetCatalog()), this, datasetText))
{
    registerPlace(this, {.name = "dataPage", .terms = "data", .guide = "window#data-page"});
    addForm(m_data);
    connect(m_data, &ComponentForm::componentEdited, this, [this](const Component& component) {
        if (const Status done
            = m_document.edit(tr("Change data"), [&](SessionSpec& session) { session.data = component; });
            !done && !m_data->refuse(done.error())) {
            refresh();
            if (const std::optional<DataRepair> repair = repairFor(component))
                emit repairOffered(engineText(done.error()), *repair);
            else
                m_document.refuse(done.error());
        }
    });
    connect(&document, &Document::sessionChanged, this, &DataPage::refresh);
    refresh();
}

/// Edit that makes the model fit data whose examples have another shape.
std::optional<DataRepair> DataPage::repairFor(const Component& wanted) const
{
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", wanted);
    if (!checked)
        return std::nullopt;
    const std::vector<std::int64_t> features
        = findRow(datasetCatalog(), checked->className)->featureShape(checked->config);
    std::optional<DataRepair> repair
        = features.empty() ? std::nullopt : repairForFeatures(*m_document.session(), features);
    if (repair)
        repair->change = [wanted, fit = std::move(repair->change)](SessionSpec& session) {
            session.data = wanted;
            fit(session);
        };
    return repair;
}

void DataPage::refresh()
{
    forgetRefusedOfOther(m_document.session()->title);
    m_data->showComponent(m_document.session()->data);
}

namespace {

/// A plain number of the session as a form shows it.
struct GeneralRow
{
    ParameterSpec parameter;
    ParameterValue (*get)(const SessionSpec&);
    void (*set)(SessionSpec&, const ParameterValue&);
};

const std::vector<GeneralRow>& generalRows()
{
    static const std::vector<GeneralRow> rows{
        {{.name = "steps",
             .defaultValue = std::int64_t{1000},
             .description = QT_TRANSLATE_NOOP("ulpscope", "How many mini-batches to train on."),
             .minimum = 1},
            [](const SessionSpec& s) { return ParameterValue(s.training.steps); },
            [](SessionSpec& s, const ParameterValue& v) { s.training.steps = std::get<std::int64_t>(v); }},
        {{.name = "batch_size",
             .defaultValue = std::int64_t{32},
             .description = QT_TRANSLATE_NOOP("ulpscope", "Examples in a mini-batch."),
             .minimum = 1},
            [](const SessionSpec& s) { return ParameterValue(s.training.batchSize); },
            [](SessionSpec& s, const ParameterValue& v) {
                s.training.batchSize = std::get<std::int64_t>(v);
            }},
        {{.name = "seed",
             .defaultValue = std::int64_t{1},
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "Initial weights, the order of examples and dropout are drawn from it: same seed, same bits."),
             .minimum = 0},
            [](const SessionSpec& s) { return ParameterValue(static_cast<std::int64_t>(s.training.seed)); },
            [](SessionSpec& s, const ParameterValue& v) {
                s.training.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(v));
            }},
        {{.name = "shuffle",
             .defaultValue = true,
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "Whether each epoch draws an order of the examples; else they come in the data's.")},
            [](const SessionSpec& s) { return ParameterValue(s.training.shuffle); },
            [](SessionSpec& s, const ParameterValue& v) { s.training.shuffle = std::get<bool>(v); }},
        {{.name = "initial_weights",
             .defaultValue = std::string(),
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "An .npz file with the initial weights by Keras' variable paths, such as a run's initial_weights.npz; "
                 "empty: drawn from the seed."),
             .isPath = true},
            [](const SessionSpec& s) { return ParameterValue(s.training.initialWeights); },
            [](SessionSpec& s, const ParameterValue& v) {
                s.training.initialWeights = std::get<std::string>(v);
            }},
        {{.name = "initial_state",
             .defaultValue = std::string(),
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "An .npz file with what a training keeps beside its weights, taken over from a .keras file: the optimizer's "
                 "tensors and steps, the loss scale's good steps, float8 scales and amax histories; empty: all begins anew."),
             .isPath = true},
            [](const SessionSpec& s) { return ParameterValue(s.training.initialState); },
            [](SessionSpec& s, const ParameterValue& v) {
                s.training.initialState = std::get<std::string>(v);
            }},
        {{.name = "loss_weight",
             .defaultValue = 1.0,
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "The loss is multiplied by this before it is differentiated. A small weight makes small gradients.")},
            [](const SessionSpec& s) { return ParameterValue(s.training.lossWeight); },
            [](SessionSpec& s, const ParameterValue& v) { s.training.lossWeight = std::get<double>(v); }},
        {{.name = "tensors_every",
             .defaultValue = std::int64_t{8},
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "Every how many steps each tensor's metrics are taken and each layer is redone in float64."),
             .minimum = 1},
            [](const SessionSpec& s) { return ParameterValue(s.probes.tensorsEvery); },
            [](SessionSpec& s, const ParameterValue& v) {
                s.probes.tensorsEvery = std::get<std::int64_t>(v);
            }},
        {{.name = "watch",
             .defaultValue = watchModeNames().front(),
             .description = QT_TRANSLATE_NOOP("ulpscope",
                 "What the run is compared with. twin: the same training in float64 beside it, at every step. step: no reference, "
                 "which is faster; sampled steps are redone once in float64 from the run's own weights."),
             .choices = watchModeNames()},
            [](const SessionSpec& s) {
                return ParameterValue(watchModeNames()[static_cast<std::size_t>(s.probes.watch)]);
            },
            [](SessionSpec& s, const ParameterValue& v) {
                const auto& names = watchModeNames();
                s.probes.watch = static_cast<WatchMode>(
                    std::find(names.begin(), names.end(), std::get<std::string>(v)) - names.begin());
            }},
    };
    return rows;
}

} // namespace

TrainingPage::TrainingPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_general(new ParameterForm(this))
    , m_loss(new ComponentForm({.name = "loss", .terms = "loss_function", .guide = "window#training-page"},
          tr("Loss"), classSpecs(lossCatalog()), this))
    , m_optimizer(new ComponentForm(
          {.name = "optimizer",
              .terms = "optimizer",
              .guide = "window#training-page",
              .lessons = {{"optimizer", "optimizerChooser"}, {"learning-rate", "parameter_learning_rate"},
                  {"epsilon", "parameter_epsilon"}, {"weight-decay", "parameter_weight_decay"},
                  {"clip-norm", "parameter_global_clipnorm"}}},
          tr("Optimizer"), classSpecs(optimizerCatalog()), this))
    , m_schedule(new ComponentForm({.name = "schedule", .terms = "schedule", .guide = "window#training-page"},
          tr("Learning-rate schedule"), classSpecs(scheduleCatalog()), this))
    , m_lossScale(new ComponentForm({.name = "lossScale",
                                        .terms = "loss_scale",
                                        .guide = "window#training-page",
                                        .lessons = {{"loss-scale.kind", "lossScaleChooser"},
                                            {"loss-scale.initial", "parameter_initial_scale"},
                                            {"loss-scale.growth-steps", "parameter_dynamic_growth_steps"}}},
          tr("Loss scale"), classSpecs(lossScaleCatalog()), this))
{
    registerPlace(this,
        {.name = "trainingPage",
            .terms = "run training",
            .guide = "window#training-page",
            .lessons = {{"loss-weight", "parameter_loss_weight"}, {"steps", "parameter_steps"},
                {"batch-size", "parameter_batch_size"}, {"seed", "parameter_seed"},
                {"watch", "parameter_watch"}}});
    addForm(m_general);
    addForm(m_optimizer);
    addForm(m_schedule);
    addForm(m_loss);
    addForm(m_lossScale);
    addForm(new KerasForm(document, this));
    connect(m_general, &ParameterForm::valueEdited, this, &TrainingPage::setGeneral);
    bind(m_loss, tr("Change loss"), &TrainingSpec::loss);
    bind(m_optimizer, tr("Change optimizer"), &TrainingSpec::optimizer);
    bind(m_schedule, tr("Change learning-rate schedule"), &TrainingSpec::schedule);
    bind(m_lossScale, tr("Change loss scale"), &TrainingSpec::lossScale);
    connect(&document, &Document::sessionChanged, this, &TrainingPage::refresh);
    refresh();
}

template <class Form>
void TrainingPage::edit(Form& form, const QString& text, const std::function<void(SessionSpec&)>& change)
{
    if (const Status done = m_document.edit(text, change); !done && !form.refuse(done.error())) {
        refresh();
        m_document.refuse(done.error());
    }
}

void TrainingPage::bind(ComponentForm* form, const QString& text, Component TrainingSpec::*component)
{
    connect(
        form, &ComponentForm::componentEdited, this, [this, form, text, component](const Component& value) {
            edit(*form, text, [&](SessionSpec& session) { session.training.*component = value; });
        });
}

void TrainingPage::setGeneral(const std::string& name, const ParameterValue& value)
{
    for (const GeneralRow& row : generalRows())
        if (row.parameter.name == name)
            edit(*m_general, tr("Change %1").arg(parameterLabel(name)),
                [&](SessionSpec& session) { row.set(session, value); });
}

void TrainingPage::refresh()
{
    forgetRefusedOfOther(m_document.session()->title);
    const SessionSpec& session = *m_document.session();
    std::vector<ParameterSpec> parameters;
    Config values;
    for (const GeneralRow& row : generalRows()) {
        parameters.push_back(row.parameter);
        values.set(row.parameter.name, row.get(session));
    }
    m_general->showValues(parameters, values);
    m_loss->showComponent(session.training.loss);
    m_optimizer->showComponent(session.training.optimizer);
    m_schedule->showComponent(session.training.schedule);
    m_lossScale->showComponent(session.training.lossScale);
}

} // namespace ulpscope::ui

#include "form_pages.moc"
