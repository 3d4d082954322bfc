// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_zoom.h"

#include "ui/look/plot_theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr double kWheelZoom = 0.85; ///< a notch of the wheel
constexpr double kZoomOfKey = 0.7;
constexpr double kMoveOfKey = 0.1; ///< share of what is in sight
constexpr int kNotch = 120; ///< QWheelEvent::angleDelta() of one

QCPAxis& along(const QCPAxisRect& rect)
{
    return *rect.axis(QCPAxis::atBottom);
}
QCPAxis& values(const QCPAxisRect& rect)
{
    return *rect.axis(QCPAxis::atLeft);
}

/// Moves what is at one pixel to another.
void drag(QCPAxis& axis, double from, double to)
{
    const double before = axis.pixelToCoord(from);
    const double now = axis.pixelToCoord(to);
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        axis.setRange(range.lower * (before / now), range.upper * (before / now));
    else
        axis.setRange(range.lower + before - now, range.upper + before - now);
}

/// A page around the plot has more than it shows.
bool isInScrollingPage(const QWidget& plot)
{
    for (const QWidget* around = plot.parentWidget(); around; around = around->parentWidget())
        if (const auto* page = qobject_cast<const QScrollArea*>(around))
            if (page->verticalScrollBar()->maximum() > page->verticalScrollBar()->minimum())
                return true;
    return false;
}

} // namespace

PlotZoom::PlotZoom(QWidget& plot, QCustomPlot& canvas, ZoomedPlot zoomed)
    : QObject(&plot)
    , m_plot(plot)
    , m_canvas(canvas)
    , m_zoomed(std::move(zoomed))
    , m_box(new QRubberBand(QRubberBand::Rectangle, &canvas))
{
    // A window's first focus may be a plot's, which the user has not chosen.
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* before, const QWidget* now) {
        if (before == &m_plot && now != nullptr) // null: another program's window is in front
            m_isClicked = false;
    });
    m_box->setObjectName(QStringLiteral("zoomBox"));
    canvas.setAttribute(
        Qt::WA_NoMousePropagation, false); // QCustomPlot sets it, and the page would not get the wheel
    const bool isPlots = canvas.testAttribute(Qt::WA_TransparentForMouseEvents);
    (isPlots ? plot : static_cast<QWidget&>(canvas)).installEventFilter(this);
}

void PlotZoom::fit()
{
    m_fitsAlong = m_fitsValues = true;
    m_zoomed.changed();
}

PlotZoom::Part PlotZoom::part(bool ofValues) const
{
    return m_zoomed.isPlane ? Part::Both : ofValues ? Part::Values : Part::Along;
}

QPointF PlotZoom::onCanvas(const QPointF& position) const
{
    const bool isPlots = m_canvas.testAttribute(Qt::WA_TransparentForMouseEvents);
    return isPlots ? position - QPointF(m_canvas.mapTo(&m_plot, QPoint())) : position;
}

QCPAxisRect* PlotZoom::rectAt(const QPointF& onCanvas) const
{
    for (QCPAxisRect* rect : m_zoomed.rects())
        if (rect->rect().contains(onCanvas.toPoint()))
            return rect;
    return nullptr;
}

void PlotZoom::keepInWhole(QCPAxis& axis)
{
    if (!m_zoomed.whole)
        return;
    const QCPRange whole = m_zoomed.whole();
    const QCPRange range = axis.range();
    if (range.size() >= whole.size())
        axis.setRange(whole);
    else
        axis.setRange(range.bounded(whole.lower, whole.upper));
}

void PlotZoom::finish(const QCPAxisRect& rect, Part part)
{
    for (QCPAxisRect* other : m_zoomed.rects()) {
        if (other == &rect)
            continue;
        along(*other).setRange(along(rect).range());
        if (m_zoomed.isPlane)
            values(*other).setRange(values(rect).range());
    }
    m_fitsAlong = (m_zoomed.whole && along(rect).range() == m_zoomed.whole())
        || (m_fitsAlong && part == Part::Values);
    m_fitsValues = m_fitsValues && part == Part::Along;
    m_zoomed.changed();
}

