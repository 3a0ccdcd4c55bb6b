package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * The operations on records as commands over one connection; the package lists the commands.
 * Belongs to one thread. A failure is a {@link redis.clients.jedis.exceptions.JedisException}: a
 * {@link JedisDataException} if Redis refused and the connection is good.
 */
final class RecordCommands implements AutoCloseable {
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

  private final Connection connection;
  private final Scans scans;
  private final byte[] update;
  private final Map<String, byte[]> names = new HashMap<>();

  /**
   * Takes over a connection.
   *
   * @param scans the way to scan; with {@link Scans#NONE} there are no scans
   */
  RecordCommands(Connection connection, Scans scans) {
    this.connection = connection;
    this.scans = scans;
    this.update = loadScript(connection);
  }

  /** The key of the index, which a database without any record may have. */
  static byte[] indexKey() {
    return INDEX.clone();
  }

  /** Makes the script of an update known to the server, and gives its hash. */
  static byte[] loadScript(Connection connection) {
    return (byte[]) connection.executeCommand(loading());
  }

  static CommandArguments loading() {
    return new CommandArguments(Command.SCRIPT).add("LOAD").add(UPDATE);
  }

  /** Reads a record; false if there is none. Fields null is all of them. */
  boolean read(String key, Set<String> fields, Map<String, ByteIterator> result) {
    byte[] id = key.getBytes(UTF_8);
    if (fields == null) {
      return all(list(connection.executeCommand(command(Command.HGETALL, id))), null, result);
    }
    List<byte[]> values = list(connection.executeCommand(command(Command.HMGET, id, fields)));
    return some(fields, values, result) || allOf(id, fields, result);
  }

  /** Whether any of the fields was there. */
  private static boolean some(
      Set<String> fields, List<byte[]> values, Map<String, ByteIterator> result) {
    int i = 0;
    boolean any = false;
    for (String field : fields) {
      byte[] value = values.get(i++);
      if (value != null) {
        any = true;
        result.put(field, new ByteArrayByteIterator(value));
      }
    }
    return any;
  }

  private boolean allOf(byte[] id, Set<String> fields, Map<String, ByteIterator> result) {
    return all(list(connection.executeCommand(command(Command.HGETALL, id))), fields, result);
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

  /** Changes fields of a record; false, and no change, if there is none. */
  boolean update(String key, Map<String, ByteIterator> values) {
    byte[] id = key.getBytes(UTF_8);
    // Taken once: an iterator that was sent is at its end.
    List<byte[]> pairs = pairs(values);
    try {
      return evaluateUpdate(id, pairs);
    } catch (JedisNoScriptException forgotten) {
      // Redis did nothing, so the update may be sent again.
      loadScript(connection);
      return evaluateUpdate(id, pairs);
    }
  }

  private boolean evaluateUpdate(byte[] id, List<byte[]> pairs) {
    CommandArguments command = new CommandArguments(Command.EVALSHA).add(update).add(ONE).add(id);
    pairs.forEach(command::add);
    return (Long) connection.executeCommand(command) == 1;
  }

  /** Stores a record in place of any that there is. */
  void insert(String key, Map<String, ByteIterator> values) {
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
  }

  /** Removes a record; false if there is none. */
  boolean delete(String key) {
    byte[] id = key.getBytes(UTF_8);
    CommandArguments delete = command(Command.DEL, id);
    Object deleted =
        scans == Scans.INDEX
            ? transaction(List.of(delete, command(Command.ZREM, INDEX).add(id))).get(0)
            : connection.executeCommand(delete);
    return (Long) deleted == 1;
  }

  /** Reads records in the order of their keys, at most {@code count}. */
  void scan(
      String startKey, int count, Set<String> fields, List<HashMap<String, ByteIterator>> result) {
    if (scans == Scans.MODULE) {
      scanInModule(startKey, count, fields, result);
      return;
    }
    byte[] start = ("[" + startKey).getBytes(UTF_8);
    List<byte[]> keys =
        list(
            connection.executeCommand(
                command(Command.ZRANGEBYLEX, INDEX)
                    .add(start)
                    .add("+")
                    .add("LIMIT")
                    .add(0)
                    .add(count)));
    for (byte[] id : keys) {
      connection.sendCommand(
          fields == null ? command(Command.HGETALL, id) : command(Command.HMGET, id, fields));
    }
    List<Object> replies = connection.getMany(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      HashMap<String, ByteIterator> record = new HashMap<>();
      List<byte[]> reply = list(checked(replies.get(i)));
      boolean there =
          fields == null
              ? all(reply, null, record)
              : some(fields, reply, record) || allOf(keys.get(i), fields, record);
      // A record that was deleted after its key was read is left out.
      if (there) {
        result.add(record);
      }
    }
  }

  /** In one round trip: each record comes as its key and its fields. */
  private void scanInModule(
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
  }

  /** Sends commands as one transaction in one round trip, and gives their replies. */
  private List<Object> transaction(List<CommandArguments> commands) {
    connection.sendCommand(Command.MULTI);
    commands.forEach(connection::sendCommand);
    connection.sendCommand(Command.EXEC);
    List<Object> replies = connection.getMany(commands.size() + 2);
    // The refusal of a command comes before that of EXEC, and says more.
    replies.forEach(RecordCommands::checked);
    @SuppressWarnings("unchecked")
    List<Object> executed = (List<Object>) replies.get(replies.size() - 1);
    executed.forEach(RecordCommands::checked);
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

  private CommandArguments command(Command command, byte[] key, Set<String> fields) {
    CommandArguments arguments = command(command, key);
    fields.forEach(field -> arguments.add(name(field)));
    return arguments;
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

  @Override
  public void close() {
    connection.close();
  }
}
