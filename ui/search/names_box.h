// SPDX-License-Identifier: GPL-3.0-or-later
// Some of several names, ticked in a list or said in a line of text: each follows the other.
#pragma once

#include <QIcon>
#include <QStringList>
#include <QWidget>

#include <functional>

class QListWidget;

namespace ulpscope::ui {

class FaultField;

class NamesBox : public QWidget
{
    Q_OBJECT
public:
    /// How text and ticks say the same.
    struct Reading
    {
        std::function<QStringList(const QString& text, const QStringList& names)> chosen;
        /// text: what is in the line.
        std::function<QString(const QString& text, const QStringList& chosen, const QStringList& names)> text;
        std::function<QString(const QString& name)> tip; ///< of a row
        std::function<QIcon(const QString& name)> mark = {}; ///< before it; none: rows have none
    };
    struct Words
    {
        QString id; ///< "searchMenu": the line is "searchMenuText", the list "searchMenuList"
        QByteArray terms; ///< of the glossary
        QString title;
        QString text; ///< what a screen reader calls the line
        QString textTip;
        QString list;
        QString listTip;
        QString placeholder = {};
    };
    NamesBox(const Words& words, Reading reading, QWidget* parent);

    void setNames(const QStringList& names);
    void setText(const QString& text);
    QString text() const;
    FaultField& field() const { return *m_text; }
    void focusList();

signals:
    /// Emitted when the user edits the text.
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitText();
    void tick();
    void write();

    Reading m_reading;
    QStringList m_names;
    FaultField* m_text;
    QListWidget* m_list;
    bool m_isTicking = false;
};

} // namespace ulpscope::ui
