package org.pmemycsb.it.dax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.it.dax.DaxMachine.Part;
import org.pmemycsb.it.dax.DaxMachine.Transcript;
import org.pmemycsb.it.harness.SharedMemory;

/**
 * On a real DAX file system, in a virtual machine with an emulated NVDIMM: what works on tmpfs with
 * PMEM_IS_PMEM_FORCE works there without it, and survives that the machine is cut off.
 *
 * <p>Cut off is QEMU by SIGKILL. The memory of the NVDIMM is a file of this machine, so that every
 * store of the guest is in it, flushed or not: the mapping, the file system and the recovery of the
 * pools are tested here, and not whether a flush was forgotten.
 *
 * <p>With {@code -Ddax.required=true} nothing is skipped.
 */
@Tag("everything")
class DaxTest {
  private static final Path DISTRIBUTION = Path.of("../../dist/target/pmem-ycsb");
  private static final Path BINDING_TESTS = Path.of("../../pmemkv-binding/target/test-classes");
  private static final int STEPS = 2000;

  /**
   * What keeps its data in persistent memory, each run in the machine; {@code
   * -Ddax.databases=pmemkv,pm-postgres,pm-redis} for all. Under emulation a server takes more than
   * a minute.
   */
  private static final String DATABASES = System.getProperty("dax.databases", "pmemkv,pm-postgres");

  private static final Map<String, Integer> ACKNOWLEDGED = new HashMap<>();

  @TempDir(factory = SharedMemory.class)
  private static Path folder;

  private static Transcript first;
  private static Transcript again;

  @BeforeAll
  static void cutTheMachineOffAndBootItAgain() throws Exception {
    String missing = DaxMachine.build();
    if (!missing.isEmpty() && !Boolean.getBoolean("dax.required")) {
      System.err.println("NOT TESTED: a real DAX file system; " + missing);
      assumeTrue(
          false, "this machine lacks what a virtual machine with an NVDIMM needs: " + missing);
    }
    assertThat(missing).as("why there is no virtual machine").isEmpty();
    DaxMachine machine = new DaxMachine(folder);
    machine.install(DISTRIBUTION, BINDING_TESTS);
    Pattern acknowledgement = Pattern.compile("acknowledged (\\w+) (\\d+)");
    first =
        machine.boot(
            line -> {
              Matcher matcher = acknowledgement.matcher(line);
              if (matcher.matches()) {
                ACKNOWLEDGED.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
              }
              return ACKNOWLEDGED.getOrDefault("stree", 0) >= STEPS;
            },
            "first",
            DATABASES);
    // Those that came out of the pipe after the kill were acknowledged, too.
    acknowledgement
        .matcher(first.text())
        .results()
        .forEach(
            result ->
                ACKNOWLEDGED.merge(result.group(1), Integer.parseInt(result.group(2)), Math::max));
    again = machine.boot("again");
  }

  private static String succeeded(Transcript transcript, String name) {
    Part part = transcript.part(name);
    assertThat(part.status()).as("status of %s:%n%s", name, part.text()).isZero();
    return part.text();
  }

  @Test
  void theFileSystemIsMountedWithDax() {
    succeeded(first, "file-system");
    assertThat(succeeded(first, "mount")).containsPattern("/srv ext4 \\S*dax=always");
  }

  @Test
  void doctorSaysDax() {
    assertThat(succeeded(first, "doctor"))
        .containsPattern("/srv +dax ")
        .contains("pmemkv         yes");
  }

  @Test
  void theTestsOfTheBindingPass() {
    assertThat(succeeded(first, "binding-tests"))
        .containsPattern("[1-9]\\d+ tests successful")
        .containsPattern("\\b0 tests failed");
  }

  /** pm-postgres refuses to start where its library stored nothing into a mapped log. */
  @Test
  void everyCellIsValidAndNothingWasForced() {
    succeeded(first, "run");
    List<String> rows = succeeded(first, "summary").lines().skip(1).toList();
    for (String database : DATABASES.split(",")) {
      assertThat(rows)
          .filteredOn(row -> row.startsWith(database + ","))
          .as(database)
          .hasSize(5)
          .allMatch(row -> row.matches("[^,]+,(load|[ABCD]),2,1024,commit,dax,trace,1,1,.*"))
          .allMatch(row -> row.contains(",0,true,"));
    }
    assertThat(succeeded(first, "environment")).contains("\"pmemForced\" : false");
  }

  /** The machine of the tests may have version 1; MemoryBudgetRunTest needs what it has. */
  @Test
  void memoryIsLimitedByControlGroupsOfVersionTwo() {
    succeeded(first, "groups");
    int phases = 5 * DATABASES.split(",").length;
    assertThat(succeeded(first, "limits").strip())
        .isEqualTo(phases + " \"memory_limit_bytes\":" + (256L << 20));
  }

  @Test
  void everyRecordAcknowledgedBeforeTheCutIsThereAfterIt() {
    assertThat(first.part("write").status()).as("cut off, not ended").isEqualTo(-1);
    succeeded(again, "mount");
    String found = succeeded(again, "check");
    assertThat(ACKNOWLEDGED.keySet()).containsExactlyInAnyOrderElementsOf(Guest.ENGINES);
    for (String engine : Guest.ENGINES) {
      int acknowledged = ACKNOWLEDGED.get(engine);
      assertThat(acknowledged).isGreaterThanOrEqualTo(STEPS - 1);
      Matcher line =
          Pattern.compile("found " + engine + " (\\d+) records, latest (\\d+), count (\\d+)")
              .matcher(found);
      assertThat(line.find()).as(found).isTrue();
      int records = Integer.parseInt(line.group(1));
      int latest = Integer.parseInt(line.group(2));
      // What was written after the last line that came out may be there too, in the order written.
      assertThat(records).isGreaterThanOrEqualTo(acknowledged);
      assertThat(latest).isBetween(Math.max(acknowledged, records - 1), records);
      assertThat(Integer.parseInt(line.group(3))).as("and the latest").isEqualTo(records + 1);
      assertThat(found).contains("writable " + engine + " true");
    }
  }
}
