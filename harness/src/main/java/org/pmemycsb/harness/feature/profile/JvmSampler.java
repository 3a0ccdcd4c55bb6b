package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import one.profiler.AsyncProfiler;
import org.pmemycsb.harness.client.replay.Replayer;

/** Samples the threads of this JVM that use a processor. */
final class JvmSampler {
  private static final String HOW = ",interval=1ms,threads";

  // With the kernel's own events, stacks reach into the kernel. A timer works everywhere.
  private static final List<String> EVENTS = List.of("cpu", "ctimer", "itimer");

  private static final Pattern THREAD = Pattern.compile("^\\[(.*) tid=[0-9]+\\]$");
  private static final Pattern LIBRARY =
      Pattern.compile("^(?:/.*/)?([^/ ]+\\.so[0-9.]*)(?: \\(deleted\\))?$");
  private static final Pattern LOST =
      Pattern.compile("^(unknown_.*|not_walkable_.*|\\[(unknown|break)_.*\\]|0x[0-9a-f]+)$");

  private AsyncProfiler profiler;
  private Optional<String> event = Optional.empty();
  private String failure = "";

  /** Begins, or goes on after {@link #ended}. */
  void begins() {
    try {
      if (event.isPresent()) {
        profiler.execute("resume,event=" + event.get() + HOW);
      } else if (failure.isEmpty()) {
        profiler = AsyncProfiler.getInstance();
        event = EVENTS.stream().filter(this::starts).findFirst();
      }
    } catch (IOException
        | IllegalStateException
        | UnsatisfiedLinkError
        | UnsupportedOperationException unusable) {
      failure = unusable.getMessage();
      event = Optional.empty();
    }
  }

  private boolean starts(String with) {
    try {
      // The agent itself replaces the first event by a timer if it may not have it.
      if (with.equals(EVENTS.get(0))) {
        profiler.execute("check,event=page-faults");
      }
      profiler.execute("start,event=" + with + HOW);
      return true;
    } catch (IOException | IllegalStateException | IllegalArgumentException refused) {
      failure = refused.getMessage();
      return false;
    }
  }

  void ended() {
    if (event.isPresent()) {
      profiler.stop();
    }
  }

  String method() {
    return event
        .map(
            known ->
                known.equals(EVENTS.get(0))
                    ? "async-profiler"
                    : "async-profiler, without frames of the kernel (%s): %s"
                        .formatted(known, failure))
        .orElse(Profiler.NOT_SAMPLED + failure);
  }

  Stacks stacks() {
    try {
      return event.isPresent()
          ? parse(profiler.execute("collapsed,ann,simple,threads"))
          : Stacks.NONE;
    } catch (IOException impossible) { // it writes no file
      throw new UncheckedIOException(impossible);
    }
  }

  /** The stacks in async-profiler's output, in which a thread is the outermost frame. */
  static Stacks parse(String collapsed) {
    StringBuilder text = new StringBuilder();
    for (String line : collapsed.lines().toList()) {
      int count = line.lastIndexOf(' ');
      String[] frames = Stacks.frames(line.substring(0, Math.max(0, count)));
      String thread = THREAD.matcher(frames[0]).replaceFirst("$1");
      boolean client = thread.startsWith(Replayer.THREADS);
      text.append(client ? Stacks.CLIENTS : Stacks.OTHERS + ";" + thread);
      for (int i = 1; i < frames.length; i++) {
        String library = LIBRARY.matcher(frames[i]).replaceFirst("[$1]");
        text.append(';').append(LOST.matcher(library).replaceFirst("[unknown]"));
      }
      text.append(line.substring(Math.max(0, count))).append('\n');
    }
    return Stacks.parse(text.toString());
  }
}
