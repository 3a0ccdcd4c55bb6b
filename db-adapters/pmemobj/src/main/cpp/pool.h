// A pool whose root object leads to one container of libpmemobj-cpp.
#pragma once

#include <libpmemobj++/make_persistent.hpp>
#include <libpmemobj++/mutex.hpp>
#include <libpmemobj++/persistent_ptr.hpp>
#include <libpmemobj++/pool.hpp>
#include <libpmemobj++/transaction.hpp>
#include <string>

namespace pmemycsb::pmemobj {

template <typename Container>
class Pool {
 public:
  // Throws what libpmemobj-cpp throws; then no pool is open.
  Pool(const std::string& path, const std::string& layout, std::size_t bytes, bool create)
      : pool_(create ? Handle::create(path, layout, bytes) : Handle::open(path, layout)) {
    try {
      // A crash may have come between the pool and its container.
      if (pool_.root()->container == nullptr) {
        pmem::obj::flat_transaction::run(
            pool_, [&] { pool_.root()->container = pmem::obj::make_persistent<Container>(); });
      }
    } catch (...) {
      pool_.close();
      throw;
    }
  }
  ~Pool() { pool_.close(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  Container& operator*() { return *pool_.root()->container; }
  Container* operator->() { return pool_.root()->container.get(); }

  pmem::obj::mutex& mutex() { return pool_.root()->mutex; }

  template <typename Body>
  void InTransaction(const Body& body) {
    pmem::obj::flat_transaction::run(pool_, body);
  }

 private:
  struct Root {
    pmem::obj::persistent_ptr<Container> container;
    // libpmemobj takes it for free whenever a pool is opened.
    pmem::obj::mutex mutex;
  };
  using Handle = pmem::obj::pool<Root>;

  Handle pool_;
};

}  // namespace pmemycsb::pmemobj
