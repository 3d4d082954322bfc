// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/format_loss_panel.h"

#include "engine/policy/recipe.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/tree/models/layer_tensor.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

struct Losses
{
    std::vector<WouldLose> rows;
    QString refusal; ///< why the last format has no row
};

Losses inFormats(const TensorSnapshot& tensor, const Kernels& kernels, const std::stop_token& stop)
{
    Losses losses;
    for (const std::string& format : commonTrainingFormats()) {
        if (stop.stop_requested())
            break;
        if (const Result<WouldLose> loss = wouldLose(tensor, format, kernels))
            losses.rows.push_back(*loss);
        else
            losses.refusal = engineText(loss.error());
    }
    return losses;
}

std::int64_t notFiniteOf(const TensorSnapshot& tensor)
{
    return std::count_if(
        tensor.values.begin(), tensor.values.end(), [](double x) { return !std::isfinite(x); });
}

/// Returns the message with a capital letter.
QString asSentence(QString message)
{
    if (!message.isEmpty())
        message[0] = message[0].toUpper();
    return message;
}

/// Each recipe with its default parameters.
Losses underRecipes(const TensorSnapshot& tensor, const Kernels& kernels, const std::stop_token& stop)
{
    Losses losses;
    for (const RecipeClass& recipe : recipeCatalog().subspan(1)) { // the first is "none"
        if (stop.stop_requested())
            break;
        const Result<std::vector<WouldLose>> rows = wouldLoseUnder(tensor, {recipe.name, {}}, kernels);
        if (rows)
            losses.rows.insert(losses.rows.end(), rows->begin(), rows->end());
        else
            losses.refusal = asSentence(engineText(rows.error().message));
    }
    return losses;
}

} // namespace

