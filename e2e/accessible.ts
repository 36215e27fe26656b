/**
 * Pages judged by axe. It runs in the page itself and in all of its frames, and tells what is wrong alone: opening another page to put
 * together what each frame said, and writing down all that passes, took four fifths of the time.
 */
import { expect, type Frame, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

const rules: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"],
};

/** Which part of a page is judged; all of it unless something is said. */
export type Judged = {
  /** Selector of the only part that is looked at. */
  readonly within?: string;
  /** Selector of a frame with another site's page, which is not ours to judge. */
  readonly except?: string;
  /** The only rules that are asked, where a page is judged by all of them elsewhere. */
  readonly by?: readonly string[];
};

/** Rules that the colours of a page decide. */
export const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds anything, whatever its weight. */
export async function expectAccessible(page: Page, judged: Judged = {}): Promise<void> {
  expect(await findingsOf(page, judged)).toEqual([]);
}

/** What axe finds, whatever its weight: each broken rule with the places where it is. */
export async function findingsOf(page: Page, { within, except, by }: Judged = {}): Promise<string[]> {
  const [main, ...frames] = page.frames();
  // A frame may go in this moment, or show the browser's own page.
  await Promise.all([main && addAxe(main), ...frames.map((frame) => addAxe(frame).catch(() => undefined))]);
  const context = {
    ...(within !== undefined && { include: [[within]] }),
    exclude: except === undefined ? [] : [[except]],
  };
  const violations = await page.evaluate(
    async ([where, options]) => (await window.axe?.run(where, options))?.violations,
    [context, by ? { ...rules, runOnly: { type: "rule" as const, values: [...by] } } : rules] as const,
  );
  if (violations === undefined) throw new Error("axe was not there");
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/**
 * Axe takes letters that join, as Arabic ones do, for the name of an icon, and judges no contrast of an element that has no other text.
 * No option of its rule turns that off; we have no icons that are made of letters.
 */
const source = withoutIconNames(axe.source);

function withoutIconNames(code: string): string {
  const question = " && !_isIconLigature(vChild)";
  const [before, after, ...more] = code.split(question);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error("axe asks for names of icons in another way than before: accessible.ts leaves that out");
  return before + after;
}

/** Puts axe into a frame, once for each of its documents. Ours may be in another site's page, and theirs in ours: all may answer. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
}
