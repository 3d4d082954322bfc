// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/policy_map_view.h"

#include "ui/look/accessible_role.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/theme.h"
#include "ui/map/map_key_list.h"
#include "ui/map/map_layer_list.h"
#include "ui/map/models/surprises.h"
#include "ui/map/path_tester.h"

#include <QCheckBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>

namespace ulpscope::ui {

GoodToKnow::GoodToKnow(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_caption(new QLabel(this))
    , m_text(new QLabel)
    , m_area(new QScrollArea(this))
{
    registerPlace(this, {.name = "goodToKnow", .terms = "good_to_know"});
    describe(m_text, QStringLiteral("goodToKnowText"), tr("Good to know"),
        tr("What Keras would do with this session that few expect"));
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_area->setWidget(m_text);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Good to know"));
    m_area->setToolTip(m_text->toolTip());
    setAccessibleRole(*m_area, QAccessible::Grouping);
    m_area->setFocusPolicy(Qt::TabFocus); // arrows scroll it
    columnOf(this, {m_caption, {m_area, 1}}, {.spacing = 4});
    connect(&m_map, &PolicyMapModel::judged, this, &GoodToKnow::refresh);
    refresh();
}

void GoodToKnow::refresh()
{
    const std::shared_ptr<const MapAnswer> answer = m_map.analyst().answer();
    QString items;
    std::size_t count = 0;
    if (answer)
        for (const Surprise& surprise : surprises(m_map.session(), answer->question, answer->findings)) {
            items += QStringLiteral("<li>%1</li>").arg(surprise.sentence.toHtmlEscaped());
            ++count;
        }
    m_caption->setText(count > 0 ? tr("<b>Good to know</b> (%1)").arg(count) : tr("<b>Good to know</b>"));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, mutedText(palette()));
    m_text->setPalette(colors);
    const QString text = count > 0 ? QStringLiteral("<ul style=\"margin-left:-22px\">%1</ul>").arg(items)
                                   : tr("Nothing of what surprises in Keras applies to this session.");
    if (text != m_text->text())
        m_text->setText(text);
}

void GoodToKnow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

PolicyMapView::PolicyMapView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new PolicyMapModel(document, this))
    , m_keys(new MapKeyList(*m_model, this))
    , m_older(new QCheckBox(tr("Match keys any&where in the path (older Keras)"), this))
{
    registerPlace(this,
        {.name = "policyMapView",
            .terms = "policy_map",
            .guide = "window#policy-map",
            .lessons = {{"tab.policy-map"}},
            .tab = {.title = tr("Policy map"),
                .tip = tr("Which policy each layer gets, and which key of the map decides"),
                .isOfSession = true,
                .focus = [this] { focusKeys(); }}});
    auto* rule = new QLabel(
        tr("A layer without a policy of its own takes that of the key that <b>is</b> its path, else of the "
           "<b>one</b> key that matches its whole path as a regular expression, else the default. Two matching "
           "keys are an error, and a key that is there is never overwritten."),
        this);
    describe(rule, QStringLiteral("mapRule"), tr("How Keras' DTypePolicyMap finds a policy"));
    rule->setWordWrap(true);
    describe(m_older, {.name = "mapSearch", .terms = "map_key"}, m_older->text().remove(QLatin1Char('&')),
        tr("Keras before August 2025 tried keys with re.search: a key was for every "
           "path that contains a match. Since then the whole path has to match."));
    auto* layers = new MapLayerList(*m_model, this);
    constexpr int kBesideCharacters = 112; // that two lists need, with policies whole
    auto* lists = new TurningSplitter(QStringLiteral("mapSplitter"), kBesideCharacters, this);
    lists->setHandleWidth(12);
    lists->addWidget(m_keys);
    lists->addWidget(layers);
    lists->setStretchFactor(0, 1);
    lists->setStretchFactor(1, 1);
    columnOf(this,
        {rule, m_older, {lists, 3}, new PathTester(*m_model, this), {new GoodToKnow(*m_model, this), 1}},
        {.margins = QMargins(0, 8, 0, 0), .spacing = 10});

    connect(&m_model->analyst(), &MapAnalyst::failed, this, &PolicyMapView::editRefused);
    connect(m_keys, &MapKeyList::rowSelected, layers, &MapLayerList::showKey);
    connect(layers, &MapLayerList::allRequested, m_keys, [this] { m_keys->selectRow(-1); });
    connect(layers, &MapLayerList::keysRequested, m_keys, &MapKeyList::addKeys);
    connect(m_older, &QCheckBox::clicked, this, [this](bool isOlder) {
        m_model->edit(tr("Change matching of keys"), [isOlder](PolicySettings& policies) {
            policies.mapMatching = isOlder ? MapMatching::Search : MapMatching::FullMatch;
        });
    });
    const auto showMatching
        = [this] { m_older->setChecked(m_model->policies().mapMatching == MapMatching::Search); };
    connect(m_model, &QAbstractItemModel::dataChanged, this, showMatching);
    connect(m_model, &QAbstractItemModel::modelReset, this, showMatching);
    showMatching();
    connect(m_model, &PolicyMapModel::editRefused, this, &PolicyMapView::editRefused);
    connect(m_model, &PolicyMapModel::noticed, this, &PolicyMapView::noticed);
}

void PolicyMapView::focusKeys()
{
    m_keys->focusTable();
}

bool PolicyMapView::event(QEvent* event)
{
    // The window's keys for layers must not reach a layer from here.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        const bool movesLayer
            = key.modifiers() == Qt::AltModifier && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down);
        if (key.key() == Qt::Key_Delete || movesLayer) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui
