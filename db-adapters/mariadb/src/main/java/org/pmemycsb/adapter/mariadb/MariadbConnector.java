package org.pmemycsb.adapter.mariadb;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.export.SslMode;
import org.pmemycsb.adapter.support.TlsPort;
import org.pmemycsb.adapter.support.sql.SqlUrl;

/** Connects to MariaDB. A server that denies access does not say that it wants TLS. */
final class MariadbConnector implements SqlUrl.Connector {
  private static final int ACCESS_DENIED = 1045;

  // MariaDB's protocol: the packets of the server's greeting and of the client's wish for TLS.
  private static final int TLS = 1 << 11;
  private static final int PROTOCOL_41 = 1 << 9;
  private static final int UTF8MB4 = 45;
  private static final int HEADER = 4;
  private static final int WISH = 32;
  private static final int MOST = 1 << 16;
  private static final int BEFORE_ABILITIES = 4 + 8 + 1;

  @Override
  public Connection connect(String url, Properties driver) throws SQLException {
    return MariadbUrl.connect(url, driver);
  }

  @Override
  public Optional<String> unnamedCause(String url, SQLException failure) {
    if (failure.getErrorCode() != ACCESS_DENIED || MariadbUrl.socket(url).isPresent()) {
      return Optional.empty();
    }
    try {
      Configuration configuration = Configuration.parse(url);
      HostAddress first = configuration.addresses().get(0);
      TlsPort.Answer answer =
          new TlsPort(first.host, first.port, MariadbConnector::wishForTls).ask();
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
