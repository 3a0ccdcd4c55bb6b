/**
 * Redis in the comparison, or a server with its protocol: Valkey is named as such.
 *
 * <table>
 *   <caption>Commands of an operation, each row in one round trip</caption>
 *   <tr><td>read of all fields<td>{@code HGETALL}
 *   <tr><td>read of some<td>{@code HMGET}; {@code HGETALL} after it when it found none of them, as it
 *     does not tell a record without these fields from no record
 *   <tr><td>update<td>{@code EVALSHA} of a script that is {@code EXISTS}, then {@code HSET}: no
 *     command changes a hash only if it is there and says whether it was
 *   <tr><td>insert<td>{@code MULTI}, {@code DEL}, {@code HSET}, {@code EXEC}, sent together, so that
 *     no client reads half of a record
 *   <tr><td>delete<td>{@code DEL}
 *   <tr><td>scan<td>{@code ZRANGEBYLEX}, then {@code HGETALL} or {@code HMGET} of all keys together:
 *     two round trips
 * </table>
 *
 * <p>Measured on Redis 7.0 with 1 KiB values, the script takes the server 3 microseconds where a
 * plain {@code HSET} takes 0.3, of a round trip of about 20; the transaction takes 0.9.
 *
 * <p>A record is one hash under its key in UTF-8, without the table's name. When the experiment has
 * scans, and only then, a sorted set holds every key with score 0, which orders them by their
 * bytes; insert and delete then carry a {@code ZADD} or {@code ZREM} in a transaction.
 *
 * <p>pm-redis is the same client and the same server object, on a server that keeps its records
 * elsewhere. A subclass of {@link org.pmemycsb.adapter.redis.EmbeddedRedis} holds the differences.
 * The native half in {@code src/main/cpp} is a module that sends the commands above to a pool of
 * pmemkv. {@code docs/reference/databases.md} says what it promises.
 *
 * <p>Threads: a client has one connection and belongs to one thread. A server object is used by one
 * thread at a time. It connects for each question, so that it never stands among working clients.
 *
 * <p>Errors: once a client is up it throws nothing. A refused operation has a Status with the name
 * that Redis gives the refusal ({@code OOM}, {@code NOAUTH}); a lost connection is {@code
 * SERVICE_UNAVAILABLE}. The client sends no operation twice, except an update that Redis has not
 * begun because it does not know the script.
 */
package org.pmemycsb.adapter.redis;
