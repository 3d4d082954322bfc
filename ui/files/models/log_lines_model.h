// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a log, those that verdicts name set apart. Text is made for the lines that are shown, so a log may be long.
#pragma once

#include "ui/files/models/opened_file.h"

#include <QAbstractListModel>

#include <set>
#include <string_view>
#include <vector>

namespace ulpscope::ui {

class LogLinesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    /// Null: no lines.
    void setLog(std::shared_ptr<const JudgedLog> log);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::string_view line(int row) const;

    std::shared_ptr<const JudgedLog> m_log;
    std::vector<std::size_t> m_starts; ///< of each line in the text
    std::set<std::size_t> m_named; ///< from 1
};

} // namespace ulpscope::ui
