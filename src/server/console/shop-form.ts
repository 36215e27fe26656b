/** The fields of a shop that is opened, on the last page of sign-up and on the page of a further shop: its name, and what is not known. */
import { field, type formTexts } from "./form-page.ts";
import { readShopFacts, type ShopFacts } from "./open-shop.ts";

type Texts = (typeof formTexts)["en"]["newShop"];
type FieldName = keyof ShopFacts;

/** What was typed; a fact that is known already is not asked for. */
export type TypedShop = { readonly [name in FieldName]?: string | undefined };

/** HTML of the fields. */
export function shopFields(
  texts: Texts,
  { typed, known, faulty }: { readonly typed: TypedShop; readonly known: TypedShop; readonly faulty: string },
): string {
  const ask = (
    name: FieldName,
    label: string,
    hint: string,
    more: Readonly<Record<string, string>>,
  ): string =>
    known[name] === undefined
      ? field(
          label,
          {
            name,
            value: typed[name] ?? "",
            required: true,
            "aria-invalid": faulty === name && "true",
            ...more,
          },
          hint,
        )
      : "";
  return [
    ask("shopName", texts.name, texts.nameHint, { autocomplete: "organization", maxlength: "200" }),
    ask("phone", texts.phone, texts.contactHint, { type: "tel", autocomplete: "tel", dir: "ltr" }),
    ask("email", texts.email, texts.contactHint, { type: "email", autocomplete: "email", dir: "ltr" }),
  ].join("");
}

/** The shop as it is stored, or the first fault: at which field, in words. */
export function judgeShop(
  texts: Texts,
  given: TypedShop,
): { readonly shop: ShopFacts } | { readonly at: string; readonly text: string } {
  const { shopName = "", email = "", phone = "" } = given;
  const read = readShopFacts({ shopName, email, phone });
  if ("shopName" in read) return { shop: read };
  const at = read[0]?.path ?? "";
  const words: Readonly<Record<string, string>> = { email: texts.emailWrong, phone: texts.phoneWrong };
  return { at, text: words[at] ?? texts.nameWrong };
}
