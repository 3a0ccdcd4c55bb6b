/**
 * An example of an adapter: H2's MVStore, an ordered key-value store within the client's process.
 *
 * <p>The package has the parts that are H2's own. The client, the sharing of the store among the
 * threads of a process, the syncs at periodic and the server object are in {@link
 * org.pmemycsb.adapter.inprocess}, as for RocksDB and LMDB.
 */
package example.h2mvstore;
