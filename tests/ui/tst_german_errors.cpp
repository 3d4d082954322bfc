// SPDX-License-Identifier: GPL-3.0-or-later
// Errors as a newcomer makes them, made by the engine, are German in the window, and what was typed stays as it was.
#include "app/io/exports/export_catalog.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/logs/training_log_reader.h"
#include "app/io/recordings/findings/recording_difference.h"
#include "app/io/recordings/recorded_call.h"
#include "app/io/session/session_file.h"
#include "app/io/tensors/tensor_reference.h"
#include "app/lesson/measured_runs.h"
#include "app/search/plan/search_space.h"
#include "app/search/sweep/kept_results.h"
#include "engine/base/closest_name.h"
#include "engine/base/config.h"
#include "engine/data/data_profile.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"
#include "engine/policy/dtype_policy.h"
#include "engine/scaling/loss_scale_text.h"
#include "engine/session/checked_session.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/optimizer_refusal.h"
#include "engine/session/watch.h"
#include "engine/train/run_memory.h"
#include "tests/app/written_safetensors.h"
#include "tests/engine/small_sessions.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <functional>
#include <system_error>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestGermanErrors : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void errorsAreSaidInGerman_data();
    void errorsAreSaidInGerman();
    void showsTheEnginesErrorsInEnglish();

