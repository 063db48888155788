#include "outrider/model/result_list.hpp"

#include <gtest/gtest.h>

#include <string>

namespace outrider {
namespace {

ProbeResult said(const std::string& detail) {
    ProbeResult result;
    result.detail = detail;
    return result;
}

ResultList list_of(std::initializer_list<const char*> details) {
    ResultList list;
    for (const char* detail : details)
        list.push_back(said(detail));
    return list;
}

std::string text_of(const ResultList& list) {
    std::string text;
    for (const ProbeResult& result : list)
        text += result.detail;
    return text;
}

TEST(ResultList, PlacesAreFilledInAnyOrder) {
    ResultList list;
    list.make_places(3);
    for (const std::size_t place : {2, 0, 1})
        list.set(place, std::make_unique<ProbeResult>(said(std::to_string(place))));
    EXPECT_EQ(text_of(list), "012");
}

TEST(ResultList, IsPutInOrderWithoutMovingAResult) {
    ResultList list = list_of({"c", "a", "b"});
    const ProbeResult* const first = &list[0];
    list.put_in_order({1, 2, 0});
    EXPECT_EQ(text_of(list), "abc");
    EXPECT_EQ(&list[2], first);
}

TEST(ResultList, TakesAnotherListBehindItsOwn) {
    ResultList list = list_of({"a"});
    list.append(list_of({"b", "c"}));
    EXPECT_EQ(text_of(list), "abc");
    EXPECT_EQ(list.size(), 3u);
}

TEST(ResultList, ACopyIsOfItsOwn) {
    ResultList list = list_of({"a", "b"});
    ResultList copy = list;
    copy[0].detail = "x";
    copy.pop_back();
    EXPECT_EQ(text_of(list), "ab");
    EXPECT_EQ(text_of(copy), "x");
    list = copy;
    EXPECT_EQ(text_of(list), "x");
}

}  // namespace
}  // namespace outrider
