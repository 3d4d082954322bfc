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
#include "ui/tree/models/layer_tensor.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

ExponentPanel::ExponentPanel(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_tensor(new QComboBox(this))
    , m_export(new QPushButton(tr("Export…"), this))
    , m_message(new QLabel(this))
    , m_plot(new ExponentPlot(this))
{
    registerPlace(this,
        {.name = "exponentPanel",
            .terms = "exponents",
            .guide = "window#exponents",
            .lessons = {{"diagnosis.exponents"}}});
    auto* label = new QLabel(tr("Tensor"), this);
    label->setBuddy(m_tensor);
    registerPlace(m_tensor, {.name = "exponentTensor", .terms = "tensor"});
    m_tensor->setAccessibleName(tr("Tensor whose exponents are shown"));
    m_tensor->setToolTip(
        tr("A tensor of the run on the screen; gradients are shown without the loss scale, and the "
           "lines of their format are moved by it instead"));
    m_tensor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tensor->setMinimumContentsLength(32);
    m_export->setObjectName(QStringLiteral("exponentExport"));
    m_export->setToolTip(tr("Saves the plot as it is shown, as PNG, SVG or PDF, or its numbers as CSV"));
    m_export->setAutoDefault(false);
    m_message->setObjectName(QStringLiteral("exponentMessage"));
    m_message->setWordWrap(true);
    auto* bar = new FlowLayout;
    bar->addPair(label, m_tensor);
    bar->addWidget(m_export);
    columnOf(this, {bar, m_message, m_plot}, {.spacing = 4});
    connect(m_tensor, &QComboBox::activated, this, &ExponentPanel::draw);
    connect(m_export, &QPushButton::clicked, this, [this] { PlotCommands::of(*m_plot)->exportPlot(); });
    connect(m_plot, &ExponentPlot::read, this, [this](const QString& cell) {
        if (!m_plot->map().isEmpty())
            m_message->setText(cell);
    });
    connect(&shown, &ShownRun::replaced, this, &ExponentPanel::list);
    connect(&shown, &ShownRun::grew, this, &ExponentPanel::grow);
    connect(&shown, &ShownRun::stepChanged, this, [this] { m_plot->setStep(m_shown.pinnedStep()); });
    draw();
}

void ExponentPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    list();
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
        return; // when it is seen
    const std::vector<ExponentKey> keys
        = m_shown.run() ? exponentKeys(*m_shown.run()) : std::vector<ExponentKey>();
    if (keys != m_keys || m_tensor->count() == 0) {
        const QString before = m_tensor->currentText();
        m_keys = keys;
        m_tensor->clear();
        int gradient = 0; // what is lost first
        for (const ExponentKey& key : m_keys) {
            if (gradient == 0 && key.tensor.role == TensorRole::WeightGradient)
                gradient = m_tensor->count();
            m_tensor->addItem(key.text);
        }
        const int kept = m_tensor->findText(before);
        m_tensor->setCurrentIndex(kept >= 0 ? kept : gradient);
    }
    choose();
    draw();
}

void ExponentPanel::choose()
{
    if (m_layer.empty() || m_keys.empty())
        return;
    std::vector<LayerTensor> tensors;
    for (const ExponentKey& key : m_keys)
        tensors.push_back(key.tensor);
    m_tensor->setCurrentIndex(tensorOfLayer(tensors, m_tensor->currentIndex(), m_layer));
    m_layer.clear();
}

void ExponentPanel::followLayer(const std::string& path)
{
    m_layer = path;
    if (!isVisible())
        return;
    const int before = m_tensor->currentIndex();
    choose();
    if (m_tensor->currentIndex() != before)
        draw();
}

void ExponentPanel::draw()
{
    const int index = m_tensor->currentIndex();
    const RunHistory* run = m_shown.run().get();
    const bool hasKey = run && index >= 0 && index < int(m_keys.size());
    m_drawnSteps = run ? run->stepsDone() : 0;
    m_plot->setVisible(hasKey);
    m_tensor->setEnabled(hasKey);
    m_export->setEnabled(hasKey);
    if (!hasKey) {
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
