package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The labels over bars and marks. A label that would cover another one moves up or down by whole
 * lines, to the nearest free place.
 */
final class Labels {
  // The page on a phone has the largest letters.
  private static final double LETTER = 8.4;
  private static final double LINE = 16;
  private static final int MOST_LINES = 12;

  /** A label: the middle of its line, and the line that its letters stand on. */
  record Label(double x, double y, String text) {
    private boolean covers(Label other) {
      return Math.abs(y - other.y) < LINE
          && Math.abs(x - other.x) < LETTER * (text.length() + other.text.length()) / 2;
    }

    private Label at(double height) {
      return new Label(x, height, text);
    }
  }

  private final double top;
  private final double ground;
  private final List<Label> all = new ArrayList<>();

  /** Labels between two heights. Heights grow downwards. */
  Labels(double top, double ground) {
    this.top = top + LINE;
    this.ground = ground;
  }

  /** Adds a label at a height, or near it. */
  void add(double x, double y, String text) {
    Label wanted = new Label(x, Math.max(top, y), text);
    OptionalDouble free =
        IntStream.rangeClosed(0, MOST_LINES)
            .flatMap(lines -> IntStream.of(-lines, lines))
            .mapToDouble(lines -> wanted.y() + lines * LINE)
            .filter(height -> height >= top && height < ground)
            .filter(height -> all.stream().noneMatch(wanted.at(height)::covers))
            .findFirst();
    all.add(wanted.at(free.orElse(wanted.y())));
  }

  /** All labels, each in its place. */
  List<Label> placed() {
    return List.copyOf(all);
  }
}
