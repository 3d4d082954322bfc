// SPDX-License-Identifier: GPL-3.0-or-later
// The program `ulpscope`: the window, or on a machine without a display a tour of the scenes and a picture of
// it.
#include "app/desktop/headless_tour.h"
#include "app/desktop/platform_start.h"
#include "app/desktop/resources.h"
#include "app/desktop/settings.h"
#include "app/io/logs/brought_file.h"
#include "app/io/session/scene_files.h"
#include "app/session/kept/private_folder.h"
#include "app/session/kept/session_swap.h"
#include "app/stop_signals.h"
#include "engine/kernels/kernels.h"
#include "ui/guide/guide_files.h"
#include "ui/look/models/translation.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/main_window.h"
#include "ui/shell/view_menu.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <csignal>
#include <iostream>
#include <optional>
#include <thread>

namespace {

using namespace ulpscope;

constexpr int kExitFailed = 1;
constexpr int kExitWrongUse = 2;
constexpr std::chrono::minutes kLongestPictureTraining{5};

/// Drops what the offscreen platform says of every window and of every machine without a login session.
void logWithoutOffscreenNoise(QtMsgType, const QMessageLogContext&, const QString& message)
{
    if (!message.startsWith(QStringLiteral("This plugin does not support"))
        && !message.startsWith(QStringLiteral("QStandardPaths: XDG_RUNTIME_DIR not set")))
        std::cerr << message.toStdString() << std::endl;
}

bool hasDisplay()
{
    const auto isSet = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    // A platform that was asked for, such as offscreen in tests, is respected and opens the window there.
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

int runThreads()
{
    return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

QString openingScene(const QList<Scene>& scenes)
{
    return scenes.isEmpty() ? QString() : scenes.first().path;
}

bool takePicture(
    const std::shared_ptr<const Kernels>& kernels, const QString& session, const QString& pngPath)
{
    // Settings of its own: the picture is the same on every machine, and the user's recent files stay as they are.
    const QTemporaryDir directory;
    QSettings store(directory.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    Settings settings(store);
    ui::MainWindow window(kernels, settings);
    window.resize(1440, 900);
    window.show();
    window.openScene(session);
    QEventLoop loop;
    QTimer poll;
    const QDeadlineTimer deadline(kLongestPictureTraining);
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (window.isIdle() || deadline.hasExpired() || stopSignalCame())
            loop.quit();
    });
    poll.start(std::chrono::milliseconds(50));
    loop.exec();
    return window.isIdle() && window.saveScreenshot(pngPath);
}

int runWithoutDisplay(
    const std::shared_ptr<const Kernels>& kernels, const QList<Scene>& scenes, const QString& session)
{
    std::vector<TourStop> stops;
    if (session.isEmpty())
        for (const Scene& scene : scenes)
            stops.push_back({scene.name.toStdString(), QFile::encodeName(scene.path).toStdString()});
    else
        stops.push_back(
            {QFileInfo(session).completeBaseName().toStdString(), QFile::encodeName(session).toStdString()});

    TourOptions options;
    options.threads = runThreads();
    options.isTerminal = isatty(STDERR_FILENO) == 1;
    options.isStopped = stopSignalCame;
    std::cerr << "No display was found: training without a window.\n";
    listenForStopSignals();
    bool isComplete = runTour(stops, *kernels, options, std::cout, std::cerr) && !stops.empty();
    if (stopSignalCame()) {
        std::cout << "Stopped; what is done so far is in " << options.folder.string() << "/\n";
        return 0;
    }

    const QString picture = QString::fromStdString((options.folder / "window.png").string());
    QDir().mkpath(QFileInfo(picture).path());
    if (takePicture(kernels, session.isEmpty() ? openingScene(scenes) : session, picture)) {
        std::cout << "The window with its trained scene: " << picture.toStdString() << '\n';
    } else {
        std::cerr << "The picture of the window could not be made: " << picture.toStdString() << '\n';
        isComplete = false;
    }
    std::cout << "Everything is in " << options.folder.string() << "/\n";
    return isComplete ? 0 : kExitFailed;
}

/// Tensors, or a recording or the log of a training.
bool isFromElsewhere(const QString& file)
{
    if (QFileInfo(file).isDir())
        return true;
    if (file.isEmpty() || file.endsWith(QStringLiteral(".ulps"), Qt::CaseInsensitive))
        return false;
    const Result<BroughtFile> brought = openBroughtFile(QFile::encodeName(file).toStdString());
    return brought && (brought->tensors || brought->recording || brought->log);
}

/// Writes the guide in the window's language.
int writeGuideTo(const QString& folder)
{
    QSettings store;
    ui::useLanguage(ui::languageFor(Settings(store).language()));
    const ui::GuideBook guide = ui::readGuide(resourcesDirectory(QCoreApplication::applicationDirPath()));
    if (const Status done = ui::writeGuide(guide, folder); !done) {
        std::cerr << "ulpscope: " << done.error().text() << '\n';
        return kExitFailed;
    }
    std::cout << "The guide: " << folder.toStdString() << "/index.html, " << folder.toStdString()
              << "/ulpscope-guide.pdf\n";
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is an error like a full disk, and no end
    const bool isHeadless = !hasDisplay();
    if (isHeadless) {
        qInstallMessageHandler(logWithoutOffscreenNoise);
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    std::optional<PlatformStart> start(std::in_place);
    const QApplication application(argc, argv);
    start.reset();
    // Qt takes over the user's locale; files and messages keep their decimal point, until a language is chosen for what is shown.
    std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
    QCoreApplication::setOrganizationName(QStringLiteral("ulpscope"));
    QCoreApplication::setApplicationName(QStringLiteral("ulpscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ULPSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Ulpscope"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate("main",
        "An oscilloscope for units in the last place: trains a small model under per-layer dtype policies and shows where its "
        "numbers go wrong.\nWithout a display it trains the scenes and leaves their files, and a picture of the window, in "
        "ulpscope-out/."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
        QApplication::translate("main", "Show this help and exit."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
        QApplication::translate("main", "Show the version and exit."));
    const QCommandLineOption lesson(QStringLiteral("lesson"),
        QApplication::translate("main", "Begin with a lesson: its number, or a lesson file (.ulpslesson)."),
        QStringLiteral("N|FILE"));
    const QCommandLineOption guideTo(QStringLiteral("guide-to"),
        QApplication::translate(
            "main", "Write the user's guide into a folder, as HTML and as PDF, and exit; needs no display."),
        QStringLiteral("FOLDER"));
    const QCommandLineOption present(QStringLiteral("present"),
        QApplication::translate("main", "Show the lesson for a projector; without --lesson the first one."));
    parser.addOptions({help, version, lesson, present, guideTo});
    parser.addPositionalArgument(QStringLiteral("session"),
        QApplication::translate("main",
            "Session (.ulps) to open instead of the opening scene, or the name of another scene; lesson (.ulpslesson) to "
            "play; or file of tensors, recording (also a folder) or log of a training to look into."),
        QStringLiteral("[FILE|NAME]"));
    const auto wrongUse = [](const QString& message) {
        std::cerr << "ulpscope: " << message.toStdString() << " (see ulpscope --help)\n";
        return kExitWrongUse;
    };
    if (!parser.parse(QCoreApplication::arguments()))
        return wrongUse(parser.errorText());
    if (parser.isSet(help))
        parser.showHelp();
    if (parser.isSet(version))
        parser.showVersion();
    if (parser.isSet(guideTo))
        return writeGuideTo(parser.value(guideTo));
    const QStringList arguments = parser.positionalArguments();
    if (arguments.size() > 1)
        return wrongUse(QStringLiteral("expected at most one file"));
    QString session = arguments.value(0);
    bool isScene = false;
    if (!session.isEmpty() && !QFileInfo(session).isDir()) {
        const std::string argument = QFile::encodeName(session).toStdString();
        const Result<std::filesystem::path> found = findSession(argument);
        if (!found)
            return wrongUse(QString::fromStdString(found.error().text()));
        isScene = *found != argument;
        session = QFile::decodeName(found->c_str());
        if (!QFileInfo(session).isFile())
            return wrongUse(session + QStringLiteral(": no such file"));
    }

    QString wanted = parser.value(lesson);
    if (session.endsWith(QStringLiteral(".ulpslesson"))) {
        wanted = session;
        session.clear();
    }

    Result<Kernels> loaded = Kernels::load();
    if (!loaded) {
        std::cerr << "ulpscope: " << loaded.error().text() << '\n';
        return kExitFailed;
    }
    const auto kernels = std::make_shared<const Kernels>(std::move(loaded).value());
    const QList<Scene> scenes = findScenes(resourcesDirectory(QCoreApplication::applicationDirPath()));
    if (isHeadless && isFromElsewhere(session))
        return wrongUse(session
            + QStringLiteral(
                ": is no session; without a display ulpscope-cli open, recording and log look into it"));
    if (isHeadless)
        return runWithoutDisplay(kernels, scenes, session);

    QSettings store;
    makePrivateFile(QFile::encodeName(store.fileName()).toStdString());
    Settings settings(store);
    ui::useLanguage(
        ui::languageFor(settings.language())); // not earlier: the terminal and its picture are English
    ui::MainWindow window(kernels, settings);
    const EndSignals endSignals;
    QObject::connect(&endSignals, &EndSignals::received, &window, [&window](int signal) {
        window.endWithoutAsking();
        QCoreApplication::exit(EndSignals::exitStatus(signal));
    });
    window.keepSessionIn(stateDirectory());
    if (settings.windowGeometry().isEmpty()) // the size of a first start: not every screen has room for more
        ui::fitScreen(window);
    window.show();
    const bool isSession = session.endsWith(QStringLiteral(".ulps"), Qt::CaseInsensitive);
    if (isScene)
        window.openScene(session);
    else if (isSession)
        window.openSession(session);
    else if (!scenes.isEmpty())
        window.openScene(openingScene(scenes));
    if (!isSession && !session.isEmpty())
        window.openFile(session);
    if (!wanted.isEmpty())
        window.openLesson(wanted);
    else if (session.isEmpty() && !parser.isSet(present))
        window.welcome();
    if (parser.isSet(present))
        window.presentLesson();
    return QApplication::exec();
}
