/** The rules of Spec 2.3 and 5 that all panels share: which one opens, how they stand, what a press without data says. */
import type { Page } from "@playwright/test";
import type { PanelMethod } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { editKnown, expect, pressLocked, test } from "../fixtures.ts";
import { choose, openInfo, pay } from "./buyer.ts";
import { type AskingMethod, firstFieldOf } from "./first-field.ts";

/** Spec 2.3: card first, else the first allowed of these. */
const panelOrder = Object.keys({
  card: true,
  amex: true,
  stcpay: true,
  urpay: true,
  tamara: true,
  tabby: true,
  sadad: true,
  a2a: true,
} satisfies Record<PanelMethod, true>) as PanelMethod[];

/** The name in merchants' lists. */
const nameOf = (method: PanelMethod) => (method === "card" ? "creditcard" : listName(method));
const order = panelOrder.map(nameOf);

const methodTiles = (page: Page) => page.locator('input[name="method"]');

test("the methods stand in the order of Spec 2.3, however the merchant names them, and the first one is open", async ({
  page,
  demo,
  language,
  books,
  issue,
}) => {
  for (const first of order.keys()) {
    const allowed = order.slice(first);
    await openInfo({ page, demo, language, books, issue }, { allowedMethods: allowed.toReversed() });
    const panels = panelOrder.slice(first);
    // A method that is alone needs no tile.
    const shown = await methodTiles(page).evaluateAll((tiles) =>
      tiles.map((tile) => tile.getAttribute("value")),
    );
    expect(shown).toEqual(panels.length > 1 ? panels : []);
    if (panels.length > 1) await expect(methodTiles(page).first()).toBeChecked();
    const field = firstFieldOf(panels[0] as string);
    const open = page.locator(field === null ? ".method-panel:visible" : `#${field}`);
    await open.waitFor({ state: "attached" });
    await editKnown(page);
    await expect(open).toBeVisible();
  }
});

test("the other methods are rows of one list below their heading, on every window", async ({
  page,
  demo,
  language,
  books,
  issue,
}) => {
  await openInfo({ page, demo, language, books, issue }, { allowedMethods: order });
  const heading = { ar: "أو استخدم طريقة دفع أخرى", en: "Or use another payments" }[language];
  const tops = () =>
    page
      .locator(".method-tile")
      .evaluateAll((tiles) => tiles.slice(1, 3).map((tile) => Math.round(tile.getBoundingClientRect().top)));
  for (const width of [360, 768, 769, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    expect(new Set(await tops()).size, `${width} px`).toBe(2);
  }
});

test("nothing is paid before the terms are approved, and a press says so", async ({
  page,
  demo,
  language,
  books,
  issue,
}) => {
  const invoice = {
    allowedMethods: ["stcpay", "creditcard"],
    agreement: { title: "Terms", text: "Delivered within three days." },
  };
  await openInfo({ page, demo, language, books, issue }, invoice);
  await choose(page, "stcpay");
  // Its fields move the button down when they come.
  await expect(page.locator("#stcpayMobile")).toBeVisible();
  const button = page.locator(".pay-button:visible");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await pressLocked(button);
  const text = { ar: "تلزم الموافقة على شروط البيع للمتابعة.", en: "You have to approve this file." }[
    language
  ];
  await expect(page.locator(".toast")).toHaveText(text);
  await page.locator("#agreement").check();
  await expect(button).toHaveAttribute("aria-disabled", "false");
  await pay(page);
  await expect(page.locator("#stcpayOtp")).toBeFocused();
});

/** Spec 5 and 8, as given there: the toast, and what stands below each field, in the order of the fields. */
const missing = {
  stcpay: ["Please enter stcpay mobile number", "Please provide a mobile number"],
  urpay: ["Please enter urpay mobile number", "Please provide a mobile number"],
  tamara: [
    "Please enter tamara mobile number and email",
    "Please provide a mobile number",
    "Please provide a tamara E-Mail",
    "Please provide a City",
    "Please provide Line1",
  ],
  tabby: [
    "Please enter tabby mobile number and email",
    "Please provide a mobile number",
    "Please provide a tabby E-Mail",
  ],
  sadad: [
    "Please enter sadad mobile number and email",
    "Please provide a mobile number",
    "Please provide a First Name",
    "Please provide Last Name",
    // Below what the order knows, which is folded.
    "Please provide a National ID",
  ],
  a2a: [
    "Please enter A2A mobile number and email",
    "Please provide a mobile number",
    "Please provide an E-Mail",
  ],
} as const satisfies Record<AskingMethod, readonly [string, ...string[]]>;

test("an empty panel shows the words of the specification, field by field, and sends nothing", async ({
  page,
  demo,
  books,
  issue,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await openInfo({ page, demo, language: "en", books, issue }, { allowedMethods: order });
  for (const [method, [toast, ...errors]] of Object.entries(missing)) {
    await choose(page, method);
    const panel = page.locator(".method-panel:visible");
    const first = page.locator(`#${firstFieldOf(method)}`);
    await first.waitFor({ state: "attached" });
    await editKnown(page);
    await expect(first).toBeVisible();
    for (const input of await panel.locator("input").all()) await input.fill("");
    await pay(page);
    await expect(page.locator(".toast")).toHaveText(toast);
    const told = panel.locator(".field-error").filter({ hasText: /./ });
    await expect(told).toHaveText(errors);
    await expect(panel.locator("input").first()).toBeFocused();
    await page.locator(".toast").click();
  }
  expect(sent).toEqual([]);
});
