// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of the diagnosis that are a sentence and a table of layers.
#pragma once

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/look/models/table_models.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QTimer;

namespace ulpscope::ui {

class MetricView;

// What the session costs under its policies: bytes by what they hold, multiply-adds by format. Counted anew after every
// edit, without training.
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

// In which steps operands saturate whose scales come from earlier steps; each row pins its step.
class SaturationPanel : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the panel.
    explicit SaturationPanel(const ShownRun& shown, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void pin(const QModelIndex& row);

    const ShownRun& m_shown;
    QTimer* m_soon; ///< while a run grows
    QLabel* m_message;
    MetricTableModel* m_model;
    MetricView* m_view;
    std::vector<Saturation> m_rows;
};

} // namespace ulpscope::ui
