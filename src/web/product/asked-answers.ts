/** What the buyer of a product link answers to its shop (docs/decisions/0191), by the rules of the server. */
import { type AskedField, readAnswer } from "#core/asked-fields.ts";
import type { Field, FieldTable, FieldValues } from "#core/fields.ts";
import { askedFieldId } from "./asking.ts";
import type { ProductOffer } from "./offer.ts";

/** Names of texts. */
export type AnswerProblem = "answerMissing" | "numberWrong" | "answerWrong";

type Offer = Pick<ProductOffer, "askedFields">;

/** The rules of what is asked, in the order of the page. */
export function answersTable({ askedFields }: Offer): FieldTable {
  return Object.fromEntries(askedFields.map((asked) => [askedFieldId(asked.key), ruleOf(asked)]));
}

function ruleOf(asked: AskedField): Field {
  const wrong = asked.type === "number" ? "numberWrong" : "answerWrong";
  return {
    ...(asked.isRequired && { requiredKey: "answerMissing" satisfies AnswerProblem }),
    faultOf: (typed) =>
      typeof readAnswer(asked, typed) === "string" ? (wrong satisfies AnswerProblem) : null,
  };
}

/** What was answered, by the key of what is asked: texts as they were typed. */
export function answersIn(values: FieldValues, { askedFields }: Offer): Readonly<Record<string, string>> {
  const answers = askedFields.map(({ key }) => [key, values[askedFieldId(key)]?.trim() ?? ""] as const);
  return Object.fromEntries(answers.filter(([, text]) => text !== ""));
}
