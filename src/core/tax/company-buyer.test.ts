import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields } from "../fields.ts";
import { companyFields, companyIds, companyIn, readCompany } from "./company-buyer.ts";

const typed = {
  companyName: " شركة واحة الخليج ",
  companyNumber: "٣٠٠٠ ٠٠٠٠ ٠٠٠٠ ٠٠٣",
  companyBuildingNumber: "٧٥٢٥",
  companyStreet: "شارع العليا",
  companyDistrict: "الورود",
  companyCity: "الرياض",
  companyPostalCode: "12252",
};

test("nothing is asked for until one field is filled in, then all of them", () => {
  assert.deepEqual(checkFields(companyFields, { companyName: "  " }), []);
  assert.equal(companyIn({ companyName: "  " }), null);
  assert.deepEqual(checkFields(companyFields, typed), []);
  const wrong = checkFields(companyFields, { companyName: "7", companyPostalCode: "1225" });
  assert.deepEqual(
    wrong.map(({ textKey }) => textKey),
    Object.keys(typed).map((name) => `${name}Wrong`),
  );
});

test("a company is kept as tax invoices name it", () => {
  const company = companyIn(typed);
  assert.ok(company);
  const kept = {
    name: "شركة واحة الخليج",
    number: "300000000000003",
    buildingNumber: "7525",
    street: "شارع العليا",
    district: "الورود",
    city: "الرياض",
    postalCode: "12252",
  };
  assert.deepEqual(readCompany(company), kept);
  for (const number of ["123", "200000000000003", "12345678901", "CRN1010123456"])
    assert.equal(readCompany({ ...company, number }), null, number);
});

test("a company's number is a VAT number, a unified number or a commercial registration by its digits", () => {
  const company = companyIn(typed);
  assert.ok(company);
  for (const [written, ids] of [
    ["300000000000003", { vatNumber: "300000000000003", identification: null }],
    ["٧٠٠ ١٢٣ ٤٥٦٧", { vatNumber: null, identification: { scheme: "700", value: "7001234567" } }],
    ["1010-123456", { vatNumber: null, identification: { scheme: "CRN", value: "1010123456" } }],
  ] as const)
    assert.deepEqual(companyIds(readCompany({ ...company, number: written })?.number ?? ""), ids, written);
});
