import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { prepared } from './open.ts'

/** How a member of a row is stored; its column is its name in snake_case unless `column` names another. */
type Column<T> = {
  readonly column?: string
  readonly type: 'TEXT' | 'INTEGER'
  readonly isNull?: boolean
  /** More of its definition: CHECK, REFERENCES, DEFAULT, UNIQUE. */
  readonly more?: string
  /** The only values. */
  readonly check?: readonly string[]
  read(stored: unknown): T
  write(value: T): SQLInputValue
}
type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of a table, as the bank uses it. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

export const text: Column<string> = { type: 'TEXT', read: String, write: value => value }
export const integer: Column<number> = { type: 'INTEGER', read: Number, write: value => value }
/** Amounts in minor units. */
export const minor: Column<bigint> = { type: 'INTEGER', read: stored => BigInt(String(stored)), write: value => value }
export const flag: Column<boolean> = {
  type: 'INTEGER',
  read: stored => Number(stored) === 1,
  write: value => (value ? 1 : 0),
}
export const date: Column<Date> = {
  type: 'INTEGER',
  read: stored => new Date(Number(stored)),
  write: value => value.getTime(),
}
export const json = <T>(): Column<T> => ({
  type: 'TEXT',
  read: stored => JSON.parse(String(stored)),
  write: value => JSON.stringify(value),
})
/** One of a closed list, which only the bank writes; the store itself holds those that are listed here. */
export const word = <T extends string>(...allowed: readonly T[]): Column<T> => ({
  type: 'TEXT',
  ...(allowed.length > 0 && { check: allowed }),
  read: stored => String(stored) as T,
  write: value => value,
})
export const nullable = <T>({ read, write, ...rest }: Column<T>): Column<T | null> => ({
  ...rest,
  isNull: true,
  read: stored => (stored === null || stored === undefined ? null : read(stored)),
  write: value => (value === null ? null : write(value)),
})

export type Table<C extends Columns> = {
  /** Makes the table, with what belongs to it, where it is missing. */
  readonly schema: string
  /** A row that SQL of one's own has read. */
  readonly map: (row: Record<string, unknown>) => Row<C>
  /** The first row of `SELECT * FROM` the table and `rest`. */
  readonly find: (db: DatabaseSync, rest: string, ...values: SQLInputValue[]) => Row<C> | null
  readonly list: (db: DatabaseSync, rest: string, ...values: SQLInputValue[]) => Row<C>[]
  /** Stores a row; members that are left out take the column's default. */
  readonly insert: (db: DatabaseSync, row: Partial<Row<C>>, or?: 'ABORT' | 'IGNORE' | 'REPLACE') => void
  /** Changes the members that are given, and returns in how many rows. */
  readonly update: (db: DatabaseSync, change: Partial<Row<C>>, rest: string, ...values: SQLInputValue[]) => number
}

type Keys = {
  /** Columns of the primary key; the table is stored by it (`WITHOUT ROWID`) unless it is of one TEXT column of an ordinary table. */
  readonly key?: string
  readonly isByKey?: boolean
  /** Constraints of the whole table. */
  readonly also?: string
  /** Indexes and triggers. */
  readonly rest?: string
}

/** Makes, reads and writes a table by one list of columns. */
export function table<C extends Columns>(name: string, columns: C, keys: Keys = {}): Table<C> {
  const all = Object.entries(columns).map(([member, { column, ...rest }]) => ({
    member,
    column: column ?? member.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    ...rest,
  }))
  const hasAmounts = Object.values(columns).includes(minor as Column<unknown>)
  const map = (row: Record<string, unknown>) =>
    Object.fromEntries(all.map(({ member, column, read }) => [member, read(row[column])])) as Row<C>
  const select = (db: DatabaseSync, rest: string) => {
    const statement = prepared(db, `SELECT * FROM ${name} ${rest}`)
    if (hasAmounts) statement.setReadBigInts(true)
    return statement
  }
  const given = (row: Partial<Row<C>>) => all.filter(({ member }) => row[member] !== undefined)
  return {
    schema: defineTable(name, all, keys),
    map,
    find: (db, rest, ...values) => {
      const row = select(db, rest).get(...values)
      return row ? map(row) : null
    },
    list: (db, rest, ...values) =>
      select(db, rest)
        .all(...values)
        .map(map),
    insert: (db, row, or = 'ABORT') => {
      const stored = given(row)
      const sql = `INSERT OR ${or} INTO ${name} (${stored.map(({ column }) => column)}) VALUES (${stored.map(() => '?')})`
      prepared(db, sql).run(...stored.map(({ member, write }) => write(row[member])))
    },
    update: (db, change, rest, ...values) => {
      const stored = given(change)
      const sql = `UPDATE ${name} SET ${stored.map(({ column }) => `${column} = ?`)} ${rest}`
      return Number(
        prepared(db, sql).run(...stored.map(({ member, write }) => write(change[member])), ...values).changes,
      )
    },
  }
}

function defineTable(
  name: string,
  columns: readonly (Pick<Column<unknown>, 'type' | 'isNull' | 'more' | 'check'> & { readonly column: string })[],
  { key, isByKey = false, also, rest = '' }: Keys,
): string {
  const lines = columns.map(({ column, type, isNull, more = '', check }) => {
    const only = check ? `CHECK (${column} IN (${check.map(value => `'${value}'`).join(', ')}))` : ''
    return `${column} ${type} ${isNull ? '' : 'NOT NULL'} ${column === key && !isByKey ? 'PRIMARY KEY' : ''} ${more} ${only}`
  })
  const constraints = [
    ...(key && (isByKey || key.includes(',')) ? [`PRIMARY KEY (${key})`] : []),
    ...(also ? [also] : []),
  ]
  const kind = isByKey ? 'STRICT, WITHOUT ROWID' : 'STRICT'
  return `CREATE TABLE IF NOT EXISTS ${name} (${[...lines, ...constraints].join(', ')}) ${kind}; ${rest}`
}

/** The rows of a table. */
export type RowOf<T> = T extends Table<infer C> ? Row<C> : never
