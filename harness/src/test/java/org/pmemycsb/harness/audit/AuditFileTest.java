package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.report.Samples;

class AuditFileTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsReportedWithTheFile(@TempDir Path folder) throws Exception {
    // Every write to this device fails, as on a full disk.
    Files.createSymbolicLink(folder.resolve("." + AuditFile.NAME + ".new"), Path.of("/dev/full"));
    AuditPlan plan = new AuditPlan(1, 1, 1, 1, FieldValue.MIN_BYTES, Duration.ofSeconds(1), 1);

    assertThatThrownBy(() -> AuditFile.write(folder, plan, Samples.environment(), List.of()))
        .hasMessageContaining(AuditFile.NAME);
  }
}
