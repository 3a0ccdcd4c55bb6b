package org.pmemycsb.adapter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Failures;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.Status;

/** Failures in words. */
final class RedisFailures {
  private static final Pattern CODE = Pattern.compile("([A-Z]{2,})\\b.*", Pattern.DOTALL);

  private RedisFailures() {}

  /** The code that Redis begins a refusal with, such as {@code OOM}. */
  static String name(JedisDataException refused) {
    String message = refused.getMessage();
    Matcher code = CODE.matcher(message == null ? "" : message);
    return code.matches() && !code.group(1).equals("ERR") ? code.group(1) : Status.ERROR.getName();
  }

  /** One line: the address, and the message of the deepest cause. */
  static String describe(RedisAddress address, JedisException failure) {
    if (failure instanceof JedisDataException) {
      return "redis at " + address + " refuses: " + Failures.oneLine(failure);
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    // Jedis keeps the failure of an address among the suppressed ones.
    if (root.getSuppressed().length > 0) {
      root = root.getSuppressed()[0];
    }
    return "redis at " + address + " cannot be reached: " + Failures.oneLine(root);
  }
}
