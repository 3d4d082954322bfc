// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/files_view.h"

#include "ui/files/file_pages.h"
#include "ui/files/log_page.h"
#include "ui/files/names_dialogs.h"
#include "ui/files/orders_dialog.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

/// Calls `act` at once, or as soon as no modal dialog is open any more; never once `context` is gone.
void afterDialogs(QObject* context, std::function<void()> act)
{
    constexpr int kAgainMs = 100;
    if (QApplication::activeModalWidget() == nullptr)
        act();
    else
        QTimer::singleShot(
            kAgainMs, context, [context, act = std::move(act)] { afterDialogs(context, act); });
}

constexpr int kLongMs = 300;
constexpr std::size_t kShownFacts = 4;

QString titleOf(std::string_view kind)
{
    for (const TensorFileKind& row : tensorFileKinds())
        if (row.name == kind)
            return engineText(row.title);
    return toQt(kind);
}

/// Whether a session can learn from it.
bool isLearntFrom(const OpenedFile& file)
{
    if (file.path().isEmpty() || file.recording())
        return false;
    return !file.tensors() || file.tensors()->kind() == "npy" || file.tensors()->kind() == "npz";
}

} // namespace

FilesView::FilesView(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_kernels(std::move(kernels))
    , m_about(new QLabel(this))
    , m_train(new QPushButton(tr("Learn &from it…"), this))
    , m_model(new QPushButton(tr("Take the &model over…"), this))
    , m_names(new QPushButton(tr("&Names…"), this))
    , m_close(new QPushButton(tr("&Close"), this))
    , m_reading(new QWidget(this))
    , m_readingText(new QLabel(m_reading))
    , m_cancel(new QPushButton(tr("Cancel"), m_reading))
    , m_pages(new QStackedWidget(this))
    , m_nothing(new QLabel(m_pages))
    , m_tensors(new TensorFilePage(m_kernels, m_pages))
    , m_log(new LogPage(m_pages))
    , m_recording(new RecordingPage(m_kernels, m_pages))
{
    registerPlace(this, {.name = "filesView", .terms = "tensor", .guide = "files#elsewhere"});
    place();
    m_long.setSingleShot(true);
    m_long.setInterval(kLongMs);
    connect(&m_long, &QTimer::timeout, this, [this] {
        if (m_file.isReading())
            emit appeared();
    });
    connect(&m_file, &OpenedFile::opened, this, [this] {
        showFile();
        emit appeared();
    });
    connect(&m_file, &OpenedFile::closed, this, [this] {
        showFile();
        emit vanished();
    });
    connect(&m_file, &OpenedFile::readingChanged, this, &FilesView::showReading);
    connect(&m_file, &OpenedFile::failed, this, &FilesView::failed);
    connect(m_cancel, &QPushButton::clicked, &m_file, &OpenedFile::cancel);
    connect(m_close, &QPushButton::clicked, &m_file, &OpenedFile::close);
    connect(&m_file, &OpenedFile::namesWanted, this, [this](const QString& path, const QStringList& names) {
        askLater(path, [this, path, names] { askForNames(path, names); });
    });
    connect(&m_file, &OpenedFile::logNamesWanted, this,
        [this](const LogToName& log) { askLater(log.path, [this, log] { askForLogNames(log); }); });
    connect(m_names, &QPushButton::clicked, this, [this] {
        if (m_file.log())
            askForLogNames({m_file.path(), m_file.log()->read.text, m_file.log()->names});
        else
            askForNames(m_file.path(), m_file.recording()->storedNames());
    });
    connect(m_train, &QPushButton::clicked, this, [this] { emit trainingWanted(m_file.path()); });
    connect(m_model, &QPushButton::clicked, this, [this] { emit modelWanted(m_file.path()); });
    leadOut(m_tensors->details());
    leadOut(m_recording->details());
    connect(m_log, &LogPage::ruleWanted, this, &FilesView::ruleWanted);
    showFile();
}

void FilesView::open(const QString& path, std::function<void()> otherwise)
{
    m_file.open(path, [this, path, otherwise = std::move(otherwise)] {
        if (otherwise)
            askLater(path, otherwise);
    });
}

/// Unless another file has been asked for by then.
void FilesView::askLater(const QString& path, std::function<void()> ask)
{
    afterDialogs(this, [this, path, ask = std::move(ask)] {
        if (m_file.asked() == path)
            ask();
    });
}

void FilesView::askForNames(const QString& path, const QStringList& names)
{
    const QString pattern = m_file.recording() && m_file.path() == path
        ? toQt(m_file.recording()->recording->pattern().text())
        : QString();
    auto* dialog = new RecordingNamesDialog(path, names, pattern, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecordingNamesDialog::chosen, &m_file, &OpenedFile::openNamed);
    dialog->open();
}

void FilesView::askForLogNames(const LogToName& log)
{
    auto* dialog = new LogNamesDialog(log, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LogNamesDialog::chosen, &m_file, &OpenedFile::judgeNamed);
    dialog->open();
}

/// Connects the links to the number lab and to the orders of a sum.
void FilesView::leadOut(const TensorDetails& details)
{
    connect(&details, &TensorDetails::numberWanted, this, [this](WantedNumber number) {
        number.place = tr("%1 of %2").arg(number.place, title());
        emit numberWanted(number);
    });
    connect(&details, &TensorDetails::ordersWanted, this, [this](const auto& tensor) {
        showOrders();
        m_orders->present(tensor);
    });
}

void FilesView::place()
{
    m_about->setObjectName(QStringLiteral("fileAbout"));
    m_about->setWordWrap(true);
    m_about->setTextFormat(Qt::PlainText);
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_train->setObjectName(QStringLiteral("fileLearn"));
    m_train->setToolTip(tr("Makes a session that learns what the file holds, after a look at it"));
    m_model->setObjectName(QStringLiteral("fileModel"));
    m_model->setToolTip(tr(
        "Trains the file's model on in this session, from its weights, with its policies, optimizer, loss and loss scale; "
        "the session keeps its data"));
    m_names->setObjectName(QStringLiteral("fileNames"));
    m_close->setObjectName(QStringLiteral("fileClose"));
    m_close->setToolTip(tr("Closes the file and its tab (Ctrl+W)"));
    m_cancel->setObjectName(QStringLiteral("fileCancel"));
    m_cancel->setToolTip(tr("Gives reading up; what is open stays"));
    for (QPushButton* button : {m_train, m_model, m_names, m_close, m_cancel})
        button->setAutoDefault(false);
    auto* busy = new QProgressBar(m_reading);
    describe(busy, QStringLiteral("fileReading"), tr("Reading"));
    busy->setRange(0, 0); // how much there is to read is not known
    busy->setMaximumWidth(fontMetrics().averageCharWidth() * 20);
    auto* readingBar = new FlowLayout(m_reading);
    readingBar->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_readingText, busy, m_cancel})
        readingBar->addWidget(widget);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setText(tr("Nothing is open."));
    for (QWidget* page : std::initializer_list<QWidget*>{m_nothing, m_tensors, m_log, m_recording})
        m_pages->addWidget(page);
    auto* bar = new FlowLayout;
    for (QPushButton* button : {m_train, m_model, m_names, m_close})
        bar->addWidget(button);
    columnOf(this, {m_reading, m_about, bar, {m_pages, 1}}, {.margins = QMargins(0, 6, 0, 0), .spacing = 6});
    m_reading->hide();
}