private:
    struct Row
    {
        Error error;
        QString german;
    };

    std::string path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    void addValues();
    void addNames();
    void addLessons();
    void addNotes();
    void addSearches();
    void addFiles();
    void addTensorFiles();
    void addKerasModels();
    void addRecordings();
    void addExports();
    void add(const Error& error, const char* german) { m_rows.append({error, QString::fromUtf8(german)}); }

    /// A file in the folder with these bytes.
    std::string write(const char* name, const QByteArray& bytes) const
    {
        QFile file(toQt(path(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", name);
        return path(name);
    }
    QString at(const char* name, const char* german) const
    {
        return toQt(path(name)) + QStringLiteral(": ") + QString::fromUtf8(german);
    }

    QTemporaryDir m_folder;
    QList<Row> m_rows;
};

/// All of them, as the engine says them.
void TestGermanErrors::initTestCase()
{
    addValues();
    addNames();
    addLessons();
    addNotes();
    addSearches();
    addFiles();
    addTensorFiles();
    addKerasModels();
    addRecordings();
    addExports();
}

void TestGermanErrors::cleanup()
{
    QLocale::setDefault(QLocale::c());
    for (QObject* translator : qApp->findChildren<QTranslator*>())
        delete translator;
}

void TestGermanErrors::addValues()
{
    const auto refused = [](const ParameterSpec& spec, const ParameterValue& given) {
        return checkConfig(Config{{spec.name, given}}, {spec}).error();
    };
    const ParameterValue one(std::int64_t{1});
    const ParameterSpec whole{
        .name = "units", .defaultValue = one, .description = {}, .minimum = 1, .maximum = 8};
    add(refused(whole, std::int64_t{0}), "units: erwartet eine ganze Zahl ≥ 1, bekam 0");
    add(refused(whole, std::int64_t{9}), "units: erwartet eine ganze Zahl ≤ 8, bekam 9");
    add(refused(whole, std::string("viel")), "units: erwartet eine ganze Zahl von 1 bis 8, bekam \"viel\"");
    const ParameterSpec number{.name = "rate", .defaultValue = 0.5, .description = {}, .minimum = 0.25};
    add(refused(number, -1.5), "rate: erwartet eine Zahl ≥ 0,25, bekam -1,5");
    const ParameterSpec text{.name = "name", .defaultValue = std::string("a"), .description = {}};
    add(refused(text, one), "name: erwartet einen Text, bekam 1");
    const ParameterSpec flag{.name = "use_bias", .defaultValue = true, .description = {}};
    add(refused(flag, std::string("a number")), "use_bias: erwartet true oder false, bekam \"a number\"");
    ParameterSpec shape{
        .name = "shape", .defaultValue = std::vector<std::int64_t>(), .description = {}, .isRequired = true};
    add(checkConfig({}, {shape}).error(), "shape: fehlt: erwartet eine Liste ganzer Zahlen");
    shape.mayBeInteger = true;
    add(checkConfig({}, {shape}).error(),
        "shape: fehlt: erwartet eine ganze Zahl oder eine Liste ganzer Zahlen");
    add(lossScaleByText("fixed viel", {}).error(),
        "Loss-Skalierung: erwartet eine Zahl wie 1024, \"none\", \"auto\", \"dynamic 2^15\" oder eine andere Regel, "
        "bekam \"fixed viel\"");
}

void TestGermanErrors::addNames()
{
    const auto unknown = [](const char* what, const char* typed, const std::vector<std::string>& known) {
        return Error{"", unknownName(what, typed, known)};
    };
    add(unknown("key", "stpes", {"steps", "seed"}), "Schlüssel „stpes“ ist unbekannt; meinten Sie „steps“?");
    add(unknown("choice", "key", {"relu", "gelu"}), "Wert „key“ ist unbekannt; es gibt: relu, gelu");
    add(unknown("layer class", "x", {}), "Schichtklasse „x“ ist unbekannt");
    for (const auto& [what, german] :
        {std::pair{"layer", "Schicht"}, {"column", "Spalte"}, {"loss scale", "Loss-Skalierung"},
            {"optimizer", "Optimierer"}, {"format", "Format"}, {"rounding mode", "Rundungsmodus"},
            {"figure", "Kennzahl"}, {"figure of a step", "Kennzahl eines Schritts"},
            {"figure of a tensor", "Kennzahl eines Tensors"}})
        add(unknown(what, "%1", {}),
            qPrintable(QStringLiteral("%1 „%2“ ist unbekannt")
                           .arg(QString::fromUtf8(german), QStringLiteral("%1"))));
    add(Error{"", Watch::parse("amax > 1").error().message},
        "hinter „amax“ wird eine Schicht mit ihrem Tensor erwartet, wie amax(dense_2.output)");
    add(getPolicy("mixed_flaot16").error(),
        "„mixed_flaot16“ ist keine DTypePolicy; meinten Sie „mixed_float16“?");
    add(getPolicy("meine eigene Policy").error(),
        "„meine eigene Policy“ ist keine DTypePolicy; es gibt mixed_float16, mixed_bfloat16 und die Namen der "
        "Dtypes wie float32");
    add(getPolicy("float8_e4m3fn").error(),
        "„float8_e4m3fn“ ist kein gültiges Paar (`mode`, `source_name`); DTypePolicy(„float8_e4m3fn“) selbst ist erlaubt, doch "
        "keine Schicht nimmt sie");
    add(getPolicy("float8").error(),
        "„float8“ ist kein gültiges Paar (`mode`, `source_name`); eine quantisierte Policy liest sich wie "
        "float8_from_mixed_bfloat16");
}

/// What a run says of itself above its plots.
void TestGermanErrors::addNotes()
{
    const MemoryBudget budget(std::uint64_t{512} << 20);
    add(overBudget(600.0 * (1 << 20), budget),
        "ein Lauf bräuchte etwa 600 MiB Speicher, und was sonst offen ist 0 MiB: erwartet höchstens das Speicherbudget von 512 MiB");
    SessionSpec session = circle("mixed_float16");
    session.training.lossScale = {"fixed", {{"scale", 8.0}}};
    for (const auto& [loop, german] :
        {std::pair{TrainingLoop::CustomWithoutScaling,
             "Die Schleife dividiert die Gradienten durch 8, hat den Loss aber nie damit multipliziert: "
             "Updates sind so viele Male zu klein"},
            {TrainingLoop::CustomWithoutUnscaling,
                "Die Schleife multipliziert den Loss mit 8, dividiert die Gradienten aber nie: Updates sind so viele Male zu groß"},
            {TrainingLoop::CustomClippedWhileScaled,
                "Die Schleife kürzt Gradienten, die noch die Loss-Skalierung 8 haben: Die Grenze ist so viele Male kleiner, als sie "
                "sagt"},
            {TrainingLoop::CustomScheduleCountsSkipped,
                "Der Lernratenplan der Schleife geht auch in Schritten weiter, die die Loss-Skalierung 8 auslässt: Die Lernrate ist "
                "dem Optimierer um die Zahl der ausgelassenen Schritte voraus"}}) {
        session.training.loop = loop;
        add({"", loopSentence(session)}, german);
    }
    session.training.loop = TrainingLoop::CustomClippedWhileScaled;
    session.training.lossScale = {"fixed", {{"scale", 1.0}}};
    QVERIFY(loopSentence(session).empty()); // a scale of 1 is none, whatever the loop forgets
    session.training.lossScale = {"none", {}};
    const Result<CheckedSession> unscaled = resolveSession(session);
    add(unscaled.error(),
        "training.loop: custom_clipped_while_scaled braucht eine Loss-Skalierung: Es gibt nichts zu vergessen");
    session.training.loop = TrainingLoop::Fit;
    session.training.arithmetic = ArithmeticKind::KerasJax;
    const Result<CheckedSession> written = resolveSession(session);
    QVERIFY(written.ok());
    add({"arithmetic", written->arithmetic.sentence()},
        "arithmetic: written: nicht keras-jax: sequential/dense_1: Dense in float16 ist nicht nachgewiesen");
}

void TestGermanErrors::addLessons()
{
    static const Kernels kernels = *Kernels::load();
    MeasuredRuns runs(kernels, {}, 1);
    add(runs.of(ulpscope::circle("float32")).error(),
        "training.steps: beim Messen werden die Zahlen jedes Schritts behalten, und mehr als die von 0 Schritten passen nicht hinein; "
        "erwartet einen kürzeren Lauf oder ein größeres probes.tensors_every");
}

void TestGermanErrors::addSearches()
{
    const auto wrong = [](const char* budget) { return parseBudget(budget, 100).error().message; };
    const auto addBudget = [&](const char* budget, const char* german) {
        add(Error{"", wrong(budget)}, german);
    };
    addBudget("los < 1", "Zahl „los“ ist unbekannt; meinten Sie „loss“?");
    addBudget("< 1", "erwartet den Namen einer Zahl, etwa loss");
    addBudget("loss@x < 1", "erwartet einen Schritt oder einen Bereich von Schritten, etwa 500 oder 50..");
    addBudget("loss < x", "erwartet eine Zahl, oder einen Faktor wie in 1.01*float32");
    addBudget("loss 1", "erwartet <, <=, >, >=, == oder !=");
    addBudget("loss < 1 2", "erwartet „;“ und eine weitere Bedingung, oder das Ende");
    addBudget("loss@200 < 1", "der Lauf hat die Schritte 0 bis 99, also keinen Schritt 200");
    addBudget("loss@9..3 < 1", "ein Bereich beginnt, ehe er endet");
    addBudget("skipped < 1", "skipped gehört zu einem Schritt: sagen Sie, zu welchem, wie in skipped@0..");
    addBudget("diverged_at@3 < 1",
        "diverged_at kennt man erst am Ende des Laufs: lassen Sie weg, was dahinter steht");
    add(Error{"", searchSpaceOf(ulpscope::circle("float32"), {.menu = "float32,float32"}).error().message},
        "„float32“ steht zweimal da");
    add(Error{"",
            searchSpaceOf(ulpscope::circle("float32"), {.menu = "float32", .layers = "nichts"})
                .error()
                .message},
        "keine Schicht außer Eingängen hat „nichts“ in ihrem Pfad");
    const auto addSpace = [this](const SearchedText& text, const char* german) {
        add(Error{"", searchSpaceOf(ulpscope::circle("float32"), text).error().message}, german);
    };
    addSpace({.menu = "float32+recipe"}, "„recipe“ ist keine Einstellung wie recipe=mxfp8");
    addSpace({.menu = "float32+recipe=mxfp9"}, "Rezept „mxfp9“ ist unbekannt; meinten Sie „mxfp8“?");
    addSpace({.menu = "float32+accumulators=exact"},
        "Einstellung „accumulators“ ist unbekannt; meinten Sie „accumulator“?");
    addSpace({.menu = "float32", .together = "Conv2D"},
        "„Conv2D“ passt zu keiner gesuchten Schicht außer denen der Ausdrücke davor");
    const std::string untrainable
        = "layers[1].policy: „int32“ rechnet in int32, was sich nicht trainieren lässt; mit Gleitkomma-Policies geht es";
    addSpace({.menu = "int32"}, ("int32 bei sequential/dense_1: " + untrainable).c_str());
    addSpace({.menu = "int8_from_float32+forward.input=float8_e4m3fn", .layers = "dense_1"},
        "int8_from_float32+forward.input=float8_e4m3fn bei sequential/dense_1: layers[1].policy: unter „int8_from_float32“ multipliziert die Schicht "
        "ganze Zahlen, wie Keras es tut, woran numerics.forward.input nichts ändern kann; erwartet eine andere Policy, oder die Einstellung entfernt");
    addSpace({.menu = "float32", .lossScales = "none,none"}, "„none“ steht zweimal da");
    addSpace({.menu = "float32", .lossScales = "none,x"},
        "erwartet eine Zahl wie 1024, \"none\", \"auto\", \"dynamic 2^15\" oder eine andere Regel, bekam \"x\"");
    QString many = QStringLiteral("1");
    for (int i = 2; i < 80; ++i)
        many += QStringLiteral(",%1").arg(i);
    addSpace({.menu = many.toStdString()}, "höchstens 64 Policies");
    addSpace({.menu = "float32", .lossScales = many.toStdString()}, "höchstens 64 Loss-Skalierungen");
    addBudget(QStringLiteral("loss < 1;").repeated(33).toLatin1().constData(), "höchstens 32 Bedingungen");
    SessionSpec other = ulpscope::circle("float32");
    other.model.layers[1].policy = *getPolicy("int32");
    add(Error{"", searchSpaceOf(other, {.menu = "float32", .layers = "logits"}).error().message},
        ("alle gesuchten Schichten in float32, womit Budgets vergleichen, lassen sich nicht trainieren: "
            + untrainable)
            .c_str());
    add(Error{"", wrong("loss < 2*float16")}, "erwartet float32: von nichts anderem kann ein Faktor sein");
    const Budget budget = *parseBudget("loss < 1", 1);
    const std::filesystem::path folder = path("results");
    const Result<KeptResults> first = KeptResults::open(folder, resultsFileName(), budget);
    add(Error{"", KeptResults::open(folder, resultsFileName(), budget).error().message},
        "ein anderer Prozess schreibt hinein");
}

void TestGermanErrors::addFiles()
{
    m_rows.append({loadSession(path("x.ulps")).error(),
        at("x.ulps", "kann nicht gelesen werden: Diese Datei oder diesen Ordner gibt es nicht")});
    m_rows.append({loadSession(m_folder.path().toStdString()).error(),
        m_folder.path() + QStringLiteral(": ist ein Ordner; erwartet wird eine Datei")});
    const auto addModel = [this](const char* className, const char* german) {
        const QByteArray json
            = QByteArray(
                  R"({"class_name": "Sequential", "config": {"layers": [{"class_name": "InputLayer", )")
            + R"("config": {"name": "x", "batch_shape": [null, 2]}}, {"class_name": ")" + className
            + R"(", "config": {"name": "layer", "units": 1}}]}})";
        m_rows.append({loadSession(write("model.json", json)).error(), at("model.json", german)});
    };
    addModel("Dense",
        "ist ein Keras-Modell (Schichten: 1) und keine Session: ulpscope-cli policy show sagt seine Policies, ulpscope-cli new "
        "DATA --model macht daraus eine Session, die es trainiert");
    addModel("LSTM",
        "ist ein Keras-Modell (Schichten: 1) und keine Session: ulpscope-cli policy show sagt seine Policies, und Schichten "
        "dieser Klassen werden hier nicht berechnet: LSTM");
    m_rows.append({loadSession(write("empty.ulps", {})).error(), at("empty.ulps", "leer: erwartet JSON")});
    m_rows.append({loadSession(write("wrong.ulps",
                                   "{\"format\": \"ulpscope-session\", \"version\": 1, \"layres\": []}"))
                       .error(),
        at("wrong.ulps", "layres: Schlüssel „layres“ ist unbekannt; meinten Sie „layers“?")});
    const Error broken = loadSession(write("broken.ulps", "{\"format\" 1}")).error();
    m_rows.append({broken,
        at("broken.ulps", "Zeile 1, Spalte 11: kein gültiges JSON; wörtlich: „")
            + toQt(broken.message.text()).section(QStringLiteral("not valid JSON: "), 1)
            + QStringLiteral("“")});
    m_rows.append({readWholeFile(write("long.txt", QByteArray((1 << 20) + 1, 'x')), 1 << 20).error(),
        at("long.txt", "ist größer als 1 MiB")});
    m_rows.append({profileData({.file = write("empty.csv", {})}).error(), at("empty.csv", "ist leer")});
    m_rows.append(
        {profileData({.file = write("picture.csv", QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11))}).error(),
            at("picture.csv", "ist weder eine CSV-, NPZ-, NPY- oder IDX-Datei noch ein Text")});
    for (const auto& [code, german] : {std::pair{std::errc::permission_denied, "Dafür fehlt das Recht"},
             {std::errc::is_a_directory, "Es ist ein Ordner"},
             {std::errc::not_a_directory, "Es ist kein Ordner"},
             {std::errc::no_space_on_device, "Auf dem Datenträger ist kein Platz mehr"},
             {std::errc::read_only_file_system, "Das Dateisystem kann nur gelesen werden"}})
        m_rows.append(
            {Error{"a.ulps", message("cannot be written: %1").with(std::make_error_code(code).message()),
                 ErrorKind::Output},
                QStringLiteral("a.ulps: kann nicht geschrieben werden: ") + QString::fromUtf8(german)});
    const Error notALog = readTrainingLog("nothing of it\n").error();
    add(notALog,
        "keine Zahl darin trägt einen bekannten Namen eines Loss, einer Loss-Skalierung, einer Gradientennorm oder übersprungener Schritte");
}

