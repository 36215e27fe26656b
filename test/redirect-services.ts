/**
 * What tests know of each method that continues on a page of the provider: how its buyer begins a payment, what is typed
 * into its panel, and how its simulator names what it does. Its payments on the server, races, limits and, where it is
 * paid in parts, the ends in a browser take the methods of the catalogue, so one that is added does not compile until
 * its row is here. Each is approved on its page.
 */
import { type RedirectMethod, redirectMethods } from "#methods/allowed.ts";

/** Our step that takes the money: `capture` of what is `authorised`, guaranteed; `confirm` of what is `ready`, worth nothing yet. */
type Taken = {
  readonly by: "capture" | "confirm";
  /** The simulator's operation of that step, and the end of the provider's address for it. */
  readonly operation: string;
  readonly path: RegExp;
};

export type RedirectService = {
  /** Path of the call that begins a payment. */
  readonly path: `/rest/pay/${string}`;
  /** Its body, without the proof of the order, of a buyer who is approved. */
  readonly body: object;
  /** What that buyer types into the panel, by the ids of its fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** What takes the money; `page` where it is there with the approval, without a step of ours. */
  readonly taken: Taken | { readonly by: "page" };
  /** The simulator's operations that begin a payment, and by which `check` asks about one. */
  readonly operations: { readonly start: string; readonly check: string };
  /** The end of the provider's address that gives money back. */
  readonly refundPath: RegExp;
  /** What the address of the way back says of a buyer who has left; null where it says nothing, and the provider has no `readReturn`. */
  readonly left: string | null;
  /** Whether an approval is the money already, or worth nothing before it is authorised. */
  readonly guarantees: boolean;
};

export const redirectServices: Readonly<Record<RedirectMethod, RedirectService>> = {
  tamara: {
    path: "/rest/pay/tamara/authorize",
    body: {
      clientEmail: "noura@example.com",
      clientMobile: "0544337866",
      clientName: "نورة العتيبي",
      city: "الرياض",
      line1: "طريق الملك فهد 1",
    },
    typed: {
      tamaraMobile: "٠٥٤٤٣٣٧٨٦٦",
      tamaraEmail: "noura@example.com",
      tamaraCity: "الرياض",
      tamaraLine1: "طريق الملك فهد",
    },
    taken: { by: "capture", operation: "CAPTURE", path: /capture/ },
    operations: { start: "CHECKOUT", check: "GET_ORDER" },
    refundPath: /refund/,
    left: "paymentStatus=canceled",
    guarantees: false,
  },
  tabby: {
    path: "/rest/pay/tabby/authorize",
    body: {
      clientEmail: "otp.success@tabby.ai",
      clientMobile: "0551234567",
      clientCountryCode: "SA",
      clientName: "Noura Alotaibi",
      tabbyMobile: "0500000001",
      tabbyMobileCountryCode: "966",
      taxAmount: 0,
      defaultLang: "ar",
      shipmentCity: null,
      shipmentAddress: null,
    },
    typed: { tabbyMobile: "0500000001", tabbyEmail: "otp.success@tabby.ai" },
    taken: { by: "capture", operation: "CAPTURE", path: /capture/ },
    operations: { start: "CHECKOUT", check: "GET_PAYMENT" },
    refundPath: /refund/,
    left: "left=1",
    guarantees: true,
  },
};

/** Those whose money a step of ours takes, with that step. */
export const takenByUs: readonly (Taken & { readonly method: RedirectMethod })[] = redirectMethods.flatMap(
  (method) => {
    const { taken } = redirectServices[method];
    return taken.by === "page" ? [] : [{ method, ...taken }];
  },
);

/** Those whose approval pays the order, and whose money the job collects afterwards. */
export const collected: typeof takenByUs = takenByUs.filter(({ by }) => by === "capture");

/** Those whose page takes the money. */
export const takenByPage: readonly RedirectMethod[] = redirectMethods.filter(
  (method) => redirectServices[method].taken.by === "page",
);
