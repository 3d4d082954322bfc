// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/parameter_form.h"

#include "engine/base/number_text.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyle>

#include <utility>

namespace ulpscope::ui {

// Offers names for the word at the cursor of a field, by any part of them, each with what it means in its tooltip. F4 offers all.
class WordCompleter : public QCompleter
{
    Q_OBJECT
public:
    /// words: each with its meaning. It becomes the field's completer.
    WordCompleter(const std::vector<std::pair<QString, QString>>& words, QLineEdit* field);

    /// Whether the text is one of the words, and one that nothing has to follow.
    bool isWhole(const QString& text) const;
    /// The words that stand in the text, a line each with its meaning.
    QString meaningsIn(const QString& text) const;

    QStringList splitPath(const QString& path) const override;
    QString pathFromIndex(const QModelIndex& index) const override;

signals:
    /// From now on the field's text counts as typed by the user, because a word was chosen.
    void chosen();

private:
    void offerAll();

    QLineEdit* m_field;
    bool m_offersAll = false;
    // Where words were asked for: what is chosen is put there, however often the choice changes.
    mutable QString m_text;
    mutable qsizetype m_begin = 0;
    mutable qsizetype m_length = 0;
};

namespace {

const QRegularExpression& word()
{
    static const QRegularExpression expression(QStringLiteral("[A-Za-z_][A-Za-z0-9_.]*"));
    return expression;
}

} // namespace

WordCompleter::WordCompleter(const std::vector<std::pair<QString, QString>>& words, QLineEdit* field)
    : QCompleter(field)
    , m_field(field)
{
    auto* model = new QStandardItemModel(this);
    for (const auto& [name, meaning] : words) {
        auto* item = new QStandardItem(name);
        item->setToolTip(meaning);
        model->appendRow(item);
    }
    setModel(model);
    setCompletionMode(QCompleter::PopupCompletion);
    setFilterMode(Qt::MatchContains);
    setCaseSensitivity(Qt::CaseInsensitive);
    setMaxVisibleItems(12);
    field->setCompleter(this);
    // Later: the field takes the text over first, as if a program had set it.
    connect(this, qOverload<const QString&>(&QCompleter::activated), this, &WordCompleter::chosen,
        Qt::QueuedConnection);
    QAction* all = field->addAction(glyphIcon(Glyph::Down), QLineEdit::TrailingPosition);
    all->setText(tr("Offer all names"));
    all->setToolTip(tr("Offers all names (F4); typing a part of one searches"));
    all->setShortcut(Qt::Key_F4);
    all->setShortcutContext(Qt::WidgetShortcut);
    connect(all, &QAction::triggered, this, &WordCompleter::offerAll);
}

void WordCompleter::offerAll()
{
    m_field->setFocus(Qt::OtherFocusReason);
    m_offersAll = true;
    setCompletionPrefix(QString());
    complete();
    m_offersAll = false;
}

QStringList WordCompleter::splitPath(const QString&) const
{
    m_text = m_field->text();
    m_begin = m_field->cursorPosition();
    m_length = 0;
    for (auto found = word().globalMatch(m_text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.capturedStart() <= m_field->cursorPosition()
            && m_field->cursorPosition() <= match.capturedEnd()) {
            m_begin = match.capturedStart();
            m_length = match.capturedLength();
        }
    }
    return {m_offersAll ? QString() : m_text.mid(m_begin, m_length)};
}

QString WordCompleter::pathFromIndex(const QModelIndex& index) const
{
    return QString(m_text).replace(m_begin, m_length, index.data().toString());
}

bool WordCompleter::isWhole(const QString& text) const
{
    return !text.endsWith(QLatin1Char('('))
        && !model()->match(model()->index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchExactly).isEmpty();
}

QString WordCompleter::meaningsIn(const QString& text) const
{
    QStringList lines;
    for (auto found = word().globalMatch(text); found.hasNext();) {
        const QString name = found.next().captured();
        for (int row = 0; row < model()->rowCount(); ++row) {
            const QModelIndex index = model()->index(row, 0);
            const QString known = index.data().toString();
            if (known == name || known == name + QLatin1Char('('))
                lines += name + QStringLiteral(": ") + index.data(Qt::ToolTipRole).toString();
        }
    }
    lines.removeDuplicates();
    return lines.join(QLatin1Char('\n'));
}

namespace {

constexpr int kMinChoice = 12; ///< characters of a choice in a narrow form

bool haveSameEditors(const std::vector<ParameterSpec>& a, const std::vector<ParameterSpec>& b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const ParameterSpec& x, const ParameterSpec& y) {
            return x.name == y.name && x.defaultValue.index() == y.defaultValue.index()
                && x.choices == y.choices && x.description == y.description;
        });
}

