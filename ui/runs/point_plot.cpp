// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/point_plot.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"
#include "ui/look/reaction.h"

#include <QKeyEvent>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kSameMark = 2; ///< pixels, below which marks cannot be told apart
constexpr int kMinHeight = 200;
constexpr int kMarkReach = 16; ///< pixels around a mark that a double click means
constexpr double kMarkSize = 10; ///< pixels that a mark covers
constexpr double kBesideMark = 7; ///< pixels between a label and its point
constexpr double kAboveMark = 4; ///< pixels by which it stands above or below

/// Distance from the rectangle's edge; 0 within it.
double distanceTo(const QRectF& rect, const QPointF& point)
{
    return std::hypot(std::max({rect.left() - point.x(), 0.0, point.x() - rect.right()}),
        std::max({rect.top() - point.y(), 0.0, point.y() - rect.bottom()}));
}

} // namespace

PointPlot::PointPlot(const QString& id, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    describe(this, id + QStringLiteral("Plot"), name,
        tr("Point at a run, or use ← and →; a double click on it or Return shows it in the training plots")
            + QLatin1Char('\n') + PlotZoom::hint());
    describe(m_plot, id + QStringLiteral("Canvas"), name);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(kMinHeight);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    const auto cursor
        = [this] { return m_selected < 0 ? std::nullopt : std::optional(coordinatesOf(m_selected)); };
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects = [this] { return std::vector{m_plot->axisRect()}; },
            .changed = [this] { draw(); },
            .cursor = cursor});
    m_plot->installEventFilter(this);
    columnOf(this, {m_plot});
    new PlotCommands(
        *this, [this] { return content(); }, [this] { fit(); });
    onEvent(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] { draw(); });
}

QFont PointPlot::clearCanvas(const PlotTheme& theme)
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->setBackground(theme.background);
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.9);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2})
        styleAxis(*axis, theme, small);
    return small;
}

PlotContent PointPlot::contentOf(const QString& title)
{
    PlotContent content{.title = title};
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) { draw(forExport ? lightPlotTheme() : plotTheme(palette())); };
    return content;
}

int PointPlot::nearestPoint(const QPointF& position, double reach) const
{
    int nearest = m_selected;
    for (int i = 0; i < points(); ++i)
        if (const double distance = QLineF(placeOf(i), position).length(); distance < reach) {
            reach = distance;
            nearest = i;
        }
    return nearest;
}

void PointPlot::fit()
{
    m_zoom->fit();
}

void PointPlot::forgetView()
{
    m_zoom->forget();
}

void PointPlot::select(int point)
{
    m_selected = point;
    draw();
    emit selectionChanged();
}

void PointPlot::draw()
{
    draw(plotTheme(palette()));
}

void PointPlot::writeLabels(const std::vector<PointLabel>& labels, const PlotTheme& theme, const QFont& font)
{
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // labels of axes give the points their places
    std::vector<QRectF> taken;
    for (int point = 0; point < points(); ++point) {
        QRectF mark(0, 0, kMarkSize, kMarkSize);
        mark.moveCenter(placeOf(point));
        taken.push_back(mark);
    }
    const QRectF inside(m_plot->axisRect()->rect());
    const QFontMetricsF metrics(font);
    for (const PointLabel& label : labels) {
        const QSizeF size(metrics.horizontalAdvance(label.text), metrics.height());
        const QPointF at = placeOf(label.point);
        std::vector<QRectF> places;
        for (const double y :
            {at.y() - kAboveMark - size.height(), at.y() + kAboveMark, at.y() - size.height() / 2})
            for (const double x : {at.x() + kBesideMark, at.x() - kBesideMark - size.width()})
                if (const QRectF place(QPointF(x, y), size); inside.contains(place))
                    places.push_back(place);
        const auto isFree = [&](const QRectF& place) {
            if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                return false;
            for (int point = 0; point < points(); ++point) // a name is read as that of the nearest mark
                if (const QPointF other = placeOf(point); (other - at).manhattanLength() > kSameMark
                    && distanceTo(place, other) <= distanceTo(place, at))
                    return false;
            return true;
        };
        auto place = std::ranges::find_if(places, isFree);
        if (place == places.end() && &label == &labels.front() && inside.contains(at)) {
            QRectF wherever(at + QPointF(kBesideMark, kAboveMark), size);
            wherever.moveRight(std::min(wherever.right(), inside.right()));
            wherever.moveBottom(std::min(wherever.bottom(), inside.bottom()));
            places.push_back(wherever);
            place = places.end() - 1;
        }
        if (place == places.end())
            continue;
        taken.push_back(*place);
        auto* text = new QCPItemText(m_plot);
        text->setText(label.text);
        text->setFont(font);
        text->setColor(theme.foreground);
        text->setSelectable(false);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->position->setPixelPosition(place->topLeft());
    }
}

bool PointPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || points() == 0)
        return QWidget::eventFilter(watched, event);
    const auto pointed = [this, event] { return pointAt(static_cast<QMouseEvent*>(event)->position()); };
    switch (event->type()) {
    case QEvent::MouseMove:
        if (static_cast<QMouseEvent*>(event)->buttons() == Qt::NoButton)
            if (const int point = pointed(); point != m_selected)
                select(point);
        break;
    case QEvent::MouseButtonPress:
        setFocus(Qt::MouseFocusReason);
        break;
    case QEvent::MouseButtonDblClick:
        if (const int point = pointed();
            QLineF(placeOf(point), static_cast<QMouseEvent*>(event)->position()).length() < kMarkReach) {
            emit pointRequested(point);
            return true;
        }
        break;
    case QEvent::Resize:
        QMetaObject::invokeMethod(
            this, [this] { draw(); }, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void PointPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = points() - 1;
    const int key = event->key();
    const auto go = [this](int point) {
        select(point);
        m_zoom->keepInSight(coordinatesOf(point));
    };
    if (last < 0)
        QWidget::keyPressEvent(event);
    else if (key == Qt::Key_Left || key == Qt::Key_Right)
        go(std::clamp(m_selected + (key == Qt::Key_Right ? 1 : -1), 0, last));
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        go(key == Qt::Key_Home ? 0 : last);
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        emit pointRequested(m_selected);
    else if (!m_zoom->takeKey(*event))
        QWidget::keyPressEvent(event);
}

} // namespace ulpscope::ui
