/** The screens that the console has, read of its sources: a new one without a row in a test fails. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The addresses of the console's routes, those with parts once for each part. */
export function addressesOfConsole(): string[] {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "../src/console", path), "utf8");
  const listed = /moneyParts = \[([^\]]+)\]/.exec(read("money/money-tabs.tsx"))?.[1] ?? "";
  const parts: Readonly<Record<string, readonly string[]>> = {
    "/payments/$part": [...listed.matchAll(/"(\w+)"/g)].map(([, part = ""]) => part),
    "/shop/$part": [...read("shop/shop-part.tsx").matchAll(/part === "(\w+)"/g)].map(([, part = ""]) => part),
  };
  return [...read("routes.tsx").matchAll(/(?:path: |screen\(\s*)"(\/[^"]*)"/g)].flatMap(
    ([, path = ""]) => parts[path]?.map((part) => `${path}/${part}`) ?? [path],
  );
}
