// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/run_report.h"

#include "app/judge/runs/verdicts.h"
#include "app/session/kept/aside.h"
#include "engine/file/whole_file.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/paged_document.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_file.h"
#include "ui/look/theme.h"
#include "ui/picture/picture_painter.h"
#include "ui/runs/models/run_comparison.h"
#include "ui/runs/seed_band.h"
#include "ui/training/models/headline.h"
#include "ui/training/stacked_plot.h"

#include <QApplication>
#include <QDate>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPainter>
#include <QProgressDialog>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kPictureWidth = 680; ///< pixels: of a page's text
constexpr int kWidePicture = 960; ///< which is drawn as wide as the text
constexpr int kCurveHeight = 42; ///< of each plot
constexpr double kTitlePoints = 12; ///< on paper
constexpr double kHeadingPoints = 9.5;
constexpr double kPaperScale = 0.66; ///< of pictures on A4
constexpr std::size_t kMaxModels = 3; ///< that are drawn
constexpr std::size_t kMaxReportedRuns = 8; ///< columns that a page has room for
constexpr std::int64_t kCostSteps = 100; ///< that each layer's cost is measured over
constexpr std::chrono::milliseconds kLookAgain{50};

QString escaped(const QString& text)
{
    return text.toHtmlEscaped();
}

QString cellsOf(const QStringList& cells, const char* tag)
{
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        row += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), escaped(cell));
    return row + QStringLiteral("</tr>\n");
}

QString htmlOf(const MetricTable& table)
{
    QStringList titles;
    for (const MetricColumn& column : table.columns)
        titles += column.title;
    QString text = QStringLiteral("<table>") + cellsOf(titles, "th");
    for (const MetricTableRow& row : table.rows)
        text += cellsOf(row.cells, "td");
    return text + QStringLiteral("</table>\n");
}

QString headingOf(const QString& text)
{
    return QStringLiteral("<h2>%1</h2>\n").arg(escaped(text));
}

PlotContent modelOf(const KeptRun& run, const KeptRun* before)
{
    const SessionSpec& session = run.run->session();
    const QString scale = session.training.lossScale.className == "none"
        ? QString()
        : lossScaleText(session.training.lossScale);
    ModelGraph graph = modelGraph(session);
    if (before != nullptr)
        compareDtypes(graph, modelGraph(before->run->session()));
    const PictureContent content{std::move(graph), {}, GraphLosses(run.run, {}),
        before == nullptr ? std::nullopt : std::optional(GraphLosses(before->run, {})), scale};
    const auto drawnIn = [&](int width) {
        return std::make_shared<const PictureDrawing>(content, QApplication::font(), width);
    };
    std::shared_ptr<const PictureDrawing> drawing = drawnIn(kPictureWidth);
    // Smaller, where that saves rows.
    if (const auto wide = drawnIn(kWidePicture); wide->places().rows < drawing->places().rows)
        drawing = wide;
    return lightContent(std::move(drawing));
}

/// Loss, error and what was lost, a curve for each run, smoothed as in the comparison.
struct Curves
{
    std::vector<PlotRow> rows = {};
    std::vector<PlottedRun> runs = {};

    explicit Curves(const std::vector<const KeptRun*>& kept)
    {
        const std::int64_t window = smoothingWindow(kept);
        for (PlotRow& row : plotCatalog()) {
            if (row.id != QLatin1String("loss") && row.id != QLatin1String("error")
                && row.id != QLatin1String("flushed"))
                continue;
            const auto own = std::ranges::find(row.series, kShownRun, &SeriesRow::run);
            const auto isOwn = [](const SeriesRow& series) { return series.ink == Ink::Candidate; };
            const SeriesRow curve = *std::ranges::find_if(own, row.series.end(), isOwn);
            const bool smooths = isSmoothed(row, curve, window);
            row.series.clear();
            row.marksSkippedSteps = false;
            if (smooths)
                row.title = smoothedTitle(row.title, window);
            for (const KeptRun* run : kept) {
                std::vector<SeriesRow> series{curve};
                series.front().look = run->look;
                if (smooths)
                    series = smoothedSeries(curve, run->look, row.series.size());
                for (SeriesRow& each : series) {
                    each.run = runs.size();
                    row.series.push_back(std::move(each));
                }
                runs.push_back(
                    {.run = smooths ? smoothedRun(*run->run, curve, window) : run->run, .name = run->name()});
            }
            rows.push_back(std::move(row));
        }
    }
};

} // namespace

