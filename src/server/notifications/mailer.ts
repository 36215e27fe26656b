/** Sending mail through the operator's mail server. One connection per message: codes are few, and must not wait. */
import { createTransport, type Transporter } from "nodemailer";
import type { Mailer } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import type { Config } from "../settings/config.ts";

/** A mail server that does not answer in this time is down for the buyer who waits, milliseconds. */
const stepTimeoutMs = 10_000;

/**
 * Makes the mailer of an installation.
 * @param settings `smtpUrl` null gives a mailer that rejects every message
 * @returns a function that rejects with the mail library's error; `isRefusedAddress` tells a wrong address from a
 *   server that cannot be used
 */
export function createMailer(settings: Pick<Config, "smtpUrl" | "mailFrom">): Mailer {
  if (settings.smtpUrl === null) {
    return async () => {
      throw new Error("SMTP_URL is not set: no mail can be sent");
    };
  }
  const transport = openTransport(settings.smtpUrl);
  return async ({ to, subject, text, html, senderName, replyTo, messageId, headers, attachments = [] }) => {
    await transport.sendMail({
      from:
        senderName === undefined
          ? settings.mailFrom
          : { name: senderName, address: addressOf(settings.mailFrom) },
      // As parts, so that nothing in the address is read as a second one.
      to: { name: "", address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
      ...(messageId !== undefined && { messageId: `<${messageId}@${domainOf(settings.mailFrom)}>` }),
      attachments: attachments.map(({ fileName, pdf }) => ({
        filename: fileName,
        content: pdf,
        contentType: "application/pdf",
      })),
      headers: { "auto-submitted": "auto-generated", ...headers },
    });
  };
}

/** The address of "Name <address>". */
function addressOf(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim();
}

function domainOf(sender: string): string {
  return addressOf(sender).split("@").at(-1) ?? "";
}

/**
 * Signs in at the mail server and sends nothing.
 * @throws the mail library's error
 */
export async function verifyMailServer(smtpUrl: Secret): Promise<void> {
  const transport = openTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function openTransport(smtpUrl: Secret): Transporter {
  const address = new URL(smtpUrl.reveal());
  const isSecure = address.protocol === "smtps:";
  return createTransport({
    host: address.hostname.replace(/^\[|\]$/g, ""),
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A code must not cross a network in the clear; a server on this machine often has no certificate.
    requireTLS: !isSecure && !isLoopback(address.hostname),
    ignoreTLS: !isSecure && isLoopback(address.hostname),
    ...(address.username !== "" && {
      auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
    }),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Whether the mail server works and just does not take mail for this address. */
export function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  const { code, responseCode } = error;
  return code === "EENVELOPE" && typeof responseCode === "number" && responseCode >= 500;
}

/** What a mail that was not taken says: the server's answer, or that none came. */
export type MailRefusal =
  /** `stage` tells who is refused: this receiver, or the message whatever its receiver. */
  | { readonly kind: "answer"; readonly status: number; readonly stage: "recipient" | "message" }
  /** Signing in failed, or no mail server is set. */
  | { readonly kind: "account" }
  /** The connection was never there: nothing was sent. */
  | { readonly kind: "not_sent" }
  /** The connection was lost on the way: the mail may have been taken. */
  | { readonly kind: "no_answer" };

type MailError = { readonly [name in "code" | "responseCode" | "syscall" | "timeoutType"]?: unknown };

/** Reads the mail library's error. Where it does not say how far the connection came, the mail may have been taken. */
export function readMailError(error: unknown): MailRefusal {
  if (!(error instanceof Error) || !("code" in error)) return { kind: "account" };
  const { code, responseCode, syscall, timeoutType } = error as MailError;
  if (code === "EAUTH" || code === "ENOAUTH" || code === "ETLS") return { kind: "account" };
  if (typeof responseCode === "number")
    return { kind: "answer", status: responseCode, stage: code === "EENVELOPE" ? "recipient" : "message" };
  const neverConnected =
    code === "EDNS" ||
    syscall === "connect" ||
    timeoutType === "CONNECT_TIMEOUT" ||
    timeoutType === "GREETING_TIMEOUT";
  return { kind: neverConnected ? "not_sent" : "no_answer" };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
