// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include "ui/look/plot_library.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace ulpscope::ui {

AboutDialog::AboutDialog(const QString& resourcesDirectory, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Ulpscope"));
    auto* tabs = new QTabWidget(this);
    tabs->setAccessibleName(tr("About"));
    const auto page = [&](const QString& title, const QString& markdown) {
        auto* text = new QTextBrowser(tabs);
        text->setAccessibleName(title);
        text->setOpenExternalLinks(true);
        text->setMarkdown(markdown);
        tabs->addTab(text, title);
    };
    page(tr("About"),
        tr("# Ulpscope %1\n\nAn oscilloscope for units in the last place: builds a small model, trains it "
           "under a dtype policy "
           "for every layer through an engine that emulates the arithmetic exactly, and shows where the "
           "numbers go wrong against a "
           "float64 reference of the same run.\n\nFree software under the GNU General Public License, version 3 "
           "or later, without any "
           "warranty.")
            .arg(QStringLiteral(ULPSCOPE_VERSION)));
    QFile changelog(resourcesDirectory + QStringLiteral("/CHANGELOG.md"));
    page(tr("What is new"),
        changelog.open(QIODevice::ReadOnly) ? QString::fromUtf8(changelog.readAll())
                                            : tr("The list of changes is not installed."));
    page(tr("Licences"),
        tr("| part | version | licence |\n|---|---|---|\n| Ulpscope | %1 | GPL-3.0-or-later |\n| Qt | %2 | "
           "LGPL-3.0 |\n"
           "| QCustomPlot | %3 | GPL-3.0-or-later |\n| Eigen | 3.4 | MPL-2.0 |\n| JSON for Modern C++ | 3.11 "
           "| MIT |\n| PCRE2 | 10 | BSD-3-Clause |\n"
           "| zlib | 1 | Zlib |\n| MD4C | 0.4 | MIT |\n\nSeries colours are those of Masataka Okabe and Kei Ito.")
            .arg(QStringLiteral(ULPSCOPE_VERSION), QString::fromLatin1(qVersion()), plotLibraryVersion()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tabs);
    layout->addWidget(buttons);
    resize(600, 380);
}

} // namespace ulpscope::ui
