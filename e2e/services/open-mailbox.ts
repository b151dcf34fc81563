import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { db, type Prisma } from '#lib/db.ts'
import { findDueMails } from '#lib/services/mail/sending.ts'
import { sendQueuedMail } from '#lib/services/mail-rules.ts'

export type Mailbox = {
  readonly url: string
  /** What was taken, by address; oldest first. */
  readonly mails: { readonly to: string; readonly raw: string }[]
  /** Whether it refuses every address. */
  refuses: boolean
  /** What happens after a mail was taken, before the sender hears of it. */
  onTaken: (() => Promise<void>) | null
  readonly readTo: (address: string) => Promise<Email[]>
}

/** A mail server for all tests of a file. Before each of them mails go to it, it takes everything, and nothing lies in it. */
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
  }
  beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
  beforeEach(() => {
    mailbox.refuses = false
    mailbox.mails.length = 0
    process.env.SMTP_URL = mailbox.url
  })
  afterAll(() => new Promise<void>(done => server.close(done)))
  return mailbox
}

/** As one worker does: every mail that is due. */
export async function sendDueMails(): Promise<void> {
  for (const { id } of await findDueMails()) await sendQueuedMail(id)
}

/** The pauses between tries are over, and leases that nobody gave back. */
export async function endMailPauses(): Promise<void> {
  const unsent: Prisma.MailWhereInput = { state: { in: ['due', 'sending'] } }
  await db().mail.updateMany({ where: unsent, data: { nextTryAt: new Date(0), leaseUntil: null } })
}
