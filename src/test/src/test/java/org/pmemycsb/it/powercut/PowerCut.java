package org.pmemycsb.it.powercut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A journal of {@code libpowercut.so}: what became durable, step by step. A step is what one fence
 * made durable, or one sync by the kernel. Immutable.
 */
final class PowerCut {
  private static final int HEADER = 32;
  private static final int LINE = 64;
  private static final int WORD = 8;
  private static final int CONTENT = 1;
  private static final int FENCE = 3;

  /** A change to a file; all of its content if there is a path. */
  private record Change(long inode, String path, long offset, byte[] bytes) {}

  /**
   * @param end where in the journal the step is complete
   */
  private record Step(List<Change> changes, long end) {}

  private final List<Step> steps;

  private PowerCut(List<Step> steps) {
    this.steps = steps;
  }

  /** Reads a journal; a step at its end that was not written in whole did not happen. */
  static PowerCut read(Path journal) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(journal)).order(ByteOrder.nativeOrder());
    List<Step> steps = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    while (in.remaining() >= HEADER) {
      int type = in.getInt();
      int pathLength = in.getInt();
      long inode = in.getLong();
      long offset = in.getLong();
      long length = in.getLong();
      if (in.remaining() < pathLength + length) {
        break;
      }
      byte[] path = new byte[pathLength];
      in.get(path);
      byte[] bytes = new byte[Math.toIntExact(length)];
      in.get(bytes);
      if (type != FENCE) {
        changes.add(new Change(inode, new String(path, UTF_8), offset, bytes));
      }
      if (type == FENCE || type == CONTENT) {
        steps.add(new Step(List.copyOf(changes), in.position()));
        changes.clear();
      }
    }
    return new PowerCut(List.copyOf(steps));
  }

  int steps() {
    return steps.size();
  }

  /** How many steps were complete when the journal had this many bytes. */
  int stepsWithin(long journalBytes) {
    int complete = 0;
    while (complete < steps.size() && steps.get(complete).end() <= journalBytes) {
      complete++;
    }
    return complete;
  }

  /**
   * The files as a cut leaves them that lets the first steps arrive, and of the next one, which was
   * on its way, some cache lines, some of them in part.
   */
  Map<Path, byte[]> files(int arrived, Random onItsWay) {
    return files(arrived, Optional.of(onItsWay));
  }

  /** The files as a cut leaves them that lets the first steps arrive, with nothing on its way. */
  Map<Path, byte[]> files(int arrived) {
    return files(arrived, Optional.empty());
  }

  private Map<Path, byte[]> files(int arrived, Optional<Random> onItsWay) {
    Map<Long, String> paths = new HashMap<>();
    Map<Long, byte[]> contents = new LinkedHashMap<>();
    for (Step step : steps.subList(0, arrived)) {
      for (Change change : step.changes()) {
        if (!change.path().isEmpty()) {
          paths.put(change.inode(), change.path());
          contents.put(change.inode(), change.bytes().clone());
        } else {
          apply(contents.get(change.inode()), change, 0, change.bytes().length);
        }
      }
    }
    if (onItsWay.isPresent() && arrived < steps.size()) {
      for (Change change : steps.get(arrived).changes()) {
        if (change.path().isEmpty()) {
          applySome(contents.get(change.inode()), change, onItsWay.get());
        }
      }
    }
    Map<Path, byte[]> files = new LinkedHashMap<>();
    contents.forEach((inode, content) -> files.put(Path.of(paths.get(inode)), content));
    return files;
  }

  private static void apply(byte[] content, Change change, int from, int to) {
    System.arraycopy(
        change.bytes(), from, content, Math.toIntExact(change.offset()) + from, to - from);
  }

  private static void applySome(byte[] content, Change change, Random random) {
    for (int line = 0; line < change.bytes().length; line += LINE) {
      switch (random.nextInt(4)) {
        case 0 -> apply(content, change, line, line + LINE);
        case 1 -> {
          // Torn: the processor writes eight bytes at a time.
          for (int word = line; word < line + LINE; word += WORD) {
            if (random.nextBoolean()) {
              apply(content, change, word, word + WORD);
            }
          }
        }
        default -> {
          continue;
        }
      }
    }
  }

  /** Some numbers of steps from the first to all, evenly, both ends among them. */
  int[] cuts(int first, int atMost) {
    int possible = steps.size() - first + 1;
    int wanted = Math.min(atMost, possible);
    int[] cuts = new int[wanted];
    for (int i = 0; i < wanted; i++) {
      cuts[i] = first + (wanted == 1 ? 0 : (int) ((long) i * (possible - 1) / (wanted - 1)));
    }
    return Arrays.stream(cuts).distinct().toArray();
  }
}
