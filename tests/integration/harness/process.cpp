#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace integration {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int read = -1;
    int write = -1;
};

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2: " + std::string(std::strerror(errno)));
    return {ends[0], ends[1]};
}

void close_fd(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

int milliseconds_until(Clock::time_point end) {
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
}

/// The child's stdout: the end that it writes to, and the one that is kept here (or -1).
Pipe make_stdout(Stdout kind) {
    if (kind == Stdout::full) return {-1, open("/dev/full", O_WRONLY | O_CLOEXEC)};
    Pipe pipe = make_pipe();
    if (kind == Stdout::closed) close_fd(pipe.read);
    if (kind == Stdout::unread) fcntl(pipe.write, F_SETPIPE_SZ, 4096);
    return pipe;
}

}  // namespace

Process::Process(std::vector<std::string> argv, ProcessOptions options)
    : options_(std::move(options)), start_(Clock::now()) {
    spawn(argv);
}

void Process::spawn(const std::vector<std::string>& argv) {
    std::vector<std::string> arguments = argv;
    std::vector<std::string> environment;
    options_.env.try_emplace("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
#ifdef __SANITIZE_THREAD__
    options_.env.try_emplace("TSAN_OPTIONS", "atexit_sleep_ms=0");  // else every exit takes a second
#endif
    for (const auto& [name, value] : options_.env)
        environment.push_back(name + "=" + value);
    const std::vector<char*> argv_pointers = pointers(arguments);
    const std::vector<char*> env_pointers = pointers(environment);

    Pipe in = make_pipe();
    Pipe out = make_stdout(options_.out);
    Pipe err = make_pipe();
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("fork: " + std::string(std::strerror(errno)));
    if (pid_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(127);
        std::signal(SIGPIPE, SIG_DFL);
        dup2(in.read, STDIN_FILENO);
        dup2(out.write, STDOUT_FILENO);
        dup2(err.write, STDERR_FILENO);
        if (options_.own_mounts && unshare(CLONE_NEWNS) != 0) _exit(126);
        if (options_.own_mounts && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) _exit(126);
        if (!options_.directory.empty() && chdir(options_.directory.c_str()) != 0) _exit(127);
        execvpe(argv_pointers[0], argv_pointers.data(), env_pointers.data());
        _exit(127);
    }
    pidfd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    close_fd(in.read);
    close_fd(out.write);
    close_fd(err.write);
    in_ = in.write;
    out_ = out.read;
    err_ = err.read;
    for (const int fd : {in_, out_, err_}) {
        if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    if (options_.input.empty()) close_fd(in_);
}

Process::~Process() {
    if (!reaped_) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    for (int* fd : {&in_, &out_, &err_, &pidfd_})
        close_fd(*fd);
}

bool Process::running() const {
    if (reaped_) return false;
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == 0;
}

void Process::signal(int number) const {
    if (!reaped_) kill(pid_, number);
}

void Process::feed() {
    const ssize_t n = write(in_, options_.input.data(), options_.input.size());
    if (n > 0) options_.input.erase(0, static_cast<std::size_t>(n));
    if (options_.input.empty() || (n < 0 && errno != EAGAIN)) close_fd(in_);
}

void Process::collect(int& fd, std::string& text) const {
    char buffer[65536];
    while (fd >= 0) {
        const ssize_t n = read(fd, buffer, sizeof buffer);
        if (n > 0) {
            text.append(buffer, static_cast<std::size_t>(n));
        } else {
            if (n == 0 || (errno != EAGAIN && errno != EINTR)) close_fd(fd);
            return;
        }
    }
}

Exit Process::wait(milliseconds limit) {
    const Clock::time_point end = Clock::now() + limit;
    int unread = -1;  // holds the pipe open, so that the child sees a reader that does not read
    if (options_.out == Stdout::unread) std::swap(unread, out_);
    for (bool ended = false; !ended;) {
        pollfd fds[] = {{pidfd_, POLLIN, 0}, {in_, POLLOUT, 0}, {out_, POLLIN, 0}, {err_, POLLIN, 0}};
        if (poll(fds, 4, milliseconds_until(end)) == 0) kill(pid_, SIGKILL);
        if (fds[0].revents != 0 || Clock::now() >= end) {
            int status = 0;
            waitpid(pid_, &status, 0);
            exit_.duration = std::chrono::ceil<milliseconds>(Clock::now() - start_);
            if (WIFEXITED(status)) exit_.code = WEXITSTATUS(status);
            if (WIFSIGNALED(status)) exit_.signal = WTERMSIG(status);
            ended = reaped_ = true;
        }
        if (fds[1].revents != 0) feed();
        collect(out_, exit_.out);
        collect(err_, exit_.err);
    }
    close_fd(unread);
    return exit_;
}

std::string Process::first_line(milliseconds limit) {
    const Clock::time_point end = Clock::now() + limit;
    while (out_ >= 0 && exit_.out.find('\n') == std::string::npos && Clock::now() < end) {
        pollfd fds[] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
        poll(fds, 2, milliseconds_until(end));
        collect(out_, exit_.out);
        collect(err_, exit_.err);
    }
    return exit_.out.substr(0, exit_.out.find('\n'));
}

Exit run(std::vector<std::string> argv, ProcessOptions options) {
    Process process(std::move(argv), std::move(options));
    return process.wait();
}

}  // namespace integration
