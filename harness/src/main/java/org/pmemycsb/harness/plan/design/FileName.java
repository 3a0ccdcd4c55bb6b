package org.pmemycsb.harness.plan.design;

import java.util.regex.Pattern;
import org.pmemycsb.harness.Checksum;

/**
 * File names for labels and ids of runs, which may be long and have signs that a file name should
 * not have. Two of them share a name only if their checksums are equal.
 *
 * <p>A usual label or id keeps its words, with {@code _} between them. The patterns allow one text
 * for each such name. All other texts have a checksum in their names.
 */
public final class FileName {
  private static final int LONGEST = 150;
  private static final String WORD = "[A-Za-z0-9][A-Za-z0-9.-]*";
  private static final Pattern LABEL = Pattern.compile(WORD);

  // As RunSpec and DatabaseChoice spell it. The first runner in the name tells how many words come
  // before it. After it, the form of each word tells what it is.
  private static final String RUNNER = "(?:trace|ycsb|native)";
  private static final String NO_RUNNER = "(?!" + RUNNER + "[/+])";
  private static final String PLACE = NO_RUNNER + WORD;
  private static final Pattern RUN =
      Pattern.compile(
          WORD
              + ("(?:@" + PLACE + "(?:\\+log@" + PLACE + ")?)?")
              + ("/" + RUNNER + "(?:/m\\d+)?/t\\d+/v\\d+/[a-z]+")
              + "(?:/m[0-9.]+(?:%|[A-Z][A-Za-z]*))?(?:/[a-z-]+)?/\\d+(?:~\\d+)?");

  private static final Pattern LIKE_ATTEMPT = Pattern.compile("\\d+_.*");

  private FileName() {}

  public static String of(String text) {
    String plain = text.replaceAll("[^A-Za-z0-9.-]+", "_");
    boolean usual = LABEL.matcher(text).matches() || RUN.matcher(text).matches();
    return usual && plain.length() <= LONGEST ? plain : checked(plain, text);
  }

  public static String of(String run, String phase) {
    // "2_a" of run 1 would share a name with "a" of its second attempt, 1~2.
    return of(run) + "_" + (LIKE_ATTEMPT.matcher(phase).matches() ? checked(phase, phase) : phase);
  }

  private static String checked(String plain, String text) {
    String sum = "-" + Checksum.of(text);
    return plain.substring(0, Math.min(plain.length(), LONGEST - sum.length())) + sum;
  }
}
