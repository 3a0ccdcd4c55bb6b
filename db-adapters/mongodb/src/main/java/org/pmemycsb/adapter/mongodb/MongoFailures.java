package org.pmemycsb.adapter.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import java.util.Set;
import org.pmemycsb.adapter.support.Failures;
import site.ycsb.Status;

final class MongoFailures {
  private static final Set<Integer> DENIED = Set.of(11, 13, 18, 8000);

  private static final int DISK_FULL = 14031;

  private static final Failures FAILURES = new Failures();

  private MongoFailures() {}

  static Status status(RuntimeException failure) {
    return FAILURES.named(name(failure), () -> Failures.oneLine(failure));
  }

  /** The failure in one line. The driver does not say that the server went away. */
  static String text(Throwable failure) {
    String line = Failures.oneLine(failure);
    return name(failure).equals("CONNECTION_LOST") ? "the connection ended: " + line : line;
  }

  static String name(Throwable failure) {
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
}
