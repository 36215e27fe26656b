/**
 * The two worlds of a shop in the addresses of the console: those of a test world begin with its number, so that a link that is
 * passed on opens the same; those of a live shop are bare.
 */
import type { Me } from "#contract/people.ts";
import type { World } from "#core/world.ts";
import type { Shop } from "./me.ts";

/** What every address of a shop begins with. */
export function basePathOf({ world, merchantId }: Pick<Shop, "world" | "merchantId">): string {
  return world === "test" ? `/test/${merchantId}` : "";
}

/** The test world that an address is of, among the person's own; null for an address of a live shop. */
export function addressedShop({ shops }: Pick<Me, "shops">, path: string): Shop | null {
  const id = Number(/^\/test\/([1-9]\d{0,14})(?=\/|$)/.exec(path)?.[1]);
  return shops.find(({ merchantId, world }) => merchantId === id && world === "test") ?? null;
}

/** The same shop in a world; null where it has none. */
export function inWorld({ shops }: Pick<Me, "shops">, shop: Shop, world: World): Shop | null {
  const live = shop.liveMerchantId ?? shop.merchantId;
  const isSame = (one: Shop): boolean => (one.liveMerchantId ?? one.merchantId) === live;
  return shops.find((one) => isSame(one) && one.world === world) ?? null;
}
