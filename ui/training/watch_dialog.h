// SPDX-License-Identifier: GPL-3.0-or-later
// The session's watches: an expression is typed, told where it is wrong while it is typed, and becomes a curve below the plots, an
// alarm where it becomes true, and if wanted a stop. Each change is one to be undone.
#pragma once

#include "app/session/document.h"
#include "app/session/run_history.h"

#include <QDialog>

#include <functional>

#include <memory>

class QLabel;
class QListWidget;
class QPushButton;

namespace ulpscope::ui {

class FaultField;

class WatchDialog : public QDialog
{
    Q_OBJECT
public:
    /// run: which tensors there are, null for none. layer: a path of it, for the example. `document` must outlive the dialog.
    WatchDialog(
        Document& document, std::shared_ptr<const RunHistory> run, const std::string& layer, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list();
    void check();
    void add();
    void remove();
    void setStops();
    void change(const QString& text, const std::function<void(std::vector<WatchSpec>&)>& edit);

    Document& m_document;
    std::shared_ptr<const RunHistory> m_run; ///< the edit of a watch may train another meanwhile
    FaultField* m_expression;
    QPushButton* m_add;
    QLabel* m_message;
    QListWidget* m_list;
    QPushButton* m_remove;
};

} // namespace ulpscope::ui
