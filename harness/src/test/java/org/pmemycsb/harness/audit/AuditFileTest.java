package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.report.Samples;

class AuditFileTest {
  @Test
  void aFileThatCannotBeReplacedIsNamed(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve(AuditFile.NAME).resolve("in the way"));
    AuditPlan plan =
        new AuditPlan(
            1, 1, Duration.ofSeconds(1), 1, FieldValue.MIN_BYTES, Duration.ofSeconds(1), 1);

    assertThatThrownBy(() -> AuditFile.write(folder, plan, Samples.environment(), List.of()))
        .isInstanceOf(FileFailure.class)
        .hasMessageContaining(AuditFile.NAME);
  }
}
