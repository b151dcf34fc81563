import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIbanForm } from '@guichet/values/money/iban.ts'
import { isCurrency } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { findCode } from '#stet/errors.ts'
import {
  type BankText,
  bankCapitals,
  bankDate,
  bankIban,
  bankId,
  bankLabel,
  bankSecret,
} from '#stet/terms/bank-text.ts'
import { isBag } from './parsed-field.ts'

/**
 * The only readers of a bank's texts (a test checks it), each with its limit in characters (bank:D46). A text of the
 * wrong type or of white space is absent, a number is its digits, a long text for people is cut. An identifier is
 * taken unchanged or not at all: `optionalId` is absent, `id` and `idIfGiven` make the row unreadable.
 */

/** bank:D46 has 70; live banks may use more. */
export const idLength = 140

const anything = z.unknown().optional()

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

/** Rounded digits would make another identifier. */
function idTextOf(value: unknown): string | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : textOf(value)
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

export const optionalLabel = (maxLength: number) =>
  anything.transform((value): BankText | null => {
    const text = textOf(value)
    return text === null ? null : bankLabel(text, maxLength)
  })

export const label = (maxLength: number) =>
  anything.transform((value, context): BankText => {
    const text = textOf(value)
    return (text === null ? null : bankLabel(text, maxLength)) ?? refuse(context, 'missing')
  })

/** The first `maxLines` not empty, each cut to `maxLength`. */
export const optionalLines = (maxLength: number, maxLines: number) =>
  anything.transform((value): BankText[] =>
    (Array.isArray(value) ? value.slice(0, maxLines) : [value]).flatMap(line => {
      const text = textOf(line)
      return (text === null ? null : bankLabel(text, maxLength)) ?? []
    }),
  )

export const optionalId = (maxLength: number) =>
  anything.transform((value): BankText | null => {
    const read = bankId(idTextOf(value) ?? '', maxLength)
    return 'id' in read ? read.id : null
  })

export const id = (maxLength: number) =>
  anything.transform((value, context): BankText => {
    const read = bankId(idTextOf(value) ?? '', maxLength)
    return 'id' in read ? read.id : refuse(context, read.fault)
  })

/** May be missing; unusable makes its row unreadable. */
export const idIfGiven = (maxLength: number) =>
  anything.transform((value, context): BankText | null => {
    const text = idTextOf(value)
    if (text === null) return typeof value === 'number' ? refuse(context, 'not exact') : null
    const read = bankId(text, maxLength)
    if ('id' in read) return read.id
    return read.fault === 'missing' ? null : refuse(context, read.fault)
  })

/** A JWT with a certificate has a few thousand characters; servers accept headers of 8 KB. */
const secretLength = 8_192

export const secret = anything.transform((value, context): BankText => {
  const read = typeof value === 'string' ? bankSecret(value, secretLength) : null
  return read ?? refuse(context, 'no token')
})

/** May be missing, `null` or empty; unusable makes the answer unreadable. */
export const secretIfGiven = anything.transform((value, context): BankText | null => {
  if (value === undefined || value === null || value === '') return null
  const read = typeof value === 'string' ? bankSecret(value, secretLength) : null
  return read ?? refuse(context, 'no token')
})

/** Absent unless a day from 1900 to 2200. */
export const optionalDate = anything.transform((value): IsoDate | null =>
  typeof value === 'string' ? bankDate(value) : null,
)

/** May be missing; unusable makes its row unreadable. */
export const dateIfGiven = anything.transform((value, context): IsoDate | null => {
  if (value === undefined || value === null || value === '') return null
  return (typeof value === 'string' ? bankDate(value) : null) ?? refuse(context, 'no date')
})

/** In capitals (ISO 4217); unusable makes its row unreadable. */
export const currencyIfGiven = idIfGiven(35).transform((text, context): BankText | null => {
  if (text === null) return null
  const code = bankCapitals(text)
  return isCurrency(code) ? code : refuse(context, 'no currency')
})

