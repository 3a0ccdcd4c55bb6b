package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Failures;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Tries the commands of a run on a server that is not ours. The server judges each within a
 * transaction that is never executed, so that no key changes.
 */
final class NeededCommands {
  static final String VERSION = "INFO";

  /** The command that the harness does without if the user claims the durability. */
  static final String SETTINGS = "CONFIG GET";

  // No record of anybody has this key. Accounts may be limited to the keys of records.
  private static final byte[] KEY = "user-pmem-ycsb-tries".getBytes(UTF_8);
  private static final byte[] FIELD = {'f'};
  // States of a server, and no refusals of a command. They are judged elsewhere.
  private static final Set<String> STATES =
      Set.of("OOM", "READONLY", "MOVED", "CLUSTERDOWN", "NOSCRIPT");

  private final Connection connection;
  private final Map<String, Set<String>> refused = new LinkedHashMap<>();

  private NeededCommands(Connection connection) {
    this.connection = connection;
  }

  /** The commands that the server refuses, by the reason; none if it takes all of them. */
  static Map<String, Set<String>> refused(Connection connection, Scans scans) {
    NeededCommands needed = new NeededCommands(connection);
    boolean queues = needed.attempt("MULTI", new CommandArguments(Command.MULTI));
    needed.harmless(scans);
    if (queues) {
      needed.writing(scans);
      if (needed.attempt("DISCARD", new CommandArguments(Command.DISCARD))
          && needed.attempt("MULTI", new CommandArguments(Command.MULTI))) {
        needed.attempt("EXEC", new CommandArguments(Command.EXEC));
      }
    }
    return needed.refused;
  }

  /** Commands that change nothing, even where they are executed at once. */
  private void harmless(Scans scans) {
    attempt(VERSION, new CommandArguments(Command.INFO).add("server"));
    attempt(SETTINGS, new CommandArguments(Command.CONFIG).add("GET").add("maxclients"));
    attempt("DBSIZE", new CommandArguments(Command.DBSIZE));
    attempt("EXISTS", new CommandArguments(Command.EXISTS).add(RedisClient.indexKey()));
    attempt("EXISTS", new CommandArguments(Command.EXISTS).add(KEY));
    attempt("HGETALL", new CommandArguments(Command.HGETALL).add(KEY));
    attempt("HMGET", new CommandArguments(Command.HMGET).add(KEY).add(FIELD));
    attempt("DEL", new CommandArguments(Command.DEL).add(KEY));
    attempt("SCRIPT LOAD", RedisClient.loading());
    attempt(
        "EVALSHA",
        new CommandArguments(Command.EVALSHA).add("0".repeat(40)).add("1").add(KEY).add(FIELD));
    if (scans == Scans.INDEX) {
      byte[] index = RedisClient.indexKey();
      attempt("ZREM", new CommandArguments(Command.ZREM).add(index).add(KEY));
      attempt(
          "ZRANGEBYLEX", new CommandArguments(Command.ZRANGEBYLEX).add(index).add("-").add("+"));
    }
  }

  private void writing(Scans scans) {
    attempt("HSET", new CommandArguments(Command.HSET).add(KEY).add(FIELD).add(FIELD));
    attempt("FLUSHDB", new CommandArguments(Command.FLUSHDB));
    if (scans == Scans.INDEX) {
      attempt(
          "ZADD", new CommandArguments(Command.ZADD).add(RedisClient.indexKey()).add("0").add(KEY));
    }
  }

  private boolean attempt(String name, CommandArguments command) {
    try {
      connection.executeCommand(command);
      return true;
    } catch (JedisDataException refusal) {
      String text = Failures.oneLine(refusal);
      String code = text.split(" ", 2)[0];
      if (!STATES.contains(code)) {
        refused.computeIfAbsent(reason(code, text), reason -> new TreeSet<>()).add(name);
      }
      return false;
    }
  }

  private static String reason(String code, String text) {
    if (code.equals("NOPERM")) {
      return text.contains(" keys ")
          ? "forbidden to this account for the keys of records"
          : "forbidden to this account";
    }
    return text.contains("unknown command") || text.contains("unknown subcommand")
        ? "renamed, or unknown there"
        : text;
  }

  static String describe(Map<String, Set<String>> refused) {
    List<String> groups = new ArrayList<>();
    refused.forEach((reason, names) -> groups.add(String.join(", ", names) + " (" + reason + ")"));
    return groups.stream().collect(Collectors.joining(", "));
  }
}
