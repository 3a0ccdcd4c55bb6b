package org.pmemycsb.harness.medium;

import java.nio.file.Path;
import org.pmemycsb.spi.Medium;

/**
 * A place to probe.
 *
 * @param folder as the user knows it
 */
public record Site(Path folder, Medium medium) {}
