/** What the card's bank receives about the buyer's browser for 3-D Secure, in the gateway's names. */

/** What the page reported; everything is optional and nothing is believed beyond its use here. */
export type BrowserFacts = {
  readonly colorDepth?: number | undefined;
  readonly language?: string | undefined;
  readonly screenHeight?: number | undefined;
  readonly screenWidth?: number | undefined;
  /** Minutes, as JavaScript's getTimezoneOffset gives them (Riyadh: -180). */
  readonly timeZone?: number | undefined;
};

/** What the request itself said. */
export type RequestFacts = {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly acceptHeader: string | null;
};

export type DeviceFacts = ReturnType<typeof describeDevice>;

/** Depths that EMV 3-D Secure knows; the next lower one stands for any other (30 is sent as 24). */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1];

const neutral = {
  colorDepth: 24,
  screenHeight: 480,
  screenWidth: 640,
  timeZone: -180,
  acceptHeaders: "text/html",
};

/** EMV 3-D Secure cuts the user agent at 2048 characters. */
const maxUserAgent = 2048;

/**
 * The `device` member of AUTHENTICATE_PAYER. Whatever the browser did not tell gets a neutral value; the challenge
 * always has the whole window, because our 3-D Secure page is a document of its own.
 */
export function describeDevice(
  browser: BrowserFacts | undefined,
  request: RequestFacts,
  language: "ar" | "en",
) {
  return {
    browser: (request.userAgent ?? "unknown").slice(0, maxUserAgent),
    ...(request.ipAddress !== null && { ipAddress: request.ipAddress }),
    browserDetails: {
      "3DSecureChallengeWindowSize": "FULL_SCREEN",
      acceptHeaders: (request.acceptHeader ?? neutral.acceptHeaders).slice(0, maxUserAgent),
      colorDepth:
        colorDepths.find((depth) => depth <= (browser?.colorDepth ?? neutral.colorDepth)) ??
        neutral.colorDepth,
      javaEnabled: false,
      javaScriptEnabled: true,
      language: languageTag(browser?.language, language),
      screenHeight: browser?.screenHeight ?? neutral.screenHeight,
      screenWidth: browser?.screenWidth ?? neutral.screenWidth,
      timeZone: browser?.timeZone ?? neutral.timeZone,
    },
  };
}

/** At most eight characters of a language tag, cut between its parts: "zh-Hant-TW" is sent as "zh-Hant". */
function languageTag(tag: string | undefined, fallback: "ar" | "en"): string {
  if (tag === undefined || !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag))
    return fallback === "ar" ? "ar-SA" : "en";
  const parts = tag.split("-");
  while (parts.join("-").length > 8) parts.pop();
  return parts.join("-");
}