/** In capitals without spaces; unusable makes its row unreadable (bank:D46). */
export const ibanIfGiven = idIfGiven(50).transform((text, context): BankText | null => {
  if (text === null) return null
  const iban = bankIban(text)
  return isIbanForm(iban) ? iban : refuse(context, 'no IBAN')
})

/** All digits as text; limits far above bank:D29's 19. */
export const WireAmount = z.object({ amount: id(70), currency: id(35) })
export type WireAmount = z.infer<typeof WireAmount>

/** Accepted by all browsers and servers. */
const hrefLength = 2_048

/** Its host is checked when followed (`links.ts`). */
export const href = id(hrefLength)

export const optionalHref = optionalId(hrefLength)

/** Document 1; others are dropped. */
const linkNames = ['balances', 'transactions', 'owners', 'overdrafts', 'endUserIdentity', 'next', 'last'] as const

/**
 * Name to href. One with a variable in its path is absent: document 1's path serves. A list ends only without `next`
 * or with an empty one (bank:D19); an unusable one makes the answer unreadable.
 */
export const WireLinks = anything.transform((links, context): ReadonlyMap<string, BankText> => {
  const hrefs = new Map<string, BankText>()
  // Some languages write an empty object as a list.
  if (links === undefined || links === null || (Array.isArray(links) && links.length === 0)) return hrefs
  if (!isBag(links)) return refuse(context, 'no links')
  if (Object.keys(links).some(name => name !== 'next' && isNext(name))) return refuse(context, 'next: in capitals')
  for (const name of linkNames) {
    const read = name === 'next' ? readNext(links.next) : readLink(links[name])
    if (read === null) continue
    if ('id' in read) hrefs.set(name, read.id)
    else if (name === 'next') return refuse(context, `next: ${read.fault}`)
  }
  return hrefs
})
export type WireLinks = z.infer<typeof WireLinks>

/** RFC 8288 compares relations without case. */
const isNext = (name: unknown) => typeof name === 'string' && name.toLowerCase() === 'next'

/** `links`, as other interfaces have it, where it would continue a list. */
export const noNext = anything.refine(links => {
  const names = Array.isArray(links) ? links.map(link => (isBag(link) ? link.rel : link)) : Object.keys(Object(links))
  return !names.some(isNext)
}, 'links outside _links')

type ReadHref = { readonly id: BankText } | { readonly fault: string } | null

/** RFC 6570; optional. */
const queryOfTemplate = /\{[?&][^{}]*\}/g

/** HAL allows a list. */
function readLink(link: unknown): ReadHref {
  const one = Array.isArray(link) ? link[0] : link
  const href = isBag(one) && typeof one.href === 'string' ? one.href.slice(0, hrefLength + 1) : ''
  return readHref(href.replace(queryOfTemplate, ''))
}

function readNext(link: unknown): ReadHref {
  if (link === undefined || link === null) return null
  if (!isBag(link) || !('href' in link)) return { fault: 'no link' }
  if (link.href === null || (typeof link.href === 'string' && link.href.trim() === '')) return null
  return typeof link.href === 'string' ? readHref(link.href) : { fault: 'no address' }
}

function readHref(href: string): ReadHref {
  return href.includes('{') ? { fault: 'a template' } : bankId(href, hrefLength)
}

const anError = 'says an error'

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : !value || (typeof value === 'object' && isEmptyList(value))
const isEmptyList = (value: object) => Object.keys(value).length === 0

const nothing = anything.refine(isEmpty, anError)
/** Other words are no error. */
const noCode = anything.refine(value => typeof value !== 'string' || findCode(value) === null, anError)

/** Members of an error (bank:D1), which no answer has beside its content; they may be null. */
export const noError = {
  status: anything.refine(status => !(Number(status) >= 400), anError),
  error: nothing,
  errors: nothing,
  message: noCode,
  code: noCode,
  errorCode: noCode,
}

/** An answer without it says something else. */
export const rowsOfAnswer = z
  .array(z.unknown())
  .nullable()
  .transform(rows => rows ?? [])
