/** What an act of the log changed, in words: the names of fields, and the values that are codes. */
import type { Act } from "#contract/people.ts";
import type { ActField, ActValues } from "#core/act-fields.ts";
import { isolate } from "#core/text.ts";
import { type TextKey, textIfAny, type Wording } from "../i18n/texts.ts";

const fieldNames: Readonly<Record<ActField, TextKey>> = {
  role: "audit.field_role",
  email: "audit.field_email",
  mobile: "audit.field_mobile",
  name: "audit.field_name",
  shopName: "audit.field_shopName",
  client: "audit.field_client",
  amount: "audit.field_amount",
  currency: "audit.field_currency",
  way: "record.how",
  refund: "audit.field_refund",
  approval: "audit.field_approval",
  requestedBy: "audit.field_requestedBy",
  perInvoice: "approvals.perInvoice",
  perDay: "approvals.perDay",
  appliesTo: "approvals.appliesTo",
  state: "audit.field_state",
};

/** Fields whose values are codes of a list. */
type CodedField = {
  [Field in ActField]: string extends ActValues[Field] ? never : Field;
}[ActField];

const valueNames: { readonly [Field in CodedField]: (value: ActValues[Field]) => TextKey } = {
  role: (role) => `role.${role}`,
  way: (way) => `record.way.${way}`,
  state: (state) => `returns.${state}`,
};

/** Gives the name of a colleague; null for a person who has left. */
export type NameOf = (personId: number) => string | null;

export type ShownChange = { readonly field: string; readonly name: string; readonly value: string };

/** The changes of an act, such as "Role: from Cashier to Accountant". What a newer server has written is left as it is stored. */
export function changesOf(
  { before, after }: Pick<Act, "before" | "after">,
  wording: Wording,
  nameOf: NameOf,
): ShownChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const [first, second] = [before, after].map((values) => {
      const value = values?.[field];
      return value ? inWords(field, value, wording, nameOf) : wording.t("audit.nothing");
    }) as [string, string];
    if (before !== null && first === second) return [];
    const name = Object.hasOwn(fieldNames, field) ? wording.t(fieldNames[field as ActField]) : field;
    const both = { before: isolate(first), after: isolate(second) };
    return { field, name, value: before === null ? second : wording.t("audit.changed", both) };
  });
}

function inWords(field: string, value: string, { t, language }: Wording, nameOf: NameOf): string {
  if (field === "requestedBy") {
    const [kind, id = ""] = value.split(" ");
    return kind === "key" ? t("audit.key", { id }) : (nameOf(Number(id)) ?? t("audit.formerPerson"));
  }
  if (field === "appliesTo") {
    const makers = value.split(" ").map((maker) => textIfAny(t, `approvals.maker.${maker}`) ?? maker);
    return new Intl.ListFormat(language).format(makers);
  }
  if (!Object.hasOwn(valueNames, field)) return value;
  const key = valueNames[field as CodedField](value as never);
  return textIfAny(t, key) ?? value;
}
