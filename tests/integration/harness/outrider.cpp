#include "outrider.hpp"

#include "files.hpp"
#include "report_rules.hpp"

#include <gtest/gtest.h>

namespace integration {

namespace {

std::vector<std::string> command(std::vector<std::string> arguments, const char* program = OUTRIDER_BINARY) {
    arguments.insert(arguments.begin(), program);
    return arguments;
}

Exit keep(Exit exit) {
    static int number = 0;
    const auto name = output_dir() / std::to_string(++number);
    write_file(name.string() + ".stdout", exit.out);
    write_file(name.string() + ".stderr", exit.err);
    return exit;
}

Json parse(const std::string& bytes) {
    Json json = Json::parse(bytes, nullptr, false);
    if (!json.is_object()) {
        ADD_FAILURE() << "no JSON report: " << bytes.substr(0, 400);
        return Json::object();
    }
    check_report(json);
    return json;
}

}  // namespace

Exit outrider(std::vector<std::string> arguments, ProcessOptions options) {
    return keep(run(command(std::move(arguments)), std::move(options)));
}

Exit outrider_plain(std::vector<std::string> arguments, ProcessOptions options) {
    return keep(run(command(std::move(arguments), PLAIN_BINARY), std::move(options)));
}

RunningOutrider::RunningOutrider(std::vector<std::string> arguments, ProcessOptions options)
    : process_(command(std::move(arguments)), std::move(options)) {}

Exit RunningOutrider::wait() {
    return keep(process_.wait());
}

std::string verdict_of(const Json& result) {
    const auto word = [&result](const char* key) {
        const Json value = result.value(key, Json());
        return value.is_string() ? value.get<std::string>() : "-";
    };
    return word("outcome") + "/" + word("error") + "/" + word("blame");
}

std::string Report::verdict(std::size_t index) const {
    const Json results = json.value("results", Json::array());
    return index < results.size() ? verdict_of(results[index]) : "no such result";
}

Report probe(std::vector<std::string> arguments, ProcessOptions options) {
    return read_report(outrider(std::move(arguments), std::move(options)));
}

Report read_report(Exit exit) {
    EXPECT_EQ(exit.out.find('\n'), exit.out.size() - 1) << "a report is one line: " << exit.err;
    Json json = parse(exit.out);
    return {std::move(exit), std::move(json)};
}

Report read_report_file(const std::string& path) {
    return {{}, parse(read_file(path))};
}

}  // namespace integration
