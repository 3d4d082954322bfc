// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/ladder_bar.h"

#include "ui/look/describe.h"
#include "ui/look/link_button.h"
#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_tensor.h"

#include <QHBoxLayout>
#include <QLabel>

namespace ulpscope::ui {

LadderBar::LadderBar(QWidget* parent)
    : QWidget(parent)
{
    describe(this, QStringLiteral("ladder"), tr("From the run to the bits of a number"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    for (std::size_t i = 0; i < m_rungs.size(); ++i) {
        if (i > 0)
            line->addWidget(new QLabel(QStringLiteral("›"), this));
        m_rungs[i] = new LinkButton(this);
        registerPlace(m_rungs[i], {.name = "rung" + QByteArray::number(int(i)), .terms = "tensor"});
        connect(m_rungs[i], &QPushButton::clicked, this, [this, i] { emit rungWanted(Rung(i)); });
        line->addWidget(m_rungs[i]);
    }
    line->addStretch(1);
    show({}, {}, Rung::Run);
}

void LadderBar::show(const std::optional<TensorName>& tensor, const QString& element, Rung here)
{
    m_here = here;
    setVisible(tensor.has_value());
    if (!tensor)
        return;
    const std::array<QString, 5> texts{tr("Run"), layerText(tensor->layer), toQt(tensor->name),
        element.isEmpty() ? tr("element") : element, tr("bits")};
    const std::array<QString, 5> tips{tr("The run in pictures"), tr("This layer in the run's pictures"),
        tr("All elements of this tensor"), tr("This number through all operations of the step (Ctrl+Return)"),
        tr("This number's bits in many formats")};
    for (std::size_t i = 0; i < m_rungs.size(); ++i) {
        LinkButton& rung = *m_rungs[i];
        const bool isHere = Rung(i) == here;
        rung.setText(texts[i]);
        rung.setEnabled(!isHere && (Rung(i) <= Rung::Tensor || !element.isEmpty()));
        rung.setToolTip(isHere ? tr("%1. Escape goes up").arg(tips[i]) : tips[i]);
        rung.setAccessibleName(isHere ? tr("%1, here").arg(texts[i]) : texts[i]);
        QFont font = this->font();
        font.setBold(isHere);
        rung.setFont(font);
        rung.updateGeometry();
    }
}

} // namespace ulpscope::ui
