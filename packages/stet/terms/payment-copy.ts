import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { formatAmount, type Money } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { type ParsedField, parsedValue, valueOr } from './parsed-field.ts'
import { type PaymentInstruction, type PaymentRequest, purposes } from './payment-request.ts'
import { isSameWording } from './wording.ts'

/** How the bank's copy of a payment differs from the request (P15). */

type InstructionEcho = {
  readonly instructionId: ParsedField<string>
  readonly endToEndId: ParsedField<string>
  readonly amount: ParsedField<Money>
  readonly remittance: ParsedField<readonly string[]>
  readonly purpose: ParsedField<string>
  readonly executionDate: ParsedField<IsoDate>
  readonly frequency: ParsedField<string>
  readonly executionRule: ParsedField<string>
  readonly endDate: ParsedField<string>
}

type RequestEcho = {
  readonly resourceId: ParsedField<string>
  readonly paymentInformationId: ParsedField<string>
  /** `numberOfTransactions`. */
  readonly instructionCount: ParsedField<string>
  readonly executionDate: ParsedField<IsoDate>
  readonly serviceLevel: ParsedField<string>
  readonly localInstrument: ParsedField<string>
  readonly categoryPurpose: ParsedField<string>
  readonly purpose: ParsedField<string>
  readonly chargeBearer: ParsedField<string>
  readonly creditorName: ParsedField<string>
  readonly creditorIban: ParsedField<string>
  readonly creditorBic: ParsedField<string>
  readonly debtorIban: ParsedField<string>
  /** `count`: the length of the bank's list. */
  readonly instructions: ParsedField<{ readonly count: number; readonly read: readonly BankInstruction[] }>
}

export type BankInstruction = InstructionEcho & {
  readonly status: ParsedField<string>
  readonly reason: string | null
}

export type BankPayment = RequestEcho & {
  readonly status: string
  readonly reason: string | null
}

export type AskedPayment = Omit<PaymentRequest, 'createdAt' | 'initiatingPartyName' | 'debtorIdentification'> & {
  /** Null before the bank's answer. */
  readonly resourceId: string | null
}

/** `asked` is null if we sent nothing, `held` if unreadable (P15). */
export type Mismatch = { readonly field: string; readonly asked: string | null; readonly held: string | null }

/** A member without a comparison does not compile. */
type Weighed<Echo> = { readonly [member in keyof Echo]: Mismatch | null }

/**
 * Differences of the bank's copy over all echoed members: absent ones are skipped, unreadable ones differ. Not
 * compared: a debtor's account or `localInstrument` we did not send. The bank may reword names and remittances
 * (`isSameWording`) and regroup IBANs; statuses must not contradict. IBANs in the result are masked.
 */
export function findMismatches(asked: AskedPayment, shown: BankPayment): readonly Mismatch[] {
  const ofRequest = Object.values(compareRequest(asked, shown)).filter(one => one !== null)
  return [
    ...findContradiction(shown),
    ...ofRequest,
    ...asked.instructions.flatMap((ours, at) => compareInstruction(asked, ours, at, shown)),
  ]
}

/** A request over without money moved beside an executed instruction. */
function findContradiction(shown: BankPayment): Mismatch[] {
  const isOver = shown.status === 'RJCT' || shown.status === 'CANC'
  const isExecuted = instructionsShown(shown).some(({ status }) => valueOr(status) === 'ACSC')
  return isOver && isExecuted ? [{ field: 'status', asked: shown.status, held: 'ACSC' }] : []
}

function compareRequest(asked: AskedPayment, shown: BankPayment): Weighed<RequestEcho> {
  const { creditor, instructions } = asked
  const count = String(instructions.length)
  return {
    resourceId: exactly('resourceId', asked.resourceId, shown.resourceId),
    paymentInformationId: exactly('paymentInformationId', asked.paymentInformationId, shown.paymentInformationId),
    instructionCount: exactly('numberOfTransactions', count, shown.instructionCount),
    instructions: weigh('instructions', count, shown.instructions, list => ({
      isSame: list.count === instructions.length,
      text: String(list.count),
    })),
    executionDate: exactly('executionDate', asked.executionDate, shown.executionDate),
    serviceLevel: exactly('serviceLevel', 'SEPA', shown.serviceLevel),
    localInstrument: asked.isInstant ? exactly('localInstrument', 'INST', shown.localInstrument) : null,
    categoryPurpose: exactly('categoryPurpose', asked.categoryPurpose, shown.categoryPurpose),
    purpose: exactly('purpose', purposes[asked.categoryPurpose], shown.purpose),
    chargeBearer: exactly('chargeBearer', 'SLEV', shown.chargeBearer),
    creditorName: wording('creditor.name', creditor.name, shown.creditorName),
    creditorIban: account('creditor.iban', creditor.iban, shown.creditorIban),
    creditorBic: creditor.bic === null ? null : bank('creditor.bic', creditor.bic, shown.creditorBic),
    debtorIban: asked.debtorIban === null ? null : account('debtor.iban', asked.debtorIban, shown.debtorIban),
  }
}

