// The radix tree. One thread writes at a time, because the structure has no locks of its own.
#include <libpmemobj++/experimental/inline_string.hpp>
#include <libpmemobj++/experimental/radix_tree.hpp>

#include "index.h"
#include "pool.h"

namespace pmemycsb::pmemobj {
namespace {

using Text = pmem::obj::experimental::inline_string;
using Tree = pmem::obj::experimental::radix_tree<Text, Text>;

class Radix : public Index {
 public:
  Radix(const std::string& path, const std::string& layout, std::size_t bytes, bool create)
      : pool_(path, layout, bytes, create), tree_(*pool_) {}

  std::size_t Count() override {
    const std::shared_lock turn(mutex_);
    return tree_.size();
  }

  bool Get(std::string_view key, Buffer* into) override {
    const std::shared_lock turn(mutex_);
    const auto found = tree_.find(key);
    if (found == tree_.end()) return false;
    const std::string_view value = found->value();
    into->Take(value.data(), value.size());
    return true;
  }

  void Put(std::string_view key, std::string_view value) override {
    const std::unique_lock turn(mutex_);
    auto placed = tree_.try_emplace(key, value);
    if (!placed.second) placed.first.assign_val(value);
  }

  bool Remove(std::string_view key) override {
    const std::unique_lock turn(mutex_);
    return tree_.erase(key) > 0;
  }

  void Walk(std::string_view from, store_visit* visit, void* arg) override {
    const std::shared_lock turn(mutex_);
    auto at = tree_.lower_bound(from);
    for (; at != tree_.end(); ++at) {
      const std::string_view key = at->key();
      const std::string_view value = at->value();
      if (visit(arg, key.data(), key.size(), value.data(), value.size()) != 0) return;
    }
  }

  pmem::obj::mutex& mutex() override { return pool_.mutex(); }

 private:
  Pool<Tree> pool_;
  Tree& tree_;
  std::shared_mutex mutex_;
};

}  // namespace

std::unique_ptr<Index> OpenRadix(const std::string& path, const std::string& layout,
                                 std::size_t bytes, bool create) {
  return std::make_unique<Radix>(path, layout, bytes, create);
}

}  // namespace pmemycsb::pmemobj
