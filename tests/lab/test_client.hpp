#pragma once

#include "lab/lab.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

namespace outrider::lab {

/// A lab in a folder of its own, served by a thread, for the length of a test.
class RunningLab {
public:
    explicit RunningLab(LabOptions options = {});
    ~RunningLab();
    RunningLab(const RunningLab&) = delete;
    RunningLab& operator=(const RunningLab&) = delete;

    const std::filesystem::path& dir() const { return dir_; }
    /// An entry of lab.json.
    std::string address(const std::string& name) const { return lab_->addresses().at(name); }
    const nlohmann::ordered_json& proxy(const std::string& name) const {
        return lab_->addresses().at("proxies").at(name);
    }
    /// What the origin tells about the lab: `stats`, `seen/NAME`.
    nlohmann::json page(const std::string& name) const;

private:
    std::filesystem::path dir_;
    std::unique_ptr<Lab> lab_;
    std::thread thread_;
};

/// A blocking TCP connection that gives up after a few seconds.
class Client {
public:
    explicit Client(const std::string& address, const std::string& source = "", int patience_ms = 5000);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    int descriptor() const { return socket_; }
    /// errno of connect(), 0 where it worked.
    int error() const { return error_; }
    void send(std::string_view bytes);
    /// Exactly that many bytes, or what came before the end.
    std::string read(std::size_t count);
    std::string read_to_end();
    /// Whether reading ended by RST.
    bool was_reset() const { return reset_; }
    /// Whether nothing comes for a while.
    bool is_silent(int milliseconds);
    void close();

private:
    int socket_ = -1;
    int error_ = 0;
    bool reset_ = false;
};

struct Answer {
    int status = 0;
    std::string head;
    std::string body;
    std::string field(const std::string& name) const;
};
Answer parse_answer(const std::string& bytes);
/// One GET with `Connection: close`.
Answer get(const std::string& address, const std::string& path, const std::string& source = "");
/// The same over a connection that stands already, a tunnel for instance.
Answer get_over(Client& client, const std::string& path, std::string_view early = "");

}  // namespace outrider::lab
