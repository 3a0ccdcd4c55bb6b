package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.profile.Stacks;

/**
 * A flame graph as a page without other files. The width of a frame is its share of the samples,
 * and the frames that it called lie below it.
 */
public final class FlameGraph {
  /** A narrower frame could not be seen: 1 of 1,000. */
  private static final double NARROWEST = 0.001;

  private static final int ROW_PIXELS = 19;

  private FlameGraph() {}

  private static final class Node {
    private final Map<String, Node> called = new TreeMap<>();
    private long samples;
  }

  /** A frame as the template sees it: places in percent of the width. */
  public record Box(String name, String about, String kind, String left, String width, int top) {}

  public static String render(String title, String subtitle, Stacks stacks) {
    Node root = new Node();
    stacks
        .counts()
        .forEach(
            (stack, count) -> {
              Node at = root;
              at.samples += count;
              for (String frame : Stacks.frames(stack)) {
                at = at.called.computeIfAbsent(frame, none -> new Node());
                at.samples += count;
              }
            });
    List<Box> boxes = new ArrayList<>();
    double total = Math.max(1, root.samples);
    add(boxes, root, 0, 0, total);
    int rows = 1 + boxes.stream().mapToInt(Box::top).max().orElse(0) / ROW_PIXELS;
    return HtmlPage.render(
        "flames.mustache",
        Map.of(
            "title", title, "subtitle", subtitle, "boxes", boxes, "height", rows * ROW_PIXELS + 2));
  }

  private static void add(List<Box> boxes, Node caller, double left, int row, double total) {
    double at = left;
    for (Map.Entry<String, Node> each : caller.called.entrySet()) {
      long samples = each.getValue().samples;
      if (samples / total >= NARROWEST) {
        String name = Stacks.name(each.getKey());
        boxes.add(
            new Box(
                name,
                String.format(
                    Locale.ROOT, "%s: %,d samples, %.1f %%", name, samples, 100 * samples / total),
                Stacks.Kind.of(each.getKey()).name().toLowerCase(Locale.ROOT),
                percent(at / total),
                percent(samples / total),
                row * ROW_PIXELS));
        add(boxes, each.getValue(), at, row + 1, total);
      }
      at += samples;
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.3f", 100 * share);
  }
}
