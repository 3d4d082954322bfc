// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_key_list.h"

#include "engine/policy/dtype_policy.h"
#include "ui/look/boxes.h"
#include "ui/look/cell_delegate.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"
#include "ui/map/models/policy_map_edits.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

// Edits a key of the policy map in its cell; what is typed is judged at every key press and underlined where it is
// wrong.
class PolicyMapModel;

// Cells of the policy map: its keys and its policies.
class MapKeyDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    /// `map` must outlive the delegate.
    explicit MapKeyDelegate(PolicyMapModel& map, QObject* parent = nullptr);

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;

private:
    PolicyMapModel& m_map;
};

// Edits the name of a policy in a cell: a combo box that lists the common ones and takes any other.
class MapPolicyDelegate : public RemarkDelegate
{
    Q_OBJECT
public:
    using RemarkDelegate::RemarkDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

MapKeyDelegate::MapKeyDelegate(PolicyMapModel& map, QObject* parent)
    : RemarkDelegate(parent)
    , m_map(map)
{
}

QWidget* MapKeyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* field = new FaultField(parent);
    describe(field, QStringLiteral("mapKeyEditor"), tr("Key of the policy map"),
        tr("A layer's path, such as sequential/dense, or a regular expression, such as "
           "sequential/.*\nReturn keeps it, Escape does not."));
    field->setPlaceholderText(tr("a path, or a regular expression: sequential/.*"));
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setFrame(false);
    field->setAutoFillBackground(true);
    // One more than can be decided, so that too long a key is said to be too long and not cut.
    field->setMaxLength(int(kLongestRegex) + 1);
    const int row = index.row();
    connect(field, &QLineEdit::textEdited, &m_map,
        [this, row](const QString& text) { m_map.setDraft(row, text); });
    connect(&m_map, &PolicyMapModel::judged, field, [this, row, field] {
        const KeyFinding* found = m_map.finding(row);
        field->setErrorPosition(found && found->faultAt ? int(*found->faultAt) : -1);
    });
    return field;
}

void MapKeyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* field = static_cast<FaultField*>(editor); // made by createEditor
    if (field->isModified()) // a judgement announces the cell; what is being typed stays
        return;
    field->setText(index.data(Qt::EditRole).toString());
    field->selectAll();
}

QWidget* MapPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new CellCombo(parent, const_cast<MapPolicyDelegate&>(*this));
    describe(combo, QStringLiteral("mapPolicyEditor"), tr("Policy of the key"),
        tr("A policy's name: choose one, or type one such as int8_from_mixed_bfloat16.\n"
           "Return keeps it, Escape does not."));
    for (const std::string& name : commonPolicyNames())
        combo->addItem(toQt(name));
    return combo;
}

void MapPolicyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* combo = static_cast<QComboBox*>(editor); // made by createEditor
    if (combo->lineEdit()->isModified())
        return;
    const QString name = index.data(Qt::EditRole).toString();
    combo->setCurrentIndex(combo->findText(name));
    combo->setEditText(name);
    combo->lineEdit()->selectAll();
}

void MapPolicyDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    model->setData(index, static_cast<QComboBox*>(editor)->currentText().trimmed(), Qt::EditRole);
}

namespace {

bool isOwn(const QKeyEvent& key)
{
    const Qt::KeyboardModifiers modifiers = key.modifiers() & ~Qt::KeypadModifier;
    switch (key.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Insert:
        return modifiers == Qt::NoModifier;
    case Qt::Key_Up:
    case Qt::Key_Down:
        return modifiers == Qt::AltModifier;
    case Qt::Key_D:
        return modifiers == (Qt::ControlModifier | Qt::ShiftModifier);
    default:
        return false;
    }
}

/// The key around the character at which it is wrong, which is underlined: `dense(<u>.</u>*`.
QString faultHtml(const QString& key, qsizetype at)
{
    constexpr qsizetype kAround = 24;
    const qsizetype begin = std::max<qsizetype>(0, at - kAround);
    const QString wrong = at < key.size() ? key.mid(at, 1) : QStringLiteral("␣");
    return QStringLiteral("<code>%1%2<u><b>%3</b></u>%4</code>")
        .arg(begin > 0 ? QStringLiteral("…") : QString(), key.mid(begin, at - begin).toHtmlEscaped(),
            wrong.toHtmlEscaped(),
            key.mid(at + 1, kAround).toHtmlEscaped()
                + (at + 1 + kAround < key.size() ? QStringLiteral("…") : QString()));
}

} // namespace

