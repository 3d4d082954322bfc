// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the window in another language begin with: all that is to be seen of it, one thing after the other.
#pragma once

#include "tests/ui/window_test.h"
#include "ui/lessons/edit/lesson_workshop.h"
#include "ui/lessons/lesson_room.h"
#include "ui/lessons/present/present_view.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QListWidget>
#include <QLocale>
#include <QTabWidget>
#include <QTimer>
#include <QTranslator>

#include <functional>

namespace ulpscope::ui {

/// Whether a text is the program's, not Qt's.
inline bool isOurs(const char* context)
{
    return QByteArrayView(context).startsWith("Q") == false;
}

/// No slots of its own: they are the tests'.
class TranslatedWindowTest : public WindowTest
{
protected:
    using Look = std::function<void(const QWidget& window, const QString& where)>;

    /// As after the start in English.
    void forgetLanguage()
    {
        m_window.reset();
        QLocale::setDefault(QLocale::c());
        for (QObject* translator : qApp->findChildren<QTranslator*>())
            delete translator;
    }

    /// All tabs, forms and dialogs, one after the other.
    void walk(const Look& look)
    {
        child<QAction>("showRuns")->trigger();
        auto* tabs = child<QTabWidget>("tabs");
        auto* forms = child<QTabWidget>("formTabs");
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(150);
            for (auto* pages : tabs->currentWidget()->findChildren<QTabWidget*>())
                for (int page = 0; page < pages->count(); ++page) {
                    pages->setCurrentIndex(page);
                    QTest::qWait(50);
                    look(*m_window, tabs->tabText(tab) + QStringLiteral(", ") + pages->tabText(page));
                }
            look(*m_window, tabs->tabText(tab));
        }
        tabs->setCurrentIndex(0);
        for (int form = 0; form < forms->count(); ++form) {
            forms->setCurrentIndex(form);
            QTest::qWait(100);
            look(*m_window, forms->tabText(form));
        }
        for (const char* name : {"showGlossary", "showShortcuts", "showAbout", "new", "choosePlots",
                 "watches", "showNotes", "exportPolicy", "quantizationReport", "showGuide", "saveAnswers"}) {
            bool isSeen = false;
            const auto see = [&] {
                for (QWidget* top : QApplication::topLevelWidgets())
                    if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
                        isSeen = true;
                        QTest::qWait(100);
                        look(*dialog, QString::fromLatin1(name));
                        dialog->reject();
                    }
            };
            QTimer::singleShot(300, this, see);
            auto* action = child<QAction>(name);
            QVERIFY2(action, name);
            action->trigger();
            QTRY_VERIFY2(isSeen, name);
        }
        walkFiles(look);
        walkLesson(look);
    }

private:
    /// A file of tensors, a log of a known stack and one of none, and a sum in many orders.
    void walkFiles(const Look& look)
    {
        QStringList opened{QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/model.keras")};
        for (const char* line :
            {"Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\n",
                "step 10: loss 2.3, loss scale 65536\n"}) {
            opened += inDirectory(qPrintable(QStringLiteral("%1.log").arg(opened.size())));
            QFile log(opened.back());
            QVERIFY(log.open(QFile::WriteOnly) && log.write(QByteArray(line).repeated(3)) > 0);
        }
        auto* tabs = child<QTabWidget>("tabs");
        for (const QString& path : opened) {
            m_window->openFile(path);
            waitUntilIdle();
            QTRY_COMPARE(tabs->currentIndex(), tabs->count() - 1);
            QTest::qWait(100);
            look(*m_window, path.section(QLatin1Char('/'), -1));
        }
        child<QAction>("orders")->trigger();
        auto* orders = child<QDialog>("ordersDialog");
        QTRY_VERIFY(child<QAbstractItemView>("ordersTable")->isVisible()
            && child<QAbstractItemView>("ordersTable")->model()->rowCount() > 3);
        look(*orders, QStringLiteral("orders"));
        orders->close();
        child<QAction>("closeFile")->trigger();
    }

    /// Played, edited part by part, and before a room.
    void walkLesson(const Look& look)
    {
        child<QDockWidget>("runsDock")->close();
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        QTest::qWait(200);
        look(*m_window, QStringLiteral("lesson"));
        child<QAction>("editLesson")->trigger();
        auto* room = m_window->findChild<LessonRoom*>();
        QVERIFY(room->workshop().editor() != nullptr);
        auto* outline = child<QListWidget>("editOutline");
        for (int row = 0; row < outline->count(); ++row) {
            outline->setCurrentRow(row);
            QTest::qWait(100);
            look(*m_window, QStringLiteral("lesson editor, part %1").arg(row));
        }
        child<QAction>("presentLesson")->trigger();
        QVERIFY(room->presented() != nullptr);
        room->presented()->resize(m_window->size());
        QTest::qWait(200);
        look(*room->presented(), QStringLiteral("presented"));
        room->presented()->close();
    }
};

} // namespace ulpscope::ui
