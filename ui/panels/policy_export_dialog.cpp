// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/policy_export_dialog.h"

#include "engine/io/keras_policy.h"
#include "ui/models/display_text.h"
#include "ui/widgets/glyphs.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

namespace ulpscope::ui {

PolicyExportDialog::PolicyExportDialog(
    const KerasExport& exported, const QString& suggestedName, QWidget* parent)
    : QDialog(parent)
    , m_text(new QPlainTextEdit(toQt(kerasText(exported.map)), this))
    , m_suggestedName(suggestedName)
{
    setObjectName(QStringLiteral("policyExport"));
    setWindowTitle(tr("Export policy for Keras"));
    auto* intro = new QLabel(tr("Real Keras 3 loads this unchanged: "
                                "<code>keras.dtype_policies.deserialize(json.load(file))</code>"),
        this);
    intro->setWordWrap(true);
    intro->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName(QStringLiteral("policyJson"));
    m_text->setAccessibleName(tr("Policy as JSON"));
    m_text->setToolTip(tr("A DTypePolicyMap with an explicit default policy"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* leftOut = new QLabel(this);
    leftOut->setObjectName(QStringLiteral("leftOut"));
    leftOut->setWordWrap(true);
    QString text;
    for (const std::string& sentence : exported.leftOut)
        text += QStringLiteral("<li>%1</li>").arg(toQt(sentence).toHtmlEscaped());
    leftOut->setText(text.isEmpty()
            ? tr("Nothing of the session's policies is left behind.")
            : tr("<b>What this file cannot say:</b><ul style=\"margin-left:-20px\">%1</ul>").arg(text));

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* save = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    QPushButton* copyButton = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    QPushButton* close = buttons->addButton(QDialogButtonBox::Close);
    save->setObjectName(QStringLiteral("savePolicy"));
    save->setIcon(glyphIcon(Glyph::Save));
    save->setToolTip(tr("Writes the JSON to a file"));
    save->setDefault(true);
    copyButton->setObjectName(QStringLiteral("copyPolicy"));
    copyButton->setIcon(glyphIcon(Glyph::Copy));
    copyButton->setToolTip(tr("Copies the JSON to the clipboard"));
    close->setToolTip(tr("Closes this dialog"));
    connect(save, &QPushButton::clicked, this, &PolicyExportDialog::askSave);
    connect(copyButton, &QPushButton::clicked, this, &PolicyExportDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addWidget(m_text, 1);
    layout->addWidget(leftOut);
    layout->addWidget(buttons);
    resize(660, 460);
}

void PolicyExportDialog::copy()
{
    QApplication::clipboard()->setText(m_text->toPlainText());
}

bool PolicyExportDialog::saveTo(const QString& path) const
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(m_text->toPlainText().toUtf8()) >= 0
        && file.commit();
}

void PolicyExportDialog::askSave()
{
    const QString path
        = QFileDialog::getSaveFileName(this, tr("Export policy"), m_suggestedName, tr("JSON (*.json)"));
    if (path.isEmpty())
        return;
    if (saveTo(path))
        accept();
    else
        QMessageBox::warning(this, windowTitle(), tr("The file could not be written:\n%1").arg(path));
}

} // namespace ulpscope::ui
