// The native half of org.pmemycsb.store.StoreNative.
//
// Keys and values cross in memory outside the Java heap, which Java code fills and empties. So an
// operation is one call with numbers, and nothing here calls back into the JVM. Every entry that
// returns a number gives 0 or more, or minus the status of store.h. It never throws.
#include <jni.h>

#include <climits>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "org_pmemycsb_store_StoreNative.h"
#include "store_library.h"

namespace pmemycsb {
namespace {

StoreLibrary& LibraryOf(jlong handle) { return *reinterpret_cast<StoreLibrary*>(handle); }
OpenStore& StoreOf(jlong handle) { return *reinterpret_cast<OpenStore*>(handle); }

std::string_view View(jlong address, jint bytes) {
  return {reinterpret_cast<const char*>(address), static_cast<std::size_t>(bytes)};
}

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

thread_local std::string t_failure;

template <typename Body>
jlong Handle(const Body& body) noexcept {
  try {
    return reinterpret_cast<jlong>(body());
  } catch (const std::exception& e) {
    t_failure = e.what();
    return 0;
  }
}

// The values of a scan, one after another, each behind its length.
struct Rows {
  char* at;
  std::size_t room;
  std::size_t needed;
  jint left;
};

extern "C" int TakeRow(void* arg, const void*, std::size_t, const void* value, std::size_t bytes) {
  auto* const rows = static_cast<Rows*>(arg);
  const auto length = static_cast<jint>(bytes);
  rows->needed += sizeof(length) + bytes;
  if (bytes > INT_MAX || rows->needed > INT_MAX) return 1;
  // Once one does not fit, only the room for the rest is counted.
  if (rows->needed <= rows->room) {
    std::memcpy(rows->at, &length, sizeof(length));
    std::memcpy(rows->at + sizeof(length), value, bytes);
    rows->at += sizeof(length) + bytes;
  }
  return --rows->left == 0 ? 1 : 0;
}

extern "C" void TakeCounter(void* arg, const char* name, std::uint64_t value) {
  *static_cast<std::string*>(arg) += std::string(name) + '=' + std::to_string(value) + '\n';
}

}  // namespace
}  // namespace pmemycsb

using namespace pmemycsb;

// The head of a native method of StoreNative.
#define ENTRY(type, name) JNIEXPORT type JNICALL Java_org_pmemycsb_store_StoreNative_##name

extern "C" {

ENTRY(jlong, address)(JNIEnv* env, jclass, jobject direct) {
  return reinterpret_cast<jlong>(env->GetDirectBufferAddress(direct));
}

ENTRY(jlong, load)(JNIEnv* env, jclass, jbyteArray file) {
  return Handle([&] {
    auto library = std::make_unique<StoreLibrary>();
    t_failure = LoadStoreLibrary(Text(env, file), library.get());
    return t_failure.empty() ? library.release() : nullptr;
  });
}

ENTRY(jlong, open)(JNIEnv* env, jclass, jlong library, jbyteArray folder, jlong bytes,
                   jbyteArray options) {
  return Handle([&] {
    return new OpenStore(LibraryOf(library), Text(env, folder), static_cast<std::uint64_t>(bytes),
                         Text(env, options));
  });
}

ENTRY(jbyteArray, failure)(JNIEnv* env, jclass) { return Bytes(env, t_failure); }

ENTRY(void, close)(JNIEnv*, jclass, jlong store) { delete &StoreOf(store); }

ENTRY(jbyteArray, name)(JNIEnv* env, jclass, jlong store) {
  return Bytes(env, StoreOf(store).traits().name);
}

ENTRY(jint, traits)(JNIEnv*, jclass, jlong store) {
  const store_traits& traits = StoreOf(store).traits();
  return (traits.durable != 0 ? 1 : 0) | (traits.sorted != 0 ? 2 : 0) |
         (traits.ends_with_process != 0 ? 4 : 0) | (StoreOf(store).syncs() ? 8 : 0);
}

ENTRY(jbyteArray, error)(JNIEnv* env, jclass, jlong store) {
  return Bytes(env, StoreOf(store).error());
}

ENTRY(jlong, get)(JNIEnv*, jclass, jlong store, jlong key, jint key_bytes, jlong buffer,
                  jint capacity) {
  std::size_t length = 0;
  const int status = StoreOf(store).Get(View(key, key_bytes), reinterpret_cast<void*>(buffer),
                                        static_cast<std::size_t>(capacity), &length);
  return status == STORE_OK ? static_cast<jlong>(length) : -status;
}

ENTRY(jint, put)(JNIEnv*, jclass, jlong store, jlong key, jint key_bytes, jlong value,
                 jint value_bytes, jboolean only_if_present) {
  const std::string_view name = View(key, key_bytes);
  const int status = only_if_present ? StoreOf(store).Has(name) : static_cast<int>(STORE_OK);
  return status != STORE_OK ? -status : -StoreOf(store).Put(name, View(value, value_bytes));
}

ENTRY(jint, remove)(JNIEnv*, jclass, jlong store, jlong key, jint key_bytes) {
  return -StoreOf(store).Remove(View(key, key_bytes));
}

ENTRY(jlong, scan)(JNIEnv*, jclass, jlong store, jlong from, jint from_bytes, jlong buffer,
                   jint capacity, jint limit) {
  Rows rows{reinterpret_cast<char*>(buffer), static_cast<std::size_t>(capacity), 0, limit};
  const int status = StoreOf(store).Scan(View(from, from_bytes), TakeRow, &rows);
  return status == STORE_OK ? static_cast<jlong>(rows.needed) : -status;
}

ENTRY(jlong, count)(JNIEnv*, jclass, jlong store) {
  std::uint64_t count = 0;
  const int status = StoreOf(store).Count(&count);
  return status == STORE_OK ? static_cast<jlong>(count) : -status;
}

ENTRY(jint, sync)(JNIEnv*, jclass, jlong store) { return -StoreOf(store).Sync(); }

ENTRY(jbyteArray, counters)(JNIEnv* env, jclass, jlong store) {
  std::string counters;
  return StoreOf(store).Counters(TakeCounter, &counters) == STORE_OK ? Bytes(env, counters)
                                                                     : nullptr;
}

}  // extern "C"
