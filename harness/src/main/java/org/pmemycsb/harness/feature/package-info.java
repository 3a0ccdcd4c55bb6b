/**
 * The features of runs, each in a package below this one. {@link
 * org.pmemycsb.harness.feature.Features} lists them; nothing else knows one by name.
 */
package org.pmemycsb.harness.feature;
