import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIbanForm } from '@guichet/values/money/iban.ts'
import { isCurrency } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import {
  type BankText,
  bankCapitals,
  bankDate,
  bankIban,
  bankId,
  bankLabel,
  bankSecret,
} from '#stet/terms/bank-text.ts'

/**
 * The only module that reads a bank's texts: every schema of this folder uses these readers, and nothing else there
 * takes a string (a test checks it). Each member states its limit in characters, bank:D46's where it has one. They are
 * tolerant: unknown members pass, and a text of the wrong type or of white space counts as absent. A bare number is
 * read as its digits, because live banks write codes both ways. A text for people that is too long is cut. An
 * identifier is taken unchanged or not at all: `optionalId` then counts as absent, `id` and `idIfGiven` make their row
 * unreadable, with the reason as the issue's message.
 */

/** Of a resource's id. bank:D46 allows 70 for `linkedAccount`, which contains one; live banks may have longer ones. */
export const idLength = 140

const anything = z.unknown().optional()

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

/** Digits that JSON.parse rounded away would make another identifier. */
function idTextOf(value: unknown): string | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : textOf(value)
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** An optional text for people, or code. */
export const optionalLabel = (maxLength: number) =>
  anything.transform((value): BankText | null => {
    const text = textOf(value)
    return text === null ? null : bankLabel(text, maxLength)
  })

/** The same, required. */
export const label = (maxLength: number) =>
  anything.transform((value, context): BankText => {
    const text = textOf(value)
    return (text === null ? null : bankLabel(text, maxLength)) ?? refuse(context, 'missing')
  })

/** A text or a list of texts for people: the first `maxLines` that are not empty, each cut to `maxLength`. */
export const optionalLines = (maxLength: number, maxLines: number) =>
  anything.transform((value): BankText[] =>
    (Array.isArray(value) ? value.slice(0, maxLines) : [value]).flatMap(line => {
      const text = textOf(line)
      return (text === null ? null : bankLabel(text, maxLength)) ?? []
    }),
  )

/** An optional identifier: absent if it can't be taken unchanged. */
export const optionalId = (maxLength: number) =>
  anything.transform((value): BankText | null => {
    const read = bankId(idTextOf(value) ?? '', maxLength)
    return 'id' in read ? read.id : null
  })

/** A required identifier. */
export const id = (maxLength: number) =>
  anything.transform((value, context): BankText => {
    const read = bankId(idTextOf(value) ?? '', maxLength)
    return 'id' in read ? read.id : refuse(context, read.fault)
  })

/** An identifier that may be missing; one that is present and can't be taken unchanged makes its row unreadable. */
export const idIfGiven = (maxLength: number) =>
  anything.transform((value, context): BankText | null => {
    const text = idTextOf(value)
    if (text === null) return typeof value === 'number' ? refuse(context, 'not exact') : null
    const read = bankId(text, maxLength)
    if ('id' in read) return read.id
    return read.fault === 'missing' ? null : refuse(context, read.fault)
  })

/** Of a token: a JWT with a certificate has a few thousand characters, and HTTP servers accept headers of 8 KB. */
const secretLength = 8_192

/** A token, which is sent back as it is. */
export const secret = anything.transform((value, context): BankText => {
  const read = typeof value === 'string' ? bankSecret(value, secretLength) : null
  return read ?? refuse(context, 'no token')
})

/** A token that may be missing (also `null` or empty); anything else that can't be sent back makes its answer unreadable. */
export const secretIfGiven = anything.transform((value, context): BankText | null => {
  if (value === undefined || value === null || value === '') return null
  const read = typeof value === 'string' ? bankSecret(value, secretLength) : null
  return read ?? refuse(context, 'no token')
})

/** An optional day: absent if it is not a calendar day from 1900 to 2200. */
export const optionalDate = anything.transform((value): IsoDate | null =>
  typeof value === 'string' ? bankDate(value) : null,
)

