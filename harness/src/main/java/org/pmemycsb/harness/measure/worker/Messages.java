package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Numbering;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.result.Measurement;

/** The messages between harness and worker. */
final class Messages {
  static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .registerModule(
              new SimpleModule()
                  .addSerializer(new StdDelegatingSerializer(Histogram.class, new Encoder()))
                  .addDeserializer(Histogram.class, new StdDelegatingDeserializer<>(new Decoder())))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /**
   * The answer to a worker that waits for its turn: the next iteration begins. {@link
   * WorkerGroup#ABORT} says that the phase is over for all.
   */
  static final String GO = "GO";

  /** A line without a message, said every second: a JVM that is held up says nothing. */
  static final String ALIVE = "ALIVE";

  /** The beginning of a line that has the part of the run that begins. */
  static final String PART = "PART ";

  private static final int SETTLE_SHARE = 5;

  private Messages() {}

  /** Histograms in JSON: HdrHistogram's own compressed encoding in base64. Nothing is lost. */
  private static final class Encoder extends StdConverter<Histogram, byte[]> {
    @Override
    public byte[] convert(Histogram histogram) {
      ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }
  }

  private static final class Decoder extends StdConverter<byte[], Histogram> {
    @Override
    public Histogram convert(byte[] encoded) {
      try {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
      } catch (DataFormatException broken) {
        throw new IllegalArgumentException("not a histogram", broken);
      }
    }
  }

  /**
   * The first line of a run to a worker: the settings for all phases.
   *
   * @param patienceSeconds longest time in seconds without a finished operation, or an answer of
   *     another process
   * @param share the worker's part of all operations, if it is in a group
   */
  record Setup(
      RunTask.Client client,
      int threads,
      Verify verify,
      int patienceSeconds,
      Records records,
      List<ClientFeature.Settings> features,
      Optional<Share> share) {
    Duration patience() {
      return Duration.ofSeconds(patienceSeconds);
    }

    /** The same for a machine of a group, from 0. */
    Setup on(int machine, int machines) {
      return new Setup(
          client,
          threads,
          verify,
          patienceSeconds,
          records,
          List.of(),
          Optional.of(new Share(machine, machines)));
    }
  }

  /** The largest number of records of a run, and what determines them. */
  record Records(long most, long seed, List<Workload> workloads) {}

  record PhaseCommand(
      Workload workload,
      Extent extent,
      Rate rate,
      ResultUse use,
      Optional<Numbering> numbering,
      List<Long> servers) {
    boolean load() {
      return workload.isLoad();
    }

    /** The same in another way; its figures are not kept in files. */
    PhaseCommand as(Runner.Variant variant) {
      return with(
          new Extent(
              Math.min(extent.operations, variant.mostOperations()),
              extent.durationMillis,
              0,
              extent.records,
              variant.warmsUp() ? extent.warmUp : 0,
              // An odd number, so that no two variants have one seed.
              extent.seed + variant.number() * 0xD1342543DE82EF95L),
          variant.rate() == 0
              ? rate
              : new Rate(variant.rate(), rate.poisson, extent.durationMillis / SETTLE_SHARE),
          new ResultUse(false, Optional.empty(), variant.isUp(), variant.features()));
    }

    /**
     * The same with other operations, without a result.
     *
     * @param atMost time after which it ends; zero if it is to end by its operations
     */
    PhaseCommand asRehearsal(Duration atMost) {
      return with(
          new Extent(
              extent.operations, atMost.toMillis(), 0, extent.records, extent.warmUp, ~extent.seed),
          rate,
          ResultUse.none(true));
    }

    /** The same for each machine of a cluster, which know what each of them has inserted. */
    PhaseCommand forMachines(Numbering known) {
      Extent all =
          new Extent(
              extent.operations,
              extent.durationMillis,
              0,
              known.records(),
              extent.warmUp,
              extent.seed);
      return load()
          ? this
          : new PhaseCommand(workload, all, rate, use, Optional.of(known), List.of());
    }

    PhaseCommand with(List<Long> processes) {
      return new PhaseCommand(workload, extent, rate, use, numbering, processes);
    }

    private PhaseCommand with(Extent other, Rate otherRate, ResultUse otherUse) {
      return new PhaseCommand(workload, other, otherRate, otherUse, numbering, servers);
    }

    Measurement failed(String reason) {
      return Measurement.failed(extent.durationMillis == 0 ? extent.operations : 0, reason);
    }
  }

  /**
   * The number of operations and records of a phase.
   *
   * @param operations number of operations; the largest one, if the phase ends by time
   * @param durationMillis time limit; 0 for none
   * @param iterationMillis length of the iterations that the phase is made in, each when it is the
   *     database's turn; 0 if it is made in one piece
   * @param records number of records before the phase
   * @param warmUp operations before the clock starts; repeated if the phase ends by time
   */
  record Extent(
      long operations,
      long durationMillis,
      long iterationMillis,
      long records,
      long warmUp,
      long seed) {}

  /**
   * @param target operations per second over all threads; 0 for as fast as they can
   * @param poisson whether they begin at the times of a Poisson process
   * @param settleMillis time of an open loop before its latencies count
   */
  record Rate(double target, boolean poisson, long settleMillis) {}

  /**
   * @param rehearsal whether the database is emptied afterwards, so that no later check expects its
   *     records
   * @param kept id of the phase, if its figures are kept
   * @param isUp whether the database is up; if not, a feature waits for its start
   */
  record ResultUse(
      boolean rehearsal,
      Optional<String> kept,
      boolean isUp,
      List<ClientFeature.Settings> features) {
    static ResultUse none(boolean rehearsal) {
      return new ResultUse(rehearsal, Optional.empty(), true, List.of());
    }
  }

  /**
   * The last line of a phase from a worker: the raw counts of its part.
   *
   * @param measured empty if it did not begin
   * @param failure the reason if there are no counts
   * @param broken the reason if the worker cannot work, which is no fault of the database
   * @param lateMicros delay after the common start, by its own clock
   */
  record Part(
      Optional<PhaseMeasurement> measured,
      Optional<String> failure,
      Optional<String> broken,
      long lateMicros,
      Measurement.Resources resources) {
    static Part failed(String reason) {
      return none(Optional.of(reason), Optional.empty());
    }

    static Part broken(IOException why) {
      return none(Optional.empty(), Optional.of(why.getMessage()));
    }

    private static Part none(Optional<String> failure, Optional<String> broken) {
      return new Part(Optional.empty(), failure, broken, 0, Measurement.Resources.NONE);
    }
  }
}
