// SPDX-License-Identifier: GPL-3.0-or-later
// Offers beginnings: the tour, an empty project, the user's own data, or a scene.
#pragma once

#include "app/desktop/resources.h"
#include "app/desktop/settings.h"

#include <QDialog>
#include <QListView>

class QCheckBox;
class QStandardItemModel;

namespace ulpscope::ui {

// The scenes as cards in a grid: a picture of a run, the title, and what one sees and may try. As many columns as fit, and
// cards as high as the longest text needs, whatever the size of the text.
class SceneCards : public QListView
{
    Q_OBJECT
public:
    SceneCards(const QString& resourcesDirectory, QList<Scene> scenes, QWidget* parent = nullptr);

    const Scene& scene(int row) const { return m_scenes.at(row); }

signals:
    /// Emitted when a card is chosen by a click or by Return.
    void chosen(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fillModel();
    void showPictures();
    void fitCards();

    QString m_resources;
    QList<Scene> m_scenes;
    QStandardItemModel* m_model;
};

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
