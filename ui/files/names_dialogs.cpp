// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/names_dialogs.h"

#include "app/io/recordings/recording_files.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ulpscope::ui {

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
            m_keep->setChecked(false); // what is read-only can be opened all the same
            return;
        }
    emit chosen(m_path, *pattern);
    QDialog::accept();
}

} // namespace ulpscope::ui
