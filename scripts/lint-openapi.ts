/** Lints the OpenAPI documents of docs/ by Redocly's recommended rules, and fails with the first finding of any weight. */
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";

const root = join(import.meta.dirname, "..");

const config = await createConfig({
  extends: ["recommended"],
  // The specification's own address ends in one (Spec 9): POST /rest/pay/product/.
  rules: { "no-path-trailing-slash": "off" },
});

for (const name of ["docs/openapi.json", "docs/openapi-pages.json"]) {
  for (const { severity, ruleId, message, location } of await lint({ ref: join(root, name), config })) {
    const [place] = location;
    console.error(`${name} ${place?.pointer ?? ""} ${severity} ${ruleId}: ${message}`);
    process.exitCode = 1;
  }
}
