/** `npm run pictures`: the same system and browser as the tests, but it takes pictures instead of judging. */
import { defineConfig } from "@playwright/test";
import tests from "../../playwright.config.ts";

export default defineConfig({
  ...tests,
  testDir: ".",
  testMatch: "*.pictures.ts",
  globalSetup: "../global-setup.ts",
  globalTeardown: "./contact-sheet.ts",
  outputDir: "../../test-results/pictures",
  retries: 1,
  projects: [{ name: "pictures" }],
});
