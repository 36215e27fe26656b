/**
 * What the simulated gateway knows of a card number: its brand, whether it is mada, how its issuer behaves in 3-D
 * Secure, and how it is masked. The rows are the gateway's published test cards; rows marked "chosen" are ours,
 * because the gateway lists no 3-D Secure behaviour for mada cards.
 */

export type Behaviour =
  | "challenge"
  | "frictionless"
  | "attempted"
  | "rejected"
  | "unavailable"
  | "not_supported"
  | "initiate_error"
  | "authenticate_error";

export type TestCard = {
  readonly number: string;
  readonly label: string;
  readonly behaviour: Behaviour;
  /** The issuer asks for a method call before the authentication. */
  readonly hasMethod: boolean;
};

const row = (number: string, label: string, behaviour: Behaviour, hasMethod: boolean): TestCard => ({
  number,
  label,
  behaviour,
  hasMethod,
});

export const testCards: readonly TestCard[] = [
  row("5123450000000008", "Mastercard", "challenge", true),
  row("2223000000000007", "Mastercard", "challenge", true),
  row("5123456789012346", "Mastercard", "frictionless", true),
  row("5555555555000018", "Mastercard", "frictionless", false),
  row("5500005555555559", "Mastercard", "attempted", false),
  row("5506900140100503", "Mastercard", "rejected", false),
  row("5210760000000004", "Mastercard", "initiate_error", false),
  row("5455031257390496", "Mastercard", "authenticate_error", false),
  row("5455031252665454", "Mastercard", "authenticate_error", false),
  row("5123459999998221", "Mastercard", "unavailable", false),
  row("5111111111111118", "Mastercard", "not_supported", false),
  row("2223000000000023", "Mastercard", "not_supported", false),
  row("4440000009900010", "Visa", "challenge", false),
  row("4508750015741019", "Visa", "challenge", false),
  row("4440000042200014", "Visa", "frictionless", true),
  row("4440000042200022", "Visa", "attempted", false),
  row("4012000033330026", "Visa", "not_supported", false),
  row("371881733404002", "American Express", "challenge", false),
  row("371881887105009", "American Express", "frictionless", true),
  row("371881634498004", "American Express", "challenge", false),
  row("371881127160004", "American Express", "challenge", false),
  row("371881245560002", "American Express", "challenge", false),
  row("371881911767006", "American Express", "challenge", false),
  row("5297410588409146", "mada with Mastercard (chosen)", "challenge", true),
  row("5433570000000008", "mada with Mastercard (chosen)", "frictionless", false),
  row("5433579999990250", "mada with Mastercard, wrong check digit (chosen)", "rejected", false),
  row("4228180191362993", "mada with Visa (chosen)", "challenge", false),
  row("4860940000000008", "mada with Visa (chosen)", "frictionless", false),
  row("4860940000000024", "mada with Visa (chosen)", "not_supported", false),
  row("9682090000000007", "mada only (chosen)", "challenge", false),
  row("9682090000000031", "mada only (chosen)", "frictionless", false),
  row("8736469999990336", "mada only, wrong check digit (chosen)", "challenge", false),
];

const cardsByNumber = new Map(testCards.map((card) => [card.number, card]));

/** How the issuer of this number behaves; any number that is not in the table is challenged. */
export function issuerBehaviour(number: string): Pick<TestCard, "behaviour" | "hasMethod"> {
  return cardsByNumber.get(number) ?? { behaviour: "challenge", hasMethod: false };
}

export type CardBrand = {
  /** The scheme that processes it. */
  readonly brand: string;
  /** The acceptance scheme. */
  readonly scheme: string;
  readonly fundingMethod: "CREDIT" | "DEBIT" | "CHARGE";
  readonly localBrand?: "MADA";
};

/** First six digits of the published mada test cards; looked up before any scheme (decision K13). */
const madaBins = new Set(["529741", "543357", "422818", "486094", "446404", "558848"]);
const madaOnlyBins = new Set(["968209", "873646"]);

const schemes: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, "AMEX"],
  [/^3(?:0|6|8)/, "DINERS_CLUB"],
  [/^35/, "JCB"],
  [/^6(?:011|4|5)/, "DISCOVER"],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MASTERCARD"],
  [/^4/, "VISA"],
  [/^(?:50|5[6-8]|6)/, "MAESTRO"],
];

/** Brand facts of a card number, digits only. */
export function identifyCard(number: string): CardBrand {
  const bin = number.slice(0, 6);
  if (madaOnlyBins.has(bin)) {
    return { brand: "LOCAL_BRAND_ONLY", scheme: "OTHER", fundingMethod: "DEBIT", localBrand: "MADA" };
  }
  const scheme = schemes.find(([prefix]) => prefix.test(number))?.[1] ?? "UNKNOWN";
  if (madaBins.has(bin)) return { brand: scheme, scheme, fundingMethod: "DEBIT", localBrand: "MADA" };
  return { brand: scheme, scheme, fundingMethod: scheme === "AMEX" ? "CHARGE" : "CREDIT" };
}

/** The name under which a profile is enabled for this card: MADA for every mada card, else its scheme. */
export function acceptanceBrand(card: Pick<CardBrand, "brand" | "localBrand">): string {
  return card.localBrand ?? card.brand;
}

/** First six and last four digits, the rest as x, same length. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 6)}${"x".repeat(Math.max(number.length - 10, 0))}${number.slice(-4)}`;
}

/**
 * True for digits that the gateway takes for a card number. Two of its published mada test cards fail the check digit
 * rule; they are taken all the same.
 */
export function isCardNumber(number: string): boolean {
  return /^\d{12,19}$/.test(number) && (passesLuhn(number) || cardsByNumber.has(number));
}

/** Whether a number is one of the published cards: the only ones that are taken beside real money. */
export function isTestCard(number: string): boolean {
  return cardsByNumber.has(number);
}

/** The check digit rule of card numbers. Takes digits only. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
