/**
 * Reports of delivery that Unifonic pushes. They are unsigned, and their current form is unpublished: both names of each
 * field are read. The secret in their address is what proves them.
 */
import { z } from "zod";
import type { StatusReport } from "#core/messages/message-channel.ts";
import { unifonicState } from "./channel.ts";

const text = z.union([z.string(), z.number()]).transform(String).optional();

const shape = z
  .looseObject({
    MessageID: text,
    messageId: text,
    Status: text,
    status: text,
    DLR: text,
    CorrelationID: text,
  })
  .transform((body) => ({
    id: body.CorrelationID ?? null,
    providerId: body.MessageID ?? body.messageId ?? "",
    status: body.DLR ?? body.Status ?? body.status ?? "",
  }));

/** Reads a report, as JSON or as a form; null for one that says nothing that is understood. */
export function readUnifonicReport(body: string): StatusReport | null {
  const read = shape.safeParse(toObject(body));
  if (!read.success || read.data.providerId === "") return null;
  const state = unifonicState(read.data.status);
  if (state === null) return null;
  const { id, providerId, status } = read.data;
  return { id, providerId, state, code: state === "failed" ? status : null };
}

function toObject(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
