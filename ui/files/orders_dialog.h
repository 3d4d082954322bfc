// SPDX-License-Identifier: GPL-3.0-or-later
// One sum or dot product in the orders and accumulators that libraries choose between, side by side: of typed numbers, or of a tensor of the
// open file. Not modal; what is asked is answered aside.
#pragma once

#include "app/judge/arithmetic/sum_orders.h"
#include "app/session/kept/aside.h"
#include "ui/files/models/file_numbers.h"
#include "ui/look/models/table_models.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;

namespace ulpscope::ui {

class MetricView;

class OrdersDialog : public QDialog
{
    Q_OBJECT
public:
    OrdersDialog(std::shared_ptr<const Kernels> kernels, QWidget* parent);

    /// Shows the orders of typed numbers.
    void present();
    /// Shows the orders of a tensor, in its own format where products take that format.
    void present(std::shared_ptr<const ReadTensor> tensor);
    bool isIdle() const { return !m_aside.isBusy(); }

private:
    void place();
    QComboBox* addFormats(const QString& id, const QString& name, const QString& tip, const QString& chosen);
    void ask();
    /// One message in place of a table.
    void refuse(const QString& message);

    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const ReadTensor> m_tensor; ///< null: typed numbers
    QLabel* m_of;
    QLineEdit* m_terms;
    QLineEdit* m_factors;
    QComboBox* m_operands;
    QComboBox* m_sums;
    QComboBox* m_output;
    QLabel* m_said;
    MetricTableModel* m_model;
    MetricView* m_view;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
