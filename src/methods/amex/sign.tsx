/** The sign of American Express; its name stands beside it. */
import { BrandMark } from "#methods/card/brand-mark.tsx";

export function AmexSign() {
  return <BrandMark brand="amex" isDecoration />;
}
