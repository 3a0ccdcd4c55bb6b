/**
 * The crash audit: what of a database's acknowledged writes is there after it was killed under
 * load.
 *
 * <p>A round: writers, in a JVM of their own, put records that describe themselves ({@link
 * org.pmemycsb.harness.audit.FieldValue}) through the database's YCSB client, and note each
 * operation before it begins and when it is acknowledged in a {@link
 * org.pmemycsb.harness.audit.Ledger} outside the database; at a random moment the database is
 * killed with SIGKILL (where it lives in the clients' process, that process is); it is started
 * again; readers in a fresh JVM look for every record; and the {@link
 * org.pmemycsb.harness.audit.Judge}, a pure function of ledgers and findings, tells what is
 * missing. The next round goes on with what was found.
 *
 * <p>May touch: the SPI, {@code run} for processes and folders, {@code host}, {@code experiment}
 * for names. Nothing here knows a product, and nothing is timed but the age of what was lost.
 *
 * <p>Threads: a round belongs to one thread. Errors: what a user can mend is a {@link
 * org.pmemycsb.harness.ConfigurationException}; a database that does not come back is a result.
 */
package org.pmemycsb.harness.audit;
