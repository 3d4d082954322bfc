// SPDX-License-Identifier: GPL-3.0-or-later
// The first view of a run, in pictures: the model with what is lost in it, layer by layer over the steps, the exponents of the
// chosen tensor, the loss, and the data where they are points of a plane.
#pragma once

#include "ui/tree/models/layer_tensor.h"

#include <QWidget>

#include <string>

class QAction;
class QStackedWidget;

namespace ulpscope {
class Document;
class SessionRunner;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class ExponentPanel;
class FieldPicture;
class ModelPicture;
class OperationsView;
class StackedPlot;
class StepGrid;

class Overview : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the view; `shown` is of the runner.
    Overview(Document& document, SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    /// Every picture is about this layer, and about the tensor of it that has the role of the one before.
    void followLayer(const std::string& path);
    LayerTensor tensor() const;
    StackedPlot& lossPlot() const { return *m_loss; }
    ModelPicture& modelPicture() const { return *m_model; }
    OperationsView& operations() const { return *m_operations; }
    /// The operations of the chosen layer in place of the pictures, or these again.
    QAction* operationsAction() const { return m_showOperations; }

signals:
    /// A click in a picture was about that layer: its path in the run.
    void layerChosen(const std::string& path);
    /// Which of that layer's tensors, after layerChosen().
    void tensorChosen(const ulpscope::ui::LayerTensor& tensor);
    /// A layer's forms are wanted.
    void layerOpened(const std::string& path);
    void editRefused(const QString& message);
    /// The elements of the tensor whose exponents are shown.
    void tensorOpened(const ulpscope::TensorName& tensor);
    /// The data and what is made of them are wanted large.
    void dataOpened();

private:
    void choose(const LayerTensor& tensor);
    void showOperations(bool areShown);
    void take(const LayerTensor& tensor);
    void replaceRun();
    void growRun();
    void openTensor();

    const ShownRun& m_shown;
    ModelPicture* m_model;
    StepGrid* m_grid;
    ExponentPanel* m_exponents;
    StackedPlot* m_loss;
    FieldPicture* m_field;
    OperationsView* m_operations;
    QAction* m_showOperations;
    QStackedWidget* m_faces;
};

} // namespace ulpscope::ui
