// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/field_panel.h"

#include "ui/data/field_ink.h"
#include "ui/data/models/data_kind.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"
#include "ui/look/reaction.h"

#include <QEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kLargestSide = 520; ///< the largest side of a picture, in pixels
constexpr int kSmallestSide = 120;
constexpr int kBesidePicture = 30; ///< pixels of its column: ticks and margins
constexpr int kLegendCharacters = 16; ///< a class's part of the legend
constexpr double kNoStretch = 0.001; ///< rows that are as high as what is in them

constexpr std::array kMarkTexts{u"●", u"■", u"▲", u"◆", u"▼", u"⊕", u"⊠"}; ///< classMark() draws the same

QString markText(int classNumber)
{
    return QString::fromUtf16(kMarkTexts[std::size_t(classNumber) % kMarkTexts.size()]);
}

} // namespace

FieldPanel::FieldPanel(QWidget* parent)
    : PlottedPanel(QStringLiteral("fieldCanvas"), true, parent)
{
    describe(this, {.name = "fieldPanel", .terms = "decision_field logit"},
        tr("What the model says over the plane of the examples"),
        tr("The points are examples; the colour behind them is what the model says there, the line is where its "
           "decision changes. Point at a place, or move with the arrow keys, to read it; Home goes to the largest difference.")
            + QLatin1Char('\n') + PlotZoom::planeHint());
    setMinimumSize(3 * kSmallestSide, kSmallestSide + heightAround());
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    onEvent(this, {QEvent::FontChange}, [this] {
        if (hasAnswer())
            setMinimumHeight(kSmallestSide + heightAround());
    });
}

EvaluationQuestion FieldPanel::question(const DataSample& sample) const
{
    return {inputsOf(gridAround(*sample.train), *sample.train)};
}

void FieldPanel::take(const Evaluation& evaluation)
{
    const std::pair before(pictures(), heightAround());
    m_field = decisionField(evaluation, gridAround(*sample().train), sample());
    if (std::pair(pictures(), heightAround()) != before) {
        setMinimumHeight(kSmallestSide + heightAround());
        setMaximumHeight(heightForWidth(width()));
    }
}

void FieldPanel::drawOn(const PlotTheme& theme)
{
    m_grid = new QCPLayoutGrid; // a layout of its own, so that the widgets below do not widen the picture
    plot()->plotLayout()->addElement(0, 0, m_grid);
    addLane(theme, fitting({tr("This run (%1)").arg(policy()), tr("This run")}), m_field.candidate,
        theme.pen(Ink::Candidate, 1.6));
    if (m_field.reference) {
        addLane(theme, tr("Its float64 reference"), *m_field.reference, theme.pen(Ink::Reference, 1.2));
        addDifference(theme);
    }
    addLegend(theme);
    addNonFiniteNote(theme);
    for (QCPAxisRect* rect : rects())
        addCursor(rect, Qt::Vertical | Qt::Horizontal, theme);
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretchFactor(row, row == 1 ? 1 : kNoStretch);
    for (int row = 1; row < plot()->plotLayout()->rowCount(); ++row)
        plot()->plotLayout()->setRowStretchFactor(row, kNoStretch);
    m_grid->setRowSpacing(0);
    m_grid->setColumnSpacing(4);
}

QCPAxisRect* FieldPanel::addPicture(const PlotTheme& theme, const QString& title, const QColor& ink)
{
    const int column = int(rects().size());
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    auto* caption = new QCPTextElement(plot(), title, bold);
    caption->setTextColor(ink);
    m_grid->addElement(0, column, caption);
    auto* rect = new QCPAxisRect(plot());
    rect->setBackground(theme.background);
    m_grid->addElement(1, column, rect);
    for (QCPAxis* axis : rect->axes())
        styleAxis(*axis, theme, font());
    const FieldGrid& grid = m_field.grid;
    rect->axis(QCPAxis::atBottom)->setRange(grid.left, grid.right);
    rect->axis(QCPAxis::atLeft)->setRange(grid.bottom, grid.top);
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
        rect->axis(side)->ticker()->setTickCount(3);
    rect->axis(QCPAxis::atBottom)->setLabel(columnLabel(sample().featureColumns, 0));
    if (rects().empty()) // the others' are the same
        rect->axis(QCPAxis::atLeft)->setLabel(columnLabel(sample().featureColumns, 1));
    rects().push_back(rect);
    return rect;
}

void FieldPanel::addMap(QCPAxisRect* rect, const std::vector<double>& values,
    const QCPColorGradient& gradient, double low, double high)
{
    const FieldGrid& grid = m_field.grid;
    auto* map = new QCPColorMap(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    map->setInterpolate(false);
    map->data()->setSize(FieldGrid::kSide, FieldGrid::kSide);
    // Ranges of a QCPColorMap are of its cells' centres.
    map->data()->setRange(
        {grid.x(0), grid.x(FieldGrid::kSide - 1)}, {grid.y(0), grid.y(FieldGrid::cells() - 1)});
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell)
        map->data()->setCell(int(cell % FieldGrid::kSide), int(cell / FieldGrid::kSide), values[cell]);
    map->setGradient(gradient);
    map->setDataRange({low, high});
}

