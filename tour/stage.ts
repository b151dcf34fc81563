import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Desk } from './bank.ts'
import type { Clock } from './clock.ts'
import { clearFaults } from './faults.ts'
import { type Account, readStored, signUpAtGuichet, type Visit, visitGuichet } from './guichet.ts'
import type { Mailbox } from './mailbox.ts'
import { poll } from './poll.ts'
import { findSealKey, keyFileOf, type SealKey } from './seal-key.ts'
import type { Cast, Chapter, Language, Person } from './story.ts'

/** Guichet's person of the tour in the demonstration's data (prisma/seed.ts), for pages that can't have one of their own. */
const account = { email: 'visite@guichet.example', password: 'bonjour-guichet-2026' }
/** Of the demonstration's shop. */
const merchant = { email: 'marchand@guichet.example', password: account.password }
const bankCode = '19870'

const Customer = z.object({
  id: z.string(),
  identifier: z.string(),
  password: z.string(),
  accounts: z.array(z.object({ id: z.string(), kind: z.string(), iban: z.string() })),
})
/** Who looks after Guichet's certificates. */
const operator = { email: 'operateur@guichet.example', password: account.password }
/** Starts to link a bank, and sends Odile there in their place. */
const stranger = { email: 'victor@guichet.example', password: account.password }
/** Who keeps the account of the shop at its bank. */
const treasurer = {
  customerId: 'karim-haddad',
  bankCode: '19873',
  identifier: '20050001-01',
  bankPassword: 'Atelier-2026',
  ...merchant,
}
/** What every account of the customer receives, so that a payment is not refused for want of money. */
const received = { amount: '500.00', operation: 'transferIn', lines: ['VIR RECU DE MME MARIN'] }
const soonMs = 30 * 60_000
const Callback = z.object({ callbackUrl: z.url() })
const Connections = z.array(z.object({ id: z.string(), quota: z.object({ nextAt: z.string().nullable() }) }))
const Home = z.object({ attention: z.array(z.object({ flowId: z.string().nullish() })) })
const CertificateSets = z.array(
  z.object({
    id: z.string().nullable(),
    status: z.string(),
    qwac: z.object({ organisationId: z.string().nullable(), roles: z.array(z.string()) }),
  }),
)
const Keyed = z.object({ certificate: z.string(), key: z.string() })
const Issued = z.object({ qwac: Keyed, qsealc: Keyed })
const Matrix = z.object({
  rows: z.array(z.object({ iban: z.string() })),
  version: z.number(),
})

/** What somebody sees in a browser that is not the frame. */
export type SeenPage = { readonly address: string; readonly title: string; readonly text: string }

/** The people of one page, at Guichet and at the bank. */
export type Guest = {
  /**
   * A new customer of the bank, and the page's person at Guichet without any other bank; with the stage `everything shared` already
   * linked. With `a shop was paid` the customer has paid, and the shop acts. Throws with what one of the two answered.
   */
  prepare(chapter: Chapter, language: Language): Promise<Cast>
  /** Reads a connection of Odile's while she is there. */
  refresh(connectionId: string): Promise<void>
  /**
   * Tries to finish, in the stranger's own browser, the link that Odile followed; resolves with what they see. Throws unless
   * Guichet refuses.
   */
  claimAsStranger(): Promise<SeenPage>
  /** Moves both clocks to the night after next; resolves when what was due until then has been read. */
  moveToNight(connectionId: string): Promise<void>
  /** Moves both clocks to the next automatic reading of a connection; resolves when it has been done. */
  moveToReading(connectionId: string): Promise<void>
  /** How Guichet's database keeps their tokens. */
  stored(): Promise<unknown>
  /** Guichet erases the person; the bank ends the subscriptions, and keeps its books. */
  leave(): Promise<void>
}

