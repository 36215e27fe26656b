/**
 * The simulated mail server: speaks SMTP, takes every message and delivers none. What it caught is shown at `/mail`
 * of the simulators' server and given to tests as JSON.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { escapeHtml, htmlPage } from "./html.ts";
import { type MailMessage, readMail } from "./mail-message.ts";

export type MailCatcher = {
  /** Where it listens: "smtp://127.0.0.1:3002". */
  readonly url: string;
  /** Newest first; only those to one address when named. */
  readonly list: (to?: string) => readonly MailMessage[];
  readonly clear: () => void;
  readonly close: () => Promise<void>;
};

/** Messages kept; older ones are dropped. */
const keptMessages = 100;
const maxMessageBytes = 1024 * 1024;

/** No such mailbox: mail to these names is refused, so that refusals can be tried. */
const refusedName = /^refused(\+.*)?@/i;

/** Starts the mail server. Port 0 takes a free one. */
export async function startMailCatcher(options: {
  readonly port: number;
  readonly host: string;
}): Promise<MailCatcher> {
  let messages: readonly MailMessage[] = [];
  const server = new SMTPServer({
    // Nothing here is secret, and there are no accounts.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxMessageBytes,
    closeTimeout: 0,
    onRcptTo: ({ address }, _session, done) => {
      if (refusedName.test(address)) done(Object.assign(new Error("No such mailbox"), { responseCode: 550 }));
      else done();
    },
    onData: (stream, session, done) => {
      readAll(stream).then((raw) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        messages = [readMail(raw, { to, receivedAt: Date.now() }), ...messages].slice(0, keptMessages);
        done();
      }, done);
    },
  });
  // A client that hangs up in the middle is its own problem.
  server.on("error", () => undefined);
  server.listen(options.port, options.host);
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${options.host}:${port}`,
    list: (to) => messages.filter((message) => to === undefined || message.to.includes(to)),
    clear: () => {
      messages = [];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Adds `/mail`, for people, and `/_control/mail?to=`, for tests. */
export function registerMail(app: FastifyInstance, catcher: MailCatcher): void {
  app.get("/mail", async (_request, reply) => {
    const page = htmlPage({ lang: "en", title: "Mail", width: "wide", body: mailBody(catcher.list()) });
    return reply
      .code(page.status)
      .headers({ ...page.headers })
      .type("text/html; charset=utf-8")
      .send(page.body);
  });
  app.get<{ Querystring: { to?: string } }>("/_control/mail", async ({ query }) => ({
    messages: catcher.list(query.to),
  }));
}

function mailBody(messages: readonly MailMessage[]): string {
  const shown = messages.map(
    (message) =>
      `<h2 dir="auto">${escapeHtml(message.subject)}</h2>` +
      `<dl><dt>To</dt><dd>${escapeHtml(message.to.join(", "))}</dd>` +
      `<dt>From</dt><dd>${escapeHtml(message.from)}</dd>` +
      `<dt>Received</dt><dd>${new Date(message.receivedAt).toISOString()}</dd></dl>` +
      message.text
        .split("\n\n")
        .map((paragraph) => `<p dir="auto">${escapeHtml(paragraph)}</p>`)
        .join(""),
  );
  return [
    "<h1>Mail</h1>",
    '<p class="notice">Caught here and sent nowhere. Mail to refused@… is refused, as for a mailbox that does not exist.</p>',
    messages.length === 0 ? "<p>None yet. Reload this page to look again.</p>" : shown.join(""),
  ].join("");
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  if (stream.sizeExceeded) throw Object.assign(new Error("Message too large"), { responseCode: 552 });
  return Buffer.concat(chunks).toString("latin1");
}
