// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a file as a list that is searched by typing, how many are found, and the button that reads all their numbers.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace ulpscope::ui {

class SearchedList : public QWidget
{
    Q_OBJECT
public:
    struct Texts
    {
        QString search; ///< the placeholder
        QString searchTip;
        QString list; ///< what the table is called
        QString measureTip;
        QByteArray terms; ///< of the table
    };
    /// id: object names begin with it. model and numbers must outlive it.
    SearchedList(
        const QString& id, const Texts& texts, FoundModel& model, FileNumbers& numbers, QWidget* parent);

    QTableView& table() const { return *m_table; }
    /// The model has other things: nothing is searched for, and the first is chosen.
    void beginAnew();
    /// Chooses it.
    void select(std::size_t thing);
    /// The same, and has the keyboard.
    void goTo(std::size_t thing);
    void focusSearch();

signals:
    /// Another one than before.
    void chosen(std::size_t thing);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place(const QString& id, const Texts& texts);
    void search(const QString& words);
    void chooseCurrent();
    void showMeasured();

    FoundModel& m_model;
    FileNumbers& m_numbers;
    std::optional<std::size_t> m_chosen;
    QLineEdit* m_words;
    QTableView* m_table;
    QLabel* m_found;
    QPushButton* m_measure;
    QProgressBar* m_progress;
};

} // namespace ulpscope::ui
