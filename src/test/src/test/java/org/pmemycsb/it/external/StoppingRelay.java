package org.pmemycsb.it.external;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between clients and a server, and does something right before the server gets a text for
 * the nth time.
 */
final class StoppingRelay implements AutoCloseable {
  private final ServerSocketChannel listening;
  private final int port;
  private final String text;
  private final AtomicInteger left;
  private final Runnable action;

  /**
   * @param socket to listen on; empty for a free port
   * @param server port of the server on this machine
   */
  StoppingRelay(Optional<Path> socket, int server, String text, int nth, Runnable action)
      throws IOException {
    port = server;
    this.text = text;
    left = new AtomicInteger(nth);
    this.action = action;
    listening =
        socket.isPresent()
            ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            : ServerSocketChannel.open();
    listening.bind(
        socket
            .<SocketAddress>map(UnixDomainSocketAddress::of)
            .orElseGet(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    thread(this::accept);
  }

  int port() throws IOException {
    return ((InetSocketAddress) listening.getLocalAddress()).getPort();
  }

  private interface Work {
    void make() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.make();
              } catch (IOException ended) {
                return;
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      SocketChannel client = listening.accept();
      SocketChannel server =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      thread(() -> copy(client, server, true));
      thread(() -> copy(server, client, false));
    }
  }

  private void copy(SocketChannel from, SocketChannel to, boolean watched) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    try (from;
        to) {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        String read = new String(buffer.array(), 0, buffer.limit(), StandardCharsets.ISO_8859_1);
        if (watched && read.contains(text) && left.decrementAndGet() == 0) {
          action.run();
        }
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
