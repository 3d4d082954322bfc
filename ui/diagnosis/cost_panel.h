// SPDX-License-Identifier: GPL-3.0-or-later
// What the session costs under its policies: bytes by what they hold, multiply-adds by format. Counted anew after every
// edit, without training.
#pragma once

#include "app/session/document.h"
#include "engine/kernels/kernels.h"
#include "ui/look/models/metric_table_model.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace ulpscope::ui {

class MetricView;

class CostPanel : public QWidget
{
    Q_OBJECT
public:
    /// `document` must outlive the panel.
    CostPanel(Document& document, std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void count();

    Document& m_document;
    std::shared_ptr<const Kernels> m_kernels;
    MetricTableModel* m_bytes;
    MetricTableModel* m_products;
    MetricView* m_bytesView;
    MetricView* m_productsView;
    QLabel* m_message;
};

} // namespace ulpscope::ui
