/**
 * The mail with what was bought, in Arabic or English: plain text, and the same as a simple page. Texts stand in it as
 * the merchant wrote them; files are fetched on the invoice's page, where their addresses are always fresh.
 */
import type { Language } from "#core/language.ts";
import type { Mailer } from "#core/ports.ts";
import { cleanText, isolate, isolateLtr } from "#core/text.ts";
import type { World } from "#core/world.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import ar from "./delivery.ar.json" with { type: "json" };
import en from "./delivery.en.json" with { type: "json" };

/** The words of the mail, by language. */
export const deliveryTexts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Longest shop name in a subject line, characters. */
const shopLength = 80;

type Good = { readonly title: string; readonly text: string | null; readonly fileName: string | null };

/** Writes the mail. `page` is the invoice's address in the mail's language. */
export function deliveryMail(mail: {
  readonly to: string;
  readonly language: Language;
  readonly world: World;
  readonly shop: string;
  readonly shopEmail: string;
  readonly orderNumber: string;
  readonly page: string;
  readonly goods: readonly Good[];
}): Parameters<Mailer>[0] {
  const { language, page, goods } = mail;
  const texts = deliveryTexts[language];
  const words = { shop: cleanText(mail.shop, shopLength) };
  const hasFiles = goods.some(({ fileName }) => fileName !== null);
  const bdi = (word: string): string => `<bdi>${escapeHtml(word)}</bdi>`;
  const ltr = (word: string): string => `<bdi dir="ltr">${escapeHtml(word)}</bdi>`;
  const closing = (mark: (word: string) => string): string[] => [
    fill(texts.order, { orderNumber: mail.orderNumber }, mark),
    fill(texts.questions, { email: mail.shopEmail }, mark),
  ];
  return {
    to: mail.to,
    subject: subjectOfWorld(fill(texts.subject, words, isolate), mail),
    text: [
      texts.greeting,
      fill(texts.bought, words, isolate),
      ...goods.flatMap(({ title, text, fileName }) => [
        `— ${title}`,
        ...(text === null ? [] : [text]),
        ...(fileName === null ? [] : [fill(texts.file, { name: fileName }, isolate)]),
      ]),
      `${hasFiles ? texts.fetch : texts.open}\n${page}`,
      ...closing(isolateLtr),
    ].join("\n\n"),
    html: mailPage(
      language,
      [
        paragraph(texts.greeting),
        paragraph(fill(texts.bought, words, bdi)),
        ...goods.map((good) => goodAsHtml(good, texts.file)),
        paragraph(hasFiles ? texts.fetch : texts.open),
        paragraph(
          `<a href="${escapeHtml(page)}" style="display:inline-block;padding:.6em 1.2em;border-radius:8px;` +
            `background:#1f5fa8;color:#fff;text-decoration:none">${texts.button}</a>`,
        ),
        ...closing(ltr).map(paragraph),
      ].join(""),
    ),
  };
}

function goodAsHtml({ title, text, fileName }: Good, fileText: string): string {
  const box =
    text === null
      ? ""
      : `<div dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;margin:.5em 0;padding:.8em;` +
        `border-radius:8px;background:#f3f5f8">${escapeHtml(text)}</div>`;
  const file =
    fileName === null
      ? ""
      : paragraph(fill(fileText, { name: fileName }, (name) => `<bdi>${escapeHtml(name)}</bdi>`));
  return `<h2 style="font-size:1.1em;margin:1.2em 0 0"><bdi>${escapeHtml(title)}</bdi></h2>${box}${file}`;
}
