// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/grid_view.h"

#include "ui/look/plot_commands.h"
#include "ui/look/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kMinHeight = 70; ///< pixels
constexpr int kMinWidth = 160;

} // namespace

GridView::GridView(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    new PlotCommands(*this, [this] { return content(); });
}

void GridView::setGrid(
    std::shared_ptr<const GridData> grid, const QString& title, std::function<QStringList()> facts)
{
    if (grid != m_grid)
        m_marks.cursor.reset();
    m_grid = std::move(grid);
    m_title = title;
    m_facts = std::move(facts);
    if (!m_grid || (m_marks.row && *m_marks.row >= m_grid->rows.size()))
        m_marks.row.reset();
    m_image.forget();
    refresh(0);
}

void GridView::refresh(std::size_t firstColumn)
{
    const bool hadNan = m_image.hasNan();
    const bool hadInfinity = m_image.hasInfinity();
    if (hasCells())
        m_image.update(*m_grid, layOut(size()), isDark(palette()), firstColumn);
    if (m_marks.cursor
        && (!hasCells() || m_marks.cursor->column >= m_grid->columns.size()
            || m_marks.cursor->row >= m_grid->rows.size()))
        m_marks.cursor.reset();
    if (firstColumn == 0 || hadNan != m_image.hasNan() || hadInfinity != m_image.hasInfinity())
        emit legendChanged();
    if (firstColumn == 0 || m_marks.cursor)
        say();
    update();
}

void GridView::setAbsentText(const QString& text)
{
    m_absent = text;
    if (!hasCells()) {
        say();
        update();
    }
}

void GridView::setStep(std::optional<std::int64_t> step)
{
    if (step == m_marks.step)
        return;
    m_marks.step = step;
    update();
}

void GridView::setChosenRow(std::optional<std::size_t> row)
{
    if (row == m_marks.row)
        return;
    m_marks.row = row;
    update();
}

void GridView::setCursor(std::optional<GridPlace> place)
{
    if (place == m_marks.cursor)
        return;
    m_marks.cursor = hasCells() ? place : std::nullopt;
    say();
    update();
}

QRectF GridView::rectOf(GridPlace place) const
{
    const GridLayout layout = layOut(size());
    return {layout.left(double(place.column)), layout.top(layout.lineOf(place.row)), layout.columnWidth(),
        layout.lineHeight()};
}

/// What is read at the cursor, else what is gravest.
void GridView::say()
{
    const QString text = m_marks.cursor ? m_grid->cellText(*m_marks.cursor) : QString();
    QString description = text;
    if (description.isEmpty() && hasCells())
        if (const std::optional<GridPlace> gravest = m_grid->gravest())
            description = tr("The gravest: %1").arg(m_grid->cellText(*gravest));
    setAccessibleDescription(hasCells() ? description : m_absent);
    emit read(text);
}

QSize GridView::sizeHint() const
{
    return {480, 180};
}

QSize GridView::minimumSizeHint() const
{
    return {kMinWidth, kMinHeight};
}

GridLayout GridView::layOut(QSize size) const
{
    static const GridData kNone;
    return {m_grid ? *m_grid : kNone, size, font()};
}

std::size_t GridView::gravestRow(std::size_t line, std::size_t column) const
{
    const GridLayout layout = layOut(size());
    std::size_t found = layout.firstRow(line);
    for (std::size_t row = found; row < layout.endRow(line); ++row)
        if (isGraver(m_grid->at({row, column}), m_grid->at({found, column})))
            found = row;
    return found;
}

std::optional<GridPlace> GridView::placeAt(const QPointF& position) const
{
    if (!hasCells())
        return std::nullopt;
    const std::optional<GridPlace> at = layOut(size()).at(position);
    return at ? std::optional(GridPlace{gravestRow(at->row, at->column), at->column}) : std::nullopt;
}

void GridView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PlotTheme theme = plotTheme(palette());
    painter.fillRect(rect(), theme.background);
    if (!hasCells()) {
        painter.setPen(theme.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_absent);
        return;
    }
    const GridLayout layout = layOut(size());
    GridPainter(*m_grid, layout, m_image, theme, font()).paint(painter, m_marks);
    if (hasFocus() && !m_marks.cursor) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.cells().adjusted(-1, -1, 1, 1));
    }
}

void GridView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (hasCells())
        m_image.update(*m_grid, layOut(size()), isDark(palette()), m_grid->columns.size());
}

void GridView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh(0);
}

void GridView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    say();
}

bool GridView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !hasCells())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<GridPlace> place = placeAt(help->pos());
    const std::optional<std::size_t> line = layOut(size()).lineAt(help->pos().y());
    const bool isName = line && help->pos().x() < layOut(size()).area().left();
    QToolTip::showText(help->globalPos(),
        place        ? m_grid->cellText(*place)
            : isName ? m_grid->rows[layOut(size()).firstRow(*line)].name
                     : toolTip(),
        this);
    return true;
}

