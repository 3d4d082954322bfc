// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to Keras around the model rather than to a layer: floatx, the training loop, and a sentence about what
// Model.compile would do.
#pragma once

#include "app/session/document.h"

#include <QWidget>

class QLabel;

namespace ulpscope::ui {

class ParameterForm;

class KerasForm : public QWidget
{
    Q_OBJECT
public:
    explicit KerasForm(Document& document, QWidget* parent = nullptr);

signals:
    void editRefused(const QString& message);

private:
    void refresh();

    Document& m_document;
    ParameterForm* m_form;
    QLabel* m_compile;
    QLabel* m_arithmetic; ///< by whose rules, and why
};

} // namespace ulpscope::ui