struct RunReport::Picture
{
    QString name;
    QString caption;
    QByteArray svg;
    QImage image;

    Picture(QString pictureName, QString pictureCaption, const PlotContent& content)
        : name(std::move(pictureName))
        , caption(std::move(pictureCaption))
        , svg(PlotFile::svg(content))
        , image(PlotFile::image(content))
    {
    }
};

RunReport::RunReport(
    const std::vector<const KeptRun*>& runs, std::function<QString(const RunHistory&)> command)
    : m_command(std::move(command))
{
    for (std::size_t i = 0; i < std::min(runs.size(), kMaxReportedRuns); ++i)
        m_kept.push_back(*runs[i]); // the window's list may change while a file is asked for
    for (const KeptRun& run : m_kept)
        m_runs.push_back(&run);
    for (std::size_t i = 0; i < std::min(m_runs.size(), kMaxModels); ++i) {
        const KeptRun* first = i == 0 ? nullptr : m_runs.front();
        m_pictures.emplace_back(QStringLiteral("model%1").arg(i),
            first == nullptr
                ? tr("The model of %1, and what each tensor lost over the whole run").arg(m_runs[i]->name())
                : tr("%1: what is lost more or less than in %2").arg(m_runs[i]->name(), first->name()),
            modelOf(*m_runs[i], first));
    }
    ShownStep step;
    StackedPlot plot(QStringLiteral("reportCurves"), tr("Curves"), step);
    plot.setAttribute(Qt::WA_DontShowOnScreen);
    Curves drawn(m_runs);
    plot.resize(kWidePicture, kCurveHeight * int(drawn.rows.size()));
    plot.setPlots(std::move(drawn.rows), std::move(drawn.runs));
    plot.show(); // off the screen: what is hidden is not laid out
    plot.fit();
    PlotContent curves = PlotCommands::of(plot)->content();
    curves.title.clear();
    curves.facts.clear();
    m_pictures.emplace_back(QStringLiteral("curves"), QString(), curves); // each plot has its title
}

RunReport::~RunReport() = default;

QString RunReport::title() const
{
    const QString scene = toQt(m_runs.front()->run->session().title);
    return m_runs.size() == 1 ? scene : tr("%1: %2 runs compared").arg(scene).arg(m_runs.size());
}

/// Which run errs the least, and which the most.
QString RunReport::lead() const
{
    std::vector<std::pair<double, QString>> errors;
    for (const KeptRun& run : m_kept)
        if (const std::optional<double> error = run.run->last().errorVsFloat64;
            error && std::isfinite(*error))
            errors.emplace_back(*error, run.name());
    if (errors.size() < 2)
        return {};
    const auto [least, most] = std::ranges::minmax_element(errors);
    const auto named = [&](double value) {
        QStringList names;
        for (const auto& [error, name] : errors)
            if (error == value)
                names += name;
        return names.join(QStringLiteral(" = "));
    };
    if (least->first == most->first)
        return {}; // one computation under several names
    return QStringLiteral("<p>%1</p>\n")
        .arg(escaped(tr(
            "%1 errs least against float64 in the end: %2; %3 errs most: %4. Whether another seed would change as much is asked under Noise.")
                         .arg(named(least->first), numberText(least->first), named(most->first),
                             numberText(most->first))));
}

