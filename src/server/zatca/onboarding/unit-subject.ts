/** What a unit's request for a certificate says of its merchant and of itself. */
import type { SellerParty } from "#core/tax/tax-party.ts";
import type { UnitSubject, ZatcaEnvironment } from "../csr.ts";
import { OnboardingRefusal } from "./onboarding-refusal.ts";

/** What the operator may say; the rest is known. */
export type SubjectChoices = {
  /** Name of the branch; of a VAT group, the member's TIN. Null: the city. */
  readonly branch: string | null;
  readonly businessCategory: string | null;
};

/** "1-maker|2-model|3-number": the authority knows a unit by it, so it is the same over renewals and releases. */
const makerAndModel = "1-Wasl|2-1";

/**
 * The subject of a unit's request.
 * @param seller whole: nothing is missing of it
 * @throws OnboardingRefusal when the merchant is of a VAT group and no member is named
 */
export function unitSubject({
  serial,
  environment,
  seller,
  vatNumber,
  choices,
}: {
  readonly serial: string;
  readonly environment: ZatcaEnvironment;
  readonly seller: SellerParty;
  readonly vatNumber: string;
  readonly choices: SubjectChoices;
}): UnitSubject {
  const address = seller.nationalAddress;
  const isGroup = vatNumber[10] === "1";
  if (isGroup && !/^3\d{9}$/.test(choices.branch ?? ""))
    throw new OnboardingRefusal(
      `${vatNumber} is the number of a VAT group: say which member sells, by its TIN of ten digits (--branch 3000000000).`,
      "group_member_needed",
    );
  return {
    environment,
    commonName: `Wasl-${serial.slice(0, 8)}`,
    organization: plain(seller.legalName ?? ""),
    branch: plain(choices.branch ?? address?.city ?? ""),
    vatNumber,
    serialNumber: `${makerAndModel}|3-${serial}`,
    forms: { standard: true, simplified: true },
    address: plain(
      [address?.buildingNumber, address?.street, address?.district, address?.city, address?.postalCode].join(
        " ",
      ),
    ),
    businessCategory: plain(choices.businessCategory ?? "E-commerce"),
  };
}

/** Without the characters that the authority warns of in requests, and no longer than names in certificates are. */
function plain(text: string): string {
  return text
    .replace(/[!@#$%&*_<=|]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 64);
}
