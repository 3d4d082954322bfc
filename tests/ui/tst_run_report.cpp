// SPDX-License-Identifier: GPL-3.0-or-later
// The report on compared runs: its numbers are those of the tiles, its pictures are in the file, and a command trains each run again.
#include "tests/ui/window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/picture/run_report.h"
#include "ui/training/metric_tile.h"

#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QProgressDialog>
#include <QRegularExpression>
#include <QTimer>
#include <QTreeView>

namespace ulpscope::ui {

class TestRunReport : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase() { startAfresh(); }
    void cleanup()
    {
        setFileAnswer({});
        m_window.reset();
    }
    void aPageOnComparedRuns();
    void whoDoesNotWaitGoesOnWithoutCosts();
    void asPdfItIsOnePage();
    void whatIsNotWrittenIsSaid();

private:
    QByteArray reportAt(const QString& path)
    {
        setFileAnswer([path](const FileQuestion&) { return path; });
        child<QAction>("writeReport")->trigger();
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void trainTwo()
    {
        openWindow();
        openScene("circle");
        QVERIFY(m_window->document()
                    .edit({},
                        [](SessionSpec& s) {
                            s.training.lossScale = {"fixed", {{"scale", 1024.0}}};
                        })
                    .ok());
        child<QAction>("train")->trigger();
        waitUntilIdle();
    }
};

void TestRunReport::aPageOnComparedRuns()
{
    trainTwo();
    const QString page = QString::fromUtf8(reportAt(inDirectory("report.html")));
    QVERIFY(page.startsWith(QStringLiteral("<!DOCTYPE html>")));
    QVERIFY(page.contains(QStringLiteral("<h1>Circle: 2 runs compared</h1>")));
    // A picture of each model and of the curves, in the file itself.
    QCOMPARE(page.count(QStringLiteral("src=\"data:image/svg+xml;base64,")), 3);
    QVERIFY(!page.contains(QStringLiteral("src=\"model")));
    for (const MetricTile* tile : m_window->findChildren<MetricTile*>())
        QVERIFY2(page.contains(tile->headline().value.toHtmlEscaped()), qPrintable(tile->headline().value));
    QVERIFY(page.contains(QStringLiteral("errs least against float64")));
    QVERIFY(page.contains(QStringLiteral("loss_scale")));
    QVERIFY(page.contains(QStringLiteral("ulpscope-cli run circle</code>")));
    QVERIFY(page.contains(QStringLiteral("--loss-scale")));
    QVERIFY(page.contains(QStringLiteral("kernels ")));
    // What each layer and the worst one's parts cost, of both runs.
    const QString costs
        = page.section(QStringLiteral("How much of the error"), 1).section(QStringLiteral("</table>"), 0, 0);
    QVERIFY2(costs.contains(QStringLiteral("(100 steps)")), qPrintable(costs));
    QCOMPARE(costs.count(QStringLiteral("input ")), 2);
    QVERIFY2(costs.contains(QStringLiteral(" in float32</td><td>")), qPrintable(costs));
    QVERIFY2(!costs.contains(QStringLiteral("<td>–</td><td>–</td>")), qPrintable(costs));
    // The curves are drawn, not only their axes: two runs' colours in the picture.
    const QStringList pictures = page.split(QStringLiteral("base64,"));
    const QByteArray curves
        = QByteArray::fromBase64(pictures.last().section(QLatin1Char('"'), 0, 0).toLatin1());
    QVERIFY(curves.count("<polyline") + curves.count("<path") > 10);
}

void TestRunReport::whoDoesNotWaitGoesOnWithoutCosts()
{
    trainTwo();
    QTimer impatient;
    connect(&impatient, &QTimer::timeout, this, [&] {
        if (auto* dialog = qobject_cast<QProgressDialog*>(QApplication::activeModalWidget())) {
            impatient.stop();
            dialog->cancel();
        }
    });
    impatient.start(0);
    const QString page = QString::fromUtf8(reportAt(inDirectory("report.html")));
    QVERIFY(!impatient.isActive());
    QVERIFY(page.contains(QStringLiteral("ulpscope-cli run circle</code>")));
    QVERIFY(!page.contains(QStringLiteral("How much of the error")));
}

void TestRunReport::asPdfItIsOnePage()
{
    openWindow();
    openScene("float8-amax");
    for (const char* recipe : {"te_current", "nvfp4"}) {
        QVERIFY(m_window->document()
                    .edit({},
                        [&](SessionSpec& s) {
                            s.policies.recipe = {recipe, {}};
                        })
                    .ok());
        child<QAction>("train")->trigger();
        waitUntilIdle();
    }
    auto& runs = *child<QTreeView>("comparedRunsTable")->model();
    for (int row = 0; row < runs.rowCount(); ++row)
        if (const QModelIndex run = runs.index(row, 0); run.data(Qt::CheckStateRole).toInt() == Qt::Unchecked)
            runs.setData(run, Qt::Checked, Qt::CheckStateRole);
    const QString path = qEnvironmentVariable("KEEP_REPORT", inDirectory("report.pdf"));
    QVERIFY(reportAt(path).startsWith("%PDF-"));
    QProcess info;
    info.start(QStringLiteral("pdfinfo"), {path});
    QVERIFY(info.waitForFinished());
    const QString text = QString::fromUtf8(info.readAllStandardOutput());
    QVERIFY2(text.contains(QRegularExpression(QStringLiteral("Pages: +1\\n"))), qPrintable(text));
    const QString page = QString::fromUtf8(reportAt(inDirectory("recipes.html")));
    for (const char* recipe : {"", " --recipe te_current", " --recipe nvfp4"})
        QVERIFY2(page.contains(QStringLiteral("<code>ulpscope-cli run float8-amax%1</code>")
                                   .arg(QString::fromLatin1(recipe))),
            qPrintable(page.right(2000)));
}

void TestRunReport::whatIsNotWrittenIsSaid()
{
    openWindow();
    openScene("circle");
    for (const char* name : {"report.txt", "no/such/folder/report.html"}) {
        QString said;
        QTimer look; // costs are found before
        connect(&look, &QTimer::timeout, this, [&] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                said = box->text();
                box->accept();
            }
        });
        look.start(10);
        QVERIFY(reportAt(inDirectory(name)).isEmpty());
        QVERIFY2(!said.isEmpty(), name);
    }
}

} // namespace ulpscope::ui

QTEST_MAIN(ulpscope::ui::TestRunReport)
#include "tst_run_report.moc"
