// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/search_results.h"

#include "engine/base/result.h"
#include "engine/file/whole_file.h"
#include "ui/guide/guide_page.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/paged_document.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"
#include "ui/search/models/search_report.h"
#include "ui/search/models/search_text.h"
#include "ui/search/search_plot.h"

#include <QBuffer>
#include <QFile>
#include <QFont>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>

namespace ulpscope::ui {

namespace {

// A report in Markdown as one HTML file, or as a PDF for A4; the suffix chooses.
struct ReportPicture
{
    QString name; ///< the name that the text uses
    QImage image;
};

constexpr double kReportLetters = 9; ///< points
constexpr int kPictureWidth = 600; ///< pixels that a page has room for

QString pageOf(const QString& title, const QString& body)
{
    return QStringLiteral(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title>\n<style>\n%2</style></head>\n<body>\n%3</body></html>\n")
        .arg(title.toHtmlEscaped(), guideCss(), body);
}

QString dataUrl(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64());
}

/// An error of kind Output where the file cannot be written.
Status writeReport(
    const QString& path, const QString& title, const QString& markdown, const ReportPicture& picture)
{
    QString body = htmlOfMarkdown(markdown);
    const QString source = QStringLiteral("src=\"%1\"").arg(picture.name);
    if (!path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)) {
        body.replace(source, QStringLiteral("src=\"%1\"").arg(dataUrl(picture.image)));
        return writeWholeFile(QFile::encodeName(path).toStdString(), pageOf(title, body).toStdString());
    }
    body.replace(source,
        QStringLiteral("%1 width=\"%2\"").arg(source).arg(std::min(picture.image.width(), kPictureWidth)));
    const QPalette paper = themePalette(Theme::Light);
    QTextDocument document;
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(kReportLetters);
    document.setDefaultFont(font);
    document.setDefaultStyleSheet(guideStyle(paper));
    document.addResource(QTextDocument::ImageResource, QUrl(picture.name), picture.image);
    document.setHtml(withTableLines(body, paper));
    return writeDocumentPdf(path, document, title);
}

constexpr int kMinTableWidth = 240; ///< pixels: a long clause does not widen the page
constexpr int kSideBySide = 120; ///< letters that plot and table need for that
constexpr int kHowColumn = 3; ///< the table's column with how a policy fails, in words
constexpr int kPlotShare = 2; ///< the plot's share of the width, beside kTableShare
constexpr int kTableShare = 3;

} // namespace

SearchResults::SearchResults(
    const SearchRunner& runner, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_kernels(std::move(kernels))
    , m_headline(new QLabel(this))
    , m_detail(new QLabel(this))
    , m_of(new QLabel(this))
    , m_apply(new QPushButton(tr("Apply to the session"), this))
    , m_open(new QPushButton(tr("Sho&w as a run"), this))
    , m_export(new QPushButton(tr("Export…"), this))
    , m_report(new QPushButton(tr("Report…"), this))
    , m_reading(new QLabel(this))
    , m_legend(new QLabel(this))
    , m_plot(new SearchPlot(this))
    , m_table(new MetricTableModel(this))
    , m_tableView(new MetricView(m_table, this))
{
    describe(this, {.name = "searchResults", .guide = "window#search-answer"}, tr("What the search came to"));
    describe(m_open, QStringLiteral("searchOpen"), tr("Show as a run"),
        tr("Trains the policies of the point that is ringed in the plot, keeps the run among the others, and shows it"));
    describe(m_export, QStringLiteral("searchExport"), tr("Export the answer"),
        tr("Shows, copies or saves the session with the answer's policies, for Keras and all other targets"));
    describe(m_report, QStringLiteral("searchReport"), tr("Save a report"),
        tr("Saves what was asked, the answer, what refutes each cheaper change and the front, as HTML or PDF"));
    describe(m_apply, QStringLiteral("searchApply"), tr("Apply the answer to the session"));
    describe(m_tableView, {.name = "searchTable", .terms = "policy_search search_budget"},
        tr("Layer by layer: what was chosen, and what fails"));
    m_tableView->setMinimumWidth(kMinTableWidth);
    m_tableView->setLongColumn(kHowColumn);
    m_tableView->setSelectionMode(QAbstractItemView::SingleSelection);
    for (QPushButton* button : {m_apply, m_open, m_export, m_report})
        button->setAutoDefault(false);
    place();
    connect(m_plot, &SearchPlot::selectionChanged, this, &SearchResults::read);
    connect(m_plot, &SearchPlot::pointRequested, this, &SearchResults::openPoint);
    connect(m_open, &QPushButton::clicked, this, &SearchResults::openPoint);
    connect(m_tableView, &QTableView::activated, this,
        [this](const QModelIndex& index) { openRow(index.row()); });
    connect(m_apply, &QPushButton::clicked, this, &SearchResults::applyWanted);
    connect(m_export, &QPushButton::clicked, this, &SearchResults::exportWanted);
    connect(m_report, &QPushButton::clicked, this, &SearchResults::askReport);
    refresh();
    onEvent(this, {QEvent::PaletteChange}, [this] { colorHeadline(); });
}

void SearchResults::place()
{
    QFont bold; // a font that follows the window's in all but its weight
    bold.setBold(true);
    m_headline->setFont(bold);
    m_headline->setObjectName(QStringLiteral("searchHeadline"));
    m_detail->setObjectName(QStringLiteral("searchDetail"));
    m_of->setObjectName(QStringLiteral("searchOf"));
    m_reading->setObjectName(QStringLiteral("searchReading"));
    m_legend->setObjectName(QStringLiteral("searchLegend"));
    m_legend->setText(tr(
        "● keeps the budget under every seed   ○ run under some seeds   × breaks the budget   ◇ predicted   ─ the measured front"));
    for (QLabel* label : {m_headline, m_detail, m_of, m_reading, m_legend}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto* buttons = new FlowLayout;
    for (QPushButton* button : {m_apply, m_open, m_export, m_report})
        buttons->addWidget(button);
    auto* layout = columnOf(this, {m_headline, m_detail, m_of, buttons, m_reading}, {.spacing = 4});
    auto* metrics = new TurningBox([this] { return kSideBySide * fontMetrics().averageCharWidth(); });
    metrics->addWidget(m_plot, kPlotShare);
    metrics->addWidget(m_tableView, kTableShare, Qt::AlignTop);
    layout->addLayout(metrics, 1);
    layout->addWidget(m_legend);
}

/// Only where it says something else: a row that is selected stays so while the search goes on.
void SearchResults::fillTable()
{
    const SearchAnswer& answer = m_runner.answer();
    if (m_tableOf == m_runner.question() && m_tableAnswer == answer.assignment
        && m_tableRefuted == answer.certificate.size() && m_runner.isBusy())
        return;
    m_tableOf = m_runner.question();
    m_tableAnswer = answer.assignment;
    m_tableRefuted = answer.certificate.size();
    m_table->setTable(findingsTable(*m_tableOf, answer));
}

void SearchResults::colorHeadline()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, severityColor(m_severity, palette()));
    m_headline->setPalette(colors);
}

