import assert from "node:assert/strict";
import { test } from "node:test";
import { typedAccount } from "./typed-account.ts";

test("groups of settings are sent as objects", () => {
  const settings = ["gateway.merchantId", "gateway.password", "merchantId"].map((path) => ({
    path,
    kind: "text" as const,
    usual: null,
    label: { ar: path, en: path },
  }));
  assert.deepEqual(
    typedAccount(settings, ({ path }) => `typed in ${path}`),
    {
      gateway: {
        merchantId: "typed in gateway.merchantId",
        password: "typed in gateway.password",
      },
      merchantId: "typed in merchantId",
    },
  );
});