void TestGermanErrors::addTensorFiles()
{
    const auto opened = [&](const char* name, const std::string& bytes) {
        return openTensorFile(write(name, QByteArray::fromStdString(bytes))).error();
    };
    const auto addOpened = [&](const char* name, const std::string& bytes, const char* german) {
        m_rows.append({opened(name, bytes), at(name, german)});
    };
    const std::string whole = *zipped({{"a", std::string(200, 'x')}, {"b", "y"}});
    addOpened("cut.npz", whole.substr(0, 100),
        "ist nach 100 Bytes abgeschnitten: Es beginnt als Zip-Archiv, und die Liste der Einträge, mit der eines endet, fehlt");
    const std::size_t list = whole.find("PK\x01\x02");
    const auto moved = [&](std::size_t offset) { // the second entry
        std::string bytes = whole;
        const std::size_t second = bytes.find("PK\x03\x04", 1);
        bytes.replace(offset, list - second, whole.substr(second, list - second));
        for (std::size_t i = 0; i < 4; ++i)
            bytes[bytes.find("PK\x01\x02", list + 1) + 42 + i] = static_cast<char>(offset >> (8 * i) & 0xff);
        return bytes;
    };
    addOpened("in.npz", moved(100), "seine Einträge überlappen sich: „a“ und „b“ haben Bytes gemeinsam");
    std::string nowhere = whole;
    nowhere.replace(nowhere.find("PK\x03\x04", 1), 4, "PK!!");
    addOpened("nowhere.npz", nowhere, "seine Liste der Einträge sagt nicht, wo sie sind");
    std::string over = *zipped({{"a", std::string(100, 'x')}});
    over[over.find("PK\x01\x02") + 20] = 110; // bytes that are packed, of 100
    addOpened("over.npz", over,
        "seine Einträge überlappen sich: „a“ und die Liste der Einträge haben Bytes gemeinsam");
    addOpened("plain.npz", *zipped({{"a", "b"}}),
        "ist ein Zip-Archiv ohne Arrays: weder eine .npz- noch eine .pt- noch eine .keras-Datei");
    addOpened("text.bin", "hello",
        "ist keine Datei mit Tensoren: weder von NumPy noch von safetensors, torch, Keras oder HDF5");
    addOpened("old.pt", std::string("\x80\x02}q\0.", 6),
        "ist ein bloßes Pickle, wie es torch vor 1.6 und andere schreiben; speichern Sie es mit torch.save von heute neu");
    addOpened("model.safetensors.index.json", R"({"metadata": {}})",
        "hat keine weight_map, die ein Index von safetensors hat");
    const auto missing = [&](const char* name, const char* tensor, const char* german) {
        const Error error = loadTensor(parseTensorReference(path(name) + "::" + tensor)).error();
        m_rows.append({error, at(name, german)});
    };
    writeSafetensors(
        path("two.safetensors"), {{"kernel", "float32", {1}, {1}}, {"bias", "float32", {1}, {1}}});
    missing("two.safetensors", "kernels", "es gibt darin keinen Tensor „kernels“; meinten Sie „kernel“?");
    missing("two.safetensors", "qqqqqqqq", "es gibt darin keinen Tensor „qqqqqqqq“; es gibt kernel, bias");
    add(NamePattern::parse("{step}").error(), "erwartet {path} oder {role} in „{step}“");
    add(NamePattern::parse("{path}/{path}").error(), "„{path}/{path}“ hat eine Stelle zu oft");
}

