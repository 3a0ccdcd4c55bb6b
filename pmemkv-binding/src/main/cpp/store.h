/*
 * A key-value store for the comparisons of pmem-ycsb, in C, C++, Rust or any language with C's calling convention.
 *
 * A shared library with the functions below is a database: --db 'native{library=./libmine.so}'. It needs no other
 * header and nothing to link with. Functions marked "optional" may be missing.
 *
 * Keys and values are any bytes; both may be empty. Pointers that are passed in are valid during the call only.
 * No function throws, exits or ends the process. A function that returns a status leaves the store as it was
 * unless it returns STORE_OK.
 */
#ifndef PMEM_YCSB_STORE_H
#define PMEM_YCSB_STORE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this interface. */
#define STORE_INTERFACE 1

#define STORE_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. The text of STORE_FULL and STORE_FAILED comes from store_error. */
enum {
  STORE_OK = 0,
  STORE_ABSENT = 1, /* no record has this key */
  STORE_FULL = 2,   /* no room is left */
  STORE_FAILED = 3  /* any other failure */
};

/* Which calls to an open store may run side by side. The others wait for their turn outside the library. */
enum {
  STORE_ONE_CALL = 0,    /* none */
  STORE_MANY_READERS = 1, /* get, scan, count and counters; put, remove and sync run alone */
  STORE_MANY_CALLS = 2   /* all, but close */
};

/* The promises of a library for some options. */
struct store_traits {
  const char *name;      /* product and version, one line, valid for ever */
  int durable;           /* 1: a put or remove that has returned survives a loss of power; 0: it may be lost */
  int threads;           /* STORE_ONE_CALL, STORE_MANY_READERS or STORE_MANY_CALLS */
  int sorted;            /* 1: store_scan works, in the order of unsigned bytes; 0: it is never called */
  int ends_with_process; /* 1: the records are gone after store_close; 0: the next store_open finds them */
};

/* An open store. The library defines it. */
struct store;

/* Returns STORE_INTERFACE. It is called first. */
STORE_EXPORT uint32_t store_interface(void);

/*
 * Fills in the promises that hold for these options, and refuses wrong options with STORE_FAILED. It opens nothing.
 * Options are lines "name=value", each with a newline at its end; the text may be empty.
 */
STORE_EXPORT int store_describe(const char *options, struct store_traits *traits);

/*
 * Opens the store in an existing folder that belongs to it alone, and creates it in an empty one. A store that was
 * cut short by a crash opens again. `bytes` is the room to plan for, keys, values and all else. One process opens a
 * store at a time, once.
 */
STORE_EXPORT int store_open(const char *folder, uint64_t bytes, const char *options, struct store **opened);

/* Closes the store, which no other call uses, and frees its memory. */
STORE_EXPORT void store_close(struct store *store);

/*
 * Sets *value_bytes to the length of the value, and copies it into the buffer if it fits into `capacity`. Otherwise
 * the content of the buffer is undefined, and the caller asks again. A capacity of 0 asks whether there is a record.
 */
STORE_EXPORT int store_get(struct store *store, const void *key, size_t key_bytes, void *buffer, size_t capacity,
                           size_t *value_bytes);

/* Inserts a record, or replaces its value. Another thread sees the old value or the new one, never a mixture. */
STORE_EXPORT int store_put(struct store *store, const void *key, size_t key_bytes, const void *value,
                           size_t value_bytes);

/* Removes a record; STORE_ABSENT if there is none. */
STORE_EXPORT int store_remove(struct store *store, const void *key, size_t key_bytes);

/* Sets *count to the number of records. It may take long. */
STORE_EXPORT int store_count(struct store *store, uint64_t *count);

/* The text of the calling thread's last failure, one line, valid until its next call. Never NULL. */
STORE_EXPORT const char *store_error(void);

/* Takes a record of a scan. Another result than 0 ends the scan, which then returns STORE_OK. */
typedef int store_visit(void *arg, const void *key, size_t key_bytes, const void *value, size_t value_bytes);

/* Optional. Passes on the records from a key on, itself included, in the order of their keys. */
STORE_EXPORT int store_scan(struct store *store, const void *from, size_t from_bytes, store_visit *visit, void *arg);

/* Optional. Makes all writes that have returned survive a loss of power. With it, a store that is not durable can
 * also run at durability "periodic": it is called every 100 ms. */
STORE_EXPORT int store_sync(struct store *store);

/* Optional. Passes on the store's own counters since it was opened, which only grow. */
STORE_EXPORT int store_counters(struct store *store, void (*counter)(void *arg, const char *name, uint64_t value),
                                void *arg);

#ifdef __cplusplus
}
#endif
#endif
