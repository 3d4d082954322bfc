// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/files_view.h"

#include "app/io/recordings/recorded_name.h"
#include "app/io/recordings/recording_files.h"
#include "ui/files/file_pages.h"
#include "ui/files/log_page.h"
#include "ui/files/orders_dialog.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/table_models.h"
#include "ui/look/models/translation.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringList>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ulpscope::ui {

// A dialog for a log with names of its own: the user chooses which of its names are the step, the loss and so on, and sees the effect on its beginning at once.
class LogNamesDialog : public QDialog
{
    Q_OBJECT
public:
    LogNamesDialog(LogToName log, QWidget* parent);

    void accept() override;

signals:
    /// The log with the names.
    void chosen(const ulpscope::ui::LogToName& log);

private:
    void place();
    void offer(QComboBox* combo, const std::string& name);
    std::string_view beginning() const;
    LogNames names() const;
    void tryNames();

    LogToName m_log;
    std::vector<UnreadNumber> m_offered;
    QComboBox* m_step;
    QComboBox* m_loss;
    QComboBox* m_lossScale;
    QComboBox* m_gradientNorm;
    QComboBox* m_skipped;
    QLabel* m_said;
};

class MetricView;

// How the tensors of a recording are named: a pattern with places for the step, the layer and the role, tried at once on some of the names.
class RecordingNamesDialog : public QDialog
{
    Q_OBJECT
public:
    /// names: some of those in the recording; pattern: that it is read by; may be empty.
    RecordingNamesDialog(
        const QString& path, const QStringList& names, const QString& pattern, QWidget* parent);

    void accept() override;

signals:
    void chosen(const QString& path, const ulpscope::NamePattern& pattern);

private:
    void place();
    void tryPattern();

    QString m_path;
    QStringList m_names;
    QComboBox* m_pattern;
    QLabel* m_said;
    MetricTableModel* m_model;
    MetricView* m_view;
    QCheckBox* m_keep;
    QDialogButtonBox* m_buttons;
};

namespace {

constexpr std::size_t kTried = std::size_t{1} << 18; // bytes of the log, while names are typed
constexpr std::size_t kMaxOffered = 200;

std::int64_t countOf(const TrainingLog& log, const auto& says)
{
    return std::ranges::count_if(log.events, says);
}

std::int64_t skippedIn(const TrainingLog& log)
{
    return std::accumulate(log.events.begin(), log.events.end(), std::int64_t{0},
        [](std::int64_t sum, const LogEvent& event) { return sum + event.skipped; });
}

} // namespace

LogNamesDialog::LogNamesDialog(LogToName log, QWidget* parent)
    : QDialog(parent)
    , m_log(std::move(log))
    , m_step(new QComboBox(this))
    , m_loss(new QComboBox(this))
    , m_lossScale(new QComboBox(this))
    , m_gradientNorm(new QComboBox(this))
    , m_skipped(new QComboBox(this))
    , m_said(new QLabel(this))
{
    setObjectName(QStringLiteral("logNames"));
    setWindowTitle(tr("Words of the log"));
    m_offered = unreadNumbers(beginning());
    m_offered.resize(std::min(m_offered.size(), kMaxOffered));
    place();
    tryNames();
}

std::string_view LogNamesDialog::beginning() const
{
    return std::string_view(m_log.text).substr(0, kTried);
}

void LogNamesDialog::place()
{
    auto* about = new QLabel(
        tr("What does the log call its numbers? Choose a name that it has, or write one letter for letter: the words before a number, a key of JSON "
           "or a column of a table. What is empty is read by the usual names."),
        this);
    about->setWordWrap(true);
    offer(m_step, m_log.names.step);
    offer(m_loss, m_log.names.loss);
    offer(m_lossScale, m_log.names.lossScale);
    offer(m_gradientNorm, m_log.names.gradientNorm);
    offer(m_skipped, m_log.names.skipped);
    describe(m_step, QStringLiteral("logNameStep"), tr("Step"), tr("As it in it=12"));
    describe(m_loss, QStringLiteral("logNameLoss"), tr("Loss"), tr("As L in L=2.31"));
    describe(m_lossScale, QStringLiteral("logNameScale"), tr("Loss scale"), tr("As S in S=1024"));
    describe(m_gradientNorm, QStringLiteral("logNameNorm"), tr("Gradient norm"),
        tr("As G in G=1.5: the norm of all gradients"));
    describe(m_skipped, QStringLiteral("logNameSkipped"), tr("Skipped steps"),
        tr("As skip in skip=1: how many steps the line says were skipped"));
    m_said->setObjectName(QStringLiteral("logNamesSaid"));
    m_said->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Step"), m_step);
    form->addRow(tr("&Loss"), m_loss);
    form->addRow(tr("Loss s&cale"), m_lossScale);
    form->addRow(tr("&Gradient norm"), m_gradientNorm);
    form->addRow(tr("S&kipped steps"), m_skipped);
    for (const QComboBox* combo : {m_step, m_loss, m_lossScale, m_gradientNorm, m_skipped})
        connect(combo, &QComboBox::editTextChanged, this, &LogNamesDialog::tryNames);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &LogNamesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &LogNamesDialog::reject);
    columnOf(this, {about, form, m_said, buttons}, {.hasStyleMargins = true});
}

