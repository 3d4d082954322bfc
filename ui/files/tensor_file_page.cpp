// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tensor_file_page.h"

#include "ui/files/format_grid_panel.h"
#include "ui/files/models/tensor_list_model.h"
#include "ui/files/recorded_steps_panel.h"
#include "ui/files/searched_list.h"
#include "ui/look/boxes.h"
#include "ui/look/models/display_text.h"
#include "ui/look/turning_splitter.h"

#include <QTableView>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

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
