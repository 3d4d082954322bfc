// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/own_data_dialog.h"

#include "engine/base/shown_text.h"
#include "ui/data/models/field_table_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

constexpr QSize kOwnDataSize(940, 640);
constexpr int kLongestContext = 512;
constexpr std::array<char, 3> kSeparators{',', ';', '\t'};
constexpr std::array<const char*, 3> kNormalizations{"none", "standard", "minmax"};

std::string localPath(const QString& file)
{
    return QFile::encodeName(file).toStdString();
}

QString shownPath(const std::string& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path));
}

/// A field with what belongs beside it, as one row of a form.
QWidget* inRow(std::initializer_list<QWidget*> widgets, QWidget* parent, int stretched = -1)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    int i = 0;
    for (QWidget* widget : widgets)
        layout->addWidget(widget, i++ == stretched ? 1 : 0);
    if (stretched < 0)
        layout->addStretch(1);
    return row;
}

/// The fields that may be chosen as one, by name; the item's data is the whole name.
void fillFields(QComboBox& combo, const DataProfile& profile, const std::string& chosen)
{
    combo.clear();
    for (const FieldProfile& field : profile.fields)
        combo.addItem(toQt(shownText(field.name)), toQt(field.name));
    combo.setCurrentIndex(combo.findData(toQt(chosen)));
}

std::string chosenField(const QComboBox& combo)
{
    return combo.currentData().toString().toStdString();
}

} // namespace

QString OwnDataDialog::askForFile(QWidget* parent, const QString& title)
{
    return fileToOpen(parent,
        {.title = title,
            .filters = tr("Data (*.csv *.tsv *.data *.npz *.npy *.idx *.gz *ubyte *.txt);;All files (*)")});
}

