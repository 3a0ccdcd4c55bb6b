/**
 * {@code bin/install-packages} with stand-ins for apt and the dynamic linker's list, so that no
 * test changes the machine. Not thread-safe.
 */
package org.pmemycsb.it.packages;
