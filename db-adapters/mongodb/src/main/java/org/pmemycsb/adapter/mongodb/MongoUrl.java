package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import java.util.Properties;

/**
 * A connection string, and the name of its database.
 *
 * @param text {@code mongodb://user:password@host:port/database?parameters}
 */
record MongoUrl(String text, String database) {
  private static final String DATABASE = "mongodb.database";
  private static final String DEFAULT_DATABASE = "ycsb";
  private static final String DEFAULT = "mongodb://127.0.0.1:27017/ycsb";

  static MongoUrl from(Properties properties) {
    String text = properties.getProperty(MongoYcsbClient.URL, DEFAULT);
    return new MongoUrl(text, properties.getProperty(DATABASE, databaseIn(text)));
  }

  static MongoUrl of(String text) {
    return new MongoUrl(text, databaseIn(text));
  }

  private static String databaseIn(String text) {
    try {
      String named = new ConnectionString(text).getDatabase();
      return named == null ? DEFAULT_DATABASE : named;
    } catch (IllegalArgumentException refused) {
      // The connection refuses it again, with the reason.
      return DEFAULT_DATABASE;
    }
  }

  /** Without the account. */
  @Override
  public String toString() {
    return text.replaceAll("//[^/@]*@", "//");
  }
}
