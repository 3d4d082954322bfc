// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of tensors that are searched, and tables whose rows lead to a tensor.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/table_models.h"
#include "ui/look/place.h"

#include <QWidget>

#include <vector>

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
        QString list; ///< name of the table
        QString measureTip;
        QByteArray terms; ///< terms of the glossary that the table is about
    };
    /// id: object names begin with it. model and numbers must outlive it.
    SearchedList(
        const QString& id, const Texts& texts, FoundModel& model, FileNumbers& numbers, QWidget* parent);

    QTableView& table() const { return *m_table; }
    /// The model has other things: nothing is searched for, and the first is chosen.
    void beginAnew();
    /// Selects the thing's row.
    void select(std::size_t thing);
    /// Selects the row and gives the list the keyboard focus.
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

// A table of metrics whose rows lead to a tensor of the recording, by a click or by Return.
class LeadingTable : public MetricView
{
    Q_OBJECT
public:
    /// name: what a screen reader says.
    LeadingTable(const Place& about, const QString& name, QWidget* parent);

    /// A place for each row. Without rows it hides itself.
    void setTable(MetricTable table, std::vector<RecordedPlace> places);

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    void lead(const QModelIndex& index);

    MetricTableModel* m_model;
    std::vector<RecordedPlace> m_places;
};

} // namespace ulpscope::ui
