import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type RowOf, table, text, word } from './table.ts'

const columns = {
  id: text,
  bankCode: text,
  /** Retail: 8 digits. Professional: `subscription-usage`. */
  identifier: text,
  passwordHash: text,
  firstName: text,
  lastName: text,
  segment: word('retail', 'professional'),
  /** The number that receives the one-time code, masked. */
  maskedPhone: text,
  /** `terminated`: the online-banking subscription has ended (error IPSU). */
  status: { ...word('active', 'terminated'), more: "DEFAULT 'active'" },
}
const people = table('people', columns, { key: 'id', also: 'UNIQUE (bank_code, identifier)' })
export const { schema } = people

/** A customer (PSU) of one bank. Someone with two banks of the group is two of them. */
export type Person = RowOf<typeof people>

/** The customer with this identifier at this bank; null if there is none. Spaces are ignored. */
export function findPersonByIdentifier(db: DatabaseSync, bankCode: string, identifier: string): Person | null {
  return people.find(db, 'WHERE bank_code = ? AND identifier = ?', bankCode, identifier.replace(/\s/g, ''))
}

/** The customer with that id, at any bank; null if there is none. */
export function findPerson(db: DatabaseSync, id: string): Person | null {
  return people.find(db, 'WHERE id = ?', id)
}

/** Everyone, bank by bank. */
export function listPeople(db: DatabaseSync): Person[] {
  return people.list(db, 'ORDER BY bank_code, identifier')
}

/** Stores a person; no-op if they exist, so that changes of the desk are kept. */
export function addPerson(
  db: DatabaseSync,
  person: Omit<Person, 'passwordHash' | 'status'> & Partial<Pick<Person, 'status'>>,
  password: string,
): void {
  if (!findPerson(db, person.id)) people.insert(db, { ...person, passwordHash: hashPassword(password) })
}

/** Ends or resumes the online-banking subscription of a person (IPSU while terminated). */
export function changePersonStatus(db: DatabaseSync, id: string, status: Person['status']): void {
  people.update(db, { status }, 'WHERE id = ?', id)
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
