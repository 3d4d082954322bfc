// SPDX-License-Identifier: GPL-3.0-or-later
// One page on one run or on several beside each other, to hand on: what was found, the numbers, which layers and operands cost the
// error, in what the settings differ, the model, the curves, and the commands that train it again. A file of HTML that needs no
// other, or a PDF.
#pragma once

#include "app/judge/runs/blame.h"
#include "app/session/kept/kept_runs.h"

#include <QCoreApplication>
#include <QMap>

#include <functional>

class QWidget;

namespace ulpscope::ui {

class RunReport
{
    Q_DECLARE_TR_FUNCTIONS(RunReport)
public:
    Q_DISABLE_COPY_MOVE(RunReport)
    /// runs: at least one; the first is what others are compared with. command: that trains the run, or in words why there is none.
    RunReport(const std::vector<const KeptRun*>& runs, std::function<QString(const RunHistory&)> command);
    ~RunReport();

    /// Asks for a file, finds the costs, and writes it; says why where nothing was written.
    void ask(QWidget* parent, const Kernels& kernels, const BlameOptions& options);
    /// Trains each run's session again for a few steps, with one layer at a time in float32; the user may go on without it. options: of
    /// threads and memory.
    void findCosts(QWidget* parent, const Kernels& kernels, const BlameOptions& options);
    /// Why it is not written to a file of that name; empty where it is.
    static QString refusal(const QString& path);
    /// An error of kind Output where the disk does not take it.
    Status write(const QString& path) const;

private:
    struct Picture;

    QString title() const;
    /// source: of a picture, by its name. scale: of all pictures.
    QString html(const std::function<QString(const QString& picture)>& source, double scale = 1) const;
    QString lead() const;
    QString numbers() const;
    QString costs() const;
    QString settings() const;

    std::vector<KeptRun> m_kept;
    std::vector<const KeptRun*> m_runs; ///< of m_kept
    std::function<QString(const RunHistory&)> m_command;
    std::vector<Picture> m_pictures;
    std::vector<std::optional<BlameTable>>
        m_costs; ///< of each run, as far as they are known; empty: not looked for
};

} // namespace ulpscope::ui
