#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace integration {

using std::chrono::milliseconds;

/// What becomes of a child's stdout.
enum class Stdout {
    read,    ///< a pipe that is read
    unread,  ///< a pipe that nobody reads, with the smallest buffer that the kernel gives
    closed,  ///< a pipe whose reader has gone
    full,    ///< /dev/full
};

struct ProcessOptions {
    std::map<std::string, std::string> env;  ///< on top of PATH; nothing else is inherited
    std::string input;                       ///< stdin
    Stdout out = Stdout::read;
    std::string directory;    ///< working directory; empty: this one's
    bool own_mounts = false;  ///< in a mount namespace of its own
};

struct Exit {
    std::optional<int> code;    ///< nullopt: ended by a signal
    std::optional<int> signal;  ///< that signal
    std::string out;
    std::string err;
    milliseconds duration{0};  ///< from before the fork to after the wait, on CLOCK_MONOTONIC
};

/// A child process. It dies with its parent, and at the end of its scope at the latest.
class Process {
public:
    explicit Process(std::vector<std::string> argv, ProcessOptions options = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }
    bool running() const;
    void signal(int number) const;
    /// Feeds stdin, collects stdout and stderr and returns when the child has ended. One that outlives
    /// `limit` is killed (and so has a `signal` and no `code`).
    Exit wait(milliseconds limit = std::chrono::seconds(40));
    /// Collects stdout for as long as it does not hold a whole line. Returns what there is.
    std::string first_line(milliseconds limit = std::chrono::seconds(20));

private:
    void spawn(const std::vector<std::string>& argv);
    void collect(int& fd, std::string& text) const;
    void feed();

    ProcessOptions options_;
    std::chrono::steady_clock::time_point start_;
    pid_t pid_ = -1;
    int pidfd_ = -1;
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    bool reaped_ = false;
    Exit exit_;
};

/// Runs any program to its end.
Exit run(std::vector<std::string> argv, ProcessOptions options = {});

}  // namespace integration
