import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'guichet-client'
import { Webhook } from 'standardwebhooks'
import { demoShop } from '#prisma/seed.ts'
import { makePackage } from '#scripts/release/packages.ts'
import { openDemoMerchant } from '#scripts/run/demo-merchant.ts'
import { ensureDatabase, ensurePostgres, freePort, removePostgres } from '#scripts/run/postgres.ts'
import { type Stack, settingsOnFreePorts, startStack } from '#scripts/run/stack.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { presence } from '#testing/bank/start.ts'
import { installMedusa, type Medusa, MedusaRefused, medusaFolder, startMedusa } from '#testing/medusa/server.ts'
import {
  addBook,
  complete,
  findOrder,
  newCart,
  newSession,
  openStorefront,
  Refund,
  readOrder,
  readSession,
  refund,
  Session,
  type Storefront,
} from '#testing/medusa/storefront.ts'

export type MedusaReport = { readonly steps: number; readonly faults: readonly string[] }
type Tell = (line: Readonly<Record<string, unknown>>) => void
type Step = <Value>(name: string, act: () => Promise<Value>) => Promise<Value>
type Ends = (() => Promise<unknown>)[]
type Merchant = Awaited<ReturnType<typeof openDemoMerchant>>
type Shop = Storefront & {
  readonly stack: Stack
  readonly merchant: Merchant
  readonly guichet: ReturnType<typeof createClient>
  readonly webhookSecret: string
}
type Paid = { readonly orderId: string; readonly paymentId: string; readonly session: Session }

const [, returnUrl = ''] = demoShop.returnUrls
const payer = { bankCode: '19870', personId: 'camille-bernard', name: 'Camille Bernard' }
/** Who holds the account of the demonstration's merchant. */
const holder = 'karim-haddad'
const hook = '/hooks/payment/guichet_guichet'
const dayMs = 24 * 60 * 60_000
const patienceMs = 120_000
/** Medusa reads a webhook five seconds after it took it. */
const webhookMs = 8_000

/**
 * The Medusa plug-in, packed, in a real Medusa beside the demonstration's stack: carts, payments at the sandbox bank, webhooks, refunds
 * and cancellations over Medusa's store and admin APIs. One line for each step.
 */
export async function runMedusa(tell: Tell): Promise<MedusaReport> {
  const ends: Ends = []
  const faults: string[] = []
  let steps = 0
  const note = (error: unknown) => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const step: Step = async (name, act) => {
    const from = performance.now()
    const value = await act()
    steps += 1
    tell({ medusa: name, seconds: Math.round((performance.now() - from) / 100) / 10 })
    return value
  }
  try {
    await checkPackage(step)
    const shop = await openShop(step, ends)
    const paid = await payForBook(step, shop)
    const others = [refuseDollars, repeatWebhooks, refuseWebhooks, changeCarts, endOtherwise, refundBook, waitForBank]
    for (const play of others) await play(step, shop, paid).catch(note)
  } catch (error) {
    note(error)
  } finally {
    for (const end of ends.reverse()) await end().catch(note)
  }
  return { steps, faults }
}

async function checkPackage(step: Step): Promise<void> {
  const folder = await step('Medusa and the plug-in are installed (670 MB, kept in .data/medusa)', async () => {
    const packed = join(medusaFolder, 'packed')
    return installMedusa([
      await makePackage('guichet-client', packed),
      await makePackage('medusa-payment-guichet', packed),
    ])
  })
  await step('the plug-in fits Medusa’s own types', async () => compileWithin(folder))
  await step('options that are missing are named, and no secret is shown', async () => tryOptions(folder))
}

