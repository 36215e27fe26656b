/* The payment frame inside a shop's page, by one script: docs/payment-frame.md. Types: wasl.d.ts beside it.
 * It runs in pages of strangers as a classic script: one name (Wasl; what is in a block stays in it), no cookie, no storage, no request but the frame's own. */
{
  const origin = new URL(document.currentScript.src).origin;
  /** State of the frame to the name of the event (docs/payment-frame.md, "States"). */
  const events = {
    form: "ready",
    processing: "processing",
    checking: "checking",
    begun: "begun",
    unavailable: "unavailable",
    success: "success",
    declined: "declined",
    unpaid: "unpaid",
    surplus: "surplus",
    closed: "closed",
  };
  /** Words of options to parameters of the frame's address. */
  const parameters = {
    language: "lang",
    name: "n",
    mobile: "m",
    width: "w",
    space: "ts",
    background: "b",
    text: "tc",
    buttonText: "bt",
    panel: "pc",
    main: "mc",
    emailSignature: "signature",
  };

  const addressOf = (orderNumber, options) => {
    const address = new URL(`/pay/frame/${encodeURIComponent(orderNumber)}`, origin);
    for (const [word, parameter] of Object.entries(parameters))
      if (options[word] !== undefined)
        address.searchParams.set(parameter, String(options[word]).replace(/^#/, ""));
    return address.href;
  };

  const mount = (place, options) => {
    const element = typeof place === "string" ? document.querySelector(place) : place;
    if (!(element instanceof Element)) throw new Error(`Wasl.mount: there is no element ${place}`);
    const orderNumber = options?.orderNumber;
    if (typeof orderNumber !== "string" || orderNumber === "")
      throw new Error("Wasl.mount: orderNumber is missing");
    const frame = document.createElement("iframe");
    frame.title = options.title ?? "Payment";
    frame.allow = "payment";
    frame.style.cssText = "display:block;width:100%;min-height:320px;border:0";
    frame.src = addressOf(orderNumber, options);
    const listeners = new Map();
    let state = null;

    const tell = (name, detail) => {
      for (const listener of listeners.get(name) ?? []) listener(detail);
      element.dispatchEvent(new CustomEvent(`wasl:${name}`, { detail, bubbles: true }));
    };
    const onMessage = ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame.contentWindow || data?.type !== "wasl:frame") return;
      frame.style.height = `${data.height}px`;
      const detail = { orderNumber: data.orderNumber, state: data.state, height: data.height };
      tell("resize", detail);
      if (data.state === state) return;
      state = data.state;
      tell("change", detail);
      if (Object.hasOwn(events, data.state)) tell(events[data.state], detail);
    };

    const mounted = {
      element: frame,
      get state() {
        return state;
      },
      on(name, listener) {
        const known = listeners.get(name) ?? new Set();
        listeners.set(name, known.add(listener));
        return () => void known.delete(listener);
      },
      unmount() {
        removeEventListener("message", onMessage);
        frame.remove();
        listeners.clear();
      },
    };
    for (const [name, listener] of Object.entries(options.on ?? {})) mounted.on(name, listener);
    addEventListener("message", onMessage);
    element.append(frame);
    return mounted;
  };

  window.Wasl = Object.freeze({ mount });
}
