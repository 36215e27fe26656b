/** The second script of the result page. A file of its own, because it brings the calls, which no other page needs. */
import { finishResult } from "./result.ts";

const result = document.querySelector<HTMLElement>("[data-result]");
if (result) finishResult(result);
