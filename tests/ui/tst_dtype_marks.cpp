// SPDX-License-Identifier: GPL-3.0-or-later
// A dtype has one mark in every table of the window: its colour, with its short name in it, so that the colour is never alone.
#include "tests/ui/window_test.h"
#include "ui/look/models/dtype_mark.h"

#include <QAbstractItemView>
#include <QAction>
#include <QIcon>
#include <QPushButton>
#include <QTabWidget>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

QImage imageOf(const QIcon& icon)
{
    return icon.pixmap(kMarkWidth, kMarkHeight).toImage();
}

/// A cell that is a format, a policy, or begins with one: "mixed_float16 · global", "float16 × float16 → float32".
QString dtypeIn(const QString& text)
{
    QString first = text.section(QLatin1Char(' '), 0, 0);
    return dtypeMark(first).isNull() ? QString() : first;
}

} // namespace

class TestDtypeMarks : public WindowTest
{
    Q_OBJECT
private slots:
    void everyTableHasTheSameMark();

private:
    void look(std::set<QString>& tables, QStringList& troubles);
};

void TestDtypeMarks::look(std::set<QString>& tables, QStringList& troubles)
{
    QCoreApplication::processEvents();
    for (const QAbstractItemView* view : m_window->findChildren<QAbstractItemView*>()) {
        // A header shares its view's model; an accumulator is no dtype, and its mark is its line in the plot.
        if (!view->isVisible() || view->inherits("QComboBoxListView") || view->inherits("QHeaderView")
            || view->objectName() == QStringLiteral("benchAccumulators"))
            continue;
        const QAbstractItemModel* model = view->model();
        for (int row = 0; row < model->rowCount(view->rootIndex()); ++row)
            for (int column = 0; column < model->columnCount(view->rootIndex()); ++column) {
                const QModelIndex cell = model->index(row, column, view->rootIndex());
                const QString title = model->headerData(column, Qt::Horizontal).toString();
                // A run's name begins with what differs; an accumulator has the colour of its curve; the tree's policies have their
                // dtypes in the columns beside them, which a narrow panel leaves to the names.
                const bool isName = title == QStringLiteral("Run") || title == QStringLiteral("Note")
                    || title == QStringLiteral("Accumulator")
                    || (view->objectName() == QStringLiteral("layerView")
                        && title == QStringLiteral("Policy"));
                const QString dtype = dtypeIn(cell.data().toString());
                if (dtype.isEmpty() || isName)
                    continue;
                tables.insert(view->objectName());
                const auto mark = cell.data(Qt::DecorationRole).value<QIcon>();
                const QString where
                    = QStringLiteral("%1, %2: %3").arg(view->objectName(), title, cell.data().toString());
                if (mark.isNull())
                    troubles += QStringLiteral("no mark: ") + where;
                else if (imageOf(mark) != imageOf(dtypeMark(dtype)))
                    troubles += QStringLiteral("another mark: ") + where;
                else if (view->iconSize().width() < kMarkWidth)
                    troubles += QStringLiteral("no room: ") + where;
            }
    }
}

void TestDtypeMarks::everyTableHasTheSameMark()
{
    startAfresh();
    openWindow({1900, 1000});
    openScene("circle");
    child<QAction>("showRuns")->trigger();
    std::set<QString> tables;
    QStringList troubles;
    auto* tabs = child<QTabWidget>("tabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(200);
        look(tables, troubles);
    }
    troubles.removeDuplicates();
    QVERIFY2(troubles.isEmpty(), qPrintable(QLatin1Char('\n') + troubles.join(QLatin1Char('\n'))));
    QStringList seen;
    for (const QString& table : tables)
        seen += table;
    for (const char* table : {"layerView", "runsTable", "comparedRunsTable", "mapKeys", "mapLayers"})
        QVERIFY2(tables.contains(QLatin1String(table)),
            qPrintable(QString::fromLatin1(table) + QStringLiteral(": ") + seen.join(QLatin1Char(' '))));
}

QTEST_MAIN(TestDtypeMarks)
#include "tst_dtype_marks.moc"
