#include "lab/script.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string_view>

namespace outrider::lab {

namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& where, const std::string& why) {
    throw std::invalid_argument(where + ": " + why);
}

std::string from_hex(const std::string& text, const std::string& where) {
    std::string bytes;
    int high = -1;
    for (const char c : text) {
        if (c == ' ') continue;
        const std::size_t digit = std::string_view("0123456789abcdef").find(static_cast<char>(c | 0x20));
        if (digit == std::string_view::npos) fail(where, "not a hex digit: " + std::string(1, c));
        if (high < 0) {
            high = static_cast<int>(digit);
        } else {
            bytes += static_cast<char>(high * 16 + static_cast<int>(digit));
            high = -1;
        }
    }
    if (high >= 0) fail(where, "an odd number of hex digits");
    return bytes;
}

std::chrono::microseconds millis(const Json& value) {
    return std::chrono::microseconds(static_cast<std::int64_t>(value.get<double>() * 1000));
}

ScriptStep parse_ending(const std::string& word, const std::string& where) {
    if (word == "close") return End{Ending::finish};
    if (word == "shut_down") return End{Ending::shut_down};
    if (word == "reset") return End{Ending::reset};
    if (word == "hang") return End{Ending::hang};
    fail(where, "a step is close, shut_down, reset, hang or an object, not " + word);
}

ScriptStep parse_step(const Json& step, const std::string& where) {
    if (step.is_string()) return parse_ending(step.get<std::string>(), where);
    if (!step.is_object() || step.empty()) fail(where, "a step is a string or an object");
    const std::chrono::microseconds gap = step.contains("every_ms") ? millis(step["every_ms"]) : millis(0);
    for (const auto& [key, value] : step.items()) {
        if (key == "expect") return Expect{value.get<std::string>()};
        if (key == "expect_hex") return Expect{from_hex(value.get<std::string>(), where)};
        if (key == "read") return ReadAtLeast{value.get<std::size_t>()};
        if (key == "send") return Send{value.get<std::string>(), gap};
        if (key == "send_hex") return Send{from_hex(value.get<std::string>(), where), gap};
        if (key == "wait_ms") return Wait{millis(value)};
        if (key == "start_tls") return StartTls{value.get<std::string>()};
        if (key == "relay") return Relay{value.get<std::string>()};
        if (key == "end") return parse_ending(value.get<std::string>(), where);
        if (key != "every_ms") fail(where, "no such step: " + key);
    }
    fail(where, "every_ms belongs to a send");
}

Steps parse_steps(const Json& list, const std::string& where) {
    if (!list.is_array()) fail(where, "a list of steps is wanted");
    Steps steps;
    for (const Json& step : list)
        steps.push_back(parse_step(step, where + '/' + std::to_string(steps.size())));
    return steps;
}

Script parse_script(const Json& server, const std::string& where) {
    Script script;
    for (const auto& [key, value] : server.items()) {
        const std::string place = where + '/' + key;
        if (key == "name") {
            script.name = value.get<std::string>();
        } else if (key == "on") {
            script.tls = value == "plain" ? "" : value == "tls" ? "origin_tls" : value.get<std::string>();
        } else if (key == "proxy") {
            script.proxy = proxy_kind(value.get<std::string>());
            if (!script.proxy) fail(place, "no such kind of proxy");
        } else if (key == "steps") {
            script.connections = {parse_steps(value, place)};
        } else if (key == "connections") {
            for (const Json& steps : value) {
                script.connections.push_back(
                    parse_steps(steps, place + '/' + std::to_string(script.connections.size())));
            }
        } else {
            fail(place, "a server has name, on, proxy, steps, connections");
        }
    }
    if (script.name.empty() || script.connections.empty())
        fail(where, "a server needs a name, and steps or connections");
    return script;
}

}  // namespace

std::vector<Script> parse_scripts(const Json& servers) try {
    if (!servers.is_array()) fail("/servers", "a list of servers is wanted");
    std::vector<Script> scripts;
    for (const Json& server : servers) {
        scripts.push_back(parse_script(server, "/servers/" + std::to_string(scripts.size())));
    }
    return scripts;
} catch (const Json::exception& wrong) {
    throw std::invalid_argument(wrong.what());
}

}  // namespace outrider::lab
