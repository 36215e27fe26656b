/**
 * Every page in every state, in Arabic on the phone and in English on the desktop: axe, what can be pressed and has the focus, a narrow
 * window; the digits of a theme; and the keyboard alone.
 */
import { matchRoute, routes } from "#web/routes.ts";
import { findingsOf } from "./accessible.ts";
import { expect, expectAccessible, fillCard, test, watchConsole } from "./fixtures.ts";
import { openState, pageStates } from "./page-states.ts";
import { allFocusFaults, sidewaysFaults, smallTargets } from "./reachable.ts";
import { digitFaults } from "./theme-digits.ts";

/** So many in one page: where its files are there already, a state costs half of what it costs in a page of its own. */
const statesPerTest = 9;
const groups = Array.from({ length: Math.ceil(pageStates.length / statesPerTest) }, (_, index) =>
  pageStates.slice(index * statesPerTest, (index + 1) * statesPerTest),
);

for (const states of groups) {
  test(`axe finds nothing, what has the focus is seen, and a narrow window is wide enough (U10, U97), a theme's digits reach every number: ${states.map(({ name }) => name).join(", ")}`, async ({
    page,
    demo,
    language,
    isMobile,
  }) => {
    const watched = watchConsole(page);
    await page.addInitScript(() => {
      if (window !== top) return;
      sessionStorage.clear();
      localStorage.clear();
    });
    for (const state of states) {
      // As a new visitor meets it: nothing is known of the state before.
      await page.context().clearCookies();
      await openState(page, state, { demo, language });
      const { name } = state;
      expect.soft(await findingsOf(page), name).toEqual([]);
      // With a mouse 24 px are enough, and axe asks for them.
      if (isMobile) expect.soft(await smallTargets(page), `${name}: large enough to press`).toEqual([]);
      expect.soft(await allFocusFaults(page), `${name}: the focus is seen`).toEqual([]);
      expect.soft(await sidewaysFaults(page), `${name}: nothing is wider than the window`).toEqual([]);
      if (language === "ar")
        expect
          .soft(
            await digitFaults(page),
            `${name}: a number has class "figures", a date stands in <time>, or e2e/theme-digits.ts says why it stays Latin; no sentence has them`,
          )
          .toEqual([]);
      expect.soft(watched.problems.splice(0), `${name} logs nothing`).toEqual([]);
    }
  });
}

test("a theme's Arabic digits draw no sign of numbers in the letters of a currency, and fail where a sentence has them @phone", async ({
  page,
  demo,
  issue,
}) => {
  const orderNumber = await issue({
    currency: "AED",
    lines: [{ title: "تمر", quantity: 2, unitPrice: "50.00" }],
    foreignEquivalent: { currency: "SAR", amount: "102.10" },
  });
  for (const shown of ["order", "info"]) {
    await page.goto(`${demo.baseUrl}/pay/${shown}/${orderNumber}?lang=ar`);
    await expect(page.locator(".currency").first()).toHaveText("د.إ");
    expect.soft(await digitFaults(page), shown).toEqual([]);
  }
  await page.locator("main").evaluate((main) => {
    const sentence = main.appendChild(document.createElement("p"));
    sentence.className = "figures";
    sentence.textContent = "تصل خلال 3 أيام.";
  });
  expect(await digitFaults(page)).toEqual([
    '<p class="figures"> draws "." or "," as a sign of numbers: تصل خلال 3 أيام.',
  ]);
});

test("a tall field that is partly below the window is not called covered, one that something covers is, and one that cannot be scrolled to is outside @phone", async ({
  page,
}) => {
  const field = (id: string, style: string): string =>
    `<textarea id="${id}" aria-label="${id}" style="outline: 3px solid; ${style}"></textarea>`;
  await page.setContent(`<meta name="viewport" content="width=device-width"><main>
    <div style="height: 600px"></div>${field("tall", "height: 500px")}<div style="height: 700px"></div>
    ${field("under", "position: fixed; top: 0; height: 60px")}
    <div style="position: fixed; top: 0; width: 100%; height: 60px; background: #fff"></div>
    ${field("away", "position: fixed; top: -500px; height: 60px")}
  </main>`);
  expect(await allFocusFaults(page)).toEqual(["covered: under", "outside the window: away"]);
});

