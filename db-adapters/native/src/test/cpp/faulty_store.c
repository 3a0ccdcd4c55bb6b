/* A store in main memory that is wrong in the way that the option "fault" names; without it, a right one. With the
 * option "keeps" it says that it keeps its records, and the harness counts them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store.h"

#ifndef INTERFACE
#define INTERFACE STORE_INTERFACE
#endif

#define BUCKETS 65536

struct record {
  struct record *next;
  size_t key_bytes, value_bytes;
  char bytes[];
};

struct store {
  char fault[32];
  uint64_t puts, count;
  struct record *buckets[BUCKETS];
};

static _Thread_local char error[128];

static int failed(const char *text) {
  snprintf(error, sizeof(error), "%s", text);
  return STORE_FAILED;
}

static void option(const char *options, const char *name, char *value, size_t size) {
  const char *at = strstr(options, name);
  value[0] = '\0';
  if (at == NULL) return;
  at += strlen(name);
  snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
}

uint32_t store_interface(void) { return INTERFACE; }

int store_describe(const char *options, struct store_traits *traits) {
  char fault[32];
  option(options, "fault=", fault, sizeof(fault));
  printf("a library may write to the standard output"); /* and even without an end of the line */
  if (strcmp(fault, "exit-describe") == 0) exit(9);
  if (strcmp(fault, "describe") == 0) return failed("the option fault is wrong");
  if (strcmp(fault, "crash-describe") == 0) abort();
  *traits = (struct store_traits){"faulty 1.0", 0, STORE_ONE_CALL, 0, 1};
  char keeps[8];
  option(options, "keeps=", keeps, sizeof(keeps));
  if (keeps[0] != '\0') traits->ends_with_process = 0; /* which is not true, but then others open it */
  if (strcmp(fault, "threads") == 0) traits->threads = 7;
  return STORE_OK;
}

#ifndef WITHOUT_OPEN
int store_open(const char *folder, uint64_t bytes, const char *options, struct store **opened) {
  (void)folder, (void)bytes;
  struct store *store = calloc(1, sizeof(*store));
  option(options, "fault=", store->fault, sizeof(store->fault));
  if (strcmp(store->fault, "open") == 0) {
    free(store);
    return failed("the folder is on the moon");
  }
  if (strcmp(store->fault, "open-nothing") == 0) return STORE_OK;
  *opened = store;
  return STORE_OK;
}
#endif

void store_close(struct store *store) {
  for (int i = 0; i < BUCKETS; i++) {
    for (struct record *next, *at = store->buckets[i]; at != NULL; at = next) {
      next = at->next;
      free(at);
    }
  }
  free(store);
}

static struct record **find(struct store *store, const void *key, size_t bytes) {
  size_t hash = 5381;
  for (size_t i = 0; i < bytes; i++) hash = hash * 33 + ((const unsigned char *)key)[i];
  struct record **at = &store->buckets[hash % BUCKETS];
  while (*at != NULL && ((*at)->key_bytes != bytes || memcmp((*at)->bytes, key, bytes) != 0)) {
    at = &(*at)->next;
  }
  return at;
}

int store_get(struct store *store, const void *key, size_t key_bytes, void *buffer, size_t capacity,
              size_t *value_bytes) {
  const struct record *found = *find(store, key, key_bytes);
  if (strcmp(store->fault, "fail") == 0 && store->puts > 100) return failed("the disk is on fire");
  if (strcmp(store->fault, "hang") == 0 && store->puts > 100) sleep(3600);
  if (found == NULL) return STORE_ABSENT;
  *value_bytes = found->value_bytes;
  if (found->value_bytes <= capacity && found->value_bytes > 0) {
    memcpy(buffer, found->bytes + key_bytes, found->value_bytes);
    if (strcmp(store->fault, "torn") == 0) ((char *)buffer)[found->value_bytes / 2] ^= 1;
  }
  return STORE_OK;
}

int store_remove(struct store *store, const void *key, size_t key_bytes) {
  struct record **at = find(store, key, key_bytes);
  struct record *found = *at;
  if (found == NULL) return STORE_ABSENT;
  *at = found->next;
  free(found);
  store->count--;
  return STORE_OK;
}

int store_put(struct store *store, const void *key, size_t key_bytes, const void *value, size_t value_bytes) {
  store->puts++;
  if (strcmp(store->fault, "crash") == 0 && store->puts > 100) abort();
  if (strcmp(store->fault, "exit") == 0 && store->puts > 100) exit(3);
  if (strcmp(store->fault, "full") == 0 && store->puts > 100) {
    snprintf(error, sizeof(error), "100 records are enough");
    return STORE_FULL;
  }
  if (strcmp(store->fault, "lose") == 0 && store->puts % 10 == 0) return STORE_OK;
  store_remove(store, key, key_bytes);
  struct record *fresh = malloc(sizeof(*fresh) + key_bytes + value_bytes);
  *fresh = (struct record){NULL, key_bytes, value_bytes};
  if (key_bytes > 0) memcpy(fresh->bytes, key, key_bytes);
  if (value_bytes > 0) memcpy(fresh->bytes + key_bytes, value, value_bytes);
  *find(store, key, key_bytes) = fresh;
  store->count++;
  return STORE_OK;
}

int store_count(struct store *store, uint64_t *count) {
  *count = store->count + (strcmp(store->fault, "lie") == 0 ? 7 : 0);
  return STORE_OK;
}

const char *store_error(void) { return error; }
