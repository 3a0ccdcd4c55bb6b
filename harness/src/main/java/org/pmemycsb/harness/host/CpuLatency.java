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
import org.pmemycsb.harness.plan.settings.CpuLatencyChoice;

/**
 * Keeps idle processors from sleeping so deep that they are slow to wake up, by a request to the
 * kernel (PM QoS, Documentation/power/pm_qos_interface.rst). The kernel drops the request when it
 * is closed or the process ends.
 *
 * @param micros the limit that the kernel holds during the runs, in microseconds; null for none
 * @param request null for none
 */
public record CpuLatency(Integer micros, FileChannel request) implements AutoCloseable {
  private static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

  /**
   * @throws ConfigurationException if the kernel refuses a required limit
   */
  public static CpuLatency limit(CpuLatencyChoice asked) {
    return limit(asked, DEVICE);
  }

  static CpuLatency limit(CpuLatencyChoice asked, Path device) {
    if (asked.micros().isEmpty()) {
      return new CpuLatency(null, null);
    }
    try {
      FileChannel request =
          FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        return new CpuLatency(hold(request, asked.micros().getAsInt()), request);
      } catch (IOException refused) {
        request.close();
        throw refused;
      }
    } catch (IOException refused) {
      if (!asked.isRequired()) {
        return new CpuLatency(null, null);
      }
      throw new ConfigurationException(
          "cpuLatency: %s%s; start as root, or leave this key out".formatted(device, why(refused)),
          refused);
    }
  }

  /** Makes the request. Returns the limit that the kernel holds: the strictest of all requests. */
  private static int hold(FileChannel request, int micros) throws IOException {
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
    request.write(number.putInt(micros).flip());
    request.read(number.clear(), 0);
    if (number.hasRemaining()) {
      throw new IOException("the kernel does not tell the limit");
    }
    return number.getInt(0);
  }

  private static String why(IOException refused) {
    if (refused instanceof NoSuchFileException) {
      return " is not there (in a container it must be passed in)";
    }
    return refused instanceof AccessDeniedException
        ? " may not be written"
        : " cannot be used: " + refused.getMessage();
  }

  @Override
  public void close() throws IOException {
    if (request != null) {
      request.close();
    }
  }
}
