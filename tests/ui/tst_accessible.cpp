// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told, in the process: everything that takes the focus has a name, and a role that is not passed over.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "ui/look/file_dialogs.h"
#include "ui/shell/main_window.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTrainedMs = 120'000; ///< generous: the sanitizer builds train too

bool isPassedOver(QAccessible::Role role)
{
    return role == QAccessible::NoRole || role == QAccessible::Client || role == QAccessible::Window;
}

/// A cell may be empty, and has its table's name around it.
bool isCell(QAccessible::Role role)
{
    return role == QAccessible::Cell || role == QAccessible::TreeItem || role == QAccessible::ListItem
        || role == QAccessible::RowHeader || role == QAccessible::ColumnHeader;
}

} // namespace

class TestAccessible : public QObject
{
    Q_OBJECT
private slots:
    void everythingThatTakesTheFocusHasANameAndARole();
    void everyDialogHasNamesAndRoles_data();
    void everyDialogHasNamesAndRoles();
    void plotsAndTilesSayTheirNumbers();

private:
    void open(const QString& scene);
    void look(QAccessibleInterface* face, const QString& where);

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    std::set<QObject*> m_seen;
    QStringList m_troubles;
    int m_faces = 0;
};

void TestAccessible::open(const QString& scene)
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_store = std::make_unique<QSettings>(
        m_directory.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    m_settings = std::make_unique<Settings>(*m_store);
    m_window = std::make_unique<MainWindow>(
        std::make_shared<const Kernels>(std::move(kernels).value()), *m_settings);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/") + scene);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle(), kTrainedMs);
}

void TestAccessible::look(QAccessibleInterface* face, const QString& where)
{
    if (!face || !face->isValid() || face->state().invisible)
        return;
    ++m_faces;
    QObject* object = face->object();
    const bool isNew = object && m_seen.insert(object).second;
    const auto* widget = qobject_cast<const QWidget*>(object);
    const bool isOfOther = widget && widget->focusProxy();
    if (isNew && !isOfOther && face->state().focusable && !isCell(face->role())) {
        const QString what
            = QStringLiteral("%1: %2 %3 (role %4)")
                  .arg(where, QString::fromLatin1(object->metaObject()->className()), object->objectName())
                  .arg(face->role(), 0, 16);
        if (face->text(QAccessible::Name).isEmpty())
            m_troubles += QStringLiteral("no name: ") + what;
        if (isPassedOver(face->role()))
            m_troubles += QStringLiteral("passed over: ") + what;
    }
    for (int i = 0; i < face->childCount(); ++i)
        look(face->child(i), where);
}

void TestAccessible::everythingThatTakesTheFocusHasANameAndARole()
{
    open(QStringLiteral("float8-amax.ulps"));
    m_window->findChild<QAction*>(QStringLiteral("showRuns"))->trigger();
    for (const char* name : {"comparePages", "tabs", "formTabs"}) {
        if (name == std::string_view("comparePages")) // within one of the tabs
            m_window->findChild<QAction*>(QStringLiteral("showTab6"))->trigger();
        auto* tabs = m_window->findChild<QTabWidget*>(QString::fromLatin1(name));
        for (int tab = tabs->count() - 1; tab >= 0; --tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(100);
            look(QAccessible::queryAccessibleInterface(m_window.get()), tabs->tabText(tab));
        }
    }
    QVERIFY(m_faces > 1000);
    QVERIFY2(m_troubles.isEmpty(), qPrintable(QLatin1Char('\n') + m_troubles.join(QLatin1Char('\n'))));
}

/// Each as its entry in a menu opens it.
void TestAccessible::everyDialogHasNamesAndRoles_data()
{
    QTest::addColumn<QString>("action");
    for (const char* action :
        {"new", "newFromFile", "exportPolicy", "importPastedPolicy", "quantizationReport", "showGlossary",
            "showGuide", "showShortcuts", "showAbout", "watches", "showNotes", "choosePlots"})
        QTest::newRow(action) << QString::fromLatin1(action);
}

void TestAccessible::everyDialogHasNamesAndRoles()
{
    QFETCH(QString, action);
    if (!m_window)
        open(QStringLiteral("circle.ulps"));
    auto* entry = m_window->findChild<QAction*>(action);
    QVERIFY2(entry, qPrintable(action));
    const QString table = m_directory.filePath(QStringLiteral("a.csv"));
    QFile file(table);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a,b\n1,2\n3,4\n5,6\n") > 0);
    file.close();
    setFileAnswer([table](const FileQuestion&) { return table; });
    QApplication::clipboard()->setText(QStringLiteral("mixed_bfloat16"));
    m_troubles.clear();
    m_faces = 0;
    const auto lookAtDialogs = [this, action] {
        for (QWidget* window : QApplication::topLevelWidgets())
            if (window != m_window.get() && window->isVisible() && window->inherits("QDialog")) {
                if (window->windowTitle().isEmpty())
                    m_troubles += QStringLiteral("no title: ") + action;
                look(QAccessible::queryAccessibleInterface(window), action);
                window->close();
            }
    };
    QTimer::singleShot(200, this, lookAtDialogs); // a modal one has its own loop
    entry->trigger();
    QTRY_VERIFY2(m_faces > 3, qPrintable(action));
    QVERIFY2(m_troubles.isEmpty(), qPrintable(QLatin1Char('\n') + m_troubles.join(QLatin1Char('\n'))));
}

void TestAccessible::plotsAndTilesSayTheirNumbers()
{
    open(QStringLiteral("circle.ulps"));
    const auto face = [this](const char* name) {
        return QAccessible::queryAccessibleInterface(
            m_window->findChild<QWidget*>(QString::fromLatin1(name)));
    };
    QAccessibleInterface* tile = face("gradients_flushed_percent_tile");
    QCOMPARE(tile->role(), QAccessible::StaticText);
    QVERIFY(tile->text(QAccessible::Name).contains(QLatin1Char('%')));
    QAccessibleInterface* plots = face("trainingPlots");
    QCOMPARE(plots->role(), QAccessible::Chart);
    QVERIFY(plots->text(QAccessible::Description).contains(QStringLiteral("Loss: this run")));
}

QTEST_MAIN(TestAccessible)
#include "tst_accessible.moc"
