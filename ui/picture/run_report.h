// SPDX-License-Identifier: GPL-3.0-or-later
// One page on one run or on several beside each other, to hand on: what was found, the numbers, in what the settings differ, the model,
// the curves, and the commands that train it again. A file of HTML that needs no other, or a PDF.
#pragma once

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
    /// runs: at least one, which must live as long as this; the first is what others are compared with. command: that trains the run, or
    /// in words why there is none.
    RunReport(std::vector<const KeptRun*> runs, std::function<QString(const RunHistory&)> command);
    ~RunReport();

    /// Asks for a file and writes it; says why where nothing was written.
    void ask(QWidget* parent) const;
    /// Why it is not written to a file of that name; empty where it is.
    static QString refusal(const QString& path);
    /// An error of kind Output where the disk does not take it.
    Status write(const QString& path) const;

private:
    struct Picture;

    QString title() const;
    /// source: of a picture, by its name. scale: of all pictures.
    QString html(const std::function<QString(const QString& picture)>& source, double scale = 1) const;
    QString numbers() const;
    QString settings() const;

    std::vector<const KeptRun*> m_runs;
    std::function<QString(const RunHistory&)> m_command;
    std::vector<Picture> m_pictures;
};

} // namespace ulpscope::ui
