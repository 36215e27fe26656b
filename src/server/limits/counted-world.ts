/**
 * In which world a buyer's call is counted (docs/decisions/0155). Only its order or link says so; which world those are of never
 * changes, so that each is asked for once.
 */
import { readLinkIdentity, readOrderNumber } from "#core/crockford.ts";
import type { World } from "#core/world.ts";
import type { Services } from "../services.ts";

/** Orders and links whose world is remembered at a time; past that the oldest are asked for again. */
const mostRemembered = 50_000;

const ofOrder = {
  read: readOrderNumber,
  name: "world-of-order",
  text: "select m.world from orders o join merchants m on m.id = o.merchant_id where o.order_number = $1",
};
const ofLink = {
  read: readLinkIdentity,
  name: "world-of-link",
  text: "select m.world from product_links l join merchants m on m.id = l.merchant_id where l.link_identity = $1",
};

/** The fields of calls that name an order or a link (Spec 7). */
const fields = { orderNumber: ofOrder, linkIdentity: ofLink, productNumber: ofLink } as const;

type Field = keyof typeof fields;

const names = Object.keys(fields) as Field[];

/** What of a call may name an order or a link: neither has been checked. */
export type Call = { readonly params: unknown; readonly body: unknown };

/**
 * Makes what finds the world of a call.
 * @returns `live` for a call that names nothing that is there, and for all where the installation has no test worlds
 */
export function createWorldFinder({
  config,
  db,
}: Pick<Services, "config" | "db">): (call: Call) => Promise<World> {
  const known = new Map<string, World>();
  if (config.testSimulatorUrl === null) return async () => "live";
  const find = async (name: Field, input: unknown): Promise<World | undefined> => {
    const { read, ...statement } = fields[name];
    const value = typeof input === "string" ? read(input) : null;
    if (value === null) return undefined;
    const remembered = known.get(value);
    if (remembered) return remembered;
    const { rows } = await db.pool.query<{ world: World }>({ ...statement, values: [value] });
    const world = rows[0]?.world;
    if (world === undefined) return undefined;
    const [oldest] = known.size >= mostRemembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(value, world);
    return world;
  };
  return async ({ params, body }) => {
    for (const said of [params, body])
      for (const name of names) {
        const world = await find(name, Object(said)[name]);
        if (world) return world;
      }
    return "live";
  };
}
