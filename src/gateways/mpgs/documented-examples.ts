/**
 * Answers of the gateway as its documentation and recorded traffic show them, with all the members that we do not
 * read: the tests of the adapter parse these, so that adapter and simulator cannot share one misreading. Sources:
 * REST/JSON reference of versions 57 and 100, Mastercard's published integration samples (version 57, SAR).
 */

export const orderId = "0K3M9QX7T2VW8YZ4";
export const attemptId = "0mhk3c1q2abcdef0123456789";

/** A successful PAY of version 57. */
export const payAnswer = {
  authentication: {
    "3ds": {
      acsEci: "05",
      authenticationToken: "mHyn+7YFi1EUAREAAAAvNUe6Hv8=",
      transactionId: "ca33b3a8-2d09-4ab2-8a41-9f3e1a7d6c55",
    },
    "3ds2": {
      dsTransactionId: "ca33b3a8-2d09-4ab2-8a41-9f3e1a7d6c55",
      protocolVersion: "2.1.0",
      transactionStatus: "Y",
    },
    amount: 100,
    time: "2026-11-20T08:30:00.123Z",
    transactionId: `a-${attemptId}`,
    version: "3DS2",
  },
  authorizationResponse: {
    responseCode: "00",
    stan: "146223",
    posEntryMode: "812",
    processingCode: "003000",
    transactionIdentifier: "123456789012345",
  },
  device: { browser: "Mozilla/5.0", ipAddress: "192.0.2.7" },
  gatewayEntryPoint: "WEB_SERVICES_API",
  merchant: "TESTWASL",
  order: {
    id: orderId,
    reference: orderId,
    amount: 100,
    currency: "SAR",
    status: "CAPTURED",
    authenticationStatus: "AUTHENTICATION_SUCCESSFUL",
    creationTime: "2026-11-20T08:29:30.000Z",
    lastUpdatedTime: "2026-11-20T08:30:00.123Z",
    merchantAmount: 100,
    merchantCurrency: "SAR",
    merchantCategoryCode: "5399",
    fundingStatus: "NOT_SUPPORTED",
    totalAuthorizedAmount: 100,
    totalCapturedAmount: 100,
    totalRefundedAmount: 0,
    totalDisbursedAmount: 0,
    chargeback: { amount: 0, currency: "SAR" },
  },
  response: {
    gatewayCode: "APPROVED",
    gatewayRecommendation: "NO_ACTION",
    acquirerCode: "00",
    acquirerMessage: "Approved",
    cardSecurityCode: { acquirerCode: "M", gatewayCode: "MATCH" },
  },
  result: "SUCCESS",
  risk: {
    response: {
      gatewayCode: "ACCEPTED",
      review: { decision: "NOT_REQUIRED" },
      rule: [
        { name: "MERCHANT_BIN_RANGE", data: "512345", recommendation: "NO_ACTION", type: "MERCHANT_RULE" },
      ],
    },
  },
  sourceOfFunds: {
    type: "CARD",
    provided: {
      card: {
        brand: "MASTERCARD",
        scheme: "MASTERCARD",
        fundingMethod: "DEBIT",
        number: "512345xxxxxx0008",
        expiry: { month: "1", year: "39" },
        nameOnCard: "TEST BUYER",
        issuer: "BANKS OF TEST",
        storedOnFile: "NOT_STORED",
      },
    },
  },
  timeOfRecord: "2026-11-20T08:30:00.123Z",
  timeOfLastUpdate: "2026-11-20T08:30:00.123Z",
  transaction: {
    id: `p-${attemptId}`,
    reference: `p-${attemptId}`,
    type: "PAYMENT",
    amount: 100,
    currency: "SAR",
    source: "INTERNET",
    authorizationCode: "146223",
    receipt: "032408146223",
    stan: "146223",
    terminal: "1234",
    authenticationStatus: "AUTHENTICATION_SUCCESSFUL",
    acquirer: {
      id: "BANK_S2I",
      merchantId: "601135441302",
      batch: 20261120,
      date: "1120",
      settlementDate: "2026-11-20",
      timeZone: "+0300",
      transactionId: "123456789012345",
    },
    funding: { status: "NOT_SUPPORTED" },
  },
  version: "57",
};

/** A declined PAY of version 78. */
export const declinedPay = {
  ...payAnswer,
  order: { ...payAnswer.order, status: "FAILED", totalAuthorizedAmount: 0, totalCapturedAmount: 0 },
  response: {
    acquirerCode: "61",
    acquirerMessage: "Exceeds withdrawal amount limit",
    gatewayCode: "DECLINED",
    gatewayRecommendation: "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS",
  },
  result: "FAILURE",
};

export const sessionId = "SESSION0002816562472I0271878F98";

/** Create Session of version 100. */
export const createSessionAnswer = {
  merchant: "TESTWASL",
  result: "SUCCESS",
  session: {
    id: sessionId,
    version: "4302083301",
    updateStatus: "NO_UPDATE",
    authenticationLimit: 25,
    aes256Key: "dGhpcyBpcyBub3QgYSByZWFsIGtleSBhdCBhbGwhISE=",
  },
};

/** Update Session of version 57: there is no `result`. The same body comes from retrieving the session. */
export const updateSessionAnswer = {
  merchant: "TESTWASL",
  order: { amount: "100.00", currency: "SAR", id: orderId },
  session: { id: sessionId, updateStatus: "SUCCESS", version: "afda935602" },
  sourceOfFunds: {
    provided: {
      card: {
        brand: "MASTERCARD",
        expiry: { month: "1", year: "39" },
        fundingMethod: "DEBIT",
        nameOnCard: "TEST BUYER",
        number: "512345xxxxxx0008",
        scheme: "MASTERCARD",
        securityCode: "xxx",
      },
    },
    type: "CARD",
  },
  version: "57",
};

