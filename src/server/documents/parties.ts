/** Seller and buyer as documents print them. */
import type { Language } from "#core/language.ts";
import type { TaxInvoiceForm } from "#core/tax/tax-invoice.ts";
import type { DocumentBuyer, DocumentSeller } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair, textsIn } from "./document-texts.ts";
import { addressProse, addressText, identificationFact, withoutLooseDashes } from "./party-facts.ts";
import { fact, type PrintFact, type PrintParty } from "./print-model.ts";
import { directionOfText, figure, type Prose, prose } from "./printable.ts";

const nameLength = 500;

/** The seller: legal name, VAT number, identification, address, and how to reach them. */
export function sellerParty(
  seller: DocumentSeller,
  { language, isRoll }: { readonly language: Language; readonly isRoll: boolean },
): PrintParty {
  const label = labels(language);
  return {
    heading: label((texts) => texts.seller),
    name: prose(seller.name, nameLength),
    facts: [
      ...namesOf(seller, { label, isRoll }),
      ...fact(
        label((texts) => texts.vatNumber),
        optionalFigure(seller.vatNumber),
      ),
      ...identificationsOf(seller, language),
      ...addressesOf(seller, language),
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
export function buyerParty(
  buyer: DocumentBuyer,
  { language, form }: { readonly language: Language; readonly form: TaxInvoiceForm | null },
): PrintParty {
  const label = labels(language);
  const { identification = null, postalAddress = null } = buyer.party ?? {};
  return {
    heading: label((texts) => texts.buyer),
    name: prose(buyer.name, nameLength),
    facts: [
      ...fact(
        label((texts) => texts.vatNumber),
        optionalFigure(buyer.vatNumber),
      ),
      ...identificationFact(identification, { language, isWhole: form === "standard" }),
      ...fact(
        label((texts) => texts.address),
        postalAddress ? addressText(postalAddress, language) : addressProse(buyer.address),
      ),
      ...fact(
        label((texts) => texts.mobile),
        optionalFigure(buyer.maskedMobile),
      ),
    ],
  };
}

type Labels = ReturnType<typeof labels>;

/** The head of a roll has the shop's name alone; on a sheet the legal one stands over these facts. */
function namesOf(
  seller: DocumentSeller,
  { label, isRoll }: { readonly label: Labels; readonly isRoll: boolean },
): PrintFact[] {
  const { party } = seller;
  if (!party) return [];
  const isSaid = !isRoll || seller.name === party.shopName;
  return [
    ...fact(
      label((texts) => texts.legalName),
      isSaid ? null : prose(seller.name, nameLength),
    ),
    ...fact(
      label((texts) => texts.legalNameEn),
      prose(party.legalNameEn, nameLength),
    ),
  ];
}

/** The one that the seller is known by, and a commercial registration that was given as contact beside it. */
function identificationsOf(seller: DocumentSeller, language: Language): PrintFact[] {
  const { commercialRegistration, party } = seller;
  const identification = party?.identification ?? null;
  const isRepeated = identification?.scheme === "CRN" && identification.value === commercialRegistration;
  return [
    ...identificationFact(identification, { language, isWhole: true }),
    ...fact(
      both(language, (texts) => texts.parties.schemes.CRN),
      isRepeated ? null : optionalFigure(commercialRegistration),
    ),
  ];
}

/** In Arabic, and in English where it was given: one address under one label. */
function addressesOf(seller: DocumentSeller, language: Language): PrintFact[] {
  const { party } = seller;
  return fact(
    both(language, (texts) => texts.parties.address),
    party?.nationalAddress ? addressText(party.nationalAddress, language) : freeAddress(seller, language),
    party ? englishAddressOf(party) : null,
  );
}

/** The one in Arabic, or in the words that were given. */
export function sellerAddress(seller: DocumentSeller): string | null {
  const [address] = addressesOf(seller, "ar");
  return address?.values[0]?.text ?? null;
}

/** Name and address in English, as far as they were given. */
export function sellerInEnglish({ party }: DocumentSeller): string[] {
  const address = party && englishAddressOf(party);
  return [prose(party?.legalNameEn ?? null, nameLength), address].flatMap((one) => one?.text ?? []);
}

function englishAddressOf({
  nationalAddress,
  nationalAddressEn,
}: NonNullable<DocumentSeller["party"]>): Prose | null {
  return (
    nationalAddress && nationalAddressEn && addressText({ ...nationalAddress, ...nationalAddressEn }, "en")
  );
}

/** Street, city and the country, whose name follows the writing of the rest. */
function freeAddress(seller: DocumentSeller, language: Language): Prose | null {
  const given = [seller.address, seller.city].flatMap((part) => withoutLooseDashes(part ?? "") || []);
  if (given.length === 0) return null;
  const written = given.join(" ");
  const isArabic = directionOfText(written) === "rtl";
  const country = textsIn(written.match(/\p{L}/u) ? (isArabic ? "ar" : "en") : language).parties.country;
  return addressProse([...given, country].join(isArabic ? "، " : ", "));
}

function optionalFigure(text: string | null): Prose | null {
  return text?.trim() ? figure(text) : null;
}

function labels(language: Language): (pick: (texts: DocumentTexts["parties"]) => string) => Pair {
  return (pick) => both(language, (texts) => pick(texts.parties));
}
