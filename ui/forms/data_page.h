// SPDX-License-Identifier: GPL-3.0-or-later
// What the session trains on: a row of the dataset catalog and its parameters.
#pragma once

#include "app/document.h"
#include "ui/forms/form_page.h"

namespace ulpscope::ui {

class ComponentForm;

class DataPage : public FormPage
{
    Q_OBJECT
public:
    explicit DataPage(Document& document, QWidget* parent = nullptr);

    /// The keys on the choice of a dataset.
    void focusChoice();

signals:
    void editRefused(const QString& message);

private:
    void refresh();

    Document& m_document;
    ComponentForm* m_data;
};

} // namespace ulpscope::ui