QString FilesView::title() const
{
    return m_file.path().isEmpty() ? tr("a pasted log") : QDir(m_file.path()).dirName();
}

QString FilesView::aboutText() const
{
    if (m_file.log())
        return tr("%1: the log of a training").arg(title());
    if (m_file.recording())
        return tr("%1: the recording of a training, %2")
            .arg(title(), aboutRecording(*m_file.recording()->recording));
    const TensorFile& file = *m_file.tensors();
    QString text = QStringLiteral("%1: %2").arg(title(), titleOf(file.kind()));
    for (std::size_t i = 0; i < std::min(kShownFacts, file.facts().size()); ++i)
        text += QStringLiteral(" · %1: %2")
                    .arg(toQt(file.facts()[i].first), toQt(file.facts()[i].second).left(80));
    for (const std::string& notice : file.notices())
        text += QLatin1Char('\n') + toQt(notice).left(400);
    return text;
}

void FilesView::showFile()
{
    m_tensors->setFile(m_file.tensors());
    m_log->setLog(m_file.log());
    m_recording->setRecording(m_file.recording());
    m_about->setText(m_file.isOpen() ? aboutText() : QString());
    m_close->setVisible(m_file.isOpen());
    m_names->setVisible(m_file.recording() || m_file.log());
    m_names->setToolTip(m_file.log()
            ? tr(
                "Says what the log calls its steps, losses, loss scales and skipped steps, where its words are its own")
            : tr(
                "Says how the tensors of the recording are named: where the step, the layer and the role are"));
    m_train->setVisible(m_file.isOpen() && isLearntFrom(m_file));
    m_model->setVisible(m_file.tensors() && m_file.tensors()->kind() == "keras");
    m_pages->setCurrentWidget(m_file.tensors() ? static_cast<QWidget*>(m_tensors)
            : m_file.log()                     ? static_cast<QWidget*>(m_log)
            : m_file.recording()               ? static_cast<QWidget*>(m_recording)
                                               : m_nothing);
}

void FilesView::showReading()
{
    const bool isReading = m_file.isReading();
    m_reading->setVisible(isReading);
    m_readingText->setText(tr("Reading %1…").arg(QDir(m_file.asked()).dirName()));
    if (isReading)
        m_long.start();
    else if (!m_file.isOpen())
        emit vanished();
}

void FilesView::focusPage()
{
    if (m_file.tensors())
        m_tensors->focusSearch();
    else if (m_file.log())
        m_log->focusLines();
    else if (m_file.recording())
        m_recording->focusPage();
}

void FilesView::showOrders()
{
    if (!m_orders)
        m_orders = new OrdersDialog(m_kernels, window());
    m_orders->present();
}

std::uint64_t FilesView::bytes() const
{
    const std::uint64_t log = m_file.log() ? 2 * m_file.log()->read.text.size() : 0;
    return log + m_tensors->details().bytes() + m_recording->details().bytes();
}

bool FilesView::isIdle() const
{
    return !m_file.isReading() && m_tensors->isIdle() && m_recording->isIdle()
        && (!m_orders || m_orders->isIdle());
}

} // namespace ulpscope::ui
