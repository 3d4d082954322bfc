// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/scene_strip.h"

#include "app/io/session/session_keys.h"
#include "app/io/session/suggestion.h"
#include "engine/base/catalog.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/same_training.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr char kLossWeight[] = "loss_weight";
constexpr char kLearningRate[] = "learning_rate";
constexpr int kDescriptionLines = 3; ///< lines of the description's field
constexpr int kOverridesWidth = 230;
constexpr int kMinWords = 260; ///< pixels of the description beside the overrides: else they stand below it

const ParameterSpec* findParameter(const std::vector<ParameterSpec>& parameters, const char* name)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [name](const ParameterSpec& each) { return each.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

} // namespace

SceneStrip::SceneStrip(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_title(new QLabel(this))
    , m_description(proseLabel(this))
    , m_titleField(new QLineEdit(this))
    , m_descriptionField(new QPlainTextEdit(this))
    , m_edit(new QToolButton(this))
    , m_try(new QLabel(tr("Try:"), this))
    , m_settings(new ParameterForm(this))
{
    describe(
        this, {.name = "sceneStrip", .terms = "scene", .guide = "window#scene-strip"}, tr("The session"));
    m_title->setObjectName(QStringLiteral("sceneTitle"));
    m_title->setTextFormat(Qt::PlainText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_description->setObjectName(QStringLiteral("sceneDescription"));
    m_description->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_description->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    describe(m_titleField, QStringLiteral("sceneTitleField"), tr("Title of the session"),
        tr("Shown here, in the window's title and in lists of runs"));
    describe(m_descriptionField, QStringLiteral("sceneDescriptionField"), tr("Description of the session"),
        tr("What this session shows, and what to try"));
    m_descriptionField->setTabChangesFocus(true);
    m_descriptionField->setFixedHeight(
        kDescriptionLines * m_descriptionField->fontMetrics().lineSpacing() + 12);
    describe(m_edit, QStringLiteral("editScene"), tr("Edit title and description"),
        tr("Changes the session's title and description; nothing is trained again"));
    m_edit->setAutoRaise(true);
    m_edit->setCheckable(true);
    m_edit->setFocusPolicy(Qt::TabFocus);
    m_settings->setFixedWidth(kOverridesWidth);
    FieldGuard::keepFocusIn(*m_titleField); // Return and Escape are the strip's
    m_titleField->installEventFilter(this);
    m_descriptionField->installEventFilter(this);

    m_try->setObjectName(QStringLiteral("sceneTry"));
    m_try->setContentsMargins(0, 3, 0, 3); // the row is in line with the links
    auto* suggestions = new FlowLayout(nullptr, 6);
    suggestions->addWidget(m_try);
    for (std::size_t i = 0; i < kMaxSuggestions; ++i) {
        auto* link = new LinkButton(this);
        link->setObjectName(QStringLiteral("suggestion%1").arg(i + 1));
        connect(link, &QPushButton::clicked, this, [this, i] { take(i); });
        suggestions->addWidget(link);
        m_suggestions.push_back(link);
    }

    QBoxLayout* heading = rowOf({m_title, {m_titleField, 1}, m_edit, Stretch{}});
    QBoxLayout* words = columnOf({heading, {m_description, 1}, {m_descriptionField, 1}}, {.spacing = 2});
    auto* above = new TurningBox([] { return kMinWords + kOverridesWidth; });
    above->setSpacing(12);
    above->addLayout(words, 1);
    above->addWidget(m_settings, 0, Qt::AlignTop);
    columnOf(this, {{above, 1}, suggestions}, {.margins = {2, 0, 0, 0}, .spacing = 0});

    connect(m_edit, &QToolButton::toggled, this, &SceneStrip::setEditing);
    connect(m_settings, &ParameterForm::valueEdited, this, &SceneStrip::setOverride);
    connect(&document, &Document::sessionChanged, this, &SceneStrip::refresh);
    setEditing(false);
}

void SceneStrip::refresh()
{
    const SessionSpec& session = *m_document.session();
    if (m_isEditing && (session.title != m_editedTitle || session.description != m_editedDescription)) {
        m_isEditing
            = false; // another session, or these words were changed elsewhere: what is typed is not about them
        setEditing(false);
        return;
    }
    if (m_title->text() != engineText(session.title))
        m_settings->forgetRefused(); // the message was about another session
    m_title->setText(engineText(session.title));
    m_description->setText(engineText(session.description));
    m_description->setVisible(!m_isEditing && !session.description.empty());
    showSuggestions();
    std::vector<ParameterSpec> parameters;
    Config values;
    if (const ParameterSpec* weight = findParameter(trainingParameters(), kLossWeight)) {
        parameters.push_back(*weight);
        values.set(kLossWeight, session.training.lossWeight);
    }
    const Component& optimizer = session.training.optimizer;
    const OptimizerClass* row = findRow(optimizerCatalog(), optimizer.className);
    if (const ParameterSpec* rate = row ? findParameter(row->parameters, kLearningRate) : nullptr) {
        parameters.push_back(*rate);
        if (const ParameterValue* value = optimizer.config.find(kLearningRate))
            values.set(kLearningRate, *value);
    }
    m_settings->showValues(parameters, values);
    for (QLineEdit* field :
        m_settings->findChildren<QLineEdit*>()) // their names are those of the training's form
        if (!field->objectName().isEmpty() && !field->objectName().startsWith(QStringLiteral("scene_")))
            field->setObjectName(QStringLiteral("scene_") + field->objectName());
}

void SceneStrip::showSuggestions()
{
    const SessionSpec& session = *m_document.session();
    m_try->setVisible(!session.suggestions.empty());
    for (std::size_t i = 0; i < m_suggestions.size(); ++i) {
        LinkButton* link = m_suggestions[i];
        link->setVisible(i < session.suggestions.size());
        if (i >= session.suggestions.size())
            continue;
        const QString text = engineText(session.suggestions[i].text);
        const Result<SessionSpec> changed = withSuggestion(session, session.suggestions[i]);
        const bool isTaken = changed && trainsTheSame(*changed, session);
        link->setText(isTaken ? QStringLiteral("✓ ") + text : text);
        link->setEnabled(changed && !isTaken);
        link->setAccessibleName(isTaken ? tr("Tried: %1").arg(text) : tr("Try: %1").arg(text));
        link->setToolTip(!changed
                ? tr("%1\nThis does not fit the session any more: %2").arg(text, engineText(changed.error()))
                : isTaken
                ? tr("%1\nThe session is so; Undo takes it back").arg(text)
                : tr(
                    "%1\nChanges the session in one step, which Undo takes back, and trains it unless Run > Retrain after edits is off")
                      .arg(text));
        link->updateGeometry();
    }
}

void SceneStrip::take(std::size_t suggestion)
{
    const Suggestion taken = m_document.session()->suggestions.at(suggestion);
    Result<SessionSpec> changed = withSuggestion(*m_document.session(), taken);
    if (!changed)
        m_document.refuse(changed.error());
    else if (m_document.tryEdit(tr("Try %1").arg(engineText(taken.text)),
                 [&](SessionSpec& session) { session = *std::move(changed); }))
        emit suggestionTaken();
}

void SceneStrip::edit(const QString& text, const std::function<void(SessionSpec&)>& change)
{
    if (const Status done = m_document.edit(text, change); !done && !m_settings->refuse(done.error())) {
        refresh();
        m_document.refuse(done.error());
    }
}

void SceneStrip::setOverride(const std::string& name, const ParameterValue& value)
{
    edit(tr("Change %1").arg(parameterLabel(name)), [&](SessionSpec& session) {
        if (name == kLossWeight)
            session.training.lossWeight = std::get<double>(value);
        else
            session.training.optimizer.config.set(name, value);
    });
}

void SceneStrip::setEditing(bool isEditing)
{
    if (m_isEditing && !isEditing)
        keep();
    m_isEditing = isEditing;
    m_edit->setChecked(isEditing);
    m_edit->setText(isEditing ? tr("Done") : tr("Edit"));
    m_titleField->setVisible(isEditing);
    m_descriptionField->setVisible(isEditing);
    m_title->setVisible(!isEditing);
    if (isEditing) {
        const SessionSpec& session = *m_document.session();
        m_editedTitle = session.title;
        m_editedDescription = session.description;
        m_titleField->setText(toQt(session.title));
        m_descriptionField->setPlainText(toQt(session.description));
        m_titleField->setFocus();
        m_titleField->selectAll();
    }
    refresh();
}

void SceneStrip::keep()
{
    const std::string title = m_titleField->text().trimmed().toStdString();
    const std::string description = m_descriptionField->document()->isModified()
        ? m_descriptionField->toPlainText().simplified().toStdString()
        : m_editedDescription;
    if (title == m_editedTitle && description == m_editedDescription)
        return;
    m_editedTitle = title;
    m_editedDescription = description;
    edit(tr("Describe the session"), [&](SessionSpec& edited) {
        edited.title = title;
        edited.description = description;
    });
}

/// Return keeps what was typed, Escape what was there.
bool SceneStrip::eventFilter(QObject* watched, QEvent* event)
{
    // As any field that is left; saving leaves the field first. From one to the other Escape still means both.
    const QWidget* focus = QApplication::focusWidget();
    if (event->type() == QEvent::FocusOut && m_isEditing && focus != m_titleField
        && focus != m_descriptionField)
        keep();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool isEscape = key->key() == Qt::Key_Escape;
    if ((!isReturn && !isEscape) || !m_isEditing)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        if (isEscape)
            m_isEditing = false; // leaving the field keeps nothing then
        setEditing(false);
        m_edit->setFocus();
    }
    return true;
}

} // namespace ulpscope::ui
