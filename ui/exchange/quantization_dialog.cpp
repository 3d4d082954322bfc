// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/quantization_dialog.h"

#include "engine/policy/dtype_policy.h"
#include "ui/exchange/models/quantization_table_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/remark_delegate.h"
#include "ui/look/table_look.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace ulpscope::ui {

namespace {

/// What model.quantize takes; group sizes as in Keras' documentation.
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
