import { SMTPServer } from 'smtp-server'
import type { MailStore } from './store.ts'

const mostBytes = 1_000_000

/** A mail server that takes everything and sends nothing on. Listening, on this computer only, is the caller's business. */
export function createMailServer(store: MailStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
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
