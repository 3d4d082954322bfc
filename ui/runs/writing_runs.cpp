// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/writing_runs.h"

#include "app/session/kept/saved_runs.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>
#include <QProgressDialog>
#include <QTimer>

#include <chrono>

namespace ulpscope::ui {

namespace {

struct WritingRuns
{
    Q_DECLARE_TR_FUNCTIONS(WritingRuns)
};

constexpr std::chrono::milliseconds kUntold{500};
constexpr std::chrono::milliseconds kLookAgain{50};

} // namespace

bool waitForRuns(SavedRuns& saved, Waiting waiting, QWidget* parent)
{
    saved.beginWriting();
    if (saved.isWrittenWithin(kUntold))
        return true;
    QProgressDialog dialog(WritingRuns::tr("Kept runs are being written to their file: %1. The window closes "
                                           "when they are there.")
                               .arg(countText(std::int64_t(saved.beingWritten()))),
        WritingRuns::tr("&Keep the window open"), 0, 0, parent); // its progress is not known
    dialog.setObjectName(QStringLiteral("writingRuns"));
    dialog.setWindowTitle(WritingRuns::tr("Writing runs"));
    dialog.setWindowModality(Qt::ApplicationModal);
    const bool mayBeGivenUp = waiting == Waiting::MayBeGivenUp;
    if (!mayBeGivenUp)
        dialog.setCancelButton(nullptr);
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &dialog, [&] {
        if (!saved.isWriting())
            dialog.accept();
    });
    look.start(kLookAgain);
    while (saved.isWriting())
        if (dialog.exec() == QDialog::Rejected && mayBeGivenUp)
            return false;
    return true;
}

} // namespace ulpscope::ui
