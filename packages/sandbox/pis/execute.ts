import type { DatabaseSync } from 'node:sqlite'
import { banks } from '#sandbox/banks.ts'
import type { OperationName } from '#sandbox/people/operations.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Account, findAccount, findAccountByIban, ownersOf } from '#sandbox/store/accounts.ts'
import { addEntry, nextPaymentPosition, sumBooked, sumPending } from '#sandbox/store/entries.ts'
import { postTransfer } from '#sandbox/store/ledger.ts'
import {
  changeInstruction,
  type Instruction,
  movePaymentTo,
  type Payment,
  readPayment,
} from '#sandbox/store/payments.ts'
import { executionDay, nominalDay } from './calendar.ts'
import { reasonOfAmount } from './outcomes.ts'
import { moveInstruction, type ReasonCode, summarise } from './status.ts'

/**
 * Executes a due instruction once, in the caller's transaction: books it on both sides and in the ledger and moves the statuses,
 * or rejects it with its reason (bank:D38, bank:D39).
 */
export function executeInstruction(sandbox: Sandbox, paymentId: string, instructionId: string): void {
  const { db } = sandbox
  const payment = readPayment(db, paymentId)
  const instruction = payment.instructions.find(({ id }) => id === instructionId)
  if (!instruction?.dueOn || instruction.status === null) throw new Error(`nothing is due of ${instructionId}`)
  const debtor = findAccount(db, payment.debtorAccountId ?? '')
  const creditor = findAccountByIban(db, payment.creditorIban, instruction.currency)
  const transfer = { payment, instruction, creditor }
  const reason = findReason(sandbox, { ...transfer, debtor })
  if (reason === null && debtor) clear(sandbox, { ...transfer, debtor })
  else reject(sandbox, instruction, reason ?? 'AC01')
  settlePayment(sandbox, paymentId)
}

function clear(sandbox: Sandbox, transfer: Transfer<Account>): void {
  const { instruction } = transfer
  bookTransfer(sandbox.db, transfer)
  const occurrences = instruction.occurrences + 1
  const isLast = nominalDay(instruction, occurrences) === null
  changeInstruction(sandbox.db, instruction, {
    status: move(instruction, isLast ? 'cleared' : 'cleared once of many'),
    occurrences,
    dueOn: isLast ? null : laterOf(executionDay(instruction, occurrences), instruction.dueOn),
  })
}

/** A series that was confirmed late catches up, but not before the day of its last execution. */
function laterOf(planned: string | null, last: string | null): string | null {
  return planned !== null && last !== null && planned < last ? last : planned
}

function reject(sandbox: Sandbox, instruction: Instruction, reason: ReasonCode): void {
  changeInstruction(sandbox.db, instruction, { status: move(instruction, 'failed'), reason, dueOn: null })
}

function move(instruction: Instruction, event: Parameters<typeof moveInstruction>[1]) {
  const status = instruction.status === null ? null : moveInstruction(instruction.status, event)
  if (status === null) throw new Error(`${event} can't happen to an instruction that is ${instruction.status}`)
  return status
}

/** Derives the request's status from its instructions; a rejected one has the reason of the first. */
function settlePayment({ db }: Sandbox, paymentId: string): void {
  const payment = readPayment(db, paymentId)
  const status = summarise(payment.instructions.map(({ status }) => status ?? 'PDNG'))
  const reason = payment.instructions.find(instruction => instruction.reason !== null)?.reason ?? null
  movePaymentTo(db, paymentId, payment.status, { status, reason: status === 'RJCT' ? reason : null })
}

function findReason(sandbox: Sandbox, { payment, instruction, debtor, creditor }: Transfer): ReasonCode | null {
  const documented = reasonOfAmount(instruction.amountMinor, 'execution')
  if (documented !== null) return documented
  const accountReason = reasonOfAccount(debtor) ?? reasonOfCreditor(payment, creditor)
  if (accountReason !== null || !debtor) return accountReason
  return isCovered(sandbox, debtor, instruction) ? null : 'AM04'
}

function reasonOfAccount(account: Account | null): ReasonCode | null {
  if (!account) return 'AC01'
  if (account.status === 'closed') return 'AC04'
  return account.status === 'blocked' ? 'AC06' : null
}

// An IBAN of the group must be one of its accounts; others are not checked.
function reasonOfCreditor({ creditorIban }: Payment, creditor: Account | null): ReasonCode | null {
  const isOurs = creditorIban.startsWith('FR') && banks.some(({ code }) => code === creditorIban.slice(4, 9))
  return isOurs || creditor ? reasonOfAccount(creditor) : null
}

/** Whether booked and pending entries of the day, plus the authorised overdraft, cover the amount. */
function isCovered({ db }: Sandbox, account: Account, { amountMinor, dueOn }: Instruction): boolean {
  const day = dueOn ?? ''
  const balance = account.openingMinor + sumBooked(db, account.id, day).bookedMinor + sumPending(db, account.id, day)
  return balance + account.overdraftMinor >= amountMinor
}

/** One execution: of which instruction, from whose account to whose, where the group has them. */
type Transfer<Debtor = Account | null> = {
  readonly payment: Payment
  readonly instruction: Instruction
  readonly debtor: Debtor
  readonly creditor: Account | null
}

/**
 * Books one execution in the caller's transaction: an entry on the debtor's account, one on the creditor's if it belongs to the
 * group, and the transfer in the ledger. The entries have the due day.
 */
function bookTransfer(db: DatabaseSync, { payment, instruction, debtor, creditor }: Transfer<Account>): void {
  const day = instruction.dueOn
  if (day === null) throw new Error(`${instruction.id} is not due`)
  const { amountMinor, currency } = instruction
  const from = ownersOf(db, debtor.id)[0]?.fullName ?? debtor.name
  const { isInstant, creditorName } = payment
  const debit = book(db, debtor, instruction, {
    day,
    amountMinor: -amountMinor,
    operation: outward(payment, instruction),
    label: `${isInstant ? 'VIR INST' : 'VIR SEPA'} ${creditorName}`,
  })
  const credit = creditor
    ? book(db, creditor, instruction, {
        day,
        amountMinor,
        operation: isInstant ? 'instantIn' : 'transferIn',
        label: `${isInstant ? 'VIR INST RECU' : 'VIR SEPA RECU'} ${from}`,
      })
    : null
  postTransfer(db, {
    instructionId: instruction.id,
    occurrence: instruction.occurrences,
    executedOn: day,
    currency,
    amountMinor,
    debtor: debit,
    creditor: credit,
  })
}

function outward(payment: Payment, instruction: Instruction): OperationName {
  if (payment.isInstant) return 'instantOut'
  return instruction.frequency === null ? 'transferOut' : 'standingOrderOut'
}

function book(
  db: DatabaseSync,
  account: Account,
  instruction: Instruction,
  { day, label, ...moved }: { day: string; label: string; amountMinor: bigint; operation: OperationName },
): { accountId: string; position: number } {
  const position = nextPaymentPosition(db, account.id, day)
  addEntry(db, {
    accountId: account.id,
    position,
    status: 'BOOK',
    source: 'payment',
    ...moved,
    valueOn: day,
    happenedOn: day,
    drawnOn: null,
    lines: [label, ...instruction.lines].map(line => line.slice(0, 140)),
    endToEndId: instruction.endToEndId,
  })
  return { accountId: account.id, position }
}
