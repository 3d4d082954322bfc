// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what a lesson promises, on a thread of its own, and shows it beside the promise.
#pragma once

#include "app/lesson/lesson_check.h"
#include "app/session/kept/aside.h"
#include "engine/kernels/kernels.h"

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace ulpscope::ui {

class LessonCheckPanel : public QWidget
{
    Q_OBJECT
public:
    LessonCheckPanel(std::shared_ptr<const Kernels> kernels, std::filesystem::path scenes, QWidget* parent);
    ~LessonCheckPanel() override;

    /// only: the place of the one promise that is measured; empty: all.
    void check(const Lesson& lesson, const QString& only = {});
    void cancel();
    /// The lesson changed, so measured values can no longer become promises.
    void outdate();
    /// The measured bands became the promised ones, so there is nothing left to compare.
    void tellPromised(const LessonReport& report);
    bool isChecking() const { return m_aside.isBusy(); }
    /// Report of the last finished check of the lesson as it is; nothing: there was none.
    const std::optional<LessonReport>& report() const { return m_report; }

signals:
    void started();
    void finished();
    /// The promise of that place in the lesson's file is to be shown.
    void placeWanted(const QString& place);
    /// The user wants to promise the measured bands.
    void bandsWanted();

private:
    struct Progress
    {
        std::atomic<std::size_t> done = 0;
        std::atomic<std::size_t> all = 0;
    };
    void show(const Result<LessonReport>& report);
    void showRow(int row, const CheckedExpectation& checked);
    QString whyBroken(const CheckedExpectation& checked) const;
    void showRunning(bool isRunning);
    void fitHeight();

    std::shared_ptr<const Kernels> m_kernels;
    std::filesystem::path m_scenes;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QLabel* m_verdict;
    QTableWidget* m_table;
    QPushButton* m_take;
    QTimer m_poll;
    std::shared_ptr<Progress> m_progress;
    std::optional<LessonReport> m_report;
    Lesson m_checked; ///< lesson that was checked
    bool m_isOutdated = false; ///< the lesson changed after it was measured
    Aside m_aside; ///< last: its thread uses the members above
};

} // namespace ulpscope::ui
