// One lock around a structure, as in figures 7 and 8 of paper 002: calls come one after another.
#include <utility>

#include "index.h"

namespace pmemycsb::pmemobj {
namespace {

template <typename Mutex>
class Locked : public Index {
 public:
  template <typename... Arguments>
  explicit Locked(std::unique_ptr<Index> index, Arguments&... mutex)
      : index_(std::move(index)), mutex_(mutex...) {}

  std::size_t Count() override {
    const std::lock_guard turn(mutex_);
    return index_->Count();
  }

  bool Get(std::string_view key, Buffer* into) override {
    const std::lock_guard turn(mutex_);
    return index_->Get(key, into);
  }

  void Put(std::string_view key, std::string_view value) override {
    const std::lock_guard turn(mutex_);
    index_->Put(key, value);
  }

  bool Remove(std::string_view key) override {
    const std::lock_guard turn(mutex_);
    return index_->Remove(key);
  }

  bool sorted() const override { return index_->sorted(); }

  void Walk(std::string_view from, store_visit* visit, void* arg) override {
    const std::lock_guard turn(mutex_);
    index_->Walk(from, visit, arg);
  }

  pmem::obj::mutex& mutex() override { return index_->mutex(); }

 private:
  std::unique_ptr<Index> index_;
  Mutex mutex_;
};

}  // namespace

std::unique_ptr<Index> WithLock(std::unique_ptr<Index> index, Lock lock) {
  if (lock == Lock::kDram) return std::make_unique<Locked<std::mutex>>(std::move(index));
  if (lock == Lock::kOwn) return index;
  pmem::obj::mutex& mutex = index->mutex();
  return std::make_unique<Locked<pmem::obj::mutex&>>(std::move(index), mutex);
}

}  // namespace pmemycsb::pmemobj
