/**
 * The customer of the directory that an invoice is for: named by its id as long as the form says of it what it was filled with, so
 * that VAT number, address and all else that no field shows come along. Other words make another customer.
 */

/** Fields of the form that a customer fills. */
const names = ["name", "mobile", "email"] as const;

type Filled = Readonly<Record<(typeof names)[number], string>>;

/** The text of the hidden field. */
export function knownClientText(id: number, filled: Filled): string {
  const { name, mobile, email } = filled;
  return JSON.stringify({ id, name, mobile, email });
}

/** The id of the customer; null where there is none, or the form says something else of it by now. */
export function knownClientId(form: FormData): number | null {
  const text = String(form.get("knownClient") ?? "");
  if (text === "") return null;
  const { id, ...filled } = JSON.parse(text) as Filled & { readonly id: number };
  return names.every((name) => String(form.get(name) ?? "").trim() === filled[name].trim()) ? id : null;
}
