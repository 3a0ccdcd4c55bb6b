/**
 * The crash audit: which of a database's acknowledged writes are there after it was killed under
 * load.
 *
 * <p>A round has four steps. Writers, in a JVM of their own, put records that describe themselves
 * ({@link org.pmemycsb.harness.audit.FieldValue}) through the database's YCSB client. They note
 * each operation before it begins and when it is acknowledged, in a {@link
 * org.pmemycsb.harness.audit.Ledger} outside the database. At a random moment SIGKILL ends the
 * database, or its clients' process where it runs in that. The database is started again, and
 * readers in a fresh JVM look for every record. {@link org.pmemycsb.harness.audit.LossFinder}
 * compares ledgers and findings. The next round begins with the records that were found.
 *
 * <p>A server that ends by itself before the kill is a finding of its own ({@link
 * org.pmemycsb.harness.run.ServerProcesses}); the round goes on, and its writes are compared as
 * after a kill.
 *
 * <p>May touch: the SPI, {@code run} for processes and folders, {@code host}, {@code experiment}
 * for names. Nothing here knows a product, and nothing is timed but the age of lost writes.
 *
 * <p>Threads: a round belongs to one thread. Errors: what a user can mend is a {@link
 * org.pmemycsb.harness.ConfigurationException}; a database that does not come back is a result.
 */
package org.pmemycsb.harness.audit;
