import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields } from "../fields.ts";
import { companyFields, companyIn, readCompany } from "./company-buyer.ts";

const typed = {
  companyName: " شركة واحة الخليج ",
  companyVatNumber: "٣٠٠٠ ٠٠٠٠ ٠٠٠٠ ٠٠٣",
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
    vatNumber: "300000000000003",
    buildingNumber: "7525",
    street: "شارع العليا",
    district: "الورود",
    city: "الرياض",
    postalCode: "12252",
  };
  assert.deepEqual(readCompany(company), kept);
  assert.equal(readCompany({ ...company, vatNumber: "123" }), null);
});
