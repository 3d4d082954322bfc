// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/numerics_page.h"

#include "engine/layer/layer_catalog.h"
#include "ui/forms/component_form.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/theme.h"
#include "ui/tree/models/layer_nodes.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QWidget>

namespace ulpscope::ui {

// One override of a layer's numerics: its value in a list that one can type into, whether it is inherited, and a button that
// gives it back. What was typed wrong stays, marked, until it is right or given back.
class OverrideEditor : public QWidget
{
    Q_OBJECT
public:
    /// `id` names the editor for tests, `name` for people who cannot see it.
    OverrideEditor(
        const QString& id, const QString& name, const NumericsOverrideRow& row, QWidget* parent = nullptr);

    /// `source`: the policy that an inherited value comes from; `remark`: more about the value, perhaps empty.
    void showValue(const QString& value, bool isOverridden, const QString& source, const QString& remark);
    void showRefused(const QString& reason);
    /// Forgets refused input, because it was about another layer.
    void forgetRefused() { m_refused.clear(); }
    /// Leaves out where an inherited value comes from.
    void setCompact(bool isCompact);
    /// The widget to which the label before it gives the focus.
    QWidget* field() const;

signals:
    void valueChosen(const QString& value);
    void resetRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void commit();
    void showState();

    QComboBox* m_value;
    QLabel* m_state;
    QToolButton* m_reset;
    QString m_help;
    QString m_shown; ///< the effective value
    QString m_source;
    QString m_remark;
    QString m_refused; ///< the text that was typed and is wrong; empty if none is
    QString m_reason;
    bool m_isOverridden = false;
    bool m_isCompact = false;
};

OverrideEditor::OverrideEditor(
    const QString& id, const QString& name, const NumericsOverrideRow& row, QWidget* parent)
    : QWidget(parent)
    , m_value(new QComboBox(this))
    , m_state(new QLabel(this))
    , m_reset(new QToolButton(this))
    , m_help(engineText(row.description) + QLatin1Char('\n') + overrideSyntax(row.kind))
{
    const QByteArray term = "knob:" + QByteArray(row.path.data(), qsizetype(row.path.size()));
    registerPlace(this, {.name = id.toUtf8(), .terms = term});
    m_value->setEditable(true);
    describe(m_value, {.name = id.toUtf8() + "_value", .terms = term}, name);
    m_value->setInsertPolicy(QComboBox::NoInsert);
    m_value->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_value->setMinimumContentsLength(9);
    m_value->addItem(tr("inherit"));
    m_value->setItemData(0, tr("What the layer's policy says"), Qt::ToolTipRole);
    for (const OverrideChoice& choice : overrideChoices(row.kind)) {
        m_value->addItem(choice.name);
        m_value->setItemData(m_value->count() - 1, choice.explanation, Qt::ToolTipRole);
    }
    m_value->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_value->completer()->setFilterMode(Qt::MatchContains);
    m_value->installEventFilter(this);
    describe(m_reset, {.name = id.toUtf8() + "_reset", .terms = term}, tr("Reset %1 to inherited").arg(name),
        tr("Reset to inherited"));
    m_reset->setIcon(glyphIcon(Glyph::Undo));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::TabFocus);
    rowOf(this, {{m_value, 1}, m_state, m_reset}, {.spacing = 6});

    connect(m_value, &QComboBox::activated, this, &OverrideEditor::commit);
    connect(m_value->lineEdit(), &QLineEdit::editingFinished, this, &OverrideEditor::commit);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        m_refused.clear();
        emit resetRequested();
    });
}

QWidget* OverrideEditor::field() const
{
    return m_value;
}

void OverrideEditor::showValue(
    const QString& value, bool isOverridden, const QString& source, const QString& remark)
{
    const bool isNew = value != m_shown || isOverridden != m_isOverridden;
    if (isNew)
        m_refused.clear();
    m_shown = value;
    m_isOverridden = isOverridden;
    m_source = source;
    m_remark = remark;
    if (m_refused.isEmpty()) {
        const QSignalBlocker blocker(m_value);
        m_value->setEditText(value);
        m_value->lineEdit()->setCursorPosition(0);
    }
    showState();
}

