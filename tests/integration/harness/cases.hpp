#pragma once

#include <gtest/gtest.h>

#include <string>

namespace integration {

/// Names the tests of a table by the `name` of their row.
struct CaseName {
    template <class Case>
    std::string operator()(const ::testing::TestParamInfo<Case>& row) const {
        return std::string(row.param.name);
    }
};

}  // namespace integration
