// SPDX-License-Identifier: GPL-3.0-or-later
// What each tensor of a file would lose in each format, as a grid: NaN and infinities first, then the gravest. Reads the file only once it
// is seen; a large one by the list's own button.
#pragma once

#include "engine/kernels/kernels.h"
#include "ui/files/models/file_numbers.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class GridView;

class FormatGridPanel : public QWidget
{
    Q_OBJECT
public:
    /// id: object names begin with it. numbers must outlive the panel.
    FormatGridPanel(const QString& id, FileNumbers& numbers, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    /// Null: none.
    void setFile(std::shared_ptr<const TensorFile> file);
    /// Highlights a tensor of the file.
    void choose(std::size_t tensor);
    GridView& view() const { return *m_view; }
    bool isIdle() const { return !m_soon.isActive(); }

signals:
    /// A tensor of the file was clicked.
    void chosen(std::size_t tensor);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void pick(std::size_t row);

    FileNumbers& m_numbers;
    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const TensorFile> m_file;
    std::string m_chosen; ///< name of a tensor
    QComboBox* m_figure;
    QLabel* m_reading;
    GridView* m_view;
    QTimer m_soon; ///< numbers come a few at a time
};

} // namespace ulpscope::ui
