/** Calls of the console about the person who is signed in. API keys have no part in them. */
import { z } from "zod";
import { actKindNames } from "#core/act-kinds.ts";
import { languages } from "#core/language.ts";
import { permissions, roles } from "#core/roles.ts";
import { worlds } from "#core/world.ts";
import type { CallMap } from "./contract.ts";
import { instant, instantInAddress, listOf, pageQuery } from "./merchant-common.ts";

export const shopOfPerson = z.object({
  merchantId: z.int(),
  name: z.string(),
  world: z.enum(worlds),
  /** Of a test world: the shop that it belongs to. */
  liveMerchantId: z.int().nullable(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  /** Whether it may issue; false of a shop that its owner opened and the operator has not approved, not of its test world. */
  isApproved: z.boolean(),
});

export const me = z.object({
  person: z.object({
    name: z.string(),
    /** Null of a person who signs in by mobile alone. */
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    language: z.enum(languages),
    /** A proof of who one is by password then needs a code, too: of the app, or on paper. */
    hasSecondFactor: z.boolean(),
    /** The operator requires a second factor, and this person has none yet: the console opens once there is one. */
    mustSetUpFactor: z.boolean(),
    /** Codes of an authenticator app are set up. */
    hasAuthenticator: z.boolean(),
    /** A proof of who one is may be a passkey instead. */
    hasPasskey: z.boolean(),
    /** The operator lets this person open a shop, or a further one. */
    mayOpenShop: z.boolean(),
  }),
  /** Shops that the person works in, the first one first. */
  shops: z.array(shopOfPerson),
  /** Until then the acts that ask again who one is do not ask. */
  freshUntil: instant,
  /** With which the console seals what is typed of people in the browser's storage: 32 bytes as base64url, of this person alone. */
  typingKey: z.string(),
});

export type Me = z.output<typeof me>;

const session = z.object({
  id: z.int(),
  createdAt: instant,
  /** To the minute. */
  lastSeenAt: instant,
  /** An IPv4 address, or the network of an IPv6 address. */
  address: z.string(),
  userAgent: z.string(),
  isThis: z.boolean(),
});

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

const role = z.enum(roles);

export const member = z.object({
  personId: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  role,
  since: instant,
  lastSeenAt: instant.nullable(),
  openSessions: z.int(),
});

export const invitation = z.object({
  id: z.int(),
  /** Null of one that went to a mobile. */
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  role,
  createdAt: instant,
  expiresAt: instant,
});

export const act = z.object({
  id: z.int(),
  at: instant,
  actor: z.object({
    kind: z.enum(["person", "key", "operator"]),
    /** Of a person or a key. */
    id: z.int().nullable(),
    /** Of the person. */
    name: z.string().nullable(),
  }),
  role: role.nullable(),
  act: z.string(),
  subject: z.string().nullable(),
  /** `done`, or `refused` and the code of the reason. */
  result: z.string(),
  address: z.string().nullable(),
  before: z.record(z.string(), z.string().nullable()).nullable(),
  after: z.record(z.string(), z.string().nullable()).nullable(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
});

export type Member = z.output<typeof member>;
export type Invitation = z.output<typeof invitation>;
export type Act = z.output<typeof act>;
export type Passkey = z.output<typeof passkey>;
export type OwnSession = z.output<typeof session>;

const personParams = z.object({ personId: z.string() });
const done = z.object({ isDone: z.literal(true) });

export const peopleCalls = {
  "GET /api/v1/me": {
    summary: "Who is signed in, in which shops, and what they may do there",
    audience: "console",
    replies: { 200: me },
  },
  "PATCH /api/v1/me": {
    summary: "Change your own name, as colleagues and the audit log have it",
    audience: "console",
    body: z.strictObject({ name: z.string().max(200) }),
    replies: { 200: z.object({ name: z.string() }) },
  },
  "GET /api/v1/me/sessions": {
    summary: "Your open sessions, newest first",
    audience: "console",
    replies: { 200: z.object({ items: z.array(session) }) },
  },
  "DELETE /api/v1/me/sessions/:sessionId": {
    summary: "End one of your sessions",
    audience: "console",
    params: z.object({ sessionId: z.string() }),
    problems: ["not_found"],
    replies: { 200: done },
  },
  "POST /api/v1/me/sessions/end-others": {
    summary: "End all your sessions but this one",
    audience: "console",
    replies: { 200: z.object({ ended: z.int() }) },
  },
  "GET /api/v1/me/passkeys": {
    summary: "Your passkeys, oldest first",
    audience: "console",
    replies: { 200: z.object({ items: z.array(passkey) }) },
  },
  "PATCH /api/v1/me/passkeys/:passkeyId": {
    summary: "Give a passkey of yours another name",
    audience: "console",
    params: z.object({ passkeyId: z.string() }),
    body: z.strictObject({ name: z.string().max(200) }),
    problems: ["not_found"],
    replies: { 200: done },
  },
  "DELETE /api/v1/me/passkeys/:passkeyId": {
    summary: "Remove a passkey of yours: it opens nothing from then on",
    audience: "console",
    params: z.object({ passkeyId: z.string() }),
    problems: ["not_found", "last_factor"],
    replies: { 200: done },
  },
  "DELETE /api/v1/me/authenticator": {
    summary: "Turn the codes of your authenticator app off",
    audience: "console",
    problems: ["not_found", "last_factor"],
    replies: { 200: done },
  },
  "GET /api/v1/roles": {
    summary: "What each role may do",
    audience: "console",
    replies: {
      200: z.object({ items: z.array(z.object({ role, permissions: z.array(z.enum(permissions)) })) }),
    },
  },
  "GET /api/v1/team": {
    summary: "Who works in the shop, and who is invited",
    audience: "console",
    replies: { 200: z.object({ items: z.array(member), invitations: z.array(invitation) }) },
  },
  "PATCH /api/v1/team/:personId": {
    summary: "Give a colleague another role",
    audience: "console",
    params: personParams,
    body: z.strictObject({ role }),
    problems: ["not_found", "last_owner"],
    replies: { 200: member },
  },
  "DELETE /api/v1/team/:personId": {
    summary: "Take a colleague out of the shop, at once",
    audience: "console",
    params: personParams,
    problems: ["not_found", "last_owner"],
    replies: { 200: done },
  },
  "POST /api/v1/team/:personId/end-sessions": {
    summary: "End all sessions of a colleague",
    audience: "console",
    params: personParams,
    problems: ["not_found"],
    replies: { 200: z.object({ ended: z.int() }) },
  },
  "POST /api/v1/team/invitations": {
    summary: "Invite a colleague by e-mail, or by a text message to a Saudi mobile",
    audience: "console",
    body: z
      .strictObject({ email: z.string().max(320).optional(), mobile: z.string().max(80).optional(), role })
      .refine(({ email, mobile }) => (email === undefined) !== (mobile === undefined), {
        message: "either an e-mail address or a mobile",
        path: ["email"],
      }),
    problems: ["shop_not_approved"],
    replies: { 201: invitation.extend({ isSent: z.boolean() }) },
  },
  "DELETE /api/v1/team/invitations/:invitationId": {
    summary: "Withdraw an invitation",
    audience: "console",
    params: z.object({ invitationId: z.string() }),
    problems: ["not_found"],
    replies: { 200: done },
  },
  "GET /api/v1/audit": {
    summary: "What was done in the shop, by whom, newest first",
    audience: "console",
    query: z.strictObject({
      actor: z
        .string()
        .regex(/^(?:(?:person|key) [1-9]\d{0,14}|operator)$/)
        .optional()
        .meta({ description: "Of one person, one key, or the operator alone.", examples: ["person 3"] }),
      kind: z.enum(actKindNames).optional().meta({ description: "About one part of the shop." }),
      since: instantInAddress.optional().meta({ description: "Done then or later." }),
      before: instantInAddress.optional().meta({ description: "Done earlier than that." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(act) },
  },
  "GET /api/v1/audit/check": {
    summary:
      "Whether the log is as it was written: each act holds a hash of itself and of the act before. With a place and the fingerprint " +
      "that was noted there, also whether that act is still in it",
    audience: "console",
    query: z
      .strictObject({
        place: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
        fingerprint: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      })
      .refine(({ place, fingerprint }) => (place === undefined) === (fingerprint === undefined), {
        message: "place and fingerprint go together",
      }),
    replies: {
      200: z.object({
        acts: z.int(),
        /** Place of the first act that is not as it was written, or is missing. */
        brokenAt: z.int().nullable(),
        /** Of the last act; null of a log without acts. */
        fingerprint: z.string().nullable(),
      }),
    },
  },
} as const satisfies CallMap;
