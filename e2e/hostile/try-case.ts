import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { db } from '#lib/db.ts'
import { isAway, type PayStage, payStages } from '#lib/domain/payments/order/stage.ts'
import { type LinkFailure, linkFailures } from '#lib/domain/refusals/failure.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { bagOf, type Case, type Endpoint, rowsOf } from '#testing/bank/scripted-answer.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import type { HostileStack } from '#testing/stack/built.ts'
import { type HostileVisitor, newHostileVisitor } from '#testing/stack/visitor.ts'
import { blameOf, type Seen, type SeenAccounts, type SeenPayment } from './judge.ts'

export type Measured = { readonly longestMs: number; readonly longestReadingMs: number; readonly largest: number }

/** Endpoints of payments only. */
const ofPayments: readonly Endpoint[] = ['client_token', 'payment_token', 'payment', 'payment_read', 'confirmation']

/**
 * Plays one hostile answer from beginning to end: a new person links, consents, reads, opens their pages, pays, and disconnects.
 * `half` skips what the answer does not concern. Returns observations without judging.
 */
export async function tryCase(
  stack: HostileStack,
  code: string,
  scripted: Case,
  parts: 'all' | 'half',
): Promise<Seen & Measured> {
  const visitor = await newHostileVisitor(stack)
  const isOfPayments = ofPayments.includes(scripted.at)
  const needsAccounts = parts === 'all' || !isOfPayments
  const needsPayment = parts === 'all' || isOfPayments || scripted.tls !== undefined
  // The unaffected half goes first, because the breaker of a bank that has just failed five times opens for half a minute.
  const early = needsPayment && !isOfPayments ? await pay(stack, visitor, code) : null
  const accounts = needsAccounts ? await goThroughAccounts(stack, visitor, code, scripted) : null
  const payment = early ?? (needsPayment ? await pay(stack, visitor, code) : null)
  return {
    accounts,
    payment,
    lostGrants: await countLostGrants(stack, code),
    farAhead: await findFarAhead(code),
    faults: visitor.faults,
    longestMs: visitor.longestMs(),
    longestReadingMs: visitor.longestReadingMs(),
    largest: visitor.largest(),
  }
}

const notRead = { words: [] as string[], wasRead: false, consentPageBytes: 0 }

async function goThroughAccounts(
  stack: HostileStack,
  visitor: HostileVisitor,
  code: string,
  scripted: Case,
): Promise<SeenAccounts> {
  const { connectionId, ...linked } = await link(stack, visitor, code)
  const reading = connectionId === null ? notRead : await read(visitor, connectionId, scripted)
  const stored = await countStored(visitor.userId)
  if (connectionId !== null) await visitor.send('POST', `/api/connections/${connectionId}/disconnect`)
  return { ...linked, ...stored, ...reading }
}

type Linked = Pick<SeenAccounts, 'link' | 'pageBlamesBank'> & { readonly connectionId: string | null }

async function link(stack: HostileStack, visitor: HostileVisitor, code: string): Promise<Linked> {
  const start = await visitor.form(`/link/${code}/start`, {})
  if (!start.location.startsWith('https:')) return { link: 'unknown', pageBlamesBank: false, connectionId: null }
  const back = new URL(stack.bank.authorize(start.location))
  const { location } = await visitor.get(back.pathname + back.search)
  const [, connectionId = null] = /^\/connections\/([^/]+)\/consent$/.exec(location) ?? []
  if (connectionId !== null) return { link: 'linked', pageBlamesBank: true, connectionId }
  const page = await visitor.get(location || '/home')
  return { link: await failureOf(visitor.userId, location), pageBlamesBank: saysBank(page.text), connectionId: null }
}

/** The English text above the title in components/link/ending.tsx. */
function saysBank(text: string): boolean {
  return text.includes('At the bank')
}

async function failureOf(userId: string, location: string): Promise<LinkFailure | 'unknown'> {
  const flow = await db().linkFlow.findFirst({ where: { userId } })
  const said = flow?.failure ?? location.split('/').at(-1)
  return linkFailures.find(failure => failure === said) ?? 'unknown'
}

type Reading = Pick<SeenAccounts, 'words' | 'wasRead' | 'consentPageBytes'>

async function read(visitor: HostileVisitor, connectionId: string, scripted: Case): Promise<Reading> {
  const at = `/api/connections/${connectionId}`
  const page = await visitor.get(`/connections/${connectionId}/consent`)
  const consentPageBytes = Buffer.byteLength(page.text)
  const refusedConsent = await consent(visitor, at)
  if (refusedConsent !== null) {
    await lookAround(visitor, connectionId)
    return { words: [refusedConsent], wasRead: false, consentPageBytes }
  }
  if (scripted.at === 'refresh') {
    await db().connection.updateMany({ where: { id: connectionId }, data: { accessExpiresAt: new Date() } })
  }
  const refreshed = await visitor.send('POST', `${at}/refresh`)
  await lookAround(visitor, connectionId)
  const progress = bagOf((await visitor.get(`${at}/progress`)).json())
  const errors = rowsOf(progress.accounts).flatMap(one => {
    const { error } = bagOf(one)
    return typeof error === 'string' ? [error] : []
  })
  const whole = refreshed.status >= 400 ? [String(bagOf(refreshed.json()).code)] : []
  return { words: [...new Set([...whole, ...errors])], wasRead: true, consentPageBytes }
}

