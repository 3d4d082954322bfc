// SPDX-License-Identifier: GPL-3.0-or-later
// The guide beside the program: contents and search at the left, a chapter at the right. Does not block the window.
#pragma once

#include "ui/guide/models/guide_book.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolButton;
class QTreeWidget;
class QUrl;

namespace ulpscope::ui {

class GuidePage;

class GuideWindow : public QDialog
{
    Q_OBJECT
public:
    GuideWindow(GuideBook book, QWidget* window);

    /// "formats#rounding"; an empty one: as it was, at first the index.
    void showPlace(const QString& place);

signals:
    /// A link to what is not in the guide was followed: "term:ulp", "lesson:04-…", "scene:circle", "https:…".
    void linkFollowed(const QString& address);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void fillContents();
    void search();
    void openHit(int row);
    void follow(const QUrl& url);
    void showWhere(const QString& place);

    GuideBook m_book;
    QLineEdit* m_words;
    QTreeWidget* m_contents;
    QListWidget* m_hits;
    QLabel* m_found; ///< how many places
    QStackedWidget* m_left; ///< contents or hits
    QToolButton* m_back;
    QToolButton* m_forward;
    GuidePage* m_page;
};

} // namespace ulpscope::ui
