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
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({
      from: settings.mailFrom,
      // As parts, so that nothing in the address is read as a second one.
      to: { name: "", address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      headers: { "auto-submitted": "auto-generated" },
    });
  };
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

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
