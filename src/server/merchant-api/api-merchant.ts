/** The merchant that a caller of the API stands for, as it is now: read at each call, so that what ended is refused at once. */
import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { type Role, scopesOfRole } from "#core/roles.ts";
import type { SellerFact } from "#core/tax/tax-party.ts";
import type { World } from "#core/world.ts";
import { selectList } from "#db/columns.ts";
import type { Schema } from "#db/schema.ts";
import { missingOfRow, type SellerRow, sellerColumns } from "../parties/seller-party.ts";
import type { Services } from "../services.ts";

/** Who calls for a merchant: one of its keys, by its row, or a person who is signed in to the console. */
export type Principal =
  | { readonly kind: "key"; readonly keyId: number }
  | {
      readonly kind: "person";
      readonly personId: number;
      readonly role: Role;
      /** The role as which the person looks at the console; their own unless they chose another. */
      readonly seenAs: Role;
      readonly sessionId: number;
    };

/** The merchant that a caller stands for, with what issuing needs of it. */
export type ApiMerchant = {
  readonly id: number;
  readonly world: World;
  readonly principal: Principal;
  readonly vatNumber: string | null;
  /** What keeps it from issuing. */
  readonly missingFacts: readonly SellerFact[];
  readonly redirectHosts: readonly string[];
  readonly commissionRateBps: number;
  /** The version of its terms of sale that is meant where none is stated. */
  readonly standardAgreement: number | null;
  /** Whether what signs its buyers' way back is made. */
  readonly hasReturnSecret: boolean;
  /** The operator lets it sell (docs/decisions/0140). */
  readonly isApproved: boolean;
  /** What its key may do, or keys that the person makes. */
  readonly scopes: readonly ApiKeyScope[];
};

/** A key: by its hash, or by the row that a token of ours was signed for. */
export type KeyName = { readonly hash: Buffer } | { readonly id: number };

const factsSql = `m.id, m.world, m.approved_at is not null as "isApproved", m.sealed_return_secret is not null as "hasReturnSecret", m.vat_number as "vatNumber", m.redirect_hosts as "redirectHosts",
  m.commission_rate_bps as "commissionRateBps", m.standard_agreement as "standardAgreement", m.vat_number, ${selectList("m", sellerColumns)}`;

const findMerchantSql = `
select ${factsSql}, k.id as "keyId", k.scopes, k.last_used_at as "lastUsedAt"
from api_keys k join merchants m on m.id = k.merchant_id
where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and m.deactivated_at is null
  and `;

/** By its hash, and by its row. */
const findStatements = {
  hash: { name: "find-api-merchant", text: `${findMerchantSql}k.key_hash = $1` },
  id: { name: "find-api-merchant-by-id", text: `${findMerchantSql}k.id = $1` },
} as const;

type MerchantFacts = Pick<
  ApiMerchant,
  | "id"
  | "world"
  | "hasReturnSecret"
  | "isApproved"
  | "vatNumber"
  | "redirectHosts"
  | "commissionRateBps"
  | "standardAgreement"
> &
  SellerRow & { readonly vat_number: string | null };

type MerchantRow = MerchantFacts & {
  readonly keyId: number;
  readonly scopes: readonly ApiKeyScope[];
  readonly lastUsedAt: Date | null;
};

function toMerchant<By extends Partial<Pick<ApiMerchant, "principal" | "scopes">>>(
  row: MerchantFacts,
  by: By,
): Omit<ApiMerchant, "principal" | "scopes"> & By {
  const {
    id,
    world,
    hasReturnSecret,
    isApproved,
    vatNumber,
    redirectHosts,
    commissionRateBps,
    standardAgreement,
  } = row;
  const facts = {
    vatNumber,
    redirectHosts,
    commissionRateBps,
    standardAgreement,
    hasReturnSecret,
    isApproved,
  };
  return { id, world, ...by, ...facts, missingFacts: missingOfRow(row) };
}

const findByIdSql = `select ${factsSql} from merchants m where m.id = $1 and m.deactivated_at is null`;

/**
 * A merchant by its row, where what was asked for was proven in another way than by a caller; null for one that is closed.
 * @param db the transaction where one is open: a second connection is not to be waited for there (docs/decisions/0260)
 */
export async function findMerchantById(
  db: Kysely<Schema> | Transaction<Schema>,
  merchantId: number,
): Promise<Omit<ApiMerchant, "principal" | "scopes"> | null> {
  const query = CompiledQuery.raw(findByIdSql, [merchantId]) as CompiledQuery<MerchantFacts>;
  const [found] = (await db.executeQuery(query)).rows;
  return found ? toMerchant(found, {}) : null;
}

const findOfPerson = {
  name: "find-merchant-of-person",
  text: `select ${factsSql}, s.role from merchants m join memberships s on s.merchant_id = coalesce(m.live_merchant_id, m.id)
where m.id = $1 and s.person_id = $2 and m.deactivated_at is null`,
} as const;

/**
 * The merchant that a person works for, as they may now; null where they do not, or there is none. Who works for a shop
 * works in its test world, too.
 */
export async function findMerchantOfPerson(
  { db }: Pick<Services, "db">,
  by: { readonly merchantId: number; readonly personId: number; readonly sessionId: number },
): Promise<ApiMerchant | null> {
  const { merchantId, personId, sessionId } = by;
  const values = [merchantId, personId];
  const { rows } = await db.pool.query<MerchantFacts & { role: Role }>({ ...findOfPerson, values });
  const [found] = rows;
  if (!found) return null;
  const { role } = found;
  return toMerchant(found, {
    principal: { kind: "person", personId, role, seenAs: role, sessionId },
    scopes: scopesOfRole[role],
  });
}

/** How exactly the last use of a key is known: a busy key must not write a row with every call. */
const lastUseMs = 60_000;

const markUseSql = `
update api_keys set last_used_at = $2, last_used_address = $4 where id = $1 and (last_used_at is null or last_used_at < $3)`;

/**
 * The merchant of a key, while the key is in force.
 * @param address from where it is presented (`addressGroup`); null: by the installation itself, which is no use of it
 */
export async function findMerchant(
  { db, clock }: Pick<Services, "db" | "clock">,
  key: KeyName,
  address: string | null,
): Promise<ApiMerchant | null> {
  const now = new Date(clock.now());
  const query =
    "hash" in key
      ? { ...findStatements.hash, values: [key.hash, now] }
      : { ...findStatements.id, values: [key.id, now] };
  const result = await db.pool.query<MerchantRow>(query);
  const [found] = result.rows;
  if (!found) return null;
  const { keyId, scopes, lastUsedAt } = found;
  const merchant = toMerchant(found, { principal: { kind: "key", keyId }, scopes });
  const minuteAgo = new Date(now.getTime() - lastUseMs);
  if (address !== null && (lastUsedAt === null || lastUsedAt < minuteAgo))
    await db.pool.query({ name: "mark-key-use", text: markUseSql, values: [keyId, now, minuteAgo, address] });
  return merchant;
}
