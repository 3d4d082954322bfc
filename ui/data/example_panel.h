// SPDX-License-Identifier: GPL-3.0-or-later
// A table of test examples, the worst of this run first, with what both lanes say of each: for data that is no picture. Of a text
// also how each lane writes on.
#pragma once

#include "ui/data/data_panel.h"
#include "ui/data/models/continued_text.h"

class QLabel;

namespace ulpscope::ui {

class MetricTableModel;
class MetricView;

class ExamplePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit ExamplePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void writeOn();

    ContinuedText m_text;
    QLabel* m_written; ///< of a text
    MetricTableModel* m_model;
    MetricView* m_view;
};

} // namespace ulpscope::ui
