// SPDX-License-Identifier: GPL-3.0-or-later
// Files from elsewhere in the window: the tab that is there while one is open, the entries of menus, and where its numbers and rules go.
#pragma once

#include "app/desktop/settings.h"
#include "app/session/document.h"
#include "app/session/kept/aside.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>

class QAction;
class QTabWidget;

namespace ulpscope {
class Kernels;
struct KerasFileImport;
} // namespace ulpscope

namespace ulpscope::ui {

class FileMenu;
class FilesView;
class NumberLabView;
class PageArea;
struct WantedNumber;

class FileRoom : public QObject
{
    Q_OBJECT
public:
    /// The views that a file links to; all must outlive this.
    struct World
    {
        QTabWidget& tabs;
        FileMenu& fileMenu;
        Document& document;
        Settings& settings;
        NumberLabView& lab;
        QWidget& run; ///< widget on the page of the run
        QString scene; ///< the file of the scene about loss scales
    };
    FileRoom(std::shared_ptr<const Kernels> kernels, World world, QWidget* window);

    /// otherwise: what is done with a file that is neither of tensors nor a log.
    void open(const QString& path, std::function<void()> otherwise);
    /// Opens the file as a log. If its names are unknown, a dialog asks for them.
    void openLog(const QString& path);
    QAction* showAction() const { return m_show; }
    QAction* ordersAction() const { return m_orders; }
    /// Actions of the file menu.
    QList<QAction*> fileActions() const { return {m_openRecording, m_judge, m_close}; }
    bool isIdle() const;
    /// Memory that the open file takes.
    std::uint64_t bytes() const;

signals:
    void failed(const QString& message);
    void noticed(const QString& message); ///< tells the window something in passing
    void told(const QString& message); ///< the message stays until it is closed
    /// The session has another rule.
    void edited();

private:
    void show();
    void hide();
    void askForRecording();
    void judgeClipboard();
    void fail(const QString& message);
    void openNumber(const WantedNumber& number);
    void useRule(const QString& rule, bool inScene);
    void takeModel(const QString& path);
    void useModel(const Result<KerasFileImport>& import, const QString& weights, const QString& state);

    World m_world;
    std::shared_ptr<const Kernels> m_kernels;
    FilesView* m_view;
    QPointer<QWidget> m_before; ///< the page that was seen before it
    PageArea* m_page; ///< the page that is among the tabs while something is open
    QAction* m_show;
    QAction* m_openRecording;
    QAction* m_judge;
    QAction* m_close;
    QAction* m_orders;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
