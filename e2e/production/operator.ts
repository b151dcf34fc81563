import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { authority, siteName } from './install.ts'
import { bankCode, type Site } from './shop.ts'
import { shell } from './supervisor.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const operator = { email: 'operator@guichet.example', password: 'trois-ânes-et-un-phare' }

export const site: Site = { origin: `https://${siteName}`, authority, screensPort: 8080 }

/** A statement in our database, as PostgreSQL's administrator. */
export const query = (statement: string) => shell(`runuser -u postgres -- psql guichet <<'END'\n${statement};\nEND`)

/** Signs up, becomes the first operator, adds the bank and registers there (docs/operations/install.md). */
export async function openForBusiness(): Promise<Visitor> {
  const person = openVisitor(site.origin, site.authority)
  // The proxy holds back a GET, but no POST, until it knows an application that is ready.
  const health = await person.get('/api/health')
  if (health.status !== 200) throw new Error(`the site: ${JSON.stringify(health)}`)
  await person.form('/signup/start', { name: 'Olivia Opération', locale: 'en', ...operator })
  const page = readFileSync('docs/operations/install.md', 'utf8')
  const [, statement] = /`(UPDATE "User" SET role = 'operator'[^`]+)`/.exec(page) ?? []
  if (statement === undefined) throw new Error('docs/operations/install.md says nothing of the first operator')
  await query(statement.replace('…', operator.email))
  const signedIn = await person.form('/signin/start', { ...operator, next: '/operator' })
  if (signedIn.location !== '/operator') throw new Error(`the operator's sign-in: ${JSON.stringify(signedIn)}`)
  await person.send('POST', '/api/operator/banks', {
    code: bankCode,
    name: 'Banque du Littoral',
    group: 'Groupe Rivages',
    bic: 'RIVLFRPP',
    city: null,
    initials: 'BL',
    baseUrl: `https://${bankCode}.sandbox.localhost:8443`,
    screensUrl: `http://${bankCode}.sandbox.localhost:8080`,
    platform: 'sandbox',
    aisVersion: '1.6.2',
    pkce: true,
    appToApp: false,
    supports: ['owners', 'overdrafts', 'payments', 'instant'],
    enabled: true,
    brandColor: '#0B3C6F',
    brandInk: '#FFFFFF',
    connectMs: null,
    attendedMs: null,
    batchMs: null,
    bodyMs: null,
    maxConnections: null,
    parallelPages: null,
    refreshesAtOnce: null,
  })
  await person.send('POST', '/api/operator/registrations/sandbox')
  return person
}

/** The status page says what an operator announced; throws after a minute. */
export async function announce(person: Visitor): Promise<void> {
  const texts = { textFr: 'Les virements sont en retard.', textEn: 'Transfers are late.' }
  const made = await person.send('POST', '/api/operator/announcements', texts)
  const { id } = z.object({ id: z.string() }).parse(made)
  const deadline = Date.now() + 60_000
  while (!(await person.get('/status')).text.includes(texts.textEn)) {
    if (Date.now() > deadline) throw new Error('the status page does not say what was announced')
    await delay(1_000)
  }
  await person.send('DELETE', `/api/operator/announcements/${id}`)
}
