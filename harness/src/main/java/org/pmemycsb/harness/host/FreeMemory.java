package org.pmemycsb.harness.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import oshi.SystemInfo;

/** The main memory that programs can still take. */
public final class FreeMemory {
  private FreeMemory() {}

  /** In bytes: what the kernel can give, and what the control group of this process may take. */
  public static long bytes() {
    long ofMachine = new SystemInfo().getHardware().getMemory().getAvailable();
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean group
        && group.getTotalMemorySize() < new SystemInfo().getHardware().getMemory().getTotal()) {
      return Math.min(ofMachine, group.getFreeMemorySize());
    }
    return ofMachine;
  }
}
