/** Types of /v1/wasl.js: keep this file beside your code, or reference it from your installation's /v1/wasl.d.ts. */

export type WaslState =
  | "form"
  | "processing"
  | "checking"
  | "begun"
  | "unavailable"
  | "success"
  | "declined"
  | "unpaid"
  | "surplus"
  | "closed";

/** What the frame says of itself. It is for looks: deliver when the webhook says `invoice.paid`. */
export type WaslDetail = {
  readonly orderNumber: string;
  readonly state: WaslState;
  /** Pixels. */
  readonly height: number;
};

/** `ready`: the form is there. `change`: any other state than before. The others are states of the payment. */
export type WaslEvent = Exclude<WaslState, "form"> | "ready" | "change" | "resize";

export type WaslListener = (detail: WaslDetail) => void;

export type WaslOptions = {
  /** 16 characters, from `POST /api/v1/invoices`. */
  readonly orderNumber: string;
  /** Without it the frame has a language switch. */
  readonly language?: "ar" | "en";
  /** Title of the frame for readers of screens, in the page's language; "Payment" when left out. */
  readonly title?: string;
  /** Name and mobile of the buyer, for an order without a client. */
  readonly name?: string;
  readonly mobile?: string;
  /** Largest width and space above, pixels. */
  readonly width?: number;
  readonly space?: number;
  /** Colours, three or six hexadecimal digits, with or without "#". */
  readonly background?: string;
  readonly text?: string;
  readonly buttonText?: string;
  readonly panel?: string;
  readonly main?: string;
  /** Proof of a confirmed e-mail address. */
  readonly emailSignature?: string;
  readonly on?: Partial<Record<WaslEvent, WaslListener>>;
};

export type WaslPayment = {
  readonly element: HTMLIFrameElement;
  /** Null until the frame has said something. */
  readonly state: WaslState | null;
  /** Gives a function that takes the listener off. */
  on(name: WaslEvent, listener: WaslListener): () => void;
  unmount(): void;
};

declare global {
  interface Window {
    readonly Wasl: {
      /** @throws Error where there is no such element, or no order number */
      mount(place: string | Element, options: WaslOptions): WaslPayment;
    };
  }
}
