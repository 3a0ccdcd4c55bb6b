package org.pmemycsb.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;

class FioTest {
  private static final List<Request> REQUESTS =
      List.of(
          Request.sequential(Fio.FDATASYNC, 4096),
          Request.sequential(Fio.DSYNC, 512),
          Request.random(Fio.READ, 4096));

  @TempDir private Path folder;

  /** What fio 3.33 wrote of these requests, without the keys that are not read. */
  private static String output() throws IOException {
    try (InputStream file = FioTest.class.getResourceAsStream("fio.json")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Probe probe(Optional<Path> program) throws InterruptedException {
    return probe(folder, program, Duration.ofMinutes(1));
  }

  private static Probe probe(Path scratch, Optional<Path> program, Duration patience)
      throws InterruptedException {
    Host host = name -> program;
    Plan plan = new Plan("brief", REQUESTS, 2, Duration.ofMillis(20));
    return new Fio(ProcessBuilder::start, host, patience)
        .probe(new ProbedPlace(scratch, Medium.DISK, null, MediumReads.NONE, null), scratch, plan);
  }

  private Path script(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("fio.sh"), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void ratesAndPercentilesAreTakenFromTheSyncOrTheCall() throws Exception {
    List<Sample> samples = Fio.samples(Fio.document(output()), REQUESTS);

    assertThat(samples)
        .containsExactly(
            new Sample(6131.5, 120_320.0, 402_432.0, null, null),
            new Sample(7250.25, 130_560.0, null, null, null),
            new Sample(11_000.5, 84_480.0, 261_120.0, 1_056_768.0, null));
  }

  @Test
  @Timeout(60)
  void aFioThatHangsIsKilled() throws Exception {
    Probe probe = probe(folder, Optional.of(script("exec sleep 1000")), Duration.ofSeconds(1));

    assertThat(probe.reason()).contains("fio.sh ", "1 s");
  }

  @Test
  void wordsAroundTheDocumentAreSkipped() throws Exception {
    String noted = "note: both iodepth >= 1 and synchronous I/O engine are selected\n";

    assertThat(Fio.document(noted + output() + "\nbye\n")).isEqualTo(Fio.document(output()));
  }

  @Test
  void eachRequestIsAJobOfItsOwn() {
    assertThat(Fio.command("fio", REQUESTS, Duration.ofMillis(200)))
        .startsWith("fio", "--output-format=json")
        .contains("--runtime=200ms", "--name=append_fdatasync-4096", "--fdatasync=1")
        .contains("--name=append_o_dsync-512", "--sync=dsync", "--bs=512")
        .contains("--name=read_direct-4096", "--rw=randread", "--direct=1")
        .filteredOn("--stonewall"::equals)
        .hasSize(3);
  }

  @Test
  void withoutFioOneLineSaysHowToGetIt() throws Exception {
    assertThat(probe(Optional.empty()).reason()).contains("fio", "bin/install-packages probe");
  }

  @Test
  void aVanishedPlaceIsToldInOneLine() throws Exception {
    Path program = script("exit 0");
    Path gone = folder.resolve("gone");

    assertThat(probe(gone, Optional.of(program), Duration.ofMinutes(1)).reason())
        .contains(gone + " ", "--place NAME=DIR")
        .doesNotContain("\n");
  }

  @Test
  void aComplaintOfFioIsTheReason() throws Exception {
    Path failing =
        script("echo starting; echo 'fio: pid=1, err=28/No space left on device'; exit 1");

    assertThat(probe(Optional.of(failing)).reason())
        .isEqualTo("fio: pid=1, err=28/No space left on device");
  }

  @Test
  void aJobThatFailedIsNoFigure() throws Exception {
    String failed = output().replaceFirst("\"error\" : 0", "\"error\" : 5");

    assertThat(Fio.samples(Fio.document(failed), REQUESTS).get(0).error())
        .isEqualTo("fio: error 5 in append_fdatasync");
  }

  @Test
  void fewerResultsThanRequestsAreRefused() {
    assertThatThrownBy(() -> Fio.samples(Fio.document(output()), REQUESTS.subList(0, 2)))
        .hasMessageContainingAll("3 results", "2");
    assertThatThrownBy(() -> Fio.document("Killed\n")).hasMessage("fio failed: Killed");
  }
}
