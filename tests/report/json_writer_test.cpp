#include "report/json_writer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace outrider {
namespace {

// An engine that marks what it was given.
class Recorder final : public JsonWriter {
public:
    using JsonWriter::JsonWriter;
    std::size_t reserved = 0;

    const std::string& bytes() {
        hand_over();
        return bytes_;
    }

private:
    std::string bytes_;

    void raw(std::string_view text) override { bytes_ += text; }
    void quoted(std::string_view text) override { bytes_.append("<").append(text).append(">"); }
    void reserve(std::size_t count) override { reserved = count; }
};

void write_sample(JsonWriter& json) {
    json.begin_object();
    json.key("a");
    json.begin_array();
    json.integer(1);
    json.null();
    json.begin_object();
    json.end_object();
    json.begin_array();
    json.end_array();
    json.string("x");
    json.end_array();
    json.key("b");
    json.begin_object();
    json.key("c");
    json.boolean(true);
    json.key("d");
    json.boolean(false);
    json.end_object();
    json.key("e");
    json.begin_object();
    json.end_object();
    json.key("f");
    json.real({false, 2, 500, 3});
    json.end_object();
}

TEST(JsonWriter, WritesSeveralValuesALineEach) {
    Recorder json(false);
    json.begin_object();
    json.key("a");
    json.integer(1);
    json.end_object();
    json.end_line();
    json.integer(2);
    json.end_line();
    json.string("x");
    EXPECT_EQ(json.bytes(), "{\"a\":1}\n2\n<x>");
}

TEST(JsonWriter, Compact) {
    Recorder json(false);
    write_sample(json);
    EXPECT_EQ(json.bytes(), R"({"a":[1,null,{},[],<x>],"b":{"c":true,"d":false},"e":{},"f":2.5})");
}

TEST(JsonWriter, Pretty) {
    Recorder json(true);
    write_sample(json);
    EXPECT_EQ(json.bytes(),
              R"({
  "a": [
    1,
    null,
    {},
    [],
    <x>
  ],
  "b": {
    "c": true,
    "d": false
  },
  "e": {},
  "f": 2.5
})");
}

TEST(JsonWriter, MakesRoomForWhatIsExpected) {
    Recorder compact(false);
    compact.expect(100);
    EXPECT_EQ(compact.reserved, 100u);
    Recorder pretty(true);
    pretty.expect(100);
    EXPECT_EQ(pretty.reserved, 200u);
}

TEST(JsonWriter, AValueAlone) {
    Recorder json(true);
    json.integer(std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(json.bytes(), "18446744073709551615");
}

TEST(JsonWriter, ANameThatNeedsAnEscapeIsTheEngines) {
    for (const char* name : {"a\"b", "a\\b", "a\nb", "\x7F"}) {
        Recorder json(false);
        json.begin_object();
        json.key("plain name~");
        json.null();
        json.key(name);
        json.null();
        json.end_object();
        EXPECT_EQ(json.bytes(), std::string(R"({"plain name~":null,<)") + name + ">:null}");
    }
}

TEST(JsonWriter, EnginesSeeOnlyValidUtf8) {
    Recorder json(false);
    json.begin_object();
    json.key("k\xFF");
    json.string("caf\xE9 \xC3\xA9 \xC3");
    json.end_object();
    EXPECT_EQ(json.bytes(), "{<k\uFFFD>:<caf\uFFFD \u00E9 \uFFFD>}");
}

}  // namespace
}  // namespace outrider
