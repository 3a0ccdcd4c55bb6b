// The concurrent hash map. It locks single entries, and pmemkv's engine cmap is made of it.
#include <libpmemobj++/container/concurrent_hash_map.hpp>

#include "index.h"
#include "pool.h"
#include "text.h"

namespace pmemycsb::pmemobj {
namespace {

struct Equal {
  template <typename Left, typename Right>
  bool operator()(const Left& left, const Right& right) const {
    return View(left) == View(right);
  }
};

struct Hasher {
  using transparent_key_equal = Equal;

  template <typename Text>
  std::size_t operator()(const Text& text) const {
    return std::hash<std::string_view>{}(View(text));
  }
};

using Map = pmem::obj::concurrent_hash_map<String, String, Hasher, Equal>;

class Hash : public Index {
 public:
  Hash(const std::string& path, const std::string& layout, std::size_t bytes, bool create)
      : pool_(path, layout, bytes, create), map_(*pool_) {
    map_.runtime_initialize();
  }

  std::size_t Count() override { return map_.size(); }

  bool Get(std::string_view key, Buffer* into) override {
    Map::const_accessor held;
    if (!map_.find(held, key)) return false;
    into->Take(held->second.cdata(), held->second.size());
    return true;
  }

  void Put(std::string_view key, std::string_view value) override {
    map_.insert_or_assign(key, value);
  }

  bool Remove(std::string_view key) override { return map_.erase(key); }

  bool sorted() const override { return false; }

  pmem::obj::mutex& mutex() override { return pool_.mutex(); }

 private:
  Pool<Map> pool_;
  Map& map_;
};

}  // namespace

std::unique_ptr<Index> OpenHash(const std::string& path, const std::string& layout,
                                std::size_t bytes, bool create) {
  return std::make_unique<Hash>(path, layout, bytes, create);
}

}  // namespace pmemycsb::pmemobj
