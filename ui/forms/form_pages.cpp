// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/form_pages.h"

#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/scaling/loss_scale.h"
#include "ui/forms/component_form.h"
#include "ui/forms/keras_form.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"

#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace ulpscope::ui {

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
            const QString message = engineText(done.error());
            if (const std::optional<DataRepair> repair = repairFor(component))
                emit repairOffered(message, *repair);
            else
                emit editRefused(message);
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
                 "The loss is multiplied by this before it is differentiated. A small weight makes small "
                 "gradients.")},
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
    auto* keras = new KerasForm(document, this);
    addForm(keras);
    connect(keras, &KerasForm::editRefused, this, &TrainingPage::editRefused);
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
        emit editRefused(engineText(done.error()));
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
