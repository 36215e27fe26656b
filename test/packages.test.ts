/** What package.json declares is what the sources import, and production needs no development package. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { closureOf, type Import, isData, isTest, readSources, root, type SourceFile } from "./source-tree.ts";

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const sources = readSources(["src", "test", "e2e", "bench", "scripts"]);
const configs = readSources([""]).filter(({ path }) => /^[a-z]+\.config\.ts$/.test(path));
const everything = [...sources, ...configs];

/** Peers that a package of ours loads by itself: the one that needs it. */
const peers: Readonly<Record<string, string>> = { "@fastify/swagger": "fastify-type-provider-zod" };

/** Packages that are run or read as files, and the file of ours that names them, or a part of the name. */
const namedIn: Readonly<Record<string, { readonly file: string; readonly as?: string }>> = {
  "@biomejs/biome": { file: "package.json", as: "biome check" },
  typescript: { file: "package.json", as: "tsc --noEmit" },
  "@expo-google-fonts/noto-emoji": { file: "src/server/documents/font-files.ts", as: '"noto-emoji"' },
  "@expo-google-fonts/noto-sans": { file: "src/server/documents/font-files.ts", as: '"noto-sans"' },
  "@expo-google-fonts/noto-sans-arabic": {
    file: "src/server/documents/font-files.ts",
    as: '"noto-sans-arabic"',
  },
  "@expo-google-fonts/readex-pro": { file: "src/server/documents/font-files.ts", as: '"readex-pro"' },
  "@expo-google-fonts/google-sans": { file: "src/web/build/fonts.ts" },
  "@fontsource/ibm-plex-sans-arabic": { file: "src/web/build/fonts.ts" },
  "moyasar-payment-form": { file: "src/web/build/marks.ts" },
  "react-pay-icons": { file: "src/web/build/marks.ts" },
};

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Packages that these files import, types too. */
function packagesOf(files: readonly SourceFile[]): Set<string> {
  return packagesIn(files.flatMap((file) => file.imports));
}

function packagesIn(imports: readonly Import[]): Set<string> {
  return new Set(
    imports
      .filter(({ target, specifier }) => target === null && !isBuiltin(specifier))
      .filter(({ specifier }) => !specifier.startsWith("virtual:"))
      .map(({ specifier }) => packageOf(specifier)),
  );
}

test("every package that is declared is imported, or is named where it is run or read", () => {
  const imported = packagesOf(everything);
  const isNamed = (name: string): boolean => {
    const place = namedIn[name];
    return place !== undefined && readFileSync(join(root, place.file), "utf8").includes(place.as ?? name);
  };
  const isUsed = (name: string): boolean => {
    if (imported.has(name) || isNamed(name)) return true;
    if (name === "@types/node") return true;
    if (name.startsWith("@types/")) return imported.has(name.slice("@types/".length));
    return imported.has(peers[name] ?? "");
  };
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  assert.deepEqual(
    declared.filter((name) => !isUsed(name)),
    [],
  );
});

test("every package that is declared has its reason in CONTRIBUTING.md, and every reason its package", () => {
  const table = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("| Package | Why |")[1] ?? "";
  // A name that ends with an asterisk stands for all that begin like it.
  const reasons = [...table.matchAll(/^\| (\S[^|]*) \|/gm)].flatMap(([, names = ""]) => names.split(", "));
  const isFor = (reason: string, name: string): boolean =>
    reason.endsWith("*") ? name.startsWith(reason.slice(0, -1)) : name === reason;
  const declared = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  assert.deepEqual(
    declared.filter((name) => !reasons.some((reason) => isFor(reason, name))),
    [],
  );
  assert.deepEqual(
    reasons.filter((reason) => !declared.some((name) => isFor(reason, name))),
    [],
  );
});

test("every package that is imported is declared", () => {
  const declared = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };
  const wrong = [...packagesOf(everything)].filter((name) => !(name in declared));
  assert.deepEqual(wrong, []);
});

const production = sources.filter(({ path }) => !isTest(path) && !isData(path));
/** Files that run as soon as these do; what they load by `import()` later is left out. */
const startOf = (doors: readonly string[]): SourceFile[] => closureOf(production, doors, { dynamic: false });

/** Development packages that files load at once. */
function developmentPackagesOf(files: readonly SourceFile[]): string[] {
  const atStart = files.flatMap((file) => file.imports).filter((one) => !one.isTypeOnly && !one.isDynamic);
  return [...packagesIn(atStart)].filter(
    (name) => !(name in manifest.dependencies) && !(name in manifest.optionalDependencies),
  );
}

test("a server runs after npm ci --omit=dev: what it loads is no development package and no simulator", () => {
  const commands = production
    .map(({ path }) => path)
    .filter((path) => /^src\/cli\/(?:start|admin|check-pages)\.ts$|^src\/server\/.*worker\.ts$/.test(path));
  assert.ok(commands.length >= 4, `the doors are there: ${commands.join(", ")}`);
  // Simulators and Vite's middleware are loaded by `import()` where they are asked for, never in production.
  const loaded = startOf(commands);
  assert.ok(
    loaded.some(({ path }) => path === "src/server/payments/settle.ts"),
    "the closure reaches the payments",
  );
  assert.deepEqual(developmentPackagesOf(loaded), []);
  assert.deepEqual(
    loaded.map(({ path }) => path).filter((path) => /^src\/sim\/|\/simulator\//.test(path)),
    [],
  );
});

test("simulators for test worlds run after npm ci --omit=dev, and those of development packages are loaded apart", () => {
  // `start.ts` loads this file alone, where WASL_SIM_URL is set (docs/decisions/0106).
  const loaded = startOf(["src/sim/server.ts"]);
  assert.ok(
    loaded.some(({ path }) => path === "src/gateways/mpgs/simulator/simulator.ts"),
    "the closure reaches the simulators of payments",
  );
  assert.deepEqual(developmentPackagesOf(loaded), []);
  const apart = startOf(["src/sim/mail-catcher.ts", "src/sim/other-simulators.ts"]);
  assert.deepEqual(developmentPackagesOf(apart).toSorted(), ["libxml2-wasm", "smtp-server"]);
});
