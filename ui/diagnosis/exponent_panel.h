// SPDX-License-Identifier: GPL-3.0-or-later
// How a tensor's exponents move over the run on the screen: chooses the tensor, and where there is room says the newest column
// in words and reads the cell at the cursor. Draws only while it is seen.
#pragma once

#include "app/session/shown_run.h"
#include "ui/diagnosis/models/exponent_map.h"

#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

class ExponentPlot;

class ExponentPanel : public QWidget
{
    Q_OBJECT
public:
    enum class Size { Whole, Small }; ///< small: the plot and the choice of its tensor alone

    /// `shown` must outlive the panel. Names of what is inside begin with `prefix`.
    explicit ExponentPanel(const ShownRun& shown, Size size = Size::Whole,
        const QString& prefix = QStringLiteral("exponent"), QWidget* parent = nullptr);

    /// Chooses a tensor of that layer, of the same role as before if it has one.
    void followLayer(const std::string& path) { choose({path, tensor().role}); }
    /// Selects that tensor, otherwise one of its layer.
    void choose(const LayerTensor& tensor);
    /// The last that was asked for, or is chosen.
    LayerTensor tensor() const;

    /// Entries of the plot's menu, before the others.
    void addEntries(const QList<QAction*>& actions);

signals:
    /// A tensor was chosen in the list.
    void chosen(const ulpscope::ui::LayerTensor& tensor);

private:
    void grow();
    void list();
    void takeWanted();
    void draw();

    const ShownRun& m_shown;
    const bool m_isWhole;
    std::vector<ExponentKey> m_keys; ///< the list's rows; a run may have come since that has not all of them
    std::optional<LayerTensor> m_wanted; ///< to be chosen when the panel is seen
    std::int64_t m_drawnSteps = 0;
    QComboBox* m_tensor;
    QPushButton* m_export;
    QLabel* m_message;
    ExponentPlot* m_plot;
};

} // namespace ulpscope::ui
