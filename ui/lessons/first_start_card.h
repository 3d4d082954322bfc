// SPDX-License-Identifier: GPL-3.0-or-later
// A card at the very first start, above the opening scene. It shows a surprising number of the run and what the user
// can do about it. It blocks nothing, and closes when another session is opened.
#pragma once

#include "app/desktop/settings.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/look/message_banner.h"

class QLabel;
class QLayout;
class QPushButton;

namespace ulpscope::ui {

class FirstStartCard : public TintedFrame
{
    Q_OBJECT
public:
    /// All but the parent must outlive it. hasLessons: whether one can be started.
    FirstStartCard(Document& document, const ShownRun& shown, Settings& settings, bool hasLessons,
        QWidget* parent = nullptr);

signals:
    void lessonWanted();
    void dataWanted();
    /// The card is gone, and the keys are back where they were.
    void finished();

private:
    void showNumber();
    void finish();
    /// Asks once which program the user trains with.
    QLayout* makeQuestion(Settings& settings);

    const ShownRun& m_shown;
    QLabel* m_text;
    QPushButton* m_lesson;
};

} // namespace ulpscope::ui