KeyTable::KeyTable(QWidget* parent)
    : EditingView(parent)
{
    lookAsTable(*this, RowHeight::Choices);
    setIconSize({kMarkWidth, kMarkHeight});
    setSelectionMode(SingleSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setHorizontalScrollMode(ScrollPerPixel);
}

bool KeyTable::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOwn(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void KeyTable::keyPressEvent(QKeyEvent* event)
{
    if (!isOwn(*event)) {
        QTableView::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Delete:
        emit removeRequested();
        break;
    case Qt::Key_Insert:
        emit addRequested();
        break;
    case Qt::Key_D:
        emit duplicateRequested();
        break;
    default:
        emit moveRequested(event->key() == Qt::Key_Up ? -1 : 1);
    }
}

void KeyTable::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    if (!indexAt(event->pos()).isValid()) {
        clearSelection();
        setCurrentIndex({});
    }
}

MapKeyList::MapKeyList(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_table(new KeyTable(this))
    , m_add(makeButton(QStringLiteral("addKey"), tr("Add key"),
          tr("Adds a key: type a layer's path or a regular expression (Insert)"), Glyph::Add, true))
    , m_duplicate(makeButton(QStringLiteral("duplicateKey"), tr("Duplicate"),
          tr("Adds a copy of the selected key to be changed (Ctrl+Shift+D)"), Glyph::Copy))
    , m_remove(makeButton(
          QStringLiteral("removeKey"), tr("Remove"), tr("Removes the selected key (Delete)"), Glyph::Remove))
    , m_up(makeButton(QStringLiteral("moveKeyUp"), tr("Up"),
          tr("Moves the key up (Alt+Up). The order decides nothing: it is the order in which Keras names keys."),
          Glyph::Up))
    , m_down(makeButton(QStringLiteral("moveKeyDown"), tr("Down"),
          tr("Moves the key down (Alt+Down). The order decides nothing: it is the order in which Keras names "
             "keys."),
          Glyph::Down))
    , m_remark(new QLabel(this))
{
    setObjectName(QStringLiteral("mapKeyList"));
    describe(m_table, {.name = "mapKeys", .columns = {"map_key", "dtype_policy", "map_key"}},
        tr("Keys of the policy map"),
        tr("F2 or a double click edits a cell, Insert adds a key, Delete removes it, Alt with an "
           "arrow moves it."));
    m_table->setModel(&m_map);
    auto* keys = new MapKeyDelegate(m_map, m_table);
    m_table->setItemDelegateForColumn(PolicyMapModel::KeyColumn, keys);
    m_table->setItemDelegateForColumn(PolicyMapModel::PolicyColumn, new MapPolicyDelegate(m_table));
    m_table->setItemDelegateForColumn(PolicyMapModel::LayersColumn, new RemarkDelegate(m_table));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(PolicyMapModel::KeyColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(PolicyMapModel::PolicyColumn, QHeaderView::Interactive);
    header->setSectionResizeMode(PolicyMapModel::LayersColumn, QHeaderView::ResizeToContents);
    describe(m_remark, QStringLiteral("mapRemark"), tr("What is wrong with the key"),
        tr("What is wrong with the selected key, in the words of Python or Keras"));
    m_remark->setWordWrap(true);
    m_remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_remark->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_remark->setMinimumHeight(
        3 * fontMetrics().lineSpacing()); // room for three lines, so that typing moves nothing

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    auto* caption = new QLabel(tr("<b>Keys</b>"), this);
    buttons->addWidget(caption);
    buttons->addStretch(1);
    for (QToolButton* button : {m_add, m_duplicate, m_remove, m_up, m_down})
        buttons->addWidget(button);
    columnOf(this, {buttons, {m_table, 1}, m_remark}, {.spacing = 6});

    connect(m_add, &QToolButton::clicked, this, &MapKeyList::addKey);
    connect(m_duplicate, &QToolButton::clicked, this, &MapKeyList::duplicate);
    connect(m_remove, &QToolButton::clicked, this, &MapKeyList::remove);
    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_table, &KeyTable::addRequested, this, &MapKeyList::addKey);
    connect(m_table, &KeyTable::duplicateRequested, this, &MapKeyList::duplicate);
    connect(m_table, &KeyTable::removeRequested, this, &MapKeyList::remove);
    connect(m_table, &KeyTable::moveRequested, this, &MapKeyList::move);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MapKeyList::refresh);
    connect(&m_map, &QAbstractItemModel::modelReset, this, &MapKeyList::refresh);
    connect(&m_map, &QAbstractItemModel::modelReset, this, &MapKeyList::fitColumns);
    connect(&m_map, &QAbstractItemModel::dataChanged, this, &MapKeyList::fitColumns); // signs have come
    connect(&m_map, &PolicyMapModel::judged, this, &MapKeyList::showRemark);
    connect(&m_map, &PolicyMapModel::keyAccepted, this, &MapKeyList::selectRow);
    // After the view has let go of the editor: the row of a key that was not typed goes, unless it is typed again already.
    connect(
        keys, &QAbstractItemDelegate::closeEditor, this,
        [this] {
            if (m_table->isEditing())
                return;
            m_map.clearDraft();
            m_map.endKey();
        },
        Qt::QueuedConnection);
    refresh();
    onEvent(this, {QEvent::PaletteChange}, [this] { showRemark(); });
}

QToolButton* MapKeyList::makeButton(
    const QString& id, const QString& text, const QString& toolTip, Glyph glyph, bool hasText)
{
    auto* button = new QToolButton(this);
    button->setObjectName(id);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(toolTip);
    button->setIcon(glyphIcon(glyph));
    button->setToolButtonStyle(hasText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

int MapKeyList::selectedRow() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.first().row();
}

void MapKeyList::selectRow(int row)
{
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    const int column = std::max(0, m_table->currentIndex().column());
    m_table->setCurrentIndex(m_map.index(row, column));
    m_table->selectRow(row);
}

void MapKeyList::focusTable()
{
    m_table->setFocus(Qt::ShortcutFocusReason);
}

void MapKeyList::refresh()
{
    const int row = selectedRow();
    const bool isKey = m_map.isKey(row);
    m_duplicate->setEnabled(isKey);
    m_remove->setEnabled(isKey);
    m_up->setEnabled(isKey && row > 0);
    m_down->setEnabled(isKey && row + 1 < m_map.keyCount());
    showRemark();
    emit rowSelected(row);
}

void MapKeyList::showRemark()
{
    const int row = selectedRow();
    const QString remark = row < 0 ? QString() : m_map.remark(row);
    const KeyFinding* found = row < 0 ? nullptr : m_map.finding(row);
    const bool isWrong = found && (found->error || !found->clashes.empty());
    QString html = remark.toHtmlEscaped();
    if (found && found->faultAt)
        html += QStringLiteral("<br>")
            + faultHtml(m_map.index(row, PolicyMapModel::KeyColumn).data(Qt::EditRole).toString(),
                qsizetype(*found->faultAt));
    QPalette colors = palette();
    colors.setColor(
        QPalette::WindowText, isWrong ? severityColor(Severity::Failure, palette()) : mutedText(palette()));
    m_remark->setPalette(colors);
    m_remark->setText(
        html.isEmpty() && m_map.keyCount() == 0 ? tr(
            "No keys yet: every layer takes the default. Add a key, or choose layers and press \"Make key\".")
                                                : html);
}

void MapKeyList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// The policy has the room that its name needs, as far as the keys leave some.
void MapKeyList::fitColumns()
{
    const QAbstractItemView& view = *m_table; // the base class makes this function public
    const int usual = fontMetrics().horizontalAdvance(QStringLiteral("mixed_bfloat16______"));
    const int wanted = std::max(usual, view.sizeHintForColumn(PolicyMapModel::PolicyColumn));
    const int left = m_table->viewport()->width() - view.sizeHintForColumn(PolicyMapModel::KeyColumn)
        - m_table->columnWidth(PolicyMapModel::LayersColumn);
    m_table->setColumnWidth(PolicyMapModel::PolicyColumn, std::min(wanted, std::max(left, width() / 3)));
}

void MapKeyList::addKey()
{
    const int row = m_map.beginKey();
    const QModelIndex cell = m_map.index(row, PolicyMapModel::KeyColumn);
    m_table->setCurrentIndex(cell);
    openCellEditor(*m_table, cell);
}

void MapKeyList::addKeys(const std::vector<std::string>& keys)
{
    const int row = m_map.keyCount();
    DTypePolicyMap map = mapOf(m_map.policies());
    for (const std::string& key : keys)
        if (const Status added = map.insert(key, map.defaultPolicy); !added)
            return m_map.document().refuse(added.error());
    if (!m_map.edit(
            tr("Make key from layers"), [&](PolicySettings& policies) { policies.map = map.entries; }))
        return;
    const QModelIndex cell = m_map.index(row, PolicyMapModel::PolicyColumn);
    m_table->setCurrentIndex(cell);
    m_table->setFocus(Qt::OtherFocusReason);
    openCellEditor(*m_table, cell);
}

void MapKeyList::duplicate()
{
    const int row = selectedRow();
    if (!m_map.isKey(row) || !m_map.edit(tr("Duplicate key"), [row](PolicySettings& policies) {
            duplicateKey(policies, static_cast<std::size_t>(row));
        }))
        return;
    const QModelIndex cell = m_map.index(row + 1, PolicyMapModel::KeyColumn);
    m_table->setCurrentIndex(cell);
    openCellEditor(*m_table, cell);
}

void MapKeyList::remove()
{
    const int row = selectedRow();
    if (m_map.isKey(row) && m_map.edit(tr("Remove key"), [row](PolicySettings& policies) {
            removeKey(policies, static_cast<std::size_t>(row));
        }))
        selectRow(std::min(row, m_map.rowCount() - 1));
}

void MapKeyList::move(int by)
{
    const int from = selectedRow();
    const int to = from + by;
    if (m_map.isKey(from) && m_map.isKey(to)
        && m_map.edit(tr("Move key"), [from, to](PolicySettings& policies) {
               moveKey(policies, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
           }))
        selectRow(to);
}

} // namespace ulpscope::ui

#include "map_key_list.moc"