test("every page of ours is among them", async ({ demo }) => {
  const paths = await Promise.all(pageStates.map(({ path }) => path(demo)));
  const seen = new Set(paths.map((path) => matchRoute(new URL(path, demo.baseUrl).pathname)?.route.page));
  // Google draws what is in the frame of its button.
  const all = routes.map(({ page }) => page).filter((page) => page !== "googleButton");
  expect(all.filter((page) => !seen.has(page))).toEqual([]);
});

test("axe judges a page and the frames in it, those of another site, too, but for one that is left out", async ({
  page,
  demo,
}) => {
  const foreign = `${demo.simulatorUrl}/frame`;
  const frames = `<iframe id="own" title="1" src="/frame"></iframe><iframe id="foreign" title="2" src="${foreign}"></iframe>`;
  const html = (body: string) =>
    `<!doctype html><html lang="en"><title>-</title><main><h1>-</h1>${body}</main>`;
  const fault = '<img src="data:,">';
  const answers = { "/faulty": html(fault + frames), "/frame": html(fault) };
  await page.route(/\/(?:faulty|frame)$/, async (route) => {
    const path = new URL(route.request().url()).pathname as keyof typeof answers;
    await route.fulfill({ contentType: "text/html", body: answers[path] });
  });
  await page.goto(`${demo.baseUrl}/faulty`);
  await expect(expectAccessible(page)).rejects.toThrow("image-alt: img, #own img, #foreign img");
  await expect(expectAccessible(page, { except: "#foreign" })).rejects.toThrow(/image-alt: img, #own img"/);
});

test("axe judges the contrast of Arabic text in the page's typeface", async ({ page, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["paid"]}?lang=ar`);
  await page.locator("main").evaluate(async (main) => {
    await document.fonts.load("1rem 'Wasl Sans'", "فاتورة");
    for (const [at, words] of ["الفاتورة", "لم تدفع بعد", "كل فواتيرك من هذا المتجر"].entries()) {
      const faint = main.appendChild(document.createElement("p"));
      faint.id = `faint${at}`;
      faint.style.cssText = "background: #fff; color: #eee";
      faint.textContent = words;
    }
  });
  expect(await findingsOf(page)).toEqual(["color-contrast: #faint0, #faint1, #faint2"]);
});

test("what is mostly under the bar that stays can still be pressed, wherever the page has been scrolled to", async ({
  page,
  demo,
  language,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=${language}`);
  for (const target of [".order-summary-details > summary", ".payer > summary"]) {
    await page.locator(target).evaluate((summary) => {
      const bar = document.querySelector(".page-header")?.getBoundingClientRect().height ?? 0;
      const { top, height } = summary.getBoundingClientRect();
      window.scrollTo({ top: window.scrollY + top + height * 0.75 - bar, behavior: "instant" });
    });
    await expectAccessible(page);
  }
});

test("the keyboard alone pays an invoice", async ({ page, demo, issue }) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  await page.locator("#card-number").focus();
  await page.keyboard.type("5123456789012346");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0139");
  await page.keyboard.press("Tab");
  await page.keyboard.type("100");
  await page.keyboard.press("Tab");
  await page.keyboard.type("NOURA");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("what is typed and pressed before the page's scripts are there is not lost: the card pays", async ({
  page,
  demo,
  issue,
}) => {
  // The island's script is held back until the card is typed and the button pressed.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/hydrate-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`, { waitUntil: "commit" });
  await fillCard(page, { number: "5123456789012346" });
  await page.locator('button[type="submit"]').first().click();
  await expect(page.locator("html[data-pressed]")).toHaveCount(1);
  release();
  await page.waitForURL(/\/pay\/displayPayment/);
});
