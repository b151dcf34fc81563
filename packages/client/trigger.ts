import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type CreateCheckoutSessionBody,
  type CreateEventBody,
  type CreateSimulationBody,
  type createClient,
  type Event,
  isProblem,
} from './index.ts'

/** Makes an event happen in test mode: at the sandbox bank as its customer would, without a browser, or else simulated by the API. */

export type Triggering = {
  readonly guichet: ReturnType<typeof createClient>
  /** Where Guichet is. */
  readonly origin: string
  /** A session of yours to use; without it, one is created with `returnUrl`. */
  readonly sessionId: string | null
  /** A registered return address; null: that of your newest session. */
  readonly returnUrl: string | null
}

/** Of the sandbox bank that pays, and its customer. */
const payer = { bankCode: '19870', personId: 'camille-bernard' }
/** Where its refunds go. */
const refunded = { creditor_name: 'Camille Bernard', creditor_iban: 'FR7630006000011234567890189' }
/** A bank can take its time, and our worker asks it now and then. */
const patienceMs = 30_000
const nextWeekMs = 7 * 24 * 60 * 60_000

/** What makes it happen, without a payment; returns the event's id, or null where it is to be found. */
type Making = (triggering: Triggering) => Promise<string | null>
type Way = { readonly about: string } & (PaymentWay | { readonly make: Making })

type PaymentWay = {
  /** Members of the session that is created for it. */
  readonly session?: () => Partial<CreateCheckoutSessionBody>
  /** Returns the id of what the event is about, if it is not the session's payment. */
  readonly act: (triggering: Triggering, sessionId: string) => Promise<string | undefined>
}

const paying =
  (decision: 'approve' | 'refuse'): PaymentWay['act'] =>
  async (triggering, id) => {
    await pay(triggering, id, decision)
    return undefined
  }

/** A refund of a payment, which is made first unless your session is paid. */
const refund: PaymentWay['act'] = async (triggering, id) => {
  const { guichet } = triggering
  if ((await guichet.readCheckoutSession(id)).status !== 'executed') {
    await pay(triggering, id, 'approve')
    await findEvent(triggering, 'payment.executed', id)
  }
  return (await guichet.createRefund({ payment_id: id, reason: 'Triggered', ...refunded })).id
}

const telling =
  (type: CreateEventBody['type']): Making =>
  async ({ guichet }) =>
    (await guichet.createEvent({ type })).id

/** Your newest endpoint is tried. */
const tryEndpoint: Making = async ({ guichet }) => {
  const [endpoint] = (await guichet.listWebhookEndpoints()).data
  if (!endpoint)
    throw new TriggerFault('You have no webhook endpoint yet: register one, in the dashboard or with the API.')
  await guichet.testWebhookEndpoint(endpoint.id)
  return null
}

type SimulatedOutcome = CreateSimulationBody['outcome']

const simulating =
  (outcome: SimulatedOutcome, make: PaymentWay['act'] = async () => undefined): PaymentWay['act'] =>
  async (triggering, sessionId) => {
    const made = await make(triggering, sessionId)
    await triggering.guichet.createSimulation({ payment_id: made ?? sessionId, outcome })
    return made
  }

/** Several outcomes of one refund, one after the other. */
const refundThen =
  (...outcomes: readonly SimulatedOutcome[]): PaymentWay['act'] =>
  async (triggering, sessionId) => {
    const payment_id = (await refund(triggering, sessionId)) ?? sessionId
    for (const outcome of outcomes) await triggering.guichet.createSimulation({ payment_id, outcome })
    return payment_id
  }

