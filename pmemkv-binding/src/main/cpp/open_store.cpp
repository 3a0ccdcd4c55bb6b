#include "open_store.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace pmemycsb {
namespace {

std::atomic<CallSlot*> g_slots{nullptr};

long Membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

// Gives the thread's slot back when the thread ends.
struct Lease {
  CallSlot* slot = nullptr;
  ~Lease() {
    if (slot != nullptr) slot->taken.store(false, std::memory_order_release);
  }
};

thread_local Lease t_lease;

CallSlot* FreeSlot() {
  for (CallSlot* slot = g_slots.load(); slot != nullptr; slot = slot->next) {
    bool taken = false;
    if (slot->taken.compare_exchange_strong(taken, true)) return slot;
  }
  return nullptr;
}

}  // namespace

__thread CallSlot* Call::mine_ = nullptr;
bool Call::fence_ = true;

void Call::Prepare(bool membarrier) {
  fence_ = !membarrier || Membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) != 0;
}

CallSlot* Call::TakeSlot() {
  CallSlot* slot = FreeSlot();
  if (slot == nullptr) {
    slot = new CallSlot;
    slot->next = g_slots.load();
    while (!g_slots.compare_exchange_weak(slot->next, slot)) {
    }
  }
  t_lease.slot = slot;
  mine_ = slot;
  return slot;
}

void OpenStore::Close() {
  closed_.store(true);
  if (Call::fence_ || Membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  constexpr std::chrono::microseconds kLongest(1000);
  std::chrono::microseconds pause(1);
  for (const CallSlot* slot = g_slots.load(); slot != nullptr;) {
    if (slot->inside.load(std::memory_order_acquire) != this) {
      // A call that enters this slot from now on is refused.
      slot = slot->next;
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongest);
  }
}

}  // namespace pmemycsb
