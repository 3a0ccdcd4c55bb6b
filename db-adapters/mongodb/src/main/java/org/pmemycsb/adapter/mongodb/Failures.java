package org.pmemycsb.adapter.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.Status;

/** What a failure is called. */
final class Failures {
  private static final Set<Integer> DENIED = Set.of(11, 13, 18, 8000);
  private static final int DISK_FULL = 14031;

  // One Status a name: YCSB takes two with different texts for different outcomes. The text is that
  // of the first failure of its name.
  private static final Map<String, Status> STATUSES = new ConcurrentHashMap<>();

  private Failures() {}

  /** The status that names this failure. */
  static Status status(RuntimeException failure) {
    return STATUSES.computeIfAbsent(name(failure), name -> new Status(name, describe(failure)));
  }

  static String name(RuntimeException failure) {
    if (failure instanceof MongoSecurityException) {
      return "ACCESS_DENIED";
    }
    if (failure instanceof MongoTimeoutException || failure instanceof MongoSocketOpenException) {
      return "UNREACHABLE";
    }
    if (failure instanceof MongoSocketException) {
      return "CONNECTION_LOST";
    }
    if (failure instanceof MongoWriteConcernException) {
      return "WRITE_CONCERN";
    }
    if (failure instanceof MongoServerException) {
      int code = ((MongoException) failure).getCode();
      return DENIED.contains(code)
          ? "ACCESS_DENIED"
          : code == DISK_FULL ? "DISK_FULL" : "MONGODB_" + code;
    }
    return "CLIENT_FAILURE";
  }

  /** One line. */
  static String describe(RuntimeException failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
