// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/exponent_plot.h"

#include "ui/look/axis_ticks.h"
#include "ui/look/boxes.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/reaction.h"

#include <QEvent>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kColorStops = 12;
constexpr int kMaxCells = 512; ///< along the steps: the picture has a fixed size, however long the run
constexpr double kApart
    = 0.07; ///< share of the range: smallest height of the row of zeros and of the gap before it

/// "2⁻¹⁴" at whole exponents, and the names of other rows.
class ExponentTicker : public WholeTicker
{
public:
    /// Powers of two from `least` to `most`.
    ExponentTicker(double least, double most)
        : m_least(least)
        , m_most(most)
    {
    }
    void addRow(double value, const QString& name) { m_rows.insert(value, name); }

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks;
        for (const double tick : WholeTicker::createTickVector(tickStep, range))
            if (tick >= m_least && tick <= m_most)
                ticks += tick;
        for (auto row = m_rows.begin(); row != m_rows.end(); ++row)
            ticks += row.key();
        std::sort(ticks.begin(), ticks.end());
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const auto row = m_rows.find(tick);
        return row != m_rows.end() ? row.value() : powerText(2, int(std::lround(tick)));
    }

private:
    double m_least;
    double m_most;
    QMap<double, QString> m_rows;
};

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto mix = [share](double a, double b) { return float(a + share * (b - a)); };
    return QColor::fromRgbF(
        mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()), mix(from.blueF(), to.blueF()));
}

} // namespace

ExponentPlot::ExponentPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_cells(new QCPColorMap(m_plot->xAxis, m_plot->yAxis))
    , m_scale(new QCPColorScale(m_plot))
    , m_frame(new QCPItemRect(m_plot))
    , m_line(new QCPItemStraightLine(m_plot))
{
    registerPlace(this, {.name = "exponentPlot", .terms = "exponents"});
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Exponents of the tensor over the steps"));
    setToolTip(
        tr("The darker a cell, the more of the tensor's values had that power of two at that step. Point at a cell, "
           "or move with the arrow keys, to read it. The row \"0\" is of values that are exactly zero.")
        + QLatin1Char('\n') + PlotZoom::hint());
    setMinimumSize(320, 260);
    m_plot->setObjectName(QStringLiteral("exponentCanvas"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_cells->setInterpolate(false);
    m_cells->setTightBoundary(true);
    m_scale->setType(QCPAxis::atRight);
    m_plot->plotLayout()->addElement(0, 1, m_scale);
    m_cells->setColorScale(m_scale);
    auto* margins = new QCPMarginGroup(m_plot);
    m_plot->axisRect()->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
    m_scale->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
    m_frame->setSelectable(false);
    m_frame->setVisible(false);
    m_line->setSelectable(false);
    m_line->setVisible(false);
    columnOf(this, {m_plot});
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects = [this] { return std::vector{m_plot->axisRect()}; },
            .changed = [this] { rebuild(plotTheme(palette())); },
            .cursor = [this] { return cursorPlace(); }});
    new PlotCommands(
        *this, [this] { return content(); }, [this] { m_zoom->fit(); });
    connect(m_plot, &QCustomPlot::mousePress, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(m_plot, &QCustomPlot::afterLayout, this, &ExponentPlot::spreadLabels);
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
        const double step = m_plot->xAxis->pixelToCoord(event->pos().x());
        const std::optional<int> row = rowAt(m_plot->yAxis->pixelToCoord(event->pos().y()));
        std::optional<std::pair<std::size_t, int>> cell;
        if (row && m_plot->axisRect()->rect().contains(event->pos()))
            for (std::size_t i = 0; i < m_map.columns.size() && double(m_map.columns[i].firstStep) <= step;
                 ++i)
                cell = {i, *row};
        setCursor(cell);
    });
    rebuild(plotTheme(palette()));
    onEvent(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] { rebuild(plotTheme(palette())); });
}

void ExponentPlot::setMap(ExponentMap map, const QString& title, const QStringList& facts)
{
    if (title != m_title)
        m_zoom->forget(); // another tensor
    m_title = title;
    m_facts = facts;
    m_map = std::move(map);
    if (m_cursor && m_cursor->first >= m_map.columns.size())
        m_cursor.reset();
    rebuild(plotTheme(palette()));
}

