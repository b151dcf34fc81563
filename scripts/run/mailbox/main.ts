import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { readSettings } from '#scripts/run/settings.ts'
import { httpLimits } from '#server/limits.ts'
import { createMailboxPage } from './page.ts'
import { createMailServer } from './smtp.ts'
import { openMailStore } from './store.ts'

// The mailbox of the demonstration: receives Guichet's mails and shows them on a page.
const { dataDir, listen, mailPort, mailboxPort } = readSettings()
const store = openMailStore(join(dataDir, 'mails'))
const mailServer = createMailServer(store)
const appUrl = process.env.APP_URL ?? 'http://localhost'
const pages = createServer(httpLimits, getRequestListener(createMailboxPage(store, appUrl).fetch))
mailServer.listen(mailPort, '127.0.0.1')
pages.listen(mailboxPort, listen)
console.log(JSON.stringify({ event: 'mailbox_open', mailPort, mailboxPort }))

// A second signal has no effect.
process.on('SIGTERM', () => {
  if (!pages.listening) return
  pages.closeAllConnections()
  pages.close()
  mailServer.close(() => process.exit(0))
})
