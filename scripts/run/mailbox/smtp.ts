import { SMTPServer } from 'smtp-server'
import type { MailStore } from './store.ts'

const maxBytes = 1_000_000

/** A domain without mailboxes, to see a mail that can't be delivered (RFC 2606 § 2). */
const nobodysDomain = '.invalid'

/** A mail server that accepts everything except for that domain, and forwards nothing. The caller listens, on this computer only. */
export function createMailServer(store: MailStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    // Idle connections are closed after this time.
    socketTimeout: 20_000,
    onRcptTo({ address }, _session, done) {
      const isNobody = address.toLowerCase().endsWith(nobodysDomain)
      done(isNobody ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('the mail is too long'), { responseCode: 552 }))
        store.add(Buffer.concat(parts))
        done()
      })
    },
  })
}
