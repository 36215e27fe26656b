/**
 * The order of the folders inside `server`, `web`, `core`, `methods` and `gateways`: a folder imports only what is in the
 * rows above its own, so that no two folders need each other. ARCHITECTURE.md shows the rows.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isData, isTest, readSources, root, type SourceFile } from "./source-tree.ts";

type Order = {
  /** Lowest first. Folders of one row do not import each other. */
  readonly rows: readonly (readonly string[])[];
  /** Files of the root that folders may import, `types` by their types only; `all` where the root imports no folder. */
  readonly sharedRoots: { readonly values: readonly string[]; readonly types: readonly string[] } | "all";
};

const server: Order = {
  rows: [
    ["audit", "metrics", "parties", "queue", "storage", "texts"],
    ["privacy", "settings"],
    ["limits", "nodes", "notifications", "secrets"],
    ["log"],
    ["http"],
    ["client-email", "digital", "drop-in", "images", "people"],
    ["orders"],
    ["documents"],
    ["zatca"],
    ["tax-documents"],
    ["payments"],
    ["issuing"],
    ["backup", "buyer-requests", "messages", "products", "push", "reconciliation"],
    ["merchant-api", "pages", "previews", "reference-mail"],
    [
      "buyers-documents",
      "console",
      "events",
      "guides",
      "mcp",
      "quotes",
      "recurring",
      "reports",
      "return-requests",
      "search",
    ],
    ["exports", "paylink-api"],
    ["webhooks"],
    ["doctor", "schedule"],
  ],
  sharedRoots: { values: [], types: ["services.ts"] },
};

const web: Order = {
  rows: [
    ["browser", "fonts", "i18n", "icons", "marks", "order"],
    ["build", "forms"],
    ["components"],
    ["document"],
    ["payment"],
    ["product", "script"],
    ["island"],
    ["pages"],
  ],
  sharedRoots: { values: ["routes.ts", "scope.tsx"], types: ["page.ts"] },
};

const core: Order = {
  rows: [["address", "card", "messages", "phone", "pricing", "secret", "theme"], ["tax"], ["zatca"]],
  sharedRoots: "all",
};

type Arrow = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
};

/** The folder of a path inside `src/<top>`; empty for a file in its root. */
function folderOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 3 ? (parts[2] ?? "") : "";
}

/** Imports between the folders of `src/<top>`, of types too, its root being the folder with an empty name. */
function arrowsOf(top: string, files: readonly SourceFile[]): Arrow[] {
  const base = `src/${top}/`;
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, isTypeOnly }) => {
      if (target === null || isData(target) || !target.startsWith(base)) return [];
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from === to) return [];
      return [{ file: path.slice(base.length), from, to, target: target.slice(base.length), isTypeOnly }];
    }),
  );
}

/**
 * What an order refuses of these imports.
 * @returns `folder/file.ts → folder` for an import of a folder that is not in a row above, `→ file.ts` for one of the root
 */
function refusedBy({ rows, sharedRoots }: Order, arrows: readonly Arrow[]): string[] {
  const rowOf = (folder: string): number => rows.findIndex((row) => row.includes(folder));
  const isRefused = ({ from, to, target, isTypeOnly }: Arrow): boolean => {
    if (from === "") return sharedRoots === "all";
    if (to !== "") return rowOf(to) === -1 || rowOf(to) >= rowOf(from);
    if (sharedRoots === "all" || sharedRoots.values.includes(target)) return false;
    return !(isTypeOnly && sharedRoots.types.includes(target));
  };
  const refused = arrows
    .filter(isRefused)
    .map(({ file, to, target }) => `${file} → ${to === "" ? target : to}`);
  return [...new Set(refused)].sort();
}

const production = readSources(["src/server", "src/web", "src/core", "src/gateways", "src/methods"]).filter(
  ({ path }) => !isTest(path),
);
const filesOf = (top: string): SourceFile[] =>
  production.filter(({ path }) => path.startsWith(`src/${top}/`));

