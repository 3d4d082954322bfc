// SPDX-License-Identifier: GPL-3.0-or-later
// What the session trains on: a row of the dataset catalog and its parameters.
#pragma once

#include "app/session/document.h"
#include "engine/session/data_repair.h"
#include "ui/forms/form_page.h"

namespace ulpscope::ui {

class ComponentForm;

class DataPage : public FormPage
{
    Q_OBJECT
public:
    explicit DataPage(Document& document, QWidget* parent = nullptr);

signals:
    void editRefused(const QString& message);
    /// Refused for a model that does not fit; the repair changes both.
    void repairOffered(const QString& message, const ulpscope::DataRepair& repair);

private:
    void refresh();
    std::optional<DataRepair> repairFor(const Component& wanted) const;

    Document& m_document;
    ComponentForm* m_data;
};

} // namespace ulpscope::ui