FormatLossPanel::FormatLossPanel(
    SessionRunner& runner, const ShownRun& shown, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_kernels(std::move(kernels))
    , m_aside(new Aside(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
    , m_tensor(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_again(new QPushButton(tr("Read ane&w"), this))
    , m_message(new QLabel(this))
{
    registerPlace(this,
        {.name = "formatLossPanel",
            .terms = "format_loss",
            .guide = "window#format-loss",
            .lessons = {{"diagnosis.formats"}}});
    place();
    connect(m_tensor, &QComboBox::activated, this, &FormatLossPanel::ask);
    connect(m_kind, &QComboBox::activated, this, &FormatLossPanel::setKind);
    connect(m_again, &QPushButton::clicked, this, &FormatLossPanel::ask);
    connect(m_aside, &Aside::failed, m_message, &QLabel::setText);
    connect(&shown, &ShownRun::replaced, this, &FormatLossPanel::list);
    connect(&shown, &ShownRun::stepChanged, this, &FormatLossPanel::ask);
    connect(&runner, &SessionRunner::stateChanged, this, [this](SessionRunner::State state) {
        if (state == SessionRunner::State::Empty
            || m_tensors.empty()) // why there are none is another reason now
            list();
        else
            ask();
    });
    connect(&runner, &SessionRunner::tensorReady, this, &FormatLossPanel::take);
    list();
    onEvent(this, {QEvent::Show}, [this] { list(); });
}

void FormatLossPanel::place()
{
    auto* label = new QLabel(tr("Tensor"), this);
    label->setBuddy(m_tensor);
    describe(m_tensor, {.name = "lossTensor", .terms = "tensor"}, tr("Tensor"),
        tr("A tensor of the run on the screen as its last step left it; gradients carry the loss scale"));
    m_tensor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tensor->setMinimumContentsLength(24);
    auto* under = new QLabel(tr("in"), this);
    under->setBuddy(m_kind);
    describe(m_kind, {.name = "lossKind", .terms = "number_format recipe"}, tr("Formats or recipes"),
        tr("Number and block formats; or scaling recipes with their default parameters, as they would round the tensor for "
           "each product that takes it"));
    m_kind->addItems({tr("formats"), tr("scaling recipes")});
    m_again->setObjectName(QStringLiteral("lossAgain"));
    m_again->setToolTip(tr("Reads the tensor's newest values while the run trains"));
    m_again->setAutoDefault(false);
    m_message->setObjectName(QStringLiteral("lossMessage"));
    m_message->setWordWrap(true);
    describe(m_view,
        {.name = "lossTable",
            .columns
            = {"number_format", "flush_to_zero", "overflows", "saturation", "ulp", "sqnr", "relative_error"}},
        tr("What the tensor would lose in other formats"));
    auto* bar = new FlowLayout;
    bar->addPair(label, m_tensor);
    bar->addPair(under, m_kind);
    bar->addWidget(m_again);
    columnOf(this, {bar, m_message, m_view}, {.spacing = 4});
}

void FormatLossPanel::list()
{
    const RunHistory* run = m_shown.run().get();
    const bool isReadable = m_runner.hasTensorsOf(run);
    if (!isReadable && m_runner.isTraining() && !m_tensors.empty())
        return; // the table stays until the next run has values
    const QString before = m_wanted.isEmpty() ? m_tensor->currentText() : std::exchange(m_wanted, {});
    m_tensors = isReadable ? run->tensors() : std::vector<TensorName>();
    m_tensor->clear();
    int gradient = 0; // losses first
    for (const TensorName& tensor : m_tensors) {
        if (gradient == 0 && tensor.role == TensorRole::WeightGradient)
            gradient = m_tensor->count();
        m_tensor->addItem(tensorText(tensor));
    }
    const int kept = m_tensor->findText(before);
    m_tensor->setCurrentIndex(kept >= 0 ? kept : gradient);
    m_tensor->setEnabled(!m_tensors.empty());
    m_again->setEnabled(!m_tensors.empty());
    if (m_tensors.empty())
        clear(noTensorsText(run, m_runner.isTraining(), tr("choose one of its tensors")));
    else if (m_view->isHidden())
        m_message->clear(); // the answer comes
    ask();
}

void FormatLossPanel::clear(const QString& message)
{
    m_aside->cancel();
    m_view->hide();
    m_message->setText(message);
}

void FormatLossPanel::setKind()
{
    const TensorName* tensor = chosen();
    if (tensor && asksRecipes() && !isRoundedByRecipes(tensor->role)) {
        // The weight that a gradient, an update or a state of the optimizer is of; a bias is added, not multiplied.
        int weight = -1;
        for (int i = int(m_tensors.size()); i-- > 0;) {
            const TensorName& other = m_tensors[std::size_t(i)];
            if (other.layer != tensor->layer || other.role != TensorRole::Weight)
                continue;
            const bool isIts = tensor->name.starts_with(other.name + ' ') && !other.name.ends_with("bias");
            weight = i; // otherwise the layer's first variable, which is its kernel
            if (isIts)
                break;
        }
        if (weight >= 0)
            m_tensor->setCurrentIndex(weight);
    }
    ask();
}

bool FormatLossPanel::asksRecipes() const
{
    return m_kind->currentIndex() == 1;
}

void FormatLossPanel::choose(const TensorName& tensor)
{
    m_wanted = tensorText(tensor);
    if (isVisible())
        list();
}

void FormatLossPanel::followLayer(const std::string& path)
{
    m_wanted.clear();
    std::vector<LayerTensor> tensors;
    for (const TensorName& tensor : m_tensors)
        tensors.push_back({tensor.layer, tensor.role});
    const int index = tensorOfLayer(tensors, m_tensor->currentIndex(), path);
    if (index == m_tensor->currentIndex())
        return;
    m_tensor->setCurrentIndex(index);
    ask();
}

const TensorName* FormatLossPanel::chosen() const
{
    const int index = m_tensor->currentIndex();
    return index >= 0 && index < int(m_tensors.size()) ? &m_tensors[static_cast<std::size_t>(index)]
                                                       : nullptr;
}

void FormatLossPanel::ask()
{
    const TensorName* tensor = chosen();
    if (tensor && isVisible())
        m_runner.askForTensor(m_shown.run().get(), *tensor, m_shown.pinnedStep());
}

void FormatLossPanel::take(const std::shared_ptr<const TensorSnapshot>& snapshot)
{
    const TensorName* wanted = chosen();
    if (!wanted || !isVisible() || !(snapshot->name == *wanted))
        return; // the answer to another question
    if (snapshot->values.empty()) {
        clear(wanted->role == TensorRole::Update
                ? tr(
                    "The last step kept no weights to tell its update from: updates are there after a sampled step that "
                    "was applied.")
                : tr("There are no values yet: press Step (S) or Train (Space)."));
        return;
    }
    m_aside->ask([this, snapshot, run = m_shown.run(), asksRecipes = asksRecipes(), kernels = m_kernels](
                     const std::stop_token& stop) -> Aside::Answer {
        Losses found
            = asksRecipes ? underRecipes(*snapshot, *kernels, stop) : inFormats(*snapshot, *kernels, stop);
        return [this, snapshot, run, losses = std::move(found.rows), refusal = found.refusal] {
            if (run != m_shown.run())
                return; // the answer about the run that is shown now comes, or there is none
            m_model->setTable(lossMetrics(losses));
            m_view->setVisible(!losses.empty());
            const QString when = snapshot->step < 0 ? tr("before the first step")
                                                    : tr("after step %1").arg(countText(snapshot->step));
            QString text
                = tr("%1, in %2 now, %3.")
                      .arg(countedText(std::int64_t(snapshot->values.size()), tr("value"), tr("values")),
                          toQt(std::string(snapshot->format->name)), when);
            if (const auto zero = std::ranges::count(snapshot->values, 0.0); zero > 0)
                text += tr(" %1 of them zero already, which no format flushes.").arg(countText(zero));
            if (const auto notFinite = notFiniteOf(*snapshot); notFinite > 0)
                text += tr(" %1 of them NaN or infinite, which the table leaves out.")
                            .arg(countText(notFinite));
            if (snapshot->scale != 1)
                text += tr(" Times the loss scale, %1.").arg(scaleText(snapshot->scale));
            if (!refusal.isEmpty())
                text += QLatin1Char(' ') + refusal + QLatin1Char('.');
            m_message->setText(text);
        };
    });
}

} // namespace ulpscope::ui
