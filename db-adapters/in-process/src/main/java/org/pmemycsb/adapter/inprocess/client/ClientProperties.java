package org.pmemycsb.adapter.inprocess.client;

import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;

import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import site.ycsb.DBException;

/** Reads the properties of a client. A wrong one is one line that names it. */
public final class ClientProperties {
  private ClientProperties() {}

  /** The names of a record's fields. */
  public static List<String> fieldNames(Properties properties) throws DBException {
    int count =
        (int) number(properties, FIELD_COUNT_PROPERTY, FIELD_COUNT_PROPERTY_DEFAULT, 1_000_000);
    String prefix = properties.getProperty(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT);
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** A number from 0 to {@code most}. */
  public static long number(Properties properties, String name, String otherwise, long most)
      throws DBException {
    String text = properties.getProperty(name, otherwise).strip();
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below names the text.
    }
    throw new DBException(name + "=" + text + " is not a number from 0 to " + most);
  }

  /** {@code true} or {@code false}. */
  public static boolean flag(Properties properties, String name, boolean otherwise)
      throws DBException {
    String text = properties.getProperty(name, String.valueOf(otherwise)).strip();
    if (!text.equals("true") && !text.equals("false")) {
      throw new DBException(name + "=" + text + " must be true or false");
    }
    return text.equals("true");
  }
}
