// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers take a quantized policy, which do not, and why: for the session's own policies, or for what
// model.quantize(mode) would do.
#pragma once

#include "engine/session/session_spec.h"

#include <QDialog>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class QuantizationTableModel;

class QuantizationDialog : public QDialog
{
    Q_OBJECT
public:
    explicit QuantizationDialog(const SessionSpec& session, QWidget* parent = nullptr);

private:
    void refresh();

    SessionSpec m_session;
    QuantizationTableModel* m_model;
    QComboBox* m_mode;
    QLabel* m_summary;
};

} // namespace ulpscope::ui
