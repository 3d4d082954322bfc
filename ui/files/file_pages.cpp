// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_pages.h"

#include "ui/files/difference_panel.h"
#include "ui/files/models/local_errors.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/files/origins_panel.h"
#include "ui/files/recorded_steps_panel.h"
#include "ui/files/searched_list.h"
#include "ui/files/task_bar.h"
#include "ui/files/tensor_pictures.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/page_area.h"
#include "ui/look/place.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <utility>

namespace ulpscope::ui {

class RecordedStepsPanel;
class RecordingListModel;
class SearchedList;
struct ShownRecording;

// The tensors of a recording by layer and role, searched by typing, and beside them the one that is chosen: over its steps, and at one of
// them.
class RecordingTensors : public QWidget
{
    Q_OBJECT
public:
    explicit RecordingTensors(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(const std::shared_ptr<const ShownRecording>& recording);
    void goTo(const RecordedPlace& place);
    TensorDetails& details() const { return *m_details; }
    void focusSearch();
    bool isIdle() const;

private:
    void place();
    void choose(std::size_t series);
    /// The chosen tensor at the step that is pinned, or the next one before.
    void showStep();

    FileNumbers* m_numbers; ///< a child, so that it is there until the widgets are gone
    RecordingListModel* m_model;
    std::shared_ptr<const ShownRecording> m_recording;
    std::optional<std::size_t> m_chosen;
    std::optional<std::size_t> m_shownTensor; ///< tensor that is being read
    ShownStep m_step;
    SearchedList* m_list;
    QComboBox* m_steps;
    RecordedStepsPanel* m_overSteps;
    TensorDetails* m_details;
};

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
    m_model->setRecording(nullptr); // the model lets go of the numbers that are replaced next
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
    table.setColumnWidth(RecordingListModel::LargestColumn,
        fontMetrics().averageCharWidth() * 11); // numbers come later
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

class LeadingTable;
class TaskBar;
struct TaskProgress;

// The layers of a recording by the error of their own arithmetic, those that made one beyond their dtype's apart from the others.
class LocalErrorsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LocalErrorsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    void focusFirst();
    bool isIdle() const { return !m_errors->isBusy(); }

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    void place();
    void show();

    LocalErrors* m_errors;
    std::shared_ptr<TaskProgress> m_progress; ///< null while nothing is computed
    TaskBar* m_task;
    QLabel* m_producersTitle;
    LeadingTable* m_producers;
    QLabel* m_othersTitle;
    LeadingTable* m_others;
    QLabel* m_leftAside;
};

LocalErrorsPanel::LocalErrorsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_errors(new LocalErrors(std::move(kernels), this))
    , m_task(new TaskBar(QStringLiteral("localErrors"), tr("&Compute the layers again"),
          tr("Computes each layer whose input, weights and output are recorded again, in its own dtype and in float64, at every step"),
          this))
    , m_producersTitle(new QLabel(
          tr("Producers: layers that left the finite numbers, or erred by more than their dtype makes"),
          this))
    , m_producers(new LeadingTable(
          {.name = "localProducers", .terms = "error_vs_float64"}, m_producersTitle->text(), this))
    , m_othersTitle(new QLabel(
          tr("Propagators: layers that did what their dtype makes; what is wrong in them came in"), this))
    , m_others(
          new LeadingTable({.name = "localOthers", .terms = "error_vs_float64"}, m_othersTitle->text(), this))
    , m_leftAside(proseLabel(this))
{
    registerPlace(this, {.name = "localErrorsPanel", .terms = "error_vs_float64"});
    place();
    connect(m_task, &TaskBar::beginWanted, m_errors, &LocalErrors::start);
    connect(m_task, &TaskBar::stopWanted, m_errors, &LocalErrors::stop);
    connect(m_errors, &LocalErrors::changed, this, &LocalErrorsPanel::show);
    connect(m_errors, &LocalErrors::failed, m_task, &TaskBar::say);
    for (LeadingTable* table : {m_producers, m_others})
        connect(table, &LeadingTable::placeWanted, this, &LocalErrorsPanel::placeWanted);
    show();
}

void LocalErrorsPanel::place()
{
    m_leftAside->setObjectName(QStringLiteral("localLeftAside"));
    QFont bold = font();
    bold.setBold(true);
    for (QLabel* title : {m_producersTitle, m_othersTitle}) {
        title->setFont(bold);
        title->setWordWrap(true);
    }
    columnOf(this, {m_task, m_producersTitle, m_producers, m_othersTitle, m_others, m_leftAside, Stretch{1}},
        {.margins = QMargins(0, 4, 4, 0), .spacing = 6});
}

void LocalErrorsPanel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_errors->setRecording(std::move(recording));
}

