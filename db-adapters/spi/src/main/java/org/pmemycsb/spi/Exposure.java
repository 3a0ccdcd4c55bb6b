package org.pmemycsb.spi;

/** The clients that can connect to a database that {@link DatabaseAdapter#open} starts. */
public enum Exposure {
  /** None: the database lies in the process of its clients. */
  NONE,
  /** Clients on this machine. {@link ServerSettings#listen()} has no effect. */
  MACHINE,
  /** All clients that reach {@link ServerSettings#listen()}, without a password. */
  OPEN,
  /** Clients that reach {@link ServerSettings#listen()} and know the password of this start. */
  PASSWORD
}
