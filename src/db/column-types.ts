/** How values of columns arrive from PostgreSQL. */
import pg from "pg";

/** The parser of a type, by its id: ours, else that of node-postgres. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") => {
  const parser = format === "binary" ? undefined : parsers.get(oid);
  return parser ?? pg.types.getTypeParser(oid, format);
};

/** How columns arrive, by PostgreSQL's type ids; all other types as node-postgres has them (numeric as text). */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, safeInteger],
  [1016, (list) => (list === "{}" ? [] : list.slice(1, -1).split(",").map(safeIntegerOrNull))], // bigint[]
  [pg.types.builtins.DATE, (value) => value], // a calendar day has no instant: node-postgres would invent local midnight
]);

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The bigint ${value} is too large to be exact.`);
  return number;
}

function safeIntegerOrNull(value: string): number | null {
  return value === "NULL" ? null : safeInteger(value);
}
