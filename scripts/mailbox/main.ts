import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { readSettings } from '#scripts/settings.ts'
import { createMailboxPage } from './page.ts'
import { createMailServer } from './smtp.ts'
import { openMailStore } from './store.ts'

// The mailbox of the demonstration: what Guichet mails arrives here, and a page shows it.
const { dataDir, mailPort, mailboxPort } = readSettings()
const store = openMailStore(join(dataDir, 'mails'))
const mailServer = createMailServer(store)
const pages = createServer(getRequestListener(createMailboxPage(store).fetch))
mailServer.listen(mailPort, '127.0.0.1')
pages.listen(mailboxPort, '127.0.0.1')
console.log(JSON.stringify({ event: 'mailbox_open', mailPort, mailboxPort }))

process.once('SIGTERM', () => {
  pages.closeAllConnections()
  pages.close()
  mailServer.close(() => process.exit(0))
})
