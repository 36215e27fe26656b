/** Who sells and who buys on paper: whole, in both languages, and on documents of before as they were. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Language } from "#core/language.ts";
import { sampleFacts, sellerVatNumber } from "#test/document-fixtures.ts";
import type { DocumentBuyer, DocumentSeller } from "./document-facts.ts";
import { buyerParty, sellerParty } from "./parties.ts";
import type { PrintParty } from "./print-model.ts";

const address = {
  street: "طريق الملك فهد",
  buildingNumber: "7525",
  additionalNumber: "3456",
  district: "العليا",
  postalCode: "12252",
  city: "الرياض",
  country: "SA",
} as const;

const seller: DocumentSeller = {
  name: "شركة النخيل للتجارة",
  vatNumber: sellerVatNumber,
  commercialRegistration: "1010123456",
  address: "أي مكان",
  city: "الرياض",
  email: null,
  phone: null,
  party: {
    shopName: "متجر النخيل",
    legalNameEn: "Nakheel Trading Company",
    identification: { scheme: "CRN", value: "1010123456" },
    nationalAddress: address,
    nationalAddressEn: { street: "King Fahd Road", district: "Al Olaya", city: "Riyadh" },
  },
};

/** Facts as "label: values", without the marks that keep numbers in their order. */
function facts(party: PrintParty): string[] {
  return party.facts.map(({ label, values }) =>
    `${label[0]}: ${values.map(({ text }) => text).join(" · ")}`
      .replace(/[\u2066-\u2069]/g, "")
      .replaceAll("\u00a0", " "),
  );
}

const arabicAddress =
  "7525 طريق الملك فهد، العليا، الرياض 12252، الرقم الإضافي 3456، المملكة العربية السعودية";
const englishAddress = "7525 King Fahd Road, Al Olaya, Riyadh 12252, additional no. 3456, Saudi Arabia";

test("a sheet names the seller by its legal name, its number and its address in both languages", () => {
  const party = sellerParty(seller, { language: "en", isRoll: false });
  assert.equal(party.name?.text, "شركة النخيل للتجارة");
  assert.deepEqual(facts(party), [
    "Name: Nakheel Trading Company",
    `VAT no.: ${sellerVatNumber}`,
    "CR no.: 1010123456",
    `Address: ${arabicAddress} · ${englishAddress}`,
  ]);
});

test("a roll, whose head is the shop's name, has the legal one below it", () => {
  const names = facts(sellerParty(seller, { language: "ar", isRoll: true })).slice(0, 2);
  assert.deepEqual(names, ["الاسم النظامي: شركة النخيل للتجارة", "الاسم: Nakheel Trading Company"]);
});

test("another identification stands beside a commercial registration that was given as contact", () => {
  const identification = { scheme: "700", value: "7001234567" } as const;
  const party = seller.party && { ...seller.party, identification };
  const lines = facts(sellerParty({ ...seller, ...(party && { party }) }, { language: "en", isRoll: false }));
  assert.deepEqual(lines.slice(2, 4), ["Unified no.: 7001234567", "CR no.: 1010123456"]);
});

const buyer: DocumentBuyer = {
  name: "خالد",
  maskedMobile: null,
  vatNumber: null,
  address: "بيت",
  party: { identification: { scheme: "NAT", value: "1012345672" }, postalAddress: null },
};

test("a person's number is whole on a standard invoice alone", () => {
  const [hidden] = facts(buyerParty(buyer, { language: "en", form: "simplified" }));
  const [whole] = facts(buyerParty(buyer, { language: "en", form: "standard" }));
  assert.deepEqual([hidden, whole], ["National ID: ••••••• 672", "National ID: 1012345672"]);
});

test("an address in parts stands instead of the free one, with the country in its own script", () => {
  const of = (postalAddress: object, language: Language) => {
    const party = { identification: null, postalAddress: { ...address, ...postalAddress } };
    return facts(buyerParty({ ...buyer, party }, { language, form: "standard" }));
  };
  assert.deepEqual(of({}, "en"), [`Address: ${arabicAddress}`]);
  const abroad = {
    street: "Marina Walk 12",
    buildingNumber: null,
    additionalNumber: null,
    district: null,
    postalCode: null,
    city: "Dubai",
    country: "AE",
  };
  assert.deepEqual(of(abroad, "ar"), ["العنوان: Marina Walk 12, Dubai, United Arab Emirates"]);
});

test("documents of before print the address that they froze", () => {
  const { seller: before } = sampleFacts();
  assert.deepEqual(facts(sellerParty(before, { language: "en", isRoll: true })), [
    `VAT no.: ${sellerVatNumber}`,
    "CR no.: 1010123456",
    "Address: طريق الملك فهد، حي العليا، الرياض، المملكة العربية السعودية",
    "Phone: +966 11 234 5678",
    "E-mail: hello@example.sa",
  ]);
  const { party: _party, ...old } = buyer;
  assert.deepEqual(facts(buyerParty(old, { language: "en", form: "standard" })), ["Address: بيت"]);
});

test("no line of an address can end with a dash, however it was typed", () => {
  const written = [
    "طريق الملك فهد - مخرج 5",
    "طريق الملك فهد- مخرج 5",
    "طريق الملك فهد -مخرج 5",
    "طريق الملك فهد –\nمخرج 5 -",
    "- طريق الملك فهد\r\n— مخرج 5 ،-",
  ];
  const texts = written.flatMap((street) => {
    const party = { identification: null, postalAddress: { ...address, street } };
    const parts = buyerParty({ ...buyer, party }, { language: "ar", form: "standard" });
    const free = buyerParty({ ...buyer, address: street }, { language: "ar", form: "simplified" });
    const { party: _party, ...before } = { ...seller, address: street };
    return [parts, free, sellerParty(before, { language: "ar", isRoll: true })].map(
      ({ facts: all }) => all.find(({ label }) => label[0] === "العنوان")?.values[0]?.text ?? "",
    );
  });
  for (const text of texts) {
    assert.match(text, /طريق الملك فهد [-–—]\u00a0مخرج/);
    assert.doesNotMatch(text, /[-–—][ \n]|[-–—]$|^[-–—]|[-–—]،/);
  }
});
