package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB client for Redis; the package lists the commands of each operation. Works under the
 * stock {@code site.ycsb.Client} as well, with {@code redis.host}, {@code redis.port}, {@code
 * redis.password} and the like; {@code redis.scans=true} keeps the index that scans need, in the
 * load too.
 *
 * <p>Belongs to one thread and has one connection, which it makes again on the operation after the
 * one that lost it. After {@link #init} it throws nothing. The table is not looked at.
 */
public final class RedisClient extends DB {
  /** One of {@link Scans}; {@code false} is the default. */
  static final String SCANS = "redis.scans";

  /** Longest time to wait for a reply, in milliseconds; as YCSB's own binding names it. */
  private static final String TIMEOUT = "redis.timeout";

  private static final Pattern CODE = Pattern.compile("([A-Z]{2,})\\b.*", Pattern.DOTALL);
  // UTF-8 has no such byte, so no record has this key.
  private static final byte[] INDEX = {(byte) 0xFF, 'k', 'e', 'y', 's'};
  private static final byte[] ONE = {'1'};
  private static final byte[] SCORE = {'0'};
  // Returns whether the record was there.
  private static final String UPDATE =
      "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end "
          + "redis.call('HSET', KEYS[1], unpack(ARGV)) return 1";
  private static final ProtocolCommand MODULE_SCAN = () -> "PM.SCAN".getBytes(UTF_8);
  private static final int MAX_NAMES = 4096;

  /** The ways to scan, each with its value of {@link #SCANS}. */
  enum Scans {
    /** Nothing: a scan is NOT_IMPLEMENTED. */
    NONE("false"),
    /** The client keeps a sorted set of all keys. */
    INDEX("true"),
    /** The server's module keeps the keys in order, and has a command for it. */
    MODULE("module");

    final String property;

    Scans(String property) {
      this.property = property;
    }
  }

  private final Map<String, byte[]> names = new HashMap<>();
  private RedisAddress address;
  private int timeoutMillis;
  private Scans scans;
  // Null when there is none.
  private Connection connection;
  private byte[] update;

  /** The key of the index, which a database without any record may have. */
  static byte[] indexKey() {
    return INDEX.clone();
  }

  /** Makes the script of an update known to the server, which gives its hash. */
  static CommandArguments loading() {
    return new CommandArguments(Command.SCRIPT).add("LOAD").add(UPDATE);
  }

  @Override
  public void init() throws DBException {
    String wanted = getProperties().getProperty(SCANS, Scans.NONE.property);
    scans =
        List.of(Scans.values()).stream()
            .filter(each -> each.property.equalsIgnoreCase(wanted.strip()))
            .findFirst()
            .orElseThrow(
                () ->
                    new DBException(
                        "redis: " + SCANS + " must be false, true or module, not " + wanted));
    try {
      address = RedisAddress.of(getProperties());
      timeoutMillis = Integer.parseInt(getProperties().getProperty(TIMEOUT, "30000"));
      connect();
    } catch (NumberFormatException invalid) {
      throw new DBException("redis: " + TIMEOUT + " must be milliseconds", invalid);
    } catch (IllegalArgumentException invalid) {
      throw new DBException(invalid.getMessage(), invalid);
    } catch (JedisException unreachable) {
      throw new DBException(address.describe(unreachable), unreachable);
    }
  }

  private void connect() {
    connection = address.connect(timeoutMillis);
    try {
      update = (byte[]) connection.executeCommand(loading());
    } catch (JedisException failure) {
      cleanup();
      throw failure;
    }
  }

  @Override
  public void cleanup() {
    Connection closed = connection;
    connection = null;
    if (closed != null) {
      try {
        closed.close();
      } catch (JedisException dead) {
        return;
      }
    }
  }

  private Status attempt(Supplier<Status> operation) {
    try {
      if (connection == null) {
        connect();
      }
      return operation.get();
    } catch (JedisConnectionException lost) {
      cleanup();
      return new Status(Status.SERVICE_UNAVAILABLE.getName(), address.describe(lost));
    } catch (JedisDataException refused) {
      return new Status(name(refused), refused.getMessage());
    } catch (RuntimeException unexpected) {
      // The connection may hold half of a reply, so it is of no more use.
      cleanup();
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
    return attempt(
        () -> {
          byte[] id = key.getBytes(UTF_8);
          List<byte[]> reply = list(connection.executeCommand(reading(id, fields)));
          return found(copy(id, fields, reply, result));
        });
  }

  private CommandArguments reading(byte[] id, Set<String> fields) {
    if (fields == null) {
      return command(Command.HGETALL, id);
    }
    CommandArguments some = command(Command.HMGET, id);
    fields.forEach(field -> some.add(name(field)));
    return some;
  }

  /** Takes over the answer to {@link #reading}. Whether there is such a record. */
  private boolean copy(
      byte[] id, Set<String> fields, List<byte[]> reply, Map<String, ByteIterator> result) {
    if (fields == null) {
      return all(reply, null, result);
    }
    int i = 0;
    boolean any = false;
    for (String field : fields) {
      byte[] value = reply.get(i++);
      if (value != null) {
        any = true;
        result.put(field, new ByteArrayByteIterator(value));
      }
    }
    return any
        || all(list(connection.executeCommand(command(Command.HGETALL, id))), fields, result);
  }

  private static boolean all(
      List<byte[]> pairs, Set<String> fields, Map<String, ByteIterator> result) {
    for (int i = 0; i < pairs.size(); i += 2) {
      String name = new String(pairs.get(i), UTF_8);
      if (fields == null || fields.contains(name)) {
        result.put(name, new ByteArrayByteIterator(pairs.get(i + 1)));
      }
    }
    return !pairs.isEmpty();
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return switch (scans) {
      case NONE -> Status.NOT_IMPLEMENTED;
      case INDEX -> attempt(() -> scanByIndex(startKey, count, fields, result));
      case MODULE -> attempt(() -> scanInModule(startKey, count, fields, result));
    };
  }

  private Status scanByIndex(
      String startKey, int count, Set<String> fields, List<HashMap<String, ByteIterator>> result) {
    List<byte[]> keys =
        list(
            connection.executeCommand(
                command(Command.ZRANGEBYLEX, INDEX)
                    .add(("[" + startKey).getBytes(UTF_8))
                    .add("+")
                    .add("LIMIT")
                    .add(0)
                    .add(count)));
    keys.forEach(id -> connection.sendCommand(reading(id, fields)));
    List<Object> replies = connection.getMany(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      HashMap<String, ByteIterator> record = new HashMap<>();
      // A record that was deleted after its key was read is left out.
      if (copy(keys.get(i), fields, list(checked(replies.get(i))), record)) {
        result.add(record);
      }
    }
    return Status.OK;
  }

  /** In one round trip: each record comes as its key and its fields. */
  private Status scanInModule(
      String startKey, int count, Set<String> fields, List<HashMap<String, ByteIterator>> result) {
    CommandArguments command =
        new CommandArguments(MODULE_SCAN).add(startKey.getBytes(UTF_8)).add(count);
    if (fields != null) {
      fields.forEach(field -> command.add(name(field)));
    }
    for (Object entry : (List<?>) connection.executeCommand(command)) {
      HashMap<String, ByteIterator> record = new HashMap<>();
      all(list(((List<?>) checked(entry)).get(1)), fields, record);
      result.add(record);
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return attempt(
        () -> {
          byte[] id = key.getBytes(UTF_8);
          // Taken once: an iterator that was sent is at its end.
          List<byte[]> pairs = pairs(values);
          try {
            return found(evaluateUpdate(id, pairs));
          } catch (JedisNoScriptException forgotten) {
            // Redis did nothing, so the update may be sent again.
            connection.executeCommand(loading());
            return found(evaluateUpdate(id, pairs));
          }
        });
  }

  private boolean evaluateUpdate(byte[] id, List<byte[]> pairs) {
    CommandArguments command = new CommandArguments(Command.EVALSHA).add(update).add(ONE).add(id);
    pairs.forEach(command::add);
    return (Long) connection.executeCommand(command) == 1;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return attempt(
        () -> {
          byte[] id = key.getBytes(UTF_8);
          CommandArguments fields = command(Command.HSET, id);
          pairs(values).forEach(fields::add);
          List<CommandArguments> commands = new ArrayList<>(3);
          commands.add(command(Command.DEL, id));
          commands.add(fields);
          if (scans == Scans.INDEX) {
            commands.add(command(Command.ZADD, INDEX).add(SCORE).add(id));
          }
          transaction(commands);
          return Status.OK;
        });
  }

  @Override
  public Status delete(String table, String key) {
    return attempt(
        () -> {
          byte[] id = key.getBytes(UTF_8);
          CommandArguments delete = command(Command.DEL, id);
          Object deleted =
              scans == Scans.INDEX
                  ? transaction(List.of(delete, command(Command.ZREM, INDEX).add(id))).get(0)
                  : connection.executeCommand(delete);
          return found((Long) deleted == 1);
        });
  }

  /** Sends commands as one transaction in one round trip, and gives their replies. */
  private List<Object> transaction(List<CommandArguments> commands) {
    connection.sendCommand(Command.MULTI);
    commands.forEach(connection::sendCommand);
    connection.sendCommand(Command.EXEC);
    List<Object> replies = connection.getMany(commands.size() + 2);
    // The refusal of a command comes before that of EXEC, and says more.
    replies.forEach(RedisClient::checked);
    @SuppressWarnings("unchecked")
    List<Object> executed = (List<Object>) replies.get(replies.size() - 1);
    executed.forEach(RedisClient::checked);
    return executed;
  }

  private static Object checked(Object reply) {
    if (reply instanceof JedisDataException refused) {
      throw refused;
    }
    return reply;
  }

  private static CommandArguments command(Command command, byte[] key) {
    return new CommandArguments(command).add(key);
  }

  private List<byte[]> pairs(Map<String, ByteIterator> values) {
    List<byte[]> pairs = new ArrayList<>(2 * values.size());
    values.forEach(
        (name, value) -> {
          pairs.add(name(name));
          pairs.add(value.toArray());
        });
    return pairs;
  }

  private byte[] name(String field) {
    byte[] known = names.get(field);
    if (known == null) {
      known = field.getBytes(UTF_8);
      if (names.size() < MAX_NAMES) {
        names.put(field, known);
      }
    }
    return known;
  }

  @SuppressWarnings("unchecked")
  private static List<byte[]> list(Object reply) {
    return (List<byte[]>) reply;
  }
}