/// The names of the log, each with how often it is there and its first number.
void LogNamesDialog::offer(QComboBox* combo, const std::string& name)
{
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    for (const UnreadNumber& number : m_offered) {
        combo->addItem(toQt(number.name));
        combo->setItemData(combo->count() - 1,
            tr("%1, the first is %2")
                .arg(countedText(std::int64_t(number.count), tr("number"), tr("numbers")),
                    numberText(number.example, 4)),
            Qt::ToolTipRole);
    }
    combo->setEditText(toQt(name));
}

LogNames LogNamesDialog::names() const
{
    const auto word = [](const QComboBox* combo) { return combo->currentText().trimmed().toStdString(); };
    return {word(m_step), word(m_loss), word(m_lossScale), word(m_skipped), word(m_gradientNorm)};
}

void LogNamesDialog::tryNames()
{
    const Result<TrainingLog> log = readTrainingLog(beginning(), {}, names());
    if (!log) {
        m_said->setText(engineText(log.error()));
        return;
    }
    m_said->setText(
        tr("At its beginning: %1, %2, %3, %4.")
            .arg(countedText(countOf(*log, [](const LogEvent& event) { return event.loss.has_value(); }),
                     tr("loss"), tr("losses")),
                countedText(countOf(*log, [](const LogEvent& event) { return event.lossScale.has_value(); }),
                    tr("loss scale"), tr("loss scales")),
                countedText(
                    countOf(*log, [](const LogEvent& event) { return event.gradientNorm.has_value(); }),
                    tr("gradient norm"), tr("gradient norms")),
                countedText(skippedIn(*log), tr("skipped step"), tr("skipped steps"))));
}

void LogNamesDialog::accept()
{
    m_log.names = names();
    emit chosen(m_log);
    QDialog::accept();
}

RecordingNamesDialog::RecordingNamesDialog(
    const QString& path, const QStringList& names, const QString& pattern, QWidget* parent)
    : QDialog(parent)
    , m_path(path)
    , m_names(names)
    , m_pattern(new QComboBox(this))
    , m_said(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
    , m_keep(new QCheckBox(tr("&Keep this beside the recording"), this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    registerPlace(this, {.name = "recordingNames", .terms = "tensor layer_path"});
    setWindowTitle(tr("Names of the recording's tensors"));
    place();
    m_pattern->setCurrentText(pattern.isEmpty() ? m_pattern->itemText(0) : pattern);
    connect(m_pattern, &QComboBox::editTextChanged, this, &RecordingNamesDialog::tryPattern);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &RecordingNamesDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &RecordingNamesDialog::reject);
    tryPattern();
}

void RecordingNamesDialog::place()
{
    auto* about = new QLabel(
        tr("A recording's tensors say by their names of which step, layer and role they are. Write how: {step} stands for digits, {path} for "
           "any text, {role} for any text without a slash, {*} for what does not matter."),
        this);
    about->setWordWrap(true);
    m_pattern->setEditable(true);
    describe(m_pattern, QStringLiteral("namesPattern"), tr("Pattern of the names"),
        tr("Tried on a tensor's name alone, then behind its file's path in the folder; the list has what is common"));
    for (const std::string_view common : NamePattern::common())
        m_pattern->addItem(toQt(common));
    auto* label = new QLabel(tr("&Pattern"), this);
    label->setBuddy(m_pattern);
    m_said->setObjectName(QStringLiteral("namesSaid"));
    m_said->setWordWrap(true);
    describe(m_view, QStringLiteral("namesTried"), tr("What the pattern makes of some names"));
    m_keep->setObjectName(QStringLiteral("namesKeep"));
    m_keep->setToolTip(tr(
        "Writes the pattern into a small text file there, so that it need not be said again; ulpscope-cli reads it too"));
    m_keep->setChecked(true);
    columnOf(this, {about, label, m_pattern, m_said, m_view, m_keep, m_buttons}, {.hasStyleMargins = true});
}

void RecordingNamesDialog::tryPattern()
{
    const Result<NamePattern> pattern = NamePattern::parse(m_pattern->currentText().toStdString());
    MetricTable table;
    table.columns = {{tr("Name"), tr("As the recording has it"), false},
        {tr("Step"), tr("0 where the name does not say")}, {tr("Layer"), tr("The path of the layer"), false},
        {tr("Role"), tr("What the tensor is to its layer"), false}};
    int fits = 0;
    for (const QString& name : m_names) {
        const std::optional<RecordedName> found = pattern ? pattern->match(name.toStdString()) : std::nullopt;
        fits += found ? 1 : 0;
        const QString none = QStringLiteral("–");
        table.rows.push_back(
            {.cells = found ? QStringList{name, countText(found->step), toQt(found->path), toQt(found->role)}
                            : QStringList{name, none, none, none}});
    }
    m_model->setTable(std::move(table));
    m_said->setText(!pattern
            ? engineText(pattern.error())
            : tr("It fits %1 of these %2 names.").arg(countText(fits), countText(m_names.size())));
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(pattern.ok());
}

void RecordingNamesDialog::accept()
{
    const Result<NamePattern> pattern = NamePattern::parse(m_pattern->currentText().toStdString());
    if (!pattern)
        return;
    if (m_keep->isChecked())
        if (const Status kept = keepPattern(QFile::encodeName(m_path).toStdString(), *pattern); !kept) {
            m_said->setText(engineText(kept.error()));
            m_keep->setChecked(false); // a read-only file can be opened all the same
            return;
        }
    emit chosen(m_path, *pattern);
    QDialog::accept();
}

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
    , m_about(proseLabel(this))
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

#include "files_view.moc"
