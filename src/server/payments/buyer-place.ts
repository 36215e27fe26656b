/** The place of the buyer as the simple page sends it: JSON in the address (Spec 7, decision K11). */

import { z } from "zod";
import { parseJson } from "#core/json.ts";

const place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/**
 * Reads a place and rounds it to two decimals, about a kilometre, whatever the browser sent.
 * @returns `{"latitude":…,"longitude":…}` in degrees as JSON; null for anything else
 */
export function readPlace(address: string): string | null {
  const parsed = place.safeParse(parseJson(address));
  if (!parsed.success) return null;
  const round = (degrees: number): number => Math.round(degrees * 100) / 100;
  return JSON.stringify({ latitude: round(parsed.data.latitude), longitude: round(parsed.data.longitude) });
}
