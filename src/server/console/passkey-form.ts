/** The form that stands for a passkey on the pages before the console: hidden until its script finds that the browser can. */
import { escapeHtml } from "../http/escape-html.ts";

type PasskeyForm = {
  readonly action: string;
  /**
   * `offer`: the browser also proposes passkeys in the field of the name. `get`: when the button is pressed. `create`: a new one.
   */
  readonly act: "offer" | "get" | "create";
  /** In the JSON form of WebAuthn. */
  readonly options: object;
  readonly hidden: Readonly<Record<string, string>>;
  /** HTML of what is typed. */
  readonly fields?: string;
  readonly submit: string;
  /** What is said when it did not work, and when the device has one already. */
  readonly fault: string;
  readonly known?: string;
};

/** HTML of the form; its page sets `hasPasskey`. */
export function passkeyForm(shown: PasskeyForm): string {
  const { action, act, options, hidden, fields = "", submit, fault, known = fault } = shown;
  const given = Object.entries({ ...hidden, credential: "" })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const data = { passkey: JSON.stringify(options), act, fault, known };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const look = act === "create" ? "" : ' class="other"';
  return [
    `<form method="post" action="${escapeHtml(action)}" hidden ${attributes.join(" ")}>${given}${fields}`,
    `<p class="fault" role="alert" hidden></p><button${look}>${escapeHtml(submit)}</button></form>`,
  ].join("");
}

/** What such a form sent, as JSON has it; null for anything else. */
export function readCredential(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
