// SPDX-License-Identifier: GPL-3.0-or-later
// Type any path and see which key decides for it, with which policy, or what Keras raises.
#pragma once

#include "ui/map/models/policy_map_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ulpscope::ui {

class PathTester : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit PathTester(PolicyMapModel& map, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void tryPath(const QString& path);
    void refresh();

    PolicyMapModel& m_map;
    QLineEdit* m_path;
    QLabel* m_result;
};

} // namespace ulpscope::ui