/** Puts in place what chapters start from. */
export type Director = {
  /** The people of a page, by its id. They are made when they are first needed. */
  receive(pageId: string): Guest
  /** Whether a message is one of Guichet's to the shop, by its signature. */
  isFromGuichet(headers: Record<string, string>, body: string): boolean
  /** The key behind a `keyId`, with the demonstration's certificates in `pki`. */
  findSealKey(keyId: string, pki: string): SealKey
  /** A test key of the shop for the API v1, the same until the tour ends; earlier ones of the tour are revoked. */
  apiKey(): Promise<string>
}

export type Places = {
  readonly appPort: number
  /** Where the tour takes what Guichet tells the shop. */
  readonly hookUrl: string
  /** For the keys of the certificates that a chapter makes. */
  readonly keysFolder: string
}

/** What all pages share. */
type Shared = Places & {
  readonly desk: Desk
  readonly clock: Clock
  readonly mailbox: Mailbox
  readonly shop: () => Promise<Visit>
}

export function createDirector(desk: Desk, clock: Clock, mailbox: Mailbox, places: Places): Director {
  const { appPort, hookUrl, keysFolder } = places
  let hookSecret: string | null = null
  const shop = async (): Promise<Visit> => {
    const visit = await visitGuichet(appPort, merchant)
    hookSecret ??= await makeEndpoint(visit, hookUrl)
    return visit
  }
  let shopKey: Promise<string> | null = null
  return {
    receive: pageId => receive({ ...places, desk, clock, mailbox, shop }, pageId),
    isFromGuichet: (headers, body) => {
      try {
        new Webhook(hookSecret ?? '').verify(body, headers)
        return true
      } catch {
        return false
      }
    },
    findSealKey: (keyId, pki) => findSealKey(keyId, pki, keysFolder),
    apiKey: () => {
      shopKey ??= makeApiKey(appPort).catch(error => {
        shopKey = null
        throw error
      })
      return shopKey
    },
  }
}

/** Somebody at Guichet, and the browser that they are signed in with. */
type Member = { readonly account: Account; readonly isOwn: boolean; visit: Visit }

