package org.pmemycsb.adapter.mariadb;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.Driver;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.export.SslMode;
import org.pmemycsb.adapter.support.TlsPort;
import org.pmemycsb.adapter.support.sql.Dialect;
import org.pmemycsb.adapter.support.sql.SqlUrl;

/**
 * MariaDB. URLs are the JDBC driver's, {@code jdbc:mariadb://host:port/database?parameters}. Their
 * parameters (TLS: {@code sslMode}, {@code serverSslCert}, ...) win over what is set here. {@code
 * localSocket=/path} names the server's Unix socket.
 */
final class MariadbDialect extends Dialect {
  static final MariadbDialect INSTANCE = new MariadbDialect();

  /** The longest key of an InnoDB index. */
  static final int LONGEST_KEY_BYTES = 3072;

  private static final Pattern SOCKET = Pattern.compile("(?<=[?&])localSocket=([^&]*)&?");
  private static final int ACCESS_DENIED = 1045;

  // MariaDB's protocol: the packets of the server's greeting and of the client's wish for TLS.
  private static final int TLS = 1 << 11;
  private static final int PROTOCOL_41 = 1 << 9;
  private static final int UTF8MB4 = 45;
  private static final int HEADER = 4;
  private static final int WISH = 32;
  private static final int MOST = 1 << 16;
  private static final int BEFORE_ABILITIES = 4 + 8 + 1;

  private MariadbDialect() {
    super(
        "mariadb",
        "MariaDB",
        List.of("mariadb"),
        "127.0.0.1:3306/ycsb",
        """
        DISK_FULL 1021 1114
        IO_ERROR 1026
        OUT_OF_MEMORY 1037 1041
        TOO_MANY_CONNECTIONS 1040 1203
        ACCESS_DENIED 1044 1045 1142 1698
        NO_DATABASE 1049
        CONNECTION_LOST 1053 1927
        NO_TABLE 1146
        BAD_REQUEST 1153 1406
        LOCK_TIMEOUT 1205
        DEADLOCK 1213
        READ_ONLY 1290
        CANCELLED 1969
        """,
        new Sql(
            "`",
            // MariaDB takes names for equal that differ in case only.
            Pattern.compile("(?!ycsb_)[a-z0-9_]{1,64}"),
            // Half a page holds the longest key and, for each column, 40 bytes: shorter values stay
            // inline.
            100,
            "SELECT column_name FROM information_schema.columns"
                + " WHERE table_schema = database() AND table_name = ? ORDER BY ordinal_position",
            "",
            "VARBINARY(" + LONGEST_KEY_BYTES + ")",
            "LONGBLOB",
            "LONGTEXT CHARACTER SET ascii COLLATE ascii_bin",
            " ENGINE=InnoDB ROW_FORMAT=DYNAMIC",
            "?",
            "JSON_MERGE_PATCH(coalesce(%s, '{}'), ?)",
            "ON DUPLICATE KEY UPDATE",
            "%1$s = VALUES(%1$s)"));
  }

  @Override
  protected String code(SQLException failure) {
    return failure.getErrorCode() == 0 ? null : Integer.toString(failure.getErrorCode());
  }

  @Override
  protected String unnamed(String code) {
    return "ERROR_" + code;
  }

  /** The server's Unix socket, if the URL names it. */
  private static Optional<Path> socket(String url) {
    Matcher socket = SOCKET.matcher(url);
    return socket.find() ? Optional.of(Path.of(SqlUrl.decoded(socket.group(1)))) : Optional.empty();
  }

  @Override
  protected Connection connect(String url, Properties driver) throws SQLException {
    driver.setProperty("useServerPrepStmts", "true");
    // The session keeps the statements.
    driver.setProperty("cachePrepStmts", "false");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_SECONDS * 1000));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS * 1000));
    String target = url;
    Optional<Path> socket = socket(url);
    if (socket.isPresent()) {
      // The driver's own Unix socket goes through JNA.
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty(UnixSocketFactory.PATH, socket.get().toString());
      target =
          SOCKET
              .matcher(url)
              .replaceFirst("")
              .replaceFirst("^jdbc:mariadb:///", "jdbc:mariadb://localhost/");
    }
    return new Driver().connect(target, driver);
  }

  /** A server that denies access does not say that it wants TLS. */
  @Override
  protected Optional<String> unnamedCause(String url, SQLException failure) {
    if (failure.getErrorCode() != ACCESS_DENIED || socket(url).isPresent()) {
      return Optional.empty();
    }
    try {
      Configuration configuration = Configuration.parse(url);
      HostAddress first = configuration.addresses().get(0);
      TlsPort.Answer answer = new TlsPort(first.host, first.port, MariadbDialect::wishForTls).ask();
      if (configuration.sslMode() == SslMode.DISABLE) {
        return Optional.of("if the account needs TLS, give sslMode=verify-full in the url")
            .filter(cause -> answer.speaksTls());
      }
      return Optional.of(
              "if the account needs a certificate of the client, give keyStore and keyStorePassword in the url")
          .filter(cause -> answer.asksForCertificate() && configuration.keyStore() == null);
    } catch (SQLException invalid) {
      return Optional.empty();
    }
  }

  /** Reads the greeting, and tells the server that a handshake follows. */
  private static void wishForTls(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = Integer.reverseBytes(in.readInt()) & 0xFFFFFF;
    ByteBuffer greeting =
        ByteBuffer.wrap(in.readNBytes(Math.min(length, MOST))).order(ByteOrder.LITTLE_ENDIAN);
    int version = 1; // ends with a zero
    while (version < greeting.limit() && greeting.get(version) != 0) {
      version++;
    }
    int abilities = version + 1 + BEFORE_ABILITIES;
    if (abilities + 1 >= greeting.limit() || (greeting.getShort(abilities) & TLS) == 0) {
      throw new EOFException("no TLS");
    }
    socket
        .getOutputStream()
        .write(
            ByteBuffer.allocate(HEADER + WISH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(WISH | 1 << 24)
                .putInt(TLS | PROTOCOL_41)
                .putInt(MOST)
                .put((byte) UTF8MB4)
                .array());
  }
}
