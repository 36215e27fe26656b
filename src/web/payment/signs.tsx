/** The marks of a method. Those of card schemes have names of their own; the others stand beside the method's name. */
import type { AllowedFlags } from "#methods/allowed.ts";
import { BrandMark } from "#methods/card/brand-mark.tsx";
import type { MethodId } from "#methods/catalog.ts";
import { marksOf } from "#methods/marks.ts";
import { Mark } from "../components/mark.tsx";

export function Signs({ id, allowed }: { readonly id: MethodId; readonly allowed: AllowedFlags }) {
  return (
    <span className="method-sign">
      {marksOf(id, allowed).map((name) =>
        name === "mada" || name === "visa" || name === "mastercard" ? (
          <BrandMark key={name} brand={name} />
        ) : (
          <Mark key={name} name={name} />
        ),
      )}
    </span>
  );
}
