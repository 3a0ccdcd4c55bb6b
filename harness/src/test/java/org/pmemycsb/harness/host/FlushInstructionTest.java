package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Medium;

class FlushInstructionTest {
  private static final Set<String> ALL = Set.of("clflush", "clflushopt", "clwb");

  private static String of(Set<String> flags, Map<String, String> variables) {
    return FlushInstruction.of("amd64", flags, variables, Medium.DAX);
  }

  @Test
  void theBestThatTheProcessorHasIsTaken() {
    assertThat(of(ALL, Map.of())).isEqualTo("clwb");
    assertThat(of(Set.of("clflush", "clflushopt"), Map.of())).isEqualTo("clflushopt");
    assertThat(of(Set.of("clflush"), Map.of())).isEqualTo("clflush");
  }

  @Test
  void variablesForbidTheBetterOnes() {
    assertThat(of(ALL, Map.of("PMEM_NO_CLWB", "1"))).isEqualTo("clflushopt");
    assertThat(of(ALL, Map.of("PMEM_NO_CLFLUSHOPT", "1"))).isEqualTo("clwb");
    assertThat(of(ALL, Map.of("PMEM_NO_CLWB", "1", "PMEM_NO_CLFLUSHOPT", "1")))
        .isEqualTo("clflush");
    assertThat(of(ALL, Map.of("PMEM_NO_CLWB", "0"))).isEqualTo("clwb");
  }

  @Test
  void onADiskNothingIsFlushed() {
    assertThat(FlushInstruction.of("amd64", ALL, Map.of(), Medium.DISK)).contains("msync");
  }

  @Test
  void anUnknownProcessorIsSaidToBeUnknown() {
    assertThat(of(Set.of(), Map.of())).isEqualTo("unknown");
  }

  @Test
  void flagsAreThoseOfTheFirstProcessor() {
    assertThat(
            FlushInstruction.flags(
                "processor\t: 0\nflags\t\t: fpu clwb\nbogomips\t: 1\nprocessor\t: 1\nflags\t\t: fpu avx\n"))
        .containsExactlyInAnyOrder("fpu", "clwb");
    assertThat(FlushInstruction.flags("")).isEmpty();
  }
}
