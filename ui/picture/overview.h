// SPDX-License-Identifier: GPL-3.0-or-later
// The first view of a run, in pictures: the model with what is lost in it, layer by layer over the steps, the exponents of the
// chosen tensor, the loss, and the data where they are points of a plane.
#pragma once

#include "ui/tree/models/layer_tensor.h"

#include <QWidget>

#include <string>

namespace ulpscope {
class Document;
class SessionRunner;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class ExponentPlot;
class FieldPicture;
class LinkButton;
class ModelPicture;
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
    const LayerTensor& tensor() const { return m_tensor; }
    StackedPlot& lossPlot() const { return *m_loss; }

signals:
    /// A click in a picture was about that layer: its path in the run.
    void layerChosen(const std::string& path);
    /// A layer's forms are wanted.
    void layerOpened(const std::string& path);
    void editRefused(const QString& message);
    /// The elements of the tensor whose exponents are shown.
    void tensorOpened(const ulpscope::TensorName& tensor);
    /// The data and what is made of them are wanted large.
    void dataOpened();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void choose(const LayerTensor& tensor);
    void replaceRun();
    void growRun();
    void drawExponents();
    void openTensor();

    const ShownRun& m_shown;
    LayerTensor m_tensor; ///< whose exponents are wanted
    LayerTensor m_drawnTensor; ///< whose exponents are shown
    std::int64_t m_drawnSteps = 0; ///< of the exponents
    ModelPicture* m_model;
    StepGrid* m_grid;
    LinkButton* m_exponentTitle;
    ExponentPlot* m_exponents;
    StackedPlot* m_loss;
    FieldPicture* m_field;
};

} // namespace ulpscope::ui
