package org.pmemycsb.it.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstallPackagesTest {
  private static final Path SCRIPT =
      Path.of("..", "..", "bin", "install-packages").toAbsolutePath().normalize();
  private static final boolean ROOT = System.getProperty("user.name").equals("root");

  @TempDir private Path folder;
  private Path cache;

  /** A machine without libpmemkv, whose apt offers every package but that, and notes its calls. */
  @BeforeEach
  void makeMachine() throws IOException {
    cache = folder.resolve("cache");
    Files.createDirectories(folder.resolve("debs"));
    program("ldconfig", "");
    program("dpkg", "echo amd64");
    program("apt-cache", "[[ ${!#} == libpmemkv1 ]] || printf '%s:\\n  Candidate: 2\\n' \"${!#}\"");
    program("apt-get", "echo \" $* \" >>'" + folder.resolve("calls") + "'");
  }

  /** Debian would start no service for ever. */
  @Test
  void aKilledInstallationForbidsServicesNoLonger() throws Exception {
    assumeTrue(ROOT, "NOT TESTED: only root installs packages");
    Path policy = folder.resolve("policy-rc.d");
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.copy(SCRIPT.resolveSibling("java-home.sh"), scripts.resolve("java-home.sh"));
    Path script =
        Files.writeString(
            scripts.resolve("install-packages"),
            Files.readString(SCRIPT).replace("/usr/sbin/policy-rc.d", policy.toString()));
    program(
        "apt-get",
        """
        if [[ " $* " == *' install '* ]]; then
          %1$s
          echo "$?" >'%2$s/during'
          kill -KILL "$PPID"
        fi
        """
            .formatted(policy, folder));

    assertThat(run(script, "pmemkv")).doesNotContain("all packages");

    assertThat(folder.resolve("during")).hasContent("101");
    assertThat(policy).exists();
    assertThat(new ProcessBuilder(policy.toString()).start().waitFor()).isZero();
    assertThat(policy).doesNotExist();
  }

  @Test
  void rootIsToldInOneLineWhatAptInstallsAndNothingIsRemoved() throws Exception {
    assumeTrue(ROOT, "NOT TESTED: only root installs packages");

    assertThat(install("pmemkv").lines())
        .filteredOn(line -> line.contains("apt installs"))
        .singleElement()
        .asString()
        .contains("libpmemobj1", "libmemkind0")
        .doesNotContain("libpmemkv1", "libtbb2");
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .filteredOn(call -> call.contains(" install "))
        .isNotEmpty()
        .allMatch(call -> call.contains(" --no-remove "))
        .noneMatch(call -> call.contains("libpmemkv1") || call.contains("libtbb2"));
  }

  @Test
  void aCheckNamesPackagesAndPurposesAndInstallsNothing() throws Exception {
    assertThat(install("--check", "pmemkv")).contains("pools of pmemkv", "libpmemobj1", "status 1");
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  /** Whatever version apt offers. */
  @ParameterizedTest
  @CsvSource({
    "pmemkv, none, libpmemkv1_1.4-1_amd64.deb, libtbb2_2020.3-1_amd64.deb",
    "pmemobj, libpmemobj.so.1, libpmemobj-dev_1.10-2+deb11u1_amd64.deb,"
        + " libpmemobj-cpp-dev_1.12-1_amd64.deb"
  })
  void aPackageWithAnotherSumIsRefusedBeforeAnythingIsUnpacked(
      String group, String installed, String first, String second) throws Exception {
    program("ldconfig", "echo " + installed);
    for (String name : new String[] {first, second}) {
      Files.writeString(folder.resolve("debs").resolve(name), "not this one");
    }

    assertThat(install(group)).contains(second + ": FAILED", "SHA-256", "status 2");
    assertThat(cache).isDirectoryNotContaining(file -> !file.endsWith("lock"));
  }

  @Test
  void aFolderWithoutThePackagesIsNamed() throws Exception {
    assertThat(install("pmemkv"))
        .contains("PMEMKV_DEBS=" + folder.resolve("debs") + " ", "libpmemkv1", "status 2");
  }

  @Test
  void anotherProcessorIsToldToBringItsOwnLibrary() throws Exception {
    program("dpkg", "echo riscv64");

    assertThat(install("pmemkv")).contains("not for riscv64", "PMEMKV_LIBRARY=", "status 2");
  }

  @Test
  void whatLiesInThePrivateFolderIsNotMissing() throws Exception {
    Path there = Files.createDirectories(cache.resolve("libpmemkv-1.4"));
    for (String name : new String[] {"libpmemkv.so.1", "libpmemobj.so.1", "libmemkind.so.0"}) {
      Files.writeString(there.resolve(name), "");
    }

    assertThat(install("pmemkv")).isEqualTo("status 0");
  }

  @Test
  void everyGroupOfTheHelpIsKnown() throws Exception {
    List<String> groups =
        install("--help")
            .lines()
            .dropWhile(line -> !line.equals("Groups:"))
            .skip(1)
            .takeWhile(line -> line.startsWith("  "))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertThat(groups).contains("base", "mariadb");
    for (String group : groups) {
      assertThat(install("--check", group)).as(group).doesNotContain("status 2");
    }
  }

  /** What the script prints, and its status. */
  private String install(String... groups) throws Exception {
    return run(SCRIPT, groups);
  }

  private String run(Path script, String... groups) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
    builder.command().addAll(Arrays.asList(groups));
    builder.environment().remove("PMEMKV_LIBRARY");
    builder.environment().remove("LD_LIBRARY_PATH");
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", folder.resolve("bin") + ":" + System.getenv("PATH"),
                "TMPDIR", folder.toString(),
                "PMEM_YCSB_CACHE", cache.toString(),
                "PMEMKV_DEBS", folder.resolve("debs").toString()));
    Process process = builder.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes());
    return printed + "status " + process.waitFor();
  }

  private void program(String name, String script) throws IOException {
    Scripts.write(Files.createDirectories(folder.resolve("bin")).resolve(name), script);
  }
}
