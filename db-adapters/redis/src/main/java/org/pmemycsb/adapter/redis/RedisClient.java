package org.pmemycsb.adapter.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB client for Redis. Works under the stock {@code site.ycsb.Client} as well, with {@code
 * redis.host}, {@code redis.port}, {@code redis.password} and the like; {@code redis.scans=true}
 * keeps the index that scans need, in the load too.
 *
 * <p>Belongs to one thread and has one connection, which it makes again on the operation after the
 * one that lost it. After {@link #init} it throws nothing. The table is not looked at.
 */
public final class RedisClient extends DB {
  /**
   * Whether to keep an index of the keys: {@code true} or {@code false}, which is the default; or
   * {@code module}, where the server's module does.
   */
  static final String SCANS = "redis.scans";

  /** Longest time to wait for a reply, in milliseconds; as YCSB's own binding names it. */
  static final String TIMEOUT = "redis.timeout";

  private static final Pattern CODE = Pattern.compile("([A-Z]{2,})\\b.*", Pattern.DOTALL);
  private static final String DEFAULT_TIMEOUT = "30000";

  private RedisAddress address;
  private int timeoutMillis;
  private Scans scans;
  // Null when there is no connection.
  private RecordCommands records;

  @Override
  public void init() throws DBException {
    try {
      address = RedisAddress.of(getProperties());
      timeoutMillis = Integer.parseInt(getProperties().getProperty(TIMEOUT, DEFAULT_TIMEOUT));
      scans = Scans.of(getProperties().getProperty(SCANS));
      records = connect();
    } catch (NumberFormatException invalid) {
      throw new DBException("redis: " + TIMEOUT + " must be milliseconds", invalid);
    } catch (IllegalArgumentException invalid) {
      throw new DBException(invalid.getMessage(), invalid);
    } catch (JedisException unreachable) {
      throw new DBException(address.describe(unreachable), unreachable);
    }
  }

  private RecordCommands connect() {
    Connection connection = address.connect(timeoutMillis);
    try {
      return new RecordCommands(connection, scans);
    } catch (JedisException failure) {
      close(connection);
      throw failure;
    }
  }

  @Override
  public void cleanup() {
    disconnect();
  }

  private void disconnect() {
    if (records != null) {
      close(records);
      records = null;
    }
  }

  private static void close(AutoCloseable connection) {
    try {
      connection.close();
    } catch (Exception dead) {
      // The connection is no longer needed.
      return;
    }
  }

  private Status attempt(Function<RecordCommands, Status> operation) {
    try {
      if (records == null) {
        records = connect();
      }
      return operation.apply(records);
    } catch (JedisConnectionException lost) {
      disconnect();
      return new Status(Status.SERVICE_UNAVAILABLE.getName(), address.describe(lost));
    } catch (JedisDataException refused) {
      return new Status(name(refused), refused.getMessage());
    } catch (RuntimeException unexpected) {
      // The connection may hold half of a reply, so it is of no more use.
      disconnect();
      return new Status(Status.UNEXPECTED_STATE.getName(), unexpected.toString());
    }
  }

  /** The code that Redis begins a refusal with, such as {@code OOM}. */
  private static String name(JedisDataException refused) {
    Matcher code = CODE.matcher(String.valueOf(refused.getMessage()));
    return code.matches() && !code.group(1).equals("ERR") ? code.group(1) : Status.ERROR.getName();
  }

  private static Status found(boolean found) {
    return found ? Status.OK : Status.NOT_FOUND;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return attempt(commands -> found(commands.read(key, fields, result)));
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (scans == Scans.NONE) {
      return Status.NOT_IMPLEMENTED;
    }
    return attempt(
        commands -> {
          commands.scan(startKey, count, fields, result);
          return Status.OK;
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return attempt(commands -> found(commands.update(key, values)));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return attempt(
        commands -> {
          commands.insert(key, values);
          return Status.OK;
        });
  }

  @Override
  public Status delete(String table, String key) {
    return attempt(commands -> found(commands.delete(key)));
  }
}
