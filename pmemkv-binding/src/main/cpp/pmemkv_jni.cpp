// The native half of org.pmemycsb.pmemkv.PmemkvNative.
//
// Every entry returns a number of 0 or more, kAbsent, or an error (see EncodeError), and never
// throws. The text of an error stays in a thread-local buffer until PmemkvNative.message() fetches
// it. Nothing here calls back into Java code or opens a critical section
// (GetPrimitiveArrayCritical). This rules out a deadlock with the collector: a thread may wait for
// the collector while it holds an item's lock inside pmemkv. The threads that queue for that lock
// are in native code, where they do not hold up a safepoint.
#include <fcntl.h>
#include <jni.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "org_pmemycsb_pmemkv_PmemkvNative.h"
#include "packed_range.h"
#include "pmemkv_api.h"
#include "scratch.h"

namespace pmemycsb {
namespace {

constexpr jint kAbsent = org_pmemycsb_pmemkv_PmemkvNative_ABSENT;
constexpr jint kErrorBase = org_pmemycsb_pmemkv_PmemkvNative_ERROR_BASE;

// Room on the stack for the keys and values of a usual benchmark; longer ones cost one malloc.
constexpr std::size_t kInlineKey = 1024;
constexpr std::size_t kInlineValue = 16 * 1024;

thread_local jint t_code = 0;
thread_local char t_message[1024];

void SetMessage(const char* text) { std::snprintf(t_message, sizeof(t_message), "%s", text); }

// The one place that turns a status into the number that Java gets.
jint EncodeError(int status) {
  t_code = kErrorBase - status;
  return t_code;
}

jint OwnError(int status, const char* text) {
  SetMessage(text);
  return EncodeError(status);
}

// libpmemkv keeps the thread's last message after successes and after failures without a message.
// So a message counts only if it names the function that failed.
jint PmemkvError(const PmemkvApi& api, int status, const char* function) {
  t_message[0] = '\0';
  const std::string_view text(api.errormsg());
  const std::string_view name(function);
  if (text.size() > name.size() + 2 && text[0] == '[' && text.substr(1, name.size()) == name &&
      text[name.size() + 1] == ']') {
    const std::size_t start = text.find_first_not_of(' ', name.size() + 2);
    SetMessage(text.data() + (start == std::string_view::npos ? text.size() : start));
  }
  return EncodeError(status);
}

jint Outcome(const PmemkvApi& api, int status, const char* function) {
  if (status == kOk) return 0;
  if (status == kNotFound) {
    t_code = kAbsent;
    return kAbsent;
  }
  return PmemkvError(api, status, function);
}

template <typename Body>
auto Guarded(Body&& body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return OwnError(kOutOfMemory, "no native memory for the copy of a key or a value");
  } catch (const std::exception& e) {
    return OwnError(kUnknownError, e.what());
  } catch (...) {
    return OwnError(kUnknownError, "an exception of unknown type in native code");
  }
}

PmemkvApi& Api(jlong library) { return *reinterpret_cast<PmemkvApi*>(library); }

// An open pool, with the functions of its library.
struct Pool {
  const PmemkvApi& api;
  pmemkv_db* db;
};

Pool& PoolOf(jlong handle) { return *reinterpret_cast<Pool*>(handle); }

// Runs `body` on the pool.
template <typename Body>
auto Inside(jlong handle, Body&& body) noexcept -> decltype(body(Api(0), nullptr)) {
  return Guarded([&] { return body(PoolOf(handle).api, PoolOf(handle).db); });
}

class Key {
 public:
  Key(JNIEnv* env, jbyteArray array, jint length)
      : size_(static_cast<std::size_t>(length)), bytes_(size_) {
    env->GetByteArrayRegion(array, 0, length, reinterpret_cast<jbyte*>(bytes_.data()));
  }
  const char* data() { return bytes_.data(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  Scratch<kInlineKey> bytes_;
};

// Text crosses as bytes, because NewStringUTF uses a modified UTF-8 and a path has the encoding of
// the file system.
std::string Text(JNIEnv* env, jbyteArray array) {
  const jsize length = env->GetArrayLength(array);
  std::string text(static_cast<std::size_t>(length), '\0');
  env->GetByteArrayRegion(array, 0, length, reinterpret_cast<jbyte*>(text.data()));
  return text;
}

jbyteArray Bytes(JNIEnv* env, std::string_view text) {
  const auto length = static_cast<jsize>(text.size());
  const jbyteArray array = env->NewByteArray(length);
  if (array != nullptr) {
    env->SetByteArrayRegion(array, 0, length, reinterpret_cast<const jbyte*>(text.data()));
  }
  return array;
}

struct IntoBuffer {
  JNIEnv* env;
  jbyteArray buffer;
  std::size_t capacity;
  std::size_t length;
};

extern "C" void CopyIntoBuffer(const char* value, std::size_t length, void* arg) {
  auto* const into = static_cast<IntoBuffer*>(arg);
  into->length = length;
  if (length <= into->capacity) {
    into->env->SetByteArrayRegion(into->buffer, 0, static_cast<jsize>(length),
                                  reinterpret_cast<const jbyte*>(value));
  }
}

struct IntoNewArray {
  JNIEnv* env;
  jbyteArray array;
  bool too_long;
};

extern "C" void CopyIntoNewArray(const char* value, std::size_t length, void* arg) {
  auto* const into = static_cast<IntoNewArray*>(arg);
  into->too_long = length > INT_MAX;
  if (into->too_long) return;
  into->array = into->env->NewByteArray(static_cast<jsize>(length));
  if (into->array == nullptr) return;  // OutOfMemoryError is pending
  into->env->SetByteArrayRegion(into->array, 0, static_cast<jsize>(length),
                                reinterpret_cast<const jbyte*>(value));
}

extern "C" int StopAtOnce(const char*, std::size_t, const char*, std::size_t, void*) { return 1; }

constexpr const char* kTooLong = "the value is longer than a Java array can be (2 GiB)";

}  // namespace
}  // namespace pmemycsb

using namespace pmemycsb;

// The head of a native method of PmemkvNative.
#define ENTRY(type, name) JNIEXPORT type JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_##name

extern "C" {

ENTRY(jlong, load)(JNIEnv* env, jclass, jbyteArray name) {
  return Guarded([&]() -> jlong {
    auto api = std::make_unique<PmemkvApi>();
    const std::string failure = LoadPmemkv(Text(env, name).c_str(), api.get());
    if (!failure.empty()) return OwnError(kUnknownError, failure.c_str());
    return reinterpret_cast<jlong>(api.release());
  });
}

ENTRY(jbyteArray, file)(JNIEnv* env, jclass, jlong library) {
  return Bytes(env, Api(library).file);
}

ENTRY(jlong, open)(JNIEnv* env, jclass, jlong library, jbyteArray engine, jbyteArray path,
                   jlong size, jboolean create) {
  return Guarded([&]() -> jlong {
    const std::string engine_name = Text(env, engine);
    const std::string path_name = path == nullptr ? std::string() : Text(env, path);
    pmemkv_db* db = nullptr;
    const char* step = nullptr;
    const int status =
        OpenPmemkv(Api(library), engine_name.c_str(), path == nullptr ? nullptr : path_name.c_str(),
                   static_cast<std::uint64_t>(size), create, &db, &step);
    if (status != kOk) return PmemkvError(Api(library), status, step);
    return reinterpret_cast<jlong>(new Pool{Api(library), db});
  });
}

ENTRY(void, close)(JNIEnv*, jclass, jlong handle) {
  const std::unique_ptr<Pool> pool(&PoolOf(handle));
  pool->api.close(pool->db);
}

ENTRY(jint, getInto)(JNIEnv* env, jclass, jlong handle, jbyteArray key, jint key_length,
                     jbyteArray buffer, jint capacity) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    IntoBuffer into{env, buffer, static_cast<std::size_t>(capacity), 0};
    const int status = api.get(db, k.data(), k.size(), CopyIntoBuffer, &into);
    if (status != kOk) return Outcome(api, status, "pmemkv_get");
    if (into.length > INT_MAX) return OwnError(kOutOfMemory, kTooLong);
    return static_cast<jint>(into.length);
  });
}

