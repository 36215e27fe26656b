import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "../money.ts";
import { chooseTaxForm, type FormChoice, isExport, missingOfBuyer } from "./tax-form.ts";
import { type VatExemption, vatExemptions } from "./tax-invoice.ts";
import type { BuyerScheme } from "./tax-party.ts";

type Asked = "standard" | "simplified" | null;
type Buyer = Parameters<typeof chooseTaxForm>[0]["buyer"];

const person: Buyer = { vatNumber: null, scheme: null, isBusiness: false };
const withId = (scheme: BuyerScheme): Buyer => ({ ...person, scheme });
const registered: Buyer = { ...person, vatNumber: "300000000000003" };

const standard: FormChoice = { kind: "chosen", form: "standard", below: null };
const simplified: FormChoice = { kind: "chosen", form: "simplified", below: null };
const simplifiedBelowThousand: FormChoice = { kind: "chosen", form: "simplified", below: minor(100_000) };
const forbidden: FormChoice = { kind: "forbidden" };

const choices: readonly (readonly [
  who: string,
  buyer: Buyer,
  exemption: VatExemption | null,
  byAsked: readonly [nothing: FormChoice, standard: FormChoice, simplified: FormChoice],
])[] = [
  ["nobody", null, null, [simplified, standard, simplified]],
  ["a person", person, null, [simplified, standard, simplified]],
  ["a person with a national id", withId("NAT"), null, [simplified, standard, simplified]],
  ["a traveller", withId("PAS"), null, [simplified, standard, simplified]],
  ["a person with another id", withId("OTH"), null, [simplified, standard, simplified]],
  ["who is registered for VAT", registered, null, [standard, standard, simplifiedBelowThousand]],
  ["a charity with a unified number", withId("700"), null, [standard, standard, simplifiedBelowThousand]],
  ["a company with a registration", withId("CRN"), null, [standard, standard, simplifiedBelowThousand]],
  ["a body with a tax number", withId("TIN"), null, [standard, standard, simplifiedBelowThousand]],
  [
    "who the seller says is a business",
    { vatNumber: null, scheme: "OTH", isBusiness: true },
    null,
    [standard, standard, simplifiedBelowThousand],
  ],
  ["a person abroad", person, "VATEX-SA-32", [standard, standard, forbidden]],
  ["a client abroad", person, "VATEX-SA-33", [standard, standard, forbidden]],
  ["a carrier", registered, "VATEX-SA-34-1", [standard, standard, forbidden]],
  ["a patient", withId("NAT"), "VATEX-SA-35", [simplified, standard, simplified]],
];

const asks: readonly Asked[] = [null, "standard", "simplified"];

for (const [who, buyer, exemption, byAsked] of choices) {
  for (const [index, asked] of asks.entries()) {
    test(`${who}, ${exemption ?? "with VAT"}, asking for ${asked ?? "nothing"}`, () => {
      assert.deepEqual(chooseTaxForm({ buyer, exemptions: [null, exemption], asked }), byAsked[index]);
    });
  }
}

test("exports are articles 32, 33 and 34, and nothing else is", () => {
  const exports = (Object.keys(vatExemptions) as VatExemption[]).filter(isExport);
  assert.deepEqual(exports, [
    "VATEX-SA-32",
    "VATEX-SA-33",
    "VATEX-SA-34-1",
    "VATEX-SA-34-2",
    "VATEX-SA-34-3",
    "VATEX-SA-34-4",
    "VATEX-SA-34-5",
  ]);
});

const address = {
  street: "شارع العليا",
  buildingNumber: "7525",
  additionalNumber: null,
  district: "الورود",
  postalCode: "12252",
  city: "الرياض",
  country: "SA",
};
const company = {
  name: null,
  vatNumber: "300000000000003",
  legalName: "شركة واحة الخليج",
  identification: null,
  postalAddress: address,
};

test("a standard invoice names its buyer, where it is, and in Saudi Arabia by a number", () => {
  assert.deepEqual(missingOfBuyer(company), []);
  assert.deepEqual(missingOfBuyer({ ...company, legalName: null, name: "خالد" }), []);
  assert.deepEqual(missingOfBuyer({ ...company, legalName: null }), ["name"]);
  assert.deepEqual(missingOfBuyer({ ...company, vatNumber: null }), ["identification"]);
  const charity = {
    ...company,
    vatNumber: null,
    identification: { scheme: "700", value: "7001234567" },
  } as const;
  assert.deepEqual(missingOfBuyer(charity), []);
  assert.deepEqual(missingOfBuyer({ ...company, postalAddress: { ...address, district: null } }), [
    "postalAddress.district",
  ]);
  const abroad = { ...address, buildingNumber: null, district: null, postalCode: null, country: "AE" };
  assert.deepEqual(missingOfBuyer({ ...company, vatNumber: null, postalAddress: abroad }), []);
  assert.deepEqual(missingOfBuyer(null), [
    "name",
    "identification",
    ...["street", "buildingNumber", "district", "postalCode", "city"].map((part) => `postalAddress.${part}`),
  ]);
});
