// SPDX-License-Identifier: GPL-3.0-or-later
// A table of test examples, the worst of this run first, with what both lanes say of each: for data that is no picture, and for
// texts.
#pragma once

#include "ui/data/data_panel.h"

namespace ulpscope::ui {

class FigureTableModel;
class FigureView;

class ExamplePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit ExamplePanel(QWidget* parent = nullptr);

    std::shared_ptr<const Examples> inputs(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

private:
    FigureTableModel* m_model;
    FigureView* m_view;
};

} // namespace ulpscope::ui
