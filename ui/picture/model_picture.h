// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/tree/models/layer_tensor.h"
#include <QWidget>
#include <string>
namespace ulpscope {
class Document;
class ShownRun;
} // namespace ulpscope
namespace ulpscope::ui {
class ModelPicture : public QWidget
{
    Q_OBJECT
public:
    ModelPicture(Document&, const ShownRun&, QWidget* parent)
        : QWidget(parent)
    {
        setObjectName(QStringLiteral("modelPicture"));
    }
    void choose(const LayerTensor&) { }
signals:
    void tensorChosen(const LayerTensor& tensor);
    void layerOpened(const std::string& path);
    void editRefused(const QString& message);
};
} // namespace ulpscope::ui
