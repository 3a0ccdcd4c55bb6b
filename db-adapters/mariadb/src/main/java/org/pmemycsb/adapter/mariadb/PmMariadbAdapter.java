package org.pmemycsb.adapter.mariadb;

import java.util.Set;

/**
 * MariaDB with its redo log mapped into memory, as it does by itself on DAX and in {@code
 * /dev/shm}. A server that runs already cannot be attached to: only the kernel of its machine knows
 * whether its log is mapped.
 */
public final class PmMariadbAdapter extends MariadbAdapter {
  @Override
  public String name() {
    return "pm-mariadb";
  }

  @Override
  public Set<String> variantOf() {
    return Set.of("mariadb");
  }

  @Override
  public boolean attaches() {
    return false;
  }

  @Override
  LogAccess logAccess() {
    return LogAccess.MAPPED;
  }
}
