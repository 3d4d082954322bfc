// SPDX-License-Identifier: GPL-3.0-or-later
// The number lab: one number in many formats, its bits, its neighbours on a line, and what each overflow rule makes of it.
#pragma once

#include "ui/numbers/lab_bars.h"
#include "ui/numbers/models/number_lab.h"

#include <QWidget>

class QSplitter;
class QTabWidget;

namespace ulpscope {
class SessionRunner;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class ElementHistoryPanel;
class NumberInput;
class NumberLine;
class StoredTable;
class TensorBrowser;

class NumberLabView : public QWidget
{
    Q_OBJECT
public:
    /// `runner` and `shown`, which is of the runner, must outlive the view.
    NumberLabView(SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    NumberLab& lab() { return *m_lab; }
    NumberLine& line() const { return *m_line; }
    void focusNumber();
    /// Shows the elements of a live tensor.
    void showTensor(const TensorName& tensor);
    /// An element of it, "[2, 3]", through the shown step.
    void followElement(const TensorName& tensor, const QString& index);

signals:
    /// The run, or a layer of it: its path in the run.
    void runWanted();
    void layerWanted(const std::string& path);

protected:
    void resizeEvent(QResizeEvent* event) override;
    /// Escape goes up the ladder where no field takes it.
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeLinePage();
    QWidget* makeRules();
    void shareHeight();
    void climbTo(Rung rung);
    void showLadder();
    /// The place in the window, by the page that is in front.
    Rung rungInFront() const;

    NumberLab* m_lab; ///< a child, so that it is there until the widgets are hidden
    NumberInput* m_input;
    StoredTable* m_table;
    NumberLine* m_line;
    TensorBrowser* m_tensors;
    ElementHistoryPanel* m_history;
    LadderBar* m_ladder;
    std::optional<ElementQuestion> m_element; ///< the element that was opened last
    QString m_elementIndex;
    QTabWidget* m_lower;
    QSplitter* m_halves = nullptr;
};

} // namespace ulpscope::ui
