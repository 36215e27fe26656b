/** Product links and coupons. */
import { readFile } from "node:fs/promises";
import type { NewCoupon, NewProductLink } from "#sdk/index.mjs";
import { type Given, type MerchantCommand, neededOption, type Parts } from "./command.ts";
import { listCommand, readJsonFile } from "./lists.ts";

const fileOption = { file: { type: "string" } } as const;
const fileHelp = (call: string): string =>
  `Options:\n  --file <f>   the body of ${call} as JSON, - for standard input`;

export const sellingCommands: Readonly<Record<string, MerchantCommand>> = {
  "links list": listCommand({
    call: "GET /api/v1/product-links",
    summary: "links to products, the newest first",
    filters: "productId=3",
    heads: ["LINK", "PRODUCT", "ACTIVE", "EXPIRES", "ADDRESS"],
    row: (one) => [
      one.linkIdentity,
      String(one.productId),
      yesOrNo(one.isActive),
      one.expiresAt ?? "",
      one.url,
    ],
  }),
  "links show": {
    words: "<link>",
    summary: "one link",
    run: async ({ wasl, table }, { words: [linkIdentity = ""] }) => {
      const link = await wasl().call("GET /api/v1/product-links/{linkIdentity}", { path: { linkIdentity } });
      return { text: table(factsOf(link)), json: link };
    },
  },
  "links create": {
    words: "",
    summary: "make a link to a product and say its address",
    details: fileHelp("POST /api/v1/product-links"),
    options: fileOption,
    run: async (parts, given) => {
      const link = await parts
        .wasl()
        .call("POST /api/v1/product-links", { body: (await readBody(parts, given)) as NewProductLink });
      return { text: parts.table(factsOf(link)), json: link };
    },
  },
  "coupons list": listCommand({
    call: "GET /api/v1/coupons",
    summary: "coupons, the newest first",
    heads: ["COUPON", "CODE", "DISCOUNT", "USED", "ACTIVE", "ENDS"],
    row: (one) => [
      String(one.id),
      one.code,
      `${one.discount.value}${one.discount.type === "PERCENTAGE" ? " %" : ""}`,
      one.usageLimit === null ? String(one.usedCount) : `${one.usedCount} of ${one.usageLimit}`,
      yesOrNo(one.isActive),
      one.endsAt ?? "",
    ],
  }),
  "coupons show": {
    words: "<coupon>",
    summary: "one coupon",
    run: async ({ wasl, table }, { words: [couponId = ""] }) => {
      const coupon = await wasl().call("GET /api/v1/coupons/{couponId}", { path: { couponId } });
      return { text: table(factsOf(coupon)), json: coupon };
    },
  },
  "coupons create": {
    words: "",
    summary: "make a coupon",
    details: fileHelp("POST /api/v1/coupons"),
    options: fileOption,
    run: async (parts, given) => {
      const coupon = await parts
        .wasl()
        .call("POST /api/v1/coupons", { body: (await readBody(parts, given)) as NewCoupon });
      return { text: parts.table(factsOf(coupon)), json: coupon };
    },
  },
};

const yesOrNo = (is: boolean): string => (is ? "yes" : "no");

/** What each field must be is the server's to say. */
async function readBody({ input }: Parts, given: Given): Promise<object> {
  return await readJsonFile(neededOption(given, "file"), async (name) =>
    name === "-" ? await input() : await readFile(name, "utf8"),
  );
}

/** Every field that has a value, under its name of the API. */
function factsOf(model: object): string[][] {
  return Object.entries(model)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
}
