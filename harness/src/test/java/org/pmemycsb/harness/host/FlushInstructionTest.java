package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Medium;

class FlushInstructionTest {
  @ParameterizedTest
  @CsvSource({
    "clflush clflushopt clwb, '', clwb",
    "clflush clflushopt, '', clflushopt",
    "clflush, '', clflush",
    "'', '', unknown",
    "clflush clflushopt clwb, PMEM_NO_CLWB=1, clflushopt",
    "clflush clflushopt clwb, PMEM_NO_CLFLUSHOPT=1, clwb",
    "clflush clflushopt clwb, PMEM_NO_CLWB=1 PMEM_NO_CLFLUSHOPT=1, clflush",
    "clflush clflushopt clwb, PMEM_NO_CLWB=0, clwb",
  })
  void theBestThatTheProcessorHasIsTakenUnlessAVariableForbidsIt(
      String flags, String variables, String instruction) {
    Map<String, String> environment =
        Stream.of(variables.split(" "))
            .filter(each -> !each.isEmpty())
            .collect(Collectors.toMap(each -> each.split("=")[0], each -> each.split("=")[1]));
    Set<String> all = FlushInstruction.flags("flags : " + flags);
    assertThat(FlushInstruction.of("amd64", all, environment, Medium.DAX)).isEqualTo(instruction);
    assertThat(FlushInstruction.of("amd64", all, environment, Medium.DISK)).contains("msync");
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
