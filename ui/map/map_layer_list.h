// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that the selected key matches, or every layer with what decides; makes keys from chosen layers.
#pragma once

#include "ui/map/models/map_layers_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QTableView;
class QToolButton;

namespace ulpscope::ui {

class MapLayerList : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit MapLayerList(PolicyMapModel& map, QWidget* parent = nullptr);

    /// The row of a key; -1: every layer.
    void showKey(int row);

signals:
    void allRequested();
    void keysRequested(const std::vector<std::string>& keys);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    std::vector<std::string> chosenPaths() const;
    void refresh();

    PolicyMapModel& m_map;
    MapLayersModel* m_model;
    QTableView* m_table;
    QLabel* m_caption;
    QToolButton* m_all;
    QToolButton* m_make;
    QAction* m_makeExact;
    QAction* m_makePattern;
};

} // namespace ulpscope::ui
