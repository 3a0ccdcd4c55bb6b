package org.pmemycsb.pmemkv.ycsb;

import java.util.Properties;
import org.pmemycsb.adapter.inprocess.client.SharedStore;
import org.pmemycsb.adapter.inprocess.client.StoreClient;
import site.ycsb.DBException;

/**
 * YCSB's view of a pmemkv pool.
 *
 * <table>
 *   <caption>Properties</caption>
 *   <tr><td>{@code pmemkv.dbpath}</td><td>the pool file, or the folder of a volatile engine (vcmap,
 *       vsmap); required</td></tr>
 *   <tr><td>{@code pmemkv.library}</td><td>the file of a library with libpmemkv's C interface; by
 *       default the installed libpmemkv</td></tr>
 *   <tr><td>{@code pmemkv.engine}</td><td>an engine of the library; cmap</td></tr>
 *   <tr><td>{@code pmemkv.dbsize}</td><td>bytes of a pool to be created, also with K, M, G, KiB, MiB
 *       or GiB; by default what the workload's records need, or 1 GiB where that is not known</td>
 *       </tr>
 *   <tr><td>{@code pmemkv.create}</td><td>{@code false} to refuse a pool that is not there;
 *       {@code true}</td></tr>
 *   <tr><td>{@code reusebuffers}</td><td>{@code true} if the result of a read or a scan need be good only until
 *       the client's next operation; {@code false}</td></tr>
 * </table>
 *
 * <p>A pool holds one table, the one of the property {@code table}, and its name costs no byte in
 * the keys: an operation on another table is a BAD_REQUEST.
 *
 * <p>Closing a volatile store loses its records, so such a store stays open until the process ends,
 * or until a client is opened after the store's folder was removed.
 */
public class PmemkvClient extends StoreClient {
  @Override
  protected SharedStore acquire(Properties properties) throws DBException {
    return SharedPool.acquire(ClientSettings.of(properties));
  }
}
