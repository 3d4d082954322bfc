// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/glossary_dialog.h"

#include "ui/look/describe.h"
#include "ui/shell/catalog_terms.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr int kTermRole = Qt::UserRole; ///< the term's id

} // namespace

GlossaryDialog::GlossaryDialog(QWidget* window)
    : QDialog(window)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("glossary"));
    setWindowTitle(tr("Glossary"));
    describe(m_words, QStringLiteral("glossaryWords"), tr("Search"),
        tr("Terms whose title or definition contains this; ↓ goes to the list"));
    m_words->setPlaceholderText(tr("Search the terms"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("glossaryTerms"), tr("Terms"));
    m_list->setUniformItemSizes(true);
    describe(m_page, QStringLiteral("glossaryPage"), tr("Definition"));
    m_page->setOpenLinks(false);
    auto* halves = new QSplitter(this);
    halves->addWidget(m_list);
    halves->addWidget(m_page);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(halves, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 28);
    halves->setSizes({width() * 2 / 5, width() * 3 / 5});
    connect(m_words, &QLineEdit::textChanged, this, &GlossaryDialog::filter);
    connect(m_list, &QListWidget::currentRowChanged, this, &GlossaryDialog::showPage);
    connect(
        m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { showTerm(url.toString()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    filter();
}

void GlossaryDialog::filter()
{
    m_list->clear();
    for (const Term* term : glossary().search(m_words->text())) {
        auto* item = new QListWidgetItem(glossary().label(*term), m_list);
        item->setData(kTermRole, term->id);
    }
    m_list->setCurrentRow(m_words->text().isEmpty() ? -1 : 0);
    showPage();
}

void GlossaryDialog::showTerm(const QString& id)
{
    m_words->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(kTermRole) == id) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row), QAbstractItemView::PositionAtCenter);
        }
}

void GlossaryDialog::showPage()
{
    const QListWidgetItem* item = m_list->currentItem();
    const Term* term = item ? glossary().find(item->data(kTermRole).toString()) : nullptr;
    if (term)
        m_page->setHtml(QStringLiteral("<h3>%1</h3>").arg(glossary().label(*term).toHtmlEscaped())
            + glossary().page(*term));
    else if (m_words->text().isEmpty())
        m_page->setPlainText(tr(
            "%1 terms: choose one, or type what you look for.\n\nIn the window, F1 explains what has the focus: "
            "a number, a column, a plot, a field.")
                                 .arg(m_list->count()));
    else
        m_page->setPlainText(tr("No term contains \"%1\".").arg(m_words->text()));
}

bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            m_list->setFocus();
            if (m_list->currentRow() < 0)
                m_list->setCurrentRow(0);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
