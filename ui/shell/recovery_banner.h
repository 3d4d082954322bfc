// SPDX-License-Identifier: GPL-3.0-or-later
// Offers the sessions that were not saved when their program ended, one after the other; stays until each is answered.
#pragma once

#include "app/session/kept/saved_runs.h"
#include "app/session/kept/session_swap.h"
#include "ui/look/message_banner.h"

#include <vector>

class QLabel;
class QPushButton;

namespace ulpscope::ui {

class FileMenu;

class RecoveryBanner : public TintedFrame
{
    Q_OBJECT
public:
    /// Asks the file menu before something else that is not saved makes room. `swap` and `runs` must outlive the banner.
    RecoveryBanner(FileMenu& files, SessionSwap& swap, SavedRuns& runs, QWidget* parent = nullptr);

    void offer(std::vector<LostSession> lost);

signals:
    /// The document is another session now.
    void restored();
    /// The session is there, its runs are not.
    void runsLost(const QString& message);
    /// No session waits any more, and the keys have no place to go.
    void finished();

private:
    QPushButton* addButton(const QString& id, const QString& text, const QString& toolTip);
    void showNext();
    void restore();
    void discard();
    void keepForLater();
    void applyColors();

    FileMenu& m_files;
    SessionSwap& m_swap;
    SavedRuns& m_runs;
    std::vector<LostSession> m_lost; ///< the first is the one that the banner asks about
    QLabel* m_sign;
    QLabel* m_text;
    QPushButton* m_restore;
    QPushButton* m_discard;
    QPushButton* m_later;
};

} // namespace ulpscope::ui
