// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/policy_menu.h"

#include "app/io/json/json_text.h"
#include "engine/file/whole_file.h"
#include "ui/exchange/policy_dialogs.h"
#include "ui/exchange/policy_export_dialog.h"
#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/run_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace ulpscope::ui {

namespace {

bool areTheSame(const std::vector<ExportTarget>& a, const std::vector<ExportTarget>& b)
{
    return std::ranges::equal(a, b, {}, &ExportTarget::text, &ExportTarget::text);
}

} // namespace

PolicyMenu::PolicyMenu(
    Document& document, const ShownRun& shown, RunBar& runBar, Settings& settings, QWidget* parent)
    : QMenu(tr("&Policy"), parent)
    , m_document(document)
    , m_shown(shown)
    , m_settings(settings)
    , m_quantization(nullptr)
{
    setObjectName(QStringLiteral("policyMenu"));
    connect(addEntry(QStringLiteral("chooseGlobalPolicy"), tr("&Global policy…"),
                tr("Chooses the policy of every layer that has none of its own"), Qt::CTRL | Qt::Key_G),
        &QAction::triggered, &runBar, &RunBar::focusPolicy);
    connect(addEntry(QStringLiteral("chooseLossScale"), tr("&Loss scale…"),
                tr("Types or chooses the loss scale"), Qt::CTRL | Qt::Key_L),
        &QAction::triggered, &runBar, &RunBar::focusLossScale);
    connect(addEntry(QStringLiteral("showPolicyMap"), tr("Policy &map…"),
                tr("Shows and edits which layers get which policy by their path"), Qt::CTRL | Qt::Key_M),
        &QAction::triggered, this, &PolicyMenu::mapRequested);
    addArithmetics();
    addSeparator();
    connect(addEntry(QStringLiteral("importPolicy"), tr("&Import…"),
                tr("Reads Keras JSON: a policy, a DTypePolicyMap or a model; shows first what would change"),
                Qt::CTRL | Qt::Key_I),
        &QAction::triggered, this, &PolicyMenu::askImport);
    connect(addEntry(QStringLiteral("importPastedPolicy"), tr("&Paste policy"),
                tr("The same with the JSON on the clipboard"), Qt::CTRL | Qt::SHIFT | Qt::Key_V),
        &QAction::triggered, this, &PolicyMenu::paste);
    QAction* exportAction = addEntry(QStringLiteral("exportPolicy"), tr("&Export policy…"),
        tr("Shows, copies or saves the policies as JSON that Keras 3 loads, and for other programs"),
        Qt::CTRL | Qt::Key_E);
    exportAction->setIcon(glyphIcon(Glyph::Export));
    addSeparator();
    m_quantization = addEntry(QStringLiteral("quantizationReport"), tr("&Quantization report…"),
        tr("Which layers take a quantized policy, which do not, and why"), Qt::CTRL | Qt::SHIFT | Qt::Key_Q);
    connect(m_quantization, &QAction::triggered, this, &PolicyMenu::reportQuantization);
    connect(exportAction, &QAction::triggered, this, &PolicyMenu::exportPolicy);
}

QAction* PolicyMenu::addEntry(
    const QString& id, const QString& text, const QString& toolTip, const QKeySequence& shortcut)
{
    QAction* action = makeAction(this, id, text, toolTip, shortcut);
    addAction(action);
    return action;
}