void ExponentPlot::rebuild(const PlotTheme& theme)
{
    m_plot->clearGraphs();
    for (int i = m_plot->itemCount(); i-- > 0;)
        if (m_plot->item(i) != m_frame && m_plot->item(i) != m_line)
            m_plot->removeItem(m_plot->item(i));
    m_plot->setBackground(theme.background);
    m_plot->axisRect()->setBackground(theme.background);
    QCPColorGradient gradient;
    // By the square root, so that a few percent are seen beside a row of almost all.
    gradient.clearColorStops();
    for (int i = 0; i <= kColorStops; ++i)
        gradient.setColorStopAt(double(i * i) / (kColorStops * kColorStops),
            mixed(theme.background, theme.candidate, double(i) / kColorStops));
    m_scale->setGradient(gradient);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_scale->axis()})
        styleAxis(*axis, theme, font());
    const QSharedPointer<WholeTicker> steps = QSharedPointer<WholeTicker>::create();
    const int wide = 2 * fontMetrics().horizontalAdvance(QStringLiteral("00000"));
    steps->setTickCount(std::clamp(m_plot->axisRect()->width() / std::max(1, wide), 2, 5));
    m_plot->xAxis->setTicker(steps);
    m_plot->xAxis->setLabel(tr("step"));
    // Where there is little height numbers are fewer, and what they count is told by the tip alone.
    const int high = height() - 3 * fontMetrics().height();
    const int ticks = std::clamp(high / (2 * fontMetrics().height()), 1, 5);
    const auto label = [&](QCPAxis& axis, const QString& text) {
        axis.setLabel(fontMetrics().horizontalAdvance(text) < high ? text : QString());
    };
    label(*m_plot->yAxis, tr("magnitude"));
    label(*m_scale->axis(), tr("% of the values"));
    m_scale->axis()->ticker()->setTickCount(ticks);
    layOut();
    const auto centre = [this](int row) { return (extent(row).first + extent(row).second) / 2; };
    const QSharedPointer<ExponentTicker> ticker(new ExponentTicker(m_bottom, m_top));
    ticker->addRow(centre(ExponentMap::kZeros), QStringLiteral("0"));
    if (m_map.hasNonFinite)
        ticker->addRow(centre(ExponentMap::kNonFinite), tr("NaN, ∞"));
    ticker->setTickCount(ticks);
    m_plot->yAxis->setTicker(ticker);
    m_frame->setPen(QPen(theme.cursor, 1.6));
    m_line->setPen(QPen(theme.cursor, 1.6, Qt::DashLine));
    m_cells->setVisible(!m_map.isEmpty());
    if (!m_map.isEmpty()) {
        const double first = double(m_map.columns.front().firstStep);
        const double end = double(m_map.columns.back().lastStep) + 1;
        const int cells = int(std::clamp(end - first, 2.0, double(kMaxCells)));
        const double width = (end - first) / cells;
        const int bottom = int(extent(ExponentMap::kZeros).first);
        const int top = m_map.hasNonFinite ? int(extent(ExponentMap::kNonFinite).second) : m_top;
        m_cells->data()->setSize(cells, top - bottom);
        // Ranges of a QCPColorMap are of its cells' centres.
        m_cells->data()->setRange({first + width / 2, end - width / 2}, {bottom + 0.5, top - 0.5});
        m_cells->setTightBoundary(false);
        std::size_t column = 0;
        for (int cell = 0; cell < cells; ++cell) {
            const double step = first + (cell + 0.5) * width;
            while (column + 1 < m_map.columns.size() && double(m_map.columns[column + 1].firstStep) <= step)
                ++column;
            for (int e = bottom; e < top; ++e) {
                const std::optional<int> row = rowAt(e + 0.5);
                m_cells->data()->setCell(cell, e - bottom, row ? 100 * m_map.share(column, *row) : 0);
            }
        }
        addSeparator(theme, extent(ExponentMap::kZeros).second);
        if (m_map.hasNonFinite)
            addSeparator(theme, extent(ExponentMap::kNonFinite).first);
        m_scale->setDataRange({0, std::max(100 * m_map.largestShare, 1e-6)});
        if (m_map.format) {
            const QString name
                = QString::fromUtf8(m_map.format->name.data(), qsizetype(m_map.format->name.size()));
            addLine(theme, &ExponentMap::largest, tr("largest %1").arg(name), Qt::SolidLine);
            addLine(theme, &ExponentMap::smallestNormal, tr("below: %1 subnormal").arg(name), Qt::DashLine);
            addLine(theme, &ExponentMap::smallestSubnormal, tr("below: 0 in %1").arg(name), Qt::SolidLine);
        }
    }
    setAxes();
    showCursor();
}

