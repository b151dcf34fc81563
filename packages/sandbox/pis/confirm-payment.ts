import { z } from 'zod'
import { parisDay } from '#sandbox/clock.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import {
  changeInstruction,
  findByNonce,
  type Instruction,
  movePaymentTo,
  type Payment,
  readPayment,
} from '#sandbox/store/payments.ts'
import type { Answer, Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuse, refuseHttp } from '#sandbox/wire/refuse.ts'
import { readJsonBody } from '#sandbox/wire/steps/json-body.ts'
import { executionDay } from './calendar.ts'
import { runDuePayments } from './due.ts'
import { meets } from './outcomes.ts'
import { answerPayment } from './presentation.ts'
import { readablePaymentOf } from './resource.ts'
import { requireTokenOfPayment } from './token.ts'

/** `ConfirmationResource`: a JSON object is required, possibly empty (document 2, confirmation body). */
export const ConfirmationBody = z.looseObject({
  nonce: z.string().min(1).max(70).optional(),
  psuAuthenticationFactor: z.string().min(1).max(140).optional(),
})

/** `POST …/o-confirmation`: as `confirmPayment`, with the token of the callback's code, else 403. */
export const confirmWithCode: Step = exchange => {
  const payment = readablePaymentOf(exchange)
  requireTokenOfPayment(exchange, payment.id)
  return confirm(exchange, payment)
}

/**
 * `POST …/confirmation`: with the TPP's own token (bank:D33). The request must have consent and be neither cleared nor confirmed
 * (document 2, note 3): else 409 (bank:D54); 404 if unknown (bank:D55). What is due at once is executed before the answer.
 */
export const confirmPayment: Step = exchange => confirm(exchange, readablePaymentOf(exchange))

function confirm(exchange: Exchange, payment: Payment): Answer {
  const { sandbox } = exchange
  checkBody(exchange, payment)
  inTransaction(sandbox.db, () => {
    const { status, confirmedAt } = payment
    if (!isConfirmable(payment))
      refuseHttp(409, `The request is ${status}${confirmedAt ? ' and confirmed already' : ''}`)
    enqueuePayment(sandbox, payment)
  })
  runDuePayments(sandbox)
  return { status: 200, body: answerPayment(sandbox, readPayment(sandbox.db, payment.id)) }
}

function checkBody(exchange: Exchange, payment: Payment): void {
  const read = ConfirmationBody.safeParse(readJsonBody(exchange))
  if (!read.success) refuse('FF01', 'A JSON object is required; nonce and psuAuthenticationFactor are strings')
  const { nonce } = read.data
  if (nonce !== undefined && !findByNonce(exchange.sandbox.db, payment.bankCode, payment.id, nonce)) {
    refuse('FF01', 'nonce: is not that of the payment request')
  }
}

/** Whether a confirmation is possible: with consent, not confirmed yet, an instruction waiting (document 2, note 3). */
export function isConfirmable({ status, confirmedAt, instructions }: Payment): boolean {
  return status === 'ACSP' && confirmedAt === null && instructions.some(one => one.status === 'PDNG')
}

/** Confirms a request: schedules every waiting instruction for its first day. The caller has checked it. */
export function enqueuePayment({ db, clock }: Pick<Sandbox, 'db' | 'clock'>, payment: Payment): void {
  movePaymentTo(db, payment.id, 'ACSP', { confirmedAt: clock.now() })
  const today = parisDay(clock.now())
  for (const instruction of payment.instructions) {
    if (instruction.status === 'PDNG') changeInstruction(db, instruction, { dueOn: firstDue(instruction, today) })
  }
}

// If the day has passed while the TPP waited, it is executed today.
function firstDue(instruction: Instruction, today: string): string {
  const planned = executionDay(instruction, 0) ?? today
  const day = planned < today ? today : planned
  return meets(instruction.amountMinor, 'delay') ? isoOf(dayOf(day) + 1) : day
}