/** A day that may be missing; one that is present and no calendar day from 1900 to 2200 makes its row unreadable. */
export const dateIfGiven = anything.transform((value, context): IsoDate | null => {
  if (value === undefined || value === null || value === '') return null
  return (typeof value === 'string' ? bankDate(value) : null) ?? refuse(context, 'no date')
})

/** A currency that may be missing, in capitals; one without the form of ISO 4217 makes its row unreadable. */
export const currencyIfGiven = idIfGiven(35).transform((text, context): BankText | null => {
  if (text === null) return null
  const code = bankCapitals(text)
  return isCurrency(code) ? code : refuse(context, 'no currency')
})

/** An IBAN that may be missing, in capitals without spaces; one of another form makes its row unreadable (bank:D46). */
export const ibanIfGiven = idIfGiven(50).transform((text, context): BankText | null => {
  if (text === null) return null
  const iban = bankIban(text)
  return isIbanForm(iban) ? iban : refuse(context, 'no IBAN')
})

/**
 * Amount as text with all its digits (`parseJson` keeps those of a bare number), bank:D29. The limits are far above bank:D29's 19
 * digits.
 */
export const WireAmount = z.object({ amount: id(70), currency: id(35) })
export type WireAmount = z.infer<typeof WireAmount>

/** Of an address: accepted by all browsers and servers. */
const hrefLength = 2_048

/** An address given by a bank, absolute or not. Its host is checked when it is followed (`links.ts`). */
export const href = id(hrefLength)

/** The same, absent if missing or invalid. */
export const optionalHref = optionalId(hrefLength)

/** The links we follow (document 1); others are dropped. */
const linkNames = ['balances', 'transactions', 'owners', 'overdrafts', 'endUserIdentity', 'next', 'last'] as const

/**
 * `_links`: link name to href. An href without a variable is an address, whatever `templated` says; one with a variable
 * in its path counts as absent, as any unusable one, because the path of document 1 can be used instead. Only an absent
 * `next`, or an empty href (bank:D19), ends a list: with an unusable one, or links that are no object, the answer is
 * unreadable.
 */
export const WireLinks = anything.transform((links, context): ReadonlyMap<string, BankText> => {
  const hrefs = new Map<string, BankText>()
  // Some languages write an empty object as an empty list.
  if (links === undefined || links === null || (Array.isArray(links) && links.length === 0)) return hrefs
  if (!isObject(links)) return refuse(context, 'no links')
  for (const name of linkNames) {
    const read = name === 'next' ? readNext(links.next) : readLink(links[name])
    if (read === null) continue
    if ('id' in read) hrefs.set(name, read.id)
    else if (name === 'next') return refuse(context, `next: ${read.fault}`)
  }
  return hrefs
})
export type WireLinks = z.infer<typeof WireLinks>

type ReadHref = { readonly id: BankText } | { readonly fault: string } | null

/** The query of an RFC 6570 template, which is optional. */
const queryOfTemplate = /\{[?&][^{}]*\}/g

/** HAL allows a list of links under one name. */
function readLink(link: unknown): ReadHref {
  const one = Array.isArray(link) ? link[0] : link
  const href = isObject(one) && typeof one.href === 'string' ? one.href.slice(0, hrefLength + 1) : ''
  return readHref(href.replace(queryOfTemplate, ''))
}

function readNext(link: unknown): ReadHref {
  if (link === undefined || link === null) return null
  if (!isObject(link) || !('href' in link)) return { fault: 'no link' }
  if (link.href === null || (typeof link.href === 'string' && link.href.trim() === '')) return null
  return typeof link.href === 'string' ? readHref(link.href) : { fault: 'no address' }
}

function readHref(href: string): ReadHref {
  return href.includes('{') ? { fault: 'a template' } : bankId(href, hrefLength)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list that an answer must have, its rows to be parsed one by one: an answer without it says something else. */
export const rowsOfAnswer = z
  .array(z.unknown())
  .nullable()
  .transform(rows => rows ?? [])
