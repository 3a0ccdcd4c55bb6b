package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.spi.Medium;

/**
 * The machine and its software, as far as figures depend on them: {@code environment.json}.
 *
 * @param harness version of this program
 * @param places folders of the data, by the name of the place
 * @param variants stock databases by the label of the database that is their variant on persistent
 *     memory
 * @param probes the probe of each place, by its name; may be empty
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Environment(
    String harness,
    @JsonUnwrapped Hardware hardware,
    @JsonUnwrapped Software software,
    @JsonUnwrapped Libpmem libpmem,
    @JsonUnwrapped WakeUp wakeUp,
    @JsonUnwrapped Load load,
    Map<String, Folder> places,
    Map<String, List<String>> variants,
    Folder results,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Probe> probes) {

  public static final String UNKNOWN = "unknown";

  public Environment {
    places = new TreeMap<>(places);
    variants = new TreeMap<>(variants);
    probes = probes == null ? new TreeMap<>() : new TreeMap<>(probes);
  }

  /**
   * @param name host name
   * @param caches a line for each level and type, sizes in bytes
   * @param numaNodes a line for each node: its logical processors
   * @param governor chooses the clock frequency
   * @param virtualization whether the processor is virtual, and the machine's name in its firmware
   */
  public record Hardware(
      @JsonProperty("machine") String name,
      String cpu,
      int logicalCores,
      int physicalCores,
      List<String> caches,
      List<String> numaNodes,
      long memoryBytes,
      String governor,
      String virtualization) {}

  /**
   * @param container the kind of container that the harness runs in; {@code none} outside
   * @param workerFlags flags of the JVMs in which operations are made, beside their heap limit
   * @param libraries versions of the native libraries by name, as far as they were found
   */
  public record Software(
      String operatingSystem,
      String kernel,
      String container,
      String jvm,
      List<String> workerFlags,
      Map<String, String> libraries) {}

  /**
   * @param flush the instruction by which it writes the processor's caches back
   * @param pmemVariables environment variables of the harness that change its choice
   * @param pmemForced whether it is told to take any mapping for persistent memory, in the
   *     processes that use pmemkv
   */
  public record Libpmem(String flush, Map<String, String> pmemVariables, boolean pmemForced) {}

  /**
   * The time to wake an idle processor, in microseconds.
   *
   * @param cpuLatency the longest time during runs, as read back from the kernel; null where the
   *     harness made no request
   * @param roundTripMicros mean round trip of a byte over loopback to a sleeping thread; null if it
   *     could not be measured
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record WakeUp(Integer cpuLatency, Double roundTripMicros) {}

  /**
   * @param loadAverage of the last minute, taken before the first run; -1 where the system has none
   * @param loadBefore just before the first run; null if unknown
   * @param loadDuring during the runs; null before them, or if unknown
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Load(double loadAverage, LoadSummary loadBefore, LoadSummary loadDuring) {}

  /**
   * @param medium as {@link Place#medium} has it
   * @param device behind the file system, as the kernel names it
   * @param model the medium that the folder stands for; null if it stands for itself
   * @param reads as {@link Place#reads} has it; null where that is empty
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Folder(
      String path,
      Medium medium,
      String fileSystem,
      String mountOptions,
      long freeBytes,
      String device,
      MediumModel model,
      String reads) {
    /** The medium as tables and files name it. */
    public String mediumId() {
      return model == null ? medium.id() : model.medium();
    }

    /**
     * Whether a model slows reads of a tmpfs with pages of 4 KiB. Address translation takes longer
     * there than with the pages of 2 MiB of a DAX file system.
     */
    public boolean readsModelledFromSmallPages() {
      return model != null
          && !model.read().none()
          && fileSystem.equals("tmpfs")
          && !mountOptions.matches(".*\\bhuge=(always|within_size)\\b.*");
    }

    /** A note on the reads of the model, if there is one. */
    public String readsNote() {
      return reads == null && model != null ? model.reads() : reads;
    }
  }

  /** The media of the places, each once: {@code disk, tmpfs}. */
  public String media() {
    return places.values().stream()
        .map(Folder::mediumId)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  public Environment during(LoadSummary runs) {
    Load known = new Load(load.loadAverage, load.loadBefore, runs);
    return new Environment(
        harness, hardware, software, libpmem, wakeUp, known, places, variants, results, probes);
  }

  public Environment probed(Map<String, Probe> found) {
    return new Environment(
        harness, hardware, software, libpmem, wakeUp, load, places, variants, results, found);
  }
}
