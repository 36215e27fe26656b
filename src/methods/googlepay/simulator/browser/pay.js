/**
 * Stand-in for Google's pay.js: the global google.payments.api with the functions, refusals and results of the real
 * client. The sheet is a window of this script's own origin, as it is in browsers without a payment handler; the
 * buyer's card never passes through the page, only an "encrypted" token does.
 *
 * Stricter than the real script where that catches mistakes early: the gateway must be ours and every member known.
 */
(() => {
  const base = new URL("../../../", document.currentScript.src);
  const closedCheckMs = 300;
  const networks = ["AMEX", "DISCOVER", "JCB", "MASTERCARD", "VISA"];
  const methods = ["PAN_ONLY", "CRYPTOGRAM_3DS"];

  const isText = (value) => typeof value === "string" && value !== "";
  const isListOf = (value, known) =>
    Array.isArray(value) && value.length > 0 && value.every((item) => known.includes(item));

  function refusal(statusMessage) {
    return { statusCode: "DEVELOPER_ERROR", statusMessage };
  }

  /** What both requests share. Gives the first thing that is wrong, or null. */
  function wrongInBase(request) {
    if (request?.apiVersion !== 2 || request.apiVersionMinor !== 0) return "apiVersion must be 2.0";
    const [method] = request.allowedPaymentMethods ?? [];
    if (method?.type !== "CARD") return "allowedPaymentMethods must have a CARD";
    if (!isListOf(method.parameters?.allowedAuthMethods, methods)) return "allowedAuthMethods are not known";
    if (!isListOf(method.parameters.allowedCardNetworks, networks))
      return "allowedCardNetworks are not known";
    return null;
  }

  function wrongInPayment(request, environment) {
    const tokenization = request.allowedPaymentMethods[0].tokenizationSpecification;
    if (tokenization?.type !== "PAYMENT_GATEWAY") return "tokenizationSpecification must be PAYMENT_GATEWAY";
    if (tokenization.parameters?.gateway !== "mpgs") return "the gateway is not known";
    if (!isText(tokenization.parameters.gatewayMerchantId)) return "gatewayMerchantId is missing";
    const { transactionInfo: info, merchantInfo } = request;
    if (info?.totalPriceStatus !== "FINAL") return "totalPriceStatus must be FINAL";
    if (!/^\d+(\.\d{1,3})?$/.test(info.totalPrice ?? "")) return "totalPrice is not a price";
    if (!/^[A-Z]{3}$/.test(info.currencyCode ?? "")) return "currencyCode is not a currency";
    if (!/^[A-Z]{2}$/.test(info.countryCode ?? "")) return "countryCode is not a country";
    if (environment === "PRODUCTION" && !isText(merchantInfo?.merchantId)) return "merchantId is missing";
    return null;
  }

  /** Opens the sheet and waits for what the buyer does in it. Gives the chosen card, or null when it was closed. */
  function openSheet(request) {
    const { transactionInfo: info, merchantInfo } = request;
    const address = new URL("sheet", base);
    address.search = new URLSearchParams({
      origin: window.location.origin,
      lang: document.documentElement.lang,
      total: info.totalPrice,
      currency: info.currencyCode,
      merchant: merchantInfo?.merchantName ?? "",
      methods: request.allowedPaymentMethods[0].parameters.allowedAuthMethods.join(),
    });
    const sheet = window.open(address, "google-pay", "popup,width=420,height=600");
    if (!sheet) return Promise.reject(refusal("the sheet was blocked: it must be opened inside of a press"));
    return new Promise((resolve) => {
      const end = (card) => {
        window.removeEventListener("message", onMessage);
        clearInterval(timer);
        sheet.close();
        resolve(card);
      };
      const onMessage = (event) => {
        if (event.source === sheet && event.origin === base.origin) end(event.data.card);
      };
      const timer = setInterval(() => sheet.closed && end(null), closedCheckMs);
      window.addEventListener("message", onMessage);
    });
  }

  /** The outer shape of a real token. Its content is plain, for the simulated gateway to read. */
  function tokenFor(card, gatewayMerchantId) {
    const signedMessage = JSON.stringify({
      number: card.number,
      expiry: card.expiry,
      authMethod: card.authMethod,
      gatewayMerchantId,
      messageId: crypto.randomUUID?.() ?? String(performance.now()),
    });
    return JSON.stringify({
      protocolVersion: "ECv2",
      signature: btoa(signedMessage.slice(-40)),
      intermediateSigningKey: { signedKey: '{"keyValue":"simulated"}', signatures: ["c2ltdWxhdGVk"] },
      signedMessage,
    });
  }

  class PaymentsClient {
    #environment;

    constructor({ environment = "TEST" } = {}) {
      if (environment !== "TEST" && environment !== "PRODUCTION") throw new Error("environment is not known");
      this.#environment = environment;
    }

    async isReadyToPay(request) {
      const wrong = wrongInBase(request);
      if (wrong) throw refusal(wrong);
      return { result: true };
    }

    async loadPaymentData(request) {
      const wrong = wrongInBase(request) ?? wrongInPayment(request, this.#environment);
      if (wrong) throw refusal(wrong);
      const card = await openSheet(request);
      if (!card) throw { statusCode: "CANCELED", statusMessage: "User closed the sheet" };
      const [{ tokenizationSpecification }] = request.allowedPaymentMethods;
      return {
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: "CARD",
          description: `${card.network} •••• ${card.number.slice(-4)}`,
          info: { cardNetwork: card.network, cardDetails: card.number.slice(-4) },
          tokenizationData: {
            type: "PAYMENT_GATEWAY",
            token: tokenFor(card, tokenizationSpecification.parameters.gatewayMerchantId),
          },
        },
      };
    }
  }

  PaymentsClient.prototype.createButton = globalThis.drawGooglePayButton;
  window.google = { ...window.google, payments: { api: { PaymentsClient } } };
})();
