#include "lab/lab.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

namespace {

using namespace outrider::lab;

/// Ten thousand connections need more descriptors than the usual soft limit.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// Stops the lab when stdin ends, so that it cannot outlive a test that crashed.
class StdinWatch {
public:
    explicit StdinWatch(Lab& lab) : lab_(lab), stdin_(lab.io(), ::dup(STDIN_FILENO)) { read(); }

private:
    void read() {
        stdin_.async_read_some(boost::asio::buffer(waste_),
                               [this](boost::system::error_code error, std::size_t) {
                                   if (error) return lab_.stop();
                                   read();
                               });
    }

    Lab& lab_;
    boost::asio::posix::stream_descriptor stdin_;
    std::array<char, 256> waste_{};
};

}  // namespace

int main(int argc, char** argv) try {
    LabOptions options;
    bool until_stdin_closes = false;
    CLI::App app("outrider-lab: serves on loopback what the field throws at a probe");
    app.add_option("--dir", options.dir, "Folder for lab.json, targets.txt, proxies.txt and the certificates")
        ->required();
    app.add_flag("--until-stdin-closes", until_stdin_closes, "End when stdin ends, too");
    CLI11_PARSE(app, argc, argv);

    std::signal(SIGPIPE, SIG_IGN);
    raise_descriptor_limit();
    Lab lab(options);
    boost::asio::signal_set signals(lab.io(), SIGTERM, SIGINT);
    signals.async_wait([&lab](boost::system::error_code error, int) {
        if (!error) lab.stop();
    });
    std::optional<StdinWatch> watch;
    if (until_stdin_closes) watch.emplace(lab);

    std::cout << lab.addresses().dump() << std::endl;
    lab.run();
    return 0;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "outrider-lab: %s\n", fault.what());
    return 1;
}