const ways = {
  'payment.pending': { about: 'The payer approves at the bank.', act: paying('approve') },
  'payment.confirmed': {
    about: 'The bank accepts a transfer for next week.',
    session: () => ({ execution_date: new Date(Date.now() + nextWeekMs).toISOString().slice(0, 10) }),
    act: paying('approve'),
  },
  'payment.executed': { about: 'The payer approves, and the bank moves the money.', act: paying('approve') },
  'payment.partly_executed': { about: 'The bank executes a part.', act: simulating('partly_executed') },
  'payment.attempt_failed': { about: 'The payer refuses at the bank.', act: paying('refuse') },
  'payment.open': {
    about: 'The bank refuses what the payer approved: 2.24 is not covered.',
    session: () => ({ amount: '2.24' }),
    act: paying('approve'),
  },
  'payment.held': { about: 'The bank shows another payment.', act: simulating('held') },
  'payment.received': { about: 'The payer makes the transfer by hand.', act: simulating('received') },
  'payment.expired': { about: 'Nobody pays in time.', act: simulating('expired') },
  'checkout_session.expired': { about: 'The same, told of the session.', act: simulating('expired') },
  'payment.cancelled': {
    about: 'The shop withdraws the payment before anybody pays.',
    act: async ({ guichet }, id) => {
      await guichet.cancelPayment(id)
      return undefined
    },
  },
  'refund.created': { about: 'The shop prepares a refund of an executed payment.', act: refund },
  'refund.pending': { about: 'A member approves it; your bank has not answered.', act: refundThen('pending') },
  'refund.confirmed': { about: 'Your bank accepts it for later.', act: refundThen('confirmed') },
  'refund.open': { about: 'Your bank refuses what a member approved.', act: refundThen('pending', 'rejected') },
  'refund.executed': {
    about: 'A member approves it, and your bank moves the money.',
    act: simulating('executed', refund),
  },
  'refund.partly_executed': { about: 'Your bank executes a part.', act: simulating('partly_executed', refund) },
  'refund.attempt_failed': { about: 'Your bank refuses it.', act: simulating('rejected', refund) },
  'refund.held': { about: 'Your bank shows another transfer.', act: simulating('held', refund) },
  'refund.expired': { about: 'Nobody approves it in time.', act: simulating('expired', refund) },
  'refund.cancelled': {
    about: 'The shop withdraws the refund before anybody approves it.',
    act: async (triggering, id) => {
      const refundId = await refund(triggering, id)
      if (refundId !== undefined) await triggering.guichet.cancelRefund(refundId)
      return refundId
    },
  },
  'organisation.changed': { about: 'A member changes its details.', make: telling('organisation.changed') },
  'organisation.return_urls_changed': {
    about: 'A member changes its return addresses.',
    make: telling('organisation.return_urls_changed'),
  },
  'organisation.beneficiary_changed': {
    about: 'A member enters another account.',
    make: telling('organisation.beneficiary_changed'),
  },
  'organisation.beneficiary_withdrawn': {
    about: 'A member withdraws that change.',
    make: telling('organisation.beneficiary_withdrawn'),
  },
  'organisation.activated': { about: 'Live payments are accepted.', make: telling('organisation.activated') },
  'organisation.activation_declined': {
    about: 'Live payments are declined.',
    make: telling('organisation.activation_declined'),
  },
  'organisation.activation_paused': {
    about: 'Live payments are paused.',
    make: telling('organisation.activation_paused'),
  },
  'organisation.suspended': { about: 'We stop new payments.', make: telling('organisation.suspended') },
  'organisation.resumed': { about: 'We accept them again.', make: telling('organisation.resumed') },
  'endpoint.test': { about: 'Your newest webhook endpoint is tried.', make: tryEndpoint },
} as const satisfies Record<Event['type'], Way>

export type TriggerName = Event['type']
/** The event types that can be triggered, each with what happens. */
export const triggers: Readonly<Record<TriggerName, { readonly about: string }>> = ways

export const isTrigger = (name: string): name is TriggerName => Object.hasOwn(ways, name)

/** What was in the way, in words for whoever typed the command. */
export class TriggerFault extends Error {
  override readonly name = 'TriggerFault'
}

/**
 * Makes it happen, waits for the event and returns the ids of the event and of the payment or refund it is about, if any. Throws `TriggerFault`, or what the client throws.
 */
export async function trigger(
  name: TriggerName,
  triggering: Triggering,
): Promise<{ readonly eventId: string; readonly paymentId: string | null }> {
  const way: Way = ways[name]
  if ('make' in way)
    return { eventId: (await way.make(triggering)) ?? (await findEvent(triggering, name, null)), paymentId: null }
  const sessionId = triggering.sessionId ?? (await newSession(triggering, way))
  const paymentId = (await way.act(triggering, sessionId)) ?? sessionId
  return { eventId: await findEvent(triggering, name, paymentId), paymentId }
}