function receive(shared: Shared, pageId: string): Guest {
  const { desk, clock, appPort, keysFolder } = shared
  const members = new Map<string, Promise<Member>>()
  const customers: string[] = []
  const memberOf = (name: string, language: Language): Promise<Member> => {
    const known = members.get(name) ?? makeMember(shared, name, language)
    members.set(name, known)
    known.catch(() => members.delete(name))
    return known
  }
  /** Signed in again where the session has ended. */
  const visitAs = async (name: string, language: Language = 'fr'): Promise<Visit> => {
    const member = await memberOf(name, language)
    if ((await member.visit.get('/api/connections')).status !== 200)
      member.visit = await visitGuichet(appPort, member.account)
    return member.visit
  }
  const nextReading = async (connectionId: string): Promise<number> => {
    const all = Connections.parse(JSON.parse((await (await visitAs(odile)).get('/api/connections')).body))
    const nextAt = all.find(({ id }) => id === connectionId)?.quota.nextAt
    if (!nextAt) throw new Error('Guichet plans no automatic reading')
    return Date.parse(nextAt)
  }
  /** While a reading is due or running, the next one is planned for a few minutes from now, as if it would fail. */
  const readingsDone = async (connectionId: string): Promise<void> => {
    const look = async () => (await nextReading(connectionId)) > Date.parse(await clock.read()) + soonMs || undefined
    if (await poll(look)) return
    throw new Error('Guichet did not finish its automatic reading')
  }
  return {
    prepare: async ({ stage, life = 'employee', amount = '42.00' }, language) => {
      await clock.putBack(pageId)
      const wish = { bankCode, firstName: 'Odile', lastName: 'Marin', life, accounts: 2 }
      const [customer, visit] = await Promise.all([desk.ask('POST', '/people', wish), visitAs(odile, language)])
      const { id, identifier, password, accounts } = Customer.parse(customer)
      customers.push(id)
      for (const { id: accountId } of accounts.filter(({ kind }) => kind === 'account'))
        await desk.ask('POST', `/accounts/${accountId}/entries`, received)
      await visit.post('/api/locale', { locale: language }, 'PUT')
      await disconnectAll(visit)
      const isShared = ['everything shared', 'emergency access allowed', 'new certificates'].includes(stage)
      const linkedAt = new Date()
      const connectionId = isShared ? await linkEverything(visit, desk, id) : ''
      const order = `CMD${randomInt(1e8, 1e9)}`
      const ibans = accounts.flatMap(({ kind, iban }) => (kind === 'account' ? [iban] : []))
      const cast = { odileId: id, marks: [order, ...ibans], linkId: '', paymentId: '' }
      const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
      const { account } = await memberOf(odile, language)
      // What Guichet mails about that link is no part of the story.
      if (isShared) await shared.mailbox.awaitMail(account.email, linkedAt)
      const atBank = { customerId: id, bankCode, identifier, bankPassword: password }
      const person: Person = { ...atBank, ...account, connectionId, payPath: '', sentUrl: '', nextWeek }
      if (stage === 'a stranger sent a link')
        return { ...cast, person: { ...person, sentUrl: await startLink(await visitAs(victor, language)) } }
      if (stage === 'a shop was paid' || stage === 'a shop asks') {
        const shop = await shared.shop()
        await shop.post('/api/locale', { locale: language }, 'PUT')
        const link = await askForPayment(shop, language, amount, order)
        if (stage === 'a shop asks') return { ...cast, linkId: link.id, person: { ...person, payPath: link.path } }
        await pay(visit, desk, id, link)
        const payPath = await refundablePayment(shop, link)
        const paymentId = payPath.split('/').at(-1) ?? ''
        return { ...cast, linkId: link.id, paymentId, person: { ...person, ...treasurer, payPath } }
      }
      if (stage === 'emergency access allowed') {
        const allowed = { allowed: true }
        await (await visitOperator(appPort, language)).post(`/api/operator/banks/${bankCode}/fallback`, allowed, 'PUT')
      }
      if (stage !== 'new certificates') return { ...cast, person }
      await stageCertificates(await visitOperator(appPort, language), desk, keysFolder)
      return { ...cast, person: { ...person, ...operator } }
    },
    refresh: async connectionId => {
      await (await visitAs(odile)).post(`/api/connections/${connectionId}/refresh`, {})
    },
    claimAsStranger: async () => {
      const visit = await visitAs(victor)
      const { attention } = Home.parse(JSON.parse((await visit.get('/api/home')).body))
      const flowId = attention.find(one => one.flowId !== null)?.flowId
      if (!flowId) throw new Error('Guichet tells the stranger of no link')
      const page = `/link/resume/${flowId}`
      const { pathname, searchParams } = new URL(await visit.submit(`${page}/claim`, {}), 'http://localhost')
      if (pathname !== page || searchParams.get('error') !== 'not_found') throw new Error('Guichet let the stranger in')
      return readPage(`localhost${pathname}`, (await visit.get(pathname)).body)
    },
    moveToNight: async connectionId => {
      await clock.moveToNight(pageId)
      await readingsDone(connectionId)
    },
    moveToReading: async connectionId => {
      await clock.moveTo(new Date((await nextReading(connectionId)) + 1_000), pageId)
      await readingsDone(connectionId)
    },
    stored: async () => {
      const made = await Promise.all(members.values())
      return readStored(
        appPort,
        made.map(({ account }) => account.email),
      )
    },
    leave: async () => {
      const made = await Promise.allSettled(members.values())
      const own = made.flatMap(one => (one.status === 'fulfilled' && one.value.isOwn ? [one.value.account] : []))
      const ended = { subscription: 'terminated' }
      await Promise.allSettled([
        ...own.map(async account =>
          (await visitGuichet(appPort, account)).submit('/settings/erase/start', { understood: 'yes' }),
        ),
        ...customers.map(id => desk.ask('PUT', `/people/${id}/subscription`, ended)),
        ...customers.map(id => clearFaults(desk, id)),
      ])
    },
  }
}

