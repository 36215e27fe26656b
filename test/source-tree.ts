/** The project's own files as the tidy test reads them: paths, texts and imports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

export type SourceFile = {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
};

export type Import = {
  /** What stands in the statement. */
  readonly specifier: string;
  /** The file in this project that it means, or null for a package. */
  readonly target: string | null;
  /** `import type`: gone before anything runs. */
  readonly isTypeOnly: boolean;
  /** `import()`: runs only where that line is reached. */
  readonly isDynamic: boolean;
};

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Translations and the version are data, not code. */
export const isData = (path: string): boolean => path.endsWith(".json") || path.endsWith(".css");

const skipped = new Set(["node_modules", "dist", ".data", ".git", "artifacts", "test-results"]);

/** All files below a folder of the project, by path from the root. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** Reads every TypeScript file below these folders. */
export function readSources(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap(listFiles)
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, lines: text.split("\n").length - 1, imports: readImports(path, text) };
    });
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([^"';]*?)\s*from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

/** Imports of a file: static, for their side effect, and dynamic with a literal. */
export function readImports(path: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? "";
    const names = match[2] ?? "";
    const everyNameIsType =
      /^\{[^}]*\}$/.test(names.trim()) &&
      names
        .replace(/[{}]/g, "")
        .split(",")
        .every((name) => name.trim() === "" || /^\s*type\s/.test(name));
    return {
      specifier,
      target: resolveImport(path, specifier),
      isTypeOnly: match[1] !== undefined || everyNameIsType,
      isDynamic: match[5] !== undefined,
    };
  });
}

/** The file of this project that a specifier means: `#core/x.ts` or a relative path; null for packages. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) {
    const [folder = "", ...rest] = specifier.slice(1).split("/");
    const base = folder === "test" || folder === "bench" ? folder : `src/${folder}`;
    return `${base}/${rest.join("/")}`;
  }
  if (!specifier.startsWith(".")) return null;
  const path = relative(root, resolve(root, from, "..", specifier.split("?")[0] ?? specifier));
  return path.replaceAll("\\", "/");
}

/** Files that run where `doors` run: everything of `files` reachable by imports that are not types only. */
export function closureOf(
  files: readonly SourceFile[],
  doors: readonly string[],
  { dynamic }: { readonly dynamic: boolean },
): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Map<string, SourceFile>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (!file || reached.has(path)) return;
    reached.set(path, file);
    for (const { target, isTypeOnly, isDynamic } of file.imports)
      if (target !== null && !isTypeOnly && (dynamic || !isDynamic)) visit(target);
  };
  for (const door of doors) visit(door);
  return [...reached.values()];
}
