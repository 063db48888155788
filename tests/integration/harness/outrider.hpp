#pragma once

#include "process.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace integration {

using Json = nlohmann::ordered_json;

/// Runs outrider and keeps what it wrote in output_dir().
Exit outrider(std::vector<std::string> arguments, ProcessOptions options = {});

/// The same with the program that was built without simdjson.
Exit outrider_plain(std::vector<std::string> arguments, ProcessOptions options = {});

/// One that is still running, for signals.
class RunningOutrider {
public:
    explicit RunningOutrider(std::vector<std::string> arguments, ProcessOptions options = {});
    void signal(int number) const { process_.signal(number); }
    bool running() const { return process_.running(); }
    pid_t pid() const { return process_.pid(); }
    Exit wait();

private:
    Process process_;
};

/// What a run came to, with its report. Reading it checks what holds of every report: one line, the keys in
/// their order, and counts that add up.
struct Report {
    Exit exit;
    Json json;

    const Json& operator[](const char* key) const { return json.at(key); }
    const Json& result(std::size_t index = 0) const { return json.at("results").at(index); }
    /// A result in short: "success/-/-", "network_error/connect_refused/target".
    std::string verdict(std::size_t index = 0) const;
    /// A value as JSON text: for comparisons that are to show null and numbers alike.
    std::string text(const char* pointer) const { return json.at(Json::json_pointer(pointer)).dump(); }
};

/// "outcome/error/blame", with "-" for null.
std::string verdict_of(const Json& result);

/// Runs outrider and reads the report on its stdout.
Report probe(std::vector<std::string> arguments, ProcessOptions options = {});
/// Reads a report that came out of `exit`, or that stands in a file.
Report read_report(Exit exit);
Report read_report_file(const std::string& path);

}  // namespace integration
