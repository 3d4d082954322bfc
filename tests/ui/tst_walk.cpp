// SPDX-License-Identifier: GPL-3.0-or-later
// A long random walk through the window: whatever a person does in whatever order, it neither ends nor hangs, and Qt has
// nothing to complain about. ULPSCOPE_WALK_SEED and _ACTIONS choose the walk, _TRACE=1 prints every action before it is
// done. Nothing outside of one temporary folder can be written, and no file dialog is ever shown.
#include "app/desktop/settings.h"
#include "app/session/kept/session_swap.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/walk/messages.h"
#include "tests/ui/walk/supervised.h"
#include "tests/ui/walk/walk_files.h"
#include "tests/ui/walk/walker.h"
#include "ui/look/file_dialogs.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTest>
#include <QUrl>

#include <clocale>
#include <cstdio>
#include <cstdlib>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::walk;

namespace {

constexpr double kEnoughPercent = 95; ///< of the editors and actions that it met, in a long walk
constexpr double kFairPercent = 90; ///< in a short one, which has little time for what is seen seldom
constexpr const char* kSchemes[] = {"http", "https", "file", "mailto"};
constexpr int kMemoryBudget = 512; ///< MiB, the smallest that can be chosen
constexpr std::int64_t kLongWalk = 10'000;
constexpr std::int64_t kShortWalk = 3000; ///< a still shorter one cannot have been everywhere

} // namespace

class TestWalk : public QObject
{
    Q_OBJECT
public:
    TestWalk(const Replay& replay, Trace& trace, const Confinement& confinement, const QString& folder)
        : m_replay(replay)
        , m_trace(trace)
        , m_confinement(confinement)
        , m_folder(folder)
    {
    }

public slots:
    /// In the place of a browser.
    void openNothing(const QUrl&) { }

private slots:
    void nothingElseCanBeWritten();
    void walksTheWholeWindow();

private:
    void tell(const char* what, const Share& share) const;

    const Replay& m_replay;
    Trace& m_trace;
    Confinement m_confinement;
    QString m_folder;
};

void TestWalk::nothingElseCanBeWritten()
{
    std::printf("Walking %s.\n", m_confinement.text().c_str());
    QFile inside(m_folder + QStringLiteral("/inside"));
    QVERIFY(inside.open(QIODevice::WriteOnly));
    if (!m_confinement.isNobody && !m_confinement.isFenced)
        QSKIP(
            "no root, and no Landlock in this kernel: replaced dialogs and a home of its own alone confine the walk");
    QFile outside(QCoreApplication::applicationDirPath() + QStringLiteral("/walked_here"));
    QVERIFY(!outside.open(QIODevice::WriteOnly));
    if (m_confinement.isFenced) {
        QProcess program;
        program.start(QStringLiteral("/bin/true"), QStringList());
        QVERIFY(!program.waitForStarted());
    }
}

void TestWalk::walksTheWholeWindow()
{
    Result<Kernels> loaded = Kernels::load();
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().text().c_str());
    const auto kernels = std::make_shared<const Kernels>(std::move(loaded).value());
    QSettings store(m_folder + QStringLiteral("/settings.ini"), QSettings::IniFormat);
    Settings settings(store);
    settings.setMemoryBudget(kMemoryBudget);
    WalkFiles files(m_folder);
    Dice dice(m_replay.seed + 1);
    setFileAnswer([&](const FileQuestion& question) {
        if (dice.chance(15))
            return QString();
        return question.isToSave ? files.toSave(dice) : files.toOpen(dice);
    });

    for (const char* scheme : kSchemes)
        QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "openNothing");

    const Messages messages(m_trace);
    Walker walker(m_replay, m_trace, files, [&] {
        auto window = std::make_unique<MainWindow>(kernels, settings);
        window->keepSessionIn(stateDirectory());
        return window;
    });
    QElapsedTimer clock;
    clock.start();
    const double enough = m_replay.actions >= kLongWalk ? kEnoughPercent
        : m_replay.actions >= kShortWalk                ? kFairPercent
                                                        : 0;
    walker.walk(enough);
    const double ms = double(clock.elapsed());
    setFileAnswer({});
    for (const char* scheme : kSchemes)
        QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));

    std::printf("Seed %llu: %lld actions in %.1f s, %.1f ms each; the slowest took %s\n",
        (unsigned long long)(m_replay.seed), (long long)(m_trace.actions()), ms / 1000,
        ms / double(std::max<std::int64_t>(1, m_trace.actions())), qPrintable(walker.slowest()));
    std::printf("At most %lld MiB were resident.\n", (long long)(walker.mostMemory() >> 20));
    const Share actions = walker.tally().share(Use::Action);
    const Share editors = walker.tally().share(Use::Edit);
    tell("menu entries and other actions", actions);
    tell("fields, buttons, lists and plots", editors);
    QVERIFY2(walker.trouble().isEmpty(), qPrintable(walker.trouble()));
    const QStringList complaints = messages.complaints();
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
    QVERIFY(actions.percent() >= enough);
    QVERIFY(editors.percent() >= enough);
}

void TestWalk::tell(const char* what, const Share& share) const
{
    std::printf("Used %d of %d %s (%.1f %%)%s\n", share.used, share.met, what, share.percent(),
        share.unused.isEmpty() ? "" : "; not:");
    for (const QString& name : share.unused)
        std::printf("  %s\n", qPrintable(name));
    if (!share.disabled.isEmpty())
        std::printf("Never enabled: %s\n", qPrintable(share.disabled.join(QStringLiteral(", "))));
    std::fflush(stdout);
}

int main(int argc, char** argv)
{
    const Replay replay = Replay::fromEnvironment();
    return supervised(replay, [&](Trace& trace, const Confinement& confinement, const std::string& folder) {
        setenv("QTEST_FUNCTION_TIMEOUT", "2000000000", 0); // ms; a hang is the supervisor's to find
        const QApplication application(argc, argv);
        std::setlocale(LC_NUMERIC, "C");
        QCoreApplication::setOrganizationName(QStringLiteral("ulpscope"));
        QCoreApplication::setApplicationName(QStringLiteral("ulpscope"));
        QGuiApplication::setQuitOnLastWindowClosed(false);
        TestWalk test(replay, trace, confinement, QString::fromStdString(folder));
        // The crash is told with the actions that led to it; Qt's own handler would start a debugger.
        QStringList arguments = QCoreApplication::arguments();
        arguments += QStringLiteral("-nocrashhandler");
        return QTest::qExec(&test, arguments);
    });
}

#include "tst_walk.moc"
