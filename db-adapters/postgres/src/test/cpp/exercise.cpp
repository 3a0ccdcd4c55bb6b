// Does, one after the other, the system calls that its arguments name, and prints what each
// returned: "open a pg_wal/000000010000000000000001 rw" keeps the descriptor under the name a,
// "pwrite a 0 8192 x" writes 8192 times x to offset 0. The tests preload the library into it.

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

std::map<std::string, int> descriptors;

int flags_of(const std::string &words) {
  int flags = 0;
  std::istringstream parts(words);
  for (std::string part; std::getline(parts, part, '+');) {
    if (part == "rw") flags |= O_RDWR;
    if (part == "w") flags |= O_WRONLY;
    if (part == "create") flags |= O_CREAT;
    if (part == "dsync") flags |= O_DSYNC;
    if (part == "append") flags |= O_APPEND;
  }
  return flags;
}

long number(const std::string &word) { return std::strtol(word.c_str(), nullptr, 10); }

long keep(const std::string &name, int fd) {
  descriptors[name] = fd;
  return fd < 0 ? -1 : 0;
}

long pwrite_of(const Words &w) {
  const std::string bytes(number(w[3]), w[4][0]);
  return pwrite(descriptors[w[1]], bytes.data(), bytes.size(), number(w[2]));
}

long pwritev_of(const Words &w) {
  std::string first(number(w[3]), w[4][0]), second(number(w[5]), w[6][0]);
  const iovec both[] = {{first.data(), first.size()}, {second.data(), second.size()}};
  return pwritev(descriptors[w[1]], both, 2, number(w[2]));
}

long write_of(const Words &w) {
  const std::string bytes(number(w[2]), w[3][0]);
  return write(descriptors[w[1]], bytes.data(), bytes.size());
}

// As many commits as it says: a page is written and synced. Prints what one takes; for people, not
// for the tests.
long commits_of(const Words &w) {
  const int fd = descriptors[w[1]];
  const std::string page(8192, 'c');
  const auto begin = std::chrono::steady_clock::now();
  for (long i = 0; i < number(w[2]); i++) {
    if (pwrite(fd, page.data(), page.size(), i % 128 * 8192) < 0 || fdatasync(fd) != 0) return -1;
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%.0f ns each\n", taken.count() / number(w[2]));
  return 0;
}

// From here on as on a file system that cannot allocate blocks ahead.
long nofallocate(const Words &) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{sizeof program / sizeof *program, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

long getenv_of(const Words &w) {
  const char *value = std::getenv(w[1].c_str());
  std::printf("%s=%s\n", w[1].c_str(), value == nullptr ? "" : value);
  return 0;
}

const std::map<std::string, std::function<long(const Words &)>> kCalls = {
    {"open", [](const Words &w) { return keep(w[1], open(w[2].c_str(), flags_of(w[3]), 0600)); }},
    {"openat",
     [](const Words &w) {
       return keep(w[1], openat(AT_FDCWD, w[2].c_str(), flags_of(w[3]), 0600));
     }},
    {"close", [](const Words &w) { return long{close(descriptors[w[1]])}; }},
    {"dup", [](const Words &w) { return keep(w[2], dup(descriptors[w[1]])); }},
    {"dup2",
     [](const Words &w) { return dup2(descriptors[w[1]], descriptors[w[2]]) < 0 ? -1L : 0; }},
    {"fcntldup",
     [](const Words &w) { return keep(w[2], fcntl(descriptors[w[1]], F_DUPFD_CLOEXEC, 0)); }},
    {"pwrite", pwrite_of},
    {"pwritev", pwritev_of},
    {"write", write_of},
    {"fsync", [](const Words &w) { return long{fsync(descriptors[w[1]])}; }},
    {"fdatasync", [](const Words &w) { return long{fdatasync(descriptors[w[1]])}; }},
    {"ftruncate", [](const Words &w) { return long{ftruncate(descriptors[w[1]], number(w[2]))}; }},
    // By a path, which the library does not watch.
    {"truncate", [](const Words &w) { return long{truncate(w[1].c_str(), number(w[2]))}; }},
    {"rename", [](const Words &w) { return long{std::rename(w[1].c_str(), w[2].c_str())}; }},
    {"unlink", [](const Words &w) { return long{unlink(w[1].c_str())}; }},
    {"commits", commits_of},
    {"nofallocate", nofallocate},
    {"getenv", getenv_of},
    {"system", [](const Words &w) { return long{std::system(w[1].c_str())}; }},
};

// Does the calls, and returns the exit status.
int run(char **call, char **end) {
  for (; call < end; call++) {
    Words words;
    std::istringstream line(*call);
    for (std::string word; line >> word;) words.push_back(word);
    if (words.at(0) == "child") {
      // A child does the next calls, as many as it says.
      char **rest = call + number(words.at(1)) + 1;
      std::fflush(stdout);
      const pid_t child = fork();
      if (child == 0) return run(call + 1, rest);
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) return 3;
      call = rest - 1;
      continue;
    }
    const auto known = kCalls.find(words[0]);
    if (known == kCalls.end()) {
      std::fprintf(stderr, "no such call: %s\n", words[0].c_str());
      return 2;
    }
    const long result = known->second(words);
    if (result < 0) {
      std::printf("%s %s\n", words[0].c_str(), std::strerror(errno));
    } else {
      std::printf("%s %ld\n", words[0].c_str(), result);
    }
  }
  return 0;
}

}  // namespace

int main(int count, char **arguments) { return run(arguments + 1, arguments + count); }