/// Each by a model of one layer behind an input of two numbers.
void TestGermanErrors::addKerasModels()
{
    const auto refused = [](const char* className, const char* layer) {
        return importKerasModel(std::string(R"({"class_name": ")") + className
            + R"(", "config": {"name": "s", "layers": [
                {"class_name": "InputLayer", "config": {"name": "i", "batch_shape": [null, 2]}, "inbound_nodes": []}, )"
            + layer + "]}}")
            .error();
    };
    const QString known
        = toQt(refused("Sequential", R"({"class_name": "C", "config": {"name": "c"}})").message.text())
              .section(QStringLiteral("layers that can: "), 1);
    const auto at = [](const char* place, const char* german) -> QString {
        return QLatin1String(place) + QStringLiteral(": ") + QString::fromUtf8(german);
    };
    m_rows.append({refused("Sequential", R"({"class_name": "C", "config": {"name": "c"}})"),
        at("config.layers[1]",
            "„c“ ist ein C und kann hier nicht trainiert werden; Schichten, die es können: ")
            + known});
    m_rows.append({refused("Sequential", R"({"class_name": "M", "config": {"name": "m", "layers": []}})"),
        at("config.layers[1]",
            "„m“ ist ein M, ein Modell im Modell, und kann hier nicht trainiert werden; Schichten, die es können: ")
            + known});
    m_rows.append(
        {refused("Functional",
             R"({"class_name": "Dense", "config": {"name": "d", "units": 1}, "inbound_nodes": [{}, {}]})"),
            at("config.layers[1].inbound_nodes",
                "Schichten, die mehr als einmal aufgerufen werden, können hier nicht trainiert werden")});
    m_rows.append({refused("Sequential", R"({"class_name": "Sequential", "config": {"name": "n", "layers": [
                       {"class_name": "InputLayer", "config": {"name": "x", "dtype": "bfloat16"}},
                       {"class_name": "Dense", "config": {"name": "d", "units": 1, "dtype": "float32"}}]}})"),
        at("config.layers[1].config.layers[1]",
            "eine Umwandlung in bfloat16 vor einer Schicht, die in float32 rechnet, kann hier nicht trainiert werden")});
    const char* functional = R"({"class_name": "Functional", "config": {"name": "f", "layers": [],
        "input_layers": [["x", 0, 0]%1], "output_layers": [["x", 0, 0]]}, "inbound_nodes": [{"args": [%2]}]})";
    const QString tensor
        = QStringLiteral(R"({"class_name": "__keras_tensor__", "config": {"keras_history": ["i", 0, 0]}})");
    const auto nested = [&](const char* more, const QString& arguments) {
        return refused("Functional",
            QString::fromLatin1(functional).arg(QLatin1String(more), arguments).toStdString().c_str());
    };
    m_rows.append({nested("", tensor + QLatin1String(", ") + tensor),
        at("config.layers[1]",
            "„f“, ein Modell im Modell mit 2 Eingängen, kann hier nicht trainiert werden; die mit einem können es")});
    m_rows.append({nested(R"(, ["y", 0, 0])", tensor),
        at("config.layers[1].config.input_layers",
            "ein Modell im Modell, das dort nicht genau einen Tensor hat, kann hier nicht trainiert werden")});
}

