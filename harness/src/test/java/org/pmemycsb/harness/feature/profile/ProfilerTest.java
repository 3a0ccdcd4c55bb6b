package org.pmemycsb.harness.feature.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Replayer;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Profile;

@Timeout(120)
class ProfilerTest {
  private static final Duration AMPLE = Duration.ofMinutes(1);

  @Test
  void theThreadsThatMakeOperationsAreApartFromTheOthers() {
    Stacks stacks =
        JvmSampler.parse(
            """
            [replay-0 tid=4711];ClientThread.run_[0];pmemkv_get;/opt/lib/libpmemkv.so.1 5
            [replay-12 tid=4712];ClientThread.run_[0];pmemkv_get;/opt/lib/libpmemkv.so.1 1
            [C2 CompilerThre tid=4];clone3;/tmp/x/librocksdbjni-linux64.so (deleted) 2
            [tid=9];not_walkable_Java 1
            """);

    assertThat(stacks.counts())
        .isEqualTo(
            Map.of(
                "clients;ClientThread.run_[0];pmemkv_get;[libpmemkv.so.1]", 6L,
                "other threads;C2 CompilerThre;clone3;[librocksdbjni-linux64.so]", 2L,
                "other threads;[tid=9];[unknown]", 1L));
  }

  @Test
  void perfsStacksBeginWithTheCommandAndEndWithTheInnermostFrame() {
    Stacks stacks =
        PerfSampler.parse(
            """
            redis-server\s
            \tffffffff81000130 do_syscall_64+0x46 ([kernel.kallsyms])
            \t           fd001 read (/usr/lib/libc.so.6)
            \t6d6d6f635f657669 [unknown] ([unknown])
            \t           32957 [unknown] (/usr/bin/redis-server)

            bio close;file\s
            \t           32957 operator new(unsigned long) (/usr/lib/libstdc++.so.6)
            """
                .lines());

    assertThat(stacks.counts())
        .isEqualTo(
            Map.of(
                "redis-server;[redis-server];read;do_syscall_64+0x46_[k]", 1L,
                "bio close,file;operator new(unsigned long)", 1L));
  }

  @Test
  void aMachineWithoutPerfSamplesNoServerAndSaysHowToMendIt(@TempDir Path scratch)
      throws Exception {
    PerfSampler perf = new PerfSampler("no-such-perf", scratch, AMPLE);
    perf.begins(List.of(ProcessHandle.current().pid()));
    perf.ended();

    assertThat(perf.stacks()).isEqualTo(Stacks.NONE);
    assertThat(perf.method()).contains(" no-such-perf", "bin/install-packages prof");
  }

  /** Has begun with this script in the place of perf. */
  private static PerfSampler begun(Path scratch, String script, Duration patience)
      throws Exception {
    Path program = Files.writeString(scratch.resolve("perf"), script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    PerfSampler perf = new PerfSampler(program.toString(), scratch, patience);
    perf.begins(List.of(ProcessHandle.current().pid()));
    return perf;
  }

  @Test
  void theReasonOfARefusalIsItsFirstLine(@TempDir Path scratch) throws Exception {
    PerfSampler perf = begun(scratch, REFUSING, AMPLE);
    perf.begins(List.of(ProcessHandle.current().pid()));
    perf.ended();

    assertThat(perf.method()).contains(": Monitoring is limited; ", "kernel.perf_event_paranoid");
  }

  @Test
  void perfNeedsToKnowTheOrdersOfItsFirstVersionsOnly(@TempDir Path scratch) throws Exception {
    PerfSampler perf = begun(scratch, OLD, AMPLE);
    perf.ended();

    assertThat(perf.stacks().counts()).isEqualTo(Map.of("redis;read", 1L));
    assertThat(perf.method()).isEqualTo("perf, cpu-clock");
  }

  @ParameterizedTest
  @ValueSource(strings = {"enable", "disable", "script"})
  void aPerfThatHangsIsGivenUpWithTheNameOfTheQuestion(String question, @TempDir Path scratch)
      throws Exception {
    PerfSampler perf = begun(scratch, HANGING.formatted(question), Duration.ofSeconds(3));
    perf.ended();

    assertThat(perf.stacks()).isEqualTo(Stacks.NONE);
    assertThat(perf.method()).contains(scratch + "/perf ", "'" + question + "'", "3 s");
  }

  private static final String HANGING =
      """
      #!/bin/sh
      hangs=%s
      if [ "$1" = $hangs ]; then
        exec sleep 1000
      fi
      while read -r order; do
        if [ "$order" = $hangs ]; then
          exec sleep 1000
        fi
        echo ack
      done
      """;

  private static final String OLD =
      """
      #!/bin/sh
      if [ "$1" = script ]; then
        printf 'redis\\n\\tff read (/lib/libc.so)\\n\\n'
        exit
      fi
      while read -r order; do
        case $order in
          enable | disable) echo ack ;;
        esac
      done
      """;

  private static final String REFUSING =
      """
      #!/bin/sh
      echo "Error:" >&2
      echo "Monitoring is limited." >&2
      echo "Consider something." >&2
      exit 255
      """;

  @Test
  void twoPassesOfAPhaseMakeOneProfile(@TempDir Path scratch) throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    Thread busy = new Thread(() -> spin(ends), Replayer.THREADS + 0);
    busy.start();
    Path file = scratch.resolve("file");
    Profiler profiler = new Profiler(scratch, file, List.of(), AMPLE);
    long first;
    try {
      first = pass(profiler, file, 0);
      pass(profiler, file, first);
    } finally {
      ends.set(true);
      busy.join();
    }
    Profile how = profiler.figures(Measurement.Resources.NONE, 1).profile();

    assertThat(how.server()).isNull();
    assertThat(how.clients()).startsWith("async-profiler");
    Stacks clients = Stacks.parse(Files.readString(file)).of(Stacks.CLIENTS);
    assertThat(clients.samples()).isGreaterThan(first);
    assertThat(clients.text()).contains("ProfilerTest.spin");
  }

  /** Samples until there are more samples of the busy thread than before. */
  private static long pass(Profiler profiler, Path file, long before) throws Exception {
    profiler.begins();
    long samples = before;
    while (samples <= before) {
      Thread.sleep(20);
      profiler.figures(Measurement.Resources.NONE, 1);
      samples = Stacks.parse(Files.readString(file)).of(Stacks.CLIENTS).samples();
    }
    profiler.ended();
    return samples;
  }

  private static void spin(AtomicBoolean ends) {
    while (!ends.get()) {
      Thread.onSpinWait();
    }
  }
}
