/** The goals of goals.json: figures, or ratios of two figures of the same run, with what must hold and what is aimed at. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Figures } from "./part.ts";

const figureName = /^[a-z0-9]+(\.[a-zA-Z0-9]+)+$/;

const goal = z.strictObject({
  id: z.string(),
  what: z.string(),
  /** `a.b.c` or `a.b.c / d.e.f`. */
  expression: z.string().refine((text) => text.split(" / ").every((name) => figureName.test(name))),
  op: z.enum(["<=", ">="]),
  /** A run that misses it fails; null where the figure is only watched. */
  must: z.number().nullable(),
  /** What is aimed at. */
  reach: z.number(),
});

export type Goal = z.output<typeof goal>;

/** `missed`: the must is not met. `watched`: there is no must, and what is aimed at is not reached. */
export type Verdict = "reached" | "met" | "watched" | "missed" | "not measured";

export type JudgedGoal = { readonly goal: Goal; readonly value: number | null; readonly verdict: Verdict };

/** Reads the goals; throws when the file is malformed. */
export function readGoals(): readonly Goal[] {
  return z.array(goal).parse(JSON.parse(readFileSync(join(import.meta.dirname, "../goals.json"), "utf8")));
}

/** Judges every goal by the figures of a run. */
export function evaluateGoals(goals: readonly Goal[], figures: Figures): readonly JudgedGoal[] {
  return goals.map((each) => {
    const value = readExpression(each.expression, figures);
    return { goal: each, value, verdict: value === null ? "not measured" : judge(each, value) };
  });
}

function readExpression(expression: string, figures: Figures): number | null {
  const [dividend, divisor] = expression.split(" / ").map((name) => figures[name]);
  if (!expression.includes(" / ")) return dividend ?? null;
  if (dividend === undefined || divisor === undefined || divisor === 0) return null;
  return dividend / divisor;
}

function judge({ op, must, reach }: Goal, value: number): Verdict {
  const holds = (limit: number): boolean => (op === "<=" ? value <= limit : value >= limit);
  if (holds(reach)) return "reached";
  if (must === null) return "watched";
  return holds(must) ? "met" : "missed";
}