/** Compiles the plug-in's sources with the types of the Medusa that is installed, and what is packed beside them. */
function compileWithin(shop: string): void {
  const folder = join(shop, 'check')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const sources = globSync('packages/medusa/*.ts').filter(file => !/\.test\.ts$|framework/.test(file))
  for (const file of sources) copyFileSync(file, join(folder, basename(file)))
  const proof = `import type { IPaymentProvider } from '@medusajs/framework/types'
import packed from 'medusa-payment-guichet'
import provided, { type GuichetOptions, GuichetPaymentProvider } from './index.ts'
export const made = (options: GuichetOptions): IPaymentProvider => new GuichetPaymentProvider({}, options)
export const services: readonly object[][] = [provided.services, packed.services]
`
  writeFileSync(join(folder, 'proof.ts'), proof)
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    // Medusa's own declarations are not ours to judge.
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [relative(folder, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
}

/** As Medusa does when it starts: with `require`, before it makes the provider. */
function tryOptions(shop: string): void {
  const program = `
    const { services: [Provider] } = require('medusa-payment-guichet').default
    try {
      Provider.validateOptions({ apiKey: 'gk_live_one', webhookSecret: 'another' })
    } catch (error) {
      console.log(error.message)
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: shop, encoding: 'utf8' })
  expectMatch(stdout + stderr, /webhookSecret: .*returnUrl: .*apiUrl: /)
  if (/gk_live_one|another/.test(stdout)) throw new Error('a secret is shown')
}

async function openShop(step: Step, ends: Ends): Promise<Shop> {
  const stack = await step('the demonstration’s stack runs', openStack)
  ends.push(() => stack.stop())
  const merchant = await step('its merchant makes a key', () => openMerchant(stack))
  ends.push(() => merchant.close())
  const guichet = createClient({ key: merchant.key, origin: merchant.origin })
  const port = await freePort()
  const webhookSecret = await step('and an endpoint that leads to Medusa', async () => {
    const { createEndpoint } = await import('#lib/services/webhooks/endpoints.ts')
    const { storeNothing } = await import('#lib/base/idempotent-result.ts')
    const target = { url: `http://localhost:${port}${hook}`, description: 'Medusa', eventTypes: [] }
    return (await createEndpoint(await merchant.as('webhook.create'), target, storeNothing)).secret
  })
  const medusa = await step('Medusa runs on PostgreSQL, with the plug-in', async () => {
    const postgres = await ensurePostgres(stack.settings.dataDir, stack.settings.postgresPort)
    await ensureDatabase(postgres, 'medusa')
    const options = { apiKey: merchant.key, webhookSecret, returnUrl, apiUrl: merchant.origin }
    const provider = { resolve: 'medusa-payment-guichet', id: 'guichet', options }
    return startMedusa({ databaseUrl: postgres.urlOf('medusa'), port, provider })
  })
  ends.push(() => medusa.stop())
  const storefront = await step('it sells a book and a postcard, in euros and in dollars', () =>
    openStorefront(medusa, 'pp_guichet_guichet'),
  )
  return { ...storefront, stack, merchant, guichet, webhookSecret }
}

async function openStack(): Promise<Stack> {
  const dataDir = join(medusaFolder, 'stack')
  await removePostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  const settings = await settingsOnFreePorts(dataDir, null)
  return startStack(settings, { mode: 'production', report: () => undefined })
}

/** The merchant is found by the settings in the environment. */
function openMerchant({ env, settings }: Stack): Promise<Merchant> {
  const { PORT, SANDBOX_API_PORT, SANDBOX_SCREENS_PORT } = env
  const PG_PORT = String(settings.postgresPort)
  const here = {
    GUICHET_DATA: settings.dataDir,
    PG_PORT,
    PORT,
    SANDBOX_API_PORT,
    SANDBOX_SCREENS_PORT,
    LOG_LEVEL: 'fatal',
  }
  Object.assign(process.env, here)
  return openDemoMerchant('Medusa', ['payments:write', 'refunds:write'])
}

async function refuseDollars(step: Step, shop: Shop): Promise<void> {
  await step('a cart in dollars is refused with a sentence', async () => {
    const { collectionId } = await newCart(shop, { regionId: shop.dollars })
    const refusal = await refusalOf(begin(shop, collectionId))
    expectMatch(refusal, /Guichet is for payments in EUR, and this cart is in USD/)
  })
}

async function payForBook(step: Step, shop: Shop): Promise<Paid> {
  const { cartId, session } = await step('a cart gets a payment session, which leads to Guichet', async () => {
    const cart = await newCart(shop)
    const begun = await begin(shop, cart.collectionId)
    expectMatch(begun, { status: 'requires_more', data: { status: 'open', amount: '24.90' } })
    return { ...cart, session: begun }
  })
  await step('the cart can’t be completed before the payer has paid', async () => {
    await expectUnpaid(shop, cartId, 'requires_more')
  })
  const orderId = await step('the payer pays at the bank, and the cart becomes an order', async () => {
    await pay(shop, session)
    return placeOrder(shop, cartId)
  })
  const paymentId = await step('the order is captured, for the bank has executed the payment', async () => {
    const { payment } = await untilPaid(shop, orderId, 24.9)
    expectMatch(payment, { data: { id: session.data.id, status: 'executed' } })
    return payment?.id ?? ''
  })
  return { orderId, paymentId, session }
}

async function repeatWebhooks(step: Step, shop: Shop, { orderId, session }: Paid): Promise<void> {
  await step('events that come again, or too late, change nothing', async () => {
    for (const status of ['executed', 'executed', 'pending', 'cancelled'] as const)
      await sendWebhook(shop, eventOf(session, status))
    await delay(webhookMs)
    const order = await readOrder(shop, orderId)
    expectMatch(order, { status: 'captured', summary: { paid_total: 24.9 } })
    expectMatch(order.payment?.captures.length, 1)
  })
  await step('a payer who never comes back gets an order too: the webhook completes the cart', async () => {
    const { cartId, collectionId } = await newCart(shop)
    await pay(shop, await begin(shop, collectionId))
    const found = await until(
      () => findOrder(shop, cartId),
      id => id !== null,
    )
    await untilPaid(shop, found ?? '', 24.9)
  })
}

