// SPDX-License-Identifier: GPL-3.0-or-later
// Where Keras would surprise with this session: one quiet line each.
#pragma once

#include "ui/map/models/policy_map_model.h"

#include <QWidget>

class QLabel;
class QScrollArea;

namespace ulpscope::ui {

class GoodToKnow : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit GoodToKnow(PolicyMapModel& map, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    PolicyMapModel& m_map;
    QLabel* m_caption;
    QLabel* m_text;
    QScrollArea* m_area;
};

} // namespace ulpscope::ui
