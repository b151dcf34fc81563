import { createTransport, type Transporter } from 'nodemailer'
import { readEnv } from './env.ts'

/** Sends a mail through SMTP if a server is configured. Knows neither users nor texts. */

export type Mail = {
  /** Our id of the mail: resending it uses the same Message-ID, which a mailbox recognises (RFC 5322 § 3.6.4). */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
  /** Where one request ends mails of this kind: mail programs show a button for it (RFC 2369, RFC 8058). */
  readonly unsubscribe?: string | undefined
  /** An image that the HTML shows by its Content-ID (RFC 2392), as a PNG; null for none. */
  readonly image?: { readonly cid: string; readonly png: Uint8Array } | null
}

/** The server did not accept the mail. `final`: it never will (SMTP 5xx), so don't retry. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly final: boolean

  constructor(final: boolean, cause: unknown) {
    super(final ? 'the mail server refuses this mail' : 'the mail server did not take the mail yet', { cause })
    this.final = final
  }
}

/** Time limit of one step of the SMTP conversation; a whole mail needs at most four. */
const stepTimeoutMs = 8_000

const shared = globalThis as typeof globalThis & { guichetMail?: { url: string; transport: Transporter } }

/** Whether mails can be sent at all: SMTP_URL is set. */
export function isMailOn(): boolean {
  return readEnv('SMTP_URL') !== undefined
}

/** Sends one mail. Throws MailNotSent; `SMTP_URL` must be set. */
export async function sendMail({ id, to, subject, text, html, language, unsubscribe, image }: Mail): Promise<void> {
  const from = readEnv('MAIL_FROM')
  const host = new URL(readEnv('APP_URL')).hostname
  const end = unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  const headers = { 'Auto-Submitted': 'auto-generated', 'Content-Language': language, ...end }
  const attachments = image
    ? [{ cid: image.cid, content: Buffer.from(image.png), filename: 'logo.png', contentType: 'image/png' }]
    : []
  const messageId = `<${id}@${host}>`
  try {
    await openTransport().sendMail({ from, to, subject, text, html, headers, messageId, attachments })
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

/** Only errors about this mail or its recipient: a server that refuses us altogether may be fixed later. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'responseCode' in error ? error.responseCode : null
  const step = 'command' in error ? error.command : null
  return typeof code === 'number' && code >= 500 && (step === 'RCPT TO' || step === 'DATA')
}
