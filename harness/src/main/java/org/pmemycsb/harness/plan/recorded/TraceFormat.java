package org.pmemycsb.harness.plan.recorded;

import it.unimi.dsi.fastutil.HashCommon;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.recorded.TraceFormat.Line.Verb;

public enum TraceFormat {
  /**
   * The published traces of Twitter's caches: timestamp in seconds, key, key size, value size,
   * client, operation and time to live, between commas. A key may itself hold commas.
   */
  TWITTER {
    @Override
    Line read(String text) {
      Matcher columns = COLUMNS.matcher(text);
      if (!columns.matches()) {
        throw new IllegalArgumentException(
            "it has %s instead of 7: timestamp,key,key size,value size,client,operation,TTL"
                .formatted(Plural.of(text.split(",", -1).length, "column")));
      }
      String time = columns.group(1);
      if (columns.group(2).isEmpty()) {
        throw new IllegalArgumentException("its key is empty");
      }
      int bytes = size(columns.group(3));
      String operation = columns.group(4);
      Verb verb =
          switch (operation) {
            case "get", "gets" -> Verb.GET;
            case "set" -> Verb.SET;
            case "add" -> Verb.ADD;
            case "replace", "cas" -> Verb.REPLACE;
            case "append", "prepend", "incr", "decr" -> Verb.MODIFY;
            case "delete" -> Verb.DELETE;
            default ->
                throw new IllegalArgumentException(
                    "there is no operation '%s'; there are: get, gets, set, add, replace, cas,"
                            .formatted(operation)
                        + " append, prepend, incr, decr, delete");
          };
      return new Line(
          verb,
          Line.hash(columns.group(2)),
          bytes,
          verb == Verb.GET && bytes == 0,
          nanos(time),
          time.contains("."));
    }

    @Override
    boolean fits(String line) {
      return line.matches("\\d+(\\.\\d+)?,.*,\\d*,\\d*,[^,]*,[a-z]+,[^,]*");
    }
  },

  /**
   * The output of YCSB's database {@code basic}: {@code READ usertable user123 [ <all fields>]}.
   * Other output of YCSB is skipped.
   */
  YCSB {
    @Override
    Line read(String text) {
      String[] words = text.split(" ", 4);
      if (SUMMARY.matcher(text).lookingAt()) {
        return null;
      }
      Verb verb;
      switch (words[0]) {
        case "READ" -> verb = Verb.GET;
        case "UPDATE" -> verb = Verb.REPLACE;
        case "INSERT" -> verb = Verb.SET;
        case "DELETE" -> verb = Verb.DELETE;
        case "SCAN" ->
            throw new IllegalArgumentException(
                "it scans, and scans cannot be replayed, because the order of the keys is not kept;"
                    + " leave out such lines");
        default -> {
          if (isPrintedAround(text)) {
            return null;
          }
          throw new IllegalArgumentException(
              "there is no operation '%s'; there are: READ, UPDATE, INSERT, DELETE"
                  .formatted(words[0]));
        }
      }
      if (words.length < 3 || words[2].isEmpty()) {
        throw new IllegalArgumentException("it has no key: %s TABLE KEY".formatted(words[0]));
      }
      String rest = words.length < 4 ? "" : words[3].stripTrailing();
      if (verb == Verb.DELETE && !rest.isEmpty()) {
        throw new IllegalArgumentException("it has more than a key: DELETE TABLE KEY");
      }
      if (verb != Verb.DELETE && !rest.endsWith("]")) {
        throw new IllegalArgumentException("it is cut off, because its last ']' is missing");
      }
      boolean writes = verb == Verb.SET || verb == Verb.REPLACE;
      return new Line(verb, Line.hash(words[2]), writes ? valueBytes(rest) : 0, false, 0, true);
    }

    /**
     * The bytes of the values in {@code [ field0=a field1=b ]}. YCSB names all fields alike, with a
     * number at the end, so a value may hold blanks and equals signs.
     */
    private static int valueBytes(String fields) {
      // One blank before the bracket is not part of the value.
      String text = fields.replaceFirst(" ?\\]$", "");
      int equals = text.indexOf('=');
      if (equals < 0) {
        return 0;
      }
      String name = text.substring(text.lastIndexOf(' ', equals) + 1, equals);
      String next = " " + Pattern.quote(name.replaceFirst("\\d*$", "")) + "\\d+=";
      return text.substring(equals + 1).replaceAll(next, "").length();
    }

    @Override
    boolean fits(String line) {
      return line.matches("(READ|UPDATE|INSERT|DELETE|SCAN) +\\S+ \\S+.*") || isPrintedAround(line);
    }
  };

