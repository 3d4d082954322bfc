// SPDX-License-Identifier: GPL-3.0-or-later
// A list of policies to take from: dragged onto layers, or given to the selected ones by Enter, a double click or the
// button.
#pragma once

#include <QWidget>

class QPushButton;
class QTreeView;

namespace ulpscope::ui {

class PolicyPaletteModel;

class PolicyPalette : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyPalette(QWidget* parent = nullptr);

    /// Sets the text of the button, and whether it is enabled.
    void showTarget(const QString& layers);

signals:
    void policyChosen(const QString& name);

private:
    void choose();
    void refresh();

    PolicyPaletteModel* m_model;
    QTreeView* m_view;
    QPushButton* m_apply;
    QString m_target;
};

} // namespace ulpscope::ui
