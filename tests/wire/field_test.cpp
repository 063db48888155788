#include "wire/field.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using namespace std::string_literals;

TEST(Field, IsOneLineWhateverItHolds) {
    std::string head = "GET / HTTP/1.1\r\n";
    append_field(head, "X", "a b");
    append_field(head, "Y\r\nZ", "c\r\n\r\nGET\0"s);
    EXPECT_EQ(head, "GET / HTTP/1.1\r\nX: a b\r\nY  Z: c    GET \r\n");
}

}  // namespace
}  // namespace outrider
