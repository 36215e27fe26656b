/**
 * What the form of a shop's own account at a provider asks for, by method: the settings that docs/operations.md lists under "Accounts at
 * providers" (a test compares them). What has a usual value and is not needed by a shop is left to the API.
 */
export type AccountField = {
  /** The setting; a dot leads into a group. */
  readonly path: string;
  /** `ours`: a secret of the shop's own choice, which the server registers at the provider: it is made, and never shown. */
  readonly kind: "text" | "secret" | "pem" | "ours";
  /** What nearly all accounts have. */
  readonly usual?: string;
};

const gateway = (group = ""): readonly AccountField[] => [
  { path: `${group}baseUrl`, kind: "text", usual: "https://ksa.gateway.mastercard.com" },
  { path: `${group}merchantId`, kind: "text" },
  { path: `${group}password`, kind: "secret" },
  { path: `${group}webhookSecret`, kind: "secret" },
];

const fieldsOfMethods: Readonly<Record<string, readonly AccountField[]>> = {
  card: gateway(),
  amex: gateway(),
  applepay: [
    ...gateway("gateway."),
    { path: "merchantIdentifier", kind: "text" },
    { path: "certificatePem", kind: "pem" },
    { path: "keyPem", kind: "pem" },
  ],
  googlepay: [...gateway("gateway."), { path: "merchantId", kind: "text" }],
  stcpay: [
    { path: "clientCode", kind: "text" },
    { path: "certificatePem", kind: "pem" },
    { path: "privateKeyPem", kind: "pem" },
  ],
  urpay: [
    { path: "tranportalId", kind: "text" },
    { path: "tranportalPassword", kind: "secret" },
    { path: "resourceKey", kind: "secret" },
  ],
  tamara: [
    { path: "apiToken", kind: "secret" },
    { path: "notificationToken", kind: "secret" },
  ],
  tabby: [
    { path: "secretKey", kind: "secret" },
    { path: "publicKey", kind: "text" },
    { path: "merchantCode", kind: "text" },
    { path: "webhookSecret", kind: "ours" },
  ],
  sadad: [
    { path: "secretKey", kind: "secret" },
    { path: "webhookSecret", kind: "ours" },
  ],
  a2a: [
    { path: "baseUrl", kind: "text" },
    { path: "clientId", kind: "text" },
    { path: "clientSecret", kind: "secret" },
    { path: "webhookSecret", kind: "secret" },
  ],
};

/** The fields of a method; none for one that takes no account by a form. */
export function accountFields(method: string): readonly AccountField[] {
  return Object.hasOwn(fieldsOfMethods, method) ? (fieldsOfMethods[method] ?? []) : [];
}

/** What is typed, as the API takes it: groups are objects. PEM files keep their line breaks. */
export function typedAccount(
  fields: readonly AccountField[],
  typed: (field: AccountField) => string,
): Record<string, unknown> {
  const account: Record<string, unknown> = {};
  for (const field of fields) {
    const [first = "", second] = field.path.split(".");
    if (second === undefined) account[first] = typed(field);
    else account[first] = { ...(account[first] as object | undefined), [second]: typed(field) };
  }
  return account;
}
