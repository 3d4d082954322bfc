// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes as cards in a grid: a picture of a run, the title, and what one sees and may try. As many columns as fit, and
// cards as high as the longest text needs, whatever the size of the text.
#pragma once

#include "app/desktop/resources.h"

#include <QListView>

class QStandardItemModel;

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