void ExponentPlot::addLine(const PlotTheme& theme, double (ExponentMap::*limit)(std::size_t) const,
    const QString& text, Qt::PenStyle style)
{
    QVector<double> steps, values;
    for (std::size_t i = 0; i < m_map.columns.size(); ++i) {
        steps += double(m_map.columns[i].firstStep);
        values += (m_map.*limit)(i);
    }
    steps += double(m_map.columns.back().lastStep) + 1;
    values += values.back();
    QCPGraph* line = m_plot->addGraph();
    line->setLineStyle(QCPGraph::lsStepLeft); // a loss scale holds until it changes
    line->setPen(QPen(theme.limit, 1.6, style));
    line->setData(steps, values, true);
    auto* label = new QCPItemText(m_plot);
    label->setText(text);
    label->setColor(theme.foreground);
    label->setFont(font());
    label->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    label->setPadding(QMargins(4, 0, 4, 0));
    label->setSelectable(false);
    // the label stays in sight when the user zooms
    label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(1, values.back());
}

void ExponentPlot::spreadLabels()
{
    // lines at the largest, the smallest normal and the smallest subnormal number
    std::vector<QCPItemText*> labels;
    for (int i = 0; i < m_plot->itemCount(); ++i)
        if (auto* label = qobject_cast<QCPItemText*>(m_plot->item(i)))
            labels.push_back(label);
    if (labels.size() != 3)
        return;
    std::swap(labels[1], labels[2]); // zeros matter more than subnormal numbers
    // Above its line it lies on no values; the plot may end there.
    const bool hasRoom
        = labels.front()->position->pixelPosition().y() - fontMetrics().height() >= m_plot->axisRect()->top();
    labels.front()->setPositionAlignment(Qt::AlignRight | (hasRoom ? Qt::AlignBottom : Qt::AlignTop));
    std::vector<double> taken;
    for (QCPItemText* label : labels) {
        const double place = label->position->pixelPosition().y();
        const bool isFree = std::ranges::none_of(taken,
            [&](double other) { return std::abs(other - place) < QFontMetrics(label->font()).height(); });
        label->setVisible(isFree);
        if (isFree)
            taken.push_back(place);
    }
}

void ExponentPlot::addSeparator(const PlotTheme& theme, double value)
{
    QCPGraph* line = m_plot->addGraph();
    line->setPen(QPen(theme.frame, 1));
    line->setData({double(m_map.columns.front().firstStep), double(m_map.columns.back().lastStep) + 1},
        {value, value}, true);
}

void ExponentPlot::layOut()
{
    double least = m_map.least;
    double most = m_map.most + 1;
    if (m_map.isNarrow()) {
        for (std::size_t i = 0; i < m_map.columns.size(); ++i) {
            least = std::min(least, m_map.smallestSubnormal(i));
            most = std::max(most, m_map.largest(i));
        }
    }
    m_bottom = int(std::floor(least));
    m_top = int(std::ceil(most));
    // Three of them are added to the range; a line's label fits into each.
    const double label
        = std::min(0.2, fontMetrics().height() / std::max(1.0, double(m_plot->axisRect()->height())));
    m_apart = std::max(1, int(std::ceil(std::max(kApart, label / (1 - 3 * label)) * (m_top - m_bottom))));
}

std::pair<double, double> ExponentPlot::extent(int row) const
{
    if (row == ExponentMap::kZeros)
        return {m_bottom - 2 * m_apart, m_bottom - m_apart};
    if (row == ExponentMap::kNonFinite)
        return {m_top + m_apart, m_top + 2 * m_apart};
    return {row, row + 1};
}

std::optional<int> ExponentPlot::rowAt(double value) const
{
    const auto isIn = [&](int row) { return value >= extent(row).first && value < extent(row).second; };
    if (isIn(ExponentMap::kZeros))
        return ExponentMap::kZeros;
    if (m_map.hasNonFinite && isIn(ExponentMap::kNonFinite))
        return ExponentMap::kNonFinite;
    if (value >= m_bottom && value < m_top)
        return int(std::floor(value));
    return std::nullopt;
}

