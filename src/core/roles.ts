/** The roles of a shop's people and what each may do: the one matrix (issue 17). Which call needs what is `merchant-api/scopes.ts`. */
import type { ApiKeyScope } from "./api-key-scopes.ts";

export const roles = ["owner", "manager", "accountant", "cashier", "developer"] as const;

export type Role = (typeof roles)[number];

export const permissions = [
  "shop.read",
  "shop.manage",
  "invoices.read",
  "invoices.issue",
  "payments.read",
  "payments.record",
  "refunds.make",
  "refunds.approve",
  "customers.read",
  "customers.export",
  "reports.read",
  "tax_documents.issue",
  "products.manage",
  "theme.manage",
  "developer.manage",
  "team.manage",
  "audit.read",
] as const;

/**
 * `shop.read`: what each person behind the counter sees: the shop's name, its products and looks. `shop.manage`: legal
 * name, VAT and bank data, accounts at providers, limits of refunds. `payments.record`: that an invoice was paid without us, in cash for example. `refunds.approve`: refunds of others above those limits. `tax_documents.issue`: debit notes, what takes them back, and corrected
 * documents; none can be taken away again, so that reading reports is not enough. `developer.manage`: API keys, webhooks,
 * the request log.
 */
export type Permission = (typeof permissions)[number];

const everyday = ["shop.read", "invoices.read", "payments.read"] as const;

export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  manager: [
    ...everyday,
    "invoices.issue",
    "payments.record",
    "refunds.make",
    "refunds.approve",
    "customers.read",
    "customers.export",
    "reports.read",
    "tax_documents.issue",
    "products.manage",
    "theme.manage",
  ],
  accountant: [...everyday, "customers.read", "customers.export", "reports.read"],
  cashier: [...everyday, "invoices.issue", "payments.record"],
  developer: [...everyday, "developer.manage"],
};

/** What an API key may be given that a person of this role makes: none hands out more than a shop's server needs. */
export const scopesOfRole: Readonly<Record<Role, readonly ApiKeyScope[]>> = {
  owner: ["read", "issue", "refund", "manage"],
  manager: [],
  accountant: [],
  cashier: [],
  developer: ["read", "issue"],
};

/** Whether a role may do something. */
export function roleMay(role: Role, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}

/** The role that a text names; null for any other text. */
export function readRole(text: string): Role | null {
  return roles.find((role) => role === text) ?? null;
}
