package org.pmemycsb.harness.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.harness.probe.Plan.Scale;
import org.pmemycsb.spi.Medium;

/** Probes with invented figures. */
public final class Probes {
  private Probes() {}

  /** A figure of three rounds, of which one thread takes this time for an operation. */
  static MediumFigure figure(Request request, double nanos) {
    double rate = 1e9 * request.threads() / nanos;
    return MediumFigure.of(
        request,
        Stream.of(1.0, 0.95, 1.02)
            .map(share -> new Sample(rate * share, nanos - 1, 2 * nanos, null, null))
            .toList());
  }

  /** A figure whose percentiles are not above the time of reading the clock. */
  public static MediumFigure hidden(String operation, int size) {
    return MediumFigure.of(
        Request.random(operation, size), List.of(new Sample(1e9, 0.0, 0.0, null, null)));
  }

  /** A probe of persistent memory. */
  public static Probe pmem() {
    return pmem(
        List.of(
            figure(Request.random("load", 8), 305.4),
            figure(Request.sequential("read", 4096), 1024),
            figure(Request.sequential("pmem_persist", 64), 90),
            figure(Request.sequential("pmem_persist", 128), 100),
            figure(Request.sequential("pmem_persist", 4096), 720),
            figure(Request.sequential("pmem_memcpy", 4096), 800),
            figure(Request.sequential("pmem_memcpy", 65536), 5600),
            figure(Request.random("pmem_persist", 64), 123.4),
            figure(Request.random("pmem_persist", 64).by(4), 250),
            figure(Request.random("pmem_memcpy_nontemporal", 64), 95.5),
            MediumFigure.of(
                Request.random("msync", 64),
                List.of(
                    new Sample(0, null, null, null, "pmem_msync failed: Input/output error")))));
  }

  public static Probe pmem(List<MediumFigure> figures) {
    return pmem(figures, null, null);
  }

  /** A place that stands for a medium. */
  public static Probe modelled(String model, String reads) {
    return pmem(pmem().figures(), model, reads);
  }

  private static Probe pmem(List<MediumFigure> figures, String model, String reads) {
    return new Probe(
        "/mnt/pmem",
        Medium.DAX,
        new Probe.Method(
            "short",
            "pmem_probe",
            new Probe.Flushing("clwb", true, false, false),
            512L << 20,
            256L << 20,
            21L,
            3),
        figures,
        null,
        model,
        reads);
  }

  /** A probe of operations, each of which takes its time at all sizes and addresses. */
  public static Probe of(List<String> operations, List<Integer> sizes, List<Double> nanos) {
    List<MediumFigure> figures = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      for (int size : sizes) {
        figures.add(figure(Request.random(operations.get(i), size), nanos.get(i)));
        figures.add(figure(Request.sequential(operations.get(i), size), nanos.get(i)));
      }
    }
    return pmem(figures);
  }

  /** A probe with the figures of the limit, by the time of so many bytes. */
  public static Probe timed(IntToDoubleFunction nanos) {
    return pmem(
        Limit.requests().stream()
            .map(
                request ->
                    MediumFigure.of(
                        request,
                        List.of(
                            new Sample(
                                1e9 / nanos.applyAsDouble(request.sizeBytes()),
                                null,
                                null,
                                null,
                                null))))
            .toList());
  }

  /** A probe of a disk. */
  public static Probe disk() {
    return new Probe(
        "/var/tmp",
        Medium.DISK,
        new Probe.Method("short", "fio-3.33", null, 64L << 20, null, null, 3),
        List.of(
            figure(Request.sequential(Fio.FDATASYNC, 4096), 1_600_000),
            figure(Request.random(Fio.READ, 4096), 85_000)),
        null,
        null,
        null);
  }

  /** A place that could not be measured. */
  public static Probe missing() {
    return Probe.impossible(
        new ProbedPlace(Path.of("/var/tmp"), Medium.DISK, null, MediumReads.NONE, null),
        Plan.onDisk(Scale.SHORT),
        "fio is missing; run bin/install-packages probe as root");
  }
}
