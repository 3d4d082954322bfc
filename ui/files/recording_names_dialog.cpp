// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recording_names_dialog.h"

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
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace ulpscope::ui {

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
