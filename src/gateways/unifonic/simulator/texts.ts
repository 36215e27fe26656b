/** What the simulated Unifonic remembers of a text message. */
import { z } from "zod";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Webhook } from "#sim/webhooks.ts";

const textSchema = z.object({
  id: z.string(),
  correlationId: z.string(),
  recipient: z.string(),
  sender: z.string(),
  body: z.string(),
  units: z.number(),
  status: z.enum(["Queued", "Sent", "Delivered", "Undelivered"]),
  statusCallback: z.string().nullable(),
  at: z.number(),
});

export type SimulatedText = z.output<typeof textSchema>;

export type Texts = ReturnType<typeof createTexts>;

/** The messages of one simulator. */
export function createTexts({ clock, ids, store }: Pick<SimulatorTools, "clock" | "ids" | "store">) {
  const texts = store<SimulatedText>({ name: "texts", persist: textSchema });
  const save = (text: SimulatedText): SimulatedText => {
    texts.set(text.id, text);
    return text;
  };
  return {
    /** Newest first. */
    list: (): SimulatedText[] => [...texts.values()].reverse(),
    find: (id: string): SimulatedText | undefined => texts.get(id),
    add: (wanted: Omit<SimulatedText, "id" | "at" | "status">): SimulatedText =>
      save({ ...wanted, id: ids.digits(13), at: clock.now(), status: "Queued" }),
    /** The state that the operator reports; the report goes to the address of the message. */
    move: (text: SimulatedText, status: SimulatedText["status"]): SimulatedText => save({ ...text, status }),
  };
}

/** The report of a message, in the form of the old platform; none without an address. */
export function reportOf(text: SimulatedText, now: number): Webhook[] {
  if (text.statusCallback === null) return [];
  const body = JSON.stringify({
    MessageID: text.id,
    DLR: text.status === "Undelivered" ? "Undeliverable" : text.status,
    Recipient: text.recipient,
    TimeCreated: new Date(text.at).toISOString(),
    DLRTimestamp: new Date(now).toISOString(),
  });
  return [{ url: text.statusCallback, body, headers: () => ({}) }];
}