const gateways: Order = {
  rows: [["fatoora", "mpgs", "unifonic", "whatsapp"]],
  sharedRoots: { values: ["same-text.ts"], types: [] },
};

/** Shared folders by name; a method has its place without a line here. The cards' forms serve other methods, too. */
const sharedByMethods = [
  ["buyer-fields", "device-wallets", "instalments", "provider-api", "references"],
  ["otp-wallets"],
  ["card"],
];
const methods: Order = {
  rows: [
    ...sharedByMethods,
    [...new Set(filesOf("methods").map(({ path }) => folderOf(path)))]
      .filter((folder) => folder !== "" && !sharedByMethods.flat().includes(folder))
      .sort(),
  ],
  sharedRoots: {
    values: ["account-settings.ts", "allowed.ts", "card-gateway.ts", "environment.ts", "open-gateway.ts"],
    types: ["method-server.ts", "payment-method.ts", "reference-replies.ts", "texts.ts"],
  },
};

const folderOrders: Readonly<Record<string, Order>> = { server, web, core, gateways, methods };

for (const [top, order] of Object.entries(folderOrders)) {
  test(`folders of ${top} import only what is in the rows above theirs`, () => {
    assert.deepEqual(
      refusedBy(order, arrowsOf(top, filesOf(top))),
      [],
      "pass in what is above; a file of the root that folders share is named in `sharedRoots`",
    );
  });

  test(`every folder of ${top} that has code is in one row`, () => {
    const arrows = arrowsOf(top, filesOf(top));
    const known = [...filesOf(top).map(({ path }) => folderOf(path)), ...arrows.map(({ to }) => to)];
    const folders = [...new Set(known)].filter((folder) => folder !== "");
    const why = "a new folder gets its place in the rows of this file and in the table of ARCHITECTURE.md";
    assert.deepEqual(order.rows.flat().sort(), folders.sort(), why);
  });
}

test("a row's own folders, those below and the root's entry points are refused, what is above is not", () => {
  const order: Order = {
    rows: [["low", "other"], ["high"]],
    sharedRoots: { values: ["routes.ts"], types: ["services.ts"] },
  };
  const file = (path: string, imports: readonly (readonly [target: string, isTypeOnly: boolean])[]) => ({
    path: `src/top/${path}`,
    text: "",
    lines: 0,
    imports: imports.map(([target, isTypeOnly]) => ({
      specifier: "",
      target: `src/top/${target}`,
      isTypeOnly,
      isDynamic: false,
    })),
  });
  const files = [
    file("app.ts", [["high/a.ts", false]]),
    file("high/a.ts", [
      ["low/b.ts", false],
      ["routes.ts", false],
      ["services.ts", true],
      ["services.ts", false],
      ["app.ts", true],
    ]),
    file("low/b.ts", [
      ["low/c.ts", false],
      ["other/d.ts", false],
      ["high/a.ts", true],
      ["texts.json", false],
    ]),
  ];
  assert.deepEqual(refusedBy(order, arrowsOf("top", files)), [
    "high/a.ts → app.ts",
    "high/a.ts → services.ts",
    "low/b.ts → high",
    "low/b.ts → other",
  ]);
});

test("ARCHITECTURE.md shows the rows as they are held", () => {
  const cell = (row: readonly string[] | undefined): string =>
    row?.map((one) => `\`${one}\``).join(" ") ?? "";
  const length = Math.max(...[server, web, core].map(({ rows }) => rows.length));
  const table = Array.from(
    { length },
    (_, index) =>
      `| ${index + 1} | ${cell(server.rows[index])} | ${cell(web.rows[index])} | ${cell(core.rows[index])} |`,
  );
  assert.ok(
    readFileSync(join(root, "ARCHITECTURE.md"), "utf8").includes(table.join("\n")),
    `the rows are:\n${table.join("\n")}`,
  );
});