void SearchResults::refresh()
{
    const std::shared_ptr<const SearchQuestion>& question = m_runner.question();
    m_plot->showSearch(question, m_runner.tried(), m_runner.answer());
    if (!question)
        return;
    const SearchAnswer& answer = m_runner.answer();
    const SearchOutcome outcome = outcomeOf(*question, answer, !m_runner.isBusy());
    m_headline->setText(outcome.headline);
    m_severity = outcome.severity;
    colorHeadline();
    m_detail->setText(outcome.detail);
    m_detail->setVisible(!outcome.detail.isEmpty());
    m_of->setText(tr("Of \"%1\" as it was when the search began, %2 steps: %3.")
                      .arg(engineText(question->space.session.title),
                          countText(question->space.session.training.steps), toQt(question->budget.text)));
    fillTable();
    m_tableView->setVisible(answer.assignment.has_value());
    m_report->setEnabled(!m_runner.isBusy() && !m_runner.tried().empty());
    m_export->setEnabled(answer.assignment.has_value());
    setObstacle(m_obstacle);
    read();
}

void SearchResults::setObstacle(const QString& obstacle)
{
    m_obstacle = obstacle;
    m_apply->setEnabled(obstacle.isEmpty() && m_runner.answer().assignment.has_value());
    m_apply->setToolTip(
        obstacle.isEmpty() ? tr(
            "Gives each searched layer the policy that was found, as its own; one step that Undo takes back")
                           : obstacle);
}

void SearchResults::read()
{
    const TriedAssignment* tried = m_plot->selected();
    m_open->setEnabled(tried != nullptr);
    if (tried == nullptr)
        return;
    const QString text = triedText(*m_runner.question(), *tried, m_runner.answer().float32Cost);
    m_reading->setText(text);
    m_plot->setAccessibleDescription(text);
}

void SearchResults::openPoint()
{
    if (const TriedAssignment* tried = m_plot->selected())
        emit runWanted(tried->assignment, tried->refutedBy.value_or(tried->readings.begin()->first));
}

/// The run that refutes the cheapest other policy, or the answer's where there is none.
void SearchResults::openRow(int row)
{
    const SearchAnswer& answer = m_runner.answer();
    const std::vector<LayerFinding> findings = findingsOf(answer);
    if (row < 0 || std::size_t(row) >= findings.size())
        return;
    Assignment assignment = *answer.assignment;
    std::uint64_t seed = m_runner.question()->seeds.front();
    if (const CertificateRow* refuted = findings[std::size_t(row)].refuted) {
        assignment[refuted->choice.layer] = static_cast<std::uint8_t>(refuted->choice.policy);
        seed = refuted->refutation.seed;
    }
    emit runWanted(assignment, seed);
}

void SearchResults::askReport()
{
    const QString path = fileToSave(this,
        {.title = tr("Save the report"),
            .path = QStringLiteral("search.html"),
            .filters = tr("HTML page (*.html);;PDF (*.pdf)")});
    if (path.isEmpty())
        return;
    const Status written = writeReport(path, tr("The cheapest policies within a budget"),
        searchReport(*m_runner.question(), m_runner.answer(), m_kernels->level()),
        {kReportPicture, m_plot->picture()});
    if (written)
        emit noticed(tr("Saved %1").arg(path));
    else
        emit failed(engineText(written.error()));
}

} // namespace ulpscope::ui
