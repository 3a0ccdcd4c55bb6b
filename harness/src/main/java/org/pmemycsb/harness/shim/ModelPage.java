package org.pmemycsb.harness.shim;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;

/** The file of a model for the shim: the words of {@code model.h}, in its order. */
final class ModelPage {
  private static final int BYTES = 4096;
  private static final long VERSION = 5;
  private static final int PERSISTS = 64;
  private static final int RATES = PERSISTS + MediumModel.MOST_POINTS * 2 * Long.BYTES;
  private static final int READS = RATES + MediumModel.MOST_POINTS * 2 * Long.BYTES;
  private static final int CACHE = READS + (4 + MediumModel.MOST_POINTS * 2) * Long.BYTES;
  private static final double NANOS_PER_MICRO = 1e3;
  // Of the standard normal distribution.
  private static final double QUANTILE_99 = 2.3263478740408408;

  private ModelPage() {}

  /**
   * The content of a new file.
   *
   * @param seed of the times of syncs
   * @param cacheBytes the size of the processor's largest cache
   */
  static byte[] of(MediumModel model, long seed, long cacheBytes) {
    ByteBuffer page = ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
    page.putLong(VERSION);
    page.putLong(model.persistNanos().size());
    page.putLong(model.writeGigabytes().size());
    page.putLong(model.bufferBytes());
    if (model.ofDisk()) {
      double median = model.syncMicros().get(MediumModel.P50);
      double tail = model.syncMicros().getOrDefault(MediumModel.P99, median);
      page.putDouble(median * NANOS_PER_MICRO);
      page.putDouble(Math.log(tail / median) / QUANTILE_99);
    } else {
      page.putDouble(0);
      page.putDouble(0);
    }
    page.putLong(seed).putDouble(model.read().loadAgainNanos());
    put(page.position(PERSISTS), model.persistNanos());
    put(page.position(RATES), model.writeGigabytes());
    MediumReads read = model.read();
    page.position(READS).putDouble(read.slowerLoadNanos()).putDouble(read.slowerByteNanos());
    put(page.putLong(read.shared().size()).putLong(read.blockBytes()), read.shared());
    page.putLong(CACHE, cacheBytes);
    return page.array();
  }

  private static void put(ByteBuffer page, SortedMap<Integer, Double> points) {
    points.forEach((at, value) -> page.putLong(at).putDouble(value));
  }
}
