// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/handout_pdf.h"

#include "ui/lessons/lesson_dock.h"
#include "ui/look/models/display_text.h"
#include "ui/look/paged_document.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontDatabase>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace ulpscope::ui {

namespace {

constexpr double kPointSize = 10.5;
constexpr double kDrawingRoom = 150; ///< points

struct HandoutText
{
    Q_DECLARE_TR_FUNCTIONS(HandoutText)
};

/// Where something is to be drawn, the document has a table whose last cell is empty.
void makeRoomForDrawings(QTextDocument& document)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame); table && table->columns() == 1) {
            QTextTableCell cell = table->cellAt(table->rows() - 1, 0);
            if (!cell.firstCursorPosition().block().text().trimmed().isEmpty())
                continue;
            QTextTableCellFormat format = cell.format().toTableCellFormat();
            format.setBottomPadding(kDrawingRoom);
            cell.setFormat(format);
            QTextTableFormat around = table->format();
            around.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            around.setBorder(1);
            around.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            table->setFormat(around);
        }
}

} // namespace

HandoutWords handoutWords()
{
    const auto in = [](const QString& text) { return text.toStdString(); };
    return {.key = in(HandoutText::tr("Key")),
        .name = in(HandoutText::tr("Name")),
        .date = in(HandoutText::tr("Date")),
        .misconception = in(HandoutText::tr("Is it so?")),
        .untrue = in(HandoutText::tr("What is not so:")),
        .quoted = in(HandoutText::tr("“%1”")),
        .source = in(HandoutText::tr("Asked in")),
        .minutes = in(HandoutText::tr("%1 min")),
        .step = in(HandoutText::tr("Step %1")),
        .predict = in(HandoutText::tr("Before you do anything")),
        .answer = in(HandoutText::tr("Answer")),
        .drawing = in(HandoutText::tr("Draw here what you expect")),
        .confidence = in(HandoutText::tr("How sure are you, from 0 to 100 %?")),
        .act = in(HandoutText::tr("Do")),
        .observe = in(HandoutText::tr("What happened?")),
        .explain = in(HandoutText::tr("Why? In your own words")),
        .explained = in(HandoutText::tr("Why")),
        .seen = in(HandoutText::tr("What there is to see")),
        .check = in(HandoutText::tr("Check")),
        .right = in(HandoutText::tr("right")),
        .hint = in(HandoutText::tr("Whoever says \"%1\"")),
        .otherwise = in(HandoutText::tr("Whoever says anything else")),
        .from = in(HandoutText::tr("from %1 to %2")),
        .below = in(HandoutText::tr("at most %1")),
        .above = in(HandoutText::tr("at least %1")),
        .along = in(HandoutText::tr("between %1 and %2")),
        .promised = in(HandoutText::tr("Measured")),
        .ownCase = in(HandoutText::tr("Now with your own")),
        .action = [](const LessonAction& action) { return actionText(action).toStdString(); }};
}

Status writeHandoutPdf(const QString& path, const Lesson& lesson, HandoutKind kind)
{
    QTextDocument document;
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(kPointSize);
    document.setDefaultFont(font);
    document.setMarkdown(toQt(handoutMarkdown(lesson, kind, handoutWords())),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
            | QTextDocument::MarkdownNoHTML);
    makeRoomForDrawings(document);
    return writeDocumentPdf(path, document, toQt(lesson.title));
}

} // namespace ulpscope::ui
