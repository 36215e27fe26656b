/**
 * The script of every page. It adds to HTML that works without it: keeps the chosen language, opens dialogs and
 * images, copies texts, prints, brings the typeface, counts the last minutes down, says when there is no
 * connection, talks to the page around a frame. No React here; pages without islands load nothing
 * else; the invoice page, the result page and a payment that is being checked have one more.
 */
import { watchConnection } from "./connection.ts";
import { enableCopying } from "./copying.ts";
import { startCountdowns } from "./countdown.ts";
import { enableDialogs } from "./dialogs.ts";
import { tellParent } from "./framed.ts";
import { keepAddressInLanguageSwitch, keepLanguage } from "./kept-language.ts";
import { enablePrinting } from "./printing.ts";
import { loadTypeface } from "./typeface.ts";

keepLanguage();
keepAddressInLanguageSwitch();
enableDialogs();
enableCopying();
enablePrinting();
watchConnection();
loadTypeface();
startCountdowns();

const framed = document.querySelector<HTMLElement>("[data-frame]");
if (framed) tellParent(framed);
