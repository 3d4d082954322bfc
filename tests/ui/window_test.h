// SPDX-License-Identifier: GPL-3.0-or-later
// What every test of the whole window begins with: kernels, settings in a folder of the test's own, a window, a scene that is
// trained.
#pragma once

#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "ui/look/file_dialogs.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace ulpscope::ui {

/// No slots of its own: they are the tests'.
class WindowTest : public QObject
{
protected:
    static constexpr int kTrainedMs = 120'000; ///< generous: the sanitizer builds train too

    /// As if the program had never run: for initTestCase(), or for init() of tests that change settings.
    void startAfresh()
    {
        if (!m_kernels) {
            Result<Kernels> kernels = Kernels::load();
            QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
            m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
        }
        m_window.reset();
        m_settings.reset();
        m_store.reset();
        m_directory = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<QSettings>(inDirectory("settings.ini"), QSettings::IniFormat);
        m_settings = std::make_unique<Settings>(*m_store);
    }

    /// size: none: as it opens by itself. Then all forms, numbers and plots are shown, which the first view leaves out.
    void openWindow(QSize size = {})
    {
        openFirstView(size);
        showEverything(*m_window);
    }

    static void showEverything(MainWindow& window)
    {
        window.findChild<QAction*>(QStringLiteral("showForms"))->setChecked(true);
        if (QAction* plots = window.findChild<QAction*>(QStringLiteral("showPlots")); !plots->isChecked())
            plots->trigger();
    }

    void openFirstView(QSize size = {})
    {
        m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
        if (size.isValid())
            m_window->resize(size);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    /// And waits until it is trained. What the test has made is not asked about.
    void openScene(const char* name)
    {
        if (m_window->document().isOwn())
            m_window->document().undoStack().setClean();
        m_window->openScene(
            QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/%1.ulps").arg(QLatin1String(name)));
        waitUntilIdle();
    }

    /// From now on every dialog for a file is answered with m_filePath; what it asked is in m_fileQuestion.
    void answerFileDialogs()
    {
        setFileAnswer([this](const FileQuestion& question) {
            m_fileQuestion = question;
            return m_filePath;
        });
    }

    void waitUntilIdle() const { QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle(), kTrainedMs); }

    /// Right after an edit. By itself the window trains only what took a moment the last time, which on a busy machine or under
    /// a sanitizer it did not.
    void waitUntilTrainedAgain() const
    {
        if (m_window->isIdle())
            child<QAction>("train")->trigger();
        waitUntilIdle();
    }

    QString inDirectory(const char* name) const { return m_directory->filePath(QString::fromUtf8(name)); }

    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_window->findChild<Widget*>(QString::fromLatin1(name));
    }

    QString m_filePath;
    FileQuestion m_fileQuestion;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace ulpscope::ui
