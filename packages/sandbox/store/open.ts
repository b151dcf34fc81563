import { DatabaseSync, type StatementSync } from 'node:sqlite'

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * Opens the store and creates missing `tables` (each store file exports its own `schema`). WAL with synchronous=FULL: committed
 * data survives kill -9 and a power cut, unless `SANDBOX_SYNC` is 0. One in memory may begin with the `image` of another.
 */
export function openStore(path: string, tables: readonly string[], image?: Uint8Array): DatabaseSync {
  const db = new DatabaseSync(path)
  if (image) db.deserialize(image)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;`)
  for (const schema of tables) db.exec(schema)
  statements.set(db, new Map())
  return db
}

/** The prepared statement of this text, cached per store. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>()
  statements.set(db, known)
  const found = known.get(sql)
  if (found) return found
  const statement = db.prepare(sql)
  known.set(sql, statement)
  return statement
}

/** The same with amounts as BigInt. */
export function preparedExact(db: DatabaseSync, sql: string): StatementSync {
  const statement = prepared(db, sql)
  statement.setReadBigInts(true)
  return statement
}

/** Runs `work` in one transaction, rolled back by an error. Synchronous, so no other call can interleave. Joins an outer one. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work()
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Runs `work` in a savepoint: an error undoes only its own changes, and an outer transaction may continue. Synchronous. */
export function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  if (!db.isTransaction) return inTransaction(db, work)
  db.exec('SAVEPOINT part')
  try {
    const result = work()
    db.exec('RELEASE part')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK TO part; RELEASE part')
    throw error
  }
}