const odile = 'Odile Marin'
const victor = 'Victor Lenoir'

/** An account of the page's own. Where Guichet takes no more of them, or its mails go elsewhere, the one that all such pages share. */
async function makeMember({ appPort, mailbox }: Shared, name: string, language: Language): Promise<Member> {
  const [first = ''] = name.toLowerCase().split(' ')
  const own = { email: `${first}.${randomBytes(4).toString('hex')}@guichet.example`, password: account.password }
  try {
    const visit = await signUpAtGuichet(appPort, mailbox, { ...own, name, locale: language })
    return { account: own, isOwn: true, visit }
  } catch (error) {
    console.log(JSON.stringify({ event: 'tour_shares_person', message: String(error) }))
    const other = name === victor ? stranger : account
    return { account: other, isOwn: false, visit: await visitGuichet(appPort, other) }
  }
}

async function visitOperator(appPort: number, language: Language): Promise<Visit> {
  const visit = await visitGuichet(appPort, operator)
  await visit.post('/api/locale', { locale: language }, 'PUT')
  return visit
}

const Endpoints = z.array(z.object({ id: z.string(), url: z.string() }))

/** Has Guichet tell the shop at `url` what becomes of its payments; returns the secret that signs. Earlier ones go. */
async function makeEndpoint(shop: Visit, url: string): Promise<string> {
  const path = '/api/merchant/webhooks'
  for (const { id, url: earlier } of Endpoints.parse(JSON.parse((await shop.get(path)).body)))
    if (earlier === url) await shop.post(`${path}/${id}`, {}, 'DELETE')
  const wish = { mode: 'test', url, description: keyName, eventTypes: [] }
  return z.object({ secret: z.string() }).parse(await shop.post(path, wish)).secret
}

const keyName = 'Guided tour'
const Keys = z.array(z.object({ id: z.string(), name: z.string(), revokedAt: z.string().nullable() }))

async function makeApiKey(appPort: number): Promise<string> {
  const shop = await visitGuichet(appPort, merchant)
  const path = '/api/merchant/keys'
  const keys = Keys.parse(JSON.parse((await shop.get(path)).body))
  for (const { id, name, revokedAt } of keys)
    if (name === keyName && revokedAt === null) await shop.post(`${path}/${id}`, {}, 'DELETE')
  const wish = { mode: 'test', name: keyName, scopes: ['payments:read', 'payments:write'] }
  return z.object({ key: z.string() }).parse(await shop.post(path, wish)).key
}

/** The title of a page and its first sentence, as text. */
function readPage(address: string, markup: string): SeenPage {
  const main = /<main[\s\S]*/.exec(markup)?.[0] ?? ''
  const textOf = (element: RegExp) =>
    (element.exec(main)?.[1] ?? '')
      .replace(/<[^<>]*>/g, '')
      .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
  return {
    address,
    title: textOf(/<h1[^<>]*>((?:(?!<\/?h1)[\s\S])*)<\/h1>/),
    text: textOf(/<p[^<>]*>([^<]{30,})<\/p>/),
  }
}

async function disconnectAll(visit: Visit): Promise<void> {
  const all = Connections.parse(JSON.parse((await visit.get('/api/connections')).body))
  await Promise.all(all.map(({ id }) => visit.post(`/api/connections/${id}/disconnect`, {})))
}

/** The address at the bank to which Guichet sends whoever starts to link it. */
const startLink = (visit: Visit): Promise<string> => visit.submit(`/link/${bankCode}/start`, {})