async function refuseWebhooks(step: Step, shop: Shop): Promise<void> {
  await step('a webhook with a wrong signature is refused', async () => {
    const { cartId, collectionId } = await newCart(shop)
    const forger = { ...shop, webhookSecret: `whsec_${Buffer.from('another secret').toString('base64')}` }
    await sendWebhook(forger, eventOf(await begin(shop, collectionId), 'executed'))
    await until(
      async () => shop.medusa.readLog(),
      log => log.includes('This webhook is not from Guichet'),
    )
    expectMatch(await findOrder(shop, cartId), null)
  })
  await step('a genuine one is not believed either: the state is read at Guichet', async () => {
    const { cartId, collectionId } = await newCart(shop)
    await sendWebhook(shop, eventOf(await begin(shop, collectionId), 'executed'))
    await delay(webhookMs)
    expectMatch(await findOrder(shop, cartId), null)
    await expectUnpaid(shop, cartId, 'requires_more')
  })
}

async function changeCarts(step: Step, shop: Shop): Promise<void> {
  await step('a changed cart gets a new session, and the old one can’t be paid any more', async () => {
    const { cartId, collectionId } = await newCart(shop)
    const old = await begin(shop, collectionId)
    await addBook(shop, cartId)
    expectMatch(await shop.guichet.readCheckoutSession(old.data.id), { status: 'cancelled' })
    const changed = await begin(shop, collectionId)
    expectMatch(changed, { status: 'requires_more', data: { status: 'open', amount: '49.80' } })
  })
  await step('a cart can’t be changed once it is paid', async () => {
    const { cartId, collectionId } = await newCart(shop)
    const session = await begin(shop, collectionId)
    await pay(shop, session)
    expectMatch(await refusalOf(addBook(shop, cartId)), /POST \/carts\/\S+ was answered [45]/)
    expectMatch(await shop.guichet.readCheckoutSession(session.data.id), { status: 'executed' })
  })
}

async function endOtherwise(step: Step, shop: Shop): Promise<void> {
  await step('a payment that is cancelled in Guichet is cancelled in Medusa', async () => {
    const { cartId, collectionId } = await newCart(shop)
    const { data } = await begin(shop, collectionId)
    await shop.guichet.cancelPayment(data.id)
    await expectUnpaid(shop, cartId, 'canceled')
  })
  await step('a payer who refuses at the bank can pay again on the same page', async () => {
    const { cartId, collectionId } = await newCart(shop)
    const session = await begin(shop, collectionId)
    await pay(shop, session, 'refuse')
    await expectUnpaid(shop, cartId, 'requires_more')
    await pay(shop, session)
    expectMatch(await complete(shop, cartId), { type: 'order' })
  })
}

