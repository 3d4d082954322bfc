// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/policy_dialogs.h"

#include "engine/policy/dtype_policy.h"
#include "engine/session/checked_session.h"
#include "ui/exchange/models/policy_tables.h"
#include "ui/look/boxes.h"
#include "ui/look/cell_delegate.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QTableView>
#include <QTextBlock>

namespace ulpscope::ui {

namespace {

/// A text widget lays out all that it is given.
constexpr qsizetype kShownText = 100'000;

} // namespace

PolicyImportDialog::PolicyImportDialog(
    const QString& text, const QString& source, const SessionSpec& session, QWidget* parent)
    : QDialog(parent)
    , m_before(session)
    , m_choice(new QComboBox(this))
    , m_text(new QPlainTextEdit(this))
    , m_what(new QLabel(this))
    , m_state(new QLabel(this))
    , m_apply(nullptr)
{
    registerPlace(this, {.name = "policyImport", .guide = "policies#import"});
    setWindowTitle(tr("Import policy from %1").arg(source));
    describe(m_text, QStringLiteral("importText"), tr("The JSON that is imported"),
        tr("The text as it is; nothing of it has been changed"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlainText(text.left(kShownText)
        + (text.size() > kShownText ? tr("\n… %1").arg(
               countedText(text.size() - kShownText, tr("more character"), tr("more characters")))
                                    : QString()));
    for (QLabel* label : {m_what, m_state}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_what->setObjectName(QStringLiteral("importWhat"));
    m_state->setObjectName(QStringLiteral("importState"));

    auto* buttons = new QDialogButtonBox(this);
    m_apply = buttons->addButton(tr("&Use these policies"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("importApply"));
    m_apply->setToolTip(tr("Changes the session as shown; one Undo takes it back"));
    m_apply->setDefault(true);
    m_apply->setEnabled(false);
    buttons->addButton(QDialogButtonBox::Cancel)->setToolTip(tr("Changes nothing"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    const QByteArray utf8 = text.toUtf8();
    Result<PolicyImport> read
        = readPolicyImport({utf8.data(), static_cast<std::size_t>(utf8.size())}, session);
    if (read) {
        m_import = std::move(read).value();
        for (const ImportChoice& each : m_import->choices)
            m_choice->addItem(each.title);
        connect(m_choice, &QComboBox::currentIndexChanged, this, &PolicyImportDialog::compare);
    }
    describe(m_choice, QStringLiteral("importChoice"), tr("What to take over"),
        tr("What of the file the session takes over"));
    m_choice->setVisible(m_choice->count() > 1);
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_text);
    if (m_import)
        parts->addWidget(makePreview());
    parts->setSizes({360, 480});
    columnOf(this, {m_what, m_choice, {parts, 1}, m_state, buttons}, {.hasStyleMargins = true});
    resize(880, 480);
    if (m_import) {
        m_what->setText(m_import->what);
        compare();
    } else {
        showError(read.error());
    }
}

QWidget* PolicyImportDialog::makePreview()
{
    m_table = new QTableView(this);
    describe(m_table, QStringLiteral("importChanges"), tr("What would change"),
        tr("Each layer's policy before and after; bold: it changes"));
    m_table->setItemDelegate(new RemarkDelegate(m_table));
    lookAsTable(*m_table, RowHeight::Choices);
    return m_table;
}

const ImportChoice& PolicyImportDialog::choice() const
{
    return m_import->choices[static_cast<std::size_t>(std::max(0, m_choice->currentIndex()))];
}

void PolicyImportDialog::compare()
{
    m_apply->setEnabled(false);
    m_state->setPalette(palette());
    m_state->setText(tr("Comparing…"));
    delete m_changes;
    m_changes = new PolicyChangesModel(m_before, choice().after, this);
    m_table->setModel(m_changes);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    connect(m_changes, &PolicyChangesModel::compared, this, &PolicyImportDialog::showChanges);
}

void PolicyImportDialog::showFailure(const QString& message)
{
    QPalette colors = m_state->palette();
    colors.setColor(QPalette::WindowText, severityColor(Severity::Failure, palette()));
    m_state->setPalette(colors);
    m_state->setText(message);
}

void PolicyImportDialog::showError(const Error& error)
{
    m_what->setText(tr("<b>This cannot be imported.</b> Nothing is changed."));
    const bool isKeras = error.kind != ErrorKind::Input;
    showFailure(toQt((isKeras ? std::string(kindName(error.kind)) + ": " : std::string()) + error.text()));
    // "line 3, column 7": the cursor goes there.
    static const QRegularExpression place(QStringLiteral("line (\\d{1,7}), column (\\d{1,7})"));
    const QRegularExpressionMatch match = place.match(m_state->text());
    const QTextBlock block = m_text->document()->findBlockByNumber(match.captured(1).toInt() - 1);
    if (!match.hasMatch() || !block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
        std::min(match.captured(2).toInt() - 1, std::max(0, block.length() - 1)));
    m_text->setTextCursor(cursor);
    QTextEdit::ExtraSelection line;
    line.cursor = cursor;
    line.format.setBackground(severityTint(Severity::Failure, palette()));
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({line});
}

void PolicyImportDialog::showChanges()
{
    if (const std::optional<Error> error = m_changes->undecidable()) {
        showFailure(toQt("A key is not taken over: " + error->text()));
        return;
    }
    if (const Status possible = checkSession(choice().after); !possible) {
        showFailure(tr("The session cannot take this over: %1").arg(engineText(possible.error())));
        return;
    }
    const int changed = m_changes->changedLayers();
    QStringList sentences{changed == 0
            ? tr("No layer's policy changes.")
            : (changed == 1 ? tr("%1 of %2 changes.") : tr("%1 of %2 change."))
                  .arg(changed)
                  .arg(countedText(m_changes->rowCount(), tr("layer"), tr("layers")))};
    sentences += choice().notes;
    m_state->setText(sentences.join(QLatin1Char(' ')));
    if (const QStringList troubles = m_changes->troubles(); !troubles.isEmpty())
        showFailure(m_state->text() + QLatin1Char('\n') + troubles.join(QLatin1Char('\n'))
            + tr("\nThe policies can be used and repaired, but not trained under as they are."));
    m_apply->setEnabled(true);
}

namespace {

/// Modes of model.quantize; group sizes as in Keras' documentation.
constexpr const char* kModes[] = {"int8", "float8", "int4", "int4/64", "ternary", "gptq/4/128", "awq/4/128"};

} // namespace

QuantizationDialog::QuantizationDialog(const SessionSpec& session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_model(new QuantizationTableModel(this))
    , m_mode(new QComboBox(this))
    , m_summary(new QLabel(this))
{
    registerPlace(this, {.name = "quantizationReport", .guide = "policies#quantized"});
    setWindowTitle(tr("Quantization report"));
    describe(m_mode, QStringLiteral("quantizationMode"), tr("What is quantized"),
        tr("The session's own policies, or what Keras' model.quantize would do to its layers"));
    m_mode->addItem(tr("The session's own policies"), QString());
    for (const char* mode : kModes)
        if (isQuantizationMode(mode, session.policies.keras))
            m_mode->addItem(
                tr("model.quantize(\"%1\")").arg(QString::fromLatin1(mode)), QString::fromLatin1(mode));
    m_summary->setObjectName(QStringLiteral("quantizationSummary"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* table = new QTableView(this);
    describe(table, QStringLiteral("quantizationTable"), tr("Layers and whether they are quantized"),
        tr("A layer without the call for a mode is left out, with the reason"));
    table->setModel(m_model);
    table->setItemDelegate(new RemarkDelegate(table));
    lookAsTable(*table, RowHeight::Choices);
    table->horizontalHeader()->setSectionResizeMode(
        QuantizationTableModel::ReasonColumn, QHeaderView::Stretch);
    const QFontMetrics metrics = fontMetrics();
    table->horizontalHeader()->resizeSection(QuantizationTableModel::LayerColumn,
        metrics.horizontalAdvance(QStringLiteral("sequential/dense_12____")));
    table->horizontalHeader()->resizeSection(
        QuantizationTableModel::ClassColumn, metrics.horizontalAdvance(QStringLiteral("BatchNormalization")));
    table->horizontalHeader()->resizeSection(QuantizationTableModel::PolicyColumn,
        metrics.horizontalAdvance(QStringLiteral("float8_from_mixed_bfloat16__")));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Closes this dialog"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &QuantizationDialog::refresh);
    auto* label = new QLabel(tr("&Show"), this);
    label->setBuddy(m_mode);
    auto* head = rowOf({label, m_mode, Stretch{1}});
    columnOf(this, {head, {table, 1}, m_summary, buttons}, {.hasStyleMargins = true});
    resize(900, 420);
    refresh();
    if (m_model->rowCount() == 0) // nothing to say about the session itself: what a mode would do is more
        m_mode->setCurrentIndex(1);
}

void QuantizationDialog::refresh()
{
    Result<std::vector<QuantizationRow>> report
        = quantizationReport(m_session, m_mode->currentData().toString().toStdString());
    if (!report) {
        m_model->setRows({});
        m_summary->setText(toQt(std::string(kindName(report.error().kind)) + ": " + report.error().text()));
        return;
    }
    m_model->setRows(std::move(report).value());
    const int all = m_model->rowCount();
    const int taken = m_model->quantizedCount();
    m_summary->setText(
        all == 0 ? tr(
            "No layer of this session has a quantized policy. Choose a mode above to see what it would do.")
            : taken == all
            ? (all == 1 ? tr("The one layer is quantized.") : tr("All %1 layers are quantized.").arg(all))
            : taken == 1 ? tr("1 of %1 is quantized; the others keep computing as before.")
                               .arg(countedText(all, tr("layer"), tr("layers")))
                         : tr("%1 of %2 are quantized; the others keep computing as before.")
                               .arg(taken)
                               .arg(countedText(all, tr("layer"), tr("layers"))));
}

} // namespace ulpscope::ui
