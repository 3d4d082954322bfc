// SPDX-License-Identifier: GPL-3.0-or-later
// Parts beside each other where there is room for them, else one above the other.
#pragma once

#include <QSplitter>
#include <QString>

namespace ulpscope::ui {

class TurningSplitter : public QSplitter
{
    Q_OBJECT
public:
    /// besideCharacters: from how many of the font's on they are beside each other, once turned from a little more on.
    TurningSplitter(const QString& id, int besideCharacters, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_besideCharacters;
};

} // namespace ulpscope::ui
