// The concurrent skip list. Threads insert and look up at once; a removal needs it alone.
#include <libpmemobj++/experimental/concurrent_map.hpp>

#include "index.h"
#include "pool.h"
#include "text.h"

namespace pmemycsb::pmemobj {
namespace {

struct Less {
  using is_transparent = void;

  template <typename Left, typename Right>
  bool operator()(const Left& left, const Right& right) const {
    return View(left) < View(right);
  }
};

using List = pmem::obj::experimental::concurrent_map<String, String, Less>;

class SkipList : public Index {
 public:
  SkipList(const std::string& path, const std::string& layout, std::size_t bytes, bool create)
      : pool_(path, layout, bytes, create), list_(*pool_) {
    list_.runtime_initialize();
  }

  std::size_t Count() override {
    const std::unique_lock alone(nodes_);
    return list_.size();
  }

  bool Get(std::string_view key, Buffer* into) override {
    const std::shared_lock stay(nodes_);
    const auto found = list_.find(key);
    if (found == list_.end()) return false;
    const std::shared_lock turn(stripes_.Of(key));
    into->Take(found->second.cdata(), found->second.size());
    return true;
  }

  void Put(std::string_view key, std::string_view value) override {
    const std::shared_lock stay(nodes_);
    // Others see a node as soon as it is linked, so its value is complete by then.
    const auto placed = list_.try_emplace(key, value);
    if (placed.second) return;
    const std::unique_lock turn(stripes_.Of(key));
    pool_.InTransaction([&] { placed.first->second.assign(value.data(), value.size()); });
  }

  bool Remove(std::string_view key) override {
    const std::unique_lock alone(nodes_);
    return list_.unsafe_erase(key) > 0;
  }

  void Walk(std::string_view from, store_visit* visit, void* arg) override {
    const std::shared_lock stay(nodes_);
    auto at = list_.lower_bound(from);
    const auto end = list_.end();
    for (auto next = at; at != end; at = next) {
      // The rows lie apart, so the processor fetches the next one while this one is copied.
      if (++next != end) {
        __builtin_prefetch(View(next->first).data());
        __builtin_prefetch(next->second.cdata());
      }
      const std::string_view key = View(at->first);
      const std::shared_lock turn(stripes_.Of(key));
      const String& value = at->second;
      if (visit(arg, key.data(), key.size(), value.cdata(), value.size()) != 0) return;
    }
  }

  pmem::obj::mutex& mutex() override { return pool_.mutex(); }

 private:
  Pool<List> pool_;
  List& list_;
  // Shared by all calls that need the nodes to stay.
  std::shared_mutex nodes_;
  Stripes stripes_;
};

}  // namespace

std::unique_ptr<Index> OpenSkipList(const std::string& path, const std::string& layout,
                                    std::size_t bytes, bool create) {
  return std::make_unique<SkipList>(path, layout, bytes, create);
}

}  // namespace pmemycsb::pmemobj
