// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/grid_painter.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {

namespace {

// Pixels:
constexpr double kHatch = 6; ///< between lines
constexpr double kCrossed = 7; ///< what is narrower gets a cross, where a hatch would not be seen
constexpr double kRing = 8; ///< radius
constexpr double kGapFrom = 6; ///< height of lines with gaps between them
constexpr int kTickApart = 28;
constexpr int kLegendBar = 64;
constexpr double kMinCursor = 7;

struct GridText
{
    Q_DECLARE_TR_FUNCTIONS(Grid)
};

/// Lines at 45 degrees within a rectangle. No brush: files would lose its pattern.
void hatch(QPainter& painter, const QRectF& rect, bool isCrossed)
{
    const auto first = [](double from) { return std::ceil(from / kHatch) * kHatch; };
    for (double c = first(rect.left() + rect.top()); c < rect.right() + rect.bottom(); c += kHatch) {
        const double x0 = std::max(rect.left(), c - rect.bottom());
        const double x1 = std::min(rect.right(), c - rect.top());
        painter.drawLine(QPointF(x0, c - x0), QPointF(x1, c - x1));
    }
    if (!isCrossed)
        return;
    for (double c = first(rect.left() - rect.bottom()); c < rect.right() - rect.top(); c += kHatch) {
        const double x0 = std::max(rect.left(), c + rect.top());
        const double x1 = std::min(rect.right(), c + rect.bottom());
        painter.drawLine(QPointF(x0, x0 - c), QPointF(x1, x1 - c));
    }
}

/// In the ink of texts, which no number's colour comes near.
void paintNotFiniteRect(
    QPainter& painter, const QRectF& rect, CellState state, const PlotTheme& theme, bool isFile)
{
    const bool isNan = state == CellState::NotANumber;
    if (rect.width() < kCrossed) {
        painter.fillRect(rect, theme.foreground);
        return;
    }
    painter.fillRect(rect, theme.background);
    if (isFile) {
        painter.setPen(QPen(theme.foreground, 1));
        hatch(painter, rect, isNan);
    } else
        painter.fillRect(rect, QBrush(theme.foreground, isNan ? Qt::DiagCrossPattern : Qt::BDiagPattern));
    painter.setPen(QPen(theme.foreground, 1));
    painter.drawLine(rect.topLeft(), rect.bottomLeft());
    painter.drawLine(rect.topRight(), rect.bottomRight());
}

/// A line that is seen on every colour.
void haloed(QPainter& painter, const QColor& color, const QColor& ground, double width, const auto& draw)
{
    QColor halo = ground;
    halo.setAlphaF(0.85F);
    painter.setPen(QPen(halo, width + 3));
    draw();
    painter.setPen(QPen(color, width));
    draw();
}

/// 1, 2 or 5 times a power of ten.
std::int64_t roundStep(double atLeast)
{
    for (std::int64_t power = 1;; power *= 10)
        for (const std::int64_t step : {power, 2 * power, 5 * power})
            if (double(step) >= atLeast)
                return step;
}

} // namespace

GridPainter::GridPainter(const GridData& grid, const GridLayout& layout, const GridImage& image,
    const PlotTheme& theme, const QFont& font, bool isFile)
    : m_grid(grid)
    , m_layout(layout)
    , m_image(image)
    , m_theme(theme)
    , m_font(font)
    , m_isFile(isFile)
{
}

double GridPainter::right(std::size_t column) const
{
    return std::min(m_layout.left(double(column + 1)), m_layout.cells().right());
}