void FieldPanel::addScale(QCPAxisRect* rect, const PlotTheme& theme, const QCPColorGradient& gradient,
    double low, double high, const QString& label)
{
    auto* scale = new QCPColorScale(plot());
    scale->setType(QCPAxis::atBottom);
    scale->setBarWidth(10);
    scale->setGradient(gradient);
    scale->setDataRange({low, high});
    styleAxis(*scale->axis(), theme, font());
    scale->axis()->setLabel(label);
    scale->axis()->ticker()->setTickCount(3);
    m_grid->addElement(2, int(rects().size()) - 1, scale);
    auto* margins = new QCPMarginGroup(plot());
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    scale->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
}

bool FieldPanel::isCutAtLogit() const
{
    return m_field.threshold == 0.0 && std::max(m_field.high, -m_field.low) > kSureLogit;
}

void FieldPanel::addLane(
    const PlotTheme& theme, const QString& title, const LaneField& lane, const QPen& border)
{
    QCPAxisRect* rect = addPicture(theme, title, border.color());
    const QCPColorGradient gradient = laneGradient(m_field, theme);
    const auto [low, high] = fieldRange(m_field);
    addMap(rect, laneValues(m_field, lane), gradient, low, high);
    addBorder(rect, lane, border);
    addPoints(rect, theme);
    if (m_field.threshold)
        addScale(rect, theme, gradient, low, high,
            fitting(isCutAtLogit()
                    ? QStringList{tr("%1 class %2    logit, full colour from ±4    class %3 %4"),
                        tr("%1 %2  full colour from ±4  %3 %4"), tr("%1 %2  full from ±4  %3 %4"),
                        tr("%1 %2  ±4: full  %3 %4")}
                    : QStringList{tr("%1 class %2    output    class %3 %4"), tr("%1 %2  output  %3 %4"),
                        tr("%1 %2   %3 %4")})
                .arg(markText(0), classText(sample(), 0), classText(sample(), 1), markText(1)));
    else if (m_field.classes == 0)
        addScale(rect, theme, gradient, low, high,
            fitting({tr("output, and target of the points"), tr("output, target"), tr("output")}));
}

void FieldPanel::addDifference(const PlotTheme& theme)
{
    QCPAxisRect* rect = addPicture(theme, tr("Where they differ"), theme.foreground);
    const double most = m_field.largestDifference() > 0 ? m_field.largestDifference() : 1;
    const QCPColorGradient gradient
        = gradientOf(theme, {{0, theme.reference}, {0.5, theme.background}, {1, theme.candidate}});
    std::vector<double> values = m_field.difference;
    std::ranges::transform(values, values.begin(), finiteOrNaN);
    addMap(rect, values, gradient, -most, most);
    addBorder(rect, *m_field.reference, theme.pen(Ink::Reference, 1.2));
    addBorder(rect, m_field.candidate, theme.pen(Ink::Candidate, 1.6));
    addScale(rect, theme, gradient, -most, most,
        fitting({tr("◀ float64 larger    output    this run larger ▶"), tr("◀ float64   output   this run ▶"),
            tr("◀ float64   run ▶")}));
    if (!m_field.farthest || m_field.largestDifference() == 0)
        return;
    auto* mark = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.foreground, 1.6), Qt::NoBrush, 11});
    mark->addData(m_field.grid.x(*m_field.farthest), m_field.grid.y(*m_field.farthest));
}

void FieldPanel::addPoints(QCPAxisRect* rect, const PlotTheme& theme)
{
    const Examples& points = *sample().train;
    const bool hasClasses = m_field.classes > 0;
    const auto [low, high] = fieldRange(m_field);
    std::vector<QVector<double>> x(std::size_t(hasClasses ? m_field.classes : kTargetLevels));
    std::vector<QVector<double>> y(x.size());
    for (std::size_t i = 0; i < std::size_t(points.count); ++i) {
        const double target = double(points.targets[i]);
        const double place = hasClasses ? target : (kTargetLevels - 1) * (target - low) / (high - low);
        if (!(place >= -0.5 && place < double(x.size())))
            continue; // a target that no output is for
        const auto group = std::size_t(std::lround(std::clamp(place, 0.0, double(x.size() - 1))));
        x[group] += double(points.features[2 * i]);
        y[group] += double(points.features[2 * i + 1]);
    }
    for (std::size_t group = 0; group < x.size(); ++group) {
        if (x[group].isEmpty())
            continue;
        auto* graph = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setName(hasClasses ? tr("class %1").arg(classText(sample(), group)) : QString());
        graph->setScatterStyle(hasClasses
                ? classMark(theme, int(group))
                : QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.foreground, 0.6),
                    targetColor(theme, int(group)), 5.5));
        graph->setData(x[group], y[group]);
    }
}

