/**
 * What begins and ends a transaction travels with the statement beside it: `begin` with the first one, `commit` with one that is
 * marked as the last. One message to the server and one answer cost both sides half of two. No `Sync` stands between the
 * two, so where the first of them fails the server skips the other: no statement runs outside of its transaction, and
 * nothing is committed after an error (PostgreSQL, "Pipelining").
 */
import type pg from "pg";
import { askDescribedOnce, type Connection, DescribedOnceQuery, type QueryParts } from "./described-once.ts";

/** Prepared under these names on a connection before a message names them. */
const begin = { name: "begin", text: "begin" } as const;
const commit = { name: "commit", text: "commit" } as const;

function executeNamed(connection: Connection, { name }: { readonly name: string }): void {
  connection.bind({ statement: name });
  connection.execute({ portal: "" });
}

/** A statement behind `begin`; its result is the statement's. */
class BeginningQuery extends DescribedOnceQuery {
  #hasBegun = false;

  override prepare(connection: Connection): void {
    executeNamed(connection, begin);
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) super.handleCommandComplete(message, connection);
    this.#hasBegun = true;
  }
}

/** A statement before `commit`; its result is the commit's. */
class EndingQuery extends DescribedOnceQuery implements Pick<QueryParts, "_getRows"> {
  #isDone = false;

  _getRows(connection: Connection): void {
    connection.execute({ portal: "" });
    executeNamed(connection, commit);
    connection.sync();
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isDone) super.handleCommandComplete(message, connection);
    this.#isDone = true;
  }
}

/** A statement that begins with this text is the last of its transaction, and nothing is read of its result. */
export const withCommit = "/* with the commit */";

type Statement = pg.QueryConfig & {
  readonly values: unknown[];
  readonly query_timeout?: number | undefined;
};
type Ask = (statement: Statement) => Promise<unknown>;

const failedAtFirst = new WeakSet<object>();

/** Whether an error is of the first statement of a transaction: where its connection is lost, too, nothing of it has stayed. */
export function isOfFirstStatement(error: unknown): boolean {
  return typeof error === "object" && error !== null && failedAtFirst.has(error);
}

/**
 * Gives what asks a connection for the statements of the query builder. The first `begin` and the first such `commit` of a
 * connection go alone, and so does what has no parameters.
 */
export function edgesJoined(client: pg.PoolClient): Ask {
  const prepared = { begin: false, commit: false };
  let isBeginDue = false;
  let last: Statement | null = null;
  const send = (query: pg.Query): void => void client.query(query);
  /** Why the first statement failed: perhaps there is no transaction, and nothing after it may run without one. */
  let failure: unknown = null;

  const askFirst: Ask = async (statement) => {
    try {
      if (prepared.begin && statement.values.length > 0)
        return await askDescribedOnce(send, statement, BeginningQuery);
      await client.query({ ...begin, values: [] });
      prepared.begin = true;
      return await client.query(statement);
    } catch (error) {
      if (error instanceof Error) failedAtFirst.add(error);
      failure = error;
      throw error;
    }
  };
  /** Both have the time of a commit. */
  const askLast = async (statement: Statement, { query_timeout }: Statement): Promise<unknown> => {
    if (prepared.commit) return await askDescribedOnce(send, { ...statement, query_timeout }, EndingQuery);
    await client.query(statement);
    const answer = await client.query({ ...commit, ...(query_timeout && { query_timeout }), values: [] });
    prepared.commit = true;
    return answer;
  };

  return async (statement) => {
    const { text } = statement;
    const [wasBeginDue, kept] = [isBeginDue, last];
    isBeginDue = text === begin.text;
    last = null;
    if (isBeginDue) return unsent("BEGIN");
    // Of a transaction without a statement the server hears nothing.
    if (wasBeginDue) return isEnd(text) ? unsent(text.toUpperCase()) : await askFirst(statement);
    if (failure !== null && !isEnd(text)) throw failure;
    failure = null;
    if (kept && text === commit.text) return await askLast(kept, statement);
    if (kept && !isEnd(text)) await client.query(kept);
    if (!text.startsWith(withCommit)) return await client.query(statement);
    last = statement;
    return unsent("INSERT");
  };
}

function isEnd(text: string): boolean {
  return text === commit.text || text === "rollback";
}

/** The answer to a statement that was not sent. */
export function unsent(command: string): {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly never[];
} {
  return { command, rowCount: 0, rows: [] };
}
