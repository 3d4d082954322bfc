// SPDX-License-Identifier: GPL-3.0-or-later
// How a chapter looks: in the window, on paper and in a browser.
#pragma once

#include "ui/guide/models/guide_book.h"

#include <QPalette>
#include <QString>
#include <QTextBrowser>
#include <QTimer>

namespace ulpscope::ui {

/// The guide's style sheet, for QTextDocument::setDefaultStyleSheet().
QString guideStyle(const QPalette& palette);
/// Adds attributes with which Qt draws the lines of tables, because it does not take these from a style sheet.
QString withTableLines(const QString& html, const QPalette& palette);
/// A file beside the pages: light, or dark where the reader's system is.
QString guideCss();

class GuidePage : public QTextBrowser
{
    Q_OBJECT
public:
    /// book: must outlive it.
    GuidePage(const GuideBook& book, QWidget* parent);

    /// "formats#rounding"
    void showPlace(const QString& place);
    /// The shown place, in the same form.
    QString place() const { return placeOf(source()); }
    static QString placeOf(const QUrl& page);
    /// Marks these words, which are in lower case; no words: nothing is marked.
    void mark(const QStringList& words);
    /// To the next marked word from the cursor on, or from the top again. The cursor is where the place begins, until it is moved.
    void goToNextMark();

signals:
    /// Another place than before is shown.
    void placeShown(const QString& place);

protected:
    /// Chapters and their pictures, from the book.
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void shown(const QString& place);
    void renderAgain();
    void showMarks();

    const GuideBook& m_book;
    QString m_place; ///< place that is shown
    QStringList m_words;
    QTimer m_resized;
    int m_pictureWidth = 0; ///< width for which the pictures were made
};

} // namespace ulpscope::ui
