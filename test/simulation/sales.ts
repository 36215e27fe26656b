/**
 * A product link of a world, with counted pieces and a coupon that is good for so many orders: buyers order from it at the
 * same time, and what they hold is counted.
 */
import type { ProductLinkModel } from "#contract/product.ts";
import type { CheckoutStep, SalePlan } from "./plan.ts";
import type { World } from "./world.ts";

export type Sale = SalePlan & { readonly linkIdentity: string; readonly productId: number };

const couponCode = "HARVEST20";

/** Makes the product, its link and its coupon through the merchant API, before anything goes wrong. */
export async function openSale(world: World, plan: SalePlan): Promise<Sale> {
  const make = async (path: string, payload: object): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${world.apiKey}`,
      "idempotency-key": `sale-of-the-world-${path}`,
    };
    const reply = await world.call(0, { method: "POST", url: `/api/v1/${path}`, headers, payload });
    if (reply?.statusCode !== 201) throw new Error(`no sale: ${reply?.body}`);
    return reply.json();
  };
  const product = await make("products", { title: "صندوق تمر سكري", price: "100.00", stockQty: plan.pieces });
  const link = await make("product-links", { productId: product["id"] });
  if (plan.couponUses !== null)
    await make("coupons", {
      code: couponCode,
      discount: { type: "FIXED", value: "20.00" },
      usageLimit: plan.couponUses,
    });
  return { ...plan, linkIdentity: String(link["linkIdentity"]), productId: Number(product["id"]) };
}

/** A buyer of their own for each order buys from the link; pressing twice sends the same checkout, to another process. */
export async function checkOut(world: World, step: CheckoutStep): Promise<void> {
  const { sale } = world;
  const shown =
    sale && (await world.call(step.node, { method: "GET", url: `/rest/pay/product/${sale.linkIdentity}` }));
  if (shown?.statusCode !== 200) return;
  const withCoupon = step.withCoupon && sale?.couponUses !== null;
  const payload = { ...checkoutOf(shown.json(), step.order), couponCode: withCoupon ? couponCode : null };
  const replies = await Promise.all(
    Array.from({ length: step.presses }, async (_, press) => {
      const node = press === 0 ? step.node : world.plan.nodes - 1 - step.node;
      return await world.call(node, { method: "POST", url: "/rest/pay/product/", payload });
    }),
  );
  const name = `order ${step.order + 1}`;
  for (const reply of replies)
    world.note(`buyer of ${name} checks out: ${reply ? reply.statusCode : "no answer"}`);
  const made = replies.find((reply) => reply?.statusCode === 200);
  if (!made) return;
  const { orderNumber } = Object(made.json()).orderDetails;
  const { rows } = await world.reader.query<{ id: number }>("select id from orders where order_number = $1", [
    orderNumber,
  ]);
  const [order] = rows;
  if (order) world.orders[step.order] = { id: order.id, orderNumber, name };
}

function checkoutOf(model: ProductLinkModel, buyer: number): object {
  return {
    merchantUsername: model.merchant.username,
    productNumber: model.linkIdentity,
    customerName: "نورة العتيبي",
    customerMobile: `05${String(51_234_567 + buyer)}`,
    customerCountryCode: "SA",
    productPrice: model.product.price.toFixed(2),
    signature: model.signature,
    qty: 1,
    checkoutKey: `checkout-of-buyer-${buyer}-of-this-world`,
  };
}

/** What an order's holds must be. */
const wantedState = (gone: "sold" | "used"): string =>
  `case when o.captured_total > 0 or o.paid_at is not null then '${gone}'
     when o.cancelled_at is not null then 'released' else 'held' end`;

/** Pieces that are free, held and sold are the pieces that there were, and each order has what its status says. */
export async function checkStock({ sale, reader, problems }: World): Promise<void> {
  if (sale === null) return;
  const { rows } = await reader.query<{ problem: string }>(
    `select 'stock: ' || p.stock_qty || ' free, ' || p.held_qty || ' held, ' || coalesce(h.sold, 0) || ' sold' as problem
       from products p left join (select product_id, sum(qty) filter (where state = 'held') as held,
         sum(qty) filter (where state = 'sold') as sold from stock_holds group by product_id) h on h.product_id = p.id
       where p.id = $1 and (p.held_qty <> coalesce(h.held, 0) or p.stock_qty + p.held_qty + coalesce(h.sold, 0) <> $2)
     union all
     select 'the hold of an order that is ' || o.status || ' is ' || h.state from stock_holds h join orders o on o.id = h.order_id
       where h.product_id = $1 and h.state <> ${wantedState("sold")}`,
    [sale.productId, sale.pieces],
  );
  for (const { problem } of rows) problems.push(problem);
  await checkCoupon({ reader, problems }, sale);
}

/** The coupon is used as often as its orders say and no more, each order's use follows its status, and lowers its price. */
async function checkCoupon(
  { reader, problems }: Pick<World, "reader" | "problems">,
  sale: Sale,
): Promise<void> {
  if (sale.couponUses === null) return;
  const { rows } = await reader.query<{ problem: string }>(
    `select 'a coupon for ' || $2 || ' orders counts ' || c.used_count || ' and has ' || count(u.order_id) as problem
       from products p join coupons c on c.merchant_id = p.merchant_id
       left join coupon_uses u on u.coupon_id = c.id and u.state <> 'released'
       where p.id = $1 group by c.id having c.used_count <> count(u.order_id) or count(u.order_id) > $2::integer
     union all
     select 'the use of a coupon by an order that is ' || o.status || ' is ' || u.state from stock_holds h
       join coupon_uses u on u.order_id = h.order_id join orders o on o.id = u.order_id
       where h.product_id = $1 and u.state <> ${wantedState("used")}
     union all
     select 'with and without a coupon orders cost ' || string_agg(distinct o.total::text, ', ') from stock_holds h
       join orders o on o.id = h.order_id left join coupon_uses u on u.order_id = o.id
       where h.product_id = $1 group by u.order_id is null having count(distinct o.total) > 1
     union all
     select 'a coupon lowers no price' from stock_holds h join orders o on o.id = h.order_id
       left join coupon_uses u on u.order_id = o.id where h.product_id = $1
       having min(o.total) filter (where u.order_id is null) <= max(o.total) filter (where u.order_id is not null)`,
    [sale.productId, sale.couponUses],
  );
  for (const { problem } of rows) problems.push(problem);
}
