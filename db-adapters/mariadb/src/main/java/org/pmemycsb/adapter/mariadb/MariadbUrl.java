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
import org.pmemycsb.adapter.support.sql.SqlUrl;

/**
 * URLs of the JDBC driver, {@code jdbc:mariadb://host:port/database?parameters}. Their parameters
 * (TLS: {@code sslMode}, {@code serverSslCert}, ...) win over what is set here. {@code
 * localSocket=/path} names the server's Unix socket.
 */
final class MariadbUrl implements SqlUrl.Connector {
  private static final String JDBC = "jdbc:mariadb://";

  static final SqlUrl.Kind KIND =
      new SqlUrl.Kind(
          "mariadb", "MariaDB", List.of("mariadb"), JDBC, "127.0.0.1:3306/ycsb", new MariadbUrl());

  private static final String DEFAULT_HOST = JDBC + "localhost/";
  private static final Pattern SOCKET = Pattern.compile("(?<=[?&])localSocket=([^&]*)&?");
  // The largest result is a scan; a checkpoint on a slow disk can hold an answer back for seconds.
  private static final int ANSWER_MILLIS = 60_000;
  private static final int CONNECT_MILLIS = 10_000;

  private static final int ACCESS_DENIED = 1045;

  // MariaDB's protocol: the packets of the server's greeting and of the client's wish for TLS.
  private static final int TLS = 1 << 11;
  private static final int PROTOCOL_41 = 1 << 9;
  private static final int UTF8MB4 = 45;
  private static final int HEADER = 4;
  private static final int WISH = 32;
  private static final int MOST = 1 << 16;
  private static final int BEFORE_ABILITIES = 4 + 8 + 1;

  private MariadbUrl() {}

  /** The server's Unix socket, if the URL names it. */
  static Optional<Path> socket(String url) {
    Matcher socket = SOCKET.matcher(url);
    return socket.find() ? Optional.of(Path.of(SqlUrl.decoded(socket.group(1)))) : Optional.empty();
  }

  @Override
  public Connection connect(String url, Properties driver) throws SQLException {
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

  /** A server that denies access does not say that it wants TLS. */
  @Override
  public Optional<String> unnamedCause(String url, SQLException failure) {
    if (failure.getErrorCode() != ACCESS_DENIED || socket(url).isPresent()) {
      return Optional.empty();
    }
    try {
      Configuration configuration = Configuration.parse(url);
      HostAddress first = configuration.addresses().get(0);
      TlsPort.Answer answer = new TlsPort(first.host, first.port, MariadbUrl::wishForTls).ask();
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
