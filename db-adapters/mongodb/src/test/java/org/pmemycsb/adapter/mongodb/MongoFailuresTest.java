package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoFailuresTest {
  @ParameterizedTest
  @CsvSource({"14031,DISK_FULL", "13,ACCESS_DENIED", "50,MONGODB_50"})
  void aFailureOfTheServerHasTheNameOfItsCode(int code, String name) {
    BsonDocument answer = new BsonDocument("ok", new BsonInt32(0));
    answer.append("code", new BsonInt32(code));
    assertThat(MongoFailures.name(new MongoCommandException(answer, new ServerAddress())))
        .isEqualTo(name);
  }

  @Test
  void aServerThatWentAwayIsToldAsAConnectionThatEnded() {
    ServerAddress address = new ServerAddress();
    assertThat(MongoFailures.text(new MongoSocketReadException("Exception receiving", address)))
        .matches(".*connection ended: Exception receiving");
    assertThat(MongoFailures.text(new MongoTimeoutException("Timed out"))).isEqualTo("Timed out");
  }
}
