import type { DatabaseSync } from 'node:sqlite'
import { schema as accounts } from './accounts.ts'
import { schema as applications } from './applications.ts'
import { schema as certificates } from './certificates.ts'
import { schema as codes } from './codes.ts'
import { schema as consents } from './consents.ts'
import { schema as entries } from './entries.ts'
import { schema as fallback } from './fallback.ts'
import { schema as ledger } from './ledger.ts'
import { inTransaction } from './open.ts'
import { schema as payments } from './payments.ts'
import { schema as people } from './people.ts'
import { schema as quota } from './quota.ts'
import { schema as requests } from './requests.ts'
import { schema as settings } from './settings.ts'
import { schema as statistics } from './statistics.ts'
import { schema as tokens } from './tokens.ts'
import { schema as verifications } from './verifications.ts'
import { schema as visits } from './visits.ts'

/** What a TPP has set up: it survives a reset. */
const kept = ['settings', 'applications', 'fetched_certificates']

/** Every table of the store. Each store file exports its `schema`, which is listed here. */
export const tables: readonly string[] = [
  settings,
  applications,
  certificates,
  codes,
  tokens,
  requests,
  people,
  accounts,
  entries,
  consents,
  quota,
  payments,
  ledger,
  fallback,
  verifications,
  visits,
  statistics,
]

/** Makes every table anew except those of `kept`: a table that loses no row, like the ledger's, can only go as a whole. */
export function resetTables(db: DatabaseSync): void {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  db.exec('PRAGMA foreign_keys = OFF')
  try {
    inTransaction(db, () => {
      for (const { name } of names) if (!kept.includes(String(name))) db.exec(`DROP TABLE ${name}`)
      for (const schema of tables) db.exec(schema)
    })
  } finally {
    db.exec('PRAGMA foreign_keys = ON')
  }
}
