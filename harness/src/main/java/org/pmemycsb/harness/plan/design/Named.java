package org.pmemycsb.harness.plan.design;

import java.util.Locale;

/** An enum whose constants have ids in files and on the command line. */
public interface Named {
  String name();

  /** The name in lower case, with hyphens. */
  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
