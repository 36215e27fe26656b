/** Coupons of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import type { Kysely, Selectable, Transaction } from "kysely";
import {
  type Coupon,
  type CouponChanges,
  couponCalls,
  couponChanges,
  type NewCoupon,
} from "#contract/coupons.ts";
import { formatDecimal, minor } from "#core/money.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { readCouponCode } from "../products/coupon.ts";
import { merchantOf } from "./authenticate.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId, readPage, toPage } from "./paging.ts";
import { wrongFields } from "./validation.ts";

/** Product pages, and what coupons take off their prices, are in riyals (Spec 9). */
const currency = "SAR";

type Db = Kysely<Schema> | Transaction<Schema>;
type CouponRow = Selectable<Schema["coupons"]>;

/** What merchants may set of a coupon's row. */
type Columns = Pick<
  CouponRow,
  "discount_type" | "discount_value" | "usage_limit" | "usage_limit_per_mobile" | "starts_at" | "ends_at"
>;

const changeable = Object.keys(couponChanges.shape);

/** Mounts the coupon calls in a scope that requires an API key. */
export function mountCouponCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, couponCalls, "POST /api/v1/coupons", async ({ body }, { request, reply }) => {
    const merchantId = merchantOf(request).id;
    const answer = await once(services, request, merchantId, (trx) => createCoupon(trx, merchantId, body));
    reply.header("location", `/api/v1/coupons/${answer.body.id}`);
    return sendOnce(reply, answer);
  });

  mountCall(scope, couponCalls, "GET /api/v1/coupons", async ({ query }, { request }) => {
    const page = readPage(query);
    const rows = await db
      .selectFrom("coupons")
      .selectAll()
      .where("merchant_id", "=", merchantOf(request).id)
      .where("id", "<", page.before)
      .orderBy("id", "desc")
      .limit(page.limit + 1)
      .execute();
    return toPage(rows, page, toCoupon);
  });

  mountCall(scope, couponCalls, "GET /api/v1/coupons/:couponId", async ({ params }, { request, reply }) => {
    const id = readId(params.couponId, "not_found");
    const row = await ownCoupons(db, merchantOf(request).id).where("id", "=", id).executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return sendPartTagged(reply, toCoupon(row), changeable);
  });

  mountCall(
    scope,
    couponCalls,
    "PATCH /api/v1/coupons/:couponId",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const id = readId(params.couponId, "not_found");
      const answer = await once(services, request, merchantId, async (trx) => {
        await requireMatchIfGiven(request, changeable, async () => {
          const row = await ownCoupons(trx, merchantId)
            .where("id", "=", id)
            .forNoKeyUpdate()
            .executeTakeFirst();
          if (!row) throw new Problem("not_found");
          return toCoupon(row);
        });
        return await changeCoupon(trx, { merchantId, id }, body);
      });
      return sendPartTagged(reply, sendOnce(reply, answer), changeable);
    },
  );
}

async function createCoupon(trx: Transaction<Schema>, merchantId: number, body: NewCoupon): Promise<Coupon> {
  const reader = new FieldReader(currency);
  const code = readCouponCode(body.code);
  if (code === null) reader.wrong("code", "invalid_code", "3 to 32 Latin letters, digits, - and _");
  const columns = readColumns(reader, body);
  checkDates(reader, columns);
  if (body.productId !== undefined && !(await isProductOf(trx, merchantId, body.productId))) {
    reader.wrong("productId", "unknown_product", "not a product of yours");
  }
  reader.refuseWrong();
  const row = await trx
    .insertInto("coupons")
    .values({
      ...columns,
      discount_type: body.discount.type,
      discount_value: columns.discount_value ?? 0,
      merchant_id: merchantId,
      code: code ?? "",
      product_id: body.productId ?? null,
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "code"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw wrongFields([{ path: "code", code: "taken", message: "you have a coupon with this code" }]);
  return toCoupon(row);
}

async function changeCoupon(
  trx: Transaction<Schema>,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  changes: CouponChanges,
): Promise<Coupon> {
  const before = await ownCoupons(trx, merchantId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!before) throw new Problem("not_found");
  const reader = new FieldReader(currency);
  const columns = readColumns(reader, changes);
  const after = { ...before, ...columns, is_active: changes.isActive ?? before.is_active };
  checkDates(reader, after);
  if (after.usage_limit !== null && after.usage_limit < before.used_count) {
    reader.wrong("usageLimit", "too_small", "must not be below usedCount");
  }
  reader.refuseWrong();
  await trx
    .updateTable("coupons")
    .set({ ...columns, is_active: after.is_active })
    .where("id", "=", id)
    .execute();
  return toCoupon(after);
}

/** The columns that a request sets; what it leaves out is left out. */
function readColumns(reader: FieldReader, body: Partial<NewCoupon> | CouponChanges): Partial<Columns> {
  const { discount, usageLimit, usageLimitPerMobile, startsAt, endsAt } = body;
  return {
    ...(discount !== undefined && {
      discount_type: discount.type,
      discount_value: readDiscount(reader, discount),
    }),
    ...(usageLimit !== undefined && { usage_limit: usageLimit }),
    ...(usageLimitPerMobile !== undefined && { usage_limit_per_mobile: usageLimitPerMobile }),
    ...(startsAt !== undefined && { starts_at: startsAt === null ? null : new Date(startsAt) }),
    ...(endsAt !== undefined && { ends_at: endsAt === null ? null : new Date(endsAt) }),
  };
}

/** As `coupons.discount_value` keeps it: halalas, or basis points. Nothing may be given away for nothing. */
function readDiscount(reader: FieldReader, { type, value }: NewCoupon["discount"]): number {
  const read =
    type === "FIXED" ? reader.amount("discount.value", value) : reader.percent("discount.value", value);
  if (read === 0) reader.wrong("discount.value", "too_small", "must be more than zero");
  if (type === "PERCENTAGE" && read === 10_000) {
    reader.wrong("discount.value", "too_large", "must leave something to pay");
  }
  return read ?? 0;
}

function checkDates(reader: FieldReader, dates: Partial<Pick<Columns, "starts_at" | "ends_at">>): void {
  const { starts_at: start, ends_at: end } = dates;
  if (start && end && end <= start) reader.wrong("endsAt", "too_early", "must be after startsAt");
}

async function isProductOf(db: Db, merchantId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("products")
    .select("id")
    .where("id", "=", id)
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row !== undefined;
}

function ownCoupons(db: Db, merchantId: number) {
  return db.selectFrom("coupons").selectAll().where("merchant_id", "=", merchantId);
}

function toCoupon(row: CouponRow): Coupon {
  const { discount_type: type, discount_value: value } = row;
  return {
    id: row.id,
    code: row.code,
    discount: {
      type,
      value: type === "FIXED" ? formatDecimal(minor(value), currency) : percentText(value),
    },
    productId: row.product_id,
    usageLimit: row.usage_limit,
    usageLimitPerMobile: row.usage_limit_per_mobile,
    usedCount: row.used_count,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
  };
}
