// SPDX-License-Identifier: GPL-3.0-or-later
// Presents a lesson to a class: large type, one plot, one control, and the class's predictions as ghosts on the plot.
// The keys N and P lead on and back, B blanks the screen, Esc ends. It is a window of its own, so that the main window
// can stay on the teacher's screen.
#pragma once

#include "ui/lessons/models/answer_book.h"
#include "ui/lessons/models/lesson_hands.h"
#include "ui/lessons/models/lesson_player.h"

#include <QWidget>

#include <functional>
#include <map>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ulpscope::ui {

class GuessOverlay;
class LessonText;
class MetricTile;
class PlaceMirror;
class StackedPlot;
class StoredTable;

class PresentView : public QWidget
{
    Q_OBJECT
public:
    struct Parts
    {
        LessonPlayer& player;
        LessonPlayer::World world;
        LessonHands& hands;
        std::function<QWidget*(const QString& place)> widgetAt; ///< finds a widget of the window
    };

    /// Everything must outlive it.
    PresentView(Parts parts, QWidget* window);

    bool isBlank() const;
    void setBlank(bool isBlank);
    GuessOverlay& guesses() const { return *m_overlay; }
    StackedPlot& plot() const { return *m_plot; }

signals:
    /// The view was closed.
    void ended();
    void failed(const QString& message);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QPushButton* addButton(const QString& id, const QString& text, const QString& tip);
    /// False: it is no key for that.
    bool turnPage(int key);
    void scaleText();
    void fitText();
    void refresh();
    void showSight();
    void showTable(StoredTable& inWindow);
    void showRuns();
    void showTiles();
    void showControl();
    void setControl();
    void takeGuesses();
    void showGuesses();
    bool isTold(const Question& question) const;
    QString typedFor(const Question& question) const;

    Parts m_parts;
    QLabel* m_title;
    LessonText* m_text;
    QScrollArea* m_area;
    StackedPlot* m_plot;
    PlaceMirror* m_mirror;
    StoredTable* m_table = nullptr; ///< table of the number lab; made for its first page
    QVBoxLayout* m_sight; ///< holds the plot, the mirror or the table
    QWidget* m_tiles; ///< below a plot of the run: pages ask about them
    std::vector<MetricTile*> m_tileRow;
    GuessOverlay* m_overlay;
    QLabel* m_controlName;
    QLineEdit* m_control;
    QLineEdit* m_guessField;
    QLabel* m_said; ///< shows the room's answer
    QPushButton* m_previous;
    QPushButton* m_next;
    QPushButton* m_blankButton;
    QPushButton* m_end;
    QWidget* m_blank;
    QString m_plotId; ///< plot that is shown; empty: the mirror is shown
    QString m_shownText;
    std::map<QString, QString> m_typed; ///< the room's answers, by question
};

} // namespace ulpscope::ui
