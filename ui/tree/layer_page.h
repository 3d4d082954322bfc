// SPDX-License-Identifier: GPL-3.0-or-later
// The selected layer: its name and the parameters of its class, as the layer catalog describes them.
#pragma once

#include "app/session/document.h"
#include "ui/forms/form_pages.h"

#include <functional>

class QLabel;

namespace ulpscope::ui {

class ParameterForm;

class LayerPage : public FormPage
{
    Q_OBJECT
public:
    explicit LayerPage(Document& document, QWidget* parent = nullptr);

    /// -1: none. `inside`: a layer inside that one, which is what is shown; empty for the layer itself.
    void showLayer(int row, const QString& inside = {});

private:
    void refresh();
    void setParameter(const std::string& name, const ParameterValue& value);
    void edit(const QString& text, const std::function<void(SessionSpec&)>& change);

    Document& m_document;
    int m_row = -1;
    QString m_inside;
    QLabel* m_title;
    QLabel* m_description;
    ParameterForm* m_parameters;
};

} // namespace ulpscope::ui
