package org.pmemycsb.harness.plan.recorded;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.recorded.Line.Verb;

public enum TraceFormat {
  /**
   * The published traces of Twitter's caches: timestamp in seconds, key, key size, value size,
   * client, operation and time to live, between commas. A key may itself hold commas.
   */
  TWITTER {
    @Override
    boolean read(byte[] text, int from, int to, Line line) {
      int[] commas = new int[COLUMNS - 1];
      commas[0] = find(',', text, from, to);
      int found = commas[0] < to ? 1 : 0;
      for (int i = to - 1, left = COLUMNS - 2; i > commas[0] && left > 0; i--) {
        if (text[i] == ',') {
          commas[left--] = i;
          found++;
        }
      }
      if (found < COLUMNS - 1) {
        throw new IllegalArgumentException(
            "it has %s instead of %d: timestamp,key,key size,value size,client,operation,TTL"
                .formatted(Plural.of(found + 1, "column"), COLUMNS));
      }
      time(text, from, commas[0], line);
      if (commas[1] == commas[0] + 1) {
        throw new IllegalArgumentException("its key is empty");
      }
      line.key(text, commas[0] + 1, commas[1]);
      line.bytes = size(text, commas[2] + 1, commas[3]);
      String operation = string(text, commas[4] + 1, commas[5]);
      line.verb =
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
      line.missed = line.verb == Verb.GET && line.bytes == 0;
      return true;
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
    boolean read(byte[] text, int from, int to, Line line) {
      int verb = find(' ', text, from, to);
      if (isSummary(text, verb, to)) {
        return false;
      }
      String operation = string(text, from, verb);
      switch (operation) {
        case "READ" -> line.verb = Verb.GET;
        case "UPDATE" -> line.verb = Verb.REPLACE;
        case "INSERT" -> line.verb = Verb.SET;
        case "DELETE" -> line.verb = Verb.DELETE;
        case "SCAN" ->
            throw new IllegalArgumentException(
                "it scans, and scans cannot be replayed, because the order of the keys is not kept;"
                    + " leave out such lines");
        default -> {
          if (isPrintedAround(string(text, from, to))) {
            return false;
          }
          throw new IllegalArgumentException(
              "there is no operation '%s'; there are: READ, UPDATE, INSERT, DELETE"
                  .formatted(operation));
        }
      }
      int table = find(' ', text, Math.min(to, verb + 1), to);
      int key = find(' ', text, Math.min(to, table + 1), to);
      if (table >= to || key == table + 1) {
        throw new IllegalArgumentException("it has no key: %s TABLE KEY".formatted(operation));
      }
      int last = to;
      while (last > key && text[last - 1] == ' ') {
        last--;
      }
      if (line.verb == Verb.DELETE && last > key) {
        throw new IllegalArgumentException("it has more than a key: DELETE TABLE KEY");
      }
      if (line.verb != Verb.DELETE && (last == key || text[last - 1] != ']')) {
        throw new IllegalArgumentException("it is cut off, because its last ']' is missing");
      }
      line.key(text, table + 1, key);
      line.nanos = 0;
      line.fine = true;
      line.missed = false;
      boolean writes = line.verb == Verb.SET || line.verb == Verb.REPLACE;
      // One blank before the bracket is not part of the value.
      int end = writes && text[last - 2] == ' ' ? last - 2 : last - 1;
      line.bytes = writes ? valueBytes(text, key, end) : 0;
      return true;
    }

    /**
     * The bytes of the values in {@code field0=a field1=b}. YCSB names all fields alike, with a
     * number at the end, so a value may hold blanks and equals signs.
     */
    private static int valueBytes(byte[] text, int from, int to) {
      int equals = find('=', text, from, to);
      int prefixEnd = equals;
      while (prefixEnd > from && isDigit(text[prefixEnd - 1])) {
        prefixEnd--;
      }
      int prefix = prefixEnd;
      while (prefix > from && text[prefix - 1] != ' ') {
        prefix--;
      }
      int bytes = Math.max(0, to - equals - 1);
      for (int at = equals + 1; at < to; at++) {
        int value = text[at] == ' ' ? afterName(text, at + 1, to, prefix, prefixEnd) : -1;
        if (value >= 0) {
          bytes -= value - at;
          at = value - 1;
        }
      }
      return bytes;
    }

    /** The begin of the value behind a name with this prefix; -1 if there is no such name. */
    private static int afterName(byte[] text, int from, int to, int prefix, int prefixEnd) {
      int at = from + prefixEnd - prefix;
      if (at >= to || !Arrays.equals(text, from, at, text, prefix, prefixEnd)) {
        return -1;
      }
      int digits = at;
      while (at < to && isDigit(text[at])) {
        at++;
      }
      return at > digits && at < to && text[at] == '=' ? at + 1 : -1;
    }

    /** Whether it is a line of a summary: {@code READ - Takes(s): 10.0, Count: 500}. */
    private static boolean isSummary(byte[] text, int verbEnd, int to) {
      int at = verbEnd;
      while (at < to && text[at] == ' ') {
        at++;
      }
      return at > verbEnd && string(text, at, Math.min(to, at + SUMMARY.length())).equals(SUMMARY);
    }

    @Override
    boolean fits(String line) {
      return line.matches("(READ|UPDATE|INSERT|DELETE|SCAN) +\\S+ \\S+.*") || isPrintedAround(line);
    }
  };

  /** The longest value, in bytes. */
  static final int MOST_BYTES = 64 << 20;

  private static final String SUMMARY = "- Takes(s):";
  private static final int COLUMNS = 7;
  private static final long SECOND = 1_000_000_000;
  private static final int FRACTION_DIGITS = 9;
  // In seconds: about 190 years.
  private static final long LATEST = 6_000_000_000L;

  /**
   * Reads a line without its end.
   *
   * @return whether it is an operation; other lines are skipped
   * @throws IllegalArgumentException with a message about "it"
   */
  abstract boolean read(byte[] text, int from, int to, Line line);

  /** Whether this first line fits the format. */
  abstract boolean fits(String line);

  /** The format of a trace with this first line. */
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

  private static int find(char what, byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] != what) {
      at++;
    }
    return at;
  }

  private static String string(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static int size(byte[] text, int from, int to) {
    long number = from == to ? -1 : 0;
    for (int i = from; i < to && number >= 0 && number <= MOST_BYTES; i++) {
      number = isDigit(text[i]) ? number * 10 + text[i] - '0' : -1;
    }
    if (number < 0 || number > MOST_BYTES) {
      throw new IllegalArgumentException(
          "its value size must be from 0 to %d bytes, not '%s'"
              .formatted(MOST_BYTES, string(text, from, to)));
    }
    return (int) number;
  }

  private static void time(byte[] text, int from, int to, Line line) {
    int dot = find('.', text, from, to);
    long seconds = dot == from ? -1 : 0;
    for (int i = from; i < dot && seconds >= 0 && seconds <= LATEST; i++) {
      seconds = isDigit(text[i]) ? seconds * 10 + text[i] - '0' : -1;
    }
    long fraction = 0;
    for (int i = 1; i <= FRACTION_DIGITS; i++) {
      boolean said = dot + i < to;
      seconds = said && !isDigit(text[dot + i]) ? -1 : seconds;
      fraction = fraction * 10 + (said ? text[dot + i] - '0' : 0);
    }
    if (seconds < 0 || seconds > LATEST) {
      throw new IllegalArgumentException(
          "its timestamp must be in seconds, not '%s'".formatted(string(text, from, to)));
    }
    line.nanos = seconds * SECOND + fraction;
    line.fine = dot < to;
  }

  private static boolean isDigit(byte each) {
    return each >= '0' && each <= '9';
  }
}
