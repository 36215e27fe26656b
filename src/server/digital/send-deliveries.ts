/** The clocked work of digital goods: sending the mails that are due, and trying again what did not go out. */
import * as timing from "#core/timing.ts";
import { isRefusedAddress } from "../notifications/mailer.ts";
import { mayReach } from "../notifications/may-reach.ts";
import type { Services } from "../services.ts";
import { deliveryMail } from "./delivery-mail.ts";
import { claimDelivery, type DeliveryRow, recordDelivery } from "./delivery-store.ts";
import { goodsOfOrder } from "./goods-of-order.ts";

/** Mails of one turn of the job. */
const batchSize = 10;

type MailServices = Pick<Services, "db" | "config" | "clock" | "log" | "mailer">;

/**
 * Sends up to ten mails that are due, one after another.
 * @returns how many were taken
 */
export async function sendDueDeliveries(services: MailServices): Promise<number> {
  for (let count = 0; count < batchSize; count += 1) {
    const delivery = await claimDelivery(services.db.kysely, services.clock.now());
    if (!delivery) return count;
    await sendDelivery(services, delivery);
  }
  return batchSize;
}

async function sendDelivery(services: MailServices, delivery: DeliveryRow): Promise<void> {
  const { db, log } = services;
  const mail = await writeMail(services, delivery);
  if (mail === null) {
    await recordDelivery(db.kysely, delivery, { ...end(services), state: "dropped", tried: null });
    return;
  }
  const tried = await send(services, mail, delivery);
  const { deliveryId, orderId } = { deliveryId: delivery.id, orderId: delivery.order_id };
  if (tried !== "unreachable") {
    await recordDelivery(db.kysely, delivery, { ...end(services), state: tried, tried });
    log.info("digital goods mailed", { deliveryId, orderId, outcome: tried });
    return;
  }
  const waitMs = timing.deliveryRetriesMs[delivery.tries - 1];
  const nextTryAt = waitMs === undefined ? null : new Date(services.clock.now() + waitMs);
  const state = nextTryAt === null ? "failed" : "due";
  await recordDelivery(db.kysely, delivery, { ...end(services), state, tried, nextTryAt });
}

function end({ clock }: Pick<Services, "clock">): { readonly at: Date; readonly nextTryAt: null } {
  return { at: new Date(clock.now()), nextTryAt: null };
}

async function send(
  services: MailServices,
  mail: ReturnType<typeof deliveryMail>,
  delivery: DeliveryRow,
): Promise<"sent" | "refused" | "unreachable"> {
  const { merchant_id: merchantId, address } = delivery;
  if (!(await mayReach(services.db.kysely, { merchantId, address }))) return "refused";
  try {
    await services.mailer(mail);
    return "sent";
  } catch (error) {
    if (isRefusedAddress(error)) return "refused";
    services.log.warn("digital goods not mailed", { deliveryId: delivery.id, error });
    return "unreachable";
  }
}

/** The mail, or null when the order delivers nothing any more. */
async function writeMail(
  { db, config }: MailServices,
  delivery: DeliveryRow,
): Promise<ReturnType<typeof deliveryMail> | null> {
  const order = await db.kysely
    .selectFrom("orders as o")
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .leftJoin("merchant_contacts as c", "c.merchant_id", "m.id")
    .select(["o.order_number", "m.world", "m.shop_name", "m.email", "c.email as contact_email"])
    .where("o.id", "=", delivery.order_id)
    .executeTakeFirstOrThrow();
  const goods = await goodsOfOrder(db.kysely, order.order_number);
  if (goods.length === 0) return null;
  return deliveryMail({
    to: delivery.address,
    language: delivery.language,
    world: order.world,
    shop: order.shop_name,
    shopEmail: order.contact_email ?? order.email,
    orderNumber: order.order_number,
    page: `${config.webUrl}/pay/order/${order.order_number}?lang=${delivery.language}`,
    goods: goods.map(({ title, digital_text: text, file_name: fileName }) => ({ title, text, fileName })),
  });
}
