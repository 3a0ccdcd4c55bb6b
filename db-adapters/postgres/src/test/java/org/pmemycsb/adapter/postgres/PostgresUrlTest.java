package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.adapter.support.sql.SqlUrl;

class PostgresUrlTest {
  private static SqlUrl of(String url) {
    return PostgresDialect.INSTANCE.at(url, "", "");
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql:///bench?host=/run/postgresql, /run/postgresql/.s.PGSQL.5432",
    "postgresql://me:word@/bench?host=/run/postgresql&port=6000, /run/postgresql/.s.PGSQL.6000",
    "postgresql://me@:6001/bench?connectTimeout=5&host=%2Frun%2Fsome%20where, /run/some where/.s.PGSQL.6001",
    "jdbc:postgresql://127.0.0.1:6002/bench?sslmode=disable&host=/s, /s/.s.PGSQL.6002",
  })
  void aFolderAsHostIsThatOfTheServersSocket(String url, Path socket) {
    assertThat(PostgresDialect.socket(of(url).url())).hasValue(socket);
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://db.example:6000/bench?sslmode=require",
    "postgresql://me@127.0.0.1/bench?options=-c%20x=y",
    "postgresql://me@127.0.0.1/bench?localhost=/x",
    "jdbc:postgresql:bench",
  })
  void anyOtherUrlIsForThePort(String url) {
    assertThat(PostgresDialect.socket(of(url).url())).isEmpty();
  }

  @Test
  void userAndPasswordAreThoseOfTheUrl() {
    SqlUrl url = of("postgresql://me:p%40ss@/bench?host=/run/postgresql");

    assertThat(url.user()).isEqualTo("me");
    assertThat(url.password()).isEqualTo("p@ss");
    assertThat(url.toString()).contains("me", "/run/postgresql").doesNotContain("p@ss", "p%40ss");
  }
}
