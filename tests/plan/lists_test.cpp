#include "outrider/plan/lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::vector<std::pair<std::uint64_t, std::string>> read(std::string_view bytes) {
    std::vector<std::pair<std::uint64_t, std::string>> lines;
    for (const ListLine& line : split_list(bytes)) {
        lines.emplace_back(line.number, line.fault.empty() ? std::string(line.text) : "!");
    }
    return lines;
}

TEST(SplitList, EndsLinesAtLfCrlfAndLoneCr) {
    EXPECT_THAT(read("a\nb\r\nc\rd\n\re"),
                ElementsAre(Pair(1, "a"), Pair(2, "b"), Pair(3, "c"), Pair(4, "d"), Pair(6, "e")));
}

TEST(SplitList, CountsALastLineWithoutAnEnd) {
    EXPECT_THAT(read("13.212.99.37:8888"), ElementsAre(Pair(1, "13.212.99.37:8888")));
}

TEST(SplitList, SkipsBomBlankLinesAndComments) {
    EXPECT_THAT(read("\xEF\xBB\xBF# head\n\n  \t\n a \n\t# note\nb"),
                ElementsAre(Pair(4, "a"), Pair(6, "b")));
    EXPECT_THAT(read(""), ElementsAre());
    EXPECT_THAT(read("\xEF\xBB\xBF"), ElementsAre());
}

TEST(SplitList, CutsCommentsAfterWhiteSpaceOnly) {
    EXPECT_THAT(read("198.51.100.1:3128 # US\n198.51.100.1:3128\t# x\nhttp://h/#a\nhttp://h/#a #b # c"),
                ElementsAre(Pair(1, "198.51.100.1:3128"), Pair(2, "198.51.100.1:3128"),
                            Pair(3, "http://h/#a"), Pair(4, "http://h/#a")));
}

TEST(SplitList, RejectsWhatIsNotUtf8OrTooLong) {
    EXPECT_THAT(read("caf\xE9\nok # caf\xE9\n\xFF\xFEh\n"),
                ElementsAre(Pair(1, "!"), Pair(2, "ok"), Pair(3, "!")));
    const std::string longest(max_line_bytes, 'x');
    EXPECT_THAT(read(longest + "\n" + longest + "x\nok"),
                ElementsAre(Pair(1, longest), Pair(2, "!"), Pair(3, "ok")));
}

}  // namespace
}  // namespace outrider
