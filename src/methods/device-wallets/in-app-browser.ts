/**
 * Browsers inside of other apps (Instagram, Snapchat and their like). The wallets of the device do not open there: a
 * button would do nothing, or fail after the buyer has chosen it.
 */

/** Names that such apps put into their user agent; `wv` is every Android app that shows pages itself. */
const marks =
  /Instagram|FBA[NV]\/|FB_IAB|Snapchat|musical_ly|BytedanceWebview|TikTok|Twitter for|LinkedInApp|Line\/|MicroMessenger|WhatsApp|; wv\)/;

/** Whether a user agent is such a browser's. A conservative guess: where the wallet works nevertheless, it is shown. */
export function isInAppBrowser(userAgent: string): boolean {
  return marks.test(userAgent);
}
