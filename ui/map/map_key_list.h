// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the policy map: a table to edit them in, the buttons that add, copy, remove and move them, and below
// what is wrong with the selected one.
#pragma once

#include "ui/look/table_look.h"
#include "ui/map/models/policy_map_model.h"

#include <QTableView>
#include <QWidget>

class QLabel;
class QToolButton;

namespace ulpscope::ui {

// A table whose editing keys are its own: Delete, Insert and Alt with an arrow reach it although the window uses them.
class KeyTable : public EditingView<QTableView>
{
    Q_OBJECT
public:
    explicit KeyTable(QWidget* parent = nullptr);

    bool isEditing() const { return state() == EditingState; }

signals:
    void addRequested(); ///< Insert
    void removeRequested(); ///< Delete
    void duplicateRequested(); ///< Ctrl+Shift+D
    void moveRequested(int by); ///< Alt+Up, Alt+Down

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
};

enum class Glyph;
class KeyTable;

class MapKeyList : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit MapKeyList(PolicyMapModel& map, QWidget* parent = nullptr);

    int selectedRow() const;
    void selectRow(int row);
    /// Adds these keys with the default policy, as one step, and opens the policy of the first.
    void addKeys(const std::vector<std::string>& keys);

public slots:
    void focusTable();
    void addKey();

signals:
    /// -1: none.
    void rowSelected(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    QToolButton* makeButton(
        const QString& id, const QString& text, const QString& toolTip, Glyph glyph, bool hasText = false);
    void refresh();
    void duplicate();
    void remove();
    void move(int by);
    void showRemark();

    PolicyMapModel& m_map;
    KeyTable* m_table;
    QToolButton* m_add;
    QToolButton* m_duplicate;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QLabel* m_remark;
};

} // namespace ulpscope::ui
