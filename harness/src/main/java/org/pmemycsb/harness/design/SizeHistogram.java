package org.pmemycsb.harness.design;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Lengths by a file as stock YCSB reads it: the size of a block, then a line for each block. A
 * length is a whole number of blocks.
 *
 * @param block in bytes
 * @param counts how often each number of blocks comes, from one block on
 */
public record SizeHistogram(int block, List<Double> counts) {
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
      int block = Integer.parseInt(second(lines.isEmpty() ? "" : lines.get(0)));
      List<Double> counts = new ArrayList<>();
      for (line = 1; line < lines.size(); line++) {
        counts.add(count(second(lines.get(line))));
      }
      if (Math.multiplyExact(block, counts.size()) > 0 && all(counts) > 0) {
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
            + ". Its lines are: BlockSize, a tab and the size; then for each block its number, a tab"
            + " and how often it comes",
        cause);
  }

  private static double count(String text) {
    double count = Double.parseDouble(text);
    if (!(count >= 0 && count < Double.POSITIVE_INFINITY)) {
      throw new NumberFormatException(text);
    }
    return count;
  }

  private static String second(String line) {
    return line.split("\t")[1].strip();
  }

  private static double all(List<Double> counts) {
    return counts.stream().mapToDouble(count -> count).sum();
  }

  int shortest() {
    return block
        * (1
            + IntStream.range(0, counts.size())
                .filter(i -> counts.get(i) > 0)
                .findFirst()
                .orElse(0));
  }

  /** The length of all blocks. */
  public int longest() {
    return block * counts.size();
  }

  double mean() {
    double bytes =
        IntStream.range(0, counts.size()).mapToDouble(i -> counts.get(i) * (i + 1) * block).sum();
    return bytes / all(counts);
  }

  /** For each number of blocks, from one on: the share of the lengths that are no longer. */
  public double[] cumulated() {
    double all = all(counts);
    double[] shares = counts.stream().mapToDouble(count -> count / all).toArray();
    Arrays.parallelPrefix(shares, Double::sum);
    return shares;
  }
}
