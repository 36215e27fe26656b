/** What a part of the bench gives: figures by dotted names, and tables for people. */

export type BenchOptions = {
  /** Samples of each side; they take turns, and the median counts. */
  readonly rounds: number;
  /** Length of one sample under load. */
  readonly seconds: number;
};

/** Figures by name, such as `load.ours.perSecond`; the last word says what is counted in which unit. */
export type Figures = Readonly<Record<string, number>>;

export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type PartResult = {
  readonly figures: Figures;
  readonly tables: readonly Table[];
  /** Sentences about what was left out or looks odd. */
  readonly notes: readonly string[];
};

export type Part = (options: BenchOptions) => Promise<PartResult>;

/** All figures in one; what could not be measured (NaN) is not there. */
export function mergeFigures(all: readonly Figures[]): Figures {
  return Object.fromEntries(
    all.flatMap((figures) => Object.entries(figures).filter(([, value]) => Number.isFinite(value))),
  );
}

/** The figures of one thing under its name: `{ p50Ms: 2 }` under `load.ours` is `load.ours.p50Ms`. */
export function prefixed(name: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}.${key}`, value]));
}

/** A figure for a table: three digits that matter. */
export function show(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "-";
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
