// SPDX-License-Identifier: GPL-3.0-or-later
// The tensor of a file that is chosen: its elements with their bits, its magnitudes beside a format's range, what formats would lose of it.
#pragma once

#include "app/session/kept/aside.h"
#include "engine/kernels/kernels.h"
#include "ui/files/models/file_numbers.h"
#include "ui/look/models/table_models.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QTabWidget;

namespace ulpscope::ui {

class ElementTableModel;
class ExponentBarPlot;
class MetricView;
class TaskBar;
struct ExponentBars;

/// An element to look at elsewhere.
struct WantedNumber
{
    double value = 0;
    const Format* format = nullptr; ///< the tensor's format; null where it has integers
    QString place; ///< "layers/dense/vars/0 [3, 7] of model.keras"
};

class TensorDetails : public QWidget
{
    Q_OBJECT
public:
    /// id: object names begin with it. numbers must outlive it.
    TensorDetails(const QString& id, FileNumbers& numbers, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    /// Shows tensors of this file from now on; null for none.
    void setFile(std::shared_ptr<const TensorFile> file);
    /// Memory that the chosen tensor takes.
    std::uint64_t bytes() const;
    /// Asks for it. Nothing: none is chosen.
    void choose(std::optional<std::size_t> tensor);
    bool isIdle() const { return !m_aside.isBusy(); }
    /// Another page about the tensor; the first of all is in front.
    void insertPage(int place, QWidget* page, const QString& title, const QString& tip);
    /// Whether the tensor has such a page, which then is in front.
    void showPage(QWidget* page, bool isWanted);

signals:
    void numberWanted(const ulpscope::ui::WantedNumber& number);
    void ordersWanted(const std::shared_ptr<const ulpscope::ui::ReadTensor>& tensor);

private:
    QWidget* makeNumbers();
    QWidget* makeExponents();
    QWidget* makeFormats();
    void listTypes();
    void read();
    void show(const std::shared_ptr<const ReadTensor>& tensor);
    void say(const QString& message);
    void showRange();
    void openElement(int row);
    void showNotFinite();
    void compareFormats(const std::shared_ptr<const ReadTensor>& tensor);

    QString m_id;
    FileNumbers& m_numbers;
    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const TensorFile> m_file;
    std::optional<std::size_t> m_tensor;
    std::shared_ptr<const ExponentBars> m_bars;
    QLabel* m_said;
    QLabel* m_asLabel;
    QComboBox* m_as; ///< where the file does not say what elements are
    QPushButton* m_orders;
    QTabWidget* m_pages;
    ElementTableModel* m_elements;
    QTableView* m_table;
    QPushButton* m_notFinite;
    QComboBox* m_format;
    QLabel* m_range;
    ExponentBarPlot* m_plot;
    TaskBar* m_lossTask;
    MetricTableModel* m_losses;
    MetricView* m_lossView;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
