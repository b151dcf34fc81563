import { createTransport, type Transporter } from 'nodemailer'
import { readEnv } from './env.ts'

/** Sends a mail through SMTP, if a server is configured. Knows neither people nor words. */

export type Mail = {
  /** Sender's name for it: the same mail sent again has the same id, by which a mailbox knows it (RFC 5322 § 3.6.4). */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

/** The mail was not taken. `final`: the server will never take it (SMTP 5xx), so nobody should try again. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly final: boolean

  constructor(final: boolean, cause: unknown) {
    super(final ? 'the mail server refuses this mail' : 'the mail server did not take the mail yet', { cause })
    this.final = final
  }
}

/** No step of a conversation with the server may last longer; a whole mail takes at most four of them. */
const stepTimeoutMs = 8_000

const shared = globalThis as typeof globalThis & { guichetMail?: { url: string; transport: Transporter } }

/** Whether mails can be sent at all: SMTP_URL is set. */
export function isMailOn(): boolean {
  return readEnv('SMTP_URL') !== undefined
}

/** Hands one mail to the server. Throws MailNotSent; `SMTP_URL` must be set. */
export async function sendMail({ id, to, subject, text, html, language }: Mail): Promise<void> {
  const from = readEnv('MAIL_FROM')
  const host = new URL(readEnv('APP_URL')).hostname
  const headers = { 'Auto-Submitted': 'auto-generated', 'Content-Language': language }
  try {
    await openTransport().sendMail({ from, to, subject, text, html, headers, messageId: `<${id}@${host}>` })
  } catch (error) {
    throw new MailNotSent(isFinal(error), error)
  }
}

function openTransport(): Transporter {
  const url = readEnv('SMTP_URL')
  if (url === undefined) throw new Error('SMTP_URL is not set')
  if (shared.guichetMail?.url !== url) {
    shared.guichetMail?.transport.close()
    const timeouts = {
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      dnsTimeout: stepTimeoutMs,
    }
    const fixed = { disableFileAccess: true, disableUrlAccess: true }
    shared.guichetMail = { url, transport: createTransport({ url, ...timeouts, ...fixed }) }
  }
  return shared.guichetMail.transport
}

/** It is about this mail or its recipient; a server that turns us away altogether may be mended, and the mail goes out then. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'responseCode' in error ? error.responseCode : null
  const step = 'command' in error ? error.command : null
  return typeof code === 'number' && code >= 500 && (step === 'RCPT TO' || step === 'DATA')
}
