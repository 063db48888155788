#include "private_network.hpp"

#include "process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace integration {

namespace {

void require(bool done, const char* what) {
    if (!done) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

void must_run(std::vector<std::string> argv) {
    const Exit exit = run(std::move(argv));
    if (exit.code != 0) throw std::runtime_error(exit.err);
}

/// Becomes root of a user namespace of its own where it is nobody's.
int namespaces_wanted() {
    return CLONE_NEWNS | CLONE_NEWNET | (geteuid() == 0 ? 0 : CLONE_NEWUSER);
}

void map_root(uid_t user, gid_t group) {
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
    write_file("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

void replace(const char* path, const std::string& with) {
    require(mount(with.c_str(), path, nullptr, MS_BIND, nullptr) == 0, path);
}

}  // namespace

PrivateNetwork::PrivateNetwork()
    : network_(open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)),
      mounts_(open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC)) {
    const uid_t user = geteuid();
    const gid_t group = getegid();
    require(unshare(namespaces_wanted()) == 0, "a network of its own");
    if (user != 0) map_root(user, group);
    require(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "private mounts");
    must_run({"ip", "link", "set", "lo", "up"});
    replace("/etc/resolv.conf", dir_.file("resolv.conf", "nameserver 127.0.0.1\n"));
    replace("/etc/hosts", dir_.file("hosts", "127.0.0.1 localhost\n"));
}

PrivateNetwork::~PrivateNetwork() {
    const auto here = std::filesystem::current_path();
    setns(network_, CLONE_NEWNET);
    setns(mounts_, CLONE_NEWNS);
    std::error_code ignored;
    std::filesystem::current_path(here, ignored);
    close(network_);
    close(mounts_);
}

void PrivateNetwork::add_address(const char* address) {
    must_run({"ip", "addr", "add", address, "dev", "lo"});
}

}  // namespace integration
