// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/example_panel.h"

#include "ui/data/models/data_kind.h"
#include "ui/data/models/judged_examples.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/metric_table_model.h"
#include "ui/look/plot_theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QLabel>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kMaxJudged = 400;
constexpr std::int64_t kMaxWindows
    = 32; ///< of a text, each of which is as many decisions as it has characters
constexpr std::int64_t kContinuation = 60; ///< characters
constexpr int kMaxRows = 20;

} // namespace

ExamplePanel::ExamplePanel(QWidget* parent)
    : DataPanel(parent)
    , m_written(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
{
    setObjectName(QStringLiteral("examplePanel"));
    describe(m_written, QStringLiteral("writtenText"), {},
        tr("Model and reference go on from the same piece of the test text, always with the character that each finds most likely. "
           "Underlined is what the two write differently"));
    m_written->setTextFormat(Qt::RichText);
    m_written->setWordWrap(true);
    m_written->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_written->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_written->hide();
    describe(m_view, QStringLiteral("exampleTable"), tr("Test examples, the worst first"),
        tr("Examples with the largest loss; in bold those of which this run and float64 say different classes. Ctrl+C "
           "copies the selected rows, or all"));
    setFocusProxy(m_view);
    columnOf(this, {m_written, m_view, Stretch{1}}, {.spacing = 6});
}

EvaluationQuestion ExamplePanel::question(const DataSample& sample) const
{
    return isText(sample) ? EvaluationQuestion{firstTests(sample, kMaxWindows), kContinuation}
                          : EvaluationQuestion{firstTests(sample, kMaxJudged)};
}

QString ExamplePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const JudgedExamples judged = judgedExamples(*evaluation, run.sample());
    m_model->setTable(worstTable(judged, *evaluation, run.sample(), kMaxRows));
    const bool hasText = isText(run.sample());
    m_written->setVisible(hasText);
    if (!hasText)
        return judgedSentence(judged, run.sample());
    m_text = continuedText(*evaluation, run.sample());
    writeOn();
    return judgedSentence(judged, run.sample()) + QLatin1Char(' ') + continuedSentence(m_text);
}

void ExamplePanel::writeOn()
{
    const PlotTheme theme = plotTheme(palette());
    const auto shown = [](const QString& text) { // a line may end after each blank, which is a sign here
        return text.toHtmlEscaped().replace(QStringLiteral("␣"), QStringLiteral("␣\u200b"));
    };
    const auto line = [&](const QString& title, const QColor& ink, const QString& written) {
        return QStringLiteral(
            "<p style=\"margin:0 0 4px 0\"><b style=\"color:%1\">%2</b> <span style=\"color:%3\">%4</span>"
            "<b>%5</b><b style=\"color:%1\"><u>%6</u></b></p>")
            .arg(ink.name(), title.toHtmlEscaped(), theme.muted.name(), shown(m_text.prompt),
                shown(m_text.reference ? written.left(m_text.same) : written),
                shown(m_text.reference ? written.mid(m_text.same) : QString()));
    };
    QString html = line(tr("This run:"), theme.candidate, m_text.candidate);
    if (m_text.reference)
        html += line(tr("float64:"), theme.reference, *m_text.reference);
    m_written->setText(html);
    m_written->setAccessibleName(m_text.reference
            ? tr("After %1 this run writes %2, float64 %3")
                  .arg(m_text.prompt, m_text.candidate, *m_text.reference)
            : tr("After %1 this run writes %2").arg(m_text.prompt, m_text.candidate));
}

void ExamplePanel::changeEvent(QEvent* event)
{
    DataPanel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_text.prompt.isEmpty())
        writeOn();
}

void ExamplePanel::copyPicture()
{
    QApplication::clipboard()->setPixmap(grab());
}

} // namespace ulpscope::ui
