/**
 * One hosted card field, alone in its frame. It takes its looks from the page around it and tells that page what
 * happens to it, but never what is in it. On submit, the frame that was asked collects the content of its sibling
 * frames, which share its origin, and sends all of it to the gateway.
 */
(() => {
  const given = new URLSearchParams(location.hash.slice(1));
  const role = given.get("role") ?? "";
  const channel = given.get("channel") ?? "";
  const pageOrigin = given.get("page") ?? "";
  const input = document.getElementById("field");
  const submitTimeoutMs = 30_000;
  const sheet = new CSSStyleSheet();
  const looks = { base: {}, hover: {}, focus: {}, placeholder: {}, placeholderShown: {} };
  let isEmbossed = false;
  let isRejecting = true;
  let lastTold = { validity: "", scheme: "", bin: "" };

  const kinds = {
    number: { autocomplete: "cc-number", maxDigits: 19, inputMode: "numeric" },
    securityCode: { autocomplete: "cc-csc", maxDigits: 4, inputMode: "numeric" },
    expiryMonth: { autocomplete: "cc-exp-month", maxDigits: 2, inputMode: "numeric" },
    expiryYear: { autocomplete: "cc-exp-year", maxDigits: 2, inputMode: "numeric" },
    nameOnCard: { autocomplete: "cc-name", maxDigits: 0, inputMode: "text" },
  };
  const kind = kinds[role];
  if (kind === undefined || parent === window) return;

  // Siblings of the same origin read this on submit; the page around, of another origin, cannot.
  window.hostedField = { channel, role, content: () => content() };

  function content() {
    return kind.maxDigits === 0 ? input.value.trim() : input.value.replaceAll(" ", "");
  }

  function tell(type, detail = {}) {
    parent.postMessage({ type, role, channel, ...detail }, pageOrigin);
  }

  function siblings() {
    const found = [];
    for (let index = 0; index < parent.length; index += 1) {
      try {
        const field = parent[index].hostedField;
        if (field?.channel === channel) found.push(field);
      } catch {
        // A frame of another origin: not ours.
      }
    }
    return found;
  }

  function siblingContent(wanted) {
    return siblings()
      .find((field) => field.role === wanted)
      ?.content();
  }

  function schemeOf(number) {
    if (/^3[47]/.test(number)) return "AMEX";
    if (/^(?:5[1-5]|2[2-7])/.test(number)) return "MASTERCARD";
    return number.startsWith("4") ? "VISA" : "";
  }

  /** Groups of four digits; American Express is embossed 4-6-5. */
  function emboss(digits) {
    const sizes = schemeOf(digits) === "AMEX" ? [4, 6, 5] : [4, 4, 4, 4, 3];
    const groups = [];
    let rest = digits;
    for (const size of sizes) {
      if (rest === "") break;
      groups.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return [...groups, ...(rest === "" ? [] : [rest])].join(" ");
  }

  function reformat() {
    if (kind.maxDigits === 0 || !isRejecting) return;
    const before = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, "").length;
    const digits = input.value.replace(/\D/g, "").slice(0, kind.maxDigits);
    const next = role === "number" && isEmbossed ? emboss(digits) : digits;
    if (next === input.value) return;
    input.value = next;
    let position = 0;
    for (let seen = 0; seen < before && position < next.length; position += 1)
      if (next[position] !== " ") seen += 1;
    input.setSelectionRange(position, position);
  }

  function validity() {
    const text = content();
    if (text === "") return { isValid: false, isIncomplete: true, errorReason: "EMPTY" };
    const rules = {
      number: () => [
        /^\d{12,19}$/.test(text) && passesLuhn(text),
        /^\d+$/.test(text) && text.length < expectedLength(text),
      ],
      securityCode: () => [
        /^\d{3,4}$/.test(text) && text.length === codeLength(),
        /^\d{1,3}$/.test(text) && text.length < codeLength(),
      ],
      expiryMonth: () => [/^(?:0?[1-9]|1[0-2])$/.test(text), text === "0"],
      expiryYear: () => [
        /^\d{2}$/.test(text) && Number(text) >= new Date().getFullYear() - 2000,
        /^\d$/.test(text),
      ],
      nameOnCard: () => [text.length <= 256, false],
    };
    const [isValid, isIncomplete] = rules[role]();
    return isValid ? { isValid } : { isValid, isIncomplete, errorReason: "INVALID" };
  }

  function expectedLength(number) {
    return schemeOf(number) === "AMEX" ? 15 : 16;
  }

  function codeLength() {
    return schemeOf(siblingContent("number") ?? "") === "AMEX" ? 4 : 3;
  }

  function tellChanges() {
    const judged = validity();
    const seen = JSON.stringify(judged);
    if (seen !== lastTold.validity) tell("validity", { validity: judged });
    const number = role === "number" ? content() : "";
    const scheme = schemeOf(number);
    const bin = number.length >= 6 ? number.slice(0, 6) : "";
    if (scheme !== lastTold.scheme)
      tell("cardType", { detail: { status: scheme ? "SUPPORTED" : "UNDETERMINED", brand: scheme } });
    if (bin !== lastTold.bin) tell("cardBin", { detail: { bin } });
    lastTold = { validity: seen, scheme, bin };
  }

  async function submit(sessionId) {
    const fields = Object.fromEntries(siblings().map((field) => [field.role, field.content()]));
    const address = location.pathname.replace(
      /\/field\.html$/,
      `/session/${encodeURIComponent(sessionId)}/fields`,
    );
    const failed = (status, message) => ({ status, session: { id: sessionId }, errors: { message } });
    const { cards } = document.body.dataset;
    // A real card where only test cards are taken: it does not leave this page.
    if (cards !== undefined && fields.number && !cards.split(" ").includes(fields.number))
      return { ...failed("fields_in_error"), errors: { cardNumber: "invalid" } };
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
        signal: AbortSignal.timeout(submitTimeoutMs),
      });
      return await response.json();
    } catch (error) {
      const isSlow = error instanceof DOMException && error.name === "TimeoutError";
      return isSlow
        ? failed("request_timeout", "Request timeout")
        : failed("system_error", "The gateway cannot be reached");
    }
  }

  /** Only names and values that a style declaration takes; the browser drops what is not valid. */
  function declarations(styles) {
    const probe = document.createElement("span").style;
    for (const [name, value] of Object.entries(styles)) if (typeof value === "string") probe[name] = value;
    return probe.cssText;
  }

  function paint() {
    sheet.replaceSync(
      [
        "html,body{margin:0;height:100%;background:transparent;overflow:hidden}",
        "#field{box-sizing:border-box;width:100%;height:100%;margin:0;border:0;direction:ltr}",
        "#field:focus{outline:2px solid Highlight;outline-offset:-2px}",
        `#field{${declarations(looks.base)}}`,
        `#field:hover{${declarations(looks.hover)}}`,
        `#field::placeholder{${declarations(looks.placeholder)}}`,
        `#field:placeholder-shown{${declarations(looks.placeholderShown)}}`,
        `#field:focus{${declarations(looks.focus)}}`,
      ].join("\n"),
    );
  }

  function setUp(wanted) {
    looks.base = wanted.styles;
    isEmbossed = wanted.isEmbossed;
    isRejecting = wanted.isRejecting;
    input.placeholder = wanted.placeholder;
    input.setAttribute("aria-label", wanted.label);
    paint();
    input.disabled = document.body.dataset.problem !== "";
  }

  function applyLook({ state, value }) {
    if (state === "placeholderText") input.placeholder = String(value);
    else if (state === "message") input.setAttribute("aria-description", String(value));
    else if (state in looks) {
      looks[state] = value;
      paint();
    }
  }

  addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== pageOrigin || event.data?.channel !== channel) return;
    const message = event.data;
    if (message.type === "setUp") setUp(message.setUp);
    if (message.type === "look") applyLook(message);
    if (message.type === "focus") input.focus();
    if (message.type === "submit")
      void submit(message.sessionId).then((result) => tell("result", { result }));
  });

  document.adoptedStyleSheets = [sheet];
  paint();
  input.autocomplete = kind.autocomplete;
  input.inputMode = kind.inputMode;
  input.spellcheck = false;
  input.addEventListener("input", () => {
    reformat();
    tellChanges();
    tell("change");
  });
  for (const name of ["focus", "blur", "mouseover", "mouseout"])
    input.addEventListener(name, () => tell(name));
  input.addEventListener("blur", tellChanges);
  tell("ready", { problem: document.body.dataset.problem });
})();

/** The check digit rule of card numbers. Takes digits only. */
function passesLuhn(number) {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
