package org.pmemycsb.harness.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;
import org.pmemycsb.harness.plan.recorded.TraceFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "convert",
    description =
        "Makes a file for --workloads trace:FILE of a trace that another program recorded.",
    mixinStandardHelpOptions = true)
final class ConvertCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace; a pipe will do.")
  private Path trace;

  @Parameters(index = "1", paramLabel = "FILE", description = "The new file.")
  private Path file;

  @Option(
      names = "--format",
      paramLabel = "twitter|ycsb",
      description =
          "twitter: lines of Twitter's cache traces; ycsb: output of YCSB's database basic. Default:"
              + " the first line decides.")
  private String format;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Takes only the first operations of the trace.")
  private String operations;

  @Override
  public Integer call() {
    TraceFacts facts =
        TraceFile.convert(
            trace,
            Optional.ofNullable(format).map(text -> Words.named(TraceFormat.class, text)),
            operations == null ? Long.MAX_VALUE : OperationCount.parse(operations).number(),
            file);
    System.out.printf(
        Locale.ROOT,
        "operations: %,d; records before them: %,d; inserts: %,d; to replay it: pmem-ycsb run"
            + " --workloads trace:%s%n",
        facts.operations(),
        facts.records(),
        facts.inserts(),
        file);
    return Main.OK;
  }
}
