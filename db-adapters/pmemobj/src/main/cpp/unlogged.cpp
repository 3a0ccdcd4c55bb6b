// In place of libpmemobj's transactions: what a change writes is flushed at its end, and nothing is
// logged.
//
// libpmemobj-cpp calls the functions below. Defined in our library, they take the place of those of
// libpmemobj for it alone. So a structure runs with the same code in all variants. Allocations and
// frees take effect together at the end, as in a transaction. A crash in the middle of a change
// leaves a part of it.
#include <libpmemobj.h>

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

struct Range {
  const char* start;
  const char* end;
};

struct Transaction {
  PMEMobjpool* pool = nullptr;
  int depth = 0;
  pobj_tx_stage stage = TX_STAGE_NONE;
  int error = 0;
  pmemobj_tx_callback callback = nullptr;
  void* callback_argument = nullptr;
  void* user_data = nullptr;
  std::vector<Range> written;
  std::vector<pobj_action> actions;

  void Call(pobj_tx_stage at) const {
    if (callback != nullptr) callback(pool, at, callback_argument);
  }

  void Written(const void* start, std::size_t bytes) {
    const Range range{static_cast<const char*>(start), static_cast<const char*>(start) + bytes};
    const auto covers = [&](const Range& each) {
      return each.start <= range.start && range.end <= each.end;
    };
    // A change writes to a few places, and to some of them again and again.
    if (std::none_of(written.begin(), written.end(), covers)) written.push_back(range);
  }

  pobj_action* NextAction() {
    actions.emplace_back();
    return &actions.back();
  }

  PMEMoid Allocate(std::size_t bytes, std::uint64_t type, std::uint64_t flags) {
    const PMEMoid object = pmemobj_xreserve(pool, NextAction(), bytes, type,
                                            flags & ~(POBJ_XALLOC_NO_FLUSH | POBJ_XALLOC_NO_ABORT));
    if (OID_IS_NULL(object)) {
      actions.pop_back();
    } else if ((flags & POBJ_XALLOC_NO_FLUSH) == 0) {
      Written(pmemobj_direct(object), bytes);
    }
    return object;
  }

  void Free(PMEMoid object) {
    const auto own = std::find_if(actions.begin(), actions.end(), [&](const pobj_action& each) {
      return each.heap.offset == object.off;
    });
    if (own != actions.end()) {
      pmemobj_cancel(pool, &*own, 1);
      actions.erase(own);
    } else {
      pmemobj_defer_free(pool, object, NextAction());
    }
  }

  void Reset() {
    written.clear();
    actions.clear();
    callback = nullptr;
    user_data = nullptr;
    stage = TX_STAGE_NONE;
  }
};

thread_local Transaction t_transaction;

}  // namespace

extern "C" {

pobj_tx_stage pmemobj_tx_stage() { return t_transaction.stage; }

// A transaction begins with the parameters of the outermost one: a callback, or nothing.
int pmemobj_tx_begin(PMEMobjpool* pool, jmp_buf environment, ...) {
  Transaction& transaction = t_transaction;
  if (transaction.depth++ > 0) return 0;
  transaction.pool = pool;
  transaction.error = 0;
  transaction.stage = TX_STAGE_WORK;
  va_list parameters;
  va_start(parameters, environment);
  if (va_arg(parameters, int) == TX_PARAM_CB) {
    transaction.callback = va_arg(parameters, pmemobj_tx_callback);
    transaction.callback_argument = va_arg(parameters, void*);
  }
  va_end(parameters);
  return 0;
}

void pmemobj_tx_commit() {
  Transaction& transaction = t_transaction;
  transaction.stage = TX_STAGE_ONCOMMIT;
  if (transaction.depth > 1) return;
  for (const Range& range : transaction.written) {
    pmemobj_flush(transaction.pool, range.start, static_cast<std::size_t>(range.end - range.start));
  }
  pmemobj_drain(transaction.pool);
  if (!transaction.actions.empty()) {
    pmemobj_publish(transaction.pool, transaction.actions.data(), transaction.actions.size());
  }
  transaction.Call(TX_STAGE_ONCOMMIT);
}

// Gives back what was allocated. What was written stays as it is: there is no log.
void pmemobj_tx_abort(int error) {
  Transaction& transaction = t_transaction;
  transaction.stage = TX_STAGE_ONABORT;
  transaction.error = error;
  if (transaction.depth > 1) return;
  pmemobj_cancel(transaction.pool, transaction.actions.data(), transaction.actions.size());
  transaction.Call(TX_STAGE_ONABORT);
}

int pmemobj_tx_end() {
  Transaction& transaction = t_transaction;
  const int error = transaction.error;
  if (--transaction.depth > 0) {
    // One that fails takes those around it with it.
    transaction.stage = TX_STAGE_WORK;
    if (error != 0) pmemobj_tx_abort(error);
    return error;
  }
  transaction.Call(TX_STAGE_FINALLY);
  transaction.Reset();
  return error;
}

int pmemobj_tx_errno() { return t_transaction.error; }

int pmemobj_tx_add_range_direct(const void* start, std::size_t bytes) {
  t_transaction.Written(start, bytes);
  return 0;
}

int pmemobj_tx_xadd_range_direct(const void* start, std::size_t bytes, std::uint64_t flags) {
  if ((flags & POBJ_XADD_NO_FLUSH) == 0) t_transaction.Written(start, bytes);
  return 0;
}

PMEMoid pmemobj_tx_alloc(std::size_t bytes, std::uint64_t type) {
  return t_transaction.Allocate(bytes, type, 0);
}

PMEMoid pmemobj_tx_xalloc(std::size_t bytes, std::uint64_t type, std::uint64_t flags) {
  return t_transaction.Allocate(bytes, type, flags);
}

int pmemobj_tx_free(PMEMoid object) {
  if (!OID_IS_NULL(object)) t_transaction.Free(object);
  return 0;
}

void pmemobj_tx_set_user_data(void* data) { t_transaction.user_data = data; }

void* pmemobj_tx_get_user_data() { return t_transaction.user_data; }

// It always is the behaviour that libpmemobj-cpp asks for: a call that fails aborts nothing.
void pmemobj_tx_set_failure_behavior(pobj_tx_failure_behavior) {}

}  // extern "C"
