package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ProgramsTest {
  private final List<Process> started = new ArrayList<>();

  private Programs.Ended run(String script, Duration patience) throws Exception {
    return Programs.run(
        command -> {
          started.add(command.start());
          return started.get(0);
        },
        new ProcessBuilder("sh", "-c", script),
        patience);
  }

  @Test
  void statusAndOutputAreThoseOfTheProgram() throws Exception {
    assertThat(run("cat; echo hello; exit 3", Duration.ofSeconds(30)))
        .isEqualTo(new Programs.Ended(3, "hello\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 1000", "exec >&-; exec sleep 1000", "kill -STOP $$"})
  void aProgramThatHangsIsKilled(String script) {
    assertThatThrownBy(() -> run(script, Duration.ofSeconds(1)))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("sh did not end within 1 s, so it was killed");

    assertThat(started.get(0).onExit().join().exitValue()).isEqualTo(137);
  }

  @Test
  void aProgramThatIsMissingIsNamed() {
    assertThatThrownBy(
            () ->
                Programs.run(
                    ProcessBuilder::start,
                    new ProcessBuilder("no-such-program"),
                    Duration.ofSeconds(30)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program");
  }
}
