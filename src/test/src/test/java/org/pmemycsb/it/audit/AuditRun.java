package org.pmemycsb.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.pmemycsb.it.harness.HarnessProcess;

/** An audit under test. */
final class AuditRun {
  /** With few records, so that much is done to each in a short time. */
  private static final String AUDIT = "audit --place pmem=%s --out %s --threads 2 --records 60 ";

  private final Path folder;
  private final Path medium;
  private final Path out;
  private int status;

  AuditRun(Path folder, Path medium) {
    this.folder = folder;
    this.medium = medium;
    this.out = folder.resolve("out");
  }

  Path out() {
    return out;
  }

  /** Starts it in a process of its own. */
  HarnessProcess start(String more) throws IOException {
    return HarnessProcess.start(folder, Map.of(), AUDIT + more, medium, out);
  }

  /** Runs it in this JVM. */
  HarnessProcess.Ended run(String more) {
    return HarnessProcess.runHere(AUDIT + more, medium, out);
  }

  /**
   * Audits one database at one durability in this JVM.
   *
   * @param database the argument that names it
   * @return its part of {@code audit.json}, with a medium and counts that every audit has
   */
  JsonNode audited(String database, String durability, String rounds) throws IOException {
    HarnessProcess.Ended ended =
        run(database + " --time 500ms --durability " + durability + " --rounds " + rounds);
    status = ended.status();
    assertThat(out.resolve("audit.json")).as(ended.err()).exists();
    JsonNode row = databases().get(0);
    assertThat(row.get("durability").asText()).isEqualTo(durability);
    assertThat(row.get("medium").asText()).isEqualTo("tmpfs");
    assertThat(row.get("acknowledged").asLong()).isPositive();
    for (String kind : List.of("torn", "phantom", "unreadable")) {
      assertThat(row.get(kind).asLong()).as(kind).isZero();
    }
    return row;
  }

  /** The exit status of the last {@link #audited}. */
  int status() {
    return status;
  }

  /** The databases of {@code audit.json}. */
  List<JsonNode> databases() throws IOException {
    JsonNode document = new ObjectMapper().readTree(out.resolve("audit.json").toFile());
    List<JsonNode> all = new ArrayList<>();
    document.get("databases").forEach(all::add);
    return all;
  }

  /** An experiment of one database, once with each of the values of an option. */
  Path experiment(String database, String option, String... values) throws IOException {
    List<String> databases =
        Arrays.stream(values)
            .map(value -> "- " + database + ": {" + option + ": " + value + "}\n")
            .toList();
    return Files.writeString(
        folder.resolve("experiment.yaml"), "db:\n" + String.join("", databases));
  }
}
