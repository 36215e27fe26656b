/** An open loop: payments begin at a rate, whatever happened to those before, as buyers do. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Course, payOnce, type Target } from "./buyer.ts";

export type Span = {
  readonly perSecond: number;
  readonly durationMs: number;
  /** Numbers from 0 to 1: gaps between arrivals are drawn, so that some come together. */
  readonly random: () => number;
};

/** Begins payments for so long; each has its end by itself. */
export async function beginAtRate(
  target: Target,
  { perSecond, durationMs, random }: Span,
): Promise<{ readonly courses: readonly Promise<Course>[] }> {
  const courses: Promise<Course>[] = [];
  const startedAt = performance.now();
  for (let dueMs = 0; ; ) {
    dueMs += (-Math.log(1 - random()) / perSecond) * 1_000;
    if (dueMs >= durationMs) break;
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    courses.push(payOnce(target));
  }
  const restMs = startedAt + durationMs - performance.now();
  if (restMs > 0) await sleep(restMs);
  return { courses };
}
