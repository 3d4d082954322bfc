// SPDX-License-Identifier: GPL-3.0-or-later
// A box of the model's picture, opened: the operations of that layer in a step, and the way back to the model.
#pragma once

#include "ui/look/plot_content.h"
#include "ui/picture/operation_drawing.h"
#include "ui/picture/picture_area.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QAction;
class QCheckBox;
class QLabel;

namespace ulpscope {
class Document;
class SessionRunner;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class LinkButton;

/// Arrow keys walk the operations, Return opens a function, Backspace closes it.
class OperationsPicture : public PictureArea
{
    Q_OBJECT
public:
    explicit OperationsPicture(QWidget* parent);

    /// Functions that were opened stay open while the layer and the step are the same.
    void show(std::shared_ptr<const graph::Graph> step, const std::string& path, bool hasUpdate,
        std::shared_ptr<const OperationCounts> counts);
    const OperationDrawing& drawing() const { return *m_drawing; }
    /// A function opens.
    void activate(const PictureItem& item);
    void setFunction(graph::GroupId function, bool isOpen);
    QAction* exportAction() const { return m_export; }

protected:
    void redraw() override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    std::shared_ptr<const graph::Graph> m_step;
    std::string m_path;
    bool m_hasUpdate = false;
    std::shared_ptr<const OperationCounts> m_counts;
    std::vector<graph::GroupId> m_opened;
    std::unique_ptr<OperationDrawing> m_drawing;
    QAction* m_export;
};

class OperationsView : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the view; `shown` is of the runner.
    OperationsView(
        const Document& document, SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    /// path: of a layer; empty: the loss.
    void showLayer(const std::string& path);
    const std::string& layer() const { return m_path; }
    OperationsPicture& picture() const { return *m_picture; }
    /// As it leaves the window.
    PlotContent plotContent() const;

signals:
    /// Back up to the model.
    void left();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void takeSession();
    void ask();
    void take(const std::shared_ptr<const OperationCounts>& counts);
    void refresh();
    /// Why nothing is told of what operations lose; empty: it is.
    QString whyNoCounts() const;

    const Document& m_document;
    SessionRunner& m_runner;
    const ShownRun& m_shown;
    LinkButton* m_model;
    QLabel* m_layer;
    QCheckBox* m_update;
    QLabel* m_sentence;
    OperationsPicture* m_picture;
    std::string m_path;
    std::shared_ptr<const graph::Graph> m_step; ///< null: it cannot be shown
    QString m_refusal; ///< why not all of the step is shown; empty: it is
    std::shared_ptr<const OperationCounts> m_answer; ///< of the shown run; null: none was given
    bool m_isAnswered = false;
    std::shared_ptr<const OperationCounts> m_counts; ///< of m_step; null: none
};

} // namespace ulpscope::ui
