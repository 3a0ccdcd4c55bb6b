package org.pmemycsb.harness.client.trace;

import java.util.HashMap;
import java.util.Map;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * The work of a phase and the form of its records. It has the contents of histograms, so a worker
 * on another machine does not need their files.
 *
 * @param said the user's property files and properties
 * @param work the operations of the clients
 * @param values how long they are
 * @param compressibility how much of the values can be compressed away, from 0 to 1
 */
public record Workload(
    Map<String, String> said,
    Work work,
    RecordShape shape,
    Sizes values,
    double compressibility,
    KeyShape keys) {
  public Workload {
    said = Map.copyOf(said);
  }

  public boolean isLoad() {
    return work instanceof Work.Load;
  }

  public Workload with(Work other) {
    return new Workload(said, other, shape, values, compressibility, keys);
  }

  /** The properties for YCSB and its clients. The parts above override the user's properties. */
  public Map<String, String> properties() {
    Map<String, String> all = new HashMap<>(said);
    all.putAll(work.properties());
    all.put(CoreWorkload.FIELD_COUNT_PROPERTY, Integer.toString(shape.fieldCount()));
    all.putAll(values.properties());
    if (compressibility > 0) {
      all.put(Sizes.COMPRESSIBILITY, Double.toString(compressibility));
    }
    all.put(CoreWorkload.ZERO_PADDING_PROPERTY, Integer.toString(keys.padding()));
    all.put(Client.WORKLOAD_PROPERTY, CoreWorkload.class.getName());
    return all;
  }
}
