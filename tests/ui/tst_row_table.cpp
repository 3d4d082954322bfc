// SPDX-License-Identifier: GPL-3.0-or-later
// A list of a lesson in a table to edit: at any width and with any number of rows its scroll bars come to rest.
#include "ui/lessons/edit/row_table.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTableWidget>
#include <QTest>
#include <QVBoxLayout>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kRestless = 100; ///< layouts of one table after one change; a few are usual

/// Ends a loop of events that would not end by itself.
class Restlessness : public QObject
{
public:
    Restlessness(QTableWidget& table)
        : m_table(table)
    {
        m_table.viewport()->installEventFilter(this);
    }

    bool isFound() const { return m_resizes > kRestless; }
    void forget() { m_resizes = 0; }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize && ++m_resizes > kRestless)
            m_table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        return QObject::eventFilter(watched, event);
    }

private:
    QTableWidget& m_table;
    int m_resizes = 0;
};

} // namespace

class TestRowTable : public QObject
{
    Q_OBJECT
private slots:
    void scrollBarsComeToRest_data();
    void scrollBarsComeToRest();
};

void TestRowTable::scrollBarsComeToRest_data()
{
    QTest::addColumn<int>("rows");
    for (const int rows : {0, 1, 2, 3, 8, 9, 20})
        QTest::addRow("%d rows", rows) << rows;
}

void TestRowTable::scrollBarsComeToRest()
{
    QFETCH(int, rows);
    Lesson lesson;
    for (int row = 0; row < rows; ++row)
        lesson.check.hints.push_back(
            {.when = {}, .say = row % 2 == 0 ? "The row of hidden_1 says it" : "No: a sum is wider"});
    LessonDraft draft(lesson);
    QScrollArea area;
    area.setWidgetResizable(true);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* form = new QWidget;
    auto* layout = new QVBoxLayout(form);
    auto* table = new RowTable(
        draft, hintRows(QStringLiteral("hints"), [](Lesson& of) { return &of.check.hints; }), form);
    layout->addWidget(new QPlainTextEdit(form));
    layout->addWidget(table);
    area.setWidget(form);
    area.resize(500, 300);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    auto* cells = table->findChild<QTableWidget*>();
    QVERIFY(cells);
    Restlessness restlessness(*cells);
    for (int width = 700; width >= 100; --width) {
        area.resize(width, 300);
        QCoreApplication::processEvents();
        QVERIFY2(!restlessness.isFound(), qPrintable(QStringLiteral("at a width of %1").arg(width)));
        restlessness.forget();
    }
}

QTEST_MAIN(TestRowTable)
#include "tst_row_table.moc"
