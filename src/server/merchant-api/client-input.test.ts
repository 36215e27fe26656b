/** What is wrong of an invoice's buyer is named before anything is issued to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";

const line = (overrides: object) => ({ lines: [{ ...oneLine, ...overrides }] });
const plus = (overrides: object) => ({ lines: [oneLine], ...overrides });
const invalid = "validation_failed";
const postalAddress = {
  street: "شارع العليا",
  buildingNumber: "7525",
  district: "الورود",
  postalCode: "12252",
  city: "الرياض",
};
const noAddress = Object.keys(postalAddress).map((part) => `client.postalAddress.${part} required`);

/** A body, the code that it gets, and the wrong fields as "path code". */
const cases: readonly (readonly [name: string, body: object, code: string, fields?: readonly string[]])[] = [
  [
    "a business without a name and an address in parts",
    plus({ client: { mobile: "0551234567", vatNumber: "300000000000003", address: "Riyadh" } }),
    invalid,
    ["client.name required", ...noAddress],
  ],
  [
    "a business that is the seller",
    plus({ client: { name: "x", vatNumber: "310122393500003", postalAddress } }),
    invalid,
    ["client.vatNumber own_vat_number"],
  ],
  [
    "a business that nothing is known of",
    plus({ client: { name: "x", isBusiness: true } }),
    invalid,
    ["client.identification required", ...noAddress],
  ],
  [
    "a standard invoice without a buyer",
    plus({ taxForm: "standard" }),
    invalid,
    ["client.name required", "client.identification required", ...noAddress],
  ],
  [
    "an address with Saudi numbers that are none",
    plus({
      client: { name: "x", postalAddress: { ...postalAddress, buildingNumber: "7", postalCode: "x" } },
    }),
    invalid,
    ["client.postalAddress.buildingNumber invalid_number", "client.postalAddress.postalCode invalid_number"],
  ],
  [
    "an address in no country",
    plus({ client: { name: "x", postalAddress: { country: "XX" } } }),
    invalid,
    ["client.postalAddress.country unknown_country"],
  ],
  [
    "an identification that is none",
    plus({ client: { name: "x", identification: { scheme: "700", value: "1001234567" }, postalAddress } }),
    invalid,
    ["client.identification.value invalid_number"],
  ],
  [
    "an export to nowhere",
    {
      ...line({ vatRate: "0", vatExemption: "VATEX-SA-32" }),
      client: { name: "x", postalAddress: { country: "AE" } },
    },
    invalid,
    ["client.postalAddress.street required", "client.postalAddress.city required"],
  ],
  [
    "a simplified invoice for an export",
    { ...line({ vatRate: "0", vatExemption: "VATEX-SA-33" }), taxForm: "simplified" },
    "standard_required",
  ],
  [
    "healthcare of a citizen without a name and a national id",
    { ...line({ vatRate: "0", vatExemption: "VATEX-SA-HEA" }), client: { mobile: "0551234567" } },
    invalid,
    ["client.name required", "client.identification national_id_required"],
  ],
  [
    "education of a person with a residence permit",
    {
      ...line({ vatRate: "0", vatExemption: "VATEX-SA-EDU" }),
      client: { name: "x", identification: { scheme: "IQA", value: "2012345678" } },
    },
    invalid,
    ["client.identification national_id_required"],
  ],
  [
    "education of a citizen whose national id is none",
    {
      ...line({ vatRate: "0", vatExemption: "VATEX-SA-EDU" }),
      client: { name: "x", identification: { scheme: "NAT", value: "2012345678" } },
    },
    invalid,
    ["client.identification.value invalid_number"],
  ],
  [
    "a VAT number that is none",
    plus({ client: { name: "x", vatNumber: "123", postalAddress } }),
    invalid,
    ["client.vatNumber invalid_vat_number"],
  ],
  [
    "a card number in a legal name",
    plus({ client: { legalName: "Ali 4508750015741019" } }),
    invalid,
    ["client.legalName card_number_misplaced"],
  ],
];

test("a wrong buyer gets 422 with every wrong place named, and nothing is stored", async () => {
  await using api = await startMerchantApi();
  for (const [name, body, code, fields] of cases) {
    const response = await api.call("POST", "/api/v1/invoices", { body });
    const problem = response.json();
    assert.deepEqual([response.statusCode, problem.code], [422, code], `${name}: ${response.body}`);
    const found = problem.fields?.map(
      (field: { path: string; code: string }) => `${field.path} ${field.code}`,
    );
    assert.deepEqual(found?.toSorted(), fields?.toSorted(), name);
  }
  assert.equal((await api.db.kysely.selectFrom("clients").select("id").execute()).length, 0);
});
