import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { flows, notices, outcomes, steps } from './journey.ts'
import { prepared } from './open.ts'
import { text as column, date as instant, integer, json, table } from './table.ts'

const date = z.coerce.date()
const text = z.string()

const common = z.object({
  /** 256 random bits, base64url: part of the screens' addresses. */
  id: text,
  bankCode: text,
  /** SHA-256 of the secret in this browser's cookie. */
  browserHash: text,
  language: z.enum(['fr', 'en']),
  /** Grows with every transition; a form contains the turn it was made for, so that a double submit is recognised. */
  turn: z.int(),
  expiresAt: date,

  flow: z.enum(flows),
  identifierKnown: z.boolean(),
  step: z.enum(steps),
  wrongPasswords: z.int(),
  wrongCodes: z.int(),
  codesSent: z.int(),
  notice: z.enum(notices).nullable(),
  outcome: z.enum(outcomes).nullable(),

  identifier: text.nullable(),
  personId: text.nullable(),
  /** The account to debit, once it is known. */
  accountId: text.nullable(),
  /** Plain text, because the sandbox shows the phone that receives it; deleted at the end. */
  oneTimeCode: text.nullable(),
  /** Digest of what the one-time code validates (dynamic linking); null for a code that only signs in. */
  codeBoundTo: text.nullable(),
  codeSentAt: date.nullable(),
  /** Time of the strong authentication; the 180 days start here. */
  scaAt: date.nullable(),
})

/** A validated authorize request (bank:D6), with the TPP's names at that time, so that what was shown is what is approved. */
const Authorization = common.extend({
  purpose: z.literal('authorization'),
  clientId: text,
  softwareId: text,
  legalName: text,
  redirectUri: text,
  scope: z.enum(['aisp', 'cbpii']),
  state: text.nullable(),
  codeChallenge: text.nullable(),
  /** Version of the bank's app that shows it (document 1, app-to-app activation); null in a browser. */
  app: text.nullable(),
})

/** Opened by a redirection URL of a payment or its cancellation (document 2), whose nonce is used up. */
const PaymentVisit = common.extend({
  purpose: z.literal('payment'),
  paymentId: text,
  cancellationId: text.nullable(),
})

/** A login to the online banking of the fallback mode (document 1), bound to its JWT. */
const FallbackVisit = common.extend({
  purpose: z.literal('fallback'),
  clientId: text,
  /** `jti` of the JWT, used up by the login. */
  jwtId: text,
  jwtExpiresAt: date,
})

const Visit = z.discriminatedUnion('purpose', [Authorization, PaymentVisit, FallbackVisit])

/** A browser at the bank's screens: its purpose and its progress. */
export type Visit = Readonly<z.output<typeof Visit>>
export type Purpose = Visit['purpose']
export type VisitFor<P extends Purpose> = Readonly<Extract<z.output<typeof Visit>, { purpose: P }>>
export type Authorization = VisitFor<'authorization'>
export type PaymentVisit = VisitFor<'payment'>
export type FallbackVisit = VisitFor<'fallback'>

const visits = table(
  'visits',
  {
    id: column,
    bankCode: column,
    purpose: column,
    turn: integer,
    expiresAt: instant,
    rest: json<Readonly<Record<string, unknown>>>(),
  },
  {
    key: 'id',
    // Earlier tables, whose rows lived for a day at most, are gone.
    rest: `CREATE INDEX IF NOT EXISTS visits_expiry ON visits (expires_at);
  DROP TABLE IF EXISTS authorizations;
  DROP TABLE IF EXISTS payment_visits;
  DROP TABLE IF EXISTS fallback_visits;
  DROP TABLE IF EXISTS app_openings;`,
  },
)
export const { schema } = visits

/** Stores a new visit. */
export function insertVisit(db: DatabaseSync, visit: Visit): void {
  const { id, bankCode, purpose, turn, expiresAt, ...rest } = visit
  visits.insert(db, { id, bankCode, purpose, turn, expiresAt, rest })
}

/** The visit with that id and purpose at that bank; null if there is none. */
export function findVisit<P extends Purpose>(
  db: DatabaseSync,
  bankCode: string,
  purpose: P,
  id: string,
): VisitFor<P> | null {
  const row = visits.find(db, 'WHERE id = ? AND bank_code = ? AND purpose = ?', id, bankCode, purpose)
  if (!row) return null
  const { rest, ...stored } = row
  return Visit.parse({ ...rest, ...stored }) as VisitFor<P>
}

/** Stores a visit if its turn is still `fromTurn`; false, without changes, if another request was faster. */
export function writeVisit(db: DatabaseSync, visit: Visit, fromTurn: number = visit.turn): boolean {
  const { id, bankCode, purpose, turn, expiresAt, ...rest } = visit
  const own = 'WHERE id = ? AND bank_code = ? AND purpose = ? AND turn = ?'
  return visits.update(db, { turn, expiresAt, rest }, own, id, bankCode, purpose, fromTurn) === 1
}

/** Deletes visits that expired before `date`. */
export function forgetVisitsBefore(db: DatabaseSync, date: Date): void {
  prepared(db, 'DELETE FROM visits WHERE expires_at < ?').run(date.getTime())
}
