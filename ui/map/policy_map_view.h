// SPDX-License-Identifier: GPL-3.0-or-later
// The policy map: its keys, the layers that they match, a box to try paths, and what surprises in Keras.
#pragma once

#include "app/session/document.h"
#include "ui/map/models/policy_map_model.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QScrollArea;

namespace ulpscope::ui {

class MapKeyList;
class PolicyMapModel;

// Where Keras would surprise with this session: one quiet line each.
class GoodToKnow : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit GoodToKnow(PolicyMapModel& map, QWidget* parent = nullptr);

private:
    void refresh();

    PolicyMapModel& m_map;
    QLabel* m_caption;
    QLabel* m_text;
    QScrollArea* m_area;
};

class PolicyMapView : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyMapView(Document& document, QWidget* parent = nullptr);

    void focusKeys();

signals:
    void failed(const QString& message);
    void noticed(const QString& message);

protected:
    bool event(QEvent* event) override;

private:
    PolicyMapModel* m_model;
    MapKeyList* m_keys;
    QCheckBox* m_older;
};

} // namespace ulpscope::ui
