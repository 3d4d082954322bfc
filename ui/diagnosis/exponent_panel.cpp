// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/exponent_panel.h"

#include "ui/diagnosis/exponent_plot.h"
#include "ui/look/boxes.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/plot_commands.h"
#include "ui/look/reaction.h"
#include "ui/tree/models/layer_tensor.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

ExponentPanel::ExponentPanel(const ShownRun& shown, Size size, const QString& prefix, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_isWhole(size == Size::Whole)
    , m_tensor(new QComboBox(this))
    , m_export(new QPushButton(tr("Export…"), this))
    , m_message(new QLabel(this))
    , m_plot(new ExponentPlot(this))
{
    registerPlace(this,
        {.name = prefix.toUtf8() + "Panel",
            .terms = "exponents",
            .guide = "window#exponents",
            .lessons
            = m_isWhole ? std::vector<LessonSpot>{{"diagnosis.exponents"}} : std::vector<LessonSpot>{}});
    auto* label = new QLabel(m_isWhole ? tr("Tensor") : tr("Exponents of"), this);
    label->setBuddy(m_tensor);
    registerPlace(m_tensor, {.name = prefix.toUtf8() + "Tensor", .terms = "tensor"});
    m_tensor->setAccessibleName(tr("Tensor whose exponents are shown"));
    m_tensor->setToolTip(
        tr("A tensor of the run on the screen; gradients are shown without the loss scale, and the "
           "lines of their format are moved by it instead"));
    m_tensor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tensor->setMinimumContentsLength(m_isWhole ? 32 : 16);
    m_export->setObjectName(prefix + QStringLiteral("Export"));
    m_export->setVisible(m_isWhole);
    m_export->setToolTip(tr("Saves the plot as it is shown, as PNG, SVG or PDF, or its numbers as CSV"));
    m_export->setAutoDefault(false);
    m_message->setObjectName(prefix + QStringLiteral("Message"));
    m_message->setVisible(m_isWhole);
    m_plot->setObjectName(prefix + QStringLiteral("Plot"));
    m_plot->findChild<QWidget*>(QStringLiteral("exponentCanvas"))
        ->setObjectName(prefix + QStringLiteral("Canvas"));
    if (!m_isWhole)
        m_plot->setMinimumSize(160, 96);
    m_message->setWordWrap(true);
    auto* bar = new FlowLayout;
    bar->addPair(label, m_tensor);
    if (m_isWhole)
        bar->addWidget(m_export);
    columnOf(this, {bar, m_message, {m_plot, m_isWhole ? 0 : 1}}, {.spacing = m_isWhole ? 4 : 2});
    connect(m_tensor, &QComboBox::activated, this, [this] {
        m_wanted.reset();
        draw();
        emit chosen(tensor());
    });
    connect(m_export, &QPushButton::clicked, this, [this] { PlotCommands::of(*m_plot)->exportPlot(); });
    connect(m_plot, &ExponentPlot::read, this, [this](const QString& cell) {
        if (!m_plot->map().isEmpty())
            m_message->setText(cell);
    });
    connect(&shown, &ShownRun::replaced, this, &ExponentPanel::list);
    connect(&shown, &ShownRun::grew, this, &ExponentPanel::grow);
    connect(&shown, &ShownRun::stepChanged, this, [this] { m_plot->setStep(m_shown.pinnedStep()); });
    draw();
    onEvent(this, {QEvent::Show}, [this] { list(); });
}

void ExponentPanel::grow()
{
    // The newest column grows with each sampled step; a few hundred drawings a run are enough.
    const std::int64_t steps = m_shown.run()->stepsDone();
    if (m_keys.empty() || m_shown.run()->summary || steps >= m_drawnSteps + m_drawnSteps / 32)
        list();
}

void ExponentPanel::list()
{
    if (!isVisible())
        return; // computes when the panel is shown
    const std::vector<ExponentKey> keys
        = m_shown.run() ? exponentKeys(*m_shown.run()) : std::vector<ExponentKey>();
    if (keys != m_keys || m_tensor->count() == 0) {
        const QString before = m_tensor->currentText();
        m_keys = keys;
        m_tensor->clear();
        int gradient = 0; // losses first
        for (const ExponentKey& key : m_keys) {
            if (gradient == 0 && key.tensor.role == TensorRole::WeightGradient)
                gradient = m_tensor->count();
            m_tensor->addItem(key.text);
        }
        const int kept = m_tensor->findText(before);
        m_tensor->setCurrentIndex(kept >= 0 ? kept : gradient);
    }
    takeWanted();
    draw();
}

void ExponentPanel::takeWanted()
{
    if (!m_wanted || m_keys.empty())
        return;
    std::vector<LayerTensor> tensors;
    for (const ExponentKey& key : m_keys)
        tensors.push_back(key.tensor);
    const LayerTensor wanted = *std::exchange(m_wanted, std::nullopt);
    const auto placeOf
        = [&](const auto& found) { return found == tensors.end() ? -1 : int(found - tensors.begin()); };
    int index = placeOf(std::ranges::find(tensors, wanted));
    if (index < 0)
        index = tensorOfLayer(
            tensors, placeOf(std::ranges::find(tensors, wanted.role, &LayerTensor::role)), wanted.path);
    m_tensor->setCurrentIndex(index);
}

void ExponentPanel::addEntries(const QList<QAction*>& actions)
{
    PlotCommands::of(*m_plot)->addEntries(actions);
}

LayerTensor ExponentPanel::tensor() const
{
    const int index = m_tensor->currentIndex();
    if (m_wanted || index < 0 || index >= int(m_keys.size()))
        return m_wanted.value_or(LayerTensor{{}, TensorRole::WeightGradient}); // there it is lost first
    return m_keys[std::size_t(index)].tensor;
}

void ExponentPanel::choose(const LayerTensor& tensor)
{
    m_wanted = tensor;
    if (!isVisible())
        return;
    const int before = m_tensor->currentIndex();
    takeWanted();
    if (m_tensor->currentIndex() != before)
        draw();
}

void ExponentPanel::draw()
{
    const int index = m_tensor->currentIndex();
    const RunHistory* run = m_shown.run().get();
    const bool hasKey = run && index >= 0 && index < int(m_keys.size());
    m_drawnSteps = run ? run->stepsDone() : 0;
    m_plot->setVisible(hasKey || !m_isWhole);
    m_tensor->setEnabled(hasKey);
    m_export->setEnabled(hasKey);
    if (!hasKey) {
        m_plot->setMap({});
        m_message->setText(run && isReadFromFile(*run)
                ? noTensorsText(run, false, tr("choose one of its tensors"))
                : tr("No step is recorded yet: press Train (Space), then choose one of the run's tensors."));
        return;
    }
    m_plot->setStep(m_shown.pinnedStep());
    const ExponentKey& key = m_keys[std::size_t(index)];
    m_plot->setMap(exponentMap(*run, key),
        tr("%1 – exponents of %2").arg(engineText(run->session().title), key.text), {runFacts(*run)});
}

} // namespace ulpscope::ui
