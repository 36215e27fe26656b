/** People who answer that they want no reminders, or want them again. */
import { languages } from "#core/language.ts";
import type { Services } from "../services.ts";
import type { AccountOwner } from "./message-accounts.ts";
import { addressDigests } from "./message-store.ts";
import { messageTexts } from "./message-texts.ts";
import { optIn, optOut } from "./opt-outs.ts";

const wordsOf = (kind: "stop" | "start"): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => messageTexts[language].replies[kind].split(" ").map(plain)));
const stops = wordsOf("stop");
const starts = wordsOf("start");

/** Without marks around it, and with or without the hamza that people leave out. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{P}\s]+/gu, " ")
    .replace(/[\u0622\u0623\u0625]/g, "\u0627")
    .trim()
    .toLowerCase();
}

/** What a text asks for: the word alone, in any case; null for everything else that people write. */
export function readStopWord(text: string): "stop" | "start" | null {
  const word = plain(text);
  if (stops.has(word)) return "stop";
  return starts.has(word) ? "start" : null;
}

/**
 * Ends reminders by WhatsApp to a person, or begins them again: of the account's merchant; on the installation's account, of
 * the merchants that wrote to this person.
 */
export async function stopReminders(
  services: Pick<Services, "db" | "clock" | "signing" | "log">,
  asked: { readonly owner: AccountOwner; readonly mobile: string; readonly word: "stop" | "start" },
): Promise<void> {
  const { db, clock, signing } = services;
  const of = { channel: "whatsapp", address: asked.mobile } as const;
  const merchants = asked.owner === "installation" ? await merchantsWithMessages(services) : [asked.owner];
  for (const merchantId of merchants) {
    const digests = addressDigests(signing, { ...of, merchantId });
    if (asked.owner === "installation" && !(await hasWritten(services, merchantId, digests))) continue;
    if (asked.word === "start") await optIn(services, db.kysely, { ...of, merchantId });
    else
      await optOut(db.kysely, {
        merchant_id: merchantId,
        channel: "whatsapp",
        digests,
        source: "reply",
        at: new Date(clock.now()),
      });
  }
  services.log.info("reminders by WhatsApp", { word: asked.word, merchants: merchants.length });
}

async function merchantsWithMessages({ db }: Pick<Services, "db">): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom("messages")
    .select("merchant_id")
    .distinct()
    .where("channel", "=", "whatsapp")
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

async function hasWritten(
  { db }: Pick<Services, "db">,
  merchantId: number,
  digests: readonly string[],
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom("messages")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("channel", "=", "whatsapp")
    .where("address_digest", "in", [...digests])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
