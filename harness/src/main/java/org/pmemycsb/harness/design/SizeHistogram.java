package org.pmemycsb.harness.design;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * The histogram in a file.
   *
   * @throws ConfigurationException if the file is none
   */
  public static SizeHistogram read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      int block = Integer.parseInt(second(lines.get(0)));
      List<Double> counts =
          lines.stream().skip(1).map(SizeHistogram::second).map(Double::parseDouble).toList();
      Math.multiplyExact(block, counts.size());
      if (block > 0 && all(counts) > 0) {
        return new SizeHistogram(block, counts);
      }
    } catch (IOException
        | ArithmeticException
        | NumberFormatException
        | IndexOutOfBoundsException broken) {
      throw refused(file, broken);
    }
    throw refused(file, null);
  }

  private static ConfigurationException refused(Path file, Exception cause) {
    return new ConfigurationException(
        file
            + " is no histogram; its lines are: BlockSize, a tab and the size; then for each block"
            + " its number, a tab and how often it comes",
        cause);
  }

  private static String second(String line) {
    return line.split("\t")[1].strip();
  }

  private static double all(List<Double> counts) {
    return counts.stream().mapToDouble(count -> count).sum();
  }

  /** The shortest length that comes. */
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
