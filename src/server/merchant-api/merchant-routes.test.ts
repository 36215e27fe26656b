/** A merchant's own account: read, changed as a whole or not at all, and with effect on what it issues. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Agreement } from "#contract/agreements.ts";
import { startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/merchant";

test("a merchant reads and changes its own account, and what is left out stays", async () => {
  await using api = await startMerchantApi();
  const before = (await api.call("GET", path)).json();
  assert.deepEqual(
    [before.shopName, before.vatNumber, before.allowedCountries, before.redirectHosts, before.isActive],
    ["متجر النخيل", "310122393500003", null, [], true],
  );
  const contact = { city: "الرياض", address1: "7525 طريق الملك فهد", commercialRegistration: "١٠١٠١٢٣٤٥٦" };
  const shop = { whatsapp: "+966 55 123 4567", returnsUrl: "https://shop.example.sa/returns" };
  const reply = await api.call("PATCH", path, {
    body: {
      shopName: " متجر النخيل للتمور ",
      legalName: "شركة النخيل",
      vatNumber: "٣١٠١٢٢٣٩٣٥٠٠٠٠٣",
      allowedCountries: ["sa", "AE", "SA"],
      redirectHosts: ["Shop.Example.sa", "https://متجر.example/"],
      frameOrigins: ["https://shop.example.sa/"],
      contact: { ...contact, ...shop },
    },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(reply.json(), {
    ...before,
    shopName: "متجر النخيل للتمور",
    legalName: "شركة النخيل",
    allowedCountries: ["SA", "AE"],
    redirectHosts: ["shop.example.sa", "xn--pgbep1f.example"],
    frameOrigins: ["https://shop.example.sa"],
    contact: {
      ...contact,
      email: null,
      phone: null,
      commercialRegistration: "1010123456",
      ...shop,
      ...{ returnsText: null, returnsTextEn: null },
      whatsapp: "+966551234567",
    },
  });
  const back = await api.call("PATCH", path, { body: { legalName: null, allowedCountries: null } });
  assert.deepEqual([back.json().legalName, back.json().allowedCountries], [null, null]);
  assert.equal(back.json().shopName, "متجر النخيل للتمور");
});

test("a change that states what it has read is refused once the settings are others, and never for a sale", async () => {
  await using api = await startMerchantApi();
  const etag = String((await api.call("GET", path)).headers.etag);
  await api.call("POST", "/api/v1/invoices", {
    body: { lines: [{ title: "x", quantity: 1, unitPrice: "10.00" }], client: { name: "N" } },
    headers: { "idempotency-key": "one" },
  });
  const change = (phone: string, tag: string) =>
    api.call("PATCH", path, { body: { phone }, headers: { "if-match": tag } });
  const first = await change("+966551111111", etag);
  assert.equal(first.statusCode, 200, first.body);
  const late = await change("+966552222222", etag);
  assert.deepEqual([late.statusCode, late.json().code], [412, "precondition_failed"]);
  const now = await api.call("GET", path);
  assert.deepEqual([now.json().phone, now.headers.etag], ["+966551111111", first.headers.etag]);
  assert.equal((await change("+966552222222", String(first.headers.etag))).statusCode, 200);
});

test("a key says who it belongs to, what it may do, and which methods are on", async () => {
  await using api = await startMerchantApi();
  const mine = (await api.call("GET", path)).json();
  assert.deepEqual([mine.mode, mine.key.name], ["test", "test"]);
  assert.deepEqual(mine.key.scopes, ["read", "issue", "refund", "manage"]);
  assert.ok(api.merchant.key.startsWith(mine.key.prefix));
  assert.ok(mine.methods.includes("mada") && mine.methods.includes("sadad"), mine.methods.join());
  const other = await api.addMerchant({ shopName: "Other" });
  const theirs = (await api.call("GET", path, { merchant: other })).json();
  assert.deepEqual([theirs.shopName, theirs.key.id === mine.key.id], ["Other", false]);
});

const party = {
  legalName: "شركة النخيل للتجارة",
  legalNameEn: "Nakheel Trading Company",
  identification: { scheme: "700", value: "٧٠٠١ ٢٣٤ ٥٦٧" },
  nationalAddress: {
    street: " طريق الملك فهد ",
    buildingNumber: "٧٥٢٥",
    additionalNumber: "3456",
    district: "العليا",
    postalCode: "12252",
    city: "الرياض",
  },
  nationalAddressEn: { street: "King Fahd Road", district: "Al Olaya", city: "Riyadh" },
};

test("a merchant says who sells, as tax invoices name it, and reads what is still missing", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ seller: null });
  const before = (await api.call("GET", path, { merchant })).json();
  assert.deepEqual(before.missingFacts, ["legalName", "identification", "nationalAddress"]);
  assert.deepEqual([before.legalName, before.identification, before.nationalAddress], [null, null, null]);

  const some = await api.call("PATCH", path, { merchant, body: { identification: party.identification } });
  assert.deepEqual(some.json().missingFacts, ["legalName", "nationalAddress"]);
  const all = await api.call("PATCH", path, { merchant, body: party });
  assert.deepEqual(all.json(), {
    ...before,
    ...party,
    identification: { scheme: "700", value: "7001234567" },
    nationalAddress: {
      ...party.nationalAddress,
      street: "طريق الملك فهد",
      buildingNumber: "7525",
      country: "SA",
    },
    missingFacts: [],
  });
  const again = await api.call("PATCH", path, {
    merchant,
    body: { nationalAddress: all.json().nationalAddress },
  });
  assert.deepEqual(again.json(), all.json(), "what is read can be sent back");

  const gone = await api.call("PATCH", path, {
    merchant,
    body: { identification: null, nationalAddress: null, nationalAddressEn: null, legalNameEn: null },
  });
  assert.deepEqual(gone.json(), {
    ...before,
    legalName: party.legalName,
    missingFacts: ["identification", "nationalAddress"],
  });
  const unregistered = await api.call("PATCH", path, { merchant, body: { vatNumber: null } });
  assert.deepEqual(
    unregistered.json().missingFacts,
    [],
    "nothing is asked of a merchant without a VAT number",
  );
});

const wrong: readonly (readonly [body: object, field: string])[] = [
  [{ shopName: " " }, "shopName"],
  [{ email: "notamail" }, "email"],
  [{ phone: "nophone" }, "phone"],
  [{ vatNumber: "310122393500004" }, "vatNumber"],
  [{ vatNumber: "3101223935" }, "vatNumber"],
  [{ allowedCountries: ["SA", "XX"] }, "allowedCountries.1"],
  ...[
    "*.example.sa",
    "shop",
    "10.0.0.7",
    "shop.example/x",
    "shop.example:8080",
    "a@b.example",
    "javascript:1",
  ].map((host) => [{ redirectHosts: [host] }, "redirectHosts.0"] as const),
  ...["shop.example", "https://*.example", "https://shop.example/x", "*"].map(
    (origin) => [{ frameOrigins: [origin] }, "frameOrigins.0"] as const,
  ),
  [{ legalName: "Nakheel Trading Company" }, "legalName"],
  [{ legalNameEn: " " }, "legalNameEn"],
  [{ identification: { scheme: "CRN", value: "101012345" } }, "identification.value"],
  [{ identification: { scheme: "700", value: "1001234567" } }, "identification.value"],
  [{ identification: { scheme: "NAT", value: "1012345672" } }, "identification.scheme"],
  [{ nationalAddress: { ...party.nationalAddress, buildingNumber: "75" } }, "nationalAddress.buildingNumber"],
  [{ nationalAddress: { ...party.nationalAddress, postalCode: "1225" } }, "nationalAddress.postalCode"],
  [
    { nationalAddress: { ...party.nationalAddress, additionalNumber: "x" } },
    "nationalAddress.additionalNumber",
  ],
  [{ nationalAddress: { ...party.nationalAddress, district: " " } }, "nationalAddress.district"],
  [{ nationalAddress: { ...party.nationalAddress, country: "AE" } }, "nationalAddress.country"],
  [{ nationalAddress: { street: "طريق الملك فهد" } }, "nationalAddress.buildingNumber"],
  [
    { nationalAddressEn: { street: "King Fahd Road", district: "", city: "Riyadh" } },
    "nationalAddressEn.district",
  ],
  [{ contact: { commercialRegistration: "12" } }, "contact.commercialRegistration"],
  [{ contact: { whatsapp: "0551234567" } }, "contact.whatsapp"],
  [{ contact: { returnsUrl: "javascript:alert(1)" } }, "contact.returnsUrl"],
  [{ contact: { returnsUrl: "https://a@shop.example.sa" } }, "contact.returnsUrl"],
  [{ contact: { returnsText: "ا".repeat(5_001) } }, "contact.returnsText"],
  [{ contact: { returnsTextEn: "Within seven days" } }, "contact.returnsText"],
  [{ contact: { email: "x" } }, "contact.email"],
  [{ shopName: "株式会社ナツメ" }, "shopName"],
  [{ legalName: "شركة 椰枣 للتجارة" }, "legalName"],
  [{ legalNameEn: "Nakheel 椰枣" }, "legalNameEn"],
  [{ nationalAddress: { ...party.nationalAddress, city: "利雅得" } }, "nationalAddress.city"],
  [
    { nationalAddressEn: { street: "King Fahd Road", district: "אל עליא", city: "Riyadh" } },
    "nationalAddressEn.district",
  ],
  [{ contact: { city: "리야드" } }, "contact.city"],
  [{ contact: { address1: "ถนน" } }, "contact.address1"],
  [{ commissionRate: "0.00" }, "commissionRate"],
  [{ username: "other" }, "username"],
];

test("what is wrong is named, and nothing of the request is kept", async () => {
  await using api = await startMerchantApi();
  const before = (await api.call("GET", path)).json();
  for (const [body, field] of wrong) {
    const reply = await api.call("PATCH", path, { body: { legalName: "شركة", ...body } });
    assert.deepEqual([reply.statusCode, reply.json().fields?.[0].path], [422, field], JSON.stringify(body));
  }
  assert.deepEqual((await api.call("GET", path)).json(), before);
});

test("in live, buyers are sent to hosts that the merchant registered itself, from the next request on", async () => {
  await using api = await startMerchantApi({ config: { environment: "live" } });
  const issue = async (callbackUrl: string) => {
    const body = { lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }], callbackUrl };
    return (await api.call("POST", "/api/v1/invoices", { body })).statusCode;
  };
  assert.equal(await issue("https://shop.example.sa/back"), 422);
  const reply = await api.call("PATCH", path, { body: { redirectHosts: ["shop.example.sa"] } });
  assert.equal(reply.statusCode, 200);
  assert.equal(await issue("https://shop.example.sa/back"), 201);
  assert.equal(await issue("https://evil.shop.example.sa/back"), 422);
});

test("a new version of the standard terms is of new invoices alone, in both languages, and says who accepted it", async () => {
  await using api = await startMerchantApi();
  const english = { title: "Terms", text: "Seven days." };
  const publish = async (text: string) => {
    const body = { title: "الشروط", text, english, isStandard: true };
    const answer = await api.call("POST", "/api/v1/agreements", { body });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  const first = await publish("سبعة أيام");
  assert.deepEqual(
    [first.version, first.isStandard, first.acceptedInvoices, first.english],
    [1, true, 0, english],
  );
  const old = await api.issue({});
  assert.deepEqual(old.agreement, { version: 1, title: "الشروط", text: "سبعة أيام", english });
  assert.deepEqual(await publish("سبعة أيام"), first, "known texts keep their version");
  const second = await publish("ثلاثون يومًا");
  assert.equal(second.version, 2);
  assert.notEqual(second.sha256, first.sha256);
  assert.equal((await api.issue({})).agreement?.version, 2);
  assert.equal((await api.issue({ agreement: null })).agreement, null);
  const kept = await api.call("GET", `/api/v1/invoices/${old.orderNumber}`);
  assert.equal(kept.json().agreement.version, 1);
  const edited = await api.call("PATCH", `/api/v1/invoices/${old.orderNumber}`, {
    body: { note: "x" },
    headers: { "if-match": String(kept.headers["etag"]) },
  });
  assert.deepEqual(edited.json().agreement, old.agreement, "a change of something else keeps the version");
  await api.db.pool.query(
    "update orders set agreement_accepted_at = now(), agreement_accepted_sha256 = $2 where order_number = $1",
    [old.orderNumber, first.sha256],
  );
  const list = (await api.call("GET", "/api/v1/agreements")).json().items;
  assert.deepEqual(
    list.map((one: Agreement) => [one.version, one.isStandard, one.acceptedInvoices]),
    [
      [2, true, 0],
      [1, false, 1],
    ],
  );

  const standard = (version: number | null) =>
    api.call("PUT", "/api/v1/agreements/standard", { body: { version } });
  assert.equal((await standard(9)).statusCode, 404);
  assert.equal((await standard(null)).statusCode, 200);
  assert.equal((await api.issue({})).agreement, null);
  const empty = { title: "t", text: "t", english: { title: "t", text: " \u200b" } };
  const refused = await api.call("POST", "/api/v1/agreements", { body: empty });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].path], [422, "english.text"]);
});
