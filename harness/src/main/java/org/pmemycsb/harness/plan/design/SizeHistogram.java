package org.pmemycsb.harness.plan.design;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Lengths by a file of YCSB's form: the size of a bucket, then a line for each bucket. The lengths
 * of bucket n are n + 1 times that size, as YCSB means it. (YCSB 0.17 itself never draws the last
 * bucket.)
 *
 * @param block in bytes
 * @param counts how often each bucket comes, by its number from 0; all above 0, and at least one
 */
public record SizeHistogram(int block, SortedMap<Integer, Double> counts) {
  private static final String BLOCK_SIZE = "BlockSize";

  public SizeHistogram {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  /**
   * @throws ConfigurationException if the file is none
   */
  public static SizeHistogram read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException none) {
      throw new ConfigurationException("there is no file " + file, none);
    } catch (CharacterCodingException binary) {
      throw refused(file, "it is not text", binary);
    } catch (IOException unreadable) {
      throw new ConfigurationException(
          "%s cannot be read%s".formatted(file, Files.isDirectory(file) ? ": it is a folder" : ""),
          unreadable);
    }
    int line = 0;
    try {
      String[] head = columns(lines.isEmpty() ? "" : lines.get(0));
      int block = Integer.parseInt(head[1]);
      if (!head[0].equals(BLOCK_SIZE)) {
        throw new NumberFormatException(head[0]);
      }
      TreeMap<Integer, Double> counts = new TreeMap<>();
      for (line = 1; line < lines.size(); line++) {
        String[] columns = columns(lines.get(line));
        int number = Integer.parseInt(columns[0]);
        Math.multiplyExact(block, Math.addExact(number, 1));
        if (number < 0 || counts.put(number, count(columns[1])) != null) {
          throw new NumberFormatException(columns[0]);
        }
      }
      counts.values().removeIf(count -> count == 0);
      if (block > 0 && !counts.isEmpty()) {
        return new SizeHistogram(block, counts);
      }
    } catch (ArithmeticException | NumberFormatException | IndexOutOfBoundsException broken) {
      throw refused(file, "line " + (line + 1) + " is wrong", broken);
    }
    throw refused(file, "it has no length above 0", null);
  }

  private static ConfigurationException refused(Path file, String why, Exception cause) {
    return new ConfigurationException(
        file
            + " is no histogram, because "
            + why
            + ". Its lines are: BlockSize, a tab and the size; then for each bucket its number from"
            + " 0, a tab and how often it comes",
        cause);
  }

  private static double count(String text) {
    double count = Double.parseDouble(text);
    if (!(count >= 0 && count < Double.POSITIVE_INFINITY)) {
      throw new NumberFormatException(text);
    }
    return count;
  }

  private static String[] columns(String line) {
    return line.strip().split("\t *");
  }

  private double all() {
    return counts.values().stream().mapToDouble(count -> count).sum();
  }

  private int length(int number) {
    return block * (number + 1);
  }

  int shortest() {
    return length(counts.firstKey());
  }

  public int longest() {
    return length(counts.lastKey());
  }

  double mean() {
    double bytes =
        counts.entrySet().stream()
            .mapToDouble(each -> each.getValue() * length(each.getKey()))
            .sum();
    return bytes / all();
  }

  /** The lengths by the end of their share of all, from 0 to 1. */
  NavigableMap<Double, Integer> ends() {
    NavigableMap<Double, Integer> ends = new TreeMap<>();
    double all = all();
    double before = 0;
    for (Map.Entry<Integer, Double> each : counts.entrySet()) {
      before += each.getValue();
      ends.put(before / all, length(each.getKey()));
    }
    return ends;
  }
}
