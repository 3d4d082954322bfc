<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>CatalogTerms</name>
    <message>
        <source>%1 bits: whole multiples of %2, from %3 to %4.</source>
        <translation>%1 Bit: ganze Vielfache von %2, von %3 bis %4.</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>no infinity</source>
        <translation>kein Unendlich</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>no NaN</source>
        <translation>kein NaN</translation>
    </message>
    <message>
        <source>%1 bits: %2 of exponent, %3 of mantissa. Largest %4, smallest normal %5</source>
        <translation>%1 Bit: %2 Exponent, %3 Mantisse. Größter Wert %4, kleinster normaler %5</translation>
    </message>
    <message>
        <source>, smallest %1</source>
        <translation>, kleinster %1</translation>
    </message>
    <message>
        <source>; %1.</source>
        <translation>; %1.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
    <message>
        <source>How a block&apos;s scale comes from its largest magnitude. Of zeros: %1. Of what is not finite: %2.</source>
        <translation>Wie sich die Skala eines Blocks aus seinem größten Betrag ergibt. Bei Nullen: %1. Bei nicht Endlichem: %2.</translation>
    </message>
    <message>
        <source>Computes in %1, stores weights in %2.</source>
        <translation>Rechnet in %1, speichert Gewichte in %2.</translation>
    </message>
    <message>
        <source> Quantized: %1.</source>
        <translation> Quantisiert: %1.</translation>
    </message>
    <message>
        <source>session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>probes</source>
        <translation>Messungen</translation>
    </message>
</context>
<context>
    <name>DifferenceMetrics</name>
    <message>
        <source>no numbers of ours</source>
        <translation>keine unserer Zahlen</translation>
    </message>
    <message>
        <source>shapes %1 and %2</source>
        <translation>Formen %1 und %2</translation>
    </message>
    <message>
        <source>%1 finite in one of them alone</source>
        <translation>%1 nur in einem endlich</translation>
    </message>
    <message>
        <source>of another dtype</source>
        <translation>von anderem Dtype</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>%1 in both, and all alike.</source>
        <translation>%1 in beiden, und alle gleich.</translation>
    </message>
    <message>
        <source>%1 in both, %2 of them not alike.</source>
        <translation>%1 in beiden, davon %2 nicht gleich.</translation>
    </message>
    <message>
        <source>The table has the first %1.</source>
        <translation>Die Tabelle hat die ersten %1.</translation>
    </message>
    <message>
        <source>The first difference is at step %1 in %2: %3.</source>
        <translation>Der erste Unterschied ist bei Schritt %1 in %2: %3.</translation>
    </message>
    <message>
        <source>The first difference is at step %1 in %2 %3: %4 against %5.</source>
        <translation>Der erste Unterschied ist bei Schritt %1 in %2 %3: %4 gegen %5.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Layer and role; Return or a click goes to it at that step</source>
        <translation>Schicht und Rolle; die Eingabetaste oder ein Klick führt zu ihm bei diesem Schritt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>At which both have it</source>
        <translation>Bei dem ihn beide haben</translation>
    </message>
    <message>
        <source>Ulps of</source>
        <translation>Ulps von</translation>
    </message>
    <message>
        <source>The narrower of the two dtypes</source>
        <translation>Der schmalere der beiden Dtypes</translation>
    </message>
    <message>
        <source>Beyond</source>
        <translation>Darüber</translation>
    </message>
    <message>
        <source>Elements that differ by more than is allowed, or are finite in one alone</source>
        <translation>Elemente, die sich um mehr als erlaubt unterscheiden oder nur in einem endlich sind</translation>
    </message>
    <message>
        <source>Worst, ulp</source>
        <translation>Größter, ulp</translation>
    </message>
    <message>
        <source>Of the element that is farthest apart</source>
        <translation>Des Elements, das am weitesten auseinanderliegt</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>Relativ, L2</translation>
    </message>
    <message>
        <source>Of the difference, over what is finite in both</source>
        <translation>Des Unterschieds, über das, was in beiden endlich ist</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Why there are no numbers, or what else differs</source>
        <translation>Warum es keine Zahlen gibt oder was sich sonst unterscheidet</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>In this one alone: %1</source>
        <translation>Nur in dieser: %1</translation>
    </message>
    <message>
        <source>In the other alone: %1</source>
        <translation>Nur in der anderen: %1</translation>
    </message>
    <message>
        <source>Not computed again: %1: %2</source>
        <translation>Nicht neu berechnet: %1: %2</translation>
    </message>
</context>
<context>
    <name>Example</name>
    <message>
        <source>Not a sum of powers of two: no binary format holds it exactly</source>
        <translation>Keine Summe von Zweierpotenzen: Kein binäres Format stellt sie exakt dar</translation>
    </message>
    <message>
        <source>Halfway between float16&apos;s largest value, 65504, and 2^16: overflows</source>
        <translation>Genau zwischen dem größten Wert von float16, 65504, und 2^16: läuft über</translation>
    </message>
    <message>
        <source>Half of float16&apos;s smallest value: the tie goes to the even code, 0</source>
        <translation>Die Hälfte des kleinsten Werts von float16: Der Gleichstand geht an den geraden Code, 0</translation>
    </message>
    <message>
        <source>Halfway beyond float8_e4m3fn&apos;s largest value, 448</source>
        <translation>Halber Abstand jenseits des größten Werts von float8_e4m3fn, 448</translation>
    </message>
    <message>
        <source>Halfway between 1 and float16&apos;s next value: a tie</source>
        <translation>Genau zwischen 1 und dem nächsten Wert von float16: ein Gleichstand</translation>
    </message>
    <message>
        <source>A code: read in the selected format</source>
        <translation>Ein Code: wird im gewählten Format gelesen</translation>
    </message>
    <message>
        <source>Not a number; some formats have none</source>
        <translation>Keine Zahl; manche Formate haben keine</translation>
    </message>
</context>
<context>
    <name>ExponentBars</name>
    <message>
        <source>%1 of all values lie below the numbers of %2, %3 among its subnormal ones, %4 beyond its largest.</source>
        <translation>%1 aller Werte liegen unter den Zahlen von %2, %3 bei seinen subnormalen, %4 über seiner größten.</translation>
    </message>
    <message>
        <source>%1 are zero.</source>
        <translation>%1 sind null.</translation>
    </message>
    <message>
        <source>%1 are NaN or infinite.</source>
        <translation>%1 sind NaN oder unendlich.</translation>
    </message>
</context>
<context>
    <name>FirstDifference</name>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>largest gradient</source>
        <translation>größter Gradient</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>elements that are not finite</source>
        <translation>nicht endliche Elemente</translation>
    </message>
    <message>
        <source>skipped step</source>
        <translation>übersprungener Schritt</translation>
    </message>
    <message>
        <source>end of the run by its loss scaler</source>
        <translation>Ende des Laufs durch seinen Loss-Skalierer</translation>
    </message>
    <message>
        <source>lost updates</source>
        <translation>verlorene Updates</translation>
    </message>
    <message>
        <source>%1 in the one, %2 in the other</source>
        <translation>%1 im einen, %2 im anderen</translation>
    </message>
    <message>
        <source>%1 in &quot;%2&quot;, %3 in &quot;%4&quot;</source>
        <translation>%1 in &quot;%2&quot;, %3 in &quot;%4&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; have no step in common that is kept.</source>
        <translation>„%1“ und „%2“ haben keinen aufbewahrten Schritt gemeinsam.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; differ in no number that both have.</source>
        <translation>„%1“ und „%2“ unterscheiden sich in keiner Zahl, die beide haben.</translation>
    </message>
    <message>
        <source>First tensor that differs: step %1, %2: %3.</source>
        <translation>Erster Tensor, der sich unterscheidet: Schritt %1, %2: %3.</translation>
    </message>
    <message>
        <source>First number of a step that differs: step %1, %2: %3.</source>
        <translation>Erste Zahl eines Schritts, die sich unterscheidet: Schritt %1, %2: %3.</translation>
    </message>
    <message>
        <source>Compared to the bit: the numbers of %1 and %2 of tensors at %3 of these, in the order in which a step computes them.</source>
        <translation>Bitgenau verglichen: die Zahlen von %1 und %2 von Tensoren an %3 davon, in der Reihenfolge, in der ein Schritt sie berechnet.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>%1 are of one run alone.</source>
        <translation>%1 gibt es nur in einem der Läufe.</translation>
    </message>
    <message>
        <source>Between sampled steps, and in elements that move no metric, tensors may part earlier.</source>
        <translation>Zwischen erfassten Schritten und in Elementen, die keine Kennzahl verändern, können Tensoren schon früher auseinandergehen.</translation>
    </message>
</context>
<context>
    <name>FormatGrid</name>
    <message>
        <source>Flushed (%)</source>
        <translation>Zu null (%)</translation>
    </message>
    <message>
        <source>Of the elements that are not zero, those that would become zero</source>
        <translation>Von den Elementen, die nicht null sind, jene, die null würden</translation>
    </message>
    <message>
        <source>Saturated (%)</source>
        <translation>Gesättigt (%)</translation>
    </message>
    <message>
        <source>Of the finite elements, those that would become the largest of the format</source>
        <translation>Von den endlichen Elementen jene, die das größte des Formats würden</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
    <message>
        <source>Relative L2 distance from the tensor as it is</source>
        <translation>Relativer L2-Abstand vom Tensor, wie er ist</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>See also: %1</source>
        <translation>Siehe auch: %1</translation>
    </message>
</context>
<context>
    <name>Grid</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>Schritte %1–%2</translation>
    </message>
    <message>
        <source>%1: not recorded</source>
        <translation>%1: nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>in Schritt %1</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 in Schritt %2</translation>
    </message>
</context>
<context>
    <name>GuidePdf</name>
    <message>
        <source>Ulpscope: the guide</source>
        <translation>Ulpscope: das Handbuch</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
</context>
<context>
    <name>GuideTable</name>
    <message>
        <source>what it is</source>
        <translation>was es ist</translation>
    </message>
    <message>
        <source>infinity, NaN</source>
        <translation>Unendlich, NaN</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keins von beiden</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>exponent + mantissa</source>
        <translation>Exponent + Mantisse</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>smallest normal</source>
        <translation>kleinste normale</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinste</translation>
    </message>
    <message>
        <source>step after 1</source>
        <translation>Schritt nach 1</translation>
    </message>
    <message>
        <source>has</source>
        <translation>hat</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>block format</source>
        <translation>Blockformat</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>of zeros</source>
        <translation>von Nullen</translation>
    </message>
    <message>
        <source>of what is not finite</source>
        <translation>von Nichtendlichem</translation>
    </message>
    <message>
        <source>what it does</source>
        <translation>was sie tut</translation>
    </message>
    <message>
        <source>whose</source>
        <translation>woher</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>short</source>
        <translation>kurz</translation>
    </message>
    <message>
        <source>accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>computes in</source>
        <translation>rechnet in</translation>
    </message>
    <message>
        <source>stores in</source>
        <translation>speichert in</translation>
    </message>
    <message>
        <source>quantized</source>
        <translation>quantisiert</translation>
    </message>
    <message>
        <source>key in numerics</source>
        <translation>Schlüssel in numerics</translation>
    </message>
    <message>
        <source>override</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>values to begin with</source>
        <translation>Werte für den Anfang</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>notice from</source>
        <translation>Hinweis ab</translation>
    </message>
    <message>
        <source>warning from</source>
        <translation>Warnung ab</translation>
    </message>
    <message>
        <source>gradients flushed</source>
        <translation>Gradienten zu null</translation>
    </message>
    <message>
        <source>updates lost, weights in float32</source>
        <translation>verlorene Updates, Gewichte in float32</translation>
    </message>
    <message>
        <source>updates lost, weights below float32</source>
        <translation>verlorene Updates, Gewichte unter float32</translation>
    </message>
    <message>
        <source>error against float64</source>
        <translation>Fehler gegen float64</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>what happens</source>
        <translation>was geschieht</translation>
    </message>
    <message>
        <source>### %1 {#scene-%2}

%3

[Open the scene](scene:%2), or `ulpscope-cli run %2`.

</source>
        <translation>### %1 {#scene-%2}

%3

[Die Szene öffnen](scene:%2) oder `ulpscope-cli run %2`.

</translation>
    </message>
    <message>
        <source>### %1. %2 {#lesson-%3}

Not so: *%4* (%5 min). %6

[Start the lesson](lesson:%3), or `ulpscope --lesson %1`.

</source>
        <translation>### %1. %2 {#lesson-%3}

Nicht so: *%4* (%5 min). %6

[Die Lektion beginnen](lesson:%3) oder `ulpscope --lesson %1`.

</translation>
    </message>
    <message>
        <source>which versions</source>
        <translation>welche Versionen</translation>
    </message>
</context>
<context>
    <name>GuideTerms</name>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>what it is</source>
        <translation>was es ist</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
</context>
<context>
    <name>HandoutText</name>
    <message>
        <source>Key</source>
        <translation>Lösungen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Is it so?</source>
        <translation>Ist das so?</translation>
    </message>
    <message>
        <source>What is not so:</source>
        <translation>Was nicht so ist:</translation>
    </message>
    <message>
        <source>Asked in</source>
        <translation>Gefragt in</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Before you do anything</source>
        <translation>Bevor Sie etwas tun</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Draw here what you expect</source>
        <translation>Zeichnen Sie hier, was Sie erwarten</translation>
    </message>
    <message>
        <source>How sure are you, from 0 to 100 %?</source>
        <translation>Wie sicher sind Sie, von 0 bis 100 %?</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Tun Sie</translation>
    </message>
    <message>
        <source>What happened?</source>
        <translation>Was geschah?</translation>
    </message>
    <message>
        <source>Why? In your own words</source>
        <translation>Warum? Mit eigenen Worten</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>What there is to see</source>
        <translation>Was zu sehen ist</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>Whoever says &quot;%1&quot;</source>
        <translation>Wer „%1“ sagt</translation>
    </message>
    <message>
        <source>Whoever says anything else</source>
        <translation>Wer etwas anderes sagt</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Now with your own</source>
        <translation>Nun mit dem eigenen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message>
        <source>of step %1</source>
        <translation>von Schritt %1</translation>
    </message>
    <message>
        <source>of steps %1</source>
        <translation>der Schritte %1</translation>
    </message>
    <message>
        <source>of %1 steps in %2</source>
        <translation>von %1 Schritten in %2</translation>
    </message>
    <message>
        <source>mean, %1–%2</source>
        <translation>Mittel, %1–%2</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>bei Schritt %1</translation>
    </message>
    <message>
        <source>float64: %1</source>
        <translation>float64: %1</translation>
    </message>
    <message>
        <source>step watch: no reference</source>
        <translation>Beobachtung je Schritt: keine Referenz</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>des Laufs</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 übersprungen</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>no step skipped</source>
        <translation>0 übersprungen</translation>
    </message>
    <message>
        <source>%1: skipped</source>
        <translation>%1: übersprungen</translation>
    </message>
    <message>
        <source>%1: %2 skipped</source>
        <translation>%1: %2 übersprungen</translation>
    </message>
    <message>
        <source>of the output</source>
        <translation>der Ausgabe</translation>
    </message>
    <message>
        <source>no accuracy</source>
        <translation>keine Genauigkeit</translation>
    </message>
    <message>
        <source>of the run, which diverges later</source>
        <translation>des Laufs, der später divergiert</translation>
    </message>
    <message>
        <source>at the run&apos;s end</source>
        <translation>am Ende des Laufs</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>The loss of the last step&apos;s batch, without the loss scale; below it, the loss of the float64 reference: the same training from the same weights on the same batches, in float64.</source>
        <translation>Der Loss des Batches im letzten Schritt, ohne Loss-Skalierung; darunter der Loss der float64-Referenz: dasselbe Training von denselben Gewichten mit denselben Batches, in float64.</translation>
    </message>
    <message>
        <source>Gradients flushed</source>
        <translation>Gradienten zu null</translation>
    </message>
    <message>
        <source>Updates lost</source>
        <translation>Verlorene Updates</translation>
    </message>
    <message>
        <source>Overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>Error against float64</source>
        <translation>Fehler gegen float64</translation>
    </message>
    <message>
        <source>Relative L2 distance between the model&apos;s output and that of its float64 reference on the last step&apos;s batch: 0 is exact, 1 is as wrong as an output of all zeros.</source>
        <translation>Relativer L2-Abstand zwischen der Ausgabe des Modells und der seiner float64-Referenz auf dem Batch des letzten Schritts: 0 ist exakt, 1 ist so falsch wie eine Ausgabe aus lauter Nullen.</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>The share of test examples that are classified rightly; below it, that of the float64 reference. At the end of a run on all of them, while it trains every second or more rarely on at most 1024, or on 256 where that takes long, after the step that is said. Toy models keep it while most of their gradients are lost; a run that has diverged has none.</source>
        <translation>Der Anteil der Testbeispiele, die richtig klassifiziert werden; darunter der der float64-Referenz. Am Ende eines Laufs auf allen, während des Trainings jede Sekunde oder seltener auf höchstens 1024, oder auf 256, wo das lange dauert, nach dem genannten Schritt. Spielzeugmodelle behalten sie, während die meisten ihrer Gradienten verloren gehen; ein divergierter Lauf hat keine.</translation>
    </message>
    <message>
        <source> Now of the pinned steps alone: Escape, or Newest, shows the run again.</source>
        <translation> Jetzt nur von den angehefteten Schritten: Escape oder „Neuester“ zeigt wieder den Lauf.</translation>
    </message>
    <message>
        <source>of %1 step in %2</source>
        <translation>von %1 Schritt in %2</translation>
    </message>
    <message>
        <source>How many numbers of the run were made from finite numbers and are not finite: beyond their format&apos;s largest value, or divided by zero. With a dynamic loss scale such steps are skipped.</source>
        <translation>Wie viele Zahlen des Laufs aus endlichen entstanden und nicht endlich sind: jenseits des größten Werts ihres Formats oder durch null dividiert. Mit einer dynamischen Loss-Skalierung werden solche Schritte übersprungen.</translation>
    </message>
    <message>
        <source>up to step %1</source>
        <translation>bis Schritt %1</translation>
    </message>
    <message>
        <source>Of all weight-gradient and output-gradient elements that are not zero in the float64 reference at the same step, the share that is exactly zero here; output gradients as the layer has them, after the cast to its dtype. Over all steps, up to a divergence.</source>
        <translation>Von allen Elementen der Gewichts- und Ausgabegradienten, die in der float64-Referenz im selben Schritt nicht null sind, der Anteil, der hier genau null ist; Ausgabegradienten so, wie die Schicht sie hat, nach dem Cast in ihren Dtype. Über alle Schritte, bis zu einer Divergenz.</translation>
    </message>
    <message>
        <source>Of the weights that the float64 reference&apos;s update moves, the share that stays exactly as it was here: the gradient became zero, a constant of the optimizer rounds to 1, or the update is smaller than half the weight&apos;s last digit. Over all steps that were not skipped, up to a divergence.</source>
        <translation>Von den Gewichten, die das Update der float64-Referenz bewegt, der Anteil, der hier genau so blieb, wie er war: Der Gradient wurde null, eine Konstante des Optimierers rundet auf 1, oder das Update ist kleiner als die halbe letzte Stelle des Gewichts. Über alle Schritte, die nicht übersprungen wurden, bis zu einer Divergenz.</translation>
    </message>
</context>
<context>
    <name>LayerHealth</name>
    <message>
        <source>amax %1</source>
        <translation>Amax %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>of which this layer alone %1</source>
        <translation>davon diese Schicht allein %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3, the worst of %4</source>
        <translation>%1: %2 von %3, dem schlimmsten von %4</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>gradients flushed</source>
        <translation>Gradienten zu null</translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation>verlorene Updates</translation>
    </message>
    <message>
        <source>output: %1</source>
        <translation>Ausgabe: %1</translation>
    </message>
</context>
<context>
    <name>LayerNode</name>
    <message>
        <source>default dtype</source>
        <translation>Standard-Dtype</translation>
    </message>
    <message>
        <source>map</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>map key &apos;%1&apos;</source>
        <translation>Map-Schlüssel „%1“</translation>
    </message>
    <message>
        <source>passed on by %1</source>
        <translation>weitergegeben von %1</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>%1 in Keras: %2</source>
        <translation>%1 in Keras: %2</translation>
    </message>
    <message>
        <source>The data enter as %1. An input layer has no dtype policy: as in Keras its dtype is the default one (floatx), whatever the global policy.</source>
        <translation>Die Daten kommen als %1 herein. Eine Eingabeschicht hat keine Dtype-Policy: Wie in Keras ist ihr Dtype der voreingestellte (floatx), welche globale Policy es auch gibt.</translation>
    </message>
    <message>
        <source>computes with the %1 numbers of its initial kernel, which do not train; a bias does</source>
        <translation>rechnet mit den %1-Zahlen ihres anfänglichen Kernels, die nicht trainieren; ihr Bias trainiert</translation>
    </message>
    <message>
        <source>recipe %1 for the operands of its products</source>
        <translation>Rezept %1 für die Operanden ihrer Produkte</translation>
    </message>
    <message>
        <source>set on this layer</source>
        <translation>in dieser Schicht gesetzt</translation>
    </message>
    <message>
        <source>inherited: %1</source>
        <translation>geerbt: %1</translation>
    </message>
    <message>
        <source>Keras gives a %1 no path, so the keys of a policy map do not reach it</source>
        <translation>Keras gibt einer Schicht %1 keinen Pfad, also erreichen die Schlüssel einer Policy-Map sie nicht</translation>
    </message>
    <message>
        <source>%1 of its numerics overridden, see the page Numerics</source>
        <translation>%1 ihrer Numerik überschrieben, siehe die Seite Numerik</translation>
    </message>
    <message>
        <source>%1 passes its policy on to the layers inside it</source>
        <translation>%1 gibt ihre Policy an die Schichten in ihr weiter</translation>
    </message>
    <message>
        <source>trains under %1: %2</source>
        <translation>trainiert unter %1: %2</translation>
    </message>
</context>
<context>
    <name>LayerPlots</name>
    <message>
        <source>kernel gradient</source>
        <translation>Kernel-Gradient</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>this layer alone</source>
        <translation>diese Schicht allein</translation>
    </message>
    <message>
        <source>output gradient</source>
        <translation>Ausgabegradient</translation>
    </message>
    <message>
        <source>Error of %1</source>
        <translation>Fehler von %1</translation>
    </message>
    <message>
        <source>Relative L2 distance of the selected layer&apos;s output from float64: with all that came before, and what the layer&apos;s own arithmetic adds to the inputs as they arrived.</source>
        <translation>Relativer L2-Abstand der Ausgabe der gewählten Schicht von float64: mit allem, was davor kam, und was die Arithmetik der Schicht selbst zu den Eingaben, wie sie ankamen, hinzufügt.</translation>
    </message>
    <message>
        <source>Flushed in %1 (%)</source>
        <translation>Zu null in %1 (%)</translation>
    </message>
    <message>
        <source>Of the selected layer&apos;s gradient elements that are not zero in float64, those that are zero here.</source>
        <translation>Von den Gradientenelementen der gewählten Schicht, die in float64 nicht null sind, die, die hier null sind.</translation>
    </message>
    <message>
        <source>Largest magnitudes of %1</source>
        <translation>Größte Beträge von %1</translation>
    </message>
    <message>
        <source>The largest finite magnitude of the selected layer&apos;s output and gradients, these without the loss scale.</source>
        <translation>Der größte endliche Betrag der Ausgabe und der Gradienten der gewählten Schicht, diese ohne Loss-Skalierung.</translation>
    </message>
</context>
<context>
    <name>LessonDock</name>
    <message>
        <source>Set %1 to %2</source>
        <translation>%1 auf %2 setzen</translation>
    </message>
    <message>
        <source>Set %1 (%3) to %2</source>
        <translation>%1 (%3) auf %2 setzen</translation>
    </message>
    <message>
        <source>Train to the end</source>
        <translation>Bis zum Ende trainieren</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>%1 trainieren</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Pick the layer %1 in the tree</source>
        <translation>Die Schicht %1 im Baum auswählen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>Öffnen: %1</translation>
    </message>
    <message>
        <source>Click step %1 of the plots</source>
        <translation>In den Diagrammen auf Schritt %1 klicken</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 in Schritt %2</translation>
    </message>
    <message>
        <source>the curve that you drew</source>
        <translation>die Kurve, die Sie gezeichnet haben</translation>
    </message>
    <message>
        <source>Click the row %1 of the lab</source>
        <translation>Im Labor auf die Zeile %1 klicken</translation>
    </message>
    <message>
        <source>Tick %1 in the list of accumulators</source>
        <translation>%1 in der Liste der Akkumulatoren anhaken</translation>
    </message>
    <message>
        <source>Change the session: %1</source>
        <translation>Die Sitzung ändern: %1</translation>
    </message>
    <message>
        <source>a point up to step %1</source>
        <translation>ein Punkt bis Schritt %1</translation>
    </message>
    <message>
        <source>a point from step %1 on</source>
        <translation>ein Punkt ab Schritt %1</translation>
    </message>
    <message>
        <source>a point from step %1 to %2</source>
        <translation>ein Punkt von Schritt %1 bis %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>LessonDraft</name>
    <message>
        <source>What will happen?</source>
        <translation>Was wird geschehen?</translation>
    </message>
    <message>
        <source>This</source>
        <translation>Dies</translation>
    </message>
    <message>
        <source>That</source>
        <translation>Das</translation>
    </message>
    <message>
        <source>Why that is not so.</source>
        <translation>Warum das nicht so ist.</translation>
    </message>
    <message>
        <source>A new step</source>
        <translation>Ein neuer Schritt</translation>
    </message>
    <message>
        <source>What is told here.</source>
        <translation>Was hier erzählt wird.</translation>
    </message>
    <message>
        <source>A new lesson</source>
        <translation>Eine neue Lektion</translation>
    </message>
    <message>
        <source>What many believe, and is not so.</source>
        <translation>Was viele glauben, und was nicht so ist.</translation>
    </message>
    <message>
        <source>What somebody asked.</source>
        <translation>Was jemand gefragt hat.</translation>
    </message>
    <message>
        <source>Where it was asked</source>
        <translation>Wo es gefragt wurde</translation>
    </message>
    <message>
        <source>What to try with a model of your own.</source>
        <translation>Was mit einem eigenen Modell zu versuchen ist.</translation>
    </message>
</context>
<context>
    <name>LessonMeasure</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>no number at all</source>
        <translation>gar keine Zahl</translation>
    </message>
</context>
<context>
    <name>LessonRows</name>
    <message>
        <source>set</source>
        <translation>setzen</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>train</source>
        <translation>trainieren</translation>
    </message>
    <message>
        <source>pick</source>
        <translation>wählen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>look at step</source>
        <translation>Schritt ansehen</translation>
    </message>
    <message>
        <source>expected what is different, as {&quot;training&quot;: {&quot;seed&quot;: 2}}</source>
        <translation>erwartet wird, was anders ist, etwa {&quot;training&quot;: {&quot;seed&quot;: 2}}</translation>
    </message>
    <message>
        <source>expected a number of steps; 0 trains to the end</source>
        <translation>erwartet wird eine Anzahl von Schritten; 0 trainiert bis zum Ende</translation>
    </message>
    <message>
        <source>this action has no value</source>
        <translation>diese Handlung hat keinen Wert</translation>
    </message>
    <message>
        <source>what is absent has no value</source>
        <translation>was fehlt, hat keinen Wert</translation>
    </message>
    <message>
        <source>expected a band such as 75..97</source>
        <translation>erwartet wird ein Bereich wie 75..97</translation>
    </message>
    <message>
        <source>expected a number; of == also 5 ± 0.1</source>
        <translation>erwartet wird eine Zahl; bei == auch 5 ± 0.1</translation>
    </message>
    <message>
        <source>expected x from 0 to 20 as @0..20, got %1</source>
        <translation>erwartet wird x von 0 bis 20 als @0..20, nicht %1</translation>
    </message>
    <message>
        <source>expected values such as 16, 75..97 or 100.., got %1</source>
        <translation>erwartet werden Werte wie 16, 75..97 oder 100.., nicht %1</translation>
    </message>
    <message>
        <source>expected seeds such as 1..5 or 1,2,9, at most %1</source>
        <translation>erwartet werden Seeds wie 1..5 oder 1,2,9, höchstens %1</translation>
    </message>
    <message>
        <source>Answers to choose from</source>
        <translation>Antworten zur Wahl</translation>
    </message>
    <message>
        <source>Two at least, of which one at least is right; each wrong one has its hint</source>
        <translation>Mindestens zwei, davon mindestens eine richtige; jede falsche hat ihren Hinweis</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <source>Whether this answer is right</source>
        <translation>Ob diese Antwort richtig ist</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>What is chosen</source>
        <translation>Was gewählt wird</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>What is said to whoever chooses it</source>
        <translation>Was gesagt wird, wenn jemand sie wählt</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>Eine andere Antwort</translation>
    </message>
    <message>
        <source>Why it is wrong.</source>
        <translation>Warum das falsch ist.</translation>
    </message>
    <message>
        <source>Hints to wrong answers</source>
        <translation>Hinweise zu falschen Antworten</translation>
    </message>
    <message>
        <source>The first that fits is said; the last is for every other answer, and says no &quot;when&quot;</source>
        <translation>Der erste passende wird gesagt; der letzte gilt für jede andere Antwort und hat kein „Wenn“</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wenn</translation>
    </message>
    <message>
        <source>Answers that it is for: 16, 75..97, 100.., names; several with semicolons</source>
        <translation>Antworten, für die er gilt: 16, 75..97, 100.., Namen; mehrere mit Semikolon</translation>
    </message>
    <message>
        <source>Say</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>What is said</source>
        <translation>Was gesagt wird</translation>
    </message>
    <message>
        <source>What is done, in this order; Record writes it down while you do it</source>
        <translation>Was getan wird, in dieser Reihenfolge; „Aufzeichnen“ schreibt es mit, während Sie es tun</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Handlung</translation>
    </message>
    <message>
        <source>What is done</source>
        <translation>Was getan wird</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>The control or the tab</source>
        <translation>Das Bedienelement oder der Reiter</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer, by its name</source>
        <translation>Die Schicht, mit ihrem Namen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>The value; how many steps, 0 to the end; what is different, as JSON</source>
        <translation>Der Wert; wie viele Schritte, 0 bis zum Ende; was anders ist, als JSON</translation>
    </message>
    <message>
        <source>Numbers that are promised</source>
        <translation>Versprochene Zahlen</translation>
    </message>
    <message>
        <source>Measured after what was done so far; of a predicted number the first one measures it</source>
        <translation>Gemessen nach dem, was bis dahin getan wurde; eine vorhergesagte Zahl misst die erste</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>Controls of the window, but where a step asks for one</source>
        <translation>Bedienelemente des Fensters, außer wo ein Schritt nach einem fragt</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Bedienelement</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>Sein Name</translation>
    </message>
    <message>
        <source>Look closer</source>
        <translation>Näher hinsehen</translation>
    </message>
    <message>
        <source>A ladder from the run down to bits, each level finer than the one before</source>
        <translation>Eine Leiter vom Lauf hinab zu den Bits, jede Ebene feiner als die davor</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>How close</source>
        <translation>Wie nah</translation>
    </message>
    <message>
        <source>What is told there</source>
        <translation>Was dort erzählt wird</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>What is ringed</source>
        <translation>Was umrandet wird</translation>
    </message>
    <message>
        <source>What is seen here.</source>
        <translation>Was hier zu sehen ist.</translation>
    </message>
    <message>
        <source>Promised</source>
        <translation>Versprochen</translation>
    </message>
    <message>
        <source>How it is to come out</source>
        <translation>Wie sie herauskommen soll</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>Ende</translation>
    </message>
</context>
<context>
    <name>LocalErrorMetrics</name>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Its path; Return or a click goes to its output at that step</source>
        <translation>Ihr Pfad; die Eingabetaste oder ein Klick führt zu ihrer Ausgabe bei diesem Schritt</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Of Keras, or another framework&apos;s</source>
        <translation>Von Keras oder einem anderen Framework</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>That of its output, in whose ulps errors are</source>
        <translation>Der ihrer Ausgabe, in dessen ulps die Fehler sind</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Where its output is farthest from float64&apos;s, from the same inputs and weights</source>
        <translation>Wo ihre Ausgabe am weitesten von der in float64 liegt, aus denselben Eingaben und Gewichten</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Relative, of the recorded output against float64&apos;s from the same inputs and weights</source>
        <translation>Relativ, der aufgezeichneten Ausgabe gegen die in float64 aus denselben Eingaben und Gewichten</translation>
    </message>
    <message>
        <source>Worst, ulp</source>
        <translation>Größter, ulp</translation>
    </message>
    <message>
        <source>Of the element that is farthest from float64&apos;s</source>
        <translation>Des Elements, das am weitesten von dem in float64 liegt</translation>
    </message>
    <message>
        <source>Its dtype makes</source>
        <translation>Ihr Dtype macht</translation>
    </message>
    <message>
        <source>The same error of what the layer&apos;s dtype makes of these inputs and weights here</source>
        <translation>Derselbe Fehler dessen, was der Dtype der Schicht hier aus diesen Eingaben und Gewichten macht</translation>
    </message>
    <message>
        <source>Producer at</source>
        <translation>Erzeuger bei</translation>
    </message>
    <message>
        <source>At how many of the steps its error is more than four times that, or not finite where all that goes in is</source>
        <translation>Bei wie vielen der Schritte ihr Fehler mehr als das Vierfache davon ist, oder nicht endlich, wo alles endlich ist, was hineingeht</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 examples computed again</source>
        <translation>%1 von %2 Beispielen neu berechnet</translation>
    </message>
</context>
<context>
    <name>LogTimeline</name>
    <message>
        <source>the log</source>
        <translation>das Log</translation>
    </message>
    <message>
        <source>line %1 says that a step was skipped</source>
        <translation>Zeile %1 sagt, dass ein Schritt übersprungen wurde</translation>
    </message>
    <message>
        <source>line %1 says that %2 steps were skipped</source>
        <translation>Zeile %1 sagt, dass %2 Schritte übersprungen wurden</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>The loss scale that the log says, until it says another.</source>
        <translation>Die Loss-Skalierung, die das Log sagt, bis es eine andere sagt.</translation>
    </message>
    <message>
        <source>The loss of the training that the log says.</source>
        <translation>Der Loss des Trainings, den das Protokoll sagt.</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Validierungs-Loss</translation>
    </message>
    <message>
        <source>The loss of the validation that the log says.</source>
        <translation>Der Loss der Validierung, den das Protokoll sagt.</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>The norm of all gradients that the log says.</source>
        <translation>Die Norm aller Gradienten, die das Protokoll sagt.</translation>
    </message>
</context>
<context>
    <name>NumericsChoices</name>
    <message>
        <source>%1 bits, precision %2, up to %3</source>
        <translation>%1 Bit, Genauigkeit %2, bis %3</translation>
    </message>
    <message>
        <source>bfloat16, rounded up or down at random</source>
        <translation>bfloat16, zufällig auf- oder abgerundet</translation>
    </message>
    <message>
        <source>bfloat16, with what rounding leaves out kept for the next update</source>
        <translation>bfloat16, wobei das beim Runden Weggelassene für das nächste Update aufgehoben wird</translation>
    </message>
    <message>
        <source>A format, perhaps with a rounding mode (float8_e4m3fn:toward-zero), or a block format (mxfp8).</source>
        <translation>Ein Format, auch mit einem Rundungsmodus (float8_e4m3fn:toward-zero), oder ein Blockformat (mxfp8).</translation>
    </message>
    <message>
        <source>An accumulator, as on the page Accumulators: sequential:float16, chunked:64:float16.</source>
        <translation>Ein Akkumulator wie auf der Seite Akkumulatoren: sequential:float16, chunked:64:float16.</translation>
    </message>
    <message>
        <source>A format&apos;s name.</source>
        <translation>Der Name eines Formats.</translation>
    </message>
    <message>
        <source>A format, perhaps with a rounding mode (bfloat16:stochastic), or with what rounding leaves out kept for the next update (bfloat16:kahan).</source>
        <translation>Ein Format, auch mit einem Rundungsmodus (bfloat16:stochastic) oder mit Aufheben des beim Runden Weggelassenen für das nächste Update (bfloat16:kahan).</translation>
    </message>
    <message>
        <source>A format, perhaps with a rounding mode: bfloat16:stochastic.</source>
        <translation>Ein Format, auch mit einem Rundungsmodus: bfloat16:stochastic.</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
</context>
<context>
    <name>OperandPlots</name>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>output gradient</source>
        <translation>Ausgabegradient</translation>
    </message>
    <message>
        <source>Amax of %1, %2</source>
        <translation>Amax von %1, %2</translation>
    </message>
    <message>
        <source>The largest magnitude of this operand in each step, and the largest that the step&apos;s scale maps into float8, which comes from the amaxes of earlier steps. Where the amax is above this limit, elements saturate.</source>
        <translation>Der größte Betrag dieses Operanden in jedem Schritt und der größte, den die Skala des Schritts noch in float8 abbildet; sie kommt aus den Amax-Werten früherer Schritte. Wo der Amax über dieser Grenze liegt, sättigen Elemente.</translation>
    </message>
    <message>
        <source> Gradients are quantized with the loss scale in them.</source>
        <translation> Gradienten werden mit der Loss-Skalierung darin quantisiert.</translation>
    </message>
    <message>
        <source>run before</source>
        <translation>Lauf davor</translation>
    </message>
    <message>
        <source>The amax of the run before the last change.</source>
        <translation>Der Amax des Laufs vor der letzten Änderung.</translation>
    </message>
    <message>
        <source>history</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>The largest amax that the history held when the step began.</source>
        <translation>Der größte Amax, den der Verlauf zu Beginn des Schritts enthielt.</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>The largest magnitude that the scale of this step holds: what is larger saturates.</source>
        <translation>Der größte Betrag, den die Skala dieses Schritts fasst: Was größer ist, sättigt.</translation>
    </message>
    <message>
        <source>amax</source>
        <translation>Amax</translation>
    </message>
    <message>
        <source>What each operand is scaled by in the next step: Keras divides by it before it rounds to float8, the others multiply.</source>
        <translation>Womit jeder Operand im nächsten Schritt skaliert wird: Keras teilt dadurch, bevor es auf float8 rundet, die anderen multiplizieren.</translation>
    </message>
    <message>
        <source>Saturated elements of %1</source>
        <translation>Gesättigte Elemente von %1</translation>
    </message>
    <message>
        <source>How many elements of each operand were beyond the limit of the step&apos;s scale, and were clipped to it.</source>
        <translation>Wie viele Elemente jedes Operanden jenseits der Grenze der Skala dieses Schritts lagen und auf sie begrenzt wurden.</translation>
    </message>
    <message>
        <source>Scales of %1 for the next step</source>
        <translation>Skalen von %1 für den nächsten Schritt</translation>
    </message>
</context>
<context>
    <name>OperationDrawing</name>
    <message>
        <source>by %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>%1 Inf</source>
        <translation>%1 Inf</translation>
    </message>
    <message>
        <source>%1 flushed</source>
        <translation>%1 zu null</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>product of matrices</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>repeats along axes</source>
        <translation>wiederholt entlang von Achsen</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>Cast</translation>
    </message>
    <message>
        <source>one or the other, as the first says</source>
        <translation>eines oder das andere, wie das erste sagt</translation>
    </message>
    <message>
        <source>sum over axes</source>
        <translation>Summe über Achsen</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>aus %1</translation>
    </message>
    <message>
        <source>put there by the pass %1</source>
        <translation>eingefügt vom Durchgang %1</translation>
    </message>
    <message>
        <source>Several operations: Return or a click opens it.</source>
        <translation>Mehrere Operationen: Eingabe oder ein Klick öffnet sie.</translation>
    </message>
    <message>
        <source>part of %1</source>
        <translation>Teil von %1</translation>
    </message>
    <message>
        <source>flushed: %1</source>
        <translation>zu null geworden: %1</translation>
    </message>
    <message>
        <source>overflows: %1</source>
        <translation>Überläufe: %1</translation>
    </message>
    <message>
        <source>not finite in float64 either: %1</source>
        <translation>auch in float64 nicht endlich: %1</translation>
    </message>
    <message>
        <source>error %1 against float64 from the same operands</source>
        <translation>Fehler %1 gegenüber float64 aus denselben Operanden</translation>
    </message>
    <message>
        <source>as in float64 from the same operands</source>
        <translation>wie in float64 aus denselben Operanden</translation>
    </message>
    <message>
        <source>At step %1</source>
        <translation>In Schritt %1</translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>%1; the most is flushed by %2, %3: %4</source>
        <translation>%1; das meiste wird bei %2, %3, zu null: %4</translation>
    </message>
</context>
<context>
    <name>OrderMetrics</name>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>In which order, and in what, the terms are added up</source>
        <translation>In welcher Reihenfolge und worin die Summanden addiert werden</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>What ulpscope-cli and the page Accumulators call it</source>
        <translation>Wie ulpscope-cli und die Seite „Akkumulatoren“ es nennen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Rounded once to %1</source>
        <translation>Einmal auf %1 gerundet</translation>
    </message>
    <message>
        <source>Error, ulp</source>
        <translation>Fehler, ulp</translation>
    </message>
    <message>
        <source>Result less the exact sum, in units in the last place of %1 there</source>
        <translation>Ergebnis minus exakte Summe, in Einheiten der letzten Stelle von %1 dort</translation>
    </message>
    <message>
        <source>Stalls at</source>
        <translation>Steht still ab</translation>
    </message>
    <message>
        <source>The term from which on nothing changes the sum</source>
        <translation>Der Summand, von dem an nichts mehr die Summe ändert</translation>
    </message>
    <message>
        <source>%1, reversed</source>
        <translation>%1, umgekehrt</translation>
    </message>
    <message>
        <source>Exactly %1, in %2 %3.</source>
        <translation>Exakt %1, in %2 %3.</translation>
    </message>
    <message>
        <source>Every order gives the same.</source>
        <translation>Jede Reihenfolge ergibt dasselbe.</translation>
    </message>
    <message>
        <source>%1 different results, %2 ulps of %3 apart.</source>
        <translation>%1 verschiedene Ergebnisse, die %2 ulps von %3 auseinanderliegen.</translation>
    </message>
    <message>
        <source>is no number</source>
        <translation>ist keine Zahl</translation>
    </message>
    <message>
        <source>has no number before it</source>
        <translation>hat keine Zahl vor sich</translation>
    </message>
    <message>
        <source>makes more than 2^24 numbers</source>
        <translation>ergibt mehr als 2^24 Zahlen</translation>
    </message>
</context>
<context>
    <name>OriginMetrics</name>
    <message>
        <source>producer</source>
        <translation>Erzeuger</translation>
    </message>
    <message>
        <source>propagator</source>
        <translation>Weitergeber</translation>
    </message>
    <message>
        <source>stopper</source>
        <translation>Beender</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>the recorded %1 is not what %2 makes of these inputs and weights, which is %3: sums or steps between were kept in something narrower, or the layer did more</source>
        <translation>das aufgezeichnete %1 ist nicht, was %2 aus diesen Eingaben und Gewichten macht, nämlich %3: Summen oder Schritte dazwischen wurden in etwas Schmalerem gehalten, oder die Schicht tat mehr</translation>
    </message>
    <message>
        <source>the dot product is %1, and %2 ends at %3</source>
        <translation>das Skalarprodukt ist %1, und %2 endet bei %3</translation>
    </message>
    <message>
        <source>%1; finite in %2</source>
        <translation>%1; endlich in %2</translation>
    </message>
    <message>
        <source>it comes from: %1</source>
        <translation>es kommt von: %1</translation>
    </message>
    <message>
        <source>The first tensor with a number that is not finite is %1, at step %2: %3 of %4 are NaN or infinite.</source>
        <translation>Der erste Tensor mit einer Zahl, die nicht endlich ist, ist %1, bei Schritt %2: %3 von %4 sind NaN oder unendlich.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Its path; Return or a click goes to the tensor</source>
        <translation>Ihr Pfad; die Eingabetaste oder ein Klick führt zum Tensor</translation>
    </message>
    <message>
        <source>Is a</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>A producer made it: all that goes in is finite. A propagator got it and handed it on. Behind a stopper all is finite again.</source>
        <translation>Ein Erzeuger hat es gemacht: alles, was hineingeht, ist endlich. Ein Weitergeber bekam es und gab es weiter. Hinter einem Beender ist alles wieder endlich.</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Weil</translation>
    </message>
    <message>
        <source>What its tensors say</source>
        <translation>Was ihre Tensoren sagen</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>The last tensors before the first that is not finite, in the order in which they came to be; Return or a click goes to one</source>
        <translation>Die letzten Tensoren vor dem ersten, der nicht endlich ist, in der Reihenfolge, in der sie entstanden; die Eingabetaste oder ein Klick führt zu einem</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>What its elements are</source>
        <translation>Was seine Elemente sind</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>The least magnitude above zero</source>
        <translation>Der kleinste Betrag über null</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>The largest finite magnitude</source>
        <translation>Der größte endliche Betrag</translation>
    </message>
    <message>
        <source>NaN, ∞</source>
        <translation>NaN, ∞</translation>
    </message>
    <message>
        <source>How many elements are NaN or infinite</source>
        <translation>Wie viele Elemente NaN oder unendlich sind</translation>
    </message>
    <message>
        <source>%1 (expected)</source>
        <translation>%1 (erwartet)</translation>
    </message>
    <message>
        <source>%1 at step %2, output %3: %4</source>
        <translation>%1 bei Schritt %2, Ausgabe %3: %4</translation>
    </message>
    <message>
        <source>Operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>What the operation took</source>
        <translation>Was die Operation nahm</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Summand</translation>
    </message>
    <message>
        <source>Its place in the sum, from 0; the largest by their product</source>
        <translation>Seine Stelle in der Summe, ab 0; die größten nach ihrem Produkt</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>The input&apos;s number, in the layer&apos;s dtype</source>
        <translation>Die Zahl der Eingabe, im Dtype der Schicht</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>The kernel&apos;s number, in the layer&apos;s dtype</source>
        <translation>Die Zahl des Kernels, im Dtype der Schicht</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>In float64</source>
        <translation>In float64</translation>
    </message>
</context>
<context>
    <name>PictureDrawing</name>
    <message>
        <source>several</source>
        <translation>mehrere</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <source>%1 points against the other run</source>
        <translation>%1 Punkte gegenüber dem anderen Lauf</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>gradient of %1 to %2</source>
        <translation>Gradient von %1 nach %2</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <source>weight gradient of %1</source>
        <translation>Gewichtsgradient von %1</translation>
    </message>
    <message>
        <source>policy %1</source>
        <translation>Policy %1</translation>
    </message>
    <message>
        <source>computes in %1</source>
        <translation>rechnet in %1</translation>
    </message>
    <message>
        <source>Folded: Return or a click opens it.</source>
        <translation>Gefaltet: Eingabe oder ein Klick öffnet es.</translation>
    </message>
    <message>
        <source>loss scale %1</source>
        <translation>Loss-Scale %1</translation>
    </message>
    <message>
        <source>cast: %1</source>
        <translation>umgewandelt: %1</translation>
    </message>
    <message>
        <source>the worst of %1 tensors: %2</source>
        <translation>der schlechteste von %1 Tensoren: %2</translation>
    </message>
    <message>
        <source>flushed: %1</source>
        <translation>zu null geworden: %1</translation>
    </message>
    <message>
        <source>updates lost: %1</source>
        <translation>verlorene Updates: %1</translation>
    </message>
    <message>
        <source>has NaN</source>
        <translation>hat NaN</translation>
    </message>
    <message>
        <source>has infinity</source>
        <translation>hat unendlich</translation>
    </message>
    <message>
        <source>had NaN in an earlier step</source>
        <translation>hatte NaN in einem früheren Schritt</translation>
    </message>
    <message>
        <source>had infinity in an earlier step</source>
        <translation>hatte unendlich in einem früheren Schritt</translation>
    </message>
    <message>
        <source>overflows: %1</source>
        <translation>Überläufe: %1</translation>
    </message>
    <message>
        <source>underflows: %1</source>
        <translation>Unterläufe: %1</translation>
    </message>
    <message>
        <source>amax %1</source>
        <translation>amax %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>At step %1</source>
        <translation>In Schritt %1</translation>
    </message>
    <message>
        <source>Shares over the run; the rest at step %1</source>
        <translation>Anteile über den Lauf; der Rest in Schritt %1</translation>
    </message>
    <message>
        <source>1 box</source>
        <translation>1 Kasten</translation>
    </message>
    <message>
        <source>%1 boxes</source>
        <translation>%1 Kästen</translation>
    </message>
    <message>
        <source>%1; the most is lost at %2: %3</source>
        <translation>%1; am meisten geht verloren bei %2: %3</translation>
    </message>
    <message>
        <source>in the other run %1</source>
        <translation>im anderen Lauf %1</translation>
    </message>
</context>
<context>
    <name>PicturePainter</name>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>W</source>
        <translation>G</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 verloren</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>noch nicht trainiert</translation>
    </message>
    <message>
        <source>against the other run</source>
        <translation>gegenüber dem anderen Lauf</translation>
    </message>
    <message>
        <source>at the pinned step</source>
        <translation>im festgehaltenen Schritt</translation>
    </message>
    <message>
        <source>over the run</source>
        <translation>über den Lauf</translation>
    </message>
    <message>
        <source>→ forward   ← gradients   red: more is lost, green: less, framed: another dtype (%1)</source>
        <translation>→ vorwärts   ← Gradienten   rot: mehr geht verloren, grün: weniger, gerahmt: anderer Dtype (%1)</translation>
    </message>
    <message>
        <source>→ forward   ← gradients   below: weights   red: flushed or lost (%1)</source>
        <translation>→ vorwärts   ← Gradienten   unten: Gewichte   rot: zu null oder verloren (%1)</translation>
    </message>
</context>
<context>
    <name>PlotActions</name>
    <message>
        <source>&amp;Fit plot</source>
        <translation>Diagramm &amp;einpassen</translation>
    </message>
    <message>
        <source>Shows everything in the plot that has the focus, or in this tab&apos;s (Ctrl+0; in the plot 0)</source>
        <translation>Zeigt alles im Diagramm, das den Fokus hat, oder in dem dieses Reiters (Strg+0; im Diagramm 0)</translation>
    </message>
    <message>
        <source>E&amp;xport plot…</source>
        <translation>Diagramm e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Saves the plot that has the focus, or this tab&apos;s, as PNG, SVG or PDF, or its numbers as CSV</source>
        <translation>Speichert das Diagramm, das den Fokus hat, oder das dieses Reiters, als PNG, SVG oder PDF, oder seine Zahlen als CSV</translation>
    </message>
    <message>
        <source>Copy plot as p&amp;icture</source>
        <translation>Diagramm als B&amp;ild kopieren</translation>
    </message>
    <message>
        <source>Puts the plot on the clipboard in light colours, with policy and seed</source>
        <translation>Legt das Diagramm in hellen Farben mit Policy und Seed in die Zwischenablage</translation>
    </message>
    <message>
        <source>Copy plot&apos;s n&amp;umbers</source>
        <translation>&amp;Zahlen des Diagramms kopieren</translation>
    </message>
    <message>
        <source>Puts the numbers in sight on the clipboard, or those at a pinned cursor, with tabs between them (Ctrl+C in a plot)</source>
        <translation>Legt die sichtbaren Zahlen oder die an einem angehefteten Cursor in die Zwischenablage, durch Tabulatoren getrennt (Strg+C im Diagramm)</translation>
    </message>
</context>
<context>
    <name>PlotCatalog</name>
    <message>
        <source>run before: %1</source>
        <translation>Lauf davor: %1</translation>
    </message>
    <message>
        <source>run before</source>
        <translation>Lauf davor</translation>
    </message>
    <message>
        <source>run before, other layers</source>
        <translation>Lauf davor, andere Schichten</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>The same number of the run before the last change, to compare with.</source>
        <translation>Dieselbe Zahl des Laufs vor der letzten Änderung, zum Vergleich.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>The loss of each step&apos;s batch, without the loss scale: of this run, and of its float64 reference on the same batches from the same initial weights.</source>
        <translation>Der Loss des Batches in jedem Schritt, ohne Loss-Skalierung: von diesem Lauf und von seiner float64-Referenz mit denselben Batches von denselben Anfangsgewichten.</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>The same training in float64, where nothing of this goes wrong.</source>
        <translation>Dasselbe Training in float64, wo nichts davon schiefgeht.</translation>
    </message>
    <message>
        <source>Error against float64</source>
        <translation>Fehler gegen float64</translation>
    </message>
    <message>
        <source>Relative L2 distance between the model&apos;s output and that of its float64 reference on the same batch. 1 means as wrong as an output of all zeros.</source>
        <translation>Relativer L2-Abstand zwischen der Ausgabe des Modells und der seiner float64-Referenz auf demselben Batch. 1 heißt so falsch wie eine Ausgabe aus lauter Nullen.</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>What the loss is multiplied by before it is differentiated, so that small gradients do not become zero. A cross marks a step that was skipped because a gradient was not finite.</source>
        <translation>Womit der Loss vor dem Ableiten multipliziert wird, damit kleine Gradienten nicht null werden. Ein Kreuz markiert einen Schritt, der übersprungen wurde, weil ein Gradient nicht endlich war.</translation>
    </message>
    <message>
        <source>no loss scaling</source>
        <translation>keine Loss-Skalierung</translation>
    </message>
    <message>
        <source>Lost in each step (%)</source>
        <translation>Je Schritt verloren (%)</translation>
    </message>
    <message>
        <source>Gradients flushed: of the gradient elements that are not zero in float64, the share that is exactly zero here. Updates lost: of the weights that float64&apos;s update moves, the share that stays exactly as it was.</source>
        <translation>Gradienten zu null: von den Gradientenelementen, die in float64 nicht null sind, der Anteil, der hier genau null ist. Verlorene Updates: von den Gewichten, die das Update von float64 bewegt, der Anteil, der genau so blieb, wie er war.</translation>
    </message>
    <message>
        <source>Gradients flushed in the run before the last change.</source>
        <translation>Gradienten zu null im Lauf vor der letzten Änderung.</translation>
    </message>
    <message>
        <source>gradients flushed</source>
        <translation>Gradienten zu null</translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation>verlorene Updates</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>Größter Gradient</translation>
    </message>
    <message>
        <source>The largest magnitude of any finite gradient element of the step, divided by the loss scale, and the limit below which gradients become zero.</source>
        <translation>Der größte Betrag aller endlichen Gradientenelemente des Schritts, geteilt durch die Loss-Skalierung, und die Grenze, unter der Gradienten null werden.</translation>
    </message>
    <message>
        <source>smallest number</source>
        <translation>kleinste Zahl</translation>
    </message>
    <message>
        <source>The smallest number that the narrowest compute format holds, divided by the loss scale: gradients below half of it become zero.</source>
        <translation>Die kleinste Zahl, die das engste Rechenformat darstellt, geteilt durch die Loss-Skalierung: Gradienten unter der Hälfte davon werden null.</translation>
    </message>
</context>
<context>
    <name>PlotFile</name>
    <message>
        <source>PNG image</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG-Zeichnung</translation>
    </message>
    <message>
        <source>PDF document</source>
        <translation>PDF-Dokument</translation>
    </message>
    <message>
        <source>CSV table of the numbers</source>
        <translation>CSV-Tabelle der Zahlen</translation>
    </message>
    <message>
        <source>Export plot</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>The file could not be written:
%1</source>
        <translation>Die Datei konnte nicht geschrieben werden:
%1</translation>
    </message>
    <message>
        <source>Graphviz graph</source>
        <translation>Graphviz-Graph</translation>
    </message>
    <message>
        <source>Nothing was written, because the end of the file&apos;s name chooses what is written. Give it a name that ends with one of %1 instead of &quot;%2&quot;.</source>
        <translation>Es wurde nichts geschrieben, denn die Endung des Dateinamens sagt, was geschrieben wird. Geben Sie statt „%2“ einen Namen an, der mit einer von %1 endet.</translation>
    </message>
</context>
<context>
    <name>PlotPane</name>
    <message>
        <source>✕ %1 skipped</source>
        <translation>✕ %1 übersprungen</translation>
    </message>
    <message>
        <source>%1 of the run</source>
        <translation>%1 des Laufs</translation>
    </message>
    <message>
        <source>%1 up to step %2</source>
        <translation>%1 bis Schritt %2</translation>
    </message>
</context>
<context>
    <name>PolicyImport</name>
    <message>
        <source>A DTypePolicyMap with %1 and the default %2.</source>
        <translation>Eine DTypePolicyMap mit %1 und der Voreinstellung %2.</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüsseln</translation>
    </message>
    <message>
        <source>The policy %1. It becomes the global policy.</source>
        <translation>Die Policy %1. Sie wird die globale Policy.</translation>
    </message>
    <message>
        <source>%1 layer has a policy of its own, which stays.</source>
        <translation>%1 Schicht hat eine eigene Policy, die bleibt.</translation>
    </message>
    <message>
        <source>%1 layers have a policy of their own, which stays.</source>
        <translation>%1 Schichten haben eine eigene Policy, die bleibt.</translation>
    </message>
    <message>
        <source>The key of the policy map stays; the policy becomes its default.</source>
        <translation>Der Schlüssel der Policy-Map bleibt; die Policy wird ihre Voreinstellung.</translation>
    </message>
    <message>
        <source>The %1 keys of the policy map stay; the policy becomes their default.</source>
        <translation>Die %1 Schlüssel der Policy-Map bleiben; die Policy wird ihre Voreinstellung.</translation>
    </message>
    <message>
        <source>The policy of the one layer that has the same name and class</source>
        <translation>Die Policy der einen Schicht mit demselben Namen und derselben Klasse</translation>
    </message>
    <message>
        <source>The policies of the %1 layers that have the same name and class</source>
        <translation>Die Policies der %1 Schichten mit demselben Namen und derselben Klasse</translation>
    </message>
    <message>
        <source>The model &quot;%1&quot; with %2.</source>
        <translation>Das Modell „%1“ mit %2.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>The model itself cannot be trained here: %1</source>
        <translation>Das Modell selbst kann hier nicht trainiert werden: %1</translation>
    </message>
    <message>
        <source>%1, a policy of an older family.</source>
        <translation>%1, eine Policy einer älteren Familie.</translation>
    </message>
    <message>
        <source>As tf-keras reads it, as the global policy</source>
        <translation>Wie tf-keras sie liest, als globale Policy</translation>
    </message>
    <message>
        <source>As TensorFlow 2.1 to 2.3 read it, as the global policy</source>
        <translation>Wie TensorFlow 2.1 bis 2.3 sie lasen, als globale Policy</translation>
    </message>
    <message>
        <source>What is meant, as a policy of Keras 3</source>
        <translation>Was gemeint ist, als Policy von Keras 3</translation>
    </message>
    <message>
        <source>As the global policy</source>
        <translation>Als globale Policy</translation>
    </message>
    <message>
        <source>The model with its policies, optimizer and loss, in place of this one</source>
        <translation>Das Modell mit seinen Policies, Optimierer und Loss anstelle von diesem</translation>
    </message>
</context>
<context>
    <name>PolicyText</name>
    <message>
        <source>matrix products on float8 e4m3, gradients on e5m2, scaled by %1 past amaxes</source>
        <translation>Matrixprodukte in float8 e4m3, Gradienten in e5m2, skaliert nach %1 vergangenen Amax-Werten</translation>
    </message>
    <message>
        <source>weights as int8, which do not train</source>
        <translation>Gewichte als int8, die nicht trainieren</translation>
    </message>
    <message>
        <source>weights as int4, which do not train; each input has a scale</source>
        <translation>Gewichte als int4, die nicht trainieren; jede Eingabe hat eine Skala</translation>
    </message>
    <message>
        <source>weights as int4, which do not train; %1 inputs share a scale</source>
        <translation>Gewichte als int4, die nicht trainieren; %1 Eingaben teilen sich eine Skala</translation>
    </message>
    <message>
        <source>weights as int4, which do not train</source>
        <translation>Gewichte als int4, die nicht trainieren</translation>
    </message>
    <message>
        <source>weights as -1, 0 and 1, which do not train</source>
        <translation>Gewichte als -1, 0 und 1, die nicht trainieren</translation>
    </message>
    <message>
        <source>weights as %1 after training</source>
        <translation>Gewichte als %1 nach dem Training</translation>
    </message>
    <message>
        <source>float8</source>
        <translation>float8</translation>
    </message>
    <message>
        <source>trains with products on 8-bit floats</source>
        <translation>trainiert mit Produkten in 8-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>for the weights of a trained model</source>
        <translation>für die Gewichte eines trainierten Modells</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>16 bits to compute, float32 to store</source>
        <translation>16 Bit zum Rechnen, float32 zum Speichern</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>one dtype for everything</source>
        <translation>ein Dtype für alles</translation>
    </message>
    <message>
        <source>computes in the dtype of the layer&apos;s first input and stores weights in it</source>
        <translation>rechnet im Dtype der ersten Eingabe der Schicht und speichert Gewichte darin</translation>
    </message>
    <message>
        <source>%1; carries loss_scale=%2</source>
        <translation>%1; trägt loss_scale=%2</translation>
    </message>
    <message>
        <source>computes in %1 and stores weights in it</source>
        <translation>rechnet in %1 und speichert Gewichte darin</translation>
    </message>
    <message>
        <source>computes in %1, stores weights in %2</source>
        <translation>rechnet in %1, speichert Gewichte in %2</translation>
    </message>
    <message>
        <source>matrix products on float8 e4m3, gradients on e5m2, scaled by %1 past amax</source>
        <translation>Matrixprodukte in float8 e4m3, Gradienten in e5m2, skaliert nach %1 vergangenen Amax-Wert</translation>
    </message>
</context>
<context>
    <name>PresentText</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>## Check</source>
        <translation>## Prüfung</translation>
    </message>
    <message>
        <source>&gt; “%1”</source>
        <translation>&gt; „%1“</translation>
    </message>
</context>
<context>
    <name>Rails</name>
    <message>
        <source>0 (exact)</source>
        <translation>0 (exakt)</translation>
    </message>
</context>
<context>
    <name>Recording</name>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>%1 of %2 at %3</source>
        <translation>%1 von %2 bei %3</translation>
    </message>
    <message>
        <source>%1 of %2 at %3, by %4</source>
        <translation>%1 von %2 bei %3, von %4</translation>
    </message>
</context>
<context>
    <name>RecordingTimeline</name>
    <message>
        <source>Amax of %1</source>
        <translation>Amax von %1</translation>
    </message>
    <message>
        <source>The largest magnitude at each recorded step. Where it is above the limit, which is the largest that the recipe&apos;s scale maps into the format, elements would have saturated.</source>
        <translation>Der größte Betrag bei jedem aufgezeichneten Schritt. Wo er über der Grenze liegt, dem größten, den die Skala des Rezepts in das Format abbildet, wären Elemente gesättigt.</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>The largest magnitude that the scale of this step maps into the format.</source>
        <translation>Der größte Betrag, den die Skala dieses Schritts in das Format abbildet.</translation>
    </message>
    <message>
        <source>amax</source>
        <translation>Amax</translation>
    </message>
    <message>
        <source>Scale of %1</source>
        <translation>Skala von %1</translation>
    </message>
    <message>
        <source>What the tensor would have been multiplied by before it is rounded.</source>
        <translation>Womit der Tensor multipliziert worden wäre, bevor er gerundet wird.</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>has a number that is not finite</source>
        <translation>hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>the amax is beyond what the scale maps into the format</source>
        <translation>der Amax ist größer, als die Skala in das Format abbildet</translation>
    </message>
</context>
<context>
    <name>RunComparison</name>
    <message>
        <source>in part</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Where the sessions differ</source>
        <translation>Worin sich die Sitzungen unterscheiden</translation>
    </message>
</context>
<context>
    <name>RunEvents</name>
    <message>
        <source>the step was skipped</source>
        <translation>der Schritt wurde übersprungen</translation>
    </message>
    <message>
        <source>numbers overflowed</source>
        <translation>Zahlen liefen über</translation>
    </message>
    <message>
        <source>the first gradients became zero</source>
        <translation>die ersten Gradienten wurden null</translation>
    </message>
    <message>
        <source>the first updates were lost</source>
        <translation>die ersten Updates gingen verloren</translation>
    </message>
    <message>
        <source>the first number came to be that is not finite</source>
        <translation>die erste nicht endliche Zahl entstand</translation>
    </message>
    <message>
        <source>the run diverged</source>
        <translation>der Lauf divergierte</translation>
    </message>
    <message>
        <source>the loss scaler ended the run</source>
        <translation>der Loss-Skalierer beendete den Lauf</translation>
    </message>
    <message>
        <source>the largest gradient jumped</source>
        <translation>der größte Gradient sprang</translation>
    </message>
    <message>
        <source>elements of one scaled operand saturated</source>
        <translation>Elemente eines skalierten Operanden gesättigt</translation>
    </message>
    <message>
        <source>elements of %1 scaled operands saturated</source>
        <translation>Elemente von %1 skalierten Operanden gesättigt</translation>
    </message>
</context>
<context>
    <name>RunFacts</name>
    <message>
        <source>policy %1</source>
        <translation>Policy %1</translation>
    </message>
    <message>
        <source>a policy map of %1</source>
        <translation>eine Policy-Map mit %1</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüsseln</translation>
    </message>
    <message>
        <source>and %1 more layers with policies of their own</source>
        <translation>und %1 weitere Schichten mit eigenen Policies</translation>
    </message>
    <message>
        <source>recipe %1</source>
        <translation>Rezept %1</translation>
    </message>
    <message>
        <source>loss scale %1</source>
        <translation>Loss-Skalierung %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>No run is loaded: press Train (Space), then %1.</source>
        <translation>Kein Lauf ist geladen: „Trainieren“ drücken (Leertaste), dann %1.</translation>
    </message>
    <message>
        <source>This run was read from a file, without its data and weights: restore its session and train it again, then %1.</source>
        <translation>Dieser Lauf wurde ohne Daten und Gewichte aus einer Datei gelesen: seine Sitzung wiederherstellen und neu trainieren, dann %1.</translation>
    </message>
    <message>
        <source>The weights of this run are gone: restore its session and train it again, then %1.</source>
        <translation>Die Gewichte dieses Laufs sind weg: seine Sitzung wiederherstellen und neu trainieren, dann %1.</translation>
    </message>
    <message>
        <source>%1 of %2 step</source>
        <translation>%1 von %2 Schritt</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>and %1 more layer with a policy of its own</source>
        <translation>und %1 weitere Schicht mit eigener Policy</translation>
    </message>
    <message>
        <source>There are no values yet: train a step</source>
        <translation>Noch gibt es keine Werte: einen Schritt trainieren</translation>
    </message>
    <message>
        <source>Step %1 was skipped: it has no such values.</source>
        <translation>Schritt %1 wurde übersprungen: solche Werte hat er nicht.</translation>
    </message>
    <message>
        <source>This tensor has no values at step %1.</source>
        <translation>Dieser Tensor hat bei Schritt %1 keine Werte.</translation>
    </message>
    <message>
        <source>Updates are kept where tensors are looked at, every %1 steps: step %2 has none. For values, click step %3 in a plot.</source>
        <translation>Updates bleiben dort, wo Tensoren angesehen werden, alle %1 Schritte: Schritt %2 hat keine. Für Werte in einem Diagramm auf Schritt %3 klicken.</translation>
    </message>
    <message>
        <source>Another run is loading: wait until it trains, then %1.</source>
        <translation>Ein anderer Lauf lädt: warten, bis er trainiert, dann %1.</translation>
    </message>
    <message>
        <source>%1, kernels %2</source>
        <translation>%1, Kernel %2</translation>
    </message>
</context>
<context>
    <name>RunGrid</name>
    <message>
        <source>Saturated by the scale</source>
        <translation>Durch die Skalierung gesättigt</translation>
    </message>
    <message>
        <source>Amax against the limit</source>
        <translation>Amax gegen die Grenze</translation>
    </message>
    <message>
        <source>Elements of an operand beyond the limit of the scale that earlier steps gave it: they are clipped.</source>
        <translation>Elemente eines Operanden jenseits der Grenze der Skalierung, die frühere Schritte ihm gaben: Sie werden abgeschnitten.</translation>
    </message>
    <message>
        <source>Largest magnitude as it is stored, as a share of the largest number of its format or scale: above 1 it does not fit.</source>
        <translation>Größter Betrag, wie er gespeichert ist, als Anteil der größten Zahl seines Formats oder seiner Skalierung: Über 1 passt er nicht hinein.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>RunPlaces</name>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Most in %1</source>
        <translation>Am meisten in %1</translation>
    </message>
    <message>
        <source>Last at step %1</source>
        <translation>Zuletzt bei Schritt %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Which layer makes it?</source>
        <translation>Welche Schicht macht ihn?</translation>
    </message>
    <message>
        <source>What does it save?</source>
        <translation>Was spart es?</translation>
    </message>
    <message>
        <source>Most in %1, step %2</source>
        <translation>Die meisten in %1, Schritt %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Most in %1 and %2 more</source>
        <translation>Am meisten in %1 und %2 weiteren</translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message>
        <source>The model of %1, and what each tensor lost over the whole run</source>
        <translation>Das Modell von %1, und was jeder Tensor über den ganzen Lauf verlor</translation>
    </message>
    <message>
        <source>%1: what is lost more or less than in %2</source>
        <translation>%1: was mehr oder weniger verloren geht als in %2</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>%1: %2 runs compared</source>
        <translation>%1: %2 Läufe im Vergleich</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>How each was trained</source>
        <translation>Wie jeder trainiert wurde</translation>
    </message>
    <message>
        <source>Ulpscope %1, %2. The reference is the same training in float64, on the same batches from the same initial weights.</source>
        <translation>Ulpscope %1, %2. Die Referenz ist dasselbe Training in float64, auf denselben Batches und von denselben Anfangsgewichten aus.</translation>
    </message>
    <message>
        <source>A report is written as HTML or PDF: give the file a name that ends with .html or .pdf instead of &quot;%1&quot;.</source>
        <translation>Ein Bericht wird als HTML oder PDF geschrieben: Geben Sie der Datei statt „%1“ einen Namen, der mit .html oder .pdf endet.</translation>
    </message>
    <message>
        <source>Write report</source>
        <translation>Bericht schreiben</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>%1 errs least against float64 in the end: %2; %3 errs most: %4. Whether another seed would change as much is asked under Noise.</source>
        <translation>%1 weicht am Ende am wenigsten von float64 ab: %2; am meisten %3: %4. Ob ein anderer Seed ebenso viel ändern würde, sagt die Seite Rauschen.</translation>
    </message>
    <message>
        <source>How much of the error float32 would remove</source>
        <translation>Wie viel vom Fehler float32 beseitigen würde</translation>
    </message>
    <message>
        <source>Which layers and operands cost the error?
Each run is trained again, with one layer at a time in float32.</source>
        <translation>Welche Schichten und Operanden machen den Fehler?
Jeder Lauf wird noch einmal trainiert, mit je einer Schicht in float32.</translation>
    </message>
    <message>
        <source>&amp;Go on without</source>
        <translation>&amp;Ohne das weiter</translation>
    </message>
</context>
<context>
    <name>RunTime</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
</context>
<context>
    <name>ScaleMetrics</name>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>How the scale follows from the amaxes of the recorded steps</source>
        <translation>Wie die Skala aus den Amaxen der aufgezeichneten Schritte folgt</translation>
    </message>
    <message>
        <source>Saturate</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>Steps whose amax is beyond what their scale maps into the format</source>
        <translation>Schritte, deren Amax größer ist, als ihre Skala in das Format abbildet</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>Ungenutzt</translation>
    </message>
    <message>
        <source>Binades between the amax and the end of the format that the scale leaves unused, the median over the steps</source>
        <translation>Binaden zwischen dem Amax und dem Ende des Formats, die die Skala ungenutzt lässt, der Median über die Schritte</translation>
    </message>
    <message>
        <source>First scale</source>
        <translation>Erste Skala</translation>
    </message>
    <message>
        <source>By what the tensor is multiplied at its first recorded step</source>
        <translation>Womit der Tensor bei seinem ersten aufgezeichneten Schritt multipliziert wird</translation>
    </message>
    <message>
        <source>Last scale</source>
        <translation>Letzte Skala</translation>
    </message>
    <message>
        <source>By what it is multiplied at its last recorded step</source>
        <translation>Womit er bei seinem letzten aufgezeichneten Schritt multipliziert wird</translation>
    </message>
    <message>
        <source>%1, history %2</source>
        <translation>%1, Verlauf %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>SearchPlan</name>
    <message>
        <source>, about %1</source>
        <translation>, etwa %1</translation>
    </message>
    <message>
        <source>assignment</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>assignments</source>
        <translation>Zuordnungen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1: at most %2%3; the answer can be proved.</source>
        <translation>%1: höchstens %2%3; die Antwort kann bewiesen werden.</translation>
    </message>
    <message>
        <source>%1: some %2%3; more than %4 are too many to be proved.</source>
        <translation>%1: ungefähr %2%3; mehr als %4 sind zu viele für einen Beweis.</translation>
    </message>
    <message>
        <source>, how long is said with the first runs</source>
        <translation>, wie lange, sagen die ersten Läufe</translation>
    </message>
</context>
<context>
    <name>SearchReport</name>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>As few as possible</source>
        <translation>So wenige wie möglich</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Steps of a run</source>
        <translation>Schritte eines Laufs</translation>
    </message>
    <message>
        <source>Computed by</source>
        <translation>Berechnet von</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>float32, least</source>
        <translation>float32, kleinster Wert</translation>
    </message>
    <message>
        <source>float32, largest</source>
        <translation>float32, größter Wert</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Cheaper policy</source>
        <translation>Billigere Policy</translation>
    </message>
    <message>
        <source>How it fails</source>
        <translation>Woran sie scheitert</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Cost, predicted</source>
        <translation>Kosten, vorhergesagt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Budget used, predicted (%)</source>
        <translation>Budget verbraucht, vorhergesagt (%)</translation>
    </message>
    <message>
        <source>Measured (%)</source>
        <translation>Gemessen (%)</translation>
    </message>
    <message>
        <source>Keeps it</source>
        <translation>Hält es ein</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>The cheapest policies within a budget</source>
        <translation>Die billigsten Policies innerhalb eines Budgets</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>What refutes each cheaper change</source>
        <translation>Was jede billigere Änderung widerlegt</translation>
    </message>
    <message>
        <source>No single change is cheaper.</source>
        <translation>Keine einzelne Änderung ist billiger.</translation>
    </message>
    <message>
        <source>float32 under the seeds</source>
        <translation>float32 unter den Seeds</translation>
    </message>
    <message>
        <source>The front</source>
        <translation>Die Front</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>Was probiert wurde</translation>
    </message>
    <message>
        <source>Rank correlation of predicted and measured use: %1.</source>
        <translation>Rangkorrelation von vorhergesagtem und gemessenem Verbrauch: %1.</translation>
    </message>
    <message>
        <source>%1 runs were trained or looked up; the answer was found after %2 of them.</source>
        <translation>%1 Läufe wurden trainiert oder nachgeschlagen; die Antwort war nach %2 davon gefunden.</translation>
    </message>
    <message>
        <source>On the front</source>
        <translation>Auf der Front</translation>
    </message>
    <message>
        <source>predicted and measured</source>
        <translation>vorhergesagt und gemessen</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Loss scales</source>
        <translation>Loss-Skalierungen</translation>
    </message>
    <message>
        <source>Spread over the seeds (%)</source>
        <translation>Streuung über die Seeds (%)</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
</context>
<context>
    <name>SearchTable</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Its path</source>
        <translation>Ihr Pfad</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>The policy that the search found for it</source>
        <translation>Die Policy, die die Suche für sie gefunden hat</translation>
    </message>
    <message>
        <source>Cheapest that fails</source>
        <translation>Billigste, die scheitert</translation>
    </message>
    <message>
        <source>The cheapest other policy that was run there, all else as it was found</source>
        <translation>Die billigste andere Policy, die dort lief, alles andere wie gefunden</translation>
    </message>
    <message>
        <source>How it fails</source>
        <translation>Woran sie scheitert</translation>
    </message>
    <message>
        <source>The number that breaks the budget, and under which seed</source>
        <translation>Die Zahl, die das Budget bricht, und unter welchem Seed</translation>
    </message>
    <message>
        <source>%1 %2, limit %3, seed %4</source>
        <translation>%1 %2, Grenze %3, Seed %4</translation>
    </message>
    <message>
        <source>%1. A double click or Return trains that run and shows it.</source>
        <translation>%1. Ein Doppelklick oder die Eingabetaste trainiert diesen Lauf und zeigt ihn.</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>noch nicht gelaufen</translation>
    </message>
    <message>
        <source>A double click or Return trains the answer and shows it.</source>
        <translation>Ein Doppelklick oder die Eingabetaste trainiert die Antwort und zeigt sie.</translation>
    </message>
    <message>
        <source>no change here is cheaper</source>
        <translation>hier ist keine Änderung billiger</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
</context>
<context>
    <name>SearchText</name>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>each layer alone</source>
        <translation>jede Schicht allein</translation>
    </message>
    <message>
        <source>the predicted front</source>
        <translation>die vorhergesagte Front</translation>
    </message>
    <message>
        <source>layers that fail together</source>
        <translation>Schichten, die zusammen scheitern</translation>
    </message>
    <message>
        <source>cheaper neighbours</source>
        <translation>billigere Nachbarn</translation>
    </message>
    <message>
        <source>the proof</source>
        <translation>der Beweis</translation>
    </message>
    <message>
        <source>getting ready</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>This budget cannot be met: float32 itself breaks it.</source>
        <translation>Dieses Budget kann nicht eingehalten werden: float32 selbst bricht es.</translation>
    </message>
    <message>
        <source>%1 is broken under %2 of %3 seeds: float32 has %4 to %5 there. A budget below float32&apos;s own spread is decided by the seed.</source>
        <translation>%1 wird unter %2 von %3 Seeds gebrochen: float32 hat dort %4 bis %5. Ein Budget unterhalb der Streuung von float32 selbst entscheidet der Seed.</translation>
    </message>
    <message>
        <source>Stopped before anything was found.</source>
        <translation>Angehalten, ehe etwas gefunden war.</translation>
    </message>
    <message>
        <source>What was run is kept: Search goes on from there.</source>
        <translation>Was gelaufen ist, bleibt: Suchen geht von dort weiter.</translation>
    </message>
    <message>
        <source>Proved: nothing of the menu keeps the budget.</source>
        <translation>Bewiesen: Nichts von der Auswahl hält das Budget ein.</translation>
    </message>
    <message>
        <source>Every assignment was run, and each breaks it.</source>
        <translation>Jede Zuordnung lief, und jede bricht es.</translation>
    </message>
    <message>
        <source>Nothing that was tried keeps the budget; not proved.</source>
        <translation>Nichts, was probiert wurde, hält das Budget ein; nicht bewiesen.</translation>
    </message>
    <message>
        <source>There are too many assignments to run them all.</source>
        <translation>Es gibt zu viele Zuordnungen, um alle laufen zu lassen.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an …</translation>
    </message>
    <message>
        <source>: %1 of %2 runs</source>
        <translation>: %1 von %2 Läufen</translation>
    </message>
    <message>
        <source>Paused, %1%2</source>
        <translation>Pausiert, %1%2</translation>
    </message>
    <message>
        <source>Searching, %1%2%3</source>
        <translation>Sucht, %1%2%3</translation>
    </message>
    <message>
        <source>bytes of a training step</source>
        <translation>Bytes eines Trainingsschritts</translation>
    </message>
    <message>
        <source>multiply-adds of a training step, by their bits over 32</source>
        <translation>Multiplikationen mit Addition eines Trainingsschritts, nach ihren Bits durch 32</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of float32&apos;s bytes (%2)</source>
        <translation>%1 der Bytes von float32 (%2)</translation>
    </message>
    <message>
        <source>%1 of float32&apos;s multiply-adds (%2)</source>
        <translation>%1 der Multiplikationen mit Addition von float32 (%2)</translation>
    </message>
    <message>
        <source>Nothing found yet.</source>
        <translation>Noch nichts gefunden.</translation>
    </message>
    <message>
        <source>The cheapest so far: %1.</source>
        <translation>Das bisher Billigste: %1.</translation>
    </message>
    <message>
        <source>Not proved yet.</source>
        <translation>Noch nicht bewiesen.</translation>
    </message>
    <message>
        <source>Proved: nothing cheaper keeps the budget. %1.</source>
        <translation>Bewiesen: Nichts Billigeres hält das Budget ein. %1.</translation>
    </message>
    <message>
        <source>Every cheaper assignment was run, and each breaks the budget.</source>
        <translation>Jede billigere Zuordnung lief, und jede bricht das Budget.</translation>
    </message>
    <message>
        <source>Found, not proved: %1.</source>
        <translation>Gefunden, nicht bewiesen: %1.</translation>
    </message>
    <message>
        <source>Every single cheaper change was run and breaks the budget; not every combination of changes was.</source>
        <translation>Jede einzelne billigere Änderung lief und bricht das Budget; nicht jede Verbindung von Änderungen.</translation>
    </message>
    <message>
        <source>Stopped, not proved: %1.</source>
        <translation>Angehalten, nicht bewiesen: %1.</translation>
    </message>
    <message>
        <source>It was trained under every seed and keeps the budget; cheaper ones were not all run. Search goes on from there.</source>
        <translation>Es wurde unter jedem Seed trainiert und hält das Budget ein; Billigeres lief nicht alles. Suchen geht von dort weiter.</translation>
    </message>
    <message>
        <source>%1 in all layers</source>
        <translation>%1 in allen Schichten</translation>
    </message>
    <message>
        <source>%1 under seed %2: %3, limit %4</source>
        <translation>%1 unter Seed %2: %3, Grenze %4</translation>
    </message>
    <message>
        <source>%1, at step %2</source>
        <translation>%1, bei Schritt %2</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1. %2.</translation>
    </message>
    <message>
        <source>%1 Breaks %2.</source>
        <translation>%1 Bricht %2.</translation>
    </message>
    <message>
        <source>%1 Run under %2 of %3 seeds; it keeps the budget there.</source>
        <translation>%1 Lief unter %2 von %3 Seeds und hält das Budget dort ein.</translation>
    </message>
    <message>
        <source>%1 Keeps the budget under every seed, and uses %2 of what it allows beyond float32.</source>
        <translation>%1 Hält das Budget unter jedem Seed ein und verbraucht %2 von dem, was es über float32 hinaus erlaubt.</translation>
    </message>
    <message>
        <source>search: %1, seed %2</source>
        <translation>Suche: %1, Seed %2</translation>
    </message>
    <message>
        <source>Policies: %1</source>
        <translation>Policies: %1</translation>
    </message>
    <message>
        <source>Layers: %1</source>
        <translation>Schichten: %1</translation>
    </message>
    <message>
        <source>Seeds: %1</source>
        <translation>Seeds: %1</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>Schritte: %1</translation>
    </message>
    <message>
        <source>Budget, column %1: %2</source>
        <translation>Budget, Spalte %1: %2</translation>
    </message>
    <message>
        <source>Of what the menu allows nothing is cheaper.</source>
        <translation>Von dem, was das Menü erlaubt, ist nichts billiger.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, at most %1 left</source>
        <translation>, noch höchstens %1</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>, noch etwa %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>loss scale: %1</source>
        <translation>Loss-Skalierung: %1</translation>
    </message>
    <message>
        <source>Loss scales: %1</source>
        <translation>Loss-Skalierungen: %1</translation>
    </message>
    <message>
        <source>That is with the session&apos;s loss scale; with those of the menu it breaks the budget too.</source>
        <translation>Das ist mit der Loss-Skalierung der Sitzung; mit denen der Auswahl bricht es das Budget auch.</translation>
    </message>
    <message>
        <source>%1 allows %2 % beyond float32 of the same seed, but from seed to seed float32 itself differs by %3 (%4). Under other seeds other policies may be the cheapest.</source>
        <translation>%1 erlaubt %2 % über float32 unter demselben Seed hinaus, aber von Seed zu Seed unterscheidet sich float32 selbst um %3 (%4). Unter anderen Seeds können andere Policies die billigsten sein.</translation>
    </message>
</context>
<context>
    <name>SeedBand</name>
    <message>
        <source>%1 (median of %2 steps; band 10–90 %)</source>
        <translation>%1 (Median von %2 Schritten; Band 10–90 %)</translation>
    </message>
</context>
<context>
    <name>SeedPairs</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1 nicht endlich</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>%1, float32</source>
        <translation>%1, float32</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>As summary.json has it; of the whole run or of its last step</source>
        <translation>Wie summary.json sie hat; vom ganzen Lauf oder von seinem letzten Schritt</translation>
    </message>
    <message>
        <source>This session and float32</source>
        <translation>Diese Sitzung und float32</translation>
    </message>
    <message>
        <source>The exact rank-sum test at 5 %: p is the share of all ways to deal the values of both into two groups that sets them as far apart</source>
        <translation>Der exakte Rangsummentest zu 5 %: p ist der Anteil aller Aufteilungen der Werte beider auf zwei Gruppen, die sie ebenso weit trennen</translation>
    </message>
    <message>
        <source>This session</source>
        <translation>Diese Sitzung</translation>
    </message>
    <message>
        <source>Mean over the seeds, least and largest</source>
        <translation>Mittel über die Seeds, kleinster und größter</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>The same of the session in float32: every policy, no recipe, no loss scale</source>
        <translation>Dasselbe von der Sitzung in float32: jede Policy, kein Rezept, keine Loss-Skalierung</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Under how many seeds this session&apos;s is the larger one</source>
        <translation>Unter wie vielen Seeds der Wert dieser Sitzung der größere ist</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1: this session %2, float32 %3; %4</source>
        <translation>%1: diese Sitzung %2, float32 %3; %4</translation>
    </message>
</context>
<context>
    <name>StepMarks</name>
    <message>
        <source>first flushed gradient</source>
        <translation>erster Gradient zu null</translation>
    </message>
    <message>
        <source>first lost update</source>
        <translation>erstes verlorenes Update</translation>
    </message>
    <message>
        <source>first NaN or infinity</source>
        <translation>erstes NaN oder Unendlich</translation>
    </message>
    <message>
        <source>first saturated operand</source>
        <translation>erster gesättigter Operand</translation>
    </message>
    <message>
        <source>its error exceeds what is healthy</source>
        <translation>ihr Fehler übersteigt, was gesund ist</translation>
    </message>
    <message>
        <source>its largest gradient jumped</source>
        <translation>ihr größter Gradient sprang</translation>
    </message>
</context>
<context>
    <name>Surprise</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>A map gets no automatic loss scaling: compile() looks for a policy named mixed_float16, and a map&apos;s name is &quot;map_%1&quot;, although %2 compute in float16.</source>
        <translation>Eine Map bekommt keine automatische Loss-Skalierung: compile() sucht eine Policy namens mixed_float16, und der Name einer Map ist „map_%1“, obwohl %2 in float16 rechnen.</translation>
    </message>
    <message>
        <source>Loss scaling depends on the name of the model&apos;s policy alone: %1 compute in float16, and compile() scales nothing under &quot;%2&quot;.</source>
        <translation>Loss-Skalierung hängt allein vom Namen der Policy des Modells ab: %1 rechnen in float16, und compile() skaliert unter „%2“ nichts.</translation>
    </message>
    <message>
        <source>A policy is not inherited from a parent: the key %1 is not for what is inside of it; %2 is.</source>
        <translation>Eine Policy wird nicht von der umgebenden Schicht geerbt: Der Schlüssel %1 gilt nicht für das, was in ihr ist; %2 schon.</translation>
    </message>
    <message>
        <source>Every key is a regular expression: the dot in %1 matches any character; a dot itself is &quot;\.&quot;.</source>
        <translation>Jeder Schlüssel ist ein regulärer Ausdruck: Der Punkt in %1 passt auf jedes Zeichen; ein Punkt selbst ist „\.“.</translation>
    </message>
    <message>
        <source>Keras takes the broken key %1 without a word; re.error comes with the first path that is no key itself.</source>
        <translation>Keras nimmt den fehlerhaften Schlüssel %1 stillschweigend an; re.error kommt mit dem ersten Pfad, der nicht selbst ein Schlüssel ist.</translation>
    </message>
    <message>
        <source>%1 looks like a name that Keras gave by itself: when the model is built again in the same process the number goes up, and the key misses.</source>
        <translation>%1 sieht aus wie ein Name, den Keras selbst vergeben hat: Wird das Modell im selben Prozess noch einmal gebaut, steigt die Zahl, und der Schlüssel trifft nicht mehr.</translation>
    </message>
    <message>
        <source>A layer has no path before it is built: the inputs of its very first call are cast to the default&apos;s %1 (%2).</source>
        <translation>Eine Schicht hat keinen Pfad, bevor sie gebaut ist: Die Eingaben ihres allerersten Aufrufs werden in %1 der Voreinstellung gecastet (%2).</translation>
    </message>
    <message>
        <source>A quantized policy reaches every layer: %1 have no such call, and Keras raises NotImplementedError when they are first called. model.quantize() leaves them out, and so does this program.</source>
        <translation>Eine quantisierte Policy erreicht jede Schicht: %1 haben keinen solchen Aufruf, und Keras wirft NotImplementedError, wenn sie zum ersten Mal aufgerufen werden. model.quantize() lässt sie aus, dieses Programm auch.</translation>
    </message>
    <message>
        <source>float8 scales lag: steps 1 and 2 run with scale 1, and later ones with the largest values of two steps before (%1).</source>
        <translation>float8-Skalen hinken nach: Schritt 1 und 2 laufen mit Skala 1, spätere mit den größten Werten von zwei Schritten davor (%1).</translation>
    </message>
    <message>
        <source>Softmax is not lifted to float32 (%1): Keras advises dtype=&quot;float32&quot; for the last layer.</source>
        <translation>Softmax wird nicht auf float32 angehoben (%1): Keras empfiehlt dtype=&quot;float32&quot; für die letzte Schicht.</translation>
    </message>
    <message>
        <source>%1 compute in float32 inside, but the input has been rounded to float16 before: 70000 is already infinite.</source>
        <translation>%1 rechnen innen in float32, aber die Eingabe wurde davor auf float16 gerundet: 70000 ist schon unendlich.</translation>
    </message>
    <message>
        <source>The loss follows the default dtype (floatx) and no policy: it is computed in %1, from outputs that were rounded to %2.</source>
        <translation>Der Loss folgt dem Standard-Dtype (floatx) und keiner Policy: Er wird in %1 berechnet, aus Ausgaben, die auf %2 gerundet wurden.</translation>
    </message>
    <message>
        <source>Keras does not ask whether a policy is of floating point: %1 cut their inputs to integers.</source>
        <translation>Keras fragt nicht, ob eine Policy eine Gleitkomma-Policy ist: %1 schneiden ihre Eingaben auf ganze Zahlen ab.</translation>
    </message>
    <message>
        <source>Input layers and losses ignore policies: in Keras the data still enter as float32 unless set_floatx(&quot;float64&quot;) is called. This program does.</source>
        <translation>Eingabeschichten und Losses beachten keine Policies: In Keras kommen die Daten trotzdem als float32 herein, wenn nicht set_floatx(&quot;float64&quot;) aufgerufen wird. Dieses Programm tut es.</translation>
    </message>
    <message>
        <source>Keras 3&apos;s dynamic loss scale has neither floor nor ceiling: with gradients that never are finite it halves down to 0.</source>
        <translation>Die dynamische Loss-Skalierung von Keras 3 hat weder Boden noch Decke: Bei Gradienten, die nie endlich sind, halbiert sie sich bis 0.</translation>
    </message>
    <message>
        <source>Keras before August 2025 takes a key that matches anywhere in the path: &quot;dense&quot; is for &quot;dense_1&quot;, too, and an upgrade changes which layers it is for.</source>
        <translation>Keras vor August 2025 nimmt einen Schlüssel, der irgendwo im Pfad passt: „dense“ gilt auch für „dense_1“, und ein Upgrade ändert, für welche Schichten er gilt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>SweepNumberText</name>
    <message>
        <source>loss at the end</source>
        <translation>Loss am Ende</translation>
    </message>
    <message>
        <source>gradients flushed (%)</source>
        <translation>Gradienten zu null (%)</translation>
    </message>
    <message>
        <source>updates lost (%)</source>
        <translation>verlorene Updates (%)</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>übersprungene Schritte</translation>
    </message>
    <message>
        <source>error against float64 at the end</source>
        <translation>Fehler gegen float64 am Ende</translation>
    </message>
    <message>
        <source>saturated elements of scaled operands (%)</source>
        <translation>gesättigte Elemente skalierter Operanden (%)</translation>
    </message>
</context>
<context>
    <name>SweepSafety</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Safe at no value: each run diverged, has a warning, or is 10 % and more from float64.</source>
        <translation>Bei keinem Wert sicher: Jeder Lauf divergierte, hat eine Warnung oder ist 10 % und mehr von float64 entfernt.</translation>
    </message>
    <message>
        <source>Safe: %1 (no run diverged there or has a warning, and each is less than 10 % from float64).</source>
        <translation>Sicher: %1 (kein Lauf divergierte dort oder hat eine Warnung, und jeder ist weniger als 10 % von float64 entfernt).</translation>
    </message>
    <message>
        <source>Diverged: %1.</source>
        <translation>Divergiert: %1.</translation>
    </message>
    <message>
        <source>Safe at no value: each run diverged or has a warning.</source>
        <translation>Sicher bei keinem Wert: jeder Lauf ist divergiert oder hat eine Warnung.</translation>
    </message>
    <message>
        <source>Safe: %1 (no run diverged there or has a warning; how far they are from float64 is not measured).</source>
        <translation>Sicher: %1 (kein Lauf ist dort divergiert oder hat eine Warnung; wie weit sie von float64 entfernt sind, ist nicht gemessen).</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>SweepText</name>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>global policy</source>
        <translation>globale Policy</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>loss weight</source>
        <translation>Loss-Gewicht</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
</context>
<context>
    <name>TensorPlots</name>
    <message>
        <source>run before</source>
        <translation>Lauf davor</translation>
    </message>
    <message>
        <source>The same metric of the run that this one is compared with.</source>
        <translation>Dieselbe Kennzahl des Laufs, mit dem dieser verglichen wird.</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
</context>
<context>
    <name>WatchPlot</name>
    <message>
        <source>A watch: what is left of its comparison, step by step, and what it is compared with. Where it becomes true, a triangle marks the step above the plots.</source>
        <translation>Eine Beobachtung: die linke Seite ihres Vergleichs, Schritt für Schritt, und womit sie verglichen wird. Wo er wahr wird, markiert ein Dreieck den Schritt über den Diagrammen.</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>What it is compared with.</source>
        <translation>Womit verglichen wird.</translation>
    </message>
    <message>
        <source>run before</source>
        <translation>Lauf davor</translation>
    </message>
    <message>
        <source>The same of the run that this one is compared with.</source>
        <translation>Dasselbe vom Lauf, mit dem dieser verglichen wird.</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
</context>
<context>
    <name>WritingRuns</name>
    <message>
        <source>Kept runs are being written to their file: %1. The window closes when they are there.</source>
        <translation>Aufbewahrte Läufe werden in ihre Datei geschrieben: %1. Das Fenster schließt sich, wenn sie dort sind.</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>Fenster offen &amp;lassen</translation>
    </message>
    <message>
        <source>Writing runs</source>
        <translation>Läufe werden geschrieben</translation>
    </message>
</context>
<context>
    <name>WrittenTerm</name>
    <message>
        <source>Dtype policy</source>
        <translation>Dtype-Policy</translation>
    </message>
    <message>
        <source>What a layer computes in and what its variables are stored in, by a name such as mixed_float16. A layer has one of its own, or gets one from the policy map, or the global one.</source>
        <translation>Worin eine Schicht rechnet und worin ihre Variablen gespeichert werden, mit einem Namen wie mixed_float16. Eine Schicht hat eine eigene oder bekommt eine aus der Policy-Map oder die globale.</translation>
    </message>
    <message>
        <source>Compute dtype</source>
        <translation>Rechen-Dtype</translation>
    </message>
    <message>
        <source>The number format that a layer&apos;s inputs and weights are cast to before it computes, and that its output has unless its numerics say otherwise.</source>
        <translation>Das Zahlenformat, in das die Eingaben und Gewichte einer Schicht gecastet werden, bevor sie rechnet, und das ihre Ausgabe hat, wenn ihre Numerik nichts anderes sagt.</translation>
    </message>
    <message>
        <source>Variable dtype</source>
        <translation>Variablen-Dtype</translation>
    </message>
    <message>
        <source>The number format that a layer&apos;s weights are stored in between steps. In a mixed policy it is float32, so that updates smaller than the compute dtype&apos;s digits are not lost.</source>
        <translation>Das Zahlenformat, in dem die Gewichte einer Schicht zwischen den Schritten gespeichert sind. In einer gemischten Policy ist es float32, damit Updates, die kleiner sind als die Stellen des Rechen-Dtypes, nicht verloren gehen.</translation>
    </message>
    <message>
        <source>Output dtype</source>
        <translation>Ausgabe-Dtype</translation>
    </message>
    <message>
        <source>The number format of what a layer gives to the next one: the compute dtype, unless the layer computes in at least float32 inside or its numerics name another.</source>
        <translation>Das Zahlenformat dessen, was eine Schicht an die nächste gibt: der Rechen-Dtype, außer die Schicht rechnet innen mindestens in float32 oder ihre Numerik nennt ein anderes.</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>Gemischte Genauigkeit</translation>
    </message>
    <message>
        <source>Computing in a 16-bit or 8-bit format while weights are kept in float32, with a loss scale where gradients would be too small for the format.</source>
        <translation>In einem 16-Bit- oder 8-Bit-Format rechnen, während Gewichte in float32 gehalten werden, mit einer Loss-Skalierung, wo Gradienten für das Format zu klein wären.</translation>
    </message>
    <message>
        <source>Global policy</source>
        <translation>Globale Policy</translation>
    </message>
    <message>
        <source>The dtype policy of every layer that has none of its own and that no key of the policy map decides for.</source>
        <translation>Die Dtype-Policy jeder Schicht, die keine eigene hat und über die kein Schlüssel der Policy-Map entscheidet.</translation>
    </message>
    <message>
        <source>Policy map</source>
        <translation>Policy-Map</translation>
    </message>
    <message>
        <source>A table of keys, each a layer&apos;s path or a regular expression for several, and the dtype policy of what the key decides for. It is one policy for a whole model, and travels as JSON.</source>
        <translation>Eine Tabelle von Schlüsseln, jeder der Pfad einer Schicht oder ein regulärer Ausdruck für mehrere, und der Dtype-Policy dessen, worüber der Schlüssel entscheidet. Sie ist eine Policy für ein ganzes Modell und reist als JSON.</translation>
    </message>
    <message>
        <source>Key of a policy map</source>
        <translation>Schlüssel einer Policy-Map</translation>
    </message>
    <message>
        <source>A layer&apos;s path, which decides for that layer, or a regular expression, which decides for every path that it matches. Where several expressions match one path, Keras raises an error.</source>
        <translation>Der Pfad einer Schicht, der über diese Schicht entscheidet, oder ein regulärer Ausdruck, der über jeden Pfad entscheidet, auf den er passt. Wo mehrere Ausdrücke auf einen Pfad passen, wirft Keras einen Fehler.</translation>
    </message>
    <message>
        <source>Layer path</source>
        <translation>Pfad einer Schicht</translation>
    </message>
    <message>
        <source>The names of the model, of what a layer is inside, and of the layer itself, with slashes between them: sequential/dense_1. Keys of a policy map are compared with it.</source>
        <translation>Die Namen des Modells, dessen, worin eine Schicht liegt, und der Schicht selbst, mit Schrägstrichen dazwischen: sequential/dense_1. Schlüssel einer Policy-Map werden damit verglichen.</translation>
    </message>
    <message>
        <source>Origin of a policy</source>
        <translation>Herkunft einer Policy</translation>
    </message>
    <message>
        <source>Where a layer&apos;s policy comes from: the layer itself, a key of the policy map, or the global policy.</source>
        <translation>Woher die Policy einer Schicht kommt: von der Schicht selbst, einem Schlüssel der Policy-Map oder der globalen Policy.</translation>
    </message>
    <message>
        <source>Ready-made policies</source>
        <translation>Fertige Policies</translation>
    </message>
    <message>
        <source>The policies that have a name in Keras, to be given to the selected layers.</source>
        <translation>Die Policies, die in Keras einen Namen haben, um sie den gewählten Schichten zu geben.</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>A layer casts its floating-point inputs to its compute dtype before it is called; integers stay as they are.</source>
        <translation>Eine Schicht castet ihre Gleitkomma-Eingaben in ihren Rechen-Dtype, bevor sie aufgerufen wird; ganze Zahlen bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Quantization mode</source>
        <translation>Quantisierungsmodus</translation>
    </message>
    <message>
        <source>What a quantized policy does beyond its dtypes: float8, int8, int4, ternary, gptq or awq. float8 is made for training; the others quantize a layer that is trained.</source>
        <translation>Was eine quantisierte Policy über ihre Dtypes hinaus tut: float8, int8, int4, ternary, gptq oder awq. float8 ist zum Trainieren gemacht; die anderen quantisieren eine trainierte Schicht.</translation>
    </message>
    <message>
        <source>Default dtype (floatx)</source>
        <translation>Standard-Dtype (floatx)</translation>
    </message>
    <message>
        <source>The dtype of inputs and losses, and of what no policy says otherwise; float32 unless it is set. Keras calls it floatx.</source>
        <translation>Der Dtype von Eingaben und Losses und von allem, wozu keine Policy etwas anderes sagt; float32, wenn nichts gesetzt ist. Keras nennt ihn floatx.</translation>
    </message>
    <message>
        <source>Flushed to zero</source>
        <translation>Zu null geworden</translation>
    </message>
    <message>
        <source>A number that is not zero became exactly zero, because it is smaller than half of the format&apos;s smallest number. Some hardware flushes all subnormals too.</source>
        <translation>Eine Zahl, die nicht null ist, wurde genau null, weil sie kleiner ist als die Hälfte der kleinsten Zahl des Formats. Manche Hardware setzt auch alle subnormalen auf null.</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>A number beyond the format&apos;s largest becomes the largest instead of infinity or NaN: what float8 stacks do.</source>
        <translation>Eine Zahl jenseits der größten des Formats wird die größte statt Unendlich oder NaN: was float8-Software tut.</translation>
    </message>
    <message>
        <source>Relative error (L2)</source>
        <translation>Relativer Fehler (L2)</translation>
    </message>
    <message>
        <source>The length of the difference of two tensors over the length of the exact one. 0/0 counts as 0, x/0 as infinity.</source>
        <translation>Die Länge der Differenz zweier Tensoren geteilt durch die Länge des exakten. 0/0 zählt als 0, x/0 als unendlich.</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>Signal to quantization noise in decibels: each 6 dB are one more bit that is right.</source>
        <translation>Verhältnis von Signal zu Quantisierungsrauschen in Dezibel: Je 6 dB sind ein weiteres richtiges Bit.</translation>
    </message>
    <message>
        <source>Dynamic loss scale</source>
        <translation>Dynamische Loss-Skalierung</translation>
    </message>
    <message>
        <source>A loss scale that doubles after 2000 steps with finite gradients, and halves and skips the step when a gradient is not finite. Keras begins at 32768.</source>
        <translation>Eine Loss-Skalierung, die sich nach 2000 Schritten mit endlichen Gradienten verdoppelt und sich halbiert und den Schritt überspringt, wenn ein Gradient nicht endlich ist. Keras beginnt bei 32768.</translation>
    </message>
    <message>
        <source>Skipped step</source>
        <translation>Übersprungener Schritt</translation>
    </message>
    <message>
        <source>A step whose gradients were not all finite: the optimizer did nothing, and a dynamic loss scale halves. The float64 reference never skips.</source>
        <translation>Ein Schritt, dessen Gradienten nicht alle endlich waren: Der Optimierer tat nichts, und eine dynamische Loss-Skalierung halbiert sich. Die float64-Referenz überspringt nie.</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>How bits become a value: sign, exponent and mantissa, and which codes are subnormal, infinite or NaN.</source>
        <translation>Wie aus Bits ein Wert wird: Vorzeichen, Exponent und Mantisse, und welche Codes subnormal, unendlich oder NaN sind.</translation>
    </message>
    <message>
        <source>Ulp</source>
        <translation>Ulp</translation>
    </message>
    <message>
        <source>Unit in the last place: the distance between neighbouring numbers of a format, which doubles at each power of two. Rounding to nearest is off by half of it at most.</source>
        <translation>Einheit in der letzten Stelle: der Abstand benachbarter Zahlen eines Formats, der sich bei jeder Zweierpotenz verdoppelt. Rundung zur nächsten liegt höchstens um die Hälfte davon daneben.</translation>
    </message>
    <message>
        <source>Exponent and binade</source>
        <translation>Exponent und Binade</translation>
    </message>
    <message>
        <source>The power of two that a number lies above: 2^e ≤ |x| &lt; 2^(e + 1). All numbers with one exponent are a binade, and lie equally far apart.</source>
        <translation>Die Zweierpotenz, über der eine Zahl liegt: 2^e ≤ |x| &lt; 2^(e + 1). Alle Zahlen mit einem Exponenten sind eine Binade und liegen gleich weit auseinander.</translation>
    </message>
    <message>
        <source>Mantissa and precision</source>
        <translation>Mantisse und Genauigkeit</translation>
    </message>
    <message>
        <source>The digits of a number behind its leading one. The precision counts that one too: float16 stores 10 bits and has a precision of 11.</source>
        <translation>Die Stellen einer Zahl hinter ihrer führenden Eins. Die Genauigkeit zählt auch diese: float16 speichert 10 Bit und hat eine Genauigkeit von 11.</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>Subnormal</translation>
    </message>
    <message>
        <source>A number below the format&apos;s smallest normal one, with fewer digits the smaller it is. Below half of the smallest subnormal all becomes zero.</source>
        <translation>Eine Zahl unter der kleinsten normalen des Formats, mit umso weniger Stellen, je kleiner sie ist. Unter der Hälfte der kleinsten subnormalen wird alles null.</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Not a number: the result of 0/0 or of infinity minus infinity. It spreads to all that is computed from it.</source>
        <translation>Keine Zahl: das Ergebnis von 0/0 oder von Unendlich minus Unendlich. Es breitet sich auf alles aus, was daraus berechnet wird.</translation>
    </message>
    <message>
        <source>Infinity</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>What a number beyond the format&apos;s largest becomes where the format has an infinity: beyond 65504 in float16.</source>
        <translation>Was eine Zahl jenseits der größten des Formats wird, wo das Format ein Unendlich hat: jenseits von 65504 in float16.</translation>
    </message>
    <message>
        <source>Code and bits</source>
        <translation>Code und Bits</translation>
    </message>
    <message>
        <source>The bits that stand for a value, highest first: sign, exponent, mantissa.</source>
        <translation>Die Bits, die für einen Wert stehen, die höchsten zuerst: Vorzeichen, Exponent, Mantisse.</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>A result that the format does not have becomes one of its two neighbours. Here to the nearest; halfway to the one whose last bit is 0.</source>
        <translation>Ein Ergebnis, das es im Format nicht gibt, wird einer seiner beiden Nachbarn. Hier der nächste; genau dazwischen der, dessen letztes Bit 0 ist.</translation>
    </message>
    <message>
        <source>Stochastic rounding</source>
        <translation>Stochastische Rundung</translation>
    </message>
    <message>
        <source>Up or down by chance, the likelier the nearer, so that the mean is exact and small updates are not all lost.</source>
        <translation>Auf oder ab nach Zufall, umso wahrscheinlicher, je näher, sodass das Mittel exakt ist und kleine Updates nicht alle verloren gehen.</translation>
    </message>
    <message>
        <source>Overflow rule</source>
        <translation>Überlaufregel</translation>
    </message>
    <message>
        <source>What a stack stores for values that a format cannot hold: infinity, NaN, or its largest number.</source>
        <translation>Was eine Software für Werte speichert, die ein Format nicht fasst: Unendlich, NaN oder seine größte Zahl.</translation>
    </message>
    <message>
        <source>Number lab</source>
        <translation>Zahlenlabor</translation>
    </message>
    <message>
        <source>One number in many formats at once: its bits, what is stored, the error, the neighbours, and what each overflow rule makes of it.</source>
        <translation>Eine Zahl in vielen Formaten zugleich: ihre Bits, was gespeichert wird, der Fehler, die Nachbarn und was jede Überlaufregel daraus macht.</translation>
    </message>
    <message>
        <source>Number line</source>
        <translation>Zahlengerade</translation>
    </message>
    <message>
        <source>Where the values of the formats lie: equally far apart within a binade, twice as far in the next. Close up it is linear, wide out logarithmic.</source>
        <translation>Wo die Werte der Formate liegen: gleich weit auseinander in einer Binade, doppelt so weit in der nächsten. Aus der Nähe ist sie linear, von weitem logarithmisch.</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>What a sum of products is formed in, and in which order: its format, and when it is rounded.</source>
        <translation>Worin und in welcher Reihenfolge eine Summe von Produkten gebildet wird: ihr Format und wann sie gerundet wird.</translation>
    </message>
    <message>
        <source>Stall</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>A sum that has become so large that further terms are less than half its last digit: it no longer changes. 1 + 1 + … ends at 2048 in float16 and at 256 in bfloat16.</source>
        <translation>Eine Summe, die so groß geworden ist, dass weitere Summanden kleiner sind als die Hälfte ihrer letzten Stelle: Sie ändert sich nicht mehr. 1 + 1 + … endet in float16 bei 2048 und in bfloat16 bei 256.</translation>
    </message>
    <message>
        <source>Kahan summation</source>
        <translation>Kahan-Summation</translation>
    </message>
    <message>
        <source>A sum that carries what its last rounding dropped, and adds it to the next term.</source>
        <translation>Eine Summe, die mitführt, was ihre letzte Rundung weggelassen hat, und es zum nächsten Summanden addiert.</translation>
    </message>
    <message>
        <source>Tensor core</source>
        <translation>Tensor Core</translation>
    </message>
    <message>
        <source>A unit that aligns a group of products to the largest, cuts digits off, and adds them at once. Hopper&apos;s keeps 13 fraction bits of float8 products; promotion moves its sums to float32 now and then.</source>
        <translation>Eine Einheit, die eine Gruppe von Produkten am größten ausrichtet, Stellen abschneidet und sie auf einmal addiert. Die von Hopper behält 13 Nachkommabits von float8-Produkten; „promotion“ überträgt ihre Summen hin und wieder nach float32.</translation>
    </message>
    <message>
        <source>Accumulators (tab)</source>
        <translation>Akkumulatoren (Reiter)</translation>
    </message>
    <message>
        <source>The partial sums of one sum under several accumulators, against the exact ones.</source>
        <translation>Die Teilsummen einer Summe unter mehreren Akkumulatoren, gegen die exakten.</translation>
    </message>
    <message>
        <source>Amax history</source>
        <translation>Amax-Verlauf</translation>
    </message>
    <message>
        <source>The largest magnitudes of a tensor in the last steps. Delayed scaling takes the next scale from them, so that a scale lags behind a tensor that grows.</source>
        <translation>Die größten Beträge eines Tensors in den letzten Schritten. Verzögerte Skalierung nimmt die nächste Skala daraus, sodass eine Skala hinter einem wachsenden Tensor herhinkt.</translation>
    </message>
    <message>
        <source>Scaling recipe</source>
        <translation>Skalierungsrezept</translation>
    </message>
    <message>
        <source>How float8 or narrower operands of a product get their scales: one a tensor from past amaxes or the present one, or one a block; and which formats and accumulators go with it.</source>
        <translation>Wie Operanden eines Produkts in float8 oder schmaler ihre Skalen bekommen: eine je Tensor aus vergangenen Amax-Werten oder dem jetzigen, oder eine je Block; und welche Formate und Akkumulatoren dazugehören.</translation>
    </message>
    <message>
        <source>Block scaling</source>
        <translation>Blockskalierung</translation>
    </message>
    <message>
        <source>Every 16, 32 or 128 elements share a scale, so that one large value does not flush a whole tensor.</source>
        <translation>Je 16, 32 oder 128 Elemente teilen sich eine Skala, sodass ein großer Wert nicht einen ganzen Tensor zu null macht.</translation>
    </message>
    <message>
        <source>Numerics of a layer</source>
        <translation>Numerik einer Schicht</translation>
    </message>
    <message>
        <source>Which format each operand of each product is rounded to, how products are summed, and what is stored: inherited from policy and recipe, or overridden one by one.</source>
        <translation>Auf welches Format jeder Operand jedes Produkts gerundet wird, wie Produkte summiert werden und was gespeichert wird: geerbt von Policy und Rezept oder einzeln überschrieben.</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>Master-Gewichte</translation>
    </message>
    <message>
        <source>The copy of the weights that updates are added to, in more digits than the layer computes in.</source>
        <translation>Die Kopie der Gewichte, zu der Updates addiert werden, mit mehr Stellen, als die Schicht zum Rechnen hat.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>One training of a session from its initial weights, with all that was recorded of it.</source>
        <translation>Ein Training einer Sitzung von ihren Anfangsgewichten, mit allem, was davon aufgezeichnet wurde.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>One mini-batch: forward, backward, update. The first step is 0.</source>
        <translation>Ein Mini-Batch: vorwärts, rückwärts, Update. Der erste Schritt ist 0.</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>The model under its policies, every number rounded as the format says: &quot;this run&quot; in the plots.</source>
        <translation>Das Modell unter seinen Policies, jede Zahl gerundet, wie das Format es sagt: „dieser Lauf“ in den Diagrammen.</translation>
    </message>
    <message>
        <source>float64 reference</source>
        <translation>float64-Referenz</translation>
    </message>
    <message>
        <source>The same training in float64, on the same batches from the same initial weights. The difference to it is what low precision costs.</source>
        <translation>Dasselbe Training in float64, mit denselben Batches von denselben Anfangsgewichten. Der Unterschied zu ihm ist, was niedrige Genauigkeit kostet.</translation>
    </message>
    <message>
        <source>Watch mode</source>
        <translation>Beobachtungsmodus</translation>
    </message>
    <message>
        <source>What a run is compared with: a float64 reference at every step, or, without one, sampled steps redone in float64 from the run&apos;s own weights.</source>
        <translation>Womit ein Lauf verglichen wird: mit einer float64-Referenz in jedem Schritt oder, ohne ihn, mit einzelnen Schritten, die in float64 von den Gewichten des Laufs aus wiederholt werden.</translation>
    </message>
    <message>
        <source>Run before (grey line)</source>
        <translation>Lauf davor (graue Linie)</translation>
    </message>
    <message>
        <source>The run that this one is compared with, drawn in grey below it.</source>
        <translation>Der Lauf, mit dem dieser verglichen wird, grau darunter gezeichnet.</translation>
    </message>
    <message>
        <source>Kept runs</source>
        <translation>Aufbewahrte Läufe</translation>
    </message>
    <message>
        <source>Runs that can be shown again, compared, made the grey line, or restored with their session.</source>
        <translation>Läufe, die wieder gezeigt, verglichen, zur grauen Linie gemacht oder mit ihrer Sitzung wiederhergestellt werden können.</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>A few pages that put one misconception right: they ask what will happen, let you do it in this window, and explain what you saw. Each number that one promises was measured by the engine.</source>
        <translation>Einige Seiten, die einen Irrtum richtigstellen: Sie fragen, was geschehen wird, lassen es Sie in diesem Fenster tun und erklären, was Sie gesehen haben. Jede Zahl, die eine verspricht, wurde von der Engine gemessen.</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>What you expect before it is shown, with how sure you are. It stays on the plot as &quot;your guess&quot;. Saying it first makes what happens easier to see as it is.</source>
        <translation>Was Sie erwarten, bevor es gezeigt wird, und wie sicher Sie sind. Sie bleibt als „Ihre Vermutung“ im Diagramm. Wer es vorher sagt, sieht leichter, was wirklich geschieht.</translation>
    </message>
    <message>
        <source>Name of a run</source>
        <translation>Name eines Laufs</translation>
    </message>
    <message>
        <source>What differs from the session of the run before it, unless you gave it a name.</source>
        <translation>Was sich von der Sitzung des Laufs davor unterscheidet, wenn Sie ihm keinen Namen gegeben haben.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Your own words: about a kept run, in its table; or about a step and a layer, shown as a mark above the plots and saved in the session.</source>
        <translation>Ihre eigenen Worte: über einen aufbewahrten Lauf in seiner Tabelle; oder über einen Schritt und eine Schicht, als Marke über den Diagrammen und in der Sitzung gespeichert.</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>An expression of recorded metrics, such as amax(dense_2.output)/65504 &gt; 0.9. It is drawn as a curve; with a comparison it marks each step at which it becomes true, and can pause the run there.</source>
        <translation>Ein Ausdruck aus aufgezeichneten Kennzahlen wie amax(dense_2.output)/65504 &gt; 0.9. Er wird als Kurve gezeichnet; mit einem Vergleich markiert er jeden Schritt, in dem er wahr wird, und kann den Lauf dort anhalten.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>One sentence on whether the run is numerically healthy, and at most one button that repairs it.</source>
        <translation>Ein Satz dazu, ob der Lauf numerisch gesund ist, und höchstens eine Schaltfläche, die ihn repariert.</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>A session that comes with the program and shows one effect: its title, what to look at, and the settings that make it what it is.</source>
        <translation>Eine Sitzung, die mit dem Programm kommt und einen Effekt zeigt: ihr Titel, worauf zu achten ist, und die Einstellungen, die sie ausmachen.</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Model, data, training and policies, saved as one .ulps file.</source>
        <translation>Modell, Daten, Training und Policies, gespeichert als eine .ulps-Datei.</translation>
    </message>
    <message>
        <source>Run until</source>
        <translation>Laufen bis</translation>
    </message>
    <message>
        <source>Trains on and pauses where something first goes wrong, or after a step.</source>
        <translation>Trainiert weiter und hält an, wo etwas zum ersten Mal schiefgeht, oder nach einem Schritt.</translation>
    </message>
    <message>
        <source>Back to step</source>
        <translation>Zurück zu Schritt</translation>
    </message>
    <message>
        <source>Goes back to an earlier step of the run, with its weights, optimizer and loss scale as they were.</source>
        <translation>Geht zu einem früheren Schritt des Laufs zurück, mit Gewichten, Optimierer und Loss-Skalierung, wie sie waren.</translation>
    </message>
    <message>
        <source>Cursor of the plots</source>
        <translation>Cursor der Diagramme</translation>
    </message>
    <message>
        <source>The step whose values are written above the plots. It follows the pointer; a click or Return pins it. With Shift a second one is moved, and the plots tell how far apart the two steps are.</source>
        <translation>Der Schritt, dessen Werte über den Diagrammen stehen. Er folgt dem Zeiger; ein Klick oder die Eingabetaste heftet ihn an. Mit Umschalt wird ein zweiter bewegt, und die Diagramme sagen, wie weit die beiden Schritte auseinander sind.</translation>
    </message>
    <message>
        <source>Training plots</source>
        <translation>Trainingsdiagramme</translation>
    </message>
    <message>
        <source>Recorded metrics over the steps, one below the other on one axis. NaN, infinity, and zero on a logarithmic axis are marks at the edge, counted in the legend.</source>
        <translation>Aufgezeichnete Kennzahlen über den Schritten, untereinander an einer Achse. NaN, Unendlich und auf einer logarithmischen Achse null sind Marken am Rand, in der Legende gezählt.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The layers, from the input on, with their policies and what each loses.</source>
        <translation>Die Schichten, von der Eingabe an, mit ihren Policies und dem, was jede verliert.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>One operation of the model with its weights, named and configured as in Keras.</source>
        <translation>Eine Operation des Modells mit ihren Gewichten, benannt und eingestellt wie in Keras.</translation>
    </message>
    <message>
        <source>Class of a layer</source>
        <translation>Klasse einer Schicht</translation>
    </message>
    <message>
        <source>What the layer does, by its name in Keras: Dense, Conv2D, …</source>
        <translation>Was die Schicht tut, mit ihrem Namen in Keras: Dense, Conv2D, …</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>How the model is trained: steps, batch, seed, optimizer, loss and loss scale.</source>
        <translation>Wie das Modell trainiert wird: Schritte, Batch, Seed, Optimierer, Loss und Loss-Skalierung.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>The rule that makes updates of the weights from their gradients.</source>
        <translation>Die Regel, die aus den Gradienten Updates der Gewichte macht.</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>How the learning rate changes over the steps.</source>
        <translation>Wie sich die Lernrate über die Schritte ändert.</translation>
    </message>
    <message>
        <source>Loss function</source>
        <translation>Lossfunktion</translation>
    </message>
    <message>
        <source>What the training makes small: a number for how wrong the outputs of a batch are.</source>
        <translation>Was das Training klein macht: eine Zahl dafür, wie falsch die Ausgaben eines Batches sind.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>The examples that the model is trained and tested on.</source>
        <translation>Die Beispiele, mit denen das Modell trainiert und getestet wird.</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>The derivative of the loss by a weight, told without the loss scale.</source>
        <translation>Die Ableitung des Loss nach einem Gewicht, ohne die Loss-Skalierung angegeben.</translation>
    </message>
    <message>
        <source>Output gradient</source>
        <translation>Ausgabegradient</translation>
    </message>
    <message>
        <source>The derivative of the loss by a layer&apos;s output, which comes from the layer after it.</source>
        <translation>Die Ableitung des Loss nach der Ausgabe einer Schicht, die von der Schicht danach kommt.</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Why: where the first NaN was born, which layer&apos;s arithmetic makes the error, what the policies cost, and what other formats would lose.</source>
        <translation>Warum: wo das erste NaN entstand, welche Arithmetik den Fehler macht, was die Policies kosten und was andere Formate verlieren würden.</translation>
    </message>
    <message>
        <source>First value that is not finite</source>
        <translation>Erster nicht endlicher Wert</translation>
    </message>
    <message>
        <source>Where the run&apos;s first NaN or infinity was born: step, layer, tensor, element, the operation and its operands.</source>
        <translation>Wo das erste NaN oder Unendlich des Laufs entstand: Schritt, Schicht, Tensor, Element, die Operation und ihre Operanden.</translation>
    </message>
    <message>
        <source>Layer to blame</source>
        <translation>Verantwortliche Schicht</translation>
    </message>
    <message>
        <source>The session is trained again with one layer at a time in float32: the layer whose float32 helps most is the one whose arithmetic spoils the result.</source>
        <translation>Die Sitzung wird neu trainiert, jeweils mit einer Schicht in float32: Die Schicht, deren float32 am meisten hilft, ist die, deren Arithmetik das Ergebnis verdirbt.</translation>
    </message>
    <message>
        <source>What policies cost</source>
        <translation>Was Policies kosten</translation>
    </message>
    <message>
        <source>Bytes of weights, optimizer, gradients and activations in the dtypes that a framework would store, and multiply-adds by the formats of their operands.</source>
        <translation>Bytes von Gewichten, Optimierer, Gradienten und Aktivierungen in den Dtypes, die ein Framework speichern würde, und Multiplikationen mit Addition nach den Formaten ihrer Operanden.</translation>
    </message>
    <message>
        <source>Multiply-add</source>
        <translation>Multiplikation mit Addition</translation>
    </message>
    <message>
        <source>One product added to a sum: the unit that the work of a layer is counted in.</source>
        <translation>Ein Produkt, das zu einer Summe addiert wird: die Einheit, in der die Arbeit einer Schicht gezählt wird.</translation>
    </message>
    <message>
        <source>What would be lost</source>
        <translation>Was verloren ginge</translation>
    </message>
    <message>
        <source>A tensor of the run rounded to other formats, or under scaling recipes: what would be flushed, overflow or saturate, and how far off the rest would be.</source>
        <translation>Ein Tensor des Laufs, auf andere Formate oder unter Skalierungsrezepten gerundet: was null würde, überliefe oder sättigte, und wie weit der Rest daneben läge.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>An array of numbers of a layer: its input, output, a weight, a gradient, an update or a state of the optimizer.</source>
        <translation>Ein Feld von Zahlen einer Schicht: ihre Eingabe, Ausgabe, ein Gewicht, ein Gradient, ein Update oder ein Zustand des Optimierers.</translation>
    </message>
    <message>
        <source>Exponents over time</source>
        <translation>Exponenten über die Zeit</translation>
    </message>
    <message>
        <source>How many of a tensor&apos;s values lie in each binade, step by step, beside the limits of its format: what sinks below the lower line becomes zero.</source>
        <translation>Wie viele Werte eines Tensors in jeder Binade liegen, Schritt für Schritt, neben den Grenzen seines Formats: Was unter die untere Linie sinkt, wird null.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Kept runs beside each other: any recorded metric, and in what their sessions differ.</source>
        <translation>Aufbewahrte Läufe nebeneinander: jede aufgezeichnete Kennzahl, und worin sich ihre Sitzungen unterscheiden.</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>The session trained once for each value of one setting, in the background; each point of the curve is a run. A cross at the upper edge is a run that diverged.</source>
        <translation>Die Sitzung, im Hintergrund einmal für jeden Wert einer Einstellung trainiert; jeder Punkt der Kurve ist ein Lauf. Ein Kreuz am oberen Rand ist ein divergierter Lauf.</translation>
    </message>
    <message>
        <source>Noise of the seeds</source>
        <translation>Rauschen der Seeds</translation>
    </message>
    <message>
        <source>What another seed changes of a run&apos;s numbers. A session and the same in float32 are trained under several seeds; a number differs by more than the seeds do if at most 5 % of all ways to deal its values into two groups set these as far apart. With n seeds that is at least 2 in binomial(2n, n): with fewer than four nothing can be said.</source>
        <translation>Was ein anderer Seed an den Zahlen eines Laufs ändert. Eine Sitzung und dieselbe in float32 werden unter mehreren Seeds trainiert; eine Zahl unterscheidet sich um mehr als die Seeds, wenn höchstens 5 % aller Aufteilungen ihrer Werte auf zwei Gruppen diese ebenso weit trennen. Mit n Seeds sind das mindestens 2 von binomial(2n, n): Mit weniger als vier lässt sich nichts sagen.</translation>
    </message>
    <message>
        <source>Picture of the data</source>
        <translation>Bild der Daten</translation>
    </message>
    <message>
        <source>The examples over what the model says everywhere, beside its float64 reference and the difference. The colour is the stronger the surer the model is, and strongest from a logit of ±4 on.</source>
        <translation>Die Beispiele über dem, was das Modell überall sagt, neben seiner float64-Referenz und dem Unterschied. Die Farbe ist umso kräftiger, je sicherer das Modell ist, und ab einem Logit von ±4 am kräftigsten.</translation>
    </message>
    <message>
        <source>Logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>An output before sigmoid or softmax: 0 is undecided, 4 is 98 % sure.</source>
        <translation>Eine Ausgabe vor Sigmoid oder Softmax: 0 ist unentschieden, 4 ist 98 % sicher.</translation>
    </message>
    <message>
        <source>Diverged</source>
        <translation>Divergiert</translation>
    </message>
    <message>
        <source>A weight is no longer finite, or a step was applied although its loss is not: the run has no loss and no accuracy.</source>
        <translation>Ein Gewicht ist nicht mehr endlich, oder ein Schritt wurde angewendet, obwohl sein Loss es nicht ist: Der Lauf hat keinen Loss und keine Genauigkeit.</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Gut zu wissen</translation>
    </message>
    <message>
        <source>What Keras would do with this session that few expect.</source>
        <translation>Was Keras mit dieser Sitzung täte und wenige erwarten.</translation>
    </message>
    <message>
        <source>Presenting a lesson</source>
        <translation>Eine Lektion vorführen</translation>
    </message>
    <message>
        <source>A lesson for a whole room: large type, one plot, one control. What the room predicts is typed in and stays on the plot. N and P lead on and back, B blanks, Esc ends.</source>
        <translation>Eine Lektion für einen ganzen Raum: große Schrift, ein Diagramm, ein Bedienelement. Was der Raum vorhersagt, wird eingetippt und bleibt im Diagramm. N und P führen vor und zurück, B blendet aus, Esc beendet.</translation>
    </message>
    <message>
        <source>Lesson editor</source>
        <translation>Lektionseditor</translation>
    </message>
    <message>
        <source>A lesson as a form: its texts, questions with a hint for every wrong answer, what is done, and the numbers that it promises. The player shows it as it is written; Check now measures the numbers.</source>
        <translation>Eine Lektion als Formular: ihre Texte, Fragen mit einem Hinweis zu jeder falschen Antwort, was getan wird und die Zahlen, die sie verspricht. Der Player zeigt sie, wie sie geschrieben wird; „Jetzt prüfen“ misst die Zahlen.</translation>
    </message>
    <message>
        <source>File of answers</source>
        <translation>Antwortdatei</translation>
    </message>
    <message>
        <source>What one student has predicted and answered in lessons, and how sure he was: a file (.ulpsanswers) for the teacher, whose ulpscope-cli lessons --grade tells what a whole class has learnt. It leaves the computer only as this file.</source>
        <translation>Was jemand in Lektionen vorhergesagt und geantwortet hat und wie sicher er war: eine Datei (.ulpsanswers) für die Lehrkraft, deren ulpscope-cli lessons --grade sagt, was eine ganze Klasse gelernt hat. Nur als diese Datei verlässt es den Rechner.</translation>
    </message>
    <message>
        <source>Search for policies</source>
        <translation>Suche nach Policies</translation>
    </message>
    <message>
        <source>The cheapest policies of some layers that keep a budget. The answer was trained under every seed, and each single cheaper change of it was run until it broke the budget. Up to 4096 assignments every cheaper one is run, and only then it is called proved.</source>
        <translation>Die billigsten Policies einiger Schichten, die ein Budget einhalten. Die Antwort wurde unter jedem Seed trainiert, und jede einzelne billigere Änderung lief, bis sie das Budget brach. Bis zu 4096 Zuordnungen läuft jede billigere, und nur dann heißt es bewiesen.</translation>
    </message>
    <message>
        <source>Budget of a search</source>
        <translation>Budget einer Suche</translation>
    </message>
    <message>
        <source>What has to hold of a run under every seed: numbers of it, at a step, over a range of steps or at its end, each below or above a limit. A limit may be a factor of what float32 has there under the same seed. A budget that float32 itself breaks is refused.</source>
        <translation>Was von einem Lauf unter jedem Seed gelten muss: Zahlen von ihm, bei einem Schritt, über einen Bereich von Schritten oder an seinem Ende, jede unter oder über einer Grenze. Eine Grenze kann ein Faktor dessen sein, was float32 dort unter demselben Seed hat. Ein Budget, das float32 selbst bricht, wird abgelehnt.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>An oscilloscope for units in the last place: trains a small model under per-layer dtype policies and shows where its numbers go wrong.
Without a display it trains the scenes and leaves their files, and a picture of the window, in ulpscope-out/.</source>
        <translation>Ein Oszilloskop für Einheiten in der letzten Stelle: trainiert ein kleines Modell unter Dtype-Policies je Schicht und zeigt, wo seine Zahlen schiefgehen.
Ohne Bildschirm trainiert es die Szenen und hinterlässt ihre Dateien und ein Bild des Fensters in ulpscope-out/.</translation>
    </message>
    <message>
        <source>Show this help and exit.</source>
        <translation>Diese Hilfe zeigen und beenden.</translation>
    </message>
    <message>
        <source>Show the version and exit.</source>
        <translation>Die Version zeigen und beenden.</translation>
    </message>
    <message>
        <source>Begin with a lesson: its number, or a lesson file (.ulpslesson).</source>
        <translation>Mit einer Lektion beginnen: ihre Nummer oder eine Lektionsdatei (.ulpslesson).</translation>
    </message>
    <message>
        <source>Write the user&apos;s guide into a folder, as HTML and as PDF, and exit; needs no display.</source>
        <translation>Das Handbuch als HTML und als PDF in einen Ordner schreiben und beenden; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Show the lesson for a projector; without --lesson the first one.</source>
        <translation>Die Lektion für einen Projektor zeigen; ohne --lesson die erste.</translation>
    </message>
    <message>
        <source>Session (.ulps) to open instead of the opening scene, or the name of another scene; lesson (.ulpslesson) to play; or file of tensors, recording (also a folder) or log of a training to look into.</source>
        <translation>Sitzung (.ulps), die statt der Eröffnungsszene geöffnet wird, oder der Name einer anderen Szene; Lektion (.ulpslesson), die gespielt wird; oder Datei mit Tensoren, Aufzeichnung (auch ein Ordner) oder Log eines Trainings zum Hineinsehen.</translation>
    </message>
</context>
<context>
    <name>ulpscope</name>
    <message>
        <source>is the same under every seed</source>
        <translation>ist unter jedem Seed gleich</translation>
    </message>
    <message>
        <source>differs by more than the seeds do (p %1)</source>
        <translation>unterscheidet sich um mehr als die Seeds (p %1)</translation>
    </message>
    <message>
        <source>differs by no more than the seeds do (p %1), though larger under every seed</source>
        <translation>unterscheidet sich um nicht mehr als die Seeds (p %1), ist aber unter jedem Seed größer</translation>
    </message>
    <message>
        <source>differs by no more than the seeds do (p %1), though smaller under every seed</source>
        <translation>unterscheidet sich um nicht mehr als die Seeds (p %1), ist aber unter jedem Seed kleiner</translation>
    </message>
    <message>
        <source>differs by no more than the seeds do (p %1)</source>
        <translation>unterscheidet sich um nicht mehr als die Seeds (p %1)</translation>
    </message>
    <message>
        <source>cannot be said with %1 seed (p is at least %2)</source>
        <translation>lässt sich mit %1 Seed nicht sagen (p ist mindestens %2)</translation>
    </message>
    <message>
        <source>cannot be said with %1 seeds (p is at least %2)</source>
        <translation>lässt sich mit %1 Seeds nicht sagen (p ist mindestens %2)</translation>
    </message>
    <message>
        <source>Use mixed_bfloat16</source>
        <translation>mixed_bfloat16 verwenden</translation>
    </message>
    <message>
        <source>Use a dynamic loss scale</source>
        <translation>Dynamische Loss-Skalierung verwenden</translation>
    </message>
    <message>
        <source>Try learning rate %1</source>
        <translation>Lernrate %1 versuchen</translation>
    </message>
    <message>
        <source>Train without float8</source>
        <translation>Ohne float8 trainieren</translation>
    </message>
    <message>
        <source>Try loss scale %1</source>
        <translation>Loss-Skalierung %1 versuchen</translation>
    </message>
    <message>
        <source>Keep float32 master weights</source>
        <translation>Master-Gewichte in float32 behalten</translation>
    </message>
    <message>
        <source>Let the scale grow every 2000 good steps</source>
        <translation>Die Skalierung alle 2000 guten Schritte wachsen lassen</translation>
    </message>
    <message>
        <source>Compute in float32</source>
        <translation>In float32 rechnen</translation>
    </message>
    <message>
        <source>%1&apos;s is %2.</source>
        <translation>Der größte Wert von %1 ist %2.</translation>
    </message>
    <message>
        <source>The dynamic loss scale multiplies all gradients; a step in which that is too much is skipped and the scale halved, which was not enough here.</source>
        <translation>Die dynamische Loss-Skalierung multipliziert alle Gradienten; ein Schritt, in dem das zu viel ist, wird übersprungen und die Skalierung halbiert, was hier nicht genügte.</translation>
    </message>
    <message>
        <source>The loss scale multiplies all gradients, so one that is too large makes them overflow; a dynamic one skips such a step and halves itself.</source>
        <translation>Die Loss-Skalierung multipliziert alle Gradienten, sodass eine zu große sie überlaufen lässt; eine dynamische überspringt einen solchen Schritt und halbiert sich.</translation>
    </message>
    <message>
        <source>bfloat16 has the range of float32, for three digits less.</source>
        <translation>bfloat16 hat den Bereich von float32, für drei Stellen weniger.</translation>
    </message>
    <message>
        <source>That is as far as float32 reaches, so the numbers themselves grew without end: the learning rate may be too large, or the features far from 1.</source>
        <translation>Weiter reicht float32 nicht, also sind die Zahlen selbst ohne Ende gewachsen: Die Lernrate kann zu groß sein, oder die Merkmale liegen weit von 1.</translation>
    </message>
    <message>
        <source>%1&apos;s smallest value is %2. A loss scale multiplies the loss, and with it every gradient, before the rounding, and divides again before the update: it costs nothing and moves the gradients back into range.</source>
        <translation>Der kleinste Wert von %1 ist %2. Eine Loss-Skalierung multipliziert den Loss und damit jeden Gradienten vor der Rundung und teilt vor dem Update wieder: Das kostet nichts und bringt die Gradienten in den Bereich zurück.</translation>
    </message>
    <message>
        <source>%1 has the range of float32, where a loss scale changes little; a float8 format, to which some layers cast their gradients, has less.</source>
        <translation>%1 hat den Bereich von float32, wo eine Loss-Skalierung wenig ändert; ein float8-Format, in das manche Schichten ihre Gradienten casten, hat weniger.</translation>
    </message>
    <message>
        <source>%1&apos;s %2, %3, is 1 in %4: what is averaged with it never moves, and 1 - %2, by which a step may be multiplied, is 0.</source>
        <translation>%2 von %1, %3, ist in %4 gleich 1: Was damit gemittelt wird, bewegt sich nie, und 1 - %2, womit ein Schritt multipliziert werden kann, ist 0.</translation>
    </message>
    <message>
        <source>There it is &quot;%1&quot;</source>
        <translation>Dort heißt es „%1“</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the updates lost.</source>
        <translation>Numerisch gesund: %1 der Updates verloren.</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the updates lost, %2 step skipped to find the loss scale.</source>
        <translation>Numerisch gesund: %1 der Updates verloren, %2 Schritt übersprungen, um die Loss-Skalierung zu finden.</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the updates lost, %2 steps skipped to find the loss scale.</source>
        <translation>Numerisch gesund: %1 der Updates verloren, %2 Schritte übersprungen, um die Loss-Skalierung zu finden.</translation>
    </message>
    <message>
        <source>Nothing is trained yet.</source>
        <translation>Noch ist nichts trainiert.</translation>
    </message>
    <message>
        <source>Press Train: the model is trained twice on the same batches, once in its policy&apos;s arithmetic and once in float64, and every number here compares the two.</source>
        <translation>„Trainieren“ drücken: Das Modell wird zweimal mit denselben Batches trainiert, einmal in der Arithmetik seiner Policy und einmal in float64, und jede Zahl hier vergleicht die beiden.</translation>
    </message>
    <message>
        <source>Diverged at step %1: numbers overflowed, and the weights are lost.</source>
        <translation>Bei Schritt %1 divergiert: Zahlen liefen über, und die Gewichte sind verloren.</translation>
    </message>
    <message>
        <source>Diverged at step %1: the loss or a weight is no longer a finite number.</source>
        <translation>Bei Schritt %1 divergiert: Der Loss oder ein Gewicht ist keine endliche Zahl mehr.</translation>
    </message>
    <message>
        <source>The loss scaler ended the run at step %1: gradients overflowed at its least scale. Nothing is trained from there on.</source>
        <translation>Der Loss-Skalierer beendete den Lauf bei Schritt %1: Gradienten liefen bei seiner kleinsten Skalierung über. Von da an wird nichts trainiert.</translation>
    </message>
    <message>
        <source>A loss scaler halves its scale when gradients overflow. Where they do so at the least scale that it allows, a smaller one cannot help, and some programs end the run. Here the steps go on and are all skipped, so that one can look at them.</source>
        <translation>Ein Loss-Skalierer halbiert seine Skalierung, wenn Gradienten überlaufen. Wo sie das bei der kleinsten tun, die er zulässt, kann eine kleinere nicht helfen, und manche Programme beenden den Lauf. Hier gehen die Schritte weiter und werden alle übersprungen, damit man sie ansehen kann.</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps were skipped: the loss scale does not settle.</source>
        <translation>%1 der letzten %2 Schritte wurden übersprungen: Die Loss-Skalierung kommt nicht zur Ruhe.</translation>
    </message>
    <message>
        <source>A dynamic loss scale skips a step whose gradients are not finite, halves the scale and tries again; after a row of good steps it doubles. A few skips are how it finds its place. Skips that go on cost training steps, and mean that the scale grows too eagerly or that the numbers overflow whatever the scale is.</source>
        <translation>Eine dynamische Loss-Skalierung überspringt einen Schritt, dessen Gradienten nicht endlich sind, halbiert sich und versucht es wieder; nach einer Reihe guter Schritte verdoppelt sie sich. Mit einigen übersprungenen findet sie ihren Platz. Hört das nicht auf, kostet es Trainingsschritte und heißt, dass die Skalierung zu eifrig wächst oder dass die Zahlen bei jeder Skalierung überlaufen.</translation>
    </message>
    <message>
        <source>Every format has a largest value; what is larger rounds to infinity, and no step was skipped because of it.</source>
        <translation>Jedes Format hat einen größten Wert; was größer ist, rundet auf Unendlich, und kein Schritt wurde deshalb übersprungen.</translation>
    </message>
    <message>
        <source>%1 of the gradients became zero that are not zero in float64.</source>
        <translation>%1 der Gradienten wurden null, die in float64 nicht null sind.</translation>
    </message>
    <message>
        <source>A gradient below half of a format&apos;s smallest value is rounded to zero, and its weight does not learn from it.</source>
        <translation>Ein Gradient unter der Hälfte des kleinsten Werts eines Formats wird auf null gerundet, und sein Gewicht lernt nicht daraus.</translation>
    </message>
    <message>
        <source>%1 of the updates that float64 makes left the weight unchanged here.</source>
        <translation>%1 der Updates, die float64 macht, ließen das Gewicht hier unverändert.</translation>
    </message>
    <message>
        <source>A weight and its update are added and rounded to the dtype that stores the weight. An update smaller than half the distance to the next value is lost: in bfloat16, 1 - 0.001 is 1. Mixed policies keep the weights in float32 (master weights) and round only the copy that a layer computes with.</source>
        <translation>Ein Gewicht und sein Update werden addiert und auf den Dtype gerundet, der das Gewicht speichert. Ein Update, das kleiner ist als der halbe Abstand zum nächsten Wert, geht verloren: In bfloat16 ist 1 - 0,001 gleich 1. Gemischte Policies halten die Gewichte in float32 (Master-Gewichte) und runden nur die Kopie, mit der eine Schicht rechnet.</translation>
    </message>
    <message>
        <source>The output has numbers that are not finite; in float64 it has none.</source>
        <translation>Die Ausgabe hat Zahlen, die nicht endlich sind; in float64 hat sie keine.</translation>
    </message>
    <message>
        <source>The output is %1 away from the float64 run&apos;s.</source>
        <translation>Die Ausgabe liegt %1 von der des float64-Laufs entfernt.</translation>
    </message>
    <message>
        <source>Both runs see the same batches and began with the same weights, so all of the distance comes from rounding. It is the relative L2 error of the model&apos;s output on the step&apos;s batch, and it grows while the two runs drift apart. The two may still be equally good models: compare the losses.</source>
        <translation>Beide Läufe sehen dieselben Batches und begannen mit denselben Gewichten, also kommt der ganze Abstand vom Runden. Er ist der relative L2-Fehler der Ausgabe des Modells auf dem Batch des Schritts und wächst, während die beiden Läufe auseinanderdriften. Beide können trotzdem gleich gute Modelle sein: Vergleichen Sie die Losses.</translation>
    </message>
    <message>
        <source>Few gradients became zero, few updates were lost, nothing overflowed that mattered, and the output is close to that of the same run in float64.</source>
        <translation>Wenige Gradienten wurden null, wenige Updates gingen verloren, nichts Wichtiges lief über, und die Ausgabe liegt nahe bei der desselben Laufs in float64.</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>Exponentialfunktion</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>addition</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>subtraction</source>
        <translation>Subtraktion</translation>
    </message>
    <message>
        <source>multiplication</source>
        <translation>Multiplikation</translation>
    </message>
    <message>
        <source>division</source>
        <translation>Division</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>Where the data enters.</source>
        <translation>Wo die Daten hereinkommen.</translation>
    </message>
    <message>
        <source>Extents of one example, without the batch.</source>
        <translation>Ausdehnungen eines Beispiels, ohne den Batch.</translation>
    </message>
    <message>
        <source>Every output is a weighted sum of all inputs.</source>
        <translation>Jede Ausgabe ist eine gewichtete Summe aller Eingaben.</translation>
    </message>
    <message>
        <source>Number of outputs.</source>
        <translation>Anzahl der Ausgaben.</translation>
    </message>
    <message>
        <source>Function applied to each output; softmax to each row.</source>
        <translation>Funktion, die auf jede Ausgabe angewendet wird; softmax auf jede Zeile.</translation>
    </message>
    <message>
        <source>Whether a bias is added to each output.</source>
        <translation>Ob zu jeder Ausgabe ein Bias addiert wird.</translation>
    </message>
    <message>
        <source>Distribution of the initial kernel.</source>
        <translation>Verteilung des anfänglichen Kernels.</translation>
    </message>
    <message>
        <source>Distribution of the initial bias.</source>
        <translation>Verteilung des anfänglichen Bias.</translation>
    </message>
    <message>
        <source>Penalty on the kernel, in the variable dtype: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).</source>
        <translation>Strafe auf den Kernel, im Variablen-Dtype: l1(0.01), l2(0.01) oder l1_l2(0.01, 0.02).</translation>
    </message>
    <message>
        <source>Penalty on the bias, likewise.</source>
        <translation>Strafe auf den Bias, ebenso.</translation>
    </message>
    <message>
        <source>Penalty on the output, in the compute dtype, divided by the batch size.</source>
        <translation>Strafe auf die Ausgabe, im Rechen-Dtype, geteilt durch die Batchgröße.</translation>
    </message>
    <message>
        <source>A Dense layer over several axes.</source>
        <translation>Eine Dense-Schicht über mehrere Achsen.</translation>
    </message>
    <message>
        <source>Axes of input, kernel and output, such as &quot;abc,cd-&gt;abd&quot;.</source>
        <translation>Achsen von Eingabe, Kernel und Ausgabe, etwa „abc,cd-&gt;abd“.</translation>
    </message>
    <message>
        <source>Extents of the output without the batch; -1 where the input says it.</source>
        <translation>Ausdehnungen der Ausgabe ohne den Batch; -1, wo die Eingabe sie sagt.</translation>
    </message>
    <message>
        <source>The output&apos;s axes that a bias is added to; none without a bias.</source>
        <translation>Die Achsen der Ausgabe, zu denen ein Bias addiert wird; keine ohne Bias.</translation>
    </message>
    <message>
        <source>A function of each element.</source>
        <translation>Eine Funktion jedes Elements.</translation>
    </message>
    <message>
        <source>Its input above a threshold, and a share of it below.</source>
        <translation>Die Eingabe über einer Schwelle, und ein Anteil davon darunter.</translation>
    </message>
    <message>
        <source>What the input is multiplied by below the threshold.</source>
        <translation>Womit die Eingabe unter der Schwelle multipliziert wird.</translation>
    </message>
    <message>
        <source>Where the input begins to pass.</source>
        <translation>Ab wo die Eingabe durchkommt.</translation>
    </message>
    <message>
        <source>Probabilities along an axis, or several.</source>
        <translation>Wahrscheinlichkeiten entlang einer Achse oder mehrerer.</translation>
    </message>
    <message>
        <source>The axis of each distribution, or its axes; -1: the last.</source>
        <translation>Die Achse jeder Verteilung oder ihre Achsen; -1: die letzte.</translation>
    </message>
    <message>
        <source>Whether what is above the diagonal of the last two axes is masked.</source>
        <translation>Ob maskiert wird, was über der Diagonale der letzten beiden Achsen liegt.</translation>
    </message>
    <message>
        <source>Every output is a weighted sum of a window of the image.</source>
        <translation>Jede Ausgabe ist eine gewichtete Summe eines Bildausschnitts.</translation>
    </message>
    <message>
        <source>Number of output channels.</source>
        <translation>Anzahl der Ausgabekanäle.</translation>
    </message>
    <message>
        <source>Extents of the window: height, width.</source>
        <translation>Ausdehnung des Ausschnitts: Höhe, Breite.</translation>
    </message>
    <message>
        <source>Pixels between neighbouring outputs: height, width.</source>
        <translation>Pixel zwischen benachbarten Ausgaben: Höhe, Breite.</translation>
    </message>
    <message>
        <source>same: zeros around the image, so that strides of 1 keep its extents.</source>
        <translation>same: Nullen um das Bild, sodass Schrittweiten von 1 seine Ausdehnung erhalten.</translation>
    </message>
    <message>
        <source>Order of the axes; Keras&apos; other, channels_first, is not computed here.</source>
        <translation>Reihenfolge der Achsen; die andere von Keras, channels_first, wird hier nicht berechnet.</translation>
    </message>
    <message>
        <source>Pixels between neighbouring taps: height, width.</source>
        <translation>Pixel zwischen benachbarten Abgriffen: Höhe, Breite.</translation>
    </message>
    <message>
        <source>Equal parts of the channels, each with filters of its own.</source>
        <translation>Gleiche Teile der Kanäle, jeder mit eigenen Filtern.</translation>
    </message>
    <message>
        <source>Penalty on the kernel: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).</source>
        <translation>Strafe auf den Kernel: l1(0.01), l2(0.01) oder l1_l2(0.01, 0.02).</translation>
    </message>
    <message>
        <source>A convolution of each channel by itself.</source>
        <translation>Eine Faltung jedes Kanals für sich.</translation>
    </message>
    <message>
        <source>Outputs of each channel.</source>
        <translation>Ausgaben je Kanal.</translation>
    </message>
    <message>
        <source>The largest of each window.</source>
        <translation>Das größte jedes Ausschnitts.</translation>
    </message>
    <message>
        <source>Pixels between neighbouring outputs; none given: the window&apos;s extents.</source>
        <translation>Pixel zwischen benachbarten Ausgaben; ohne Angabe: die Ausdehnung des Ausschnitts.</translation>
    </message>
    <message>
        <source>The mean of each window.</source>
        <translation>Das Mittel jedes Ausschnitts.</translation>
    </message>
    <message>
        <source>The mean over the steps of a sequence.</source>
        <translation>Das Mittel über die Schritte einer Folge.</translation>
    </message>
    <message>
        <source>Whether the axes that were averaged over stay, with an extent of 1.</source>
        <translation>Ob die gemittelten Achsen mit einer Ausdehnung von 1 bleiben.</translation>
    </message>
    <message>
        <source>The mean over the pixels of an image.</source>
        <translation>Das Mittel über die Pixel eines Bildes.</translation>
    </message>
    <message>
        <source>Each position takes a weighted mean of all positions&apos; values.</source>
        <translation>Jede Position nimmt ein gewichtetes Mittel der Werte aller Positionen.</translation>
    </message>
    <message>
        <source>Number of attention heads.</source>
        <translation>Anzahl der Attention-Köpfe.</translation>
    </message>
    <message>
        <source>Size of each head&apos;s queries and keys.</source>
        <translation>Größe der Queries und Keys jedes Kopfes.</translation>
    </message>
    <message>
        <source>Size of each head&apos;s values; 0: that of the keys.</source>
        <translation>Größe der Values jedes Kopfes; 0: die der Keys.</translation>
    </message>
    <message>
        <source>Probability that an attention probability is dropped in training.</source>
        <translation>Wahrscheinlichkeit, dass eine Attention-Wahrscheinlichkeit im Training ausfällt.</translation>
    </message>
    <message>
        <source>Whether a query sees earlier keys and its own only (an argument of the call).</source>
        <translation>Ob eine Query nur frühere Keys und ihren eigenen sieht (ein Argument des Aufrufs).</translation>
    </message>
    <message>
        <source>As with this argument of Keras&apos; call, scores and softmax are computed in the compute dtype; else, and without dropout, in float32.</source>
        <translation>Wie mit diesem Argument im Aufruf von Keras werden Scores und Softmax im Rechen-Dtype berechnet; sonst, und ohne Dropout, in float32.</translation>
    </message>
    <message>
        <source>A row of a table for each id.</source>
        <translation>Eine Zeile einer Tabelle für jede Id.</translation>
    </message>
    <message>
        <source>Number of ids.</source>
        <translation>Anzahl der Ids.</translation>
    </message>
    <message>
        <source>Numbers in each row.</source>
        <translation>Zahlen in jeder Zeile.</translation>
    </message>
    <message>
        <source>Distribution of the initial table.</source>
        <translation>Verteilung der anfänglichen Tabelle.</translation>
    </message>
    <message>
        <source>Penalty on the table: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).</source>
        <translation>Strafe auf die Tabelle: l1(0.01), l2(0.01) oder l1_l2(0.01, 0.02).</translation>
    </message>
    <message>
        <source>A row of a table for each step of a sequence (KerasHub); to be added to its input.</source>
        <translation>Eine Zeile einer Tabelle für jeden Schritt einer Folge (KerasHub); wird zu ihrer Eingabe addiert.</translation>
    </message>
    <message>
        <source>Rows of the table: the longest sequence.</source>
        <translation>Zeilen der Tabelle: die längste Folge.</translation>
    </message>
    <message>
        <source>Mean 0 and variance 1 of each feature over the batch, then scaled and shifted.</source>
        <translation>Mittel 0 und Varianz 1 jedes Merkmals über den Batch, dann skaliert und verschoben.</translation>
    </message>
    <message>
        <source>The axis of the features; -1: the last.</source>
        <translation>Die Achse der Merkmale; -1: die letzte.</translation>
    </message>
    <message>
        <source>What is left of the moving averages after a step.</source>
        <translation>Was von den gleitenden Mitteln nach einem Schritt übrig ist.</translation>
    </message>
    <message>
        <source>Added to the variance.</source>
        <translation>Wird zur Varianz addiert.</translation>
    </message>
    <message>
        <source>Whether beta is added.</source>
        <translation>Ob beta addiert wird.</translation>
    </message>
    <message>
        <source>Whether gamma multiplies.</source>
        <translation>Ob gamma multipliziert.</translation>
    </message>
    <message>
        <source>Distribution of the initial beta.</source>
        <translation>Verteilung des anfänglichen beta.</translation>
    </message>
    <message>
        <source>Distribution of the initial gamma.</source>
        <translation>Verteilung des anfänglichen gamma.</translation>
    </message>
    <message>
        <source>The moving mean at the start.</source>
        <translation>Das gleitende Mittel am Anfang.</translation>
    </message>
    <message>
        <source>The moving variance at the start.</source>
        <translation>Die gleitende Varianz am Anfang.</translation>
    </message>
    <message>
        <source>Penalty on beta: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).</source>
        <translation>Strafe auf beta: l1(0.01), l2(0.01) oder l1_l2(0.01, 0.02).</translation>
    </message>
    <message>
        <source>Penalty on gamma, likewise.</source>
        <translation>Strafe auf gamma, ebenso.</translation>
    </message>
    <message>
        <source>Mean 0 and variance 1 along an axis, or several, then scaled and shifted.</source>
        <translation>Mittel 0 und Varianz 1 entlang einer Achse oder mehrerer, dann skaliert und verschoben.</translation>
    </message>
    <message>
        <source>The axis that is normalized, or the axes; -1: the last.</source>
        <translation>Die normalisierte Achse oder die Achsen; -1: die letzte.</translation>
    </message>
    <message>
        <source>Mean 0 and variance 1 of each group of features in an example, then scaled and shifted.</source>
        <translation>Mittel 0 und Varianz 1 jeder Gruppe von Merkmalen in einem Beispiel, dann skaliert und verschoben.</translation>
    </message>
    <message>
        <source>How many groups the features are in; -1: one each.</source>
        <translation>In wie vielen Gruppen die Merkmale sind; -1: jedes für sich.</translation>
    </message>
    <message>
        <source>Root mean square 1 along the last axis, or the last few, then scaled.</source>
        <translation>Quadratisches Mittel 1 entlang der letzten Achse oder der letzten paar, dann skaliert.</translation>
    </message>
    <message>
        <source>The axes that are normalized: the last, or the last few.</source>
        <translation>Die normalisierten Achsen: die letzte oder die letzten paar.</translation>
    </message>
    <message>
        <source>Added to the mean square.</source>
        <translation>Wird zum mittleren Quadrat addiert.</translation>
    </message>
    <message>
        <source>Drops random elements in training.</source>
        <translation>Lässt im Training zufällige Elemente ausfallen.</translation>
    </message>
    <message>
        <source>Probability that an element is dropped in training.</source>
        <translation>Wahrscheinlichkeit, dass ein Element im Training ausfällt.</translation>
    </message>
    <message>
        <source>Adds random noise in training.</source>
        <translation>Addiert im Training zufälliges Rauschen.</translation>
    </message>
    <message>
        <source>Standard deviation of the noise.</source>
        <translation>Standardabweichung des Rauschens.</translation>
    </message>
    <message>
        <source>Draws in float32 whatever the compute dtype, as custom layers do by mistake; another compute dtype then raises.</source>
        <translation>Zieht unabhängig vom Rechen-Dtype in float32, wie es eigene Schichten versehentlich tun; ein anderer Rechen-Dtype wirft dann einen Fehler.</translation>
    </message>
    <message>
        <source>Sum of its inputs, as in a residual connection.</source>
        <translation>Summe ihrer Eingaben, wie in einer Residualverbindung.</translation>
    </message>
    <message>
        <source>Its inputs side by side.</source>
        <translation>Ihre Eingaben nebeneinander.</translation>
    </message>
    <message>
        <source>The axis that grows; the batch is axis 0.</source>
        <translation>Die Achse, die wächst; der Batch ist Achse 0.</translation>
    </message>
    <message>
        <source>All extents of an example become one.</source>
        <translation>Alle Ausdehnungen eines Beispiels werden eine.</translation>
    </message>
    <message>
        <source>The same elements in another shape.</source>
        <translation>Dieselben Elemente in anderer Form.</translation>
    </message>
    <message>
        <source>Extents of one example; one may be -1: what is left.</source>
        <translation>Ausdehnungen eines Beispiels; eine darf -1 sein: was übrig bleibt.</translation>
    </message>
    <message>
        <source>Gradient descent, with momentum if wanted.</source>
        <translation>Gradientenabstieg, auf Wunsch mit Momentum.</translation>
    </message>
    <message>
        <source>Step size; where a schedule starts.</source>
        <translation>Schrittweite; womit ein Plan beginnt.</translation>
    </message>
    <message>
        <source>Share of the last step that is kept; 0 switches it off.</source>
        <translation>Anteil des letzten Schritts, der bleibt; 0 schaltet ihn ab.</translation>
    </message>
    <message>
        <source>Whether the gradient is looked at one momentum step ahead.</source>
        <translation>Ob der Gradient einen Momentum-Schritt voraus betrachtet wird.</translation>
    </message>
    <message>
        <source>Before each step every weight loses weight_decay * learning_rate of itself; 0 switches it off.</source>
        <translation>Vor jedem Schritt verliert jedes Gewicht weight_decay * learning_rate von sich; 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>A variable&apos;s gradient of a larger norm is scaled down to this norm; 0 switches it off.</source>
        <translation>Der Gradient einer Variablen mit größerer Norm wird auf diese Norm verkleinert; 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>Gradients are clipped to [-clipvalue, clipvalue]; 0 switches it off.</source>
        <translation>Gradienten werden auf [-clipvalue, clipvalue] begrenzt; 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>All gradients are scaled down together to this norm of them all; 0 switches it off.</source>
        <translation>Alle Gradienten werden zusammen auf diese gemeinsame Norm verkleinert; 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>Steps whose gradients are averaged for one update.</source>
        <translation>Schritte, deren Gradienten für ein Update gemittelt werden.</translation>
    </message>
    <message>
        <source>Whether a moving average of every weight is kept beside it.</source>
        <translation>Ob daneben ein gleitendes Mittel jedes Gewichts geführt wird.</translation>
    </message>
    <message>
        <source>What is left of the moving average after a step.</source>
        <translation>Was vom gleitenden Mittel nach einem Schritt übrig ist.</translation>
    </message>
    <message>
        <source>Updates after which the averages take the weights&apos; place, again and again; 0: never.</source>
        <translation>Updates, nach denen die Mittel an die Stelle der Gewichte treten, immer wieder; 0: nie.</translation>
    </message>
    <message>
        <source>Gradient descent scaled by running means of the gradient and its square.</source>
        <translation>Gradientenabstieg, skaliert mit laufenden Mitteln des Gradienten und seines Quadrats.</translation>
    </message>
    <message>
        <source>Decay of the running mean of the gradient.</source>
        <translation>Abklingen des laufenden Mittels des Gradienten.</translation>
    </message>
    <message>
        <source>Decay of the running mean of its square.</source>
        <translation>Abklingen des laufenden Mittels seines Quadrats.</translation>
    </message>
    <message>
        <source>Keeps the divisor from zero; it must not vanish in the variable&apos;s dtype.</source>
        <translation>Hält den Divisor von null fern; es darf im Dtype der Variablen nicht verschwinden.</translation>
    </message>
    <message>
        <source>Whether to divide by the largest mean square so far.</source>
        <translation>Ob durch das bisher größte mittlere Quadrat geteilt wird.</translation>
    </message>
    <message>
        <source>Adam with weight decay.</source>
        <translation>Adam mit Gewichtsabnahme (weight decay).</translation>
    </message>
    <message>
        <source>Gradient descent divided by the root of a running mean of the gradient&apos;s square.</source>
        <translation>Gradientenabstieg, geteilt durch die Wurzel eines laufenden Mittels des Gradientenquadrats.</translation>
    </message>
    <message>
        <source>Decay of the running mean of the square.</source>
        <translation>Abklingen des laufenden Mittels des Quadrats.</translation>
    </message>
    <message>
        <source>Whether to divide by the variance, with the mean taken off.</source>
        <translation>Ob durch die Varianz geteilt wird, mit abgezogenem Mittel.</translation>
    </message>
    <message>
        <source>Gradient descent divided by the root of the sum of all squares so far.</source>
        <translation>Gradientenabstieg, geteilt durch die Wurzel der Summe aller bisherigen Quadrate.</translation>
    </message>
    <message>
        <source>What the sum of squares starts from.</source>
        <translation>Womit die Summe der Quadrate beginnt.</translation>
    </message>
    <message>
        <source>Steps of one size, whose sign is that of a running mean of the gradient.</source>
        <translation>Schritte einer Größe, deren Vorzeichen das eines laufenden Mittels des Gradienten ist.</translation>
    </message>
    <message>
        <source>Share of the mean in the step&apos;s direction.</source>
        <translation>Anteil des Mittels an der Richtung des Schritts.</translation>
    </message>
    <message>
        <source>Steps relative to the weights, divided by a second moment that is kept as row and column means.</source>
        <translation>Schritte relativ zu den Gewichten, geteilt durch ein zweites Moment, das als Zeilen- und Spaltenmittel gehalten wird.</translation>
    </message>
    <message>
        <source>The decay of the second moment is 1 - t^beta_2_decay.</source>
        <translation>Das Abklingen des zweiten Moments ist 1 - t^beta_2_decay.</translation>
    </message>
    <message>
        <source>Added to the gradient&apos;s square.</source>
        <translation>Wird zum Quadrat des Gradienten addiert.</translation>
    </message>
    <message>
        <source>Least root mean square of the weights that a step is relative to.</source>
        <translation>Kleinstes quadratisches Mittel der Gewichte, zu dem ein Schritt relativ ist.</translation>
    </message>
    <message>
        <source>Root mean square above which a step is scaled down.</source>
        <translation>Quadratisches Mittel, über dem ein Schritt verkleinert wird.</translation>
    </message>
    <message>
        <source>Keras&apos; argument; in Keras 3 it changes no step.</source>
        <translation>Ein Argument von Keras; in Keras 3 ändert es keinen Schritt.</translation>
    </message>
    <message>
        <source>Adam&apos;s steps, each variable&apos;s made as long as its weights are, for large batches.</source>
        <translation>Adams Schritte, für jede Variable so lang gemacht wie ihre Gewichte, für große Batches.</translation>
    </message>
    <message>
        <source>The optimizer&apos;s learning rate at every step.</source>
        <translation>Die Lernrate des Optimierers in jedem Schritt.</translation>
    </message>
    <message>
        <source>Constant between boundaries, multiplied by a factor at each.</source>
        <translation>Konstant zwischen Grenzen, an jeder mit einem Faktor multipliziert.</translation>
    </message>
    <message>
        <source>Steps after which the learning rate changes, ascending.</source>
        <translation>Schritte, nach denen sich die Lernrate ändert, aufsteigend.</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by after each boundary.</source>
        <translation>Womit die Lernrate nach jeder Grenze multipliziert wird.</translation>
    </message>
    <message>
        <source>Multiplied by decay_rate every decay_steps steps.</source>
        <translation>Alle decay_steps Schritte mit decay_rate multipliziert.</translation>
    </message>
    <message>
        <source>Steps in which the decay runs its course.</source>
        <translation>Schritte, in denen das Abklingen abläuft.</translation>
    </message>
    <message>
        <source>Factor for each decay_steps steps.</source>
        <translation>Faktor für je decay_steps Schritte.</translation>
    </message>
    <message>
        <source>Whether it falls once every decay_steps steps, not a little at each.</source>
        <translation>Ob sie alle decay_steps Schritte einmal fällt, nicht in jedem ein wenig.</translation>
    </message>
    <message>
        <source>Falls to end_learning_rate in decay_steps steps, linearly or as a power.</source>
        <translation>Fällt in decay_steps Schritten auf end_learning_rate, linear oder als Potenz.</translation>
    </message>
    <message>
        <source>Learning rate after decay_steps.</source>
        <translation>Lernrate nach decay_steps.</translation>
    </message>
    <message>
        <source>1 is linear.</source>
        <translation>1 ist linear.</translation>
    </message>
    <message>
        <source>Falls along half a cosine, after a linear warm-up if wanted.</source>
        <translation>Fällt entlang eines halben Kosinus, auf Wunsch nach einem linearen Anlauf.</translation>
    </message>
    <message>
        <source>Share of the learning rate that is left after decay_steps.</source>
        <translation>Anteil der Lernrate, der nach decay_steps bleibt.</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up, from which the decay starts; it starts at the optimizer&apos;s.</source>
        <translation>Lernrate nach dem Anlauf, von der das Abklingen ausgeht; der Anlauf beginnt bei der des Optimierers.</translation>
    </message>
    <message>
        <source>Steps of the warm-up; 0 is none.</source>
        <translation>Schritte des Anlaufs; 0 ist keiner.</translation>
    </message>
    <message>
        <source>Mean squared difference to the target.</source>
        <translation>Mittlere quadrierte Differenz zum Ziel.</translation>
    </message>
    <message>
        <source>Mean distance to the target.</source>
        <translation>Mittlerer Abstand zum Ziel.</translation>
    </message>
    <message>
        <source>Half the squared difference up to delta, and linear beyond.</source>
        <translation>Die halbe quadrierte Differenz bis delta, darüber linear.</translation>
    </message>
    <message>
        <source>Difference from which the loss is linear.</source>
        <translation>Differenz, ab der der Loss linear ist.</translation>
    </message>
    <message>
        <source>Logarithm of the difference&apos;s hyperbolic cosine: squared if small, linear if large.</source>
        <translation>Logarithmus des hyperbolischen Kosinus der Differenz: quadratisch, wenn klein, linear, wenn groß.</translation>
    </message>
    <message>
        <source>For counts: how unlikely the target is when the prediction is its mean.</source>
        <translation>Für Anzahlen: wie unwahrscheinlich das Ziel ist, wenn die Vorhersage sein Mittel ist.</translation>
    </message>
    <message>
        <source>For two classes, targets -1 and 1 (or 0 and 1): how far outputs are from a margin of 1.</source>
        <translation>Für zwei Klassen, Ziele -1 und 1 (oder 0 und 1): wie weit Ausgaben von einem Abstand von 1 entfernt sind.</translation>
    </message>
    <message>
        <source>The square of Hinge&apos;s terms.</source>
        <translation>Das Quadrat der Terme von Hinge.</translation>
    </message>
    <message>
        <source>For two classes: one output, target 0 or 1.</source>
        <translation>Für zwei Klassen: eine Ausgabe, Ziel 0 oder 1.</translation>
    </message>
    <message>
        <source>Whether the model&apos;s outputs are logits, to which the loss applies the sigmoid or softmax itself.</source>
        <translation>Ob die Ausgaben des Modells Logits sind, auf die der Loss Sigmoid oder Softmax selbst anwendet.</translation>
    </message>
    <message>
        <source>Share of each target that is spread evenly over all classes.</source>
        <translation>Anteil jedes Ziels, der gleichmäßig über alle Klassen verteilt wird.</translation>
    </message>
    <message>
        <source>For several classes: an output each, the target is the class&apos;s number.</source>
        <translation>Für mehrere Klassen: je eine Ausgabe, das Ziel ist die Nummer der Klasse.</translation>
    </message>
    <message>
        <source>For several classes: an output each, the target is a row of their probabilities.</source>
        <translation>Für mehrere Klassen: je eine Ausgabe, das Ziel ist eine Zeile ihrer Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>For several classes: how far the outputs, probabilities, are from a target row of probabilities.</source>
        <translation>Für mehrere Klassen: wie weit die Ausgaben, Wahrscheinlichkeiten, von einer Zielzeile von Wahrscheinlichkeiten entfernt sind.</translation>
    </message>
    <message>
        <source>Two classes: points inside a circle and points around it.</source>
        <translation>Zwei Klassen: Punkte in einem Kreis und Punkte um ihn.</translation>
    </message>
    <message>
        <source>Points to train on; as many others to test on.</source>
        <translation>Punkte zum Trainieren; ebenso viele andere zum Testen.</translation>
    </message>
    <message>
        <source>Two classes: points whose coordinates have the same sign, and the others.</source>
        <translation>Zwei Klassen: Punkte, deren Koordinaten dasselbe Vorzeichen haben, und die anderen.</translation>
    </message>
    <message>
        <source>Standard deviation of what is added to each number.</source>
        <translation>Standardabweichung dessen, was zu jeder Zahl addiert wird.</translation>
    </message>
    <message>
        <source>Of the points; 0 is the session&apos;s.</source>
        <translation>Der der Punkte; 0 ist der der Sitzung.</translation>
    </message>
    <message>
        <source>Normal blobs of points around a circle, a class each.</source>
        <translation>Normalverteilte Punkthaufen um einen Kreis, je eine Klasse.</translation>
    </message>
    <message>
        <source>How many blobs.</source>
        <translation>Wie viele Haufen.</translation>
    </message>
    <message>
        <source>Two classes: the arms of a double spiral.</source>
        <translation>Zwei Klassen: die Arme einer doppelten Spirale.</translation>
    </message>
    <message>
        <source>How often an arm goes around.</source>
        <translation>Wie oft sich ein Arm herumwindet.</translation>
    </message>
    <message>
        <source>Two classes: half circles that reach into each other.</source>
        <translation>Zwei Klassen: Halbkreise, die ineinandergreifen.</translation>
    </message>
    <message>
        <source>A regression: points of a square to (x + y) / 2.</source>
        <translation>Eine Regression: Punkte eines Quadrats auf (x + y) / 2.</translation>
    </message>
    <message>
        <source>A regression: normal numbers to their sum, divided by the root of their count.</source>
        <translation>Eine Regression: normalverteilte Zahlen auf ihre Summe, geteilt durch die Wurzel ihrer Anzahl.</translation>
    </message>
    <message>
        <source>How many numbers.</source>
        <translation>Wie viele Zahlen.</translation>
    </message>
    <message>
        <source>Pictures of clothes, 28 x 28 grey pixels, 10 classes.</source>
        <translation>Bilder von Kleidung, 28 x 28 graue Pixel, 10 Klassen.</translation>
    </message>
    <message>
        <source>Folder of the four gzip IDX files.</source>
        <translation>Ordner der vier gzip-IDX-Dateien.</translation>
    </message>
    <message>
        <source>Two IDX files of bytes, such as MNIST&apos;s.</source>
        <translation>Zwei IDX-Dateien mit Bytes, etwa die von MNIST.</translation>
    </message>
    <message>
        <source>File of the examples, gzip-compressed or not.</source>
        <translation>Datei der Beispiele, mit oder ohne gzip.</translation>
    </message>
    <message>
        <source>File of their targets.</source>
        <translation>Datei ihrer Ziele.</translation>
    </message>
    <message>
        <source>Whether features are divided by 255.</source>
        <translation>Ob Merkmale durch 255 geteilt werden.</translation>
    </message>
    <message>
        <source>Whether targets are class numbers or numbers to predict.</source>
        <translation>Ob Ziele Klassennummern sind oder Zahlen, die vorherzusagen sind.</translation>
    </message>
    <message>
        <source>Each feature as it is, with mean 0 and deviation 1, or from 0 to 1; by the training examples.</source>
        <translation>Jedes Merkmal, wie es ist, mit Mittel 0 und Abweichung 1 oder von 0 bis 1; nach den Trainingsbeispielen.</translation>
    </message>
    <message>
        <source>Each target of a regression as it is, or with mean 0 and deviation 1: then a squared error of 1 is what the mean would have.</source>
        <translation>Jedes Ziel einer Regression, wie es ist, oder mit Mittel 0 und Abweichung 1: Dann ist ein quadratischer Fehler von 1, was das Mittel hätte.</translation>
    </message>
    <message>
        <source>Share of the examples, the last ones, that are for testing.</source>
        <translation>Anteil der Beispiele, der letzten, zum Testen.</translation>
    </message>
    <message>
        <source>Whether examples are shuffled by the seed before the test share is taken.</source>
        <translation>Ob Beispiele mit dem Seed gemischt werden, bevor der Testanteil genommen wird.</translation>
    </message>
    <message>
        <source>NumPy&apos;s arrays: one .npz file with both, or two .npy files.</source>
        <translation>Felder von NumPy: eine .npz-Datei mit beiden oder zwei .npy-Dateien.</translation>
    </message>
    <message>
        <source>The .npz file, or the .npy file of the features.</source>
        <translation>Die .npz-Datei oder die .npy-Datei der Merkmale.</translation>
    </message>
    <message>
        <source>Name of the features&apos; array in the .npz file.</source>
        <translation>Name des Feldes der Merkmale in der .npz-Datei.</translation>
    </message>
    <message>
        <source>Name of the targets&apos; array in the .npz file.</source>
        <translation>Name des Feldes der Ziele in der .npz-Datei.</translation>
    </message>
    <message>
        <source>The .npy file of the targets, beside one of features.</source>
        <translation>Die .npy-Datei der Ziele neben einer mit Merkmalen.</translation>
    </message>
    <message>
        <source>A text file with an example a line and a column for each number.</source>
        <translation>Eine Textdatei mit einem Beispiel je Zeile und einer Spalte je Zahl.</translation>
    </message>
    <message>
        <source>The CSV file.</source>
        <translation>Die CSV-Datei.</translation>
    </message>
    <message>
        <source>Name of the target&apos;s column; without one the last.</source>
        <translation>Name der Spalte des Ziels; ohne ihn die letzte.</translation>
    </message>
    <message>
        <source>Whether the first line names the columns, unless it is all numbers; else they are 0, 1, 2, ...</source>
        <translation>Ob die erste Zeile die Spalten benennt, außer sie hat nur Zahlen; sonst heißen sie 0, 1, 2, ...</translation>
    </message>
    <message>
        <source>What stands between cells.</source>
        <translation>Was zwischen Zellen steht.</translation>
    </message>
    <message>
        <source>What stands before a number&apos;s fraction.</source>
        <translation>Was vor den Nachkommastellen einer Zahl steht.</translation>
    </message>
    <message>
        <source>Names of the columns that are left out, with commas between them.</source>
        <translation>Namen der Spalten, die ausgelassen werden, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>What becomes of a feature that is a text: an error, or a feature of its own for each text of its column, 1 where it stands.</source>
        <translation>Was aus einem Merkmal wird, das ein Text ist: ein Fehler, oder ein eigenes Merkmal für jeden Text seiner Spalte, 1, wo er steht.</translation>
    </message>
    <message>
        <source>What becomes of a line with an empty cell, NA, null or ?: an error, or it is left out.</source>
        <translation>Was aus einer Zeile mit einer leeren Zelle, NA, null oder ? wird: ein Fehler, oder sie wird ausgelassen.</translation>
    </message>
    <message>
        <source>Characters of a text: after each of a row of them, which comes next.</source>
        <translation>Zeichen eines Textes: nach jeder Reihe von ihnen, welches als nächstes kommt.</translation>
    </message>
    <message>
        <source>The text file.</source>
        <translation>Die Textdatei.</translation>
    </message>
    <message>
        <source>Characters in an example.</source>
        <translation>Zeichen in einem Beispiel.</translation>
    </message>
    <message>
        <source>Characters from the beginning of one example to that of the next; 0 is the context.</source>
        <translation>Zeichen vom Beginn eines Beispiels bis zu dem des nächsten; 0 ist der Kontext.</translation>
    </message>
    <message>
        <source>Share of the text, its end, that is for testing.</source>
        <translation>Anteil des Textes, sein Ende, zum Testen.</translation>
    </message>
    <message>
        <source>The loss is differentiated as it is.</source>
        <translation>Der Loss wird abgeleitet, wie er ist.</translation>
    </message>
    <message>
        <source>What Keras&apos; compile does: dynamic if the model&apos;s policy is named exactly mixed_float16 and is no map; none otherwise, and none in a custom training loop.</source>
        <translation>Was compile von Keras tut: dynamisch, wenn die Policy des Modells genau mixed_float16 heißt und keine Map ist; sonst keine, und keine in einer eigenen Trainingsschleife.</translation>
    </message>
    <message>
        <source>The loss is multiplied by a constant before it is differentiated; gradients are divided by it.</source>
        <translation>Der Loss wird vor dem Ableiten mit einer Konstanten multipliziert; Gradienten werden durch sie geteilt.</translation>
    </message>
    <message>
        <source>The factor; a power of two costs no rounding.</source>
        <translation>Der Faktor; eine Zweierpotenz kostet keine Rundung.</translation>
    </message>
    <message>
        <source>Keras&apos; LossScaleOptimizer: halves and skips the step when a gradient is not finite, doubles after a row of good steps. No largest scale, and none between 2^-126 and 0.</source>
        <translation>LossScaleOptimizer von Keras: halbiert sich und überspringt den Schritt, wenn ein Gradient nicht endlich ist, verdoppelt sich nach einer Reihe guter Schritte. Keine größte Skalierung, und keine zwischen 2^-126 und 0.</translation>
    </message>
    <message>
        <source>The factor at the first step.</source>
        <translation>Der Faktor im ersten Schritt.</translation>
    </message>
    <message>
        <source>Good steps in a row after which the factor grows.</source>
        <translation>Gute Schritte in Folge, nach denen der Faktor wächst.</translation>
    </message>
    <message>
        <source>LossScaleOptimizer of tf-keras and TensorFlow 2.4 and later: stays between 1 and the largest finite number, multiplies gradients by the reciprocal; a skipped step counts as an iteration of the optimizer.</source>
        <translation>LossScaleOptimizer von tf-keras und TensorFlow 2.4 und später: bleibt zwischen 1 und der größten endlichen Zahl, multipliziert Gradienten mit dem Kehrwert; ein übersprungener Schritt zählt als Iteration des Optimierers.</translation>
    </message>
    <message>
        <source>LossScaleOptimizer of tf-keras with dynamic=False: a constant; no step is skipped.</source>
        <translation>LossScaleOptimizer von tf-keras mit dynamic=False: eine Konstante; kein Schritt wird übersprungen.</translation>
    </message>
    <message>
        <source>The factor.</source>
        <translation>Der Faktor.</translation>
    </message>
    <message>
        <source>torch.amp.GradScaler: as dynamic, from 65536 on, and never beyond the largest finite number.</source>
        <translation>torch.amp.GradScaler: wie dynamic, ab 65536 und nie über die größte endliche Zahl.</translation>
    </message>
    <message>
        <source>What the factor is multiplied by after a row of good steps.</source>
        <translation>Womit der Faktor nach einer Reihe guter Schritte multipliziert wird.</translation>
    </message>
    <message>
        <source>What the factor is multiplied by after a skipped step.</source>
        <translation>Womit der Faktor nach einem übersprungenen Schritt multipliziert wird.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s DynamicLossScaler with the defaults of its fp16 section: halves after some overflows, doubles one step after a row of good steps; an overflow at the least scale ends the run.</source>
        <translation>DynamicLossScaler von DeepSpeed mit den Voreinstellungen seines Abschnitts fp16: halbiert sich nach einigen Überläufen, verdoppelt sich einen Schritt nach einer Reihe guter; ein Überlauf bei der kleinsten Skalierung beendet den Lauf.</translation>
    </message>
    <message>
        <source>The least factor; an overflow at it ends the run.</source>
        <translation>Der kleinste Faktor; ein Überlauf dabei beendet den Lauf.</translation>
    </message>
    <message>
        <source>Overflows that it takes to lower the factor; from then on each lowers it, until it grows.</source>
        <translation>Wie viele Überläufe es braucht, den Faktor zu senken; von da an senkt ihn jeder, bis er wächst.</translation>
    </message>
    <message>
        <source>Whether a good step restores the overflows that it takes.</source>
        <translation>Ob ein guter Schritt die Zahl der nötigen Überläufe wiederherstellt.</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s DynamicGradScaler with the defaults of its command line: shrinks after some overflows, not below a least scale, grows after a row of good steps.</source>
        <translation>DynamicGradScaler von Megatron-LM mit den Voreinstellungen seiner Befehlszeile: schrumpft nach einigen Überläufen, nicht unter eine kleinste Skalierung, wächst nach einer Reihe guter Schritte.</translation>
    </message>
    <message>
        <source>The least factor.</source>
        <translation>Der kleinste Faktor.</translation>
    </message>
    <message>
        <source>fairseq&apos;s DynamicLossScaler with its own defaults (its trainer passes 128 and 2^14 steps over the workers): halves, doubles after a row of good steps; ends the run where it would reach the least scale.</source>
        <translation>DynamicLossScaler von fairseq mit seinen eigenen Voreinstellungen (sein Trainer gibt 128 und 2^14 Schritte geteilt durch die Prozesse vor): halbiert sich, verdoppelt sich nach einer Reihe guter Schritte; beendet den Lauf, wo er die kleinste Skalierung erreichen würde.</translation>
    </message>
    <message>
        <source>What the factor is multiplied by when it grows, and divided by when it shrinks.</source>
        <translation>Womit der Faktor multipliziert wird, wenn er wächst, und wodurch er geteilt wird, wenn er schrumpft.</translation>
    </message>
    <message>
        <source>The share of steps since the last change of which overflows must be at least so many to shrink.</source>
        <translation>Der Anteil der Schritte seit der letzten Änderung, von denen Überläufe mindestens so viele sein müssen, um ihn zu verkleinern.</translation>
    </message>
    <message>
        <source>What shrinking stops at; 0: nothing.</source>
        <translation>Wobei das Schrumpfen aufhört; 0: bei nichts.</translation>
    </message>
    <message>
        <source>An overflow that would bring the factor to this or below ends the run.</source>
        <translation>Ein Überlauf, der den Faktor hierauf oder darunter brächte, beendet den Lauf.</translation>
    </message>
    <message>
        <source>FixedLossScale of TensorFlow 2.1 to 2.3: a constant; no step is skipped.</source>
        <translation>FixedLossScale von TensorFlow 2.1 bis 2.3: eine Konstante; kein Schritt wird übersprungen.</translation>
    </message>
    <message>
        <source>DynamicLossScale of TensorFlow 2.1 to 2.3: as tf_keras, with a multiplier other than 2.</source>
        <translation>DynamicLossScale von TensorFlow 2.1 bis 2.3: wie tf_keras, mit einem anderen Multiplikator als 2.</translation>
    </message>
    <message>
        <source>What the factor is multiplied by when it grows, and divided by when a step is skipped.</source>
        <translation>Womit der Faktor multipliziert wird, wenn er wächst, und wodurch er geteilt wird, wenn ein Schritt übersprungen wird.</translation>
    </message>
    <message>
        <source>Operands as the policy and the layer&apos;s own settings have them.</source>
        <translation>Operanden, wie die Policy und die eigenen Einstellungen der Schicht sie haben.</translation>
    </message>
    <message>
        <source>DelayedScaling: float8 with one scale a tensor, from the amaxes of the steps before. The histories move on whether or not the optimizer&apos;s step is skipped; an infinite amax keeps the scale while it is in the history.</source>
        <translation>DelayedScaling: float8 mit einer Skala je Tensor, aus den Amax-Werten der Schritte davor. Die Verläufe gehen weiter, ob der Schritt des Optimierers übersprungen wird oder nicht; ein unendlicher Amax hält die Skala, solange er im Verlauf ist.</translation>
    </message>
    <message>
        <source>The amax is mapped to 2^-margin of the largest number.</source>
        <translation>Der Amax wird auf 2^-margin der größten Zahl abgebildet.</translation>
    </message>
    <message>
        <source>HYBRID: float8_e4m3fn for inputs and kernels, float8_e5m2 for gradients. E4M3: float8_e4m3fn for all.</source>
        <translation>HYBRID: float8_e4m3fn für Eingaben und Kernel, float8_e5m2 für Gradienten. E4M3: float8_e4m3fn für alle.</translation>
    </message>
    <message>
        <source>Steps whose amaxes are kept.</source>
        <translation>Schritte, deren Amax-Werte behalten werden.</translation>
    </message>
    <message>
        <source>Which of the amaxes sets the scale: the largest, or the last step&apos;s.</source>
        <translation>Welcher der Amax-Werte die Skala setzt: der größte oder der des letzten Schritts.</translation>
    </message>
    <message>
        <source>Float8CurrentScaling: float8 with one scale a tensor, from its own amax.</source>
        <translation>Float8CurrentScaling: float8 mit einer Skala je Tensor, aus seinem eigenen Amax.</translation>
    </message>
    <message>
        <source>Whether scales are rounded down to a power of two.</source>
        <translation>Ob Skalen auf eine Zweierpotenz abgerundet werden.</translation>
    </message>
    <message>
        <source>Float8BlockScaling: float8, blocks of 128 along the sum for inputs and gradients, tiles of 128 x 128 for kernels.</source>
        <translation>Float8BlockScaling: float8, Blöcke von 128 entlang der Summe für Eingaben und Gradienten, Kacheln von 128 x 128 für Kernel.</translation>
    </message>
    <message>
        <source>MXFP8BlockScaling: float8 in blocks of 32 along the sum with a power of two; each product quantizes from the high precision again, along its own axis.</source>
        <translation>MXFP8BlockScaling: float8 in Blöcken von 32 entlang der Summe mit einer Zweierpotenz; jedes Produkt quantisiert neu aus der hohen Genauigkeit, entlang seiner eigenen Achse.</translation>
    </message>
    <message>
        <source>How a block&apos;s power of two comes from its amax: rceil is Transformer Engine&apos;s, floor the standard&apos;s.</source>
        <translation>Wie die Zweierpotenz eines Blocks aus seinem Amax kommt: rceil ist die von Transformer Engine, floor die des Standards.</translation>
    </message>
    <message>
        <source>Kernels in tiles of 32 x 32.</source>
        <translation>Kernel in Kacheln von 32 x 32.</translation>
    </message>
    <message>
        <source>float6 in blocks of 32 along the sum with a power of two, all operands.</source>
        <translation>float6 in Blöcken von 32 entlang der Summe mit einer Zweierpotenz, alle Operanden.</translation>
    </message>
    <message>
        <source>Exponent and mantissa bits of the elements.</source>
        <translation>Exponenten- und Mantissenbits der Elemente.</translation>
    </message>
    <message>
        <source>float4 in blocks of 32 along the sum with a power of two, all operands.</source>
        <translation>float4 in Blöcken von 32 entlang der Summe mit einer Zweierpotenz, alle Operanden.</translation>
    </message>
    <message>
        <source>NVFP4BlockScaling: float4 in blocks of 16 along the sum under one scale a tensor; kernels in tiles of 16 x 16, gradients rounded stochastically, and the weight gradient&apos;s operands transformed by random Hadamard matrices of 16 x 16.</source>
        <translation>NVFP4BlockScaling: float4 in Blöcken von 16 entlang der Summe unter einer Skala je Tensor; Kernel in Kacheln von 16 x 16, Gradienten stochastisch gerundet und die Operanden des Gewichtsgradienten mit zufälligen Hadamard-Matrizen von 16 x 16 transformiert.</translation>
    </message>
    <message>
        <source>Whether the weight gradient&apos;s operands are transformed.</source>
        <translation>Ob die Operanden des Gewichtsgradienten transformiert werden.</translation>
    </message>
    <message>
        <source>Whether gradients are rounded stochastically.</source>
        <translation>Ob Gradienten stochastisch gerundet werden.</translation>
    </message>
    <message>
        <source>Whether kernels are in tiles of 16 x 16.</source>
        <translation>Ob Kernel in Kacheln von 16 x 16 sind.</translation>
    </message>
    <message>
        <source>Which tensors scale each block to 6 or to 4, whichever is nearer; not those that are transformed.</source>
        <translation>Welche Tensoren jeden Block auf 6 oder 4 skalieren, je nachdem, was näher ist; nicht die transformierten.</translation>
    </message>
    <message>
        <source>What nearer means: absolute or squared errors.</source>
        <translation>Was näher heißt: absolute oder quadrierte Fehler.</translation>
    </message>
    <message>
        <source>Float8LinearConfig: float8 with one scale a tensor, from its own amax.</source>
        <translation>Float8LinearConfig: float8 mit einer Skala je Tensor, aus seinem eigenen Amax.</translation>
    </message>
    <message>
        <source>Float8LinearConfig, rowwise: float8_e4m3fn for all, one power of two for each row along the sum.</source>
        <translation>Float8LinearConfig, rowwise: float8_e4m3fn für alle, eine Zweierpotenz für jede Zeile entlang der Summe.</translation>
    </message>
    <message>
        <source>Float8LinearConfig, rowwise_with_gw_hp: as torchao_rowwise, with one scale for the input gradient&apos;s kernel, and the weight gradient&apos;s operands as the policy has them.</source>
        <translation>Float8LinearConfig, rowwise_with_gw_hp: wie torchao_rowwise, mit einer Skala für den Kernel des Eingabegradienten und den Operanden des Gewichtsgradienten, wie die Policy sie hat.</translation>
    </message>
    <message>
        <source>The model&apos;s name, the first part of layer paths in a Sequential.</source>
        <translation>Der Name des Modells, der erste Teil von Schichtpfaden in einem Sequential.</translation>
    </message>
    <message>
        <source>What a person reads above the session.</source>
        <translation>Was über der Sitzung zu lesen ist.</translation>
    </message>
    <message>
        <source>What the session shows, in a sentence or two.</source>
        <translation>Was die Sitzung zeigt, in ein oder zwei Sätzen.</translation>
    </message>
    <message>
        <source>Examples in a step.</source>
        <translation>Beispiele in einem Schritt.</translation>
    </message>
    <message>
        <source>Steps to train.</source>
        <translation>Schritte, die trainiert werden.</translation>
    </message>
    <message>
        <source>Whether each epoch draws an order of the examples; else they come in the data&apos;s.</source>
        <translation>Ob jede Epoche eine Reihenfolge der Beispiele zieht; sonst kommen sie in der der Daten.</translation>
    </message>
    <message>
        <source>An .npz file with the initial weights by Keras&apos; variable paths, &quot;sequential/dense/kernel&quot;; empty: drawn from the seed.</source>
        <translation>Eine .npz-Datei mit den Anfangsgewichten unter den Variablenpfaden von Keras, „sequential/dense/kernel“; leer: vom Seed gezogen.</translation>
    </message>
    <message>
        <source>The loss is multiplied by this before it is differentiated.</source>
        <translation>Der Loss wird vor dem Ableiten damit multipliziert.</translation>
    </message>
    <message>
        <source>Who runs the steps: Keras&apos; fit, a custom loop that scales the loss and unscales the gradients, or one that forgets the one or the other, clips the gradients while they are scaled, or lets the learning rate&apos;s schedule count skipped steps. A loss scale &quot;auto&quot; is none in a custom loop.</source>
        <translation>Wer die Schritte ausführt: fit von Keras, eine eigene Schleife, die den Loss skaliert und die Gradienten zurückskaliert, oder eine, die das eine oder das andere vergisst, die Gradienten beschneidet, während sie skaliert sind, oder den Lernratenplan übersprungene Schritte mitzählen lässt. Eine Loss-Skalierung „auto“ ist in einer eigenen Schleife keine.</translation>
    </message>
    <message>
        <source>Whose rules hold: Keras 3, tf-keras, or TensorFlow&apos;s experimental policies. The older two cast only the first argument of a call, and loss scale auto is theirs.</source>
        <translation>Wessen Regeln gelten: Keras 3, tf-keras oder die experimentellen Policies von TensorFlow. Die älteren beiden casten nur das erste Argument eines Aufrufs, und die Loss-Skalierung auto ist ihre.</translation>
    </message>
    <message>
        <source>How a key of the map is tried on a path: on the whole of it, or (Keras before August 2025) anywhere in it.</source>
        <translation>Wie ein Schlüssel der Map an einem Pfad probiert wird: am ganzen oder (Keras vor August 2025) irgendwo darin.</translation>
    </message>
    <message>
        <source>Keras&apos; floatx, the dtype of inputs and losses; auto is float64 under the global policy float64, else float32.</source>
        <translation>floatx von Keras, der Dtype von Eingaben und Losses; auto ist float64 unter der globalen Policy float64, sonst float32.</translation>
    </message>
    <message>
        <source>Every how many steps each tensor&apos;s metrics are taken.</source>
        <translation>Alle wie viele Schritte die Kennzahlen jedes Tensors erfasst werden.</translation>
    </message>
    <message>
        <source>What the run is compared with: its float64 reference, trained beside it at every step, or (without a reference, and faster) its own sampled steps, each redone once in float64 from the run&apos;s own weights.</source>
        <translation>Womit der Lauf verglichen wird: mit seiner float64-Referenz, die in jedem Schritt mittrainiert wird, oder (ohne Referenz und schneller) mit einzelnen eigenen Schritten, jeder einmal in float64 von den Gewichten des Laufs aus wiederholt.</translation>
    </message>
    <message>
        <source>K bits, P digits, signed or unsigned, extended (with infinity) or finite; draft</source>
        <translation>K Bit, P Stellen, mit oder ohne Vorzeichen, extended (mit Unendlich) oder finite; Entwurf</translation>
    </message>
    <message>
        <source>your own: E exponent bits, M &lt;= 24 mantissa bits, bias (2^(E-1)-1 if not given); IEEE specials, or fn: no infinity, NaN all ones; f: neither; fnuz: NaN in place of -0; u: unsigned</source>
        <translation>ein eigenes: E Exponentenbits, M &lt;= 24 Mantissenbits, Bias (2^(E-1)-1, wenn nicht angegeben); Sonderwerte nach IEEE, oder fn: kein Unendlich, NaN aus lauter Einsen; f: keines von beiden; fnuz: NaN statt -0; u: ohne Vorzeichen</translation>
    </message>
    <message>
        <source>two&apos;s complement fixed point: W &lt;= 25 bits, F of them fraction; saturates</source>
        <translation>Festkomma im Zweierkomplement: W &lt;= 25 Bit, davon F Nachkommabits; sättigt</translation>
    </message>
    <message>
        <source>float8_e4m3fn in blocks of 32 with a power of two</source>
        <translation>float8_e4m3fn in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>float8_e5m2 in blocks of 32 with a power of two</source>
        <translation>float8_e5m2 in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>float6_e2m3fn in blocks of 32 with a power of two</source>
        <translation>float6_e2m3fn in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>float6_e3m2fn in blocks of 32 with a power of two</source>
        <translation>float6_e3m2fn in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>float4_e2m1fn in blocks of 32 with a power of two</source>
        <translation>float4_e2m1fn in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>8-bit integers over 64 in blocks of 32 with a power of two</source>
        <translation>ganze 8-Bit-Zahlen über 64 in Blöcken von 32 mit einer Zweierpotenz</translation>
    </message>
    <message>
        <source>float4_e2m1fn in blocks of 16, float8_e4m3fn scales and one float32 scale</source>
        <translation>float4_e2m1fn in Blöcken von 16, Skalen in float8_e4m3fn und eine float32-Skala</translation>
    </message>
    <message>
        <source>nvfp4, each block scaled to 6 or to 4, whichever is nearer</source>
        <translation>nvfp4, jeder Block auf 6 oder 4 skaliert, je nachdem, was näher ist</translation>
    </message>
    <message>
        <source>float8_e4m3fn in blocks of 128</source>
        <translation>float8_e4m3fn in Blöcken von 128</translation>
    </message>
    <message>
        <source>float8_e5m2 in blocks of 128</source>
        <translation>float8_e5m2 in Blöcken von 128</translation>
    </message>
    <message>
        <source>float8_e4m3fn in tiles of 128 x 128</source>
        <translation>float8_e4m3fn in Kacheln von 128 x 128</translation>
    </message>
    <message>
        <source>float8_e5m2 in tiles of 128 x 128</source>
        <translation>float8_e5m2 in Kacheln von 128 x 128</translation>
    </message>
    <message>
        <source>float8_e4m3fn with one float32 scale</source>
        <translation>float8_e4m3fn mit einer float32-Skala</translation>
    </message>
    <message>
        <source>float8_e5m2 with one float32 scale</source>
        <translation>float8_e5m2 mit einer float32-Skala</translation>
    </message>
    <message>
        <source>integers up to +-largest, one scale</source>
        <translation>ganze Zahlen bis +-größte, eine Skala</translation>
    </message>
    <message>
        <source>integers up to +-largest in blocks of 32</source>
        <translation>ganze Zahlen bis +-größte in Blöcken von 32</translation>
    </message>
    <message>
        <source>all integers, a zero point, one scale</source>
        <translation>alle ganzen Zahlen, ein Nullpunkt, eine Skala</translation>
    </message>
    <message>
        <source>all integers, a zero point, in blocks of 32</source>
        <translation>alle ganzen Zahlen, ein Nullpunkt, in Blöcken von 32</translation>
    </message>
    <message>
        <source>16 quantiles of the normal distribution in blocks of 64</source>
        <translation>16 Quantile der Normalverteilung in Blöcken von 64</translation>
    </message>
    <message>
        <source>scale 2^-127</source>
        <translation>Skala 2^-127</translation>
    </message>
    <message>
        <source>both: scale NaN (code FF), the block NaN</source>
        <translation>beide: Skala NaN (Code FF), der Block NaN</translation>
    </message>
    <message>
        <source>both: scale NaN (code FF), the block NaN, as torchao; Transformer Engine&apos;s MXFP8 gives FE for infinity</source>
        <translation>beide: Skala NaN (Code FF), der Block NaN, wie torchao; MXFP8 von Transformer Engine gibt FE für Unendlich</translation>
    </message>
    <message>
        <source>factor 1</source>
        <translation>Faktor 1</translation>
    </message>
    <message>
        <source>both: factor 1; infinities saturate, NaN stays</source>
        <translation>beide: Faktor 1; Unendlich sättigt, NaN bleibt</translation>
    </message>
    <message>
        <source>factor largest * 1e12</source>
        <translation>Faktor größte * 1e12</translation>
    </message>
    <message>
        <source>both: the block NaN</source>
        <translation>beide: der Block NaN</translation>
    </message>
    <message>
        <source>the largest power of two below largest * 1e12</source>
        <translation>die größte Zweierpotenz unter größte * 1e12</translation>
    </message>
    <message>
        <source>scale 1</source>
        <translation>Skala 1</translation>
    </message>
    <message>
        <source>scale 1 where max = min = 0</source>
        <translation>Skala 1, wo max = min = 0</translation>
    </message>
    <message>
        <source>block: scale 0; tensor: S = 1</source>
        <translation>Block: Skala 0; Tensor: S = 1</translation>
    </message>
    <message>
        <source>infinity: S = 1, infinities saturate; NaN: the whole tensor NaN</source>
        <translation>Unendlich: S = 1, Unendlich sättigt; NaN: der ganze Tensor NaN</translation>
    </message>
    <message>
        <source>infinity; NaN where there is none; the largest value where there is neither</source>
        <translation>Unendlich; NaN, wo es keines gibt; der größte Wert, wo es keins von beiden gibt</translation>
    </message>
    <message>
        <source>as ml_dtypes; NaN becomes the largest value in a format without NaN</source>
        <translation>wie ml_dtypes; NaN wird in einem Format ohne NaN der größte Wert</translation>
    </message>
    <message>
        <source>8 bits or fewer: the largest value, infinity too</source>
        <translation>8 Bit oder weniger: der größte Wert, auch für Unendlich</translation>
    </message>
    <message>
        <source>8 bits or fewer: the largest value, infinity too; NaN becomes the largest in float4 and float6</source>
        <translation>8 Bit oder weniger: der größte Wert, auch für Unendlich; NaN wird in float4 und float6 der größte</translation>
    </message>
    <message>
        <source>8 bits or fewer: clipped to the largest value before the cast</source>
        <translation>8 Bit oder weniger: vor dem Cast auf den größten Wert begrenzt</translation>
    </message>
    <message>
        <source>infinity, or NaN where there is none; float8_e8m0fnu ignores the sign and makes 0 2^-127</source>
        <translation>Unendlich, oder NaN, wo es keines gibt; float8_e8m0fnu ignoriert das Vorzeichen und macht aus 0 2^-127</translation>
    </message>
    <message>
        <source>float8_e4m3fn: the largest value, infinity too; else as torch</source>
        <translation>float8_e4m3fn: der größte Wert, auch für Unendlich; sonst wie torch</translation>
    </message>
    <message>
        <source>8 bits or fewer: the largest value, infinity too; float8_e8m0fnu ignores the sign, makes 0 2^-127, infinity NaN</source>
        <translation>8 Bit oder weniger: der größte Wert, auch für Unendlich; float8_e8m0fnu ignoriert das Vorzeichen, macht aus 0 2^-127, aus Unendlich NaN</translation>
    </message>
    <message>
        <source>infinity, or NaN where there is none; float8_e8m0fnu as under onnx, but NaN beyond the range</source>
        <translation>Unendlich, oder NaN, wo es keines gibt; float8_e8m0fnu wie unter onnx, aber NaN jenseits des Bereichs</translation>
    </message>
    <message>
        <source>nearest, ties to the even code</source>
        <translation>zum nächsten, Gleichstand zum geraden Code</translation>
    </message>
    <message>
        <source>nearest, ties away from zero</source>
        <translation>zum nächsten, Gleichstand von null weg</translation>
    </message>
    <message>
        <source>towards zero (truncation)</source>
        <translation>gegen null (Abschneiden)</translation>
    </message>
    <message>
        <source>towards plus infinity</source>
        <translation>gegen plus unendlich</translation>
    </message>
    <message>
        <source>towards minus infinity</source>
        <translation>gegen minus unendlich</translation>
    </message>
    <message>
        <source>inexact results to the neighbour with an odd code</source>
        <translation>ungenaue Ergebnisse zum Nachbarn mit ungeradem Code</translation>
    </message>
    <message>
        <source>up if rint(delta 2^N) + R &gt;= 2^N (gfloat Stochastic; IEEE P3109 StochasticC)</source>
        <translation>auf, wenn rint(delta 2^N) + R &gt;= 2^N (gfloat Stochastic; IEEE P3109 StochasticC)</translation>
    </message>
    <message>
        <source>up if floor(delta 2^(N+1)) + 2 R + 1 &gt;= 2^(N+1) (gfloat StochasticFast; IEEE P3109 StochasticB)</source>
        <translation>auf, wenn floor(delta 2^(N+1)) + 2 R + 1 &gt;= 2^(N+1) (gfloat StochasticFast; IEEE P3109 StochasticB)</translation>
    </message>
    <message>
        <source>up if floor(delta 2^N) + R &gt;= 2^N (gfloat StochasticFastest; IEEE P3109 StochasticA)</source>
        <translation>auf, wenn floor(delta 2^N) + R &gt;= 2^N (gfloat StochasticFastest; IEEE P3109 StochasticA)</translation>
    </message>
    <message>
        <source>one after the other in float32; a product and its sum rounded once together</source>
        <translation>eines nach dem anderen in float32; ein Produkt und seine Summe zusammen einmal gerundet</translation>
    </message>
    <message>
        <source>one after the other in float64; a product and its sum rounded once together</source>
        <translation>eines nach dem anderen in float64; ein Produkt und seine Summe zusammen einmal gerundet</translation>
    </message>
    <message>
        <source>no rounding but the one of the result</source>
        <translation>keine Rundung außer der des Ergebnisses</translation>
    </message>
    <message>
        <source>one after the other; every product and every sum rounded</source>
        <translation>eins nach dem anderen; jedes Produkt und jede Summe gerundet</translation>
    </message>
    <message>
        <source>one after the other; a product and its sum rounded once together</source>
        <translation>eins nach dem anderen; ein Produkt und seine Summe zusammen einmal gerundet</translation>
    </message>
    <message>
        <source>products rounded, then a binary tree of rounded sums</source>
        <translation>Produkte gerundet, dann ein binärer Baum gerundeter Summen</translation>
    </message>
    <message>
        <source>sequential within chunks of n products (64), then over the chunks&apos; sums</source>
        <translation>der Reihe nach in Abschnitten von n Produkten (64), dann über die Summen der Abschnitte</translation>
    </message>
    <message>
        <source>sequential with a compensation for what was lost; every operation rounded</source>
        <translation>der Reihe nach mit einem Ausgleich für das Verlorene; jede Operation gerundet</translation>
    </message>
    <message>
        <source>sequential; every product and every sum rounded stochastically with so many random bits</source>
        <translation>der Reihe nach; jedes Produkt und jede Summe stochastisch mit so vielen Zufallsbits gerundet</translation>
    </message>
    <message>
        <source>integer products, summed modulo 2^32</source>
        <translation>ganzzahlige Produkte, modulo 2^32 summiert</translation>
    </message>
    <message>
        <source>a tensor core&apos;s fused groups; with promotion a float32 sum takes over every n products</source>
        <translation>die verschmolzenen Gruppen eines Tensor Cores; mit promotion übernimmt alle n Produkte eine float32-Summe</translation>
    </message>
    <message>
        <source>n parts of the sum, each a multiple of 64 products but the last, added in float32 (cuBLAS)</source>
        <translation>n Teile der Summe, alle bis auf den letzten ein Vielfaches von 64 Produkten, in float32 addiert (cuBLAS)</translation>
    </message>
    <message>
        <source>V100: groups of 4, truncated at 23 bits, to float32</source>
        <translation>V100: Gruppen von 4, bei 23 Bit abgeschnitten, nach float32</translation>
    </message>
    <message>
        <source>V100, float16 sums</source>
        <translation>V100, Summen in float16</translation>
    </message>
    <message>
        <source>T4: groups of 8, 24 bits</source>
        <translation>T4: Gruppen von 8, 24 Bit</translation>
    </message>
    <message>
        <source>T4, float16 sums</source>
        <translation>T4, Summen in float16</translation>
    </message>
    <message>
        <source>A100: groups of 8, 24 bits</source>
        <translation>A100: Gruppen von 8, 24 Bit</translation>
    </message>
    <message>
        <source>A100, float16 sums</source>
        <translation>A100, Summen in float16</translation>
    </message>
    <message>
        <source>A100: groups of 4, 24 bits</source>
        <translation>A100: Gruppen von 4, 24 Bit</translation>
    </message>
    <message>
        <source>L40S: groups of 8, 24 bits</source>
        <translation>L40S: Gruppen von 8, 24 Bit</translation>
    </message>
    <message>
        <source>L40S, float16 sums</source>
        <translation>L40S, Summen in float16</translation>
    </message>
    <message>
        <source>L40S: groups of 4, 24 bits</source>
        <translation>L40S: Gruppen von 4, 24 Bit</translation>
    </message>
    <message>
        <source>L40S: groups of 16, 13 bits, sums of 13 bits</source>
        <translation>L40S: Gruppen von 16, 13 Bit, Summen mit 13 Bit</translation>
    </message>
    <message>
        <source>H100: groups of 16, 25 bits</source>
        <translation>H100: Gruppen von 16, 25 Bit</translation>
    </message>
    <message>
        <source>H100, float16 sums</source>
        <translation>H100, Summen in float16</translation>
    </message>
    <message>
        <source>H100: groups of 8, 25 bits</source>
        <translation>H100: Gruppen von 8, 25 Bit</translation>
    </message>
    <message>
        <source>H100: groups of 32, 13 bits, sums of 13 bits</source>
        <translation>H100: Gruppen von 32, 13 Bit, Summen mit 13 Bit</translation>
    </message>
    <message>
        <source>H100: mma.sync; two groups of 16, 25 bits, then added in float32</source>
        <translation>H100: mma.sync; zwei Gruppen von 16, 25 Bit, dann in float32 addiert</translation>
    </message>
    <message>
        <source>B200: groups of 16, 25 bits</source>
        <translation>B200: Gruppen von 16, 25 Bit</translation>
    </message>
    <message>
        <source>B200, float16 sums</source>
        <translation>B200, Summen in float16</translation>
    </message>
    <message>
        <source>B200: groups of 8, 25 bits</source>
        <translation>B200: Gruppen von 8, 25 Bit</translation>
    </message>
    <message>
        <source>B200: groups of 32, 25 bits</source>
        <translation>B200: Gruppen von 32, 25 Bit</translation>
    </message>
    <message>
        <source>B200: 4 exact sums of 16 products, scales 1, aligned at 35 bits</source>
        <translation>B200: 4 exakte Summen von 16 Produkten, Skalen 1, bei 35 Bit ausgerichtet</translation>
    </message>
    <message>
        <source>MI300: groups of 8, the sum added late with floor, to nearest even</source>
        <translation>MI300: Gruppen von 8, die Summe spät und abgerundet addiert, zum nächsten geraden</translation>
    </message>
    <message>
        <source>MI300: as cdna3-fp16</source>
        <translation>MI300: wie cdna3-fp16</translation>
    </message>
    <message>
        <source>MI300: groups of 16, even and odd products apart</source>
        <translation>MI300: Gruppen von 16, gerade und ungerade Produkte getrennt</translation>
    </message>
    <message>
        <source>MI200: trees of 4 in float32, subnormals flushed</source>
        <translation>MI200: Bäume von 4 in float32, Subnormale zu null</translation>
    </message>
    <message>
        <source>MI200: as cdna2-fp16 (the _1k instructions)</source>
        <translation>MI200: wie cdna2-fp16 (die _1k-Befehle)</translation>
    </message>
    <message>
        <source>MI100: trees of 4 in float32</source>
        <translation>MI100: Bäume von 4 in float32</translation>
    </message>
    <message>
        <source>MI100: trees of 2 in float32</source>
        <translation>MI100: Bäume von 2 in float32</translation>
    </message>
    <message>
        <source>Forward: input</source>
        <translation>Vorwärts: Eingabe</translation>
    </message>
    <message>
        <source>What the input x is rounded to for the product y = x W.</source>
        <translation>Worauf die Eingabe x für das Produkt y = x W gerundet wird.</translation>
    </message>
    <message>
        <source>Forward: kernel</source>
        <translation>Vorwärts: Kernel</translation>
    </message>
    <message>
        <source>What the stored kernel W is rounded to for the product y = x W.</source>
        <translation>Worauf der gespeicherte Kernel W für das Produkt y = x W gerundet wird.</translation>
    </message>
    <message>
        <source>Forward: accumulator</source>
        <translation>Vorwärts: Akkumulator</translation>
    </message>
    <message>
        <source>How the products of y = x W are summed.</source>
        <translation>Wie die Produkte von y = x W summiert werden.</translation>
    </message>
    <message>
        <source>Input gradient: output gradient</source>
        <translation>Eingabegradient: Ausgabegradient</translation>
    </message>
    <message>
        <source>What the output gradient g is rounded to for the product dx = g W^T.</source>
        <translation>Worauf der Ausgabegradient g für das Produkt dx = g W^T gerundet wird.</translation>
    </message>
    <message>
        <source>Input gradient: kernel</source>
        <translation>Eingabegradient: Kernel</translation>
    </message>
    <message>
        <source>What the stored kernel W is rounded to for the product dx = g W^T.</source>
        <translation>Worauf der gespeicherte Kernel W für das Produkt dx = g W^T gerundet wird.</translation>
    </message>
    <message>
        <source>Input gradient: accumulator</source>
        <translation>Eingabegradient: Akkumulator</translation>
    </message>
    <message>
        <source>How the products of dx = g W^T are summed.</source>
        <translation>Wie die Produkte von dx = g W^T summiert werden.</translation>
    </message>
    <message>
        <source>Weight gradient: input</source>
        <translation>Gewichtsgradient: Eingabe</translation>
    </message>
    <message>
        <source>What the input x is rounded to for the product dW = x^T g.</source>
        <translation>Worauf die Eingabe x für das Produkt dW = x^T g gerundet wird.</translation>
    </message>
    <message>
        <source>Weight gradient: output gradient</source>
        <translation>Gewichtsgradient: Ausgabegradient</translation>
    </message>
    <message>
        <source>What the output gradient g is rounded to for the product dW = x^T g.</source>
        <translation>Worauf der Ausgabegradient g für das Produkt dW = x^T g gerundet wird.</translation>
    </message>
    <message>
        <source>Weight gradient: accumulator</source>
        <translation>Gewichtsgradient: Akkumulator</translation>
    </message>
    <message>
        <source>How the products of dW = x^T g are summed.</source>
        <translation>Wie die Produkte von dW = x^T g summiert werden.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>The dtype of the output: what y = x W is rounded to, and what bias and activation compute in.</source>
        <translation>Der Dtype der Ausgabe: worauf y = x W gerundet wird und worin Bias und Aktivierung rechnen.</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>Master-Gewichte</translation>
    </message>
    <message>
        <source>What the variables are stored in between steps.</source>
        <translation>Worin die Variablen zwischen den Schritten gespeichert sind.</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>What the optimizer&apos;s velocity or moments are stored in between steps.</source>
        <translation>Worin Geschwindigkeit oder Momente des Optimierers zwischen den Schritten gespeichert sind.</translation>
    </message>
    <message>
        <source>First overflow</source>
        <translation>Erster Überlauf</translation>
    </message>
    <message>
        <source>The first step in which a number that was finite before rounding is not after it.</source>
        <translation>Der erste Schritt, in dem eine Zahl, die vor der Rundung endlich war, es danach nicht mehr ist.</translation>
    </message>
    <message>
        <source>First NaN or infinity</source>
        <translation>Erstes NaN oder Unendlich</translation>
    </message>
    <message>
        <source>The first step that leaves a NaN or an infinity in one of its tensors or its loss.</source>
        <translation>Der erste Schritt, der in einem seiner Tensoren oder seinem Loss ein NaN oder Unendlich hinterlässt.</translation>
    </message>
    <message>
        <source>First skipped step</source>
        <translation>Erster übersprungener Schritt</translation>
    </message>
    <message>
        <source>The first step that the loss scale skips because a gradient is not finite.</source>
        <translation>Der erste Schritt, den die Loss-Skalierung überspringt, weil ein Gradient nicht endlich ist.</translation>
    </message>
    <message>
        <source>First lost update</source>
        <translation>Erstes verlorenes Update</translation>
    </message>
    <message>
        <source>The first step in which a weight stays as it was that float64 moves, or in step watch one whose gradient is not zero.</source>
        <translation>Der erste Schritt, in dem ein Gewicht bleibt, wie es war, das float64 bewegt, oder im Modus „step“ eines, dessen Gradient nicht null ist.</translation>
    </message>
    <message>
        <source>Divergence</source>
        <translation>Divergenz</translation>
    </message>
    <message>
        <source>The first step that was applied although its loss is not finite, or that leaves a weight that is not.</source>
        <translation>Der erste Schritt, der angewendet wurde, obwohl sein Loss nicht endlich ist, oder der ein nicht endliches Gewicht hinterlässt.</translation>
    </message>
    <message>
        <source>Mean loss, before loss weight and loss scale.</source>
        <translation>Mittlerer Loss, vor Loss-Gewicht und Loss-Skalierung.</translation>
    </message>
    <message>
        <source>Share of decisions for the right class.</source>
        <translation>Anteil der Entscheidungen für die richtige Klasse.</translation>
    </message>
    <message>
        <source>Share of decisions with the right class among the five largest outputs.</source>
        <translation>Anteil der Entscheidungen mit der richtigen Klasse unter den fünf größten Ausgaben.</translation>
    </message>
    <message>
        <source>exp of the mean loss: among how many equally likely classes the model is as uncertain.</source>
        <translation>exp des mittleren Loss: unter wie vielen gleich wahrscheinlichen Klassen das Modell so unsicher ist.</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>Größter Betrag</translation>
    </message>
    <message>
        <source>Largest magnitude of the finite elements.</source>
        <translation>Größter Betrag der endlichen Elemente.</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>How many elements are NaN or infinite.</source>
        <translation>Wie viele Elemente NaN oder unendlich sind.</translation>
    </message>
    <message>
        <source>Underflows</source>
        <translation>Unterläufe</translation>
    </message>
    <message>
        <source>Elements that rounding made zero.</source>
        <translation>Elemente, die durch Runden null wurden.</translation>
    </message>
    <message>
        <source>Overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>Elements that were finite before rounding and are not after it.</source>
        <translation>Elemente, die vor der Rundung endlich waren und es danach nicht mehr sind.</translation>
    </message>
    <message>
        <source>Accumulated error</source>
        <translation>Angesammelter Fehler</translation>
    </message>
    <message>
        <source>Relative L2 distance from the float64 reference&apos;s tensor: what all arithmetic so far has cost.</source>
        <translation>Relativer L2-Abstand vom Tensor der float64-Referenz: was alle Arithmetik bisher gekostet hat.</translation>
    </message>
    <message>
        <source>Local error</source>
        <translation>Lokaler Fehler</translation>
    </message>
    <message>
        <source>Relative L2 distance from this layer alone redone in float64: what its own arithmetic costs.</source>
        <translation>Relativer L2-Abstand von dieser Schicht allein, in float64 wiederholt: was ihre eigene Arithmetik kostet.</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null</translation>
    </message>
    <message>
        <source>Of the elements that are not zero in float64, those that are zero here.</source>
        <translation>Von den Elementen, die in float64 nicht null sind, die, die hier null sind.</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Of the elements that the float64 reference&apos;s update moves, those that stay as they were here.</source>
        <translation>Von den Elementen, die das Update der float64-Referenz bewegt, die, die hier blieben, wie sie waren.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>Of an operand with one scale a tensor: what the next step uses; Keras multiplies by it on dequantize.</source>
        <translation>Von einem Operanden mit einer Skala je Tensor: was der nächste Schritt verwendet; Keras multipliziert damit beim Dequantisieren.</translation>
    </message>
    <message>
        <source>Amax of the scale</source>
        <translation>Amax der Skala</translation>
    </message>
    <message>
        <source>Of the same: the amax that this step saw.</source>
        <translation>Davon: der Amax, den dieser Schritt sah.</translation>
    </message>
    <message>
        <source>Largest amax of the history</source>
        <translation>Größter Amax des Verlaufs</translation>
    </message>
    <message>
        <source>Of the same: the largest amax that the history held when this step began; 0 without a history.</source>
        <translation>Davon: der größte Amax, den der Verlauf zu Beginn dieses Schritts enthielt; 0 ohne Verlauf.</translation>
    </message>
    <message>
        <source>Limit of the scale</source>
        <translation>Grenze der Skala</translation>
    </message>
    <message>
        <source>Of the same: the largest magnitude that this step&apos;s scale maps into the format. What is larger saturates; infinity where the scale follows the amax of the step itself.</source>
        <translation>Davon: der größte Betrag, den die Skala dieses Schritts in das Format abbildet. Was größer ist, sättigt; unendlich, wo die Skala dem Amax des Schritts selbst folgt.</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>Of the same: how many elements were beyond the limit of this step&apos;s scale, and were clipped to it.</source>
        <translation>Davon: wie viele Elemente jenseits der Grenze der Skala dieses Schritts lagen und auf sie begrenzt wurden.</translation>
    </message>
    <message>
        <source>Smallest magnitude</source>
        <translation>Kleinster Betrag</translation>
    </message>
    <message>
        <source>Smallest magnitude above zero; 0 if there is none.</source>
        <translation>Kleinster Betrag über null; 0, wenn es keinen gibt.</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Of the finite elements.</source>
        <translation>Der endlichen Elemente.</translation>
    </message>
    <message>
        <source>Root mean square</source>
        <translation>Quadratisches Mittel</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Of the finite elements, around their mean.</source>
        <translation>Der endlichen Elemente, um ihr Mittel.</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Elements that are exactly zero.</source>
        <translation>Elemente, die genau null sind.</translation>
    </message>
    <message>
        <source>Subnormals</source>
        <translation>Subnormale</translation>
    </message>
    <message>
        <source>Elements below the format&apos;s smallest normal number, where digits are missing; zeros do not count.</source>
        <translation>Elemente unter der kleinsten normalen Zahl des Formats, wo Stellen fehlen; Nullen zählen nicht.</translation>
    </message>
    <message>
        <source>Finite elements that have the format&apos;s largest magnitude.</source>
        <translation>Endliche Elemente mit dem größten Betrag des Formats.</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>How many elements are NaN.</source>
        <translation>Wie viele Elemente NaN sind.</translation>
    </message>
    <message>
        <source>+Infinity</source>
        <translation>+Unendlich</translation>
    </message>
    <message>
        <source>How many elements are +infinity.</source>
        <translation>Wie viele Elemente +unendlich sind.</translation>
    </message>
    <message>
        <source>-Infinity</source>
        <translation>-Unendlich</translation>
    </message>
    <message>
        <source>How many elements are -infinity.</source>
        <translation>Wie viele Elemente -unendlich sind.</translation>
    </message>
    <message>
        <source>Accumulated error, worst element</source>
        <translation>Angesammelter Fehler, schlechtestes Element</translation>
    </message>
    <message>
        <source>Largest distance from the float64 reference&apos;s element, in units in the last place.</source>
        <translation>Größter Abstand vom Element der float64-Referenz, in Einheiten der letzten Stelle.</translation>
    </message>
    <message>
        <source>Accumulated SQNR</source>
        <translation>Angesammeltes SQNR</translation>
    </message>
    <message>
        <source>10 log10 of the reference&apos;s power over that of the distance to it.</source>
        <translation>10 log10 der Leistung der Referenz geteilt durch die des Abstands zu ihm.</translation>
    </message>
    <message>
        <source>Accumulated cosine</source>
        <translation>Angesammelter Kosinus</translation>
    </message>
    <message>
        <source>Cosine similarity with the float64 reference&apos;s tensor.</source>
        <translation>Kosinus-Ähnlichkeit mit dem Tensor der float64-Referenz.</translation>
    </message>
    <message>
        <source>Local error, worst element</source>
        <translation>Lokaler Fehler, schlechtestes Element</translation>
    </message>
    <message>
        <source>Largest distance from the redone layer&apos;s element, in units in the last place.</source>
        <translation>Größter Abstand vom Element der wiederholten Schicht, in Einheiten der letzten Stelle.</translation>
    </message>
    <message>
        <source>Local SQNR</source>
        <translation>Lokales SQNR</translation>
    </message>
    <message>
        <source>10 log10 of the redone tensor&apos;s power over that of the distance to it.</source>
        <translation>10 log10 der Leistung des wiederholten Tensors geteilt durch die des Abstands zu ihm.</translation>
    </message>
    <message>
        <source>Local cosine</source>
        <translation>Lokaler Kosinus</translation>
    </message>
    <message>
        <source>Cosine similarity with the redone layer&apos;s tensor.</source>
        <translation>Kosinus-Ähnlichkeit mit dem Tensor der wiederholten Schicht.</translation>
    </message>
    <message>
        <source>Error of this step</source>
        <translation>Fehler dieses Schritts</translation>
    </message>
    <message>
        <source>Relative L2 distance from the same step redone in float64 from the run&apos;s own weights.</source>
        <translation>Relativer L2-Abstand von demselben Schritt, in float64 von den Gewichten des Laufs aus wiederholt.</translation>
    </message>
    <message>
        <source>Error of this step, worst element</source>
        <translation>Fehler dieses Schritts, schlechtestes Element</translation>
    </message>
    <message>
        <source>Largest distance from the redone step&apos;s element, in units in the last place.</source>
        <translation>Größter Abstand vom Element des wiederholten Schritts, in Einheiten der letzten Stelle.</translation>
    </message>
    <message>
        <source>SQNR of this step</source>
        <translation>SQNR dieses Schritts</translation>
    </message>
    <message>
        <source>Cosine of this step</source>
        <translation>Kosinus dieses Schritts</translation>
    </message>
    <message>
        <source>Cosine similarity with the redone step&apos;s tensor.</source>
        <translation>Kosinus-Ähnlichkeit mit dem Tensor des wiederholten Schritts.</translation>
    </message>
    <message>
        <source>1, 1, 1, ...: the sum counts, until one more is lost</source>
        <translation>1, 1, 1, ...: Die Summe zählt, bis eine weitere verloren geht</translation>
    </message>
    <message>
        <source>0.1, 0.1, ...: no binary format holds 0.1 exactly</source>
        <translation>0,1, 0,1, ...: Kein binäres Format stellt 0,1 exakt dar</translation>
    </message>
    <message>
        <source>1, 1/2, 1/3, ...: the harmonic series, which grows for ever, but not in a computer</source>
        <translation>1, 1/2, 1/3, ...: die harmonische Reihe, die für immer wächst, aber nicht im Computer</translation>
    </message>
    <message>
        <source>magnitudes of normal numbers: all of one sign, as squares and norms are</source>
        <translation>Beträge normalverteilter Zahlen: alle mit einem Vorzeichen, wie Quadrate und Normen</translation>
    </message>
    <message>
        <source>normal numbers: they cancel, as products in a layer do</source>
        <translation>normalverteilte Zahlen: Sie heben sich auf, wie Produkte in einer Schicht</translation>
    </message>
    <message>
        <source>normal numbers, one in a hundred 100 times as large: as activations of large models</source>
        <translation>normalverteilte Zahlen, eine von hundert 100-mal so groß: wie Aktivierungen großer Modelle</translation>
    </message>
    <message>
        <source>loss at the end</source>
        <translation>Loss am Ende</translation>
    </message>
    <message>
        <source>test loss</source>
        <translation>Test-Loss</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>gradients flushed</source>
        <translation>Gradienten zu null</translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation>verlorene Updates</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>übersprungene Schritte</translation>
    </message>
    <message>
        <source>error against float64</source>
        <translation>Fehler gegen float64</translation>
    </message>
    <message>
        <source>Keras policy map</source>
        <translation>Keras-Policy-Map</translation>
    </message>
    <message>
        <source>A DTypePolicyMap with an explicit default, for keras.dtype_policies.deserialize.</source>
        <translation>Eine DTypePolicyMap mit ausdrücklicher Voreinstellung, für keras.dtype_policies.deserialize.</translation>
    </message>
    <message>
        <source>Keras policy</source>
        <translation>Keras-Policy</translation>
    </message>
    <message>
        <source>The one DTypePolicy that all layers share, for keras.config.set_dtype_policy.</source>
        <translation>Die eine DTypePolicy, die alle Schichten teilen, für keras.config.set_dtype_policy.</translation>
    </message>
    <message>
        <source>tf.keras policy</source>
        <translation>tf.keras-Policy</translation>
    </message>
    <message>
        <source>The one Policy of all layers as tf.keras serializes it; with the family experimental as TensorFlow 2.1 to 2.3 do, its loss scale too.</source>
        <translation>Die eine Policy aller Schichten, wie tf.keras sie serialisiert; mit der Familie experimental, wie TensorFlow 2.1 bis 2.3 es tun, auch ihre Loss-Skalierung.</translation>
    </message>
    <message>
        <source>Keras model</source>
        <translation>Keras-Modell</translation>
    </message>
    <message>
        <source>The model with every layer&apos;s policy, as model.to_json() has it, for keras.models.model_from_json.</source>
        <translation>Das Modell mit der Policy jeder Schicht, wie model.to_json() es hat, für keras.models.model_from_json.</translation>
    </message>
    <message>
        <source>Keras code</source>
        <translation>Keras-Code</translation>
    </message>
    <message>
        <source>Python for Keras 3 that builds the model with its policies and compiles it with its loss scale.</source>
        <translation>Python für Keras 3, das das Modell mit seinen Policies baut und mit seiner Loss-Skalierung kompiliert.</translation>
    </message>
    <message>
        <source>PyTorch autocast</source>
        <translation>PyTorch-Autocast</translation>
    </message>
    <message>
        <source>PyTorch code with an autocast region for every layer and a GradScaler.</source>
        <translation>PyTorch-Code mit einem Autocast-Bereich für jede Schicht und einem GradScaler.</translation>
    </message>
    <message>
        <source>Transformer Engine recipe</source>
        <translation>Transformer-Engine-Rezept</translation>
    </message>
    <message>
        <source>PyTorch code with Transformer Engine&apos;s layers and a recipe for those with a float8 policy.</source>
        <translation>PyTorch-Code mit Schichten von Transformer Engine und einem Rezept für die mit float8-Policy.</translation>
    </message>
    <message>
        <source>Transformer Engine inspection</source>
        <translation>Transformer-Engine-Inspektion</translation>
    </message>
    <message>
        <source>A config of nvidia-dlfw-inspect: which layers leave float8, and statistics of the others.</source>
        <translation>Eine Konfiguration von nvidia-dlfw-inspect: welche Schichten float8 verlassen, und Statistiken der anderen.</translation>
    </message>
    <message>
        <source>torchao float8</source>
        <translation>torchao float8</translation>
    </message>
    <message>
        <source>PyTorch code that gives float8 training to exactly the layers whose policy is float8.</source>
        <translation>PyTorch-Code, der genau den Schichten float8-Training gibt, deren Policy float8 ist.</translation>
    </message>
    <message>
        <source>PyTorch recorder</source>
        <translation>PyTorch-Rekorder</translation>
    </message>
    <message>
        <source>Hooks that write what layers of a real training take and make, for the command recording.</source>
        <translation>Hooks, die schreiben, was Schichten eines echten Trainings bekommen und ergeben, für den Befehl recording.</translation>
    </message>
    <message>
        <source>Keras recorder</source>
        <translation>Keras-Rekorder</translation>
    </message>
    <message>
        <source>A callback of Keras 3 that writes the same of a real training there.</source>
        <translation>Ein Callback von Keras 3, der dasselbe von einem echten Training dort schreibt.</translation>
    </message>
    <message>
        <source>Global policy</source>
        <translation>Globale Policy</translation>
    </message>
    <message>
        <source>Length of the amax history</source>
        <translation>Länge des Amax-Verlaufs</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>Kind of loss scale</source>
        <translation>Art der Loss-Skalierung</translation>
    </message>
    <message>
        <source>Initial loss scale</source>
        <translation>Anfängliche Loss-Skalierung</translation>
    </message>
    <message>
        <source>Steps until the loss scale grows</source>
        <translation>Schritte, bis die Loss-Skalierung wächst</translation>
    </message>
    <message>
        <source>Loss weight</source>
        <translation>Loss-Gewicht (loss weight)</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate (learning rate)</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Epsilon of the optimizer</source>
        <translation>Epsilon des Optimierers</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>Policy of a layer</source>
        <translation>Policy einer Schicht</translation>
    </message>
    <message>
        <source>Activation of a layer</source>
        <translation>Aktivierung einer Schicht</translation>
    </message>
    <message>
        <source>the bits of the number: click one to flip it</source>
        <translation>die Bits der Zahl: ein Klick kippt eines</translation>
    </message>
    <message>
        <source>Rounding mode of the lab</source>
        <translation>Rundungsmodus des Labors</translation>
    </message>
    <message>
        <source>Overflow rule of the lab</source>
        <translation>Überlaufregel des Labors</translation>
    </message>
    <message>
        <source>Format of the numbers on the bench</source>
        <translation>Format der Zahlen auf dem Prüfstand</translation>
    </message>
    <message>
        <source>the tab Run</source>
        <translation>der Reiter Lauf</translation>
    </message>
    <message>
        <source>the page Policy map</source>
        <translation>die Seite Policy-Map</translation>
    </message>
    <message>
        <source>the page Number lab</source>
        <translation>die Seite Zahlenlabor</translation>
    </message>
    <message>
        <source>the page Accumulators</source>
        <translation>die Seite Akkumulatoren</translation>
    </message>
    <message>
        <source>the page Diagnosis</source>
        <translation>die Seite Diagnose</translation>
    </message>
    <message>
        <source>the page Compare</source>
        <translation>die Seite Vergleichen</translation>
    </message>
    <message>
        <source>the page Predictions</source>
        <translation>die Seite Vorhersagen</translation>
    </message>
    <message>
        <source>the tile Loss</source>
        <translation>die Kachel Loss</translation>
    </message>
    <message>
        <source>the tile Gradients flushed</source>
        <translation>die Kachel Gradienten zu null</translation>
    </message>
    <message>
        <source>the tile Updates lost</source>
        <translation>die Kachel Verlorene Updates</translation>
    </message>
    <message>
        <source>the tile Overflows</source>
        <translation>die Kachel Überläufe</translation>
    </message>
    <message>
        <source>the tile Error against float64</source>
        <translation>die Kachel Fehler gegen float64</translation>
    </message>
    <message>
        <source>the tile Test accuracy</source>
        <translation>die Kachel Testgenauigkeit</translation>
    </message>
    <message>
        <source>the verdict</source>
        <translation>der Befund</translation>
    </message>
    <message>
        <source>the plot of the loss</source>
        <translation>das Diagramm des Loss</translation>
    </message>
    <message>
        <source>the plot of the error against float64</source>
        <translation>das Diagramm des Fehlers gegen float64</translation>
    </message>
    <message>
        <source>the plot of the loss scale</source>
        <translation>das Diagramm der Loss-Skalierung</translation>
    </message>
    <message>
        <source>the plot of flushed gradients and lost updates</source>
        <translation>das Diagramm der Gradienten zu null und verlorenen Updates</translation>
    </message>
    <message>
        <source>the plot of the largest gradient</source>
        <translation>das Diagramm des größten Gradienten</translation>
    </message>
    <message>
        <source>the plot of the bench</source>
        <translation>das Diagramm des Prüfstands</translation>
    </message>
    <message>
        <source>the table of the bench</source>
        <translation>die Tabelle des Prüfstands</translation>
    </message>
    <message>
        <source>the number in each format</source>
        <translation>die Zahl in jedem Format</translation>
    </message>
    <message>
        <source>the number line of the lab</source>
        <translation>die Zahlengerade des Labors</translation>
    </message>
    <message>
        <source>the tensor browser of the lab</source>
        <translation>die Tensoransicht des Labors</translation>
    </message>
    <message>
        <source>the tree of layers</source>
        <translation>der Baum der Schichten</translation>
    </message>
    <message>
        <source>a layer in the tree</source>
        <translation>eine Schicht im Baum</translation>
    </message>
    <message>
        <source>the column Flushed of a layer</source>
        <translation>die Spalte „Zu null“ einer Schicht</translation>
    </message>
    <message>
        <source>the column of a layer&apos;s error</source>
        <translation>die Spalte des Fehlers einer Schicht</translation>
    </message>
    <message>
        <source>the button Train</source>
        <translation>die Schaltfläche Trainieren</translation>
    </message>
    <message>
        <source>the button Step</source>
        <translation>die Schaltfläche Schritt</translation>
    </message>
    <message>
        <source>the button Reset</source>
        <translation>die Schaltfläche Zurücksetzen</translation>
    </message>
    <message>
        <source>Where the first NaN was born</source>
        <translation>Wo das erste NaN entstand</translation>
    </message>
    <message>
        <source>the layer to blame</source>
        <translation>die verantwortliche Schicht</translation>
    </message>
    <message>
        <source>What the policies cost</source>
        <translation>Was die Policies kosten</translation>
    </message>
    <message>
        <source>the exponents of a tensor</source>
        <translation>die Exponenten eines Tensors</translation>
    </message>
    <message>
        <source>What a tensor would lose in other formats</source>
        <translation>Was ein Tensor in anderen Formaten verlöre</translation>
    </message>
    <message>
        <source>a policy set on a built layer</source>
        <translation>eine Policy, die an einer gebauten Schicht gesetzt wird</translation>
    </message>
    <message>
        <source>layer.dtype_policy = p changes what is computed from then on; variables keep their dtype. A quantized name quantizes the layer in place, and where it cannot, the policy stays changed after the error.</source>
        <translation>layer.dtype_policy = p ändert, was von da an berechnet wird; Variablen behalten ihren Dtype. Ein quantisierter Name quantisiert die Schicht an Ort und Stelle, und wo das nicht geht, bleibt die Policy nach dem Fehler geändert.</translation>
    </message>
    <message>
        <source>the global policy</source>
        <translation>die globale Policy</translation>
    </message>
    <message>
        <source>It is of one thread: others start from floatx. Once it was read, set_floatx no longer changes it.</source>
        <translation>Sie gehört zu einem Thread: Andere beginnen mit floatx. Wurde sie einmal gelesen, ändert set_floatx sie nicht mehr.</translation>
    </message>
    <message>
        <source>clear_session</source>
        <translation>clear_session</translation>
    </message>
    <message>
        <source>It forgets the global policy; layers that were made keep theirs.</source>
        <translation>Es vergisst die globale Policy; Schichten, die es schon gibt, behalten ihre.</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>copy and pickle give an equal policy, which cannot be hashed.</source>
        <translation>copy und pickle geben eine gleiche Policy, die nicht gehasht werden kann.</translation>
    </message>
    <message>
        <source>a layer&apos;s autocast</source>
        <translation>autocast einer Schicht</translation>
    </message>
    <message>
        <source>autocast=False is not in a layer&apos;s config: when it is loaded it casts again, unless its class sets it.</source>
        <translation>autocast=False steht nicht in der Konfiguration einer Schicht: Geladen castet sie wieder, wenn ihre Klasse es nicht selbst setzt.</translation>
    </message>
    <message>
        <source>masks and losses</source>
        <translation>Masken und Losses</translation>
    </message>
    <message>
        <source>A mask travels with a tensor that is cast. A loss computes in floatx unless it was given a dtype.</source>
        <translation>Eine Maske reist mit einem Tensor, der gecastet wird. Ein Loss rechnet in floatx, wenn er keinen Dtype bekommen hat.</translation>
    </message>
    <message>
        <source>layer.dtype_policy cannot be set: AttributeError.</source>
        <translation>layer.dtype_policy kann nicht gesetzt werden: AttributeError.</translation>
    </message>
    <message>
        <source>It is of the whole process, threads too, and must be of floating point. While none is set it follows set_floatx.</source>
        <translation>Sie gehört zum ganzen Prozess, auch zu Threads, und muss eine Gleitkomma-Policy sein. Solange keine gesetzt ist, folgt sie set_floatx.</translation>
    </message>
    <message>
        <source>It leaves the global policy as it is.</source>
        <translation>Es lässt die globale Policy, wie sie ist.</translation>
    </message>
    <message>
        <source>A copy has the same name and is not equal: policies compare by identity.</source>
        <translation>Eine Kopie hat denselben Namen und ist nicht gleich: Policies werden nach Identität verglichen.</translation>
    </message>
    <message>
        <source>a loss scale</source>
        <translation>eine Loss-Skalierung</translation>
    </message>
    <message>
        <source>Policies carry none: one in a config is deleted without a word.</source>
        <translation>Policies tragen keine: Eine in einer Konfiguration wird stillschweigend gelöscht.</translation>
    </message>
    <message>
        <source>Layers have no property dtype_policy; the private _dtype_policy is not meant to be set.</source>
        <translation>Schichten haben keine Eigenschaft dtype_policy; das private _dtype_policy ist nicht zum Setzen gedacht.</translation>
    </message>
    <message>
        <source>It is of the whole process, threads too, and may be of integers. While none is set it follows set_floatx.</source>
        <translation>Sie gehört zum ganzen Prozess, auch zu Threads, und darf ganzzahlig sein. Solange keine gesetzt ist, folgt sie set_floatx.</translation>
    </message>
    <message>
        <source>The model&apos;s policy carries it, and compile wraps the optimizer into it; layers&apos; policies do not count.</source>
        <translation>Die Policy des Modells trägt sie, und compile wickelt den Optimierer hinein; die Policies der Schichten zählen nicht.</translation>
    </message>
    <message>
        <source>a name given to a layer</source>
        <translation>ein Name, der einer Schicht gegeben wird</translation>
    </message>
    <message>
        <source>Layer(dtype=&quot;mixed_float16&quot;) raises TypeError: a text is taken for a dtype; give it a Policy.</source>
        <translation>Layer(dtype=&quot;mixed_float16&quot;) wirft TypeError: Ein Text wird für einen Dtype gehalten; geben Sie ihr eine Policy.</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>An accumulator that stalls</source>
        <translation>Ein Akkumulator steht still</translation>
    </message>
    <message>
        <source>A product of 512 positive terms is summed one after the other in bfloat16: once the sum is about 256 times as large as a term, adding it changes nothing, and the output hardly depends on the rest. Under the layer&apos;s Numerics choose the accumulator pairwise:bfloat16, kahan:bfloat16 or float32.</source>
        <translation>Ein Produkt aus 512 positiven Summanden wird in bfloat16 einer nach dem anderen summiert: Sobald die Summe etwa 256-mal so groß ist wie ein Summand, ändert seine Addition nichts, und die Ausgabe hängt kaum vom Rest ab. Wählen Sie in der Numerik der Schicht den Akkumulator pairwise:bfloat16, kahan:bfloat16 oder float32.</translation>
    </message>
    <message>
        <source>pairwise:bfloat16: a quarter of the error</source>
        <translation>pairwise:bfloat16: ein Viertel des Fehlers</translation>
    </message>
    <message>
        <source>kahan:bfloat16: close to float64</source>
        <translation>kahan:bfloat16: nahe an float64</translation>
    </message>
    <message>
        <source>float32: just as close</source>
        <translation>float32: ebenso nahe</translation>
    </message>
    <message>
        <source>Adam&apos;s 0.999</source>
        <translation>Die 0,999 von Adam</translation>
    </message>
    <message>
        <source>Adam computes in the dtype that stores the weights, and in bfloat16 its beta_2 of 0.999 rounds to 1: the bias correction becomes zero, and no weight ever moves. Try beta_2 0.99, or mixed_bfloat16.</source>
        <translation>Adam rechnet in dem Dtype, der die Gewichte speichert, und in bfloat16 rundet sein beta_2 von 0,999 auf 1: Die Bias-Korrektur wird null, und kein Gewicht bewegt sich je. Versuchen Sie beta_2 0,99 oder mixed_bfloat16.</translation>
    </message>
    <message>
        <source>beta_2 0.99: it learns</source>
        <translation>beta_2 0,99: es lernt</translation>
    </message>
    <message>
        <source>mixed_bfloat16: it learns</source>
        <translation>mixed_bfloat16: es lernt</translation>
    </message>
    <message>
        <source>SGD: it learns</source>
        <translation>SGD: es lernt</translation>
    </message>
    <message>
        <source>Attention overflow</source>
        <translation>Überlauf in der Attention</translation>
    </message>
    <message>
        <source>Queries times keys grow beyond 65504, the largest float16, and the softmax of infinity is NaN: the weights are lost within some steps. Take return_attention_scores from the attention, so that Keras computes its scores in float32, or try mixed_bfloat16.</source>
        <translation>Queries mal Keys wachsen über 65504, das größte float16, und der Softmax von Unendlich ist NaN: Die Gewichte sind nach einigen Schritten verloren. Nehmen Sie der Attention return_attention_scores, damit Keras ihre Scores in float32 berechnet, oder versuchen Sie mixed_bfloat16.</translation>
    </message>
    <message>
        <source>No returned scores: it stays finite</source>
        <translation>Keine Scores zurückgeben: es bleibt endlich</translation>
    </message>
    <message>
        <source>mixed_bfloat16: it stays finite</source>
        <translation>mixed_bfloat16: es bleibt endlich</translation>
    </message>
    <message>
        <source>A tenth of the embedding: it stays finite</source>
        <translation>Ein Zehntel der Einbettung: es bleibt endlich</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>A transformer of two blocks learns which character of a licence comes next, under mixed_bfloat16. Every eighth step is redone in float64; for a reference beside every step, choose the watch mode twin.</source>
        <translation>Ein Transformer aus zwei Blöcken lernt unter mixed_bfloat16, welches Zeichen einer Lizenz als nächstes kommt. Jeder achte Schritt wird in float64 wiederholt; für eine Referenz neben jedem Schritt wählen Sie den Beobachtungsmodus twin.</translation>
    </message>
    <message>
        <source>A float64 reference at every step</source>
        <translation>Eine float64-Referenz in jedem Schritt</translation>
    </message>
    <message>
        <source>mixed_float16, no loss scale: the same loss</source>
        <translation>mixed_float16, keine Loss-Skalierung: derselbe Loss</translation>
    </message>
    <message>
        <source>bfloat16 throughout: it learns nothing</source>
        <translation>bfloat16 überall: es lernt nichts</translation>
    </message>
    <message>
        <source>Circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <source>The loss is so small that most gradients fall below the smallest float16 and become zero; accuracy hides it, the health strip does not. Press Try loss scale 1024 and see the error fall.</source>
        <translation>Der Loss ist so klein, dass die meisten Gradienten unter das kleinste float16 fallen und null werden; die Genauigkeit verbirgt es, die Kacheln oben nicht. Drücken Sie „Loss-Skalierung 1024 versuchen“ und sehen Sie den Fehler fallen.</translation>
    </message>
    <message>
        <source>Loss scale 1024: far fewer become zero</source>
        <translation>Loss-Skalierung 1024: viel weniger werden null</translation>
    </message>
    <message>
        <source>mixed_bfloat16 needs no loss scale</source>
        <translation>mixed_bfloat16 braucht keine Loss-Skalierung</translation>
    </message>
    <message>
        <source>Loss weight 1, learning rate 0.1: in range</source>
        <translation>Loss-Gewicht 1, Lernrate 0,1: im Bereich</translation>
    </message>
    <message>
        <source>Fashion-MNIST CNN</source>
        <translation>Fashion-MNIST CNN</translation>
    </message>
    <message>
        <source>Convolutions, batch normalization and pooling under mixed_float16, for an epoch. Batch normalization computes in float32 whatever its policy says; give a convolution bfloat16, or take the loss scale away, and see which layer pays.</source>
        <translation>Faltungen, Batch-Normalisierung und Pooling unter mixed_float16, eine Epoche lang. Batch-Normalisierung rechnet in float32, was auch ihre Policy sagt; geben Sie einer Faltung bfloat16 oder nehmen Sie die Loss-Skalierung weg und sehen Sie, welche Schicht dafür zahlt.</translation>
    </message>
    <message>
        <source>conv2d in mixed_bfloat16: the same loss</source>
        <translation>conv2d in mixed_bfloat16: derselbe Loss</translation>
    </message>
    <message>
        <source>No loss scale: the same loss</source>
        <translation>Keine Loss-Skalierung: derselbe Loss</translation>
    </message>
    <message>
        <source>Fashion-MNIST</source>
        <translation>Fashion-MNIST</translation>
    </message>
    <message>
        <source>One epoch over 60,000 pictures of clothes. Dynamic loss scaling keeps float16 as good as float64; take it away, or try bfloat16, and compare.</source>
        <translation>Eine Epoche über 60 000 Bilder von Kleidung. Dynamische Loss-Skalierung hält float16 so gut wie float64; nehmen Sie sie weg, oder versuchen Sie bfloat16, und vergleichen Sie.</translation>
    </message>
    <message>
        <source>mixed_bfloat16, no loss scale: as good</source>
        <translation>mixed_bfloat16, keine Loss-Skalierung: ebenso gut</translation>
    </message>
    <message>
        <source>float16 throughout: it diverges</source>
        <translation>float16 überall: es divergiert</translation>
    </message>
    <message>
        <source>Float8 with a lagging amax</source>
        <translation>Float8 mit nachhinkendem Amax</translation>
    </message>
    <message>
        <source>Each float8 operand is scaled by the largest magnitude of the step before, so that a batch with larger numbers than the last one saturates. Look at the plots of operands; then let the amax be the largest of a longer history, or choose the recipe te_current.</source>
        <translation>Jeder float8-Operand wird mit dem größten Betrag des Schritts davor skaliert, sodass ein Batch mit größeren Zahlen als der letzte sättigt. Sehen Sie sich die Diagramme der Operanden an; dann lassen Sie den Amax den größten eines längeren Verlaufs sein oder wählen das Rezept te_current.</translation>
    </message>
    <message>
        <source>The largest of 16 amaxes: fewer saturate</source>
        <translation>Der größte von 16 Amax-Werten: weniger sättigen</translation>
    </message>
    <message>
        <source>te_current: none saturates</source>
        <translation>te_current: keiner sättigt</translation>
    </message>
    <message>
        <source>Float8 over float16</source>
        <translation>Float8 über float16</translation>
    </message>
    <message>
        <source>Every product&apos;s operands are float8, scaled by the largest magnitudes of earlier steps, on top of mixed_float16; the few that are larger overflow and are clipped. Choose mixed_float16 as the global policy: the error against float64 falls, while the loss hardly tells the two apart.</source>
        <translation>Die Operanden jedes Produkts sind float8, skaliert mit den größten Beträgen früherer Schritte, über mixed_float16; die wenigen größeren laufen über und werden begrenzt. Wählen Sie mixed_float16 als globale Policy: Der Fehler gegen float64 fällt, während der Loss die beiden kaum unterscheidet.</translation>
    </message>
    <message>
        <source>mixed_float16: about the same loss</source>
        <translation>mixed_float16: etwa derselbe Loss</translation>
    </message>
    <message>
        <source>float8 over mixed_bfloat16: no overflow</source>
        <translation>float8 über mixed_bfloat16: kein Überlauf</translation>
    </message>
    <message>
        <source>LayerNormalization of large values</source>
        <translation>LayerNormalization großer Werte</translation>
    </message>
    <message>
        <source>Numbers near 10000 lie 8 apart in float16, so the small differences between them are gone before LayerNormalization subtracts their mean: it sees equal numbers, and nothing is learnt. A loss scale does not help; float32 for the layers large and layer_normalization does.</source>
        <translation>Zahlen um 10000 liegen in float16 8 auseinander, also sind die kleinen Unterschiede zwischen ihnen weg, bevor LayerNormalization ihr Mittel abzieht: Sie sieht gleiche Zahlen, und nichts wird gelernt. Eine Loss-Skalierung hilft nicht; float32 für die Schichten large und layer_normalization hilft.</translation>
    </message>
    <message>
        <source>float32 for both layers: it learns</source>
        <translation>float32 für beide Schichten: es lernt</translation>
    </message>
    <message>
        <source>Loss scale 1024: no help</source>
        <translation>Loss-Skalierung 1024: keine Hilfe</translation>
    </message>
    <message>
        <source>100 in place of 10000: it learns</source>
        <translation>100 statt 10000: es lernt</translation>
    </message>
    <message>
        <source>Loss scale overflow</source>
        <translation>Überlauf der Loss-Skalierung</translation>
    </message>
    <message>
        <source>The loss scale doubles after every 5 good steps until gradients overflow float16; each time the step is skipped and the scale halved, so that one step in six is lost. Let it grow more rarely, or look at the saw teeth of the loss scale.</source>
        <translation>Die Loss-Skalierung verdoppelt sich nach je 5 guten Schritten, bis Gradienten float16 überlaufen; jedes Mal wird der Schritt übersprungen und die Skalierung halbiert, sodass einer von sechs Schritten verloren ist. Lassen Sie sie seltener wachsen, oder sehen Sie sich die Sägezähne der Loss-Skalierung an.</translation>
    </message>
    <message>
        <source>Grow after 2000 steps: none is skipped</source>
        <translation>Nach 2000 Schritten wachsen: keiner wird übersprungen</translation>
    </message>
    <message>
        <source>Fixed at 2^24: it diverges at once</source>
        <translation>Fest bei 2^24: es divergiert sofort</translation>
    </message>
    <message>
        <source>mixed_bfloat16 without one: none is skipped</source>
        <translation>mixed_bfloat16 ohne: keiner wird übersprungen</translation>
    </message>
    <message>
        <source>Lost updates</source>
        <translation>Verlorene Updates</translation>
    </message>
    <message>
        <source>Weights are stored in bfloat16, which has 8 bits of precision: most updates are smaller than half of a weight&apos;s last digit and change nothing, so the loss stops falling far too early. Keep float32 master weights, that is mixed_bfloat16, or try a larger learning rate.</source>
        <translation>Gewichte werden in bfloat16 gespeichert, das 8 Bit Genauigkeit hat: Die meisten Updates sind kleiner als die Hälfte der letzten Stelle eines Gewichts und ändern nichts, also hört der Loss viel zu früh auf zu fallen. Behalten Sie Master-Gewichte in float32, also mixed_bfloat16, oder versuchen Sie eine größere Lernrate.</translation>
    </message>
    <message>
        <source>mixed_bfloat16: few are lost</source>
        <translation>mixed_bfloat16: wenige gehen verloren</translation>
    </message>
    <message>
        <source>Learning rate 0.2: it learns all the same</source>
        <translation>Lernrate 0,2: es lernt trotzdem</translation>
    </message>
    <message>
        <source>Stochastic rounding: most are lost, it learns</source>
        <translation>Stochastische Rundung: die meisten gehen verloren, es lernt</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>rounded</source>
        <translation>gerundet</translation>
    </message>
    <message>
        <source>underflow to 0</source>
        <translation>Unterlauf zu 0</translation>
    </message>
    <message>
        <source>overflow to NaN</source>
        <translation>Überlauf zu NaN</translation>
    </message>
    <message>
        <source>overflow to infinity</source>
        <translation>Überlauf zu Unendlich</translation>
    </message>
    <message>
        <source>clamped to the lowest</source>
        <translation>auf den kleinsten begrenzt</translation>
    </message>
    <message>
        <source>clamped to the largest</source>
        <translation>auf den größten begrenzt</translation>
    </message>
    <message>
        <source>infinity became NaN</source>
        <translation>aus Unendlich wurde NaN</translation>
    </message>
    <message>
        <source>NaN became a number</source>
        <translation>aus NaN wurde eine Zahl</translation>
    </message>
    <message>
        <source>an unknown share</source>
        <translation>ein unbekannter Anteil</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>Vorzeichen</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>mantissa</source>
        <translation>Mantisse</translation>
    </message>
    <message>
        <source>Whose dtype policies: Keras 3, tf-keras (TensorFlow 2.4 and later), or TensorFlow&apos;s experimental API before. The older ones cast only the first argument of a layer&apos;s call, and scale losses by rules of their own.</source>
        <translation>Wessen Dtype-Policies: Keras 3, tf-keras (TensorFlow 2.4 und später) oder die experimentelle API von TensorFlow davor. Die älteren casten nur das erste Argument im Aufruf einer Schicht und skalieren Losses nach eigenen Regeln.</translation>
    </message>
    <message>
        <source>Keras&apos; default dtype: of inputs and losses, whatever the policy. &quot;auto&quot; is float64 under a global policy float64, else float32.</source>
        <translation>Der Standard-Dtype von Keras: der von Eingaben und Losses, welche Policy es auch gibt. „auto“ ist float64 unter einer globalen Policy float64, sonst float32.</translation>
    </message>
    <message>
        <source>Who takes the training steps. Keras&apos; fit scales the loss and unscales the gradients by itself; a loop written by hand must do both, and may forget one.</source>
        <translation>Wer die Trainingsschritte macht. fit von Keras skaliert den Loss und die Gradienten zurück; eine von Hand geschriebene Schleife muss beides tun und kann eines vergessen.</translation>
    </message>
    <message>
        <source>How many mini-batches to train on.</source>
        <translation>Mit wie vielen Mini-Batches trainiert wird.</translation>
    </message>
    <message>
        <source>Examples in a mini-batch.</source>
        <translation>Beispiele in einem Mini-Batch.</translation>
    </message>
    <message>
        <source>Initial weights, the order of examples and dropout are drawn from it: same seed, same bits.</source>
        <translation>Anfangsgewichte, Reihenfolge der Beispiele und Dropout werden daraus gezogen: gleicher Seed, gleiche Bits.</translation>
    </message>
    <message>
        <source>An .npz file with the initial weights by Keras&apos; variable paths, such as a run&apos;s initial_weights.npz; empty: drawn from the seed.</source>
        <translation>Eine .npz-Datei mit den Anfangsgewichten unter den Variablenpfaden von Keras, etwa initial_weights.npz eines Laufs; leer: vom Seed gezogen.</translation>
    </message>
    <message>
        <source>An .npz file with what a training keeps beside its weights, taken over from a .keras file: the optimizer&apos;s tensors and steps, the loss scale&apos;s good steps, float8 scales and amax histories; empty: all begins anew.</source>
        <translation>Eine .npz-Datei mit dem, was ein Training neben seinen Gewichten behält, aus einer .keras-Datei übernommen: Tensoren und Schritte des Optimierers, die guten Schritte der Loss-Skalierung, Skalierungen und Amax-Verläufe von float8; leer: alles beginnt neu.</translation>
    </message>
    <message>
        <source>The loss is multiplied by this before it is differentiated. A small weight makes small gradients.</source>
        <translation>Der Loss wird vor dem Ableiten damit multipliziert. Ein kleines Gewicht macht kleine Gradienten.</translation>
    </message>
    <message>
        <source>Every how many steps each tensor&apos;s metrics are taken and each layer is redone in float64.</source>
        <translation>Alle wie viele Schritte die Kennzahlen jedes Tensors erfasst werden und jede Schicht in float64 wiederholt wird.</translation>
    </message>
    <message>
        <source>What the run is compared with. twin: the same training in float64 beside it, at every step. step: no reference, which is faster; sampled steps are redone once in float64 from the run&apos;s own weights.</source>
        <translation>Womit der Lauf verglichen wird. twin: dasselbe Training in float64 daneben, in jedem Schritt. step: keine Referenz, was schneller ist; einzelne Schritte werden einmal in float64 von den Gewichten des Laufs aus wiederholt.</translation>
    </message>
    <message>
        <source>Unique in the model. Policy maps and exported files call the layer by it.</source>
        <translation>Im Modell einmalig. Policy-Maps und exportierte Dateien nennen die Schicht so.</translation>
    </message>
    <message>
        <source>The session&apos;s recipe.</source>
        <translation>Das Rezept der Sitzung.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: tf-keras has no policy maps.</source>
        <translation>%1: compile lässt %2, wie er ist: tf-keras hat keine Policy-Maps.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: the model&apos;s policy is a DTypePolicyMap, whose name is map_%3, and only the name mixed_float16 counts.</source>
        <translation>%1: compile lässt %2, wie er ist: Die Policy des Modells ist eine DTypePolicyMap, deren Name map_%3 ist, und nur der Name mixed_float16 zählt.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: the model&apos;s policy is named %3, and only the name mixed_float16 counts.</source>
        <translation>%1: compile lässt %2, wie er ist: Die Policy des Modells heißt %3, und nur der Name mixed_float16 zählt.</translation>
    </message>
    <message>
        <source>A quantized policy has a name of its own whatever is underneath.</source>
        <translation>Eine quantisierte Policy hat einen eigenen Namen, was auch immer darunter liegt.</translation>
    </message>
    <message>
        <source>Layers with a mixed_float16 of their own (%1) do not count.</source>
        <translation>Schichten mit einem eigenen mixed_float16 (%1) zählen nicht.</translation>
    </message>
    <message>
        <source>The policy&apos;s own loss_scale=%1 is lost without a word: policies carry none since TensorFlow 2.4.</source>
        <translation>Das eigene loss_scale=%1 der Policy geht stillschweigend verloren: Policies tragen seit TensorFlow 2.4 keines.</translation>
    </message>
    <message>
        <source>%1: a custom training loop does not call compile, so nothing is wrapped.</source>
        <translation>%1: Eine eigene Trainingsschleife ruft compile nicht auf, also wird nichts umhüllt.</translation>
    </message>
    <message>
        <source>%1: the optimizer is a LossScaleOptimizer already, and compile leaves it as it is.</source>
        <translation>%1: Der Optimierer ist schon ein LossScaleOptimizer, und compile lässt ihn, wie er ist.</translation>
    </message>
    <message>
        <source>%1: compile wraps the optimizer into %2, because the model&apos;s policy is named exactly mixed_float16.</source>
        <translation>%1: compile hüllt den Optimierer in %2, weil die Policy des Modells genau mixed_float16 heißt.</translation>
    </message>
    <message>
        <source>It would drop the optimizer&apos;s loss_scale_factor: this session trains as with auto_scale_loss=False.</source>
        <translation>Er ließe loss_scale_factor des Optimierers fallen: Diese Sitzung trainiert wie mit auto_scale_loss=False.</translation>
    </message>
    <message>
        <source>There is no argument against it.</source>
        <translation>Es gibt kein Argument dagegen.</translation>
    </message>
    <message>
        <source>Against it there is auto_scale_loss=False, as which this session trains.</source>
        <translation>Dagegen gibt es auto_scale_loss=False; so trainiert diese Sitzung.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: this family has no policy maps.</source>
        <translation>%1: compile lässt %2, wie er ist: Diese Familie hat keine Policy-Maps.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: the model&apos;s policy, %3, carries no loss scale, because it was given none.</source>
        <translation>%1: compile lässt %2, wie er ist: Die Policy des Modells, %3, trägt keine Loss-Skalierung, weil sie keine bekommen hat.</translation>
    </message>
    <message>
        <source>%1: compile leaves %2 as it is: the model&apos;s policy, %3, carries no loss scale; by itself mixed_float16 alone does.</source>
        <translation>%1: compile lässt %2, wie er ist: Die Policy des Modells, %3, trägt keine Loss-Skalierung; von selbst tut das nur mixed_float16.</translation>
    </message>
    <message>
        <source>%1: the optimizer is a LossScaleOptimizer already, and compile leaves it as it is; 2.1 raises a ValueError where its scale is another than the policy&apos;s, %2.</source>
        <translation>%1: Der Optimierer ist schon ein LossScaleOptimizer, und compile lässt ihn, wie er ist; 2.1 wirft einen ValueError, wo seine Skalierung eine andere ist als die der Policy, %2.</translation>
    </message>
    <message>
        <source>%1: compile wraps the optimizer into %2, because the model&apos;s policy carries that loss scale.</source>
        <translation>%1: compile hüllt den Optimierer in %2, weil die Policy des Modells diese Loss-Skalierung trägt.</translation>
    </message>
    <message>
        <source>%1: compile wraps the optimizer into %2, because the model&apos;s policy carries that loss scale, as mixed_float16 does by itself.</source>
        <translation>%1: compile hüllt den Optimierer in %2, weil die Policy des Modells diese Loss-Skalierung trägt, wie mixed_float16 es von selbst tut.</translation>
    </message>
    <message>
        <source>Against it there is a policy with loss_scale=None.</source>
        <translation>Dagegen gibt es eine Policy mit loss_scale=None.</translation>
    </message>
    <message>
        <source>Which roundings are done. written: each operation of the framework&apos;s source. keras-jax: what XLA makes of Keras on JAX on a CPU; torch: what PyTorch computes on a CPU under torch.autocast; each where that is proved for every layer, the loss and the optimizer; else written. auto is keras-jax.</source>
        <translation>Welche Rundungen geschehen. written: jede Operation im Quelltext des Frameworks. keras-jax: was XLA aus Keras mit JAX auf einer CPU macht; torch: was PyTorch auf einer CPU unter torch.autocast rechnet; jeweils wo das für jede Schicht, den Loss und den Optimierer bewiesen ist; sonst written. auto ist keras-jax.</translation>
    </message>
    <message>
        <source>Which roundings are done: written, each operation of the framework&apos;s source; keras-jax, what XLA makes of Keras on JAX on a CPU; torch, what PyTorch computes on a CPU under torch.autocast; torch-hopper and keras-torch-hopper, what PyTorch and Keras on it compute on an H200; keras-jax-hopper, what XLA made there of one perceptron; these where that is proved for every layer, the loss and the optimizer, else written; auto is keras-jax.</source>
        <translation>Welche Rundungen geschehen: written, jede Operation im Quelltext des Frameworks; keras-jax, was XLA aus Keras mit JAX auf einer CPU macht; torch, was PyTorch auf einer CPU unter torch.autocast rechnet; torch-hopper und keras-torch-hopper, was PyTorch und Keras darauf auf einer H200 rechnen; keras-jax-hopper, was XLA dort aus einem Perzeptron gemacht hat; diese, wo das für jede Schicht, den Loss und den Optimierer bewiesen ist, sonst written; auto ist keras-jax.</translation>
    </message>
    <message>
        <source>Every operation of the framework&apos;s source is rounded to its dtype.</source>
        <translation>Jede Operation im Quelltext des Frameworks wird auf ihren Dtype gerundet.</translation>
    </message>
    <message>
        <source>What XLA makes of Keras on JAX on a CPU without flags: a bfloat16 result that is cast to float32 is not rounded before, and a product that is added to in float32 is not rounded.</source>
        <translation>Was XLA ohne Flags aus Keras mit JAX auf einer CPU macht: Ein bfloat16-Ergebnis, das nach float32 gecastet wird, wird davor nicht gerundet, und ein Produkt, zu dem in float32 addiert wird, wird nicht gerundet.</translation>
    </message>
    <message>
        <source>What PyTorch computes on a CPU under torch.autocast over float32 parameters: products and convolutions in the low precision, bias and sum rounded once, activations rounded once, losses in float32, torch.optim&apos;s formulas.</source>
        <translation>Was PyTorch auf einer CPU unter torch.autocast mit float32-Parametern rechnet: Produkte und Faltungen in der niedrigen Genauigkeit, Bias und Summe einmal gerundet, Aktivierungen einmal gerundet, Losses in float32, die Formeln von torch.optim.</translation>
    </message>
    <message>
        <source>2^(floor(log2 amax) - E)</source>
        <translation>2^(floor(log2 Amax) - E)</translation>
    </message>
    <message>
        <source>2^(ceil(log2 amax) - E)</source>
        <translation>2^(ceil(log2 Amax) - E)</translation>
    </message>
    <message>
        <source>2^ceil(log2(amax / largest))</source>
        <translation>2^ceil(log2(Amax / größte))</translation>
    </message>
    <message>
        <source>2^(floor(log2 of amax rounded to the element&apos;s digits) - E)</source>
        <translation>2^(floor(log2 des auf die Stellen des Elements gerundeten Amax) - E)</translation>
    </message>
    <message>
        <source>x * (largest / amax), in float32</source>
        <translation>x * (größte / Amax), in float32</translation>
    </message>
    <message>
        <source>as current, the factor rounded down to a power of two</source>
        <translation>wie current, der Faktor auf eine Zweierpotenz abgerundet</translation>
    </message>
    <message>
        <source>x * float32(largest / max(amax, 1e-12))</source>
        <translation>x * float32(größte / max(Amax, 1e-12))</translation>
    </message>
    <message>
        <source>as torchao, the factor rounded down to a power of two</source>
        <translation>wie torchao, der Faktor auf eine Zweierpotenz abgerundet</translation>
    </message>
    <message>
        <source>x / (amax / largest)</source>
        <translation>x / (Amax / größte)</translation>
    </message>
    <message>
        <source>x / (amax / (largest + 1/2))</source>
        <translation>x / (Amax / (größte + 1/2))</translation>
    </message>
    <message>
        <source>x / ((max - min) / steps) + zero point, 0 in the range</source>
        <translation>x / ((max - min) / Schritte) + Nullpunkt, 0 im Bereich</translation>
    </message>
    <message>
        <source>E4M3(amax * (S / 6)), S = 448 * 6 / amax of the tensor, in float32</source>
        <translation>E4M3(Amax * (S / 6)), S = 448 * 6 / Amax des Tensors, in float32</translation>
    </message>
    <message>
        <source>as two-level with 256 for 448, or 1.5 times that scale where it leaves less |error|</source>
        <translation>wie two-level mit 256 statt 448, oder das 1,5-Fache dieser Skala, wo weniger |Fehler| bleibt</translation>
    </message>
    <message>
        <source>as 4over6 by the squared error</source>
        <translation>wie 4over6 nach dem quadrierten Fehler</translation>
    </message>
    <message>
        <source>ml_dtypes 0.6.0, but that float64 is rounded once, where ml_dtypes goes to bfloat16 by way of float32</source>
        <translation>ml_dtypes 0.6.0, außer dass float64 einmal gerundet wird, wo ml_dtypes über float32 zu bfloat16 geht</translation>
    </message>
    <message>
        <source>IEEE 754-2019, 7.4</source>
        <translation>IEEE 754-2019, 7.4</translation>
    </message>
    <message>
        <source>OCP OFP8 rev 1.0, saturating mode; formats other than its two as ONNX casts them</source>
        <translation>OCP OFP8 rev 1.0, sättigender Modus; andere Formate als seine zwei, wie ONNX sie castet</translation>
    </message>
    <message>
        <source>PTX cvt.satfinite, which Transformer Engine uses</source>
        <translation>PTX cvt.satfinite, das Transformer Engine verwendet</translation>
    </message>
    <message>
        <source>Keras 3, quantizers.py</source>
        <translation>Keras 3, quantizers.py</translation>
    </message>
    <message>
        <source>eager casts of PyTorch up to 2.12, run with 2.12.1</source>
        <translation>Casts von PyTorch im Eager-Modus bis 2.12, ausgeführt mit 2.12.1</translation>
    </message>
    <message>
        <source>eager casts of PyTorch from 2.13 on, run with 2.13.0 and 2.15.0</source>
        <translation>Casts von PyTorch im Eager-Modus ab 2.13, ausgeführt mit 2.13.0 und 2.15.0</translation>
    </message>
    <message>
        <source>operator Cast, saturate = 1, as ONNX 1.23.2&apos;s reference runs it; modes up and down are its round_mode, whose default for float8_e8m0fnu is up</source>
        <translation>Operator Cast, saturate = 1, wie die Referenz von ONNX 1.23.2 ihn ausführt; die Modi up und down sind sein round_mode, dessen Vorgabe für float8_e8m0fnu „up“ ist</translation>
    </message>
    <message>
        <source>operator Cast, saturate = 0, as ONNX 1.23.2&apos;s reference runs it</source>
        <translation>Operator Cast, saturate = 0, wie die Referenz von ONNX 1.23.2 ihn ausführt</translation>
    </message>
    <message>
        <source>A sigmoid at the end</source>
        <translation>Ein Sigmoid am Ende</translation>
    </message>
    <message>
        <source>The last layer gives probabilities, and in float16 they reach 1 exactly: where they do, no gradient is left.</source>
        <translation>Die letzte Schicht gibt Wahrscheinlichkeiten, und in float16 erreichen sie genau 1: Wo sie das tun, bleibt kein Gradient übrig.</translation>
    </message>
    <message>
        <source>The policy&apos;s loss scale, %1: policies carry none since TensorFlow 2.4, which drops it without a word when it reads one.</source>
        <translation>Die Loss-Skalierung der Policy, %1: Seit TensorFlow 2.4 tragen Policies keine; wenn es eine liest, lässt es sie wortlos fallen.</translation>
    </message>
    <message>
        <source>The loss scale %1: it belongs to the optimizer here.</source>
        <translation>Die Loss-Skalierung %1: Sie gehört hier dem Optimierer.</translation>
    </message>
    <message>
        <source>The map as a map: every layer carries the policy that it gives, because layers loaded from JSON have paths without the model&apos;s name, which the map&apos;s keys would miss.</source>
        <translation>Die Map als Map: Jede Schicht trägt die Policy, die die Map ihr gibt, denn aus JSON geladene Schichten haben Pfade ohne den Namen des Modells, die die Schlüssel der Map verfehlen würden.</translation>
    </message>
    <message>
        <source>The optimizer and the loss: compile the loaded model, or export Python.</source>
        <translation>Der Optimierer und der Loss: Rufen Sie compile des geladenen Modells auf, oder exportieren Sie Python.</translation>
    </message>
    <message>
        <source>The loss scale %1: its rule is not one of Keras 3&apos;s, so the code has none.</source>
        <translation>Die Loss-Skalierung %1: Ihre Regel ist keine von Keras 3, also hat der Code keine.</translation>
    </message>
    <message>
        <source>The map as a map: each layer is given the policy that the map gives it.</source>
        <translation>Die Map als Map: Jede Schicht bekommt die Policy, die die Map ihr gibt.</translation>
    </message>
    <message>
        <source>The global policy %1: it is given to the layers that have such a call, and the others run under its source.</source>
        <translation>Die globale Policy %1: Sie bekommen die Schichten, die einen solchen Aufruf haben; die anderen laufen unter ihrer Quelle.</translation>
    </message>
    <message>
        <source>What was kept of the imported config of %1; a keras-model has it.</source>
        <translation>Was von der importierten Konfiguration von %1 aufbewahrt wurde; ein keras-model hat es.</translation>
    </message>
    <message>
        <source>The data, and the seed of weights and batches.</source>
        <translation>Die Daten und der Seed von Gewichten und Batches.</translation>
    </message>
    <message>
        <source>The %1 of %2: the layer computes in %3.</source>
        <translation>%1 von %2: Die Schicht rechnet in %3.</translation>
    </message>
    <message>
        <source>%1 has %2 and %3; %4 takes multiples of 16.</source>
        <translation>%1 hat %2 und %3; %4 nimmt Vielfache von 16.</translation>
    </message>
    <message>
        <source>%1 input</source>
        <translation>%1 Eingang</translation>
    </message>
    <message>
        <source>%1 inputs</source>
        <translation>%1 Eingänge</translation>
    </message>
    <message>
        <source>%1 output</source>
        <translation>%1 Ausgang</translation>
    </message>
    <message>
        <source>%1 outputs</source>
        <translation>%1 Ausgänge</translation>
    </message>
    <message>
        <source>That a scale is two steps late: Transformer Engine&apos;s is one step late, and it updates scales in skipped steps too.</source>
        <translation>Dass eine Skala zwei Schritte zurückliegt: Die von Transformer Engine liegt einen zurück, und sie erneuert Skalen auch in übersprungenen Schritten.</translation>
    </message>
    <message>
        <source>That float32 layers round their bias to bfloat16 under float8, as Keras does.</source>
        <translation>Dass float32-Schichten unter float8 ihren Bias auf bfloat16 runden, wie Keras es tut.</translation>
    </message>
    <message>
        <source>The recipe %1 of %2: Transformer Engine has none like it.</source>
        <translation>Das Rezept %1 von %2: Transformer Engine hat kein solches.</translation>
    </message>
    <message>
        <source>Transformer Engine&apos;s FP8 product</source>
        <translation>das FP8-Produkt von Transformer Engine</translation>
    </message>
    <message>
        <source>The recipe: amax history, margin and formats are in the te-recipe.</source>
        <translation>Das Rezept: Amax-Verlauf, Abstand (margin) und Formate stehen im te-recipe.</translation>
    </message>
    <message>
        <source>%1: Transformer Engine has no %2 to look into.</source>
        <translation>%1: Transformer Engine hat kein %2, in das zu sehen wäre.</translation>
    </message>
    <message>
        <source>Keras&apos; delayed scaling with its amax history: torchao scales each tensor by its amax of the same step.</source>
        <translation>Das verzögerte Skalieren von Keras mit seinem Amax-Verlauf: torchao skaliert jeden Tensor nach seinem Amax desselben Schritts.</translation>
    </message>
    <message>
        <source>torchao&apos;s float8 product</source>
        <translation>das float8-Produkt von torchao</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>What gelu_tanh of %1 is: Keras has no name for it; load with custom_objects={&quot;gelu_tanh&quot;: lambda x: keras.activations.gelu(x, approximate=True)}.</source>
        <translation>Was gelu_tanh von %1 ist: Keras hat keinen Namen dafür; laden Sie mit custom_objects={&quot;gelu_tanh&quot;: lambda x: keras.activations.gelu(x, approximate=True)}.</translation>
    </message>
    <message>
        <source>%1 itself: %2 is KerasHub&apos;s; import keras_hub before the model is loaded.</source>
        <translation>%1 selbst: %2 gehört zu KerasHub; importieren Sie keras_hub, bevor das Modell geladen wird.</translation>
    </message>
    <message>
        <source>The dynamic loss scale: %1; use keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=%2, dynamic_growth_steps=%3).</source>
        <translation>Die dynamische Loss-Skalierung: %1; nehmen Sie keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=%2, dynamic_growth_steps=%3).</translation>
    </message>
    <message>
        <source>Keras&apos; compile makes none like it for this policy</source>
        <translation>compile von Keras macht für diese Policy keine solche</translation>
    </message>
    <message>
        <source>Keras&apos; compile does not wrap the optimizer of a model whose policy is a DTypePolicyMap</source>
        <translation>compile von Keras packt den Optimierer eines Modells, dessen Policy eine DTypePolicyMap ist, nicht ein</translation>
    </message>
    <message>
        <source>The loss scale %1, %2 at the first step: its rule is not one of Keras 3&apos;s.</source>
        <translation>Die Loss-Skalierung %1, %2 im ersten Schritt: Ihre Regel ist keine von Keras 3.</translation>
    </message>
    <message>
        <source>That there is no dynamic loss scale: give compile auto_scale_loss=False, or Keras makes one for a model under mixed_float16.</source>
        <translation>Dass es keine dynamische Loss-Skalierung gibt: Geben Sie compile auto_scale_loss=False, sonst macht Keras für ein Modell unter mixed_float16 eine.</translation>
    </message>
    <message>
        <source>The fixed loss scale %1: give the optimizer loss_scale_factor=%2.</source>
        <translation>Die feste Loss-Skalierung %1: Geben Sie dem Optimierer loss_scale_factor=%2.</translation>
    </message>
    <message>
        <source>The numerics of %1 (%2): a policy cannot say them.</source>
        <translation>Die Numerik von %1 (%2): Eine Policy kann sie nicht sagen.</translation>
    </message>
    <message>
        <source>The recipe %1: a policy cannot say it.</source>
        <translation>Das Rezept %1: Eine Policy kann es nicht sagen.</translation>
    </message>
    <message>
        <source>The recipe %1 of %2: a policy cannot say it.</source>
        <translation>Das Rezept %1 von %2: Eine Policy kann es nicht sagen.</translation>
    </message>
    <message>
        <source>The policy %1 of %2: Keras gives this layer no path, so a map gives it its default; %3.</source>
        <translation>Die Policy %1 von %2: Keras gibt dieser Schicht keinen Pfad, also gibt ihr eine Map ihre Vorgabe; %3.</translation>
    </message>
    <message>
        <source>give the layer that it is part of a DTypePolicyMap of its own with this default</source>
        <translation>geben Sie der Schicht, zu der sie gehört, eine eigene DTypePolicyMap mit dieser Vorgabe</translation>
    </message>
    <message>
        <source>give the layer itself dtype=&quot;%1&quot;</source>
        <translation>geben Sie der Schicht selbst dtype=&quot;%1&quot;</translation>
    </message>
    <message>
        <source>The loss weight %1: give compile loss_weights=[%2].</source>
        <translation>Das Gewicht des Loss, %1: Geben Sie compile loss_weights=[%2].</translation>
    </message>
    <message>
        <source>The %1 inputs and loss: Keras&apos; Input and losses ignore policies; also call keras.config.set_floatx(&quot;%1&quot;).</source>
        <translation>Eingaben und Loss in %1: Input und die Losses von Keras beachten Policies nicht; rufen Sie auch keras.config.set_floatx(&quot;%1&quot;) auf.</translation>
    </message>
    <message>
        <source>The policy %1 of %2: Keras gives that layer no path, so it runs under %3.</source>
        <translation>Die Policy %1 von %2: Keras gibt dieser Schicht keinen Pfad, also läuft sie unter %3.</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>lines %1 to %2</source>
        <translation>Zeilen %1 bis %2</translation>
    </message>
    <message>
        <source>A dynamic scale doubles while nothing overflows. Where nothing ever does (gradients that are zero, or that are not of float16) it grows until float32 has no such number. Give it a largest value, or use none.</source>
        <translation>Eine dynamische Skalierung verdoppelt sich, solange nichts überläuft. Wo nie etwas überläuft (Gradienten, die null sind oder nicht in float16), wächst sie, bis float32 keine solche Zahl mehr hat. Geben Sie ihr einen größten Wert, oder nehmen Sie keine.</translation>
    </message>
    <message>
        <source>The log says no loss scale. In bfloat16 or float32 there is none, and then what is not finite comes from the model or the learning rate, not from a scale. In float16 without a scale gradients overflow or vanish.</source>
        <translation>Das Log sagt keine Loss-Skalierung. In bfloat16 oder float32 gibt es keine, und was dann nicht endlich ist, kommt vom Modell oder von der Lernrate, nicht von einer Skalierung. In float16 ohne Skalierung laufen Gradienten über oder verschwinden.</translation>
    </message>
    <message>
        <source>bfloat16 and float32 need none.</source>
        <translation>bfloat16 und float32 brauchen keine.</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1-mal</translation>
    </message>
    <message>
        <source>A dynamic scale grows every 1000 or 2000 steps without an overflow. One that does not is fixed, or never hears that a step went well.</source>
        <translation>Eine dynamische Skalierung wächst alle 1000 oder 2000 Schritte ohne Überlauf. Eine, die das nicht tut, ist fest oder erfährt nie, dass ein Schritt gelungen ist.</translation>
    </message>
    <message>
        <source>A dynamic scale is halved by each skipped step. One that stays is fixed, or the log says it too seldom.</source>
        <translation>Eine dynamische Skalierung wird von jedem übersprungenen Schritt halbiert. Eine, die bleibt, ist fest, oder das Log sagt sie zu selten.</translation>
    </message>
    <message>
        <source>So it is with a fixed scale, or in the first 2000 steps of a dynamic one that began low enough.</source>
        <translation>So ist es bei einer festen Skalierung oder in den ersten 2000 Schritten einer dynamischen, die niedrig genug begann.</translation>
    </message>
    <message>
        <source>A dynamic scale grows every 1000 or 2000 steps without an overflow. One that never does may lack the call that tells it of good steps, or its growth is switched off; small gradients are lost meanwhile.</source>
        <translation>Eine dynamische Skalierung wächst alle 1000 oder 2000 Schritte ohne Überlauf. Einer, die es nie tut, fehlt vielleicht der Aufruf, der ihr gelungene Schritte meldet, oder ihr Wachstum ist abgeschaltet; kleine Gradienten gehen indessen verloren.</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
    <message>
        <source>A dynamic scale begins high and is halved by each overflow until the gradients fit. These skipped steps, ten or so, are no fault.</source>
        <translation>Eine dynamische Skalierung beginnt hoch und wird von jedem Überlauf halbiert, bis die Gradienten passen. Diese etwa zehn übersprungenen Schritte sind kein Fehler.</translation>
    </message>
    <message>
        <source>Each growth is tried, and where it is too much one step is skipped: one in 1000 or 2000. Many more say that gradients have outliers; clip them after unscaling, or look at the data of the skipped steps.</source>
        <translation>Jedes Wachsen wird versucht, und wo es zu viel ist, wird ein Schritt übersprungen: einer von 1000 oder 2000. Viel mehr sagen, dass Gradienten Ausreißer haben; begrenzen Sie sie nach dem Zurückskalieren (Clipping), oder sehen Sie sich die Daten der übersprungenen Schritte an.</translation>
    </message>
    <message>
        <source>%1 fall</source>
        <translation>%1 Abstieg</translation>
    </message>
    <message>
        <source>%1 falls</source>
        <translation>%1 Abstiege</translation>
    </message>
    <message>
        <source>%1 growth</source>
        <translation>%1 Anstieg</translation>
    </message>
    <message>
        <source>%1 growths</source>
        <translation>%1 Anstiege</translation>
    </message>
    <message>
        <source>Clipped by such a norm, gradients are cut to almost nothing. Unscale first (scaler.unscale_(optimizer) of PyTorch), then clip.</source>
        <translation>Nach einer solchen Norm begrenzt, bleibt von Gradienten fast nichts. Erst zurückskalieren (scaler.unscale_(optimizer) in PyTorch), dann begrenzen.</translation>
    </message>
    <message>
        <source>in %1 interval whose steps were all skipped</source>
        <translation>in %1 Abschnitt, dessen Schritte alle übersprungen wurden</translation>
    </message>
    <message>
        <source>in %1 intervals whose steps were all skipped</source>
        <translation>in %1 Abschnitten, deren Schritte alle übersprungen wurden</translation>
    </message>
    <message>
        <source>A warm-up is then shorter than it looks. Step the schedule only where the scaler has not skipped.</source>
        <translation>Ein Warm-up ist dann kürzer, als es aussieht. Führen Sie den Plan nur weiter, wo der Loss-Skalierer nicht übersprungen hat.</translation>
    </message>
    <message>
        <source>one after the other</source>
        <translation>eins nach dem anderen</translation>
    </message>
    <message>
        <source>one after the other, from the last</source>
        <translation>eins nach dem anderen, vom letzten an</translation>
    </message>
    <message>
        <source>one after the other, fused</source>
        <translation>eins nach dem anderen, mit FMA</translation>
    </message>
    <message>
        <source>in pairs</source>
        <translation>paarweise</translation>
    </message>
    <message>
        <source>compensated (Kahan)</source>
        <translation>kompensiert (Kahan)</translation>
    </message>
    <message>
        <source>split in %1 parts (split-k)</source>
        <translation>in %1 Teilen (split-k)</translation>
    </message>
    <message>
        <source>in tiles of %1</source>
        <translation>in Kacheln zu %1</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>ausdrücklich gewählt</translation>
    </message>
    <message>
        <source>not %1: %2</source>
        <translation>nicht %1: %2</translation>
    </message>
    <message>
        <source>proved for every layer, the loss and the optimizer</source>
        <translation>nachgewiesen für jede Schicht, den Loss und den Optimierer</translation>
    </message>
    <message>
        <source>%1 is not proved</source>
        <translation>%1 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>%1 with its %2 is not proved</source>
        <translation>%1 mit seinem %2 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>a regularizer is not proved</source>
        <translation>ein Regularisierer ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>learning-rate schedules are not proved</source>
        <translation>Lernratenpläne sind nicht nachgewiesen</translation>
    </message>
    <message>
        <source>a cross-entropy of more than 1024 classes is not proved</source>
        <translation>eine Kreuzentropie von mehr als 1024 Klassen ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>a custom loop is not proved</source>
        <translation>eine eigene Trainingsschleife ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>loss scale %1 is not proved</source>
        <translation>die Loss-Skalierung %1 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>%1 in %2 is not proved</source>
        <translation>%1 in %2 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>%1 with %2 is not proved</source>
        <translation>%1 mit %2 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>Conv2D with groups is not proved</source>
        <translation>Conv2D mit Gruppen ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>recipes, quantization and overrides are not proved</source>
        <translation>Rezepte, Quantisierung und eigene Numerik sind nicht nachgewiesen</translation>
    </message>
    <message>
        <source>a last layer other than a linear Dense with a bias is not proved</source>
        <translation>eine andere letzte Schicht als ein lineares Dense mit Bias ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>the policy family %1 is not proved</source>
        <translation>die Policy-Familie %1 ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>layers in several dtypes are not proved</source>
        <translation>Schichten in mehreren Dtypes sind nicht nachgewiesen</translation>
    </message>
    <message>
        <source>loss: %1</source>
        <translation>Loss: %1</translation>
    </message>
    <message>
        <source>optimizer: %1</source>
        <translation>Optimierer: %1</translation>
    </message>
    <message>
        <source>a loss weight is not proved</source>
        <translation>ein Gewicht des Loss ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>Keras pads one side more than the other there, which PyTorch&apos;s convolution cannot</source>
        <translation>Keras füllt dort eine Seite mehr auf als die andere, was die Faltung von PyTorch nicht kann</translation>
    </message>
    <message>
        <source>PyTorch on a CPU adds the gradients of a float16 convolution in float16, example by example, which has no model here</source>
        <translation>PyTorch addiert auf einer CPU die Gradienten einer float16-Faltung in float16, Beispiel für Beispiel, wofür es hier kein Modell gibt</translation>
    </message>
    <message>
        <source>%1 is no autocast, whose parameters are float32 and whose products float16 or bfloat16</source>
        <translation>%1 ist kein Autocast, dessen Parameter float32 und dessen Produkte float16 oder bfloat16 sind</translation>
    </message>
    <message>
        <source>%1 of another axis than the last is not proved</source>
        <translation>%1 über eine andere Achse als die letzte ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>Softmax with a mask is not proved</source>
        <translation>Softmax mit einer Maske ist nicht nachgewiesen</translation>
    </message>
    <message>
        <source>PyTorch&apos;s SGD raises ValueError for nesterov without momentum</source>
        <translation>SGD von PyTorch löst bei nesterov ohne momentum ValueError aus</translation>
    </message>
    <message>
        <source>regions in both float16 and bfloat16 are not proved</source>
        <translation>Bereiche in float16 und in bfloat16 zugleich sind nicht nachgewiesen</translation>
    </message>
    <message>
        <source>The %1 of %2.</source>
        <translation>%1 von %2.</translation>
    </message>
    <message>
        <source>The truncation of normal initializers: PyTorch&apos;s draw from the whole normal distribution.</source>
        <translation>Das Abschneiden normalverteilter Initialisierer: Die von PyTorch ziehen aus der ganzen Normalverteilung.</translation>
    </message>
    <message>
        <source>What a GPU&apos;s kernels do inside a matrix product: its order of sums, and its accumulator.</source>
        <translation>Was die Kernel einer GPU in einem Matrixprodukt tun: die Reihenfolge der Summen und der Akkumulator.</translation>
    </message>
    <message>
        <source>%1 can be quantized, but not to %2.</source>
        <translation>%1 kann quantisiert werden, aber nicht zu %2.</translation>
    </message>
    <message>
        <source>%1 has no weights that Keras quantizes.</source>
        <translation>%1 hat keine Gewichte, die Keras quantisiert.</translation>
    </message>
    <message>
        <source>It is quantized already, as %1.</source>
        <translation>Sie ist schon quantisiert, als %1.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Its equation has &quot;...&quot;, which Keras&apos; %1 call cannot read.</source>
        <translation>Ihre equation hat &quot;...&quot;, was der %1-Aufruf von Keras nicht lesen kann.</translation>
    </message>
    <message>
        <source>Not reached: quantize raises at %1.</source>
        <translation>Nicht erreicht: quantize löst bei %1 eine Ausnahme aus.</translation>
    </message>
    <message>
        <source>set the input to %1</source>
        <translation>die Eingabe auf %1 setzen</translation>
    </message>
    <message>
        <source>flatten it</source>
        <translation>sie flach machen (Flatten)</translation>
    </message>
    <message>
        <source>set the last layer to %1</source>
        <translation>die letzte Schicht auf %1 setzen</translation>
    </message>
    <message>
        <source>%1 unit</source>
        <translation>%1 Einheit</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 Einheiten</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%1 nehmen</translation>
    </message>
    <message>
        <source>PyTorch draws other masks</source>
        <translation>PyTorch zieht andere Masken</translation>
    </message>
    <message>
        <source>PyTorch draws other numbers</source>
        <translation>PyTorch zieht andere Zahlen</translation>
    </message>
    <message>
        <source>PyTorch&apos;s moving variance divides by one less than the number of values</source>
        <translation>die gleitende Varianz von PyTorch teilt durch eins weniger als die Zahl der Werte</translation>
    </message>
    <message>
        <source>PyTorch&apos;s attention is one fused operation, which has no model here</source>
        <translation>die Attention von PyTorch ist eine einzige, verschmolzene Operation, für die es hier kein Modell gibt</translation>
    </message>
    <message>
        <source>The causal mask</source>
        <translation>Die kausale Maske</translation>
    </message>
    <message>
        <source>Keras&apos; Softmax takes a mask from its caller, and here gets none.</source>
        <translation>Softmax von Keras nimmt eine Maske von dem, der es aufruft, und bekommt hier keine.</translation>
    </message>
    <message>
        <source>draws_in_float32</source>
        <translation>draws_in_float32</translation>
    </message>
    <message>
        <source>Keras&apos; own GaussianNoise draws in the compute dtype.</source>
        <translation>GaussianNoise von Keras selbst zieht im Rechen-Dtype.</translation>
    </message>
    <message>
        <source>Kind of terms on the bench</source>
        <translation>Art der Summanden des Prüfstands</translation>
    </message>
    <message>
        <source>Number of terms on the bench</source>
        <translation>Zahl der Summanden des Prüfstands</translation>
    </message>
    <message>
        <source>Accumulator on the bench</source>
        <translation>Akkumulator des Prüfstands</translation>
    </message>
    <message>
        <source>Quantity that the bench plots</source>
        <translation>Größe, die der Prüfstand zeichnet</translation>
    </message>
    <message>
        <source>one array of NumPy</source>
        <translation>ein Array von NumPy</translation>
    </message>
    <message>
        <source>arrays of NumPy</source>
        <translation>Arrays von NumPy</translation>
    </message>
    <message>
        <source>safetensors, in one file or in shards that an index names</source>
        <translation>safetensors, in einer Datei oder in Teilen, die ein Index nennt</translation>
    </message>
    <message>
        <source>what torch.save wrote</source>
        <translation>was torch.save geschrieben hat</translation>
    </message>
    <message>
        <source>a model of Keras</source>
        <translation>ein Modell von Keras</translation>
    </message>
    <message>
        <source>HDF5, such as Keras&apos; weights</source>
        <translation>HDF5, etwa Gewichte von Keras</translation>
    </message>
    <message>
        <source>Which layers: none of these has weights, so all layers are recorded.</source>
        <translation>Welche Schichten: keine von diesen hat Gewichte, also werden alle Schichten aufgezeichnet.</translation>
    </message>
    <message>
        <source>Which layers: PyTorch&apos;s code cannot say the model (%1), so all layers are recorded.</source>
        <translation>Welche Schichten: PyTorchs Code kann das Modell nicht sagen (%1), also werden alle Schichten aufgezeichnet.</translation>
    </message>
    <message>
        <source>Gradients of weights: a compiled step of Keras does not show them.</source>
        <translation>Gradienten der Gewichte: ein kompilierter Schritt von Keras zeigt sie nicht.</translation>
    </message>
    <message>
        <source>%1 infinity</source>
        <translation>%1-mal Unendlich</translation>
    </message>
    <message>
        <source>%1 infinities</source>
        <translation>%1-mal Unendlich</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 and %2 of %3</source>
        <translation>%1 und %2 von %3</translation>
    </message>
    <message>
        <source>%1 has %2, and all that comes out is finite</source>
        <translation>%1 hat %2, und alles, was herauskommt, ist endlich</translation>
    </message>
    <message>
        <source>%1, a stored number of the layer, has %2 before</source>
        <translation>%1, eine gespeicherte Zahl der Schicht, hat vorher %2</translation>
    </message>
    <message>
        <source>%1 has %2 before</source>
        <translation>%1 hat vorher %2</translation>
    </message>
    <message>
        <source>%1 has %2, and what goes in is not recorded</source>
        <translation>%1 hat %2, und was hineingeht, ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 has %2, and all that goes in is finite</source>
        <translation>%1 hat %2, und alles, was hineingeht, ist endlich</translation>
    </message>
    <message>
        <source>it comes from %1 inside</source>
        <translation>es kommt aus %1 darin</translation>
    </message>
    <message>
        <source>%1 has -Infinity and nothing else that is not finite: if that is a mask, declare it as expected.</source>
        <translation>%1 hat -Infinity und sonst nichts, was nicht endlich ist: Ist das eine Maske, geben Sie es als erwartet an.</translation>
    </message>
    <message>
        <source>%1 was so before the step: an update at an earlier step made it.</source>
        <translation>%1 war schon vor dem Schritt so: Ein Update bei einem früheren Schritt hat es gemacht.</translation>
    </message>
    <message>
        <source>The gradients carry a loss scale of %1: a dynamic one skips such a step and halves itself, which is no fault by itself.</source>
        <translation>Die Gradienten tragen eine Loss-Skalierung von %1: Eine dynamische überspringt einen solchen Schritt und halbiert sich, was für sich kein Fehler ist.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 steps from %2 to %3</source>
        <translation>%1 Schritten von %2 bis %3</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layer %1; is it %2 in the other?</source>
        <translation>Schicht %1; ist sie %2 in der anderen?</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Left aside: %1 file without tensors.</source>
        <translation>Beiseitegelassen: %1 Datei ohne Tensoren.</translation>
    </message>
    <message>
        <source>Left aside: %1 files without tensors.</source>
        <translation>Beiseitegelassen: %1 Dateien ohne Tensoren.</translation>
    </message>
    <message>
        <source>%1 tensor is not named as %2 has it: &apos;%3&apos;.</source>
        <translation>%1 Tensor ist nicht benannt, wie %2 es hat: „%3“.</translation>
    </message>
    <message>
        <source>%1 tensors are not named as %2 has it: &apos;%3&apos; is the first.</source>
        <translation>%1 Tensoren sind nicht benannt, wie %2 es hat: „%3“ ist der erste.</translation>
    </message>
    <message>
        <source>By their names the tensors were taken for %1.</source>
        <translation>Nach ihren Namen wurden die Tensoren als %1 gelesen.</translation>
    </message>
    <message>
        <source>%1 tensor has the step, layer and role of another; of these the first counts.</source>
        <translation>%1 Tensor hat Schritt, Schicht und Rolle eines anderen; von diesen zählt der erste.</translation>
    </message>
    <message>
        <source>%1 tensors have the step, layer and role of another; of these the first counts.</source>
        <translation>%1 Tensoren haben Schritt, Schicht und Rolle eines anderen; von diesen zählt der erste.</translation>
    </message>
    <message>
        <source>the plot of the amax of a float8 layer&apos;s input</source>
        <translation>das Diagramm des Amax der Eingabe einer float8-Schicht</translation>
    </message>
    <message>
        <source>First saturated operand</source>
        <translation>Erster gesättigter Operand</translation>
    </message>
    <message>
        <source>The first step in which a scaled operand (float8, int8, a recipe) has an element beyond its format&apos;s limit.</source>
        <translation>Der erste Schritt, in dem ein skalierter Operand (float8, int8, ein Rezept) ein Element über der Grenze seines Formats hat.</translation>
    </message>
    <message>
        <source>Number in the lab</source>
        <translation>Zahl im Labor</translation>
    </message>
    <message>
        <source>Test accuracy is %1, float64&apos;s %2.</source>
        <translation>Die Testgenauigkeit ist %1, die von float64 %2.</translation>
    </message>
    <message>
        <source>This is not precision: float64 diverges as well, at step %1.</source>
        <translation>Das ist nicht die Genauigkeit: float64 divergiert auch, bei Schritt %1.</translation>
    </message>
    <message>
        <source>The same model on the same batches, in float64, comes to a loss beyond 1e30 or to NaN too: a wider format only makes it later. The learning rate may be too large, the features far from 1, or the loss without a floor.</source>
        <translation>Dasselbe Modell mit denselben Batches kommt auch in float64 zu einem Loss über 1e30 oder zu NaN: Ein weiteres Format schiebt das nur hinaus. Die Lernrate kann zu groß sein, die Merkmale können weit von 1 liegen, oder der Loss hat keine untere Grenze.</translation>
    </message>
    <message>
        <source>Nothing is learnt: in %1 steps not one weight moved.</source>
        <translation>Nichts wird gelernt: In %1 Schritten bewegte sich kein einziges Gewicht.</translation>
    </message>
    <message>
        <source>Both runs see the same batches and began with the same weights, so the difference comes from rounding, although few gradients and few updates were lost.</source>
        <translation>Beide Läufe sehen dieselben Batches und begannen mit denselben Gewichten, also kommt der Unterschied vom Runden, obwohl wenige Gradienten und wenige Updates verloren gingen.</translation>
    </message>
    <message>
        <source>%1 has %2, and of what goes in only %3 has any: %4, which are declared as expected</source>
        <translation>%1 hat %2, und von dem, was hineingeht, hat nur %3 welche: %4, die als erwartet angegeben sind</translation>
    </message>
    <message>
        <source>%1 is not finite where it is taken, and no layer is recorded before: it comes with the data, or from code before the first layer.</source>
        <translation>%1 ist nicht endlich, wo es genommen wird, und keine Schicht ist davor aufgezeichnet: Es kommt mit den Daten oder aus Code vor der ersten Schicht.</translation>
    </message>
    <message>
        <source>It arises between the layers, in code that no hook sees: %1 has it where it is taken, and what layers made before is finite (%2, at most %3 in magnitude).</source>
        <translation>Es entsteht zwischen den Schichten, in Code, den kein Hook sieht: %1 hat es, wo es genommen wird, und was Schichten davor gemacht haben, ist endlich (%2, im Betrag höchstens %3).</translation>
    </message>
    <message>
        <source>all %1 numbers that go into row %2 are -Infinity: every exponential is 0, and 0/0 is NaN. So it is in %3 of %4 rows; a mask that leaves nothing of a row does that</source>
        <translation>alle %1 Zahlen, die in Zeile %2 hineingehen, sind -Infinity: jede Exponentialfunktion ist 0, und 0/0 ist NaN. So ist es in %3 von %4 Zeilen; eine Maske, die von einer Zeile nichts übrig lässt, macht das</translation>
    </message>
    <message>
        <source>all %1 numbers that go into row %2 are 0: their mean square is 0 and epsilon is 0, and 0/0 is NaN. So it is in %3 of %4 rows</source>
        <translation>alle %1 Zahlen, die in Zeile %2 hineingehen, sind 0: ihr mittleres Quadrat ist 0 und epsilon ist 0, und 0/0 ist NaN. So ist es in %3 von %4 Zeilen</translation>
    </message>
    <message>
        <source>all %1 numbers that go into row %2 are %5: their variance is 0 and epsilon is 0, and 0/0 is NaN. So it is in %3 of %4 rows</source>
        <translation>alle %1 Zahlen, die in Zeile %2 hineingehen, sind %5: ihre Varianz ist 0 und epsilon ist 0, und 0/0 ist NaN. So ist es in %3 von %4 Zeilen</translation>
    </message>
    <message>
        <source>The scaler skipped that step, and the weights are as they were. But no scale makes a loss that is not finite: the forward pass does, for these data. Look for the first output of that step that is not finite.</source>
        <translation>Der Loss-Skalierer hat diesen Schritt übersprungen, und die Gewichte sind, wie sie waren. Aber keine Loss-Skalierung macht einen Loss, der nicht endlich ist: Das tut der Vorwärtslauf, bei diesen Daten. Zu suchen ist die erste Ausgabe dieses Schritts, die nicht endlich ist.</translation>
    </message>
    <message>
        <source>A loss scale multiplies the loss only after it is known, so that a loss that is not finite comes from the forward pass, or from weights that a step before has ruined. Look for the first output that is not finite.</source>
        <translation>Eine Loss-Skalierung multipliziert den Loss erst, wenn er bekannt ist; ein Loss, der nicht endlich ist, kommt also aus dem Vorwärtslauf oder aus Gewichten, die ein Schritt davor verdorben hat. Zu suchen ist die erste Ausgabe, die nicht endlich ist.</translation>
    </message>
    <message>
        <source>Hugging Face&apos;s Trainer counts a loss that is NaN or infinite as nothing, and a mean of nothing is printed as 0.0; with logging_nan_inf_filter=False it is printed as it is. What is not finite comes from the forward pass, or from weights that a step before has ruined.</source>
        <translation>Der Trainer von Hugging Face zählt einen Loss, der NaN oder unendlich ist, als nichts, und ein Mittel von nichts gibt er als 0.0 aus; mit logging_nan_inf_filter=False gibt er ihn aus, wie er ist. Was nicht endlich ist, kommt aus dem Vorwärtslauf oder aus Gewichten, die ein Schritt davor verdorben hat.</translation>
    </message>
    <message>
        <source>after %1 step</source>
        <translation>nach %1 Schritt</translation>
    </message>
    <message>
        <source>after %1 steps</source>
        <translation>nach %1 Schritten</translation>
    </message>
    <message>
        <source>Algorithm of the amax (amax compute algo)</source>
        <translation>Algorithmus des Amax (amax compute algo)</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay (weight decay)</translation>
    </message>
    <message>
        <source>Largest norm of all gradients (global clipnorm)</source>
        <translation>Größte Norm aller Gradienten (global clipnorm)</translation>
    </message>
    <message>
        <source>Training loop</source>
        <translation>Trainingsschleife (training loop)</translation>
    </message>
    <message>
        <source>the row of a format in the lab</source>
        <translation>die Zeile eines Formats im Labor</translation>
    </message>
    <message>
        <source>%1 of the updates left the weight unchanged.</source>
        <translation>%1 der Updates ließen das Gewicht unverändert.</translation>
    </message>
    <message>
        <source>Scale each step by its own amax</source>
        <translation>Jeden Schritt mit seinem eigenen Amax skalieren</translation>
    </message>
    <message>
        <source>%1 of the elements of scaled operands saturated: the scales lag behind.</source>
        <translation>%1 der Elemente skalierter Operanden sättigten: Die Skalen hinken hinterher.</translation>
    </message>
    <message>
        <source>A scale that is made from the amaxes of earlier steps fits numbers that do not grow. What is beyond its limit is clipped to the format&apos;s largest value, so that the largest numbers of an operand all become one.</source>
        <translation>Eine Skala, die aus den Amax früherer Schritte gemacht wird, passt zu Zahlen, die nicht wachsen. Was jenseits ihrer Grenze ist, wird auf den größten Wert des Formats gekürzt, sodass die größten Zahlen eines Operanden alle eine werden.</translation>
    </message>
    <message>
        <source>Adam that divides by the largest gradient so far, which decays, in place of a mean square.</source>
        <translation>Adam, das statt durch ein mittleres Quadrat durch den bisher größten Gradienten teilt, der abklingt.</translation>
    </message>
    <message>
        <source>Decay of the largest gradient so far.</source>
        <translation>Abklingen des bisher größten Gradienten.</translation>
    </message>
    <message>
        <source>Adam that looks one momentum step ahead, as Nesterov&apos;s momentum does.</source>
        <translation>Adam, das einen Momentum-Schritt voraussieht, wie es das Momentum von Nesterov tut.</translation>
    </message>
    <message>
        <source>Nothing is learnt: in %1 steps no weight moved by as much as float64 sees beside the largest one.</source>
        <translation>Nichts wird gelernt: In %1 Schritten hat sich kein Gewicht um so viel bewegt, wie float64 neben dem größten sieht.</translation>
    </message>
    <message>
        <source>A weight moves by its gradient times the learning rate. Where that is next to zero in float64 too, no format is to blame: look at the learning rate and its schedule, at clipping, at steps that only accumulate gradients, at units that are never active (a ReLU whose inputs are all negative), at data that is all zero, at layers that have nothing to train, as those of integers.</source>
        <translation>Ein Gewicht bewegt sich um seinen Gradienten mal die Lernrate. Wo das auch in float64 so gut wie null ist, ist kein Format schuld: Sehen Sie nach der Lernrate und ihrem Plan, nach dem Begrenzen, nach Schritten, die Gradienten nur ansammeln, nach Einheiten, die nie aktiv sind (ein ReLU, dessen Eingaben alle negativ sind), nach Daten, die ganz aus Nullen bestehen, nach Schichten, die nichts zu trainieren haben, wie denen aus ganzen Zahlen.</translation>
    </message>
    <message>
        <source>No harm so far: %1 of the gradients became zero that are not zero in float64, and the output is %2 away from the float64 run&apos;s.</source>
        <translation>Bisher ohne Schaden: %1 der Gradienten sind null geworden, die es in float64 nicht sind, und die Ausgabe ist %2 von der des float64-Laufs entfernt.</translation>
    </message>
    <message>
        <source>A gradient below half of a format&apos;s smallest value is rounded to zero. Here these count for little so far: most weights that float64 moves moved here too, by larger gradients or by what the optimizer has kept of earlier ones. In a longer training, or with another optimizer, it may be otherwise.</source>
        <translation>Ein Gradient unter der Hälfte des kleinsten Werts eines Formats wird zu null gerundet. Hier zählen diese bisher wenig: Die meisten Gewichte, die sich in float64 bewegen, haben sich auch hier bewegt, durch größere Gradienten oder durch das, was der Optimierer von früheren behalten hat. In einem längeren Training oder mit einem anderen Optimierer kann es anders sein.</translation>
    </message>
    <message>
        <source>%1 has no %2 call, so Keras&apos; model.quantize would skip it</source>
        <translation>%1 hat keinen %2-Aufruf, deshalb ließe model.quantize von Keras sie aus</translation>
    </message>
    <message>
        <source>Keras raises where a layer made with a %1 policy is called, and one from model.quantize multiplies by its float kernel until it has been calibrated on data, which a session does not do</source>
        <translation>Keras löst eine Ausnahme aus, wenn eine mit einer %1-Policy gemachte Schicht aufgerufen wird, und eine aus model.quantize multipliziert mit ihrem Float-Kernel, bis sie an Daten kalibriert ist, was eine Sitzung nicht tut</translation>
    </message>
    <message>
        <source>%2 numbers of %1 are not emulated; Keras stores its weights rounded to them, and they do not train</source>
        <translation>%2-Zahlen von %1 werden nicht emuliert; Keras speichert ihre Gewichte darauf gerundet, und sie werden nicht trainiert</translation>
    </message>
    <message>
        <source>its quantized policy is not emulated</source>
        <translation>ihre quantisierte Policy wird nicht emuliert</translation>
    </message>
    <message>
        <source>A limit of a number format.</source>
        <translation>Eine Grenze eines Zahlenformats.</translation>
    </message>
    <message>
        <source>A format&apos;s name.</source>
        <translation>Name eines Formats.</translation>
    </message>
    <message>
        <source>Which limit.</source>
        <translation>Welche Grenze.</translation>
    </message>
    <message>
        <source>What a number becomes in a format.</source>
        <translation>Was aus einer Zahl in einem Format wird.</translation>
    </message>
    <message>
        <source>As it is typed in the number lab: &quot;0.1&quot;, &quot;2^-24 * 1.5&quot;, &quot;exp(12)&quot;.</source>
        <translation>Wie im Zahlenlabor eingegeben: „0.1“, „2^-24 * 1.5“, „exp(12)“.</translation>
    </message>
    <message>
        <source>Formats that it is rounded to before, with spaces between them.</source>
        <translation>Formate, auf die sie vorher gerundet wird, mit Leerzeichen dazwischen.</translation>
    </message>
    <message>
        <source>It is multiplied by this before and divided by it after.</source>
        <translation>Damit wird sie vorher multipliziert und nachher dividiert.</translation>
    </message>
    <message>
        <source>A rounding mode.</source>
        <translation>Ein Rundungsmodus.</translation>
    </message>
    <message>
        <source>An overflow rule.</source>
        <translation>Eine Überlaufregel.</translation>
    </message>
    <message>
        <source>What is read off.</source>
        <translation>Was abgelesen wird.</translation>
    </message>
    <message>
        <source>What becomes of a row of float32 numbers in a format whose elements share scales.</source>
        <translation>Was aus einer Reihe von float32-Zahlen in einem Format wird, dessen Elemente sich Skalen teilen.</translation>
    </message>
    <message>
        <source>With spaces between them, from the first; the last is repeated.</source>
        <translation>Mit Leerzeichen dazwischen, von der ersten an; die letzte wird wiederholt.</translation>
    </message>
    <message>
        <source>How many there are.</source>
        <translation>Wie viele es sind.</translation>
    </message>
    <message>
        <source>A block format: &quot;mxfp4&quot;, &quot;mxfp4:rceil&quot;, &quot;nvfp4&quot;.</source>
        <translation>Ein Blockformat: „mxfp4“, „mxfp4:rceil“, „nvfp4“.</translation>
    </message>
    <message>
        <source>Which number is read, from 0.</source>
        <translation>Welche Zahl gelesen wird, von 0 an.</translation>
    </message>
    <message>
        <source>What it is stored as, or the scale of its block; or, of all of them, how many became zero, and the relative L2 distance.</source>
        <translation>Als was sie gespeichert wird, oder die Skala ihres Blocks; oder, von allen, wie viele null wurden, und der relative L2-Abstand.</translation>
    </message>
    <message>
        <source>A sum of many terms in an accumulator, as the bench adds them up.</source>
        <translation>Eine Summe vieler Summanden in einem Akkumulator, wie die Werkbank sie addiert.</translation>
    </message>
    <message>
        <source>A series of the bench.</source>
        <translation>Eine Reihe der Werkbank.</translation>
    </message>
    <message>
        <source>One number, which is every term.</source>
        <translation>Eine Zahl, die jeder Summand ist.</translation>
    </message>
    <message>
        <source>How many terms.</source>
        <translation>Wie viele Summanden.</translation>
    </message>
    <message>
        <source>The terms&apos; format.</source>
        <translation>Das Format der Summanden.</translation>
    </message>
    <message>
        <source>An accumulator.</source>
        <translation>Ein Akkumulator.</translation>
    </message>
    <message>
        <source>A float8 scale that follows the largest magnitudes of a tensor.</source>
        <translation>Eine float8-Skala, die den größten Beträgen eines Tensors folgt.</translation>
    </message>
    <message>
        <source>Whose.</source>
        <translation>Wessen.</translation>
    </message>
    <message>
        <source>The largest magnitude of each step, with spaces between them.</source>
        <translation>Der größte Betrag jedes Schritts, mit Leerzeichen dazwischen.</translation>
    </message>
    <message>
        <source>The format that is scaled to.</source>
        <translation>Das Format, auf das skaliert wird.</translation>
    </message>
    <message>
        <source>Entries of the history.</source>
        <translation>Einträge des Verlaufs.</translation>
    </message>
    <message>
        <source>Which entry sets the scale.</source>
        <translation>Welcher Eintrag die Skala bestimmt.</translation>
    </message>
    <message>
        <source>The step that is read, from 0.</source>
        <translation>Der Schritt, der gelesen wird, von 0 an.</translation>
    </message>
    <message>
        <source>A metric of a whole run, by its path in summary.json.</source>
        <translation>Eine Kennzahl eines ganzen Laufs, mit ihrem Pfad in summary.json.</translation>
    </message>
    <message>
        <source>&quot;gradients_flushed_percent&quot;, &quot;test_metrics.accuracy&quot;.</source>
        <translation>„gradients_flushed_percent“, „test_metrics.accuracy“.</translation>
    </message>
    <message>
        <source>It is multiplied by this: 100 makes percent of a share.</source>
        <translation>Damit wird sie multipliziert: 100 macht aus einem Anteil Prozent.</translation>
    </message>
    <message>
        <source>A metric made of recorded ones, over the steps of a run.</source>
        <translation>Eine Kennzahl aus aufgezeichneten, über die Schritte eines Laufs.</translation>
    </message>
    <message>
        <source>As a watch: &quot;amax(dense_2.output)&quot;, &quot;skipped &gt; 0&quot;.</source>
        <translation>Wie eine Beobachtung: „amax(dense_2.output)“, „skipped &gt; 0“.</translation>
    </message>
    <message>
        <source>The value at the last step that has it, at one step, the largest or the smallest; of a comparison how often it holds, and at which step first.</source>
        <translation>Der Wert im letzten Schritt, der ihn hat, in einem Schritt, der größte oder der kleinste; bei einem Vergleich, wie oft er gilt, und in welchem Schritt zuerst.</translation>
    </message>
    <message>
        <source>The step of &quot;at&quot;, from 0.</source>
        <translation>Der Schritt von „at“, von 0 an.</translation>
    </message>
    <message>
        <source>Between the run and the one without what &quot;with&quot; changes, bit by bit.</source>
        <translation>Zwischen dem Lauf und dem ohne das, was „with“ ändert, Bit für Bit.</translation>
    </message>
    <message>
        <source>In how many steps the loss is another number, or the first of them.</source>
        <translation>In wie vielen Schritten der Loss eine andere Zahl ist, oder der erste davon.</translation>
    </message>
    <message>
        <source>Of the weights, the data and all that is random.</source>
        <translation>Der Gewichte, der Daten und von allem, was zufällig ist.</translation>
    </message>
    <message>
        <source>Steps that were done.</source>
        <translation>Getane Schritte.</translation>
    </message>
    <message>
        <source>Of the last step, unscaled.</source>
        <translation>Des letzten Schritts, unskaliert.</translation>
    </message>
    <message>
        <source>The same of the float64 reference; null in step watch.</source>
        <translation>Dasselbe von der float64-Referenz; null, wenn schrittweise verglichen wird.</translation>
    </message>
    <message>
        <source>Null when the run diverged, has no classes, or was interrupted and evaluating it took too long.</source>
        <translation>Null, wenn der Lauf divergierte, keine Klassen hat oder abgebrochen wurde und das Auswerten zu lange dauerte.</translation>
    </message>
    <message>
        <source>The same of the float64 reference.</source>
        <translation>Dasselbe von der float64-Referenz.</translation>
    </message>
    <message>
        <source>Of the gradient elements that are non-zero in float64, the share that is zero; over the run, in step watch over its redone steps.</source>
        <translation>Von den Gradientenelementen, die in float64 nicht null sind, der Anteil, der null ist; über den Lauf, beim schrittweisen Vergleich über die wiederholten Schritte.</translation>
    </message>
    <message>
        <source>Of the weights that float64&apos;s update moves, the share that stays as it was; over the run.</source>
        <translation>Von den Gewichten, die das Update in float64 bewegt, der Anteil, der bleibt, wie er war; über den Lauf.</translation>
    </message>
    <message>
        <source>Finite before rounding, non-finite after; over the run.</source>
        <translation>Vor dem Runden endlich, danach nicht; über den Lauf.</translation>
    </message>
    <message>
        <source>Relative L2 of the model&apos;s output on the last step&apos;s batch; null in step watch.</source>
        <translation>Relative L2 der Ausgabe des Modells für den Batch des letzten Schritts; null, wenn schrittweise verglichen wird.</translation>
    </message>
    <message>
        <source>Relative L2 over all weight gradients of the last step; null in step watch.</source>
        <translation>Relative L2 über alle Gewichtsgradienten des letzten Schritts; null, wenn schrittweise verglichen wird.</translation>
    </message>
    <message>
        <source>After the last step; null without loss scaling.</source>
        <translation>Nach dem letzten Schritt; null ohne Loss-Skalierung.</translation>
    </message>
    <message>
        <source>Steps without an update, because a gradient was not finite.</source>
        <translation>Schritte ohne Update, weil ein Gradient nicht endlich war.</translation>
    </message>
    <message>
        <source>The first step with a loss or a weight that is not finite.</source>
        <translation>Der erste Schritt mit einem Loss oder einem Gewicht, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>The step at which the loss scale&apos;s rule ends the run with an exception; all after it are skipped.</source>
        <translation>Der Schritt, in dem die Regel der Loss-Skalierung den Lauf mit einer Exception beendet; alle danach werden übersprungen.</translation>
    </message>
    <message>
        <source>The first step whose loss in float64 is not finite or above 1e30; null in step watch.</source>
        <translation>Der erste Schritt, dessen Loss in float64 nicht endlich oder größer als 1e30 ist; null, wenn schrittweise verglichen wird.</translation>
    </message>
    <message>
        <source>On this machine.</source>
        <translation>Auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Of the step, unscaled.</source>
        <translation>Des Schritts, unskaliert.</translation>
    </message>
    <message>
        <source>By which the loss of this step was multiplied.</source>
        <translation>Womit der Loss dieses Schritts multipliziert wurde.</translation>
    </message>
    <message>
        <source>Of the gradient elements that are not zero in float64, those that are zero here.</source>
        <translation>Von den Gradientenelementen, die in float64 nicht null sind, die, die es hier sind.</translation>
    </message>
    <message>
        <source>Of the weights that float64&apos;s update moves, those that stayed as they were.</source>
        <translation>Von den Gewichten, die das Update in float64 bewegt, die, die blieben, wie sie waren.</translation>
    </message>
    <message>
        <source>Relative L2 distance of the model&apos;s output from the float64 reference&apos;s.</source>
        <translation>Relativer L2-Abstand der Ausgabe des Modells von der der float64-Referenz.</translation>
    </message>
    <message>
        <source>The largest magnitude of all weight gradients, without the loss scale.</source>
        <translation>Der größte Betrag aller Gewichtsgradienten, ohne die Loss-Skalierung.</translation>
    </message>
    <message>
        <source>Relative L2 distance of all weight gradients from the float64 reference&apos;s.</source>
        <translation>Relativer L2-Abstand aller Gewichtsgradienten von denen der float64-Referenz.</translation>
    </message>
    <message>
        <source>1 where no weight was updated, because a gradient was not finite; else 0.</source>
        <translation>1, wo kein Gewicht geändert wurde, weil ein Gradient nicht endlich war; sonst 0.</translation>
    </message>
    <message>
        <source>Its number, from 0.</source>
        <translation>Seine Nummer, von 0 an.</translation>
    </message>
    <message>
        <source>Numerics &gt; All layers&apos; recipe</source>
        <translation>Numerik &gt; Rezept aller Schichten</translation>
    </message>
    <message>
        <source>Numerics &gt; Forward &gt; accumulator</source>
        <translation>Numerik &gt; Vorwärts &gt; Akkumulator</translation>
    </message>
    <message>
        <source>Numerics &gt; Input gradient &gt; output gradient</source>
        <translation>Numerik &gt; Eingabegradient &gt; Ausgabegradient</translation>
    </message>
    <message>
        <source>Numerics &gt; Weight gradient &gt; output gradient</source>
        <translation>Numerik &gt; Gewichtsgradient &gt; Ausgabegradient</translation>
    </message>
    <message>
        <source>Numerics &gt; Stored &gt; master weights</source>
        <translation>Numerik &gt; Gespeichert &gt; Master-Gewichte</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>Einsen</translation>
    </message>
    <message>
        <source>0.1</source>
        <translation>0.1</translation>
    </message>
    <message>
        <source>1/i</source>
        <translation>1/i</translation>
    </message>
    <message>
        <source>|N(0,1)|</source>
        <translation>|N(0,1)|</translation>
    </message>
    <message>
        <source>N(0,1)</source>
        <translation>N(0,1)</translation>
    </message>
    <message>
        <source>N(0,1) with outliers</source>
        <translation>N(0,1) mit Ausreißern</translation>
    </message>
    <message>
        <source>The bias of %1 as it is: under the map, whose default %2 does not compute in float32, Keras adds it so; a layer whose own policy is %3 rounds it to bfloat16 before.</source>
        <translation>Der Bias von %1, wie er ist: Unter der Map, deren Vorgabe %2 nicht in float32 rechnet, addiert Keras ihn so; eine Schicht, deren eigene Policy %3 ist, rundet ihn vorher auf bfloat16.</translation>
    </message>
    <message>
        <source>The rounding of %1&apos;s bias to bfloat16: Keras does so under the map, whose default %2 computes in float32; a layer whose own policy is %3 adds its bias as it is.</source>
        <translation>Das Runden des Bias von %1 auf bfloat16: Keras tut das unter der Map, deren Vorgabe %2 in float32 rechnet; eine Schicht, deren eigene Policy %3 ist, addiert ihren Bias, wie er ist.</translation>
    </message>
    <message>
        <source>For Keras 3.12 or newer. From 3.4 to 3.11 a key matches every path that it is a part of, so that other layers get its policy too, without a word; before 3.4 there are no maps.</source>
        <translation>Für Keras ab 3.12. Von 3.4 bis 3.11 passt ein Schlüssel zu jedem Pfad, von dem er ein Teil ist, sodass auch andere Schichten seine Policy bekommen, ohne ein Wort; vor 3.4 gibt es keine Maps.</translation>
    </message>
    <message>
        <source>For Keras 3.4 or newer; int4 in blocks and AWQ need 3.14, GPTQ 3.12, ternary 3.16.</source>
        <translation>Für Keras ab 3.4; int4 in Blöcken und AWQ brauchen 3.14, GPTQ 3.12, ternary 3.16.</translation>
    </message>
    <message>
        <source>For Keras 3.15 or newer. Older ones refuse it with a TypeError, because they do not know all of its keys, such as input_axes of initializers.</source>
        <translation>Für Keras ab 3.15. Ältere weisen es mit einem TypeError ab, weil sie nicht alle Schlüssel kennen, etwa input_axes von Initialisierern.</translation>
    </message>
    <message>
        <source>For Keras 3.14 or newer. Back to 3.4 others run it too, but for an RMSNormalization, which needs 3.9 and 3.14 for a list of axes, and policies that they lack.</source>
        <translation>Für Keras ab 3.14. Ab 3.4 läuft es auch, bis auf eine RMSNormalization, die 3.9 braucht und mit einer Liste von Achsen 3.14, und Policies, die es dort nicht gibt.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 step</source>
        <translation>%1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>The one loss that the log says is finite.</source>
        <translation>Der eine Loss, den das Log sagt, ist endlich.</translation>
    </message>
    <message>
        <source>All %1 losses that are printed are finite.</source>
        <translation>Alle %1 Losses, die gedruckt sind, sind endlich.</translation>
    </message>
    <message>
        <source>All %1 losses are finite.</source>
        <translation>Alle %1 Losses sind endlich.</translation>
    </message>
    <message>
        <source>The loss is %1 on %2, and finite again after it.</source>
        <translation>Der Loss ist %1 in %2, und danach wieder endlich.</translation>
    </message>
    <message>
        <source>The loss is not finite %1 of %2 times, first on %3 and last on %4; at the end it is finite again.</source>
        <translation>Der Loss ist %1 von %2 Malen nicht endlich, zuerst in %3 und zuletzt in %4; am Ende ist er wieder endlich.</translation>
    </message>
    <message>
        <source>The loss is not finite %1 of %2 times, first on %3 and last on %4; it is finite between.</source>
        <translation>Der Loss ist %1 von %2 Malen nicht endlich, zuerst in %3 und zuletzt in %4; dazwischen ist er endlich.</translation>
    </message>
    <message>
        <source>The running mean of the loss is %1 from %2 on; it was %3 before.</source>
        <translation>Das laufende Mittel des Loss ist ab %2 %1; davor war es %3.</translation>
    </message>
    <message>
        <source>The running mean of the loss is %1 from %2 on.</source>
        <translation>Das laufende Mittel des Loss ist ab %2 %1.</translation>
    </message>
    <message>
        <source>The loss is %1 from %2 on; it was %3 before.</source>
        <translation>Der Loss ist ab %2 %1; davor war er %3.</translation>
    </message>
    <message>
        <source>The loss is %1 from %2 on.</source>
        <translation>Der Loss ist ab %2 %1.</translation>
    </message>
    <message>
        <source>The validation loss is %1 from %2 on (%3).</source>
        <translation>Der Loss der Validierung ist ab %2 %1 (%3).</translation>
    </message>
    <message>
        <source>The validation loss is not finite %1 of %2 times, first on %3.</source>
        <translation>Der Loss der Validierung ist %1 von %2 Malen nicht endlich, zuerst in %3.</translation>
    </message>
    <message>
        <source>The gradient norm is %1 from %2 on (%3).</source>
        <translation>Die Gradientennorm ist ab %2 %1 (%3).</translation>
    </message>
    <message>
        <source>The gradient norm is %1 on %2, and finite again after it.</source>
        <translation>Die Gradientennorm ist %1 in %2, und danach wieder endlich.</translation>
    </message>
    <message>
        <source>The gradient norm is not finite %1 of %2 times, first on %3 and last on %4.</source>
        <translation>Die Gradientennorm ist %1 von %2 Malen nicht endlich, zuerst in %3 und zuletzt in %4.</translation>
    </message>
    <message>
        <source>The scale falls to %1 on %2.</source>
        <translation>Die Skalierung fällt in %2 auf %1.</translation>
    </message>
    <message>
        <source>The scale falls %1 times in a row to %2 (%3).</source>
        <translation>Die Skalierung fällt %1-mal hintereinander, auf %2 (%3).</translation>
    </message>
    <message>
        <source>The scale falls %1 times to %2 (%3), with at least %4 good steps between.</source>
        <translation>Die Skalierung fällt %1-mal, auf %2 (%3), mit mindestens %4 gelungenen Schritten dazwischen.</translation>
    </message>
    <message>
        <source>The log says on %1 that the scale is at its least.</source>
        <translation>Das Log sagt in %1, dass die Skalierung nicht kleiner werden kann.</translation>
    </message>
    <message>
        <source>The scale is at its least, %1, from %2 on, and steps are skipped all the same (%3 since).</source>
        <translation>Die Skalierung ist ab %2 so klein, wie sie wird, %1, und Schritte werden trotzdem übersprungen (%3 seither).</translation>
    </message>
    <message>
        <source>The scale fell %1 (%2), held, and fell %3 again (%4), last to %5.</source>
        <translation>Die Skalierung fiel %1 (%2), hielt sich und fiel noch %3 (%4), zuletzt auf %5.</translation>
    </message>
    <message>
        <source>The scale grows and falls back: %1, %2, last %3. It grows %4.</source>
        <translation>Die Skalierung wächst und fällt zurück: %1, %2, zuletzt %3. Sie wächst %4.</translation>
    </message>
    <message>
        <source>The scale grows and falls back: %1, %2, last %3.</source>
        <translation>Die Skalierung wächst und fällt zurück: %1, %2, zuletzt %3.</translation>
    </message>
    <message>
        <source>The log says no loss of the training.</source>
        <translation>Das Log sagt keinen Loss des Trainings.</translation>
    </message>
    <message>
        <source>The log says no loss of the training under a known name; it has numbers that it calls %1.</source>
        <translation>Das Log sagt keinen Loss des Trainings unter einem bekannten Namen; es hat Zahlen, die es %1 nennt.</translation>
    </message>
    <message>
        <source>That step was skipped.</source>
        <translation>Dieser Schritt wurde übersprungen.</translation>
    </message>
    <message>
        <source>Each of these steps was skipped.</source>
        <translation>Jeder dieser Schritte wurde übersprungen.</translation>
    </message>
    <message>
        <source>The log does not show that %1 skipped.</source>
        <translation>Das Log zeigt nicht, dass %1 übersprungen wurden.</translation>
    </message>
    <message>
        <source>%1 such step was</source>
        <translation>%1 solcher Schritt</translation>
    </message>
    <message>
        <source>%1 such steps were</source>
        <translation>%1 solche Schritte</translation>
    </message>
    <message>
        <source>Such a log leaves out losses that are not finite.</source>
        <translation>Ein solches Log lässt Losses weg, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>The running mean beside the loss is %1 on %2.</source>
        <translation>Das laufende Mittel neben dem Loss ist %1 in %2.</translation>
    </message>
    <message>
        <source>The validation loss stays finite (%1 from there on).</source>
        <translation>Der Loss der Validierung bleibt endlich (%1 von dort an).</translation>
    </message>
    <message>
        <source>The gradient norm is %1 on %2 already, where the loss is still finite.</source>
        <translation>Die Gradientennorm ist schon in %2 %1, wo der Loss noch endlich ist.</translation>
    </message>
    <message>
        <source>The loss that is printed there is finite (%1).</source>
        <translation>Der Loss, der dort gedruckt ist, ist endlich (%1).</translation>
    </message>
    <message>
        <source>The loss stays finite there (%1).</source>
        <translation>Der Loss bleibt dort endlich (%1).</translation>
    </message>
    <message>
        <source>The running mean of the gradient norm is %1 on %2.</source>
        <translation>Das laufende Mittel der Gradientennorm ist %1 in %2.</translation>
    </message>
    <message>
        <source>No step was skipped.</source>
        <translation>Kein Schritt wurde übersprungen.</translation>
    </message>
    <message>
        <source>The log does not mention skipped steps.</source>
        <translation>Das Log erwähnt keine übersprungenen Schritte.</translation>
    </message>
    <message>
        <source>The log states %1 (%2).</source>
        <translation>Das Log nennt %1 (%2).</translation>
    </message>
    <message>
        <source>%1 skipped step</source>
        <translation>%1 übersprungenen Schritt</translation>
    </message>
    <message>
        <source>%1 skipped steps</source>
        <translation>%1 übersprungene Schritte</translation>
    </message>
    <message>
        <source>After the beginning at least %1 of the steps are skipped.</source>
        <translation>Nach dem Anfang werden mindestens %1 der Schritte übersprungen.</translation>
    </message>
    <message>
        <source>The log says no loss scale.</source>
        <translation>Das Log sagt keine Loss-Skalierung.</translation>
    </message>
    <message>
        <source>The scale is %1 on %2.</source>
        <translation>Die Skalierung ist %1 in %2.</translation>
    </message>
    <message>
        <source>The log says the scale once: %1 on %2.</source>
        <translation>Das Log sagt die Skalierung ein einziges Mal: %1 in %2.</translation>
    </message>
    <message>
        <source>The scale is %1 each time that the log says it (%2, %3).</source>
        <translation>Die Skalierung ist jedes Mal %1, wenn das Log sie sagt (%2, %3).</translation>
    </message>
    <message>
        <source>The one loss after the first of them is finite.</source>
        <translation>Der eine Loss nach dem ersten davon ist endlich.</translation>
    </message>
    <message>
        <source>All %1 losses after the first of them are finite.</source>
        <translation>Alle %1 Losses nach dem ersten davon sind endlich.</translation>
    </message>
    <message>
        <source>After the first of them %1 of %2 losses are not finite.</source>
        <translation>Nach dem ersten davon sind %1 von %2 Losses nicht endlich.</translation>
    </message>
    <message>
        <source>The log says no loss after that.</source>
        <translation>Danach sagt das Log keinen Loss.</translation>
    </message>
    <message>
        <source>The gradient norm is not finite there %1 of %2 times.</source>
        <translation>Die Gradientennorm ist dort %1 von %2 Malen nicht endlich.</translation>
    </message>
    <message>
        <source>The scale had grown directly before, on %1.</source>
        <translation>Die Skalierung war unmittelbar davor gewachsen, in %1.</translation>
    </message>
    <message>
        <source>Before it the scale fell %1, first on %2.</source>
        <translation>Davor fiel die Skalierung %1, zuerst in %2.</translation>
    </message>
    <message>
        <source>The scale fell %1 to %2 (%3) and has held since, for at least %4.</source>
        <translation>Die Skalierung fiel %1 auf %2 (%3) und hält sich seither, mindestens %4.</translation>
    </message>
    <message>
        <source>In %1 it does not grow.</source>
        <translation>In %1 wächst sie nicht.</translation>
    </message>
    <message>
        <source>In the %1 since it has not grown.</source>
        <translation>In den %1 seither ist sie nicht gewachsen.</translation>
    </message>
    <message>
        <source>The scale grows %1, to %2, and never falls.</source>
        <translation>Die Skalierung wächst %1, auf %2, und fällt nie.</translation>
    </message>
    <message>
        <source>The loss changes with the scale, at %1 of its %2 changes.</source>
        <translation>Der Loss ändert sich mit der Skalierung, bei %1 ihrer %2 Änderungen.</translation>
    </message>
    <message>
        <source>The gradient norm changes with the scale, at %1 of its %2 changes.</source>
        <translation>Die Gradientennorm ändert sich mit der Skalierung, bei %1 ihrer %2 Änderungen.</translation>
    </message>
    <message>
        <source>The learning rate changes %1 (%2).</source>
        <translation>Die Lernrate ändert sich %1 (%2).</translation>
    </message>
    <message>
        <source>epoch %1, step %2</source>
        <translation>Epoche %1, Schritt %2</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>line %1, entry %2</source>
        <translation>Zeile %1, Eintrag %2</translation>
    </message>
    <message>
        <source>No loss scale can help against that.</source>
        <translation>Dagegen hilft keine Loss-Skalierung.</translation>
    </message>
    <message>
        <source>So the gradient was not finite before the loss was.</source>
        <translation>Also war der Gradient nicht endlich, bevor der Loss es war.</translation>
    </message>
    <message>
        <source>A gradient that is NaN or infinite, once applied, ruins the weights, and with them the next loss. Look for the first gradient that is not finite at the place of that norm; the forward pass before it was finite.</source>
        <translation>Ein Gradient, der NaN oder unendlich ist, zerstört, einmal angewandt, die Gewichte und mit ihnen den nächsten Loss. Suchen Sie an der Stelle dieser Norm den ersten Gradienten, der nicht endlich ist; der Vorwärtsdurchlauf davor war endlich.</translation>
    </message>
    <message>
        <source>So the loss is not finite.</source>
        <translation>Also ist der Loss nicht endlich.</translation>
    </message>
    <message>
        <source>So the loss is not the cause; most likely gradients that the growth made infinite are never cleared.</source>
        <translation>Also ist der Loss nicht die Ursache; wahrscheinlich werden Gradienten, die das Wachstum unendlich machte, nie gelöscht.</translation>
    </message>
    <message>
        <source>A growth is tried, and where it is too much one step is skipped: that is usual. Its gradients stay infinite unless they are cleared after a skipped step too (optimizer.zero_grad() in every step), and then every step after it is skipped, however small the scale. If clearing changes nothing, look for the first gradient that is not finite.</source>
        <translation>Ein Wachstum wird versucht, und wo es zu viel ist, wird ein Schritt übersprungen: Das ist üblich. Seine Gradienten bleiben unendlich, wenn sie nicht auch nach einem übersprungenen Schritt gelöscht werden (optimizer.zero_grad() in jedem Schritt), und dann wird jeder Schritt danach übersprungen, wie klein die Skalierung auch ist. Ändert das Löschen nichts, suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>So the loss is not the cause, nor are gradients kept from an earlier step: the backward pass of some steps is not finite.</source>
        <translation>Also ist weder der Loss die Ursache, noch sind es Gradienten aus einem früheren Schritt: Der Rückwärtsdurchlauf mancher Schritte ist nicht endlich.</translation>
    </message>
    <message>
        <source>Gradients that were never cleared would be infinite in every step. Here some are not, so that it is the backward pass of these steps: a square root, a division or a logarithm at 0 has a derivative that is not finite, or a gradient is too large for float16 however small the scale. Look for the first gradient that is not finite.</source>
        <translation>Gradienten, die nie gelöscht werden, wären in jedem Schritt unendlich. Hier sind es manche nicht, sodass es der Rückwärtsdurchlauf dieser Schritte ist: Eine Wurzel, eine Division oder ein Logarithmus bei 0 hat eine Ableitung, die nicht endlich ist, oder ein Gradient ist zu groß für float16, wie klein die Skalierung auch ist. Suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>So the loss is not the cause: the backward pass is not finite, or gradients of an earlier step are never cleared.</source>
        <translation>Also ist der Loss nicht die Ursache: Der Rückwärtsdurchlauf ist nicht endlich, oder Gradienten eines früheren Schritts werden nie gelöscht.</translation>
    </message>
    <message>
        <source>A scale that is too large is halved until the gradients fit; this one was halved for what it does not cause, while the forward pass was finite. Clear the gradients in every step, also after one that was skipped (optimizer.zero_grad()). If that changes nothing, look for the first gradient that is not finite.</source>
        <translation>Eine zu große Skalierung wird halbiert, bis die Gradienten passen; diese wurde für etwas halbiert, was nicht von ihr kommt, während der Vorwärtsdurchlauf endlich war. Löschen Sie die Gradienten in jedem Schritt, auch nach einem, der übersprungen wurde (optimizer.zero_grad()). Ändert das nichts, suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>Something is not finite that no loss scale can help; whether in the forward or the backward pass the log does not say.</source>
        <translation>Etwas ist nicht endlich, wogegen keine Loss-Skalierung hilft; ob im Vorwärts- oder im Rückwärtsdurchlauf, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>A scale that is too large is halved until the gradients fit. One that goes on falling is halved for what it does not cause: a loss that is not finite, a backward pass that is not, or gradients that are never cleared. Log the loss of each step beside the scale: if it is finite, it is not the forward pass.</source>
        <translation>Eine zu große Skalierung wird halbiert, bis die Gradienten passen. Eine, die immer weiter fällt, wird für etwas halbiert, was nicht von ihr kommt: einen Loss, der nicht endlich ist, einen Rückwärtsdurchlauf, der es nicht ist, oder Gradienten, die nie gelöscht werden. Schreiben Sie den Loss jedes Schritts neben die Skalierung ins Log: Ist er endlich, so ist es nicht der Vorwärtsdurchlauf.</translation>
    </message>
    <message>
        <source>Small gradients are no longer lifted over what float16 can hold.</source>
        <translation>Kleine Gradienten werden nicht mehr in das gehoben, was float16 fassen kann.</translation>
    </message>
    <message>
        <source>Gradients overflow even where the loss is hardly scaled: they are too large for float16, or some are not finite whatever the scale. A smaller learning rate, clipping (after unscaling) or bfloat16 helps; a loss scale does not.</source>
        <translation>Gradienten laufen über, obwohl der Loss kaum skaliert ist: Sie sind zu groß für float16, oder manche sind bei jeder Skalierung nicht endlich. Eine kleinere Lernrate, Clipping (nach dem Zurückskalieren) oder bfloat16 hilft; eine Loss-Skalierung nicht.</translation>
    </message>
    <message>
        <source>So these steps were left out: as far as the log shows nothing is trained since.</source>
        <translation>Also wurden diese Schritte ausgelassen: Soweit das Log zeigt, wird seither nichts trainiert.</translation>
    </message>
    <message>
        <source>A gradient that is NaN, once applied, makes the weights and then the loss NaN. The loss is finite, so that the steps were left out, by a scaler or a program that does not say so. A norm that is a mean over steps is NaN where one of them is. Log the loss scale and the norm of every step, and look for the first gradient that is not finite.</source>
        <translation>Ein Gradient, der NaN ist, macht, einmal angewandt, die Gewichte und dann den Loss NaN. Der Loss ist endlich, also wurden die Schritte ausgelassen, von einem Skalierer oder einem Programm, das es nicht sagt. Eine Norm, die ein Mittel über Schritte ist, ist NaN, wo eine davon es ist. Schreiben Sie die Loss-Skalierung und die Norm jedes Schritts ins Log, und suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>Such a step makes every weight NaN unless it is left out. Look for the first gradient that is not finite.</source>
        <translation>Ein solcher Schritt macht jedes Gewicht NaN, wenn er nicht ausgelassen wird. Suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>Whether these steps were taken the log does not say.</source>
        <translation>Ob diese Schritte ausgeführt wurden, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>Such a step makes every weight NaN unless it is left out. Log the loss of every step as it is, and whether the step was skipped; and look for the first gradient that is not finite.</source>
        <translation>Ein solcher Schritt macht jedes Gewicht NaN, wenn er nicht ausgelassen wird. Schreiben Sie den Loss jedes Schritts ins Log, wie er ist, und ob der Schritt übersprungen wurde; und suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>There the log ends: whether it goes on so is not known.</source>
        <translation>Dort endet das Log: Ob es so weitergeht, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>One step whose gradient is not finite is usual where a loss scale looks for its place: it is skipped. Several in a row are not.</source>
        <translation>Ein Schritt, dessen Gradient nicht endlich ist, ist üblich, wo eine Loss-Skalierung ihren Platz sucht: Er wird übersprungen. Mehrere hintereinander sind es nicht.</translation>
    </message>
    <message>
        <source>Where a loss scale is at work such steps are usual, and skipped. Then the log should say the skip and the scale (scaler.get_scale() of PyTorch); without a scaler look for the first gradient that is not finite.</source>
        <translation>Wo eine Loss-Skalierung am Werk ist, sind solche Schritte üblich und werden übersprungen. Dann sollte das Log das Überspringen und die Skalierung sagen (scaler.get_scale() in PyTorch); ohne Skalierer suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>The loss is finite again, so that the weights were not ruined: such steps were left out, though the log does not say so, or that loss is not what is trained on. The forward pass is not finite for these data. Look for its first output that is not.</source>
        <translation>Der Loss ist wieder endlich, die Gewichte wurden also nicht zerstört: Solche Schritte wurden ausgelassen, obwohl das Log es nicht sagt, oder dieser Loss ist nicht der, mit dem trainiert wird. Der Vorwärtsdurchlauf ist für diese Daten nicht endlich. Suchen Sie seine erste Ausgabe, die es nicht ist.</translation>
    </message>
    <message>
        <source>Whether these are NaN the log does not say.</source>
        <translation>Ob diese NaN sind, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>So at least one loss that is not printed was not finite.</source>
        <translation>Also war mindestens ein Loss, der nicht gedruckt ist, nicht endlich.</translation>
    </message>
    <message>
        <source>A running mean stays NaN after a single NaN. Log the loss of every step to see which it was.</source>
        <translation>Ein laufendes Mittel bleibt nach einem einzigen NaN NaN. Schreiben Sie den Loss jedes Schritts ins Log, um zu sehen, welcher es war.</translation>
    </message>
    <message>
        <source>So at least one gradient norm was not finite; when the log does not say.</source>
        <translation>Also war mindestens eine Gradientennorm nicht endlich; wann, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>A running mean stays NaN after a single NaN. One such step is usual where a loss scale looks for its place: it is skipped. Log the norm of every step, and which steps were skipped.</source>
        <translation>Ein laufendes Mittel bleibt nach einem einzigen NaN NaN. Ein solcher Schritt ist üblich, wo eine Loss-Skalierung ihren Platz sucht: Er wird übersprungen. Schreiben Sie die Norm jedes Schritts ins Log, und welche Schritte übersprungen wurden.</translation>
    </message>
    <message>
        <source>No gradient survives that.</source>
        <translation>Das übersteht kein Gradient.</translation>
    </message>
    <message>
        <source>There the log ends: whether the scale holds is not known.</source>
        <translation>Dort endet das Log: Ob sich die Skalierung hält, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>A dynamic scale begins high and is halved by each overflow until the gradients fit: ten or so skipped steps are no fault. If it falls to 1 and below, something else is not finite.</source>
        <translation>Eine dynamische Skalierung beginnt hoch und wird bei jedem Überlauf halbiert, bis die Gradienten passen: Etwa zehn übersprungene Schritte sind kein Fehler. Fällt sie auf 1 und darunter, ist etwas anderes nicht endlich.</translation>
    </message>
    <message>
        <source>Whether it changes the log does not say.</source>
        <translation>Ob sie sich ändert, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>Log the scale beside every loss (scaler.get_scale() of PyTorch): its course shows which steps were skipped.</source>
        <translation>Schreiben Sie die Skalierung neben jeden Loss ins Log (scaler.get_scale() in PyTorch): Ihr Verlauf zeigt, welche Schritte übersprungen wurden.</translation>
    </message>
    <message>
        <source>After its beginning a dynamic scale usually falls after it has grown. Where it falls without that, gradients had become larger: look at the data of the skipped steps.</source>
        <translation>Nach ihrem Anfang fällt eine dynamische Skalierung gewöhnlich, nachdem sie gewachsen ist. Fällt sie ohne das, waren Gradienten größer geworden: Sehen Sie die Daten der übersprungenen Schritte an.</translation>
    </message>
    <message>
        <source>Nothing overflows under such a scale.</source>
        <translation>Unter einer solchen Skalierung läuft nichts über.</translation>
    </message>
    <message>
        <source>A scale grows until a gradient overflows. Where none does under so large a scale, gradients are zero, are not of float16, or are never looked at; at last the scale itself is infinite. Look at the gradient norm, and give the scale a largest value.</source>
        <translation>Eine Skalierung wächst, bis ein Gradient überläuft. Wo es unter einer so großen keiner tut, sind Gradienten null, nicht in float16 oder werden nie angesehen; zuletzt ist die Skalierung selbst unendlich. Sehen Sie die Gradientennorm an, und geben Sie der Skalierung einen größten Wert.</translation>
    </message>
    <message>
        <source>It grows after so many good steps in a row, until a gradient overflows; then one step is skipped and the scale is halved.</source>
        <translation>Sie wächst nach so und so vielen gelungenen Schritten hintereinander, bis ein Gradient überläuft; dann wird ein Schritt übersprungen und die Skalierung halbiert.</translation>
    </message>
    <message>
        <source>That is more than growing costs.</source>
        <translation>Das ist mehr, als das Wachsen kostet.</translation>
    </message>
    <message>
        <source>It grows after so many good steps in a row, 1000 or 2000 unless the program says otherwise, until one overflows; that step is skipped and the scale halved. So it stays as large as the gradients allow.</source>
        <translation>Sie wächst nach so und so vielen gelungenen Schritten hintereinander, 1000 oder 2000, wenn das Programm nichts anderes sagt, bis einer überläuft; dieser Schritt wird übersprungen und die Skalierung halbiert. So bleibt sie so groß, wie die Gradienten es erlauben.</translation>
    </message>
    <message>
        <source>So it is the norm of scaled gradients.</source>
        <translation>Also ist es die Norm skalierter Gradienten.</translation>
    </message>
    <message>
        <source>So what is logged is the scaled loss.</source>
        <translation>Also steht der skalierte Loss im Log.</translation>
    </message>
    <message>
        <source>The loss is multiplied by the scale before the backward pass, and that product was logged. Log the loss before it is scaled, or divide by the scale: a change of the scale looks like one of the loss otherwise.</source>
        <translation>Der Loss wird vor dem Rückwärtsdurchlauf mit der Skalierung multipliziert, und dieses Produkt steht im Log. Schreiben Sie den Loss ins Log, bevor er skaliert wird, oder teilen Sie durch die Skalierung: Eine Änderung der Skalierung sieht sonst wie eine des Loss aus.</translation>
    </message>
    <message>
        <source>So the schedule counts steps that the optimizer did not take.</source>
        <translation>Also zählt der Lernratenplan Schritte, die der Optimierer nicht gemacht hat.</translation>
    </message>
    <message>
        <source>Training and validation differ: running statistics take the place of the batch&apos;s, an evaluation may run in float16 without autocast, and a mean over no samples is NaN. Look for the first output of the validation that is not finite.</source>
        <translation>Training und Validierung unterscheiden sich: Laufende Statistiken treten an die Stelle derer des Batches, eine Auswertung läuft vielleicht ohne Autocast in float16, und ein Mittel über keine Beispiele ist NaN. Suchen Sie die erste Ausgabe der Validierung, die nicht endlich ist.</translation>
    </message>
    <message>
        <source>So the weights that are validated are finite.</source>
        <translation>Also sind die Gewichte, die validiert werden, endlich.</translation>
    </message>
    <message>
        <source>They are an average or a copy from before, or the steps of losses that are not finite were left out. Otherwise their validation would not be finite either.</source>
        <translation>Sie sind ein Mittel oder eine Kopie von vorher, oder die Schritte mit Losses, die nicht endlich sind, wurden ausgelassen. Sonst wäre auch ihre Validierung nicht endlich.</translation>
    </message>
    <message>
        <source>Log the loss of the training beside the rest, or say by which name the log has it.</source>
        <translation>Schreiben Sie den Loss des Trainings neben das Übrige ins Log, oder sagen Sie, unter welchem Namen das Log ihn hat.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>finite, loss %1</source>
        <translation>endlich, Loss %1</translation>
    </message>
    <message>
        <source>%1 overflows</source>
        <translation>%1 Überläufe</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps skipped</source>
        <translation>%1 der letzten %2 Schritte übersprungen</translation>
    </message>
    <message>
        <source>%1 flushed</source>
        <translation>%1 zu null</translation>
    </message>
    <message>
        <source>%1 of the updates lost</source>
        <translation>%1 der Updates verloren</translation>
    </message>
    <message>
        <source>%1 saturated</source>
        <translation>%1 gesättigt</translation>
    </message>
    <message>
        <source>error against float64 %1</source>
        <translation>Fehler gegen float64 %1</translation>
    </message>
    <message>
        <source>Use bfloat16 below float8</source>
        <translation>bfloat16 unter float8 verwenden</translation>
    </message>
    <message>
        <source>Scale by the amaxes of the last 1024 steps</source>
        <translation>Mit den amax der letzten 1024 Schritte skalieren</translation>
    </message>
    <message>
        <source>Diverged at step %1: the scale %2 is 0 in %3, and what is divided by it is not finite.</source>
        <translation>Bei Schritt %1 divergiert: Die Skalierung %2 ist in %3 gleich 0, und was durch sie dividiert wird, ist nicht endlich.</translation>
    </message>
    <message>
        <source>Diverged at step %1: the reciprocal of the scale %2 is more than %3 holds.</source>
        <translation>Bei Schritt %1 divergiert: Der Kehrwert der Skalierung %2 ist mehr, als %3 fasst.</translation>
    </message>
    <message>
        <source>Diverged at step %1: a value that came in is not a finite number.</source>
        <translation>Bei Schritt %1 divergiert: Ein Wert, der hereinkam, ist keine endliche Zahl.</translation>
    </message>
    <message>
        <source>Diverged at step %1: a division by zero, and the weights are lost.</source>
        <translation>Bei Schritt %1 divergiert: eine Division durch null, und die Gewichte sind verloren.</translation>
    </message>
    <message>
        <source>Infinity minus infinity becomes NaN (not a number), and every weight that NaN touches is NaN for good.</source>
        <translation>Unendlich minus Unendlich wird NaN (keine Zahl), und jedes Gewicht, das NaN berührt, bleibt NaN.</translation>
    </message>
    <message>
        <source>No format, loss scale or learning rate mends what was not finite before the run computed anything.</source>
        <translation>Kein Format, keine Loss-Skalierung und keine Lernrate behebt, was schon nicht endlich war, bevor der Lauf etwas berechnet hat.</translation>
    </message>
    <message>
        <source>What is divided by has become zero: it was too small for the format, or its terms cancelled.</source>
        <translation>Der Divisor ist null geworden: Er war zu klein für das Format, oder seine Terme haben sich aufgehoben.</translation>
    </message>
    <message>
        <source>A float8 layer divides by a scale that is kept in float32 and rounded to %1 first. Small numbers have a small scale: %1&apos;s smallest value is %2, and a scale whose reciprocal %1 cannot hold is as bad as none.</source>
        <translation>Eine float8-Schicht dividiert durch eine Skalierung, die in float32 gehalten und zuerst auf %1 gerundet wird. Kleine Zahlen haben eine kleine Skalierung: Der kleinste Wert von %1 ist %2, und eine Skalierung, deren Kehrwert %1 nicht fasst, ist so schlecht wie keine.</translation>
    </message>
    <message>
        <source>A format has a largest value. A result above it becomes infinity.</source>
        <translation>Ein Format hat einen größten Wert. Ein Ergebnis darüber wird Unendlich.</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the run&apos;s gradients flushed, %2 of the updates lost.</source>
        <translation>Numerisch gesund: %1 der Gradienten des Laufs zu null, %2 der Updates verloren.</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the run&apos;s gradients flushed, %2 of the updates lost, %3 step skipped to find the loss scale.</source>
        <translation>Numerisch gesund: %1 der Gradienten des Laufs zu null, %2 der Updates verloren, %3 Schritt übersprungen, um die Loss-Skalierung zu finden.</translation>
    </message>
    <message>
        <source>Numerically healthy: %1 of the run&apos;s gradients flushed, %2 of the updates lost, %3 steps skipped to find the loss scale.</source>
        <translation>Numerisch gesund: %1 der Gradienten des Laufs zu null, %2 der Updates verloren, %3 Schritte übersprungen, um die Loss-Skalierung zu finden.</translation>
    </message>
    <message>
        <source>The loss scale is not found yet: of %1 steps %2 were skipped, the last one too.</source>
        <translation>Die Loss-Skalierung ist noch nicht gefunden: Von %1 Schritten wurden %2 übersprungen, auch der letzte.</translation>
    </message>
    <message>
        <source>A dynamic loss scale begins high, and is halved by each step whose gradients are not finite; such a step is skipped. Until one is not skipped nothing is trained.</source>
        <translation>Eine dynamische Loss-Skalierung beginnt hoch und wird von jedem Schritt halbiert, dessen Gradienten nicht endlich sind; ein solcher Schritt wird übersprungen. Bis einer nicht übersprungen wird, wird nichts trainiert.</translation>
    </message>
    <message>
        <source>%1 number overflowed: what made it was finite, it is not.</source>
        <translation>%1 Zahl lief über: Woraus sie entstand, war endlich, sie ist es nicht.</translation>
    </message>
    <message>
        <source>%1 numbers overflowed: what made them was finite, they are not.</source>
        <translation>%1 Zahlen liefen über: Woraus sie entstanden, war endlich, sie sind es nicht.</translation>
    </message>
    <message>
        <source>sum of all elements</source>
        <translation>Summe aller Elemente</translation>
    </message>
    <message>
        <source>quantization in blocks</source>
        <translation>Quantisierung in Blöcken</translation>
    </message>
    <message>
        <source>Hadamard transform</source>
        <translation>Hadamard-Transformation</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>sum over the rows</source>
        <translation>Summe über die Zeilen</translation>
    </message>
    <message>
        <source>gradient of the normalization</source>
        <translation>Gradient der Normalisierung</translation>
    </message>
    <message>
        <source>sum of gradients of one row</source>
        <translation>Summe der Gradienten einer Zeile</translation>
    </message>
    <message>
        <source>sum over the row</source>
        <translation>Summe über die Zeile</translation>
    </message>
    <message>
        <source>sum of squares over the row</source>
        <translation>Summe der Quadrate über die Zeile</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>Umwandlung</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>gradient of the activation</source>
        <translation>Gradient der Aktivierung</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>gradient of the softmax</source>
        <translation>Gradient der Softmax</translation>
    </message>
    <message>
        <source>sum of gradients of one element</source>
        <translation>Summe der Gradienten eines Elements</translation>
    </message>
    <message>
        <source>sum over a window</source>
        <translation>Summe über ein Fenster</translation>
    </message>
    <message>
        <source>The validation loss is finite (%1).</source>
        <translation>Der Loss der Validierung ist endlich (%1).</translation>
    </message>
    <message>
        <source>The gradient norm is printed as 0 from %1 on (%2).</source>
        <translation>Die Gradientennorm ist ab %1 als 0 gedruckt (%2).</translation>
    </message>
    <message>
        <source>The scale is down to %1 (%2), after %3.</source>
        <translation>Die Skalierung ist bis auf %1 gefallen (%2), nach %3.</translation>
    </message>
    <message>
        <source>The losses of %1 steps at which it fell are all finite.</source>
        <translation>Die Losses von %1 Schritten, in denen sie fiel, sind alle endlich.</translation>
    </message>
    <message>
        <source>%1 of the %2 of %3</source>
        <translation>%1 von %2 in %3</translation>
    </message>
    <message>
        <source>%1 figure</source>
        <translation>%1 Kennzahl</translation>
    </message>
    <message>
        <source>%1 figures</source>
        <translation>%1 Kennzahlen</translation>
    </message>
    <message>
        <source>A share beyond 100 % was divided by too small a count, as where several processes add up what they found. It tells nothing of the training, and what follows leaves it out.</source>
        <translation>Ein Anteil über 100 % wurde durch eine zu kleine Anzahl geteilt, etwa wo mehrere Prozesse ihre Funde zusammenzählen. Er sagt nichts über das Training, und was folgt, lässt ihn weg.</translation>
    </message>
    <message>
        <source>%1 is %2 at step %3 (line %4), the first of %5 that are not finite.</source>
        <translation>%1 ist %2 in Schritt %3 (Zeile %4), als Erstes von %5 mit nicht endlichen Werten.</translation>
    </message>
    <message>
        <source>%1 series</source>
        <translation>%1 Reihen</translation>
    </message>
    <message>
        <source>A tensor with an infinity or a NaN has such a maximum or mean. The first layer and step that print it are where to look.</source>
        <translation>Ein Tensor mit einem Unendlich oder NaN hat ein solches Maximum oder Mittel. Wo zu suchen ist, sagen die erste Schicht und der erste Schritt, die es ausgeben.</translation>
    </message>
    <message>
        <source>%1 such series</source>
        <translation>%1 solchen Reihen</translation>
    </message>
    <message>
        <source>So few values hardly matter. Figures are printed with four decimals: 0.0000 is less than 0.00005, not nothing.</source>
        <translation>So wenige Werte machen kaum etwas aus. Die Zahlen haben vier Nachkommastellen: 0.0000 ist weniger als 0.00005, nicht nichts.</translation>
    </message>
    <message>
        <source>These are values of the tensor that were not 0 and became 0 in its 8-bit format. Gradients that vanish so teach nothing: give that tensor a scale of its own, a shorter amax history, or a format with more exponent bits.</source>
        <translation>Das sind Werte des Tensors, die nicht 0 waren und in seinem 8-Bit-Format 0 wurden. Gradienten, die so verschwinden, lehren nichts: Geben Sie dem Tensor eine eigene Skalierung, einen kürzeren Amax-Verlauf oder ein Format mit mehr Exponentenbits.</translation>
    </message>
    <message>
        <source>These are values that were beyond the largest of the 8-bit format and were cut to it. A scale that follows faster (a shorter amax history, current scaling) or a margin helps.</source>
        <translation>Das sind Werte, die über dem Größten des 8-Bit-Formats lagen und darauf gekürzt wurden. Eine Skalierung, die schneller folgt (ein kürzerer Amax-Verlauf, Skalierung nach den jetzigen Werten), oder eine Reserve hilft.</translation>
    </message>
    <message>
        <source>%1 of %2, none of them a share of values that are lost.</source>
        <translation>%1 in %2, darunter kein Anteil verlorener Werte.</translation>
    </message>
    <message>
        <source>Whether values underflow or overflow is not in the log: log underflows% too.</source>
        <translation>Ob Werte unter- oder überlaufen, steht nicht im Protokoll: Protokollieren Sie auch underflows%.</translation>
    </message>
    <message>
        <source>So it is the backward pass of these steps that is not finite.</source>
        <translation>Also ist es der Rückwärtsdurchlauf dieser Schritte, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>A scale below 1 makes no gradient overflow. What goes on halving it now and then is a backward pass that is not finite for some data: a square root, a division or a logarithm at 0 has a derivative that is not finite. Look for the first gradient that is not finite in one of these steps.</source>
        <translation>Eine Skalierung unter 1 lässt keinen Gradienten überlaufen. Was sie ab und zu weiter halbiert, ist ein Rückwärtsdurchlauf, der für manche Daten nicht endlich ist: Eine Wurzel, eine Division oder ein Logarithmus bei 0 hat eine Ableitung, die nicht endlich ist. Suchen Sie in einem dieser Schritte den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>Gradients below the least number of their dtype are 0, and then nothing is trained: a larger loss scale or bfloat16 helps. A norm that is small is printed as 0 too where four decimals are printed. Log more digits.</source>
        <translation>Gradienten unter der kleinsten Zahl ihres Dtypes sind 0, und dann wird nichts trainiert: Eine größere Loss-Skalierung oder bfloat16 hilft. Auch eine kleine Norm wird als 0 gedruckt, wo vier Nachkommastellen gedruckt werden. Schreiben Sie mehr Stellen ins Log.</translation>
    </message>
    <message>
        <source>Whether the loss of the training is finite the log does not say.</source>
        <translation>Ob der Loss des Trainings endlich ist, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>%1 is printed as %2 on line %3, but a share lies between 0 and 100: that cannot be.</source>
        <translation>%1 steht in Zeile %3 mit %2, doch ein Anteil liegt zwischen 0 und 100: Das kann nicht sein.</translation>
    </message>
    <message>
        <source>A running mean stays so after one such loss, until it begins anew.</source>
        <translation>Ein laufendes Mittel bleibt so nach einem einzigen solchen Loss, bis es neu beginnt.</translation>
    </message>
    <message>
        <source>It had grown from %1 (%2) before.</source>
        <translation>Davor war er von %1 (%2) gewachsen.</translation>
    </message>
    <message>
        <source>Whether the norm is 0 or has too few digits the log does not say.</source>
        <translation>Ob die Norm 0 ist oder zu wenige Stellen hat, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>Which Keras 3 the policies are meant for: the newest release, or the head of its repository. What only one of them has is said.</source>
        <translation>Für welches Keras 3 die Policies gemeint sind: die neueste Veröffentlichung oder den neuesten Stand seines Repositorys. Was nur eines davon hat, wird gesagt.</translation>
    </message>
    <message>
        <source>The policy %1 for %2, which does not have it and refuses the export: the head of Keras&apos; repository takes it.</source>
        <translation>Die Policy %1 für %2, das sie nicht hat und den Export abweist: Der neueste Stand des Keras-Repositorys nimmt sie.</translation>
    </message>
    <message>
        <source>%1 has a policy of its own</source>
        <translation>%1 hat eine eigene Policy</translation>
    </message>
    <message>
        <source>%1 takes the policy of %2</source>
        <translation>%1 nimmt die Policy von %2</translation>
    </message>
    <message>
        <source>%1 has a key that is exactly its path</source>
        <translation>für %1 gibt es einen Schlüssel, der genau ihr Pfad ist</translation>
    </message>
    <message>
        <source>Decides for no layer: %1.</source>
        <translation>Entscheidet für keine Schicht: %1.</translation>
    </message>
    <message>
        <source>Decides for no layer: %1, and the others that it matches have a policy from elsewhere, too.</source>
        <translation>Entscheidet für keine Schicht: %1, und auch die anderen, auf die er passt, haben ihre Policy von anderswo.</translation>
    </message>
    <message>
        <source>Decides for no layer: Keras gives %1 no path, so that it takes the map&apos;s default.</source>
        <translation>Entscheidet für keine Schicht: Keras gibt %1 keinen Pfad, sodass sie die Vorgabe der Map nimmt.</translation>
    </message>
    <message>
        <source>Decides for no layer: a key has to match the whole path, which is %1.</source>
        <translation>Entscheidet für keine Schicht: Ein Schlüssel muss auf den ganzen Pfad passen, und der ist %1.</translation>
    </message>
    <message>
        <source>Matches no layer of this model; did you mean %1?</source>
        <translation>Passt auf keine Schicht dieses Modells; war %1 gemeint?</translation>
    </message>
    <message>
        <source>Matches no layer of this model.</source>
        <translation>Passt auf keine Schicht dieses Modells.</translation>
    </message>
    <message>
        <source>Which Keras 3 the policies are meant for: the newest release, or the head of its repository.</source>
        <translation>Für welches Keras 3 die Policies gemeint sind: die neueste Veröffentlichung oder den neuesten Stand seines Repositorys.</translation>
    </message>
    <message>
        <source>int4/None_from_float32</source>
        <translation>int4/None_from_float32</translation>
    </message>
    <message>
        <source>ValueError: None is no integer</source>
        <translation>ValueError: None ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>int4/-1_from_float32</source>
        <translation>int4/-1_from_float32</translation>
    </message>
    <message>
        <source>The name of Int4DTypePolicy(&quot;int4/16&quot;), without a source</source>
        <translation>Der Name von Int4DTypePolicy(&quot;int4/16&quot;), ohne Quelle</translation>
    </message>
    <message>
        <source>int4/16_from_None</source>
        <translation>int4/16_from_None</translation>
    </message>
    <message>
        <source>int4/16_from_float32, as the global policy is</source>
        <translation>int4/16_from_float32, wie die globale Policy</translation>
    </message>
    <message>
        <source>ternary_from_float32, TernaryDTypePolicy</source>
        <translation>ternary_from_float32, TernaryDTypePolicy</translation>
    </message>
    <message>
        <source>ValueError; there is no such class</source>
        <translation>ValueError; die Klasse gibt es nicht</translation>
    </message>
    <message>
        <source>ternary weights in Dense</source>
        <translation>ternäre Gewichte in Dense</translation>
    </message>
    <message>
        <source>model.quantize of a model that has a quantized layer</source>
        <translation>model.quantize eines Modells mit einer quantisierten Schicht</translation>
    </message>
    <message>
        <source>ValueError</source>
        <translation>ValueError</translation>
    </message>
    <message>
        <source>the layer is left out</source>
        <translation>die Schicht wird ausgelassen</translation>
    </message>
    <message>
        <source>Numbers of two bits that GPTQ stores</source>
        <translation>Zahlen von zwei Bits, die GPTQ speichert</translation>
    </message>
    <message>
        <source>one in a byte</source>
        <translation>eine in einem Byte</translation>
    </message>
    <message>
        <source>four in a byte</source>
        <translation>vier in einem Byte</translation>
    </message>
    <message>
        <source>Saving a GPTQ or AWQ layer that was never calibrated</source>
        <translation>Eine GPTQ- oder AWQ-Schicht speichern, die nie kalibriert wurde</translation>
    </message>
    <message>
        <source>its kernel is lost without a word</source>
        <translation>ihr Kernel geht ohne ein Wort verloren</translation>
    </message>
    <message>
        <source>%1 is not finite where it is taken, and no operation of the step made it so: it comes with the data.</source>
        <translation>%1 ist nicht endlich, wo es genommen wird, und keine Operation des Schritts hat es so gemacht: Es kommt mit den Daten.</translation>
    </message>
    <message>
        <source>%1 with magnitudes from %2 to %3</source>
        <translation>%1 mit Beträgen von %2 bis %3</translation>
    </message>
    <message>
        <source>nothing that is known</source>
        <translation>nichts Bekanntes</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>The operation %1</source>
        <translation>Die Operation %1</translation>
    </message>
    <message>
        <source>The operation %1 of the derivative %2</source>
        <translation>Die Operation %1 der Ableitung %2</translation>
    </message>
    <message>
        <source>%1 in the layer %2</source>
        <translation>%1 in der Schicht %2</translation>
    </message>
    <message>
        <source>%1 made %2. It took %3.</source>
        <translation>%1 machte %2. Sie nahm %3.</translation>
    </message>
    <message>
        <source>It is called in line %1 of %2, in %3: %4</source>
        <translation>Sie wird in Zeile %1 von %2 aufgerufen, in %3: %4</translation>
    </message>
    <message>
        <source>It is the derivative of line %1 of %2, in %3: %4</source>
        <translation>Sie ist die Ableitung von Zeile %1 von %2, in %3: %4</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>An .npz file with what a training keeps beside its weights, such as `ulpscope-cli new --model` makes of a .keras file or `run --state` of a run: the optimizer&apos;s tensors and steps, the loss scale&apos;s counts, float8 scales and amax histories; empty: all begins anew.</source>
        <translation>Eine .npz-Datei mit dem, was ein Training neben seinen Gewichten behält, etwa die, die `ulpscope-cli new --model` aus einer .keras-Datei oder `run --state` aus einem Lauf macht: Tensoren und Schritte des Optimierers, die Zählungen der Loss-Skalierung, Skalierungen und Amax-Verläufe von float8; leer: alles beginnt neu.</translation>
    </message>
    <message>
        <source>Whether so many are usual depends on the scale: one that begins high skips ten or so and then holds. Log the scale beside the loss (scaler.get_scale() of PyTorch). Without a scaler nothing is learnt in these steps: look for the first gradient that is not finite.</source>
        <translation>Ob so viele üblich sind, hängt von der Skalierung ab: Eine, die hoch beginnt, überspringt etwa zehn und hält sich dann. Schreiben Sie die Skalierung neben den Loss ins Log (scaler.get_scale() in PyTorch). Ohne Skalierung wird in diesen Schritten nichts gelernt: Suchen Sie den ersten Gradienten, der nicht endlich ist.</translation>
    </message>
    <message>
        <source>On %1 the log goes back to step %2, before the first of them.</source>
        <translation>In %1 geht das Log auf Schritt %2 zurück, der vor den ersten davon liegt.</translation>
    </message>
    <message>
        <source>After %1 the log says no loss beside the gradient norm (%2).</source>
        <translation>Nach %1 sagt das Log neben der Gradientennorm keinen Loss mehr (%2).</translation>
    </message>
    <message>
        <source>Of its parts these are not finite: %1.</source>
        <translation>Von seinen Teilen sind diese nicht endlich: %1.</translation>
    </message>
    <message>
        <source>The log has no number for a loss %1, first on %2.</source>
        <translation>Das Log hat %1 keine Zahl statt eines Loss, zuerst in %2.</translation>
    </message>
    <message>
        <source>The log has no number for a gradient norm %1, first on %2.</source>
        <translation>Das Log hat %1 keine Zahl statt einer Gradientennorm, zuerst in %2.</translation>
    </message>
    <message>
        <source>The gradient norm stays finite there (%1).</source>
        <translation>Die Gradientennorm bleibt dort endlich (%1).</translation>
    </message>
    <message>
        <source>The loss leaves them out, or they are not among what it sums. A part that is NaN has gradients that are NaN wherever it is trained on.</source>
        <translation>Der Loss lässt sie weg, oder sie gehören nicht zu dem, was er summiert. Ein Teil, der NaN ist, hat überall, wo nach ihm trainiert wird, Gradienten, die NaN sind.</translation>
    </message>
    <message>
        <source>So that loss is not the one that is trained on.</source>
        <translation>Also ist dieser Loss nicht der, nach dem trainiert wird.</translation>
    </message>
    <message>
        <source>A loss that is NaN has a gradient that is NaN. Where the gradient is finite, the program prints another number under that name: a mean that a NaN of long ago is in, or one that nothing was logged for. Say by which name the log has the loss.</source>
        <translation>Ein Loss, der NaN ist, hat einen Gradienten, der NaN ist. Wo der Gradient endlich ist, druckt das Programm unter diesem Namen eine andere Zahl: ein Mittel, in dem ein altes NaN steckt, oder eine, für die nichts protokolliert wurde. Sagen Sie, unter welchem Namen das Log den Loss hat.</translation>
    </message>
    <message>
        <source>Whether it is finite there the log does not say.</source>
        <translation>Ob er dort endlich ist, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>Some programs leave out a loss that is not finite. Log the loss of every step as it is.</source>
        <translation>Manche Programme lassen einen Loss weg, der nicht endlich ist. Schreiben Sie den Loss jedes Schritts ins Log, wie er ist.</translation>
    </message>
    <message>
        <source>So the finite losses after it are of another epoch, another run or a checkpoint.</source>
        <translation>Also gehören die endlichen Losses danach zu einer anderen Epoche, einem anderen Lauf oder einem Checkpoint.</translation>
    </message>
    <message>
        <source>That they are finite does not say that the weights were not ruined before. Cut the log there, and open each part by itself.</source>
        <translation>Dass sie endlich sind, heißt nicht, dass die Gewichte vorher nicht zerstört waren. Zerlegen Sie das Log dort, und öffnen Sie jeden Teil für sich.</translation>
    </message>
    <message>
        <source>JSON has no NaN, and what writes a log may put null or a word in its place, or where there was no loss. Log the loss as it is, or whether it is finite.</source>
        <translation>JSON hat kein NaN, und was ein Log schreibt, kann an seine Stelle null oder ein Wort setzen, oder dorthin, wo es keinen Loss gab. Schreiben Sie den Loss ins Log, wie er ist, oder ob er endlich ist.</translation>
    </message>
    <message>
        <source>%1 of %2 steps were skipped to find the loss scale, and float64 took all of them.</source>
        <translation>%1 von %2 Schritten wurden übersprungen, um die Loss-Skalierung zu finden, und float64 hat alle gemacht.</translation>
    </message>
    <message>
        <source>So the two runs are that many steps apart, apart from what rounding does. In a longer training these count for little; a scale that begins near the one that was found saves them.</source>
        <translation>Also sind die beiden Läufe so viele Schritte auseinander, abgesehen von dem, was das Runden tut. In einem längeren Training zählen diese wenig; eine Skalierung, die nahe der gefundenen beginnt, spart sie.</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Dafür fehlt das Recht</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Es ist ein Ordner</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>Es ist kein Ordner</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Das Dateisystem kann nur gelesen werden</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>one policy cannot say it: %1 runs under %2, %3 under %4; a keras-map can</source>
        <translation>eine einzige Policy kann es nicht sagen: %1 läuft unter %2, %3 unter %4; eine keras-map kann es</translation>
    </message>
    <message>
        <source>one policy cannot say it, and the older families have no policy maps</source>
        <translation>eine einzige Policy kann es nicht sagen, und die älteren Familien haben keine Policy-Maps</translation>
    </message>
    <message>
        <source>one policy cannot say it: this layer has %1, and the model %2</source>
        <translation>eine einzige Policy kann es nicht sagen: diese Schicht hat %1, das Modell %2</translation>
    </message>
    <message>
        <source>no layer has a float8 policy that it takes, so there is nothing to say</source>
        <translation>keine Schicht hat eine float8-Policy, die es nimmt, also gibt es nichts zu sagen</translation>
    </message>
    <message>
        <source>PyTorch does not compute in %1</source>
        <translation>PyTorch rechnet nicht in %1</translation>
    </message>
    <message>
        <source>PyTorch does not train weights in %1</source>
        <translation>PyTorch trainiert keine Gewichte in %1</translation>
    </message>
    <message>
        <source>no counterpart of &apos;%1&apos; in PyTorch is known here</source>
        <translation>zu „%1“ ist hier kein Gegenstück in PyTorch bekannt</translation>
    </message>
    <message>
        <source>no counterpart of this %1 in PyTorch is known here; a keras-model or keras-python can say it</source>
        <translation>zu diesem %1 ist hier kein Gegenstück in PyTorch bekannt; ein keras-model oder keras-python kann es sagen</translation>
    </message>
    <message>
        <source>no counterpart of %1 in PyTorch is known here</source>
        <translation>zu %1 ist hier kein Gegenstück in PyTorch bekannt</translation>
    </message>
    <message>
        <source>no counterpart in PyTorch is known here</source>
        <translation>dazu ist hier kein Gegenstück in PyTorch bekannt</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>einen Text</translation>
    </message>
    <message>
        <source>expected a text that is not empty</source>
        <translation>erwartet einen Text, der nicht leer ist</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>an object or null</source>
        <translation>ein Objekt oder null</translation>
    </message>
    <message>
        <source>a list of at most %1</source>
        <translation>eine Liste von höchstens %1</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>the number %1 is too large</source>
        <translation>die Zahl %1 ist zu groß</translation>
    </message>
    <message>
        <source>not valid JSON: %1</source>
        <translation>kein gültiges JSON; wörtlich: „%1“</translation>
    </message>
    <message>
        <source>empty: expected JSON</source>
        <translation>leer: erwartet JSON</translation>
    </message>
    <message>
        <source>a zero byte: this is not a text file</source>
        <translation>ein Null-Byte: das ist keine Textdatei</translation>
    </message>
    <message>
        <source>layers that are called more than once cannot be trained here</source>
        <translation>Schichten, die mehr als einmal aufgerufen werden, können hier nicht trainiert werden</translation>
    </message>
    <message>
        <source>a cast to %1 before a layer that computes in %2 cannot be trained here</source>
        <translation>eine Umwandlung in %1 vor einer Schicht, die in %2 rechnet, kann hier nicht trainiert werden</translation>
    </message>
    <message>
        <source>a nested model that has not one tensor there cannot be trained here</source>
        <translation>ein Modell im Modell, das dort nicht genau einen Tensor hat, kann hier nicht trainiert werden</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, a nested model of %2 inputs, cannot be trained here; those of one can</source>
        <translation>„%1“, ein Modell im Modell mit %2 Eingängen, kann hier nicht trainiert werden; die mit einem können es</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a %2, a nested model, which cannot be trained here; layers that can: %3</source>
        <translation>„%1“ ist ein %2, ein Modell im Modell, und kann hier nicht trainiert werden; Schichten, die es können: %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a %2, which cannot be trained here; layers that can: %3</source>
        <translation>„%1“ ist ein %2 und kann hier nicht trainiert werden; Schichten, die es können: %3</translation>
    </message>
    <message>
        <source>is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, ulpscope-cli new DATA --model makes a session that trains it</source>
        <translation>ist ein Keras-Modell (Schichten: %1) und keine Session: ulpscope-cli policy show sagt seine Policies, ulpscope-cli new DATA --model macht daraus eine Session, die es trainiert</translation>
    </message>
    <message>
        <source>is a Keras model (layers: %1) and no session: ulpscope-cli policy show tells its policies, and layers of these classes are not computed here: %2</source>
        <translation>ist ein Keras-Modell (Schichten: %1) und keine Session: ulpscope-cli policy show sagt seine Policies, und Schichten dieser Klassen werden hier nicht berechnet: %2</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>policy class</source>
        <translation>Policy-Klasse</translation>
    </message>
    <message>
        <source>%1; int4/&lt;block&gt;, gptq/&lt;bits&gt;/&lt;group&gt; and awq/4/&lt;group&gt; stand for configurations</source>
        <translation>%1; int4/&lt;block&gt;, gptq/&lt;bits&gt;/&lt;group&gt; und awq/4/&lt;group&gt; stehen für Konfigurationen</translation>
    </message>
    <message>
        <source>no number in it has a name that is known for a loss, a loss scale, a gradient norm or skipped steps</source>
        <translation>keine Zahl darin trägt einen bekannten Namen eines Loss, einer Loss-Skalierung, einer Gradientennorm oder übersprungener Schritte</translation>
    </message>
    <message>
        <source>no layer has both its input and its output recorded</source>
        <translation>von keiner Schicht sind Eingabe und Ausgabe aufgezeichnet</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>Schicht %1: %2</translation>
    </message>
    <message>
        <source>its input and its output are not both recorded as floating-point numbers</source>
        <translation>ihre Eingabe und ihre Ausgabe sind nicht beide als Gleitkommazahlen aufgezeichnet</translation>
    </message>
    <message>
        <source>no layer class %1 is computed here</source>
        <translation>eine Schichtklasse %1 wird hier nicht berechnet</translation>
    </message>
    <message>
        <source>%1 draws at random</source>
        <translation>%1 zieht Zufallszahlen</translation>
    </message>
    <message>
        <source>%1 depends on the whole batch and its past</source>
        <translation>%1 hängt vom ganzen Batch und seiner Vergangenheit ab</translation>
    </message>
    <message>
        <source>%1 computes nothing</source>
        <translation>%1 berechnet nichts</translation>
    </message>
    <message>
        <source>%1 takes several inputs</source>
        <translation>%1 nimmt mehrere Eingaben</translation>
    </message>
    <message>
        <source>its dropout of %1 drops numbers at random in training, and which it dropped is not recorded</source>
        <translation>ihr Dropout von %1 lässt im Training zufällig Zahlen weg, und welche es waren, ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>its dropout of %1 drops numbers at random in training, and the recording does not say whether it was in training</source>
        <translation>ihr Dropout von %1 lässt im Training zufällig Zahlen weg, und die Aufzeichnung sagt nicht, ob sie im Training war</translation>
    </message>
    <message>
        <source>the recording does not say of which class it is</source>
        <translation>die Aufzeichnung sagt nicht, von welcher Klasse sie ist</translation>
    </message>
    <message>
        <source>its inputs differ or have a mask; only attention of one input to itself is redone</source>
        <translation>ihre Eingaben unterscheiden sich oder haben eine Maske; nur Attention einer Eingabe auf sich selbst wird neu berechnet</translation>
    </message>
    <message>
        <source>it was called with more than one tensor</source>
        <translation>sie wurde mit mehr als einem Tensor aufgerufen</translation>
    </message>
    <message>
        <source>expected {path} or {role} in &apos;%1&apos;</source>
        <translation>erwartet {path} oder {role} in „%1“</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a place too often</source>
        <translation>„%1“ hat eine Stelle zu oft</translation>
    </message>
    <message>
        <source>Left aside: %1.</source>
        <translation>Beiseitegelassen: %1.</translation>
    </message>
    <message>
        <source>has no tensors</source>
        <translation>hat keine Tensoren</translation>
    </message>
    <message>
        <source>no tensor is named as %1 has it; the first is &apos;%2&apos;</source>
        <translation>kein Tensor ist benannt, wie %1 es hat; der erste ist „%2“</translation>
    </message>
    <message>
        <source>no such file; %1</source>
        <translation>diese Datei gibt es nicht; %1</translation>
    </message>
    <message>
        <source>missing: expected an object with a &quot;class&quot;</source>
        <translation>fehlt: erwartet ein Objekt mit einer &quot;class&quot;</translation>
    </message>
    <message>
        <source>an object with a &quot;class&quot;</source>
        <translation>ein Objekt mit einer &quot;class&quot;</translation>
    </message>
    <message>
        <source>an object of layer paths and policies</source>
        <translation>ein Objekt aus Pfaden von Schichten und Policies</translation>
    </message>
    <message>
        <source>a list of layer names</source>
        <translation>eine Liste von Namen von Schichten</translation>
    </message>
    <message>
        <source>a layer&apos;s name</source>
        <translation>den Namen einer Schicht</translation>
    </message>
    <message>
        <source>an accumulator&apos;s name</source>
        <translation>den Namen eines Akkumulators</translation>
    </message>
    <message>
        <source>a format&apos;s name</source>
        <translation>den Namen eines Formats</translation>
    </message>
    <message>
        <source>an object with at least one child layer</source>
        <translation>ein Objekt mit mindestens einer inneren Schicht</translation>
    </message>
    <message>
        <source>an object with a &quot;policy&quot;</source>
        <translation>ein Objekt mit einer &quot;policy&quot;</translation>
    </message>
    <message>
        <source>missing: expected a policy</source>
        <translation>fehlt: erwartet eine Policy</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>einen Namen</translation>
    </message>
    <message>
        <source>an object, the rest of a Keras config</source>
        <translation>ein Objekt, den Rest einer Keras-Config</translation>
    </message>
    <message>
        <source>a folder such as layers/sequential/layers/dense</source>
        <translation>einen Ordner wie layers/sequential/layers/dense</translation>
    </message>
    <message>
        <source>missing: expected a list of layers</source>
        <translation>fehlt: erwartet eine Liste von Schichten</translation>
    </message>
    <message>
        <source>a list of layers</source>
        <translation>eine Liste von Schichten</translation>
    </message>
    <message>
        <source>a number or null</source>
        <translation>eine Zahl oder null</translation>
    </message>
    <message>
        <source>missing: expected an object</source>
        <translation>fehlt: erwartet ein Objekt</translation>
    </message>
    <message>
        <source>an integer in [0, 18446744073709551615]</source>
        <translation>eine ganze Zahl von 0 bis 18446744073709551615</translation>
    </message>
    <message>
        <source>array &apos;%1&apos;: %2</source>
        <translation>Array „%1“: %2</translation>
    </message>
    <message>
        <source>is a zip archive without arrays: neither an .npz, a .pt nor a .keras file</source>
        <translation>ist ein Zip-Archiv ohne Arrays: weder eine .npz- noch eine .pt- noch eine .keras-Datei</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>is a pickle by itself, as torch before 1.6 and others write; save it anew by torch.save of today</source>
        <translation>ist ein bloßes Pickle, wie es torch vor 1.6 und andere schreiben; speichern Sie es mit torch.save von heute neu</translation>
    </message>
    <message>
        <source>is no file of tensors: neither NumPy&apos;s, safetensors, torch&apos;s, Keras&apos; nor HDF5</source>
        <translation>ist keine Datei mit Tensoren: weder von NumPy noch von safetensors, torch, Keras oder HDF5</translation>
    </message>
    <message>
        <source>the header: %1</source>
        <translation>der Kopf: %1</translation>
    </message>
    <message>
        <source>has no weight_map, which an index of safetensors has</source>
        <translation>hat keine weight_map, die ein Index von safetensors hat</translation>
    </message>
    <message>
        <source>there is no tensor &apos;%1&apos; in it; did you mean &apos;%2&apos;?</source>
        <translation>es gibt darin keinen Tensor „%1“; meinten Sie „%2“?</translation>
    </message>
    <message>
        <source>there is no tensor &apos;%1&apos; in it; there are %2</source>
        <translation>es gibt darin keinen Tensor „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>%1 after %2 steps</source>
        <translation>%1 nach %2 Schritten</translation>
    </message>
    <message>
        <source>series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>measuring keeps the figures of every step, and those of %1 steps are all that fit; expected a shorter run, or a larger probes.tensors_every</source>
        <translation>beim Messen werden die Zahlen jedes Schritts behalten, und mehr als die von %1 Schritten passen nicht hinein; erwartet einen kürzeren Lauf oder ein größeres probes.tensors_every</translation>
    </message>
    <message>
        <source>at most %1 clauses</source>
        <translation>höchstens %1 Bedingungen</translation>
    </message>
    <message>
        <source>expected &apos;;&apos; and another clause, or the end</source>
        <translation>erwartet „;“ und eine weitere Bedingung, oder das Ende</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>expected &lt;, &lt;=, &gt;, &gt;=, == or !=</source>
        <translation>erwartet &lt;, &lt;=, &gt;, &gt;=, == oder !=</translation>
    </message>
    <message>
        <source>expected a number&apos;s name, such as loss</source>
        <translation>erwartet den Namen einer Zahl, etwa loss</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>%1 is of a step: say at which, as in %2</source>
        <translation>%1 gehört zu einem Schritt: sagen Sie, zu welchem, wie in %2</translation>
    </message>
    <message>
        <source>%1 is known at the run&apos;s end alone: leave out what follows it</source>
        <translation>%1 kennt man erst am Ende des Laufs: lassen Sie weg, was dahinter steht</translation>
    </message>
    <message>
        <source>expected a step or a range of steps, such as 500 or 50..</source>
        <translation>erwartet einen Schritt oder einen Bereich von Schritten, etwa 500 oder 50..</translation>
    </message>
    <message>
        <source>the run&apos;s steps are 0 to %1, so there is no step %2</source>
        <translation>der Lauf hat die Schritte 0 bis %1, also keinen Schritt %2</translation>
    </message>
    <message>
        <source>a range begins before it ends</source>
        <translation>ein Bereich beginnt, ehe er endet</translation>
    </message>
    <message>
        <source>expected a number, or a factor as in 1.01*float32</source>
        <translation>erwartet eine Zahl, oder einen Faktor wie in 1.01*float32</translation>
    </message>
    <message>
        <source>expected float32, which is all that a factor can be of</source>
        <translation>erwartet float32: von nichts anderem kann ein Faktor sein</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>höchstens %1 Bytes</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there twice</source>
        <translation>„%1“ steht zweimal da</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no setting such as recipe=mxfp8</source>
        <translation>„%1“ ist keine Einstellung wie recipe=mxfp8</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>at most %1 policies</source>
        <translation>höchstens %1 Policies</translation>
    </message>
    <message>
        <source>at most %1 loss scales</source>
        <translation>höchstens %1 Loss-Skalierungen</translation>
    </message>
    <message>
        <source>no layer but inputs has &apos;%1&apos; in its path</source>
        <translation>keine Schicht außer Eingängen hat „%1“ in ihrem Pfad</translation>
    </message>
    <message>
        <source>&apos;%1&apos; fits no searched layer but those of the ones before it</source>
        <translation>„%1“ passt zu keiner gesuchten Schicht außer denen der Ausdrücke davor</translation>
    </message>
    <message>
        <source>all searched layers in float32, which budgets compare with, cannot be trained</source>
        <translation>alle gesuchten Schichten in float32, womit Budgets vergleichen, lassen sich nicht trainieren</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1 bei %2: %3</translation>
    </message>
    <message>
        <source>another process writes to it</source>
        <translation>ein anderer Prozess schreibt hinein</translation>
    </message>
    <message>
        <source>unknown %1 &apos;%2&apos;; did you mean &apos;%3&apos;?</source>
        <translation>%1 „%2“ ist unbekannt; meinten Sie „%3“?</translation>
    </message>
    <message>
        <source>unknown %1 &apos;%2&apos;</source>
        <translation>%1 „%2“ ist unbekannt</translation>
    </message>
    <message>
        <source>unknown %1 &apos;%2&apos;; known: %3</source>
        <translation>%1 „%2“ ist unbekannt; es gibt: %3</translation>
    </message>
    <message>
        <source>%1 &gt;= %2</source>
        <translation>%1 ≥ %2</translation>
    </message>
    <message>
        <source>%1 &lt;= %2</source>
        <translation>%1 ≤ %2</translation>
    </message>
    <message>
        <source>%1 in [%2, %3]</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>an integer or %1</source>
        <translation>eine ganze Zahl oder %1</translation>
    </message>
    <message>
        <source>expected %1, got %2</source>
        <translation>erwartet %1, bekam %2</translation>
    </message>
    <message>
        <source>missing: expected %1</source>
        <translation>fehlt: erwartet %1</translation>
    </message>
    <message>
        <source>expected a text of at most %1 bytes, got one of %2</source>
        <translation>erwartet einen Text von höchstens %1 Bytes, bekam einen von %2</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>hexadecimal digits are missing</source>
        <translation>es fehlen hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>a code has at most 64 bits</source>
        <translation>ein Code hat höchstens 64 Bits</translation>
    </message>
    <message>
        <source>type a number, such as 0.1 or 2^-24</source>
        <translation>geben Sie eine Zahl ein, etwa 0.1 oder 2^-24</translation>
    </message>
    <message>
        <source>the text is longer than 400 characters</source>
        <translation>der Text ist länger als 400 Zeichen</translation>
    </message>
    <message>
        <source>a number is missing here</source>
        <translation>hier fehlt eine Zahl</translation>
    </message>
    <message>
        <source>this parenthesis is not closed</source>
        <translation>diese Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a code stands alone; for the number write %1</source>
        <translation>ein Code steht allein; für die Zahl schreiben Sie %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 needs parentheses: %1(2)</source>
        <translation>%1 braucht Klammern: %1(2)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known; there are pi, e, inf, nan, max, min, eps, sqrt(), abs(), exp(), log(), log2()</source>
        <translation>„%1“ ist unbekannt; es gibt pi, e, inf, nan, max, min, eps, sqrt(), abs(), exp(), log(), log2()</translation>
    </message>
    <message>
        <source>a quote is not closed after this</source>
        <translation>ein Anführungszeichen ist danach nicht geschlossen</translation>
    </message>
    <message>
        <source>this is nested too deeply</source>
        <translation>das ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>a comma has no meaning here; decimals have a point</source>
        <translation>ein Komma bedeutet hier nichts; Dezimalzahlen haben einen Punkt</translation>
    </message>
    <message>
        <source>an operator is missing before this: + - * / ^</source>
        <translation>davor fehlt ein Operator: + - * / ^</translation>
    </message>
    <message>
        <source>this character has no meaning here</source>
        <translation>dieses Zeichen bedeutet hier nichts</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no meaning here</source>
        <translation>„%1“ bedeutet hier nichts</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>is neither a CSV, NPZ, NPY or IDX file nor a text</source>
        <translation>ist weder eine CSV-, NPZ-, NPY- oder IDX-Datei noch ein Text</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>rounding mode</source>
        <translation>Rundungsmodus</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a pipe</source>
        <translation>eine Pipe</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>ein Socket</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>ein Gerät</translation>
    </message>
    <message>
        <source>is %1; expected a file</source>
        <translation>ist %1; erwartet wird eine Datei</translation>
    </message>
    <message>
        <source>is larger than %1 MiB</source>
        <translation>ist größer als %1 MiB</translation>
    </message>
    <message>
        <source>is cut off after %1 bytes: it begins as a zip archive, and the list of entries that ends one is missing</source>
        <translation>ist nach %1 Bytes abgeschnitten: Es beginnt als Zip-Archiv, und die Liste der Einträge, mit der eines endet, fehlt</translation>
    </message>
    <message>
        <source>its list of entries does not say where they are</source>
        <translation>seine Liste der Einträge sagt nicht, wo sie sind</translation>
    </message>
    <message>
        <source>the list of entries</source>
        <translation>die Liste der Einträge</translation>
    </message>
    <message>
        <source>&apos;%1&apos;</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>its entries overlap: %1 and %2 have bytes in common</source>
        <translation>seine Einträge überlappen sich: %1 und %2 haben Bytes gemeinsam</translation>
    </message>
    <message>
        <source>lookup</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>weighted sum over the rows</source>
        <translation>gewichtete Summe über die Zeilen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; computes in %2, which cannot be trained; floating-point policies can</source>
        <translation>„%1“ rechnet in %2, was sich nicht trainieren lässt; mit Gleitkomma-Policies geht es</translation>
    </message>
    <message>
        <source>under &apos;%1&apos; the layer multiplies integers as Keras does, which %2 cannot change; expected another policy, or the setting removed</source>
        <translation>unter „%1“ multipliziert die Schicht ganze Zahlen, wie Keras es tut, woran %2 nichts ändern kann; erwartet eine andere Policy, oder die Einstellung entfernt</translation>
    </message>
    <message>
        <source>layer class</source>
        <translation>Schichtklasse</translation>
    </message>
    <message>
        <source>Cannot convert &apos;%1&apos; to a mixed precision DTypePolicy; valid are mixed_float16, mixed_bfloat16 and the dtype names such as float32</source>
        <translation>„%1“ ist keine DTypePolicy; es gibt mixed_float16, mixed_bfloat16 und die Namen der Dtypes wie float32</translation>
    </message>
    <message>
        <source>Cannot convert &apos;%1&apos; to a mixed precision DTypePolicy; did you mean &apos;%2&apos;?</source>
        <translation>„%1“ ist keine DTypePolicy; meinten Sie „%2“?</translation>
    </message>
    <message>
        <source>Cannot convert `policy` into a valid pair (`mode`, `source_name`), got &apos;%1&apos;; a quantized policy reads like float8_from_mixed_bfloat16</source>
        <translation>„%1“ ist kein gültiges Paar (`mode`, `source_name`); eine quantisierte Policy liest sich wie float8_from_mixed_bfloat16</translation>
    </message>
    <message>
        <source>Cannot convert `policy` into a valid pair (`mode`, `source_name`), got &apos;%1&apos;; DTypePolicy(&apos;%2&apos;) itself is legal, and no layer takes it</source>
        <translation>„%1“ ist kein gültiges Paar (`mode`, `source_name`); DTypePolicy(„%2“) selbst ist erlaubt, doch keine Schicht nimmt sie</translation>
    </message>
    <message>
        <source>%1; %2 has it</source>
        <translation>%1; %2 kennt es</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>a number such as 1024, &quot;none&quot;, &quot;auto&quot;, &quot;dynamic 2^15&quot; or another rule</source>
        <translation>eine Zahl wie 1024, &quot;none&quot;, &quot;auto&quot;, &quot;dynamic 2^15&quot; oder eine andere Regel</translation>
    </message>
    <message>
        <source>%1 is there twice</source>
        <translation>%1 steht zweimal da</translation>
    </message>
    <message>
        <source>%1 has no parameter &apos;%2&apos;</source>
        <translation>%1 hat keinen Parameter „%2“</translation>
    </message>
    <message>
        <source>%1: expected %2</source>
        <translation>%1: erwartet %2</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>learning-rate schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>%1 needs a loss scale, and under a custom loop &quot;auto&quot; is none: there is nothing to forget</source>
        <translation>%1 braucht eine Loss-Skalierung, und in einer eigenen Schleife ist &quot;auto&quot; keine: Es gibt nichts zu vergessen</translation>
    </message>
    <message>
        <source>%1 needs a loss scale: there is nothing to forget</source>
        <translation>%1 braucht eine Loss-Skalierung: Es gibt nichts zu vergessen</translation>
    </message>
    <message>
        <source>key &apos;%1&apos; is there twice</source>
        <translation>der Schlüssel „%1“ steht zweimal da</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>the loop divides the gradients by %1 but never multiplied the loss: updates are that many times too small</source>
        <translation>Die Schleife dividiert die Gradienten durch %1, hat den Loss aber nie damit multipliziert: Updates sind so viele Male zu klein</translation>
    </message>
    <message>
        <source>the loop multiplies the loss by %1 but never divides the gradients: updates are that many times too large</source>
        <translation>Die Schleife multipliziert den Loss mit %1, dividiert die Gradienten aber nie: Updates sind so viele Male zu groß</translation>
    </message>
    <message>
        <source>the loop clips gradients that still have the loss scale %1: the limit is that many times smaller than it says</source>
        <translation>Die Schleife kürzt Gradienten, die noch die Loss-Skalierung %1 haben: Die Grenze ist so viele Male kleiner, als sie sagt</translation>
    </message>
    <message>
        <source>the loop&apos;s learning rate schedule moves on in steps that the loss scale %1 skips: the learning rate is ahead of the optimizer by the number of skipped steps</source>
        <translation>Der Lernratenplan der Schleife geht auch in Schritten weiter, die die Loss-Skalierung %1 auslässt: Die Lernrate ist dem Optimierer um die Zahl der ausgelassenen Schritte voraus</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>cond branches must have equal output types: Keras on JAX raises in the first step, because the dynamic loss scale makes gradients float32, and accumulated ones have the dtype of their variables, %1 in %2; 1 trains there too</source>
        <translation>cond branches must have equal output types: Keras auf JAX wirft im ersten Schritt einen Fehler, weil die dynamische Loss-Skalierung Gradienten zu float32 macht und gesammelte den Dtype ihrer Variablen haben, %1 in %2; mit 1 trainiert es auch dort</translation>
    </message>
    <message>
        <source>Keras on JAX raises in the first step, because float8&apos;s scales have no moving average; 0 trains there too</source>
        <translation>Keras auf JAX wirft im ersten Schritt einen Fehler, weil die Skalierungen von float8 kein gleitendes Mittel haben; mit 0 trainiert es auch dort</translation>
    </message>
    <message>
        <source>expected a layer and its tensor, such as (dense_2.output), got (%1)</source>
        <translation>erwartet eine Schicht und ihren Tensor, etwa (dense_2.output), bekam (%1)</translation>
    </message>
    <message>
        <source>expected a layer and its tensor behind &apos;%1&apos;, such as %1(dense_2.output)</source>
        <translation>hinter „%1“ wird eine Schicht mit ihrem Tensor erwartet, wie %1(dense_2.output)</translation>
    </message>
    <message>
        <source>figure of a step</source>
        <translation>Kennzahl eines Schritts</translation>
    </message>
    <message>
        <source>figure of a tensor</source>
        <translation>Kennzahl eines Tensors</translation>
    </message>
    <message>
        <source>expected an expression such as amax(dense_2.output)/65504 &gt; 0.9</source>
        <translation>erwartet einen Ausdruck wie amax(dense_2.output)/65504 &gt; 0.9</translation>
    </message>
    <message>
        <source>logarithm</source>
        <translation>Logarithmus</translation>
    </message>
    <message>
        <source>logarithm of 1 +</source>
        <translation>Logarithmus von 1 +</translation>
    </message>
    <message>
        <source>a run would take about %1 of memory, and what else is open %2: expected no more than the memory budget of %3</source>
        <translation>ein Lauf bräuchte etwa %1 Speicher, und was sonst offen ist %2: erwartet höchstens das Speicherbudget von %3</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>left operand</source>
        <translation>linker Operand</translation>
    </message>
    <message>
        <source>right operand</source>
        <translation>rechter Operand</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>output gradient</source>
        <translation>Ausgabegradient</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>row %1 of the left operand, largest magnitude</source>
        <translation>Zeile %1 des linken Operanden, größter Betrag</translation>
    </message>
    <message>
        <source>column %1 of the right operand, largest magnitude</source>
        <translation>Spalte %1 des rechten Operanden, größter Betrag</translation>
    </message>
    <message>
        <source>their product in float64</source>
        <translation>ihr Produkt in float64</translation>
    </message>
    <message>
        <source>partial sum after term %1 of %2</source>
        <translation>Teilsumme nach Summand %1 von %2</translation>
    </message>
    <message>
        <source>partial sum before term %1 of %2</source>
        <translation>Teilsumme vor Summand %1 von %2</translation>
    </message>
    <message>
        <source>row %1, smallest value</source>
        <translation>Zeile %1, kleinster Wert</translation>
    </message>
    <message>
        <source>column %1, smallest value</source>
        <translation>Spalte %1, kleinster Wert</translation>
    </message>
    <message>
        <source>largest value</source>
        <translation>größter Wert</translation>
    </message>
    <message>
        <source>sum in float64</source>
        <translation>Summe in float64</translation>
    </message>
    <message>
        <source>gradient without the loss scale</source>
        <translation>Gradient ohne die Loss-Skalierung</translation>
    </message>
    <message>
        <source>scale in the format</source>
        <translation>Skalierung im Format</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>größter Betrag</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>The loss %1 is far above float64&apos;s %2, and the output is %3 away from its.</source>
        <translation>Der Loss liegt mit %1 weit über den %2 von float64, und die Ausgabe ist %3 von dessen Ausgabe entfernt.</translation>
    </message>
    <message>
        <source>a number printed as 0</source>
        <translation>eine Zahl, die als 0 gedruckt ist</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 Where no total is printed, that is the sum of %2.</source>
        <translation>%1 Wo kein Gesamtwert gedruckt ist, ist das die Summe von %2.</translation>
    </message>
    <message>
        <source>The loss is printed as %1 from %2 on (%3).</source>
        <translation>Der Loss ist ab %2 als %1 gedruckt (%3).</translation>
    </message>
    <message>
        <source>The loss is printed as 0 from %1 on (%2).</source>
        <translation>Der Loss ist ab %1 als 0 gedruckt (%2).</translation>
    </message>
    <message>
        <source>There the loss is printed as 0, from %1 on (%2).</source>
        <translation>Der Loss ist dort als 0 gedruckt, ab %1 (%2).</translation>
    </message>
    <message>
        <source>The gradient norm grows by about the same amount each step, from %1 (%2) to %3 (%4), while the loss goes from %5 to %6.</source>
        <translation>Die Gradientennorm wächst in jedem Schritt um etwa gleich viel, von %1 (%2) auf %3 (%4), während der Loss von %5 auf %6 geht.</translation>
    </message>
    <message>
        <source>%1 is printed as at most %2 (step %3, line %4), the largest of %5.</source>
        <translation>%1 ist als höchstens %2 gedruckt (Schritt %3, Zeile %4), das Größte von %5.</translation>
    </message>
    <message>
        <source>%1 rises: it is printed as %2 at step %3 (line %4), and as %5 at step %6. So much is lost in %7.</source>
        <translation>%1 steigt: gedruckt als %2 in Schritt %3 (Zeile %4), als %5 in Schritt %6. So viel geht in %7 verloren.</translation>
    </message>
    <message>
        <source>%1 is printed as %2 at step %3 (line %4), and as %5 at step %6. So much is lost in %7.</source>
        <translation>%1 ist als %2 gedruckt in Schritt %3 (Zeile %4) und als %5 in Schritt %6. So viel geht in %7 verloren.</translation>
    </message>
    <message>
        <source>Whether it is small or not finite the log does not say.</source>
        <translation>Ob er klein oder nicht endlich ist, sagt das Log nicht.</translation>
    </message>
    <message>
        <source>A loss that is learnt away becomes small step by step and not at once. Hugging Face&apos;s Trainer prints 0.0 for losses that are NaN (logging_nan_inf_filter). Log the gradient norm too, or switch that filter off.</source>
        <translation>Ein Loss, der weggelernt wird, wird Schritt für Schritt klein und nicht auf einmal. Der Trainer von Hugging Face druckt 0.0 für Losses, die NaN sind (logging_nan_inf_filter). Schreiben Sie auch die Gradientennorm ins Log, oder schalten Sie diesen Filter ab.</translation>
    </message>
    <message>
        <source>So it goes where gradients are added up and never cleared.</source>
        <translation>So geht es, wo Gradienten aufsummiert und nie gelöscht werden.</translation>
    </message>
    <message>
        <source>Each backward pass adds its gradients to those that are there. Clear them in every step (optimizer.zero_grad() of PyTorch): otherwise each step follows the sum of all gradients so far. Where they are added over several batches on purpose, clear them after each step of the optimizer.</source>
        <translation>Jeder Rückwärtsdurchlauf addiert seine Gradienten zu denen, die da sind. Löschen Sie sie in jedem Schritt (optimizer.zero_grad() von PyTorch): Sonst folgt jeder Schritt der Summe aller bisherigen Gradienten. Wo sie mit Absicht über mehrere Batches addiert werden, löschen Sie sie nach jedem Schritt des Optimierers.</translation>
    </message>
    <message>
        <source>Each vector divided by its length.</source>
        <translation>Jeder Vektor geteilt durch seine Länge.</translation>
    </message>
    <message>
        <source>The axis along which the length is taken, or the axes; -1: the last.</source>
        <translation>Die Achse, entlang der die Länge genommen wird, oder die Achsen; -1: die letzte.</translation>
    </message>
    <message>
        <source>Product of its inputs, element by element.</source>
        <translation>Produkt ihrer Eingaben, Element für Element.</translation>
    </message>
    <message>
        <source>Its axes in another order.</source>
        <translation>Ihre Achsen in anderer Reihenfolge.</translation>
    </message>
    <message>
        <source>The input&apos;s axis that each axis of the output is; they count from 1, after the batch.</source>
        <translation>Welche Achse der Eingabe jede Achse der Ausgabe ist; gezählt wird ab 1, nach dem Batch.</translation>
    </message>
    <message>
        <source>Its input times a number, and another added.</source>
        <translation>Die Eingabe mal einer Zahl, und eine andere dazu.</translation>
    </message>
    <message>
        <source>What each element is multiplied by.</source>
        <translation>Womit jedes Element multipliziert wird.</translation>
    </message>
    <message>
        <source>What is added afterwards.</source>
        <translation>Was danach addiert wird.</translation>
    </message>
    <message>
        <source>expected the numbers from 1 to %1 in some order, for inputs of %2</source>
        <translation>erwartet werden die Zahlen von 1 bis %1 in irgendeiner Reihenfolge, für Eingaben der Form %2</translation>
    </message>
    <message>
        <source>%1 cannot be shown as operations yet</source>
        <translation>%1 kann noch nicht als Operationen gezeigt werden</translation>
    </message>
    <message>
        <source>a recipe or an override</source>
        <translation>ein Rezept oder eine Einstellung</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Gewichtsabnahme</translation>
    </message>
    <message>
        <source>It became 0 in %1: the %2 comes to %3, and the smallest number of %4 is %5.</source>
        <translation>Es wurde 0 in %1: %2 ergibt %3, und die kleinste Zahl von %4 ist %5.</translation>
    </message>
    <message>
        <source>It became 0 in %1: the %2 makes it so.</source>
        <translation>Es wurde 0 in %1, durch diese Operation: %2.</translation>
    </message>
    <message>
        <source>It became 0 in %1: the terms of the %2 cancel.</source>
        <translation>Es wurde 0 in %1: Die Summanden heben sich auf (%2).</translation>
    </message>
    <message>
        <source>The weight stays %1: the update of %2 is %3 of its last digit in %4, and rounds away.</source>
        <translation>Das Gewicht bleibt %1: Das Update von %2 ist das %3-fache seiner letzten Stelle in %4 und geht beim Runden verloren.</translation>
    </message>
    <message>
        <source>The weight stays %1: its update is 0.</source>
        <translation>Das Gewicht bleibt %1: Sein Update ist 0.</translation>
    </message>
    <message>
        <source>The weight goes from %1 to %2, by an update of %3.</source>
        <translation>Das Gewicht geht von %1 nach %2, durch ein Update von %3.</translation>
    </message>
    <message>
        <source>It is 0 in float64 too.</source>
        <translation>Es ist auch in float64 0.</translation>
    </message>
    <message>
        <source>It is 0; which operation made it so is not known.</source>
        <translation>Es ist 0; durch welche Operation, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>goes into 1 number</source>
        <translation>geht in 1 Zahl ein</translation>
    </message>
    <message>
        <source>goes into %1 numbers</source>
        <translation>geht in %1 Zahlen ein</translation>
    </message>
    <message>
        <source>%1 terms, the largest %2 × %3</source>
        <translation>%1 Summanden, der größte %2 × %3</translation>
    </message>
    <message>
        <source>%1 terms, the largest %2 × %3 and %4 × %5</source>
        <translation>%1 Summanden, die größten %2 × %3 und %4 × %5</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>rounded by %1 ulp</source>
        <translation>um %1 ulp gerundet</translation>
    </message>
    <message>
        <source>the update is lost</source>
        <translation>das Update ist verloren</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>not finite before</source>
        <translation>schon vorher nicht endlich</translation>
    </message>
    <message>
        <source>No operation of the step tells of this number.</source>
        <translation>Keine Operation des Schritts berichtet von dieser Zahl.</translation>
    </message>
    <message>
        <source>The step changed no weight, because a gradient was not finite.</source>
        <translation>Der Schritt änderte kein Gewicht, weil ein Gradient nicht endlich war.</translation>
    </message>
    <message>
        <source>The step leaves %1.</source>
        <translation>Der Schritt hinterlässt %1.</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Zustand des Optimierers</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>weight update</source>
        <translation>Update des Gewichts</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>compensated addition</source>
        <translation>kompensierte Addition</translation>
    </message>
    <message>
        <source>compensation</source>
        <translation>Kompensation</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Every term of its sum is 0; the one with the largest operand is followed. %1</source>
        <translation>Jeder Summand ist 0; gefolgt wird dem mit dem größten Operanden. %1</translation>
    </message>
    <message>
        <source>The loss weight multiplies this loss, and with it every gradient, by %1.</source>
        <translation>Das Loss-Gewicht multipliziert diesen Loss und damit jeden Gradienten mit %1.</translation>
    </message>
    <message>
        <source>Its input above 0, and a share of it below.</source>
        <translation>Die Eingabe über 0, und darunter ein Teil davon.</translation>
    </message>
    <message>
        <source>What the input is multiplied by below 0.</source>
        <translation>Womit die Eingabe unter 0 multipliziert wird.</translation>
    </message>
    <message>
        <source>Its input above 0, and what falls to -alpha below.</source>
        <translation>Die Eingabe über 0, und darunter, was bis -alpha fällt.</translation>
    </message>
    <message>
        <source>What expm1 of the input is multiplied by below 0.</source>
        <translation>Womit expm1 der Eingabe unter 0 multipliziert wird.</translation>
    </message>
    <message>
        <source>Its input above 0, and a share of it below that is learnt.</source>
        <translation>Die Eingabe über 0, und darunter ein Teil davon, der gelernt wird.</translation>
    </message>
    <message>
        <source>The shares at the start.</source>
        <translation>Die Anteile am Anfang.</translation>
    </message>
    <message>
        <source>Penalty on the shares: l1(0.01), l2(0.01) or l1_l2(0.01, 0.02).</source>
        <translation>Strafe auf die Anteile: l1(0.01), l2(0.01) oder l1_l2(0.01, 0.02).</translation>
    </message>
    <message>
        <source>Axes along which all elements have one share; they count from 1, after the batch.</source>
        <translation>Achsen, entlang derer alle Elemente einen Anteil haben; sie zählen ab 1, nach dem Batch.</translation>
    </message>
    <message>
        <source>Zeros before and after a sequence.</source>
        <translation>Nullen vor und nach einer Sequenz.</translation>
    </message>
    <message>
        <source>Steps of zeros before and after; one number is both.</source>
        <translation>Schritte mit Nullen davor und danach; eine Zahl gilt für beide.</translation>
    </message>
    <message>
        <source>Zeros around an image.</source>
        <translation>Nullen um ein Bild herum.</translation>
    </message>
    <message>
        <source>Rows above and below, columns left and right; of two numbers one is both rows, the other both columns.</source>
        <translation>Zeilen oben und unten, Spalten links und rechts; von zwei Zahlen gilt eine für die Zeilen, die andere für die Spalten.</translation>
    </message>
    <message>
        <source>A sequence without its first and last steps.</source>
        <translation>Eine Sequenz ohne ihre ersten und letzten Schritte.</translation>
    </message>
    <message>
        <source>Steps that go before and after; one number is both.</source>
        <translation>Schritte, die vorn und hinten wegfallen; eine Zahl gilt für beide.</translation>
    </message>
    <message>
        <source>An image without its rim.</source>
        <translation>Ein Bild ohne seinen Rand.</translation>
    </message>
    <message>
        <source>Rows that go above and below, columns that go left and right; of two numbers one is both rows, the other both columns.</source>
        <translation>Zeilen, die oben und unten, und Spalten, die links und rechts wegfallen; von zwei Zahlen gilt eine für die Zeilen, die andere für die Spalten.</translation>
    </message>
    <message>
        <source>Each step of a sequence several times.</source>
        <translation>Jeder Schritt einer Sequenz mehrmals.</translation>
    </message>
    <message>
        <source>How many times.</source>
        <translation>Wie oft.</translation>
    </message>
    <message>
        <source>Each pixel of an image several times.</source>
        <translation>Jeder Pixel eines Bildes mehrmals.</translation>
    </message>
    <message>
        <source>How many times: along the height, along the width.</source>
        <translation>Wie oft: entlang der Höhe, entlang der Breite.</translation>
    </message>
    <message>
        <source>How pixels are made; Keras&apos; others are not computed here.</source>
        <translation>Wie Pixel entstehen; die anderen Arten von Keras werden hier nicht gerechnet.</translation>
    </message>
    <message>
        <source>Its first input minus its second.</source>
        <translation>Die erste Eingabe minus die zweite.</translation>
    </message>
    <message>
        <source>Mean of its inputs, element by element.</source>
        <translation>Mittelwert der Eingaben, Element für Element.</translation>
    </message>
    <message>
        <source>The largest of its inputs, element by element.</source>
        <translation>Die größte der Eingaben, Element für Element.</translation>
    </message>
    <message>
        <source>The smallest of its inputs, element by element.</source>
        <translation>Die kleinste der Eingaben, Element für Element.</translation>
    </message>
    <message>
        <source>A sequence whose steps are all its input.</source>
        <translation>Eine Sequenz, deren Schritte alle die Eingabe sind.</translation>
    </message>
    <message>
        <source>Number of steps.</source>
        <translation>Anzahl der Schritte.</translation>
    </message>
    <message>
        <source>Adagrad whose sum fades, with steps as large as those before.</source>
        <translation>Adagrad, dessen Summe verblasst, mit Schritten so groß wie die davor.</translation>
    </message>
    <message>
        <source>Decay of both running means of squares.</source>
        <translation>Abklingen beider laufenden Mittelwerte von Quadraten.</translation>
    </message>
    <message>
        <source>Mean distance to the target, in percent of the target.</source>
        <translation>Mittlerer Abstand zum Ziel, in Prozent des Ziels.</translation>
    </message>
    <message>
        <source>Mean squared difference of the logarithms of 1 + prediction and 1 + target; below 0 both count as 0.</source>
        <translation>Mittlere quadrierte Differenz der Logarithmen von 1 + Vorhersage und 1 + Ziel; unter 0 zählt beides als 0.</translation>
    </message>
    <message>
        <source>How far a row of outputs points away from its targets: -1 for the same direction.</source>
        <translation>Wie weit eine Zeile von Ausgaben von ihren Zielen weg zeigt: -1 für dieselbe Richtung.</translation>
    </message>
    <message>
        <source>expected axes from 1 to %1, for inputs of %2</source>
        <translation>erwartet: Achsen von 1 bis %1, für Eingaben von %2</translation>
    </message>
    <message>
        <source>expected vectors, got %1</source>
        <translation>erwartet: Vektoren, nicht %1</translation>
    </message>
    <message>
        <source>What PyTorch computes on an H200 under torch.autocast over float32 parameters: products by its tensor cores, bias and sum rounded once, the logarithms of cross-entropy&apos;s softmax in the low precision, torch.optim&apos;s updates of all variables at once.</source>
        <translation>Was PyTorch auf einer H200 unter torch.autocast über float32-Parametern rechnet: Produkte mit ihren Tensor Cores, Bias und Summe einmal gerundet, die Logarithmen des Softmax der Kreuzentropie in der niedrigen Genauigkeit, die Updates von torch.optim für alle Variablen zugleich.</translation>
    </message>
    <message>
        <source>What XLA made of Keras on JAX on an H200, of one perceptron: products by its tensor cores, 16 terms at a time, gradients of wide kernels not rounded, bias gradients added by warps in the low precision.</source>
        <translation>Was XLA auf einer H200 aus Keras mit JAX gemacht hat, aus einem Perzeptron: Produkte mit ihren Tensor Cores, je 16 Terme, Gradienten breiter Kernel ungerundet, Bias-Gradienten von Warps in der niedrigen Genauigkeit addiert.</translation>
    </message>
    <message>
        <source>What Keras on PyTorch computes on an H200: every operation of Keras&apos; source is rounded, but products are summed by its tensor cores, bias gradients are rounded once, and updates fuse a product and a sum.</source>
        <translation>Was Keras auf PyTorch auf einer H200 rechnet: Jede Operation des Quelltexts von Keras wird gerundet, aber Produkte werden von ihren Tensor Cores summiert, Bias-Gradienten werden einmal gerundet, und Updates vereinen ein Produkt und eine Summe.</translation>
    </message>
    <message>
        <source>in which order cuBLAS adds float32 is not known</source>
        <translation>in welcher Reihenfolge cuBLAS float32 addiert, ist nicht bekannt</translation>
    </message>
    <message>
        <source>XLA chooses kernels by shape, and recorded is a perceptron of 64 to 128 to 128 to 10 with relu, in batches of 64</source>
        <translation>XLA wählt Kernel nach der Form, und aufgezeichnet ist ein Perzeptron von 64 über 128 und 128 zu 10 mit relu, in Batches von 64</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>Numerics &gt; Forward &gt; input</source>
        <translation>Numerik &gt; Vorwärts &gt; Eingabe</translation>
    </message>
    <message>
        <source>Numerics &gt; Forward &gt; kernel</source>
        <translation>Numerik &gt; Vorwärts &gt; Kernel</translation>
    </message>
    <message>
        <source>The float8 that never was</source>
        <translation>Das float8, das es nie gab</translation>
    </message>
    <message>
        <source>The policies say float8 over bfloat16, and here every product&apos;s operands are float8. On a GPU with JAX&apos;s default flags Keras computes the forward pass without it, because XLA takes the casts out: the first thing to try computes that, and its first loss is mixed_bfloat16&apos;s to the last bit.</source>
        <translation>Die Policies sagen float8 über bfloat16, und hier sind die Operanden jedes Produkts float8. Auf einer GPU mit den voreingestellten Flags von JAX rechnet Keras den Vorwärtslauf ohne float8, weil XLA die Casts herausnimmt: Der erste Vorschlag berechnet das, und sein erster Loss ist auf das Bit der von mixed_bfloat16.</translation>
    </message>
    <message>
        <source>Only gradients in float8, as JAX on a GPU</source>
        <translation>Nur Gradienten in float8, wie JAX auf einer GPU</translation>
    </message>
    <message>
        <source>mixed_bfloat16: the same first loss as that</source>
        <translation>mixed_bfloat16: derselbe erste Loss wie dort</translation>
    </message>
    <message>
        <source>float8 over float32: JAX rounds it on a GPU too</source>
        <translation>float8 über float32: JAX rundet es auch auf einer GPU</translation>
    </message>
    <message>
        <source>with %1 it does not</source>
        <translation>mit %1 nicht</translation>
    </message>
    <message>
        <source>with %1 at step %2</source>
        <translation>mit %1 bei Schritt %2</translation>
    </message>
    <message>
        <source>with %1 this run becomes NaN at step %2</source>
        <translation>mit %1 wird dieser Lauf bei Schritt %2 NaN</translation>
    </message>
    <message>
        <source>with %1 this run diverges at step %2</source>
        <translation>mit %1 divergiert dieser Lauf bei Schritt %2</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 after %2: %3</source>
        <translation>%1 nach %2: %3</translation>
    </message>
    <message>
        <source>no headline number differs between %1</source>
        <translation>keine der wichtigsten Zahlen ist eine andere zwischen %1</translation>
    </message>
    <message>
        <source>Keras on JAX on a CPU (%1)</source>
        <translation>Keras auf JAX auf einer CPU (%1)</translation>
    </message>
    <message>
        <source>PyTorch on a CPU (%1)</source>
        <translation>PyTorch auf einer CPU (%1)</translation>
    </message>
    <message>
        <source>PyTorch on an H200 (%1)</source>
        <translation>PyTorch auf einer H200 (%1)</translation>
    </message>
    <message>
        <source>Keras on PyTorch on an H200 (%1)</source>
        <translation>Keras auf PyTorch auf einer H200 (%1)</translation>
    </message>
    <message>
        <source>every rounding of the source (%1)</source>
        <translation>jeder Rundung des Quelltexts (%1)</translation>
    </message>
    <message>
        <source>nothing to compare: every run is computed with %1</source>
        <translation>nichts zu vergleichen: Jeder Lauf ist mit %1 berechnet</translation>
    </message>
    <message>
        <source>%1 (computed as written, because not proved for this session: %2)</source>
        <translation>%1 (wie geschrieben berechnet, weil für diese Sitzung nicht nachgewiesen: %2)</translation>
    </message>
    <message>
        <source>%1, %2 and %3 more layers</source>
        <translation>%1, %2 und %3 weiteren Schichten</translation>
    </message>
    <message>
        <source>On a GPU with JAX&apos;s default flags the forward pass of %1 is not rounded to float8 (measured on an H200 with jax 0.11.2 and Keras 3.15.1): set %2, or take %3, whose forward pass is rounded.</source>
        <translation>Auf einer GPU mit den voreingestellten Flags von JAX wird der Vorwärtslauf von %1 nicht auf float8 gerundet (gemessen auf einer H200 mit jax 0.11.2 und Keras 3.15.1): Setzen Sie %2, oder nehmen Sie %3, dessen Vorwärtslauf gerundet wird.</translation>
    </message>
    <message>
        <source>Keras on JAX on an H200 (%1)</source>
        <translation>Keras auf JAX auf einer H200 (%1)</translation>
    </message>
    <message>
        <source>LayerNormalization is recorded of 64 to 127 rows of 128 features, with gamma and beta</source>
        <translation>LayerNormalization ist von 64 bis 127 Zeilen zu 128 Features aufgezeichnet, mit gamma und beta</translation>
    </message>
    <message>
        <source>in which order a bias is added to the products of one feature is not known</source>
        <translation>in welcher Reihenfolge ein Bias zu den Produkten eines einzigen Features addiert wird, ist nicht bekannt</translation>
    </message>
    <message>
        <source>a bias&apos; gradient summed over %1 rows is not recorded, which several blocks share</source>
        <translation>nicht aufgezeichnet ist ein Bias-Gradient, der über %1 Zeilen summiert wird, die sich mehrere Blöcke teilen</translation>
    </message>
    <message>
        <source>no product of %1 rows, %2 features and %3 units was measured, which cuBLAS sums in slices</source>
        <translation>kein Produkt von %1 Zeilen, %2 Features und %3 Einheiten wurde gemessen, das cuBLAS in Teilen summiert</translation>
    </message>
</context>
<context>
    <name>ulpscope::Document</name>
    <message>
        <source>Open scene</source>
        <translation>Szene öffnen</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
</context>
<context>
    <name>ulpscope::KeptRuns</name>
    <message>
        <source>again</source>
        <translation>erneut</translation>
    </message>
</context>
<context>
    <name>ulpscope::SavedRuns</name>
    <message>
        <source>The runs of this session cannot be read, and their file stays as it is; runs from now on are not saved. %1</source>
        <translation>Die Läufe dieser Sitzung können nicht gelesen werden, und ihre Datei bleibt, wie sie ist; Läufe werden von nun an nicht gespeichert. %1</translation>
    </message>
    <message>
        <source>Runs are not saved: %1. File &gt; Kept runs &gt; Export runs… saves them elsewhere, or over it.</source>
        <translation>Läufe werden nicht gespeichert: %1. „Datei &gt; Aufbewahrte Läufe &gt; Läufe exportieren…“ speichert sie anderswo oder darüber.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui</name>
    <message>
        <source>This run writes %1 and then no more: its outputs are NaN.</source>
        <translation>Dieser Lauf schreibt %1 und dann nichts mehr: Seine Ausgaben sind NaN.</translation>
    </message>
    <message>
        <source>character</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>This run and float64 write on alike.</source>
        <translation>Dieser Lauf und float64 schreiben gleich weiter.</translation>
    </message>
    <message>
        <source>They write on alike for %1.</source>
        <translation>Sie schreiben %1 lang gleich weiter.</translation>
    </message>
    <message>
        <source>(%1, %2)</source>
        <translation>(%1; %2)</translation>
    </message>
    <message>
        <source>The mean error at the %1 points is %2 in this run and %3 in float64.</source>
        <translation>Der mittlere Fehler an den %1 Punkten ist %2 in diesem Lauf und %3 in float64.</translation>
    </message>
    <message>
        <source>The mean error at the %1 points is %2.</source>
        <translation>Der mittlere Fehler an den %1 Punkten ist %2.</translation>
    </message>
    <message>
        <source>Of %1 points this run decides %2 right</source>
        <translation>Von %1 Punkten entscheidet dieser Lauf %2 richtig</translation>
    </message>
    <message>
        <source>, float64 %1.</source>
        <translation>, float64 %1.</translation>
    </message>
    <message>
        <source>.</source>
        <translation>.</translation>
    </message>
    <message>
        <source>Both decide alike everywhere.</source>
        <translation>Beide entscheiden überall gleich.</translation>
    </message>
    <message>
        <source>They decide differently on %1 of the area.</source>
        <translation>Sie entscheiden auf %1 der Fläche verschieden.</translation>
    </message>
    <message>
        <source> Their outputs are the same to the last bit.</source>
        <translation> Ihre Ausgaben sind bis aufs letzte Bit gleich.</translation>
    </message>
    <message>
        <source> Their outputs differ most at %1, by %2.</source>
        <translation> Ihre Ausgaben unterscheiden sich am meisten bei %1, um %2.</translation>
    </message>
    <message>
        <source>no class</source>
        <translation>keine Klasse</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 mal %2</translation>
    </message>
    <message>
        <source>Of the %1 cells of this run %2.</source>
        <translation>Von den %1 Zellen dieses Laufs: %2.</translation>
    </message>
    <message>
        <source>Of the cells of float64 %1.</source>
        <translation>Von den Zellen von float64: %1.</translation>
    </message>
    <message>
        <source>At %1: this run %2</source>
        <translation>Bei %1: dieser Lauf %2</translation>
    </message>
    <message>
        <source>; float64 %1; difference %2</source>
        <translation>; float64 %1; Unterschied %2</translation>
    </message>
    <message>
        <source>The examples are too large to be shown here.</source>
        <translation>Die Beispiele sind zu groß, um hier gezeigt zu werden.</translation>
    </message>
    <message>
        <source>Of the %1 test examples</source>
        <translation>Von den %1 Testbeispielen</translation>
    </message>
    <message>
        <source>Of the character that follows each of %1 windows of the test text</source>
        <translation>Vom Zeichen, das auf jedes von %1 Fenstern des Testtextes folgt,</translation>
    </message>
    <message>
        <source> this run gets %1 wrong, float64 %2; they differ on %3.</source>
        <translation> hat dieser Lauf %1 falsch, float64 %2; sie unterscheiden sich bei %3.</translation>
    </message>
    <message>
        <source> this run gets %1 wrong.</source>
        <translation> hat dieser Lauf %1 falsch.</translation>
    </message>
    <message>
        <source> those with the largest loss are listed.</source>
        <translation> sind die mit dem größten Loss aufgeführt.</translation>
    </message>
    <message>
        <source> The loss of %1 is NaN or infinite.</source>
        <translation> Der Loss von %1 ist NaN oder unendlich.</translation>
    </message>
    <message>
        <source>Text so far</source>
        <translation>Text bisher</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>The last characters that the model has read; ␣ is a space, ⏎ ends a line</source>
        <translation>Die letzten Zeichen, die das Modell gelesen hat; ␣ ist ein Leerzeichen, ⏎ beendet eine Zeile</translation>
    </message>
    <message>
        <source>The first of the example&apos;s numbers, and how many there are</source>
        <translation>Die ersten Zahlen des Beispiels und wie viele es sind</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächstes</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What is right</source>
        <translation>Was richtig ist</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>What the low-precision model says</source>
        <translation>Was das Modell mit niedriger Genauigkeit sagt</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>What the float64 reference says</source>
        <translation>Was die float64-Referenz sagt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>This run&apos;s loss of the example, largest first</source>
        <translation>Loss des Beispiels in diesem Lauf, der größte zuerst</translation>
    </message>
    <message>
        <source>f64 loss</source>
        <translation>f64-Loss</translation>
    </message>
    <message>
        <source>The reference&apos;s loss of the example</source>
        <translation>Loss des Beispiels bei der Referenz</translation>
    </message>
    <message>
        <source>This run and float64 say different classes</source>
        <translation>Dieser Lauf und float64 sagen verschiedene Klassen</translation>
    </message>
    <message>
        <source>is NaN</source>
        <translation>ist NaN</translation>
    </message>
    <message>
        <source>are NaN</source>
        <translation>sind NaN</translation>
    </message>
    <message>
        <source>is infinite</source>
        <translation>ist unendlich</translation>
    </message>
    <message>
        <source>are infinite</source>
        <translation>sind unendlich</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Both curves are the same to the last bit.</source>
        <translation>Beide Kurven sind bis aufs letzte Bit gleich.</translation>
    </message>
    <message>
        <source>The curves differ most at %1, by %2.</source>
        <translation>Die Kurven unterscheiden sich am meisten bei %1, um %2.</translation>
    </message>
    <message>
        <source>Of the %1 outputs of this run %2.</source>
        <translation>Von den %1 Ausgaben dieses Laufs: %2.</translation>
    </message>
    <message>
        <source>Of the outputs of float64 %1.</source>
        <translation>Von den Ausgaben von float64: %1.</translation>
    </message>
    <message>
        <source>No run yet: press Train (Space). Then this line says where the first NaN or infinity was born.</source>
        <translation>Noch kein Lauf: „Trainieren“ drücken (Leertaste). Dann sagt diese Zeile, wo das erste NaN oder Unendlich entstand.</translation>
    </message>
    <message>
        <source>Until step %1 every value is finite; the first that is not comes at step %2.</source>
        <translation>Bis Schritt %1 ist jeder Wert endlich; der erste, der es nicht ist, kommt bei Schritt %2.</translation>
    </message>
    <message>
        <source>The run diverged at step %1.</source>
        <translation>Der Lauf divergierte bei Schritt %1.</translation>
    </message>
    <message>
        <source>Every value of the run&apos;s %1 is finite: no NaN or infinity was born.</source>
        <translation>Jeder Wert des Laufs (%1) ist endlich: Kein NaN oder Unendlich entstand.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source> The loss scaling skipped this step, so no weight was harmed.</source>
        <translation> Die Loss-Skalierung hat diesen Schritt übersprungen, also nahm kein Gewicht Schaden.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer, the one to blame first</source>
        <translation>Die Schicht, die verantwortliche zuerst</translation>
    </message>
    <message>
        <source>Local error</source>
        <translation>Lokaler Fehler</translation>
    </message>
    <message>
        <source>The error that the layer&apos;s own arithmetic makes: its output against float64 from the same inputs. Relative L2, mean over the steps.</source>
        <translation>Der Fehler, den die Arithmetik der Schicht selbst macht: ihre Ausgabe gegen float64 aus denselben Eingaben. Relative L2, Mittel über die Schritte.</translation>
    </message>
    <message>
        <source>Error if in float32</source>
        <translation>Fehler in float32</translation>
    </message>
    <message>
        <source>The error of the model&apos;s output against float64 when this layer alone is trained in float32. Relative L2, mean over the steps.</source>
        <translation>Der Fehler der Ausgabe des Modells gegen float64, wenn diese Schicht allein in float32 trainiert wird. Relative L2, Mittel über die Schritte.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>By how much the model&apos;s error falls when this layer alone is in float32. Below zero: its error happened to undo others&apos;. Shares need not add up to 100 %.</source>
        <translation>Um wie viel der Fehler des Modells fällt, wenn diese Schicht allein in float32 ist. Unter null: Ihr Fehler hat zufällig die anderer aufgehoben. Anteile müssen nicht 100 % ergeben.</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>%1: local error of its gradients %2; error of all weight gradients with it in float32 %3, as it is %4</source>
        <translation>%1: lokaler Fehler ihrer Gradienten %2; Fehler aller Gewichtsgradienten mit ihr in float32 %3, so wie es ist %4</translation>
    </message>
    <message>
        <source>As it is, the output is off by %1 from float64 (mean of %2).</source>
        <translation>So wie es ist, liegt die Ausgabe %1 neben float64 (Mittel über %2).</translation>
    </message>
    <message>
        <source>The model has no layers to blame.</source>
        <translation>Das Modell hat keine Schichten, die verantwortlich sein könnten.</translation>
    </message>
    <message>
        <source>The output is exactly that of float64: no layer is to blame.</source>
        <translation>Die Ausgabe ist genau die von float64: Keine Schicht ist verantwortlich.</translation>
    </message>
    <message>
        <source>The run does not stay finite, whichever single layer is in float32: it is not the arithmetic of one layer.</source>
        <translation>Der Lauf bleibt nicht endlich, welche einzelne Schicht auch in float32 ist: Es liegt nicht an der Arithmetik einer Schicht.</translation>
    </message>
    <message>
        <source> No single layer in float32 would make it smaller.</source>
        <translation> Keine einzelne Schicht in float32 würde ihn kleiner machen.</translation>
    </message>
    <message>
        <source> %1 in float32 would take %2 of it away.</source>
        <translation> %1 in float32 nähme %2 davon weg.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>What the bytes hold</source>
        <translation>Was die Bytes enthalten</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Under the session&apos;s policies, in the dtypes that a framework would store</source>
        <translation>Unter den Policies der Sitzung, in den Dtypes, die ein Framework speichern würde</translation>
    </message>
    <message>
        <source>In float32</source>
        <translation>In float32</translation>
    </message>
    <message>
        <source>The same model with every layer in float32</source>
        <translation>Dasselbe Modell mit jeder Schicht in float32</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Of the bytes against float32</source>
        <translation>Der Bytes gegen float32</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>Multiply-adds as</source>
        <translation>Multiplik.-Additionen als</translation>
    </message>
    <message>
        <source>left × right → accumulator: the formats of products</source>
        <translation>links × rechts → Akkumulator: die Formate von Produkten</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>Je Schritt</translation>
    </message>
    <message>
        <source>Multiply-adds of one training step, forward and backward</source>
        <translation>Multiplikationen mit Addition eines Trainingsschritts, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>Of all multiply-adds of the step</source>
        <translation>Von allen Multiplikationen mit Addition des Schritts</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>A number format, or a block format whose elements share scales</source>
        <translation>Ein Zahlenformat oder ein Blockformat, dessen Elemente sich Skalen teilen</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null</translation>
    </message>
    <message>
        <source>Of the elements that are not zero, those that would become zero</source>
        <translation>Von den Elementen, die nicht null sind, die, die null würden</translation>
    </message>
    <message>
        <source>Overflowed</source>
        <translation>Übergelaufen</translation>
    </message>
    <message>
        <source>Of the finite elements, those that would become infinity or NaN</source>
        <translation>Von den endlichen Elementen die, die Unendlich oder NaN würden</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>Of the finite elements, those that would become the largest of the format</source>
        <translation>Von den endlichen Elementen die, die der größte Wert des Formats würden</translation>
    </message>
    <message>
        <source>Largest, ulp</source>
        <translation>Größter, ulp</translation>
    </message>
    <message>
        <source>The largest rounding error in units in the last place of the format</source>
        <translation>Der größte Rundungsfehler in Einheiten der letzten Stelle des Formats</translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation>SQNR, dB</translation>
    </message>
    <message>
        <source>Signal to quantization noise: each 6 dB are one more bit that is right. Inf: nothing is lost. –: not all stay finite.</source>
        <translation>Verhältnis von Signal zu Quantisierungsrauschen: Je 6 dB sind ein weiteres richtiges Bit. Inf: nichts geht verloren. –: Nicht alle bleiben endlich.</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Rel. Fehler</translation>
    </message>
    <message>
        <source>Relative L2; – where elements overflow, which no distance measures</source>
        <translation>Relative L2; – wo Elemente überlaufen, was kein Abstand misst</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Steps %1–%2</source>
        <translation>Schritte %1–%2</translation>
    </message>
    <message>
        <source>%1: exactly zero, %2 of the values</source>
        <translation>%1: genau null, %2 der Werte</translation>
    </message>
    <message>
        <source>%1: NaN or infinite, %2 of the values</source>
        <translation>%1: NaN oder unendlich, %2 der Werte</translation>
    </message>
    <message>
        <source>%1: %2 to %3, %4 of the values</source>
        <translation>%1: %2 bis %3, %4 der Werte</translation>
    </message>
    <message>
        <source>; below all numbers of %1</source>
        <translation>; unter allen Zahlen von %1</translation>
    </message>
    <message>
        <source>; subnormal in %1</source>
        <translation>; subnormal in %1</translation>
    </message>
    <message>
        <source>; beyond %1</source>
        <translation>; jenseits von %1</translation>
    </message>
    <message>
        <source>Nothing was recorded of this tensor up to step %1.</source>
        <translation>Von diesem Tensor wurde bis Schritt %1 nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 of the values are exactly zero</source>
        <translation>%1 der Werte sind genau null</translation>
    </message>
    <message>
        <source>%1 are NaN or infinite</source>
        <translation>%1 sind NaN oder unendlich</translation>
    </message>
    <message>
        <source>nine in ten values lie between %1 and %2.</source>
        <translation>neun von zehn Werten liegen zwischen %1 und %2.</translation>
    </message>
    <message>
        <source>; nine in ten of the others lie between %1 and %2.</source>
        <translation>; neun von zehn der anderen liegen zwischen %1 und %2.</translation>
    </message>
    <message>
        <source>%1 lie below %2, where %3 begins to lose digits.</source>
        <translation>%1 liegen unter %2, wo %3 Stellen zu verlieren beginnt.</translation>
    </message>
    <message>
        <source>%1 of all are not zero and lie below %2, where %3 begins to lose digits.</source>
        <translation>%1 aller sind nicht null und liegen unter %2, wo %3 Stellen zu verlieren beginnt.</translation>
    </message>
    <message>
        <source>The first value that is not finite is %1 in %2 at step %3.</source>
        <translation>Der erste nicht endliche Wert ist %1 in %2 bei Schritt %3.</translation>
    </message>
    <message>
        <source>%1 It comes from: %2.</source>
        <translation>%1 Er kommt von: %2.</translation>
    </message>
    <message>
        <source>%1 It comes from: %2 of %3.</source>
        <translation>%1 Er kommt von: %2 aus %3.</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>Grundschichten</translation>
    </message>
    <message>
        <source>Convolution and pooling</source>
        <translation>Faltung und Pooling</translation>
    </message>
    <message>
        <source>Attention and embedding</source>
        <translation>Attention und Einbettung</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>Regularization</source>
        <translation>Regularisierung</translation>
    </message>
    <message>
        <source>Merging and reshaping</source>
        <translation>Verbinden und Umformen</translation>
    </message>
    <message>
        <source>… (%1)</source>
        <translation>… (%1)</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weights in the dtypes in which layers take them</source>
        <translation>Gewichte in den Dtypes, in denen Schichten sie nehmen</translation>
    </message>
    <message>
        <source>Master copies</source>
        <translation>Master-Kopien</translation>
    </message>
    <message>
        <source>Weights in the variable dtype, where the layer casts them</source>
        <translation>Gewichte im Variablen-Dtype, wo die Schicht sie castet</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Outputs of one batch, and casts of inputs that the backward pass needs again</source>
        <translation>Ausgaben eines Batches und Casts von Eingaben, die rückwärts noch einmal gebraucht werden</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>What the optimizer keeps for each weight, such as momenta</source>
        <translation>Was der Optimierer zu jedem Gewicht behält, etwa Momente</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>Skalen</translation>
    </message>
    <message>
        <source>Scales of blocks and of integer kernels, and what scaling recipes keep: amax histories</source>
        <translation>Skalen von Blöcken und ganzzahligen Kernels, und was Skalierungsrezepte behalten: Amax-Verläufe</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>The error at the %1 point is %2 in this run and %3 in float64.</source>
        <translation>Der Fehler an dem %1 Punkt ist in diesem Lauf %2 und in float64 %3.</translation>
    </message>
    <message>
        <source>The error at the %1 point is %2.</source>
        <translation>Der Fehler an dem %1 Punkt ist %2.</translation>
    </message>
    <message>
        <source>Of %1 point this run decides %2 right</source>
        <translation>Von %1 Punkt entscheidet dieser Lauf %2 richtig</translation>
    </message>
    <message>
        <source>Of the %1 test example</source>
        <translation>Vom %1 Testbeispiel</translation>
    </message>
    <message>
        <source>Of the character that follows %1 window of the test text</source>
        <translation>Vom Zeichen, das auf %1 Fenster des Testtextes folgt,</translation>
    </message>
    <message>
        <source>Of step %3, the first value that is not finite is %1 in %2.</source>
        <translation>In Schritt %3 ist der erste Wert, der nicht endlich ist, %1 in %2.</translation>
    </message>
    <message>
        <source>The first NaN of step %1 is in %2.</source>
        <translation>Der erste NaN-Wert von Schritt %1 steht in %2.</translation>
    </message>
    <message>
        <source>%1, normalized</source>
        <translation>%1, normalisiert</translation>
    </message>
    <message>
        <source>Input: as the file has it</source>
        <translation>Eingabe: wie die Datei sie hat</translation>
    </message>
    <message>
        <source>The run does not stay finite. With one layer in float32 it does: %1.</source>
        <translation>Der Lauf bleibt nicht endlich. Mit einer Schicht in float32 bleibt er es: %1.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Of %1 test examples (%2 in all)</source>
        <translation>Von %1 der %2 Testbeispiele</translation>
    </message>
    <message>
        <source>An earlier one, at step %1, did no harm: no weight took it over. %2</source>
        <translation>Ein früherer, bei Schritt %1, schadete nicht: Kein Gewicht übernahm ihn. %2</translation>
    </message>
    <message>
        <source>Operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>Input, kernel or output gradient of a layer that scales it</source>
        <translation>Eingabe, Kernel oder Ausgabegradient einer Schicht, die ihn skaliert</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps in a row in which it has elements beyond the limit of its scale</source>
        <translation>Aufeinanderfolgende Schritte, in denen er Elemente jenseits der Grenze seiner Skala hat</translation>
    </message>
    <message>
        <source>Saturated, at most</source>
        <translation>Gesättigt, höchstens</translation>
    </message>
    <message>
        <source>So many of its elements were clipped in one of these steps</source>
        <translation>So viele seiner Elemente wurden in einem dieser Schritte gekürzt</translation>
    </message>
    <message>
        <source>In step</source>
        <translation>Im Schritt</translation>
    </message>
    <message>
        <source>Where that was: a click or Return pins it</source>
        <translation>Wo das war: Ein Klick oder die Eingabetaste heftet ihn an</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Pass of the step, and the layer</source>
        <translation>Durchlauf des Schritts, und die Schicht</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>In the order in which the step does them</source>
        <translation>In der Reihenfolge, in der der Schritt sie ausführt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>What goes in; of a sum, its largest terms</source>
        <translation>Was hineingeht; von einer Summe die größten Summanden</translation>
    </message>
    <message>
        <source>Before rounding</source>
        <translation>Vor der Rundung</translation>
    </message>
    <message>
        <source>The operation&apos;s exact result; empty where it is several operations at once</source>
        <translation>Das exakte Ergebnis der Operation; leer, wo es mehrere Operationen auf einmal sind</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>As it is in the tensor; click to see its bits</source>
        <translation>Wie es im Tensor steht; ein Klick zeigt seine Bits</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>The format that it is rounded to</source>
        <translation>Das Format, in das gerundet wird</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>What the rounding did</source>
        <translation>Was die Rundung tat</translation>
    </message>
    <message>
        <source>The same number in the float64 lane, with the same loss scale; empty where that lane has no such number</source>
        <translation>Dieselbe Zahl in der float64-Referenz, mit derselben Loss-Skalierung; leer, wo die Referenz keine solche hat</translation>
    </message>
    <message>
        <source>The accumulator has %1 before it is stored.</source>
        <translation>Der Akkumulator hat %1, bevor gespeichert wird.</translation>
    </message>
    <message>
        <source>Something that is not told here changed the number since the row before.</source>
        <translation>Etwas, das hier nicht steht, hat die Zahl seit der Zeile davor geändert.</translation>
    </message>
    <message>
        <source>%1 %2 at step %3 is %4. %5</source>
        <translation>%1 %2 ist in Schritt %3 %4. %5</translation>
    </message>
    <message>
        <source>input %1, kernel %2, gradient %3, output %4</source>
        <translation>Eingabe %1, Kernel %2, Gradient %3, Ausgabe %4</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>error as it is</source>
        <translation>Fehler, wie er ist</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 in float32</source>
        <translation>%1 in float32</translation>
    </message>
    <message>
        <source>of the worst layer</source>
        <translation>von der verantwortlichen Schicht</translation>
    </message>
    <message>
        <source> One part of it alone in float32: %1.</source>
        <translation> Ein Teil von ihr allein in float32: %1.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::AboutDialog</name>
    <message>
        <source>About Ulpscope</source>
        <translation>Über Ulpscope</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source># Ulpscope %1

An oscilloscope for units in the last place: builds a small model, trains it under a dtype policy for every layer through an engine that emulates the arithmetic exactly, and shows where the numbers go wrong against a float64 reference of the same run.

Free software under the GNU General Public License, version 3 or later, without any warranty.</source>
        <translation># Ulpscope %1

Ein Oszilloskop für Einheiten in der letzten Stelle: baut ein kleines Modell, trainiert es unter einer Dtype-Policy für jede Schicht mit einer Engine, die die Arithmetik exakt nachbildet, und zeigt, wo die Zahlen gegen eine float64-Referenz desselben Laufs schiefgehen.

Freie Software unter der GNU General Public License, Version 3 oder später, ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Was neu ist</translation>
    </message>
    <message>
        <source>The list of changes is not installed.</source>
        <translation>Die Liste der Änderungen ist nicht installiert.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>| part | version | licence |
|---|---|---|
| Ulpscope | %1 | GPL-3.0-or-later |
| Qt | %2 | LGPL-3.0 |
| QCustomPlot | %3 | GPL-3.0-or-later |
| Eigen | 3.4 | MPL-2.0 |
| JSON for Modern C++ | 3.11 | MIT |
| PCRE2 | 10 | BSD-3-Clause |
| zlib | 1 | Zlib |
| MD4C | 0.4 | MIT |

Series colours are those of Masataka Okabe and Kei Ito.</source>
        <translation>| Teil | Version | Lizenz |
|---|---|---|
| Ulpscope | %1 | GPL-3.0-or-later |
| Qt | %2 | LGPL-3.0 |
| QCustomPlot | %3 | GPL-3.0-or-later |
| Eigen | 3.4 | MPL-2.0 |
| JSON for Modern C++ | 3.11 | MIT |
| PCRE2 | 10 | BSD-3-Clause |
| zlib | 1 | Zlib |
| MD4C | 0.4 | MIT |

Die Farben der Kurven sind die von Masataka Okabe und Kei Ito.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::AccumulationPlot</name>
    <message>
        <source>How the sums grow</source>
        <translation>Wie die Summen wachsen</translation>
    </message>
    <message>
        <source>How far off the sums are</source>
        <translation>Wie weit die Summen daneben liegen</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
    </message>
    <message>
        <source>stalls after %1</source>
        <translation>steht still nach %1</translation>
    </message>
    <message>
        <source>terms added</source>
        <translation>addierte Summanden</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>relativer Fehler</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Summand</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::AccumulatorView</name>
    <message>
        <source>Accumulators</source>
        <translation>Akkumulatoren</translation>
    </message>
    <message>
        <source>Ticked ones are computed; Space ticks. A name without a format adds in the inputs&apos; format.</source>
        <translation>Angehakte werden berechnet; die Leertaste hakt an. Ein Name ohne Format addiert im Format der Eingaben.</translation>
    </message>
    <message>
        <source>another: chunked:128:bfloat16, then Enter</source>
        <translation>weiterer: chunked:128:bfloat16, dann Eingabe</translation>
    </message>
    <message>
        <source>Another accumulator</source>
        <translation>Weiterer Akkumulator</translation>
    </message>
    <message>
        <source>An accumulator by name, then Enter:</source>
        <translation>Ein Akkumulator mit Namen, dann die Eingabetaste:</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>its tensors can be added up</source>
        <translation>seine Tensoren können aufsummiert werden</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Rechnet…</translation>
    </message>
    <message>
        <source>Exactly the sum is %1.</source>
        <translation>Exakt ist die Summe %1.</translation>
    </message>
    <message>
        <source>The wide grey line is the exact one.</source>
        <translation>Die breite graue Linie ist die exakte.</translation>
    </message>
    <message>
        <source>%1, computed in %2 ms.</source>
        <translation>%1, in %2 ms berechnet.</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Summand</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>%1 point is zero, negative or not finite and has no place on the axes.</source>
        <translation>%1 Punkt ist null, negativ oder nicht endlich und hat keinen Platz auf den Achsen.</translation>
    </message>
    <message>
        <source>%1 points are zero, negative or not finite and have no place on the axes.</source>
        <translation>%1 Punkte sind null, negativ oder nicht endlich und haben keinen Platz auf den Achsen.</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>How sums grow, and stop growing, in different accumulators</source>
        <translation>Wie Summen in verschiedenen Akkumulatoren wachsen und aufhören zu wachsen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::AnswersDialog</name>
    <message>
        <source>Then &amp;forget them here: somebody else is next</source>
        <translation>Dann hier &amp;vergessen: Jemand anderes ist dran</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Save answers</source>
        <translation>Antworten speichern</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>For your teacher, who reads the file; it may stay empty</source>
        <translation>Für Ihre Lehrkraft, die die Datei liest; er darf leer bleiben</translation>
    </message>
    <message>
        <source>may stay empty</source>
        <translation>darf leer bleiben</translation>
    </message>
    <message>
        <source>Then forget them here</source>
        <translation>Dann hier vergessen</translation>
    </message>
    <message>
        <source>After they are in the file this program knows nothing of them any more</source>
        <translation>Wenn sie in der Datei sind, weiß dieses Programm nichts mehr von ihnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Asks where, and writes one file for your teacher</source>
        <translation>Fragt, wohin, und schreibt eine Datei für Ihre Lehrkraft</translation>
    </message>
    <message>
        <source>Your &amp;name:</source>
        <translation>Ihr &amp;Name:</translation>
    </message>
    <message>
        <source>Nothing has been answered in a lesson yet.</source>
        <translation>Noch wurde in keiner Lektion etwas beantwortet.</translation>
    </message>
    <message>
        <source>Your predictions and answers so far: %1 of %2. They stay on this computer; the file is for whom you give it to.</source>
        <translation>Ihre Vorhersagen und Antworten bisher: %1 aus %2. Sie bleiben auf diesem Rechner; die Datei ist für den, dem Sie sie geben.</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Answers to lessons (*.%1);;All files (*)</source>
        <translation>Antworten zu Lektionen (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Your answers are in %1</source>
        <translation>Ihre Antworten sind in %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::BenchBar</name>
    <message>
        <source>lo&amp;garithmic</source>
        <translation>loga&amp;rithmisch</translation>
    </message>
    <message>
        <source>Sum of</source>
        <translation>Summe von</translation>
    </message>
    <message>
        <source>Dot product of</source>
        <translation>Skalarprodukt von</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>A sum, or the dot product of the numbers with themselves: the sum of their squares</source>
        <translation>Eine Summe oder das Skalarprodukt der Zahlen mit sich selbst: die Summe ihrer Quadrate</translation>
    </message>
    <message>
        <source>Numbers to add up</source>
        <translation>Zahlen zum Aufsummieren</translation>
    </message>
    <message>
        <source>What is added up: made numbers, or a tensor of the run on the screen</source>
        <translation>Was aufsummiert wird: erzeugte Zahlen oder ein Tensor des Laufs auf dem Bildschirm</translation>
    </message>
    <message>
        <source>How many numbers are added, one to a million</source>
        <translation>Wie viele Zahlen addiert werden, eine bis eine Million</translation>
    </message>
    <message>
        <source>Input format</source>
        <translation>Eingabeformat</translation>
    </message>
    <message>
        <source>The format that the numbers are rounded to first. Accumulators that name no format add in it.</source>
        <translation>Das Format, auf das die Zahlen zuerst gerundet werden. Akkumulatoren, die kein Format nennen, addieren darin.</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Relative errors</source>
        <translation>Relative Fehler</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>An&amp;zeigen</translation>
    </message>
    <message>
        <source>The sums themselves, or how far off they are</source>
        <translation>Die Summen selbst oder wie weit sie daneben liegen</translation>
    </message>
    <message>
        <source>Logarithmic axes; what is not positive has no place on them</source>
        <translation>Logarithmische Achsen; was nicht positiv ist, hat keinen Platz darauf</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::BenchTableModel</name>
    <message>
        <source>not for these inputs</source>
        <translation>nicht für diese Eingaben</translation>
    </message>
    <message>
        <source>How the sum is formed</source>
        <translation>Wie die Summe gebildet wird</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>The sum that it arrives at</source>
        <translation>Die Summe, zu der er kommt</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>|result - exact| / |exact|, of the sum of the rounded inputs</source>
        <translation>|Ergebnis - exakt| / |exakt|, von der Summe der gerundeten Eingaben</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Rel. Fehler</translation>
    </message>
    <message>
        <source>After so many terms the sum never changed again, although terms came that are not zero; – when that was in the last tenth</source>
        <translation>Nach so vielen Summanden änderte sich die Summe nie mehr, obwohl Summanden ungleich null kamen; –, wenn das im letzten Zehntel war</translation>
    </message>
    <message>
        <source>Stalls after</source>
        <translation>Still nach</translation>
    </message>
    <message>
        <source>Terms that are not zero and left the sum as it was; – where there is not one running sum</source>
        <translation>Summanden, die nicht null sind und die Summe ließen, wie sie war; –, wo es keine einzelne laufende Summe gibt</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::BitStrip</name>
    <message>
        <source>is 1</source>
        <translation>ist 1</translation>
    </message>
    <message>
        <source>is 0</source>
        <translation>ist 0</translation>
    </message>
    <message>
        <source>%1, sign bit, %2</source>
        <translation>%1, Vorzeichenbit, %2</translation>
    </message>
    <message>
        <source>%1, %2 bit %3 of %4, %5</source>
        <translation>%1, %2: Bit %3 von %4, %5</translation>
    </message>
    <message>
        <source>Code %1. Arrows move among the bits, Space toggles, 0 and 1 set.</source>
        <translation>Code %1. Pfeile gehen zwischen den Bits, die Leertaste kippt, 0 und 1 setzen.</translation>
    </message>
    <message>
        <source>. Click to toggle.</source>
        <translation>. Zum Kippen klicken.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::BlamePanel</name>
    <message>
        <source>Trains the session beside float64 as it is, and once more for each layer with that layer alone in float32</source>
        <translation>Trainiert die Sitzung neben float64, wie sie ist, und für jede Schicht noch einmal mit dieser allein in float32</translation>
    </message>
    <message>
        <source>Stops looking; the table before stays</source>
        <translation>Hört auf zu suchen; die Tabelle davor bleibt</translation>
    </message>
    <message>
        <source>Steps to train each</source>
        <translation>Zu trainierende Schritte je Lauf</translation>
    </message>
    <message>
        <source>How many steps each of the runs trains; errors are means over them. More steps take longer.</source>
        <translation>Wie viele Schritte jeder der Läufe trainiert; Fehler sind Mittel darüber. Mehr Schritte dauern länger.</translation>
    </message>
    <message>
        <source>Progress of looking for the layer to blame</source>
        <translation>Fortschritt der Suche nach der verantwortlichen Schicht</translation>
    </message>
    <message>
        <source>Layers to blame</source>
        <translation>Verantwortliche Schichten</translation>
    </message>
    <message>
        <source>Gives the layer of the selected row the policy float32, without overrides or a recipe of its own. Undo takes it back.</source>
        <translation>Gibt der Schicht der gewählten Zeile die Policy float32, ohne eigene Numerik oder eigenes Rezept. „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>Training with one layer at a time in float32: step %1 of %2.</source>
        <translation>Trainiert mit jeweils einer Schicht in float32: Schritt %1 von %2.</translation>
    </message>
    <message>
        <source>Loading the data…</source>
        <translation>Lädt die Daten…</translation>
    </message>
    <message>
        <source>Which layer&apos;s rounding spoils the result? Press the button: the session is trained again with one layer at a time in float32, and the table shows whose float32 helps most.</source>
        <translation>Welche Schicht verdirbt mit ihrer Rundung das Ergebnis? Drücken Sie die Schaltfläche: Die Sitzung wird neu trainiert, jeweils mit einer Schicht in float32, und die Tabelle zeigt, wessen float32 am meisten hilft.</translation>
    </message>
    <message>
        <source>The session has changed since this table was made: press the button again. </source>
        <translation>Die Sitzung hat sich geändert, seit diese Tabelle entstand: Drücken Sie die Schaltfläche noch einmal. </translation>
    </message>
    <message>
        <source>&amp;Set %1 to float32</source>
        <translation>%1 auf float32 &amp;setzen</translation>
    </message>
    <message>
        <source>Set %1 to float32</source>
        <translation>%1 auf float32 setzen</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>Find the layer to blame</source>
        <translation>Verantwortliche Schicht finden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::BudgetForm</name>
    <message>
        <source>3  What has to hold, under every seed</source>
        <translation>3  Was gelten muss, unter jedem Seed</translation>
    </message>
    <message>
        <source>Add a condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message>
        <source>One more number of the run that has to stay within a limit; all conditions have to hold</source>
        <translation>Eine weitere Zahl des Laufs, die innerhalb einer Grenze bleiben muss; alle Bedingungen müssen gelten</translation>
    </message>
    <message>
        <source>The budget as a sentence</source>
        <translation>Das Budget als Satz</translation>
    </message>
    <message>
        <source>The same as the rows above, as the command line takes it: loss@500 &lt;= 1.01*float32; skipped_steps@50.. == 0. A factor of float32 is of the same number with all searched layers in float32, under the same seed.</source>
        <translation>Dasselbe wie die Zeilen darüber, wie die Befehlszeile es nimmt: loss@500 &lt;= 1.01*float32; skipped_steps@50.. == 0. Ein Faktor von float32 ist einer derselben Zahl mit allen durchsuchten Schichten in float32, unter demselben Seed.</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>bei Schritt</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Number of condition %1</source>
        <translation>Zahl der Bedingung %1</translation>
    </message>
    <message>
        <source>A number of history.csv at a step, of summary.json at the run&apos;s end</source>
        <translation>Bei einem Schritt eine Zahl von history.csv, am Ende des Laufs von summary.json</translation>
    </message>
    <message>
        <source>Steps of condition %1</source>
        <translation>Schritte der Bedingung %1</translation>
    </message>
    <message>
        <source>A step, 500, or a range, 50.. or 10..20, of which each step has to keep the limit; empty: at the run&apos;s end</source>
        <translation>Ein Schritt, 500, oder ein Bereich, 50.. oder 10..20, von dem jeder Schritt die Grenze einhalten muss; leer: am Ende des Laufs</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Operator of condition %1</source>
        <translation>Operator der Bedingung %1</translation>
    </message>
    <message>
        <source>How the number is held against the limit</source>
        <translation>Wie die Zahl gegen die Grenze gehalten wird</translation>
    </message>
    <message>
        <source>Limit of condition %1</source>
        <translation>Grenze der Bedingung %1</translation>
    </message>
    <message>
        <source>A number, or a factor of what float32 has there</source>
        <translation>Eine Zahl, oder ein Faktor dessen, was float32 dort hat</translation>
    </message>
    <message>
        <source>What the limit of condition %1 is of</source>
        <translation>Wovon die Grenze der Bedingung %1 ist</translation>
    </message>
    <message>
        <source>× float32: the limit is a factor of the same number with all searched layers in float32</source>
        <translation>× float32: Die Grenze ist ein Faktor derselben Zahl mit allen durchsuchten Schichten in float32</translation>
    </message>
    <message>
        <source>× float32</source>
        <translation>× float32</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>Remove condition %1</source>
        <translation>Bedingung %1 entfernen</translation>
    </message>
    <message>
        <source>Removes this condition</source>
        <translation>Entfernt diese Bedingung</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::CommandLine</name>
    <message>
        <source>no %1</source>
        <translation>kein %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>A command trains a session from its file, and there is none: save it, then copy again.</source>
        <translation>Ein Befehl trainiert eine Sitzung aus ihrer Datei, und es gibt keine: speichern, dann noch einmal kopieren.</translation>
    </message>
    <message>
        <source>No option of the command line says what was changed here: %1. Save the session to a file, then copy again.</source>
        <translation>Keine Option der Befehlszeile sagt, was hier geändert wurde: %1. Speichern Sie die Sitzung in eine Datei und kopieren Sie noch einmal.</translation>
    </message>
    <message>
        <source>The file and the options of the command line do not say what was changed here: %1. Save the session, then copy again.</source>
        <translation>Die Datei und die Optionen der Befehlszeile sagen nicht, was hier geändert wurde: %1. Speichern Sie die Sitzung und kopieren Sie noch einmal.</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>No command: the session is in no file.</source>
        <translation>Kein Befehl: Die Sitzung steht in keiner Datei.</translation>
    </message>
    <message>
        <source>No command: no option says %1.</source>
        <translation>Kein Befehl: Keine Option sagt %1.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::CompareView</name>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>%1, median of %2</source>
        <translation>%1, Median von %2</translation>
    </message>
    <message>
        <source>%1, least</source>
        <translation>%1, kleinster</translation>
    </message>
    <message>
        <source>%1, largest</source>
        <translation>%1, größter</translation>
    </message>
    <message>
        <source>float64 of %1</source>
        <translation>float64 von %1</translation>
    </message>
    <message>
        <source>The float64 reference of the run on the screen.</source>
        <translation>Die float64-Referenz des Laufs auf dem Bildschirm.</translation>
    </message>
    <message>
        <source>Comparison of runs</source>
        <translation>Vergleich von Läufen</translation>
    </message>
    <message>
        <source>Ways to compare</source>
        <translation>Arten zu vergleichen</translation>
    </message>
    <message>
        <source>Metric to compare</source>
        <translation>Verglichene Kennzahl</translation>
    </message>
    <message>
        <source>Any recorded metric, of each step or of a tensor: type a part of its name</source>
        <translation>Jede aufgezeichnete Kennzahl, eines Schritts oder eines Tensors: einen Teil ihres Namens tippen</translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation>Geglättet</translation>
    </message>
    <message>
        <source>Smoothed curves</source>
        <translation>Geglättete Kurven</translation>
    </message>
    <message>
        <source>Draws the median of the steps around each step, in a band that leaves out the lowest and the highest tenth of them; else every step. Counts and values that hold until they change are drawn as they are, and so is what is not finite.</source>
        <translation>Zeichnet den Median der Schritte um jeden Schritt, in einem Band ohne das niedrigste und das höchste Zehntel von ihnen; sonst jeden Schritt. Anzahlen und Werte, die bis zu ihrer Änderung gelten, bleiben, wie sie sind, ebenso was nicht endlich ist.</translation>
    </message>
    <message>
        <source>Seeds as a band</source>
        <translation>Seeds als Band</translation>
    </message>
    <message>
        <source>Draws runs that differ in the seed alone as their median, between the least and the largest of them</source>
        <translation>Zeichnet Läufe, die sich nur im Seed unterscheiden, als ihren Median zwischen dem kleinsten und dem größten</translation>
    </message>
    <message>
        <source>a metric: flushed, amax, dense_1 …</source>
        <translation>eine Kennzahl: flushed, amax, dense_1 …</translation>
    </message>
    <message>
        <source>In what the sessions differ</source>
        <translation>Worin sich die Sitzungen unterscheiden</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Any metric of all compared runs over the steps</source>
        <translation>Jede Kennzahl aller verglichenen Läufe über den Schritten</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>In what their sessions differ, and at which step two of them part</source>
        <translation>Worin sich ihre Sitzungen unterscheiden und bei welchem Schritt zwei von ihnen auseinandergehen</translation>
    </message>
    <message>
        <source>Memory and error</source>
        <translation>Speicher und Fehler</translation>
    </message>
    <message>
        <source>What each run&apos;s policies cost in memory, against the error that it ends with</source>
        <translation>Was die Policies jedes Laufs an Speicher kosten, gegen den Fehler, mit dem er endet</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>Trains the session under many values of one setting</source>
        <translation>Trainiert die Sitzung unter vielen Werten einer Einstellung</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Which numbers of the session differ from float32&apos;s by more than another seed changes them</source>
        <translation>Welche Zahlen der Sitzung sich von denen von float32 um mehr unterscheiden, als ein anderer Seed sie ändert</translation>
    </message>
    <message>
        <source>Train again with another policy, or tick runs above, and they are drawn together.</source>
        <translation>Trainieren Sie noch einmal mit einer anderen Policy, oder haken Sie oben Läufe an, dann werden sie zusammen gezeichnet.</translation>
    </message>
    <message>
        <source>These runs are of the same settings.</source>
        <translation>Diese Läufe haben dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>In what their sessions differ:</source>
        <translation>Worin sich ihre Sitzungen unterscheiden:</translation>
    </message>
    <message>
        <source>Another session was opened: what was trained in the background has stopped</source>
        <translation>Eine andere Sitzung wurde geöffnet: Was im Hintergrund trainiert wurde, ist abgebrochen</translation>
    </message>
    <message>
        <source>&amp;Graphed metric</source>
        <translation>Kenn&amp;zahl</translation>
    </message>
    <message>
        <source>Runs beside each other: any metric, and in what their sessions differ</source>
        <translation>Läufe nebeneinander: jede Kennzahl, und worin sich ihre Sitzungen unterscheiden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ComponentForm</name>
    <message>
        <source>%1: %2 more</source>
        <translation>%1: %2 weitere</translation>
    </message>
    <message>
        <source>Shows what can be set whichever row is chosen above: %1</source>
        <translation>Zeigt, was eingestellt werden kann, welche Zeile oben auch gewählt ist: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::CostPanel</name>
    <message>
        <source>Bytes by what they hold</source>
        <translation>Bytes nach Inhalt</translation>
    </message>
    <message>
        <source>Multiply-adds by format</source>
        <translation>Multiplikationen mit Addition nach Format</translation>
    </message>
    <message>
        <source>This session cannot be counted: %1</source>
        <translation>Diese Sitzung kann nicht gezählt werden: %1</translation>
    </message>
    <message>
        <source>A batch of %1 takes %2 of memory and %3 multiply-adds a step. Change a policy and watch.</source>
        <translation>Ein Batch von %1 braucht %2 Speicher und %3 Multiplikationen mit Addition je Schritt. Ändern Sie eine Policy und sehen Sie zu.</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispielen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::CurvePanel</name>
    <message>
        <source>What the model makes of each input</source>
        <translation>Was das Modell aus jeder Eingabe macht</translation>
    </message>
    <message>
        <source>The points are examples, the solid line is this run, the dashed one its float64 reference. Point at a place, or move with the arrow keys, to read it; Home goes to the largest difference.</source>
        <translation>Die Punkte sind Beispiele, die durchgezogene Linie ist dieser Lauf, die gestrichelte seine float64-Referenz. Zeigen Sie auf eine Stelle oder gehen Sie mit den Pfeiltasten, um sie abzulesen; Pos1 geht zum größten Unterschied.</translation>
    </message>
    <message>
        <source>this run (%1)</source>
        <translation>dieser Lauf (%1)</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispielen</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>its float64 reference</source>
        <translation>seine float64-Referenz</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>this run less float64</source>
        <translation>dieser Lauf minus float64</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DataPage</name>
    <message>
        <source>Circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <source>XOR</source>
        <translation>XOR</translation>
    </message>
    <message>
        <source>Gaussian blobs</source>
        <translation>Gaußsche Haufen</translation>
    </message>
    <message>
        <source>Spirals</source>
        <translation>Spiralen</translation>
    </message>
    <message>
        <source>Moons</source>
        <translation>Monde</translation>
    </message>
    <message>
        <source>Plane (regression)</source>
        <translation>Ebene (Regression)</translation>
    </message>
    <message>
        <source>Sums (regression)</source>
        <translation>Summen (Regression)</translation>
    </message>
    <message>
        <source>Fashion-MNIST</source>
        <translation>Fashion-MNIST</translation>
    </message>
    <message>
        <source>Your IDX files</source>
        <translation>Ihre IDX-Dateien</translation>
    </message>
    <message>
        <source>Your NPZ or NPY file</source>
        <translation>Ihre NPZ- oder NPY-Datei</translation>
    </message>
    <message>
        <source>Your CSV file</source>
        <translation>Ihre CSV-Datei</translation>
    </message>
    <message>
        <source>Characters of a text</source>
        <translation>Zeichen eines Textes</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Change data</source>
        <translation>Daten ändern</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DataView</name>
    <message>
        <source>What the picture shows</source>
        <translation>Was das Bild zeigt</translation>
    </message>
    <message>
        <source>What the cursor reads</source>
        <translation>Was der Cursor abliest</translation>
    </message>
    <message>
        <source>Puts the picture on the clipboard</source>
        <translation>Legt das Bild in die Zwischenablage</translation>
    </message>
    <message>
        <source>Before the first step. </source>
        <translation>Vor dem ersten Schritt. </translation>
    </message>
    <message>
        <source>After step %1. </source>
        <translation>Nach Schritt %1. </translation>
    </message>
    <message>
        <source> There is no float64 reference to compare with: the run is in step watch.</source>
        <translation> Es gibt keine float64-Referenz zum Vergleichen: Der Lauf ist im Modus „step“.</translation>
    </message>
    <message>
        <source>its data and what the model makes of them are here</source>
        <translation>seine Daten und was das Modell aus ihnen macht, sind hier</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>The data, and what the model makes of them beside its float64 reference</source>
        <translation>Die Daten, und was das Modell neben seiner float64-Referenz aus ihnen macht</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Vorhersagen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DiagnosisView</name>
    <message>
        <source>NaN and infinity spread from one place: the first value that is not finite, and what made it</source>
        <translation>NaN und Unendlich breiten sich von einer Stelle aus: der erste nicht endliche Wert und was ihn machte</translation>
    </message>
    <message>
        <source>the first NaN, steps to train for the blame, tensors and exponents</source>
        <translation>das erste NaN, Schritte für die Suche, Tensoren und Exponenten</translation>
    </message>
    <message>
        <source>Which layer makes the error?</source>
        <translation>Welche Schicht macht den Fehler?</translation>
    </message>
    <message>
        <source>What do the policies cost?</source>
        <translation>Was kosten die Policies?</translation>
    </message>
    <message>
        <source>What would a tensor lose in another format or recipe?</source>
        <translation>Was verlöre ein Tensor in einem anderen Format oder Rezept?</translation>
    </message>
    <message>
        <source>How do a tensor&apos;s magnitudes move?</source>
        <translation>Wie bewegen sich die Beträge eines Tensors?</translation>
    </message>
    <message>
        <source>Show where it was born: %1</source>
        <translation>Zeigen, wo er entstand: %1</translation>
    </message>
    <message>
        <source>Shows this in the training&apos;s plots: they read that step, and the layer is chosen</source>
        <translation>Zeigt dies in den Trainingsdiagrammen: Sie lesen diesen Schritt, und die Schicht ist gewählt</translation>
    </message>
    <message>
        <source>Where do scaled operands saturate?</source>
        <translation>Wo sättigen skalierte Operanden?</translation>
    </message>
    <message>
        <source>Why: the first NaN, the layer to blame, what policies cost and formats would lose</source>
        <translation>Warum: das erste NaN, die verantwortliche Schicht, was Policies kosten und Formate verlören</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Follow this number</source>
        <translation>Dieser Zahl folgen</translation>
    </message>
    <message>
        <source>Shows what each operation of that step does to this element</source>
        <translation>Zeigt, was jede Operation jenes Schritts mit diesem Element tut</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DifferencePanel</name>
    <message>
        <source>Compare with a f&amp;older…</source>
        <translation>Mit einem &amp;Ordner vergleichen…</translation>
    </message>
    <message>
        <source>Compare with a f&amp;ile…</source>
        <translation>Mit einer Da&amp;tei vergleichen…</translation>
    </message>
    <message>
        <source>Compare with what the &amp;layers make here</source>
        <translation>Mit dem vergleichen, was die Schichten &amp;hier machen</translation>
    </message>
    <message>
        <source>Tensors that are not alike</source>
        <translation>Tensoren, die nicht gleich sind</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vor dem Ende angehalten.</translation>
    </message>
    <message>
        <source>Another recording of the same training, in a folder: tensors are aligned by step, layer and role</source>
        <translation>Eine andere Aufzeichnung desselben Trainings, in einem Ordner: Tensoren werden nach Schritt, Schicht und Rolle einander zugeordnet</translation>
    </message>
    <message>
        <source>Another recording of the same training, in one file: tensors are aligned by step, layer and role</source>
        <translation>Eine andere Aufzeichnung desselben Trainings, in einer Datei: Tensoren werden nach Schritt, Schicht und Rolle einander zugeordnet</translation>
    </message>
    <message>
        <source>Each layer&apos;s recorded output against what its dtype makes here of its recorded input and weights</source>
        <translation>Die aufgezeichnete Ausgabe jeder Schicht gegen das, was ihr Dtype hier aus ihrer aufgezeichneten Eingabe und ihren Gewichten macht</translation>
    </message>
    <message>
        <source>Ulps that are allowed</source>
        <translation>Erlaubte ulps</translation>
    </message>
    <message>
        <source>How far apart numbers may be, in units in the last place of the narrower of the two dtypes; counts from the next comparison on</source>
        <translation>Wie weit Zahlen auseinanderliegen dürfen, in Einheiten der letzten Stelle des schmaleren der beiden Dtypes; zählt ab dem nächsten Vergleich</translation>
    </message>
    <message>
        <source>Ulps &amp;allowed</source>
        <translation>Er&amp;laubte ulps</translation>
    </message>
    <message>
        <source>Which tensor differs first between two recordings of the same training? Choose the other one.</source>
        <translation>Welcher Tensor unterscheidet sich als erster zwischen zwei Aufzeichnungen desselben Trainings? Wählen Sie die andere.</translation>
    </message>
    <message>
        <source>The other recording</source>
        <translation>Die andere Aufzeichnung</translation>
    </message>
    <message>
        <source>what the layers make here</source>
        <translation>dem, was die Schichten hier machen</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>Vergleich mit %1…</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DivergenceBanner</name>
    <message>
        <source>Stop here</source>
        <translation>Hier aufhören</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The run diverged</source>
        <translation>Der Lauf ist divergiert</translation>
    </message>
    <message>
        <source>The run stays as it is, up to the step at which it diverged; it can still go on (Space)</source>
        <translation>Der Lauf bleibt, wie er ist, bis zu dem Schritt, in dem er divergierte; er kann immer noch weitergehen (Leertaste)</translation>
    </message>
    <message>
        <source>Trains on to the run&apos;s end: what is NaN stays NaN, and spreads (Space)</source>
        <translation>Trainiert bis zum Ende des Laufs: Was NaN ist, bleibt NaN und breitet sich aus (Leertaste)</translation>
    </message>
    <message>
        <source>The run paused where it diverged: step %1, %2 before its end. What comes is NaN. Stop, or go on?</source>
        <translation>Der Lauf hielt an, wo er divergierte: Schritt %1, %2 vor seinem Ende. Was kommt, ist NaN. Aufhören oder weiter?</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Why did it diverge?</source>
        <translation>Warum divergierte er?</translation>
    </message>
    <message>
        <source>Shows the diagnosis: where the first NaN or infinity was born, and from which operands</source>
        <translation>Zeigt die Diagnose: wo das erste NaN oder Unendlich entstand, und aus welchen Operanden</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::DivergencePanel</name>
    <message>
        <source>First difference of two runs</source>
        <translation>Erster Unterschied zweier Läufe</translation>
    </message>
    <message>
        <source>The one run</source>
        <translation>Der eine Lauf</translation>
    </message>
    <message>
        <source>Of the runs that are compared: the one whose numbers are told first</source>
        <translation>Von den verglichenen Läufen der, dessen Zahlen zuerst genannt werden</translation>
    </message>
    <message>
        <source>The other run</source>
        <translation>Der andere Lauf</translation>
    </message>
    <message>
        <source>Of the runs that are compared: the one that it is held against</source>
        <translation>Von den verglichenen Läufen der, gegen den er gehalten wird</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Two runs are wanted: train again with other settings, or tick another run above.</source>
        <translation>Zwei Läufe sind nötig: Trainieren Sie noch einmal mit anderen Einstellungen, oder haken Sie oben einen weiteren an.</translation>
    </message>
    <message>
        <source>These are the same run: choose another one.</source>
        <translation>Das ist derselbe Lauf: Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Where do they part?</source>
        <translation>Wo trennen sie sich?</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ElementHistoryPanel</name>
    <message>
        <source>Operations of the step on this number</source>
        <translation>Operationen des Schritts an dieser Zahl</translation>
    </message>
    <message>
        <source>follow the number again</source>
        <translation>folgen Sie der Zahl noch einmal</translation>
    </message>
    <message>
        <source>%1 has no such element at this step.</source>
        <translation>%1 hat in diesem Schritt kein solches Element.</translation>
    </message>
    <message>
        <source>Step %1 is too far back to be done again; Back to step (B) goes there.</source>
        <translation>Schritt %1 liegt zu weit zurück, um ihn noch einmal auszuführen; „Zurück zu Schritt“ (B) geht dorthin.</translation>
    </message>
    <message>
        <source>%1 %2, %3 at step %4</source>
        <translation>%1 %2, %3 in Schritt %4</translation>
    </message>
    <message>
        <source>Choose an element on the page Live tensors and press Ctrl+Return: it is followed through the step.</source>
        <translation>Wählen Sie auf der Seite „Tensoren live“ ein Element und drücken Sie Strg+Eingabe: Ihm wird durch den Schritt gefolgt.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ElementRowsModel</name>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Place of the element in the tensor</source>
        <translation>Ort des Elements im Tensor</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ElementTableModel</name>
    <message>
        <source>Return or a double click opens this element in the number lab</source>
        <translation>Die Eingabetaste oder ein Doppelklick öffnet dieses Element im Zahlenlabor</translation>
    </message>
    <message>
        <source>The element as the file stores it</source>
        <translation>Das Element, wie die Datei es speichert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The bits that the file has: sign, exponent, mantissa</source>
        <translation>Die Bits, wie sie in der Datei stehen: Vorzeichen, Exponent, Mantisse</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ExamplePanel</name>
    <message>
        <source>Model and reference go on from the same piece of the test text, always with the character that each finds most likely. Underlined is what the two write differently</source>
        <translation>Modell und Referenz schreiben vom selben Stück des Testtextes aus weiter, immer mit dem Zeichen, das sie am wahrscheinlichsten finden. Unterstrichen ist, was die beiden verschieden schreiben</translation>
    </message>
    <message>
        <source>Test examples, the worst first</source>
        <translation>Testbeispiele, die schlechtesten zuerst</translation>
    </message>
    <message>
        <source>Examples with the largest loss; in bold those of which this run and float64 say different classes. Ctrl+C copies the selected rows, or all</source>
        <translation>Beispiele mit dem größten Loss; fett die, bei denen dieser Lauf und float64 verschiedene Klassen sagen. Strg+C kopiert die gewählten Zeilen oder alle</translation>
    </message>
    <message>
        <source>This run:</source>
        <translation>Dieser Lauf:</translation>
    </message>
    <message>
        <source>float64:</source>
        <translation>float64:</translation>
    </message>
    <message>
        <source>After %1 this run writes %2, float64 %3</source>
        <translation>Nach %1 schreibt dieser Lauf %2, float64 %3</translation>
    </message>
    <message>
        <source>After %1 this run writes %2</source>
        <translation>Nach %1 schreibt dieser Lauf %2</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ExpectationForm</name>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Fill by measuring</source>
        <translation>Durch Messen füllen</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>How it is compared</source>
        <translation>Wie verglichen wird</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>A number; of == also 5 ± 0.1, with a tolerance; of within 75..97</source>
        <translation>Eine Zahl; bei == auch 5 ± 0,1, mit einer Toleranz; bei within 75..97</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Over which it is measured: 1..5; none where no seed changes it</source>
        <translation>Über die gemessen wird: 1..5; keine, wo kein Seed etwas daran ändert</translation>
    </message>
    <message>
        <source>Changes for comparison</source>
        <translation>Änderungen zum Vergleich</translation>
    </message>
    <message>
        <source>Measures this number over its seeds and promises what came out, a band twice as wide; Undo takes it back</source>
        <translation>Misst diese Zahl über ihre Seeds und verspricht, was herauskam, mit einem doppelt so breiten Band; „Rückgängig“ nimmt es zurück</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ExponentBarPlot</name>
    <message>
        <source>Magnitudes by their power of two</source>
        <translation>Beträge nach ihrer Zweierpotenz</translation>
    </message>
    <message>
        <source>Each bar is the share of all values whose magnitude lies between a power of two and the next. Lines say where the format&apos;s subnormal numbers, its normal numbers and its range begin and end.</source>
        <translation>Jeder Balken ist der Anteil aller Werte, deren Betrag zwischen einer Zweierpotenz und der nächsten liegt. Linien zeigen, wo die subnormalen Zahlen des Formats, seine normalen Zahlen und sein Bereich anfangen und enden.</translation>
    </message>
    <message>
        <source>magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>% of the values</source>
        <translation>% der Werte</translation>
    </message>
    <message>
        <source>0 below</source>
        <translation>darunter 0</translation>
    </message>
    <message>
        <source>subnormal below</source>
        <translation>darunter subnormal</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ExponentPanel</name>
    <message>
        <source>Tensor whose exponents are shown</source>
        <translation>Tensor, dessen Exponenten gezeigt werden</translation>
    </message>
    <message>
        <source>A tensor of the run on the screen; gradients are shown without the loss scale, and the lines of their format are moved by it instead</source>
        <translation>Ein Tensor des Laufs auf dem Bildschirm; Gradienten werden ohne die Loss-Skalierung gezeigt, stattdessen verschiebt sie die Linien ihres Formats</translation>
    </message>
    <message>
        <source>Saves the plot as it is shown, as PNG, SVG or PDF, or its numbers as CSV</source>
        <translation>Speichert das Diagramm, wie es zu sehen ist, als PNG, SVG oder PDF, oder seine Zahlen als CSV</translation>
    </message>
    <message>
        <source>choose one of its tensors</source>
        <translation>wählen Sie einen seiner Tensoren</translation>
    </message>
    <message>
        <source>No step is recorded yet: press Train (Space), then choose one of the run&apos;s tensors.</source>
        <translation>Noch ist kein Schritt aufgezeichnet: „Trainieren“ drücken (Leertaste), dann einen der Tensoren des Laufs wählen.</translation>
    </message>
    <message>
        <source>%1 – exponents of %2</source>
        <translation>%1 – Exponenten von %2</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Exponents of</source>
        <translation>Exponenten von</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ExponentPlot</name>
    <message>
        <source>Exponents of the tensor over the steps</source>
        <translation>Exponenten des Tensors über den Schritten</translation>
    </message>
    <message>
        <source>The darker a cell, the more of the tensor&apos;s values had that power of two at that step. Point at a cell, or move with the arrow keys, to read it. The row &quot;0&quot; is of values that are exactly zero.</source>
        <translation>Je dunkler eine Zelle, desto mehr Werte des Tensors hatten in diesem Schritt diese Zweierpotenz. Zeigen Sie auf eine Zelle oder gehen Sie mit den Pfeiltasten, um sie abzulesen. Die Zeile „0“ ist die der Werte, die genau null sind.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>NaN, ∞</source>
        <translation>NaN, ∞</translation>
    </message>
    <message>
        <source>% of the values</source>
        <translation>% der Werte</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>größter %1</translation>
    </message>
    <message>
        <source>below: %1 subnormal</source>
        <translation>darunter: subnormal in %1</translation>
    </message>
    <message>
        <source>below: 0 in %1</source>
        <translation>darunter: 0 in %1</translation>
    </message>
    <message>
        <source>first step</source>
        <translation>erster Schritt</translation>
    </message>
    <message>
        <source>last step</source>
        <translation>letzter Schritt</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FieldPanel</name>
    <message>
        <source>What the model says over the plane of the examples</source>
        <translation>Was das Modell über der Ebene der Beispiele sagt</translation>
    </message>
    <message>
        <source>The points are examples; the colour behind them is what the model says there, the line is where its decision changes. Point at a place, or move with the arrow keys, to read it; Home goes to the largest difference.</source>
        <translation>Die Punkte sind Beispiele; die Farbe dahinter ist, was das Modell dort sagt, die Linie, wo sich seine Entscheidung ändert. Zeigen Sie auf eine Stelle oder gehen Sie mit den Pfeiltasten, um sie abzulesen; Pos1 geht zum größten Unterschied.</translation>
    </message>
    <message>
        <source>This run (%1)</source>
        <translation>Dieser Lauf (%1)</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Its float64 reference</source>
        <translation>Seine float64-Referenz</translation>
    </message>
    <message>
        <source>%1 class %2    logit, full colour from ±4    class %3 %4</source>
        <translation>%1 Klasse %2    Logit, volle Farbe ab ±4    Klasse %3 %4</translation>
    </message>
    <message>
        <source>%1 %2  full colour from ±4  %3 %4</source>
        <translation>%1 %2  volle Farbe ab ±4  %3 %4</translation>
    </message>
    <message>
        <source>%1 %2  full from ±4  %3 %4</source>
        <translation>%1 %2  voll ab ±4  %3 %4</translation>
    </message>
    <message>
        <source>%1 %2  ±4: full  %3 %4</source>
        <translation>%1 %2  ±4: voll  %3 %4</translation>
    </message>
    <message>
        <source>%1 class %2    output    class %3 %4</source>
        <translation>%1 Klasse %2    Ausgabe    Klasse %3 %4</translation>
    </message>
    <message>
        <source>%1 %2  output  %3 %4</source>
        <translation>%1 %2  Ausgabe  %3 %4</translation>
    </message>
    <message>
        <source>%1 %2   %3 %4</source>
        <translation>%1 %2   %3 %4</translation>
    </message>
    <message>
        <source>output, and target of the points</source>
        <translation>Ausgabe, und Ziel der Punkte</translation>
    </message>
    <message>
        <source>output, target</source>
        <translation>Ausgabe, Ziel</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Where they differ</source>
        <translation>Wo sie sich unterscheiden</translation>
    </message>
    <message>
        <source>◀ float64 larger    output    this run larger ▶</source>
        <translation>◀ float64 größer    Ausgabe    dieser Lauf größer ▶</translation>
    </message>
    <message>
        <source>◀ float64   output   this run ▶</source>
        <translation>◀ float64   Ausgabe   dieser Lauf ▶</translation>
    </message>
    <message>
        <source>◀ float64   run ▶</source>
        <translation>◀ float64   Lauf ▶</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>■ NaN or infinite</source>
        <translation>■ NaN oder unendlich</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>What the model says over the plane</source>
        <translation>Was das Modell über der Ebene sagt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FieldPicture</name>
    <message>
        <source>What the model decides</source>
        <translation>Was das Modell entscheidet</translation>
    </message>
    <message>
        <source>The points are examples; the colour behind them is what the model decides there, the line its border, the dashed line the border of its float64 reference. Return or a double click shows them large.</source>
        <translation>Die Punkte sind Beispiele; die Farbe dahinter ist, was das Modell dort entscheidet, die Linie seine Grenze, die gepunktete die Grenze seiner float64-Referenz. Eingabe oder ein Doppelklick zeigt sie groß.</translation>
    </message>
    <message>
        <source>Border</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FieldTableModel</name>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>%1, %2 infinite</source>
        <translation>%1, %2 unendlich</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Of the column or array; the box, or Space, takes a column in or leaves it out</source>
        <translation>Der Spalte oder des Feldes; das Kästchen oder die Leertaste nimmt eine Spalte auf oder lässt sie aus</translation>
    </message>
    <message>
        <source>Used as</source>
        <translation>Verwendet als</translation>
    </message>
    <message>
        <source>Features are what is learnt from, the target is what is to be predicted</source>
        <translation>Aus Merkmalen wird gelernt, das Ziel ist vorherzusagen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>What the values are; of arrays the dtype in the file and the extents</source>
        <translation>Was die Werte sind; bei Feldern der Dtype in der Datei und die Ausdehnungen</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Of the finite numbers</source>
        <translation>Der endlichen Zahlen</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Standard deviation of the finite numbers from their mean</source>
        <translation>Standardabweichung der endlichen Zahlen von ihrem Mittel</translation>
    </message>
    <message>
        <source>Different</source>
        <translation>Verschiedene</translation>
    </message>
    <message>
        <source>How many different values there are, counted to %1</source>
        <translation>Wie viele verschiedene Werte es gibt, gezählt bis %1</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlend</translation>
    </message>
    <message>
        <source>Cells that are empty, NA, null or ?, and NaN; infinite values beside them</source>
        <translation>Zellen, die leer, NA, null oder ? sind, und NaN; unendliche Werte daneben</translation>
    </message>
    <message>
        <source>First values</source>
        <translation>Erste Werte</translation>
    </message>
    <message>
        <source>As the file has them</source>
        <translation>Wie die Datei sie hat</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FileMenu</name>
    <message>
        <source>Ulpscope sessions (*.%1);;All files (*)</source>
        <translation>Ulpscope-Sitzungen (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Another program has changed it since it was opened or saved here; those changes would be lost.</source>
        <translation>Ein anderes Programm hat sie geändert, seit sie hier geöffnet oder gespeichert wurde; diese Änderungen gingen verloren.</translation>
    </message>
    <message>
        <source>It is read-only.</source>
        <translation>Sie ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>It belongs to another user or group; the new one would be yours.</source>
        <translation>Sie gehört einem anderen Benutzer oder einer anderen Gruppe; die neue wäre Ihre.</translation>
    </message>
    <message>
        <source>It has another name (a hard link), which would keep the old content.</source>
        <translation>Sie hat einen weiteren Namen (einen harten Link), der den alten Inhalt behielte.</translation>
    </message>
    <message>
        <source>It has %1 other names (hard links), which would keep the old content.</source>
        <translation>Sie hat %1 weitere Namen (harte Links), die den alten Inhalt behielten.</translation>
    </message>
    <message>
        <source>Save over this file?</source>
        <translation>Diese Datei überschreiben?</translation>
    </message>
    <message>
        <source>Save over &quot;%1&quot;?</source>
        <translation>„%1“ überschreiben?</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>Ü&amp;berschreiben</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>&amp;Neu…</translation>
    </message>
    <message>
        <source>Shows what to begin with: an empty session, your data, or a scene</source>
        <translation>Zeigt, womit man beginnen kann: eine leere Sitzung, Ihre Daten oder eine Szene</translation>
    </message>
    <message>
        <source>New &amp;from a file…</source>
        <translation>Neu aus einer &amp;Datei…</translation>
    </message>
    <message>
        <source>Makes a session that learns your own data: a CSV, NPZ, NPY or IDX file, or a text</source>
        <translation>Macht eine Sitzung, die Ihre eigenen Daten lernt: eine CSV-, NPZ-, NPY- oder IDX-Datei oder ein Text</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zule&amp;tzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Saves the session</source>
        <translation>Speichert die Sitzung</translation>
    </message>
    <message>
        <source>Saves the session to another file</source>
        <translation>Speichert die Sitzung in eine andere Datei</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the program</source>
        <translation>Schließt das Programm</translation>
    </message>
    <message>
        <source>S&amp;cenes</source>
        <translation>S&amp;zenen</translation>
    </message>
    <message>
        <source>Sessions that come with the program</source>
        <translation>Sitzungen, die mit dem Programm kommen</translation>
    </message>
    <message>
        <source>Opens the scene &quot;%1&quot; and trains it</source>
        <translation>Öffnet die Szene „%1“ und trainiert sie</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Diese &amp;Liste leeren</translation>
    </message>
    <message>
        <source>New session from a file</source>
        <translation>Neue Sitzung aus einer Datei</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has changes that are not saved.</source>
        <translation>„%1“ hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>All that can be opened (*.%1%2%3);;Ulpscope sessions (*.%1);;Files of tensors (%2);;Logs of a training (%3);;All files (*)</source>
        <translation>Alles, was geöffnet werden kann (*.%1%2%3);;Ulpscope-Sitzungen (*.%1);;Dateien mit Tensoren (%2);;Logs eines Trainings (%3);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Opens a session, a file of tensors or a training&apos;s log</source>
        <translation>Öffnet eine Sitzung, eine Datei mit Tensoren oder das Log eines Trainings</translation>
    </message>
    <message>
        <source>Files opened before</source>
        <translation>Früher geöffnete Dateien</translation>
    </message>
    <message>
        <source>Forgets which files were opened; the files stay</source>
        <translation>Vergisst, welche Dateien geöffnet wurden; die Dateien bleiben</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Kept runs</source>
        <translation>Aufbewahrte &amp;Läufe</translation>
    </message>
    <message>
        <source>Runs of this window, to and from files of their own</source>
        <translation>Läufe dieses Fensters, in eigene Dateien und aus ihnen</translation>
    </message>
    <message>
        <source>&amp;Float8</source>
        <translation>&amp;Float8</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FileRoom</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;Judge a log from the clipboard</source>
        <translation>Log aus der Zwischenablage beu&amp;rteilen</translation>
    </message>
    <message>
        <source>Says of a training&apos;s log that was copied whether its loss scale is as it should be</source>
        <translation>Sagt von einem kopierten Log eines Trainings, ob dessen Loss-Skalierung ist, wie sie sein soll</translation>
    </message>
    <message>
        <source>Close the file from &amp;elsewhere</source>
        <translation>Datei von anderswo s&amp;chließen</translation>
    </message>
    <message>
        <source>Orders of a sum…</source>
        <translation>Reihenfolgen einer Summe…</translation>
    </message>
    <message>
        <source>One sum or dot product in the orders that libraries choose between, side by side</source>
        <translation>Eine Summe oder ein Skalarprodukt in den Reihenfolgen, zwischen denen Bibliotheken wählen, nebeneinander</translation>
    </message>
    <message>
        <source>There is no text on the clipboard: copy lines of a training&apos;s log first.</source>
        <translation>In der Zwischenablage ist kein Text: Kopieren Sie zuerst Zeilen aus dem Log eines Trainings.</translation>
    </message>
    <message>
        <source>Loss scale of a log</source>
        <translation>Loss-Skalierung eines Logs</translation>
    </message>
    <message>
        <source>Open a recording&apos;s fol&amp;der…</source>
        <translation>&amp;Ordner einer Aufzeichnung öffnen…</translation>
    </message>
    <message>
        <source>Opens the folder of a recording: tensors of a training, by step, layer and role</source>
        <translation>Öffnet den Ordner einer Aufzeichnung: Tensoren eines Trainings, nach Schritt, Schicht und Rolle</translation>
    </message>
    <message>
        <source>Closes the tensors, the recording or the log that are open; the session stays</source>
        <translation>Schließt die Tensoren, die Aufzeichnung oder das Log, die offen sind; die Sitzung bleibt</translation>
    </message>
    <message>
        <source>Open a recording&apos;s folder</source>
        <translation>Ordner einer Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Where the weights are kept that training begins with</source>
        <translation>Wo die Gewichte liegen, mit denen das Training beginnt</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npz)</source>
        <translation>NumPy-Arrays (*.npz)</translation>
    </message>
    <message>
        <source>Reading the model of %1…</source>
        <translation>Das Modell von %1 wird gelesen…</translation>
    </message>
    <message>
        <source>Model of a .keras file</source>
        <translation>Modell einer .keras-Datei</translation>
    </message>
    <message>
        <source>The model is here, with its weights.</source>
        <translation>Das Modell ist da, mit seinen Gewichten.</translation>
    </message>
    <message>
        <source>The model does not fit this session&apos;s data: %1. Open its data first, with File &gt; New from a file.</source>
        <translation>Das Modell passt nicht zu den Daten dieser Sitzung: %1. Öffnen Sie zuerst seine Daten, mit Datei &gt; Neu aus einer Datei.</translation>
    </message>
    <message>
        <source>What is open from elsewhere: tensors, a training&apos;s recording or its log (Alt+%1)</source>
        <translation>Was von anderswo offen ist: Tensoren, die Aufzeichnung eines Trainings oder sein Log (Alt+%1)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FilesView</name>
    <message>
        <source>Learn &amp;from it…</source>
        <translation>Daraus l&amp;ernen…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Makes a session that learns what the file holds, after a look at it</source>
        <translation>Macht nach einem Blick darauf eine Sitzung, die lernt, was die Datei enthält</translation>
    </message>
    <message>
        <source>Closes the file and its tab (Ctrl+W)</source>
        <translation>Schließt die Datei und ihren Reiter (Strg+W)</translation>
    </message>
    <message>
        <source>Gives reading up; what is open stays</source>
        <translation>Gibt das Lesen auf; was offen ist, bleibt</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Nichts ist geöffnet.</translation>
    </message>
    <message>
        <source>a pasted log</source>
        <translation>ein eingefügtes Log</translation>
    </message>
    <message>
        <source>%1: the log of a training</source>
        <translation>%1: das Log eines Trainings</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>&amp;Names…</source>
        <translation>&amp;Namen…</translation>
    </message>
    <message>
        <source>Says how the tensors of the recording are named: where the step, the layer and the role are</source>
        <translation>Sagt, wie die Tensoren der Aufzeichnung benannt sind: wo Schritt, Schicht und Rolle stehen</translation>
    </message>
    <message>
        <source>%1: the recording of a training, %2</source>
        <translation>%1: die Aufzeichnung eines Trainings, %2</translation>
    </message>
    <message>
        <source>Take the &amp;model over…</source>
        <translation>&amp;Modell übernehmen…</translation>
    </message>
    <message>
        <source>Trains the file&apos;s model on in this session, from its weights, with its policies, optimizer, loss and loss scale; the session keeps its data</source>
        <translation>Trainiert das Modell der Datei in dieser Sitzung weiter, von seinen Gewichten aus, mit seinen Policies, Optimierer, Loss und Loss-Skalierung; die Sitzung behält ihre Daten</translation>
    </message>
    <message>
        <source>Says what the log calls its steps, losses, loss scales and skipped steps, where its words are its own</source>
        <translation>Sagt, wie das Protokoll seine Schritte, Losses, Loss-Skalierungen und übersprungenen Schritte nennt, wo es eigene Worte hat</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FirstStartCard</name>
    <message>
        <source>Where to begin</source>
        <translation>Womit beginnen</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <source>&amp;My data</source>
        <translation>&amp;Meine Daten</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Puts this away; File &gt; New shows other scenes to begin with</source>
        <translation>Räumt dies weg; „Datei &gt; Neu“ zeigt weitere Szenen, mit denen man beginnen kann</translation>
    </message>
    <message>
        <source>My data</source>
        <translation>Meine Daten</translation>
    </message>
    <message>
        <source>Makes a session that learns a file of yours: CSV, NPZ, NPY, IDX or a text</source>
        <translation>Macht eine Sitzung, die eine Ihrer Dateien lernt: CSV, NPZ, NPY, IDX oder ein Text</translation>
    </message>
    <message>
        <source>Find out: &amp;lesson 4</source>
        <translation>Herausfinden: &amp;Lektion 4</translation>
    </message>
    <message>
        <source>Find out: lesson 4</source>
        <translation>Herausfinden: Lektion 4</translation>
    </message>
    <message>
        <source>A few minutes with this model, and why; the menu Lessons has all of them, from lesson 1 on</source>
        <translation>Einige Minuten mit diesem Modell, und warum; das Menü Lektionen hat alle, ab Lektion 1</translation>
    </message>
    <message>
        <source>What you train with</source>
        <translation>Womit Sie trainieren</translation>
    </message>
    <message>
        <source>New sessions compute as that program does where it is proved for them; Policy &gt; Arithmetic &gt; For new sessions changes it</source>
        <translation>Neue Sitzungen rechnen wie dieses Programm, wo es für sie nachgewiesen ist; Policy &gt; Arithmetik &gt; Für neue Sitzungen ändert es</translation>
    </message>
    <message>
        <source>&amp;You use</source>
        <translation>&amp;Sie nutzen</translation>
    </message>
    <message>
        <source>Most of this model&apos;s gradients are zero, yet it learns. Why?</source>
        <translation>Die meisten Gradienten dieses Modells sind null, und doch lernt es. Warum?</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FormatGridPanel</name>
    <message>
        <source>What the grid shows</source>
        <translation>Was das Raster zeigt</translation>
    </message>
    <message>
        <source>What the grid shows of each tensor, if it were rounded to the format as it is</source>
        <translation>Was das Raster von jedem Tensor zeigt, würde er, wie er ist, auf das Format gerundet</translation>
    </message>
    <message>
        <source>Tensors over formats</source>
        <translation>Tensoren über Formaten</translation>
    </message>
    <message>
        <source>A row for each tensor, a column for each format: the stronger the colour, the more would be lost. Hatched: elements overflow, or are NaN or infinite already. A click chooses the tensor.</source>
        <translation>Eine Zeile für jeden Tensor, eine Spalte für jedes Format: je kräftiger die Farbe, desto mehr ginge verloren. Schraffiert: Elemente laufen über oder sind schon NaN oder unendlich. Ein Klick wählt den Tensor.</translation>
    </message>
    <message>
        <source>No numbers yet: press &quot;Read all numbers&quot; below the list.</source>
        <translation>Noch keine Zahlen: Drücken Sie „Alle Zahlen lesen“ unter der Liste.</translation>
    </message>
    <message>
        <source>What the tensors of the file would lose: %1</source>
        <translation>Was die Tensoren der Datei verlören: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::FormatLossPanel</name>
    <message>
        <source>Read ane&amp;w</source>
        <translation>E&amp;rneut lesen</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>A tensor of the run on the screen as its last step left it; gradients carry the loss scale</source>
        <translation>Ein Tensor des Laufs auf dem Bildschirm, wie sein letzter Schritt ihn hinterließ; Gradienten tragen die Loss-Skalierung</translation>
    </message>
    <message>
        <source>Formats or recipes</source>
        <translation>Formate oder Rezepte</translation>
    </message>
    <message>
        <source>Number and block formats; or scaling recipes with their default parameters, as they would round the tensor for each product that takes it</source>
        <translation>Zahlen- und Blockformate; oder Skalierungsrezepte mit ihren voreingestellten Parametern, wie sie den Tensor für jedes Produkt rundeten, das ihn nimmt</translation>
    </message>
    <message>
        <source>formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>scaling recipes</source>
        <translation>Skalierungsrezepte</translation>
    </message>
    <message>
        <source>Reads the tensor&apos;s newest values while the run trains</source>
        <translation>Liest die neuesten Werte des Tensors, während der Lauf trainiert</translation>
    </message>
    <message>
        <source>What the tensor would lose in other formats</source>
        <translation>Was der Tensor in anderen Formaten verlöre</translation>
    </message>
    <message>
        <source>choose one of its tensors</source>
        <translation>wählen Sie einen seiner Tensoren</translation>
    </message>
    <message>
        <source>The last step kept no weights to tell its update from: updates are there after a sampled step that was applied.</source>
        <translation>Der letzte Schritt behielt keine Gewichte, an denen sein Update zu sehen wäre: Updates gibt es nach einem erfassten Schritt, der angewendet wurde.</translation>
    </message>
    <message>
        <source>There are no values yet: press Step (S) or Train (Space).</source>
        <translation>Noch gibt es keine Werte: „Schritt“ (S) oder „Trainieren“ (Leertaste) drücken.</translation>
    </message>
    <message>
        <source>before the first step</source>
        <translation>vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>after step %1</source>
        <translation>nach Schritt %1</translation>
    </message>
    <message>
        <source>%1, in %2 now, %3.</source>
        <translation>%1, jetzt in %2, %3.</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source> Times the loss scale, %1.</source>
        <translation> Mal die Loss-Skalierung, %1.</translation>
    </message>
    <message>
        <source> %1 of them NaN or infinite, which the table leaves out.</source>
        <translation> %1 davon NaN oder unendlich, die die Tabelle auslässt.</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
    <message>
        <source> %1 of them zero already, which no format flushes.</source>
        <translation> %1 davon sind schon null, die kein Format mehr zu null macht.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GalleryDialog</name>
    <message>
        <source>Show this at every &amp;start</source>
        <translation>Dies bei jedem &amp;Start zeigen</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>&amp;Tour machen</translation>
    </message>
    <message>
        <source>Opens the first scene, which loses most of its gradients, and the guide&apos;s tour of it: ten minutes, with the numbers that you should see</source>
        <translation>Öffnet die erste Szene, die die meisten ihrer Gradienten verliert, und den Rundgang des Handbuchs durch sie: zehn Minuten, mit den Zahlen, die Sie sehen sollten</translation>
    </message>
    <message>
        <source>&amp;Empty session</source>
        <translation>L&amp;eere Sitzung</translation>
    </message>
    <message>
        <source>The smallest model that can be trained, one Dense layer on points of a circle, to build upon</source>
        <translation>Das kleinste Modell, das sich trainieren lässt, eine Dense-Schicht auf Punkten eines Kreises, um darauf aufzubauen</translation>
    </message>
    <message>
        <source>&amp;My data</source>
        <translation>&amp;Meine Daten</translation>
    </message>
    <message>
        <source>Makes a session that learns a file of yours: CSV, NPZ, NPY, IDX or a text; what is in it is shown first</source>
        <translation>Macht eine Sitzung, die eine Ihrer Dateien lernt: CSV, NPZ, NPY, IDX oder ein Text; zuerst wird gezeigt, was darin ist</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>Shows the lessons: a few minutes each, one misconception each</source>
        <translation>Zeigt die Lektionen: je ein paar Minuten, je ein Irrtum</translation>
    </message>
    <message>
        <source>Whether the program begins with this; File &gt; New has it at any time</source>
        <translation>Ob das Programm hiermit beginnt; „Datei &gt; Neu“ hat es jederzeit</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Leaves what is open as it is (Escape)</source>
        <translation>Lässt, was offen ist, wie es ist (Escape)</translation>
    </message>
    <message>
        <source>Or open a scene: each shows one thing that low precision does to training. Its picture is the loss of its run, and dashed that of the same run in float64.</source>
        <translation>Oder öffnen Sie eine Szene: Jede zeigt eine Sache, die niedrige Genauigkeit mit dem Training macht. Ihr Bild ist der Loss ihres Laufs und gestrichelt der desselben Laufs in float64.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Terms whose title or definition contains this; ↓ goes to the list</source>
        <translation>Begriffe, deren Titel oder Erklärung dies enthält; ↓ geht zur Liste</translation>
    </message>
    <message>
        <source>Search the terms</source>
        <translation>Begriffe durchsuchen</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>%1 terms: choose one, or type what you look for.

In the window, F1 explains what has the focus: a number, a column, a plot, a field.</source>
        <translation>%1 Begriffe: Wählen Sie einen, oder tippen Sie, was Sie suchen.

Im Fenster erklärt F1, was den Fokus hat: eine Zahl, eine Spalte, ein Diagramm, ein Feld.</translation>
    </message>
    <message>
        <source>No term contains &quot;%1&quot;.</source>
        <translation>Kein Begriff enthält „%1“.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GoodToKnow</name>
    <message>
        <source>Good to know</source>
        <translation>Gut zu wissen</translation>
    </message>
    <message>
        <source>What Keras would do with this session that few expect</source>
        <translation>Was Keras mit dieser Sitzung täte und wenige erwarten</translation>
    </message>
    <message>
        <source>&lt;b&gt;Good to know&lt;/b&gt; (%1)</source>
        <translation>&lt;b&gt;Gut zu wissen&lt;/b&gt; (%1)</translation>
    </message>
    <message>
        <source>&lt;b&gt;Good to know&lt;/b&gt;</source>
        <translation>&lt;b&gt;Gut zu wissen&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Nothing of what surprises in Keras applies to this session.</source>
        <translation>Nichts von dem, was in Keras überrascht, trifft auf diese Sitzung zu.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GridView</name>
    <message>
        <source>The gravest: %1</source>
        <translation>Am schlimmsten: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GuessOverlay</name>
    <message>
        <source>your guess</source>
        <translation>Ihre Vermutung</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GuidePage</name>
    <message>
        <source>Chapter</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>Tab goes from link to link, Return follows one, Alt+Left goes back</source>
        <translation>Tabulator geht von Verweis zu Verweis, die Eingabetaste folgt einem, Alt+Links geht zurück</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The page before (Alt+Left)</source>
        <translation>Die Seite davor (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>The page after (Alt+Right)</source>
        <translation>Die Seite danach (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Finden</translation>
    </message>
    <message>
        <source>Puts the cursor into the search field (Ctrl+F)</source>
        <translation>Setzt den Cursor in das Suchfeld (Strg+F)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächstes</translation>
    </message>
    <message>
        <source>The next of the words on this page (F3)</source>
        <translation>Das nächste der Wörter auf dieser Seite (F3)</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Sections that have all these words; &quot;words in quotes&quot; as they stand; ↓ goes to what was found (Ctrl+F)</source>
        <translation>Abschnitte, die alle diese Wörter haben; &quot;Wörter in Anführungszeichen&quot; so, wie sie dastehen; ↓ geht zum Gefundenen (Strg+F)</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Chapters and their sections</source>
        <translation>Kapitel und ihre Abschnitte</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Return shows the section</source>
        <translation>Die Eingabetaste zeigt den Abschnitt</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>The first %1 of %2 places</source>
        <translation>Die ersten %1 von %2 Stellen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::HealthStrip</name>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Explains what happened, in a few sentences</source>
        <translation>Erklärt in einigen Sätzen, was geschah</translation>
    </message>
    <message>
        <source>The whole run: %1</source>
        <translation>Der ganze Lauf: %1</translation>
    </message>
    <message>
        <source>Show what the verdict is about: %1</source>
        <translation>Zeigen, worum es im Befund geht: %1</translation>
    </message>
    <message>
        <source>Shows what this is about: %1. The plots read that step, and the layer is chosen.</source>
        <translation>Zeigt, worum es geht: %1. Die Diagramme lesen diesen Schritt, und die Schicht ist gewählt.</translation>
    </message>
    <message>
        <source>Shows the answer in the diagnosis</source>
        <translation>Zeigt die Antwort in der Diagnose</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Trains the session as it is now</source>
        <translation>Trainiert die Sitzung, wie sie jetzt ist</translation>
    </message>
    <message>
        <source>This is a kept run of other settings. Train shows the session&apos;s own; &quot;Restore session&quot; among the runs (F8) brings this one&apos;s back.</source>
        <translation>Dies ist ein aufbewahrter Lauf mit anderen Einstellungen. „Trainieren“ zeigt den der Sitzung; „Sitzung wiederherstellen“ bei den Läufen (F8) holt die dieses Laufs zurück.</translation>
    </message>
    <message>
        <source>These are the numbers of &quot;%1&quot;. This session&apos;s are on their way.</source>
        <translation>Das sind die Zahlen von &quot;%1&quot;. Die dieser Sitzung sind unterwegs.</translation>
    </message>
    <message>
        <source>The session has changed since this run: train again to see what it does.</source>
        <translation>Die Sitzung hat sich seit diesem Lauf geändert: Trainieren Sie neu, um zu sehen, was sie tut.</translation>
    </message>
    <message>
        <source> It will take about %1.</source>
        <translation> Es dauert etwa %1.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Was tried for %1 from the same seed: %2. Changes the session and trains again; Undo takes it back</source>
        <translation>Wurde über %1 mit demselben Seed versucht: %2. Ändert die Sitzung und trainiert neu; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>%1 What may help took too long to be tried: %2.</source>
        <translation>%1 Was helfen kann, zu versuchen dauerte zu lange: %2.</translation>
    </message>
    <message>
        <source>The run so far: %1</source>
        <translation>Der Lauf bis jetzt: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::HelpMenu</name>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Explains what has the focus, by the terms behind it (F1)</source>
        <translation>Erklärt, was den Fokus hat, mit den Begriffen dahinter (F1)</translation>
    </message>
    <message>
        <source>&amp;Glossary…</source>
        <translation>&amp;Glossar…</translation>
    </message>
    <message>
        <source>All terms, with formulas and sources (Shift+F1)</source>
        <translation>Alle Begriffe mit Formeln und Quellen (Umschalt+F1)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Lists every key and gesture (Ctrl+F1)</source>
        <translation>Führt jede Taste und Geste auf (Strg+F1)</translation>
    </message>
    <message>
        <source>&amp;About Ulpscope</source>
        <translation>Ü&amp;ber Ulpscope</translation>
    </message>
    <message>
        <source>Version, what is new, licences</source>
        <translation>Version, Neues, Lizenzen</translation>
    </message>
    <message>
        <source>G&amp;uide</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>The user&apos;s guide, with a search (Ctrl+Shift+F1)</source>
        <translation>Das Handbuch, mit einer Suche (Strg+Umschalt+F1)</translation>
    </message>
    <message>
        <source>More in the guide</source>
        <translation>Mehr im Handbuch</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>A scene or a lesson takes the place of the session that &quot;%1&quot; is about. Close that first.</source>
        <translation>Eine Szene oder eine Lektion tritt an die Stelle der Sitzung, um die es in „%1“ geht. Schließen Sie das zuerst.</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::KerasForm</name>
    <message>
        <source>Keras</source>
        <translation>Keras</translation>
    </message>
    <message>
        <source>What Model.compile does about the loss scale</source>
        <translation>Was Model.compile mit der Loss-Skalierung macht</translation>
    </message>
    <message>
        <source>Keras looks at the name of the model&apos;s own policy alone</source>
        <translation>Keras sieht allein auf den Namen der Policy des Modells selbst</translation>
    </message>
    <message>
        <source>By whose arithmetic the session is computed, and why</source>
        <translation>Nach wessen Arithmetik die Sitzung gerechnet wird und warum</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>What is not proved for keras-jax, or for torch, is computed as written, wholly</source>
        <translation>Was für keras-jax oder für torch nicht bewiesen ist, wird ganz als written gerechnet</translation>
    </message>
    <message>
        <source>Arithmetic %1: %2</source>
        <translation>Arithmetik %1: %2</translation>
    </message>
    <message>
        <source>%1: %2 refuses it: %3</source>
        <translation>%1: %2 weist es ab: %3</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LadderBar</name>
    <message>
        <source>From the run to the bits of a number</source>
        <translation>Vom Lauf zu den Bits einer Zahl</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>The run in pictures</source>
        <translation>Der Lauf in Bildern</translation>
    </message>
    <message>
        <source>This layer in the run&apos;s pictures</source>
        <translation>Diese Schicht in den Bildern des Laufs</translation>
    </message>
    <message>
        <source>All elements of this tensor</source>
        <translation>Alle Elemente dieses Tensors</translation>
    </message>
    <message>
        <source>This number&apos;s bits in many formats</source>
        <translation>Die Bits dieser Zahl in vielen Formaten</translation>
    </message>
    <message>
        <source>%1. Escape goes up</source>
        <translation>%1. Escape geht hinauf</translation>
    </message>
    <message>
        <source>%1, here</source>
        <translation>%1, hier</translation>
    </message>
    <message>
        <source>This number through all operations of the step (Ctrl+Return)</source>
        <translation>Diese Zahl durch alle Operationen des Schritts (Strg+Eingabe)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LayerColumns</name>
    <message>
        <source>L&amp;ayer columns</source>
        <translation>&amp;Spalten der Schichten</translation>
    </message>
    <message>
        <source>Show &amp;all policy columns</source>
        <translation>&amp;Alle Policy-Spalten zeigen</translation>
    </message>
    <message>
        <source>Shows everything about each layer&apos;s policy; the panel scrolls sideways if it is narrow</source>
        <translation>Zeigt alles über die Policy jeder Schicht; ist das Feld schmal, lässt es sich seitwärts schieben</translation>
    </message>
    <message>
        <source>As many as &amp;fit</source>
        <translation>So viele, wie &amp;passen</translation>
    </message>
    <message>
        <source>Shows the most important columns, and more where the panel is wide</source>
        <translation>Zeigt die wichtigsten Spalten und mehr, wo Platz ist</translation>
    </message>
    <message>
        <source>Which columns the list of layers shows</source>
        <translation>Welche Spalten die Liste der Schichten zeigt</translation>
    </message>
    <message>
        <source>S&amp;ort by</source>
        <translation>S&amp;ortieren nach</translation>
    </message>
    <message>
        <source>In which order the list of layers has them</source>
        <translation>In welcher Reihenfolge die Liste der Schichten sie hat</translation>
    </message>
    <message>
        <source>&amp;Order of the model</source>
        <translation>&amp;Reihenfolge des Modells</translation>
    </message>
    <message>
        <source>As data goes through them</source>
        <translation>Wie die Daten durch sie gehen</translation>
    </message>
    <message>
        <source>The largest first</source>
        <translation>Das Größte zuerst</translation>
    </message>
    <message>
        <source>&amp;More of the policy</source>
        <translation>&amp;Mehr zur Policy</translation>
    </message>
    <message>
        <source>Columns about where a policy comes from and what it says</source>
        <translation>Spalten dazu, woher eine Policy kommt und was sie sagt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LayerPage</name>
    <message>
        <source>No layer is selected</source>
        <translation>Keine Schicht ist gewählt</translation>
    </message>
    <message>
        <source>Choose one above to see its parameters.</source>
        <translation>Wählen Sie oben eine, um ihre Parameter zu sehen.</translation>
    </message>
    <message>
        <source>%1, inside %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>%1 makes it from its own parameters:</source>
        <translation>%1 macht sie aus den eigenen Parametern:</translation>
    </message>
    <message>
        <source>Rename layer</source>
        <translation>Schicht umbenennen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LayerPolicyActions</name>
    <message>
        <source>&amp;Set policy of layer</source>
        <translation>Policy der Schicht set&amp;zen</translation>
    </message>
    <message>
        <source>Edit &amp;policy of layer</source>
        <translation>&amp;Policy der Schicht bearbeiten</translation>
    </message>
    <message>
        <source>Opens the policy cell; what is chosen is for all selected layers</source>
        <translation>Öffnet die Policy-Zelle; was gewählt wird, gilt für alle gewählten Schichten</translation>
    </message>
    <message>
        <source>&amp;Reset policy to inherited</source>
        <translation>Policy auf &amp;geerbt zurücksetzen</translation>
    </message>
    <message>
        <source>Takes the selected layers&apos; own policies away, so that they have the global one again</source>
        <translation>Nimmt den gewählten Schichten ihre eigenen Policies, sodass sie wieder die globale haben</translation>
    </message>
    <message>
        <source>Same policy for all layers of its &amp;class</source>
        <translation>Gleiche Policy für alle Schichten ihrer &amp;Klasse</translation>
    </message>
    <message>
        <source>Gives the selected layer&apos;s policy to every layer of the same class</source>
        <translation>Gibt die Policy der gewählten Schicht jeder Schicht derselben Klasse</translation>
    </message>
    <message>
        <source>Cop&amp;y policy</source>
        <translation>Policy k&amp;opieren</translation>
    </message>
    <message>
        <source>Copies the layer&apos;s policy as Keras&apos; JSON, for other layers or a text editor</source>
        <translation>Kopiert die Policy der Schicht als JSON von Keras, für andere Schichten oder einen Texteditor</translation>
    </message>
    <message>
        <source>Paste p&amp;olicy</source>
        <translation>Policy ein&amp;fügen</translation>
    </message>
    <message>
        <source>Gives the copied policy, a name or Keras&apos; JSON, to the selected layers</source>
        <translation>Gibt die kopierte Policy, einen Namen oder JSON von Keras, den gewählten Schichten</translation>
    </message>
    <message>
        <source>Chooses a policy for the selected layers</source>
        <translation>Wählt eine Policy für die gewählten Schichten</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Same policy for every %1 (&amp;class)</source>
        <translation>Gleiche Policy für jede %1 (&amp;Klasse)</translation>
    </message>
    <message>
        <source>Every %1 now has the policy of %2.</source>
        <translation>Jede %1 hat jetzt die Policy von %2.</translation>
    </message>
    <message>
        <source>Copied the policy %1 of %2 as Keras&apos; JSON.</source>
        <translation>Die Policy %1 von %2 wurde als JSON von Keras kopiert.</translation>
    </message>
    <message>
        <source>Nothing was pasted: %1</source>
        <translation>Nichts wurde eingefügt: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LayerPolicyDelegate</name>
    <message>
        <source>Policy of the layer</source>
        <translation>Policy der Schicht</translation>
    </message>
    <message>
        <source>A policy&apos;s name; typing finds it. &quot;inherit&quot; gives the layer back to the global policy.</source>
        <translation>Der Name einer Policy; Tippen findet sie. „erben“ gibt die Schicht an die globale Policy zurück.</translation>
    </message>
    <message>
        <source>inherit</source>
        <translation>erben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LayerTreeModel</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer&apos;s name. F2 renames it.</source>
        <translation>Der Name der Schicht. F2 benennt sie um.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>The layer&apos;s class, as in Keras.</source>
        <translation>Die Klasse der Schicht, wie in Keras.</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>The dtype policy: what the layer computes in, and what its weights are stored in. Bold: set on this layer. Grey: inherited. F2 or a double click changes it, of all selected layers if there are several.</source>
        <translation>Die Dtype-Policy: worin die Schicht rechnet und worin ihre Gewichte gespeichert sind. Fett: an dieser Schicht gesetzt. Grau: geerbt. F2 oder ein Doppelklick ändert sie, bei mehreren gewählten Schichten für alle.</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Compute dtype: what inputs and weights are cast to before the layer computes.</source>
        <translation>Rechen-Dtype: worin Eingaben und Gewichte gecastet werden, bevor die Schicht rechnet.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Variable dtype: what the weights are stored in between steps.</source>
        <translation>Variablen-Dtype: worin die Gewichte zwischen den Schritten gespeichert sind.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>The dtype of what the layer gives to the next one: the compute dtype unless its numerics say otherwise.</source>
        <translation>Der Dtype dessen, was die Schicht an die nächste gibt: der Rechen-Dtype, wenn ihre Numerik nichts anderes sagt.</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>The policy&apos;s quantization mode. In brackets where the layer trains without it.</source>
        <translation>Der Quantisierungsmodus der Policy. In Klammern, wo die Schicht ohne ihn trainiert.</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Where the policy comes from: set on the layer, an entry of the policy map, or the global policy. As in Keras a layer inside another does not inherit from it unless that one passes its policy on, as MultiHeadAttention does.</source>
        <translation>Woher die Policy kommt: an der Schicht gesetzt, ein Eintrag der Policy-Map oder die globale Policy. Wie in Keras erbt eine Schicht in einer anderen nicht von ihr, außer diese gibt ihre Policy weiter, wie MultiHeadAttention es tut.</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Relative L2 error of the layer&apos;s output against the float64 reference at the last probed step. The bar is logarithmic, from 10⁻⁸ to 1.</source>
        <translation>Relativer L2-Fehler der Ausgabe der Schicht gegen die float64-Referenz im letzten erfassten Schritt. Der Balken ist logarithmisch, von 10⁻⁸ bis 1.</translation>
    </message>
    <message>
        <source>%1 overridden</source>
        <translation>%1 überschrieben</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>Rename layer</source>
        <translation>Schicht umbenennen</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Set policy of %1</source>
        <translation>Policy von %1 setzen</translation>
    </message>
    <message>
        <source>Inherit policy of %1</source>
        <translation>Policy von %1 erben</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>%1, step</source>
        <translation>%1, Schritt</translation>
    </message>
    <message>
        <source>%1, run</source>
        <translation>%1, Lauf</translation>
    </message>
    <message>
        <source>At step %1:</source>
        <translation>Bei Schritt %1:</translation>
    </message>
    <message>
        <source>Over the run; output and error of its newest step:</source>
        <translation>Über den Lauf; Ausgabe und Fehler seines neuesten Schritts:</translation>
    </message>
    <message>
        <source>Before the session was changed. %1</source>
        <translation>Bevor die Sitzung geändert wurde. %1</translation>
    </message>
    <message>
        <source>NaN or infinity in its tensors</source>
        <translation>NaN oder Unendlich in ihren Tensoren</translation>
    </message>
    <message>
        <source>had NaN or infinity in its tensors, in a step that was skipped or before</source>
        <translation>hatte NaN oder Unendlich in ihren Tensoren, in einem übersprungenen Schritt oder davor</translation>
    </message>
    <message>
        <source>Of the elements of a gradient that are not zero in float64, the share that is exactly zero here: of the layer&apos;s output and weight gradients the worst. The mean over the run&apos;s recorded steps up to a divergence, or of the pinned step.</source>
        <translation>Von den Elementen eines Gradienten, die in float64 nicht null sind, der Anteil, der hier genau null ist: der schlimmste unter den Ausgabe- und Gewichtsgradienten der Schicht. Das Mittel über die aufgezeichneten Schritte des Laufs bis zu einer Divergenz, oder der angeheftete Schritt.</translation>
    </message>
    <message>
        <source>Of a weight tensor&apos;s elements that float64&apos;s update moves, the share that stays exactly as it was here: the worst of the layer&apos;s. The mean over the run&apos;s recorded steps up to a divergence, or of the pinned step. A click shows the updates, element by element.</source>
        <translation>Von den Elementen eines Gewichtstensors, die das Update in float64 bewegt, der Anteil, der hier genau so bleibt, wie er war: der schlimmste der Schicht. Das Mittel über die aufgezeichneten Schritte des Laufs bis zu einer Divergenz, oder der angeheftete Schritt. Ein Klick zeigt die Updates, Element für Element.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LeadingTable</name>
    <message>
        <source>Return or a click goes to the row&apos;s tensor, at its step</source>
        <translation>Die Eingabetaste oder ein Klick führt zum Tensor der Zeile, bei ihrem Schritt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonCheckPanel</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Promise what was measured</source>
        <translation>Gemessenes &amp;versprechen</translation>
    </message>
    <message>
        <source>Numbers measured</source>
        <translation>Gemessene Zahlen</translation>
    </message>
    <message>
        <source>How many of the promised numbers are measured</source>
        <translation>Wie viele der versprochenen Zahlen gemessen sind</translation>
    </message>
    <message>
        <source>Stops measuring</source>
        <translation>Beendet das Messen</translation>
    </message>
    <message>
        <source>Measured and promised</source>
        <translation>Gemessen und versprochen</translation>
    </message>
    <message>
        <source>Each number that the lesson promises; Return shows where</source>
        <translation>Jede Zahl, die die Lektion verspricht; die Eingabetaste zeigt, wo</translation>
    </message>
    <message>
        <source>Promise what was measured</source>
        <translation>Gemessenes versprechen</translation>
    </message>
    <message>
        <source>Each band becomes what the seeds gave, widened by as much on either side; other promises stay</source>
        <translation>Jeder Bereich wird, was die Seeds ergaben, auf beiden Seiten um ebenso viel verbreitert; andere Versprechen bleiben</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Promised</source>
        <translation>Versprochen</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>%1 measured: all as promised.</source>
        <translation>%1 gemessen: alles wie versprochen.</translation>
    </message>
    <message>
        <source>%1 measured: %2 not as promised.</source>
        <translation>%1 gemessen: %2 nicht wie versprochen.</translation>
    </message>
    <message>
        <source>The lesson was changed while it was measured: check it again.</source>
        <translation>Die Lektion wurde während des Messens geändert: prüfe sie noch einmal.</translation>
    </message>
    <message>
        <source>Measuring was stopped.</source>
        <translation>Das Messen wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It cannot be measured: %1</source>
        <translation>Das lässt sich nicht messen: %1</translation>
    </message>
    <message>
        <source>Of %1 the seeds differ more than tenfold: a promise of that width says little.</source>
        <translation>Bei %1 unterscheiden sich die Seeds um mehr als das Zehnfache: Ein so weites Versprechen sagt wenig.</translation>
    </message>
    <message>
        <source>Still placeholders: %1.</source>
        <translation>Noch Platzhalter: %1.</translation>
    </message>
    <message>
        <source>%1: promised %2, measured %3.</source>
        <translation>%1: versprochen %2, gemessen %3.</translation>
    </message>
    <message>
        <source>%1: as promised, but &quot;Right is&quot; says %2, and measured is %3.</source>
        <translation>%1: wie versprochen, aber „Richtig ist“ sagt %2, und gemessen ist %3.</translation>
    </message>
    <message>
        <source>Before the last change: %1</source>
        <translation>Vor der letzten Änderung: %1</translation>
    </message>
    <message>
        <source>Promised now what was measured: %1.</source>
        <translation>Versprochen ist jetzt, was gemessen wurde: %1.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonDock</name>
    <message>
        <source>&amp;Start</source>
        <translation>Be&amp;ginnen</translation>
    </message>
    <message>
        <source>Begins the chosen lesson</source>
        <translation>Beginnt die gewählte Lektion</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Goes on with the chosen lesson where it was left</source>
        <translation>Setzt die gewählte Lektion fort, wo sie verlassen wurde</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>Zurück zur Lektion</translation>
    </message>
    <message>
        <source>Undoes what was changed beside the lesson, up to its own state</source>
        <translation>Nimmt zurück, was neben der Lektion geändert wurde, bis zu ihrem eigenen Stand</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>Zurü&amp;ck</translation>
    </message>
    <message>
        <source>The page before (Alt+PgUp)</source>
        <translation>Die Seite davor (Alt+Bild auf)</translation>
    </message>
    <message>
        <source>S&amp;kip</source>
        <translation>Üb&amp;erspringen</translation>
    </message>
    <message>
        <source>Does what this page asks for, and shows all of it (Alt+End)</source>
        <translation>Tut, was diese Seite verlangt, und zeigt alles von ihr (Alt+Ende)</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Goes on (Alt+PgDown)</source>
        <translation>Geht weiter (Alt+Bild ab)</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Each takes a few minutes and puts one misconception right; Return begins one</source>
        <translation>Jede dauert ein paar Minuten und stellt einen Irrtum richtig; die Eingabetaste beginnt eine</translation>
    </message>
    <message>
        <source>More about this lesson</source>
        <translation>Mehr zu dieser Lektion</translation>
    </message>
    <message>
        <source>Reset the lesson, leave it, or see all lessons</source>
        <translation>Die Lektion zurücksetzen, verlassen oder alle Lektionen sehen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>at %1 of %2</source>
        <translation>bei %1 von %2</translation>
    </message>
    <message>
        <source>Puts right: &quot;%1&quot;</source>
        <translation>Stellt richtig: „%1“</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>There are no lessons.</source>
        <translation>Es gibt keine Lektionen.</translation>
    </message>
    <message>
        <source>&amp;Start over</source>
        <translation>Von vorn be&amp;ginnen</translation>
    </message>
    <message>
        <source>*%1*

You said: %2</source>
        <translation>*%1*

Ihre Antwort: %2</translation>
    </message>
    <message>
        <source>**Your turn:**</source>
        <translation>**Sie sind dran:**</translation>
    </message>
    <message>
        <source>&amp;Do it for me</source>
        <translation>&amp;Vormachen</translation>
    </message>
    <message>
        <source>Does what is not done yet (Alt+Ins)</source>
        <translation>Tut, was noch nicht getan ist (Alt+Einfg)</translation>
    </message>
    <message>
        <source>You said **%1**, it is **%2**.</source>
        <translation>Ihre Antwort war **%1**, es ist **%2**.</translation>
    </message>
    <message>
        <source>It is **%1**.</source>
        <translation>Es ist **%1**.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>**Look closer:**</source>
        <translation>**Näher hinsehen:**</translation>
    </message>
    <message>
        <source>Look at: %1</source>
        <translation>Ansehen: %1</translation>
    </message>
    <message>
        <source>Goes to where this is seen: %1</source>
        <translation>Geht dorthin, wo dies zu sehen ist: %1</translation>
    </message>
    <message>
        <source>&gt; “%1”</source>
        <translation>&gt; „%1“</translation>
    </message>
    <message>
        <source>([where it was asked](%1))</source>
        <translation>([wo es gefragt wurde](%1))</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>### Check</source>
        <translation>### Prüfung</translation>
    </message>
    <message>
        <source>**Right:** %1. %2</source>
        <translation>**Richtig:** %1. %2</translation>
    </message>
    <message>
        <source>One answer that is right: **%1**</source>
        <translation>Eine richtige Antwort: **%1**</translation>
    </message>
    <message>
        <source>### Now with your own</source>
        <translation>### Und bei Ihnen?</translation>
    </message>
    <message>
        <source>In the glossary: </source>
        <translation>Im Glossar: </translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Fini&amp;sh</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation>Getan: %1</translation>
    </message>
    <message>
        <source>To do: %1</source>
        <translation>Zu tun: %1</translation>
    </message>
    <message>
        <source>Show me: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
    <message>
        <source>Brings it in sight, with the keys on it</source>
        <translation>Bringt es in Sicht, mit den Tasten darauf</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>at the check</source>
        <translation>bei der Prüfung</translation>
    </message>
    <message>
        <source>It is: **%1**.</source>
        <translation>Richtig ist: **%1**.</translation>
    </message>
    <message>
        <source> **Right.**</source>
        <translation> **Richtig.**</translation>
    </message>
    <message>
        <source> (there were more: press Reset first)</source>
        <translation> (es waren mehr: zuerst Zurücksetzen drücken)</translation>
    </message>
    <message>
        <source>*The run diverged and paused at step %1: it is trained as far as it gets.*</source>
        <translation>*Der Lauf divergierte und pausierte bei Schritt %1: Weiter kommt er beim Training nicht.*</translation>
    </message>
    <message>
        <source> **Near enough.**</source>
        <translation> **Nah genug.**</translation>
    </message>
    <message>
        <source>You said: **%1**</source>
        <translation>Ihre Antwort: **%1**</translation>
    </message>
    <message>
        <source>Train on, to the end</source>
        <translation>Weiter bis zum Ende trainieren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonEditor</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Takes the last change of the lesson back</source>
        <translation>Nimmt die letzte Änderung der Lektion zurück</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Does it again</source>
        <translation>Macht sie noch einmal</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Plays the lesson as it is now, from the step that is chosen; later changes are seen at once</source>
        <translation>Spielt die Lektion, wie sie jetzt ist, ab dem gewählten Schritt; spätere Änderungen sind sofort zu sehen</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <source>Measures each number that the lesson promises</source>
        <translation>Misst jede Zahl, die die Lektion verspricht</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Saves the lesson to a file (.ulpslesson)</source>
        <translation>Speichert die Lektion in eine Datei (.ulpslesson)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Ends editing; asks first if something would be lost</source>
        <translation>Beendet das Bearbeiten; fragt vorher, wenn etwas verloren ginge</translation>
    </message>
    <message>
        <source>Add step</source>
        <translation>Neuer Schritt</translation>
    </message>
    <message>
        <source>A step behind the one that is chosen</source>
        <translation>Ein Schritt hinter dem gewählten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The chosen step goes; Undo brings it back</source>
        <translation>Der gewählte Schritt fällt weg; „Rückgängig“ holt ihn zurück</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>The chosen step comes before the one above it</source>
        <translation>Der gewählte Schritt kommt vor den darüber</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>The chosen step goes behind the one below it</source>
        <translation>Der gewählte Schritt kommt hinter den darunter</translation>
    </message>
    <message>
        <source>&amp;Stop recording</source>
        <translation>Aufzeichnung &amp;beenden</translation>
    </message>
    <message>
        <source>Parts of the lesson</source>
        <translation>Teile der Lektion</translation>
    </message>
    <message>
        <source>Choose what to edit below</source>
        <translation>Wählen Sie, was unten bearbeitet wird</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufzeichnung beenden</translation>
    </message>
    <message>
        <source>What was recorded becomes the actions of the step</source>
        <translation>Was aufgezeichnet wurde, wird zu den Handlungen des Schritts</translation>
    </message>
    <message>
        <source>Recording step %1: %2 so far.</source>
        <translation>Aufzeichnung von Schritt %1: bisher %2.</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Handlung</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>Handlungen</translation>
    </message>
    <message>
        <source>The lesson</source>
        <translation>Die Lektion</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Not complete: %1</source>
        <translation>Nicht vollständig: %1</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>Einen Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Remove a step</source>
        <translation>Einen Schritt entfernen</translation>
    </message>
    <message>
        <source>Move a step</source>
        <translation>Einen Schritt verschieben</translation>
    </message>
    <message>
        <source>Recording step %1: set, train, pick and open in the window.</source>
        <translation>Aufzeichnung von Schritt %1: Setzen, trainieren, wählen und öffnen Sie im Fenster.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Recorded: %1.</source>
        <translation>Aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>Recorded: %1. Of %2 of the session no lesson knows the control; write it as &quot;change&quot;.</source>
        <translation>Aufgezeichnet: %1. Für %2 der Sitzung kennt keine Lektion das Bedienelement; schreiben Sie das als „ändern“.</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Take the session</source>
        <translation>Die Sitzung übernehmen</translation>
    </message>
    <message>
        <source>Promise what was measured</source>
        <translation>Gemessenes versprechen</translation>
    </message>
    <message>
        <source>A lesson that is not complete cannot be saved: %1</source>
        <translation>Eine unvollständige Lektion lässt sich nicht speichern: %1</translation>
    </message>
    <message>
        <source>Save lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Lessons (*.%1);;All files (*)</source>
        <translation>Lektionen (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The lesson is in %1</source>
        <translation>Die Lektion ist in %1</translation>
    </message>
    <message>
        <source>Unsaved lesson</source>
        <translation>Lektion nicht gespeichert</translation>
    </message>
    <message>
        <source>The lesson &quot;%1&quot; has changes that are not saved.</source>
        <translation>Die Lektion „%1“ hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Fill by measuring</source>
        <translation>Durch Messen füllen</translation>
    </message>
    <message>
        <source>Goes to the field (%1)</source>
        <translation>Geht zum Feld (%1)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonLocks</name>
    <message>
        <source>Locked by the lesson &quot;%1&quot;; leave it to change this.</source>
        <translation>Von der Lektion „%1“ gesperrt; verlassen Sie sie, um dies zu ändern.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonPapers</name>
    <message>
        <source>Save &amp;answers…</source>
        <translation>A&amp;ntworten speichern…</translation>
    </message>
    <message>
        <source>Your predictions and answers in all lessons, as a file for your teacher</source>
        <translation>Ihre Vorhersagen und Antworten in allen Lektionen, als Datei für Ihre Lehrkraft</translation>
    </message>
    <message>
        <source>&amp;Handout…</source>
        <translation>Arb&amp;eitsblatt…</translation>
    </message>
    <message>
        <source>The lesson for paper, as PDF: its questions, with room for answers</source>
        <translation>Die Lektion für Papier, als PDF: ihre Fragen, mit Platz für Antworten</translation>
    </message>
    <message>
        <source>Handout&apos;s &amp;key…</source>
        <translation>&amp;Lösungsblatt…</translation>
    </message>
    <message>
        <source>The lesson for paper, as PDF: with its answers, and what wrong ones show</source>
        <translation>Die Lektion für Papier, als PDF: mit ihren Antworten und dem, was falsche zeigen</translation>
    </message>
    <message>
        <source>There is no lesson to make a handout of: choose one in the list of lessons.</source>
        <translation>Es gibt keine Lektion für ein Arbeitsblatt: Wählen Sie eine in der Liste der Lektionen.</translation>
    </message>
    <message>
        <source>Save the handout&apos;s key</source>
        <translation>Lösungsblatt speichern</translation>
    </message>
    <message>
        <source>Save the handout</source>
        <translation>Arbeitsblatt speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;All files (*)</source>
        <translation>PDF (*.pdf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in %2</source>
        <translation>„%1“ ist in %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in %2, with placeholders that nobody has written yet: %3</source>
        <translation>„%1“ ist in %2, mit Platzhaltern, an deren Stelle noch niemand etwas geschrieben hat: %3</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonPlayer</name>
    <message>
        <source>The lesson cannot be played: %1</source>
        <translation>Die Lektion kann nicht gespielt werden: %1</translation>
    </message>
    <message>
        <source>Begin the lesson</source>
        <translation>Die Lektion beginnen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>Zurück zur Lektion</translation>
    </message>
    <message>
        <source>The lesson &quot;%1&quot; locks this: %2. Leave the lesson to change it.</source>
        <translation>Die Lektion „%1“ sperrt dies: %2. Verlassen Sie die Lektion, um es zu ändern.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonRoom</name>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>&amp;All lessons</source>
        <translation>&amp;Alle Lektionen</translation>
    </message>
    <message>
        <source>Shows the list of lessons, or the lesson that is played (F7)</source>
        <translation>Zeigt die Liste der Lektionen oder die Lektion, die gespielt wird (F7)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Goes on in the lesson</source>
        <translation>Geht in der Lektion weiter</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>The page before</source>
        <translation>Die Seite davor</translation>
    </message>
    <message>
        <source>S&amp;kip</source>
        <translation>Ü&amp;berspringen</translation>
    </message>
    <message>
        <source>Does what the page asks for, and shows all of it</source>
        <translation>Tut, was die Seite verlangt, und zeigt alles von ihr</translation>
    </message>
    <message>
        <source>&amp;Do it for me</source>
        <translation>Vor&amp;machen</translation>
    </message>
    <message>
        <source>Does what the page asks for and is not done yet</source>
        <translation>Tut, was die Seite verlangt und noch nicht getan ist</translation>
    </message>
    <message>
        <source>Back to the lesson&apos;s &amp;state</source>
        <translation>Zurück zum &amp;Stand der Lektion</translation>
    </message>
    <message>
        <source>Undoes what was changed beside the lesson, up to its own state</source>
        <translation>Nimmt zurück, was neben der Lektion geändert wurde, bis zu ihrem eigenen Stand</translation>
    </message>
    <message>
        <source>&amp;Reset the lesson</source>
        <translation>Lektion zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>From its first page, with nothing answered</source>
        <translation>Von ihrer ersten Seite an, ohne Antworten</translation>
    </message>
    <message>
        <source>&amp;Leave the lesson</source>
        <translation>Lektion &amp;verlassen</translation>
    </message>
    <message>
        <source>Gives back what it locks; the session stays, and so does how far you are</source>
        <translation>Gibt frei, was sie sperrt; die Sitzung bleibt, und auch, wie weit Sie sind</translation>
    </message>
    <message>
        <source>There is no lesson &quot;%1&quot;: neither a number from 1 to %2 nor a file.</source>
        <translation>Es gibt keine Lektion „%1“: weder eine Nummer von 1 bis %2 noch eine Datei.</translation>
    </message>
    <message>
        <source>Lesson %1: %2</source>
        <translation>Lektion %1: %2</translation>
    </message>
    <message>
        <source>your guess</source>
        <translation>Ihre Vermutung</translation>
    </message>
    <message>
        <source>your guess: %1</source>
        <translation>Ihre Vermutung: %1</translation>
    </message>
    <message>
        <source>Presen&amp;t lesson</source>
        <translation>Lektion vor&amp;führen</translation>
    </message>
    <message>
        <source>For a projector: large type, one plot, one control; N and P lead on and back, B blanks, Esc ends</source>
        <translation>Für einen Projektor: große Schrift, ein Diagramm, ein Bedienelement; N und P führen vor und zurück, B blendet aus, Esc beendet</translation>
    </message>
    <message>
        <source>Puts right: &quot;%1&quot; (%2 min)</source>
        <translation>Stellt richtig: „%1“ (%2 min)</translation>
    </message>
    <message>
        <source>There is no cross there.</source>
        <translation>Dort ist kein Kreuz.</translation>
    </message>
    <message>
        <source>&amp;Teach</source>
        <translation>&amp;Unterricht</translation>
    </message>
    <message>
        <source>Handouts and answers, and lessons of your own</source>
        <translation>Arbeitsblätter und Antworten, und eigene Lektionen</translation>
    </message>
    <message>
        <source>Lessons %1 to %2</source>
        <translation>Lektionen %1 bis %2</translation>
    </message>
    <message>
        <source>Starts one of these lessons</source>
        <translation>Beginnt eine dieser Lektionen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LessonWorkshop</name>
    <message>
        <source>Duplicate and &amp;edit…</source>
        <translation>&amp;Kopieren und bearbeiten…</translation>
    </message>
    <message>
        <source>Makes a copy of this lesson that can be changed, tried, measured and saved</source>
        <translation>Macht eine Kopie dieser Lektion, die sich ändern, ausprobieren, messen und speichern lässt</translation>
    </message>
    <message>
        <source>A lesson is being edited already: close it to edit another.</source>
        <translation>Es wird schon eine Lektion bearbeitet: Schließen Sie sie, um eine andere zu bearbeiten.</translation>
    </message>
    <message>
        <source>There is no lesson to make a copy of: choose one in the list of lessons.</source>
        <translation>Es gibt keine Lektion zum Kopieren: Wählen Sie eine in der Liste der Lektionen.</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
    </message>
    <message>
        <source>Lesson editor</source>
        <translation>Lektionseditor</translation>
    </message>
    <message>
        <source>Ne&amp;w lesson…</source>
        <translation>Neue Lekt&amp;ion…</translation>
    </message>
    <message>
        <source>Begins a lesson of your own with the session as it is now: its texts and steps are written in a form</source>
        <translation>Beginnt eine eigene Lektion mit der Sitzung, wie sie jetzt ist: Ihre Texte und Schritte werden in einem Formular geschrieben</translation>
    </message>
    <message>
        <source>new-lesson</source>
        <translation>neue-lektion</translation>
    </message>
    <message>
        <source>The lesson begins with the session as it is now, before its training.</source>
        <translation>Die Lektion beginnt mit der Sitzung, wie sie jetzt ist, vor ihrem Training.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LocalErrorsPanel</name>
    <message>
        <source>&amp;Compute the layers again</source>
        <translation>Schichten neu &amp;berechnen</translation>
    </message>
    <message>
        <source>Computes each layer whose input, weights and output are recorded again, in its own dtype and in float64, at every step</source>
        <translation>Berechnet jede Schicht, deren Eingabe, Gewichte und Ausgabe aufgezeichnet sind, bei jedem Schritt neu, in ihrem eigenen Dtype und in float64</translation>
    </message>
    <message>
        <source>Producers: layers that left the finite numbers, or erred by more than their dtype makes</source>
        <translation>Erzeuger: Schichten, die die endlichen Zahlen verließen oder um mehr irrten, als ihr Dtype macht</translation>
    </message>
    <message>
        <source>Propagators: layers that did what their dtype makes; what is wrong in them came in</source>
        <translation>Weitergeber: Schichten, die taten, was ihr Dtype macht; was an ihnen falsch ist, kam herein</translation>
    </message>
    <message>
        <source>Not computed again, %1: %2</source>
        <translation>Nicht neu berechnet, %1: %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Each layer&apos;s own error, with nothing of what came before it: its output against float64&apos;s and against what its dtype makes of the same inputs and weights. The button computes it.</source>
        <translation>Der eigene Fehler jeder Schicht, ohne das, was vor ihr geschah: ihre Ausgabe gegen die in float64 und gegen das, was ihr Dtype aus denselben Eingaben und Gewichten macht. Die Schaltfläche berechnet ihn.</translation>
    </message>
    <message>
        <source>Computing the layers again…</source>
        <translation>Die Schichten werden neu berechnet…</translation>
    </message>
    <message>
        <source>No layer has its input, its weights and its output recorded, or none is of a class that can be computed again.</source>
        <translation>Von keiner Schicht sind Eingabe, Gewichte und Ausgabe aufgezeichnet, oder keine ist von einer Klasse, die sich neu berechnen lässt.</translation>
    </message>
    <message>
        <source>Stopped: what is here is of the first steps.</source>
        <translation>Angehalten: Was hier steht, ist von den ersten Schritten.</translation>
    </message>
    <message>
        <source>Every layer did what its dtype makes.</source>
        <translation>Jede Schicht tat, was ihr Dtype macht.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LogLinesModel</name>
    <message>
        <source>A verdict follows from this line</source>
        <translation>Aus dieser Zeile folgt ein Befund</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LogNamesDialog</name>
    <message>
        <source>Words of the log</source>
        <translation>Worte des Protokolls</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>As it in it=12</source>
        <translation>Wie it in it=12</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>As L in L=2.31</source>
        <translation>Wie L in L=2.31</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>As S in S=1024</source>
        <translation>Wie S in S=1024</translation>
    </message>
    <message>
        <source>Skipped steps</source>
        <translation>Übersprungene Schritte</translation>
    </message>
    <message>
        <source>As skip in skip=1: how many steps the line says were skipped</source>
        <translation>Wie skip in skip=1: wie viele Schritte nach der Zeile übersprungen wurden</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>&amp;Loss</translation>
    </message>
    <message>
        <source>Loss s&amp;cale</source>
        <translation>Loss-S&amp;kalierung</translation>
    </message>
    <message>
        <source>S&amp;kipped steps</source>
        <translation>Übe&amp;rsprungene Schritte</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>losses</source>
        <translation>Losses</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>loss scales</source>
        <translation>Loss-Skalierungen</translation>
    </message>
    <message>
        <source>skipped step</source>
        <translation>übersprungener Schritt</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>übersprungene Schritte</translation>
    </message>
    <message>
        <source>What does the log call its numbers? Choose a name that it has, or write one letter for letter: the words before a number, a key of JSON or a column of a table. What is empty is read by the usual names.</source>
        <translation>Wie nennt das Protokoll seine Zahlen? Wählen Sie einen Namen, den es hat, oder schreiben Sie ihn Buchstabe für Buchstabe: die Worte vor einer Zahl, ein Schlüssel von JSON oder eine Spalte einer Tabelle. Was leer ist, wird nach den üblichen Namen gelesen.</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>As G in G=1.5: the norm of all gradients</source>
        <translation>Wie G in G=1.5: die Norm aller Gradienten</translation>
    </message>
    <message>
        <source>&amp;Gradient norm</source>
        <translation>&amp;Gradientennorm</translation>
    </message>
    <message>
        <source>%1, the first is %2</source>
        <translation>%1, die erste ist %2</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>At its beginning: %1, %2, %3, %4.</source>
        <translation>An seinem Anfang: %1, %2, %3, %4.</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>gradient norms</source>
        <translation>Gradientennormen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::LogPage</name>
    <message>
        <source>&amp;Try it in a scene</source>
        <translation>In einer S&amp;zene ausprobieren</translation>
    </message>
    <message>
        <source>Use it &amp;here</source>
        <translation>H&amp;ier verwenden</translation>
    </message>
    <message>
        <source>Loss and loss scale of the log</source>
        <translation>Loss und Loss-Skalierung des Logs</translation>
    </message>
    <message>
        <source>Opens the scene about loss scales with the log&apos;s rule and first scale; Undo brings back what was open</source>
        <translation>Öffnet die Szene über Loss-Skalierungen mit der Regel und der ersten Skalierung des Logs; „Rückgängig“ holt zurück, was offen war</translation>
    </message>
    <message>
        <source>Gives the session that is open the log&apos;s rule and first scale; Undo takes it back</source>
        <translation>Gibt der offenen Sitzung die Regel und die erste Skalierung des Logs; „Rückgängig“ nimmt es zurück</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Logs</translation>
    </message>
    <message>
        <source>Return or a double click goes to the line&apos;s place in the plots; verdicts follow from the bold ones</source>
        <translation>Die Eingabetaste oder ein Doppelklick geht zur Stelle der Zeile in den Diagrammen; aus den fetten folgen Befunde</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>losses</source>
        <translation>Losses</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>loss scales</source>
        <translation>Loss-Skalierungen</translation>
    </message>
    <message>
        <source>skipped step</source>
        <translation>übersprungener Schritt</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>übersprungene Schritte</translation>
    </message>
    <message>
        <source>step of the log</source>
        <translation>Schritt des Logs</translation>
    </message>
    <message>
        <source>line of the log</source>
        <translation>Zeile des Logs</translation>
    </message>
    <message>
        <source>In the words of no stack that is known here</source>
        <translation>In den Worten keines hier bekannten Stacks</translation>
    </message>
    <message>
        <source>Read as a table</source>
        <translation>Als Tabelle gelesen</translation>
    </message>
    <message>
        <source>In the words of %1</source>
        <translation>In den Worten von %1</translation>
    </message>
    <message>
        <source>In words of its own</source>
        <translation>In eigenen Worten</translation>
    </message>
    <message>
        <source>Read as JSON</source>
        <translation>Als JSON gelesen</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4, %5, %6.</source>
        <translation>%1: %2, %3, %4, %5, %6.</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>gradient norms</source>
        <translation>Gradientennormen</translation>
    </message>
    <message>
        <source>Numbers of other names: %1. Names… says what they are.</source>
        <translation>Zahlen anderer Namen: %1. Unter „Namen…“ sagen Sie, was sie sind.</translation>
    </message>
    <message>
        <source>Shows this place of the log, and where it is in the plots</source>
        <translation>Zeigt diese Stelle des Protokolls und wo sie in den Diagrammen ist</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MainWindow</name>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Changes the model and its loss so that they fit the data; Undo takes it back</source>
        <translation>Ändert das Modell und seinen Loss so, dass sie zu den Daten passen; „Rückgängig“ nimmt es zurück</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Find layer</source>
        <translation>Schicht &amp;suchen</translation>
    </message>
    <message>
        <source>Filters the layers by name, class or policy</source>
        <translation>Filtert die Schichten nach Name, Klasse oder Policy</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>La&amp;uf</translation>
    </message>
    <message>
        <source>Retrain after &amp;edits</source>
        <translation>Nach Änd&amp;erungen neu trainieren</translation>
    </message>
    <message>
        <source>Trains a session that takes only seconds again by itself when it was changed</source>
        <translation>Trainiert eine Sitzung, die nur Sekunden braucht, von selbst neu, wenn sie geändert wurde</translation>
    </message>
    <message>
        <source>&amp;Copy as command line</source>
        <translation>Als Befe&amp;hlszeile kopieren</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>Shows or hides the runs that are kept</source>
        <translation>Zeigt oder verbirgt die aufbewahrten Läufe</translation>
    </message>
    <message>
        <source>When a run &amp;diverges</source>
        <translation>Wenn ein Lauf &amp;divergiert</translation>
    </message>
    <message>
        <source>What a run does after the step at which it diverges</source>
        <translation>Was ein Lauf nach dem Schritt tut, in dem er divergiert</translation>
    </message>
    <message>
        <source>&amp;Go on to its end</source>
        <translation>Bis zum Ende &amp;weiter</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>What is NaN stays NaN, and the plots show it to the last step</source>
        <translation>Was NaN ist, bleibt NaN, und die Diagramme zeigen es bis zum letzten Schritt</translation>
    </message>
    <message>
        <source>The run pauses after the step at which it diverged</source>
        <translation>Der Lauf hält nach dem Schritt an, in dem er divergierte</translation>
    </message>
    <message>
        <source>The run pauses after the step at which it diverged, and a line above the tabs asks whether it is to go on</source>
        <translation>Der Lauf hält nach dem Schritt an, in dem er divergierte, und eine Zeile über den Reitern fragt, ob er weitergehen soll</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Made room for newer runs: %1. A starred run stays.</source>
        <translation>Platz für neuere Läufe gemacht: %1. Ein Lauf mit Stern bleibt.</translation>
    </message>
    <message>
        <source>Changes are not kept should the program be killed: %1</source>
        <translation>Änderungen werden nicht aufgehoben, sollte das Programm abgebrochen werden: %1</translation>
    </message>
    <message>
        <source>%1[*] – Ulpscope</source>
        <translation>%1[*] – Ulpscope</translation>
    </message>
    <message>
        <source>The data of this session is in the Debian package %1, which is not installed. Run this in a terminal, then press Retry.</source>
        <translation>Die Daten dieser Sitzung sind im Debian-Paket %1, das nicht installiert ist. Führen Sie dies in einem Terminal aus und drücken Sie dann „Erneut versuchen“.</translation>
    </message>
    <message>
        <source>Fit the model to its data</source>
        <translation>Das Modell an seine Daten anpassen</translation>
    </message>
    <message>
        <source>%1
To fit it: %2.</source>
        <translation>%1
Um es anzupassen: %2.</translation>
    </message>
    <message>
        <source>what was dropped</source>
        <translation>was fallen gelassen wurde</translation>
    </message>
    <message>
        <source>Runs are not saved</source>
        <translation>Läufe sind nicht gespeichert</translation>
    </message>
    <message>
        <source>The kept runs cannot be saved: %1</source>
        <translation>Die aufbewahrten Läufe können nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>Reading runs…</source>
        <translation>Läufe werden gelesen…</translation>
    </message>
    <message>
        <source>Puts the command on the clipboard that trains this session as far, in the number lab shows its number, or in Search asks the same</source>
        <translation>Legt den Befehl in die Zwischenablage, der diese Sitzung ebenso weit trainiert, im Zahlenlabor seine Zahl zeigt oder in der Suche dasselbe fragt</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Nicht gespeichert: %1</translation>
    </message>
    <message>
        <source>They go when the window closes. Export runs… keeps them in a file.</source>
        <translation>Sie gehen verloren, wenn das Fenster schließt. „Läufe exportieren…“ behält sie in einer Datei.</translation>
    </message>
    <message>
        <source>&amp;Export runs…</source>
        <translation>Läufe &amp;exportieren…</translation>
    </message>
    <message>
        <source>S&amp;weep a setting…</source>
        <translation>Einste&amp;llung durchfahren…</translation>
    </message>
    <message>
        <source>Trains the session under each value of one setting, such as the loss scale, and draws the results as a curve</source>
        <translation>Trainiert die Sitzung unter jedem Wert einer Einstellung, etwa der Loss-Skalierung, und zeichnet die Ergebnisse als Kurve</translation>
    </message>
    <message>
        <source>Memory &amp;budget</source>
        <translation>Spe&amp;icherbudget</translation>
    </message>
    <message>
        <source>How much memory this window&apos;s runs and files may take together</source>
        <translation>Wie viel Speicher Läufe und Dateien dieses Fensters zusammen brauchen dürfen</translation>
    </message>
    <message>
        <source>Older runs make room before it is passed, and a run that does not fit is refused</source>
        <translation>Ältere Läufe machen Platz, bevor es überschritten wird, und ein Lauf, der nicht hineinpasst, wird abgelehnt</translation>
    </message>
    <message>
        <source>A &amp;quarter of this machine&apos;s memory (%1)</source>
        <translation>Ein &amp;Viertel des Speichers dieses Rechners (%1)</translation>
    </message>
    <message>
        <source>Made room in memory: fewer points are kept of %1.</source>
        <translation>Platz im Speicher gemacht: Von %1 bleiben weniger Punkte.</translation>
    </message>
    <message>
        <source>%1 (Alt+%2)</source>
        <translation>%1 (Alt+%2)</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>What each compared run loses in each layer</source>
        <translation>Was jeder verglichene Lauf in jeder Schicht verliert</translation>
    </message>
    <message>
        <source>Write re&amp;port…</source>
        <translation>Berich&amp;t schreiben…</translation>
    </message>
    <message>
        <source>Writes a page on the run, or on all runs that are compared: numbers, pictures, settings and commands, as HTML or PDF</source>
        <translation>Schreibt eine Seite über den Lauf oder über alle verglichenen Läufe: Zahlen, Bilder, Einstellungen und Befehle, als HTML oder PDF</translation>
    </message>
    <message>
        <source>Nothing is trained yet, so there is nothing to report.</source>
        <translation>Noch ist nichts trainiert, also gibt es nichts zu berichten.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>The run: what it loses, why, and beside which others</source>
        <translation>Der Lauf: was er verliert, warum, und neben welchen anderen</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>One number in many formats, and sums of many</source>
        <translation>Eine Zahl in vielen Formaten, und Summen von vielen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>&amp;Policy of layer</source>
        <translation>&amp;Policy der Schicht</translation>
    </message>
    <message>
        <source>Edits, copies, spreads or takes away a layer&apos;s own policy</source>
        <translation>Bearbeitet, kopiert, verteilt oder entfernt die eigene Policy einer Schicht</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Cancel, and File &gt; Kept runs &gt; Export runs… saves them elsewhere.</source>
        <translation>Nach „Abbrechen“ speichert „Datei &gt; Aufbewahrte Läufe &gt; Läufe exportieren…“ sie anderswo.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MapKeyDelegate</name>
    <message>
        <source>Key of the policy map</source>
        <translation>Schlüssel der Policy-Map</translation>
    </message>
    <message>
        <source>A layer&apos;s path, such as sequential/dense, or a regular expression, such as sequential/.*
Return keeps it, Escape does not.</source>
        <translation>Der Pfad einer Schicht wie sequential/dense oder ein regulärer Ausdruck wie sequential/.*
Die Eingabetaste übernimmt ihn, Escape nicht.</translation>
    </message>
    <message>
        <source>a path, or a regular expression: sequential/.*</source>
        <translation>ein Pfad oder ein regulärer Ausdruck: sequential/.*</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MapKeyList</name>
    <message>
        <source>Add key</source>
        <translation>Schlüssel hinzufügen</translation>
    </message>
    <message>
        <source>Adds a key: type a layer&apos;s path or a regular expression (Insert)</source>
        <translation>Fügt einen Schlüssel hinzu: Tippen Sie den Pfad einer Schicht oder einen regulären Ausdruck (Einfg)</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Adds a copy of the selected key to be changed (Ctrl+Shift+D)</source>
        <translation>Fügt eine Kopie des gewählten Schlüssels zum Ändern hinzu (Strg+Umschalt+D)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the selected key (Delete)</source>
        <translation>Entfernt den gewählten Schlüssel (Entf)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Moves the key up (Alt+Up). The order decides nothing: it is the order in which Keras names keys.</source>
        <translation>Bewegt den Schlüssel nach oben (Alt+Auf). Die Reihenfolge entscheidet nichts: In ihr nennt Keras die Schlüssel.</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Moves the key down (Alt+Down). The order decides nothing: it is the order in which Keras names keys.</source>
        <translation>Bewegt den Schlüssel nach unten (Alt+Ab). Die Reihenfolge entscheidet nichts: In ihr nennt Keras die Schlüssel.</translation>
    </message>
    <message>
        <source>Keys of the policy map</source>
        <translation>Schlüssel der Policy-Map</translation>
    </message>
    <message>
        <source>F2 or a double click edits a cell, Insert adds a key, Delete removes it, Alt with an arrow moves it.</source>
        <translation>F2 oder ein Doppelklick bearbeitet eine Zelle, Einfg fügt einen Schlüssel hinzu, Entf entfernt ihn, Alt mit einem Pfeil bewegt ihn.</translation>
    </message>
    <message>
        <source>What is wrong with the key</source>
        <translation>Was am Schlüssel falsch ist</translation>
    </message>
    <message>
        <source>What is wrong with the selected key, in the words of Python or Keras</source>
        <translation>Was am gewählten Schlüssel falsch ist, in den Worten von Python oder Keras</translation>
    </message>
    <message>
        <source>&lt;b&gt;Keys&lt;/b&gt;</source>
        <translation>&lt;b&gt;Schlüssel&lt;/b&gt;</translation>
    </message>
    <message>
        <source>No keys yet: every layer takes the default. Add a key, or choose layers and press &quot;Make key&quot;.</source>
        <translation>Noch keine Schlüssel: Jede Schicht nimmt die Voreinstellung. Fügen Sie einen Schlüssel hinzu, oder wählen Sie Schichten und drücken „Schlüssel machen“.</translation>
    </message>
    <message>
        <source>Make key from layers</source>
        <translation>Schlüssel aus Schichten machen</translation>
    </message>
    <message>
        <source>Duplicate key</source>
        <translation>Schlüssel duplizieren</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Move key</source>
        <translation>Schlüssel bewegen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MapLayerList</name>
    <message>
        <source>Layers and what decides their policy</source>
        <translation>Schichten und was über ihre Policy entscheidet</translation>
    </message>
    <message>
        <source>Choose layers, with Shift or Ctrl for several, and make a key from them.</source>
        <translation>Wählen Sie Schichten, mit Umschalt oder Strg mehrere, und machen Sie einen Schlüssel aus ihnen.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Shows every layer and what decides for it</source>
        <translation>Zeigt jede Schicht und was über sie entscheidet</translation>
    </message>
    <message>
        <source>Make key</source>
        <translation>Schlüssel machen</translation>
    </message>
    <message>
        <source>Make key from the chosen layers</source>
        <translation>Schlüssel aus den gewählten Schichten machen</translation>
    </message>
    <message>
        <source>Writes a key for the layers chosen below</source>
        <translation>Schreibt einen Schlüssel für die unten gewählten Schichten</translation>
    </message>
    <message>
        <source>Each chosen layer&apos;s path as a key: nothing else matches it</source>
        <translation>Der Pfad jeder gewählten Schicht als Schlüssel: Nichts anderes passt darauf</translation>
    </message>
    <message>
        <source>A regular expression that matches the chosen layers and no other</source>
        <translation>Ein regulärer Ausdruck, der auf die gewählten Schichten passt und auf keine andere</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Every layer, and what decides</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>Its layers (%1)</source>
        <translation>Seine Schichten (%1)</translation>
    </message>
    <message>
        <source>Key &quot;%1&quot;</source>
        <translation>Schlüssel „%1“</translation>
    </message>
    <message>
        <source>%1 keys, one a layer</source>
        <translation>%1 Schlüssel, einer je Schicht</translation>
    </message>
    <message>
        <source>One key for all: &quot;%1&quot;</source>
        <translation>Ein Schlüssel für alle: „%1“</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MapLayersModel</name>
    <message>
        <source>clash of %1</source>
        <translation>Konflikt von %1</translation>
    </message>
    <message>
        <source>error in %1</source>
        <translation>Fehler in %1</translation>
    </message>
    <message>
        <source>set on the layer</source>
        <translation>an der Schicht gesetzt</translation>
    </message>
    <message>
        <source>passed on by %1</source>
        <translation>weitergegeben von %1</translation>
    </message>
    <message>
        <source>key %1, exactly</source>
        <translation>Schlüssel %1, genau</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>the default</source>
        <translation>die Voreinstellung</translation>
    </message>
    <message>
        <source>Layer path</source>
        <translation>Pfad einer Schicht</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden von</translation>
    </message>
    <message>
        <source>The path that keys are compared with, as in Keras</source>
        <translation>Der Pfad, mit dem Schlüssel verglichen werden, wie in Keras</translation>
    </message>
    <message>
        <source>The policy that the layer gets in the end</source>
        <translation>Die Policy, die die Schicht am Ende bekommt</translation>
    </message>
    <message>
        <source>Where the policy comes from: the layer itself, a key, or the default</source>
        <translation>Woher die Policy kommt: von der Schicht selbst, einem Schlüssel oder der Voreinstellung</translation>
    </message>
    <message>
        <source>%1 (%2): %3, %4</source>
        <translation>%1 (%2): %3, %4</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MapPolicyDelegate</name>
    <message>
        <source>Policy of the key</source>
        <translation>Policy des Schlüssels</translation>
    </message>
    <message>
        <source>A policy&apos;s name: choose one, or type one such as int8_from_mixed_bfloat16.
Return keeps it, Escape does not.</source>
        <translation>Der Name einer Policy: Wählen Sie einen, oder tippen Sie einen wie int8_from_mixed_bfloat16.
Die Eingabetaste übernimmt ihn, Escape nicht.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MemoryLine</name>
    <message>
        <source>The run that is loaded, and its data</source>
        <translation>Der geladene Lauf und seine Daten</translation>
    </message>
    <message>
        <source>Its states, to go back to</source>
        <translation>Seine Zustände, um zurückzugehen</translation>
    </message>
    <message>
        <source>What trains in the background: a sweep, other seeds, blame</source>
        <translation>Was im Hintergrund trainiert: ein Sweep, andere Seeds, die Ursachensuche</translation>
    </message>
    <message>
        <source>A search, while it trains</source>
        <translation>Eine Suche, während sie trainiert</translation>
    </message>
    <message>
        <source>What is kept of runs</source>
        <translation>Was von Läufen behalten ist</translation>
    </message>
    <message>
        <source>The file that is open</source>
        <translation>Die geöffnete Datei</translation>
    </message>
    <message>
        <source>memory %1 of %2</source>
        <translation>Speicher %1 von %2</translation>
    </message>
    <message>
        <source>About how much memory this window&apos;s runs and files take. Before they pass the budget, older runs without a star keep fewer points, then go; a run that does not fit is refused. Run &gt; Memory budget changes it.</source>
        <translation>Etwa so viel Speicher brauchen Läufe und Dateien dieses Fensters. Bevor sie das Budget überschreiten, behalten ältere Läufe ohne Stern weniger Punkte, dann gehen sie; ein Lauf, der nicht hineinpasst, wird abgelehnt. Lauf &gt; Speicherbudget ändert es.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MemoryPanel</name>
    <message>
        <source>Memory against error</source>
        <translation>Speicher gegen Fehler</translation>
    </message>
    <message>
        <source>Kept runs of the same data and loss, by what a batch takes in memory under their policies and how far they end from float64. Filled: no other takes as little and errs less.</source>
        <translation>Aufbewahrte Läufe mit denselben Daten und demselben Loss, danach, was ein Batch unter ihren Policies an Speicher braucht und wie weit von float64 sie enden. Gefüllt: Kein anderer braucht so wenig und irrt weniger.</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>%1: %2, %3, on the front.</source>
        <translation>%1: %2, %3, auf der Front.</translation>
    </message>
    <message>
        <source>%1: %2, %3.</source>
        <translation>%1: %2, %3.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::MessageBanner</name>
    <message>
        <source>&amp;Copy command</source>
        <translation>Befehl &amp;kopieren</translation>
    </message>
    <message>
        <source>Retr&amp;y</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Command that helps</source>
        <translation>Befehl, der hilft</translation>
    </message>
    <message>
        <source>Type this in a terminal, then press Retry.</source>
        <translation>Tippen Sie dies in ein Terminal, und drücken Sie dann „Erneut versuchen“.</translation>
    </message>
    <message>
        <source>Copies the command to the clipboard</source>
        <translation>Kopiert den Befehl in die Zwischenablage</translation>
    </message>
    <message>
        <source>Tries again</source>
        <translation>Versucht es noch einmal</translation>
    </message>
    <message>
        <source>Hides this message</source>
        <translation>Verbirgt diese Meldung</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ModelPanel</name>
    <message>
        <source>&amp;Add layer</source>
        <translation>Schicht &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Re&amp;move layer</source>
        <translation>Schicht en&amp;tfernen</translation>
    </message>
    <message>
        <source>Removes the selected layers</source>
        <translation>Entfernt die gewählten Schichten</translation>
    </message>
    <message>
        <source>Move layer &amp;up</source>
        <translation>Schicht nach o&amp;ben</translation>
    </message>
    <message>
        <source>The selected layer runs one place earlier</source>
        <translation>Die gewählte Schicht läuft eine Stelle früher</translation>
    </message>
    <message>
        <source>Move layer &amp;down</source>
        <translation>Schicht nach &amp;unten</translation>
    </message>
    <message>
        <source>The selected layer runs one place later</source>
        <translation>Die gewählte Schicht läuft eine Stelle später</translation>
    </message>
    <message>
        <source>no metrics of layers yet</source>
        <translation>noch keine Kennzahlen der Schichten</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>La&amp;yer</source>
        <translation>&amp;Schicht</translation>
    </message>
    <message>
        <source>Nu&amp;merics</source>
        <translation>Nu&amp;merik</translation>
    </message>
    <message>
        <source>Pol&amp;icy list</source>
        <translation>Pol&amp;icy-Liste</translation>
    </message>
    <message>
        <source>Trai&amp;ning</source>
        <translation>Trai&amp;ning</translation>
    </message>
    <message>
        <source>Da&amp;ta</source>
        <translation>Da&amp;ten</translation>
    </message>
    <message>
        <source>Parameters of the selected layer</source>
        <translation>Parameter der gewählten Schicht</translation>
    </message>
    <message>
        <source>What the selected layer&apos;s products, sums and weights are rounded to, one by one</source>
        <translation>Worauf Produkte, Summen und Gewichte der gewählten Schicht gerundet werden, eins ums andere</translation>
    </message>
    <message>
        <source>Policies by name, to be given to layers</source>
        <translation>Policies mit Namen, um sie Schichten zu geben</translation>
    </message>
    <message>
        <source>Steps, batch size, seed, loss, optimizer and loss scale</source>
        <translation>Schritte, Batchgröße, Seed, Loss, Optimierer und Loss-Skalierung</translation>
    </message>
    <message>
        <source>What the model is trained on</source>
        <translation>Womit das Modell trainiert wird</translation>
    </message>
    <message>
        <source>Filter layers</source>
        <translation>Schichten filtern</translation>
    </message>
    <message>
        <source>Filter by name, class or policy</source>
        <translation>Nach Name, Klasse oder Policy filtern</translation>
    </message>
    <message>
        <source>Shows only layers whose name, class or policy contains this (Ctrl+F)</source>
        <translation>Zeigt nur Schichten, deren Name, Klasse oder Policy dies enthält (Strg+F)</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Adds a layer after the selected one</source>
        <translation>Fügt nach der gewählten Schicht eine hinzu</translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation>Schicht hinzufügen</translation>
    </message>
    <message>
        <source>Transformer block</source>
        <translation>Transformer-Block</translation>
    </message>
    <message>
        <source>Attention and a feed-forward network, each with a normalization and a residual sum: seven layers</source>
        <translation>Attention und ein Feed-Forward-Netz, jeweils mit einer Normalisierung und einer Residualsumme: sieben Schichten</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Add transformer block</source>
        <translation>Transformer-Block hinzufügen</translation>
    </message>
    <message>
        <source>Remove layer</source>
        <translation>Schicht entfernen</translation>
    </message>
    <message>
        <source>Remove %1 layers</source>
        <translation>%1 Schichten entfernen</translation>
    </message>
    <message>
        <source>Move layer</source>
        <translation>Schicht bewegen</translation>
    </message>
    <message>
        <source>Show upda&amp;tes</source>
        <translation>Updates z&amp;eigen</translation>
    </message>
    <message>
        <source>Shows the updates of the selected layer&apos;s weights element by element, those that lose the most (Ctrl+U)</source>
        <translation>Zeigt die Updates der Gewichte der gewählten Schicht Element für Element, die, die am meisten verlieren (Strg+U)</translation>
    </message>
    <message>
        <source>Fo&amp;rms</source>
        <translation>For&amp;mulare</translation>
    </message>
    <message>
        <source>Shows or hides the forms of the selected layer, of the training and of the data (F4, or Return on a layer; Escape hides them)</source>
        <translation>Zeigt oder verbirgt die Formulare der gewählten Schicht, des Trainings und der Daten (F4, oder Eingabe auf einer Schicht; Escape verbirgt sie)</translation>
    </message>
    <message>
        <source>layers: step %1</source>
        <translation>Schichten: Schritt %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ModelPicture</name>
    <message>
        <source>Export picture…</source>
        <translation>Bild exportieren …</translation>
    </message>
    <message>
        <source>Writes the picture of the model to a file: SVG, PDF, or DOT for Graphviz</source>
        <translation>Schreibt das Bild des Modells in eine Datei: SVG, PDF oder DOT für Graphviz</translation>
    </message>
    <message>
        <source>Colour by &amp;difference</source>
        <translation>Nach &amp;Unterschied färben</translation>
    </message>
    <message>
        <source>Colours what is lost more or less than in the run that is compared with</source>
        <translation>Färbt, was mehr oder weniger verloren geht als in dem Lauf, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>Picture of the model</source>
        <translation>Bild des Modells</translation>
    </message>
    <message>
        <source>&amp;Unfold</source>
        <translation>&amp;Auffalten</translation>
    </message>
    <message>
        <source>&amp;Open layer</source>
        <translation>Schicht ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Fold again</source>
        <translation>Wieder &amp;zufalten</translation>
    </message>
    <message>
        <source>Shows the operations of %1 (O)</source>
        <translation>Zeigt die Operationen von %1 (O)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NoisePanel</name>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Seeds to train under</source>
        <translation>Seeds, unter denen trainiert wird</translation>
    </message>
    <message>
        <source>Seeds with commas between them, and ranges: 1..5, or 1,3,7; fewer than four cannot tell</source>
        <translation>Seeds mit Kommas dazwischen und Bereiche: 1..5 oder 1,3,7; weniger als vier können nichts sagen</translation>
    </message>
    <message>
        <source>Train under the seeds, or stop</source>
        <translation>Unter den Seeds trainieren oder anhalten</translation>
    </message>
    <message>
        <source>Whether they differ by more than the seeds do</source>
        <translation>Ob sie sich um mehr unterscheiden als die Seeds</translation>
    </message>
    <message>
        <source>This session computes in float32 already: there is nothing to hold it against.</source>
        <translation>Diese Sitzung rechnet schon in float32: Es gibt nichts, wogegen sie zu halten wäre.</translation>
    </message>
    <message>
        <source>Another seed changes every number too. Trained under several, with float32 beside it, this session shows which of its numbers differ by more than that.</source>
        <translation>Auch ein anderer Seed ändert jede Zahl. Unter mehreren trainiert, mit float32 daneben, zeigt diese Sitzung, welche ihrer Zahlen sich um mehr unterscheiden.</translation>
    </message>
    <message>
        <source>Of %1, this session beside the same in float32:</source>
        <translation>Von %1, diese Sitzung neben derselben in float32:</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>To make room, %1 will go: the oldest without a star.</source>
        <translation>Um Platz zu machen, wird aufgegeben: %1, die ältesten ohne Stern.</translation>
    </message>
    <message>
        <source>kept run</source>
        <translation>aufbewahrter Lauf</translation>
    </message>
    <message>
        <source>kept runs</source>
        <translation>aufbewahrte Läufe</translation>
    </message>
    <message>
        <source>Training run %1 of %2, %3: %4.</source>
        <translation>Trainiert Lauf %1 von %2, %3: %4.</translation>
    </message>
    <message>
        <source>seed %1 beside float32</source>
        <translation>Seed %1 neben float32</translation>
    </message>
    <message>
        <source>seeds %1 to %2 beside float32</source>
        <translation>Seeds %1 bis %2 neben float32</translation>
    </message>
    <message>
        <source>Trains this session and the same in float32 under each seed, in the background; the runs are kept in the table above, as one row, and what is kept already is not trained again</source>
        <translation>Trainiert diese Sitzung und dieselbe in float32 im Hintergrund unter jedem Seed; die Läufe werden in der Tabelle oben als eine Zeile aufbewahrt, und was schon aufbewahrt ist, wird nicht noch einmal trainiert</translation>
    </message>
    <message>
        <source>Train under seeds</source>
        <translation>Unter Seeds trainieren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NoteListDialog</name>
    <message>
        <source>&amp;Go to step</source>
        <translation>Zum Schritt &amp;gehen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Return goes to a note&apos;s step, F2 rewrites it, Delete removes it</source>
        <translation>Die Eingabetaste geht zum Schritt einer Notiz, F2 schreibt sie um, Entf entfernt sie</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Pins the note&apos;s step and selects its layer (Return)</source>
        <translation>Heftet den Schritt der Notiz an und wählt ihre Schicht (Eingabe)</translation>
    </message>
    <message>
        <source>Takes the note away (Delete)</source>
        <translation>Nimmt die Notiz weg (Entf)</translation>
    </message>
    <message>
        <source>N in the plots writes a note at the pinned step, about the selected layer.</source>
        <translation>N in den Diagrammen schreibt am angehefteten Schritt eine Notiz über die gewählte Schicht.</translation>
    </message>
    <message>
        <source>The notes stay as they are (Escape)</source>
        <translation>Die Notizen bleiben, wie sie sind (Escape)</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>diese</translation>
    </message>
    <message>
        <source>another</source>
        <translation>eine andere</translation>
    </message>
    <message>
        <source>Remove note</source>
        <translation>Notiz entfernen</translation>
    </message>
    <message>
        <source>Rewrite note</source>
        <translation>Notiz umschreiben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NumberInput</name>
    <message>
        <source>a number: 0.1, 0x1.8p-3, 2^-24*1.5, nan – or a code: 0x7E</source>
        <translation>eine Zahl: 0.1, 0x1.8p-3, 2^-24*1.5, nan – oder ein Code: 0x7E</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>A number: decimal, hex float (0x1.8p-3), or an expression with + - * / ^ ( ) pi e inf nan max min sqrt() exp() log().
A hexadecimal integer (0x7E) is a code of the selected format; 0x7Ep0 is the number 126.</source>
        <translation>Eine Zahl: dezimal, hexadezimale Gleitkommazahl (0x1.8p-3) oder ein Ausdruck mit + - * / ^ ( ) pi e inf nan max min sqrt() exp() log().
Eine hexadezimale ganze Zahl (0x7E) ist ein Code des gewählten Formats; 0x7Ep0 ist die Zahl 126.</translation>
    </message>
    <message>
        <source>Try:</source>
        <translation>Versuchen:</translation>
    </message>
    <message>
        <source>Example %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>exactly %1 = %2</source>
        <translation>genau %1 = %2</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>✕ At character %1: %2. Below is still %3.</source>
        <translation>✕ Bei Zeichen %1: %2. Unten steht noch %3.</translation>
    </message>
    <message>
        <source>: float64 has %1, the difference is %2</source>
        <translation>: float64 hat %1, der Unterschied ist %2</translation>
    </message>
    <message>
        <source> = %1 ulp</source>
        <translation> = %1 ulp</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NumberLab</name>
    <message>
        <source>a code needs a format: choose one below</source>
        <translation>ein Code braucht ein Format: unten eines wählen</translation>
    </message>
    <message>
        <source>the code has %1 bits, %2 has %3; select a wider format, or write %4p0 for the number</source>
        <translation>der Code hat %1 Bit, %2 hat %3; wählen Sie ein breiteres Format, oder schreiben Sie %4p0 für die Zahl</translation>
    </message>
    <message>
        <source>read as a code of %1, the selected format; for the number %2 write %3p0</source>
        <translation>als Code von %1 gelesen, dem gewählten Format; für die Zahl %2 schreiben Sie %3p0</translation>
    </message>
    <message>
        <source>code %1 of %2</source>
        <translation>Code %1 von %2</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NumberLabView</name>
    <message>
        <source>Below the table</source>
        <translation>Unter der Tabelle</translation>
    </message>
    <message>
        <source>Number line</source>
        <translation>Zahlengerade</translation>
    </message>
    <message>
        <source>The values of each format around the number</source>
        <translation>Die Werte jedes Formats um die Zahl herum</translation>
    </message>
    <message>
        <source>Live tensors</source>
        <translation>Tensoren live</translation>
    </message>
    <message>
        <source>The numbers of the run on the screen, element by element</source>
        <translation>Die Zahlen des Laufs auf dem Bildschirm, Element für Element</translation>
    </message>
    <message>
        <source>What the line shows. Wheel or + −: zoom · drag or ← →: move · Home: the number · End: the whole range · double click: take the number there</source>
        <translation>Was die Gerade zeigt. Rad oder + −: Zoom · Ziehen oder ← →: bewegen · Pos1: die Zahl · Ende: der ganze Bereich · Doppelklick: die Zahl dort nehmen</translation>
    </message>
    <message>
        <source>Zooms in on the number (+)</source>
        <translation>Vergrößert bei der Zahl (+)</translation>
    </message>
    <message>
        <source>Zooms out (−)</source>
        <translation>Verkleinert (−)</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Back to the number and its neighbours (Home)</source>
        <translation>Zurück zur Zahl und ihren Nachbarn (Pos1)</translation>
    </message>
    <message>
        <source>Whole range</source>
        <translation>Ganzer Bereich</translation>
    </message>
    <message>
        <source>All that the chosen formats reach (End)</source>
        <translation>Alles, was die gewählten Formate erreichen (Ende)</translation>
    </message>
    <message>
        <source>Equal distances are equal factors. Follows the zoom: wide views are logarithmic, narrow ones linear.</source>
        <translation>Gleiche Abstände sind gleiche Faktoren. Folgt dem Zoom: Weite Ansichten sind logarithmisch, enge linear.</translation>
    </message>
    <message>
        <source>What each overflow rule makes of the number</source>
        <translation>Was jede Überlaufregel aus der Zahl macht</translation>
    </message>
    <message>
        <source>Overflow rules in &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Überlaufregeln in &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>One number in many formats: its bits, its neighbours, its error</source>
        <translation>Eine Zahl in vielen Formaten: ihre Bits, ihre Nachbarn, ihr Fehler</translation>
    </message>
    <message>
        <source>Number lab</source>
        <translation>Zahlenlabor</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>One number through all operations of a step</source>
        <translation>Eine Zahl durch alle Operationen eines Schritts</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NumberLine</name>
    <message>
        <source>Number line</source>
        <translation>Zahlengerade</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 bis %3</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>Number line – %1</source>
        <translation>Zahlengerade – %1</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>next below</source>
        <translation>nächste darunter</translation>
    </message>
    <message>
        <source>next above</source>
        <translation>nächste darüber</translation>
    </message>
    <message>
        <source>stored: %1</source>
        <translation>gespeichert: %1</translation>
    </message>
    <message>
        <source>← %1</source>
        <translation>← %1</translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation>%1 →</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::NumericsPage</name>
    <message>
        <source>Reset all</source>
        <translation>Alles zurücksetzen</translation>
    </message>
    <message>
        <source>All layers&apos; recipe</source>
        <translation>Rezept aller Schichten</translation>
    </message>
    <message>
        <source>This layer&apos;s recipe</source>
        <translation>Rezept dieser Schicht</translation>
    </message>
    <message>
        <source>Every value of this layer is inherited from its policy again</source>
        <translation>Jeder Wert dieser Schicht wird wieder von ihrer Policy geerbt</translation>
    </message>
    <message>
        <source>No layer is selected</source>
        <translation>Keine Schicht ist gewählt</translation>
    </message>
    <message>
        <source>Choose one above to see what it rounds and sums in.</source>
        <translation>Wählen Sie oben eine, um zu sehen, worin sie rundet und summiert.</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>Master-Gewichte</translation>
    </message>
    <message>
        <source>recipe %1</source>
        <translation>Rezept %1</translation>
    </message>
    <message>
        <source>Scaled by the largest values of earlier steps, as Transformer Engine does.</source>
        <translation>Skaliert mit den größten Werten früherer Schritte, wie Transformer Engine es tut.</translation>
    </message>
    <message>
        <source>Scaled by the history of its largest values, as Keras&apos; float8 does.</source>
        <translation>Skaliert mit dem Verlauf seiner größten Werte, wie float8 von Keras es tut.</translation>
    </message>
    <message>
        <source>%1 (%2) fills these in; each can be overridden. %3</source>
        <translation>%1 (%2) füllt diese aus; jeder kann überschrieben werden. %3</translation>
    </message>
    <message>
        <source>%1 with the recipe %2</source>
        <translation>%1 mit dem Rezept %2</translation>
    </message>
    <message>
        <source>None is.</source>
        <translation>Keiner ist es.</translation>
    </message>
    <message>
        <source>Overridden: %1.</source>
        <translation>Überschrieben: %1.</translation>
    </message>
    <message>
        <source>An input layer computes nothing: the data enter as %1.</source>
        <translation>Eine Eingabeschicht rechnet nichts: Die Daten kommen als %1 herein.</translation>
    </message>
    <message>
        <source>%1 is made of the layers below it. %2.</source>
        <translation>%1 besteht aus den Schichten darunter. %2.</translation>
    </message>
    <message>
        <source>%1 multiplies no matrices and has no weights: it computes in %2, as %3 says. There is nothing to override.</source>
        <translation>%1 multipliziert keine Matrizen und hat keine Gewichte: Es rechnet in %2, wie %3 sagt. Es gibt nichts zu überschreiben.</translation>
    </message>
    <message>
        <source>Choose the recipe %1</source>
        <translation>Rezept %1 wählen</translation>
    </message>
    <message>
        <source>Inherit the recipe of %1</source>
        <translation>Rezept von %1 erben</translation>
    </message>
    <message>
        <source>Choose the recipe %1 for %2</source>
        <translation>Rezept %1 für %2 wählen</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>%1 von %2 setzen</translation>
    </message>
    <message>
        <source>Inherit %1 of %2</source>
        <translation>%1 von %2 erben</translation>
    </message>
    <message>
        <source>Inherit numerics of %1</source>
        <translation>Numerik von %1 erben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OpenedFile</name>
    <message>
        <source>the pasted text</source>
        <translation>der eingefügte Text</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OperationsPicture</name>
    <message>
        <source>Export picture…</source>
        <translation>Bild exportieren …</translation>
    </message>
    <message>
        <source>Writes the picture of the operations to a file: SVG, PDF, or DOT for Graphviz</source>
        <translation>Schreibt das Bild der Operationen in eine Datei: SVG, PDF, oder DOT für Graphviz</translation>
    </message>
    <message>
        <source>Operations of the layer</source>
        <translation>Operationen der Schicht</translation>
    </message>
    <message>
        <source>&amp;Open function</source>
        <translation>Funktion ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Close function</source>
        <translation>Funktion &amp;schließen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OperationsView</name>
    <message>
        <source>Update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Back to the picture of the model (Escape)</source>
        <translation>Zurück zum Bild des Modells (Escape)</translation>
    </message>
    <message>
        <source>Shows how the optimizer changes the layer&apos;s weights, too</source>
        <translation>Zeigt auch, wie der Optimierer die Gewichte der Schicht ändert</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>What they lose is known after a step of training.</source>
        <translation>Was sie verlieren, ist nach einem Trainingsschritt bekannt.</translation>
    </message>
    <message>
        <source>What they lose is shown when the training stands still.</source>
        <translation>Was sie verlieren, wird gezeigt, wenn das Training steht.</translation>
    </message>
    <message>
        <source>This run is not in memory: train it again to see what they lose.</source>
        <translation>Dieser Lauf ist nicht im Speicher: Trainieren Sie ihn noch einmal, um zu sehen, was sie verlieren.</translation>
    </message>
    <message>
        <source>Doing the step again…</source>
        <translation>Der Schritt wird wiederholt …</translation>
    </message>
    <message>
        <source>What they lose cannot be counted for this step.</source>
        <translation>Was sie verlieren, kann für diesen Schritt nicht gezählt werden.</translation>
    </message>
    <message>
        <source>Not shown is what they lose: these operations do not give this run&apos;s bits.</source>
        <translation>Was sie verlieren, wird nicht gezeigt: Diese Operationen ergeben nicht die Bits dieses Laufs.</translation>
    </message>
    <message>
        <source>The run was trained with other settings: train again to see what they lose.</source>
        <translation>Der Lauf wurde mit anderen Einstellungen trainiert: Trainieren Sie noch einmal, um zu sehen, was sie verlieren.</translation>
    </message>
    <message>
        <source>Step %1 is too far back to be done again; Back to step (B) goes there.</source>
        <translation>Schritt %1 liegt zu weit zurück, um ihn noch einmal auszuführen; „Zurück zu Schritt“ (B) geht dorthin.</translation>
    </message>
    <message>
        <source>The step has no operations of %1.</source>
        <translation>Der Schritt hat keine Operationen von %1.</translation>
    </message>
    <message>
        <source>At step %1, without zeros that arrive from before.</source>
        <translation>In Schritt %1, ohne Nullen, die schon ankommen.</translation>
    </message>
    <message>
        <source>Forward only: %1.</source>
        <translation>Nur vorwärts: %1.</translation>
    </message>
    <message>
        <source>%1: operations of %2</source>
        <translation>%1: Operationen von %2</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OrdersDialog</name>
    <message>
        <source>Orders of a sum</source>
        <translation>Reihenfolgen einer Summe</translation>
    </message>
    <message>
        <source>Terms in</source>
        <translation>Summanden in</translation>
    </message>
    <message>
        <source>The format to which the terms, or the factors, are rounded first</source>
        <translation>Das Format, auf das die Summanden oder die Faktoren zuerst gerundet werden</translation>
    </message>
    <message>
        <source>Sums in</source>
        <translation>Summen in</translation>
    </message>
    <message>
        <source>The format to which partial sums are rounded, in the orders that are no tensor core&apos;s</source>
        <translation>Das Format, auf das Teilsummen gerundet werden, in den Reihenfolgen, die nicht die eines Tensor Cores sind</translation>
    </message>
    <message>
        <source>Result in</source>
        <translation>Ergebnis in</translation>
    </message>
    <message>
        <source>The format to which the sum is rounded at last, in whose ulps the errors are</source>
        <translation>Das Format, auf das die Summe zuletzt gerundet wird und in dessen ulps die Fehler stehen</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>Numbers with spaces between them; x6000 behind one has it as often: 1 x6000 2^-24</source>
        <translation>Zahlen mit Leerzeichen dazwischen; x6000 hinter einer nimmt sie so oft: 1 x6000 2^-24</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Faktoren</translation>
    </message>
    <message>
        <source>As many numbers again: then the dot product of both is formed. Empty: the sum of the terms</source>
        <translation>Noch einmal so viele Zahlen: Dann wird das Skalarprodukt beider gebildet. Leer: die Summe der Summanden</translation>
    </message>
    <message>
        <source>none: the sum of the terms</source>
        <translation>keine: die Summe der Summanden</translation>
    </message>
    <message>
        <source>The sum in each order</source>
        <translation>Die Summe in jeder Reihenfolge</translation>
    </message>
    <message>
        <source>&amp;Terms</source>
        <translation>Su&amp;mmanden</translation>
    </message>
    <message>
        <source>&amp;Factors</source>
        <translation>&amp;Faktoren</translation>
    </message>
    <message>
        <source>Terms &amp;in</source>
        <translation>Summanden &amp;in</translation>
    </message>
    <message>
        <source>&amp;Sums in</source>
        <translation>&amp;Summen in</translation>
    </message>
    <message>
        <source>&amp;Result in</source>
        <translation>&amp;Ergebnis in</translation>
    </message>
    <message>
        <source>The elements of %1, in the order of the file</source>
        <translation>Die Elemente von %1, in der Reihenfolge der Datei</translation>
    </message>
    <message>
        <source>Of typed numbers</source>
        <translation>Von eingegebenen Zahlen</translation>
    </message>
    <message>
        <source>There are no terms to add up.</source>
        <translation>Es gibt keine Summanden zu addieren.</translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation>Wird aufsummiert…</translation>
    </message>
    <message>
        <source>%1, but %2: a dot product needs as many of both.</source>
        <translation>%1, aber %2: Ein Skalarprodukt braucht von beiden gleich viele.</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Summand</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>factors</source>
        <translation>Faktoren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OriginsPanel</name>
    <message>
        <source>&amp;Find the first that is not finite</source>
        <translation>Das &amp;erste suchen, das nicht endlich ist</translation>
    </message>
    <message>
        <source>Reads every step until a tensor has a NaN or an infinity, and computes the layers that made it again</source>
        <translation>Liest jeden Schritt, bis ein Tensor ein NaN oder Unendlich hat, und berechnet die Schichten neu, die es gemacht haben</translation>
    </message>
    <message>
        <source>Who made it, and who handed it on</source>
        <translation>Wer es gemacht und wer es weitergegeben hat</translation>
    </message>
    <message>
        <source>The road there</source>
        <translation>Der Weg dorthin</translation>
    </message>
    <message>
        <source>Expected infinities</source>
        <translation>Erwartetes Unendlich</translation>
    </message>
    <message>
        <source>Tensors whose infinities are meant, as a mask&apos;s: layer/role, * stands for any characters, a space between two</source>
        <translation>Tensoren, deren Unendlich gemeint ist, wie in einer Maske: Schicht/Rolle, * steht für beliebige Zeichen, ein Leerzeichen zwischen zweien</translation>
    </message>
    <message>
        <source>Infinities are &amp;meant in</source>
        <translation>Unendlich ist &amp;gemeint in</translation>
    </message>
    <message>
        <source>Shows the tensor at that step</source>
        <translation>Zeigt den Tensor bei diesem Schritt</translation>
    </message>
    <message>
        <source>NaN and infinity spread from one place. The button looks for it.</source>
        <translation>NaN und Unendlich breiten sich von einer Stelle aus. Die Schaltfläche sucht sie.</translation>
    </message>
    <message>
        <source>Reading step by step…</source>
        <translation>Es wird Schritt für Schritt gelesen…</translation>
    </message>
    <message>
        <source>Every number is finite, or expected not to be.</source>
        <translation>Jede Zahl ist endlich, oder erwartet, dass sie es nicht ist.</translation>
    </message>
    <message>
        <source>Stopped before anything was found.</source>
        <translation>Angehalten, bevor etwas gefunden wurde.</translation>
    </message>
    <message>
        <source>Show %1 at step %2</source>
        <translation>%1 bei Schritt %2 zeigen</translation>
    </message>
    <message>
        <source>Operands of %1</source>
        <translation>Operanden von %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OverflowTableModel</name>
    <message>
        <source>%1: %2.
Source: %3</source>
        <translation>%1: %2.
Quelle: %3</translation>
    </message>
    <message>
        <source>-0 or 0</source>
        <translation>-0 oder 0</translation>
    </message>
    <message>
        <source>Software disagrees about values that a format cannot hold. Each row is one rule; the bold one is in force.</source>
        <translation>Über Werte, die ein Format nicht fasst, ist sich Software uneins. Jede Zeile ist eine Regel; die fette gilt.</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>What the rule stores for the number above</source>
        <translation>Was die Regel für die Zahl oben speichert</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>What finite values become that round to more than the largest, %1</source>
        <translation>Was endliche Werte werden, die auf mehr als die größte Zahl, %1, runden</translation>
    </message>
    <message>
        <source>Beyond</source>
        <translation>Jenseits</translation>
    </message>
    <message>
        <source>What infinity becomes</source>
        <translation>Was Unendlich wird</translation>
    </message>
    <message>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <source>What NaN becomes</source>
        <translation>Was NaN wird</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OverrideEditor</name>
    <message>
        <source>inherit</source>
        <translation>erben</translation>
    </message>
    <message>
        <source>What the layer&apos;s policy says</source>
        <translation>Was die Policy der Schicht sagt</translation>
    </message>
    <message>
        <source>Reset %1 to inherited</source>
        <translation>%1 auf geerbt zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to inherited</source>
        <translation>Auf geerbt zurücksetzen</translation>
    </message>
    <message>
        <source>not applied</source>
        <translation>nicht angewendet</translation>
    </message>
    <message>
        <source>overridden</source>
        <translation>überschrieben</translation>
    </message>
    <message>
        <source>inherited from %1</source>
        <translation>geerbt von %1</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>geerbt</translation>
    </message>
    <message>
        <source>Now %1, %2.</source>
        <translation>Jetzt %1, %2.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::Overview</name>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Show &amp;elements</source>
        <translation>&amp;Elemente zeigen</translation>
    </message>
    <message>
        <source>Shows the elements of this tensor in the number lab, where one of them can be followed through the step</source>
        <translation>Zeigt die Elemente dieses Tensors im Zahlenlabor, wo sich eines davon durch den Schritt verfolgen lässt</translation>
    </message>
    <message>
        <source>&amp;Operations of the layer</source>
        <translation>&amp;Operationen der Schicht</translation>
    </message>
    <message>
        <source>The operations of the chosen layer in a step, or the pictures of the run (O)</source>
        <translation>Die Operationen der gewählten Schicht in einem Schritt, oder die Bilder des Laufs (O)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OwnData</name>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>a transformer of %1 layers</source>
        <translation>ein Transformer aus %1 Schichten</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 mit %2, %3</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>NPZ file of %1, %2</source>
        <translation>NPZ-Datei mit %1, %2</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>Feldern</translation>
    </message>
    <message>
        <source>%1 file, %2 along the first axis, %3</source>
        <translation>%1-Datei, %2 entlang der ersten Achse, %3</translation>
    </message>
    <message>
        <source>Text of %1, %2 different ones, %3</source>
        <translation>Text aus %1, %2 verschiedene, %3</translation>
    </message>
    <message>
        <source>character</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>Classification: %1</source>
        <translation>Klassifikation: %1</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>Lines with a missing cell in a column that is used are left out (%1 of %2 lines miss one in any).</source>
        <translation>Zeilen, in denen in einer verwendeten Spalte eine Zelle fehlt, werden ausgelassen (%1 von %2 Zeilen fehlt irgendeine).</translation>
    </message>
    <message>
        <source>Each text of a feature&apos;s column becomes a feature of its own, 1 where it stands.</source>
        <translation>Jeder Text der Spalte eines Merkmals wird ein eigenes Merkmal, 1, wo er steht.</translation>
    </message>
    <message>
        <source>The target is standardized too: who always says its mean has a squared error of 1.</source>
        <translation>Auch das Ziel wird standardisiert: Wer immer sein Mittel sagt, hat einen quadratischen Fehler von 1.</translation>
    </message>
    <message>
        <source>⚠ %1 NaN or infinite among the features: the loss becomes NaN with them.</source>
        <translation>⚠ %1 NaN oder unendliche unter den Merkmalen: Der Loss wird mit ihnen NaN.</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Bytes are divided by 255.</source>
        <translation>Bytes werden durch 255 geteilt.</translation>
    </message>
    <message>
        <source>After each of %1 characters it says which comes next.</source>
        <translation>Nach jedem von %1 Zeichen sagt es, welches als nächstes kommt.</translation>
    </message>
    <message>
        <source>A fifth of the examples, drawn by the seed, is for testing.</source>
        <translation>Ein Fünftel der Beispiele, vom Seed gezogen, ist zum Testen.</translation>
    </message>
    <message>
        <source>Loss: %1. %2, learning rate %3, %4 %5, in float32 to begin with.</source>
        <translation>Loss: %1. %2, Lernrate %3, %4 %5, zunächst in float32.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>of %1 example</source>
        <translation>mit %1 Beispiel</translation>
    </message>
    <message>
        <source>of %1 examples</source>
        <translation>mit %1 Beispielen</translation>
    </message>
    <message>
        <source>After %1 character it says which comes next.</source>
        <translation>Nach %1 Zeichen sagt es, welches als nächstes kommt.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::OwnDataDialog</name>
    <message>
        <source>Data (*.csv *.tsv *.data *.npz *.npy *.idx *.gz *ubyte *.txt);;All files (*)</source>
        <translation>Daten (*.csv *.tsv *.data *.npz *.npy *.idx *.gz *ubyte *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose &amp;another…</source>
        <translation>&amp;Andere wählen…</translation>
    </message>
    <message>
        <source>Choose t&amp;argets…</source>
        <translation>&amp;Ziele wählen…</translation>
    </message>
    <message>
        <source>First line &amp;names the columns</source>
        <translation>Erste Zeile be&amp;nennt die Spalten</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>New session from a file</source>
        <translation>Neue Sitzung aus einer Datei</translation>
    </message>
    <message>
        <source>Columns or arrays of the file</source>
        <translation>Spalten oder Felder der Datei</translation>
    </message>
    <message>
        <source>How the text begins</source>
        <translation>Wie der Text beginnt</translation>
    </message>
    <message>
        <source>The session that is made</source>
        <translation>Die Sitzung, die entsteht</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was falsch ist</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>Die Datei wird gelesen</translation>
    </message>
    <message>
        <source>Reading the file; Cancel stops it</source>
        <translation>Die Datei wird gelesen; „Abbrechen“ hält es an</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Reads the file once more, when it was mended</source>
        <translation>Liest die Datei noch einmal, wenn sie berichtigt wurde</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>&amp;Erstellen</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <source>Makes the session and trains it; Undo brings back what is open now</source>
        <translation>Macht die Sitzung und trainiert sie; „Rückgängig“ holt zurück, was jetzt offen ist</translation>
    </message>
    <message>
        <source>Makes the session and trains it in place of the one that is open now, which stays in its file</source>
        <translation>Macht die Sitzung und trainiert sie anstelle der offenen, die in ihrer Datei bleibt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Leaves what is open as it is (Escape)</source>
        <translation>Lässt, was offen ist, wie es ist (Escape)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>Eine andere Datei wählen</translation>
    </message>
    <message>
        <source>Reads another file in place of this one</source>
        <translation>Liest eine andere Datei anstelle von dieser</translation>
    </message>
    <message>
        <source>File of the targets</source>
        <translation>Datei der Ziele</translation>
    </message>
    <message>
        <source>Choose the file of the targets</source>
        <translation>Die Datei der Ziele wählen</translation>
    </message>
    <message>
        <source>The array with what is to be predicted for each example is in another file</source>
        <translation>Das Feld mit dem, was für jedes Beispiel vorherzusagen ist, ist in einer anderen Datei</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Choose a file of data</source>
        <translation>Eine Datei mit Daten wählen</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>Whether the file is a table, a line for each example, or a text whose characters are learnt</source>
        <translation>Ob die Datei eine Tabelle ist, eine Zeile je Beispiel, oder ein Text, dessen Zeichen gelernt werden</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>What stands between cells</source>
        <translation>Was zwischen Zellen steht</translation>
    </message>
    <message>
        <source>What stands between the cells of a line</source>
        <translation>Was zwischen den Zellen einer Zeile steht</translation>
    </message>
    <message>
        <source>Comma between cells</source>
        <translation>Komma zwischen Zellen</translation>
    </message>
    <message>
        <source>Semicolon between cells</source>
        <translation>Semikolon zwischen Zellen</translation>
    </message>
    <message>
        <source>Tab between cells</source>
        <translation>Tabulator zwischen Zellen</translation>
    </message>
    <message>
        <source>What stands before a number&apos;s fraction</source>
        <translation>Was vor den Nachkommastellen einer Zahl steht</translation>
    </message>
    <message>
        <source>Whether a half is written 0.5 or 0,5</source>
        <translation>Ob ein halb 0.5 oder 0,5 geschrieben ist</translation>
    </message>
    <message>
        <source>Decimal point</source>
        <translation>Dezimalpunkt</translation>
    </message>
    <message>
        <source>Decimal comma</source>
        <translation>Dezimalkomma</translation>
    </message>
    <message>
        <source>First line names the columns</source>
        <translation>Erste Zeile benennt die Spalten</translation>
    </message>
    <message>
        <source>Else the first line is an example, and columns are called 0, 1, 2, …</source>
        <translation>Sonst ist die erste Zeile ein Beispiel, und Spalten heißen 0, 1, 2, …</translation>
    </message>
    <message>
        <source>&amp;Read as</source>
        <translation>Lesen &amp;als</translation>
    </message>
    <message>
        <source>Learn from</source>
        <translation>Lernen aus</translation>
    </message>
    <message>
        <source>The array of the examples; its first axis counts them</source>
        <translation>Das Feld der Beispiele; seine erste Achse zählt sie</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>The column or array that the model learns to predict from the others</source>
        <translation>Die Spalte oder das Feld, das das Modell aus den anderen vorherzusagen lernt</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Whether the target says one of several classes or is a number</source>
        <translation>Ob das Ziel eine von mehreren Klassen nennt oder eine Zahl ist</translation>
    </message>
    <message>
        <source>Normalization of the features</source>
        <translation>Normalisierung der Merkmale</translation>
    </message>
    <message>
        <source>What is done to each feature before it reaches the model, by the training examples; a transform of the data set, not a layer</source>
        <translation>Was mit jedem Merkmal geschieht, bevor es das Modell erreicht, nach den Trainingsbeispielen; eine Umformung der Daten, keine Schicht</translation>
    </message>
    <message>
        <source>Features as they are</source>
        <translation>Merkmale, wie sie sind</translation>
    </message>
    <message>
        <source>Each feature to mean 0 and deviation 1</source>
        <translation>Jedes Merkmal auf Mittel 0 und Abweichung 1</translation>
    </message>
    <message>
        <source>Each feature to 0 … 1</source>
        <translation>Jedes Merkmal auf 0 … 1</translation>
    </message>
    <message>
        <source>Characters in an example</source>
        <translation>Zeichen in einem Beispiel</translation>
    </message>
    <message>
        <source>After how many characters the next one is to be said</source>
        <translation>Nach wie vielen Zeichen das nächste zu sagen ist</translation>
    </message>
    <message>
        <source>&amp;Learn from</source>
        <translation>&amp;Lernen aus</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>&amp;Vorhersagen</translation>
    </message>
    <message>
        <source>As &amp;task</source>
        <translation>Als Au&amp;fgabe</translation>
    </message>
    <message>
        <source>N&amp;ormalize</source>
        <translation>N&amp;ormalisieren</translation>
    </message>
    <message>
        <source>Conte&amp;xt</source>
        <translation>Konte&amp;xt</translation>
    </message>
    <message>
        <source>not chosen yet</source>
        <translation>noch nicht gewählt</translation>
    </message>
    <message>
        <source>Regression: a number</source>
        <translation>Regression: eine Zahl</translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>%1 kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>Reading %1 (%2)…</source>
        <translation>Liest %1 (%2)…</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ParameterForm</name>
    <message>
        <source>From %1 to %2.</source>
        <translation>Von %1 bis %2.</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>Mindestens %1.</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>Höchstens %1.</translation>
    </message>
    <message>
        <source>expected %1, got &quot;%2&quot;</source>
        <translation>erwartet %1, bekam „%2“</translation>
    </message>
    <message>
        <source>none yet: choose one →</source>
        <translation>noch keine: eine wählen →</translation>
    </message>
    <message>
        <source>none; one may be chosen →</source>
        <translation>keine; eine kann gewählt werden →</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Choose a file (F4)</source>
        <translation>Eine Datei wählen (F4)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ParetoPlot</name>
    <message>
        <source>Memory against error</source>
        <translation>Speicher gegen Fehler</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>memory of a training step (bytes)</source>
        <translation>Speicher eines Trainingsschritts (Bytes)</translation>
    </message>
    <message>
        <source>error against float64</source>
        <translation>Fehler gegen float64</translation>
    </message>
    <message>
        <source>on the front</source>
        <translation>auf der Front</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>memory of a training step (%1)</source>
        <translation>Speicher eines Trainingsschritts (%1)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PartForm</name>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
    <message>
        <source>A place of the window, by its name in lessons</source>
        <translation>Eine Stelle des Fensters, mit ihrem Namen in Lektionen</translation>
    </message>
    <message>
        <source>Its layer</source>
        <translation>Ihre Schicht</translation>
    </message>
    <message>
        <source>The layer by its name, where the place is one of a layer</source>
        <translation>Die Schicht mit ihrem Namen, wo die Stelle zu einer Schicht gehört</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>In the list of lessons</source>
        <translation>In der Liste der Lektionen</translation>
    </message>
    <message>
        <source>Puts right</source>
        <translation>Stellt richtig</translation>
    </message>
    <message>
        <source>The sentence that the lesson makes untrue</source>
        <translation>Der Satz, den die Lektion widerlegt</translation>
    </message>
    <message>
        <source>Hook</source>
        <translation>Aufhänger</translation>
    </message>
    <message>
        <source>A real question, in your own words</source>
        <translation>Eine echte Frage, in Ihren eigenen Worten</translation>
    </message>
    <message>
        <source>Asked in</source>
        <translation>Gefragt in</translation>
    </message>
    <message>
        <source>Where it was asked: an address, or a thread by its number</source>
        <translation>Wo sie gestellt wurde: eine Adresse oder ein Thread mit seiner Nummer</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>How long it takes, about</source>
        <translation>Wie lange sie ungefähr dauert</translation>
    </message>
    <message>
        <source>expected a number of minutes</source>
        <translation>erwartet wird eine Anzahl von Minuten</translation>
    </message>
    <message>
        <source>whatever is open</source>
        <translation>was gerade offen ist</translation>
    </message>
    <message>
        <source>a session of its own</source>
        <translation>eine eigene Sitzung</translation>
    </message>
    <message>
        <source>Starts from</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>The session that is opened when the lesson begins</source>
        <translation>Die Sitzung, die geöffnet wird, wenn die Lektion beginnt</translation>
    </message>
    <message>
        <source>Take the session as it is now</source>
        <translation>Die jetzige Sitzung übernehmen</translation>
    </message>
    <message>
        <source>The lesson starts from the session that is open, which its file then holds</source>
        <translation>Die Lektion beginnt mit der offenen Sitzung, die dann in ihrer Datei steht</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>Vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>Locked controls</source>
        <translation>Gesperrte Bedienelemente</translation>
    </message>
    <message>
        <source>Hidden controls</source>
        <translation>Verborgene Bedienelemente</translation>
    </message>
    <message>
        <source>Now with your own</source>
        <translation>Nun mit dem eigenen</translation>
    </message>
    <message>
        <source>What the learner tries with a model of his own</source>
        <translation>Was die Lernenden mit einem eigenen Modell versuchen</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Ids of terms, with spaces between them</source>
        <translation>Kennungen von Begriffen, mit Leerzeichen dazwischen</translation>
    </message>
    <message>
        <source>Of this step</source>
        <translation>Der dieses Schritts</translation>
    </message>
    <message>
        <source>Say</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>What is told, as Markdown</source>
        <translation>Was erzählt wird, als Markdown</translation>
    </message>
    <message>
        <source>Points at</source>
        <translation>Zeigt auf</translation>
    </message>
    <message>
        <source>Asks for a prediction</source>
        <translation>Fragt nach einer Vorhersage</translation>
    </message>
    <message>
        <source>What the learner does</source>
        <translation>Was die Lernenden tun</translation>
    </message>
    <message>
        <source>Record by doing it</source>
        <translation>Durch Tun aufzeichnen</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>What there is to see then; numbers that are promised in bold</source>
        <translation>Was dann zu sehen ist; versprochene Zahlen fett</translation>
    </message>
    <message>
        <source>Asks what happened</source>
        <translation>Fragt, was geschah</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Why it is so</source>
        <translation>Warum es so ist</translation>
    </message>
    <message>
        <source>Whether this step has this question</source>
        <translation>Ob dieser Schritt diese Frage hat</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Beantwortet durch</translation>
    </message>
    <message>
        <source>How the learner answers</source>
        <translation>Wie die Lernenden antworten</translation>
    </message>
    <message>
        <source>typing a number</source>
        <translation>Tippen einer Zahl</translation>
    </message>
    <message>
        <source>choosing an answer</source>
        <translation>Wählen einer Antwort</translation>
    </message>
    <message>
        <source>clicking a point of a plot</source>
        <translation>Klicken auf einen Punkt eines Diagramms</translation>
    </message>
    <message>
        <source>drawing a curve on a plot</source>
        <translation>Zeichnen einer Kurve in ein Diagramm</translation>
    </message>
    <message>
        <source>setting a control</source>
        <translation>Setzen eines Bedienelements</translation>
    </message>
    <message>
        <source>picking a layer</source>
        <translation>Wählen einer Schicht</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>The question, as Markdown</source>
        <translation>Die Frage, als Markdown</translation>
    </message>
    <message>
        <source>Asks how sure the learner is</source>
        <translation>Fragt, wie sicher sich die Lernenden sind</translation>
    </message>
    <message>
        <source>With the answer, in percent</source>
        <translation>Mit der Antwort, in Prozent</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Behind the field, as %</source>
        <translation>Hinter dem Feld, etwa %</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Bedienelement</translation>
    </message>
    <message>
        <source>Right is</source>
        <translation>Richtig ist</translation>
    </message>
    <message>
        <source>Values or names: 16, 75..97, 100.., dense_2; several with semicolons</source>
        <translation>Werte oder Namen: 16, 75..97, 100.., dense_2; mehrere mit Semikolon</translation>
    </message>
    <message>
        <source>From now on what you set, train, pick and open in the window becomes an action of this step, in place of those above; Undo brings them back</source>
        <translation>Ab jetzt wird, was Sie im Fenster einstellen, trainieren, wählen und öffnen, zu einer Aktion dieses Schritts, an Stelle derer oben; „Rückgängig“ bringt sie zurück</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Look closer</source>
        <translation>Näher hinsehen</translation>
    </message>
    <message>
        <source>Promise</source>
        <translation>Versprechen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PathTester</name>
    <message>
        <source>Path to try</source>
        <translation>Pfad zum Probieren</translation>
    </message>
    <message>
        <source>sequential/dense</source>
        <translation>sequential/dense</translation>
    </message>
    <message>
        <source>Any layer path, also of a layer that this model does not have</source>
        <translation>Irgendein Pfad einer Schicht, auch einer, die dieses Modell nicht hat</translation>
    </message>
    <message>
        <source>What decides for the path</source>
        <translation>Was für den Pfad entscheidet</translation>
    </message>
    <message>
        <source>Follows the path as it is typed, and the keys as they are</source>
        <translation>Folgt dem Pfad, während er getippt wird, und den Schlüsseln, wie sie sind</translation>
    </message>
    <message>
        <source>Which key decides for it, and what Keras raises if none can.</source>
        <translation>Welcher Schlüssel für ihn entscheidet und was Keras wirft, wenn keiner es kann.</translation>
    </message>
    <message>
        <source>A path of more than %1 characters is not tried here.</source>
        <translation>Ein Pfad mit mehr als %1 Zeichen wird hier nicht probiert.</translation>
    </message>
    <message>
        <source>→ &lt;b&gt;%1&lt;/b&gt;, by %2</source>
        <translation>→ &lt;b&gt;%1&lt;/b&gt;, durch %2</translation>
    </message>
    <message>
        <source>→ &lt;b&gt;%1&lt;/b&gt;, set on the layer itself; the map, which is not asked, has %2</source>
        <translation>→ &lt;b&gt;%1&lt;/b&gt;, an der Schicht selbst gesetzt; die Map, die nicht gefragt wird, hat %2</translation>
    </message>
    <message>
        <source>Try a path</source>
        <translation>Einen Pfad probieren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PictureDelegate</name>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>f64</source>
        <translation>f64</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PictureListModel</name>
    <message>
        <source>%1: this run says %2</source>
        <translation>%1: dieser Lauf sagt %2</translation>
    </message>
    <message>
        <source>, float64 says %1</source>
        <translation>, float64 sagt %1</translation>
    </message>
    <message>
        <source>; loss %1</source>
        <translation>; Loss %1</translation>
    </message>
    <message>
        <source>, in float64 %1</source>
        <translation>, in float64 %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PicturePanel</name>
    <message>
        <source>Only where this run and float64 say &amp;different classes</source>
        <translation>Nur, wo dieser Lauf und float64 verschie&amp;dene Klassen sagen</translation>
    </message>
    <message>
        <source>Hides the images of which model and reference say the same class, right or wrong</source>
        <translation>Verbirgt die Bilder, zu denen beide dieselbe Klasse sagen, richtig oder falsch</translation>
    </message>
    <message>
        <source>Test images, the worst first</source>
        <translation>Testbilder, die schlechtesten zuerst</translation>
    </message>
    <message>
        <source>Images with the largest loss first: their class in bold, then what this run and its float64 reference say. A frame marks those of which the two say different classes</source>
        <translation>Bilder mit dem größten Loss zuerst: ihre Klasse fett, dann, was dieser Lauf und seine float64-Referenz sagen. Ein Rahmen markiert die, zu denen die beiden verschiedene Klassen sagen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PlotCommands</name>
    <message>
        <source>&amp;Fit</source>
        <translation>Ein&amp;passen</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>&amp;Zahlen kopieren</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PlotPicker</name>
    <message>
        <source>%1 (of the selected layer)</source>
        <translation>%1 (der gewählten Schicht)</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Dow&amp;n</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Default plots</source>
        <translation>&amp;Standarddiagramme</translation>
    </message>
    <message>
        <source>Choose plots</source>
        <translation>Diagramme wählen</translation>
    </message>
    <message>
        <source>Find a metric</source>
        <translation>Eine Kennzahl suchen</translation>
    </message>
    <message>
        <source>parts of words: dense_1 grad amax</source>
        <translation>Teile von Wörtern: dense_1 grad amax</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Move the plot up</source>
        <translation>Das Diagramm nach oben bewegen</translation>
    </message>
    <message>
        <source>Nearer to the top (Alt+↑)</source>
        <translation>Weiter nach oben (Alt+↑)</translation>
    </message>
    <message>
        <source>Move the plot down</source>
        <translation>Das Diagramm nach unten bewegen</translation>
    </message>
    <message>
        <source>Nearer to the bottom (Alt+↓)</source>
        <translation>Weiter nach unten (Alt+↓)</translation>
    </message>
    <message>
        <source>Default plots</source>
        <translation>Standarddiagramme</translation>
    </message>
    <message>
        <source>The plots that the session&apos;s policy asks for</source>
        <translation>Die Diagramme, nach denen die Policy der Sitzung verlangt</translation>
    </message>
    <message>
        <source>The plots stay as they are chosen (Escape)</source>
        <translation>Die Diagramme bleiben, wie sie gewählt sind (Escape)</translation>
    </message>
    <message>
        <source>This run has not recorded it</source>
        <translation>Dieser Lauf hat sie nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Change plots</source>
        <translation>Diagramme ändern</translation>
    </message>
    <message>
        <source>At most %1 plots: take some away.</source>
        <translation>Höchstens %1 Diagramme: nehmen Sie einige weg.</translation>
    </message>
    <message>
        <source>None is chosen: the default plots are shown.</source>
        <translation>Keines ist gewählt: Die Standarddiagramme werden gezeigt.</translation>
    </message>
    <message>
        <source>%1 shown, %2 of %3 metrics found</source>
        <translation>%1 gezeigt, %2 von %3 Kennzahlen gefunden</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The selected layer</source>
        <translation>Die gewählte Schicht</translation>
    </message>
    <message>
        <source>Parts of words, in any order: dense_1 grad amax. ↓ goes to the list, Return shows the first.</source>
        <translation>Wortteile in beliebiger Reihenfolge: dense_1 grad amax. ↓ geht in die Liste, Eingabe zeigt das erste.</translation>
    </message>
    <message>
        <source>Layers with their metrics. Space shows a metric as a plot or takes it away; Alt+↑ and Alt+↓ move it</source>
        <translation>Schichten mit ihren Kennzahlen. Die Leertaste zeigt eine Kennzahl als Diagramm oder nimmt sie weg; Alt+↑ und Alt+↓ verschieben sie</translation>
    </message>
    <message>
        <source>Shown now, from the top</source>
        <translation>Jetzt gezeigt, von oben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PlotZoom</name>
    <message>
        <source>Wheel or + −: zoom · with Ctrl the wheel, or ↑ ↓: the values · drag: move · Ctrl+drag: a box · double click or 0: everything</source>
        <translation>Rad oder + −: Zoom · mit Strg das Rad, oder ↑ ↓: die Werte · Ziehen: bewegen · Strg+Ziehen: ein Rahmen · Doppelklick oder 0: alles</translation>
    </message>
    <message>
        <source>Wheel or + −: zoom · drag: move · Ctrl+drag: a box · double click or 0: everything</source>
        <translation>Rad oder + −: Zoom · Ziehen: bewegen · Strg+Ziehen: ein Rahmen · Doppelklick oder 0: alles</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PointPlot</name>
    <message>
        <source>Point at a run, or use ← and →; a double click on it or Return shows it in the training plots</source>
        <translation>Zeigen Sie auf einen Lauf, oder verwenden Sie ← und →; ein Doppelklick darauf oder die Eingabetaste zeigt ihn in den Trainingsdiagrammen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyChangesModel</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>(new layer)</source>
        <translation>(neue Schicht)</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>ändert sich</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>bleibt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyExportDialog</name>
    <message>
        <source>Export policy</source>
        <translation>Policy exportieren</translation>
    </message>
    <message>
        <source>What to write</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>What the policies are written as: arrow keys or a click choose</source>
        <translation>Als was die Policies geschrieben werden: Pfeiltasten oder ein Klick wählen</translation>
    </message>
    <message>
        <source>What this target cannot say</source>
        <translation>Was dieses Ziel nicht sagen kann</translation>
    </message>
    <message>
        <source>The text that is copied or saved</source>
        <translation>Der Text, der kopiert oder gespeichert wird</translation>
    </message>
    <message>
        <source>Ctrl+C copies what is selected, or all</source>
        <translation>Strg+C kopiert das Gewählte oder alles</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Writes the text to a file</source>
        <translation>Schreibt den Text in eine Datei</translation>
    </message>
    <message>
        <source>Copies the text to the clipboard (Ctrl+C)</source>
        <translation>Kopiert den Text in die Zwischenablage (Strg+C)</translation>
    </message>
    <message>
        <source>Closes this dialog</source>
        <translation>Schließt diesen Dialog</translation>
    </message>
    <message>
        <source>What of the session does not go along</source>
        <translation>Was von der Sitzung nicht mitgeht</translation>
    </message>
    <message>
        <source>&lt;b&gt;This cannot be written:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;Dies kann nicht geschrieben werden:&lt;/b&gt; %1</translation>
    </message>
    <message>
        <source>Nothing of the session&apos;s policies is left behind.</source>
        <translation>Nichts von den Policies der Sitzung bleibt zurück.</translation>
    </message>
    <message>
        <source>&lt;b&gt;What this target cannot say&lt;/b&gt;&lt;ul style=&quot;margin-left:-22px&quot;&gt;%1&lt;/ul&gt;</source>
        <translation>&lt;b&gt;Was dieses Ziel nicht sagen kann&lt;/b&gt;&lt;ul style=&quot;margin-left:-22px&quot;&gt;%1&lt;/ul&gt;</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>%1 files (*.%1);;All files (*)</source>
        <translation>%1-Dateien (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyImportDialog</name>
    <message>
        <source>Import policy from %1</source>
        <translation>Policy aus %1 importieren</translation>
    </message>
    <message>
        <source>The JSON that is imported</source>
        <translation>Das JSON, das importiert wird</translation>
    </message>
    <message>
        <source>The text as it is; nothing of it has been changed</source>
        <translation>Der Text, wie er ist; nichts daran wurde geändert</translation>
    </message>
    <message>
        <source>
… %1</source>
        <translation>
… %1</translation>
    </message>
    <message>
        <source>more character</source>
        <translation>weiteres Zeichen</translation>
    </message>
    <message>
        <source>more characters</source>
        <translation>weitere Zeichen</translation>
    </message>
    <message>
        <source>&amp;Use these policies</source>
        <translation>Diese Policies &amp;verwenden</translation>
    </message>
    <message>
        <source>Changes the session as shown; one Undo takes it back</source>
        <translation>Ändert die Sitzung wie gezeigt; ein „Rückgängig“ nimmt es zurück</translation>
    </message>
    <message>
        <source>Changes nothing</source>
        <translation>Ändert nichts</translation>
    </message>
    <message>
        <source>What to take over</source>
        <translation>Was übernommen wird</translation>
    </message>
    <message>
        <source>What of the file the session takes over</source>
        <translation>Was von der Datei die Sitzung übernimmt</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Each layer&apos;s policy before and after; bold: it changes</source>
        <translation>Die Policy jeder Schicht vorher und nachher; fett: Sie ändert sich</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleicht…</translation>
    </message>
    <message>
        <source>&lt;b&gt;This cannot be imported.&lt;/b&gt; Nothing is changed.</source>
        <translation>&lt;b&gt;Dies kann nicht importiert werden.&lt;/b&gt; Nichts ist geändert.</translation>
    </message>
    <message>
        <source>The session cannot take this over: %1</source>
        <translation>Die Sitzung kann dies nicht übernehmen: %1</translation>
    </message>
    <message>
        <source>No layer&apos;s policy changes.</source>
        <translation>Die Policy keiner Schicht ändert sich.</translation>
    </message>
    <message>
        <source>%1 of %2 changes.</source>
        <translation>%1 von %2 ändert sich.</translation>
    </message>
    <message>
        <source>%1 of %2 change.</source>
        <translation>%1 von %2 ändern sich.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>
The policies can be used and repaired, but not trained under as they are.</source>
        <translation>
Die Policies können verwendet und repariert werden, aber so, wie sie sind, kann nicht unter ihnen trainiert werden.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyMapModel</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Add key to policy map</source>
        <translation>Schlüssel zur Policy-Map hinzufügen</translation>
    </message>
    <message>
        <source>Change key of policy map</source>
        <translation>Schlüssel der Policy-Map ändern</translation>
    </message>
    <message>
        <source>Set policy of key</source>
        <translation>Policy des Schlüssels setzen</translation>
    </message>
    <message>
        <source>Set default policy</source>
        <translation>Voreingestellte Policy setzen</translation>
    </message>
    <message>
        <source>Default policy %1: the loss scale is now &quot;%2&quot;.</source>
        <translation>Voreingestellte Policy %1: Die Loss-Skalierung ist jetzt „%2“.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>A layer&apos;s path, or a regular expression for several. F2 or a double click changes it.</source>
        <translation>Der Pfad einer Schicht oder ein regulärer Ausdruck für mehrere. F2 oder ein Doppelklick ändert ihn.</translation>
    </message>
    <message>
        <source>The dtype policy of every layer for which the key decides. F2 or a double click changes it.</source>
        <translation>Die Dtype-Policy jeder Schicht, für die der Schlüssel entscheidet. F2 oder ein Doppelklick ändert sie.</translation>
    </message>
    <message>
        <source>How many layers take the policy, and how many cannot because another key matches them, too.</source>
        <translation>Wie viele Schichten die Policy nehmen und wie viele es nicht können, weil auch ein anderer Schlüssel auf sie passt.</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>The policy of every layer that no key matches: the global policy.</source>
        <translation>Die Policy jeder Schicht, auf die kein Schlüssel passt: die globale Policy.</translation>
    </message>
    <message>
        <source>Matches the whole path as a regular expression, or is the path.</source>
        <translation>Passt als regulärer Ausdruck auf den ganzen Pfad oder ist der Pfad.</translation>
    </message>
    <message>
        <source>%1
computes in %2, stores its weights in %3</source>
        <translation>%1
rechnet in %2, speichert seine Gewichte in %3</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1 clash</source>
        <translation>%1 Konflikt</translation>
    </message>
    <message>
        <source>%1 + %2 clash</source>
        <translation>%1 + %2 Konflikt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyMapView</name>
    <message>
        <source>Match keys any&amp;where in the path (older Keras)</source>
        <translation>Schlüssel i&amp;rgendwo im Pfad suchen (älteres Keras)</translation>
    </message>
    <message>
        <source>A layer without a policy of its own takes that of the key that &lt;b&gt;is&lt;/b&gt; its path, else of the &lt;b&gt;one&lt;/b&gt; key that matches its whole path as a regular expression, else the default. Two matching keys are an error, and a key that is there is never overwritten.</source>
        <translation>Eine Schicht ohne eigene Policy nimmt die des Schlüssels, der ihr Pfad &lt;b&gt;ist&lt;/b&gt;, sonst die des &lt;b&gt;einen&lt;/b&gt; Schlüssels, der als regulärer Ausdruck auf ihren ganzen Pfad passt, sonst die Voreinstellung. Zwei passende Schlüssel sind ein Fehler, und ein Schlüssel, den es gibt, wird nie überschrieben.</translation>
    </message>
    <message>
        <source>How Keras&apos; DTypePolicyMap finds a policy</source>
        <translation>Wie DTypePolicyMap von Keras eine Policy findet</translation>
    </message>
    <message>
        <source>Keras before August 2025 tried keys with re.search: a key was for every path that contains a match. Since then the whole path has to match.</source>
        <translation>Keras vor August 2025 probierte Schlüssel mit re.search: Ein Schlüssel galt für jeden Pfad, der eine Übereinstimmung enthält. Seitdem muss der ganze Pfad passen.</translation>
    </message>
    <message>
        <source>Change matching of keys</source>
        <translation>Vergleich der Schlüssel ändern</translation>
    </message>
    <message>
        <source>Which policy each layer gets, and which key of the map decides</source>
        <translation>Welche Policy jede Schicht bekommt und welcher Schlüssel der Map entscheidet</translation>
    </message>
    <message>
        <source>Policy map</source>
        <translation>Policy-Map</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyMenu</name>
    <message>
        <source>&amp;Policy</source>
        <translation>&amp;Policy</translation>
    </message>
    <message>
        <source>&amp;Global policy…</source>
        <translation>&amp;Globale Policy…</translation>
    </message>
    <message>
        <source>Chooses the policy of every layer that has none of its own</source>
        <translation>Wählt die Policy jeder Schicht, die keine eigene hat</translation>
    </message>
    <message>
        <source>&amp;Loss scale…</source>
        <translation>&amp;Loss-Skalierung…</translation>
    </message>
    <message>
        <source>Types or chooses the loss scale</source>
        <translation>Tippt oder wählt die Loss-Skalierung</translation>
    </message>
    <message>
        <source>Policy &amp;map…</source>
        <translation>Policy-&amp;Map…</translation>
    </message>
    <message>
        <source>Shows and edits which layers get which policy by their path</source>
        <translation>Zeigt und bearbeitet, welche Schichten nach ihrem Pfad welche Policy bekommen</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Reads Keras JSON: a policy, a DTypePolicyMap or a model; shows first what would change</source>
        <translation>Liest JSON von Keras: eine Policy, eine DTypePolicyMap oder ein Modell; zeigt zuerst, was sich ändern würde</translation>
    </message>
    <message>
        <source>&amp;Paste policy</source>
        <translation>Policy ein&amp;fügen</translation>
    </message>
    <message>
        <source>The same with the JSON on the clipboard</source>
        <translation>Dasselbe mit dem JSON in der Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;Export policy…</source>
        <translation>Policy &amp;exportieren…</translation>
    </message>
    <message>
        <source>Shows, copies or saves the policies as JSON that Keras 3 loads, and for other programs</source>
        <translation>Zeigt, kopiert oder speichert die Policies als JSON, das Keras 3 lädt, und für andere Programme</translation>
    </message>
    <message>
        <source>&amp;Quantization report…</source>
        <translation>&amp;Quantisierungsbericht…</translation>
    </message>
    <message>
        <source>Which layers take a quantized policy, which do not, and why</source>
        <translation>Welche Schichten eine quantisierte Policy annehmen, welche nicht und warum</translation>
    </message>
    <message>
        <source>Import policy</source>
        <translation>Policy importieren</translation>
    </message>
    <message>
        <source>JSON of Keras (*.json);;All files (*)</source>
        <translation>JSON von Keras (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The clipboard has no text. Copy the JSON of a policy, then paste it here.</source>
        <translation>Die Zwischenablage hat keinen Text. Kopieren Sie das JSON einer Policy, und fügen Sie es hier ein.</translation>
    </message>
    <message>
        <source>the clipboard</source>
        <translation>der Zwischenablage</translation>
    </message>
    <message>
        <source>Imported from %1; Undo takes it back.</source>
        <translation>Aus %1 importiert; „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>These are the policies of the session as it is now. The run on the screen was trained under others; &quot;Restore session&quot; among the runs brings its session back.</source>
        <translation>Dies sind die Policies der Sitzung, wie sie jetzt ist. Der Lauf auf dem Bildschirm wurde mit anderen trainiert; „Sitzung wiederherstellen“ bei den Läufen holt seine Sitzung zurück.</translation>
    </message>
    <message>
        <source>&amp;Arithmetic</source>
        <translation>&amp;Arithmetik</translation>
    </message>
    <message>
        <source>Whose roundings are done: Keras&apos; on JAX, PyTorch&apos;s, a GPU&apos;s, or those that are written</source>
        <translation>Wessen Rundungen gerechnet werden: die von Keras auf JAX, die von PyTorch, die einer GPU oder die geschriebenen</translation>
    </message>
    <message>
        <source>Change arithmetic</source>
        <translation>Arithmetik ändern</translation>
    </message>
    <message>
        <source>For &amp;new sessions</source>
        <translation>Für &amp;neue Sitzungen</translation>
    </message>
    <message>
        <source>The arithmetic of the program you train with, which new sessions ask for. Scenes and files keep theirs</source>
        <translation>Die Arithmetik des Programms, mit dem Sie trainieren; neue Sitzungen verlangen sie. Szenen und Dateien behalten ihre</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyPalette</name>
    <message>
        <source>Policies by name</source>
        <translation>Policies mit Namen</translation>
    </message>
    <message>
        <source>Drag a policy onto a layer, or press Enter to give it to the selected layers</source>
        <translation>Ziehen Sie eine Policy auf eine Schicht, oder geben Sie sie mit der Eingabetaste den gewählten Schichten</translation>
    </message>
    <message>
        <source>Gives the chosen policy to the layers that are selected above</source>
        <translation>Gibt die gewählte Policy den oben gewählten Schichten</translation>
    </message>
    <message>
        <source>Choose a policy, or drag it onto a layer</source>
        <translation>Wählen Sie eine Policy, oder ziehen Sie sie auf eine Schicht</translation>
    </message>
    <message>
        <source>Select layers above for %1</source>
        <translation>Wählen Sie oben Schichten für %1</translation>
    </message>
    <message>
        <source>Give %1 to %2</source>
        <translation>%1 an %2 geben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PolicyPaletteModel</name>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>Rechnet in</translation>
    </message>
    <message>
        <source>Stores in</source>
        <translation>Speichert in</translation>
    </message>
    <message>
        <source>Quantized</source>
        <translation>Quantisiert</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1: %2.
Drag it onto a layer, or press Enter to give it to the selected layers.</source>
        <translation>%1: %2.
Ziehen Sie sie auf eine Schicht, oder geben Sie sie mit der Eingabetaste den gewählten Schichten.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::PresentView</name>
    <message>
        <source>The plot of this step</source>
        <translation>Das Diagramm dieses Schritts</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The page before (P, or Page Up)</source>
        <translation>Die Seite davor (P oder Bild auf)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The next part of the page: does what it asks for, shows what came, explains (N, or Page Down)</source>
        <translation>Der nächste Teil der Seite: tut, was sie verlangt, zeigt, was kam, erklärt (N oder Bild ab)</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Back to the window (Esc)</source>
        <translation>Zurück zum Fenster (Esc)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>The control of this step</source>
        <translation>Das Bedienelement dieses Schritts</translation>
    </message>
    <message>
        <source>Return sets it in the window</source>
        <translation>Die Eingabetaste setzt es im Fenster</translation>
    </message>
    <message>
        <source>What the room predicts</source>
        <translation>Was der Raum vorhersagt</translation>
    </message>
    <message>
        <source>Numbers, or letters of the answers, with spaces between them; Return puts them on the plot</source>
        <translation>Zahlen oder Buchstaben der Antworten, mit Leerzeichen dazwischen; die Eingabetaste bringt sie ins Diagramm</translation>
    </message>
    <message>
        <source>the room&apos;s predictions: 10 20 20 50, or A A B</source>
        <translation>Vorhersagen des Raums: 10 20 20 50 oder A A B</translation>
    </message>
    <message>
        <source>%1 – check</source>
        <translation>%1 – Prüfung</translation>
    </message>
    <message>
        <source>%1 – %2 of %3</source>
        <translation>%1 – %2 von %3</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Abschließen</translation>
    </message>
    <message>
        <source>Do it</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>What there is to see</source>
        <translation>Was zu sehen ist</translation>
    </message>
    <message>
        <source>The room says: %1</source>
        <translation>Der Raum sagt: %1</translation>
    </message>
    <message>
        <source>The room says: %1. Not understood: %2</source>
        <translation>Der Raum sagt: %1. Nicht verstanden: %2</translation>
    </message>
    <message>
        <source>Nothing is seen until you press any key, or click (B)</source>
        <translation>Nichts ist zu sehen, bis Sie eine Taste drücken oder klicken (B)</translation>
    </message>
    <message>
        <source>; %1 of %2 right</source>
        <translation>; %1 von %2 richtig</translation>
    </message>
    <message>
        <source>Predicted: %1; %2 of %3 right</source>
        <translation>Vorhergesagt: %1; %2 von %3 richtig</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ProgressLine</name>
    <message>
        <source>Training progress</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stops; what was computed stays (Esc)</source>
        <translation>Hält an; was berechnet wurde, bleibt (Esc)</translation>
    </message>
    <message>
        <source>Stop training</source>
        <translation>Training anhalten</translation>
    </message>
    <message>
        <source>What becomes of numbers that do not fit, while a model trains. %1: %2. %3, where Dense casts to float8: %4. The number lab compares the rules.</source>
        <translation>Was beim Training aus Zahlen wird, die nicht passen. %1: %2. %3, wo Dense in float8 castet: %4. Das Zahlenlabor vergleicht die Regeln.</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>lädt…</translation>
    </message>
    <message>
        <source> · %1 steps/s</source>
        <translation> · %1 Schritte/s</translation>
    </message>
    <message>
        <source> · about %1 left</source>
        <translation> · noch etwa %1</translation>
    </message>
    <message>
        <source> · %1 step/s</source>
        <translation> · %1 Schritt/s</translation>
    </message>
    <message>
        <source>Steps done, steps a second with the reference and all probes, how long the rest takes at that speed, and the level of the kernels.</source>
        <translation>Getane Schritte, Schritte je Sekunde mit der Referenz und allen Messungen, wie lange der Rest bei diesem Tempo dauert, und die Stufe der Kernel.</translation>
    </message>
    <message>
        <source>overflow rules %1, %2</source>
        <translation>Überlaufregeln %1, %2</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::QuantizationDialog</name>
    <message>
        <source>Quantization report</source>
        <translation>Quantisierungsbericht</translation>
    </message>
    <message>
        <source>What is quantized</source>
        <translation>Was quantisiert wird</translation>
    </message>
    <message>
        <source>The session&apos;s own policies, or what Keras&apos; model.quantize would do to its layers</source>
        <translation>Die eigenen Policies der Sitzung, oder was model.quantize von Keras mit ihren Schichten täte</translation>
    </message>
    <message>
        <source>The session&apos;s own policies</source>
        <translation>Die eigenen Policies der Sitzung</translation>
    </message>
    <message>
        <source>model.quantize(&quot;%1&quot;)</source>
        <translation>model.quantize(&quot;%1&quot;)</translation>
    </message>
    <message>
        <source>Layers and whether they are quantized</source>
        <translation>Schichten und ob sie quantisiert sind</translation>
    </message>
    <message>
        <source>A layer without the call for a mode is left out, with the reason</source>
        <translation>Eine Schicht ohne den Aufruf für einen Modus wird ausgelassen, mit dem Grund</translation>
    </message>
    <message>
        <source>Closes this dialog</source>
        <translation>Schließt diesen Dialog</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>No layer of this session has a quantized policy. Choose a mode above to see what it would do.</source>
        <translation>Keine Schicht dieser Sitzung hat eine quantisierte Policy. Wählen Sie oben einen Modus, um zu sehen, was er täte.</translation>
    </message>
    <message>
        <source>The one layer is quantized.</source>
        <translation>Die eine Schicht ist quantisiert.</translation>
    </message>
    <message>
        <source>All %1 layers are quantized.</source>
        <translation>Alle %1 Schichten sind quantisiert.</translation>
    </message>
    <message>
        <source>1 of %1 is quantized; the others keep computing as before.</source>
        <translation>1 von %1 ist quantisiert; die anderen rechnen weiter wie zuvor.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>%1 of %2 are quantized; the others keep computing as before.</source>
        <translation>%1 von %2 sind quantisiert; die anderen rechnen weiter wie zuvor.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::QuantizationTableModel</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Policy afterwards</source>
        <translation>Policy danach</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>quantized</source>
        <translation>quantisiert</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::QuestionForm</name>
    <message>
        <source>An&amp;swer</source>
        <translation>Ant&amp;worten</translation>
    </message>
    <message>
        <source>a number, such as 20 or 2^-14</source>
        <translation>eine Zahl, etwa 20 oder 2^-14</translation>
    </message>
    <message>
        <source>Your number</source>
        <translation>Ihre Zahl</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>click on the plot, or type x: y</source>
        <translation>in das Diagramm klicken oder x: y tippen</translation>
    </message>
    <message>
        <source>Your point, as x: y</source>
        <translation>Ihr Punkt, als x: y</translation>
    </message>
    <message>
        <source>draw on the plot, or type x: y, x: y</source>
        <translation>in das Diagramm zeichnen oder x: y, x: y tippen</translation>
    </message>
    <message>
        <source>Your curve, as x: y, x: y</source>
        <translation>Ihre Kurve, als x: y, x: y</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>Prü&amp;fen</translation>
    </message>
    <message>
        <source>Looks at what the control is set to now</source>
        <translation>Sieht nach, worauf das Bedienelement jetzt gesetzt ist</translation>
    </message>
    <message>
        <source>Looks at which layer is picked now</source>
        <translation>Sieht nach, welche Schicht jetzt gewählt ist</translation>
    </message>
    <message>
        <source>Gives this answer</source>
        <translation>Gibt diese Antwort</translation>
    </message>
    <message>
        <source>**Not yet.** </source>
        <translation>**Noch nicht.** </translation>
    </message>
    <message>
        <source>%1; Return answers</source>
        <translation>%1; die Eingabetaste antwortet</translation>
    </message>
    <message>
        <source>How sure are you, in percent?</source>
        <translation>Wie sicher sind Sie, in Prozent?</translation>
    </message>
    <message>
        <source>How sure you are: 50 % is a guess, 100 % is certain. It is kept with the answer, and graded by nobody.</source>
        <translation>Wie sicher Sie sind: 50 % ist geraten, 100 % ist sicher. Es wird mit der Antwort aufgehoben und von niemandem bewertet.</translation>
    </message>
    <message>
        <source>How sure? %1 %</source>
        <translation>Wie sicher? %1 %</translation>
    </message>
    <message>
        <source>Choose one of them first.</source>
        <translation>Wählen Sie zuerst eine davon.</translation>
    </message>
    <message>
        <source>Type a number, such as 20, 1e-5 or 2^-14.</source>
        <translation>Tippen Sie eine Zahl, etwa 20, 1e-5 oder 2^-14.</translation>
    </message>
    <message>
        <source>Click on the plot first.</source>
        <translation>Klicken Sie zuerst in das Diagramm.</translation>
    </message>
    <message>
        <source>Draw on the plot first, from left to right.</source>
        <translation>Zeichnen Sie zuerst in das Diagramm, von links nach rechts.</translation>
    </message>
    <message>
        <source>Pick a layer in the tree first.</source>
        <translation>Wählen Sie zuerst eine Schicht im Baum.</translation>
    </message>
    <message>
        <source>The control has no value now: set it first.</source>
        <translation>Das Bedienelement hat jetzt keinen Wert: Setzen Sie es zuerst.</translation>
    </message>
    <message>
        <source>Train to the end with it first: the check follows by itself.</source>
        <translation>Trainieren Sie damit erst bis zum Ende: Die Prüfung folgt von selbst.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecordedStepsPanel</name>
    <message>
        <source>Amax and scale over the recorded steps</source>
        <translation>Amax und Skala über die aufgezeichneten Schritte</translation>
    </message>
    <message>
        <source>Stopped. Choose the tensor again to read it.</source>
        <translation>Angehalten. Wählen Sie den Tensor noch einmal, um ihn zu lesen.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>What the tensor is scaled to: usually float8_e5m2 for gradients, else float8_e4m3fn</source>
        <translation>Worauf der Tensor skaliert wird: meist float8_e5m2 bei Gradienten, sonst float8_e4m3fn</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How many recorded steps&apos; amaxes a delayed recipe keeps. It sees the recorded steps alone: of every tenth step 16 of them span 160.</source>
        <translation>Die Amaxe wie vieler aufgezeichneter Schritte ein verzögertes Rezept behält. Es sieht nur die aufgezeichneten Schritte: Bei jedem zehnten Schritt umspannen 16 davon 160.</translation>
    </message>
    <message>
        <source>Scales that recipes would have given</source>
        <translation>Skalen, die Rezepte gegeben hätten</translation>
    </message>
    <message>
        <source>The scale of the row that is chosen is drawn</source>
        <translation>Die Skala der gewählten Zeile wird gezeichnet</translation>
    </message>
    <message>
        <source>step of the recording</source>
        <translation>Schritt der Aufzeichnung</translation>
    </message>
    <message>
        <source>step that the history keeps</source>
        <translation>Schritt, den der Verlauf behält</translation>
    </message>
    <message>
        <source>Scaled &amp;to</source>
        <translation>Skaliert a&amp;uf</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>Reading %1 at all its steps…</source>
        <translation>%1 wird bei allen seinen Schritten gelesen…</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecordingListModel</name>
    <message>
        <source>%1, steps %2 to %3. A tick keeps it above the others.</source>
        <translation>%1, Schritte %2 bis %3. Ein Haken hält ihn über den anderen.</translation>
    </message>
    <message>
        <source>The path of the layer; a tick (Space) keeps the tensor above the others</source>
        <translation>Der Pfad der Schicht; ein Haken (Leertaste) hält den Tensor über den anderen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>What the tensor is to its layer: input, output, a variable&apos;s name, or a gradient</source>
        <translation>Was der Tensor für seine Schicht ist: Eingabe, Ausgabe, Name einer Variablen oder ein Gradient</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>What its elements are stored as, at its first step</source>
        <translation>Als was seine Elemente gespeichert sind, bei seinem ersten Schritt</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>Its extents at its first step, the last axis last</source>
        <translation>Seine Ausdehnungen bei seinem ersten Schritt, die letzte Achse zuletzt</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>At how many steps it was recorded</source>
        <translation>Bei wie vielen Schritten er aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>The largest finite magnitude over all steps that were read; empty until then</source>
        <translation>Der größte endliche Betrag über alle Schritte, die gelesen wurden; leer bis dahin</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>How many elements are NaN or infinite, over all steps that were read; empty until then</source>
        <translation>Wie viele Elemente NaN oder unendlich sind, über alle Schritte, die gelesen wurden; leer bis dahin</translation>
    </message>
    <message>
        <source>NaN, ∞</source>
        <translation>NaN, ∞</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecordingNamesDialog</name>
    <message>
        <source>&amp;Keep this beside the recording</source>
        <translation>Das neben der Aufzeichnung auf&amp;bewahren</translation>
    </message>
    <message>
        <source>Names of the recording&apos;s tensors</source>
        <translation>Namen der Tensoren der Aufzeichnung</translation>
    </message>
    <message>
        <source>A recording&apos;s tensors say by their names of which step, layer and role they are. Write how: {step} stands for digits, {path} for any text, {role} for any text without a slash, {*} for what does not matter.</source>
        <translation>Die Tensoren einer Aufzeichnung sagen durch ihre Namen, von welchem Schritt, welcher Schicht und welcher Rolle sie sind. Schreiben Sie, wie: {step} steht für Ziffern, {path} für beliebigen Text, {role} für beliebigen Text ohne Schrägstrich, {*} für das, worauf es nicht ankommt.</translation>
    </message>
    <message>
        <source>Pattern of the names</source>
        <translation>Muster der Namen</translation>
    </message>
    <message>
        <source>Tried on a tensor&apos;s name alone, then behind its file&apos;s path in the folder; the list has what is common</source>
        <translation>Versucht am Namen eines Tensors allein, dann hinter dem Pfad seiner Datei im Ordner; die Liste hat, was üblich ist</translation>
    </message>
    <message>
        <source>&amp;Pattern</source>
        <translation>&amp;Muster</translation>
    </message>
    <message>
        <source>What the pattern makes of some names</source>
        <translation>Was das Muster aus einigen Namen macht</translation>
    </message>
    <message>
        <source>Writes the pattern into a small text file there, so that it need not be said again; ulpscope-cli reads it too</source>
        <translation>Schreibt das Muster in eine kleine Textdatei dort, damit es nicht noch einmal gesagt werden muss; ulpscope-cli liest sie auch</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>As the recording has it</source>
        <translation>Wie die Aufzeichnung ihn hat</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>0 where the name does not say</source>
        <translation>0, wo der Name es nicht sagt</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The path of the layer</source>
        <translation>Der Pfad der Schicht</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>What the tensor is to its layer</source>
        <translation>Was der Tensor für seine Schicht ist</translation>
    </message>
    <message>
        <source>It fits %1 of these %2 names.</source>
        <translation>Es passt auf %1 dieser %2 Namen.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecordingPage</name>
    <message>
        <source>What there is to see of the recording</source>
        <translation>Was es von der Aufzeichnung zu sehen gibt</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Each tensor over its steps, and its numbers at one of them</source>
        <translation>Jeder Tensor über seine Schritte, und seine Zahlen bei einem davon</translation>
    </message>
    <message>
        <source>First NaN or ∞</source>
        <translation>Erstes NaN oder ∞</translation>
    </message>
    <message>
        <source>Where the first number that is not finite came from</source>
        <translation>Woher die erste Zahl kam, die nicht endlich ist</translation>
    </message>
    <message>
        <source>Local errors</source>
        <translation>Lokale Fehler</translation>
    </message>
    <message>
        <source>What each layer&apos;s own arithmetic did, computed again from its recorded input and weights</source>
        <translation>Was die eigene Arithmetik jeder Schicht tat, neu berechnet aus ihrer aufgezeichneten Eingabe und ihren Gewichten</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>The first difference from another recording, or from what the layers make here</source>
        <translation>Der erste Unterschied zu einer anderen Aufzeichnung, oder zu dem, was die Schichten hier machen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecordingTensors</name>
    <message>
        <source>Tensors in whose layer/role these letters are, in this order; ↓ goes to the list</source>
        <translation>Tensoren, in deren Schicht/Rolle diese Buchstaben stehen, in dieser Reihenfolge; ↓ geht zur Liste</translation>
    </message>
    <message>
        <source>Search layers and roles</source>
        <translation>Schichten und Rollen suchen</translation>
    </message>
    <message>
        <source>Tensors of the recording</source>
        <translation>Tensoren der Aufzeichnung</translation>
    </message>
    <message>
        <source>Reads every tensor at every step once for its largest magnitude and for what is not finite</source>
        <translation>Liest jeden Tensor bei jedem Schritt einmal, für seinen größten Betrag und für das, was nicht endlich ist</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>At which of its recorded steps the tensor is shown; a click in the plot chooses one too</source>
        <translation>Bei welchem seiner aufgezeichneten Schritte der Tensor gezeigt wird; auch ein Klick im Diagramm wählt einen</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>Über Schritte</translation>
    </message>
    <message>
        <source>Its amax at every recorded step, and the scales that recipes would have given it</source>
        <translation>Sein Amax bei jedem aufgezeichneten Schritt und die Skalen, die Rezepte ihm gegeben hätten</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RecoveryBanner</name>
    <message>
        <source>A session of %1 was not saved, and cannot be read any more: %2</source>
        <translation>Eine Sitzung von %1 wurde nicht gespeichert und kann nicht mehr gelesen werden: %2</translation>
    </message>
    <message>
        <source>The program ended with runs of &quot;%1&quot; that were not saved (%2)</source>
        <translation>Das Programm endete mit Läufen von „%1“, die nicht gespeichert waren (%2)</translation>
    </message>
    <message>
        <source>The program ended with changes to &quot;%1&quot;, and runs, that were not saved (%2)</source>
        <translation>Das Programm endete mit Änderungen an „%1“ und Läufen, die nicht gespeichert waren (%2)</translation>
    </message>
    <message>
        <source>The program ended with changes to &quot;%1&quot; that were not saved (%2)</source>
        <translation>Das Programm endete mit Änderungen an „%1“, die nicht gespeichert waren (%2)</translation>
    </message>
    <message>
        <source>Re&amp;store</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Opens the session with its changes and runs; its file stays as it is until you save</source>
        <translation>Öffnet die Sitzung mit ihren Änderungen und Läufen; ihre Datei bleibt, wie sie ist, bis Sie speichern</translation>
    </message>
    <message>
        <source>Dis&amp;card</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>Gives these changes and runs up for good; the session&apos;s file stays as it is</source>
        <translation>Gibt diese Änderungen und Läufe endgültig auf; die Datei der Sitzung bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Nicht jetzt</translation>
    </message>
    <message>
        <source>Keeps the changes and asks again at the next start</source>
        <translation>Behält die Änderungen und fragt beim nächsten Start wieder</translation>
    </message>
    <message>
        <source>Sessions to recover</source>
        <translation>Sitzungen zum Wiederherstellen</translation>
    </message>
    <message>
        <source>One more session was not saved.</source>
        <translation>Eine weitere Sitzung wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>%1 more sessions were not saved.</source>
        <translation>%1 weitere Sitzungen wurden nicht gespeichert.</translation>
    </message>
    <message>
        <source>The session is restored, but its runs cannot be read: %1</source>
        <translation>Die Sitzung ist wiederhergestellt, aber ihre Läufe können nicht gelesen werden: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RoomBar</name>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RoundingBar</name>
    <message>
        <source>Rounding mode</source>
        <translation>Rundungsmodus</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>N = </source>
        <translation>N = </translation>
    </message>
    <message>
        <source>Random bits</source>
        <translation>Zufallsbits</translation>
    </message>
    <message>
        <source>How many random bits the stochastic modes compare with what rounding cuts off</source>
        <translation>Wie viele Zufallsbits die stochastischen Modi mit dem vergleichen, was die Rundung abschneidet</translation>
    </message>
    <message>
        <source>Rounds again with other random bits</source>
        <translation>Rundet noch einmal mit anderen Zufallsbits</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>Neu ziehen</translation>
    </message>
    <message>
        <source>Overflow rule</source>
        <translation>Überlaufregel</translation>
    </message>
    <message>
        <source>%1.
Source: %2</source>
        <translation>%1.
Quelle: %2</translation>
    </message>
    <message>
        <source>Add a format</source>
        <translation>Ein Format hinzufügen</translation>
    </message>
    <message>
        <source>Adds a format to the table: choose one, or type the name of a family&apos;s member.</source>
        <translation>Fügt der Tabelle ein Format hinzu: Wählen Sie eines, oder tippen Sie den Namen eines Mitglieds einer Familie.</translation>
    </message>
    <message>
        <source>%1
%2
Source: %3</source>
        <translation>%1
%2
Quelle: %3</translation>
    </message>
    <message>
        <source>float10_e4m5 …</source>
        <translation>float10_e4m5 …</translation>
    </message>
    <message>
        <source>Name of a format to add</source>
        <translation>Name eines Formats zum Hinzufügen</translation>
    </message>
    <message>
        <source>Removes the selected format from the table (Delete)</source>
        <translation>Entfernt das gewählte Format aus der Tabelle (Entf)</translation>
    </message>
    <message>
        <source>Remove the selected format</source>
        <translation>Das gewählte Format entfernen</translation>
    </message>
    <message>
        <source>How values between two neighbours are rounded. Now: %1</source>
        <translation>Wie Werte zwischen zwei Nachbarn gerundet werden. Jetzt: %1</translation>
    </message>
    <message>
        <source>What becomes of values that a format cannot hold. Now: %1</source>
        <translation>Was aus Werten wird, die ein Format nicht fasst. Jetzt: %1</translation>
    </message>
    <message>
        <source>Roundin&amp;g</source>
        <translation>&amp;Rundung</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>Add format</source>
        <translation>Format hinzufügen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RowTable</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>A row below the chosen one</source>
        <translation>Eine Zeile unter der gewählten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The chosen row goes; Undo brings it back</source>
        <translation>Die gewählte Zeile fällt weg; „Rückgängig“ holt sie zurück</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>The chosen row comes before the one above it</source>
        <translation>Die gewählte Zeile kommt vor die darüber</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>The chosen row goes behind the one below it</source>
        <translation>Die gewählte Zeile kommt hinter die darunter</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not taken: %2</source>
        <translation>„%1“ wird nicht angenommen: %2</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>Hinzufügen: %1</translation>
    </message>
    <message>
        <source>Remove: %1</source>
        <translation>Entfernen: %1</translation>
    </message>
    <message>
        <source>Move: %1</source>
        <translation>Verschieben: %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunBar</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Policy and loss scale</source>
        <translation>Policy und Loss-Skalierung</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>Trains on one mini-batch (S)</source>
        <translation>Trainiert mit einem Mini-Batch (S)</translation>
    </message>
    <message>
        <source>Run &amp;until</source>
        <translation>Laufen &amp;bis</translation>
    </message>
    <message>
        <source>Trains on and pauses where something first goes wrong, or after a step: choose which (U)</source>
        <translation>Trainiert weiter und hält an, wo etwas zum ersten Mal schiefgeht, oder nach einem Schritt: wählen Sie, wo (U)</translation>
    </message>
    <message>
        <source>&amp;More steps</source>
        <translation>&amp;Mehr Schritte</translation>
    </message>
    <message>
        <source>Trains a run that is at its end on, as if it had been longer from the start: choose how many steps (M)</source>
        <translation>Trainiert einen Lauf, der an seinem Ende ist, weiter, als wäre er von Anfang an länger gewesen: wählen Sie, wie viele Schritte (M)</translation>
    </message>
    <message>
        <source>&amp;Back to step</source>
        <translation>&amp;Zurück zu</translation>
    </message>
    <message>
        <source>Goes back to an earlier step of this run, with its weights and tensors: type which (B)</source>
        <translation>Geht zu einem früheren Schritt dieses Laufs zurück, mit seinen Gewichten und Tensoren: tippen Sie, zu welchem (B)</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stops; what was computed stays (Esc)</source>
        <translation>Hält an; was berechnet wurde, bleibt (Esc)</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>Zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>Back to the initial weights, before the first step (R)</source>
        <translation>Zurück zu den Anfangsgewichten, vor den ersten Schritt (R)</translation>
    </message>
    <message>
        <source>Global policy</source>
        <translation>Globale Policy</translation>
    </message>
    <message>
        <source>The dtype policy of every layer that has none of its own. As in Keras&apos; compile, choosing mixed_float16 also turns a dynamic loss scale on, and any other policy turns loss scaling off.</source>
        <translation>Die Dtype-Policy jeder Schicht, die keine eigene hat. Wie in compile von Keras schaltet die Wahl von mixed_float16 auch eine dynamische Loss-Skalierung ein und jede andere Policy die Loss-Skalierung aus.</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>What the loss is multiplied by before it is differentiated; gradients are divided by it again. Choose, or type &quot;none&quot;, &quot;auto&quot; (what Keras&apos; compile does), &quot;fixed 1024&quot;, &quot;dynamic 2^15&quot;, &quot;tf_keras 2^15&quot; or &quot;grad_scaler 2^16&quot;.</source>
        <translation>Womit der Loss vor dem Ableiten multipliziert wird; Gradienten werden wieder dadurch geteilt. Wählen Sie, oder tippen Sie „none“, „auto“ (was compile von Keras tut), „fixed 1024“, „dynamic 2^15“, „tf_keras 2^15“ oder „grad_scaler 2^16“.</translation>
    </message>
    <message>
        <source>Gl&amp;obal policy</source>
        <translation>Gl&amp;obale Policy</translation>
    </message>
    <message>
        <source>Loss sc&amp;ale</source>
        <translation>Loss-S&amp;kalierung</translation>
    </message>
    <message>
        <source>Run until step</source>
        <translation>Laufen bis Schritt</translation>
    </message>
    <message>
        <source>Step </source>
        <translation>Schritt </translation>
    </message>
    <message>
        <source>Trains on and pauses after this step: type its number and press Enter. The first step is 0.</source>
        <translation>Trainiert weiter und hält nach diesem Schritt an: Tippen Sie seine Nummer, und drücken Sie die Eingabetaste. Der erste Schritt ist 0.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Trains on and pauses after the step where this watch of the session holds</source>
        <translation>Trainiert weiter und hält nach dem Schritt an, in dem diese Beobachtung der Sitzung gilt</translation>
    </message>
    <message>
        <source>Trains on with the weights as they are. The session gets so many steps more, which Undo takes back, and the run is to the last bit what it would be had it been so long from the start.</source>
        <translation>Trainiert mit den Gewichten weiter, wie sie sind. Die Sitzung bekommt so viele Schritte mehr, was „Rückgängig“ zurücknimmt, und der Lauf ist bis aufs letzte Bit, was er wäre, wäre er von Anfang an so lang gewesen.</translation>
    </message>
    <message>
        <source>%1 more steps</source>
        <translation>%1 weitere Schritte</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>The newest step is %1: there is no step %2 to go back to.</source>
        <translation>Der neueste Schritt ist %1: Es gibt keinen Schritt %2, zu dem man zurückgehen könnte.</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Pauses the training (Space)</source>
        <translation>Hält das Training an (Leertaste)</translation>
    </message>
    <message>
        <source>Trains on from where it was paused (Space)</source>
        <translation>Trainiert weiter, wo angehalten wurde (Leertaste)</translation>
    </message>
    <message>
        <source>Trains the session from its initial weights (Space)</source>
        <translation>Trainiert die Sitzung von ihren Anfangsgewichten (Leertaste)</translation>
    </message>
    <message>
        <source>As many again (%1)</source>
        <translation>Noch einmal so viele (%1)</translation>
    </message>
    <message>
        <source>Set global policy</source>
        <translation>Globale Policy setzen</translation>
    </message>
    <message>
        <source>Global policy %1: the loss scale is now &quot;%2&quot;, as Keras&apos; compile sets it.</source>
        <translation>Globale Policy %1: Die Loss-Skalierung ist jetzt „%2“, wie compile von Keras sie setzt.</translation>
    </message>
    <message>
        <source>Set loss scale</source>
        <translation>Loss-Skalierung setzen</translation>
    </message>
    <message>
        <source>Shown step</source>
        <translation>Gezeigter Schritt</translation>
    </message>
    <message>
        <source>The step that every picture and number is of</source>
        <translation>Der Schritt, für den jedes Bild und jede Zahl gilt</translation>
    </message>
    <message>
        <source>Back to step</source>
        <translation>Zurück zu Schritt</translation>
    </message>
    <message>
        <source>An earlier step of the run; the first is 0. Type its number and press Enter to go back to it: weights, optimizer and loss scale are what they were after it, and training on gives the same numbers again.</source>
        <translation>Ein früherer Schritt des Laufs; der erste ist 0. Tippen Sie seine Nummer und drücken Sie die Eingabetaste, um zu ihm zurückzugehen: Gewichte, Optimierer und Loss-Skalierung sind, was sie nach ihm waren, und weiteres Training ergibt dieselben Zahlen.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunController</name>
    <message>
        <source>%1 cannot be trained: %2</source>
        <translation>%1 kann nicht trainiert werden: %2</translation>
    </message>
    <message>
        <source>Paused after step %1: %2.</source>
        <translation>Nach Schritt %1 angehalten: %2.</translation>
    </message>
    <message>
        <source>Train %1 more steps</source>
        <translation>%1 weitere Schritte trainieren</translation>
    </message>
    <message>
        <source>%1 is at its end: all new steps have the learning rate %2.</source>
        <translation>%1 ist an seinem Ende: Alle neuen Schritte haben die Lernrate %2.</translation>
    </message>
    <message>
        <source>This run takes about %1.</source>
        <translation>Dieser Lauf dauert etwa %1.</translation>
    </message>
    <message>
        <source>Step %1 is done already: go back to it with Back to step.</source>
        <translation>Schritt %1 ist schon getan: Gehen Sie mit „Zurück zu“ dorthin zurück.</translation>
    </message>
    <message>
        <source>Train %1 more step</source>
        <translation>%1 Schritt weiter trainieren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunDelegate</name>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>Note on the run</source>
        <translation>Notiz zum Lauf</translation>
    </message>
    <message>
        <source>Return keeps it, Escape does not. An empty name gives the run its first one back.</source>
        <translation>Die Eingabetaste übernimmt es, Escape nicht. Ein leerer Name gibt dem Lauf seinen ersten zurück.</translation>
    </message>
    <message>
        <source>Name of these runs</source>
        <translation>Name dieser Läufe</translation>
    </message>
    <message>
        <source>Return keeps it, Escape does not. An empty one leaves the name as it is.</source>
        <translation>Die Eingabetaste behält ihn, Escape nicht. Ein leerer lässt den Namen, wie er ist.</translation>
    </message>
    <message>
        <source>Return keeps it, Escape does not.</source>
        <translation>Die Eingabetaste behält sie, Escape nicht.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunFileActions</name>
    <message>
        <source>Kept runs (*.%1);;All files (*)</source>
        <translation>Aufbewahrte Läufe (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>&amp;Export runs…</source>
        <translation>Läufe &amp;exportieren…</translation>
    </message>
    <message>
        <source>Writes all kept runs into a file that another window can import; NumPy opens it too. Over a session&apos;s own file it writes that session&apos;s runs</source>
        <translation>Schreibt alle aufbewahrten Läufe in eine Datei, die ein anderes Fenster importieren kann; auch NumPy öffnet sie. Über die eigene Datei einer Sitzung schreibt es deren Läufe</translation>
    </message>
    <message>
        <source>&amp;Import runs…</source>
        <translation>Läufe &amp;importieren…</translation>
    </message>
    <message>
        <source>Adds the runs of a file to those that are kept here</source>
        <translation>Fügt die Läufe einer Datei zu den hier aufbewahrten hinzu</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>Läufe exportieren</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation>Läufe importieren</translation>
    </message>
    <message>
        <source>All runs of %1 are here already</source>
        <translation>Alle Läufe von %1 sind schon hier</translation>
    </message>
    <message>
        <source>Added %1 of %2: F8 lists them</source>
        <translation>%1 von %2 hinzugefügt: F8 führt sie auf</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunLayersPanel</name>
    <message>
        <source>What the grid shows</source>
        <translation>Was das Raster zeigt</translation>
    </message>
    <message>
        <source>What the grid shows of each run&apos;s layers: shares as the mean over the run, errors as they end, the rest at its worst</source>
        <translation>Was das Raster von den Schichten jedes Laufs zeigt: Anteile als Mittel über den Lauf, Fehler, wie sie enden, das Übrige, wo es am schlimmsten ist</translation>
    </message>
    <message>
        <source>Runs over layers</source>
        <translation>Läufe über Schichten</translation>
    </message>
    <message>
        <source>A row for each compared run, a column for each layer: the stronger the colour, the more was lost. Hatched: NaN or infinity in the end. Point at a cell, or move with the arrow keys, to read it.</source>
        <translation>Eine Zeile für jeden verglichenen Lauf, eine Spalte für jede Schicht: je kräftiger die Farbe, desto mehr ging verloren. Schraffiert: NaN oder Unendlich am Ende. Zeigen Sie auf eine Zelle oder gehen Sie mit den Pfeiltasten hin, um sie zu lesen.</translation>
    </message>
    <message>
        <source>Tick runs above: the compared ones are shown layer by layer.</source>
        <translation>Haken Sie oben Läufe an: Die verglichenen werden Schicht für Schicht gezeigt.</translation>
    </message>
    <message>
        <source>%1 by run and layer</source>
        <translation>%1 nach Lauf und Schicht</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunPage</name>
    <message>
        <source>All numbers and plots of the run, or its overview in pictures (P)</source>
        <translation>Alle Zahlen und Diagramme des Laufs, oder sein Überblick in Bildern (P)</translation>
    </message>
    <message>
        <source>All num&amp;bers and plots</source>
        <translation>&amp;Alle Zahlen und Diagramme</translation>
    </message>
    <message>
        <source>All plots</source>
        <translation>Alle Diagramme</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>What the run loses, in pictures</source>
        <translation>Was der Lauf verliert, in Bildern</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunPlots</name>
    <message>
        <source>Training plots</source>
        <translation>Trainingsdiagramme</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunsModel</name>
    <message>
        <source> + map</source>
        <translation> + Map</translation>
    </message>
    <message>
        <source>%1, begun %2. Its box takes it into the comparison; F2 renames it.</source>
        <translation>%1, begonnen %2. Sein Kästchen nimmt ihn in den Vergleich auf; F2 benennt ihn um.</translation>
    </message>
    <message>
        <source>Your note on this run: F2 or a double click writes it</source>
        <translation>Ihre Notiz zu diesem Lauf: F2 oder ein Doppelklick schreibt sie</translation>
    </message>
    <message>
        <source> (shown)</source>
        <translation> (gezeigt)</translation>
    </message>
    <message>
        <source> (grey)</source>
        <translation> (grau)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What differs from the run before it, or your name for it</source>
        <translation>Was sich vom Lauf davor unterscheidet, oder Ihr Name dafür</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>What the loss is multiplied by before it is differentiated</source>
        <translation>Womit der Loss vor dem Ableiten multipliziert wird</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null</translation>
    </message>
    <message>
        <source>Gradients that are exactly zero here and not in float64</source>
        <translation>Gradienten, die hier genau null sind und in float64 nicht</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Updates that leave the stored weight unchanged</source>
        <translation>Updates, die das gespeicherte Gewicht unverändert lassen</translation>
    </message>
    <message>
        <source>Overflows</source>
        <translation>Überläufe</translation>
    </message>
    <message>
        <source>Numbers that rounding made infinite or NaN</source>
        <translation>Zahlen, die durch Runden unendlich oder NaN wurden</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Of the model&apos;s output against float64</source>
        <translation>Der Ausgabe des Modells gegen float64</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>How many steps are done</source>
        <translation>Wie viele Schritte getan sind</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What you want to remember of a run</source>
        <translation>Was Sie sich zu einem Lauf merken wollen</translation>
    </message>
    <message>
        <source>at the run&apos;s end</source>
        <translation>am Ende des Laufs</translation>
    </message>
    <message>
        <source>float64: %1</source>
        <translation>float64: %1</translation>
    </message>
    <message>
        <source>Of the last step&apos;s batch: another batch may have it the other way round</source>
        <translation>Des letzten Schrittes: bei anderen Beispielen kann es umgekehrt sein</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Test-Loss</translation>
    </message>
    <message>
        <source>Of all test examples, at the run&apos;s end</source>
        <translation>Aller Testbeispiele, am Ende des Laufs</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The share of test examples that are classified rightly, at the run&apos;s end</source>
        <translation>Der Anteil der Testbeispiele, die richtig zugeordnet werden, am Ende des Laufs</translation>
    </message>
    <message>
        <source>The loss of all test examples with the weights at the run&apos;s end, and that of its float64 reference.</source>
        <translation>Der Loss aller Testbeispiele mit den Gewichten am Ende des Laufs, und der seiner float64-Referenz.</translation>
    </message>
    <message>
        <source>✓ The best of the runs of the same data and loss, %1</source>
        <translation>✓ Die beste unter den Läufen mit denselben Daten und demselben Loss, %1</translation>
    </message>
    <message>
        <source>✓ The best of the runs of the same data and loss, as %1 are that read alike; %2</source>
        <translation>✓ Die beste unter den Läufen mit denselben Daten und demselben Loss, wie %1, die sich gleich lesen; %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>✓: the best of the runs of the same data and loss, and all that read like it</source>
        <translation>✓: die beste unter den Läufen mit denselben Daten und demselben Loss, und alle, die sich lesen wie sie</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>des Laufs</translation>
    </message>
    <message>
        <source>Of all elements of operands whose scale comes from the amaxes of earlier steps, the share that was beyond its limit and was clipped to the format&apos;s largest value. Over all steps.</source>
        <translation>Von allen Elementen von Operanden, deren Skalierung aus den Amax-Werten früherer Schritte kommt, der Anteil, der jenseits ihrer Grenze lag und auf den größten Wert des Formats abgeschnitten wurde. Über alle Schritte.</translation>
    </message>
    <message>
        <source>A sweep, or one session under several seeds: its runs are below it, → opens it. It counts as one of the runs that are kept, and its box takes all of them into the comparison; F2 renames it.</source>
        <translation>Ein Sweep, oder eine Sitzung unter mehreren Seeds: Die Läufe stehen darunter, → öffnet die Zeile. Sie zählt als einer der Läufe, die aufbewahrt werden, und ihr Kästchen nimmt alle in den Vergleich; F2 benennt sie um.</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>no operand has such a scale</source>
        <translation>kein Operand hat eine solche Skalierung</translation>
    </message>
    <message>
        <source>Elements of scaled operands that were clipped, beyond the limit of their scale; beside a run without such operands none is the best</source>
        <translation>Elemente skalierter Operanden, die jenseits der Grenze ihrer Skalierung abgeschnitten wurden; neben einem Lauf ohne solche Operanden ist keiner der beste</translation>
    </message>
    <message>
        <source>, %1 layers %2</source>
        <translation>, %1 Schichten %2</translation>
    </message>
    <message>
        <source>, %1 layers with their own</source>
        <translation>, %1 Schichten mit eigener</translation>
    </message>
    <message>
        <source> + numerics</source>
        <translation> + Numerik</translation>
    </message>
    <message>
        <source>The global dtype policy, and layers that have their own</source>
        <translation>Die globale Dtype-Policy und die Schichten, die eine eigene haben</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::RunsPanel</name>
    <message>
        <source>Every run that you train is kept here.</source>
        <translation>Jeder Lauf, den Sie trainieren, wird hier aufbewahrt.</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>Puts this run on the screen: tiles, plots, tree and diagnosis are its own</source>
        <translation>Bringt diesen Lauf auf den Bildschirm: Kacheln, Diagramme, Baum und Diagnose sind die seinen</translation>
    </message>
    <message>
        <source>&amp;Grey line</source>
        <translation>&amp;Graue Linie</translation>
    </message>
    <message>
        <source>Draws this run in grey below whatever is trained next; once more ends that</source>
        <translation>Zeichnet diesen Lauf grau unter alles, was als nächstes trainiert wird; noch einmal beendet das</translation>
    </message>
    <message>
        <source>&amp;Restore session</source>
        <translation>Sitzung &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>Brings back the session that this run was trained from; Undo takes it away again</source>
        <translation>Holt die Sitzung zurück, aus der dieser Lauf trainiert wurde; „Rückgängig“ nimmt sie wieder weg</translation>
    </message>
    <message>
        <source>S&amp;tar</source>
        <translation>S&amp;tern</translation>
    </message>
    <message>
        <source>A starred run stays, however many come after it</source>
        <translation>Ein Lauf mit Stern bleibt, wie viele auch nach ihm kommen</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>Umbe&amp;nennen</translation>
    </message>
    <message>
        <source>Gives the run a name (F2)</source>
        <translation>Gibt dem Lauf einen Namen (F2)</translation>
    </message>
    <message>
        <source>E&amp;xport files…</source>
        <translation>Dateien e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes this run into a new folder: summary.json, history.csv, tensors.csv, policy.json and its session, and exponents.csv of one that was trained here</source>
        <translation>Schreibt diesen Lauf in einen neuen Ordner: summary.json, history.csv, tensors.csv, policy.json und seine Sitzung, und exponents.csv von einem, der hier trainiert wurde</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Delete all &amp;without a star</source>
        <translation>Alle &amp;ohne Stern löschen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Kept runs</source>
        <translation>Aufbewahrte Läufe</translation>
    </message>
    <message>
        <source>Restore run</source>
        <translation>Lauf wiederherstellen</translation>
    </message>
    <message>
        <source>Export the files of this run into a new folder</source>
        <translation>Die Dateien dieses Laufs in einen neuen Ordner exportieren</translation>
    </message>
    <message>
        <source>The files of the run are in %1.</source>
        <translation>Die Dateien des Laufs sind in %1.</translation>
    </message>
    <message>
        <source> exponents.csv is not among them: this run has no exponents.</source>
        <translation> exponents.csv ist nicht dabei: Dieser Lauf hat keine Exponenten.</translation>
    </message>
    <message>
        <source> Of its %1 steps %2 were kept.</source>
        <translation> Von seinen %1 Schritten wurden %2 behalten.</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Draws the chosen runs together in the comparison (Space); once more takes them out</source>
        <translation>Zeichnet die gewählten Läufe zusammen im Vergleich (Leertaste); noch einmal nimmt sie heraus</translation>
    </message>
    <message>
        <source>Takes the chosen runs away (Del), also from their sessions&apos; files, until Undo brings them back; the one on the screen stays</source>
        <translation>Nimmt die gewählten Läufe weg (Entf), auch aus den Dateien ihrer Sitzungen, bis Rückgängig sie wiederbringt; der auf dem Bildschirm bleibt</translation>
    </message>
    <message>
        <source>Takes away every run without a star but the one on the screen, also from their sessions&apos; files, until Undo brings them back</source>
        <translation>Nimmt jeden Lauf ohne Stern außer dem auf dem Bildschirm weg, auch aus den Dateien ihrer Sitzungen, bis Rückgängig sie wiederbringt</translation>
    </message>
    <message>
        <source>Delete run</source>
        <translation>Lauf löschen</translation>
    </message>
    <message>
        <source>Delete %1 runs</source>
        <translation>%1 Läufe löschen</translation>
    </message>
    <message>
        <source>One run is deleted; Undo brings it back.</source>
        <translation>Ein Lauf ist gelöscht; Rückgängig bringt ihn wieder.</translation>
    </message>
    <message>
        <source>%1 runs are deleted; Undo brings them back.</source>
        <translation>%1 Läufe sind gelöscht; Rückgängig bringt sie wieder.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SaturationPanel</name>
    <message>
        <source>Steps in which operands saturate</source>
        <translation>Schritte, in denen Operanden sättigen</translation>
    </message>
    <message>
        <source>Return or a click pins the step in which the most elements saturated</source>
        <translation>Die Eingabetaste oder ein Klick heftet den Schritt an, in dem die meisten Elemente sättigten</translation>
    </message>
    <message>
        <source>No operand of this run has a scale that comes from earlier steps.</source>
        <translation>Kein Operand dieses Laufs hat eine Skala, die aus früheren Schritten kommt.</translation>
    </message>
    <message>
        <source>No element of a scaled operand was beyond the limit of its scale.</source>
        <translation>Kein Element eines skalierten Operanden war jenseits der Grenze seiner Skala.</translation>
    </message>
    <message>
        <source>%1 of the elements of scaled operands were beyond the limit of their scale, and were clipped to it.</source>
        <translation>%1 der Elemente skalierter Operanden waren jenseits der Grenze ihrer Skala und wurden auf sie gekürzt.</translation>
    </message>
    <message>
        <source>Of %1 stretches of steps those with the most elements:</source>
        <translation>Von %1 Folgen von Schritten die mit den meisten Elementen:</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SceneCards</name>
    <message>
        <source>Scenes</source>
        <translation>Szenen</translation>
    </message>
    <message>
        <source>Opens the scene &quot;%1&quot; and trains it</source>
        <translation>Öffnet die Szene „%1“ und trainiert sie</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SceneStrip</name>
    <message>
        <source>Try:</source>
        <translation>Versuchen:</translation>
    </message>
    <message>
        <source>The session</source>
        <translation>Die Sitzung</translation>
    </message>
    <message>
        <source>Title of the session</source>
        <translation>Titel der Sitzung</translation>
    </message>
    <message>
        <source>Shown here, in the window&apos;s title and in lists of runs</source>
        <translation>Hier gezeigt, im Titel des Fensters und in Listen von Läufen</translation>
    </message>
    <message>
        <source>Description of the session</source>
        <translation>Beschreibung der Sitzung</translation>
    </message>
    <message>
        <source>What this session shows, and what to try</source>
        <translation>Was diese Sitzung zeigt und was zu versuchen ist</translation>
    </message>
    <message>
        <source>Edit title and description</source>
        <translation>Titel und Beschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Changes the session&apos;s title and description; nothing is trained again</source>
        <translation>Ändert Titel und Beschreibung der Sitzung; nichts wird neu trainiert</translation>
    </message>
    <message>
        <source>Tried: %1</source>
        <translation>Versucht: %1</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>Versuchen: %1</translation>
    </message>
    <message>
        <source>%1
This does not fit the session any more: %2</source>
        <translation>%1
Dies passt nicht mehr zur Sitzung: %2</translation>
    </message>
    <message>
        <source>%1
The session is so; Undo takes it back</source>
        <translation>%1
Die Sitzung ist so; „Rückgängig“ nimmt es zurück</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>%1 versuchen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Describe the session</source>
        <translation>Die Sitzung beschreiben</translation>
    </message>
    <message>
        <source>%1
Changes the session in one step, which Undo takes back, and trains it unless Run &gt; Retrain after edits is off</source>
        <translation>%1
Ändert die Sitzung in einem Schritt, den „Rückgängig“ zurücknimmt, und trainiert sie, außer wenn „Lauf &gt; Nach Änderungen neu trainieren“ aus ist</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SearchPlot</name>
    <message>
        <source>What was tried: cost against the budget</source>
        <translation>Was probiert wurde: Kosten gegen das Budget</translation>
    </message>
    <message>
        <source>policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>cost (%1)</source>
        <translation>Kosten (%1)</translation>
    </message>
    <message>
        <source>share of the budget that is used (%)</source>
        <translation>Anteil des Budgets, der verbraucht ist (%)</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>keeps the budget</source>
        <translation>hält das Budget ein</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>budget used (%)</source>
        <translation>Budget verbraucht (%)</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SearchQuestionForm</name>
    <message>
        <source>1  Policies to try</source>
        <translation>1  Policies zum Probieren</translation>
    </message>
    <message>
        <source>Policies to try, as text</source>
        <translation>Policies zum Probieren, als Text</translation>
    </message>
    <message>
        <source>Policies to try</source>
        <translation>Policies zum Probieren</translation>
    </message>
    <message>
        <source>Each layer may get any policy that is ticked (Space ticks)</source>
        <translation>Jede Schicht kann jede Policy bekommen, die angekreuzt ist (die Leertaste kreuzt an)</translation>
    </message>
    <message>
        <source>2  Layers that may change</source>
        <translation>2  Schichten, die sich ändern dürfen</translation>
    </message>
    <message>
        <source>Layers that may change, as a pattern</source>
        <translation>Schichten, die sich ändern dürfen, als Muster</translation>
    </message>
    <message>
        <source>A regular expression that is looked for in the layers&apos; paths, as Python&apos;s re.search; empty: all</source>
        <translation>Ein regulärer Ausdruck, der in den Pfaden der Schichten gesucht wird, wie von Pythons re.search; leer: alle</translation>
    </message>
    <message>
        <source>Layers that may change</source>
        <translation>Schichten, die sich ändern dürfen</translation>
    </message>
    <message>
        <source>The others keep the policy that they have (Space ticks)</source>
        <translation>Die anderen behalten ihre Policy (die Leertaste kreuzt an)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>What is to be little</source>
        <translation>Was wenig sein soll</translation>
    </message>
    <message>
        <source>Bytes: all that the ledger counts of a training step. Multiply-adds: each by the bits of its wider operand over 32</source>
        <translation>Bytes: alle, die die Bilanz eines Trainingsschritts zählt. Multiplikationen mit Addition: jede nach den Bits ihres breiteren Operanden durch 32</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>Multiplikationen mit Addition</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>The budget has to hold under each of them: 1..5, or 1,3,7</source>
        <translation>Das Budget muss unter jedem von ihnen gelten: 1..5, oder 1,3,7</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>How long each run is trained; empty: as the session says</source>
        <translation>Wie lange jeder Lauf trainiert wird; leer: wie die Sitzung es sagt</translation>
    </message>
    <message>
        <source>As few as possible:</source>
        <translation>So wenige wie möglich:</translation>
    </message>
    <message>
        <source>Names with commas between them; what is ticked above, and any other policy, also with settings behind it: mixed_bfloat16+recipe=mxfp8, mixed_float16+accumulator=sequential:float16</source>
        <translation>Namen mit Kommas dazwischen; was darüber angekreuzt ist, und jede andere Policy, auch mit Einstellungen dahinter: mixed_bfloat16+recipe=mxfp8, mixed_float16+accumulator=sequential:float16</translation>
    </message>
    <message>
        <source>Change together</source>
        <translation>Gemeinsam ändern</translation>
    </message>
    <message>
        <source>Layers that get the same policy: a class, Dense, or a pattern of their paths, such as query|key|value; several with ; between. Empty: each its own</source>
        <translation>Schichten, die dieselbe Policy bekommen: eine Klasse, Dense, oder ein Muster ihrer Pfade, etwa query|key|value; mehrere mit ; dazwischen. Leer: jede ihre eigene</translation>
    </message>
    <message>
        <source>each its own</source>
        <translation>jede ihre eigene</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Gemeinsam</translation>
    </message>
    <message>
        <source>Loss scales to try</source>
        <translation>Loss-Skalierungen zum Probieren</translation>
    </message>
    <message>
        <source>What the session&apos;s loss scale may be, with commas between: none, 1024, dynamic 2^15. It costs nothing; of two that hold, the first is taken. Empty: it stays as it is</source>
        <translation>Was die Loss-Skalierung der Sitzung sein darf, mit Kommas dazwischen: none, 1024, dynamic 2^15. Sie kostet nichts; von zweien, die halten, wird die erste genommen. Leer: Sie bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>the session&apos;s</source>
        <translation>die der Sitzung</translation>
    </message>
    <message>
        <source>Loss scales</source>
        <translation>Loss-Skalierungen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SearchResults</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>What the search came to</source>
        <translation>Was die Suche ergab</translation>
    </message>
    <message>
        <source>Show as a run</source>
        <translation>Als Lauf zeigen</translation>
    </message>
    <message>
        <source>Trains the policies of the point that is ringed in the plot, keeps the run among the others, and shows it</source>
        <translation>Trainiert die Policies des Punkts, der im Diagramm umringt ist, behält den Lauf bei den anderen und zeigt ihn</translation>
    </message>
    <message>
        <source>Export the answer</source>
        <translation>Die Antwort exportieren</translation>
    </message>
    <message>
        <source>Shows, copies or saves the session with the answer&apos;s policies, for Keras and all other targets</source>
        <translation>Zeigt, kopiert oder speichert die Sitzung mit den Policies der Antwort, für Keras und alle anderen Ziele</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Einen Bericht speichern</translation>
    </message>
    <message>
        <source>Saves what was asked, the answer, what refutes each cheaper change and the front, as HTML or PDF</source>
        <translation>Speichert, was gefragt wurde, die Antwort, was jede billigere Änderung widerlegt, und die Front, als HTML oder PDF</translation>
    </message>
    <message>
        <source>Apply the answer to the session</source>
        <translation>Die Antwort auf die Sitzung anwenden</translation>
    </message>
    <message>
        <source>Layer by layer: what was chosen, and what fails</source>
        <translation>Schicht für Schicht: was gewählt wurde, und was scheitert</translation>
    </message>
    <message>
        <source>Of &quot;%1&quot; as it was when the search began, %2 steps: %3.</source>
        <translation>Von „%1“, wie die Sitzung beim Beginn der Suche war, %2 Schritte: %3.</translation>
    </message>
    <message>
        <source>Gives each searched layer the policy that was found, as its own; one step that Undo takes back</source>
        <translation>Gibt jeder durchsuchten Schicht die gefundene Policy als ihre eigene; ein Schritt, den „Rückgängig“ zurücknimmt</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Den Bericht speichern</translation>
    </message>
    <message>
        <source>HTML page (*.html);;PDF (*.pdf)</source>
        <translation>HTML-Seite (*.html);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The cheapest policies within a budget</source>
        <translation>Die billigsten Policies innerhalb eines Budgets</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>● keeps the budget under every seed   ○ run under some seeds   × breaks the budget   ◇ predicted   ─ the measured front</source>
        <translation>● hält das Budget unter jedem Seed ein   ○ unter einigen Seeds gelaufen   × bricht das Budget   ◇ vorhergesagt   ─ die gemessene Front</translation>
    </message>
    <message>
        <source>Apply to the session</source>
        <translation>Auf die Sitzung anwenden</translation>
    </message>
    <message>
        <source>Sho&amp;w as a run</source>
        <translation>Als Lauf &amp;zeigen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SearchView</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Which layers can be cheaper? Tick policies and layers, say what has to hold, and press Search: it trains until it has the cheapest policies that keep it, with a run that refutes each cheaper one.</source>
        <translation>Welche Schichten können billiger sein? Kreuzen Sie Policies und Schichten an, sagen Sie, was gelten muss, und drücken Sie Suchen: Es wird trainiert, bis die billigsten Policies gefunden sind, die es einhalten, mit einem Lauf, der jede billigere widerlegt.</translation>
    </message>
    <message>
        <source>Trains policies in the background until the cheapest is found; what was run before is not run again</source>
        <translation>Trainiert Policies im Hintergrund, bis die billigste gefunden ist; was schon lief, läuft nicht noch einmal</translation>
    </message>
    <message>
        <source>Pause the search, or let it go on</source>
        <translation>Die Suche anhalten oder weitergehen lassen</translation>
    </message>
    <message>
        <source>Holds the search where it is, or lets it go on</source>
        <translation>Hält die Suche an, wo sie ist, oder lässt sie weitergehen</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>Die Suche abbrechen</translation>
    </message>
    <message>
        <source>Ends the search; what was run is kept, and Search goes on from there</source>
        <translation>Beendet die Suche; was lief, bleibt, und Suchen geht von dort weiter</translation>
    </message>
    <message>
        <source>Runs of this part of the search</source>
        <translation>Läufe dieses Teils der Suche</translation>
    </message>
    <message>
        <source>This was asked of this session before: Search goes on from the runs that were kept.</source>
        <translation>Das wurde diese Sitzung schon gefragt: Suchen geht von den aufbewahrten Läufen aus weiter.</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Training that run: %1 of %2 steps.</source>
        <translation>Trainiert diesen Lauf: %1 von %2 Schritten.</translation>
    </message>
    <message>
        <source> (%1 runs were kept before)</source>
        <translation> (%1 Läufe waren schon da)</translation>
    </message>
    <message>
        <source>The open session has no layer %1: it is another one than was searched</source>
        <translation>Die offene Sitzung hat keine Schicht %1: Sie ist eine andere als die durchsuchte</translation>
    </message>
    <message>
        <source>Policies of the search</source>
        <translation>Policies der Suche</translation>
    </message>
    <message>
        <source>The layers have the policies that were found; Undo takes that back.</source>
        <translation>Die Schichten haben die gefundenen Policies; „Rückgängig“ nimmt das zurück.</translation>
    </message>
    <message>
        <source>%1 trained or looked up.</source>
        <translation>%1 trainiert oder nachgeschlagen.</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>The layers had these policies already.</source>
        <translation>Die Schichten hatten diese Policies schon.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>The cheapest policies that keep a budget, and what refutes cheaper ones</source>
        <translation>Die billigsten Policies, die ein Budget einhalten, und was billigere widerlegt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SearchedList</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Tensors that were read</source>
        <translation>Gelesene Tensoren</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>%1 of %2 tensor</source>
        <translation>%1 von %2 Tensor</translation>
    </message>
    <message>
        <source>%1 of %2 tensors</source>
        <translation>%1 von %2 Tensoren</translation>
    </message>
    <message>
        <source>Stop &amp;reading</source>
        <translation>Lesen anhal&amp;ten</translation>
    </message>
    <message>
        <source>&amp;Read all numbers</source>
        <translation>Alle &amp;Zahlen lesen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>F4</source>
        <translation>F4</translation>
    </message>
    <message>
        <source>Field for a file</source>
        <translation>Feld für eine Datei</translation>
    </message>
    <message>
        <source>Chooses the file</source>
        <translation>Wählt die Datei</translation>
    </message>
    <message>
        <source>Any plot</source>
        <translation>Jedes Diagramm</translation>
    </message>
    <message>
        <source>+ −, Wheel</source>
        <translation>+ −, Rad</translation>
    </message>
    <message>
        <source>Zooms along the axis, at what is read, at the pointer; 0 shows everything</source>
        <translation>Zoomt entlang der Achse, bei dem, was abgelesen wird, beim Zeiger; 0 zeigt alles</translation>
    </message>
    <message>
        <source>Ctrl+↑ ↓, Ctrl+Wheel</source>
        <translation>Strg+↑ ↓, Strg+Rad</translation>
    </message>
    <message>
        <source>Zooms the values</source>
        <translation>Zoomt die Werte</translation>
    </message>
    <message>
        <source>← → ↑ ↓</source>
        <translation>← → ↑ ↓</translation>
    </message>
    <message>
        <source>Where they read nothing, they move the view; else it follows what is read</source>
        <translation>Wo sie nichts ablesen, bewegen sie die Ansicht; sonst folgt sie dem, was abgelesen wird</translation>
    </message>
    <message>
        <source>Drag, Ctrl+drag</source>
        <translation>Ziehen, Strg+Ziehen</translation>
    </message>
    <message>
        <source>Moves the view; zooms into a box</source>
        <translation>Bewegt die Ansicht; zoomt in einen Rahmen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Shows everything</source>
        <translation>Zeigt alles</translation>
    </message>
    <message>
        <source>Ctrl+C, Menu key</source>
        <translation>Strg+C, Menütaste</translation>
    </message>
    <message>
        <source>Copies the numbers in sight, or those at the pinned cursor; what else a plot can do</source>
        <translation>Kopiert die sichtbaren Zahlen oder die am angehefteten Cursor; was ein Diagramm sonst kann</translation>
    </message>
    <message>
        <source>Training plots</source>
        <translation>Trainingsdiagramme</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>Moves the cursor one step; with Ctrl 100 steps</source>
        <translation>Bewegt den Cursor um einen Schritt; mit Strg um 100 Schritte</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Moves the cursor 10 steps</source>
        <translation>Bewegt den Cursor um 10 Schritte</translation>
    </message>
    <message>
        <source>Shift+← →, Shift+click</source>
        <translation>Umschalt+← →, Umschalt+Klick</translation>
    </message>
    <message>
        <source>Moves a second cursor: what two steps are apart</source>
        <translation>Bewegt einen zweiten Cursor: was zwischen zwei Schritten liegt</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Umschalt+Ziehen</translation>
    </message>
    <message>
        <source>Chooses a range of steps, of which the tiles then are</source>
        <translation>Wählt einen Bereich von Schritten, aus dem dann die Kacheln sind</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>Cursor to the first step; back to the newest</source>
        <translation>Cursor zum ersten Schritt; zurück zum neuesten</translation>
    </message>
    <message>
        <source>Click, Enter, Escape</source>
        <translation>Klick, Eingabe, Escape</translation>
    </message>
    <message>
        <source>Pins the cursor; pins it or lets it go; lets it go</source>
        <translation>Heftet den Cursor an; heftet ihn an oder löst ihn; löst ihn</translation>
    </message>
    <message>
        <source>. ,</source>
        <translation>. ,</translation>
    </message>
    <message>
        <source>To the next event, a skip, an overflow, a jump, an alarm, a note; to the one before</source>
        <translation>Zum nächsten Ereignis, einem übersprungenen Schritt, Überlauf, Sprung, Alarm, einer Notiz; zum davor</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>F2, Double click</source>
        <translation>F2, Doppelklick</translation>
    </message>
    <message>
        <source>Edits the cell; a policy is set on all selected layers</source>
        <translation>Bearbeitet die Zelle; eine Policy wird an allen gewählten Schichten gesetzt</translation>
    </message>
    <message>
        <source>Shift+↑ ↓, Ctrl+click</source>
        <translation>Umschalt+↑ ↓, Strg+Klick</translation>
    </message>
    <message>
        <source>Selects several</source>
        <translation>Wählt mehrere</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Copies a layer&apos;s policy to another, or to all that are selected</source>
        <translation>Kopiert die Policy einer Schicht auf eine andere oder auf alle gewählten</translation>
    </message>
    <message>
        <source>Closes and opens a layer that is made of others</source>
        <translation>Schließt und öffnet eine Schicht, die aus anderen besteht</translation>
    </message>
    <message>
        <source>List of policies</source>
        <translation>Liste der Policies</translation>
    </message>
    <message>
        <source>Enter, Double click</source>
        <translation>Eingabe, Doppelklick</translation>
    </message>
    <message>
        <source>Gives the policy to the selected layers</source>
        <translation>Gibt die Policy den gewählten Schichten</translation>
    </message>
    <message>
        <source>Gives the policy to a layer, or to all that are selected</source>
        <translation>Gibt die Policy einer Schicht oder allen gewählten</translation>
    </message>
    <message>
        <source>Bits of a number</source>
        <translation>Bits einer Zahl</translation>
    </message>
    <message>
        <source>← →, Home, End</source>
        <translation>← →, Pos1, Ende</translation>
    </message>
    <message>
        <source>Moves among the bits</source>
        <translation>Geht zwischen den Bits</translation>
    </message>
    <message>
        <source>Space, 0, 1</source>
        <translation>Leertaste, 0, 1</translation>
    </message>
    <message>
        <source>Toggles the bit; clears it; sets it</source>
        <translation>Kippt das Bit; löscht es; setzt es</translation>
    </message>
    <message>
        <source>↑ ↓</source>
        <translation>↑ ↓</translation>
    </message>
    <message>
        <source>The same in another format</source>
        <translation>Dasselbe in einem anderen Format</translation>
    </message>
    <message>
        <source>Enter, Delete</source>
        <translation>Eingabe, Entf</translation>
    </message>
    <message>
        <source>Formats of the number lab</source>
        <translation>Formate des Zahlenlabors</translation>
    </message>
    <message>
        <source>To the format&apos;s bits; removes the format</source>
        <translation>Zu den Bits des Formats; entfernt das Format</translation>
    </message>
    <message>
        <source>Number line</source>
        <translation>Zahlengerade</translation>
    </message>
    <message>
        <source>Plot of a sweep</source>
        <translation>Diagramm eines Sweeps</translation>
    </message>
    <message>
        <source>To another run of the sweep</source>
        <translation>Zu einem anderen Lauf des Sweeps</translation>
    </message>
    <message>
        <source>Enter, Double click on a mark</source>
        <translation>Eingabe, Doppelklick auf eine Marke</translation>
    </message>
    <message>
        <source>Shows the run in the training plots</source>
        <translation>Zeigt den Lauf in den Trainingsdiagrammen</translation>
    </message>
    <message>
        <source>Plot of memory and error</source>
        <translation>Diagramm von Speicher und Fehler</translation>
    </message>
    <message>
        <source>To another run</source>
        <translation>Zu einem anderen Lauf</translation>
    </message>
    <message>
        <source>Exponents over time</source>
        <translation>Exponenten über die Zeit</translation>
    </message>
    <message>
        <source>Moves the cell that is read</source>
        <translation>Bewegt die Zelle, die abgelesen wird</translation>
    </message>
    <message>
        <source>Zooms: at the number, at the pointer</source>
        <translation>Zoomt: bei der Zahl, beim Zeiger</translation>
    </message>
    <message>
        <source>← →, Drag</source>
        <translation>← →, Ziehen</translation>
    </message>
    <message>
        <source>Moves the view</source>
        <translation>Bewegt die Ansicht</translation>
    </message>
    <message>
        <source>To the number and its neighbours; the whole range</source>
        <translation>Zur Zahl und ihren Nachbarn; der ganze Bereich</translation>
    </message>
    <message>
        <source>Takes the number there</source>
        <translation>Nimmt die Zahl dort</translation>
    </message>
    <message>
        <source>Picture of the data</source>
        <translation>Bild der Daten</translation>
    </message>
    <message>
        <source>Moves the place that is read</source>
        <translation>Bewegt die Stelle, die abgelesen wird</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>To where this run and float64 differ most</source>
        <translation>Dorthin, wo sich dieser Lauf und float64 am meisten unterscheiden</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StackedPlot</name>
    <message>
        <source>Steps %1 and %2. </source>
        <translation>Schritte %1 und %2. </translation>
    </message>
    <message>
        <source>Step %1. </source>
        <translation>Schritt %1. </translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>run before</source>
        <translation>Lauf davor</translation>
    </message>
    <message>
        <source>read at step %1</source>
        <translation>bei Schritt %1 gelesen</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StepChip</name>
    <message>
        <source>Pinned step</source>
        <translation>Angehefteter Schritt</translation>
    </message>
    <message>
        <source>The step that was pinned in the plots. What is shown below is of this step, not of the newest one.</source>
        <translation>Der Schritt, der in den Diagrammen angeheftet wurde. Was unten zu sehen ist, ist von diesem Schritt, nicht vom neuesten.</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neuester</translation>
    </message>
    <message>
        <source>Lets the pinned step go: the newest one is shown again (Escape)</source>
        <translation>Löst den angehefteten Schritt: Der neueste wird wieder gezeigt (Escape)</translation>
    </message>
    <message>
        <source>Back to the newest step</source>
        <translation>Zurück zum neuesten Schritt</translation>
    </message>
    <message>
        <source>At step &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Bei Schritt &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StepGrid</name>
    <message>
        <source>What the grid shows</source>
        <translation>Was das Raster zeigt</translation>
    </message>
    <message>
        <source>What the grid shows of each layer: the worst of its tensors</source>
        <translation>Was das Raster von jeder Schicht zeigt: den schlimmsten ihrer Tensoren</translation>
    </message>
    <message>
        <source>Layers over steps</source>
        <translation>Schichten über Schritten</translation>
    </message>
    <message>
        <source>A row for each layer, a column for a few steps: the stronger the colour, the more was lost. Hatched: NaN or infinity; a ring is where the first arose. A click pins the step and chooses the layer. Arrow keys move, Return pins, Escape lets go.</source>
        <translation>Eine Zeile für jede Schicht, eine Spalte für einige Schritte: je kräftiger die Farbe, desto mehr ging verloren. Schraffiert: NaN oder Unendlich; ein Ring ist, wo das Erste entstand. Ein Klick heftet den Schritt an und wählt die Schicht. Pfeiltasten bewegen, die Eingabetaste heftet an, Escape lässt los.</translation>
    </message>
    <message>
        <source>No step yet.</source>
        <translation>Noch kein Schritt.</translation>
    </message>
    <message>
        <source>%1 by layer and step</source>
        <translation>%1 nach Schicht und Schritt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StepSlider</name>
    <message>
        <source>Shown step</source>
        <translation>Gezeigter Schritt</translation>
    </message>
    <message>
        <source>The step that every picture and number is of; at its end the newest. Arrows go step by step, Escape lets the step go.</source>
        <translation>Der Schritt, für den jedes Bild und jede Zahl gilt; an seinem Ende der neueste. Pfeile gehen Schritt für Schritt, Escape löst den Schritt.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StoredTable</name>
    <message>
        <source>The number in each format</source>
        <translation>Die Zahl in jedem Format</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::StoredTableModel</name>
    <message>
        <source>%1, code %2: %3</source>
        <translation>%1, Code %2: %3</translation>
    </message>
    <message>
        <source>stored %1 = %2</source>
        <translation>gespeichert %1 = %2</translation>
    </message>
    <message>
        <source>error %1 = %2 ulp; half an ulp is %3</source>
        <translation>Fehler %1 = %2 ulp; ein halbes ulp ist %3</translation>
    </message>
    <message>
        <source>next below %1, next above %2</source>
        <translation>nächste darunter %1, nächste darüber %2</translation>
    </message>
    <message>
        <source>source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>The number format. Delete removes a row.</source>
        <translation>Das Zahlenformat. Entf entfernt eine Zeile.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>The code, highest bit first: sign, exponent, mantissa. Click a bit, or Space, to toggle it.</source>
        <translation>Der Code, das höchste Bit zuerst: Vorzeichen, Exponent, Mantisse. Ein Klick auf ein Bit oder die Leertaste kippt es.</translation>
    </message>
    <message>
        <source>Bits: sign, exponent, mantissa</source>
        <translation>Bits: Vorzeichen, Exponent, Mantisse</translation>
    </message>
    <message>
        <source>The value that the format stores for the number</source>
        <translation>Der Wert, den das Format für die Zahl speichert</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>What happened: exact, rounded, overflow, underflow; and what kind of value is stored</source>
        <translation>Was geschah: exakt, gerundet, Überlauf, Unterlauf; und welche Art Wert gespeichert ist</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Stored value less the number</source>
        <translation>Gespeicherter Wert minus die Zahl</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>The error in units in the last place: the distance between neighbours at the number. Rounding to nearest is off by at most half of one.</source>
        <translation>Der Fehler in Einheiten der letzten Stelle: dem Abstand der Nachbarn bei der Zahl. Rundung zum nächsten liegt höchstens um eine halbe daneben.</translation>
    </message>
    <message>
        <source>in ulp</source>
        <translation>in ulp</translation>
    </message>
    <message>
        <source>Half a unit in the last place: the largest error of rounding to nearest here</source>
        <translation>Eine halbe Einheit der letzten Stelle: hier der größte Fehler der Rundung zum nächsten</translation>
    </message>
    <message>
        <source>½ ulp</source>
        <translation>½ ulp</translation>
    </message>
    <message>
        <source>The format&apos;s next smaller value</source>
        <translation>Der nächstkleinere Wert des Formats</translation>
    </message>
    <message>
        <source>Next below</source>
        <translation>Nächster darunter</translation>
    </message>
    <message>
        <source>The format&apos;s next larger value</source>
        <translation>Der nächstgrößere Wert des Formats</translation>
    </message>
    <message>
        <source>Next above</source>
        <translation>Nächster darüber</translation>
    </message>
    <message>
        <source>smallest above zero %1, largest %2</source>
        <translation>kleinste über null %1, größte %2</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>The format&apos;s largest finite value</source>
        <translation>Der größte endliche Wert des Formats</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SweepPanel</name>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>Setting to sweep</source>
        <translation>Einstellung des Sweeps</translation>
    </message>
    <message>
        <source>What is changed from run to run; all else is the session as it is</source>
        <translation>Was von Lauf zu Lauf geändert wird; alles andere ist die Sitzung, wie sie ist</translation>
    </message>
    <message>
        <source>Values of the setting</source>
        <translation>Werte der Einstellung</translation>
    </message>
    <message>
        <source>Values with commas between them, and ranges: 2^0..2^20, 1e-6..1e-1, 1..8</source>
        <translation>Werte mit Kommas dazwischen und Bereiche: 2^0..2^20, 1e-6..1e-1, 1..8</translation>
    </message>
    <message>
        <source>Number to plot</source>
        <translation>Gezeichnete Zahl</translation>
    </message>
    <message>
        <source>What is plotted of each run</source>
        <translation>Was von jedem Lauf gezeichnet wird</translation>
    </message>
    <message>
        <source>Start or stop the sweep</source>
        <translation>Den Sweep beginnen oder anhalten</translation>
    </message>
    <message>
        <source>Draw the sweep&apos;s runs together</source>
        <translation>Die Läufe des Sweeps zusammen zeichnen</translation>
    </message>
    <message>
        <source>Takes all runs of this sweep into the comparison: their curves over the steps; several seeds as a band</source>
        <translation>Nimmt alle Läufe dieses Sweeps in den Vergleich auf: ihre Kurven über den Schritten; mehrere Seeds als Band</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>Va&amp;riieren</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Sweep of &quot;%1&quot;:</source>
        <translation>Sweep von „%1“:</translation>
    </message>
    <message>
        <source>Trains the session under each value, and draws one number of all runs as a curve.</source>
        <translation>Trainiert die Sitzung unter jedem Wert und zeichnet eine Zahl aller Läufe als Kurve.</translation>
    </message>
    <message>
        <source>kept run</source>
        <translation>aufbewahrter Lauf</translation>
    </message>
    <message>
        <source>kept runs</source>
        <translation>aufbewahrte Läufe</translation>
    </message>
    <message>
        <source>To make room, %1 will go: the oldest without a star.</source>
        <translation>Um Platz zu machen, wird aufgegeben: %1, die ältesten ohne Stern.</translation>
    </message>
    <message>
        <source>Training run %1 of %2, %3 %4: %5.</source>
        <translation>Trainiert Lauf %1 von %2, %3 %4: %5.</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message>
        <source>Trains the session once for each value, in the background; its runs are kept in the table above, as one row</source>
        <translation>Trainiert die Sitzung im Hintergrund einmal für jeden Wert; die Läufe werden in der Tabelle oben aufbewahrt, als eine Zeile</translation>
    </message>
    <message>
        <source>Draw to&amp;gether</source>
        <translation>&amp;Zusammen zeichnen</translation>
    </message>
    <message>
        <source>Sweep to draw</source>
        <translation>Sweep, der gezeichnet wird</translation>
    </message>
    <message>
        <source>Which of the sweeps that are kept is drawn; also those of the session&apos;s file</source>
        <translation>Welcher der aufbewahrten Sweeps gezeichnet wird; auch die aus der Datei der Sitzung</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::SweepPlot</name>
    <message>
        <source>The sweep&apos;s curve</source>
        <translation>Die Kurve des Sweeps</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>noch nicht trainiert</translation>
    </message>
    <message>
        <source>diverged at step %1</source>
        <translation>divergiert bei Schritt %1</translation>
    </message>
    <message>
        <source>; within the %1 to %2 of the session under %3 seeds</source>
        <translation>; innerhalb der %1 bis %2 der Sitzung unter %3 Seeds</translation>
    </message>
    <message>
        <source>; beyond the %1 to %2 of the session under %3 seeds</source>
        <translation>; außerhalb der %1 bis %2 der Sitzung unter %3 Seeds</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>first point: %1</source>
        <translation>erster Punkt: %1</translation>
    </message>
    <message>
        <source>diverged at step</source>
        <translation>divergiert bei Schritt</translation>
    </message>
    <message>
        <source>○ zero</source>
        <translation>○ null</translation>
    </message>
    <message>
        <source>✕ diverged or not finite</source>
        <translation>✕ divergiert oder nicht endlich</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TabMenu</name>
    <message>
        <source>All tabs</source>
        <translation>Alle Reiter</translation>
    </message>
    <message>
        <source>Lists the tabs that have no room too</source>
        <translation>Führt auch die Reiter auf, für die kein Platz ist</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TaskBar</name>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Gives this up; what is known stays</source>
        <translation>Gibt das auf; was bekannt ist, bleibt</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TensorBrowser</name>
    <message>
        <source>&amp;Worst element</source>
        <translation>&amp;Schlechtestes Element</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose tensors are listed</source>
        <translation>Die Schicht, deren Tensoren aufgeführt sind</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Inputs and outputs are those of the last batch; weights are after its update; gradients carry the loss scale</source>
        <translation>Eingaben und Ausgaben sind die des letzten Batches; Gewichte sind nach seinem Update; Gradienten tragen die Loss-Skalierung</translation>
    </message>
    <message>
        <source>Shows newer values while the run trains</source>
        <translation>Zeigt neuere Werte, während der Lauf trainiert</translation>
    </message>
    <message>
        <source>Opens an element by chance in the lab</source>
        <translation>Öffnet ein zufälliges Element im Labor</translation>
    </message>
    <message>
        <source>Opens the element that is furthest from float64 in ulps, or the first that is not finite</source>
        <translation>Öffnet das Element, das in ulps am weitesten von float64 liegt, oder das erste nicht endliche</translation>
    </message>
    <message>
        <source>Elements of the tensor</source>
        <translation>Elemente des Tensors</translation>
    </message>
    <message>
        <source>elements of the newest step until the run pauses</source>
        <translation>Elemente des neuesten Schritts, bis der Lauf anhält</translation>
    </message>
    <message>
        <source>elements of step %1; Back to step (B) goes to the other</source>
        <translation>Elemente von Schritt %1; „Zurück zu“ (B) geht zum anderen</translation>
    </message>
    <message>
        <source>its tensors are here</source>
        <translation>seine Tensoren sind hier</translation>
    </message>
    <message>
        <source>%1 of shape %2 in %3, after step %4. Click an element to see its bits.</source>
        <translation>%1 mit Form %2 in %3, nach Schritt %4. Ein Klick auf ein Element zeigt seine Bits.</translation>
    </message>
    <message>
        <source> Times the loss scale, %1.</source>
        <translation> Mal die Loss-Skalierung, %1.</translation>
    </message>
    <message>
        <source>follow the run</source>
        <translation>Dem Lauf folgen</translation>
    </message>
    <message>
        <source>Random element</source>
        <translation>Zufälliges Element</translation>
    </message>
    <message>
        <source>%1 of shape %2, of step %3. Click an element to see the bits of its weight.</source>
        <translation>%1 der Form %2, von Schritt %3. Ein Klick auf ein Element zeigt die Bits seines Gewichts.</translation>
    </message>
    <message>
        <source>Did not move, although float64&apos;s did: %1 of %2.</source>
        <translation>Nicht bewegt, obwohl float64 es tat: %1 von %2.</translation>
    </message>
    <message>
        <source>%1, the weight before it</source>
        <translation>%1, das Gewicht davor</translation>
    </message>
    <message>
        <source>Follow this number</source>
        <translation>Dieser Zahl folgen</translation>
    </message>
    <message>
        <source>Shows what each operation of the step does to this element (Ctrl+Return)</source>
        <translation>Zeigt, was jede Operation des Schritts mit diesem Element tut (Strg+Eingabe)</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TensorDetails</name>
    <message>
        <source>Read &amp;as</source>
        <translation>Lesen al&amp;s</translation>
    </message>
    <message>
        <source>&amp;Orders of its sum…</source>
        <translation>Reihenf&amp;olgen seiner Summe…</translation>
    </message>
    <message>
        <source>Next &amp;NaN or ∞</source>
        <translation>Nächstes &amp;NaN oder ∞</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>NumPy writes bfloat16 and float8 without saying so: choose what the elements are</source>
        <translation>NumPy schreibt bfloat16 und float8, ohne es zu sagen: Wählen Sie, was die Elemente sind</translation>
    </message>
    <message>
        <source>Adds its elements up in the orders that libraries choose between, side by side</source>
        <translation>Summiert seine Elemente in den Reihenfolgen auf, zwischen denen Bibliotheken wählen, nebeneinander</translation>
    </message>
    <message>
        <source>What there is to see of the tensor</source>
        <translation>Was von dem Tensor zu sehen ist</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Its elements, with the bits that the file has</source>
        <translation>Seine Elemente mit den Bits, wie sie in der Datei stehen</translation>
    </message>
    <message>
        <source>Exponents</source>
        <translation>Exponenten</translation>
    </message>
    <message>
        <source>Its magnitudes beside the range of a format</source>
        <translation>Seine Beträge neben dem Bereich eines Formats</translation>
    </message>
    <message>
        <source>Would lose</source>
        <translation>Verlöre</translation>
    </message>
    <message>
        <source>What it would lose in other formats, from its values as they are</source>
        <translation>Was er in anderen Formaten verlöre, von seinen Werten aus, wie sie sind</translation>
    </message>
    <message>
        <source>Elements of the tensor</source>
        <translation>Elemente des Tensors</translation>
    </message>
    <message>
        <source>Goes to the next element that is NaN or infinite</source>
        <translation>Geht zum nächsten Element, das NaN oder unendlich ist</translation>
    </message>
    <message>
        <source>&amp;Beside</source>
        <translation>&amp;Verglichen mit</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>The format whose range the lines show</source>
        <translation>Das Format, dessen Bereich die Linien zeigen</translation>
    </message>
    <message>
        <source>What the tensor would lose in other formats</source>
        <translation>Was der Tensor in anderen Formaten verlöre</translation>
    </message>
    <message>
        <source>Choose a tensor of the list.</source>
        <translation>Wählen Sie einen Tensor aus der Liste.</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>%1: %2 of shape %3, %4 zeros, %5 NaN, %6 infinite; magnitudes from %7 to %8, mean %9</source>
        <translation>%1: %2 mit Form %3, %4 Nullen, %5 NaN, %6 unendlich; Beträge von %7 bis %8, Mittel %9</translation>
    </message>
    <message>
        <source>Rounding to each format…</source>
        <translation>Wird auf jedes Format gerundet…</translation>
    </message>
    <message>
        <source>The values as they are, rounded once to each format.</source>
        <translation>Die Werte, wie sie sind, einmal auf jedes Format gerundet.</translation>
    </message>
    <message>
        <source>&amp;Round again</source>
        <translation>&amp;Neu runden</translation>
    </message>
    <message>
        <source>Rounds the tensor to each of the formats again</source>
        <translation>Rundet den Tensor noch einmal in jedes der Formate</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TensorFilePage</name>
    <message>
        <source>Tensors in whose names these letters are, in this order; ↓ goes to the list</source>
        <translation>Tensoren, in deren Namen diese Buchstaben in dieser Reihenfolge stehen; ↓ geht zur Liste</translation>
    </message>
    <message>
        <source>Search the tensors</source>
        <translation>Tensoren durchsuchen</translation>
    </message>
    <message>
        <source>Tensors of the file</source>
        <translation>Tensoren der Datei</translation>
    </message>
    <message>
        <source>Reads every tensor once for its least and largest magnitude and for what is not finite</source>
        <translation>Liest jeden Tensor einmal, für seinen kleinsten und größten Betrag und für nicht Endliches</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>Über Schritte</translation>
    </message>
    <message>
        <source>The amaxes that the float8 layer has kept, and the scales that recipes would have given</source>
        <translation>Die Amax-Werte, die die float8-Schicht behalten hat, und die Skalierungen, die Rezepte gegeben hätten</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>Alle Tensoren</translation>
    </message>
    <message>
        <source>What each tensor of the file would lose in each format, the gravest first</source>
        <translation>Was jeder Tensor der Datei in jedem Format verlöre, das Schlimmste zuerst</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TensorListModel</name>
    <message>
        <source>The tensor&apos;s name in the file</source>
        <translation>Der Name des Tensors in der Datei</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>What its elements are stored as</source>
        <translation>Als was seine Elemente gespeichert sind</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>Its extents, the last axis last</source>
        <translation>Seine Ausdehnungen, die letzte Achse zuletzt</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>What its elements take in the file</source>
        <translation>Was seine Elemente in der Datei belegen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>The least magnitude above zero; empty until it was read</source>
        <translation>Der kleinste Betrag über null; leer, bis er gelesen wurde</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>The largest finite magnitude; empty until it was read</source>
        <translation>Der größte endliche Betrag; leer, bis er gelesen wurde</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>How many elements are NaN or infinite; empty until it was read</source>
        <translation>Wie viele Elemente NaN oder unendlich sind; leer, bis er gelesen wurde</translation>
    </message>
    <message>
        <source>NaN, ∞</source>
        <translation>NaN, ∞</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TensorTableModel</name>
    <message>
        <source>%1 %2 at step %3</source>
        <translation>%1 %2 bei Schritt %3</translation>
    </message>
    <message>
        <source>Press Enter or click to open this element in the lab</source>
        <translation>Eingabetaste oder Klick öffnet dieses Element im Labor</translation>
    </message>
    <message>
        <source>The element as the run stores it; gradients are multiplied by the loss scale</source>
        <translation>Das Element, wie der Lauf es speichert; Gradienten sind mit der Loss-Skalierung multipliziert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The same element in the float64 reference, multiplied by the same loss scale</source>
        <translation>Dasselbe Element bein der float64-Referenz, mit derselben Loss-Skalierung multipliziert</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>Value less float64: all that happened to the run so far, not this one rounding</source>
        <translation>Wert minus float64: alles, was dem Lauf bisher geschah, nicht diese eine Rundung</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>The difference in units in the last place of the tensor&apos;s format</source>
        <translation>Der Unterschied in Einheiten der letzten Stelle des Formats des Tensors</translation>
    </message>
    <message>
        <source>in ulp</source>
        <translation>in ulp</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>As it was before the update, in its own format</source>
        <translation>Wie es vor dem Update war, in seinem eigenen Format</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>By how much the weight as it is stored has moved; 0: not at all</source>
        <translation>Um wie viel sich das Gewicht, wie es gespeichert ist, bewegt hat; 0: gar nicht</translation>
    </message>
    <message>
        <source>By how much the same weight has moved in the float64 reference</source>
        <translation>Um wie viel sich dasselbe Gewicht bein der float64-Referenz bewegt hat</translation>
    </message>
    <message>
        <source>The difference in units in the last place of the weight: what is less than a half of one is lost by rounding</source>
        <translation>Die Differenz in Einheiten der letzten Stelle des Gewichts: was weniger als eine halbe ist, geht beim Runden verloren</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TrainingPage</name>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>Change loss</source>
        <translation>Loss ändern</translation>
    </message>
    <message>
        <source>Change optimizer</source>
        <translation>Optimierer ändern</translation>
    </message>
    <message>
        <source>Change learning-rate schedule</source>
        <translation>Lernratenplan ändern</translation>
    </message>
    <message>
        <source>Change loss scale</source>
        <translation>Loss-Skalierung ändern</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::TrainingView</name>
    <message>
        <source>&amp;Choose plots…</source>
        <translation>Diagramme &amp;wählen…</translation>
    </message>
    <message>
        <source>Any recorded metric as a plot: adds, removes and orders them (Ctrl+P)</source>
        <translation>Jede aufgezeichnete Kennzahl als Diagramm: hinzufügen, entfernen, ordnen (Strg+P)</translation>
    </message>
    <message>
        <source>Plots of the la&amp;yer</source>
        <translation>Diagramme de&amp;r Schicht</translation>
    </message>
    <message>
        <source>Adds plots that follow the selected layer: its error, what it loses, its largest magnitudes (L)</source>
        <translation>Fügt Diagramme hinzu, die der gewählten Schicht folgen: ihr Fehler, was sie verliert, ihre größten Beträge (L)</translation>
    </message>
    <message>
        <source>&amp;Watches…</source>
        <translation>Beoba&amp;chtungen…</translation>
    </message>
    <message>
        <source>A metric of your own as a curve, an alarm and a stop, such as amax(dense_2.output)/65504 &gt; 0.9 (W)</source>
        <translation>Eine eigene Kennzahl als Kurve, Alarm und Haltepunkt, etwa amax(dense_2.output)/65504 &gt; 0.9 (W)</translation>
    </message>
    <message>
        <source>&amp;Note at this step…</source>
        <translation>&amp;Notiz an diesem Schritt…</translation>
    </message>
    <message>
        <source>Writes a note at the pinned step, about the selected layer; it is saved in the session (N)</source>
        <translation>Schreibt am angehefteten Schritt eine Notiz über die gewählte Schicht; sie wird in der Sitzung gespeichert (N)</translation>
    </message>
    <message>
        <source>N&amp;otes…</source>
        <translation>N&amp;otizen…</translation>
    </message>
    <message>
        <source>Lists the session&apos;s notes, to go to one, to rewrite or remove it (Shift+N)</source>
        <translation>Führt die Notizen der Sitzung auf, um zu einer zu gehen, sie umzuschreiben oder zu entfernen (Umschalt+N)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neuester</translation>
    </message>
    <message>
        <source>Lets the pinned step go: everything is of the newest step again (Escape)</source>
        <translation>Löst den angehefteten Schritt: Alles ist wieder vom neuesten Schritt (Escape)</translation>
    </message>
    <message>
        <source>Back to the newest step</source>
        <translation>Zurück zum neuesten Schritt</translation>
    </message>
    <message>
        <source>Return keeps the note, an empty one removes it; Escape leaves it as it was</source>
        <translation>Die Eingabetaste behält die Notiz, eine leere entfernt sie; Escape lässt sie, wie sie war</translation>
    </message>
    <message>
        <source>Plots…</source>
        <translation>Diagramme…</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Watch…</source>
        <translation>Beobachten…</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Shows the whole run (0, or a double click on a plot)</source>
        <translation>Zeigt den ganzen Lauf (0 oder ein Doppelklick auf ein Diagramm)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Saves the plots as they are shown, as PNG, SVG or PDF, or their numbers as CSV</source>
        <translation>Speichert die Diagramme, wie sie zu sehen sind, als PNG, SVG oder PDF, oder ihre Zahlen als CSV</translation>
    </message>
    <message>
        <source>Point at a plot to read another step, or use ← and → (Page keys: 10 steps, Ctrl: 100). A click or Return pins it, for the tiles, the layers and the labs too. With Shift the same moves a second cursor: the plots then tell how far apart the two steps are, and the tiles add up the steps between. . and , go to the next and the last event: a skipped step, an overflow, the first flushed gradient, a jump.</source>
        <translation>Zeigen Sie auf ein Diagramm, um einen anderen Schritt abzulesen, oder verwenden Sie ← und → (Bildtasten: 10 Schritte, Strg: 100). Ein Klick oder die Eingabetaste heftet ihn an, auch für Kacheln, Schichten und Labore. Mit Umschalt bewegt dasselbe einen zweiten Cursor: Die Diagramme sagen dann, wie weit die beiden Schritte auseinander sind, und die Kacheln zählen die Schritte dazwischen zusammen. . und , gehen zum nächsten und zum letzten Ereignis: einem übersprungenen Schritt, einem Überlauf, dem ersten Gradienten zu null, einem Sprung.</translation>
    </message>
    <message>
        <source>No step is trained yet</source>
        <translation>Noch ist kein Schritt trainiert</translation>
    </message>
    <message>
        <source>At the newest step, &lt;b&gt;%1&lt;/b&gt; – point at a plot to read another</source>
        <translation>Beim neuesten Schritt, &lt;b&gt;%1&lt;/b&gt; – zeigen Sie auf ein Diagramm, um einen anderen abzulesen</translation>
    </message>
    <message>
        <source>Step &lt;b&gt;%1&lt;/b&gt; → &lt;b&gt;%2&lt;/b&gt;, pinned: the tiles are of these %3</source>
        <translation>Schritt &lt;b&gt;%1&lt;/b&gt; → &lt;b&gt;%2&lt;/b&gt;, angeheftet: Die Kacheln sind von diesen %3</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>At step &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Bei Schritt &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>, pinned</source>
        <translation>, angeheftet</translation>
    </message>
    <message>
        <source>There are %1 plots, and at most %2 are drawn: take some away first (Ctrl+P).</source>
        <translation>Es gibt %1 Diagramme, und höchstens %2 werden gezeichnet: Nehmen Sie zuerst einige weg (Strg+P).</translation>
    </message>
    <message>
        <source>Plots of the layer</source>
        <translation>Diagramme der Schicht</translation>
    </message>
    <message>
        <source>Without plots of the layer</source>
        <translation>Ohne Diagramme der Schicht</translation>
    </message>
    <message>
        <source>Note at step %1, %2</source>
        <translation>Notiz bei Schritt %1, %2</translation>
    </message>
    <message>
        <source>The session has %1 notes, as many as it can: remove one first (Shift+N). Not kept: %2</source>
        <translation>Die Sitzung hat %1 Notizen, so viele wie möglich: Entfernen Sie zuerst eine (Umschalt+N). Nicht behalten: %2</translation>
    </message>
    <message>
        <source>Note at step %1</source>
        <translation>Notiz bei Schritt %1</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::ViewMenu</name>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>&amp;Dunkles Thema</translation>
    </message>
    <message>
        <source>Dark colours for the window and the plots</source>
        <translation>Dunkle Farben für Fenster und Diagramme</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Präsentieren</translation>
    </message>
    <message>
        <source>For a projector: larger text, full screen, only the numbers and the plots (F11)</source>
        <translation>Für einen Beamer: größerer Text, ganzer Bildschirm, nur die Zahlen und die Diagramme (F11)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Größerer Text</translation>
    </message>
    <message>
        <source>Makes all text larger</source>
        <translation>Macht allen Text größer</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Kleinerer Text</translation>
    </message>
    <message>
        <source>Makes all text smaller</source>
        <translation>Macht allen Text kleiner</translation>
    </message>
    <message>
        <source>Restore d&amp;efault layout</source>
        <translation>S&amp;tandardanordnung wiederherstellen</translation>
    </message>
    <message>
        <source>Puts panels, text size and window back to where they were at first</source>
        <translation>Stellt Felder, Textgröße und Fenster dorthin zurück, wo sie am Anfang waren</translation>
    </message>
    <message>
        <source>&amp;Model panel</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>Shows or hides the model and its forms</source>
        <translation>Zeigt oder verbirgt das Modell und seine Formulare</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sprac&amp;he</translation>
    </message>
    <message>
        <source>The window&apos;s texts and numbers in this language from the next start on; files have none</source>
        <translation>Texte und Zahlen des Fensters ab dem nächsten Start in dieser Sprache; Dateien haben keine</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>Die Sprache wechselt beim nächsten Start.</translation>
    </message>
    <message>
        <source>Presenting: F11 or Esc goes back, F9 shows the model.</source>
        <translation>Präsentation: F11 oder Esc geht zurück, F9 zeigt das Modell.</translation>
    </message>
    <message>
        <source>The default layout is back.</source>
        <translation>Die Standardanordnung ist wieder da.</translation>
    </message>
    <message>
        <source>Pl&amp;ots</source>
        <translation>Diagramm&amp;e</translation>
    </message>
    <message>
        <source>Which plots there are, notes in them, and ways to keep a plot</source>
        <translation>Welche Diagramme es gibt, Notizen darin, und wie man ein Diagramm behält</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::WatchDialog</name>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>A metric made of recorded ones, as a curve below the plots. With a comparison it is an alarm too: where it becomes true, a triangle marks the step, and a ticked one pauses the run there.</source>
        <translation>Eine Kennzahl aus aufgezeichneten, als Kurve unter den Diagrammen. Mit einem Vergleich ist sie auch ein Alarm: Wo er wahr wird, markiert ein Dreieck den Schritt, und eine angehakte hält den Lauf dort an.</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Metrics of a step: %1. Metrics of a tensor: amax, rms, flushed_percent, local_error and all others of tensors.csv, of (layer.output), (layer.output_gradient), (layer.kernel), (layer.kernel_gradient).</source>
        <translation>Kennzahlen eines Schritts: %1. Kennzahlen eines Tensors: amax, rms, flushed_percent, local_error und alle anderen aus tensors.csv, von (layer.output), (layer.output_gradient), (layer.kernel), (layer.kernel_gradient).</translation>
    </message>
    <message>
        <source>such as %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>Draws the expression&apos;s curve, and marks where it becomes true (Return)</source>
        <translation>Zeichnet die Kurve des Ausdrucks und markiert, wo er wahr wird (Eingabe)</translation>
    </message>
    <message>
        <source>Ticked: a run pauses where it becomes true. Space ticks, Delete removes.</source>
        <translation>Angehakt: Ein Lauf hält an, wo sie wahr wird. Die Leertaste hakt an, Entf entfernt.</translation>
    </message>
    <message>
        <source>Takes the watch away (Delete)</source>
        <translation>Nimmt die Beobachtung weg (Entf)</translation>
    </message>
    <message>
        <source>The watches stay as they are (Escape)</source>
        <translation>Die Beobachtungen bleiben, wie sie sind (Escape)</translation>
    </message>
    <message>
        <source>Ticked: &amp;pauses the run where it becomes true</source>
        <translation>Angehakt: hält den Lauf an, wo sie wahr wird (&amp;Pause)</translation>
    </message>
    <message>
        <source>A curve; without a comparison it stops nothing</source>
        <translation>Eine Kurve; ohne Vergleich hält sie nichts an</translation>
    </message>
    <message>
        <source>Ticked: the run pauses where it becomes true</source>
        <translation>Angehakt: Der Lauf hält an, wo sie wahr wird</translation>
    </message>
    <message>
        <source>Type a metric, such as loss or amax(dense_1.output), and what to compare it with.</source>
        <translation>Tippen Sie eine Kennzahl, etwa loss oder amax(dense_1.output), und womit sie zu vergleichen ist.</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>At most %1 watches: remove one first.</source>
        <translation>Höchstens %1 Beobachtungen: Entfernen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>This is watched already.</source>
        <translation>Dies wird schon beobachtet.</translation>
    </message>
    <message>
        <source>A curve, its limit, and a mark where it becomes true.</source>
        <translation>Eine Kurve, ihre Grenze und eine Marke, wo er wahr wird.</translation>
    </message>
    <message>
        <source>A curve. With a comparison, such as &gt; 0.9, it is an alarm too.</source>
        <translation>Eine Kurve. Mit einem Vergleich, etwa &gt; 0.9, ist sie auch ein Alarm.</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>%1 beobachten</translation>
    </message>
    <message>
        <source>Remove watch</source>
        <translation>Beobachtung entfernen</translation>
    </message>
    <message>
        <source>Stop at a watch</source>
        <translation>An einer Beobachtung anhalten</translation>
    </message>
</context>
<context>
    <name>ulpscope::ui::WordCompleter</name>
    <message>
        <source>Offer all names</source>
        <translation>Alle Namen anbieten</translation>
    </message>
    <message>
        <source>Offers all names (F4); typing a part of one searches</source>
        <translation>Bietet alle Namen an (F4); ein Teil eines Namens, getippt, sucht</translation>
    </message>
</context>
</TS>
