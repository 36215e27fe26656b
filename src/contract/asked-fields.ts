/** What a product link asks its buyers, and their answers (docs/decisions/0191). */
import { z } from "zod";
import { askedLimits, askedTypes } from "#core/asked-fields.ts";

const text = z.string().min(1).max(askedLimits.label);
const newOwnText = z
  .strictObject({ ar: text, en: text.optional().meta({ description: "The Arabic text when left out." }) })
  .meta({ id: "NewTextInTwoLanguages" });

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a name such as "cake_name"')
  .meta({ description: "By which your programs know the answer; the same after a change of the label." });
const type = z.enum(askedTypes).meta({ description: "text: a line; number; choice: one of choices." });

export const newAskedField = z
  .strictObject({
    key,
    type,
    label: newOwnText,
    isRequired: z.boolean().optional(),
    choices: z.array(newOwnText).max(askedLimits.choices).optional(),
  })
  .meta({
    id: "NewAskedField",
    examples: [{ key: "cake_name", type: "text", label: { ar: "الاسم على الكيكة", en: "Name on the cake" } }],
  });

export type NewAskedField = z.output<typeof newAskedField>;

const ownText = z.object({ ar: z.string(), en: z.string() }).meta({ id: "TextInTwoLanguages" });

export const askedField = z
  .object({
    key: z.string(),
    type,
    label: ownText,
    isRequired: z.boolean(),
    choices: z.array(ownText),
  })
  .meta({ id: "AskedField" });

export const answer = z
  .object({
    key: z.string(),
    label: ownText.meta({ description: "As the buyer saw it." }),
    answer: ownText.meta({ description: "In both languages of a choice, else twice the same." }),
  })
  .meta({ id: "BuyerAnswer", description: "What the buyer answered to a question of the product link." });

export const askedFields = z.array(newAskedField).max(askedLimits.fields).meta({
  description:
    "What the buyer is asked beside name and mobile, in this order: the name for a cake, a size. The answers are in the order.",
});
