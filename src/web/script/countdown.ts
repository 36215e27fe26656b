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
  const shown = line.querySelector("span");
  const digits = line.querySelector("bdi");
  const status = line.querySelector("[role]");
  if (!shown || !digits || !status) return;
  const { left: leftMs, counted, said } = line.dataset;
  const texts: Readonly<Record<string, string>> = JSON.parse(said ?? "{}");
  const end = Date.now() + Number(leftMs);
  let minutes = 0;
  const tick = (): void => {
    const left = end - Date.now();
    shown.hidden = left > Number(counted) || left <= 0;
    digits.textContent = clockText(left);
    const now = Math.ceil(left / 60_000);
    if (now !== minutes) status.textContent = texts[now] ?? "";
    minutes = now;
    if (left > 0) setTimeout(tick, left % 1000 || 1000);
  };
  tick();
}
