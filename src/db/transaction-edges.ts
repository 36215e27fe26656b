/**
 * What begins and ends a transaction travels with the statement beside it: `begin` with the first one, `commit` with one that is
 * marked as the last. One message to the server and one answer cost both sides half of two. No `Sync` stands between the
 * two, so where the first of them fails the server skips the other: no statement runs outside of its transaction, and
 * nothing is committed after an error (PostgreSQL, "Pipelining").
 */
import pg from "pg";

type Connection = {
  readonly bind: (of: { readonly statement: string }) => void;
  readonly execute: (of: { readonly portal: string }) => void;
  readonly sync: () => void;
};

/** What the types of node-postgres leave out of its queries. */
type QueryParts = {
  readonly prepare: (connection: Connection) => void;
  readonly _getRows: (connection: Connection, rows: unknown) => void;
  readonly handleCommandComplete: (message: unknown, connection: Connection) => void;
};

const usual = pg.Query.prototype as unknown as QueryParts;

/** Prepared under these names on a connection before a message names them. */
const begin = { name: "begin", text: "begin" } as const;
const commit = { name: "commit", text: "commit" } as const;

function executeNamed(connection: Connection, { name }: { readonly name: string }): void {
  connection.bind({ statement: name });
  connection.execute({ portal: "" });
}

/** A statement behind `begin`; its result is the statement's. */
class BeginningQuery extends pg.Query implements Pick<QueryParts, "prepare" | "handleCommandComplete"> {
  #hasBegun = false;

  prepare(connection: Connection): void {
    executeNamed(connection, begin);
    usual.prepare.call(this, connection);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) usual.handleCommandComplete.call(this, message, connection);
    this.#hasBegun = true;
  }
}

/** A statement before `commit`; its result is the commit's. */
class EndingQuery extends pg.Query implements Pick<QueryParts, "_getRows" | "handleCommandComplete"> {
  #isDone = false;

  _getRows(connection: Connection): void {
    connection.execute({ portal: "" });
    executeNamed(connection, commit);
    connection.sync();
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isDone) usual.handleCommandComplete.call(this, message, connection);
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
  /** Why the first statement failed: perhaps there is no transaction, and nothing after it may run without one. */
  let failure: unknown = null;

  const askFirst: Ask = async (statement) => {
    try {
      if (prepared.begin && statement.values.length > 0) return await ask(client, statement, BeginningQuery);
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
    if (prepared.commit) return await ask(client, { ...statement, query_timeout }, EndingQuery);
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

function ask(client: pg.PoolClient, statement: Statement, Kind: typeof pg.Query): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = new Kind(statement, (error, result) => (error ? reject(error) : resolve(result)));
    // Node-postgres looks for the time limit in the query itself.
    client.query(Object.assign(query, { query_timeout: statement.query_timeout }));
  });
}

/** The answer to a statement that was not sent. */
export function unsent(command: string): {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly never[];
} {
  return { command, rowCount: 0, rows: [] };
}
