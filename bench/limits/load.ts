/** Loading an order: the rows of an order's page in one prepared statement, answered as so many bytes of JSON. */
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";

export const loadSql = `
select o.*, m.username, m.shop_name, m.email, m.phone, m.vat_number, m.legal_name, m.legal_id_scheme, m.legal_id_value,
  m.logo_image_id, m.redirect_hosts, m.sealed_return_secret, m.sealed_earlier_return_secret, m.return_secret_since,
  m.frame_origins, m.allowed_countries, m.deactivated_at, t.settings, mc.city, mc.address1, mc.email as contact_email,
  mc.phone as contact_phone, mc.whatsapp, mc.returns_url, c.name, c.mobile, c.country_code, c.email as client_email,
  (select json_build_object('state', a.state, 'step', a.step, 'lease_end', a.next_check_at)
    from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id
    and a.state in ('in_flight', 'awaiting_buyer', 'unknown', 'authorised', 'captured', 'surplus')
    order by a.state = 'surplus' desc limit 1) as live_attempt,
  (select json_agg(json_build_object('position', l.position, 'product_id', l.product_id, 'title', l.title,
      'description', l.description, 'qty_thousandths', l.qty_thousandths, 'unit_code', l.unit_code,
      'unit_price', l.unit_price, 'sold_unit_price', l.sold_unit_price, 'vat_bps', l.vat_bps,
      'vat_exemption', l.vat_exemption, 'vat_category', l.vat_category, 'vat_reason_ar', l.vat_reason_ar,
      'vat_reason_en', l.vat_reason_en, 'line_net', l.line_net, 'line_discount', l.line_discount,
      'line_vat', l.line_vat, 'is_digital', l.is_digital, 'sold_image_id', l.sold_image_id,
      'product_image_id', p.image_id, 'stock_qty', p.stock_qty, 'specific_vat_bps', p.specific_vat_bps)
      order by l.position)
    from order_lines l left join products p on p.id = l.product_id
    where l.merchant_id = o.merchant_id and l.order_id = o.id) as lines
from orders o
join merchants m on m.id = o.merchant_id
left join themes t on t.merchant_id = m.id
left join merchant_contacts mc on mc.merchant_id = m.id
left join clients c on c.id = o.client_id
where o.order_number = $1`;

/** Mounts `GET /order/{number}/{bytes}`: the row as JSON, cut or filled up to the number of bytes that is asked for. */
export function mountBareLoad(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { orderNumber: string; bytes: string } }>(
    "/order/:orderNumber/:bytes",
    async (request, reply) => {
      const { orderNumber, bytes } = request.params;
      const { rows } = await pool.query({ name: "load", text: loadSql, values: [orderNumber] });
      const body = Buffer.alloc(Number(bytes), " ");
      body.write(JSON.stringify(rows[0]));
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );
}
