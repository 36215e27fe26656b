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
  "@expo-google-fonts/noto-emoji": { file: "src/server/documents/fonts.ts", as: '"noto-emoji"' },
  "@expo-google-fonts/noto-sans": { file: "src/server/documents/fonts.ts", as: '"noto-sans"' },
  "@expo-google-fonts/noto-sans-arabic": { file: "src/server/documents/fonts.ts", as: '"noto-sans-arabic"' },
  "@expo-google-fonts/readex-pro": { file: "src/server/documents/fonts.ts", as: '"readex-pro"' },
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

test("every package that is imported is declared", () => {
  const declared = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };
  const wrong = [...packagesOf(everything)].filter((name) => !(name in declared));
  assert.deepEqual(wrong, []);
});

test("a server runs after npm ci --omit=dev: what it loads is no development package", () => {
  const production = sources.filter(({ path }) => !isTest(path) && !isData(path));
  const commands = production
    .map(({ path }) => path)
    .filter((path) => /^src\/cli\/(?:start|admin|check-pages)\.ts$|^src\/server\/.*worker\.ts$/.test(path));
  assert.ok(commands.length >= 4, `the doors are there: ${commands.join(", ")}`);
  // Simulators and Vite's middleware are loaded by `import()` where they are asked for, never in production.
  const loaded = closureOf(production, commands, { dynamic: false });
  assert.ok(
    loaded.some(({ path }) => path === "src/server/payments/settle.ts"),
    "the closure reaches the payments",
  );
  const atStart = loaded.flatMap((file) => file.imports).filter((one) => !one.isTypeOnly && !one.isDynamic);
  const wrong = [...packagesIn(atStart)].filter(
    (name) => !(name in manifest.dependencies) && !(name in manifest.optionalDependencies),
  );
  assert.deepEqual(wrong, []);
});