/** Ticks everything, compares and sends. Returns the refusal's code, or null. */
async function consent(visitor: HostileVisitor, at: string): Promise<string | null> {
  const matrix = bagOf((await visitor.get(`${at}/consent`)).json())
  const kinds = rowsOf(matrix.kinds)
  const all = Object.fromEntries(
    ['balances', 'transactions', 'owners', 'overdrafts'].map(kind => [kind, kinds.includes(kind)]),
  )
  const choice = {
    accounts: rowsOf(matrix.rows).map(row => ({ iban: bagOf(row).iban, ...all })),
    psuIdentity: true,
  }
  const compared = await visitor.send('POST', `${at}/consent/compare`, choice)
  if (compared.status !== 200) return String(bagOf(compared.json()).code)
  const { hash } = bagOf(compared.json())
  const sent = await visitor.send('PUT', `${at}/consent`, { choice, hash, version: matrix.version })
  return sent.status === 200 ? null : String(bagOf(sent.json()).code)
}

/** Opens the pages with the bank's data. */
async function lookAround(visitor: HostileVisitor, connectionId: string): Promise<void> {
  await visitor.get('/home')
  await visitor.get(`/connections/${connectionId}`)
  await visitor.get('/transactions')
  const account = await db().account.findFirst({ where: { connectionId, userId: visitor.userId } })
  if (account !== null) await visitor.get(`/accounts/${account.id}`)
}

async function countStored(userId: string): Promise<Pick<SeenAccounts, 'accounts' | 'lines' | 'unreadable'>> {
  const [accounts, lines, { _sum: sums }] = await Promise.all([
    db().account.count({ where: { userId } }),
    db().transaction.count({ where: { userId } }),
    db().account.aggregate({ where: { userId }, _sum: { unreadableRows: true } }),
  ])
  return { accounts, lines, unreadable: sums.unreadableRows ?? 0 }
}

/** One order, paid by a payer without an account. */
async function pay(stack: HostileStack, visitor: HostileVisitor, code: string): Promise<SeenPayment> {
  const { publicId } = await createOrder(randomUUID(), checkoutOrder(100n))
  const page = `/pay/${publicId}`
  const start = await visitor.form(`${page}/start`, { bank: code, debtorIban: '', identifier: '' })
  const error = new URL(start.location, 'http://ours.invalid').searchParams.get('error')
  if (error !== null && blameOf(error) !== 'bank') visitor.faults.push(`the payment was refused with "${error}"`)
  if (start.location.startsWith('http')) {
    const callback = stack.bank.agree(code, start.location)
    if (callback === null) visitor.faults.push('the payer was sent to another host than the bank’s')
    else await comeBack(visitor, callback)
  } else await visitor.get(start.location || page)
  await visitor.get(`${page}/result`)
  const stage = await settledStage(visitor, publicId)
  const confirmed = [...stack.bank.ledgerOf(code).payments.values()].reduce((sum, one) => sum + one.confirmed, 0)
  return { stage, confirmed }
}

/** A worker may have been driving the payment when the payer returned: its result comes a moment later. */
async function settledStage(visitor: HostileVisitor, publicId: string): Promise<PayStage | null> {
  for (let looks = 0; ; looks += 1) {
    const shown = bagOf((await visitor.get(`/api/pay/${publicId}`)).json()).stage
    const stage = payStages.find(known => known === shown) ?? null
    if (looks === 15 || stage === null || !isAway(stage)) return stage
    await delay(200)
  }
}

async function comeBack(visitor: HostileVisitor, callback: string): Promise<void> {
  const url = new URL(callback)
  const { location } = await visitor.get(url.pathname + url.search)
  if (!location.endsWith('/return')) visitor.faults.push(`the payer came back to ${location}`)
  else await visitor.get(location)
}

/** Counts grants issued to us that are neither revoked nor queued for it. */
async function countLostGrants(stack: HostileStack, code: string): Promise<number> {
  const sent = stack.bank.ledgerOf(code).grants.filter(grant => grant.sent)
  for (let tries = 0; tries < 20; tries += 1) {
    const open = sent.filter(({ revoked }) => !revoked)
    const queued = await db().revocation.count({ where: { bankCode: code, doneAt: null } })
    if (open.length <= queued) return 0
    await delay(50)
  }
  return sent.filter(({ revoked }) => !revoked).length
}

/** A pause of a day, and the time until a connection's next slot. */
const longestPauseMs = 48 * 3_600_000

async function findFarAhead(code: string): Promise<string[]> {
  const limit = new Date(Date.now() + longestPauseMs)
  const [connections, attempts, revocations] = await Promise.all([
    db().connection.count({ where: { bankCode: code, nextRefreshAt: { gt: limit } } }),
    db().paymentAttempt.count({ where: { bankCode: code, nextAt: { gt: limit } } }),
    db().revocation.count({ where: { bankCode: code, doneAt: null, nextTryAt: { gt: limit } } }),
  ])
  return Object.entries({ connections, attempts, revocations }).flatMap(([what, count]) => (count > 0 ? [what] : []))
}