QString helpText(const ParameterSpec& parameter)
{
    QStringList lines{engineText(parameter.description)};
    if (parameter.minimum && parameter.maximum)
        lines += ParameterForm::tr("From %1 to %2.")
                     .arg(numberText(*parameter.minimum, 6), numberText(*parameter.maximum, 6));
    else if (parameter.minimum)
        lines += ParameterForm::tr("At least %1.").arg(numberText(*parameter.minimum, 6));
    else if (parameter.maximum)
        lines += ParameterForm::tr("At most %1.").arg(numberText(*parameter.maximum, 6));
    return lines.join(QLatin1Char('\n'));
}

std::vector<std::pair<QString, QString>> meaningsOf(const ParameterSpec& parameter)
{
    std::vector<std::pair<QString, QString>> words;
    for (const NamedMeaning& word : parameter.words)
        words.emplace_back(toQt(word.name), engineText(word.meaning));
    return words;
}

std::optional<std::int64_t> parseInteger(const QString& text)
{
    bool isInteger = false;
    const qlonglong value = text.trimmed().toLongLong(&isInteger);
    return isInteger ? std::optional<std::int64_t>(value) : std::nullopt;
}

/// Forms below each other share a width, so that their editors line up.
int labelWidth(const QWidget& form)
{
    return form.fontMetrics().averageCharWidth() * 19;
}

} // namespace

QString parameterLabel(const std::string& name)
{
    return toQt(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

std::optional<ParameterValue> parseParameter(const QString& text, const ParameterValue& like)
{
    if (std::holds_alternative<std::string>(like))
        return text.toStdString();
    if (std::holds_alternative<double>(like)) {
        const std::optional<double> number = parseNumber(typedNumber(text).trimmed().toStdString());
        return number ? std::optional<ParameterValue>(*number) : std::nullopt;
    }
    if (std::holds_alternative<std::int64_t>(like)) {
        const std::optional<std::int64_t> integer = parseInteger(text);
        return integer ? std::optional<ParameterValue>(*integer) : std::nullopt;
    }
    if (std::holds_alternative<std::vector<std::int64_t>>(like)) {
        QString entries = text;
        entries.remove(QLatin1Char('['))
            .remove(QLatin1Char(']'))
            .remove(QLatin1Char('('))
            .remove(QLatin1Char(')'));
        std::vector<std::int64_t> list;
        for (const QString& entry : entries.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            const std::optional<std::int64_t> integer = parseInteger(entry);
            if (!integer)
                return std::nullopt;
            list.push_back(*integer);
        }
        return list;
    }
    return std::nullopt;
}

ParameterForm::ParameterForm(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(6);
}

void ParameterForm::showValues(const std::vector<ParameterSpec>& parameters, const Config& config)
{
    m_isShowing = true;
    if (!haveSameEditors(m_parameters, parameters)) {
        while (m_layout->rowCount() > 0)
            retire(m_layout->takeRow(0));
        m_fields.clear();
        for (const ParameterSpec& parameter : parameters)
            m_fields.push_back(makeField(parameter));
    }
    m_parameters = parameters;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        Field& field = m_fields[i];
        const ParameterValue* given = config.find(field.name);
        const ParameterValue value = given ? *given : m_parameters[i].defaultValue;
        if (field.line && field.line->isWrong() && field.shown == value)
            continue; // the field waits to be corrected
        field.shown = value;
        unmark(field);
        field.show(value);
    }
    m_isShowing = false;
}

ParameterForm::Field* ParameterForm::fieldOf(const std::string& name)
{
    for (Field& field : m_fields)
        if (field.name == name)
            return &field;
    return nullptr;
}

void ParameterForm::tell(const std::string& name, const ParameterValue& value)
{
    if (Field* field = fieldOf(name))
        unmark(*field);
    m_told = name;
    emit valueEdited(name, value);
    m_told.clear();
}

bool ParameterForm::refuse(const Error& error)
{
    Field* field = fieldOf(m_told);
    if (!field || !field->line)
        return false;
    // "layers[2].units: expected ..." says nothing below the field of that name that the field does not say.
    const bool isItsOwn = error.place == m_told || error.place.ends_with('.' + m_told);
    mark(*field, isItsOwn ? engineText(error.message) : engineText(error));
    return true;
}

void ParameterForm::forgetRefused()
{
    m_isShowing = true;
    for (Field& field : m_fields) {
        if (field.line && field.line->isWrong() && field.shown)
            field.show(*field.shown);
        unmark(field);
    }
    m_isShowing = false;
}

void ParameterForm::mark(Field& field, const QString& reason)
{
    field.line->setWrong(field.shown ? parameterText(*field.shown) : QString());
    field.line->setAccessibleDescription(reason);
    paintReason(field);
    field.reason->setText(reason);
    m_layout->setRowVisible(field.reason, true);
}

void ParameterForm::paintReason(const Field& field)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, severityColor(Severity::Failure, palette()));
    field.reason->setPalette(colors);
}

void ParameterForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (const Field& field : m_fields)
        if (field.line && field.line->isWrong())
            paintReason(field);
}

void ParameterForm::unmark(Field& field)
{
    if (!field.line || !field.line->isWrong())
        return;
    field.line->setRight();
    field.line->setAccessibleDescription({});
    m_layout->setRowVisible(field.reason, false);
}

void ParameterForm::addReason(Field& field)
{
    field.reason = new QLabel(this);
    field.reason->setObjectName(toQt("reason_" + field.name));
    field.reason->setWordWrap(true);
    field.reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->addRow(field.reason);
    m_layout->setRowVisible(field.reason, false);
    // Text that is typed over it is not refused yet.
    connect(field.line, &QLineEdit::textEdited, this, [this, name = field.name] {
        if (Field* edited = fieldOf(name))
            unmark(*edited);
    });
}

void ParameterForm::retire(const QFormLayout::TakeRowResult& row)
{
    for (QLayoutItem* item : {row.labelItem, row.fieldItem}) {
        if (item == nullptr) // a row of one widget
            continue;
        QWidget* widget = item->widget();
        delete item;
        widget->disconnect(this);
        widget->setObjectName(QString()); // the one that takes its place may have its name
        widget->hide();
        // The edit follows later, because now its field loses the focus or handles a key.
        widget->deleteLater();
    }
}

ParameterForm::Field ParameterForm::makeField(const ParameterSpec& parameter)
{
    Field field;
    field.name = parameter.name;
    QWidget* editor = std::holds_alternative<bool>(parameter.defaultValue) ? addFlag(parameter, field)
        : parameter.choices.empty()                                        ? addLine(parameter, field)
                                                                           : addChoice(parameter, field);
    describe(editor,
        {.name = QByteArray::fromStdString("parameter_" + parameter.name),
            .terms = QByteArray::fromStdString("parameter:" + parameter.name)},
        parameterLabel(parameter.name), helpText(parameter));
    auto* label = new QLabel(parameterLabel(parameter.name), this);
    label->setToolTip(editor->toolTip());
    label->setBuddy(editor);
    label->setMinimumWidth(labelWidth(*this));
    m_layout->addRow(label, editor);
    if (field.line)
        addReason(field);
    return field;
}

