// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tensor_pictures.h"

#include "engine/session/session_formats.h"
#include "ui/look/axis_ticks.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/reaction.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/models/format_grid.h"

#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

/// "2⁻¹⁴" at whole exponents.
class PowerOfTwoTicker : public WholeTicker
{
protected:
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return powerText(2, int(std::lround(tick)));
    }
};

} // namespace

ExponentBarPlot::ExponentBarPlot(const QString& id, QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    describe(this, id, tr("Magnitudes by their power of two"),
        tr("Each bar is the share of all values whose magnitude lies between a power of two and the next. Lines say where the format's "
           "subnormal numbers, its normal numbers and its range begin and end.")
            + QLatin1Char('\n') + PlotZoom::hint());
    describe(m_plot, id + QStringLiteral("Canvas"), accessibleName());
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 140);
    m_plot->setFocusPolicy(Qt::NoFocus);
    columnOf(this, {m_plot});
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects = [this] { return std::vector{m_plot->axisRect()}; }, .changed = [this] { setAxes(); }});
    new PlotCommands(
        *this, [this] { return content(); }, [this] { m_zoom->fit(); });
    connect(m_plot, &QCustomPlot::mousePress, this, [this] { setFocus(Qt::MouseFocusReason); });
    draw(plotTheme(palette()));
    onEvent(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] { draw(plotTheme(palette())); });
}

void ExponentBarPlot::show(
    std::shared_ptr<const ExponentBars> bars, const Format& format, const QString& title)
{
    m_bars = std::move(bars);
    m_format = &format;
    m_title = title;
    m_zoom->forget();
    draw(plotTheme(palette()));
    setAccessibleDescription(m_bars ? rangeSentence(*m_bars, *m_format) : QString());
}

void ExponentBarPlot::draw(const PlotTheme& theme)
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->setBackground(theme.background);
    m_plot->axisRect()->setBackground(theme.background);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        styleAxis(*axis, theme, font());
    m_plot->xAxis->setTicker(QSharedPointer<PowerOfTwoTicker>::create());
    m_plot->xAxis->setLabel(tr("magnitude"));
    m_plot->yAxis->setLabel(tr("% of the values"));
    if (m_bars && m_bars->hasMagnitudes()) {
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis); // the plot's
        bars->setWidth(0.9);
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme.candidate);
        for (int e = m_bars->least; e <= m_bars->most; ++e)
            bars->addData(e + 0.5, m_bars->percent(e));
        const FormatRange range = rangeOf(*m_format);
        addLimit(theme, range.smallestSubnormal, Qt::SolidLine, tr("0 below"));
        addLimit(theme, range.smallestNormal, Qt::DashLine, tr("subnormal below"));
        addLimit(theme, range.largest, Qt::SolidLine, tr("largest"));
    }
    setAxes();
}

void ExponentBarPlot::addLimit(
    const PlotTheme& theme, double exponent, Qt::PenStyle style, const QString& text)
{
    auto* line = new QCPItemStraightLine(m_plot);
    line->setPen(QPen(theme.limit, 1.6, style));
    line->setSelectable(false);
    line->point1->setCoords(exponent, 0);
    line->point2->setCoords(exponent, 1);
    auto* label = new QCPItemText(m_plot);
    label->setText(text);
    label->setColor(theme.foreground);
    label->setFont(font());
    label->setRotation(-90);
    label->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    label->setPadding(QMargins(4, 1, 4, 1));
    label->setSelectable(false);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(exponent, 0);
}

void ExponentBarPlot::setAxes()
{
    const bool hasBars = m_bars && m_bars->hasMagnitudes();
    if (m_zoom->fitsAlong()) {
        double least = hasBars ? m_bars->least : 0;
        double most = hasBars ? m_bars->most + 1 : 1;
        if (hasBars && hasSmallRange(*m_format)) { // a wide one would squeeze the bars
            least = std::min(least, rangeOf(*m_format).smallestSubnormal);
            most = std::max(most, rangeOf(*m_format).largest);
        }
        m_plot->xAxis->setRange(least - 1, most + 1);
    }
    if (m_zoom->fitsValues()) {
        double highest = 0;
        if (hasBars)
            for (int e = m_bars->least; e <= m_bars->most; ++e)
                highest = std::max(highest, m_bars->percent(e));
        m_plot->yAxis->setRange(0, highest > 0 ? highest * 1.05 : 1);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

PlotContent ExponentBarPlot::content()
{
    if (!m_bars || !m_bars->hasMagnitudes())
        return {};
    PlotContent content{.title = m_title, .facts = {rangeSentence(*m_bars, *m_format)}};
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) { draw(forExport ? lightPlotTheme() : plotTheme(palette())); };
    content.table = [bars = m_bars] {
        PlotTable table{{ExponentBarPlot::tr("exponent"), ExponentBarPlot::tr("% of the values")}, {}};
        for (int e = bars->least; e <= bars->most; ++e)
            table.rows.push_back({QString::number(e), QString::number(bars->percent(e), 'g', 17)});
        return table;
    };
    return content;
}

void ExponentBarPlot::keyPressEvent(QKeyEvent* event)
{
    if (!m_zoom->takeKey(*event))
        QWidget::keyPressEvent(event);
}

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
    onEvent(this, {QEvent::Show}, [this] {
        if (m_file)
            m_numbers.measureLosses(m_kernels);
        refresh();
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
        return; // this is done when the panel is shown
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
