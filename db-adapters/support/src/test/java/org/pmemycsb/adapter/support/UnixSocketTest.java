package org.pmemycsb.adapter.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

@Timeout(60)
class UnixSocketTest {
  private static final int MILLIS = 300;

  @TempDir private Path folder;
  private ServerSocketChannel server;
  private Socket client;

  @BeforeEach
  void connect() throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.resolve("s")), 1);
    client = UnixSocket.connect(folder.resolve("s"));
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  @Test
  void bytesGoBothWaysWithATimeout() throws Exception {
    client.setSoTimeout(20_000);
    try (SocketChannel other = server.accept()) {
      client.getOutputStream().write(new byte[] {7, -1});
      ByteBuffer received = ByteBuffer.allocate(2);
      while (received.hasRemaining()) {
        assertThat(other.read(received)).isPositive();
      }
      assertThat(received.array()).containsExactly(7, -1);

      other.write(received.flip());
      assertThat(client.getInputStream().read()).isEqualTo(7);
      assertThat(client.getInputStream().read()).isEqualTo(255);
    }
    assertThat(client.getInputStream().read()).isEqualTo(-1);
    assertThat(client.getSoTimeout()).isEqualTo(20_000);
  }

  @Test
  void aReadEndsWhereTheServerIsSilent() throws Exception {
    client.setSoTimeout(MILLIS);

    assertThatThrownBy(() -> client.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("300 ms");
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void aWriteEndsWhereTheServerReadsNothing() throws Exception {
    client.setSoTimeout(MILLIS);

    assertThatThrownBy(() -> client.getOutputStream().write(new byte[32 << 20]))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void aConnectionThatIsIdleForLongerStaysOpen() throws Exception {
    client.setSoTimeout(MILLIS);
    Thread.sleep(3 * MILLIS);
    client.setSoTimeout(20_000);
    try (SocketChannel other = server.accept()) {
      other.write(ByteBuffer.wrap(new byte[] {1}));
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void aServerWithASocketAloneListensForNobodyElse() {
    Traits stock = Traits.of(Durability.COMMIT);
    assertThat(UnixSocket.listening(stock, Map.of()).has(Trait.LISTENS)).isTrue();
    assertThat(UnixSocket.listening(stock, Map.of("socket", "tcp")).has(Trait.LISTENS)).isTrue();
    assertThat(UnixSocket.listening(stock, Map.of("socket", "unix")).has(Trait.LISTENS)).isFalse();
  }

  @Test
  void aPathThatIsTooLongIsRefused() throws Exception {
    Path longest = Path.of("/" + "d".repeat(106));
    assertThat(UnixSocket.refuseTooLong(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> UnixSocket.refuseTooLong(Path.of(longest + "d")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Unix socket");
  }
}
