/**
 * The guides for developers: Markdown in `docs/guides`, one file per guide and language, read when they are asked for. A paragraph
 * that is nothing but a link to a program shows the program, so that what is read is the file that our tests run.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Marked, type Token, type Tokens } from "marked";
import type { Language } from "#core/language.ts";

/** In the order in which they are listed. The first is the list itself. */
export const guideNames = [
  "index",
  "first-shop",
  "webhooks",
  "test-mode",
  "refunds",
  "frame",
  "going-live",
  "accessibility",
] as const;
export type GuideName = (typeof guideNames)[number];

export type Guide = {
  readonly name: GuideName;
  /** Its first heading. */
  readonly title: string;
  /** As it was written, with each program where a link to it was. */
  readonly html: string;
};

const folder = new URL("../../../docs/guides/", import.meta.url);

/** The address of a guide. */
export function guidePath(language: Language, name: GuideName): string {
  return name === "index" ? `/docs/${language}` : `/docs/${language}/${name}`;
}

/** The address of its Markdown. */
export function guideTextPath(language: Language, name: GuideName): string {
  return `/docs/${language}/${name}.md`;
}

/** The file of a guide. */
export function guideFile(language: Language, name: GuideName): string {
  return fileURLToPath(new URL(`${language}/${name}.md`, folder));
}

/** Reads a guide. The text is ours: HTML in it stays HTML. */
export async function readGuide(language: Language, name: GuideName): Promise<Guide> {
  const text = await readFile(guideFile(language, name), "utf8");
  const marked = new Marked({
    async: true,
    walkTokens: async (token) => {
      if (token.type === "link") token["href"] = pathOf(language, token["href"]);
      if (token.type === "paragraph") await showProgram(token);
    },
  });
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`the guide ${name} has no title in ${language}`);
  return { name, title, html: await marked.parse(text) };
}

/** A guide as its Markdown, for programs that read: with each program where a link to it was. Links lead to others of these. */
export async function readGuideText(language: Language, name: GuideName): Promise<string> {
  const text = await readFile(guideFile(language, name), "utf8");
  const [link, href] = /^\[[^\]]*\]\(([^)]+\.mjs)\)$/m.exec(text) ?? [];
  if (link === undefined || href === undefined) return text;
  const program = await readProgram(href);
  return text.replace(link, () => `\`\`\`js\n${program}\n\`\`\``);
}

/** Links between guides are between files, so that they also work where the files are read. */
function pathOf(language: Language, href: string): string {
  const name = guideNames.find((each) => href === `${each}.md`);
  return name === undefined ? href : guidePath(language, name);
}

/** Shows the program where a paragraph was a link to it. */
async function showProgram(token: Token): Promise<void> {
  const { tokens } = token as Tokens.Paragraph;
  const [link, ...rest] = tokens;
  if (link?.type !== "link" || rest.length > 0 || !link["href"].endsWith(".mjs")) return;
  Object.assign(token, { type: "code", lang: "js", text: await readProgram(link["href"]) });
}

/** A program that a guide links to. */
async function readProgram(href: string): Promise<string> {
  return (await readFile(new URL(href, new URL("en/", folder)), "utf8")).trimEnd();
}
