/** Fields that are refused with a card number in them: the browser says so before it sends their form, which would come back empty. */
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { cleanLines } from "#core/text.ts";

/** Each says in `data-without-card` what is wrong then. The server, which reads a text in the same way, refuses it all the same. */
export function keepCardNumbersOut(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>("[data-without-card]")) {
    const check = (): void => {
      const isRefused = hasCardNumber(cleanLines(field.value, field.maxLength));
      field.setCustomValidity(isRefused ? (field.dataset["withoutCard"] ?? "") : "");
    };
    field.addEventListener("input", check);
    // Typed before this script was there.
    check();
  }
}
