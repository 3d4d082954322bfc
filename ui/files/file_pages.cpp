// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_pages.h"

#include "ui/files/difference_panel.h"
#include "ui/files/local_errors_panel.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/files/origins_panel.h"
#include "ui/files/recorded_steps_panel.h"
#include "ui/files/recording_tensors.h"
#include "ui/files/searched_list.h"
#include "ui/files/tensor_pictures.h"
#include "ui/look/boxes.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/page_area.h"
#include "ui/look/place.h"

#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

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
    m_model->setFile(nullptr); // which reads of the numbers
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
        table.setColumnWidth(column, fontMetrics().averageCharWidth() * 13); // their numbers come later
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
