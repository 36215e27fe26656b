/** The first steps of a shop, each done or not by what the shop has: nothing is ticked off by hand. */
import type { OwnMerchant } from "#contract/merchant.ts";

export const stepNames = ["names", "identification", "address", "look", "methods", "payment"] as const;

export type StepName = (typeof stepNames)[number];

export type ShopFacts = {
  readonly merchant: Pick<
    OwnMerchant,
    "shopName" | "legalName" | "legalNameEn" | "identification" | "nationalAddress" | "methods"
  >;
  readonly hasLogo: boolean;
  /** A payment was taken, of any buyer. */
  readonly wasPaid: boolean;
};

/** Which steps are done. A VAT number is checked where it is stored, and a shop may have none. */
export function doneSteps({ merchant, hasLogo, wasPaid }: ShopFacts): ReadonlySet<StepName> {
  const isDone: Readonly<Record<StepName, boolean>> = {
    names: Boolean(merchant.shopName && merchant.legalName && merchant.legalNameEn),
    identification: merchant.identification !== null,
    address: merchant.nationalAddress !== null,
    look: hasLogo,
    methods: merchant.methods.length > 0,
    payment: wasPaid,
  };
  return new Set(stepNames.filter((name) => isDone[name]));
}
