package org.pmemycsb.harness.plan.design;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;

/**
 * Reads lengths from a file of YCSB's form: the size of a bucket, then a line for each bucket. The
 * lengths of bucket n are n + 1 times that size, as YCSB means it. (YCSB 0.17 itself never draws
 * the last bucket.)
 */
final class SizeHistogram {
  private SizeHistogram() {}

  static SortedMap<Integer, Double> read(Path file) {
    List<String> lines = FileFailure.text(file).lines().toList();
    int line = 0;
    try {
      String[] head = columns(lines.isEmpty() ? "" : lines.get(0));
      int block = Integer.parseInt(head[1]);
      if (!head[0].equals("BlockSize")) {
        throw new NumberFormatException(head[0]);
      }
      SortedMap<Integer, Double> weights = new TreeMap<>();
      for (line = 1; line < lines.size(); line++) {
        String[] columns = columns(lines.get(line));
        int number = Integer.parseInt(columns[0]);
        double weight = Double.parseDouble(columns[1]);
        int length = Math.multiplyExact(block, Math.addExact(number, 1));
        boolean isCount = weight >= 0 && weight < Double.POSITIVE_INFINITY;
        if (number < 0 || !isCount || block > 0 && weights.put(length, weight) != null) {
          throw new NumberFormatException(lines.get(line));
        }
      }
      weights.values().removeIf(weight -> weight == 0);
      if (!weights.isEmpty()) {
        return weights;
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

  private static String[] columns(String line) {
    return line.strip().split("\t *");
  }
}
