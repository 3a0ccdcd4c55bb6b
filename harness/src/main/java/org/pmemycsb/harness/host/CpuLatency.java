package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Keeps idle processors from sleeping so deep that they are slow to wake up, by a request to the
 * kernel (PM QoS, Documentation/power/pm_qos_interface.rst). The kernel forgets the request when it
 * is closed or the process ends, however it ends.
 */
public final class CpuLatency implements AutoCloseable {
  private static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

  private final Integer micros;
  private final FileChannel request;

  private CpuLatency(Integer micros, FileChannel request) {
    this.micros = micros;
    this.request = request;
  }

  /**
   * Asks for it.
   *
   * @param micros within how many microseconds a processor must wake up, from 0: do not sleep at
   *     all; null to ask for nothing
   * @throws ConfigurationException if the kernel cannot be asked
   */
  public static CpuLatency limit(Integer micros) {
    return limit(micros, DEVICE);
  }

  static CpuLatency limit(Integer micros, Path device) {
    if (micros == null) {
      return new CpuLatency(null, null);
    }
    try {
      CpuLatency limit = new CpuLatency(micros, FileChannel.open(device, StandardOpenOption.WRITE));
      limit.ask();
      return limit;
    } catch (IOException refused) {
      throw new ConfigurationException(
          "--cpu-latency: " + device + why(refused) + "; start as root, or do without", refused);
    }
  }

  private void ask() throws IOException {
    try {
      request.write(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(micros).flip());
    } catch (IOException refused) {
      close();
      throw refused;
    }
  }

  private static String why(IOException refused) {
    if (refused instanceof NoSuchFileException) {
      return " is not there (in a container it must be passed in)";
    }
    return refused instanceof AccessDeniedException
        ? " may not be written"
        : " cannot be written: " + refused.getMessage();
  }

  /** The limit that was asked for, in microseconds; null for none. */
  public Integer micros() {
    return micros;
  }

  @Override
  public void close() throws IOException {
    if (request != null) {
      request.close();
    }
  }
}
