import { z } from 'zod'
import { component } from './components.ts'

/** `YYYY-MM-DD` */
export const Day = component('Day', 'A calendar day, `YYYY-MM-DD`', z.iso.date())

/** ISO 8601 with an offset or Z. */
export const Instant = z.iso.datetime({ offset: true })

/** bank:D29: a decimal number in a string, at most 13 digits before and 5 after the point. */
export const Amount = component(
  'Amount',
  'A decimal number in a string: at most 13 digits before and 5 after the point (D29)',
  z.string().regex(/^-?\d{1,13}(\.\d{1,5})?$/),
)

export const Currency = component('Currency', 'ISO 4217', z.string().regex(/^[A-Z]{3}$/))

export const Money = component(
  'Money',
  'An amount and its currency',
  z.strictObject({ amount: Amount, currency: Currency }),
)

export const Iban = component(
  'Iban',
  'ISO 13616, with a valid check number (D46)',
  z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/),
)

export const Bic = component('Bic', 'ISO 9362', z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/))

/** bank:D30 */
export const Id = component(
  'Id',
  'Whatever becomes a path segment or a payment id: 1 to 35 characters (D30)',
  z.string().regex(/^[A-Za-z0-9 /?:().,'-]{1,35}$/),
)

/** A non-empty text of at most that many characters (bank:D46). */
export const text = (longest: number) => z.string().min(1).max(longest)

export const Link = component(
  'Link',
  'A hypermedia link; its href is relative to the host (D20)',
  z.strictObject({ href: z.string().min(1), templated: z.boolean() }),
)

/** bank:D46: the identification of a person or an organisation. */
export const Identification = component(
  'Identification',
  'An identification and the scheme it belongs to (D46)',
  z.strictObject({ identification: text(70), schemeName: text(70).optional(), issuer: text(35).optional() }),
)