/// Why recorded layers cannot be computed again.
void TestGermanErrors::addRecordings()
{
    const char* layers
        = R"({"drop": {"class_name": "Dropout", "config": {"rate": 0.5}},)"
          R"( "norm": {"class_name": "BatchNormalization", "config": {}},)"
          R"( "table": {"class_name": "Embedding", "config": {"input_dim": 4, "output_dim": 1}},)"
          R"( "sum": {"class_name": "Add", "config": {}},)"
          R"( "head": {"class_name": "Dense", "config": {"units": 1}},)"
          R"( "drops": {"class_name": "MultiHeadAttention", "config": {"num_heads": 1, "key_dim": 1, "dropout": 0.1}, "training": true},)"
          R"( "mayDrop": {"class_name": "MultiHeadAttention", "config": {"num_heads": 1, "key_dim": 1, "dropout": 0.1}},)"
          R"( "attn": {"class_name": "MultiHeadAttention", "config": {"num_heads": 1, "key_dim": 1}}})";
    std::vector<WrittenTensor> tensors;
    for (const char* layer : {"drop", "norm", "table", "sum", "head", "attn", "what", "drops", "mayDrop"})
        for (const char* role : {"input", "output"})
            tensors.push_back({std::string("1/") + layer + "/" + role, "float32", {1, 1}, {1}});
    for (const char* layer : {"head", "attn"})
        tensors.push_back({std::string("1/") + layer + "/input_1", "float32", {1, 1}, {2}});
    tensors.push_back({"1/half/output", "float32", {1, 1}, {1}});
    writeSafetensors(path("rec.safetensors"), tensors, {{"layers", layers}});
    Recording recording = *Recording::open(path("rec.safetensors"));
    const auto addCall = [&](const char* layer, const char* german) {
        add(recordedCall(recording, 1, layer).error(), german);
    };
    addCall("drop", "Dropout zieht Zufallszahlen");
    addCall("norm", "BatchNormalization hängt vom ganzen Batch und seiner Vergangenheit ab");
    addCall("table", "Embedding berechnet nichts");
    addCall("drops",
        "ihr Dropout von 0,1 lässt im Training zufällig Zahlen weg, und welche es waren, ist nicht aufgezeichnet");
    addCall("mayDrop",
        "ihr Dropout von 0,1 lässt im Training zufällig Zahlen weg, und die Aufzeichnung sagt nicht, ob sie im Training war");
    addCall("sum", "Add nimmt mehrere Eingaben");
    addCall("head", "sie wurde mit mehr als einem Tensor aufgerufen");
    addCall("attn",
        "ihre Eingaben unterscheiden sich oder haben eine Maske; nur Attention einer Eingabe auf sich selbst wird neu berechnet");
    addCall("what", "die Aufzeichnung sagt nicht, von welcher Klasse sie ist");
    addCall("half", "ihre Eingabe und ihre Ausgabe sind nicht beide als Gleitkommazahlen aufgezeichnet");
    m_rows.append({Recording::open(path("rec.safetensors"), *NamePattern::parse("rank_{step}:{role}"))
                       .error(),
        toQt(path("rec.safetensors"))
            + QStringLiteral(
                ": kein Tensor ist benannt, wie rank_{step}:{role} es hat; der erste ist „rec/1/drop/input“")});
    writeSafetensors(path("none/none.safetensors"), {});
    m_rows.append(
        {Recording::open(path("none")).error(), toQt(path("none")) + QStringLiteral(": hat keine Tensoren")});
    writeSafetensors(path("alone.safetensors"), {{"1/half/output", "float32", {1, 1}, {1}}});
    Recording alone = *Recording::open(path("alone.safetensors"));
    add(compareWithEmulation(alone, *Kernels::load(), 0).error(),
        "von keiner Schicht sind Eingabe und Ausgabe aufgezeichnet");
}

