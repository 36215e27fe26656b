/**
 * The build of the pages, one command (`vite build`) for both sides: `dist/client` for the browser (hashed files,
 * compressed beforehand, merged translations, manifest) and `dist/server/render.js` for the server. `dist/console` is the
 * console of merchants.
 */
import { defineConfig, type EnvironmentOptions } from "vite";
import { catalog } from "./src/methods/catalog.ts";
import { copiedFiles, fontFolder } from "./src/server/documents/font-files.ts";
import { apiReference } from "./src/web/build/api-reference.ts";
import { comesWithEntry } from "./src/web/build/comes-with-entry.ts";
import { documentFonts } from "./src/web/build/document-fonts.ts";
import { hotPages } from "./src/web/build/hot-pages.ts";
import { plainImports } from "./src/web/build/plain-imports.ts";
import { precompress } from "./src/web/build/precompress.ts";
import { scriptInventory } from "./src/web/build/script-inventory.ts";
import { stampVersion } from "./src/web/build/stamp-version.ts";
import { compileMessages, mergedTranslations } from "./src/web/build/translations.ts";

/** A slow machine is no mistake: the time that our plugins take is not warned of. */
const checks = { bundlerTimings: false };

/** A build of its own, so that pages without islands load small files and no pieces shared with the islands. */
const pageScript: EnvironmentOptions = {
  consumer: "client",
  build: {
    outDir: "dist/client",
    emptyOutDir: false,
    manifest: "manifest-script.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      input: [
        "src/web/script/page-script.ts",
        "src/web/script/invoice-script.ts",
        "src/web/script/result-script.ts",
        "src/web/script/google-button-script.ts",
      ],
    },
  },
};

const isPackage = /\/node_modules\//;
const isOfFirstScreen = comesWithEntry("src/console/main.tsx");

/** The console of merchants (docs/decisions/0111): a program of its own that no page of buyers loads anything of. */
const consoleApp: EnvironmentOptions = {
  consumer: "client",
  build: {
    outDir: "dist/console",
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: false,
    // One sheet for all screens: it is small, and no screen waits for a second one.
    cssCodeSplit: false,
    rolldownOptions: {
      checks,
      input: "src/console/main.tsx",
      // Marks of the packages for servers that render: here nothing renders but the browser.
      onwarn: (warning, warn) => {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
      output: {
        codeSplitting: {
          // What comes with the first screen is one file: a dozen small ones take longer and are packed worse.
          groups: [
            {
              name: (id, graph) => (isPackage.test(id) && isOfFirstScreen(id, graph) ? "packages" : null),
              priority: 2,
            },
            // Of ours, too, what the first list needs; what only later screens share stays out of it.
            {
              name: (id, graph) => (isOfFirstScreen(id, graph) ? "shared" : null),
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
};

/**
 * The panels that wait to be opened: one file and one hash, instead of a dozen small ones with a hash each. They come
 * before what is shared, or what three of them share would come with every page.
 */
const opened = catalog.flatMap(({ id, surface }) =>
  surface === "panel" && id !== "card" ? [`methods/${id}`] : [],
);
/** What panels share, and nothing else of a page: paths in `src`, of folders and of modules without their ending. */
const sharedByPanels = [
  ...["methods/open-reference", "methods/buyer-fields", "methods/instalments", "methods/otp-wallets"],
  ...["methods/references", "web/payment/otp", "web/payment/payment-ref", "web/payment/reference"],
  ...["web/payment/time-is-over", "core/limits"],
];
const panelsOfMethods = new RegExp(`/src/(${[...sharedByPanels, ...opened].join("|")})`);

export default defineConfig(({ command }) => ({
  appType: "custom",
  publicDir: false,
  // Development finds the packages of the islands before the first page asks for them.
  optimizeDeps: { entries: ["src/web/island/hydrate.ts", "src/console/main.tsx"] },
  plugins: [
    plainImports(),
    compileMessages(),
    mergedTranslations(),
    hotPages(),
    scriptInventory(),
    precompress(),
    apiReference(),
    documentFonts(fontFolder, copiedFiles),
    stampVersion(),
  ],
  resolve: {
    alias: [
      // The messages are compiled by the build, so that no parser of ICU messages travels to the browser.
      { find: "use-intl/format-message", replacement: "use-intl/format-message/format-only" },
      // Without what it carries for React 17.
      {
        find: "use-sync-external-store/shim/with-selector",
        replacement: "use-sync-external-store/with-selector",
      },
    ],
  },
  builder: {},
  build: { target: ["chrome109", "safari15.6", "firefox115"], emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: "manifest.json",
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: {
          checks,
          input: "src/web/island/hydrate.ts",
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // Whatever three pages or panels share is one file; who they are is seen from the imports.
                { name: "shared", minShareCount: 3, priority: 1 },
                { name: "methods", test: panelsOfMethods, priority: 2 },
              ],
            },
          },
        },
      },
    },
    ...(command === "build" && { script: pageScript, console: consoleApp }),
    ssr: {
      // The built bundle stands alone; while developing, only what the alias above changes goes through Vite.
      resolve: { noExternal: command === "build" ? true : ["use-intl"] },
      // Without this the server would carry and run the development half of React, too.
      ...(command === "build" && { define: { "process.env.NODE_ENV": '"production"' } }),
      build: {
        outDir: "dist/server",
        ssr: true,
        target: "node20",
        copyPublicDir: false,
        rolldownOptions: {
          checks,
          input: { render: "src/web/render.tsx" },
          // One file, read at the start: a build under a running server cannot take a part of it away.
          output: { codeSplitting: false },
        },
      },
    },
  },
}));
