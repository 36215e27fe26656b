/**
 * A text of its own in every column of the database that holds one of a buyer (server/privacy/texts-of-buyers.ts), so that an answer
 * shows which of them it has. A column that is added is filled as the others are.
 */
import type { Pool } from "pg";
import { columnsOfWords } from "./columns-of-buyers.ts";
import { type Column, dropRules, needRow } from "./rows-of-tables.ts";

/** What is looked for in answers, and where it is in the database: `clients.name`, `quotes.body client.mobile`. */
export type Sentinel = { readonly needle: string; readonly place: string };

export type Placed = {
  readonly sentinels: readonly Sentinel[];
  /** Columns that take none of the texts that were tried, with what the database said of the last one. */
  readonly refused: readonly Refused[];
};

/** `by`: the check that refused it, in the database's words; or that no row was there to take it. */
export type Refused = { readonly column: string; readonly by: string };

type Shape = "word" | "email" | "mobile" | "vatNumber";
/** Makes a text for a place, as another one looks. */
type Draw = (place: string, shape: Shape) => string;

/**
 * Fills all of them, in all rows of their table; where it has none, in one that belongs to the first row of each that it refers to.
 * @param left columns that stay as they are
 */
export async function placeSentinels(pool: Pool, left: readonly string[]): Promise<Placed> {
  const sentinels: Sentinel[] = [];
  const refused: Refused[] = [];
  for (const { table, columns: all } of await columnsOfWords(pool)) {
    const columns = all.filter(({ name }) => !left.includes(`${table}.${name}`));
    if (columns.length === 0) continue;
    // What a text of ours may be is left aside where the row is made up: no call has made one that says it.
    if (await needRow(pool, table)) await dropRules(pool, table);
    await pool.query(`alter table "${table}" disable trigger user`);
    for (const column of columns) {
      const placed = await fill(pool, { table, column, first: 100 + sentinels.length });
      if (Array.isArray(placed)) sentinels.push(...placed);
      else refused.push(placed);
    }
    await pool.query(`alter table "${table}" enable trigger user`);
  }
  return { sentinels, refused };
}

type Filling = { readonly table: string; readonly column: Column; readonly first: number };

/** What a column has taken; where a check refuses it in other rows, in those that have a text. */
async function fill(
  pool: Pool,
  { table, column: { name, type }, first }: Filling,
): Promise<Sentinel[] | Refused> {
  const { rows } = await pool.query<{ value: unknown }>(
    `select "${name}" as value from "${table}" where "${name}" is not null limit 1`,
  );
  const placed: Sentinel[] = [];
  const draw: Draw = (place, shape) => {
    const { needle, text } = textLike(shape, first + placed.length);
    placed.push({ place, needle });
    return text;
  };
  const value = valuesOf[type]?.({ present: rows[0]?.value ?? null, place: `${table}.${name}`, draw });
  let by = "no row";
  for (const where of ["", ` where "${name}" is not null`]) {
    const isTaken = await pool.query(`update "${table}" set "${name}" = $1${where}`, [value]).then(
      ({ rowCount }) => Number(rowCount) > 0,
      (error: { readonly code?: string; readonly message: string }) => {
        // Of the data: a value that its type or a check refuses.
        if (!/^2[23]/.test(error.code ?? "")) throw error;
        by = error.message;
        return false;
      },
    );
    if (isTaken) return placed;
  }
  return { column: `${table}.${name}`, by };
}

/** No word of any language; and by what it is found, however an answer writes it. */
function textLike(shape: Shape, number: number): { readonly needle: string; readonly text: string } {
  const word = `wz${number}zw`;
  if (shape === "word") return { needle: word, text: word };
  if (shape === "email") return { needle: word, text: `${word}@example.com` };
  if (shape === "vatNumber") {
    const vatNumber = `399990000${String(number).padStart(5, "0")}3`;
    return { needle: vatNumber, text: vatNumber };
  }
  const national = `5900${String(number).padStart(5, "0")}`;
  return { needle: national, text: `+966${national}` };
}

const isMobile = /^(?:\+\d{8,15}|05\d{8})$/;

/** As what is there; in an empty column, as its name says. */
function shapeOf(text: string, place: string): Shape {
  if (place.endsWith("vat_number")) return "vatNumber";
  if (text.includes("@") || (text === "" && /mail/.test(place))) return "email";
  return isMobile.test(text) || (text === "" && /mobile/.test(place)) ? "mobile" : "word";
}

type Wanted = { readonly present: unknown; readonly place: string; readonly draw: Draw };

/** Values with a text in them, by the types that hold texts. */
const valuesOf: Readonly<Record<string, (wanted: Wanted) => unknown>> = {
  text: ({ present, place, draw }) => draw(place, shapeOf(typeof present === "string" ? present : "", place)),
  jsonb: ({ present, place, draw }) => {
    const value = withTexts(present ?? {}, place, draw);
    const isSame = JSON.stringify(value) === JSON.stringify(present ?? {});
    return JSON.stringify(isSame ? { ...(present as object | null), text: draw(place, "word") } : value);
  },
  ARRAY: ({ place, draw }) => [draw(place, "word")],
  bytea: ({ place, draw }) => Buffer.from(draw(place, "word").padEnd(32, "-")),
};

/** The same with another text for each that people write: that has a space, a letter that is not Latin, or is an address or a mobile. */
function withTexts(value: unknown, place: string, draw: Draw): unknown {
  const within = (name: string): string => `${place}${place.includes(" ") ? "." : " "}${name}`;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, place, draw));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withTexts(one, within(name), draw)]),
    );
  const isWritten = typeof value === "string" && (/[^\x21-\x7e]|@/.test(value) || isMobile.test(value));
  return isWritten ? draw(place, shapeOf(value, place)) : value;
}
