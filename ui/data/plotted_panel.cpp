// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/plotted_panel.h"

#include "ui/look/boxes.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"
#include "ui/look/reaction.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>

namespace ulpscope::ui {

QCustomPlot* makeCanvas(QWidget* panel, const QString& id)
{
    auto* plot = new QCustomPlot(panel);
    plot->setObjectName(id);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot->setAutoAddPlottableToLegend(false);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
    cursorLayer(*plot)->setMode(QCPLayer::lmBuffered);
    return plot;
}

QCPLayer* cursorLayer(QCustomPlot& plot)
{
    return plot.layer(QStringLiteral("cursor"));
}

QColor mixedColor(const QColor& from, const QColor& to, double share)
{
    const auto mix = [share](double a, double b) { return float(a + share * (b - a)); };
    return QColor::fromRgbF(
        mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()), mix(from.blueF(), to.blueF()));
}

PlottedPanel::PlottedPanel(const QString& canvasId, bool isPlane, QWidget* parent)
    : DataPanel(parent)
    , m_plot(makeCanvas(this, canvasId))
    , m_isPlane(isPlane)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    columnOf(this, {m_plot});
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects = [this] { return m_rects; },
            .changed =
                [this] {
                    if (hasAnswer())
                        draw(plotTheme(palette()));
                },
            .cursor = [this] { return cursorPlace(); },
            .isPlane = isPlane});
    new PlotCommands(
        *this, [this] { return content(); }, [this] { m_zoom->fit(); });
    onEvent(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] {
        if (hasAnswer())
            draw(plotTheme(palette()));
    });
}

std::optional<QPointF> PlottedPanel::cursorPlace() const
{
    if (!m_cursor || !hasAnswer())
        return std::nullopt;
    const QPointF at = coordinatesOf(*m_cursor);
    return m_isPlane ? at : QPointF(at.x(), qQNaN());
}

QString PlottedPanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    m_sample = run.sample();
    m_policy = toQt(run.session().policies.global.name);
    m_title
        = run.session().title.empty() ? QString() : engineText(run.session().title) + QStringLiteral(" – ");
    m_facts = runFacts(run.session(), evaluation->stepsDone);
    take(*evaluation);
    draw(plotTheme(palette()));
    if (m_cursor)
        emit read(placeText(*m_cursor));
    return sentence();
}

void PlottedPanel::draw(const PlotTheme& theme)
{
    const std::vector<PlotZoom::View> views = m_zoom->views();
    m_plot->clearPlottables();
    m_plot->clearItems();
    qDeleteAll(m_plot->findChildren<QCPMarginGroup*>());
    m_plot->plotLayout()->clear();
    m_rects.clear();
    m_plot->setBackground(theme.background);
    drawOn(theme);
    m_zoom->restore(views);
    placeCursor();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlottedPanel::addCursor(QCPAxisRect* rect, Qt::Orientations lines, const PlotTheme& theme)
{
    for (const Qt::Orientation way : {Qt::Vertical, Qt::Horizontal}) {
        if (!lines.testFlag(way))
            continue;
        auto* line = new QCPItemStraightLine(m_plot);
        line->setLayer(cursorLayer(*m_plot));
        line->setSelectable(false);
        line->setPen(QPen(theme.cursor, 1));
        line->setClipAxisRect(rect);
        for (QCPItemPosition* position : {line->point1, line->point2})
            position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        line->setProperty("isUpright", way == Qt::Vertical);
    }
}

void PlottedPanel::placeCursor()
{
    for (int i = 0; i < m_plot->itemCount(); ++i) {
        auto* line = qobject_cast<QCPItemStraightLine*>(m_plot->item(i));
        if (line == nullptr)
            continue;
        line->setVisible(m_cursor.has_value());
        if (!m_cursor)
            continue;
        const QPointF at = coordinatesOf(*m_cursor);
        const bool isUpright = line->property("isUpright").toBool();
        line->point1->setCoords(at);
        line->point2->setCoords(isUpright ? at + QPointF(0, 1) : at + QPointF(1, 0));
    }
}

void PlottedPanel::setCursor(std::optional<std::size_t> place)
{
    if (!hasAnswer() || place == m_cursor)
        return;
    m_cursor = place;
    placeCursor();
    cursorLayer(*m_plot)->replot();
    const QString text = m_cursor ? placeText(*m_cursor) : QString();
    setAccessibleDescription(text.isEmpty() ? sentence() : text);
    emit read(text);
}

std::optional<std::size_t> PlottedPanel::placeUnder(const QPoint& position) const
{
    const QPoint at = m_plot->mapFrom(this, position);
    for (const QCPAxisRect* rect : m_rects)
        if (rect->rect().contains(at))
            return placeAt(rect->axis(QCPAxis::atBottom)->pixelToCoord(at.x()),
                rect->axis(QCPAxis::atLeft)->pixelToCoord(at.y()));
    return std::nullopt;
}

void PlottedPanel::copyPicture()
{
    PlotCommands::of(*this)->copyPicture();
}

PlotContent PlottedPanel::content()
{
    if (!hasAnswer())
        return {};
    PlotContent content{.title = m_title + plotTitle(), .facts = {m_facts}};
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) { draw(forExport ? lightPlotTheme() : plotTheme(palette())); };
    content.table = [this] { return table(); };
    return content;
}

void PlottedPanel::resizeEvent(QResizeEvent* event)
{
    DataPanel::resizeEvent(event);
    if (hasAnswer())
        draw(plotTheme(palette())); // texts that fit
}

void PlottedPanel::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(placeUnder(event->pos()));
}

void PlottedPanel::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    setCursor(placeUnder(event->pos()));
}

void PlottedPanel::leaveEvent(QEvent* event)
{
    setCursor(std::nullopt);
    DataPanel::leaveEvent(event);
}

void PlottedPanel::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const int right = key == Qt::Key_Right ? 1 : key == Qt::Key_Left ? -1 : 0;
    const int up = key == Qt::Key_Up ? 1 : key == Qt::Key_Down ? -1 : 0;
    if (hasAnswer()) {
        const bool isPlain = !(event->modifiers() & Qt::ControlModifier);
        const std::size_t from = m_cursor.value_or(home());
        const std::optional<std::size_t> to = key == Qt::Key_Home ? home()
            : isPlain                                             ? stepped(from, right, up)
                                                                  : std::nullopt;
        if (to) {
            setCursor(m_cursor ? *to : home());
            return m_zoom->keepInSight(*cursorPlace());
        }
        if (m_zoom->takeKey(*event))
            return;
    }
    DataPanel::keyPressEvent(event);
}

} // namespace ulpscope::ui