OwnDataDialog::OwnDataDialog(bool isUndone, QWidget* parent)
    : QDialog(parent)
    , m_model(new FieldTableModel(m_data, this))
    , m_form(new QFormLayout)
    , m_file(new QLineEdit(this))
    , m_chooseFile(new QPushButton(tr("Choose &another…"), this))
    , m_targetsFile(new QLineEdit(this))
    , m_chooseTargets(new QPushButton(tr("Choose t&argets…"), this))
    , m_found(proseLabel(this))
    , m_kind(new QComboBox(this))
    , m_separator(new QComboBox(this))
    , m_decimal(new QComboBox(this))
    , m_hasNames(new QCheckBox(tr("First line &names the columns"), this))
    , m_table(new QTableView(this))
    , m_text(new QLabel(this))
    , m_target(new QComboBox(this))
    , m_features(new QComboBox(this))
    , m_task(new QComboBox(this))
    , m_normalization(new QComboBox(this))
    , m_context(new QSpinBox(this))
    , m_outcome(proseLabel(this))
    , m_problem(proseLabel(this))
    , m_progress(new QProgressBar(this))
    , m_again(new QPushButton(tr("&Read again"), this))
{
    registerPlace(this, {.name = "ownData", .guide = "files#own-data"});
    setWindowTitle(tr("New session from a file"));
    makeFileRows(*m_form);
    makeFormRow(*m_form);
    auto* choices = new QFormLayout;
    makeChoices(*choices);

    describe(m_table, QStringLiteral("ownDataFields"), tr("Columns or arrays of the file"));
    m_table->setModel(m_model);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(FieldTableModel::First, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    describe(m_text, QStringLiteral("ownDataText"), tr("How the text begins"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setFrameShape(QFrame::StyledPanel);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    describe(m_outcome, QStringLiteral("ownDataOutcome"), tr("The session that is made"));
    describe(m_problem, QStringLiteral("ownDataProblem"), tr("What is wrong"));
    describe(m_progress, QStringLiteral("ownDataProgress"), tr("Reading the file"),
        tr("Reading the file; Cancel stops it"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    describe(m_again, QStringLiteral("ownDataAgain"), tr("Read again"),
        tr("Reads the file once more, when it was mended"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_again, QDialogButtonBox::ActionRole);
    m_create = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
    describe(m_create, QStringLiteral("ownDataCreate"), tr("Create"),
        isUndone
            ? tr("Makes the session and trains it; Undo brings back what is open now")
            : tr(
                "Makes the session and trains it in place of the one that is open now, which stays in its file"));
    describe(buttons->button(QDialogButtonBox::Cancel), QStringLiteral("ownDataCancel"), tr("Cancel"),
        tr("Leaves what is open as it is (Escape)"));
    for (QPushButton* button : {m_chooseFile, m_chooseTargets, m_again})
        button->setAutoDefault(false);
    m_create->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_create, &QPushButton::clicked, this, [this] {
        if (m_data.state() == OwnData::State::Ready && m_data.session())
            emit created(SessionSpec(*m_data.session()));
    });
    connect(m_again, &QPushButton::clicked, this, [this] { m_data.read(DataSource(m_data.source())); });

    auto* layout
        = columnOf(this, {m_form, m_problem, m_progress, {m_table, 1}, {m_text, 1}, choices, m_outcome},
            {.hasStyleMargins = true});
    layout->addStretch(0); // takes the room where there is neither table nor text
    layout->addWidget(buttons);
    connectChoices();
    connect(&m_data, &OwnData::changed, this, &OwnDataDialog::refresh);
    resize(kOwnDataSize.boundedTo(parent->screen()->availableSize() * 9 / 10));
}

void OwnDataDialog::makeFileRows(QFormLayout& form)
{
    describe(m_file, QStringLiteral("ownDataFile"), tr("File"));
    describe(m_chooseFile, QStringLiteral("ownDataChooseFile"), tr("Choose another file"),
        tr("Reads another file in place of this one"));
    describe(m_targetsFile, QStringLiteral("ownDataTargetsFile"), tr("File of the targets"));
    describe(m_chooseTargets, QStringLiteral("ownDataChooseTargets"), tr("Choose the file of the targets"),
        tr("The array with what is to be predicted for each example is in another file"));
    for (QLineEdit* path : {m_file, m_targetsFile}) {
        path->setReadOnly(true);
        path->setFocusPolicy(Qt::ClickFocus);
    }
    form.addRow(tr("File"), inRow({m_file, m_chooseFile}, this, 0));
    m_targetsRow = inRow({m_targetsFile, m_chooseTargets}, this, 0);
    form.addRow(tr("Targets"), m_targetsRow);
    m_found->setObjectName(QStringLiteral("ownDataFound"));
    form.addRow(tr("Found"), m_found);
    connect(m_chooseFile, &QPushButton::clicked, this, [this] {
        if (const QString file = askForFile(this, tr("Choose a file of data")); !file.isEmpty())
            read(file);
    });
    connect(m_chooseTargets, &QPushButton::clicked, this, [this] {
        const QString file = askForFile(this, tr("Choose the file of the targets"));
        if (file.isEmpty())
            return;
        DataSource source = m_data.source();
        source.targetsFile = localPath(file);
        m_data.read(std::move(source));
    });
}

void OwnDataDialog::makeFormRow(QFormLayout& form)
{
    describe(m_kind, QStringLiteral("ownDataKind"), tr("Read as"),
        tr("Whether the file is a table, a line for each example, or a text whose characters are learnt"));
    m_kind->addItem(tr("Table"), int(DataFileKind::Csv));
    m_kind->addItem(tr("Text"), int(DataFileKind::Text));
    describe(m_separator, QStringLiteral("ownDataSeparator"), tr("What stands between cells"),
        tr("What stands between the cells of a line"));
    m_separator->addItems(
        {tr("Comma between cells"), tr("Semicolon between cells"), tr("Tab between cells")});
    describe(m_decimal, QStringLiteral("ownDataDecimal"), tr("What stands before a number's fraction"),
        tr("Whether a half is written 0.5 or 0,5"));
    m_decimal->addItems({tr("Decimal point"), tr("Decimal comma")});
    describe(m_hasNames, QStringLiteral("ownDataHasNames"), tr("First line names the columns"),
        tr("Else the first line is an example, and columns are called 0, 1, 2, …"));
    m_formRow = inRow({m_kind, m_separator, m_decimal, m_hasNames}, this);
    form.addRow(tr("&Read as"), m_formRow);
    form.labelForField(m_formRow)->setObjectName(QStringLiteral("ownDataFormLabel"));
    qobject_cast<QLabel*>(form.labelForField(m_formRow))->setBuddy(m_kind);
    for (QComboBox* combo : {m_kind, m_separator, m_decimal})
        connect(combo, &QComboBox::activated, this, &OwnDataDialog::readAs);
    connect(m_hasNames, &QCheckBox::clicked, this, &OwnDataDialog::readAs);
}

void OwnDataDialog::makeChoices(QFormLayout& form)
{
    describe(m_features, QStringLiteral("ownDataFeatures"), tr("Learn from"),
        tr("The array of the examples; its first axis counts them"));
    describe(m_target, QStringLiteral("ownDataTarget"), tr("Predict"),
        tr("The column or array that the model learns to predict from the others"));
    describe(m_task, QStringLiteral("ownDataTask"), tr("Task"),
        tr("Whether the target says one of several classes or is a number"));
    describe(m_normalization, QStringLiteral("ownDataNormalization"), tr("Normalization of the features"),
        tr("What is done to each feature before it reaches the model, by the training examples; a transform of the data set, "
           "not a layer"));
    m_normalization->addItems({tr("Features as they are"), tr("Each feature to mean 0 and deviation 1"),
        tr("Each feature to 0 … 1")});
    describe(m_context, QStringLiteral("ownDataContext"), tr("Characters in an example"),
        tr("After how many characters the next one is to be said"));
    m_context->setRange(1, kLongestContext);
    form.addRow(tr("&Learn from"), m_features);
    form.addRow(tr("&Predict"), m_target);
    form.addRow(tr("As &task"), m_task);
    form.addRow(tr("N&ormalize"), m_normalization);
    form.addRow(tr("Conte&xt"), m_context);
    for (QWidget* field :
        std::initializer_list<QWidget*>{m_features, m_target, m_task, m_normalization, m_context})
        field->setProperty("form", QVariant::fromValue<QObject*>(&form));
}

void OwnDataDialog::connectChoices()
{
    connect(m_target, &QComboBox::activated, this, [this] { m_data.chooseTarget(chosenField(*m_target)); });
    const auto change = [this](const std::function<void(DataChoice&)>& edit) {
        DataChoice choice = m_data.choice();
        edit(choice);
        m_data.choose(std::move(choice));
    };
    connect(m_features, &QComboBox::activated, this, [this, change] {
        change([this](DataChoice& choice) { choice.features = chosenField(*m_features); });
    });
    connect(m_task, &QComboBox::activated, this,
        [change](int row) { change([row](DataChoice& choice) { choice.isClassification = row == 0; }); });
    connect(m_normalization, &QComboBox::activated, this, [change](int row) {
        change([row](DataChoice& choice) { choice.normalization = kNormalizations[std::size_t(row)]; });
    });
    connect(m_context, &QSpinBox::valueChanged, this, [this, change](int value) {
        if (!m_isRefreshing)
            change([value](DataChoice& choice) { choice.context = value; });
    });
}

void OwnDataDialog::read(const QString& file)
{
    m_data.read({.file = localPath(file)});
}

/// Reads the file again with the kind, separator and header that the user chose.
void OwnDataDialog::readAs()
{
    DataSource source = m_data.source();
    source.kind = DataFileKind(m_kind->currentData().toInt());
    source.form.reset();
    const bool wasTable = m_separator->isVisible();
    if (source.kind == DataFileKind::Csv && wasTable)
        source.form = CsvForm{.separator = kSeparators[std::size_t(m_separator->currentIndex())],
            .decimalPoint = m_decimal->currentIndex() == 1 ? ',' : '.',
            .hasNames = m_hasNames->isChecked()};
    m_data.read(std::move(source));
}

bool OwnDataDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        const QModelIndex box = m_table->currentIndex().siblingAtColumn(FieldTableModel::Name);
        const bool isChecked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(box, isChecked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void OwnDataDialog::done(int result)
{
    m_data.cancel();
    QDialog::done(result);
}

void OwnDataDialog::setRow(QWidget* field, bool isShown)
{
    auto* form = qobject_cast<QFormLayout*>(field->property("form").value<QObject*>());
    (form == nullptr ? m_form : form)->labelForField(field)->setVisible(isShown);
    field->setVisible(isShown);
}

void OwnDataDialog::refresh()
{
    m_isRefreshing = true;
    const OwnData::State state = m_data.state();
    const bool isReady = state == OwnData::State::Ready;
    m_file->setText(shownPath(isReady ? m_data.profile().file : m_data.source().file));
    m_file->setToolTip(m_file->text());
    m_progress->setVisible(state == OwnData::State::Reading);
    m_again->setVisible(state == OwnData::State::Failed);
    showForm();
    const bool isText = isReady && m_data.profile().kind == DataFileKind::Text;
    m_table->setVisible(isReady && !isText);
    m_text->setVisible(isText);
    for (QWidget* field : std::initializer_list<QWidget*>{m_target, m_task, m_normalization})
        setRow(field, isReady && !isText);
    setRow(m_features, isReady && m_data.profile().kind == DataFileKind::Npz);
    setRow(m_context, isText);
    if (isReady)
        showChoice();
    showOutcome();
    m_isRefreshing = false;
}

/// How the file is read.
void OwnDataDialog::showForm()
{
    const bool isReady = m_data.state() == OwnData::State::Ready;
    const DataSource& source = m_data.source();
    const bool isCalledTable
        = QFileInfo(m_file->text()).suffix().contains(QStringLiteral("sv"), Qt::CaseInsensitive);
    std::optional<DataFileKind> kind
        = isReady ? std::optional<DataFileKind>(m_data.profile().kind) : source.kind;
    if (!kind && m_data.state() == OwnData::State::Failed && isCalledTable)
        kind = DataFileKind::Csv; // a table may use other separators than were guessed
    const bool isPair = kind == DataFileKind::Npy || kind == DataFileKind::Idx;
    setRow(m_targetsRow, isPair);
    setRow(m_formRow, kind == DataFileKind::Csv || kind == DataFileKind::Text);
    m_formRow->setEnabled(m_data.state() != OwnData::State::Reading);
    for (QWidget* field : std::initializer_list<QWidget*>{m_separator, m_decimal, m_hasNames})
        field->setVisible(kind == DataFileKind::Csv);
    if (!isReady)
        return;
    const DataProfile& profile = m_data.profile();
    m_targetsFile->setText(
        profile.targetsFile.empty() ? tr("not chosen yet") : shownPath(profile.targetsFile));
    m_kind->setCurrentIndex(profile.kind == DataFileKind::Text ? 1 : 0);
    const auto* const separator = std::ranges::find(kSeparators, profile.form.separator);
    m_separator->setCurrentIndex(int(separator - kSeparators.begin()));
    m_decimal->setCurrentIndex(profile.form.decimalPoint == ',' ? 1 : 0);
    m_hasNames->setChecked(profile.hasNames);
}

void OwnDataDialog::showChoice()
{
    const DataProfile& profile = m_data.profile();
    const DataChoice& choice = m_data.choice();
    fillFields(*m_target, profile, choice.target);
    fillFields(*m_features, profile, choice.features);
    m_task->clear();
    m_task->addItems({classesText(profile, choice), tr("Regression: a number")});
    m_task->setCurrentIndex(choice.isClassification ? 0 : 1);
    const auto* const normalization = std::ranges::find(kNormalizations, choice.normalization);
    m_normalization->setCurrentIndex(int(normalization - kNormalizations.begin()));
    m_context->setValue(int(choice.context));
    if (profile.kind == DataFileKind::Text)
        m_text->setText(toQt(printableText(profile.fields[0].first[0])) + QStringLiteral(" …"));
}

void OwnDataDialog::showOutcome()
{
    const OwnData::State state = m_data.state();
    const bool isReady = state == OwnData::State::Ready;
    const bool canCreate = isReady && m_data.session().ok();
    const QString name = QFileInfo(m_file->text()).fileName();
    m_found->setText(isReady ? foundText(m_data.profile())
            : state == OwnData::State::Failed
            ? tr("%1 cannot be used").arg(name)
            : tr("Reading %1 (%2)…")
                  .arg(name, fileSizeText(std::uint64_t(QFileInfo(m_file->text()).size()))));
    m_outcome->setVisible(canCreate);
    m_problem->setVisible((isReady && !canCreate) || state == OwnData::State::Failed);
    m_problem->setText(QStringLiteral("⚠ ")
        + (isReady && !canCreate ? engineText(m_data.session().error()) : m_data.error()));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, severityColor(Severity::Failure, palette()));
    m_problem->setPalette(colors);
    if (canCreate)
        m_outcome->setText(outcomeText(m_data.profile(), m_data.choice(), *m_data.session()));
    const bool couldCreate = m_create->isEnabled();
    m_create->setEnabled(canCreate);
    if (canCreate && !couldCreate) // read: the keys on what is decided first
        (m_target->isVisible() ? static_cast<QWidget*>(m_target) : m_context)->setFocus();
    else if (state == OwnData::State::Failed && !m_formRow->isVisible())
        m_again->setFocus();
}

} // namespace ulpscope::ui
