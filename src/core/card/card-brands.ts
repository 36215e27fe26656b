/**
 * What is particular to each brand of cards, in one table: first digits, lengths and groups (Spec 5, decision K13), the
 * method that takes it, the flag by which an order allows it, and the text key when an order does not. Form, drawing,
 * marks, the server's checks and the guard against misplaced numbers all read it. Order: mada before Visa and
 * Mastercard, whose digits it shares, which is also the order in which brands are shown (rule of the scheme).
 */

export type CardBrand = "mada" | "visa" | "mastercard" | "amex";

/** The methods that take cards, as prepareSession names them: each is a form and an account at the gateway of its own. */
export const cardMethods = ["card", "amex"] as const;

export type CardMethod = (typeof cardMethods)[number];

export type BrandRules = {
  /** First digits, or ranges of them with both ends, apart by spaces. */
  readonly begins: string;
  /** Sizes of the groups in which the number is printed; together its length. */
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
  readonly method: CardMethod;
  readonly flag: "isMadaAllowed" | "isCreditCardAllowed" | "isAmexAllowed";
  readonly refusal: "madaNotAllowed" | "creditNotAllowed" | "amexNotAllowed";
};

/**
 * mada: prefixes that at least two Saudi processors publish, the gateway's test cards, and the four-digit ones of Spec 5
 * (5067, 4576, 4011).
 */
const madaPrefixes =
  "22337902 22337986 22402030 242030 4011 403024 40545400 406136 406996 40719700 40739500 407520 409201 410621 " +
  "410685 410834 412565 417633 419593 420132 421141 422817 422818 422819 428331 428671 428672 428673 431361 432328 " +
  "434107 439954 440533 440647 440795 442463 445564 446393 446404 446672 45488707 455036 455708 4576 457865 457997 " +
  "458456 462220 468540 468541 468542 468543 474491 483010 483011 483012 484783 486094 486095 486096 489318 489319 " +
  "49098000 492464 504300 5067 513213 515079 516138 520058 521076 52166100 524130 524514 524940 529415 529741 530060 " +
  "531196 535825 535989 536023 537767 53973776 543085 543357 549760 554180 555610 558563 558848 588845 588848 588850 " +
  "589206 604906 636120 873646 968201 968202 968203 968204 968205 968206 968207 968208 968209 968211";

const inFours = { groups: [4, 4, 4, 4], securityCodeLength: 3, method: "card" } as const;
const credit = { flag: "isCreditCardAllowed", refusal: "creditNotAllowed" } as const;

export const cardBrands = {
  mada: { begins: madaPrefixes, ...inFours, flag: "isMadaAllowed", refusal: "madaNotAllowed" },
  visa: { begins: "4", ...inFours, ...credit },
  mastercard: { begins: "51-55 2221-2720", ...inFours, ...credit },
  amex: {
    begins: "34 37",
    groups: [4, 6, 5],
    securityCodeLength: 4,
    method: "amex",
    flag: "isAmexAllowed",
    refusal: "amexNotAllowed",
  },
} as const satisfies Readonly<Record<CardBrand, BrandRules>>;

/** All brands, in the order in which they are looked at and shown. */
export const cardBrandNames = Object.keys(cardBrands) as readonly CardBrand[];

/** The rules of a brand; those of Visa for a brand that is not in the table: the gateway decides about it. */
export function rulesOf(brand: CardBrand | null): BrandRules {
  return cardBrands[brand ?? "visa"];
}

/** The brands of a method that an order allows, in the order in which they are shown. */
export function brandsTaken(
  method: CardMethod,
  allowed: Readonly<Record<BrandRules["flag"], boolean>>,
): readonly CardBrand[] {
  return cardBrandNames.filter((brand) => rulesOf(brand).method === method && allowed[rulesOf(brand).flag]);
}
