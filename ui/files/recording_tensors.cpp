// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recording_tensors.h"

#include "ui/files/models/recording_list_model.h"
#include "ui/files/recorded_steps_panel.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/table_look.h"
#include "ui/look/turning_splitter.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kRecordingBesideCharacters = 110; // that list and tensor need beside each other

} // namespace

RecordingTensors::RecordingTensors(QWidget* parent)
    : QWidget(parent)
    , m_numbers(new FileNumbers(this))
    , m_model(new RecordingListModel(*m_numbers, this))
    , m_words(new QLineEdit(this))
    , m_list(new QTableView(this))
    , m_found(new QLabel(this))
    , m_measure(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_steps(new QComboBox(this))
    , m_overSteps(new RecordedStepsPanel(m_step, this))
    , m_details(new TensorDetails(QStringLiteral("recording"), *m_numbers, this))
{
    setObjectName(QStringLiteral("recordingTensorsPage"));
    place();
    connect(m_words, &QLineEdit::textChanged, this, &RecordingTensors::search);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &RecordingTensors::chooseCurrent);
    connect(m_numbers, &FileNumbers::knownChanged, this, &RecordingTensors::showMeasured);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_numbers->isMeasuring())
            m_numbers->stopMeasuring();
        else
            m_numbers->measureAll();
    });
    connect(
        m_steps, &QComboBox::activated, this, [this] { m_step.pin(m_steps->currentData().toLongLong()); });
    connect(&m_step, &ShownStep::changed, this, &RecordingTensors::showStep);
    setRecording(nullptr);
}

void RecordingTensors::place()
{
    describe(m_words, QStringLiteral("recordingSearch"), tr("Search"),
        tr("Tensors in whose layer/role these letters are, in this order; ↓ goes to the list"));
    m_words->setPlaceholderText(tr("Search layers and roles"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("recordingTensors"), tr("Tensors of the recording"));
    m_list->setModel(m_model);
    lookAsTable(*m_list, RowHeight::Figures);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->setMinimumWidth(1);
    m_found->setObjectName(QStringLiteral("recordingFound"));
    m_measure->setObjectName(QStringLiteral("recordingMeasure"));
    m_measure->setToolTip(
        tr("Reads every tensor at every step once for its largest magnitude and for what is not finite"));
    m_measure->setAutoDefault(false);
    describe(m_progress, QStringLiteral("recordingMeasured"), tr("Tensors that were read"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    describe(m_steps, QStringLiteral("recordingStep"), tr("Step"),
        tr("At which of its recorded steps the tensor is shown; a click in the plot chooses one too"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_steps->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* stepLabel = new QLabel(tr("&Step"), this);
    stepLabel->setBuddy(m_steps);
    m_details->insertPage(0, m_overSteps, tr("Over steps"),
        tr("Its amax at every recorded step, and the scales that recipes would have given it"));
    auto* left = new QWidget(this);
    auto* bar = new FlowLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_found, m_measure, m_progress})
        bar->addWidget(widget);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addLayout(bar);
    auto* right = new QWidget(this);
    auto* stepBar = new FlowLayout;
    stepBar->addWidget(stepLabel);
    stepBar->addWidget(m_steps);
    auto* details = new QVBoxLayout(right);
    details->setContentsMargins(0, 0, 0, 0);
    details->setSpacing(4);
    details->addLayout(stepBar);
    details->addWidget(m_details, 1);
    auto* halves = new TurningSplitter(QStringLiteral("recordingHalves"), kRecordingBesideCharacters, this);
    halves->addWidget(left);
    halves->addWidget(right);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(halves, 1);
}

void RecordingTensors::setRecording(const std::shared_ptr<const ShownRecording>& recording)
{
    m_recording = recording;
    m_chosen.reset();
    m_shownTensor.reset();
    m_words->clear();
    m_model->setRecording(nullptr); // which reads of the numbers
    m_numbers->setFile(recording ? recording->file : nullptr);
    m_model->setRecording(recording);
    m_details->setFile(recording ? recording->file : nullptr);
    m_overSteps->setRecording(recording);
    m_step.pin(std::nullopt);
    m_steps->clear();
    m_list->resizeColumnsToContents();
    const int widest = fontMetrics().averageCharWidth() * 30;
    for (const int column : {RecordingListModel::LayerColumn, RecordingListModel::RoleColumn})
        m_list->setColumnWidth(column, std::min(widest, m_list->columnWidth(column)));
    m_list->setColumnWidth(
        RecordingListModel::LargestColumn, fontMetrics().averageCharWidth() * 11); // its numbers come later
    showMeasured();
    if (m_model->rowCount() > 0)
        m_list->setCurrentIndex(m_model->index(0, 0));
}

void RecordingTensors::focusSearch()
{
    m_words->setFocus();
    m_words->selectAll();
}

bool RecordingTensors::isIdle() const
{
    return !m_numbers->isBusy() && m_details->isIdle() && m_overSteps->isIdle();
}

/// The chosen tensor stays chosen, whether or not it is among those that are found.
void RecordingTensors::search(const QString& words)
{
    m_model->search(words);
    showMeasured();
    const int row = m_chosen ? m_model->rowOf(*m_chosen) : -1;
    if (row >= 0)
        m_list->setCurrentIndex(m_model->index(row, 0));
}

void RecordingTensors::chooseCurrent()
{
    const int row = m_list->currentIndex().row();
    if (row >= 0 && m_chosen != m_model->seriesAt(row))
        choose(m_model->seriesAt(row));
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
    if (m_model->rowOf(*series) < 0)
        m_words->clear();
    m_step.pin(place.step);
    m_list->setCurrentIndex(m_model->index(m_model->rowOf(*series), 0));
    m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
    m_list->setFocus();
}

void RecordingTensors::showMeasured()
{
    const int all = m_recording ? int(m_recording->series.size()) : 0;
    const int shown = m_model->rowCount();
    m_found->setText(shown == all ? countedText(all, tr("tensor"), tr("tensors"))
                                  : forCount(all, tr("%1 of %2 tensor"), tr("%1 of %2 tensors"))
                                        .arg(countText(shown), countText(all)));
    const int files = m_recording ? int(m_recording->file->tensors().size()) : 0;
    const bool isMeasuring = m_numbers->isMeasuring();
    m_measure->setText(isMeasuring ? tr("Stop &reading") : tr("&Read all numbers"));
    m_measure->setVisible(isMeasuring || int(m_numbers->measured()) < files);
    m_progress->setVisible(isMeasuring);
    m_progress->setRange(0, std::max(files, 1));
    m_progress->setValue(int(m_numbers->measured()));
}

bool RecordingTensors::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Down || key == Qt::Key_Return) && m_model->rowCount() > 0) {
            m_list->setFocus();
            if (!m_list->currentIndex().isValid())
                m_list->setCurrentIndex(m_model->index(0, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ulpscope::ui
