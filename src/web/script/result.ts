/**
 * Finishes the result page (Spec 4 "Result page"): processes the return from 3-D Secure, asks for the status
 * of the payment until the outcome is known, shows the panel that is true, and continues to the shop. The panels are in the HTML.
 */
import type { PaymentResult } from "#contract/payment.ts";
import type { FrameState } from "#core/frame-state.ts";
import type { Language } from "#core/language.ts";
import * as timing from "#core/timing.ts";
import { buyerText, type CallOutcome, call } from "../browser/api.ts";
import { escapeFrame, whenOnline } from "../browser/navigation.ts";
import { formatDateTime, formatHijriDate } from "../i18n/format.ts";
import { forgetOrderDrafts } from "../payment/order-drafts.ts";

type Panel = Exclude<FrameState, "form" | "processing" | "surplus" | "closed">;

/** `section` is the element with `data-result`: what there is to do. */
export function finishResult(section: HTMLElement): void {
  // A payment that began inside a merchant's page ends there (docs/decisions/0016).
  const isFramed = section.dataset["mode"] === "frame";
  if (!isFramed && leavesFrame()) return;
  const { result, order = "" } = section.dataset;
  if (section.querySelector('[data-panel="success"]:not([hidden])')) forgetOrderDrafts(order);
  if (result === "final" || result === "unpaid") continueToShop(section);
  if (result === "unpaid") void askAgain(order);
  if (result === "process3ds") void process(section, order);
  if (result === "checking") void ask(section, order);
}

/** Spec 2.5: the result belongs into the whole window. Where the browser forbids that, it is shown in the frame. */
function leavesFrame(): boolean {
  try {
    return escapeFrame(window);
  } catch {
    return false;
  }
}

async function process(section: HTMLElement, orderNumber: string): Promise<void> {
  const { session, mode } = section.dataset;
  const outcome = await call(
    "POST /rest/pay/process3dSecure",
    { body: { orderNumber, paymentSessionId: session ?? null, mode: mode ?? null } },
    { timeoutMs: timing.gatewayPaymentTimeoutMs },
  );
  if (outcome.kind !== "ok" || !settle(section, outcome.reply)) await ask(section, orderNumber);
  else if (outcome.reply.statusCode !== 200) await askAgain(orderNumber);
}

/** Spec 4: a status other than 200 is checked again. Where money came meanwhile, the page is rendered again. */
async function askAgain(orderNumber: string): Promise<void> {
  await wait(timing.statusCheckDelayMs);
  const outcome = await askServer(orderNumber);
  if (outcome.kind === "ok" && (outcome.reply.statusCode === 200 || outcome.reply.statusCode === 202))
    window.location.reload();
}

/** Asks a few times in a row (Spec 9), then says that the payment is being checked and asks less and less often. */
async function ask(section: HTMLElement, orderNumber: string): Promise<void> {
  const first = Array.from({ length: timing.statusCheckAttempts }, () => timing.statusCheckDelayMs);
  for (const [index, delayMs] of [...first, ...timing.checkIntervalsMs].entries()) {
    await wait(delayMs);
    const outcome = await askServer(orderNumber);
    if (outcome.kind === "ok" && settle(section, outcome.reply)) return;
    if (outcome.kind === "ok" && outcome.reply.statusCode !== 202) continue;
    if (index + 1 >= first.length) show(section, outcome.kind === "ok" ? "checking" : "unavailable");
  }
}

function askServer(orderNumber: string): Promise<CallOutcome<PaymentResult>> {
  return call(
    "POST /rest/pay/checkPaymentStatus",
    { body: { orderNumber } },
    { timeoutMs: timing.gatewaySessionTimeoutMs },
  );
}

/** Shows an answer that settles the matter; false while the payment is still being checked (202). */
function settle(section: HTMLElement, reply: PaymentResult): boolean {
  // It is neither paid nor to be tried again: what it is says the page that is made now.
  if (reply.surplus || reply.closed) {
    window.location.reload();
    return true;
  }
  if (reply.statusCode === 202) return false;
  // The bank still waits for the buyer, who may say yes in its app: that is asked for on.
  if (reply.statusCode !== 200 && !reply.declined && isBegun(section)) {
    show(section, "begun");
    return false;
  }
  renewWayBack(section, reply);
  const isPaid = reply.statusCode === 200;
  // What was bought is not in this page: it is in one that is made now.
  if (isPaid && section.dataset["digital"] !== undefined && section.dataset["callback"] === undefined) {
    window.location.reload();
    return true;
  }
  if (isPaid) {
    sayPaidNow(section, reply.paidWith);
    forgetOrderDrafts(reply.orderNumber);
  }
  // Only what a bank or service has declined is called that.
  show(section, isPaid ? "success" : reply.declined ? "declined" : "unpaid", buyerText(reply.msg));
  continueToShop(section);
  return true;
}

function isBegun(section: HTMLElement): boolean {
  return section.querySelector('[data-panel="begun"]') !== null;
}

/** What the way to the shop says of the order was true when the page was made: the server has updated it since. */
function renewWayBack(section: HTMLElement, { callbackUrl }: PaymentResult): void {
  if (!callbackUrl) return;
  section.dataset["callback"] = callbackUrl;
  for (const link of section.querySelectorAll<HTMLAnchorElement>("[data-way-back]")) link.href = callbackUrl;
}

/** The order was not paid when the page was made: it is since a moment. */
function sayPaidNow(section: HTMLElement, paidWith: string | undefined): void {
  const method = section.querySelector<HTMLElement>("[data-paid-with]");
  const words = method?.querySelector("bdi");
  if (method && words && paidWith !== undefined) {
    words.textContent = paidWith;
    method.hidden = false;
  }
  const row = section.querySelector<HTMLElement>("[data-paid-on]");
  const time = row?.querySelector("time");
  if (!row || !time) return;
  // Of the server's document, which is in one of ours: reading it would split a file off the script of every page.
  const language = document.documentElement.lang as Language;
  const now = new Date().toISOString();
  const day = formatDateTime(now, language);
  time.textContent =
    time.dataset["hijri"] === undefined ? day : `${day} \u2068(${formatHijriDate(now, language)})\u2069`;
  row.hidden = false;
}

function show(section: HTMLElement, name: Panel, text: string | null = null): void {
  for (const panel of section.querySelectorAll<HTMLElement>("[data-panel]")) {
    const isShown = panel.dataset["panel"] === name;
    const heading = panel.querySelector("h1");
    if (isShown && panel.hidden && heading)
      document.title = `${heading.textContent} – ${section.dataset["shop"]}`;
    panel.hidden = !isShown;
    const message = panel.querySelector("[data-message]");
    if (isShown && text !== null && message) message.textContent = text;
    // The outcome is read out at once: its heading takes the focus. The other panels are a live region.
    if (isShown && heading?.tabIndex === -1 && heading.hasAttribute("tabindex")) heading.focus();
  }
}

/** Spec 4: with a callback URL the page continues automatically. The server has taken it from the order, checked and signed it. */
function continueToShop(section: HTMLElement): void {
  const { callback, mode } = section.dataset;
  if (callback === undefined) return;
  // The shop's own page belongs into the whole window. Where the browser forbids that, its link is there.
  const shop = mode === "frame" ? (window.top ?? window) : window;
  setTimeout(() => attempt(() => shop.location.assign(callback)), timing.callbackRedirectMs);
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The browser wants a press for it.
  }
}

/** Without a connection it waits until there is one: questions that cannot be sent are not counted. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => whenOnline(resolve), ms);
  });
}
