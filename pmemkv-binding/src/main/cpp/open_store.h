#pragma once

#include <atomic>

#include "pmemkv_api.h"

namespace pmemycsb {

// An open pool. Closing waits for the calls in flight, and refuses later calls.
//
// A call writes its store into its thread's own slot, and then reads whether the store is closed.
// Closing first marks the store closed, and then reads the slots. So either the call sees the store
// closed, or closing sees the call. This holds only if no processor lets the later read overtake
// the earlier write. A fence in every call would cost up to a tenth of a read, because it waits
// until all earlier writes of the thread have reached the cache. So only closing pays: membarrier(2)
// puts a fence into every running thread of the process. Hazard pointers and the user-space RCU library
// order their readers in this way. Where the kernel has no membarrier, every call has a fence.
//
// An instance is never freed, because a late call may still ask whether it is closed.
class OpenStore {
 public:
  // The functions must stay for as long as the process runs.
  OpenStore(const PmemkvApi& api, pmemkv_db* db) : api_(api), db_(db) {}
  OpenStore(const OpenStore&) = delete;
  OpenStore& operator=(const OpenStore&) = delete;

  // Refuses later calls and returns when no call is inside: then db() may be closed. Once only.
  void Close();

  const PmemkvApi& api() const { return api_; }
  pmemkv_db* db() const { return db_; }

 private:
  friend class Call;

  const PmemkvApi& api_;
  pmemkv_db* const db_;
  std::atomic<bool> closed_{false};
};

// Holds the store that a thread is in. Each slot has its own pair of cache lines, because
// processors fetch them in pairs. Slots of ended threads are used again, and never freed.
struct alignas(128) CallSlot {
  std::atomic<const OpenStore*> inside{nullptr};
  std::atomic<bool> taken{true};
  CallSlot* next = nullptr;
};

// A call in flight, from construction to destruction, unless refused(). A thread has one at a time.
class Call {
 public:
  explicit Call(const OpenStore& store) : slot_(*MySlot()), db_(store.db_) {
    slot_.inside.store(&store, std::memory_order_relaxed);
    if (fence_) {
      std::atomic_thread_fence(std::memory_order_seq_cst);
    } else {
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    refused_ = store.closed_.load(std::memory_order_acquire);
  }
  ~Call() { slot_.inside.store(nullptr, std::memory_order_release); }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  bool refused() const { return refused_; }
  pmemkv_db* db() const { return db_; }

  // Uses membarrier if `membarrier` is set and the kernel has it; not while there are calls.
  static void Prepare(bool membarrier);

 private:
  friend class OpenStore;

  static CallSlot* MySlot() {
    CallSlot* const mine = mine_;
    return mine != nullptr ? mine : TakeSlot();
  }
  static CallSlot* TakeSlot();

  // Not thread_local: each use of such a variable would call its initialising function.
  static __thread CallSlot* mine_;
  static bool fence_;

  CallSlot& slot_;
  pmemkv_db* const db_;
  bool refused_;
};

}  // namespace pmemycsb