void FieldPanel::addBorder(QCPAxisRect* rect, const LaneField& lane, const QPen& pen)
{
    QVector<double> t;
    QVector<double> x;
    QVector<double> y;
    const auto add = [&](double px, double py) {
        t += double(t.size());
        x += px;
        y += py;
    };
    for (const QLineF& edge : borderOf(m_field.grid, lane)) {
        add(edge.x1(), edge.y1());
        add(edge.x2(), edge.y2());
        add(kNoValue, kNoValue);
    }
    auto* curve = new QCPCurve(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    QPen solid = pen; // dashes would begin anew at each cell
    solid.setStyle(Qt::SolidLine);
    curve->setPen(solid);
    curve->setData(t, x, y, true);
}

/// Legend of several classes; two classes are named beside the scale of the output.
void FieldPanel::addLegend(const PlotTheme& theme)
{
    if (!hasLegend())
        return;
    auto* legend = new QCPLegend;
    plot()->plotLayout()->addElement(1, 0, legend);
    legend->setLayer(QStringLiteral("legend"));
    legend->setBrush(theme.background);
    legend->setBorderPen(Qt::NoPen);
    legend->setFont(font());
    legend->setTextColor(theme.muted);
    legend->setIconSize(12, 10);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setWrap(std::max(1, width() / (fontMetrics().averageCharWidth() * kLegendCharacters)));
    for (QCPGraph* graph : rects().front()->graphs())
        graph->addToLegend(legend);
}

void FieldPanel::addNonFiniteNote(const PlotTheme& theme)
{
    if (!hasNonFinite())
        return;
    auto* note = new QCPTextElement(plot(), tr("■ NaN or infinite"), font());
    note->setTextColor(theme.foreground);
    plot()->plotLayout()->addElement(plot()->plotLayout()->rowCount(), 0, note);
}

QString FieldPanel::sentence() const
{
    return fieldSentence(m_field);
}

QString FieldPanel::placeText(std::size_t place) const
{
    return fieldCellText(m_field, sample(), place);
}

std::optional<std::size_t> FieldPanel::placeAt(double x, double y) const
{
    return m_field.grid.cellAt(x, y);
}

QPointF FieldPanel::coordinatesOf(std::size_t place) const
{
    return {m_field.grid.x(place), m_field.grid.y(place)};
}

std::size_t FieldPanel::home() const
{
    constexpr auto kMiddle = std::size_t(FieldGrid::kSide / 2) * FieldGrid::kSide + FieldGrid::kSide / 2;
    return m_field.farthest.value_or(kMiddle);
}

std::optional<std::size_t> FieldPanel::stepped(std::size_t place, int right, int up) const
{
    if (right == 0 && up == 0)
        return std::nullopt;
    const auto side = FieldGrid::kSide;
    const int column = std::clamp(int(place % side) + right, 0, side - 1);
    const int row = std::clamp(int(place / side) + up, 0, side - 1);
    return std::size_t(row) * side + std::size_t(column);
}

QPoint FieldPanel::pixelOf(std::size_t cell, int picture) const
{
    const QCPAxisRect* rect = rects().at(std::size_t(picture));
    return plot()->mapTo(this,
        QPoint(int(rect->axis(QCPAxis::atBottom)->coordToPixel(m_field.grid.x(cell))),
            int(rect->axis(QCPAxis::atLeft)->coordToPixel(m_field.grid.y(cell)))));
}

QString FieldPanel::fitting(const QStringList& texts) const
{
    for (const QString& text : texts)
        if (fontMetrics().horizontalAdvance(text) < width() / pictures() - kBesidePicture)
            return text;
    return texts.last();
}

bool FieldPanel::hasLegend() const
{
    return m_field.classes > 0 && !m_field.threshold;
}

bool FieldPanel::hasNonFinite() const
{
    return m_field.candidate.nonFinite.all() > 0 || m_field.incomparable.all() > 0
        || (m_field.reference && m_field.reference->nonFinite.all() > 0);
}

int FieldPanel::heightAround() const
{
    const bool hasNames = !sample().featureColumns.empty();
    const int below = (hasLegend() ? 2 : 0) + (hasNonFinite() ? 2 : 0) + (hasNames ? 1 : 0);
    return (6 + below) * fontMetrics().lineSpacing() + 32;
}

int FieldPanel::heightForWidth(int width) const
{
    const int side = width / pictures() - kBesidePicture;
    return std::clamp(side, kSmallestSide, kLargestSide) + heightAround();
}

QSize FieldPanel::sizeHint() const
{
    constexpr int kWidth = 900;
    return {kWidth, heightForWidth(kWidth)};
}

void FieldPanel::resizeEvent(QResizeEvent* event)
{
    setMaximumHeight(heightForWidth(width()));
    PlottedPanel::resizeEvent(event);
}

PlotTable FieldPanel::table() const
{
    PlotTable table{{tr("x"), tr("y"), tr("this run")}, {}};
    if (m_field.reference)
        table.columns += {tr("float64"), tr("difference")};
    for (std::size_t cell = 0; cell < FieldGrid::cells(); ++cell) {
        QStringList row{exactText(m_field.grid.x(cell)), exactText(m_field.grid.y(cell)),
            exactText(m_field.candidate.values[cell])};
        if (m_field.reference)
            row += {exactText(m_field.reference->values[cell]), exactText(m_field.difference[cell])};
        table.rows.push_back(row);
    }
    return table;
}

} // namespace ulpscope::ui