void LocalErrorsPanel::show()
{
    const bool isBusy = m_errors->isBusy();
    if (isBusy && !m_progress) {
        m_progress = std::make_shared<TaskProgress>();
        m_task->follow(m_progress);
    } else if (!isBusy && m_progress) {
        m_progress.reset();
        m_task->rest();
    }
    if (m_progress) {
        m_progress->all = m_errors->all();
        m_progress->done = m_errors->done();
    }
    const std::vector<LayerErrors>& layers = m_errors->layers();
    m_producers->setTable(localErrorMetrics(layers, true), placesOfLocalErrors(layers, true));
    m_others->setTable(localErrorMetrics(layers, false), placesOfLocalErrors(layers, false));
    m_producersTitle->setVisible(!m_producers->isHidden());
    m_othersTitle->setVisible(!m_others->isHidden());
    QStringList reasons;
    for (const auto& [why, steps] : m_errors->leftAside())
        reasons += tr("Not computed again, %1: %2")
                       .arg(countedText(std::int64_t(steps), tr("step"), tr("steps")), why);
    m_leftAside->setText(reasons.join(QLatin1Char('\n')));
    m_leftAside->setVisible(!reasons.isEmpty());
    const bool isBegun = m_errors->done() > 0 || isBusy;
    m_task->say(
        !isBegun ? tr(
            "Each layer's own error, with nothing of what came before it: its output against float64's and against what its dtype "
            "makes of the same inputs and weights. The button computes it.")
            : isBusy ? tr("Computing the layers again…")
            : layers.empty()
            ? tr(
                "No layer has its input, its weights and its output recorded, or none is of a class that can be computed again.")
            : m_errors->done() < m_errors->all() ? tr("Stopped: what is here is of the first steps.")
            : m_producers->isHidden()            ? tr("Every layer did what its dtype makes.")
                                                 : QString());
}

void LocalErrorsPanel::focusFirst()
{
    m_task->beginButton()->setFocus();
}

namespace {

PageArea* scrolledPart(QWidget* part, QWidget* parent)
{
    auto* area = new PageArea(parent);
    area->setWidget(part);
    return area;
}

} // namespace

