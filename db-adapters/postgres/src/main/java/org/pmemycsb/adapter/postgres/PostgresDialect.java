package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.sql.Dialect;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.postgresql.Driver;

/**
 * PostgreSQL. URLs are the JDBC driver's, {@code jdbc:postgresql://host:port/database?parameters}.
 * Their parameters (TLS: {@code sslmode}, {@code sslrootcert}, ...) win over what is set here. As
 * for PostgreSQL's own tools, {@code host=/folder} names the folder of the server's Unix socket.
 */
final class PostgresDialect extends Dialect {
  static final PostgresDialect INSTANCE = new PostgresDialect();

  private static final Pattern FOLDER = Pattern.compile("(?<=[?&])host=((?:/|%2[Ff])[^&]*)&?");
  private static final Pattern PORT = Pattern.compile("(?<=[?&])port=(\\d+)&?");
  private static final Pattern AUTHORITY =
      Pattern.compile("^jdbc:postgresql://[^/?:]*(?::(\\d+))?");
  private static final String DEFAULT_PORT = "5432";

  private PostgresDialect() {
    super(
        "postgres",
        "PostgreSQL",
        List.of("postgresql", "postgres"),
        "127.0.0.1:5432/ycsb",
        """
        UNREACHABLE 08001
        ACCESS_DENIED 08004 28000 28P01 42501
        BAD_REQUEST 22021 22P05
        NO_DATABASE 3D000
        NO_TABLE 42P01
        DISK_FULL 53100
        OUT_OF_MEMORY 53200
        TOO_MANY_CONNECTIONS 53300
        CANCELLED 57014
        CONNECTION_LOST 57P01 57P02 57P04 57P05
        NOT_READY 57P03
        IO_ERROR 58030
        """,
        new Sql(
            "\"",
            // The longest name. Others could be too long in bytes.
            Pattern.compile("(?!ycsb_)\\p{Print}{1,63}"),
            // A large value moves out of the row and leaves a pointer of 20 bytes. A row of 8 KiB
            // must hold all pointers.
            256,
            "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(?))"
                + " AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            // "ycsb" in ASCII. Statements that are sent together are one transaction.
            "SELECT pg_advisory_xact_lock(" + 0x79637362 + "); ",
            "text COLLATE \"C\"",
            "bytea",
            "jsonb",
            "",
            "CAST(? AS jsonb)",
            "coalesce(%s, '{}'::jsonb) || CAST(? AS jsonb)",
            "ON CONFLICT (ycsb_key) DO UPDATE SET",
            "%1$s = EXCLUDED.%1$s"));
  }

  @Override
  protected String code(SQLException failure) {
    return failure.getSQLState();
  }

  /** The server's Unix socket, if the URL names its folder. */
  static Optional<Path> socket(String url) {
    Matcher folder = FOLDER.matcher(url);
    if (!folder.find()) {
      return Optional.empty();
    }
    Matcher parameter = PORT.matcher(url);
    Matcher authority = AUTHORITY.matcher(url);
    String port =
        parameter.find()
            ? parameter.group(1)
            : authority.find() && authority.group(1) != null ? authority.group(1) : DEFAULT_PORT;
    return Optional.of(Path.of(SqlUrl.decoded(folder.group(1)), ".s.PGSQL." + port));
  }

  @Override
  protected Connection connect(String url, Properties driver) throws SQLException {
    // The server prepares a statement at its first execution, as for a program that runs for long.
    driver.setProperty("prepareThreshold", "1");
    driver.setProperty("ApplicationName", "pmem-ycsb");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_SECONDS));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    driver.setProperty("gssEncMode", "disable");
    // The session keeps the statements.
    driver.setProperty("preparedStatementCacheQueries", "0");
    String target = url;
    Optional<Path> socket = socket(url);
    if (socket.isPresent()) {
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty("socketFactoryArg", socket.get().toString());
      // The server has no TLS on a Unix socket.
      driver.setProperty("sslmode", "disable");
      target = PORT.matcher(FOLDER.matcher(url).replaceFirst("")).replaceFirst("");
      target = AUTHORITY.matcher(target).replaceFirst("jdbc:postgresql://localhost");
    }
    return new Driver().connect(target, driver);
  }
}