  /** The longest value, in bytes. */
  static final int MOST_BYTES = 64 << 20;

  private static final Pattern COLUMNS =
      Pattern.compile("([^,]*),(.*),[^,]*,([^,]*),[^,]*,([^,]*),[^,]*", Pattern.DOTALL);
  // A line of a summary: "READ - Takes(s): 10.0, Count: 500".
  private static final Pattern SUMMARY = Pattern.compile("[^ ]* +- Takes\\(s\\):");
  // About 190 years.
  private static final BigDecimal LATEST = BigDecimal.valueOf(6_000_000_000L);

  /**
   * Reads a line without its end; null if it is no operation, and to be skipped.
   *
   * @throws IllegalArgumentException with a message about "it"
   */
  abstract Line read(String text);

  abstract boolean fits(String line);

  static TraceFormat of(String file, String first) {
    for (TraceFormat each : values()) {
      if (each.fits(first)) {
        return each;
      }
    }
    throw new ConfigurationException(
        "%s: line 1 is neither of the form twitter (timestamp,key,key size,value size,client,"
                .formatted(file)
            + "operation,TTL) nor ycsb (READ usertable user123 ...); name it with --format, or"
            + " convert the file");
  }

  private static boolean isPrintedAround(String line) {
    return line.isBlank()
        || line.matches("[\\[*\"].*")
        || line.matches(
            "(Command line|YCSB Client|Loading workload|Starting test|Run finished|DBWrapper|java|/).*");
  }

  private static int size(String text) {
    if (!text.matches("\\d{1,9}") || Integer.parseInt(text) > MOST_BYTES) {
      throw new IllegalArgumentException(
          "its value size must be from 0 to %d bytes, not '%s'".formatted(MOST_BYTES, text));
    }
    return Integer.parseInt(text);
  }

  private static long nanos(String text) {
    if (!text.matches("\\d{1,10}(\\.\\d*)?") || new BigDecimal(text).compareTo(LATEST) > 0) {
      throw new IllegalArgumentException(
          "its timestamp must be in seconds, not '%s'".formatted(text));
    }
    return new BigDecimal(text).movePointRight(9).longValue();
  }

  /**
   * The operation of a line, before it is known whether its record exists.
   *
   * @param key a hash of the key; never 0
   * @param bytes size of the value; 0 if unknown
   * @param missed whether the program that recorded looked for the record and found none
   * @param nanos timestamp; 0 if unknown
   * @param fine whether the timestamp is finer than a second, or unknown
   */
  record Line(Verb verb, long key, int bytes, boolean missed, long nanos, boolean fine) {
    enum Verb {
      GET,
      SET,
      /** Writes only if there is no record. */
      ADD,
      /** Writes only if there is a record. */
      REPLACE,
      /** Reads and writes only if there is a record. */
      MODIFY,
      DELETE
    }

    static long hash(String key) {
      // FNV-1a, and the finaliser of MurmurHash3 for its weak high bits.
      long hash = 0xCBF29CE484222325L;
      for (int i = 0; i < key.length(); i++) {
        hash = (hash ^ key.charAt(i)) * 0x100000001B3L;
      }
      return Math.max(1, HashCommon.murmurHash3(hash) >>> 1);
    }
  }
}
