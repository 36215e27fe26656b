/**
 * How a simulator refuses a request: the code that finds the fault throws, `serve` sends the provider's own answer.
 * Nothing has been stored by then.
 */

import type { z } from "zod";
import type { Answer } from "./exchange.ts";
import { type ParseFailure, strictParse } from "./strict.ts";

export class Refusal extends Error {
  /** The provider's answer, in its own shape. */
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** What `work` comes to, or the answer of the Refusal that it throws. */
export async function answerOrRefusal(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** Reads a request by a schema of strict objects; throws `wrongField` of the first field that is wrong. */
export function readOrRefuse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  wrongField: (failure: ParseFailure) => Refusal,
): T {
  const parsed = strictParse(schema, value);
  if (!parsed.ok) throw wrongField(parsed.failure);
  return parsed.value;
}
