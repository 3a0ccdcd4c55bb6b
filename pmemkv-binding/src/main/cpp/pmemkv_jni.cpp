// The native half of org.pmemycsb.pmemkv.PmemkvNative.
//
// Every entry returns a number of 0 or more, kAbsent, or an error (see EncodeError), and never
// throws; the text of an error waits in a thread-local buffer until PmemkvNative.message() fetches
// it. Nothing here calls back into Java code, and no critical section
// (GetPrimitiveArrayCritical) is ever open: so a thread that waits for the collector while it
// holds an item's lock inside pmemkv cannot be what the collector waits for, because the threads
// that queue for that lock sit in native code, where they do not hold up a safepoint.
#include <fcntl.h>
#include <jni.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "open_store.h"
#include "org_pmemycsb_pmemkv_PmemkvNative.h"
#include "packed_range.h"
#include "pmemkv_api.h"
#include "scratch.h"

namespace pmemycsb {
namespace {

constexpr jint kAbsent = org_pmemycsb_pmemkv_PmemkvNative_ABSENT;
constexpr jint kClosed = org_pmemycsb_pmemkv_PmemkvNative_CLOSED;
constexpr jint kErrorBase = org_pmemycsb_pmemkv_PmemkvNative_ERROR_BASE;

// Room on the stack for what a benchmark usually stores; longer ones cost one malloc.
constexpr std::size_t kInlineKey = 1024;
constexpr std::size_t kInlineValue = 16 * 1024;

// Written once under Java's lock before the first store is opened, and read after.
PmemkvApi g_api{};

thread_local jint t_code = 0;
thread_local char t_message[1024];

void SetMessage(const char* text) { std::snprintf(t_message, sizeof(t_message), "%s", text); }

// The one place that turns a status into what Java sees.
jint EncodeError(int status) {
  t_code = kErrorBase - status;
  return t_code;
}

jint OwnError(int status, const char* text) {
  SetMessage(text);
  return EncodeError(status);
}

// libpmemkv leaves the last message of the thread in place when a later failure brings none (and
// after successes), so it is believed only if it names the function that failed.
jint PmemkvError(int status, const char* function) {
  t_message[0] = '\0';
  if (g_api.errormsg != nullptr) {
    const std::string_view text(g_api.errormsg());
    const std::string_view name(function);
    if (text.size() > name.size() + 2 && text[0] == '[' && text.substr(1, name.size()) == name &&
        text[name.size() + 1] == ']') {
      const std::size_t start = text.find_first_not_of(' ', name.size() + 2);
      SetMessage(text.data() + (start == std::string_view::npos ? text.size() : start));
    }
  }
  return EncodeError(status);
}

jint Outcome(int status, const char* function) {
  if (status == kOk) return 0;
  if (status == kNotFound) {
    t_code = kAbsent;
    return kAbsent;
  }
  return PmemkvError(status, function);
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

OpenStore& Store(jlong handle) { return *reinterpret_cast<OpenStore*>(handle); }

// Does something with the pool, unless it is closed.
template <typename Body>
auto Inside(jlong handle, Body&& body) noexcept -> decltype(body(nullptr)) {
  return Guarded([&] {
    const Call call(Store(handle));
    if (call.refused()) return static_cast<decltype(body(nullptr))>(t_code = kClosed);
    return body(call.db());
  });
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

// Text crosses as bytes: NewStringUTF and its like speak a UTF-8 of their own, and the encoding of
// a path is the file system's business.
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

struct Descriptor {
  explicit Descriptor(int fd) : fd(fd) {}
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  const int fd;
};

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

extern "C" {

JNIEXPORT jbyteArray JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_load(JNIEnv* env, jclass,
                                                                        jbyteArray name) {
  std::string failure;
  try {
    failure = LoadPmemkv(Text(env, name).c_str(), &g_api);
    Call::Prepare(true);
  } catch (...) {
    failure = "no native memory";
  }
  return failure.empty() ? nullptr : Bytes(env, failure);
}

JNIEXPORT jbyteArray JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_file(JNIEnv* env, jclass) {
  return Bytes(env, g_api.file);
}

JNIEXPORT jlong JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_open(JNIEnv* env, jclass,
                                                                   jbyteArray engine,
                                                                   jbyteArray path, jlong size,
                                                                   jboolean create) {
  return Guarded([&]() -> jlong {
    const std::string engine_name = Text(env, engine);
    const std::string path_name = path == nullptr ? std::string() : Text(env, path);
    pmemkv_config* const config = g_api.config_new();
    if (config == nullptr) return PmemkvError(kOutOfMemory, "pmemkv_config_new");
    const char* step = "pmemkv_config_put_string";
    int status = path == nullptr ? kOk : g_api.config_put_string(config, "path", path_name.c_str());
    if (status == kOk && size > 0) {
      step = "pmemkv_config_put_uint64";
      status = g_api.config_put_uint64(config, "size", static_cast<std::uint64_t>(size));
    }
    if (status == kOk && create) {
      step = "pmemkv_config_put_force_create";
      status = g_api.has_1_5_symbols() ? g_api.config_put_create_or_error_if_exists(config, true)
                                       : g_api.config_put_force_create(config, true);
    }
    if (status != kOk) {
      const jint error = PmemkvError(status, step);
      g_api.config_delete(config);
      return error;
    }
    pmemkv_db* db = nullptr;
    // From here on the configuration is libpmemkv's, even when opening fails.
    status = g_api.open(engine_name.c_str(), config, &db);
    if (status != kOk) return PmemkvError(status, "pmemkv_open");
    return reinterpret_cast<jlong>(new OpenStore(db));
  });
}

JNIEXPORT void JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_close(JNIEnv*, jclass, jlong handle) {
  Guarded([&]() -> jint {
    Store(handle).Close();
    g_api.close(Store(handle).db());
    return 0;
  });
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_getInto(JNIEnv* env, jclass,
                                                                     jlong handle, jbyteArray key,
                                                                     jint key_length,
                                                                     jbyteArray buffer,
                                                                     jint capacity) {
  return Inside(handle, [&](pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    IntoBuffer into{env, buffer, static_cast<std::size_t>(capacity), 0};
    const int status = g_api.get(db, k.data(), k.size(), CopyIntoBuffer, &into);
    if (status != kOk) return Outcome(status, "pmemkv_get");
    if (into.length > INT_MAX) return OwnError(kOutOfMemory, kTooLong);
    return static_cast<jint>(into.length);
  });
}

JNIEXPORT jbyteArray JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_get(JNIEnv* env, jclass,
                                                                       jlong handle, jbyteArray key,
                                                                       jint key_length) {
  IntoNewArray into{env, nullptr, false};
  Inside(handle, [&](pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    const int status = g_api.get(db, k.data(), k.size(), CopyIntoNewArray, &into);
    if (status == kOk && into.too_long) return OwnError(kOutOfMemory, kTooLong);
    return Outcome(status, "pmemkv_get");
  });
  return into.array;
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_put(JNIEnv* env, jclass, jlong handle,
                                                                 jbyteArray key, jint key_length,
                                                                 jbyteArray value, jint offset,
                                                                 jint length,
                                                                 jboolean only_if_present) {
  return Inside(handle, [&](pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    if (only_if_present) {
      const int status = g_api.exists(db, k.data(), k.size());
      if (status != kOk) return Outcome(status, "pmemkv_exists");
    }
    Scratch<kInlineValue> bytes(static_cast<std::size_t>(length));
    env->GetByteArrayRegion(value, offset, length, reinterpret_cast<jbyte*>(bytes.data()));
    return Outcome(
        g_api.put(db, k.data(), k.size(), bytes.data(), static_cast<std::size_t>(length)),
        "pmemkv_put");
  });
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_remove(JNIEnv* env, jclass,
                                                                    jlong handle, jbyteArray key,
                                                                    jint key_length) {
  return Inside(handle, [&](pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    return Outcome(g_api.remove(db, k.data(), k.size()), "pmemkv_remove");
  });
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_exists(JNIEnv* env, jclass,
                                                                    jlong handle, jbyteArray key,
                                                                    jint key_length) {
  return Inside(handle, [&](pmemkv_db* db) -> jint {
    Key k(env, key, key_length);
    return Outcome(g_api.exists(db, k.data(), k.size()), "pmemkv_exists");
  });
}

JNIEXPORT jlong JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_count(JNIEnv*, jclass, jlong handle) {
  return Inside(handle, [&](pmemkv_db* db) -> jlong {
    std::size_t count = 0;
    const int status = g_api.count_all(db, &count);
    return status == kOk ? static_cast<jlong>(count) : PmemkvError(status, "pmemkv_count_all");
  });
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_sorted(JNIEnv*, jclass, jlong handle) {
  return Inside(handle, [&](pmemkv_db* db) -> jint {
    // Asked for all from the empty key on, an unsorted engine declines before it looks.
    const int status = g_api.get_equal_above(db, "", 0, StopAtOnce, nullptr);
    if (status == kNotSupported) return 0;
    if (status == kOk || status == kNotFound || status == kStoppedByCallback) return 1;
    return PmemkvError(status, "pmemkv_get_equal_above");
  });
}

JNIEXPORT jbyteArray JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_range(
    JNIEnv* env, jclass, jlong handle, jbyteArray from, jint from_length, jboolean from_inclusive,
    jbyteArray to, jint to_length, jboolean to_inclusive, jint max_entries, jint soft_bytes) {
  jbyteArray result = nullptr;
  Inside(handle, [&](pmemkv_db* db) -> jint {
    Key start(env, from, from_length);
    const bool bounded = to != nullptr;
    Key end(env, bounded ? to : from, bounded ? to_length : 0);
    PackedRange packed(static_cast<std::size_t>(max_entries), static_cast<std::size_t>(soft_bytes),
                       {end.data(), end.size()}, bounded, to_inclusive);
    const int status =
        from_inclusive ? g_api.get_equal_above(db, start.data(), start.size(), PackEntry, &packed)
                       : g_api.get_above(db, start.data(), start.size(), PackEntry, &packed);
    if (packed.failed()) throw std::bad_alloc();
    if (packed.too_long()) return OwnError(kOutOfMemory, kTooLong);
    if (status != kOk && status != kNotFound && status != kStoppedByCallback) {
      return PmemkvError(status, from_inclusive ? "pmemkv_get_equal_above" : "pmemkv_get_above");
    }
    result = Bytes(env, packed.bytes());
    return t_code = packed.more() ? 1 : 0;
  });
  return result;
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_lockState(JNIEnv* env, jclass,
                                                                       jbyteArray path,
                                                                       jboolean unlink_if_free) {
  return Guarded([&]() -> jint {
    const std::string name = Text(env, path);
    const Descriptor file(open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.fd < 0) return -errno;
    // libpmemobj holds this lock on the pool for as long as it is open.
    if (flock(file.fd, LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK ? 1 : -errno;
    if (unlink_if_free && unlink(name.c_str()) != 0) return -errno;
    return 0;
  });
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_code(JNIEnv*, jclass) {
  return t_code;
}

JNIEXPORT jbyteArray JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_message(JNIEnv* env, jclass) {
  return Bytes(env, t_message);
}

JNIEXPORT void JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_useMembarrier(JNIEnv*, jclass,
                                                                           jboolean use) {
  Call::Prepare(use);
}

JNIEXPORT jint JNICALL Java_org_pmemycsb_pmemkv_PmemkvNative_raise(JNIEnv*, jclass, jint status) {
  return Guarded([&]() -> jint { return Outcome(status, "pmemkv_none"); });
}

}  // extern "C"