/** Waits for an event, of a payment if one is named, and returns its id. */
async function findEvent({ guichet }: Triggering, type: TriggerName, paymentId: string | null): Promise<string> {
  const until = Date.now() + patienceMs
  for (;;) {
    const [event] = (
      await guichet.listEvents({ type, limit: 1, ...(paymentId === null ? {} : { payment_id: paymentId }) })
    ).data
    if (event) return event.id
    if (Date.now() > until)
      throw new TriggerFault(
        `${paymentId === null ? '' : `The payment ${paymentId} was made, but `}${type} did not happen.`,
      )
    await new Promise(done => setTimeout(done, 300))
  }
}

async function newSession({ guichet, returnUrl: given }: Triggering, { session }: PaymentWay): Promise<string> {
  const returnUrl = given ?? (await guichet.listCheckoutSessions({ limit: 1 })).data[0]?.return_url ?? null
  if (returnUrl === null) {
    throw new TriggerFault(
      'You have no session yet: name one of your registered return addresses with --return-url, or a session with --session.',
    )
  }
  const order = { amount: '24.90', reference: 'Triggered', return_url: returnUrl, ...session?.() }
  try {
    return (await guichet.createCheckoutSession(order)).id
  } catch (error) {
    if (!isProblem(error, 'return_url_not_registered')) throw error
    throw new TriggerFault(`${returnUrl} is not registered: do so in the dashboard, under Organisation.`)
  }
}

/** The payment page, the bank and the way back. Everything is asked for where we reach Guichet, whatever address it gives. */
async function pay(
  { guichet, origin, ...rest }: Triggering,
  id: string,
  decision: 'approve' | 'refuse',
): Promise<void> {
  const { url } = await guichet.readCheckoutSession(id)
  const here = (address: string) => {
    const { pathname, search } = new URL(address, origin)
    return new URL(pathname + search, origin)
  }
  const start = here(`${new URL(url).pathname}/start`)
  const started = await fetch(start, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: start.origin },
    body: new URLSearchParams({ bank: payer.bankCode }),
  })
  const consentUrl = new URL(started.headers.get('location') ?? start, start)
  const desk = /^\d+\.(sandbox\.localhost)$/.exec(consentUrl.hostname)
  if (!desk) throw new TriggerFault(whyNot(consentUrl, rest.sessionId))
  const { callbackUrl } = await askDesk(`http://${desk[1]}:${consentUrl.port}/desk/api/customer/payment`, {
    consentUrl: consentUrl.href,
    personId: payer.personId,
    decision,
  })
  await fetch(here(callbackUrl), { redirect: 'manual' })
}

/** The payment page said no, and its address says why. */
function whyNot(page: URL, sessionId: string | null): string {
  const code = page.searchParams.get('error')
  if (code !== null) return `The payment page refused: ${code}. Is the sandbox bank running?`
  if (page.pathname.endsWith('/result')) return `The session ${sessionId ?? ''} is paid, or somebody is paying it.`
  return `The payment page led to ${page.origin}${page.pathname}, which is no sandbox bank.`
}

/**
 * The sandbox's automatic customer. Not every system resolves names below `localhost`, which are always this machine.
 */
function askDesk(address: string, wish: object): Promise<{ readonly callbackUrl: string }> {
  const { host, port, pathname } = new URL(address)
  const body = JSON.stringify(wish)
  const headers = { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((done, failed) => {
    const asked = request({ host: '127.0.0.1', port, path: pathname, method: 'POST', headers }, async answer => {
      const said = await text(answer)
      if (answer.statusCode === 200) done(JSON.parse(said))
      else failed(new TriggerFault(`The sandbox's control desk answered ${answer.statusCode}: ${said.slice(0, 300)}`))
    })
    asked.on('error', () => failed(new TriggerFault(`The sandbox's control desk at ${address} can't be reached.`)))
    asked.end(body)
  })
}
