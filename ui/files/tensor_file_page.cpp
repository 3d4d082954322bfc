// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tensor_file_page.h"

#include "ui/files/models/tensor_list_model.h"
#include "ui/files/searched_list.h"
#include "ui/look/turning_splitter.h"

#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kListBesideCharacters = 120; // that list and details need beside each other

} // namespace

TensorFilePage::TensorFilePage(QWidget* parent)
    : QWidget(parent)
    , m_numbers(new FileNumbers(this))
    , m_model(new TensorListModel(*m_numbers, this))
    , m_list(new SearchedList(QStringLiteral("file"),
          {.search = tr("Search the tensors"),
              .searchTip = tr("Tensors in whose names these letters are, in this order; ↓ goes to the list"),
              .list = tr("Tensors of the file"),
              .measureTip
              = tr("Reads every tensor once for its least and largest magnitude and for what is not finite")},
          *m_model, *m_numbers, this))
    , m_details(new TensorDetails(QStringLiteral("file"), *m_numbers, this))
{
    setObjectName(QStringLiteral("tensorFilePage"));
    auto* halves = new TurningSplitter(QStringLiteral("fileHalves"), kListBesideCharacters, this);
    halves->addWidget(m_list);
    halves->addWidget(m_details);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(halves, 1);
    connect(m_list, &SearchedList::chosen, m_details, &TensorDetails::choose);
}

void TensorFilePage::setFile(const std::shared_ptr<TensorFile>& file)
{
    m_model->setFile(nullptr); // which reads of the numbers
    m_numbers->setFile(file);
    m_model->setFile(file);
    m_details->setFile(file);
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
    return !m_numbers->isBusy() && m_details->isIdle();
}

} // namespace ulpscope::ui
