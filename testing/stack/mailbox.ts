import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { db, type Prisma } from '#lib/db.ts'
import { sendQueuedMail } from '#lib/jobs/mail-rules.ts'
import { findDueMails } from '#lib/services/mail/sending.ts'

export type Mailbox = {
  readonly url: string
  /** Accepted mails, oldest first. */
  readonly mails: { readonly to: string; readonly raw: string }[]
  /** Whether it refuses every address. */
  refuses: boolean
  /** Called after a mail was accepted, before the sender is answered. */
  onTaken: (() => Promise<void>) | null
  readonly readTo: (address: string) => Promise<Email[]>
  /** Sends what is due first, as the next ones do. */
  readonly subjectsTo: (address: string) => Promise<(string | undefined)[]>
  /** What a pattern's group finds in the mails to an address, oldest first. */
  readonly findTo: (address: string, pattern: RegExp) => Promise<string[]>
  /** The newest of it, empty without one. */
  readonly lastTo: (address: string, pattern: RegExp) => Promise<string>
}

/** A mail server for all tests of a file. Before each of them mails are directed to it, it accepts everything, and it is empty; after each none waits. */
export function openMailbox(): Mailbox {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, done) =>
      done(mailbox.refuses ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: async (stream, session, done) => {
      const raw = String(await buffer(stream))
      for (const { address } of session.envelope.rcptTo) mailbox.mails.push({ to: address, raw })
      await mailbox.onTaken?.()
      done()
    },
  })
  const mailbox: Mailbox = {
    mails: [],
    refuses: false,
    onTaken: null,
    get url() {
      return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    },
    readTo: address =>
      Promise.all(mailbox.mails.filter(({ to }) => to === address).map(({ raw }) => PostalMime.parse(raw))),
    subjectsTo: async address => {
      await sendDueMails()
      return (await mailbox.readTo(address)).map(({ subject }) => subject)
    },
    findTo: async (address, pattern) => {
      await sendDueMails()
      return (await mailbox.readTo(address)).flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? [])
    },
    lastTo: async (address, pattern) => (await mailbox.findTo(address, pattern)).at(-1) ?? '',
  }
  beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
  beforeEach(() => {
    mailbox.refuses = false
    mailbox.onTaken = null
    mailbox.mails.length = 0
    process.env.SMTP_URL = mailbox.url
  })
  afterEach(() => db().mail.deleteMany())
  afterAll(() => new Promise<void>(done => server.close(done)))
  return mailbox
}

/** Sends every due mail, like one worker. */
export async function sendDueMails(): Promise<void> {
  for (const { id } of await findDueMails()) await sendQueuedMail(id)
}

/** Ends pauses between tries, and leases that were not released. */
export async function endMailPauses(): Promise<void> {
  const unsent: Prisma.MailWhereInput = { state: { in: ['due', 'sending'] } }
  await db().mail.updateMany({ where: unsent, data: { nextTryAt: new Date(0), leaseUntil: null } })
}