RecordingPage::RecordingPage(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_parts(new QTabWidget(this))
    , m_tensors(new RecordingTensors(kernels, this))
    , m_origins(new OriginsPanel(kernels, this))
    , m_errors(new LocalErrorsPanel(kernels, this))
    , m_difference(new DifferencePanel(kernels, this))
{
    registerPlace(this, {.name = "recordingPage", .terms = "tensor layer", .guide = "files#recording"});
    m_parts->setObjectName(QStringLiteral("recordingParts"));
    m_parts->setAccessibleName(tr("What there is to see of the recording"));
    m_parts->setDocumentMode(true);
    const auto add = [this](QWidget* part, const QString& title, const QString& tip) {
        m_parts->setTabToolTip(m_parts->addTab(part, title), tip);
    };
    add(m_tensors, tr("Tensors"), tr("Each tensor over its steps, and its numbers at one of them"));
    add(scrolledPart(m_origins, m_parts), tr("First NaN or ∞"),
        tr("Where the first number that is not finite came from"));
    add(scrolledPart(m_errors, m_parts), tr("Local errors"),
        tr("What each layer's own arithmetic did, computed again from its recorded input and weights"));
    add(scrolledPart(m_difference, m_parts), tr("Compare"),
        tr("The first difference from another recording, or from what the layers make here"));
    columnOf(this, {{m_parts, 1}});
    connect(m_origins, &OriginsPanel::placeWanted, this, &RecordingPage::goTo);
    connect(m_errors, &LocalErrorsPanel::placeWanted, this, &RecordingPage::goTo);
    connect(m_difference, &DifferencePanel::placeWanted, this, &RecordingPage::goTo);
}

void RecordingPage::setRecording(const std::shared_ptr<const ShownRecording>& recording)
{
    m_tensors->setRecording(recording);
    m_origins->setRecording(recording);
    m_errors->setRecording(recording);
    m_difference->setRecording(recording);
    m_parts->setCurrentIndex(0);
}

TensorDetails& RecordingPage::details() const
{
    return m_tensors->details();
}

void RecordingPage::goTo(const RecordedPlace& place)
{
    m_parts->setCurrentWidget(m_tensors);
    m_tensors->goTo(place);
}

void RecordingPage::focusPage()
{
    switch (m_parts->currentIndex()) {
    case 1:
        return m_origins->focusFirst();
    case 2:
        return m_errors->focusFirst();
    case 3:
        return m_difference->focusFirst();
    default:
        return m_tensors->focusSearch();
    }
}

bool RecordingPage::isIdle() const
{
    return m_tensors->isIdle() && m_origins->isIdle() && m_errors->isIdle() && m_difference->isIdle();
}

namespace {

constexpr int kListBesideCharacters = 120; // that list and details need beside each other

} // namespace

TensorFilePage::TensorFilePage(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_numbers(new FileNumbers(this))
    , m_model(new TensorListModel(*m_numbers, this))
    , m_list(new SearchedList(QStringLiteral("file"),
          {.search = tr("Search the tensors"),
              .searchTip = tr("Tensors in whose names these letters are, in this order; ↓ goes to the list"),
              .list = tr("Tensors of the file"),
              .measureTip
              = tr("Reads every tensor once for its least and largest magnitude and for what is not finite"),
              .terms = "tensor"},
          *m_model, *m_numbers, this))
    , m_details(new TensorDetails(QStringLiteral("file"), *m_numbers, kernels, this))
    , m_formats(new FormatGridPanel(QStringLiteral("file"), *m_numbers, std::move(kernels), this))
    , m_overSteps(new RecordedStepsPanel(QStringLiteral("amaxes"), m_step, this))
{
    setObjectName(QStringLiteral("tensorFilePage"));
    auto* halves = new TurningSplitter(QStringLiteral("fileHalves"), kListBesideCharacters, this);
    halves->addWidget(m_list);
    halves->addWidget(m_details);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    columnOf(this, {{halves, 1}});
    m_details->insertPage(3, m_overSteps, tr("Over steps"),
        tr("The amaxes that the float8 layer has kept, and the scales that recipes would have given"));
    m_details->insertPage(4, m_formats, tr("All tensors"),
        tr("What each tensor of the file would lose in each format, the gravest first"));
    m_details->showPage(m_overSteps, false);
    connect(m_formats, &FormatGridPanel::chosen, m_list, &SearchedList::select);
    connect(m_list, &SearchedList::chosen, m_formats, &FormatGridPanel::choose);
    connect(m_list, &SearchedList::chosen, m_details, &TensorDetails::choose);
    connect(m_numbers, &FileNumbers::chosenRead, this, &TensorFilePage::showAmaxes);
    connect(m_numbers, &FileNumbers::refused, m_details, [this] { m_details->showPage(m_overSteps, false); });
}

void TensorFilePage::showAmaxes()
{
    const std::shared_ptr<const ReadTensor>& tensor = m_numbers->chosen();
    const auto found = std::ranges::find_if(
        m_amaxes, [&](const StoredAmaxes& one) { return tensor && one.history == tensor->index; });
    std::vector<float> amaxes;
    if (found != m_amaxes.end()) {
        amaxes = inOrderOfSteps(tensor->stored);
        amaxes.erase(amaxes.begin(), std::ranges::find_if(amaxes, [](float amax) { return amax != 0; }));
    }
    m_details->showPage(m_overSteps, !amaxes.empty());
    if (amaxes.empty())
        return;
    m_step.pin(std::nullopt);
    m_overSteps->setAmaxes(toQt(found->layer + "/" + std::string(found->operand)), amaxes,
        found->operand == "outputs_grad" ? "float8_e5m2" : "float8_e4m3fn");
}

void TensorFilePage::setFile(const std::shared_ptr<TensorFile>& file)
{
    m_model->setFile(nullptr); // the model lets go of the numbers that are replaced next
    m_numbers->setFile(file);
    m_model->setFile(file);
    m_details->setFile(file);
    m_formats->setFile(file);
    m_amaxes = file ? storedAmaxes(file->tensors()) : std::vector<StoredAmaxes>();
    m_details->showPage(m_overSteps, false);
    QTableView& table = m_list->table();
    table.resizeColumnsToContents();
    const int widest = fontMetrics().averageCharWidth() * 40;
    table.setColumnWidth(
        TensorListModel::NameColumn, std::min(widest, table.columnWidth(TensorListModel::NameColumn)));
    for (const int column : {TensorListModel::LeastColumn, TensorListModel::LargestColumn})
        table.setColumnWidth(column, fontMetrics().averageCharWidth() * 13); // numbers come later
    m_list->beginAnew();
}

void TensorFilePage::focusSearch()
{
    m_list->focusSearch();
}

bool TensorFilePage::isIdle() const
{
    return !m_numbers->isBusy() && m_formats->isIdle() && m_details->isIdle() && m_overSteps->isIdle();
}

} // namespace ulpscope::ui

#include "file_pages.moc"
