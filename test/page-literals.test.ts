/**
 * What a person reads or hears on a page or a screen of the console is in the translations: no component, panel or script
 * writes words of its own, and no HTML that the server makes as text (forms before the console, the way out of a frame, mails, guides). Signs without letters ("…", "×", "(") are no words.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ESTree, parseAst } from "vite";
import { isTest, readSources, type SourceFile } from "./source-tree.ts";

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Attributes of elements and properties of nodes that are shown or read aloud. */
const spoken = new Set(
  `alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext label placeholder title
   ariaDescription ariaLabel innerHTML innerText textContent`.split(/\s+/),
);

/** The same in every language: a format, a protocol and a unit of developers' screens. */
const signs = /\b(?:CSV|HTTP|ms)\b/g;
const hasWords = (text: unknown): boolean =>
  typeof text === "string" && /\p{L}{2}/u.test(text.replace(signs, ""));

/** A literal with words, however it is quoted. */
function wordsOf(value: unknown): string | null {
  const node = value as Node | null | undefined;
  if (node?.type === "JSXExpressionContainer") return wordsOf(node["expression"]);
  if (node?.type === "Literal" || node?.type === "JSXText")
    return hasWords(node["value"]) ? String(node["value"]).trim() : null;
  if (node?.type !== "TemplateLiteral") return null;
  const parts = (node["quasis"] as { readonly value: { readonly raw: string } }[]).map(
    ({ value }) => value.raw,
  );
  return parts.some(hasWords) ? parts.join("…") : null;
}

/** The words that one node itself shows, not those of what is inside of it. */
function shownBy(node: Node): readonly (string | null)[] {
  const nameOf = (value: unknown): unknown => (value as Node | null)?.["name"];
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    const element = nameOf((node["openingElement"] as Node | undefined)?.["name"]);
    // Rules of style and code are not read by people.
    if (element === "style" || element === "script") return [];
    return (node["children"] as unknown[]).map(wordsOf);
  }
  if (node.type === "JSXAttribute" && spoken.has(String(nameOf(node["name"]))))
    return [wordsOf(node["value"])];
  if (node.type === "AssignmentExpression") {
    const property = nameOf((node["left"] as Node)["property"]);
    return spoken.has(String(property)) ? [wordsOf(node["right"])] : [];
  }
  if (node.type !== "CallExpression" || nameOf((node["callee"] as Node)["property"]) !== "setAttribute")
    return [];
  const [attribute, value] = node["arguments"] as [Node | undefined, unknown];
  return spoken.has(String(attribute?.["value"])) ? [wordsOf(value)] : [];
}

const unknown = "\0";

/** The text that an expression makes, with `unknown` for what only a run knows; both texts of a condition. */
function madeText(value: unknown): string {
  const node = value as Node | null | undefined;
  if (node?.type === "Literal") return typeof node["value"] === "string" ? node["value"] : unknown;
  if (node?.type === "BinaryExpression" && node["operator"] === "+")
    return madeText(node["left"]) + madeText(node["right"]);
  if (node?.type === "ConditionalExpression")
    return `${madeText(node["consequent"])} ${madeText(node["alternate"])}`;
  if (node?.type === "LogicalExpression") return madeText(node["right"]);
  if (node?.type === "ParenthesizedExpression") return madeText(node["expression"]);
  if (node?.type !== "TemplateLiteral") return unknown;
  const quasis = node["quasis"] as { readonly value: { readonly cooked: string } }[];
  const expressions = node["expressions"] as unknown[];
  return quasis
    .map(
      ({ value: { cooked } }, index) => cooked + (index in expressions ? madeText(expressions[index]) : ""),
    )
    .join("");
}

const htmlTag =
  /<\/?(?:a|b|bdi|body|button|div|em|fieldset|footer|form|h[1-6]|head|header|html|img|input|label|legend|li|main|nav|ol|option|p|section|select|small|span|strong|summary|svg|t[dhr]|table|textarea|title|ul)(?:\s[^<>]*)?>/i;
const spokenAttribute =
  /\s(?:alt|aria-description|aria-label|aria-placeholder|aria-roledescription|aria-valuetext|placeholder|title)="([^"]*)"/g;

/** The words of a text of HTML: between its tags, and in attributes that are shown or read aloud. */
function wordsOfHtml(node: Node): readonly (string | null)[] {
  if (!/^(?:Literal|TemplateLiteral|BinaryExpression)$/.test(node.type)) return [];
  const html = madeText(node)
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)/g, "")
    // A piece of what is put together may begin or end inside of a tag.
    .replace(/^[^<>]*>|<[^<>]*$/g, "");
  if (!htmlTag.test(html)) return [];
  const between = html.replace(/<[^<>]*>/g, unknown).replace(/&#?\w+;/g, "");
  return [...between.split(unknown), ...[...html.matchAll(spokenAttribute)].map(([, said = ""]) => said)].map(
    (said) => (hasWords(said) ? said.trim() : null),
  );
}

