// SPDX-License-Identifier: GPL-3.0-or-later
// The file from elsewhere that is open: what it is, what can be done with it, and its page.
#pragma once

#include "ui/files/models/opened_file.h"
#include "ui/files/tensor_details.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ulpscope::ui {

class LogPage;
class OrdersDialog;
class RecordingPage;
class TensorFilePage;

class FilesView : public QWidget
{
    Q_OBJECT
public:
    explicit FilesView(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    OpenedFile& file() { return m_file; }
    /// Opens as OpenedFile does, but questions about the file wait until no dialog is open.
    void open(const QString& path, std::function<void()> otherwise);
    void focusPage();
    /// Shows the orders of typed numbers.
    void showOrders();
    bool isIdle() const;
    /// Memory of the open file in bytes: a log's text and lines, or the selected tensor.
    std::uint64_t bytes() const;

    /// "model.keras", or that it was pasted.
    QString title() const;

signals:
    /// There is something to see: a file is open, or one takes long to read.
    void appeared();
    /// Emitted when no file is open any more.
    void vanished();
    void failed(const QString& message);
    void numberWanted(const ulpscope::ui::WantedNumber& number);
    void ruleWanted(const QString& rule, bool inScene);
    /// A session that learns what the file holds.
    void trainingWanted(const QString& path);
    /// Emitted when the model of a .keras file is to be trained further.
    void modelWanted(const QString& path);

private:
    void place();
    void askLater(const QString& path, std::function<void()> ask);
    void askForNames(const QString& path, const QStringList& names);
    void askForLogNames(const LogToName& log);
    void leadOut(const TensorDetails& details);
    void showFile();
    void showReading();
    QString aboutText() const;

    std::shared_ptr<const Kernels> m_kernels;
    OpenedFile m_file;
    QTimer m_long; ///< reading takes so long that one wants to see it
    QLabel* m_about;
    QPushButton* m_train;
    QPushButton* m_model;
    QPushButton* m_names;
    QPushButton* m_close;
    QWidget* m_reading;
    QLabel* m_readingText;
    QPushButton* m_cancel;
    QStackedWidget* m_pages;
    QLabel* m_nothing;
    TensorFilePage* m_tensors;
    LogPage* m_log;
    RecordingPage* m_recording;
    OrdersDialog* m_orders = nullptr; ///< null until it is asked for
};

} // namespace ulpscope::ui
