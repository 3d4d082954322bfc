// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/log_lines_model.h"

#include "ui/look/models/display_text.h"

#include <QFont>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kLongestShown = 2000; ///< bytes of a line

} // namespace

void LogLinesModel::setLog(std::shared_ptr<const JudgedLog> log)
{
    beginResetModel();
    m_log = std::move(log);
    m_starts.clear();
    m_named.clear();
    if (m_log) {
        const std::string& text = m_log->read.text;
        for (std::size_t at = 0; at < text.size();) {
            m_starts.push_back(at);
            const std::size_t end = text.find('\n', at);
            at = end == std::string::npos ? text.size() : end + 1;
        }
        for (const LogVerdict& verdict : m_log->judgement.verdicts)
            m_named.insert(verdict.lines.begin(), verdict.lines.end());
    }
    endResetModel();
}

std::string_view LogLinesModel::line(int row) const
{
    const std::string_view text = m_log->read.text;
    const std::size_t start = m_starts[std::size_t(row)];
    std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line.substr(0, kLongestShown);
}

int LogLinesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_starts.size());
}

QVariant LogLinesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool isNamed = m_named.contains(std::size_t(index.row()) + 1);
    switch (role) {
    case Qt::DisplayRole:
        return QStringLiteral("%1  %2").arg(index.row() + 1, 6).arg(toQt(line(index.row())));
    case Qt::ToolTipRole:
        return isNamed ? QVariant(tr("A verdict follows from this line")) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(isNamed);
        return isNamed ? QVariant(font) : QVariant();
    }
    default:
        return {};
    }
}

} // namespace ulpscope::ui
