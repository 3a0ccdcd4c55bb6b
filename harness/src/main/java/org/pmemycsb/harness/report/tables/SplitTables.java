package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Split;
import org.pmemycsb.harness.analysis.Split.Parts;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Ratio;

/** {@link Split} as a section. */
public final class SplitTables {
  private static final String TITLE = "Where the time of an operation goes";
  private static final String READING =
      "Operations per second as the database is, and with flushes, fences or both left out by the"
          + " stand-in for libpmem. Runs that leave something out have durability none, and stand in"
          + " no other table. Flushing and ordering are the shares of an operation's time that go"
          + " without flushes, and without fences; the rest is left without both. Brackets hold 95 %"
          + " intervals. The shares overlap, so they need not add up to 100 %.";

  private SplitTables() {}

  /** A table; nothing without a split. */
  public static Section section(Results results, Names names) {
    List<Parts> all = Split.of(results.phases(), results.journal().asides(), results.contenders());
    Table table =
        Throughput.<Parts>labels(names, parts -> parts.whole().key())
            .text("phase", parts -> parts.whole().key().phase())
            .number("as it is", parts -> throughput(parts.whole()))
            .number("without flushes", parts -> throughput(parts.without().get(Purpose.NO_FLUSHES)))
            .number("without fences", parts -> throughput(parts.without().get(Purpose.NO_FENCES)))
            .number("without both", parts -> throughput(parts.without().get(Purpose.NEITHER)))
            .number("flushing", parts -> share(parts, Purpose.NO_FLUSHES))
            .number("ordering", parts -> share(parts, Purpose.NO_FENCES))
            .number("the rest", SplitTables::rest)
            .table("split", TITLE, all);
    return Section.of("split-section", TITLE, READING, table);
  }

  private static Field throughput(Cell cell) {
    if (cell == null) {
      return Field.NONE;
    }
    return cell.valid() ? Field.of(cell.rate(), Figures::grouped) : Field.INVALID;
  }

  /** The share of the time that is saved. */
  private static Field share(Parts parts, Purpose aside) {
    return field(parts, aside, ratio -> 1 - ratio);
  }

  /** The share of the time that remains. */
  private static Field rest(Parts parts) {
    return field(parts, Purpose.NEITHER, ratio -> ratio);
  }

  private static Field field(Parts parts, Purpose aside, DoubleUnaryOperator share) {
    Optional<Ratio> ratio =
        Ratio.of(
            Ratio.Rule.SPLIT,
            Optional.of(parts.whole()),
            Optional.ofNullable(parts.without().get(aside)));
    return ratio
        .map(known -> share.applyAsDouble(known.figure()))
        .map(known -> Field.number(Figures.percent(known), known).within(ends(ratio.get(), share)))
        .orElse(Field.NONE);
  }

  private static String ends(Ratio ratio, DoubleUnaryOperator share) {
    return ratio.bounded()
        ? DoubleStream.of(ratio.low().getAsDouble(), ratio.high().getAsDouble())
            .map(share)
            .sorted()
            .mapToObj(end -> String.format(Locale.ROOT, "%.0f", 100 * end))
            .collect(Collectors.joining(" to "))
        : "";
  }
}
