package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.host.workspace.Conversation;

/** Samples processes of this machine that use a processor, with the kernel's program perf. */
final class PerfSampler {
  private static final String HERTZ = "999";

  private final String program;
  private final Path scratch;
  private final Duration patience;
  private final List<Path> recordings = new ArrayList<>();
  private Conversation recorder;
  private String failure = "";

  /**
   * @param program name or path of perf
   * @param scratch an existing folder for files that nobody needs later
   * @param patience how long it may give no answer
   */
  PerfSampler(String program, Path scratch, Duration patience) {
    this.program = program;
    this.scratch = scratch;
    this.patience = patience;
  }

  /** Begins, and returns when samples are taken; also of the children that processes start. */
  void begins(List<Long> processes) throws InterruptedException {
    if (!failure.isEmpty()) {
      return;
    }
    Path file = scratch.resolve("perf-" + recordings.size());
    List<String> pids =
        processes.stream()
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
            .map(each -> Long.toString(each.pid()))
            .toList();
    try {
      recorder =
          new Conversation(
              start(
                  file.resolveSibling(file.getFileName() + ".log"),
                  "record",
                  "--quiet",
                  "--event=cpu-clock",
                  "--freq=" + HERTZ,
                  "--call-graph=fp",
                  "--delay=-1",
                  "--control=fd:0,1",
                  "--output=" + file,
                  "--pid=" + String.join(",", pids)));
      String answer = answer("enable");
      if (answer != null && answer.contains("ack")) {
        recordings.add(file);
      } else {
        failure =
            answer == null
                ? silent("to 'enable'")
                : firstLine(file.resolveSibling(file.getFileName() + ".log"));
        recorder.close();
        recorder = null;
      }
    } catch (IOException none) {
      failure = "there is no program " + program + "; install it with bin/install-packages prof";
    }
  }

  void ended() throws InterruptedException {
    if (recorder == null) {
      return;
    }
    boolean answered = answer("disable") != null;
    // It writes its file first. If its standard input closed before, it would not.
    recorder.process().toHandle().destroy();
    if (!answered || !recorder.process().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      failure = silent(answered ? "to SIGTERM" : "to 'disable'");
      recordings.remove(recordings.size() - 1); // its file may be torn
    }
    recorder.close();
    recorder = null;
  }

  private Process start(Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }

  /** The answer to an order; null if none comes in time. */
  private String answer(String order) throws InterruptedException {
    recorder.say(order);
    return recorder.answer(patience);
  }

  private String silent(String question) {
    return "%s gave no answer %s within %d s".formatted(program, question, patience.toSeconds());
  }

  /** The first line of a message that says something, without the word before it. */
  private static String firstLine(Path log) throws IOException {
    String all = Files.readString(log, StandardCharsets.ISO_8859_1);
    String line =
        all.lines()
            .map(each -> each.replaceFirst("^(Error|WARNING):", "").strip())
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("perf gave no reason");
    return line.replaceFirst("\\.$", "")
        + "; to allow it, run as root, or set kernel.perf_event_paranoid to 1 with sysctl";
  }

  /** Says how the stacks were sampled, or why they were not. */
  String method() {
    return failure.isEmpty() ? "perf, cpu-clock" : Profiler.NOT_SAMPLED + failure;
  }

  Stacks stacks() throws InterruptedException {
    Stacks all = Stacks.NONE;
    for (Path recording : recordings) {
      try {
        Process script =
            start(
                recording.resolveSibling("script.log"),
                "script",
                "--no-inline",
                "--fields=comm,ip,sym,dso",
                "--input=" + recording);
        AtomicLong lines = new AtomicLong();
        Stacks before = all;
        try {
          all =
              BoundedCall.<Stacks, IOException>make(
                  "perf-script",
                  patience,
                  lines::get,
                  late -> {},
                  () -> before.and(parse(read(script, lines))));
        } finally {
          script.destroyForcibly();
        }
      } catch (TimeoutException hangs) {
        failure = silent("to 'script'");
      } catch (IOException | UncheckedIOException unreadable) {
        failure = unreadable.getMessage();
      }
    }
    return all;
  }

  private static Stream<String> read(Process script, AtomicLong lines) {
    return script.inputReader().lines().peek(line -> lines.incrementAndGet());
  }

  /**
   * The stacks in the output of {@code perf script}: for each sample a line with the command's
   * name, a line for each frame from the innermost one, and an empty line.
   */
  static Stacks parse(Stream<String> lines) {
    StringBuilder collapsed = new StringBuilder();
    List<String> frames = new ArrayList<>();
    Optional<String> command = Optional.empty();
    for (String line : (Iterable<String>) Stream.concat(lines, Stream.of(""))::iterator) {
      if (line.isBlank()) {
        command.ifPresent(
            name -> {
              frames.add(0, name);
              collapsed.append(String.join(";", frames)).append(" 1\n");
            });
        command = Optional.empty();
        frames.clear();
      } else if (command.isEmpty()) {
        command = Optional.of(line.strip().replace(';', ','));
      } else {
        frame(line.strip()).ifPresent(frame -> frames.add(0, frame));
      }
    }
    return Stacks.parse(collapsed.toString());
  }

  /** Such a line is {@code ADDRESS NAME (FILE)}. Without a name, the file stands for it. */
  private static Optional<String> frame(String line) {
    int name = line.indexOf(' ');
    int file = line.lastIndexOf(" (");
    if (name < 0 || file < name) {
      return Optional.empty();
    }
    String symbol = line.substring(name, file).strip().replace(';', ',');
    String from = line.substring(file + 2, line.length() - 1);
    boolean named = !symbol.isEmpty() && !symbol.equals("[unknown]");
    if (!named && from.startsWith("[")) {
      return Optional.empty(); // a frame pointer that was none
    }
    boolean kernel = from.startsWith("[") && !from.startsWith("[vdso");
    String library = "[" + from.substring(from.lastIndexOf('/') + 1) + "]";
    return Optional.of(named ? symbol + (kernel ? "_[k]" : "") : library);
  }
}
