// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_file.h"

#include "engine/file/whole_file.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/plot_theme.h"
#include "ui/look/qcp.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

namespace ulpscope::ui {

namespace {

constexpr int kPngScale = 2; ///< pixels of the file a pixel of the screen
// Largest width of an image in pixels that a computer holds without trouble. A wider picture gets fewer pixels per point.
constexpr double kMaxPixelsAside = 32'000;
constexpr double kMaxPixels = 1 << 26;
constexpr int kSheetMargin = 8; ///< around title and facts

QString oneText(const PlotContent& content)
{
    return content.facts.join(QLatin1Char('\n'));
}

/// Page layout of title, facts and plot.
class Sheet
{
public:
    explicit Sheet(const PlotContent& content)
        : m_content(content)
        , m_theme(lightPlotTheme())
        , m_plotSize(content.canvas ? content.canvas->size() : content.size)
        , m_font(content.canvas ? content.canvas->font() : QFont())
        , m_titleFont(m_font)
    {
        m_titleFont.setBold(true);
        m_titleFont.setPointSizeF(m_font.pointSizeF() * 1.15);
        const QRect lines(kSheetMargin, kSheetMargin, m_plotSize.width() - 2 * kSheetMargin, QWIDGETSIZE_MAX);
        m_titleRect = QFontMetrics(m_titleFont).boundingRect(lines, Qt::TextWordWrap, content.title);
        m_titleRect.setWidth(lines.width());
        QRect below = lines;
        below.setTop(m_titleRect.bottom() + 2);
        m_factsRect = QFontMetrics(m_font).boundingRect(below, Qt::TextWordWrap, oneText(content));
        m_factsRect.setWidth(lines.width());
    }

    QSize size() const { return {m_plotSize.width(), m_plotSize.height() + plotTop()}; }

    void paint(QPaintDevice& device, bool isVector) const
    {
        QCPPainter painter(&device);
        painter.setModes(
            isVector ? QCPPainter::pmVectorized | QCPPainter::pmNoCaching : QCPPainter::pmNoCaching);
        painter.fillRect(QRect(QPoint(), size()), m_theme.background);
        painter.setPen(m_theme.foreground);
        painter.setFont(m_titleFont);
        painter.drawText(m_titleRect, Qt::TextWordWrap, m_content.title);
        painter.setFont(m_font);
        painter.setPen(m_theme.muted);
        painter.drawText(m_factsRect, Qt::TextWordWrap, oneText(m_content));
        painter.translate(0, plotTop());
        if (m_content.canvas)
            m_content.canvas->toPainter(&painter, m_plotSize.width(), m_plotSize.height());
        else
            m_content.paint(painter);
    }

private:
    int plotTop() const
    {
        const bool isBare = m_content.title.isEmpty() && m_content.facts.isEmpty();
        return isBare ? 0 : m_factsRect.bottom() + kSheetMargin;
    }

    const PlotContent& m_content;
    PlotTheme m_theme;
    QSize m_plotSize;
    QFont m_font;
    QFont m_titleFont;
    QRect m_titleRect;
    QRect m_factsRect;
};

/// The window's plot is in light colours while this lives.
class LightColors
{
public:
    explicit LightColors(const PlotContent& content)
        : m_content(content)
    {
        if (m_content.recolor)
            m_content.recolor(true);
    }
    ~LightColors()
    {
        if (m_content.recolor)
            m_content.recolor(false);
    }
    Q_DISABLE_COPY_MOVE(LightColors)

private:
    const PlotContent& m_content;
};

int resolutionOf(const PlotContent& content)
{
    constexpr int kUsual = 96; // dots an inch
    return content.canvas ? content.canvas->logicalDpiX() : kUsual;
}

QByteArray pdfOf(const PlotContent& content)
{
    const LightColors light(content);
    const Sheet sheet(content);
    constexpr double kPointsAnInch = 72;
    const double points = kPointsAnInch / resolutionOf(content);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(content.title + QStringLiteral(" – ") + content.facts.join(QStringLiteral("; ")));
    pdf.setCreator(QStringLiteral("Ulpscope " ULPSCOPE_VERSION));
    pdf.setResolution(resolutionOf(content));
    pdf.setPageMargins(QMarginsF());
    pdf.setPageSize(QPageSize(QSizeF(sheet.size()) * points, QPageSize::Point, {}, QPageSize::ExactMatch));
    sheet.paint(pdf, true);
    return bytes;
}

QByteArray pngOf(const PlotContent& content)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    PlotFile::image(content).save(&buffer, "PNG");
    return bytes;
}

QByteArray csvOf(const PlotContent& content)
{
    return content.table ? csvText(content.title, content.facts, content.table()) : QByteArray();
}

QByteArray dotOf(const PlotContent& content)
{
    return content.graphviz ? content.graphviz() : QByteArray();
}

struct PlotFileKind
{
    const char* suffix;
    const char* name;
    QByteArray (*bytes)(const PlotContent& content);
    bool (*isOffered)(const PlotContent& content) = [](const PlotContent&) { return true; };
};

constexpr PlotFileKind kKinds[] = {
    {"png", QT_TRANSLATE_NOOP("PlotFile", "PNG image"), pngOf},
    {"svg", QT_TRANSLATE_NOOP("PlotFile", "SVG drawing"), PlotFile::svg},
    {"pdf", QT_TRANSLATE_NOOP("PlotFile", "PDF document"), pdfOf},
    {"csv", QT_TRANSLATE_NOOP("PlotFile", "CSV table of the numbers"), csvOf,
        [](const PlotContent& content) { return bool(content.table); }},
    {"dot", QT_TRANSLATE_NOOP("PlotFile", "Graphviz graph"), dotOf,
        [](const PlotContent& content) { return bool(content.graphviz); }},
};

std::vector<PlotFileKind> kindsOf(const PlotContent& content)
{
    std::vector<PlotFileKind> kinds;
    std::ranges::copy_if(
        kKinds, std::back_inserter(kinds), [&](const PlotFileKind& kind) { return kind.isOffered(content); });
    return kinds;
}

std::optional<PlotFileKind> kindOf(const PlotContent& content, const QString& path)
{
    for (const PlotFileKind& kind : kindsOf(content))
        if (QFileInfo(path).suffix().toLower() == QLatin1String(kind.suffix))
            return kind;
    return std::nullopt;
}

/// "float8-with-a-lagging-amax.png"
QString fileName(const QString& title)
{
    QString name = title.toLower();
    name.replace(QRegularExpression(QStringLiteral("[^\\p{L}\\p{N}]+")), QStringLiteral("-"));
    while (name.startsWith(QLatin1Char('-')))
        name.remove(0, 1);
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return (name.isEmpty() ? QStringLiteral("ulpscope") : name.left(80)) + QStringLiteral(".png");
}

} // namespace