const authenticationId = `a-${attemptId}`;
const methodPage =
  '<div id="initiate3dsSimpleRedirect"><form id="initiate3dsSimpleRedirectForm" method="POST" action="https://acs.example/method"><input type="hidden" name="threeDSMethodData" value="e30"/></form><script id="initiate-authentication-script">document.getElementById("initiate3dsSimpleRedirectForm").submit()</script></div>';
export const challengePage =
  '<div id="threedsChallengeRedirect"><form id="threedsChallengeRedirectForm" method="POST" action="https://acs.example/prompt" target="challengeFrame"><input type="hidden" name="creq" value="e30"/></form><iframe id="challengeFrame"></iframe><script id="authenticate-payer-script">document.getElementById("threedsChallengeRedirectForm").submit()</script></div>';

/** INITIATE_AUTHENTICATION of version 57 for a card that takes part. */
export const initiateAnswer = {
  authentication: {
    "3ds2": { methodCompleted: false, methodSupported: "SUPPORTED" },
    acceptVersions: "3DS1,3DS2",
    channel: "PAYER_BROWSER",
    purpose: "PAYMENT_TRANSACTION",
    redirect: { customized: { "3DS": { methodPostData: "e30", methodUrl: "https://acs.example/method" } } },
    redirectHtml: methodPage,
    version: "3DS2",
  },
  correlationId: "test",
  gatewayEntryPoint: "WEB_SERVICES_API",
  merchant: "TESTWASL",
  order: {
    authenticationStatus: "AUTHENTICATION_INITIATED",
    creationTime: "2026-11-20T08:29:30.000Z",
    currency: "SAR",
    id: orderId,
    lastUpdatedTime: "2026-11-20T08:29:30.000Z",
    merchantCategoryCode: "5399",
    status: "AUTHENTICATION_INITIATED",
    totalAuthorizedAmount: 0,
    totalCapturedAmount: 0,
    totalRefundedAmount: 0,
  },
  response: { gatewayCode: "AUTHENTICATION_IN_PROGRESS", gatewayRecommendation: "PROCEED" },
  result: "SUCCESS",
  sourceOfFunds: { provided: { card: { number: "512345xxxxxx0008", scheme: "MASTERCARD" } }, type: "CARD" },
  timeOfLastUpdate: "2026-11-20T08:29:30.000Z",
  timeOfRecord: "2026-11-20T08:29:30.000Z",
  transaction: {
    acquirer: { merchantId: "601135441302" },
    amount: 0,
    authenticationStatus: "AUTHENTICATION_AVAILABLE",
    currency: "SAR",
    id: authenticationId,
    type: "AUTHENTICATION",
  },
  version: "57",
};

/** INITIATE_AUTHENTICATION for a card without 3-D Secure. */
export const initiateWithoutThreeDSecure = {
  ...initiateAnswer,
  authentication: { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION", version: "NONE" },
  transaction: { ...initiateAnswer.transaction, authenticationStatus: "AUTHENTICATION_NOT_SUPPORTED" },
};

/** AUTHENTICATE_PAYER of version 100 when the bank needs to ask the buyer. */
export const challengeAnswer = {
  ...initiateAnswer,
  authentication: {
    "3ds2": { methodCompleted: false, methodSupported: "SUPPORTED", protocolVersion: "2.2.0" },
    amount: 100,
    channel: "PAYER_BROWSER",
    payerInteraction: "REQUIRED",
    purpose: "PAYMENT_TRANSACTION",
    redirect: {
      customizedHtml: { "3ds2": { acsUrl: "https://acs.example/prompt", cReq: "e30" } },
      domainName: "acs.example",
      html: challengePage,
    },
    version: "3DS2",
  },
  order: { ...initiateAnswer.order, amount: 100, authenticationStatus: "AUTHENTICATION_PENDING" },
  response: { gatewayCode: "PENDING", gatewayRecommendation: "PROCEED" },
  result: "PENDING",
  transaction: { ...initiateAnswer.transaction, amount: 100, authenticationStatus: "AUTHENTICATION_PENDING" },
  version: "100",
};

/** The same transaction after the bank has approved, at once or after its page. */
export const authenticatedAnswer = {
  ...challengeAnswer,
  authentication: {
    ...payAnswer.authentication,
    channel: "PAYER_BROWSER",
    payerInteraction: "NOT_REQUIRED",
    purpose: "PAYMENT_TRANSACTION",
  },
  order: {
    ...challengeAnswer.order,
    authenticationStatus: "AUTHENTICATION_SUCCESSFUL",
    status: "AUTHENTICATED",
  },
  response: { gatewayCode: "APPROVED", gatewayRecommendation: "PROCEED" },
  result: "SUCCESS",
  transaction: { ...challengeAnswer.transaction, authenticationStatus: "AUTHENTICATION_SUCCESSFUL" },
};

/** One wrong field: HTTP 400. */
export const fieldError = {
  error: {
    cause: "INVALID_REQUEST",
    explanation: "Missing parameter",
    field: "order.currency",
    validationType: "MISSING",
  },
  result: "ERROR",
};

/** A transaction or order that the gateway does not know: HTTP 404 or 400. */
export const notFoundError = {
  error: { cause: "INVALID_REQUEST", explanation: `Unable to find order ${orderId} for merchant TESTWASL` },
  result: "ERROR",
};