/** What the forms before the console show by a property: `sendForm(request, reply, { title: "…" })`, `{ "aria-label": "…" }`. */
function wordsOfForm(node: Node): readonly (string | null)[] {
  const isCall = node.type === "CallExpression" && (node["callee"] as Node)["name"] === "sendForm";
  if (isCall)
    return (node["arguments"] as Node[]).flatMap((page) => wordsOfProperties(page, /^(?:title|fault|done)$/));
  return wordsOfProperties(node, /^(?:alt|placeholder|aria-(?:label|description|placeholder))$/);
}

function wordsOfProperties(object: Node, names: RegExp): readonly (string | null)[] {
  if (object.type !== "ObjectExpression") return [];
  return (object["properties"] as Node[])
    .filter(({ key }) =>
      names.test(String((key as Node | undefined)?.["value"] ?? (key as Node | undefined)?.["name"])),
    )
    .map(({ value }) => wordsOf(value));
}

/** All words that a source text shows without asking the translations. */
function literalsIn(
  { path, text }: Pick<SourceFile, "path" | "text">,
  shown: (node: Node) => readonly (string | null)[] = shownBy,
): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return;
    if ("type" in value) found.push(...shown(value as Node).filter((words) => words !== null));
    Object.values(value).forEach(walk);
  };
  const program: ESTree.Program = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : "ts" });
  walk(program.body);
  return found;
}

test("no page, panel, screen or page script has words of its own: all that is shown or read aloud is translated", () => {
  const sources = readSources(["src/web", "src/methods", "src/console"]).filter(
    ({ path }) => !isTest(path) && !path.includes("/simulator"),
  );
  assert.ok(
    sources.filter(({ path }) => path.endsWith(".tsx")).length > 100,
    "the pages are where they were",
  );
  const found = sources.flatMap((source) => literalsIn(source).map((words) => `${source.path}: ${words}`));
  assert.deepEqual(found, []);
});

const shownByServer = (node: Node) => [...wordsOfHtml(node), ...wordsOfForm(node)];

test("no HTML that the server makes has words of its own", () => {
  const sources = readSources(["src/server"]).filter(({ path }) => !isTest(path));
  const made = sources.filter(({ text }) => htmlTag.test(text));
  assert.ok(made.length > 20, "the forms and mails are where they were");
  const found = sources.flatMap((source) =>
    literalsIn(source, shownByServer).map((words) => `${source.path}: ${words}`),
  );
  assert.deepEqual(found, []);
});

test("words are found in HTML that is put together, and rules, scripts and addresses are none", () => {
  const find = (text: string): string[] => literalsIn({ path: "form.ts", text }, shownByServer);
  const planted = [
    '`<p class="way">Back</p>`;',
    '"<a href=" + path + ">" + "Sign in" + "</a>";',
    '"<button>" + (isNew ? "Create" : "") + "</button>";',
    `"<img src='" + address + "' " + 'alt="A palm">';`,
    'input({ "aria-label": "Your code" });',
    'sendForm(request, reply, { title, fault: "Wrong code" });',
  ];
  for (const text of planted) assert.ok(find(text).length > 0, text);
  const allowed = [
    `"<p class='way'><a href='/sign-in'>" + texts.back + "</a> &nbsp;·</p>";`,
    '"<title>" + title + "</title><style nonce=" + nonce + ">body{margin:0}</style>";',
    '"<a id=go>" + text + "</a><script>go.focus()</script>";',
    '"select a from b where c < d and e > f";',
    "input({ placeholder: texts.code });",
  ];
  for (const text of allowed) assert.deepEqual(find(text), [], text);
});

test("words are found in elements, in attributes that are read aloud and in what a script writes", () => {
  const planted = [
    "const a = <p>Pay now</p>;",
    "const b = <p>{`Paid now`}</p>;",
    'const c = <button aria-label="Close"><Icon path={icons.cross} /></button>;',
    "const d = <img alt={'A palm'} />;",
    'heading.textContent = "Done";',
    'link.setAttribute("aria-label", "Back");',
  ];
  for (const text of planted) assert.equal(literalsIn({ path: "page.tsx", text }).length, 1, text);
  const allowed = [
    'const e = <p className="result-hint" aria-live="polite">{t("total")} … ×</p>;',
    "const f = <style>{`.panel{display:none}`}</style>;",
    'time.textContent = formatDateTime(now, "ar");',
    'link.setAttribute("href", "/pay");',
  ];
  for (const text of allowed) assert.deepEqual(literalsIn({ path: "page.tsx", text }), [], text);
});
