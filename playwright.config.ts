import { defineConfig } from "@playwright/test";
import { browserLaunch } from "#test/browser.ts";

const launchOptions = await browserLaunch();

/**
 * They go through both languages or no language matters; what a wide window changes on their page, others show
 * (accessibility, panels, outcomes), or they set the sizes of the window and of the paper themselves.
 */
const onPhonesOnly = [
  "**/checklist/*.spec.ts",
  "**/console*.spec.ts",
  "**/methods/{applepay,googlepay,panel-on-its-way}.spec.ts",
  "**/{coming-back,email-confirmation,instalments,pay-by-reference,pay-by-wallet}.spec.ts",
  "**/{bank-step,code-step,company-buyer,digital-goods,simple-page,test-cards}.spec.ts",
  "**/{hostile-data,integrity,long-names,print,return-request,test-world}.spec.ts",
  "**/{product-asks,product-instalments}.spec.ts",
];

/** What single tests of which the same is true have in their names. */
const taggedForPhones = /@phone/;
const taggedForDesktops = /@desktop/;

/** A phone's window does not become wide. */
const onDesktopsOnly = ["**/page-widths.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "test-results",
  // One more than the cores of a small machine: a test waits for pages half of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 60_000,
  // A shared machine can stall; what fails once and then passes is reported as flaky.
  retries: process.env["CI"] === undefined ? 0 : 1,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    launchOptions,
    // Recording every test took a quarter of the processor's time; `--trace on` records one that is looked into.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    locale: "ar-SA",
    timezoneId: "Asia/Riyadh",
  },
  projects: [
    {
      name: "phone",
      testIgnore: onDesktopsOnly,
      grepInvert: taggedForDesktops,
      use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    },
    {
      name: "desktop",
      testIgnore: onPhonesOnly,
      grepInvert: taggedForPhones,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
