import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { openStore } from '#sandbox/store/open.ts'
import { checkPassword, findPersonByIdentifier, listPeople } from '#sandbox/store/people.ts'
import { tables } from '#sandbox/store/schema.ts'
import { advanceLives } from './advance.ts'
import { catalogue } from './catalogue.ts'
import { dayOf, isoOf } from './days.ts'
import { isIban } from './iban.ts'
import { storePeople } from './settle.ts'
import { bankDay } from './today.ts'

const today = '2026-11-21'
const opened: DatabaseSync[] = []

afterEach(() => {
  for (const db of opened.splice(0)) db.close()
})

/** Of all who are there, Léa, Sophie with her card and Karim with his workshop have lives: one test has those of everybody. */
function openPeople(settledOn = today, living = ['lea-', 'sophie-', 'karim-']): DatabaseSync {
  const db = openStore(':memory:', tables)
  opened.push(db)
  storePeople(db, settledOn)
  const isLiving = living.map(() => 'life LIKE ?').join(' OR ')
  db.prepare(`UPDATE accounts SET life = NULL WHERE NOT (${isLiving})`).run(...living.map(one => `${one}%`))
  return db
}

/** The entries in a short form for comparison. */
function fingerprint(db: DatabaseSync): string {
  const rows = db.prepare('SELECT * FROM entries ORDER BY account_id, position').all()
  return `${rows.length} rows ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
}

describe('advancing', () => {
  test('in two steps, day by day or in one gives the same rows', () => {
    // An odd number of days: one left out is not made up for on the next.
    const start = '2026-11-16'
    const [atOnce, twice, daily] = [openPeople(start), openPeople(start), openPeople(start)]
    advanceLives(atOnce, today)
    for (const day of ['2026-11-18', today]) advanceLives(twice, day)
    for (let day = dayOf(start); day <= dayOf(today); day++) advanceLives(daily, isoOf(day))
    expect(fingerprint(twice)).toEqual(fingerprint(atOnce))
    expect(fingerprint(daily)).toEqual(fingerprint(atOnce))
  })

  test('again on the same day, or to a day in the past, changes nothing', () => {
    const db = openPeople()
    advanceLives(db, today)
    const before = fingerprint(db)
    storePeople(db, today)
    advanceLives(db, today)
    expect(fingerprint(db)).toBe(before)
    advanceLives(db, '2026-10-01')
    expect(fingerprint(db)).not.toBe(before)
    advanceLives(db, today)
    expect(fingerprint(db)).toBe(before)
  })

  test('a database made last week continues: booked entries stay, nothing is made again', () => {
    const db = openPeople('2026-11-14')
    advanceLives(db, '2026-11-14')
    const booked = (until: string) =>
      db
        .prepare("SELECT * FROM entries WHERE status = 'BOOK' AND position < ? ORDER BY account_id, position")
        .all((dayOf(until) + 1) * 100_000)
    const before = booked('2026-11-14')
    storePeople(db, today)
    advanceLives(db, today)
    expect(JSON.stringify(booked('2026-11-14'))).toBe(JSON.stringify(before))
    expect(booked(today).length).toBeGreaterThan(before.length)
  })

  test('other entries stay: only predicted ones are replaced', () => {
    const db = openPeople('2026-11-20')
    advanceLives(db, '2026-11-20')
    const [account] = accountsOf(db, 'lea-moreau')
    const position = dayOf('2026-11-23') * 100_000 + 95_000
    db.prepare("INSERT INTO entries VALUES (?, ?, 'PDNG', 'desk', 'otherCredit', 1, ?, ?, NULL, '[]', NULL)").run(
      account?.id ?? '',
      position,
      today,
      today,
    )
    advanceLives(db, today)
    expect(db.prepare("SELECT count(*) AS n FROM entries WHERE source = 'desk'").get()).toEqual({ n: 1 })
  })

  test('a bank that runs over midnight in Paris continues by itself', () => {
    const db = openPeople('2026-10-24')
    let now = new Date('2026-10-24T21:59:59Z')
    const clock = { now: () => now, realNow: () => now, moveTo: () => {} }
    expect(bankDay({ db, clock })).toBe('2026-10-24')
    // Paris is still in summer time: midnight is at 22:00 UTC, and the night has 25 hours.
    now = new Date('2026-10-24T22:00:00Z')
    expect(bankDay({ db, clock })).toBe('2026-10-25')
    now = new Date('2026-10-25T22:59:59Z')
    expect(bankDay({ db, clock })).toBe('2026-10-25')
    now = new Date('2026-10-25T23:00:00Z')
    expect(bankDay({ db, clock })).toBe('2026-10-26')
    const lived = db.prepare('SELECT DISTINCT lived_until FROM accounts WHERE life IS NOT NULL').all()
    expect(lived).toEqual([{ lived_until: '2026-10-26' }])
  })
})

describe('everyone in the catalogue', () => {
  test('has the password of the catalogue at their bank, and no other', () => {
    const db = openPeople()
    expect(listPeople(db)).toHaveLength(catalogue.length)
    for (const { bankCode, identifier, password, id } of catalogue) {
      const person = findPersonByIdentifier(db, bankCode, identifier)
      expect(person?.id).toBe(id)
      if (person)
        expect([checkPassword(person, password), checkPassword(person, `${password} `)]).toEqual([true, false])
    }
    expect(findPersonByIdentifier(db, '19874', '10020001')).toBeNull()
  })

  test('has accounts with valid IBANs of their bank; the couple has one joint account', () => {
    const db = openPeople()
    const ibans = new Set<string>()
    for (const { id, bankCode } of catalogue) {
      for (const account of accountsOf(db, id)) {
        expect(isIban(account.iban)).toBe(true)
        expect(account.iban.slice(4, 9)).toBe(bankCode)
        ibans.add(account.iban)
      }
    }
    const [camille, thomas] = ['camille-bernard', 'thomas-bernard'].map(id => accountsOf(db, id))
    expect(camille?.map(account => account.psuStatus)).toEqual([
      'Account Holder',
      'Account Holder',
      'Account Co-Holder',
    ])
    expect(thomas?.map(account => account.id)).toContain(camille?.[2]?.id)
    expect(accountsOf(db, 'monique-roux')).toHaveLength(45)
    expect(ibans.size).toBe(45 + 11 + 15)
  })

  test('all lives have two years of entries, 20,000 receipts among them', () => {
    const db = openPeople(today, [''])
    advanceLives(db, today)
    expect(Number(db.prepare('SELECT count(*) AS n FROM entries').get()?.n)).toBeGreaterThan(35_000)
    db.exec("DELETE FROM entries WHERE account_id NOT IN (SELECT id FROM accounts WHERE life LIKE 'antoine-girard/%')")
    const position = (dayOf(today) - 90) * 100_000
    const { n } = db.prepare('SELECT count(*) AS n FROM entries WHERE position >= ?').get(position) ?? {}
    expect(Number(n)).toBeGreaterThanOrEqual(20_000)
  })
})
