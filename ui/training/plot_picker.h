// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the training plots: every metric that the run has recorded, by layer, and found by the words of its title. What is
// chosen is the session's, and each change is one to be undone.
#pragma once

#include "app/session/document.h"
#include "app/session/run_history.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ulpscope::ui {

class PlotPicker : public QDialog
{
    Q_OBJECT
public:
    /// run: whose metrics are offered, null for none; shown: ids of the plots that are shown now. `document` must outlive it.
    PlotPicker(Document& document, const RunHistory* run, const QStringList& shown, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add(
        QTreeWidgetItem& group, const QString& id, const QString& title, const QString& tip, bool isShown);
    /// All plots, in the list's order.
    QList<QTreeWidgetItem*> items() const;
    void filter(const QString& words);
    void move(int by);
    void takeOver();
    void refresh();

    Document& m_document;
    QLineEdit* m_words;
    QTreeWidget* m_list;
    QLabel* m_count;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_default;
};

} // namespace ulpscope::ui
