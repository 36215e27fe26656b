/** Which pages may put the payment frame of an order into theirs, by environment (decision K10). */
import { type FrameParents, frameParents } from "#core/address/frame-parents.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { environmentOf } from "../settings/world.ts";
import type { OrderRecord } from "./order-store.ts";

/** The merchant's registered origins; where there are none, any site in `local` and `test` and none elsewhere. */
export function frameParentsOf(
  { environment }: { readonly environment: EnvironmentName },
  order: Pick<OrderRecord, "merchant_frame_origins" | "merchant_world">,
): FrameParents {
  const served = environmentOf(environment, { world: order.merchant_world });
  const isOpen = served === "local" || served === "test";
  return frameParents(order.merchant_frame_origins, isOpen ? "any" : "nobody");
}
