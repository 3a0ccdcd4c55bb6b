package org.pmemycsb.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.it.harness.HarnessProcess;

/** Each thing that can go wrong in a crash is found out, and nothing else is claimed. */
class FaultyStoresTest {
  @TempDir private Path folder;
  private Path medium;
  private AuditRun audit;

  @BeforeEach
  void prepare() throws Exception {
    medium = Files.createDirectory(folder.resolve("medium"));
    audit = new AuditRun(folder, medium);
  }

  private HarnessProcess.Ended run(String fault, String durability, int rounds) throws Exception {
    HarnessProcess.Ended ended =
        audit.run(
            "%s --durability %s --rounds %d --time 1s"
                .formatted(audit.experiment("log", "fault", fault), durability, rounds));
    assertThat(medium).as("nothing is left on the medium").isEmptyDirectory();
    return ended;
  }

  @Test
  void aStoreThatRecoversRightlyHoldsItsClaims() throws Exception {
    HarnessProcess.Ended ended = run("none", "periodic,commit", 2).hasStatus(0);

    assertThat(ended.out()).contains("log{fault=none}").contains("holds").doesNotContain("BROKEN");
    assertThat(audit.databases()).hasSize(2);
    for (JsonNode database : audit.databases()) {
      assertThat(database.get("holds").asBoolean()).isTrue();
      assertThat(database.get("acknowledged").asLong()).isPositive();
      assertThat(database.get("rounds")).hasSize(2);
      for (String kind : List.of("lost", "resurrected", "torn", "phantom", "unreadable")) {
        assertThat(database.get(kind).asLong()).as(kind).isZero();
      }
    }
  }

  @Tag("everything")
  @Test
  void eachFaultIsCalledByItsNameAndNoOther() throws Exception {
    Map<String, String> kinds =
        Map.of(
            "forgets-an-update", "lost",
            "forgets-a-delete", "resurrected",
            "cuts-a-value", "torn",
            "adds-a-field", "phantom",
            "damages-a-page", "unreadable");
    Path all = audit.experiment("log", "fault", kinds.keySet().toArray(String[]::new));

    HarnessProcess.Ended ended =
        audit
            // On a busy machine, a second may be too short for each kind of operation.
            .run(all + " --durability commit --rounds 1 --time 4s")
            .hasStatus(1);

    assertThat(audit.databases()).hasSize(kinds.size());
    for (JsonNode database : audit.databases()) {
      String name = database.get("database").asText();
      String fault = name.substring("log{fault=".length(), name.length() - 1);
      assertThat(ended.out()).contains("BROKEN: " + name + " at commit: ");
      assertThat(database.get("holds").asBoolean()).as(name).isFalse();
      assertThat(database.get("rounds").get(0).get("examples")).as(name).isNotEmpty();
      for (String kind : List.of("lost", "resurrected", "torn", "phantom", "unreadable")) {
        assertThat(database.get(kind).asLong() > 0)
            .as("%s: %s %s", name, database.get(kind), kind)
            .isEqualTo(kind.equals(kinds.get(fault)));
      }
    }
  }

  @Tag("everything")
  @Test
  void aStoreThatDoesNotComeBackIsBroken() throws Exception {
    HarnessProcess.Ended ended = run("does-not-come-back", "commit", 1).hasStatus(1);

    assertThat(ended.out()).contains("round 1: ", "on purpose").doesNotContain("Exception");
  }

  @Tag("everything")
  @Test
  void anOperationThatFailsBeforeTheKillIsNotTakenForACrash() throws Exception {
    // On a busy machine, the first rounds may end before the first update.
    HarnessProcess.Ended ended = run("refuses-updates", "commit", 10).hasStatus(1);

    assertThat(ended.out()).contains("NOT_FOUND");
  }

  @Test
  void aDatabaseThatCannotBeCrashedGetsOneLine() throws Exception {
    HarnessProcess.Ended ended = audit.run("--db faulty-store").hasStatus(2);

    assertThat(ended.complaint()).startsWith("pmem-ycsb: faulty-store ").hasLineCount(1);
    assertThat(medium).isEmptyDirectory();
  }

  @Tag("everything")
  @Test
  void sigintLeavesNothingBehindAndKeepsWhatIsDone() throws Exception {
    HarnessProcess harness = audit.start("--db log --rounds 1000 --time 100ms");
    harness.awaitMessage("round 2 of 1000");
    List<ProcessHandle> children = harness.process().descendants().toList();
    new ProcessBuilder("kill", "-INT", Long.toString(harness.process().pid())).start().waitFor();
    HarnessProcess.Ended ended = harness.await().hasStatus(130);

    assertThat(ended.complaint()).contains("interrupted").doesNotContain("Exception");
    assertThat(medium).isEmptyDirectory();
    assertGone(children);
  }

  @Tag("everything")
  @Test
  void theClientsEndWithAHarnessThatIsKilled() throws Exception {
    HarnessProcess harness = audit.start("--db log --rounds 1 --time 600s");
    harness.awaitMessage("log, durability periodic");
    while (harness.process().descendants().findAny().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    List<ProcessHandle> children = harness.process().descendants().toList();
    harness.process().destroyForcibly().waitFor();

    assertGone(children);
  }

  @Tag("everything")
  @Test
  void aSecondAuditIntoTheFolderIsToldOfTheFirst() throws Exception {
    HarnessProcess first = audit.start("--db log --rounds 1 --time 600s");
    try {
      first.awaitMessage("log, durability periodic");
      assertThat(audit.run("--db log").hasStatus(2).complaint())
          .contains(audit.out() + ": process " + first.process().pid() + " writes into");
    } finally {
      first.process().destroyForcibly().waitFor();
    }
  }

  private static void assertGone(List<ProcessHandle> children) throws Exception {
    for (ProcessHandle child : children) {
      child.onExit().get(60, TimeUnit.SECONDS);
    }
  }
}
