// SPDX-License-Identifier: GPL-3.0-or-later
// The policy map: its keys, the layers that they match, a box to try paths, and what surprises in Keras.
#pragma once

#include "app/session/document.h"

#include <QWidget>

class QCheckBox;

namespace ulpscope::ui {

class MapKeyList;
class PolicyMapModel;

class PolicyMapView : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyMapView(Document& document, QWidget* parent = nullptr);

    void focusKeys();

signals:
    void editRefused(const QString& message);
    void noticed(const QString& message);

protected:
    bool event(QEvent* event) override;

private:
    PolicyMapModel* m_model;
    MapKeyList* m_keys;
    QCheckBox* m_older;
};

} // namespace ulpscope::ui
