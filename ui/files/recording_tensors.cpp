// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recording_tensors.h"

#include "ui/files/recorded_steps_panel.h"
#include "ui/files/searched_list.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kRecordingBesideCharacters = 110; // that list and tensor need beside each other

} // namespace

RecordingTensors::RecordingTensors(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_numbers(new FileNumbers(this))
    , m_model(new RecordingListModel(*m_numbers, this))
    , m_list(new SearchedList(QStringLiteral("recording"),
          {.search = tr("Search layers and roles"),
              .searchTip
              = tr("Tensors in whose layer/role these letters are, in this order; ↓ goes to the list"),
              .list = tr("Tensors of the recording"),
              .measureTip = tr(
                  "Reads every tensor at every step once for its largest magnitude and for what is not finite"),
              .terms = "tensor layer_path"},
          *m_model, *m_numbers, this))
    , m_steps(new QComboBox(this))
    , m_overSteps(new RecordedStepsPanel(QStringLiteral("recorded"), m_step, this))
    , m_details(new TensorDetails(QStringLiteral("recording"), *m_numbers, std::move(kernels), this))
{
    setObjectName(QStringLiteral("recordingTensorsPage"));
    place();
    connect(m_list, &SearchedList::chosen, this, &RecordingTensors::choose);
    connect(
        m_steps, &QComboBox::activated, this, [this] { m_step.pin(m_steps->currentData().toLongLong()); });
    connect(&m_step, &ShownStep::changed, this, &RecordingTensors::showStep);
    setRecording(nullptr);
}

void RecordingTensors::place()
{
    describe(m_steps, QStringLiteral("recordingStep"), tr("Step"),
        tr("At which of its recorded steps the tensor is shown; a click in the plot chooses one too"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_steps->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* stepLabel = new QLabel(tr("&Step"), this);
    stepLabel->setBuddy(m_steps);
    m_details->insertPage(0, m_overSteps, tr("Over steps"),
        tr("Its amax at every recorded step, and the scales that recipes would have given it"));
    auto* right = new QWidget(this);
    auto* stepBar = new FlowLayout;
    stepBar->addWidget(stepLabel);
    stepBar->addWidget(m_steps);
    columnOf(right, {stepBar, {m_details, 1}}, {.spacing = 4});
    auto* halves = new TurningSplitter(QStringLiteral("recordingHalves"), kRecordingBesideCharacters, this);
    halves->addWidget(m_list);
    halves->addWidget(right);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    columnOf(this, {{halves, 1}}, {.margins = QMargins(0, 4, 0, 0)});
}

void RecordingTensors::setRecording(const std::shared_ptr<const ShownRecording>& recording)
{
    m_recording = recording;
    m_chosen.reset();
    m_shownTensor.reset();
    m_model->setRecording(nullptr); // which reads of the numbers
    m_numbers->setFile(recording ? recording->file : nullptr);
    m_model->setRecording(recording);
    m_details->setFile(recording ? recording->file : nullptr);
    m_overSteps->setRecording(recording);
    m_step.pin(std::nullopt);
    m_steps->clear();
    QTableView& table = m_list->table();
    table.resizeColumnsToContents();
    const int widest = fontMetrics().averageCharWidth() * 30;
    for (const int column : {RecordingListModel::LayerColumn, RecordingListModel::RoleColumn})
        table.setColumnWidth(column, std::min(widest, table.columnWidth(column)));
    table.setColumnWidth(
        RecordingListModel::LargestColumn, fontMetrics().averageCharWidth() * 11); // its numbers come later
    m_list->beginAnew();
}

void RecordingTensors::focusSearch()
{
    m_list->focusSearch();
}

bool RecordingTensors::isIdle() const
{
    return !m_numbers->isBusy() && m_details->isIdle() && m_overSteps->isIdle();
}

void RecordingTensors::choose(std::size_t series)
{
    m_chosen = series;
    m_shownTensor.reset();
    m_steps->clear();
    for (const std::size_t tensor : m_recording->series[series].tensors)
        m_steps->addItem(countText(m_recording->step(tensor)), qlonglong(m_recording->step(tensor)));
    m_overSteps->choose(series);
    showStep();
}

void RecordingTensors::showStep()
{
    if (!m_chosen)
        return;
    const std::size_t first = m_recording->series[*m_chosen].tensors.front();
    const std::size_t tensor
        = m_recording->tensorAt(*m_chosen, m_step.pinned().value_or(m_recording->step(first)));
    m_steps->setCurrentIndex(m_steps->findData(qlonglong(m_recording->step(tensor))));
    if (m_shownTensor == tensor)
        return;
    m_shownTensor = tensor;
    m_details->choose(tensor);
}

void RecordingTensors::goTo(const RecordedPlace& place)
{
    const std::optional<std::size_t> series
        = m_recording ? m_recording->find(place.path, place.role) : std::nullopt;
    if (!series)
        return;
    m_step.pin(place.step);
    m_list->goTo(*series);
}

} // namespace ulpscope::ui
