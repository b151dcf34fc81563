import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    identifier TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    segment TEXT NOT NULL CHECK (segment IN ('retail', 'professional')),
    masked_phone TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'terminated')),
    UNIQUE (bank_code, identifier)
  ) STRICT;
`

/** A customer (PSU) of one bank. Someone with two banks of the group is two of them. */
export type Person = {
  readonly id: string
  readonly bankCode: string
  /** Retail: 8 digits. Professional: `subscription-usage`. */
  readonly identifier: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly segment: 'retail' | 'professional'
  /** The number that receives the one-time code, masked. */
  readonly maskedPhone: string
  /** `terminated`: the online-banking subscription has ended (error IPSU). */
  readonly status: 'active' | 'terminated'
}

/** The customer with this identifier at this bank; null if there is none. Spaces are ignored. */
export function findPersonByIdentifier(db: DatabaseSync, bankCode: string, identifier: string): Person | null {
  const sql = 'SELECT * FROM people WHERE bank_code = ? AND identifier = ?'
  return toPerson(prepared(db, sql).get(bankCode, identifier.replace(/\s/g, '')))
}

/** The customer with that id, at any bank; null if there is none. */
export function findPerson(db: DatabaseSync, id: string): Person | null {
  return toPerson(prepared(db, 'SELECT * FROM people WHERE id = ?').get(id))
}

/** Everyone, bank by bank. */
export function listPeople(db: DatabaseSync): Person[] {
  return prepared(db, 'SELECT * FROM people ORDER BY bank_code, identifier')
    .all()
    .map(toPerson)
    .filter(person => person !== null)
}

/** Stores a person; no-op if they exist, so that changes of the desk are kept. */
export function addPerson(db: DatabaseSync, person: Omit<Person, 'passwordHash' | 'status'>, password: string): void {
  if (findPerson(db, person.id)) return
  prepared(
    db,
    `INSERT INTO people (id, bank_code, identifier, password_hash, first_name, last_name, segment, masked_phone)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    person.id,
    person.bankCode,
    person.identifier,
    hashPassword(password),
    person.firstName,
    person.lastName,
    person.segment,
    person.maskedPhone,
  )
}

/** Ends or resumes the online-banking subscription of a person (IPSU while terminated). */
export function changePersonStatus(db: DatabaseSync, id: string, status: Person['status']): void {
  prepared(db, 'UPDATE people SET status = ? WHERE id = ?').run(status, id)
}

/** Whether the typed password is this person's, in constant time. */
export function checkPassword(person: Person, typed: string): boolean {
  const [salt = '', expected = ''] = person.passwordHash.split(':')
  return timingSafeEqual(derive(typed, salt), Buffer.from(expected, 'base64url'))
}

function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('base64url')
  return `${salt}:${derive(password, salt).toString('base64url')}`
}

// The passwords are published on the start page; a low cost makes a thousand people quick to create.
function derive(password: string, salt: string): Buffer {
  return scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
}

function toPerson(row: Record<string, unknown> | undefined): Person | null {
  if (!row) return null
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    identifier: String(row.identifier),
    passwordHash: String(row.password_hash),
    firstName: String(row.first_name),
    lastName: String(row.last_name),
    segment: row.segment === 'professional' ? 'professional' : 'retail',
    maskedPhone: String(row.masked_phone),
    status: row.status === 'terminated' ? 'terminated' : 'active',
  }
}