/// A click away, as "what does PyTorch make of it?" is asked of a run that is on the screen.
void PolicyMenu::addArithmetics()
{
    QMenu* menu = addMenu(tr("&Arithmetic"));
    menu->menuAction()->setObjectName(QStringLiteral("arithmeticMenu"));
    menu->setToolTipsVisible(true);
    menu->menuAction()->setToolTip(
        tr("Whose roundings are done: Keras' on JAX, PyTorch's, a GPU's, or those that are written"));
    addArithmetics(
        *menu, QStringLiteral("arithmetic_"),
        [this] { return arithmeticSetting(m_document.session()->training.arithmetic); },
        [this](const std::string& setting) {
            const Status done = m_document.edit(tr("Change arithmetic"),
                [&](SessionSpec& session) { session.training.arithmetic = arithmeticOf(setting); });
            if (!done)
                emit failed(engineText(done.error()));
        });
    menu->addSeparator();
    QMenu* ofNew = menu->addMenu(tr("For &new sessions"));
    ofNew->menuAction()->setObjectName(QStringLiteral("newArithmeticMenu"));
    ofNew->setToolTipsVisible(true);
    ofNew->menuAction()->setToolTip(tr(
        "The arithmetic of the program you train with, which new sessions ask for. Scenes and files keep theirs"));
    addArithmetics(
        *ofNew, QStringLiteral("newArithmetic_"), [this] { return m_settings.arithmetic().toStdString(); },
        [this](const std::string& setting) { m_settings.setArithmetic(toQt(setting)); });
}

void PolicyMenu::addArithmetics(QMenu& menu, const QString& id, const std::function<std::string()>& chosen,
    const std::function<void(const std::string&)>& choose)
{
    auto* choices = new QActionGroup(&menu);
    for (const std::string& setting : arithmeticSettings()) {
        const std::optional<ArithmeticKind> row = arithmeticOf(setting);
        QAction* action = makeAction(this, id + toQt(setting), toQt(setting),
            row ? engineText(rulesOf(*row).description) : menu.menuAction()->toolTip(), {});
        action->setCheckable(true);
        menu.addAction(choices->addAction(action));
        connect(action, &QAction::triggered, this, [choose, setting] { choose(setting); });
        connect(&menu, &QMenu::aboutToShow, action,
            [action, chosen, setting] { action->setChecked(setting == chosen()); });
    }
}

void PolicyMenu::askImport()
{
    const QString path = fileToOpen(parentWidget(),
        {.title = tr("Import policy"),
            .path = QFileInfo(m_document.filePath()).path(),
            .filters = tr("JSON of Keras (*.json);;All files (*)")});
    if (!path.isEmpty())
        importFile(path);
}

void PolicyMenu::importFile(const QString& path)
{
    const Result<std::string> text = readWholeFile(QFile::encodeName(path).toStdString(), kLargestJson);
    if (text)
        importText(QString::fromStdString(*text), QFileInfo(path).fileName());
    else
        emit failed(engineText(text.error()));
}

void PolicyMenu::paste()
{
    const QString text = QApplication::clipboard()->text();
    if (text.trimmed().isEmpty())
        emit failed(tr("The clipboard has no text. Copy the JSON of a policy, then paste it here."));
    else
        importText(text, tr("the clipboard"));
}

void PolicyMenu::importText(const QString& text, const QString& source)
{
    PolicyImportDialog dialog(text, source, *m_document.session(), parentWidget());
    if (dialog.exec() != QDialog::Accepted)
        return;
    const SessionSpec after = dialog.sessionAfter();
    if (m_document.tryEdit(tr("Import policy"), [&](SessionSpec& session) { session = after; }))
        emit imported(tr("Imported from %1; Undo takes it back.").arg(source));
}

void PolicyMenu::exportPolicy()
{
    std::vector<ExportTarget> targets = exportTargets(*m_document.session());
    QString notice;
    if (m_shown.run() && !areTheSame(targets, exportTargets(m_shown.run()->session())))
        notice = tr(
            "These are the policies of the session as it is now. The run on the screen was trained under "
            "others; \"Restore session\" among the runs brings its session back.");
    PolicyExportDialog(std::move(targets), notice, parentWidget()).exec();
}

void PolicyMenu::exportPolicyOf(const SessionSpec& session)
{
    PolicyExportDialog(exportTargets(session), {}, parentWidget()).exec();
}

void PolicyMenu::reportQuantization()
{
    QuantizationDialog(*m_document.session(), parentWidget()).exec();
}

} // namespace ulpscope::ui
