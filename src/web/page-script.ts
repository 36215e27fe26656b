/**
 * The script of every page. It adds to HTML that works without it: keeps the chosen language, opens dialogs and
 * images, copies texts, prints, finishes the result page. No React here; pages without islands load nothing else.
 */
import { enableCopying } from "./script/copying.ts";
import { enableDialogs } from "./script/dialogs.ts";
import { keepLanguage } from "./script/kept-language.ts";
import { enablePrinting } from "./script/printing.ts";
import { finishResult } from "./script/result.ts";

keepLanguage();
enableDialogs();
enableCopying();
enablePrinting();

const result = document.querySelector<HTMLElement>("[data-result]");
if (result) finishResult(result);
