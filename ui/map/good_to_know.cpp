// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/good_to_know.h"

#include "ui/look/accessible_role.h"
#include "ui/look/describe.h"
#include "ui/look/theme.h"
#include "ui/map/models/surprises.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_caption);
    layout->addWidget(m_area, 1);
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

} // namespace ulpscope::ui
