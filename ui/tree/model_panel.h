// SPDX-License-Identifier: GPL-3.0-or-later
// The model: its layers with their policies and metrics. Below it, when they are asked for, the forms of the selected layer, the
// training and the data.
#pragma once

#include "app/desktop/settings.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/session/data_repair.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QAction;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QSplitter;
class QTabWidget;
class QTreeView;

namespace ulpscope::ui {

class LayerColumns;
class LayerPage;
class LayerPolicyActions;
class NumericsPage;
class PolicyPalette;
class StepChip;

class ModelPanel : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the panel.
    ModelPanel(Document& document, const ShownRun& shown, Settings& settings, QWidget* parent = nullptr);

    /// Actions for the window's menus; they act on the selected layers.
    QList<QAction*> layerActions() const;
    QList<QAction*> policyActions() const;
    QMenu* setPolicyMenu() const;
    QMenu* columnsMenu() const;
    QMenu* addLayerMenu() const { return m_addMenu; }
    /// Shows the forms or hides them.
    QAction* formsAction() const { return m_showForms; }

    /// The layer at that path in a run, or else the nearest one that it is inside of; false if there is none in the session.
    bool selectLayer(const std::string& path);
    /// Likewise all of these; the first is the current one, which plots are about.
    bool selectLayers(const std::vector<std::string>& paths);
    /// The forms of the selected layer, ready for the keyboard.
    void openForms();

public slots:
    /// The run's metrics are of the session as it was before.
    void setStale(bool isStale);
    void focusFilter();
    /// By name, "dense_1", or "mha/query" of one within; one that is not there changes nothing.
    void selectLayerByName(const QString& name);
    void restoreSplitter();

signals:
    /// Emitted when a tensor's elements are to be shown.
    void tensorRequested(const ulpscope::TensorName& tensor);
    /// Path of the selected layer, or of a composite's child, in the run: "sequential/dense".
    void layerSelected(const std::string& path);
    /// The data page offers this repair.
    void repairOffered(const QString& message, const ulpscope::DataRepair& repair);
    void noticed(const QString& message);
    /// The least with which no layer's name is cut.
    void widthWanted(int width);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeList();
    QTabWidget* makeForms();
    void setFormsShown(bool areShown);
    void connectActions();
    void fillAddMenu();
    std::optional<LayerPlace> placeOf(const std::string& path) const;
    /// Returns null where the run on the screen is another scene's.
    const RunHistory* runOfSession() const;
    /// The update of the current layer that loses the most.
    std::optional<TensorName> update() const;
    int selectedRow() const;
    std::vector<std::size_t> selectedRows() const;
    void selectRow(int row);
    void showMetrics();
    void showUpdates();
    void onRunGrew();
    void onModelReset();
    void onSelectionChanged();
    void edit(const QString& text, const std::function<void(SessionSpec&)>& change, int rowAfter);
    void addLayer(const std::string& className);
    void addTransformerBlock();
    void removeSelected();
    void moveSelected(int by);
    void showContextMenu(const QPoint& position);

    Document& m_document;
    const ShownRun& m_shown;
    QTimer m_metrics; ///< shows metrics of a growing run from time to time
    LayerTreeModel* m_model;
    QSortFilterProxyModel* m_proxy;
    QSplitter* m_splitter;
    QLineEdit* m_filter;
    StepChip* m_step;
    QTreeView* m_view;
    QMenu* m_addMenu;
    LayerColumns* m_columns = nullptr;
    LayerPolicyActions* m_policies = nullptr;
    QAction* m_remove;
    QAction* m_up;
    QAction* m_down;
    QAction* m_updates;
    QAction* m_showForms;
    QTabWidget* m_forms;
    LayerPage* m_layerPage;
    NumericsPage* m_numericsPage;
    PolicyPalette* m_palette;
    QString m_currentName; ///< name of the chosen layer, to find it again after a reset
    int m_currentRow = -1; ///< row of the chosen layer, in case that it was renamed
    int m_rowCount = 0; ///< rows of layers at the last reset
};

} // namespace ulpscope::ui
