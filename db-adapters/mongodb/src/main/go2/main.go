// Command ferretdb is FerretDB 2 as a program: the embeddable package around which it is built, with
// the environment variables of FerretDB's own program.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/v2/build/version"
	"github.com/FerretDB/FerretDB/v2/ferretdb"
)

func run() error {
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println("version:", version.Get().Version)
		return nil
	}
	telemetry := false
	server, err := ferretdb.New(&ferretdb.Config{
		PostgreSQLURL: os.Getenv("FERRETDB_POSTGRESQL_URL"),
		ListenAddr:    os.Getenv("FERRETDB_LISTEN_ADDR"),
		StateDir:      os.Getenv("FERRETDB_STATE_DIR"),
		LogLevel:      slog.LevelError,
		LogOutput:     os.Stderr,
		Telemetry:     &telemetry,
	})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server.Run(ctx)
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ferretdb:", err)
		os.Exit(1)
	}
}
