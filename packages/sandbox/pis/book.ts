import type { DatabaseSync } from 'node:sqlite'
import type { OperationName } from '#sandbox/people/operations.ts'
import { type Account, ownersOf } from '#sandbox/store/accounts.ts'
import { addEntry, nextPaymentPosition } from '#sandbox/store/entries.ts'
import { postTransfer } from '#sandbox/store/ledger.ts'
import type { Instruction, Payment } from '#sandbox/store/payments.ts'

/** One execution: of which instruction, from whose account to whose, where the group has them. */
export type Transfer<Debtor = Account | null> = {
  readonly payment: Payment
  readonly instruction: Instruction
  readonly debtor: Debtor
  readonly creditor: Account | null
}

/**
 * Books one execution in the caller's transaction: an entry on the debtor's account, one on the creditor's if it belongs to the
 * group, and the transfer in the ledger. The entries have the due day.
 */
export function bookTransfer(db: DatabaseSync, { payment, instruction, debtor, creditor }: Transfer<Account>): void {
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