QString RunReport::numbers() const
{
    QStringList names{QString()};
    QStringList verdicts{tr("verdict")};
    std::vector<std::vector<Headline>> metrics;
    for (const KeptRun* run : m_runs) {
        const RunHistory& history = *run->run;
        const Verdict verdict = judge(
            history.session(), history.totals(), history.last(), history.accuracy().value_or(RunAccuracy()));
        QString sentence = engineText(verdict.sentence);
        if (!verdict.accuracy.empty())
            sentence += QLatin1Char(' ') + engineText(verdict.accuracy);
        names += run->name();
        verdicts += sentence;
        metrics.push_back(headlines(&history));
    }
    QString table = QStringLiteral("<table>") + cellsOf(names, "th");
    for (const MetricTableRow& row : differencesOf(m_runs).rows)
        table += cellsOf(row.cells, "td");
    table += cellsOf(verdicts, "td");
    for (std::size_t row = 0; row < metrics.front().size(); ++row) {
        QStringList cells{metrics.front()[row].caption};
        for (const std::vector<Headline>& run : metrics)
            cells += run[row].applies ? run[row].value : QStringLiteral("–");
        table += cellsOf(cells, "td");
    }
    return table + QStringLiteral("</table>\n");
}

QString RunReport::costs() const
{
    if (m_costs.empty())
        return {};
    QStringList names;
    for (const KeptRun* run : m_runs)
        names += run->name();
    return headingOf(tr("How much of the error float32 would remove")) + htmlOf(costMetrics(m_costs, names));
}

QString RunReport::settings() const
{
    std::vector<QStringList> facts;
    for (const KeptRun* run : m_runs)
        facts.push_back(runFacts(*run->run).split(QStringLiteral(", ")));
    QStringList shared; // is said once
    for (const QString& fact : facts.front())
        if (std::ranges::all_of(facts, [&](const QStringList& one) { return one.contains(fact); }))
            shared += fact;
    QString text = headingOf(tr("How each was trained"))
        + QStringLiteral("<p>%1</p>\n").arg(escaped(shared.join(QStringLiteral(", "))));
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        QStringList own = facts[i];
        own.removeIf([&](const QString& fact) { return shared.contains(fact); });
        text += QStringLiteral("<p><b>%1</b>%2: <code>%3</code></p>\n")
                    .arg(escaped(m_runs[i]->name()),
                        own.isEmpty() ? QString()
                                      : escaped(QStringLiteral(", ") + own.join(QStringLiteral(", "))),
                        escaped(m_command(*m_runs[i]->run)));
    }
    return text;
}

QString RunReport::html(const std::function<QString(const QString& picture)>& source, double scale) const
{
    QString text = QStringLiteral(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title>\n<style>\n"
        "body { font-family: sans-serif; font-size: 7.5pt; max-width: 46em; margin: 1em auto; color: #1a1a1a; }\n"
        "h1 { font-size: 11pt; margin-bottom: 3px; } h2 { font-size: 9pt; margin-top: 6px; }\n"
        "table { border-collapse: collapse; } td, th { padding: 1px 6px; text-align: left; vertical-align: top; border-bottom: 1px solid #cccccc; }\n"
        "p { margin-top: 3px; margin-bottom: 3px; } h2 { margin-bottom: 3px; }\n"
        "code { background: #f4f4f4; } img { max-width: 100%; } p.caption, p.made { color: #555555; }\n"
        "</style></head><body>\n<h1>%1</h1>\n")
                       .arg(escaped(title()));
    text += lead() + numbers() + costs();
    for (const Picture& picture : m_pictures) {
        const double room = picture.caption.isEmpty() ? kWidePicture : kPictureWidth;
        text += QStringLiteral("<p><img src=\"%1\" width=\"%2\" alt=\"%3\"></p>\n")
                    .arg(source(picture.name))
                    .arg(qRound(scale * std::min(room, picture.image.deviceIndependentSize().width())))
                    .arg(escaped(picture.caption.isEmpty() ? tr("Curves") : picture.caption));
        if (!picture.caption.isEmpty())
            text += QStringLiteral("<p class=\"caption\">%1</p>\n").arg(escaped(picture.caption));
    }
    text += settings();
    text
        += QStringLiteral("<p class=\"made\">%1</p>\n</body></html>\n")
               .arg(escaped(tr(
                   "Ulpscope %1, %2. The reference is the same training in float64, on the same batches from the same initial weights.")
                                .arg(QStringLiteral(ULPSCOPE_VERSION),
                                    QDate::currentDate().toString(Qt::ISODate))));
    return text;
}

