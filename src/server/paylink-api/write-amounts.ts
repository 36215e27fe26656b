/** Writes JSON whose amounts are decimal texts as numbers with both decimals, `170.00`: the Flutter client takes 170 for a whole number and fails. */

const amounts: ReadonlySet<string> = new Set(["amount", "price", "specificVat", "refundAmount"]);

/** Newer than the compiler's library. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** The JSON text of a value; what stands under the name of an amount as a text becomes a number. */
export function writeAmounts(value: unknown): string {
  return JSON.stringify(value, (name, member) =>
    amounts.has(name) && typeof member === "string" ? rawJSON(member) : member,
  );
}
