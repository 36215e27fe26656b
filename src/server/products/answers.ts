/** What a buyer has answered to the questions of a product link (docs/decisions/0191). */
import { type Answer, type AskedField, readAnswer } from "#core/asked-fields.ts";
import { misplacedCardNumber } from "#core/card/card-in-text.ts";
import type { ProblemField } from "#core/problem.ts";

const messages = {
  required: "the shop needs an answer",
  invalid: "not a number, or none of the choices",
  too_long: "at most 200 characters",
} as const;

/**
 * Reads the answers to the fields of a link, in the order of the fields.
 * @param given by the key of the field
 * @returns the answers, and what is wrong: `answers.KEY` with `required`, `invalid`, `too_long`, `card_number_misplaced`, or
 *   `unknown_field` for an answer to nothing
 */
export function readAnswers(
  asked: readonly AskedField[],
  given: Readonly<Record<string, string>>,
): { readonly answers: readonly Answer[]; readonly wrong: readonly ProblemField[] } {
  const wrong: ProblemField[] = Object.keys(given)
    .filter((key) => !asked.some((field) => field.key === key))
    .map(() => ({ path: "answers", code: "unknown_field", message: "an answer to nothing that is asked" }));
  const answers = asked.flatMap((field): Answer[] => {
    const { key, label } = field;
    const path = `answers.${key}`;
    const typed = Object.hasOwn(given, key) ? (given[key] ?? "") : "";
    const answer = readAnswer(field, typed);
    const misplaced = misplacedCardNumber(path, typed);
    if (misplaced) wrong.push(misplaced);
    else if (typeof answer === "string") wrong.push({ path, code: answer, message: messages[answer] });
    return answer === null || typeof answer === "string" ? [] : [{ key, label, answer }];
  });
  return { answers, wrong };
}
