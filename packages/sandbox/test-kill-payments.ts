import { request } from 'node:http'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import { arrive, consentToPayment } from '#sandbox/pis/consent.ts'
import { showPayment } from '#sandbox/pis/presentation.ts'
import { linkOf, paymentBody, paymentsPath } from '#sandbox/pis/test-payments.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { findPayment, type Instruction, type Payment, readPayment } from '#sandbox/store/payments.ts'
import type { TestPayment } from '#sandbox/wire/test-answer.ts'
import { clientToken } from '#sandbox/wire/test-application.ts'
import { testBankCode } from '#sandbox/wire/test-client.ts'
import { exchange, type RawAnswer } from '#sandbox/wire/test-exchange.ts'
import { parisDay } from './clock.ts'
import type { Sandbox } from './running-bank.ts'
import { type Kind, type KnownPayment, kinds, type Lane, note, type Round } from './test-kill-round.ts'

const payer = 'camille-bernard'

/** Hours by which a round moves the bank's clock: less than a day, so that its tokens stay valid. */
const hoursPerRound = 20

/**
 * Runs while the bank is down, in place of its screens: the payer consents to payments that are not too old. Those to be
 * cancelled are read here, so that a round uses its calls for cancelling.
 */
export function consentWhileDown(sandbox: Sandbox, payments: ReadonlyMap<string, KnownPayment>): void {
  const debtorResourceId = accountsOf(sandbox.db, payer)[0]?.id ?? ''
  for (const [id, payment] of payments) {
    if (payment.state === 'confirmed' && payment.isUnwanted)
      payment.shown = showPayment(sandbox, readPayment(sandbox.db, id))
    if (payment.state !== 'created' || findPayment(sandbox.db, testBankCode, id)?.status !== 'PDNG') continue
    if (arrive(sandbox, testBankCode, id, payment.nonce).kind !== 'payment') continue
    if (!consentToPayment(sandbox, id, { personId: payer, debtorResourceId })) continue
    payment.state = 'consented'
    payment.shown = showPayment(sandbox, readPayment(sandbox.db, id))
  }
}

/** The clients of payments: two create, four confirm, two of which first cancel what is to be cancelled, and one moves the clock once. */
export function paymentLanes(round: Round): Lane[] {
  let token: Promise<string> | null = null
  const own = () => {
    token ??= clientToken(round.client, round.clientId)
    return token
  }
  const all = [...round.known.payments]
  const confirmable = all.filter(([, { state }]) => state === 'consented' || state === 'confirming')
  const confirm: Lane = async () => confirmOne(round, await own(), confirmable.shift())
  const seen = new Set<string>()
  const cancelFirst: Lane = async () => {
    const token = await own()
    const unwanted = nextCancellable(round, seen)
    return unwanted ? cancelOne(round, token, unwanted) : confirm()
  }
  const create: Lane = async () => createOne(round, await own())
  return [create, create, confirm, confirm, cancelFirst, cancelFirst, async () => moveClock(round)]
}

/** Payments created per round at most: confirmed ones are executed during later rounds. */
const createdPerRound = 40

/** Creates one payment, each kind in turn. */
async function createOne(round: Round, token: string): Promise<boolean> {
  const { client, known, report, created } = round
  if (created.count >= createdPerRound) return false
  const kind = kinds[created.count % kinds.length] ?? 'immediate'
  created.count += 1
  const isUnwanted = kind !== 'immediate' && created.count % 4 !== 0
  report.calls += 1
  const body = JSON.stringify(bodyOf(kind, isUnwanted, round))
  const answer = await client.call({ method: 'POST', path: paymentsPath, token, keyId: 'seal-1', body })
  // The clock passed midnight during the call.
  if (answer.status === 400 && /must not lie in the past/.test(answer.text) && round.clock.isMoved) return true
  if (answer.status !== 201) throw note(report, `the payment answered ${answer.status} ${answer.text}`)
  const { id, nonce } = linkOf(answer)
  known.payments.set(id, { kind, nonce, isUnwanted, shown: {}, state: 'created', executedBefore: null })
  report.acknowledged.payments += 1
  return true
}

