/**
 * Stand-in for the gateway's hosted-fields script: the global PaymentSession with the public functions and results
 * of session.js. Each card input of the page is replaced by a frame from this script's own origin, so that the page
 * never holds card data. Page and frames talk by messages with exact origins; card data never passes through them.
 *
 * Stricter than the real script where that catches mistakes early: inputs must be readonly and nameless, and the
 * session must exist, belong to the merchant of the script's address and have its API version.
 */
(() => {
  const { src } = document.currentScript;
  const gatewayOrigin = new URL(src).origin;
  const formAddress = src.replace(/\/session\.js.*$/, "");
  const roles = ["number", "securityCode", "expiryMonth", "expiryYear", "nameOnCard"];
  const mitigations = ["javascript", "x-frame-options", "csp"];
  const initializeTimeoutMs = 20_000;
  const defaultScope = "default";

  /** What the field's text looks like and where its box ends; the rest of the box stays with the page. */
  const copiedStyles = [
    "color",
    "backgroundColor",
    "fontFamily",
    "fontSize",
    "fontStyle",
    "fontWeight",
    "letterSpacing",
    "lineHeight",
    "textAlign",
    ...["Top", "Right", "Bottom", "Left"].flatMap((side) => [
      `padding${side}`,
      `border${side}Width`,
      `border${side}Style`,
      `border${side}Color`,
    ]),
    "borderTopLeftRadius",
    "borderTopRightRadius",
    "borderBottomLeftRadius",
    "borderBottomRightRadius",
  ];

  /** @type {Map<string, ReturnType<typeof newScope>>} */
  const scopes = new Map();

  function newScope() {
    return {
      channel: "",
      sessionId: "",
      version: "",
      callbacks: {},
      fields: new Map(),
      handlers: [],
      looks: [],
    };
  }

  function scopeOf(name = defaultScope) {
    if (!scopes.has(name)) scopes.set(name, newScope());
    return scopes.get(name);
  }

  function configure(configuration, scopeName) {
    const scope = scopeOf(scopeName);
    for (const field of scope.fields.values()) restore(field);
    scope.fields.clear();
    scope.callbacks = configuration.callbacks ?? {};
    scope.sessionId = configuration.session;
    scope.channel = crypto.randomUUID();
    const problem = attach(scope, configuration);
    if (problem !== null) {
      for (const field of scope.fields.values()) restore(field);
      scope.fields.clear();
      initialized(scope, { status: "system_error", message: problem });
      return;
    }
    setTimeout(() => {
      const isWaiting = [...scope.fields.values()].some((field) => !field.isReady);
      if (isWaiting)
        initialized(scope, { status: "request_timeout", message: "The hosted fields did not load" });
    }, initializeTimeoutMs);
  }

  /** Tells the page once how the configuration ended; a page that reconfigures gets it again. */
  function initialized(scope, result) {
    const { channel } = scope;
    if (scope.initializedChannel === channel) return;
    scope.initializedChannel = channel;
    setTimeout(() => scope.callbacks.initialized?.(result), 0);
  }

  function attach(scope, configuration) {
    const named = configuration.frameEmbeddingMitigation;
    if (!Array.isArray(named) || named.length === 0 || !named.every((each) => mitigations.includes(each))) {
      return "frameEmbeddingMitigation is required: one or more of javascript, x-frame-options, csp";
    }
    if (typeof configuration.session !== "string")
      return "session is required: create one on the server first";
    const selectors = Object.entries(configuration.fields?.card ?? {}).filter(([, selector]) => selector);
    if (selectors.length === 0) return "fields.card is required";
    const present = selectors.map(([role]) => role);
    if (present.includes("expiryMonth") !== present.includes("expiryYear"))
      return "expiryMonth and expiryYear go together";
    for (const [role, selector] of selectors) {
      if (!roles.includes(role)) return `fields.card.${role} is not a card field`;
      const input = document.querySelector(selector);
      if (!(input instanceof HTMLInputElement)) return `fields.card.${role}: no input matches ${selector}`;
      if (!input.readOnly || input.hasAttribute("name"))
        return `fields.card.${role}: must be readonly and have no name`;
      scope.fields.set(role, replace(scope, { role, selector, input, configuration }));
    }
    return null;
  }

  function replace(scope, { role, selector, input, configuration }) {
    const style = getComputedStyle(input);
    const frame = document.createElement("iframe");
    const address = new URL(`${formAddress}/field.html`);
    address.searchParams.set("session", scope.sessionId);
    // After the hash: it is for the frame's script, not for the server.
    address.hash = new URLSearchParams({ role, channel: scope.channel, page: location.origin }).toString();
    frame.src = address.href;
    const label = input.getAttribute("aria-label") || input.labels?.[0]?.textContent.trim() || role;
    frame.title = input.title || label;
    frame.className = input.className;
    frame.setAttribute("scrolling", "no");
    if (input.hasAttribute("tabindex")) frame.tabIndex = input.tabIndex;
    const isFullWidth =
      input.offsetWidth === 0 || input.offsetWidth >= (input.parentElement?.clientWidth ?? 0) * 0.95;
    Object.assign(frame.style, {
      display: style.display === "none" ? "block" : style.display,
      width: isFullWidth ? "100%" : `${input.offsetWidth}px`,
      height: `${input.offsetHeight || 44}px`,
      padding: "0",
      border: "0",
      background: "transparent",
      boxShadow: "none",
    });
    const { displayControl = {} } = configuration.interaction ?? {};
    const field = {
      role,
      selector,
      input,
      frame,
      display: input.style.display,
      isReady: false,
      validity: { isValid: false, errorReason: "EMPTY" },
      setUp: {
        styles: Object.fromEntries(copiedStyles.map((name) => [name, style[name]])),
        label,
        placeholder: input.placeholder,
        isEmbossed: displayControl.formatCard === "EMBOSSED",
        isRejecting: displayControl.invalidFieldCharacters !== "ALLOW",
      },
    };
    input.style.display = "none";
    input.after(frame);
    return field;
  }

  function restore(field) {
    field.frame.remove();
    field.input.style.display = field.display;
  }

  function tell(scope, field, type, detail = {}) {
    field.frame.contentWindow?.postMessage({ type, channel: scope.channel, ...detail }, gatewayOrigin);
  }

  addEventListener("message", (event) => {
    if (event.origin !== gatewayOrigin || typeof event.data !== "object" || event.data === null) return;
    for (const scope of scopes.values()) {
      const field = scope.fields.get(event.data.role);
      if (field?.frame.contentWindow !== event.source || event.data.channel !== scope.channel) continue;
      receive(scope, field, event.data);
    }
  });

  function receive(scope, field, message) {
    switch (message.type) {
      case "ready":
        return fieldReady(scope, field, message.problem);
      case "result":
        if (message.result.status !== "silent") scope.callbacks.formSessionUpdate?.(message.result);
        return;
      case "validity":
        field.validity = message.validity;
        return fire(scope, field, "validity", field.validity);
      case "cardType":
      case "cardBin":
        return fire(scope, field, message.type, message.detail);
      default:
        return fire(scope, field, message.type);
    }
  }

  function fieldReady(scope, field, problem) {
    field.isReady = true;
    tell(scope, field, "setUp", { setUp: field.setUp });
    for (const look of scope.looks) if (look.roles.includes(field.role)) tell(scope, field, "look", look);
    if (problem) initialized(scope, { status: "system_error", message: problem });
    if ([...scope.fields.values()].every((each) => each.isReady)) initialized(scope, { status: "ok" });
  }

  function fire(scope, field, event, detail) {
    for (const handler of scope.handlers) {
      if (handler.event !== event || !handler.roles.includes(field.role)) continue;
      if (detail === undefined) handler.run(field.selector, field.role);
      else handler.run(field.selector, detail, field.role);
    }
  }

  /** "card.number" is the name of a field in calls; "number" is its name in results. */
  function shortRole(role) {
    return role.replace(/^card\./, "");
  }

  function listen(event) {
    return (names, run, scopeName) => {
      scopeOf(scopeName).handlers.push({ event, roles: names.map(shortRole), run });
    };
  }

  function listenToNumber(event) {
    return (run, scopeName) => scopeOf(scopeName).handlers.push({ event, roles: ["number"], run });
  }

  /** Kept, because a page may style its fields before they are ready. */
  function setLook(state) {
    return (names, value, scopeName) => {
      const scope = scopeOf(scopeName);
      const look = { state, roles: [names].flat().map(shortRole), value };
      scope.looks.push(look);
      for (const field of scope.fields.values()) {
        if (field.isReady && look.roles.includes(field.role)) tell(scope, field, "look", look);
      }
    };
  }

  function updateSessionFromForm(paymentType, _localBrand, scopeName) {
    const scope = scopeOf(scopeName);
    const [first] = scope.fields.values();
    if (first === undefined) throw new Error("PaymentSession.configure has not attached any field");
    if (paymentType !== "card") {
      setTimeout(() => scope.callbacks.formSessionUpdate?.({ status: "payment_type_required" }), 0);
      return;
    }
    // The frames read each other's content themselves: they share an origin which this page does not have.
    tell(scope, first, "submit", { sessionId: scope.sessionId });
  }

  function validate(paymentType, callback, scopeName) {
    const results = {};
    for (const { role, selector, validity } of scopeOf(scopeName).fields.values())
      results[role] = { ...validity, selector };
    setTimeout(() => callback({ [paymentType]: results }), 0);
  }

  function setFocus(name, scopeName) {
    const scope = scopeOf(scopeName);
    const field = scope.fields.get(shortRole(name));
    if (field === undefined) return;
    field.frame.focus();
    tell(scope, field, "focus");
  }

  window.PaymentSession = {
    configure,
    updateSessionFromForm,
    validate,
    setFocus,
    onFocus: listen("focus"),
    onBlur: listen("blur"),
    onChange: listen("change"),
    onMouseOver: listen("mouseover"),
    onMouseOut: listen("mouseout"),
    onValidityChange: listen("validity"),
    onCardTypeChange: listenToNumber("cardType"),
    onCardBINChange: listenToNumber("cardBin"),
    setFocusStyle: setLook("focus"),
    setHoverStyle: setLook("hover"),
    setPlaceholderStyle: setLook("placeholder"),
    setPlaceholderShownStyle: setLook("placeholderShown"),
    setPlaceholder: setLook("placeholderText"),
    setMessage: setLook("message"),
  };
})();