QString PlotFile::refusal(const PlotContent& content, const QString& path)
{
    if (kindOf(content, path))
        return {};
    QStringList suffixes;
    for (const PlotFileKind& kind : kindsOf(content))
        suffixes += QLatin1Char('.') + QLatin1String(kind.suffix);
    return tr(
        "Nothing was written, because the end of the file's name chooses what is written. Give it a name that ends with one of "
        "%1 instead of \"%2\".")
        .arg(suffixes.join(QStringLiteral(", ")), QFileInfo(path).fileName());
}

QImage PlotFile::image(const PlotContent& content)
{
    const LightColors light(content);
    const Sheet sheet(content);
    const QSize size = sheet.size().expandedTo(QSize(1, 1));
    const double longest = std::max(size.width(), size.height());
    const double area = static_cast<double>(size.width()) * size.height();
    const double scale
        = std::min({static_cast<double>(kPngScale), kMaxPixelsAside / longest, std::sqrt(kMaxPixels / area)});
    QImage image((size.toSizeF() * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    sheet.paint(image, false);
    image.setText(QStringLiteral("Title"), content.title);
    image.setText(QStringLiteral("Description"), oneText(content));
    image.setText(QStringLiteral("Software"), QStringLiteral("Ulpscope " ULPSCOPE_VERSION));
    return image;
}

QByteArray PlotFile::svg(const PlotContent& content)
{
    const LightColors light(content);
    const Sheet sheet(content);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setTitle(content.title);
    svg.setDescription(oneText(content));
    svg.setResolution(resolutionOf(content));
    svg.setSize(sheet.size());
    svg.setViewBox(QRect(QPoint(), sheet.size()));
    sheet.paint(svg, true);
    return bytes;
}

bool PlotFile::write(const PlotContent& content, const QString& path)
{
    const std::optional<PlotFileKind> kind = kindOf(content, path);
    if (!kind)
        return false;
    const QByteArray bytes = kind->bytes(content);
    return !bytes.isEmpty()
        && writeWholeFile(
            QFile::encodeName(path).toStdString(), {bytes.constData(), std::size_t(bytes.size())})
               .ok();
}

void PlotFile::ask(QWidget* parent, const PlotContent& content)
{
    const QString title = tr("Export plot");
    QStringList filters;
    for (const PlotFileKind& kind : kindsOf(content))
        filters += QStringLiteral("%1 (*.%2)").arg(tr(kind.name), QLatin1String(kind.suffix));
    const QString path = fileToSave(parent,
        {.title = title, .path = fileName(content.title), .filters = filters.join(QStringLiteral(";;"))});
    if (path.isEmpty())
        return;
    const QString reason = refusal(content, path);
    if (!reason.isEmpty())
        QMessageBox::warning(parent, title, reason);
    else if (!write(content, path))
        QMessageBox::warning(parent, title, tr("The file could not be written:\n%1").arg(path));
}

} // namespace ulpscope::ui
