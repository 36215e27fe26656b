/**
 * The inventory of the scripts of our pages (PCI DSS 6.4.3): each file with its hash, whose it is and what it is for.
 * The list of owners and reasons is docs/payment-page-scripts.json; a test compares it with the build.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../../..");
const listFile = join(root, "docs/payment-page-scripts.json");

export type InventoryEntry = {
  /** Source of the script; `shared` for what the bundler split off because several of them need it. */
  readonly id: string;
  /** Address on our pages. */
  readonly path: string;
  /** SHA-384 as the attribute `integrity` has it, for comparing by other programs. */
  readonly sha384: string;
  /** SHA-256, a third shorter: what our pages carry. */
  readonly sha256: string;
  readonly owner: string;
  readonly reason: string;
  /** Sources of ours that are in it, for finding out why it is there. */
  readonly modules: readonly string[];
};

type List = { readonly scripts: readonly Pick<InventoryEntry, "id" | "owner" | "reason">[] };

/** Writes `script-inventory-<environment>.json` beside the manifest of each build for browsers. */
export function scriptInventory(): Plugin {
  return {
    name: "wasl:script-inventory",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      // The console shows no field of a card: its scripts are not those of a payment page.
      if (this.environment.config.consumer !== "client" || this.environment.name === "console" || !dir)
        return;
      const { scripts } = JSON.parse(await readFile(listFile, "utf8")) as List;
      const entries: InventoryEntry[] = [];
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const source = file.facadeModuleId;
        const id = source === null ? "shared" : relative(root, source);
        const listed = scripts.find((script) => script.id === id);
        const content = await readFile(join(dir, file.fileName));
        entries.push({
          id,
          path: `/${file.fileName}`,
          sha384: integrityOf("sha384", content),
          sha256: integrityOf("sha256", content),
          owner: listed?.owner ?? "unknown",
          reason: listed?.reason ?? "unknown",
          modules: file.moduleIds
            .map((path) => relative(root, path))
            .filter((path) => path.startsWith("src/")),
        });
      }
      const name = `script-inventory-${this.environment.name}.json`;
      await writeFile(join(dir, name), `${JSON.stringify(entries, null, 2)}\n`);
    },
  };
}

function integrityOf(algorithm: "sha256" | "sha384", content: Buffer): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
}
