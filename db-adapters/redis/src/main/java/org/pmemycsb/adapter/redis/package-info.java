/**
 * Redis in the comparison, or a server with its protocol: Valkey is named as such.
 *
 * <p>Priorities: the semantics of the contract suite, then one round trip for each operation, then
 * little work on either side of it. It touches Redis through Jedis alone, and the machine through
 * the SPI's process starter and the folder that it is given.
 *
 * <h2>What an operation is</h2>
 *
 * <table>
 *   <caption>Commands sent, each row in one round trip</caption>
 *   <tr><td>read of all fields<td>{@code HGETALL}
 *   <tr><td>read of some<td>{@code HMGET}; {@code HGETALL} after it when it found none of them, as it
 *     does not tell a record without these fields from no record
 *   <tr><td>update<td>{@code EVALSHA} of a script that is {@code EXISTS}, then {@code HSET}
 *   <tr><td>insert<td>{@code MULTI}, {@code DEL}, {@code HSET}, {@code EXEC}, sent together
 *   <tr><td>delete<td>{@code DEL}
 *   <tr><td>scan<td>{@code ZRANGEBYLEX}, then {@code HGETALL} or {@code HMGET} of all keys together:
 *     two round trips
 * </table>
 *
 * <p>No command of Redis changes a hash only if it is there and says whether it was, but for a
 * script. Measured on Redis 7.0 with 1 KiB values it takes the server 3 microseconds where a plain
 * {@code HSET} takes 0.3, of a round trip of about 20. A plain {@code HSET} would make a record of
 * an update of an absent key. The transaction of an insert takes the server 0.9 microseconds. It
 * replaces a record and its old fields in one step, so that no client reads half of one.
 *
 * <h2>Layout</h2>
 *
 * <p>A record is one hash. Its key is the record's key in UTF-8, without the table's name; its
 * fields are the field names in UTF-8, and their values the bytes. When the experiment has scans,
 * and only then, a sorted set holds every key with score 0, so that it orders them by their bytes;
 * insert and delete then carry a {@code ZADD} or {@code ZREM} in the same transaction. Its own key
 * begins with a byte that UTF-8 never has. The layout is not meant to fit other programs.
 *
 * <h2>pm-redis</h2>
 *
 * <p>The same client and the same server object, on a server that keeps its records elsewhere. A
 * {@link org.pmemycsb.adapter.redis.RedisLaunch} holds the differences of its start, a {@link
 * org.pmemycsb.adapter.redis.RedisKind} those of the questions to it. The native half in {@code
 * src/main/cpp} is a module that sends the commands above to a pool of pmemkv. Its scans are a
 * command of its own and need no sorted set. {@code docs/reference/databases.md} says what it
 * promises.
 *
 * <h2>Threads, errors</h2>
 *
 * <p>A client has one connection and belongs to one thread; there is no pool. A server object is
 * used by one thread at a time, and connects for each question, so that it never stands among the
 * clients while they work.
 *
 * <p>Once a client is up it throws nothing. An operation that Redis refuses has a Status with the
 * name that Redis gives the refusal ({@code OOM}, {@code MISCONF}, {@code NOAUTH}). A lost
 * connection is {@code SERVICE_UNAVAILABLE}, and the next operation connects again. The client
 * sends no operation twice, except an update that Redis has not begun because it does not know the
 * script.
 */
package org.pmemycsb.adapter.redis;
