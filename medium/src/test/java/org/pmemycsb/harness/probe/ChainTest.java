package org.pmemycsb.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the accesses of a chain go. The lines that it wrote show where it had read. */
class ChainTest {
  private static final String PROGRAM = "target/native/release/chain_addresses";
  private static final int LINE = 64;

  private static String run(Object... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(Path.of(PROGRAM).toAbsolutePath().toString()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.strip();
  }

  /** Three threads of ten operations a second each, whose latencies are 0, 1 and 2 ns. */
  @Test
  void theRateOfAllThreadsIsTheSumOfTheirRates() throws Exception {
    assertThat(run(3)).isEqualTo("30 30 0 1 2");
  }

  private static List<Long> written(String chain, int bytes, int times, int content)
      throws Exception {
    return run(chain, bytes, times, content).lines().map(Long::valueOf).toList();
  }

  /** Without this, a processor could read all nodes at the same time. */
  @ParameterizedTest
  @ValueSource(
      strings = {"chain_2xread_store64", "chain_dram_read_read_store64", "chain_2xdram_read_store"})
  void theBytesOfAReadChooseTheAddressOfTheNext(String chain) throws Exception {
    assertThat(written(chain, 64, 1, 0)).hasSize(1).isNotEqualTo(written(chain, 64, 1, 1));
  }

  /** As in PerMA-Bench. */
  @Test
  void anOperationWaitsForNoReadOfTheOneBefore() throws Exception {
    List<Long> lines = written("chain_read_persist64", 64, 2, 0);

    assertThat(lines).hasSize(2).isEqualTo(written("chain_read_persist64", 64, 2, 1));
  }

  @Test
  void writesLieBehindEachOtherInTheRangeThatWasReadLast() throws Exception {
    List<Long> lines = written("chain_2xread_3xpersist64", 256, 1, 1);

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0) % 256).isZero();
    assertThat(lines).containsExactly(lines.get(0), lines.get(0) + LINE, lines.get(0) + 2 * LINE);
  }

  @ParameterizedTest
  @CsvSource({
    "chain_persist64, read",
    "chain_read_2xpersist64, range",
    "chain_read_dram_persist8, dram_",
    "chain_read4, 8 bytes",
    "chain_99xread, 64 steps",
    "chain_, read",
    "chain_read_, read",
    "chain_readx, read",
  })
  void aChainThatMeansNothingIsRefusedInOneLine(String chain, String why) throws Exception {
    assertThat(run(chain, 64, 1, 0)).startsWith(chain + ": ").contains(why).hasLineCount(1);
  }
}