ENTRY(jbyteArray, get)(JNIEnv* env, jclass, jlong handle, jbyteArray key, jint key_length) {
  IntoNewArray into{env, nullptr, false};
  Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    const int status = api.get(db, k.data(), k.size(), CopyIntoNewArray, &into);
    if (status == kOk && into.too_long) return OwnError(kOutOfMemory, kTooLong);
    return Outcome(api, status, "pmemkv_get");
  });
  return into.array;
}

ENTRY(jint, put)(JNIEnv* env, jclass, jlong handle, jbyteArray key, jint key_length,
                 jbyteArray value, jint offset, jint length, jboolean only_if_present) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    if (only_if_present) {
      const int status = api.exists(db, k.data(), k.size());
      if (status != kOk) return Outcome(api, status, "pmemkv_exists");
    }
    Scratch<kInlineValue> bytes(static_cast<std::size_t>(length));
    env->GetByteArrayRegion(value, offset, length, reinterpret_cast<jbyte*>(bytes.data()));
    return Outcome(
        api, api.put(db, k.data(), k.size(), bytes.data(), static_cast<std::size_t>(length)),
        "pmemkv_put");
  });
}

ENTRY(jint, remove)(JNIEnv* env, jclass, jlong handle, jbyteArray key, jint key_length) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    return Outcome(api, api.remove(db, k.data(), k.size()), "pmemkv_remove");
  });
}

