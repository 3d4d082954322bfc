// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/number_line.h"

#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/plot_commands.h"
#include "ui/look/theme.h"
#include "ui/numbers/models/lab_tables.h"
#include "ui/numbers/number_line_painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kHomeUlps = 5; ///< neighbours to either side of the number
constexpr double kHomeMargin = 1.15; ///< beyond what has to be in sight
constexpr double kKeyZoom = 0.6;
constexpr double kKeyPan = 0.1;
constexpr int kWidestInView = 32; ///< bits of a format whose range sets the ends of the view

} // namespace

NumberLine::NumberLine(NumberLab& lab, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
{
    registerPlace(this, {.name = "numberLine", .terms = "number_line", .lessons = {{"number-lab.line"}}});
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setCursor(Qt::OpenHandCursor);
    setAccessibleName(tr("Number line"));
    connect(&lab, &NumberLab::numberChanged, this, &NumberLine::takeNumber);
    connect(&lab, &NumberLab::selectionChanged, this, &NumberLine::takeNumber);
    m_shownNumber = lab.value();
    takeNumber();
    new PlotCommands(
        *this, [this] { return content(); }, [this] { showWhole(); });
}

void NumberLine::takeNumber()
{
    double smallest = 1;
    double largest = 1;
    // The binades of float64 would leave no room for the others.
    const int widest = std::max(kWidestInView, m_lab.selectedFormat() ? m_lab.selectedFormat()->bits() : 0);
    for (const Format* format : m_lab.formats()) {
        if (format->bits() > widest)
            continue;
        smallest = std::min(smallest, format->minSubnormal());
        largest = std::max({largest, 2 * format->maxFinite(), -2 * format->lowest()});
    }
    const double value = m_lab.value();
    if (std::isfinite(value))
        largest = std::max(largest, 2 * std::fabs(value));
    m_scale.setLimits(smallest, largest);
    const double fraction = m_scale.fractionOf(value);
    const bool isOutOfSight = !(fraction > 0.02 && fraction < 0.98);
    const bool isNew = !(value == m_shownNumber);
    m_shownNumber = value;
    if (m_isAtHome || (isNew && isOutOfSight))
        goHome();
    else
        announce();
}

void NumberLine::goHome()
{
    m_isAtHome = true;
    // Shows the values of all formats for the number; for a format that holds it exactly, the next value.
    double reach = 0;
    for (const StoredNumber& row : m_lab.rows()) {
        const bool isInRange = row.value >= row.format->lowest() && row.value <= row.format->maxFinite();
        const double apart = row.error != 0 ? std::fabs(row.error)
                                            : std::min(row.above - row.stored, row.stored - row.below);
        if (isInRange && std::isfinite(apart))
            reach = std::max(reach, kHomeMargin * apart);
    }
    if (const Format* format = m_lab.selectedFormat())
        m_scale.showAround(*format, m_lab.value(), kHomeUlps, reach);
    announce();
}

void NumberLine::showWhole()
{
    m_isAtHome = false;
    m_scale.showWhole(m_lab.value());
    announce();
}

void NumberLine::zoomIn()
{
    changeView(kKeyZoom, std::clamp(m_scale.fractionOf(m_lab.value()), 0.0, 1.0));
}

void NumberLine::zoomOut()
{
    changeView(1 / kKeyZoom, std::clamp(m_scale.fractionOf(m_lab.value()), 0.0, 1.0));
}

void NumberLine::setLogarithmic(bool isLog)
{
    m_isAtHome = false;
    m_scale.setLogarithmic(isLog);
    announce();
}

void NumberLine::changeView(double factor, double fraction)
{
    m_isAtHome = false;
    m_scale.zoom(factor, std::isnan(fraction) ? 0.5 : fraction);
    announce();
}

QString NumberLine::viewText() const
{
    return tr("%1, from %2 to %3")
        .arg(m_scale.isLogarithmic() ? tr("logarithmic") : tr("linear"), shortNumber(m_scale.low()),
            shortNumber(m_scale.high()));
}

void NumberLine::announce()
{
    QStringList lines{viewText()};
    if (m_lab.selected() >= 0)
        lines += storedExplanation(m_lab.rows()[static_cast<std::size_t>(m_lab.selected())]);
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    update();
    emit viewChanged();
}

void NumberLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    NumberLinePainter(m_lab, m_scale, *this, palette()).paint(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : hairline(palette()), 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

PlotContent NumberLine::content()
{
    PlotContent content{
        .title = tr("Number line – %1").arg(m_lab.text()), .facts = {viewText()}, .size = size()};
    content.paint = [this](QPainter& painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        NumberLinePainter(m_lab, m_scale, *this, themePalette(Theme::Light)).paint(painter);
    };
    content.table = [this] {
        PlotTable table{{tr("format"), tr("stored"), tr("error"), tr("next below"), tr("next above")}, {}};
        for (const StoredNumber& row : m_lab.rows())
            table.rows.push_back({toQt(row.format->name), exactText(row.stored), exactText(row.error),
                exactText(row.below), exactText(row.above)});
        return table;
    };
    return content;
}

QRect NumberLine::plotArea() const
{
    return NumberLinePainter(m_lab, m_scale, *this, palette()).plotArea();
}

int NumberLine::laneAt(const QPoint& place) const
{
    return NumberLinePainter(m_lab, m_scale, *this, palette()).laneAt(place);
}

QString NumberLine::explanation(const QPoint& place) const
{
    const int row = laneAt(place);
    return row < 0 ? viewText() : storedExplanation(m_lab.rows()[static_cast<std::size_t>(row)]);
}

bool NumberLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), explanation(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void NumberLine::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_Home:
        return goHome();
    case Qt::Key_End:
    case Qt::Key_0: // 0 shows everything, as in every plot
        return showWhole();
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_isAtHome = false;
        m_scale.pan(event->key() == Qt::Key_Left ? -kKeyPan : kKeyPan);
        return announce();
    case Qt::Key_Up:
        return m_lab.select(m_lab.selected() - 1);
    case Qt::Key_Down:
        return m_lab.select(m_lab.selected() + 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void NumberLine::wheelEvent(QWheelEvent* event)
{
    const QRect area = plotArea();
    const double fraction = (event->position().x() - area.left()) / std::max(1, area.width());
    changeView(std::pow(0.8, event->angleDelta().y() / 120.0), std::clamp(fraction, 0.0, 1.0));
    event->accept();
}

void NumberLine::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_lab.select(laneAt(event->pos()));
    m_dragFrom = event->pos();
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
}

void NumberLine::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isDragging)
        return;
    const QPoint moved = event->pos() - m_dragFrom;
    if (moved.x() == 0)
        return;
    m_dragFrom = event->pos();
    m_isAtHome = false;
    m_scale.pan(-double(moved.x()) / std::max(1, plotArea().width()));
    announce();
}

void NumberLine::mouseReleaseEvent(QMouseEvent*)
{
    m_isDragging = false;
    setCursor(Qt::OpenHandCursor);
}

void NumberLine::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QRect area = plotArea();
    if (!area.contains(event->pos()))
        return;
    m_isAtHome = false; // the view stays under the hand
    m_lab.setValue(m_scale.valueAt(double(event->pos().x() - area.left()) / area.width()));
}

} // namespace ulpscope::ui
