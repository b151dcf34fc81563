import { SMTPServer } from 'smtp-server'
import type { MailStore } from './store.ts'

const mostBytes = 1_000_000

/** Where nobody has a mailbox: what a mail that can't be delivered looks like can be seen with an address there (RFC 2606 § 2). */
const nobodysDomain = '.invalid'

/** A mail server that takes everything but for nobody's domain, and sends nothing on. Listening, on this computer only, is the caller's business. */
export function createMailServer(store: MailStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    // Whoever says nothing for this long is cut off.
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
