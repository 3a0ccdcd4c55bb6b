// How many calls are within a structure at once with each lock, for LockTest.
//
//   lock_turns POOL
//
// Makes a pool, and has four threads make all calls. Prints the most calls at once with one lock, in
// main memory and in the pool, and whether calls overlap with the structure's own locks.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "index.h"

namespace {

using pmemycsb::pmemobj::Buffer;
using pmemycsb::pmemobj::Index;
using pmemycsb::pmemobj::Lock;

// Stays in each call for so long that those of other threads come, too, if nothing holds them up.
class Counting : public Index {
 public:
  Counting(pmem::obj::mutex* mutex, std::atomic<int>* most) : mutex_(mutex), most_(most) {}

  std::size_t Count() override { return Stay(); }
  bool Get(std::string_view, Buffer*) override { return Stay() > 0; }
  void Put(std::string_view, std::string_view) override { Stay(); }
  bool Remove(std::string_view) override { return Stay() > 0; }
  void Walk(std::string_view, store_visit*, void*) override { Stay(); }
  pmem::obj::mutex& mutex() override { return *mutex_; }

 private:
  std::size_t Stay() {
    const int now = ++inside_;
    int most = *most_;
    while (most < now && !most_->compare_exchange_weak(most, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    --inside_;
    return 0;
  }

  pmem::obj::mutex* mutex_;
  std::atomic<int>* most_;
  std::atomic<int> inside_{0};
};

int MostAtOnce(pmem::obj::mutex* mutex, Lock lock) {
  std::atomic<int> most{0};
  const auto index =
      pmemycsb::pmemobj::WithLock(std::make_unique<Counting>(mutex, &most), lock);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      index->Put("", "");
      index->Get("", nullptr);
      index->Remove("");
      index->Walk("", nullptr, nullptr);
      index->Count();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return most;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const auto pool = pmemycsb::pmemobj::OpenHash(argv[1], "lock_turns", 16U << 20, true);
    std::printf("own %s\n", MostAtOnce(&pool->mutex(), Lock::kOwn) > 1 ? "overlap" : "alone");
    std::printf("dram %d\n", MostAtOnce(&pool->mutex(), Lock::kDram));
    std::printf("pmem %d\n", MostAtOnce(&pool->mutex(), Lock::kPmem));
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
