// Runs a command and says what it took, as one line of JSON in a file:
//   measure FILE COMMAND [ARGUMENT...]
// A script cannot tell as well: a child's peak of memory begins with that of the process it was forked from,
// and the clock here runs from just before the fork to just after the exit.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace {

double in_ms(const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "measure FILE COMMAND [ARGUMENT...]\n");
        return 64;
    }
    const auto started = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        std::perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child) return 71;
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - started;

    std::FILE* file = std::fopen(argv[1], "w");
    if (file == nullptr) return 74;
    const int exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::fprintf(file,
                 R"({"exit":%d,"wall_ms":%.3f,"user_ms":%.3f,"system_ms":%.3f,"peak_kib":%ld})"
                 "\n",
                 exit, wall.count(), in_ms(used.ru_utime), in_ms(used.ru_stime), used.ru_maxrss);
    return std::fclose(file) == 0 ? 0 : 74;
}
