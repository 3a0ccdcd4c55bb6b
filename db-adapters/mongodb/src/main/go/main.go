// Command ferretdb is FerretDB as a program: the embeddable package around which it is built, with
// the environment variables of FerretDB's own program.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/FerretDB/FerretDB/build/version"
	"github.com/FerretDB/FerretDB/ferretdb"
)

const module = "github.com/FerretDB/FerretDB"

// builtWith is the version of FerretDB in this program; FerretDB itself only knows it in builds of
// its own.
func builtWith() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}

func run() error {
	version.Get().Version = builtWith()
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println("version:", builtWith())
		return nil
	}
	level := &slog.HandlerOptions{Level: slog.LevelError}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:      ferretdb.ListenerConfig{TCP: os.Getenv("FERRETDB_LISTEN_ADDR")},
		Logger:        slog.New(slog.NewTextHandler(os.Stderr, level)),
		Handler:       os.Getenv("FERRETDB_HANDLER"),
		PostgreSQLURL: os.Getenv("FERRETDB_POSTGRESQL_URL"),
		SQLiteURL:     os.Getenv("FERRETDB_SQLITE_URL"),
	})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return server.Run(ctx)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ferretdb:", err)
		os.Exit(1)
	}
}