bool PlotZoom::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Wheel:
        return takeWheel(*static_cast<QWheelEvent*>(event));
    case QEvent::MouseButtonPress:
        return takePress(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return takeMove(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return takeRelease(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        endDrag();
        if (!rectAt(onCanvas(static_cast<QMouseEvent*>(event)->position())))
            break;
        fit();
        return true;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

bool PlotZoom::takeWheel(QWheelEvent& event)
{
    const QPointF at = onCanvas(event.position());
    QCPAxisRect* rect = rectAt(at);
    // Some platforms turn the wheel sideways with Alt, and a touchpad may be moved along both.
    const int turned = event.angleDelta().y();
    const bool isAllOut
        = turned < 0 && m_fitsAlong && m_zoomed.whole && !(event.modifiers() & Qt::ControlModifier);
    if (!rect || turned == 0 || ((!m_isClicked || isAllOut) && isInScrollingPage(m_plot))) {
        event
            .ignore(); // and so the page gets it, until the plot was clicked, and where all is in sight already
        return true;
    }
    const Part what = part(event.modifiers() & Qt::ControlModifier);
    const double factor = std::pow(kWheelZoom, double(turned) / kNotch);
    if (what != Part::Values) {
        along(*rect).scaleRange(factor, along(*rect).pixelToCoord(at.x()));
        keepInWhole(along(*rect));
    }
    if (what != Part::Along)
        values(*rect).scaleRange(factor, values(*rect).pixelToCoord(at.y()));
    event.accept();
    finish(*rect, what);
    return true;
}

bool PlotZoom::takePress(const QMouseEvent& event)
{
    endDrag();
    m_isClicked = true;
    const QPointF at = onCanvas(event.position());
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    const auto rect = std::ranges::find(rects, rectAt(at));
    if (event.button() != Qt::LeftButton || event.modifiers() & Qt::ShiftModifier || rect == rects.end())
        return false;
    m_pressedAt = at;
    m_dragged = std::size_t(rect - rects.begin());
    m_isBox = event.modifiers() & Qt::ControlModifier;
    return false; // a click may mean something to the plot
}

bool PlotZoom::takeMove(const QMouseEvent& event)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects(); // drawn anew meanwhile, perhaps
    if (!m_pressedAt || !(event.buttons() & Qt::LeftButton) || *m_dragged >= rects.size()) {
        endDrag();
        return false;
    }
    const QPointF at = onCanvas(event.position());
    if (!m_draggedTo && (at - *m_pressedAt).manhattanLength() < QApplication::startDragDistance())
        return false;
    QCPAxisRect& rect = *rects[*m_dragged];
    if (!m_draggedTo) {
        m_draggedTo = m_pressedAt;
        m_coarse = m_canvas.notAntialiasedElements();
        if (!m_isBox)
            m_canvas.setNotAntialiasedElements(QCP::aeAll);
    }
    if (m_isBox) {
        const QRect box = QRectF(*m_pressedAt, at).normalized().toRect();
        m_box->setGeometry(box.intersected(rect.rect()));
        m_box->show();
        return true;
    }
    drag(along(rect), m_draggedTo->x(), at.x());
    drag(values(rect), m_draggedTo->y(), at.y());
    m_draggedTo = at;
    finish(rect, Part::Both);
    return true;
}

bool PlotZoom::takeRelease(const QMouseEvent& event)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    const bool isDrag = m_draggedTo && event.button() == Qt::LeftButton;
    const std::optional<std::size_t> dragged = m_dragged;
    const bool isBox = m_isBox;
    const QRect box = m_box->geometry();
    endDrag();
    if (!isDrag)
        return false;
    if (isBox && *dragged < rects.size())
        zoomBox(*rects[*dragged], box);
    else
        m_canvas.replot(QCustomPlot::rpQueuedReplot); // antialiased again
    return false; // a release ends what the plot began at the press
}

void PlotZoom::zoomBox(QCPAxisRect& rect, const QRect& box)
{
    if (box.width() < QApplication::startDragDistance() || box.height() < QApplication::startDragDistance())
        return; // a line has no inside
    const QCPRange steps(along(rect).pixelToCoord(box.left()), along(rect).pixelToCoord(box.right() + 1));
    const QCPRange heights(values(rect).pixelToCoord(box.bottom() + 1), values(rect).pixelToCoord(box.top()));
    along(rect).setRange(steps);
    values(rect).setRange(heights);
    finish(rect, Part::Both);
}

void PlotZoom::endDrag()
{
    if (m_draggedTo && !m_isBox)
        m_canvas.setNotAntialiasedElements(m_coarse);
    m_box->hide();
    m_pressedAt.reset();
    m_dragged.reset();
    m_draggedTo.reset();
}

void PlotZoom::zoomByKey(Part part, double factor)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    if (rects.empty())
        return;
    const std::optional<QPointF> cursor = m_zoomed.cursor ? m_zoomed.cursor() : std::nullopt;
    const auto zoom = [&](QCPAxis& axis, std::optional<double> at) {
        if (at && axis.range().contains(*at))
            axis.scaleRange(factor, *at);
        else
            axis.scaleRange(factor);
    };
    if (part != Part::Values) {
        zoom(along(*rects.front()), cursor ? std::optional(cursor->x()) : std::nullopt);
        keepInWhole(along(*rects.front()));
    }
    if (part == Part::Both)
        zoom(values(*rects.front()), cursor ? std::optional(cursor->y()) : std::nullopt);
    if (part == Part::Values)
        for (QCPAxisRect* rect : rects)
            values(*rect).scaleRange(factor);
    finish(*rects.front(), part);
}

