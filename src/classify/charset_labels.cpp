#include "classify/charset_labels.hpp"

#include <string>

namespace outrider {
namespace {

struct Charset {
    const char* name;
    std::string_view labels;  ///< letters and digits alone, each with a space on both sides
};

// The superset that browsers read, not the standard that the label names.
constexpr Charset charsets[] = {
    {"UTF-8", " utf8 unicode11utf8 unicode20utf8 xunicode20utf8 "},
    {"CP1252",
     " windows1252 cp1252 xcp1252 iso88591 isoir100 latin1 l1 csisolatin1 cp819 ibm819 ascii usascii "
     "ansix341968 "},
    {"CP1251", " windows1251 cp1251 xcp1251 "},
    {"CP1250", " windows1250 cp1250 xcp1250 "},
    {"CP1253", " windows1253 cp1253 xcp1253 "},
    {"CP1254", " windows1254 cp1254 xcp1254 iso88599 isoir148 latin5 l5 csisolatin5 "},
    {"CP1255", " windows1255 cp1255 xcp1255 "},
    {"CP1256", " windows1256 cp1256 xcp1256 "},
    {"CP1257", " windows1257 cp1257 xcp1257 "},
    {"CP1258", " windows1258 cp1258 xcp1258 "},
    {"CP874", " windows874 dos874 iso885911 tis620 "},
    {"CP866", " ibm866 866 cp866 csibm866 "},
    {"KOI8-R", " koi8r koi8 koi cskoi8r "},
    {"KOI8-U", " koi8u koi8ru "},
    {"ISO-8859-2", " iso88592 isoir101 latin2 l2 csisolatin2 "},
    {"ISO-8859-3", " iso88593 isoir109 latin3 l3 csisolatin3 "},
    {"ISO-8859-4", " iso88594 isoir110 latin4 l4 csisolatin4 "},
    {"ISO-8859-5", " iso88595 isoir144 cyrillic csisolatincyrillic "},
    {"ISO-8859-6",
     " iso88596 iso88596e iso88596i isoir127 arabic csisolatinarabic ecma114 asmo708 "
     "csiso88596e csiso88596i "},
    {"ISO-8859-7", " iso88597 isoir126 greek greek8 csisolatingreek ecma118 elot928 suneugreek "},
    {"ISO-8859-8",
     " iso88598 iso88598e iso88598i isoir138 hebrew visual logical csisolatinhebrew "
     "csiso88598e csiso88598i "},
    {"ISO-8859-10", " iso885910 isoir157 latin6 l6 csisolatin6 "},
    {"ISO-8859-13", " iso885913 "},
    {"ISO-8859-14", " iso885914 "},
    {"ISO-8859-15", " iso885915 l9 csisolatin9 "},
    {"ISO-8859-16", " iso885916 "},
    {"MACINTOSH", " macintosh mac xmacroman csmacintosh "},
    {"MAC-CYRILLIC", " xmaccyrillic xmacukrainian "},
    {"GB18030", " gb18030 gbk xgbk gb2312 gb231280 csgb2312 csiso58gb231280 isoir58 chinese "},
    {"BIG5-HKSCS", " big5 big5hkscs xxbig5 cnbig5 csbig5 "},
    {"CP932", " shiftjis sjis xsjis mskanji ms932 windows31j csshiftjis "},
    {"EUC-JP-MS", " eucjp xeucjp cseucpkdfmtjapanese "},
    {"ISO-2022-JP", " iso2022jp csiso2022jp "},
    {"CP949", " euckr cseuckr korean ksc5601 ksc56011987 ksc56011989 csksc56011987 isoir149 windows949 "},
    {"UTF-16LE", " utf16 utf16le unicode unicodefeff csunicode ucs2 iso10646ucs2 "},
    {"UTF-16BE", " utf16be unicodefffe "},
};

}  // namespace

const char* charset_named(std::string_view label) {
    std::string word = " ";
    // A year may follow a colon, as in ISO_8859-1:1987.
    for (const char c : label.substr(0, label.find(':'))) {
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) word += c;
        if (c >= 'A' && c <= 'Z') word += static_cast<char>(c | 0x20);
    }
    if (word.size() == 1) return nullptr;
    word += ' ';
    for (const Charset& charset : charsets) {
        if (charset.labels.find(word) != std::string_view::npos) return charset.name;
    }
    return nullptr;
}

}  // namespace outrider
