/**
 * An American Express card typed into the form of the other cards (Spec 4: it has a gateway profile, and so a panel, of
 * its own): one press takes what was typed over there. It stays in the two forms' fields and is kept nowhere else.
 */
import { useTranslations } from "use-intl/react";
import type { FieldValues } from "#core/fields.ts";
import { focusField, inputOf, radioOf, typeInto } from "#web/forms/typed.ts";
import { cardFieldId } from "./card-problems.ts";

/** The fields that both forms have; the code is typed where it is used. */
const carriedFields = ["number", "expiry", "nameOnCard"] as const;

/** What was typed, until the panel that is on its way takes it. */
let onItsWay: FieldValues = {};

/** The radio button of American Express, on the page that has one. */
const amexTile = () => radioOf("method", "amex");

/** `values` reads the form at the press. Nothing on pages that offer no other method. */
export function AmexMove({ values }: { readonly values: () => FieldValues }) {
  const t = useTranslations("card");
  const move = (): void => {
    onItsWay = values();
    put("card", {});
    amexTile()?.click();
    // A panel that was open before is there already; else it takes it when it comes.
    if (inputOf("amex-number")) takeMovedCard("amex");
  };
  if (!amexTile()) return null;
  return (
    <button type="button" className="button" onClick={move}>
      {t("amexMove")}
    </button>
  );
}

/** Gives the form of American Express what was typed elsewhere, if anything was. */
export function takeMovedCard(kind: "card" | "amex"): void {
  if (kind !== "amex" || !onItsWay["number"]) return;
  put(kind, onItsWay);
  onItsWay = {};
  // Once the window has shown the panel, which is hidden until the press has ended.
  requestAnimationFrame(() => focusField("amex-number"));
}

function put(kind: "card" | "amex", values: FieldValues): void {
  for (const name of carriedFields) typeInto(inputOf(cardFieldId(kind, name)), values[name] ?? "");
}