void PlotZoom::moveByKey(double alongShare, double valuesShare)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    if (rects.empty())
        return;
    if (alongShare != 0)
        shiftAxis(along(*rects.front()), alongShare);
    if (valuesShare != 0)
        for (QCPAxisRect* rect : rects)
            shiftAxis(values(*rect), valuesShare);
    finish(*rects.front(), alongShare != 0 ? part(false) : part(true));
}

bool PlotZoom::takeKey(const QKeyEvent& event)
{
    const bool isControl = event.modifiers() & Qt::ControlModifier;
    const bool isUp = event.key() == Qt::Key_Up;
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        zoomByKey(part(false), kZoomOfKey);
        return true;
    case Qt::Key_Minus:
        zoomByKey(part(false), 1 / kZoomOfKey);
        return true;
    case Qt::Key_0:
        fit();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (isControl)
            zoomByKey(part(true), isUp ? kZoomOfKey : 1 / kZoomOfKey);
        else
            moveByKey(0, isUp ? kMoveOfKey : -kMoveOfKey);
        return true;
    case Qt::Key_Left:
        moveByKey(-kMoveOfKey, 0);
        return true;
    case Qt::Key_Right:
        moveByKey(kMoveOfKey, 0);
        return true;
    default:
        return false;
    }
}

void PlotZoom::keepInSight(const QPointF& at)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    if (isFitted() || rects.empty())
        return;
    const auto follow = [](QCPAxis& axis, double to) {
        const QCPRange range = axis.range();
        if (range.contains(to) || !std::isfinite(to))
            return false;
        const double share = to < range.lower ? -kMoveOfKey : kMoveOfKey;
        if (axis.scaleType() != QCPAxis::stLogarithmic) {
            axis.moveRange(to - range.center() + share * range.size());
        } else if (to > 0) {
            const double centre = std::sqrt(range.lower * range.upper);
            const double factor = to / centre * std::pow(range.upper / range.lower, share);
            axis.setRange(range.lower * factor, range.upper * factor);
        }
        return true;
    };
    QCPAxisRect& rect = *rects.front();
    const bool isMovedAlong = !m_fitsAlong && follow(along(rect), at.x());
    const bool hasOneHeight = rects.size() == 1 || m_zoomed.isPlane;
    const bool isMovedUp = !m_fitsValues && hasOneHeight && follow(values(rect), at.y());
    if (isMovedAlong || isMovedUp)
        finish(rect, isMovedAlong && isMovedUp ? Part::Both : part(isMovedUp));
}

std::vector<PlotZoom::View> PlotZoom::views() const
{
    std::vector<View> views;
    for (const QCPAxisRect* rect : m_zoomed.rects())
        views.push_back({along(*rect).range(), values(*rect).range()});
    return views;
}

void PlotZoom::restore(const std::vector<View>& views)
{
    const std::vector<QCPAxisRect*> rects = m_zoomed.rects();
    const std::optional<QCPRange> whole
        = rects.empty() ? std::nullopt : std::optional(along(*rects.front()).range());
    const bool isSame = whole && m_whole && *whole == *m_whole && views.size() == rects.size();
    m_whole = whole;
    if (!isSame) {
        m_fitsAlong = m_fitsValues = true;
        return;
    }
    for (std::size_t i = 0; i < rects.size(); ++i) {
        if (!m_fitsAlong)
            along(*rects[i]).setRange(views[i].along);
        if (!m_fitsValues)
            values(*rects[i]).setRange(views[i].values);
    }
}

QString PlotZoom::hint()
{
    return tr(
        "Wheel or + −: zoom · with Ctrl the wheel, or ↑ ↓: the values · drag: move · Ctrl+drag: a box · double click or "
        "0: everything");
}

QString PlotZoom::planeHint()
{
    return tr("Wheel or + −: zoom · drag: move · Ctrl+drag: a box · double click or 0: everything");
}

} // namespace ulpscope::ui
