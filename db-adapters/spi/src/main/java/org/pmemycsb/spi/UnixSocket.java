package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A Unix socket where a {@link Socket} is asked for, which is all that Jedis takes.
 *
 * <p>There is no timeout for reading: a channel in blocking mode has none, and the selector that
 * would give it one costs every operation two more system calls. A server that dies ends the read
 * all the same; one that hangs does not. For use by one thread.
 */
final class UnixSocket extends Socket {
  private final SocketChannel channel;

  private UnixSocket(SocketChannel channel) {
    this.channel = channel;
  }

  static Socket connect(Path path) {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.connect(UnixDomainSocketAddress.of(path));
        return new UnixSocket(channel);
      } catch (IOException | RuntimeException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new JedisConnectionException("cannot connect to " + path, failure);
    }
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return channel.read(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
        while (left.hasRemaining()) {
          channel.write(left);
        }
      }
    };
  }

  @Override
  public void setSoTimeout(int millis) {
    // There is none; see above.
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return channel.isConnected();
  }

  @Override
  public boolean isInputShutdown() {
    return !channel.isOpen();
  }

  @Override
  public boolean isOutputShutdown() {
    return !channel.isOpen();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