QWidget* ParameterForm::addFlag(const ParameterSpec& parameter, Field& field)
{
    auto* box = new QCheckBox(this);
    field.show = [box](const ParameterValue& value) {
        const QSignalBlocker blocker(box);
        box->setChecked(std::get<bool>(value));
    };
    connect(box, &QCheckBox::toggled, this,
        [this, name = parameter.name](bool isOn) { tell(name, ParameterValue(isOn)); });
    return box;
}

QWidget* ParameterForm::addChoice(const ParameterSpec& parameter, Field& field)
{
    auto* combo = new QComboBox(this);
    combo->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon); // a narrow form has room too
    combo->setMinimumContentsLength(kMinChoice);
    for (const std::string& choice : parameter.choices)
        combo->addItem(toQt(choice));
    // Sets the row beside the text: otherwise an editable box that is left unchanged would choose the text's row.
    field.show = [combo](const ParameterValue& value) {
        const QString text = parameterText(value);
        combo->setCurrentIndex(combo->findText(text));
        if (combo->isEditable())
            combo->setEditText(text);
    };
    const auto edited
        = [this, combo, name = parameter.name] { tell(name, combo->currentText().toStdString()); };
    connect(combo, &QComboBox::activated, this, edited);
    if (parameter.choicesTakeArguments) { // arguments are typed behind the choice
        combo->setEditable(true);
        field.line = new FaultField(combo);
        combo->setLineEdit(field.line);
        combo->setInsertPolicy(QComboBox::NoInsert);
        connect(combo->lineEdit(), &QLineEdit::editingFinished, this, [this, combo, edited] {
            if (m_isShowing || !combo->lineEdit()->isModified())
                return;
            combo->lineEdit()->setModified(false);
            edited();
        });
    }
    return combo;
}

QWidget* ParameterForm::addLine(const ParameterSpec& parameter, Field& field)
{
    auto* line = new FaultField(this);
    field.line = line;
    line->setMinimumWidth(60);
    field.show = [line](const ParameterValue& value) { line->setText(parameterText(value)); };
    const auto enter = [this, line, parameter] {
        line->setModified(false);
        const std::optional<ParameterValue> value = parseParameter(line->text(), parameter.defaultValue);
        if (value)
            tell(parameter.name, *value);
        else if (Field* refused = fieldOf(parameter.name))
            mark(*refused,
                tr("expected %1, got \"%2\"").arg(engineText(expectation(parameter)), line->text()));
    };
    connect(line, &QLineEdit::editingFinished, this, [this, line, enter] {
        if (!m_isShowing && line->isModified())
            enter();
    });
    if (!parameter.words.empty()) {
        auto* words = new WordCompleter(meaningsOf(parameter), line);
        field.show = [line, words, help = helpText(parameter)](const ParameterValue& value) {
            line->setText(parameterText(value));
            line->setToolTip(
                QStringList{help, words->meaningsIn(line->text())}.join(QLatin1Char('\n')).trimmed());
        };
        connect(words, &WordCompleter::chosen, this, [line, enter, words] {
            if (words->isWhole(line->text()))
                enter();
            else
                line->setModified(true); // more is to be typed
        });
    }
    if (parameter.isPath) {
        line->setPlaceholderText(
            parameter.mustBeChosen ? tr("none yet: choose one →") : tr("none; one may be chosen →"));
        QAction* choose
            = line->addAction(style()->standardIcon(QStyle::SP_DirOpenIcon), QLineEdit::TrailingPosition);
        choose->setText(tr("Choose a file"));
        choose->setToolTip(tr("Choose a file (F4)"));
        choose->setShortcut(Qt::Key_F4);
        choose->setShortcutContext(Qt::WidgetShortcut);
        connect(choose, &QAction::triggered, this, [this, name = parameter.name] {
            const QString path = fileToOpen(this, {.title = parameterLabel(name)});
            if (!path.isEmpty())
                tell(name, path.toStdString());
        });
    }
    return line;
}

} // namespace ulpscope::ui

#include "parameter_form.moc"
