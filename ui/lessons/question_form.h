// SPDX-License-Identifier: GPL-3.0-or-later
// One question as a form: the question, a field for the answer, how sure the learner is, and the reply to the last answer.
#pragma once

#include "ui/lessons/models/lesson_progress.h"

#include <QWidget>

#include <functional>

class QAbstractButton;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;

namespace ulpscope::ui {

class LessonText;

class QuestionForm : public QWidget
{
    Q_OBJECT
public:
    /// inWindow: the present answer to a question that is answered in the window. wantsRun: a run has to show it first.
    QuestionForm(const Question& question, const std::optional<GivenAnswer>& given, bool isGraded,
        std::function<std::optional<Answer>()> inWindow, std::function<bool()> wantsRun, QWidget* parent);

    /// Drawn on the plot.
    void setPoints(const std::vector<CurvePoint>& points);
    /// The control's value or the picked layer may have changed.
    void look();
    /// Says it below the answer, until there is another.
    void complain(const QString& text);
    /// The first field that the answer goes into.
    QWidget* firstField() const;

signals:
    void answered(const ulpscope::Answer& answer, std::optional<double> confidence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addOptions();
    void paintCircles();
    void addField(const QString& placeholder, const QString& name);
    void addConfidence();
    void submit();
    std::optional<Answer> entered();
    std::optional<Answer> present() const;

    Question m_question;
    std::function<std::optional<Answer>()> m_inWindow;
    std::function<bool()> m_wantsRun;
    std::vector<QAbstractButton*> m_options;
    QLineEdit* m_field = nullptr; ///< field for a number, or for points as "x: y, x: y"
    QSlider* m_confidence = nullptr; ///< null where it is not asked for
    QPushButton* m_submit = nullptr;
    QLabel* m_remark; ///< says which part of the answer cannot be read
    std::optional<Answer> m_judged; ///< answer to which the hint belongs
    LessonText* m_hint = nullptr; ///< null while none is said
    std::optional<Answer> m_seen; ///< as the answer was when it was looked at last
    bool m_isAwaitingRun = false; ///< was submitted before the run had come to its end
};

/// "0: 0.5, 100: 0.1"
QString pointsText(const std::vector<CurvePoint>& points);
/// Reads a list of points, sorted by x; nullopt if the text is none.
std::optional<std::vector<CurvePoint>> pointsFrom(const QString& text);

} // namespace ulpscope::ui
