import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type BuyerScheme,
  buyerSchemes,
  isOfLegalPerson,
  isOfNaturalPerson,
  missingOfAddress,
  missingOfSeller,
  type PostalAddress,
  readAddressPart,
  readIdentification,
  readVatNumberOf,
  type SellerParty,
  sellerSchemes,
} from "./tax-party.ts";

const ids: readonly (readonly [scheme: BuyerScheme, text: string, value: string | null])[] = [
  ["CRN", "1010 123 456", "1010123456"],
  ["CRN", "١٠١٠١٢٣٤٥٦", "1010123456"],
  ["CRN", "101012345", null],
  ["CRN", "10101234567", null],
  ["700", "7001234567", "7001234567"],
  ["700", "1001234567", null],
  ["TIN", "3101223935", "3101223935"],
  ["TIN", "7101223935", null],
  ["NAT", "1012345672", "1012345672"],
  ["NAT", "2012345672", null],
  ["IQA", "2012345672", "2012345672"],
  ["IQA", "1012345672", null],
  ["MOM", "lic-40/21", "LIC4021"],
  ["MLS", "", null],
  ["SAG", "11210", "11210"],
  ["GCC", "784-1990-1234567-1", "784199012345671"],
  ["PAS", "N 0123456", "N0123456"],
  ["PAS", "جواز", null],
  ["OTH", "A_1", null],
];

for (const [scheme, text, value] of ids) {
  test(`"${text}" is ${value ?? "no id"} of ${scheme}`, () => {
    assert.equal(readIdentification(scheme, text), value);
  });
}

test("every scheme is of a legal person, of a natural one, or says nothing", () => {
  assert.deepEqual(
    buyerSchemes.filter((scheme) => !isOfLegalPerson(scheme) && !isOfNaturalPerson(scheme)),
    ["OTH"],
  );
  assert.ok(sellerSchemes.every((scheme) => !isOfNaturalPerson(scheme)));
});

test("a VAT number has the shape of its country's", () => {
  assert.equal(readVatNumberOf("SA", "٣١٠١٢٢٣٩٣٥٠٠٠٠٣"), "310122393500003");
  assert.equal(readVatNumberOf("SA", "100123456700003"), null);
  assert.equal(readVatNumberOf("AE", "100 1234 5670 0003"), "100123456700003");
  assert.equal(readVatNumberOf("DE", "de-123.456.789"), "DE123456789");
  assert.equal(readVatNumberOf("DE", "?"), null);
});

test("numbers of Saudi addresses have their digits; those of other countries have what they have", () => {
  assert.equal(readAddressPart("buildingNumber", " ٧٥٢٥ ", "SA"), "7525");
  assert.equal(readAddressPart("buildingNumber", "75", "SA"), null);
  assert.equal(readAddressPart("buildingNumber", "12b", "DE"), "12b");
  assert.equal(readAddressPart("postalCode", "12252-3456", "SA"), null);
  assert.equal(readAddressPart("postalCode", "SW1A 1AA", "GB"), "SW1A 1AA");
  assert.equal(readAddressPart("additionalNumber", "3456", "SA"), "3456");
  assert.equal(readAddressPart("street", "  ", "SA"), null);
});

const nowhere: PostalAddress = {
  street: null,
  buildingNumber: null,
  additionalNumber: null,
  district: null,
  postalCode: null,
  city: null,
  country: "SA",
};

test("a standard invoice needs the whole national address of a Saudi buyer, street and city of another", () => {
  const saudi = ["street", "buildingNumber", "district", "postalCode", "city"];
  assert.deepEqual(missingOfAddress(null), saudi);
  assert.deepEqual(missingOfAddress(nowhere), saudi);
  assert.deepEqual(missingOfAddress({ ...nowhere, country: "AE" }), ["street", "city"]);
  assert.deepEqual(missingOfAddress({ ...nowhere, country: "AE", street: "Marina Walk", city: "Dubai" }), []);
});

const complete: SellerParty & { vatNumber: string | null } = {
  vatNumber: "310122393500003",
  legalName: "شركة النخيل",
  legalNameEn: null,
  identification: { scheme: "CRN", value: "1010123456" },
  nationalAddress: {
    street: "طريق الملك فهد",
    buildingNumber: "7525",
    additionalNumber: null,
    district: "العليا",
    postalCode: "12252",
    city: "الرياض",
    country: "SA",
  },
  nationalAddressEn: null,
};

test("a seller with a VAT number needs a legal name in Arabic, an id and an address; one without needs nothing", () => {
  const nobody = { ...complete, legalName: null, identification: null, nationalAddress: null };
  assert.deepEqual(missingOfSeller(complete), []);
  assert.deepEqual(missingOfSeller(nobody), ["legalName", "identification", "nationalAddress"]);
  assert.deepEqual(missingOfSeller({ ...complete, legalName: "Palm Trading LLC" }), ["legalName"]);
  assert.deepEqual(missingOfSeller({ ...nobody, vatNumber: null }), []);
});