void OverrideEditor::showRefused(const QString& reason)
{
    m_refused = m_value->currentText().trimmed();
    m_reason = reason;
    showState();
}

void OverrideEditor::setCompact(bool isCompact)
{
    if (m_isCompact == isCompact)
        return;
    m_isCompact = isCompact;
    showState();
}

void OverrideEditor::showState()
{
    const bool isWrong = !m_refused.isEmpty();
    const QString full = isWrong ? tr("not applied")
        : m_isOverridden         ? tr("overridden")
                                 : tr("inherited from %1").arg(m_source);
    m_state->setText(m_isCompact && !isWrong && !m_isOverridden ? tr("inherited") : full);
    const QFontMetrics metrics(font());
    m_state->setFixedWidth(m_isCompact
            ? metrics.horizontalAdvance(QStringLiteral("overridden____"))
            : metrics.horizontalAdvance(tr("inherited from %1").arg(m_source)) + 12);
    QFont stateFont = font();
    stateFont.setBold(m_isOverridden || isWrong);
    m_state->setFont(stateFont);
    QPalette statePalette = palette();
    QPalette valuePalette = palette();
    const QColor quiet = mutedText(palette());
    if (isWrong) {
        statePalette.setColor(QPalette::WindowText, severityColor(Severity::Failure, palette()));
        valuePalette.setColor(QPalette::Text, severityColor(Severity::Failure, palette()));
    } else if (!m_isOverridden) {
        statePalette.setColor(QPalette::WindowText, quiet);
        valuePalette.setColor(QPalette::Text, quiet);
    }
    m_state->setPalette(statePalette);
    m_value->lineEdit()->setPalette(valuePalette);
    QFont valueFont = font();
    valueFont.setBold(m_isOverridden && !isWrong);
    m_value->lineEdit()->setFont(valueFont);
    QStringList tip;
    if (isWrong)
        tip += m_reason;
    tip += m_help;
    tip += tr("Now %1, %2.")
               .arg(m_shown, m_isOverridden ? tr("overridden") : tr("inherited from %1").arg(m_source));
    if (!m_remark.isEmpty())
        tip += m_remark;
    m_value->setToolTip(tip.join(QLatin1Char('\n')));
    m_value->setAccessibleDescription(m_value->toolTip());
    m_state->setToolTip(m_value->toolTip());
    m_reset->setEnabled(m_isOverridden || isWrong);
}

void OverrideEditor::commit()
{
    const QString text = m_value->currentText().trimmed();
    if (text == m_shown || (!m_refused.isEmpty() && text == m_refused)) {
        if (text == m_shown && !m_refused.isEmpty()) {
            m_refused.clear();
            showState();
        }
        return;
    }
    m_refused.clear();
    if (text.isEmpty() || text == m_value->itemText(0))
        emit resetRequested();
    else
        emit valueChosen(text);
}

bool OverrideEditor::eventFilter(QObject* watched, QEvent* event)
{
    // The page scrolls under the pointer; a value must not change by that.
    if (watched == m_value && event->type() == QEvent::Wheel) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void OverrideEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // Later: the children take the new palette after this.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(
            this, [this] { showState(); }, Qt::QueuedConnection);
}

namespace {

/// Below this many characters a row has no room to say where its value comes from.
constexpr int kRoomyCharacters = 78;

/// Whether the override does anything in a layer of the class.
bool hasMeaning(NumericsOverride setting, const LayerClass& kind)
{
    return isStorage(rowOf(setting).kind) ? kind.hasVariables() : kind.hasProducts;
}

/// The row that stands for no recipe of the layer's own.
constexpr const char* kInherited = "inherited";

std::vector<ClassSpec> layerRecipes()
{
    std::vector<ClassSpec> rows = classSpecs(recipeCatalog());
    rows.insert(
        rows.begin(), ClassSpec{kInherited, QT_TRANSLATE_NOOP("ulpscope", "The session's recipe."), {}});
    return rows;
}

} // namespace

