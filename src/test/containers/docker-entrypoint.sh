#!/bin/bash
# In the images of the tests, does for a server what the public image of the same name does: makes its first files,
# leaves root, and becomes the server. The first word of the command says which.
set -euo pipefail
bin=$(echo /usr/lib/postgresql/*/bin)

as() { setpriv --reuid="$1" --regid="$1" --init-groups "${@:2}"; }

# FerretDB finds a document by a condition that no index of its own serves: each operation reads the whole collection.
readonly index="
  CREATE FUNCTION index_documents() RETURNS event_trigger LANGUAGE plpgsql AS \$\$
    DECLARE made record;
    BEGIN
      FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE object_identity LIKE '%.usertable%' LOOP
        EXECUTE 'CREATE INDEX ON ' || made.object_identity ||
          ' USING gin ((_jsonb->''_id'') jsonb_path_ops) WITH (fastupdate = off)';
      END LOOP;
    END \$\$;
  CREATE EVENT TRIGGER index_documents ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
    EXECUTE FUNCTION index_documents();"

# init FOLDER USER PASSWORD DATABASE [SQL]: a PostgreSQL that asks other machines for the password.
init() {
  install -d -o postgres -m 700 "$1"
  if [[ -s $1/PG_VERSION ]]; then return; fi
  local password
  password=$(mktemp)
  printf '%s\n' "$3" >"$password"
  chown postgres "$password"
  # A container has no locale to take the encoding from, and FerretDB refuses any but this one.
  as postgres "$bin/initdb" --no-sync --encoding=UTF8 --locale=C -D "$1" -U "$2" --auth-local=trust \
    --auth-host=scram-sha-256 --pwfile="$password" >/dev/null
  rm -f -- "$password"
  echo 'host all all all scram-sha-256' >>"$1/pg_hba.conf"
  as postgres "$bin/pg_ctl" -D "$1" -w -o "-c listen_addresses= -c unix_socket_directories=/tmp" start >/dev/null
  as postgres "$bin/createdb" -h /tmp -U "$2" "$4"
  if [[ -n ${5-} ]]; then as postgres "$bin/psql" -q -h /tmp -U "$2" -d "$4" -c "$5"; fi
  as postgres "$bin/pg_ctl" -D "$1" -w -m fast stop >/dev/null
}

case ${1-} in
  redis-server) exec setpriv --reuid=redis --regid=redis --init-groups "$@" ;;
  postgres)
    data=${PGDATA:-/var/lib/postgresql/data} user=${POSTGRES_USER:-postgres}
    init "$data" "$user" "$POSTGRES_PASSWORD" "${POSTGRES_DB:-$user}"
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$bin/postgres" -D "$data" \
      -c listen_addresses='*' -c unix_socket_directories=/tmp "${@:2}"
    ;;
  mongod)
    # FerretDB, on a PostgreSQL beside it that ends with the container.
    data=/var/lib/ferretdb
    init "$data" ferretdb ferretdb ferretdb "$index"
    as postgres "$bin/postgres" -D "$data" -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp \
      -c synchronous_commit=on &
    until "$bin/pg_isready" -q -h 127.0.0.1; do sleep 0.1; done
    export FERRETDB_LISTEN_ADDR=0.0.0.0:27017 FERRETDB_HANDLER=postgresql
    export FERRETDB_POSTGRESQL_URL='postgres://ferretdb:ferretdb@127.0.0.1:5432/ferretdb?plan_cache_mode=force_custom_plan'
    exec setpriv --reuid=mongodb --regid=mongodb --init-groups ferretdb
    ;;
  *) exec "$@" ;;
esac