void ExponentPlot::setAxes()
{
    if (m_zoom->fitsValues())
        m_plot->yAxis->setRange(extent(ExponentMap::kZeros).first,
            m_map.hasNonFinite ? extent(ExponentMap::kNonFinite).second : m_top + m_apart);
    if (m_zoom->fitsAlong())
        m_plot->xAxis->setRange(m_map.isEmpty() ? 0 : double(m_map.columns.front().firstStep),
            m_map.isEmpty() ? 1 : double(m_map.columns.back().lastStep) + 1);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<QPointF> ExponentPlot::cursorPlace() const
{
    if (!m_cursor)
        return std::nullopt;
    const ExponentColumn& column = m_map.columns[m_cursor->first];
    const auto [lower, upper] = extent(m_cursor->second);
    return QPointF(double(column.firstStep + column.lastStep + 1) / 2, (lower + upper) / 2);
}

void ExponentPlot::setCursor(std::optional<std::pair<std::size_t, int>> cell)
{
    if (cell == m_cursor)
        return;
    m_cursor = cell;
    showCursor();
}

void ExponentPlot::setStep(std::optional<std::int64_t> step)
{
    if (step == m_step)
        return;
    m_step = step;
    showCursor();
}

void ExponentPlot::showCursor()
{
    m_line->setVisible(m_step.has_value());
    if (m_step) {
        m_line->point1->setCoords(double(*m_step), 0);
        m_line->point2->setCoords(double(*m_step), 1);
    }
    m_frame->setVisible(m_cursor.has_value());
    if (m_cursor) {
        const ExponentColumn& column = m_map.columns[m_cursor->first];
        const std::size_t next = m_cursor->first + 1;
        const double end = next < m_map.columns.size() ? double(m_map.columns[next].firstStep)
                                                       : double(column.lastStep) + 1;
        const auto [lower, upper] = extent(m_cursor->second);
        m_frame->topLeft->setCoords(double(column.firstStep), upper);
        m_frame->bottomRight->setCoords(end, lower);
    }
    const QString text
        = m_cursor ? cellText(m_map, m_cursor->first, m_cursor->second) : exponentSentence(m_map, m_step);
    setAccessibleDescription(text);
    emit read(text);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

double ExponentPlot::drawn(double step, int row) const
{
    const auto [lower, upper] = extent(row);
    return m_cells->data()->data(step, (lower + upper) / 2);
}

PlotContent ExponentPlot::content()
{
    if (m_map.isEmpty())
        return {};
    PlotContent content{.title = m_title.isEmpty() ? accessibleName() : m_title, .facts = m_facts};
    content.canvas = m_plot;
    content.recolor
        = [this](bool forExport) { rebuild(forExport ? lightPlotTheme() : plotTheme(palette())); };
    content.table = [this] {
        PlotTable table{{tr("first step"), tr("last step"), tr("exponent"), tr("% of the values")}, {}};
        std::vector<int> rows{ExponentMap::kZeros};
        for (int e = m_map.least; e <= m_map.most; ++e)
            rows.push_back(e);
        if (m_map.hasNonFinite)
            rows.push_back(ExponentMap::kNonFinite);
        for (std::size_t column = 0; column < m_map.columns.size(); ++column)
            for (const int row : rows)
                table.rows.push_back({QString::number(m_map.columns[column].firstStep),
                    QString::number(m_map.columns[column].lastStep),
                    row == ExponentMap::kZeros           ? QStringLiteral("zero")
                        : row == ExponentMap::kNonFinite ? QStringLiteral("non_finite")
                                                         : QString::number(row),
                    exactText(100 * m_map.share(column, row))});
        return table;
    };
    return content;
}

void ExponentPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    rebuild(plotTheme(palette()));
}

void ExponentPlot::leaveEvent(QEvent* event)
{
    setCursor(std::nullopt);
    QWidget::leaveEvent(event);
}

void ExponentPlot::keyPressEvent(QKeyEvent* event)
{
    const int right = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int up = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    const bool isPlain = !(event->modifiers() & Qt::ControlModifier);
    if (m_map.isEmpty() || (right == 0 && up == 0) || !isPlain) {
        if (m_map.isEmpty() || !m_zoom->takeKey(*event))
            QWidget::keyPressEvent(event);
        return;
    }
    const auto last = std::ptrdiff_t(m_map.columns.size()) - 1;
    std::vector<int> rows{ExponentMap::kZeros};
    for (int e = m_map.least; e <= m_map.most; ++e)
        rows.push_back(e);
    if (m_map.hasNonFinite)
        rows.push_back(ExponentMap::kNonFinite);
    if (!m_cursor) { // begins at the newest column, where most values lie
        const auto share = [&](int row) { return m_map.share(std::size_t(last), row); };
        return setCursor(std::pair(std::size_t(last), *std::ranges::max_element(rows, {}, share)));
    }
    const std::ptrdiff_t column
        = std::clamp<std::ptrdiff_t>(std::ptrdiff_t(m_cursor->first) + right, 0, last);
    const auto at = std::ranges::lower_bound(rows, m_cursor->second) - rows.begin();
    const auto next = std::clamp<std::ptrdiff_t>(at + up, 0, std::ptrdiff_t(rows.size()) - 1);
    setCursor(std::pair(std::size_t(column), rows[std::size_t(next)]));
    m_zoom->keepInSight(*cursorPlace());
}

} // namespace ulpscope::ui
