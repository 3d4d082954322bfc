// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/field_picture.h"

#include "ui/data/data_panel.h"
#include "ui/data/field_ink.h"
#include "ui/data/models/data_kind.h"
#include "ui/look/accessible_role.h"
#include "ui/look/describe.h"
#include "ui/look/reaction.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kPreferredSide = 190; ///< pixels, where there is room
constexpr int kThumbSide = 96;
constexpr double kMark = 2.4; ///< half of a point's width in pixels
constexpr int kSample = 18; ///< of a line in the legend
constexpr int kLegendGap = 4;

QPen borderPen(const PlotTheme& theme, bool isReference)
{
    if (!isReference)
        return {theme.foreground, 1.6};
    QPen dotted = theme.pen(Ink::Reference, 1.6);
    dotted.setStyle(Qt::DotLine);
    return dotted;
}

} // namespace

FieldPicture::FieldPicture(SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
{
    describe(this, {.name = "fieldPicture", .terms = "decision_field", .guide = "window#predictions"},
        tr("What the model decides"),
        tr("The points are examples; the colour behind them is what the model decides there, the line its border, the "
           "dashed line the border of its float64 reference. Return or a double click shows them large."));
    setAccessibleRole(*this, QAccessible::Graphic);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* feed = new EvaluationFeed(
        runner, shown, *this,
        [this](const DataSample& sample) -> std::optional<EvaluationQuestion> {
            if (!isPlane(sample))
                return std::nullopt;
            return EvaluationQuestion{inputsOf(gridAround(*sample.train), *sample.train)};
        },
        this);
    const auto follow = [this, &shown] { setVisible(shown.run() && isPlane(shown.run()->sample())); };
    connect(&shown, &ShownRun::replaced, this, follow);
    follow();
    connect(feed, &EvaluationFeed::answered, this, &FieldPicture::take);
    connect(feed, &EvaluationFeed::silent, this, [this] {
        m_field = {};
        update();
    });
    onEvent(this, {QEvent::PaletteChange}, [this] { color(); });
}

void FieldPicture::take(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    m_sample = run.sample();
    m_field = decisionField(*evaluation, gridAround(*m_sample.train), m_sample);
    setAccessibleDescription(fieldSentence(m_field));
    color();
}

void FieldPicture::color()
{
    if (!hasField())
        return;
    const QCPColorGradient gradient = laneGradient(m_field, plotTheme(palette()));
    const auto [low, high] = fieldRange(m_field);
    const std::vector<double> values = laneValues(m_field, m_field.candidate);
    m_cells = QImage(FieldGrid::kSide, FieldGrid::kSide, QImage::Format_RGB32);
    QCPColorGradient paint = gradient;
    for (int row = 0; row < FieldGrid::kSide; ++row)
        paint.colorize(&values[std::size_t(row) * FieldGrid::kSide], QCPRange(low, high),
            reinterpret_cast<QRgb*>(m_cells.scanLine(FieldGrid::kSide - 1 - row)), FieldGrid::kSide);
    update();
}

QSize FieldPicture::sizeHint() const
{
    return {kPreferredSide, kPreferredSide};
}

QSize FieldPicture::minimumSizeHint() const
{
    return {kThumbSide, kThumbSide};
}

int FieldPicture::legendHeight() const
{
    return fontMetrics().height() + 6;
}

/// What the two lines are; without words that have no room.
void FieldPicture::paintLegend(QPainter& painter) const
{
    const PlotTheme theme = plotTheme(palette());
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(font());
    const QString title = tr("Border");
    const QString run = tr("this run");
    const QString reference = m_field.reference ? QStringLiteral("float64") : QString();
    const int samples = (reference.isEmpty() ? 1 : 2) * (kSample + 2 * kLegendGap);
    const int lines = samples + metrics.horizontalAdvance(run) + metrics.horizontalAdvance(reference);
    const int titleWidth = QFontMetrics(bold).horizontalAdvance(title);
    double x = kLegendGap;
    const QRectF row(0, 2, width(), metrics.height());
    const auto write = [&](const QString& text, const QFont& of, const QColor& ink) {
        painter.setFont(of);
        painter.setPen(ink);
        painter.drawText(row.adjusted(x, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += QFontMetrics(of).horizontalAdvance(text) + kLegendGap;
    };
    const auto sample = [&](bool isReference) {
        painter.setPen(borderPen(theme, isReference));
        painter.drawLine(QPointF(x, row.center().y()), QPointF(x + kSample, row.center().y()));
        x += kSample + kLegendGap;
    };
    if (kLegendGap + lines > width()) {
        write(metrics.elidedText(title, Qt::ElideRight, width()), bold, theme.foreground);
        return;
    }
    if (kLegendGap + titleWidth + kLegendGap + lines <= width())
        write(title, bold, theme.foreground);
    sample(false);
    write(run, font(), theme.muted);
    if (reference.isEmpty())
        return;
    sample(true);
    write(reference, font(), theme.muted);
}

void FieldPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PlotTheme theme = plotTheme(palette());
    painter.fillRect(rect(), theme.background);
    if (!hasField())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    paintLegend(painter);
    const QRectF frame = QRectF(rect()).adjusted(1, 1 + legendHeight(), -1, -1);
    painter.drawImage(frame, m_cells);
    const FieldGrid& grid = m_field.grid;
    const auto placeOf = [&](double x, double y) {
        return QPointF(frame.left() + (x - grid.left) / (grid.right - grid.left) * frame.width(),
            frame.bottom() - (y - grid.bottom) / (grid.top - grid.bottom) * frame.height());
    };
    const auto drawBorder = [&](const LaneField& lane, const QPen& pen) {
        painter.setPen(pen);
        for (const QLineF& edge : borderOf(grid, lane))
            painter.drawLine(placeOf(edge.x1(), edge.y1()), placeOf(edge.x2(), edge.y2()));
    };
    const Examples& points = *m_sample.train;
    const auto [low, high] = fieldRange(m_field);
    for (std::size_t i = 0; i < std::size_t(points.count); ++i) {
        const double target = double(points.targets[i]);
        const int classNumber = int(std::lround(target));
        const QPointF place = placeOf(double(points.features[2 * i]), double(points.features[2 * i + 1]));
        const QRectF mark(place.x() - kMark, place.y() - kMark, 2 * kMark, 2 * kMark);
        painter.setPen(QPen(theme.background, 0.6));
        if (m_field.classes == 0) {
            const double level = (kTargetLevels - 1) * (target - low) / (high - low);
            painter.setBrush(targetColor(theme, int(std::clamp(level, 0.0, kTargetLevels - 1.0))));
        } else {
            painter.setBrush(classColor(theme, std::max(0, classNumber)));
        }
        if (m_field.classes > 0 && classNumber % 2 == 1) // classMark() has these as its first two
            painter.drawRect(mark);
        else
            painter.drawEllipse(mark);
    }
    if (m_field.reference)
        drawBorder(*m_field.reference, borderPen(theme, true));
    drawBorder(m_field.candidate, borderPen(theme, false));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(theme.frame, 1));
    painter.drawRect(frame);
}

/// As wide as it is high below its legend, so that a circle is one.
void FieldPicture::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setFixedWidth(std::max(kThumbSide, height() - legendHeight()));
}

void FieldPicture::mouseDoubleClickEvent(QMouseEvent*)
{
    emit opened();
}

void FieldPicture::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit opened();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ulpscope::ui
