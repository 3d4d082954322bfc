// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_style.h"

#include "ui/look/theme.h"

namespace ulpscope::ui {

QString guideStyle(const QPalette& palette)
{
    return QStringLiteral("h1 { font-size: xx-large; } h2 { font-size: x-large; } h3 { font-size: large; }"
                          "p, li { line-height: 130%; }"
                          "p.picture { line-height: 100%; }"
                          "pre { background-color: %1; margin-left: 8px; }"
                          "code { background-color: %1; }"
                          "th { background-color: %1; text-align: left; }"
                          "td { border-bottom: 1px solid %3; }"
                          "a { color: %2; }")
        .arg(palette.color(QPalette::AlternateBase).name(), palette.color(QPalette::Link).name(),
            hairline(palette).name());
}

QString withTableLines(const QString& html, const QPalette& palette)
{
    return QString(html).replace(QStringLiteral("<table>"),
        QStringLiteral("<table width=\"100%\" border=\"1\" cellspacing=\"0\" cellpadding=\"5\" "
                       "style=\"border-collapse: collapse; border-color: %1;\">")
            .arg(hairline(palette).name()));
}

QString guideCss()
{
    return QStringLiteral(
        R"(:root { color-scheme: light dark; --text: #1d2126; --page: #ffffff; --soft: #f2f4f6; --line: #cfd5db; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dfe3e8; --page: #16191d; --soft: #22272d; --line: #3a424b; --link: #7db8f5; }
}
body { margin: 0 auto; max-width: 52rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
nav { border-bottom: 1px solid var(--line); padding-bottom: .5rem; }
nav a { margin-right: .8rem; white-space: nowrap; }
nav a[aria-current] { color: var(--text); font-weight: bold; text-decoration: none; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin-top: 1.6em; }
code, pre { background: var(--soft); font: .92em/1.45 "DejaVu Sans Mono", monospace; }
pre { padding: .6rem .8rem; overflow-x: auto; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
img { max-width: 100%; border: 1px solid var(--line); }
@media print { nav { display: none; } }
)");
}

} // namespace ulpscope::ui
