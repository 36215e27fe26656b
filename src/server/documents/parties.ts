/** Seller and buyer as documents print them. */
import type { Language } from "#core/language.ts";
import type { DocumentBuyer, DocumentSeller } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair, textsIn } from "./document-texts.ts";
import { fact, type PrintParty } from "./print-model.ts";
import { directionOfText, figure, type Prose, prose } from "./printable.ts";

const nameLength = 500;
const addressLength = 500;

/** The seller: legal name, VAT number, commercial registration, address, and how to reach them. */
export function sellerParty(seller: DocumentSeller, language: Language): PrintParty {
  const label = labels(language);
  return {
    heading: label((texts) => texts.seller),
    name: prose(seller.name, nameLength),
    facts: [
      ...fact(
        label((texts) => texts.vatNumber),
        optionalFigure(seller.vatNumber),
      ),
      ...fact(
        label((texts) => texts.commercialRegistration),
        optionalFigure(seller.commercialRegistration),
      ),
      ...fact(
        label((texts) => texts.address),
        sellerAddress(seller, language),
      ),
      ...fact(
        label((texts) => texts.phone),
        optionalFigure(seller.phone),
      ),
      ...fact(
        label((texts) => texts.email),
        optionalFigure(seller.email),
      ),
    ],
  };
}

/** The buyer: what a standard invoice must name, and the end of the mobile number. */
export function buyerParty(buyer: DocumentBuyer, language: Language): PrintParty {
  const label = labels(language);
  return {
    heading: label((texts) => texts.buyer),
    name: prose(buyer.name, nameLength),
    facts: [
      ...fact(
        label((texts) => texts.vatNumber),
        optionalFigure(buyer.vatNumber),
      ),
      ...fact(
        label((texts) => texts.address),
        prose(buyer.address, addressLength),
      ),
      ...fact(
        label((texts) => texts.mobile),
        optionalFigure(buyer.maskedMobile),
      ),
    ],
  };
}

/** Street, city and the country, whose name follows the writing of the rest. */
function sellerAddress(seller: DocumentSeller, language: Language): Prose | null {
  const given = [seller.address, seller.city].filter((part) => part?.trim()).join(" - ");
  if (given === "") return null;
  const isArabic = directionOfText(given) === "rtl";
  const country = textsIn(given.match(/\p{L}/u) ? (isArabic ? "ar" : "en") : language).parties.country;
  return prose(`${given}${isArabic ? "، " : ", "}${country}`, addressLength);
}

function optionalFigure(text: string | null): Prose | null {
  return text?.trim() ? figure(text) : null;
}

function labels(language: Language): (pick: (texts: DocumentTexts["parties"]) => string) => Pair {
  return (pick) => both(language, (texts) => pick(texts.parties));
}
