/**
 * Questions to the machine: what it is, what lies on it, where the harness itself is installed.
 *
 * <p>Nothing here changes anything, but for the probe file that {@link
 * org.pmemycsb.harness.host.Media} maps and removes. What cannot be found out is said to be unknown
 * rather than guessed.
 */
package org.pmemycsb.harness.host;