void GridPainter::paint(QPainter& painter, const GridMarks& marks) const
{
    painter.setFont(m_font);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintCells(painter);
    paintNotFinite(painter);
    paintGaps(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintRowNames(painter, marks);
    if (m_grid.isOverSteps)
        paintSteps(painter, marks.step);
    else
        paintColumnNames(painter);
    paintMarks(painter, marks);
}

void GridPainter::paintCells(QPainter& painter) const
{
    const auto columns = m_grid.columns.size();
    const QImage& pixels = m_image.pixels();
    if (!m_isFile) {
        painter.save();
        painter.setClipRect(m_layout.cells());
        const QRectF target(m_layout.area().left(), m_layout.area().top(),
            double(columns) * m_layout.columnWidth(), m_layout.cells().height());
        painter.drawImage(target, pixels, QRectF(0, 0, double(columns), double(m_layout.lines())));
        painter.restore();
        return;
    }
    // A picture in a file would be smoothed where it is enlarged.
    for (std::size_t line = 0; line < m_layout.lines(); ++line) {
        const auto* colors = reinterpret_cast<const QRgb*>(pixels.constScanLine(int(line)));
        for (std::size_t first = 0, end = 0; first < columns; first = end) {
            while (end < columns && colors[end] == colors[first])
                ++end;
            if (qAlpha(colors[first]) > 0)
                painter.fillRect(QRectF(m_layout.left(double(first)), m_layout.top(line),
                                     right(end - 1) - m_layout.left(double(first)), m_layout.lineHeight()),
                    QColor::fromRgb(colors[first]));
        }
    }
}

void GridPainter::paintNotFinite(QPainter& painter) const
{
    if (!m_image.hasNotFinite())
        return;
    for (std::size_t line = 0; line < m_layout.lines(); ++line)
        for (std::size_t first = 0, end = 0; first < m_grid.columns.size(); first = end) {
            const CellState state = m_image.state(line, first);
            while (end < m_grid.columns.size() && m_image.state(line, end) == state)
                ++end;
            if (state <= CellState::Finite)
                continue;
            QRectF rect(m_layout.left(double(first)), m_layout.top(line),
                right(end - 1) - m_layout.left(double(first)), m_layout.lineHeight());
            if (rect.width() < 3) // is seen whatever its share of the run is
                rect.setWidth(3);
            paintNotFiniteRect(painter, rect, state, m_theme, m_isFile);
            if (rect.width() < kCrossed && rect.height() >= kCrossed) {
                const QPointF c = rect.center();
                painter.setRenderHint(QPainter::Antialiasing);
                haloed(painter, m_theme.foreground, m_theme.background, 1.6, [&] {
                    painter.drawLine(c - QPointF(3, 3), c + QPointF(3, 3));
                    painter.drawLine(c - QPointF(3, -3), c + QPointF(3, -3));
                });
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
}

void GridPainter::paintGaps(QPainter& painter) const
{
    const QRectF cells = m_layout.cells();
    painter.setPen(QPen(m_theme.background, 1));
    if (m_layout.lineHeight() >= kGapFrom)
        for (std::size_t line = 1; line < m_layout.lines(); ++line) {
            const double y = std::round(m_layout.top(line));
            painter.drawLine(QPointF(cells.left(), y), QPointF(cells.right(), y));
        }
    if (!m_grid.isOverSteps)
        for (std::size_t column = 1; column < m_grid.columns.size(); ++column) {
            const double x = std::round(m_layout.left(double(column)));
            painter.drawLine(QPointF(x, cells.top()), QPointF(x, cells.bottom()));
        }
}

void GridPainter::paintRowNames(QPainter& painter, const GridMarks& marks) const
{
    // Where not all have room: the chosen one, then the gravest.
    const QFontMetrics metrics(m_font);
    std::vector<std::size_t> order(m_grid.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (m_layout.lineHeight() < metrics.height())
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            if ((marks.row == a) != (marks.row == b))
                return marks.row == a;
            return isGraver(m_image.gravest()[a], m_image.gravest()[b]);
        });
    const double width = m_layout.area().left() - kGapFrom;
    std::vector<double> taken;
    const auto room = std::size_t(m_layout.area().height() / metrics.height());
    for (const std::size_t row : order) {
        if (taken.size() > room)
            break;
        // Names that are higher than their lines stay beside the cells.
        const double half = std::min(double(metrics.height()), m_layout.cells().height()) / 2;
        const double middle = std::clamp(m_layout.top(m_layout.lineOf(row)) + m_layout.lineHeight() / 2,
            m_layout.cells().top() + half, m_layout.cells().bottom() - half);
        const bool isFree = std::ranges::all_of(
            taken, [&](double other) { return std::abs(other - middle) >= metrics.height() * 0.95; });
        if (!isFree)
            continue;
        taken.push_back(middle);
        QFont font = m_font;
        font.setBold(marks.row == row);
        painter.setFont(font);
        painter.setPen(m_theme.foreground);
        const QString text
            = QFontMetrics(font).elidedText(m_grid.rows[row].name, Qt::ElideMiddle, int(width));
        painter.drawText(QRectF(0, middle - metrics.height(), width, 2 * metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, text);
    }
    painter.setFont(m_font);
}

void GridPainter::paintColumnNames(QPainter& painter) const
{
    const QFontMetrics metrics(m_font);
    painter.setPen(m_theme.foreground);
    const QRectF cells = m_layout.cells();
    double free = -1e9;
    for (std::size_t column = 0; column < m_grid.columns.size(); ++column) {
        const double middle = m_layout.left(double(column) + 0.5);
        const QString& name = m_grid.columns[column].name;
        if (!m_layout.areNamesUpright()) {
            painter.drawText(QRectF(m_layout.left(double(column)), cells.bottom() + 2, m_layout.columnWidth(),
                                 metrics.height()),
                Qt::AlignCenter, name);
            continue;
        }
        if (middle - metrics.height() / 2.0 < free)
            continue;
        free = middle + metrics.height() / 2.0;
        const double room = m_layout.namesHeight();
        painter.save();
        painter.translate(middle, cells.bottom() + 3);
        painter.rotate(90);
        painter.drawText(QRectF(0, -metrics.height() / 2.0, room, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideMiddle, int(room)));
        painter.restore();
    }
}

void GridPainter::paintSteps(QPainter& painter, std::optional<std::int64_t> pinned) const
{
    const QFontMetrics metrics(m_font);
    const QRectF cells = m_layout.cells();
    const double top = cells.bottom() + 3;
    const std::int64_t steps = m_grid.steps();
    const double perStep = m_layout.columnWidth() / double(m_grid.stepsPerColumn);
    QFont bold = m_font;
    bold.setBold(true);
    const auto place = [&](std::int64_t step, const QFont& font) {
        const double width = QFontMetrics(font).horizontalAdvance(countText(step)) + 2;
        const double middle = m_layout.middleOf(step);
        const double left = std::clamp(
            middle - width / 2, cells.left(), std::max(cells.left(), m_layout.area().right() - width));
        return QRectF(left, top, width, metrics.height());
    };
    std::optional<QRectF> taken;
    if (pinned && *pinned < steps) {
        taken = place(*pinned, bold);
        painter.setFont(bold);
        painter.setPen(m_theme.foreground);
        painter.drawText(*taken, Qt::AlignCenter, countText(*pinned));
        painter.setFont(m_font);
    }
    painter.setPen(m_theme.muted);
    const std::int64_t apart
        = roundStep((metrics.horizontalAdvance(countText(steps)) + kTickApart) / std::max(perStep, 1e-9));
    for (std::int64_t step = 0; step < steps; step += apart) {
        const QRectF rect = place(step, m_font);
        if (taken && rect.adjusted(-4, 0, 4, 0).intersects(*taken))
            continue;
        painter.drawText(rect, Qt::AlignCenter, countText(step));
        painter.drawLine(QPointF(m_layout.middleOf(step), cells.bottom() + 1),
            QPointF(m_layout.middleOf(step), cells.bottom() + 3));
    }
    painter.drawText(QRectF(0, top, m_layout.area().left() - kGapFrom, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter, m_grid.columnsTitle);
}

void GridPainter::paintMarks(QPainter& painter, const GridMarks& marks) const
{
    const QRectF cells = m_layout.cells();
    painter.setBrush(Qt::NoBrush);
    if (marks.row && *marks.row < m_grid.rows.size()) {
        const std::size_t line = m_layout.lineOf(*marks.row);
        const QRectF rect(cells.left(), m_layout.top(line), cells.width(), m_layout.lineHeight());
        haloed(painter, m_theme.candidate, m_theme.background, 1.5, [&] { painter.drawRect(rect); });
    }
    if (m_grid.isOverSteps && marks.step && *marks.step < m_grid.steps()) {
        const double x = m_layout.middleOf(*marks.step);
        haloed(painter, m_theme.foreground, m_theme.background, 1.5,
            [&] { painter.drawLine(QPointF(x, cells.top()), QPointF(x, cells.bottom() + 2)); });
    }
    if (m_grid.birth && m_grid.birth->step < m_grid.steps()) {
        const std::size_t line = m_layout.lineOf(m_grid.birth->row);
        const QPointF middle(
            m_layout.middleOf(m_grid.birth->step), m_layout.top(line) + m_layout.lineHeight() / 2);
        haloed(painter, m_theme.foreground, m_theme.background, 2,
            [&] { painter.drawEllipse(middle, kRing, kRing); });
    }
    if (marks.cursor && marks.cursor->row < m_grid.rows.size()
        && marks.cursor->column < m_grid.columns.size()) {
        const std::size_t line = m_layout.lineOf(marks.cursor->row);
        QRectF rect(m_layout.left(double(marks.cursor->column)), m_layout.top(line),
            right(marks.cursor->column) - m_layout.left(double(marks.cursor->column)), m_layout.lineHeight());
        const double wider = std::max(0.0, kMinCursor - rect.width()) / 2;
        const double higher = std::max(0.0, kMinCursor - rect.height()) / 2;
        rect.adjust(-wider, -higher, wider, higher);
        haloed(painter, m_theme.foreground, m_theme.background, 1.5, [&] { painter.drawRect(rect); });
    }
}

int GridPainter::paintLegend(QPainter* painter, const QRect& rect, const GridData& grid,
    const GridImage& image, const PlotTheme& theme, const QFont& font)
{
    static const GridRamp kLight(false);
    static const GridRamp kDark(true);
    const QFontMetrics metrics(font);
    const int bar = metrics.height() - 4;
    const QRect middle(rect.left(), rect.center().y() - metrics.height() / 2, rect.width(), metrics.height());
    int x = rect.left();
    const auto write = [&](const QString& text) {
        const int width = metrics.horizontalAdvance(text);
        if (painter) {
            painter->setPen(theme.muted);
            painter->drawText(QRect(x, middle.top(), width + 1, middle.height()), Qt::AlignVCenter, text);
        }
        x += width + 4;
    };
    const auto swatch = [&](CellState state, const QString& text) {
        x += 8;
        const QRectF box(x, middle.center().y() - bar / 2.0, 2 * bar, bar);
        if (painter) {
            paintNotFiniteRect(*painter, box, state, theme, true);
            painter->setPen(QPen(theme.foreground, 1));
            painter->drawRect(box);
        }
        x += 2 * bar + 4;
        write(text);
    };
    if (painter) {
        painter->setFont(font);
        painter->setBrush(Qt::NoBrush);
    }
    write(grid.least);
    if (painter)
        for (int i = 0; i < kLegendBar; ++i) {
            const GridRamp& ramp = theme.background.lightness() < 128 ? kDark : kLight;
            painter->fillRect(x + i, middle.center().y() - bar / 2, 1, bar,
                QColor::fromRgb(ramp.at(double(i) / (kLegendBar - 1))));
        }
    x += kLegendBar + 4;
    write(grid.most);
    if (image.hasInfinity())
        swatch(CellState::Infinite, QStringLiteral("∞"));
    if (image.hasNan())
        swatch(CellState::NotANumber, QStringLiteral("NaN"));
    return x - rect.left();
}

} // namespace ulpscope::ui
