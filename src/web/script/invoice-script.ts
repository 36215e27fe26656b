/** The second script of the invoice page, and of a payment that is being checked. A file of its own, so that no other page carries it. */
import { watchStanding } from "./left-open.ts";

const shown = document.querySelector<HTMLElement>("[data-standing]");
if (shown) watchStanding(shown);
