package org.pmemycsb.pmemkv.ycsb;

import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.INSERT_ORDER_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.INSERT_ORDER_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.ZERO_PADDING_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.ZERO_PADDING_PROPERTY_DEFAULT;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.ClientProperties;
import org.pmemycsb.adapter.inprocess.client.RecordCodec;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/**
 * The settings of a client, from the properties of a run.
 *
 * @param path the pool, as it was given
 * @param bytes size of a pool that has to be created, or 0 when the properties do not say
 * @param create whether a pool that is not there is created
 * @param table the one table that the pool holds
 * @param library the file of a library with libpmemkv's interface; null for the installed one
 * @param records the records to come, where the properties tell
 */
record ClientSettings(
    String engine,
    Path path,
    long bytes,
    boolean create,
    String table,
    Path library,
    Optional<Records> records) {
  static final String ENGINE = "pmemkv.engine";
  static final String PATH = "pmemkv.dbpath";
  static final String SIZE = "pmemkv.dbsize";
  static final String CREATE = "pmemkv.create";
  static final String LIBRARY = "pmemkv.library";

  /** The highest count; three of them can be added without an overflow. */
  private static final long MOST = Long.MAX_VALUE / 4;

  /**
   * Records that will have to fit.
   *
   * @param count how many, inserts of the run included
   * @param keyBytes the longest key
   * @param valueBytes the longest value
   */
  record Records(long count, int keyBytes, long valueBytes) {}

  /**
   * @throws DBException when a property is missing or wrong; the message is one line that says how
   *     to mend it
   */
  static ClientSettings of(Properties properties) throws DBException {
    String path = properties.getProperty(PATH, "").strip();
    if (path.isEmpty()) {
      throw new DBException(
          PATH + " is missing: say where the pool is, for example -p " + PATH + "=/mnt/pmem/pool");
    }
    return new ClientSettings(
        properties.getProperty(ENGINE, "cmap").strip(),
        Path.of(path),
        size(properties),
        ClientProperties.flag(properties, CREATE, true),
        properties.getProperty(TABLENAME_PROPERTY, TABLENAME_PROPERTY_DEFAULT),
        Optional.ofNullable(properties.getProperty(LIBRARY)).map(Path::of).orElse(null),
        records(properties));
  }

  private static long size(Properties properties) throws DBException {
    String text = properties.getProperty(SIZE);
    if (text == null) {
      return 0;
    }
    try {
      return ByteSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new DBException(SIZE + ": " + e.getMessage());
    }
  }

  /** Empty when the workload is not YCSB's own, or does not say how many or how long. */
  private static Optional<Records> records(Properties properties) throws DBException {
    String workload = properties.getProperty(Client.WORKLOAD_PROPERTY);
    String lengths = properties.getProperty(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY);
    if (workload != null && !workload.equals(CoreWorkload.class.getName())
        || "histogram".equals(lengths)) {
      return Optional.empty();
    }
    long count =
        Math.max(
            ClientProperties.number(properties, Client.RECORD_COUNT_PROPERTY, "0", MOST),
            ClientProperties.number(properties, Workload.INSERT_START_PROPERTY, "0", MOST)
                + ClientProperties.number(properties, Client.INSERT_COUNT_PROPERTY, "0", MOST));
    if (count == 0) {
      return Optional.empty();
    }
    long operations =
        ClientProperties.number(properties, Client.OPERATION_COUNT_PROPERTY, "0", MOST);
    count += (long) Math.ceil(operations * insertShare(properties));
    boolean hashed =
        properties
            .getProperty(INSERT_ORDER_PROPERTY, INSERT_ORDER_PROPERTY_DEFAULT)
            .equals("hashed");
    int digits = Long.toString(hashed ? Long.MAX_VALUE : count).length();
    long padding =
        ClientProperties.number(
            properties, ZERO_PADDING_PROPERTY, ZERO_PADDING_PROPERTY_DEFAULT, 1 << 20);
    long fieldBytes =
        ClientProperties.number(
            properties, FIELD_LENGTH_PROPERTY, FIELD_LENGTH_PROPERTY_DEFAULT, Integer.MAX_VALUE);
    return Optional.of(
        new Records(
            count,
            "user".length() + (int) Math.max(padding, digits),
            RecordCodec.encodedSize(
                ClientProperties.fieldNames(properties).size(),
                properties.getProperty(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT),
                (int) fieldBytes)));
  }

  /** The share of inserts among a run's operations; YCSB takes the proportions as weights. */
  private static double insertShare(Properties properties) throws DBException {
    double inserts = weight(properties, CoreWorkload.INSERT_PROPORTION_PROPERTY, "0");
    double all =
        inserts
            + weight(properties, CoreWorkload.READ_PROPORTION_PROPERTY, "0.95")
            + weight(properties, CoreWorkload.UPDATE_PROPORTION_PROPERTY, "0.05")
            + weight(properties, CoreWorkload.SCAN_PROPORTION_PROPERTY, "0")
            + weight(properties, CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY, "0");
    return inserts == 0 ? 0 : inserts / all;
  }

  private static double weight(Properties properties, String name, String otherwise)
      throws DBException {
    String text = properties.getProperty(name, otherwise);
    try {
      double weight = Double.parseDouble(text.strip());
      if (weight >= 0 && weight < Double.POSITIVE_INFINITY) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // The exception below names the text.
    }
    throw new DBException(name + "=" + text + " is not a proportion");
  }
}
