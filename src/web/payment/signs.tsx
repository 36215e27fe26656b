/** The marks of a method. Those of card schemes have names of their own; the others stand beside the method's name. */
import { brandsTaken } from "#core/card/card-brands.ts";
import type { AllowedFlags } from "#methods/allowed.ts";
import { BrandMark } from "#methods/card/brand-mark.tsx";
import type { MethodId } from "#methods/catalog.ts";
import { Mark } from "../components/mark.tsx";

export function Signs({ id, allowed }: { readonly id: MethodId; readonly allowed: AllowedFlags }) {
  return (
    <span className="method-sign">
      {id === "card" ? (
        brandsTaken(id, allowed).map((brand) => <BrandMark key={brand} brand={brand} />)
      ) : (
        <Mark name={id} />
      )}
    </span>
  );
}
