/** The request for a merchant session, as a strict shape. */

import { z } from "zod";

export const paymentSessionSchema = z.strictObject({
  merchantIdentifier: z.string().regex(/^merchant\.[A-Za-z0-9.-]+$/),
  displayName: z.string().min(1).max(64),
  initiative: z.literal("web"),
  /** A host name; with a scheme, a path or a port it is none. */
  initiativeContext: z.string().regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/),
});
