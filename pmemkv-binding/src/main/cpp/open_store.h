#pragma once

#include <atomic>

#include "pmemkv_api.h"

namespace pmemycsb {

// A pool that is open, and who is inside it: closing waits for the calls in flight, and later calls
// are turned away.
//
// A call says in a slot of its thread's own which store it is in, and then looks whether that is
// closed; closing does the two in the other order. So either the call sees the store closed, or
// closing sees the call, provided that neither processor lets its later read overtake its earlier
// write. An instruction that forbids this in every call costs as much as a tenth of a read, because
// it waits until all that the thread wrote before has reached the cache. So the closer alone
// pays: membarrier(2) makes every running thread of the process pass such a point. Hazard pointers
// and the user-space RCU library order their readers in this way. Where the kernel has no
// membarrier, every call pays.
//
// An instance is never freed, for a late call may still ask it whether it is closed.
class OpenStore {
 public:
  explicit OpenStore(pmemkv_db* db) : db_(db) {}
  OpenStore(const OpenStore&) = delete;
  OpenStore& operator=(const OpenStore&) = delete;

  // Turns later calls away, and returns when none is inside: then db() may be closed. Once only.
  void Close();

  pmemkv_db* db() const { return db_; }

 private:
  friend class Call;

  pmemkv_db* const db_;
  std::atomic<bool> closed_{false};
};

// Where a thread says in which store it is. Alone on its cache lines, which processors fetch in
// pairs. Slots of threads that have ended are taken again, and never freed.
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

  // Uses membarrier if it is wanted and the kernel has it; not while there are calls.
  static void Prepare(bool membarrier);

 private:
  friend class OpenStore;

  static CallSlot* MySlot() {
    CallSlot* const mine = mine_;
    return mine != nullptr ? mine : TakeSlot();
  }
  static CallSlot* TakeSlot();

  // Not thread_local: that is initialised by a function, which would be called on every use.
  static __thread CallSlot* mine_;
  static bool fence_;

  CallSlot& slot_;
  pmemkv_db* const db_;
  bool refused_;
};

}  // namespace pmemycsb