function bodyOf(kind: Kind, isUnwanted: boolean, { today, ibans, clock }: Round): TestPayment {
  const dayIn = (days: number) => isoOf(dayOf(today) + days)
  const first = { immediate: clock.isMoved ? 1 : 0, deferred: isUnwanted ? 9 : 2, recurrent: 1 }[kind]
  const series = { frequency: 'DAIL', executionRule: 'FWNG', endDate: `${dayIn(isUnwanted ? 12 : 4)}T12:00:00` }
  const iban = ibans.get('thomas-bernard')?.[0] ?? ''
  return paymentBody({ day: dayIn(first), iban, amount: '0.01', ...(kind === 'recurrent' ? { series } : {}) })
}

type Named = readonly [id: string, payment: KnownPayment]

/** Confirms a payment with consent; one in progress at the last kill may answer 409. */
async function confirmOne({ client, report }: Round, token: string, named: Named | undefined): Promise<boolean> {
  if (!named) return false
  const [id, payment] = named
  const before = payment.state
  payment.state = 'confirming'
  report.calls += 1
  const path = `${paymentsPath}/${id}/confirmation`
  const answer = await client.call({ method: 'POST', path, token, keyId: 'seal-1', body: '{}' })
  // The clock moves by days, so some payments are not confirmed within the 35 days for which they are stored.
  if (answer.status === 404 && answer.text.includes('older than 35 days')) {
    payment.state = 'lapsed'
    payment.executedBefore = before === 'consented' ? 0 : null
    return true
  }
  if (answer.status !== 200 && !(answer.status === 409 && before === 'confirming')) {
    throw note(report, `the confirmation answered ${answer.status} ${answer.text}`)
  }
  payment.state = 'confirmed'
  report.acknowledged.confirmations += 1
  return true
}

/** A waiting payment to cancel; each is tried once per round. */
function nextCancellable({ known }: Round, seen: Set<string>): Named | undefined {
  const next = [...known.payments].find(
    ([id, { state, isUnwanted }]) => state === 'confirmed' && isUnwanted && !seen.has(id),
  )
  if (next) seen.add(next[0])
  return next
}

/** Requests a cancellation as the TPP, and consents to it as the payer, through the desk. */
async function cancelOne(round: Round, token: string, [id, payment]: Named): Promise<boolean> {
  const { client, report } = round
  const path = `${paymentsPath}/${id}`
  report.calls += 2
  const ended = { paymentInformationStatus: 'RJCT', statusReasonInformation: 'DS02' }
  const wish = { ...payment.shown, ...waiting(payment), ...ended }
  const asked = await client.call({ method: 'PUT', path, token, keyId: 'seal-1', body: JSON.stringify(wish) })
  // Executed once more in this round: it is read again in the next.
  if (asked.status === 403 && /differs/.test(asked.text)) return true
  // Its day has come, it was executed meanwhile, or it is too old (document 2, note 4).
  if (asked.status === 403 || asked.status === 404) return leaveAlone(payment)
  if (asked.status !== 200) throw note(report, `the cancellation answered ${asked.status} ${asked.text}`)
  payment.state = 'cancelling'
  const consentUrl = asked.body._links.consentApproval.href
  const walked = await askDesk(round, 'POST', '/customer/payment', { consentUrl, personId: payer })
  if (walked.status !== 200) throw note(report, `the walk answered ${walked.status} ${walked.text}`)
  const { outcome }: { outcome?: string } = JSON.parse(walked.text)
  payment.state = outcome === 'approved' ? 'cancelled' : 'confirmed'
  if (outcome === 'approved') report.acknowledged.cancellations += 1
  return true
}

/** Its instructions in GET; one confirmed in this round waits for its day. */
function waiting({ shown }: KnownPayment): Readonly<Record<string, unknown>> {
  const instructions: readonly unknown[] = Array.isArray(shown.creditTransferTransaction)
    ? shown.creditTransferTransaction
    : []
  return { creditTransferTransaction: instructions.map(one => Object.assign({ transactionStatus: 'PDNG' }, one)) }
}

/** Whether it is too late for a cancellation, so that asking again is useless. */
function leaveAlone(payment: KnownPayment): boolean {
  payment.isUnwanted = false
  return true
}

