/**
 * A prepared statement is described once per connection. Node-postgres asks for the columns of every result again, though those
 * of a prepared statement cannot change (PostgreSQL refuses to run it then): for an order with its seventy-five columns, asking,
 * sending and reading them took a tenth of all the work of the call (docs/decisions/0266).
 */
import pg from "pg";

export type Connection = {
  readonly bind: (of: { readonly statement: string }) => void;
  readonly describe: (of: { readonly type: string; readonly name: string }) => void;
  readonly execute: (of: { readonly portal: string }) => void;
  readonly sync: () => void;
};

/** What the types of node-postgres leave out of its queries. */
export type QueryParts = {
  readonly name?: string | undefined;
  readonly _result: Description;
  _accumulateRows?: boolean;
  readonly prepare: (connection: Connection) => void;
  readonly _getRows: (connection: Connection, rows: unknown) => void;
  readonly handleRowDescription: (message: unknown) => void;
  readonly handleCommandComplete: (message: unknown, connection: Connection) => void;
};

/** What a result keeps of the columns of its rows. */
type Description = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

/** The queries of node-postgres, with what its types leave out. */
export const usual = pg.Query.prototype as unknown as QueryParts;

/** By connection and name of the statement; null for one that gives no rows. */
const described = new WeakMap<Connection, Map<string, Description | null>>();
/** The same connections, which do not ask. */
const unasking = new WeakMap<Connection, Connection>();

function ofConnection<Value>(
  known: WeakMap<Connection, Value>,
  connection: Connection,
  make: () => Value,
): Value {
  const value = known.get(connection) ?? make();
  known.set(connection, value);
  return value;
}

/** A statement that uses the description which an earlier one of its name got on its connection. */
export class DescribedOnceQuery
  extends pg.Query
  implements Pick<QueryParts, "prepare" | "handleRowDescription" | "handleCommandComplete">
{
  /** Where this one asks, what it hears is kept here. */
  #kept: Map<string, Description | null> | null = null;

  prepare(connection: Connection): void {
    const own = this as unknown as QueryParts;
    const kept = ofConnection(described, connection, () => new Map());
    const known = own.name === undefined ? undefined : kept.get(own.name);
    if (known === undefined) {
      this.#kept = kept;
      usual.prepare.call(own, connection);
      return;
    }
    if (known !== null) Object.assign(own._result, known);
    own._accumulateRows = true;
    const silent = ofConnection(unasking, connection, () =>
      Object.assign(Object.create(connection), { describe: () => {} }),
    );
    usual.prepare.call(own, silent);
  }

  handleRowDescription(message: unknown): void {
    const own = this as unknown as QueryParts;
    usual.handleRowDescription.call(own, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = own._result;
    this.#keep({ fields, _parsers, _prebuiltEmptyResultObject });
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#keep(null);
    usual.handleCommandComplete.call(this as unknown as QueryParts, message, connection);
  }

  /** The first word counts: the end of a statement that gave rows says nothing of them. */
  #keep(description: Description | null): void {
    const { name } = this as unknown as QueryParts;
    if (name !== undefined) this.#kept?.set(name, description);
    this.#kept = null;
  }
}

type Statement = pg.QueryConfig & { readonly query_timeout?: number | undefined };

/** The query of a statement. Node-postgres looks for the time limit in the query itself. */
function queryOf(
  statement: Statement,
  callback: (error: Error, result: unknown) => void,
  Kind: typeof DescribedOnceQuery = DescribedOnceQuery,
): pg.Query {
  const query = new Kind(statement, callback);
  return Object.assign(query, { query_timeout: statement.query_timeout });
}

/**
 * Asks a connection by such a query.
 * @param send gives a query to the connection
 * @param statement its `query_timeout` is how long the answer is waited for
 */
export async function askDescribedOnce(
  send: (query: pg.Query) => void,
  statement: Statement,
  Kind?: typeof DescribedOnceQuery,
): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      send(queryOf(statement, (error, result) => (error ? reject(error) : resolve(result)), Kind));
    });
  } catch (error) {
    // It has come from the socket: whose statement it was, the stack of this call tells.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A connection whose prepared statements are described once. */
export class DescribingOnceClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: stands for every form in which node-postgres can be asked.
  override query(...asked: any[]): any {
    const [config, values, callback] = asked;
    const isNamed = typeof config?.name === "string" && typeof config.submit !== "function";
    if (!isNamed) return Reflect.apply(super.query, this, asked);
    const then = typeof values === "function" ? values : callback;
    if (!then) return askDescribedOnce((query) => super.query(query), config);
    return super.query(queryOf(config, then));
  }
}
