package org.pmemycsb.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Appends the result of a class of trials, and everything that it could not test, to the file that
 * the system property {@code server.report} names.
 */
public final class TrialReport implements BeforeAllCallback, AfterAllCallback, TestWatcher {
  private static final Path FILE =
      Path.of(System.getProperty("server.report", "target/server-report.txt"));

  private final List<String> failed = new ArrayList<>();
  private final List<String> untested = new ArrayList<>();
  private int passed;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (Files.exists(FILE)) {
      return;
    }
    try {
      GivenServer server = GivenServer.get();
      append(List.of(server.adapter().name() + ": " + server.found().detail()));
    } catch (AssertionError unusable) {
      append(List.of(unusable.getMessage()));
      throw unusable;
    }
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    passed++;
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    failed.add(line(context, String.valueOf(cause.getMessage())));
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    untested.add(line(context, String.valueOf(cause.getMessage())));
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    untested.add(line(context, reason.orElse("disabled")));
  }

  private static String line(ExtensionContext context, String reason) {
    String name = context.getRequiredTestMethod().getName();
    String variant = context.getDisplayName().startsWith(name) ? "" : context.getDisplayName();
    return "%s%s: %s"
        .formatted(
            name,
            variant.isEmpty() ? "" : " (" + variant + ")",
            reason.strip().lines().findFirst().orElse("").replaceFirst("^Assumption failed: ", ""));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %d passed, %d failed, %d could not be tested"
            .formatted(context.getDisplayName(), passed, failed.size(), untested.size()));
    failed.forEach(each -> lines.add("  failed: " + each));
    untested.forEach(each -> lines.add("  not tested: " + each));
    append(lines);
  }

  private static void append(List<String> lines) {
    try {
      Files.write(FILE, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
