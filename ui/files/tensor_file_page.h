// SPDX-License-Identifier: GPL-3.0-or-later
// A file of tensors: what is in it, searched by typing, and beside it the one that is chosen.
#pragma once

#include "ui/files/tensor_details.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace ulpscope::ui {

class TensorListModel;

class TensorFilePage : public QWidget
{
    Q_OBJECT
public:
    explicit TensorFilePage(QWidget* parent = nullptr);

    /// Null: none.
    void setFile(const std::shared_ptr<TensorFile>& file);
    TensorDetails& details() const { return *m_details; }
    void focusSearch();
    bool isIdle() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void search(const QString& words);
    void chooseCurrent();
    void showMeasured();

    FileNumbers* m_numbers; ///< a child, so that it is there until the widgets are gone
    TensorListModel* m_model;
    std::shared_ptr<TensorFile> m_file;
    std::optional<std::size_t> m_chosen;
    QLineEdit* m_words;
    QTableView* m_list;
    QLabel* m_found;
    QPushButton* m_measure;
    QProgressBar* m_progress;
    TensorDetails* m_details;
};

} // namespace ulpscope::ui
