import { parisDay } from '#sandbox/clock.ts'
import type { Payment } from '#sandbox/store/payments.ts'
import { fill, type Language, localeOf, texts } from '#sandbox/texts/catalogue.ts'

/** Amount with its currency in the language's format. All currencies of the bank have two decimals. */
export function sayAmount(language: Language, amountMinor: bigint, currency: string): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(3, '0')
  const decimal = `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency })
  return format.format(decimal as `${number}`)
}

/** A day (`YYYY-MM-DD`) in words. */
export function sayDay(language: Language, day: string, dateStyle: 'long' | 'medium' = 'long'): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** An IBAN in groups of four; a line may break between them. */
export function sayIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** An IBAN masked except for the first and last four characters. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)}\u00a0••••\u00a0${iban.slice(-4)}`
}

export type PaymentKind = 'single' | 'instant' | 'multiple' | 'deferred' | 'recurrent'

/** Kind of a request: instant and recurrent before multiple, multiple before deferred. */
export function kindOf(payment: Payment, now: Date): PaymentKind {
  const { instructions, isInstant } = payment
  if (isInstant) return 'instant'
  if (instructions.some(({ frequency }) => frequency !== null)) return 'recurrent'
  if (instructions.length > 1) return 'multiple'
  return instructions.some(({ firstOn }) => firstOn > parisDay(now)) ? 'deferred' : 'single'
}

/** Sum of the instructions, which have one currency. */
export function totalOf(instructions: Payment['instructions']): { amountMinor: bigint; currency: string } {
  const amountMinor = instructions.reduce((sum, one) => sum + one.amountMinor, 0n)
  return { amountMinor, currency: instructions[0]?.currency ?? 'EUR' }
}

/** When one instruction is executed, in words. */
export function sayWhen(
  { payment, visit: { language }, now }: { payment: Payment; visit: { language: Language }; now: Date },
  instruction: Payment['instructions'][number],
): string {
  const p = texts[language].payments
  const names = { software: payment.softwareId }
  if (payment.isInstant) return fill(p.when.instant, names)
  const date = sayDay(language, instruction.firstOn)
  const { frequency, rule, endOn } = instruction
  if (frequency === null)
    return instruction.firstOn > parisDay(now) ? fill(p.when.deferred, { date }) : fill(p.when.now, names)
  const start = capitalise(fill(p.when.recurrent, { each: p.each[frequency], date }))
  const end = endOn === null ? p.when.forever : fill(p.when.until, { date: sayDay(language, endOn) })
  return `${start}, ${end}. ${rule === 'PREC' ? p.when.preceding : p.when.following}`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