async function refundBook(step: Step, shop: Shop, { orderId, paymentId }: Paid): Promise<void> {
  const refundId = await step('a refund in Medusa waits in Guichet for a member', async () => {
    await refund(shop, paymentId, 4.9)
    const order = await readOrder(shop, orderId)
    expectMatch(order, { status: 'partially_refunded', summary: { refunded_total: 4.9 } })
    const [made] = order.payment?.data.refunds ?? []
    expectMatch(made, { amount: '4.90', status: 'open', authorise_url: /\/refunds\// })
    return Refund.parse(made).id
  })
  await step('and is executed when they have approved it at their bank', async () => {
    const { startRefund } = await import('#lib/services/reconciliation/refunds.ts')
    const wish = { bankCode: null, presence: { ...presence, at: new Date() } }
    const { redirectTo } = await startRefund(await shop.merchant.as('refund.send'), refundId, wish)
    await walk(shop, redirectTo, holder, 'approve')
    await until(
      () => shop.guichet.readRefund(refundId),
      ({ status }) => status === 'executed',
    )
  })
  await step('no more is refunded than was paid', async () => {
    expectMatch(await refusalOf(refund(shop, paymentId, 100)), /refund more than/)
  })
}

async function placeOrder(shop: Shop, cartId: string): Promise<string> {
  const done = await complete(shop, cartId)
  if (done.type === 'order') return done.order.id
  throw new Error(done.error.message)
}

/** Completing the cart is refused, and Medusa knows why. */
async function expectUnpaid(shop: Shop, cartId: string, status: 'requires_more' | 'canceled'): Promise<void> {
  expectMatch(await refusalOf(complete(shop, cartId)), /was answered 400: .*not authorized with the provider/)
  expectMatch(await readSession(shop, cartId), { status })
}

/** The sandbox bank executes 1.05 euros a day later. */
async function waitForBank(step: Step, shop: Shop): Promise<void> {
  const { orderId, session } = await step(
    'a payment that the bank has not executed yet makes an order that is not paid',
    async () => {
      const { cartId, collectionId } = await newCart(shop, { variantId: shop.postcardId })
      const begun = await begin(shop, collectionId)
      await pay(shop, begun)
      const placed = await placeOrder(shop, cartId)
      expectMatch(await readOrder(shop, placed), { status: 'awaiting', total: 1.05, payment: null })
      expectMatch(await readSession(shop, cartId), { status: 'pending_authorization', data: { status: 'confirmed' } })
      return { orderId: placed, session: begun }
    },
  )
  await step('and is captured by the webhook once it is executed', async () => {
    const { db } = await import('#lib/db.ts')
    await askDesk(shop.stack.settings, 'PUT', '/clock', {
      move: 'set',
      to: new Date(Date.now() + 2 * dayMs).toISOString(),
    })
    await db().paymentAttempt.updateMany({ where: { orderId: session.data.id }, data: { nextAt: new Date() } })
    await untilPaid(shop, orderId, 1.05)
  })
}

async function begin(shop: Shop, collectionId: string): Promise<Session> {
  return Session.parse(await newSession(shop, collectionId, { payer_name: payer.name, language: 'fr' }))
}

/** The payer's browser: Guichet's page, the bank, and back. */
async function pay(shop: Shop, { data }: Session, decision: 'approve' | 'refuse' = 'approve'): Promise<void> {
  const start = new URL(`${new URL(data.url).pathname}/start`, shop.stack.appUrl)
  const started = await fetch(start, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: start.origin },
    body: new URLSearchParams({ bank: payer.bankCode }),
  })
  await walk(shop, started.headers.get('location') ?? '', payer.personId, decision)
}

async function walk({ stack }: Shop, consentUrl: string, personId: string, decision: 'approve' | 'refuse') {
  const { callbackUrl } = await walkPayment(stack.settings, new URL(consentUrl), personId, decision)
  await fetch(callbackUrl, { redirect: 'manual' })
}

/** What Guichet says when the payment of a session has another status. */
const eventOf = ({ id, data }: Session, status: 'pending' | 'executed' | 'cancelled') => ({
  type: `payment.${status}`,
  sequence: 1,
  timestamp: new Date().toISOString(),
  data: { object: 'payment', id: data.id, status, amount: data.amount, metadata: { medusa_session: id } },
})

/** Medusa answers before it looks at the signature. */
async function sendWebhook(
  { medusa, webhookSecret }: { readonly medusa: Medusa; readonly webhookSecret: string },
  event: object,
): Promise<void> {
  const [id, at, body] = [`msg_${crypto.randomUUID()}`, new Date(), JSON.stringify(event)]
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(webhookSecret).sign(id, at, body),
  }
  const { status } = await fetch(medusa.origin + hook, { method: 'POST', headers, body })
  expectMatch(status, 200)
}

async function refusalOf(acting: Promise<unknown>): Promise<string> {
  try {
    await acting
  } catch (error) {
    if (error instanceof MedusaRefused) return error.message
    throw error
  }
  return 'not refused'
}

/** Medusa captures a payment first, and books it for the order then. */
async function untilPaid(shop: Shop, orderId: string, amount: number) {
  const order = await until(
    () => readOrder(shop, orderId),
    ({ summary }) => summary.paid_total === amount,
  )
  expectMatch(order, { status: 'captured', total: amount, payment: { captures: [{ amount }] } })
  return order
}

/** Asks until it is so. Throws with the last answer after two minutes. */
async function until<Value>(ask: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const value = await ask()
    if (isSo(value)) return value
    if (Date.now() > deadline) throw new Error(`it is still ${JSON.stringify(value).slice(-1_000)}`)
    await delay(300)
  }
}

/** Throws unless all that is wanted is there: members by name, texts also by a pattern. */
function expectMatch(found: unknown, wanted: unknown, path = 'it'): void {
  if (wanted instanceof RegExp ? wanted.test(String(found)) : found === wanted) return
  if (isObject(wanted) && !(wanted instanceof RegExp) && isObject(found)) {
    const members = new Map(Object.entries(found))
    for (const [name, value] of Object.entries(wanted)) expectMatch(members.get(name), value, `${path}.${name}`)
    return
  }
  const wish = wanted instanceof RegExp ? String(wanted) : JSON.stringify(wanted)
  throw new Error(`${path} is ${String(JSON.stringify(found)).slice(0, 800)}, not ${wish}`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