ENTRY(jint, exists)(JNIEnv* env, jclass, jlong handle, jbyteArray key, jint key_length) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    return Outcome(api, api.exists(db, k.data(), k.size()), "pmemkv_exists");
  });
}

ENTRY(jlong, count)(JNIEnv*, jclass, jlong handle) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jlong {
    std::size_t count = 0;
    const int status = api.count_all(db, &count);
    return status == kOk ? static_cast<jlong>(count) : PmemkvError(api, status, "pmemkv_count_all");
  });
}

ENTRY(jint, sorted)(JNIEnv*, jclass, jlong handle) {
  return Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    // An unsorted engine declines this call before it looks at a record.
    const int status = api.get_equal_above(db, "", 0, StopAtOnce, nullptr);
    if (status == kNotSupported) return 0;
    if (status == kOk || status == kNotFound || status == kStoppedByCallback) return 1;
    return PmemkvError(api, status, "pmemkv_get_equal_above");
  });
}

ENTRY(jbyteArray, range)(JNIEnv* env, jclass, jlong handle, jbyteArray from, jint from_length,
                         jboolean from_inclusive, jbyteArray to, jint to_length,
                         jboolean to_inclusive, jint max_entries, jint soft_bytes,
                         jbyteArray reused) {
  jbyteArray result = nullptr;
  Inside(handle, [&](const PmemkvApi& api, pmemkv_db* db) -> jint {
    Key start(env, from, from_length);
    const bool bounded = to != nullptr;
    Key end(env, bounded ? to : from, bounded ? to_length : 0);
    static thread_local std::string buffer;
    PackedRange packed(buffer, static_cast<std::size_t>(max_entries),
                       static_cast<std::size_t>(soft_bytes), {end.data(), end.size()}, bounded,
                       to_inclusive);
    const int status =
        from_inclusive ? api.get_equal_above(db, start.data(), start.size(), PackEntry, &packed)
                       : api.get_above(db, start.data(), start.size(), PackEntry, &packed);
    if (packed.failed()) throw std::bad_alloc();
    if (packed.too_long()) return OwnError(kOutOfMemory, kTooLong);
    if (status != kOk && status != kNotFound && status != kStoppedByCallback) {
      return PmemkvError(api, status, from_inclusive ? "pmemkv_get_equal_above" : "pmemkv_get_above");
    }
    const jsize room = reused == nullptr ? 0 : env->GetArrayLength(reused);
    if (packed.AddEnd(static_cast<std::size_t>(room))) {
      const std::string_view bytes = packed.bytes();
      env->SetByteArrayRegion(reused, 0, static_cast<jsize>(bytes.size()),
                              reinterpret_cast<const jbyte*>(bytes.data()));
      result = reused;
    } else {
      result = Bytes(env, packed.bytes());
    }
    // A single long entry is no reason to keep so much memory.
    if (buffer.size() > static_cast<std::size_t>(soft_bytes)) std::string().swap(buffer);
    return t_code = packed.more() ? 1 : 0;
  });
  return result;
}

ENTRY(jint, lockState)(JNIEnv* env, jclass, jbyteArray path, jboolean unlink_if_free) {
  return Guarded([&]() -> jint {
    const std::string name = Text(env, path);
    const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return -errno;
    jint result = 0;
    // libpmemobj holds this lock on the pool for as long as it is open.
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
      result = errno == EWOULDBLOCK ? 1 : -errno;
    } else if (unlink_if_free && unlink(name.c_str()) != 0) {
      result = -errno;
    }
    close(file);
    return result;
  });
}

ENTRY(jint, code)(JNIEnv*, jclass) {
  return t_code;
}

ENTRY(jbyteArray, message)(JNIEnv* env, jclass) {
  return Bytes(env, t_message);
}

ENTRY(jint, raise)(JNIEnv*, jclass, jlong library, jint status) {
  return Guarded([&]() -> jint { return Outcome(Api(library), status, "pmemkv_none"); });
}

}  // extern "C"
