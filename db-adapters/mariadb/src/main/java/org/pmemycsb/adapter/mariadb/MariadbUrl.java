package org.pmemycsb.adapter.mariadb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mariadb.jdbc.Driver;
import org.pmemycsb.adapter.support.sql.SqlUrl;

/**
 * URLs of the JDBC driver, {@code jdbc:mariadb://host:port/database?parameters}. Their parameters
 * (TLS: {@code sslMode}, {@code serverSslCert}, ...) win over what is set here. {@code
 * localSocket=/path} names the server's Unix socket.
 */
final class MariadbUrl {
  private static final String JDBC = "jdbc:mariadb://";

  static final SqlUrl.Kind KIND =
      new SqlUrl.Kind(
          "mariadb",
          "MariaDB",
          List.of("mariadb"),
          JDBC,
          "127.0.0.1:3306/ycsb",
          new MariadbConnector());

  private static final String DEFAULT_HOST = JDBC + "localhost/";
  private static final Pattern SOCKET = Pattern.compile("(?<=[?&])localSocket=([^&]*)&?");
  // The largest result is a scan; a checkpoint on a slow disk can hold an answer back for seconds.
  private static final int ANSWER_MILLIS = 60_000;
  private static final int CONNECT_MILLIS = 10_000;

  private MariadbUrl() {}

  /** The server's Unix socket, if the URL names it. */
  static Optional<Path> socket(String url) {
    Matcher socket = SOCKET.matcher(url);
    return socket.find() ? Optional.of(Path.of(SqlUrl.decoded(socket.group(1)))) : Optional.empty();
  }

  static Connection connect(String url, Properties driver) throws SQLException {
    driver.setProperty("useServerPrepStmts", "true");
    // The session keeps the statements.
    driver.setProperty("cachePrepStmts", "false");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_MILLIS));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_MILLIS));
    String target = url;
    Optional<Path> socket = socket(url);
    if (socket.isPresent()) {
      // The driver's own Unix socket goes through JNA.
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty(UnixSocketFactory.PATH, socket.get().toString());
      target = SOCKET.matcher(url).replaceFirst("").replaceFirst("^jdbc:mariadb:///", DEFAULT_HOST);
    }
    return new Driver().connect(target, driver);
  }
}
