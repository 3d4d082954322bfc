// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the open session's policy map as rows, the default policy last: key, policy, how many layers take it.
// Edits go through the document. A key is judged while it is typed.
#pragma once

#include "app/judge/runs/verdicts.h"
#include "ui/look/models/table_models.h"
#include "ui/map/models/map_analyst.h"

#include <functional>

namespace ulpscope::ui {

class PolicyMapModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { KeyColumn, PolicyColumn, LayersColumn, ColumnCount };

    explicit PolicyMapModel(Document& document, QObject* parent = nullptr);

    /// The keys, without the default and without a key that is being added.
    int keyCount() const { return int(m_shown->policies.map.size()); }
    int defaultRow() const { return rowCount() - 1; }
    bool isKey(int row) const { return row >= 0 && row < keyCount(); }

    const PolicySettings& policies() const { return m_shown->policies; }
    const SessionSpec& session() const { return *m_shown; }
    const MapAnalyst& analyst() const { return m_analyst; }
    /// Finding about the row's key; null while it is being computed.
    const KeyFinding* finding(int row) const;
    /// A problem of the row or a remark on it; empty: none.
    QString remark(int row) const;

    /// A row for a key that is not in the session yet; its editor's text makes it one, or takes it away again.
    int beginKey();
    void endKey();
    /// The text in the editor of the row's key.
    void setDraft(int row, const QString& text);
    void clearDraft();
    void setTriedPath(const QString& path);

    /// Edits in one undo step. False if refused; Document::refused() then gave the reason.
    bool edit(const QString& text, const std::function<void(PolicySettings&)>& change);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    Document& document() { return m_document; }
    /// A key becomes the session's when it has been judged, which keyAccepted says.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void noticed(const QString& message);
    /// The findings are of now.
    void judged();
    /// A key that was typed is in the session.
    void keyAccepted(int row);

private:
    struct Draft
    {
        int row = 0;
        std::string key;
        bool isFinal = false; ///< whether the map becomes the session's once it is judged
    };

    void onSessionChanged();
    void onAnswered();
    void ask();
    bool takeKey(int row, const std::string& key);
    void acceptDraft();
    bool setPolicy(int row, const QString& name);
    std::string keyAt(int row) const;
    QVariant keyData(int row, int role) const;
    QVariant policyData(int row, int role) const;
    QVariant layersData(int row, int role) const;
    void announceCells();

    Document& m_document;
    MapAnalyst m_analyst;
    std::shared_ptr<const SessionSpec> m_shown;
    bool m_hasNewRow = false;
    std::optional<Draft> m_draft;
    std::string m_triedPath;
};

} // namespace ulpscope::ui
