import { createTransport, type Transporter } from 'nodemailer'
import { isThisMachine, readEnv } from './env.ts'

/** Knows neither users nor texts. */

export type Mail = {
  /** Sent again, a mailbox recognises it (RFC 5322 § 3.6.4). */
  readonly id: string
  readonly to: string
  /** Where an answer goes; ours by default. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
  /** One request ends such mails (RFC 2369, RFC 8058). */
  readonly unsubscribe?: string | undefined
  /** By Content-ID (RFC 2392); PNG. */
  readonly image?: { readonly cid: string; readonly png: Uint8Array } | null
}

/** `final`: SMTP 5xx, don't retry. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly final: boolean

  constructor(final: boolean, cause: unknown) {
    super(final ? 'the mail server refuses this mail' : 'the mail server did not take the mail yet', { cause })
    this.final = final
  }
}

/** A mail needs four at most. */
const stepTimeoutMs = 8_000

const shared = globalThis as typeof globalThis & { guichetMail?: { url: string; transport: Transporter } }

export function isMailOn(): boolean {
  return readEnv('SMTP_URL') !== undefined
}

/** Throws MailNotSent; needs `SMTP_URL`. */
export async function sendMail({
  id,
  to,
  replyTo,
  subject,
  text,
  html,
  language,
  unsubscribe,
  image,
}: Mail): Promise<void> {
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
    await openTransport().sendMail({ from, to, replyTo, subject, text, html, headers, messageId, attachments })
  } catch (error) {
    throw new MailNotSent(isFinal(error), error)
  }
}

/** Null if the server takes mails; `lacksTls`: it would take them without TLS only. */
export async function findMailFault(): Promise<{ readonly lacksTls: boolean; readonly error: unknown } | null> {
  try {
    await openTransport().verify()
    return null
  } catch (error) {
    const { code = null, responseCode = null } = error instanceof Object ? { ...error } : {}
    // Later it may (RFC 3207 § 4: 454), and a certificate may have ended.
    return { lacksTls: code === 'ETLS' && typeof responseCode === 'number' && responseCode >= 500, error }
  }
}

function openTransport(): Transporter {
  const url = readEnv('SMTP_URL')
  if (url === undefined) throw new Error('SMTP_URL is not set')
  if (shared.guichetMail?.url !== url) {
    shared.guichetMail?.transport.close()
    shared.guichetMail = { url, transport: createTransport(completeUrl(url)) }
  }
  return shared.guichetMail.transport
}

/** nodemailer takes options from the address or from an object, never from both. What the address says goes before. */
function completeUrl(address: string): string {
  const url = new URL(address)
  const options = {
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // A mail can hold a link that signs in.
    requireTLS: !isThisMachine(url.hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  for (const [name, value] of Object.entries(options))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  return url.href
}

/** About this mail or recipient; a server refusing us altogether may be mended. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'responseCode' in error ? error.responseCode : null
  const step = 'command' in error ? error.command : null
  return typeof code === 'number' && code >= 500 && (step === 'RCPT TO' || step === 'DATA')
}