NumericsPage::NumericsPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_title(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_resetAll(new QPushButton(tr("Reset all"), this))
    , m_sessionRecipe(new ComponentForm({.name = "sessionRecipe",
                                            .terms = "recipe",
                                            .lessons = {{"recipe", "sessionRecipeChooser"},
                                                {"recipe.amax-history", "parameter_amax_history_len"},
                                                {"recipe.amax-algorithm", "parameter_amax_compute_algo"}}},
          tr("All layers' recipe"), classSpecs(recipeCatalog()), this))
    , m_layerRecipe(new ComponentForm(
          {.name = "layerRecipe", .terms = "recipe"}, tr("This layer's recipe"), layerRecipes(), this))
{
    registerPlace(this,
        {.name = "numericsPage",
            .terms = "numerics",
            .guide = "window#numerics-page",
            .lessons = {{"layer.accumulator", "knob_forward_accumulator"},
                {"layer.input-format", "knob_forward_input"}, {"layer.kernel-format", "knob_forward_kernel"},
                {"layer.gradient-format", "knob_input_gradient_output_gradient"},
                {"layer.weight-gradient-format", "knob_weight_gradient_output_gradient"},
                {"layer.master-weights", "knob_variable"}}});
    addForm(m_sessionRecipe);
    addForm(makeHead());
    addForm(m_layerRecipe);
    connect(m_sessionRecipe, &ComponentForm::componentEdited, this, &NumericsPage::setSessionRecipe);
    connect(m_layerRecipe, &ComponentForm::componentEdited, this, &NumericsPage::setLayerRecipe);
    for (const OverrideGroup& group : overrideGroups()) {
        m_groups.push_back(makeGroup(group));
        addForm(m_groups.back().box);
    }
    connect(&document, &Document::sessionChanged, this, &NumericsPage::refresh);
    connect(m_resetAll, &QPushButton::clicked, this, &NumericsPage::resetAll);
    refresh();
}

QWidget* NumericsPage::makeHead()
{
    auto* head = new QWidget(this);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_sentence->setObjectName(QStringLiteral("numericsSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_resetAll->setObjectName(QStringLiteral("resetNumerics"));
    m_resetAll->setIcon(glyphIcon(Glyph::Undo));
    m_resetAll->setToolTip(tr("Every value of this layer is inherited from its policy again"));
    auto* layout = new QGridLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title, 0, 0);
    layout->addWidget(m_resetAll, 0, 1);
    layout->addWidget(m_sentence, 1, 0, 1, 2);
    layout->setColumnStretch(0, 1);
    return head;
}

NumericsPage::Group NumericsPage::makeGroup(const OverrideGroup& group)
{
    Group made{new QWidget(this), {}};
    made.box->setObjectName(QStringLiteral("knobs_") + group.id);
    auto* layout = new QGridLayout(made.box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(10);
    layout->setVerticalSpacing(3);
    layout->setColumnStretch(1, 1);
    auto* heading = new QLabel(made.box);
    heading->setTextFormat(Qt::RichText);
    heading->setText(group.formula.isEmpty()
            ? QStringLiteral("<b>%1</b>").arg(group.title)
            : QStringLiteral("<b>%1</b>&nbsp;&nbsp; <i>%2</i>").arg(group.title, group.formula));
    layout->addWidget(heading, 0, 0, 1, 2);
    for (const NumericsOverride setting : group.settings) {
        const NumericsOverrideRow& description = rowOf(setting);
        const QString title = engineText(description.title);
        const QString id = QStringLiteral("knob_")
            + QString::fromUtf8(description.path.data(), qsizetype(description.path.size()))
                  .replace(QLatin1Char('.'), QLatin1Char('_'));
        auto* editor = new OverrideEditor(id, title, description, made.box);
        auto* label = new QLabel(overrideLabel(setting), made.box);
        label->setToolTip(engineText(description.description));
        label->setBuddy(editor->field());
        label->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
        const int line = layout->rowCount();
        layout->addWidget(label, line, 0);
        layout->addWidget(editor, line, 1);
        const Row row{setting, label, editor};
        made.rows.push_back(row);
        connect(editor, &OverrideEditor::valueChosen, this,
            [this, row](const QString& value) { set(row, value); });
        connect(editor, &OverrideEditor::resetRequested, this, [this, row] { set(row, std::nullopt); });
    }
    return made;
}

void NumericsPage::showLayer(const std::optional<LayerPlace>& place)
{
    if (place != m_place)
        for (const Group& group : m_groups)
            for (const Row& row : group.rows)
                row.editor->forgetRefused();
    m_place = place;
    refresh();
}

void NumericsPage::refresh()
{
    const std::vector<LayerNode> nodes = layerNodes(*m_document.session());
    const LayerNode* shown = nullptr;
    if (m_place && m_place->layer < nodes.size()) {
        const LayerNode& layer = nodes[m_place->layer];
        shown = m_place->child.empty() ? &layer : nullptr;
        for (const LayerNode& child : layer.children)
            if (child.place == *m_place)
                shown = &child;
    }
    showRecipes(shown);
    if (shown) {
        showNode(*shown);
        return;
    }
    m_title->setText(tr("No layer is selected"));
    m_sentence->setText(tr("Choose one above to see what it rounds and sums in."));
    m_resetAll->hide();
    for (const Group& group : m_groups)
        group.box->hide();
}

void NumericsPage::showNode(const LayerNode& node)
{
    m_title->setText(QStringLiteral("%1 – %2").arg(toQt(node.name), toQt(node.className)));
    const LayerClass* kind = findRow(layerCatalog(), node.className);
    const bool isOpen = kind != nullptr && !node.isInput && node.place.child.empty() && node.given;
    bool hasAny = false;
    for (const Group& group : m_groups) {
        bool isShown = false;
        for (const Row& row : group.rows) {
            const bool means = isOpen && hasMeaning(row.setting, *kind);
            row.label->setVisible(means);
            row.editor->setVisible(means);
            isShown = isShown || means;
            if (!means)
                continue;
            const EffectiveOverride setting
                = effectiveOverride(node.trained, node.recipe.recipe, node.numerics, row.setting);
            const bool followsWeights = row.setting == NumericsOverride::OptimizerState
                && node.numerics[NumericsOverride::Variable];
            const QString source = followsWeights ? tr("master weights")
                : setting.origin == OverrideOrigin::Recipe
                ? tr("recipe %1").arg(toQt(node.recipe.component.className))
                : toQt(node.trained.name);
            row.editor->showValue(toQt(setting.value), setting.isOverridden(), source,
                !setting.isScaled ? QString()
                    : setting.origin == OverrideOrigin::Recipe
                    ? tr("Scaled by the largest values of earlier steps, as Transformer Engine does.")
                    : tr("Scaled by the history of its largest values, as Keras' float8 does."));
        }
        group.box->setVisible(isShown);
        hasAny = hasAny || isShown;
    }
    const int overridden = overrideCount(node.numerics);
    m_resetAll->setVisible(hasAny);
    m_resetAll->setEnabled(overridden > 0);
    if (hasAny)
        m_sentence->setText(
            tr("%1 (%2) fills these in; each can be overridden. %3")
                .arg(node.recipe.recipe.isNone()
                        ? policyCellText(node)
                        : tr("%1 with the recipe %2")
                              .arg(policyCellText(node), toQt(node.recipe.component.className)),
                    originText(node),
                    overridden == 0 ? tr("None is.") : tr("Overridden: %1.").arg(overridden)));
    else if (node.isInput)
        m_sentence->setText(tr("An input layer computes nothing: the data enter as %1.")
                                .arg(toQt(node.trained.computeDtype)));
    else if (!node.given)
        m_sentence->setText(problemText(node));
    else if (!node.children.empty())
        m_sentence->setText(
            tr("%1 is made of the layers below it. %2.").arg(toQt(node.name), passingOnText(node)));
    else
        m_sentence->setText(tr(
            "%1 multiplies no matrices and has no weights: it computes in %2, as %3 says. There is nothing to override.")
                                .arg(toQt(node.className), toQt(node.trained.computeDtype),
                                    policyCellText(node)));
}

/// node: the one that is shown; null: none.
void NumericsPage::showRecipes(const LayerNode* node)
{
    m_sessionRecipe->showComponent(m_document.session()->policies.recipe);
    const LayerClass* kind = node == nullptr ? nullptr : findRow(layerCatalog(), node->className);
    const bool takesOne
        = kind != nullptr && node->place.child.empty() && (kind->formula.isLinear || kind->isComposite());
    m_layerRecipe->setVisible(takesOne);
    if (takesOne)
        m_layerRecipe->showComponent(m_document.session()
                                         ->model.layers.at(node->place.layer)
                                         .recipe.value_or(Component{kInherited, {}}));
}

void NumericsPage::setSessionRecipe(const Component& recipe)
{
    const Status done = m_document.edit(tr("Choose the recipe %1").arg(toQt(recipe.className)),
        [&](SessionSpec& session) { session.policies.recipe = recipe; });
    const bool isTold = !done && m_sessionRecipe->refuse(done.error());
    refresh();
    if (!done && !isTold)
        m_document.refuse(done.error());
}

void NumericsPage::setLayerRecipe(const Component& recipe)
{
    if (!m_place)
        return;
    const std::size_t layer = m_place->layer;
    const QString name = toQt(m_document.session()->model.layers.at(layer).name);
    const bool isInherited = recipe.className == kInherited;
    const Status done
        = m_document.edit(isInherited ? tr("Inherit the recipe of %1").arg(name)
                                      : tr("Choose the recipe %1 for %2").arg(toQt(recipe.className), name),
            [&](SessionSpec& session) {
                session.model.layers[layer].recipe
                    = isInherited ? std::optional<Component>() : std::optional<Component>(recipe);
            });
    const bool isTold = !done && m_layerRecipe->refuse(done.error());
    refresh();
    if (!done && !isTold)
        m_document.refuse(done.error());
}

void NumericsPage::set(const Row& row, const std::optional<QString>& value)
{
    if (!m_place)
        return;
    const std::size_t layer = m_place->layer;
    const QString name = toQt(m_document.session()->model.layers.at(layer).name);
    const QString setting = withinSentence(engineText(rowOf(row.setting).title));
    const QString text
        = value ? tr("Set %1 of %2").arg(setting, name) : tr("Inherit %1 of %2").arg(setting, name);
    const Status done = m_document.edit(text, [&](SessionSpec& session) {
        std::optional<std::string>& target = session.model.layers[layer].numerics[row.setting];
        if (value)
            target = value->toStdString();
        else
            target.reset();
    });
    if (done) {
        refresh(); // refreshed also where nothing changed, so that a refused text goes
        return;
    }
    row.editor->showRefused(engineText(done.error().message));
    m_document.refuse(done.error());
}

void NumericsPage::resetAll()
{
    if (!m_place)
        return;
    const std::size_t layer = m_place->layer;
    for (const Group& group : m_groups)
        for (const Row& row : group.rows)
            row.editor->forgetRefused();
    m_document.tryEdit(
        tr("Inherit numerics of %1").arg(toQt(m_document.session()->model.layers.at(layer).name)),
        [&](SessionSpec& session) { session.model.layers[layer].numerics = {}; });
    refresh();
}

void NumericsPage::resizeEvent(QResizeEvent* event)
{
    FormPage::resizeEvent(event);
    const bool isCompact = viewport()->width() < fontMetrics().averageCharWidth() * kRoomyCharacters;
    for (const Group& group : m_groups)
        for (const Row& row : group.rows)
            row.editor->setCompact(isCompact);
}

} // namespace ulpscope::ui

#include "numerics_page.moc"