/** Moves the bank's clock once per round: what is due by then is executed before the answer. */
async function moveClock(round: Round): Promise<boolean> {
  await Promise.race([round.allCodesUsed, round.gone])
  round.clock.isMoved = true
  round.report.calls += 1
  const answer = await askDesk(round, 'PUT', '/clock', { move: 'plus', hours: hoursPerRound })
  // A very long run reaches the end of the clock.
  if (answer.status !== 200 && !/too_far/.test(answer.text)) {
    throw note(round.report, `the clock answered ${answer.status} ${answer.text}`)
  }
  round.report.acknowledged.clockMoves += 1
  return false
}

function askDesk({ screensPort }: Round, method: string, path: string, json: unknown): Promise<RawAnswer> {
  const headers = { host: `sandbox.localhost:${screensPort}`, 'content-type': 'application/json' }
  const where = { host: '127.0.0.1', port: screensPort, path: `/desk/api${path}`, method, agent: false, headers }
  return exchange(request(where), JSON.stringify(json))
}

/** Faults of a payment in the store of a killed bank; the store also settles what was uncertain. */
export function findPaymentFaults(
  sandbox: Sandbox,
  booked: ReadonlyMap<string, number>,
  id: string,
  known: KnownPayment,
): string[] {
  const payment = findPayment(sandbox.db, testBankCode, id)
  const instruction = payment?.instructions[0]
  if (!payment || !instruction) return [`the payment ${id} is lost`]
  if (known.state === 'cancelling') known.state = instruction.status === 'CANC' ? 'cancelled' : 'confirmed'
  const words = `${known.kind} ${known.state} payment ${id} is ${payment.status}, executed ${instruction.occurrences} times`
  const isBookedAsOften = (booked.get(instruction.endToEndId) ?? 0) === instruction.occurrences
  return isAsItMustBe(sandbox, payment, instruction, known) && isBookedAsOften ? [] : [words]
}

function isAsItMustBe(sandbox: Sandbox, payment: Payment, instruction: Instruction, known: KnownPayment): boolean {
  const { occurrences, status, reason, firstOn, dueOn } = instruction
  const today = parisDay(sandbox.clock.now())
  if (known.state === 'created' || known.state === 'consented') return occurrences === 0
  if (known.state === 'confirming') return true
  if (known.state === 'lapsed') return known.executedBefore === null || occurrences === 0
  if (known.state === 'cancelled') {
    known.executedBefore ??= known.kind === 'recurrent' ? occurrences : 0
    return status === 'CANC' && reason === 'DS02' && dueOn === null && occurrences === known.executedBefore
  }
  if (payment.confirmedAt === null) return false
  // The payer's life continues, so the account may lack funds on that day.
  if (status === 'RJCT') return reason === 'AM04'
  if (known.kind !== 'recurrent') return occurrences === (firstOn <= today ? 1 : 0)
  if (dueOn === null) return status === 'ACSC'
  // A series avoids weekends and holidays: at most four days in a row, at Easter.
  return dueOn > today && (dayOf(today) - dayOf(firstOn) < 5 || occurrences > 0)
}

/** How many entries of debtors' accounts have an end-to-end id. Read once for all payments. */
export function countBooked({ db }: Sandbox): ReadonlyMap<string, number> {
  const rows = db
    .prepare(
      `SELECT end_to_end_id AS id, count(*) AS booked FROM entries
       WHERE source = 'payment' AND amount_minor < 0 GROUP BY end_to_end_id`,
    )
    .all()
  return new Map(rows.map(({ id, booked }) => [String(id), Number(booked)]))
}

/** Number of transfers executed on a later day than their confirmation. */
export function countLaterExecutions({ db }: Sandbox): number {
  const row = db
    .prepare(
      `SELECT count(*) AS later FROM transfers t JOIN instructions i ON i.id = t.instruction_id
       JOIN payments p ON p.id = i.payment_id WHERE t.executed_on > date(p.confirmed_at / 1000, 'unixepoch', '+1 hour')`,
    )
    .get()
  return Number(row?.later)
}
