/**
 * Counts the last minutes down in which something can be paid (components/pay-until.tsx). Read out at a few moments
 * only: a clock that spoke each second could not be listened to.
 */
import { clockText } from "../i18n/clock-text.ts";

/** Starts the clocks of the page. What is left, and from when on it is counted, the page's server has written down. */
export function startCountdowns(): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-left]")) countDown(line);
}

function countDown(line: HTMLElement): void {
  const { left: leftMs, counted, said: texts } = line.dataset;
  const [shown, status] = line.children;
  const digits = shown?.querySelector("bdi");
  if (!(shown instanceof HTMLElement) || !status || !digits) return;
  const said: Readonly<Record<string, string>> = JSON.parse(texts ?? "{}");
  const end = Date.now() + Number(leftMs);
  let minutes = Math.ceil(Number(leftMs) / 60_000);
  const tick = (): void => {
    const left = end - Date.now();
    shown.hidden = left > Number(counted) || left <= 0;
    digits.textContent = clockText(left);
    const now = Math.ceil(left / 60_000);
    if (now !== minutes) status.textContent = said[now] ?? "";
    minutes = now;
    if (left > 0) setTimeout(tick, left % 1000 || 1000);
  };
  tick();
}