function compareInstruction(asked: AskedPayment, ours: PaymentInstruction, at: number, shown: BankPayment): Mismatch[] {
  const theirs = findBankInstruction(shown, ours.instructionId, at)
  if (theirs === null) return []
  const field = (name: string) => `instructions.${at}.${name}`
  const { recurrence } = asked
  const found: Weighed<InstructionEcho> = {
    instructionId: exactly(field('instructionId'), ours.instructionId, theirs.instructionId),
    endToEndId: exactly(field('endToEndId'), ours.endToEndId, theirs.endToEndId),
    amount: money(field, ours.amount, theirs.amount),
    remittance: weigh(field('remittance'), ours.remittance.join(' '), theirs.remittance, lines => ({
      isSame: isSameWording(ours.remittance.join(' '), lines.join(' ')),
      text: lines.join(' '),
    })),
    purpose: exactly(field('purpose'), purposes[asked.categoryPurpose], theirs.purpose),
    executionDate: exactly(field('executionDate'), asked.executionDate, theirs.executionDate),
    frequency: exactly(field('frequency'), recurrence?.frequency ?? null, theirs.frequency),
    executionRule: exactly(field('executionRule'), recurrence?.executionRule ?? null, theirs.executionRule),
    endDate: exactly(field('endDate'), recurrence?.endDate ?? null, theirs.endDate),
  }
  return Object.values(found).filter(one => one !== null)
}

export function instructionsShown({ instructions }: Pick<BankPayment, 'instructions'>): readonly BankInstruction[] {
  return valueOr(instructions)?.read ?? []
}

/** An empty list names all. */
export function isNamed(
  instructionIds: readonly string[],
  { instructionId }: Pick<BankInstruction, 'instructionId'>,
): boolean {
  const id = valueOr(instructionId)
  return instructionIds.length === 0 || (id !== null && instructionIds.includes(id))
}

/**
 * The one with our id, or at our position if the bank shows no ids; null if none. Another id at the position
 * differs.
 */
export function findBankInstruction(
  { instructions }: Pick<BankPayment, 'instructions'>,
  instructionId: string,
  at: number,
): BankInstruction | null {
  const read = instructionsShown({ instructions })
  return read.find(one => valueOr(one.instructionId) === instructionId) ?? read[at] ?? null
}

/** `look` returns `isSame` and the bank's value as text. */
function weigh<T>(
  field: string,
  asked: string | null,
  shown: ParsedField<T>,
  look: (value: T) => { readonly isSame: boolean; readonly text: string; readonly field?: string },
): Mismatch | null {
  if (shown.kind === 'absent') return null
  if (shown.kind === 'unreadable') return { field, asked, held: null }
  const seen = look(shown.value)
  return seen.isSame ? null : { field: seen.field ?? field, asked, held: cleanText(seen.text, longestText) }
}

const longestText = 140

/** An empty text is nothing. */
function exactly(field: string, asked: string | null, shown: ParsedField<string>): Mismatch | null {
  return weigh(field, asked, shown, value => ({ isSame: value === (asked ?? ''), text: value }))
}

function wording(field: string, asked: string, shown: ParsedField<string>): Mismatch | null {
  return weigh(field, asked, shown, value => ({ isSame: isSameWording(asked, value), text: value }))
}

/** Capitals without spaces. */
export function bareIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** Four characters identify an account without disclosing it. */
function account(field: string, asked: string, shown: ParsedField<string>): Mismatch | null {
  const mask = (iban: string) => `…${iban.slice(-4)}`
  return weigh(field, mask(asked), shown, value => {
    const iban = bareIban(value)
    return { isSame: iban === asked, text: mask(iban) }
  })
}

/** ISO 9362: 8 characters or the suffix `XXX` name the head office. */
function bank(field: string, asked: string, shown: ParsedField<string>): Mismatch | null {
  const bare = (bic: string) => bic.toUpperCase().replace(/XXX$/, '')
  return weigh(field, asked, shown, value => ({ isSame: bare(value) === bare(asked), text: value }))
}

function money(field: (name: string) => string, asked: Money, shown: ParsedField<Money>): Mismatch | null {
  if (shown.kind === 'value' && shown.value.currency !== asked.currency) {
    return exactly(field('currency'), asked.currency, parsedValue(shown.value.currency))
  }
  return weigh(field('amount'), formatAmount(asked), shown, value => ({
    isSame: value.amountMinor === asked.amountMinor,
    text: formatAmount(value),
  }))
}