void GridView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !hasCells())
        return QWidget::mousePressEvent(event);
    if (const std::optional<GridPlace> place = placeAt(event->position())) {
        setCursor(place);
        m_draggedRow = place->row;
        m_draggedColumn = place->column;
        emit picked(place->row, place->column);
        return;
    }
    const GridLayout layout = layOut(size());
    const std::optional<std::size_t> line = layout.lineAt(event->position().y());
    if (!line || event->position().x() >= layout.area().left())
        return;
    // A line may stand for several rows: the name there is that of the gravest.
    std::size_t row = layout.firstRow(*line);
    for (std::size_t other = row; other < layout.endRow(*line); ++other)
        if (isGraver(m_image.gravest()[other], m_image.gravest()[row]))
            row = other;
    emit rowPicked(row);
}

void GridView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_draggedRow || !hasCells())
        return setCursor(placeAt(event->position()));
    const GridLayout layout = layOut(size());
    const QRectF cells = layout.cells();
    const double x = std::clamp(event->position().x(), cells.left(), cells.right() - 1);
    const std::optional<GridPlace> at = layout.at({x, cells.center().y()});
    if (!at || at->column == m_draggedColumn || *m_draggedRow >= m_grid->rows.size())
        return;
    m_draggedColumn = at->column;
    setCursor(GridPlace{*m_draggedRow, at->column});
    emit dragged(*m_draggedRow, at->column);
}

void GridView::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    m_draggedRow.reset();
}

void GridView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    setCursor(std::nullopt);
}

/// From line to line: of the rows of one it is the gravest.
void GridView::moveCursor(int right, int down)
{
    const GridLayout layout = layOut(size());
    const auto lastColumn = std::ptrdiff_t(m_grid->columns.size()) - 1;
    GridPlace place = m_marks.cursor.value_or(GridPlace{m_marks.row.value_or(0), std::size_t(lastColumn)});
    if (m_marks.cursor) {
        place.column
            = std::size_t(std::clamp<std::ptrdiff_t>(std::ptrdiff_t(place.column) + right, 0, lastColumn));
        const auto line = std::clamp<std::ptrdiff_t>(
            std::ptrdiff_t(layout.lineOf(place.row)) + down, 0, std::ptrdiff_t(layout.lines()) - 1);
        if (down != 0)
            place.row = gravestRow(std::size_t(line), place.column);
    }
    setCursor(place);
}

void GridView::keyPressEvent(QKeyEvent* event)
{
    if (!hasCells() || (event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1, 0);
    case Qt::Key_Right:
        return moveCursor(1, 0);
    case Qt::Key_Up:
        return moveCursor(0, -1);
    case Qt::Key_Down:
        return moveCursor(0, 1);
    case Qt::Key_Home:
    case Qt::Key_End:
        return setCursor(GridPlace{m_marks.cursor ? m_marks.cursor->row : m_marks.row.value_or(0),
            event->key() == Qt::Key_Home ? 0 : m_grid->columns.size() - 1});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_marks.cursor)
            break;
        emit picked(m_marks.cursor->row, m_marks.cursor->column);
        return;
    case Qt::Key_Escape:
        if (!m_marks.cursor && !m_marks.step)
            break;
        setCursor(std::nullopt);
        emit released();
        return;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

PlotContent GridView::content()
{
    if (!hasCells())
        return {};
    const int legend = fontMetrics().height() + 8;
    PlotContent content{
        .title = m_title.isEmpty() ? m_grid->title : m_title, .facts = m_facts ? m_facts() : QStringList()};
    content.size = {width(), height() + legend};
    content.paint = [this, legend](QPainter& painter) {
        const PlotTheme theme = lightPlotTheme();
        const GridLayout layout = layOut(size());
        GridImage image;
        image.update(*m_grid, layout, false, 0);
        GridPainter::paintLegend(
            &painter, QRect(int(layout.area().left()), 0, width(), legend), *m_grid, image, theme, font());
        painter.translate(0, legend);
        GridPainter(*m_grid, layout, image, theme, font(), true)
            .paint(painter, {.step = m_marks.step, .row = m_marks.row});
    };
    content.table = [this] { return m_grid->table(); };
    return content;
}

GridLegend::GridLegend(const GridView& view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
{
    connect(&view, &GridView::legendChanged, this, [this] {
        updateGeometry();
        update();
    });
}

QSize GridLegend::sizeHint() const
{
    const QSize none(0, fontMetrics().height() + 2);
    if (!m_view.grid() || m_view.grid()->isEmpty())
        return none;
    return {GridPainter::paintLegend(
                nullptr, QRect(), *m_view.grid(), m_view.image(), plotTheme(palette()), font()),
        none.height()};
}

void GridLegend::paintEvent(QPaintEvent*)
{
    if (!m_view.grid() || m_view.grid()->isEmpty())
        return;
    QPainter painter(this);
    GridPainter::paintLegend(&painter, rect(), *m_view.grid(), m_view.image(), plotTheme(palette()), font());
}

} // namespace ulpscope::ui
