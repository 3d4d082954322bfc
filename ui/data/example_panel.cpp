// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/example_panel.h"

#include "ui/data/models/data_kind.h"
#include "ui/data/models/judged_examples.h"
#include "ui/look/describe.h"
#include "ui/look/figure_view.h"
#include "ui/look/models/figure_table_model.h"

#include <QApplication>
#include <QClipboard>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kMostJudged = 400;
constexpr std::int64_t kMostWindows = 32; ///< of a text, each of which is as many decisions as it has characters
constexpr int kMostRows = 20;

} // namespace

ExamplePanel::ExamplePanel(QWidget* parent)
    : DataPanel(parent)
    , m_model(new FigureTableModel(this))
    , m_view(new FigureView(m_model, this))
{
    setObjectName(QStringLiteral("examplePanel"));
    describe(m_view, QStringLiteral("exampleTable"), tr("Test examples, the worst first"),
        tr("Examples with the largest loss; in bold those of which this run and float64 say different classes. Ctrl+C "
           "copies the selected rows, or all"));
    setFocusProxy(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
}

std::shared_ptr<const Examples> ExamplePanel::inputs(const DataSample& sample) const
{
    return firstTests(sample, isText(sample) ? kMostWindows : kMostJudged);
}

QString ExamplePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const JudgedExamples judged = judgedExamples(*evaluation, run.sample());
    m_model->setTable(worstTable(judged, *evaluation, run.sample(), kMostRows));
    return judgedSentence(judged, run.sample());
}

void ExamplePanel::copyPicture()
{
    QApplication::clipboard()->setPixmap(m_view->grab());
}

} // namespace ulpscope::ui
