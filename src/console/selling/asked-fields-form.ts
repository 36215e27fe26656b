/** What a form says of the questions of a link, and what is wrong with it. */
import type { NewAskedField } from "#contract/asked-fields.ts";
import { askedLimits, askedTypes, type OwnText } from "#core/asked-fields.ts";
import type { Faults } from "../forms/use-checked-form.ts";
import type { TextKey } from "../i18n/texts.ts";

const parts = ["key", "ar", "en", "type", "required", "choices"] as const;

/** The names of the parts of one question, by its row. */
export function namesOfQuestion(row: number): Readonly<Record<(typeof parts)[number], string>> {
  const names = parts.map((part) => [part, `asked${row}.${part}`] as const);
  return Object.fromEntries(names) as Record<(typeof parts)[number], string>;
}

/** The rows of questions among the names of a form's parts, in their order. */
export function rowsOf(names: Iterable<string>): number[] {
  return [...names].flatMap((name) => /^asked(\d+)\.ar$/.exec(name)?.[1] ?? []).map(Number);
}

/** Choices as a person writes them: one to a line, English behind a slash. */
export function choicesText(choices: readonly OwnText[]): string {
  return choices.map(({ ar, en }) => (ar === en ? ar : `${ar} / ${en}`)).join("\n");
}

/** Reads the questions in the order of the form; those that have no label yet are none. */
export function readQuestions(
  form: FormData,
): { readonly askedFields: NewAskedField[] } | { readonly faults: Faults } {
  const faults: Record<string, TextKey> = {};
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const rows = rowsOf(form.keys());
  const taken = new Set(rows.map((row) => text(namesOfQuestion(row).key)));
  const askedFields = rows.flatMap((row): NewAskedField[] => {
    const names = namesOfQuestion(row);
    const type = askedTypes.find((one) => one === text(names.type)) ?? "text";
    const choices = type === "choice" ? readChoices(text(names.choices)) : [];
    if (text(names.ar) === "") {
      if (text(names.en) !== "" || choices.length > 0) faults[names.ar] = "fault.question";
      return [];
    }
    const areChoices = choices.length > 0 && choices.length <= askedLimits.choices && isEachOnce(choices);
    if (type === "choice" && !areChoices) faults[names.choices] = "fault.choices";
    return [
      {
        key: text(names.key) || freeKey(taken),
        type,
        label: ownText(text(names.ar), text(names.en)),
        isRequired: form.has(names.required),
        ...(type === "choice" && { choices }),
      },
    ];
  });
  return Object.keys(faults).length > 0 ? { faults } : { askedFields };
}

type NewText = NewAskedField["label"];

function ownText(ar: string, en: string): NewText {
  return en === "" ? { ar } : { ar, en };
}

function readChoices(text: string): NewText[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [ar = "", en = ""] = line.split("/").map((part) => part.trim());
    return ownText(ar.slice(0, askedLimits.label), en.slice(0, askedLimits.label));
  });
}

function isEachOnce(choices: readonly NewText[]): boolean {
  return choices.every(({ ar }) => ar !== "") && new Set(choices.map(({ ar }) => ar)).size === choices.length;
}

/** A name for programs that no other question has; what is taken stays so. */
function freeKey(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`field_${number}`)) number += 1;
  taken.add(`field_${number}`);
  return `field_${number}`;
}
