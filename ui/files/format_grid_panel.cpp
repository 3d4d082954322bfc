// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/format_grid_panel.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/models/display_text.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/models/format_grid.h"

#include <QComboBox>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kBetween{200};

} // namespace

FormatGridPanel::FormatGridPanel(
    const QString& id, FileNumbers& numbers, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_numbers(numbers)
    , m_kernels(std::move(kernels))
    , m_figure(new QComboBox(this))
    , m_reading(new ElidedLabel(this))
    , m_view(new GridView(this))
{
    setObjectName(id + QStringLiteral("FormatGrid"));
    describe(m_figure, {.name = id.toUtf8() + "GridFigure", .terms = "format_loss"},
        tr("What the grid shows"),
        tr("What the grid shows of each tensor, if it were rounded to the format as it is"));
    for (const QString& title : formatFigures())
        m_figure->addItem(title);
    describe(m_view, {.name = id.toUtf8() + "GridCells", .terms = "format_loss tensor number_format"},
        tr("Tensors over formats"),
        tr("A row for each tensor, a column for each format: the stronger the colour, the more would be lost. "
           "Hatched: elements overflow, or are NaN or infinite already. A click chooses the tensor."));
    m_view->setAbsentText(tr("No numbers yet: press \"Read all numbers\" below the list."));
    m_reading->setObjectName(id + QStringLiteral("GridReading"));
    m_soon.setSingleShot(true);
    m_soon.setInterval(kBetween);
    auto* header = rowOf({m_figure, {m_reading, 1}, new GridLegend(*m_view, this)});
    columnOf(this, {header, {m_view, 1}}, {.margins = QMargins(0, 4, 0, 0), .spacing = 4});
    connect(m_figure, &QComboBox::activated, this, &FormatGridPanel::refresh);
    connect(m_view, &GridView::read, m_reading, &QLabel::setText);
    connect(m_view, &GridView::picked, this, &FormatGridPanel::pick);
    connect(m_view, &GridView::rowPicked, this, &FormatGridPanel::pick);
    connect(&m_soon, &QTimer::timeout, this, &FormatGridPanel::refresh);
    connect(&numbers, &FileNumbers::knownChanged, this, [this] {
        if (isVisible() && !m_soon.isActive())
            m_soon.start();
    });
}

void FormatGridPanel::setFile(std::shared_ptr<const TensorFile> file)
{
    m_file = std::move(file);
    m_chosen.clear();
    if (m_file && isVisible())
        m_numbers.measureLosses(m_kernels);
    refresh();
}

void FormatGridPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_file)
        m_numbers.measureLosses(m_kernels);
    refresh();
}

void FormatGridPanel::pick(std::size_t row)
{
    const std::string& name = m_view->grid()->rows[row].id;
    const auto found = std::ranges::find(m_file->tensors(), name, &TensorEntry::name);
    if (found != m_file->tensors().end())
        emit chosen(std::size_t(found - m_file->tensors().begin()));
}

void FormatGridPanel::choose(std::size_t tensor)
{
    m_chosen = m_file->tensors()[tensor].name;
    m_view->setChosenRow(m_view->grid() ? m_view->grid()->rowOf(m_chosen) : std::nullopt);
}

void FormatGridPanel::refresh()
{
    if (!isVisible())
        return; // when it is shown
    std::vector<TensorLosses> tensors;
    for (std::size_t i = 0; m_file && i < m_numbers.all(); ++i) {
        const KnownNumbers& known = m_numbers.known(i);
        if (known.summary && known.losses)
            tensors.push_back({m_file->tensors()[i].name, std::int64_t(known.summary->nans),
                std::int64_t(known.summary->infinities), *known.losses});
    }
    if (tensors.empty())
        return m_view->setGrid(nullptr);
    m_view->setGrid(std::make_shared<GridData>(gridOfFormats(tensors, commonTrainingFormats(),
                        static_cast<FormatFigure>(m_figure->currentIndex()))),
        tr("What the tensors of the file would lose: %1").arg(m_figure->currentText()));
    m_view->setChosenRow(m_view->grid()->rowOf(m_chosen));
}

} // namespace ulpscope::ui
