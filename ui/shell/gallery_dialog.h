// SPDX-License-Identifier: GPL-3.0-or-later
// What to begin with: the tour, an empty project, one's own data, or a scene. It blocks nothing: the window behind it can be
// used, and what is open there stays until something else is chosen.
#pragma once

#include "app/desktop/resources.h"
#include "app/desktop/settings.h"

#include <QDialog>

class QCheckBox;

namespace ulpscope::ui {

class SceneCards;

class GalleryDialog : public QDialog
{
    Q_OBJECT
public:
    /// settings: must outlive the dialog.
    GalleryDialog(
        const QString& resourcesDirectory, const QList<Scene>& scenes, Settings& settings, QWidget* parent);

    /// Brings the dialog to the front with the focus on the cards.
    void present();

signals:
    /// The gallery has gone by then.
    void sceneChosen(const QString& path);
    /// The scene at that path, and the guide's tour of it.
    void tourChosen(const QString& path);
    void emptyChosen();
    void dataChosen();
    void lessonsChosen();

protected:
    /// Return presses the button that has the keys; none is pressed from elsewhere.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitWindow();

    Settings& m_settings;
    SceneCards* m_cards;
    QCheckBox* m_atStart;
};

} // namespace ulpscope::ui