/** Through the same pages as a browser, with the desk's automatic customer at the bank. Returns the connection's id. */
async function linkEverything(visit: Visit, desk: Desk, personId: string): Promise<string> {
  const authorizeUrl = await startLink(visit)
  const walked = await desk.ask<unknown>('POST', '/customer/authorization', { authorizeUrl, personId })
  const { pathname, search } = new URL(Callback.parse(walked).callbackUrl)
  const { headers } = await visit.get(pathname + search)
  const [, id = ''] = /\/connections\/([^/]+)\/consent/.exec(String(headers.location)) ?? []
  const path = `/api/connections/${id}/consent`
  const { rows, version } = Matrix.parse(JSON.parse((await visit.get(path)).body))
  const accounts = rows.map(({ iban }) => ({
    iban,
    balances: true,
    transactions: true,
    owners: true,
    overdrafts: true,
  }))
  const choice = { accounts, psuIdentity: true }
  const { hash } = z.object({ hash: z.string() }).parse(await visit.post(`${path}/compare`, choice))
  await visit.post(path, { choice, hash, version }, 'PUT')
  await visit.post(`/api/connections/${id}/refresh`, {})
  return id
}

/**
 * New certificates from the bank's authority, given to Guichet as an operator gives them. Those that an earlier chapter left go. The
 * key that signs is kept in `folder`, for whoever repeats a call.
 */
async function stageCertificates(visit: Visit, desk: Desk, folder: string): Promise<void> {
  const path = '/api/operator/certificates'
  const sets = CertificateSets.parse(JSON.parse((await visit.get(path)).body))
  for (const { id, status } of sets) if (status === 'staged') await visit.post(`${path}/${id}`, {}, 'DELETE')
  const { organisationId, roles } = sets.find(({ status }) => status === 'active')?.qwac ?? {}
  const issued = Issued.parse(await desk.ask('POST', '/certificates', { organisationId, name: 'Guichet SAS', roles }))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(keyFileOf(issued.qsealc.certificate, folder), issued.qsealc.key, { mode: 0o600 })
  const given = ({ certificate, key }: (typeof issued)['qwac']) => ({ data: certificate, key, password: '' })
  await visit.post(path, { qwac: given(issued.qwac), qsealc: given(issued.qsealc) })
}

type Link = { readonly id: string; readonly path: string }

/** The shop makes a payment link, as on its own pages. */
async function askForPayment(shop: Visit, language: Language, amount: string, order: string): Promise<Link> {
  const title = language === 'fr' ? 'Atlas des phares' : 'Atlas of lighthouses'
  const made = await shop.post('/api/merchant/links', {
    mode: 'test',
    title,
    amount,
    isReusable: false,
    referencePrefix: order,
  })
  const { id, url } = z.object({ id: z.string(), url: z.url() }).parse(made)
  return { id, path: new URL(url).pathname }
}

/** Pays a link through the same pages as a browser, with the desk's automatic customer at the bank. */
async function pay(visit: Visit, desk: Desk, personId: string, { path }: Link): Promise<void> {
  const payPath = await visit.submit(`${path}/open`, {})
  const consentUrl = await visit.submit(`${payPath}/start`, { bank: bankCode })
  const walked = await desk.ask<unknown>('POST', '/customer/payment', { consentUrl, personId })
  const { pathname, search } = new URL(Callback.parse(walked).callbackUrl)
  await visit.get(pathname + search)
}

/** The path of the payment made with a link, as soon as the shop may refund it. */
async function refundablePayment(shop: Visit, { id }: Link): Promise<string> {
  const found = await poll(async () => {
    const [path] = /\/payments\/[0-9a-f-]{36}/.exec((await shop.get(`/links/${id}`)).body) ?? []
    if (path === undefined) return undefined
    return (await shop.get(path)).body.includes(path.replace('payments', 'refunds/new')) ? path : undefined
  })
  if (found !== undefined) return found
  throw new Error('The shop was not paid')
}