/// What the export catalog refuses, of the small model whose layers and optimizer are these.
void TestGermanErrors::addExports()
{
    const auto refused = [&](const char* kind, const std::function<void(SessionSpec&)>& change) {
        SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
        change(session);
        return findRow(exportCatalog(), kind)->write(session).error();
    };
    const auto last = [](SessionSpec& session) -> LayerSpec& { return session.model.layers.back(); };
    add(refused("keras-policy", [&](SessionSpec& s) { last(s).policy = *getPolicy("float32"); }),
        "policies: eine einzige Policy kann es nicht sagen: sequential/dense_1 läuft unter mixed_float16, "
        "sequential/logits unter float32; eine keras-map kann es");
    add(refused("tf-keras-policy", [&](SessionSpec& s) { last(s).policy = *getPolicy("float32"); }),
        "layers[3].policy: eine einzige Policy kann es nicht sagen: diese Schicht hat float32, das Modell mixed_float16");
    add(refused("tf-keras-policy",
            [&](SessionSpec& s) {
                s.policies.map.emplace_back("sequential/dense_1", *getPolicy("float32"));
            }),
        "policies.map: eine einzige Policy kann es nicht sagen, und die älteren Familien haben keine Policy-Maps");
    SessionSpec averaged = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    last(averaged).policy = *getPolicy("float8_from_float32");
    averaged.training.optimizer.config.set("use_ema", true);
    averaged.training.optimizer.config.set("ema_overwrite_frequency", std::int64_t{5});
    add(*optimizerRefusal(averaged),
        "optimizer.ema_overwrite_frequency: Keras auf JAX wirft im ersten Schritt einen Fehler, weil die Skalierungen von float8 kein "
        "gleitendes Mittel haben; mit 0 trainiert es auch dort");
    SessionSpec accumulated = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    accumulated.policies.global = *getPolicy("bfloat16");
    accumulated.training.lossScale = {"dynamic", {}};
    accumulated.training.optimizer.config.set("gradient_accumulation_steps", std::int64_t{2});
    add(*optimizerRefusal(accumulated),
        "optimizer.gradient_accumulation_steps: cond branches must have equal output types: Keras auf JAX wirft im ersten Schritt "
        "einen Fehler, weil die dynamische Loss-Skalierung Gradienten zu float32 macht und gesammelte den Dtype ihrer Variablen haben, "
        "bfloat16 in sequential/dense_1; mit 1 trainiert es auch dort");
    add(refused("te-recipe", [](SessionSpec&) {}),
        "policies: keine Schicht hat eine float8-Policy, die es nimmt, also gibt es nichts zu sagen");
    add(refused("torch-amp",
            [](SessionSpec& s) {
                s.training.loss = {"Poisson", {}};
            }),
        "training.loss.class: zu Poisson ist hier kein Gegenstück in PyTorch bekannt");
    add(refused("torch-amp", [](SessionSpec& s) { s.training.optimizer.config.set("weight_decay", 0.5); }),
        "training.optimizer.weight_decay: dazu ist hier kein Gegenstück in PyTorch bekannt");
    add(refused("torch-amp",
            [&](SessionSpec& s) { last(s).config.set("kernel_initializer", std::string("lecun_uniform")); }),
        "layers[3].kernel_initializer: zu „lecun_uniform“ ist hier kein Gegenstück in PyTorch bekannt");
    add(refused("torch-amp",
            [&](SessionSpec& s) {
                s.model.layers.insert(
                    s.model.layers.end() - 1, {"noise", "GaussianNoise", {{"stddev", 0.5}}, {}, {}});
            }),
        "layers[3].class: zu diesem GaussianNoise ist hier kein Gegenstück in PyTorch bekannt; ein keras-model oder "
        "keras-python kann es sagen");
}

void TestGermanErrors::errorsAreSaidInGerman_data()
{
    QTest::addColumn<qsizetype>("row");
    for (qsizetype row = 0; row < m_rows.size(); ++row)
        QTest::newRow(m_rows[row].error.message.text().substr(0, 60).c_str()) << row;
}

void TestGermanErrors::errorsAreSaidInGerman()
{
    QFETCH(qsizetype, row);
    useLanguage(QStringLiteral("de"));
    QCOMPARE(engineText(m_rows[row].error), m_rows[row].german);
}

void TestGermanErrors::showsTheEnginesErrorsInEnglish()
{
    for (const Row& row : m_rows)
        QCOMPARE(engineText(row.error), toQt(row.error.text()));
}

QTEST_MAIN(TestGermanErrors)
#include "tst_german_errors.moc"
