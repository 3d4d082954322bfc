// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/whole_file.h"
#include "engine/io/session/json_schema.h"
#include "engine/lesson/lesson_schema.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace ulpscope;

class TestJsonSchema : public QObject
{
    Q_OBJECT
private slots:
    void committedSchemasAreThoseOfTheCatalogs_data();
    void committedSchemasAreThoseOfTheCatalogs();
    void schemasHaveADialectATitleAndDescribedParameters();
};

void TestJsonSchema::committedSchemasAreThoseOfTheCatalogs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("generated");
    QTest::newRow("session") << "session" << QString::fromStdString(sessionSchema());
    QTest::newRow("summary") << "summary" << QString::fromStdString(summarySchema());
    QTest::newRow("noise") << "noise" << QString::fromStdString(noiseSchema());
    QTest::newRow("keras-policy") << "keras-policy" << QString::fromStdString(kerasPolicySchema());
    QTest::newRow("lesson") << "lesson" << QString::fromStdString(lessonSchema());
}

void TestJsonSchema::committedSchemasAreThoseOfTheCatalogs()
{
    QFETCH(QString, name);
    QFETCH(QString, generated);
    const auto committed = readWholeFile(
        std::string(ULPSCOPE_SOURCE_DIR) + "/resources/schema/" + name.toStdString() + ".schema.json",
        std::size_t{1} << 24);
    QVERIFY2(committed.ok(), committed ? "" : committed.error().text().c_str());
    QVERIFY2(QString::fromStdString(*committed) == generated,
        qPrintable("the catalogs have changed; run: ulpscope-cli schema " + name + " > resources/schema/"
            + name + ".schema.json"));
}

void TestJsonSchema::schemasHaveADialectATitleAndDescribedParameters()
{
    const auto schema = nlohmann::json::parse(sessionSchema());
    QVERIFY(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    QVERIFY(schema["title"].is_string());
    const auto layers = schema["$defs"]["layer"]["oneOf"];
    QVERIFY(layers.size() >= 6);
    for (const auto& layer : layers)
        for (const auto& [name, property] : layer["properties"].items())
            QVERIFY2(name == "class" || property.contains("description"), name.c_str());
    QVERIFY(layers[1]["properties"]["units"]["minimum"] == 1);
    QVERIFY(layers[1]["properties"]["units"]["minimum"].is_number_integer());
}

QTEST_APPLESS_MAIN(TestJsonSchema)
#include "tst_json_schema.moc"
