/**
 * Counts the statements that a program sends to PostgreSQL, on the wire: a socket in between that passes everything
 * on and reads the kinds of the program's messages. It is independent of the program, and the program of it.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inAnyCase } from "./interruption.ts";

const socketName = ".s.PGSQL.5432";

export type StatementCounter = AsyncDisposable & {
  /** Address that leads to the same database through the counter. */
  readonly databaseUrl: string;
  /** Texts of the statements that were sent since the last call, in their order. */
  readonly take: () => string[];
};

/** Puts a counter before the database server of an address whose host is a folder of sockets. */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const targetSocket = join(decodeURIComponent(target.hostname), socketName);
  const folder = await mkdtemp(join(tmpdir(), "wasl-pg-"));
  let statements: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((inner) => {
    const outer = connect(targetSocket);
    const note = createReader((text) => statements.push(text));
    inner.on("data", note);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        inner.destroy();
        outer.destroy();
      });
    }
  });
  server.listen(join(folder, socketName));
  await once(server, "listening");
  const counted = new URL(databaseUrl);
  counted.hostname = encodeURIComponent(folder);
  return {
    databaseUrl: counted.href,
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
    [Symbol.asyncDispose]: inAnyCase(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
      await rm(folder, { recursive: true, force: true });
    }),
  };
}

const letter = (text: string): number => text.charCodeAt(0);

/**
 * Reads the program's half of one connection (PostgreSQL's frontend messages, version 3). A statement is a simple
 * query, or the execution of a portal; a portal's text is that of the statement which was bound to it last.
 */
function createReader(onStatement: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let bound = "";
  const read = (kind: number, body: Buffer): void => {
    const words = body.toString("utf8").split("\0");
    if (kind === letter("Q")) onStatement(words[0] ?? "");
    if (kind === letter("P")) prepared.set(words[0] ?? "", words[1] ?? "");
    if (kind === letter("B")) bound = prepared.get(words[1] ?? "") ?? "";
    if (kind === letter("E")) onStatement(bound);
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no kind.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (isStarted) read(rest[0] ?? 0, rest.subarray(head + 4, end));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}
