// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/typed_texts.h"

namespace ulpscope::ui::walk {

using namespace Qt::StringLiterals;

const QList<QString>& typedTexts()
{
    static const QList<QString> texts{
        // numbers, lists; none that is allowed and asks for more than a moment and some megabytes
        u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"8"_s, u"-1"_s, u"-0"_s, u"0.5"_s, u"1e-3"_s, u"1e-45"_s,
        u"60"_s, u"NaN"_s, u"nan"_s, u"inf"_s, u"-Infinity"_s, u"1e999"_s, u"-1e999"_s,
        u"99999999999999999999"_s, u"9223372036854775807"_s, u"-9223372036854775808"_s, u"2147483648"_s,
        u"1e308"_s, u"0x7E"_s, u"2^-24*1.5"_s, u"sqrt(2)"_s, u"1,5"_s, u"[2, 2]"_s, u"(4, 4, 1)"_s,
        u"1, 2, 3"_s, u"[[[["_s, u"2,"_s, u"1 2"_s,
        // words of the catalogs
        u"relu"_s, u"softmax"_s, u"constant(0.5)"_s, u"l2(0.01)"_s, u"l1_l2(0.01, nan)"_s, u"float16"_s,
        u"mixed_float16"_s, u"mixed_bfloat16"_s, u"float8_from_mixed_bfloat16"_s, u"float64"_s, u"int8"_s,
        u"int8_from_float32"_s, u"flaot16"_s, u"none"_s, u"dynamic 1024"_s, u"fixed 8"_s, u"fixed -1"_s,
        u"automatic"_s, u"ab,bc->ac"_s, u"abcd,de->abce"_s, u"a->"_s, u"mxfp8"_s, u"float(8,23)"_s,
        // names and keys of a map
        u"dense_1"_s, u"logits"_s, u"sequential"_s, u"dense.*"_s, u"("_s, u"[a-z"_s, u"(a+)+$"_s,
        u"(?i)DENSE"_s,
        // text that is text
        u""_s, u" "_s, u"x"_s, u"A Title"_s, u"%1 %2 %L3"_s, u"<b>x</b>&amp;"_s, u"\"quoted\""_s,
        u"\u00fcn\u00ef\u221e\u6570"_s, u"\U0001F600"_s, u"\u202Eabc"_s, u"a\tb"_s, u"\u001b[31m"_s,
        QString(300, u'9'), QString(3000, u'x')};
    return texts;
}

const QList<QString>& pastedTexts()
{
    static const QList<QString> texts{u"float32"_s, u"mixed_float16"_s, u"flaot16"_s,
        u"{\"class_name\": \"DTypePolicy\", \"config\": {\"name\": \"bfloat16\"}}"_s,
        u"{\"class_name\": \"DTypePolicyMap\", \"config\": {\"default_policy\": \"mixed_float16\", "
        "\"policy_map\": {\"sequential/dense_1\": \"float32\", \"dense.*\": \"bfloat16\"}}}"_s,
        u"{\"class_name\": \"Sequential\", \"config\": {\"name\": \"sequential\", \"layers\": []}}"_s,
        u"{\"class_name\": \"DTypePolicy\", \"config\": {\"name\": 7}}"_s, u"{\"class_name\": "_s, u"[]"_s,
        u"null"_s, u""_s, u"\u6570"_s, QString(2000, u'['),
        u"step 1: loss 2.5\nGradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\nstep 2: loss nan\n"_s,
        u"step,loss,loss_scale\n1,0.5,1024\n2,nan,512\n3,,256\n"_s};
    return texts;
}

} // namespace ulpscope::ui::walk