QString RunReport::refusal(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("html") || suffix == QLatin1String("pdf"))
        return {};
    return tr(
        "A report is written as HTML or PDF: give the file a name that ends with .html or .pdf instead of \"%1\".")
        .arg(QFileInfo(path).fileName());
}

Status RunReport::write(const QString& path) const
{
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QTextDocument document;
        for (const Picture& picture : m_pictures)
            document.addResource(QTextDocument::ImageResource, QUrl(picture.name), picture.image);
        const QString page = html([](const QString& picture) { return picture; }, kPaperScale);
        document.setHtml(QString(page).remove(QStringLiteral(" margin: 1em auto;"))); // paper has its own
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            if (const int level = block.blockFormat().headingLevel(); level > 0) {
                QTextCursor heading(block); // Qt makes it as many times larger as HTML of old
                heading.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
                QTextCharFormat format = heading.charFormat();
                format.clearProperty(QTextFormat::FontSizeAdjustment);
                format.setFontPointSize(level == 1 ? kTitlePoints : kHeadingPoints);
                heading.setCharFormat(format);
            }
        return writeDocumentPdf(path, document, title());
    }
    const QString text = html([this](const QString& name) -> QString {
        const auto picture = std::ranges::find(m_pictures, name, &Picture::name);
        return QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(picture->svg.toBase64());
    });
    return writeWholeFile(QFile::encodeName(path).toStdString(), text.toStdString(), OnLoss::Refuse);
}

void RunReport::findCosts(QWidget* parent, const Kernels& kernels, const BlameOptions& options)
{
    std::vector<SessionSpec> sessions;
    for (const KeptRun* run : m_runs)
        sessions.push_back(run->run->session());
    QProgressDialog dialog(
        tr("Which layers and operands cost the error?\nEach run is trained again, with one layer at a time in float32."),
        tr("&Go on without"), 0, 1000 * int(sessions.size()), parent);
    dialog.setObjectName(QStringLiteral("reportCosts"));
    dialog.setWindowTitle(tr("Write report"));
    dialog.setWindowModality(Qt::ApplicationModal);
    dialog.setAutoReset(false);
    std::atomic<int> done = 0;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &dialog, [&] { dialog.setValue(done); });
    look.start(kLookAgain);
    Aside aside; // after what its thread writes to
    QObject::connect(&aside, &Aside::answered, &dialog, &QDialog::accept);
    QObject::connect(&aside, &Aside::failed, &dialog, &QDialog::accept);
    aside.ask([&, sessions](const std::stop_token& stop) -> Aside::Answer {
        std::vector<std::optional<BlameTable>> found(sessions.size());
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            BlameOptions watched = options;
            watched.steps = std::min(kCostSteps, sessions[i].training.steps);
            watched.stop = stop;
            watched.progress = [&](std::int64_t step, std::int64_t steps) {
                done = int(1000 * std::int64_t(i) + 1000 * step / steps);
                return !stop.stop_requested();
            };
            if (Result<BlameTable> table = blame(sessions[i], kernels, watched))
                found[i] = std::move(table).value();
        }
        return [this, found] { m_costs = found; };
    });
    dialog.exec();
    aside.cancel();
}

void RunReport::ask(QWidget* parent, const Kernels& kernels, const BlameOptions& options)
{
    const QString dialog = tr("Write report");
    const QString path = fileToSave(parent,
        {.title = dialog,
            .path = QStringLiteral("report.html"),
            .filters = tr("Web page (*.html)") + QStringLiteral(";;") + tr("PDF document (*.pdf)")});
    if (path.isEmpty())
        return;
    QString reason = refusal(path);
    if (reason.isEmpty()) {
        findCosts(parent, kernels, options);
        if (const Status written = write(path); !written)
            reason = engineText(written.error());
    }
    if (!reason.isEmpty())
        QMessageBox::warning(parent, dialog, reason);
}

} // namespace ulpscope::ui
