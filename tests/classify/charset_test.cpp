#include "classify/charset.hpp"

#include "judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iconv.h>

namespace outrider {
namespace {

using ::testing::HasSubstr;

std::string encoded(const std::string& text, const char* charset) {
    const iconv_t encoder = iconv_open(charset, "UTF-8");
    EXPECT_NE(encoder, reinterpret_cast<iconv_t>(-1)) << charset;
    std::string out(text.size() * 4 + 16, '\0');
    char* from = const_cast<char*>(text.data());
    char* to = out.data();
    std::size_t left = text.size();
    std::size_t room = out.size();
    EXPECT_EQ(iconv(encoder, &from, &left, &to, &room), 0U) << charset << ": " << text;
    iconv(encoder, nullptr, nullptr, &to, &room);
    iconv_close(encoder);
    out.resize(out.size() - room);
    return out;
}

Answer typed(const std::string& type, std::string body) {
    return *answered(200, {{"Content-Type", type}}, std::move(body)).answer;
}
std::string read(const std::string& type, const std::string& body) {
    const auto answer = in_utf8(typed(type, body));
    return answer ? answer->body : "as it was";
}

struct Family {
    const char* label;
    const char* iconv;
    std::string text;
};

const std::string russian = "Слишком много запросов";
const std::string chinese = "访问过于频繁，请稍候";
const std::string taiwanese = "請稍候，安全驗證";
const std::string japanese = "リクエストが多すぎます、拒否";
const std::string korean = "잠시만 기다리십시오 거부";

const std::vector<Family>& families() {
    static const std::vector<Family> all = {
        {"windows-1251", "CP1251", russian},
        {"CP1251", "CP1251", russian},
        {"koi8-r", "KOI8-R", russian},
        {"koi8-u", "KOI8-U", "Забагато запитів, їжак"},
        {"ibm866", "CP866", russian},
        {"iso-8859-5", "ISO-8859-5", russian},
        {"x-mac-cyrillic", "MAC-CYRILLIC", russian},
        {"windows-1252", "CP1252", "You’re blocked…"},
        // Not the standard of that name, which has controls for these letters.
        {"iso-8859-1", "CP1252", "You’re blocked… Zurückgewiesen"},
        {"ISO_8859-1:1987", "CP1252", "You’re blocked…"},
        {"latin1", "CP1252", "You’re blocked…"},
        {"us-ascii", "CP1252", "You’re blocked…"},
        {"iso-8859-2", "ISO-8859-2", "Zbyt wiele żądań"},
        {"windows-1250", "CP1250", "Zbyt wiele żądań"},
        {"iso-8859-7", "ISO-8859-7", "Πάρα πολλά αιτήματα"},
        {"windows-1253", "CP1253", "Πάρα πολλά αιτήματα"},
        {"iso-8859-9", "CP1254", "Bir dakika lütfen, ışık…"},
        {"iso-8859-15", "ISO-8859-15", "Trop de requêtes, 5 €"},
        {"windows-1255", "CP1255", "יותר מדי בקשות"},
        {"iso-8859-8-i", "ISO-8859-8", "יותר מדי בקשות"},
        {"windows-1256", "CP1256", "طلبات كثيرة"},
        {"windows-1257", "CP1257", "Per daug užklausų"},
        {"windows-1258", "CP1258", "Đang"},
        {"tis-620", "CP874", "คำขอมากเกินไป…"},
        {"macintosh", "MACINTOSH", "Trop de requêtes"},
        {"gbk", "GBK", chinese},
        {"gb18030", "GB18030", chinese + "😀"},
        // Their letters beyond the standard of that name.
        {"gb2312", "GBK", "請稍候 镕"},
        {"GB_2312-80", "GB18030", chinese},
        {"big5", "BIG5", taiwanese},
        {"big5-hkscs", "BIG5-HKSCS", taiwanese + "嘅"},
        {"shift_jis", "CP932", japanese + "①"},
        {"x-sjis", "CP932", japanese + "～"},
        {"Windows-31J", "CP932", japanese},
        {"euc-jp", "EUC-JP", japanese},
        {"x-euc-jp", "EUC-JP-MS", japanese + "①"},
        {"iso-2022-jp", "ISO-2022-JP", japanese},
        {"euc-kr", "EUC-KR", korean},
        {"ks_c_5601-1987", "CP949", korean + "똠방각하"},
        {"utf-16", "UTF-16LE", japanese},
        {"utf-16le", "UTF-16LE", "plain words"},
        {"utf-16be", "UTF-16BE", russian},
    };
    return all;
}

TEST(Charset, ReadsEachFamilyAsBrowsersDo) {
    for (const Family& each : families()) {
        const std::string text = "<p>" + each.text + "</p>";
        EXPECT_EQ(read(std::string("text/html; charset=") + each.label, encoded(text, each.iconv)), text)
            << each.label;
    }
}

TEST(Charset, FindsTheDeclarationOfAPageInItsFirstBytes) {
    for (const char* meta : {
             R"(<meta charset="windows-1251">)",
             R"(<META CHARSET=Windows-1251/>)",
             R"(<meta name="a" charset = 'cp1251' >)",
             R"(<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">)",
             R"(<meta content='text/html;charset="windows-1251"' http-equiv=content-type>)",
             R"(<!-- <meta charset="koi8-r"> --><meta charset="none such"><meta charset="windows-1251">)",
             R"(<script>"<meta charset=koi8-r>"</script><meta charset="windows-1251">)",
             R"(<meta name="about" content="charset=koi8-r"><meta charset="windows-1251">)",
         }) {
        const std::string page = "<html><title>" + russian + "</title>" + meta;
        const std::string bytes = encoded(page, "CP1251");
        EXPECT_EQ(read("text/html", bytes), page) << meta;
        EXPECT_EQ(read("text/html; charset=no-such-one", bytes), page) << meta;
        EXPECT_EQ(in_utf8(*answered(200, {}, bytes).answer)->body, page) << meta;
        EXPECT_EQ(read("text/plain", bytes), "as it was") << meta;
        EXPECT_EQ(read("text/html; charset=utf-8", bytes), "as it was") << meta;
        EXPECT_EQ(read("text/html", encoded("<p>" + russian + std::string(1024, ' ') + meta, "CP1251")),
                  "as it was");
    }
    const std::string koi8 = encoded("<meta charset=windows-1251>" + russian, "KOI8-R");
    EXPECT_THAT(read("text/html; Charset=\"KOI8-R\"", koi8), HasSubstr(russian));
    EXPECT_EQ(read("text/html", encoded("<meta charset=utf-16>" + russian, "CP1251")), "as it was");
}

TEST(Charset, AMarkOfTheByteOrderIsStrongerThanWhatIsDeclared) {
    const std::string page = "<p>" + russian;
    EXPECT_EQ(read("text/html; charset=koi8-r", "\xFF\xFE" + encoded(page, "UTF-16LE")), page);
    EXPECT_EQ(read("text/html; charset=utf-16", "\xFE\xFF" + encoded(page, "UTF-16BE")), page);
    EXPECT_EQ(read("text/html; charset=koi8-r", "\xEF\xBB\xBF" + page + "\xFF"), "as it was");
}

TEST(Charset, CopiesNothingThatIsUtf8) {
    for (const char* type : {"text/html", "text/html; charset=utf-8", "text/html; charset=iso-8859-1",
                             "text/html; charset=windows-1251", "text/html; charset=shift_jis"}) {
        EXPECT_FALSE(in_utf8(typed(type, "<meta charset=koi8-r>plain"))) << type;
        EXPECT_FALSE(in_utf8(typed(type, "<meta charset=koi8-r>" + russian))) << type;
        EXPECT_FALSE(in_utf8(typed(type, "<meta charset=koi8-r>" + russian + "\xD0"))) << type;
        EXPECT_FALSE(in_utf8(typed(type, ""))) << type;
    }
    for (const char* type : {"text/html", "text/html; charset=x-unknown", "text/html; charset=//TRANSLIT",
                             "text/html; charset=", "text/html; charset=utf-7"})
        EXPECT_FALSE(in_utf8(typed(type, "<p>\xCF\xF0\xE8\xE2\xE5\xF2"))) << type;
}

TEST(Charset, GoesOnAfterWhatCannotBeDecoded) {
    EXPECT_EQ(read("a/b; charset=shift_jis", "a\xFF\x82\xA0z\x82"), "a\uFFFDあz");
    EXPECT_EQ(read("a/b; charset=euc-kr", "a\x80<b>\xB0\xA1"), "a\uFFFD<b>가");
    EXPECT_EQ(read("a/b; charset=windows-1252", "\x81\xE9"), "\uFFFDé");
    EXPECT_EQ(read("a/b; charset=utf-16", std::string("a\0\x00\xDC"
                                                      "b\0c",
                                                      7)),
              "a\uFFFDb");
    EXPECT_EQ(read("a/b; charset=big5", "\xA7\xDA\x88\x66"), "我Ê");
    for (const Family& each : families()) {
        for (const std::size_t size : {1U, 4095U, 100'000U}) {
            const auto answer =
                in_utf8(typed(std::string("a/b; charset=") + each.label, std::string(size, '\xFF')));
            ASSERT_TRUE(answer) << each.label;
            EXPECT_LE(answer->body.size(), 3 * size) << each.label;
        }
    }
}

TEST(Charset, ASoftBlockIsSeenInItsOwn) {
    const auto judged = [](const std::string& text, const char* label, const char* iconv) {
        return conclude_direct(
            answered(200, {{"Content-Type", std::string("text/html; charset=") + label}},
                     encoded("<html><title>" + text + "</title><h1>" + text + "</h1></html>", iconv)));
    };
    EXPECT_EQ(judged(russian, "windows-1251", "CP1251").outcome, Outcome::rate_limited);
    EXPECT_EQ(judged(russian, "koi8-r", "KOI8-R").outcome, Outcome::rate_limited);
    EXPECT_EQ(judged("访问过于频繁", "gb2312", "GBK").outcome, Outcome::rate_limited);
    EXPECT_EQ(judged("リクエストが多すぎます", "shift_jis", "CP932").outcome, Outcome::rate_limited);
    EXPECT_EQ(judged("リクエストが多すぎます", "euc-jp", "EUC-JP").outcome, Outcome::rate_limited);
    EXPECT_EQ(judged(russian, "utf-16", "UTF-16LE").outcome, Outcome::rate_limited);
    EXPECT_THAT(judged(russian, "koi8-r", "KOI8-R").evidence, HasSubstr(russian));
    EXPECT_EQ(judged("Новости", "koi8-r", "KOI8-R").outcome, Outcome::success);
}

TEST(Charset, APageInAnswerToConnectIsReadToo) {
    const std::string page = "\xFF\xFE" + encoded("<title>ERROR: no</title><body id=\"ERR_NO\">", "UTF-16LE");
    Observation refused = failed(Error::proxy_refused, "CONNECT answered 403");
    refused.connect_answer = std::make_shared<Answer>(*answered(403, {}, page).answer);
    EXPECT_EQ(conclude_proxied(refused).vendor, "squid");
}

TEST(Charset, AnExpectedBodyIsFoundInItsBytesAndInItsText) {
    const ProbeTarget target;
    const auto judged = [&](const char* expected, const char* label, const std::string& body) {
        const BodyPattern pattern(expected);
        const Question asked{.target = target, .matcher = built_in_matcher(), .expect_body = &pattern};
        return conclude(answered(200, {{"Content-Type", std::string("text/plain; charset=") + label}}, body),
                        asked);
    };
    const std::string news = encoded("Новости дня", "CP1251");
    EXPECT_EQ(judged("^Новости", "windows-1251", news).outcome, Outcome::success);
    // As Latin-1, which is what bytes that are not UTF-8 are.
    EXPECT_EQ(judged("^Íîâîñòè", "windows-1251", news).outcome, Outcome::success);
    const ProbeResult other = judged("Погода", "windows-1251", news);
    EXPECT_EQ(other.outcome, Outcome::unexpected);
    EXPECT_EQ(other.detail, "expect-body not found in the 11 bytes of the body");
}

}  // namespace
}  // namespace outrider
