/**
 * What a migration may do while the last release still runs on the database (docs/operations/upgrade.md). Everything that is not known to be
 * safe is refused. A migration runs as one transaction (`migrate.ts`), so each of its locks is held to its end.
 */

export type Finding = { readonly statement: string; readonly why: string; readonly remedy: string }

/** A statement: `text` without comments; `bare` also without what strings and functions' bodies say; `notes` are the comments before it. */
export type Statement = {
  readonly text: string
  readonly bare: string
  readonly strings: readonly string[]
  readonly notes: readonly string[]
}

/** A release and the day it was made; unreleased ones are left out. */
export type Release = { readonly version: string; readonly day: string }

type Context = {
  readonly notes: readonly string[]
  /** The table was created by this migration: nobody waits for it, and it is empty. */
  readonly isNew: (table: string) => boolean
  readonly isReleased: (version: string) => boolean
  /** The column is known to hold no NULL: an earlier migration validated a check of it. */
  readonly isFilled: (table: string, column: string) => boolean
}
type Fault = Omit<Finding, 'statement'>

/** The releases of a changelog, newest first. */
export function readReleases(changelog: string): readonly Release[] {
  return Array.from(
    changelog.matchAll(/^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/gm),
    ([, version = '', day = '']) => ({
      version,
      day,
    }),
  )
}

/** Whether a migration came after the first release. No database of a release is older than the others, so they may do anything. */
export function isHeld(migration: string, releases: readonly Release[]): boolean {
  const first = releases.at(-1)
  return first !== undefined && migration.slice(0, 8) > first.day.replaceAll('-', '')
}

/** The pieces of SQL that mustn't be cut: comments, strings, quoted names, bodies of functions; then the end of a statement. */
const pieces =
  /(?<note>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>E'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*')|(?<body>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<name>"(?:[^"]|"")*")|(?<end>;)|(?<space>\s+)|[^\s;]/gi

/** The statements of a script. */
export function readStatements(sql: string): readonly Statement[] {
  const statements: Statement[] = []
  let [text, bare, strings, notes]: [string, string, string[], string[]] = ['', '', [], []]
  const close = () => {
    if (text.trim() !== '') statements.push({ text: text.trim(), bare: bare.trim(), strings, notes })
    ;[text, bare, strings, notes] = ['', '', [], []]
  }
  for (const { 0: piece, groups = {} } of sql.matchAll(pieces)) {
    if (groups.end) close()
    else if (groups.note) notes.push(piece.replace(/^--\s*|^\/\*\s*|\s*\*\/$/g, ''))
    else if (groups.space) [text, bare] = [`${text} `, `${bare} `]
    else {
      text += piece
      bare += groups.string ? "''" : groups.body ? '$$' : piece
      if (groups.string) strings.push(piece.slice(piece.indexOf("'") + 1, -1))
    }
  }
  close()
  return statements.map(one => ({ ...one, text: one.text.replace(/ +/g, ' '), bare: one.bare.replace(/ +/g, ' ') }))
}

/** What a migration would break or block. `earlier`: the scripts of all migrations before it. */
export function findUnsafe(
  sql: string,
  releases: readonly Release[],
  earlier: readonly string[] = [],
): readonly Finding[] {
  const statements = readStatements(sql)
  const made = new Set(statements.flatMap(({ bare }) => nameAfter(bare, /^CREATE TABLE (?:IF NOT EXISTS )?/i) ?? []))
  const filled = findFilled(earlier)
  const found = statements.flatMap(({ text, bare, notes }) => {
    const context: Context = {
      notes,
      isNew: table => made.has(table),
      isReleased: version => releases.some(release => release.version === version),
      isFilled: (table, column) => filled.has(`${table}.${column}`),
    }
    return checkStatement(bare, context).map(fault => ({ statement: text, ...fault }))
  })
  return [...found, ...findTogether(statements)]
}

/** What is wrong with statements that are fine one by one. */
function findTogether(statements: readonly Statement[]): readonly Finding[] {
  const found: Finding[] = []
  const concurrent = statements.find(({ bare }) => /\bCONCURRENTLY\b/i.test(bare))
  if (concurrent && statements.length > 1) {
    const why = 'PostgreSQL refuses CONCURRENTLY in a transaction, and a migration of several statements is one'
    found.push({ statement: concurrent.text, why, remedy: 'give it a migration of its own' })
  }
  const unchecked = statements.find(({ bare }) => /\bNOT VALID$/i.test(bare))
  const validation = statements.find(({ bare }) => /\bVALIDATE CONSTRAINT /i.test(bare))
  if (unchecked && validation) {
    const why = 'the rows are read while the lock of ADD CONSTRAINT is still held'
    found.push({ statement: validation.text, why, remedy: 'validate it in a later migration' })
  }
  for (const added of statements.filter(({ bare }) => /^ALTER TYPE .+ ADD VALUE /i.test(bare))) {
    const [value = ''] = added.strings
    if (
      !statements.some(other => other !== added && (other.strings.includes(value) || other.text.includes(`'${value}'`)))
    )
      continue
    const why = `PostgreSQL can't use '${value}' before the transaction that adds it has ended`
    found.push({ statement: added.text, why, remedy: 'use the value in a later migration' })
  }
  return found
}

/** `table.column` for each column whose `CHECK (… IS NOT NULL)` was added NOT VALID and validated by earlier migrations. */
function findFilled(earlier: readonly string[]): ReadonlySet<string> {
  const statements = earlier.flatMap(sql => readStatements(sql))
  const validated = new Set(
    statements.flatMap(({ bare }) => {
      const [, table, name] =
        /^ALTER TABLE (?:ONLY )?("[^"]+"|\S+) VALIDATE CONSTRAINT ("[^"]+"|\S+)$/i.exec(bare) ?? []
      return table && name ? [`${unquote(table)}.${unquote(name)}`] : []
    }),
  )
  const check =
    /^ALTER TABLE (?:ONLY )?("[^"]+"|\S+) ADD CONSTRAINT ("[^"]+"|\S+) CHECK \( ?("[^"]+"|\w+) IS NOT NULL ?\) NOT VALID$/i
  return new Set(
    statements.flatMap(({ bare }) => {
      const [, table = '', name = '', column = ''] = check.exec(bare) ?? []
      return validated.has(`${unquote(table)}.${unquote(name)}`) ? [`${unquote(table)}.${unquote(column)}`] : []
    }),
  )
}

/** Harmless at any time: they make something new, or change no table that is in use. */
const harmless =
  /^(CREATE (TYPE|SEQUENCE|SCHEMA|(OR REPLACE )?(FUNCTION|VIEW)|(OR REPLACE )?(CONSTRAINT )?TRIGGER)|COMMENT ON|INSERT INTO|ALTER TYPE .+ ADD VALUE|GRANT) ?/i

function checkStatement(bare: string, context: Context): readonly Fault[] {
  if (harmless.test(bare)) return []
  if (/^CREATE TABLE .+ AS /i.test(bare)) return [copied]
  if (/^CREATE TABLE /i.test(bare)) return []
  if (/^ALTER TABLE /i.test(bare)) return checkAlterTable(bare, context)
  if (/^CREATE (UNIQUE )?INDEX /i.test(bare)) return checkIndex(bare, context)
  if (/^DROP INDEX CONCURRENTLY /i.test(bare)) return []
  if (/^DROP INDEX /i.test(bare)) return [dropIndex]
  if (/^DROP (TABLE|TYPE|VIEW|FUNCTION|SEQUENCE|TRIGGER) /i.test(bare)) return checkDrop(context)
  if (/^ALTER (TYPE|INDEX|SEQUENCE|VIEW|FUNCTION) .+ RENAME /i.test(bare))
    return /^ALTER INDEX /i.test(bare) ? [] : [renamed]
  if (/^(UPDATE|DELETE FROM) /i.test(bare)) {
    const table = nameAfter(bare, /^(UPDATE|DELETE FROM) (ONLY )?/i)
    return isSmall(context) || (table !== null && context.isNew(table)) ? [] : [rowsChanged]
  }
  if (/^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SET|RESET)\b/i.test(bare)) return [session]
  return [unknown]
}

function checkAlterTable(bare: string, context: Context): readonly Fault[] {
  const [, name = '', actions = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?("[^"]+"|\S+) (.*)$/i.exec(bare) ?? []
  const table = unquote(name)
  if (context.isNew(table)) return []
  return splitActions(actions).flatMap(action => checkAction(action, table, context))
}

function checkAction(action: string, table: string, context: Context): readonly Fault[] {
  if (/^ADD CONSTRAINT /i.test(action) || /^ADD (CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i.test(action))
    return /\bNOT VALID$|\bUSING INDEX\b/i.test(action) || isSmall(context) ? [] : [constraintAdded]
  if (/^ADD /i.test(action)) return checkAddColumn(action)
  if (/^VALIDATE CONSTRAINT /i.test(action)) return []
  if (/^DROP CONSTRAINT /i.test(action)) return []
  if (/^DROP /i.test(action)) return checkDrop(context)
  if (/^RENAME /i.test(action)) return [renamed]
  if (/^ALTER (COLUMN )?("[^"]+"|\S+) (SET DATA )?TYPE /i.test(action)) return [typeChanged]
  const [, filled] = /^ALTER (?:COLUMN )?("[^"]+"|\S+) SET NOT NULL$/i.exec(action) ?? []
  if (filled) return context.isFilled(table, unquote(filled)) || isSmall(context) ? [] : [notNullSet]
  if (/^ALTER (COLUMN )?("[^"]+"|\S+) DROP DEFAULT$/i.test(action)) return checkDrop(context)
  if (/^ALTER (COLUMN )?("[^"]+"|\S+) (SET DEFAULT |DROP NOT NULL$|SET STATISTICS )/i.test(action)) return []
  if (/^(ENABLE|DISABLE) TRIGGER |^SET \(|^RESET \(/i.test(action)) return []
  return [unknown]
}

function checkAddColumn(action: string): readonly Fault[] {
  const faults: Fault[] = []
  const [, value] = /\bDEFAULT (.+?)(?: NOT NULL| NULL| CONSTRAINT | CHECK | REFERENCES | UNIQUE|$)/i.exec(action) ?? []
  const isConstant =
    value !== undefined &&
    !/\(/.test(value.replace(/\bnow\(\)/i, '').replace(/\b(varchar|decimal|numeric|timestamptz?)\([\d, ]+\)/gi, ''))
  if (/\bNOT NULL\b/i.test(action) && value === undefined) faults.push(addedNotNull)
  if ((value !== undefined && !isConstant) || /\b((SMALL|BIG)?SERIAL|GENERATED)\b/i.test(action))
    faults.push(addedComputed)
  if (/\b(UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b/i.test(action)) faults.push(addedWithConstraint)
  return faults
}

function checkIndex(bare: string, context: Context): readonly Fault[] {
  const [, name = ''] = /\bON (?:ONLY )?("[^"]+"|[^\s(]+)/i.exec(bare) ?? []
  return /\bCONCURRENTLY\b/i.test(bare) || context.isNew(unquote(name)) || isSmall(context) ? [] : [indexBuilt]
}

/** `-- unused since 0.3.0`: that release, which is out, neither reads nor writes what is dropped. */
function checkDrop({ notes, isReleased }: Context): readonly Fault[] {
  const versions = notes.flatMap(note => /^unused since (\d+\.\d+\.\d+)\b/.exec(note)?.[1] ?? [])
  return versions.some(isReleased) ? [] : [dropped]
}

/** `-- small table: <reason>`: so few rows in every installation that reading them all takes milliseconds. */
function isSmall({ notes }: Context): boolean {
  return notes.some(note => /^small table: \S.{9,}/.test(note))
}

/** The parts of an ALTER TABLE: commas within parentheses or quotes don't separate. */
function splitActions(actions: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const [piece] of actions.matchAll(/"(?:[^"]|"")*"|[\s\S]/g)) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (piece === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + piece)
  }
  return parts.map(part => part.trim())
}

function nameAfter(bare: string, start: RegExp): string | null {
  const before = start.exec(bare)?.[0]
  const name = before === undefined ? undefined : /^("[^"]+"|[^\s(]+)/.exec(bare.slice(before.length))?.[0]
  return name === undefined ? null : unquote(name)
}

function unquote(name: string): string {
  return name.replace(/^"|"$/g, '')
}

const small = 'or say above it, if it is one: -- small table: <why it stays small>'
const dropped: Fault = {
  why: 'the last release may still read or write it',
  remedy:
    'stop using it in one release, drop it in a later one, and say so above: -- unused since <that release’s version>',
}
const renamed: Fault = {
  why: 'the last release uses the old name',
  remedy:
    'keep the name and map it in the schema (@map), or add a new column, write both, and drop the old one a release later',
}
const typeChanged: Fault = {
  why: 'it may rewrite the table while nobody can read it, and the last release expects the old type',
  remedy: 'add a column of the new type, write both, fill it in the background, and drop the old one a release later',
}
const notNullSet: Fault = {
  why: 'it reads the whole table while nobody can use it',
  remedy: `add CHECK (… IS NOT NULL) NOT VALID, validate it in a second migration, set NOT NULL in a third, ${small}`,
}
const addedNotNull: Fault = {
  why: 'it fails on a table with rows, and the last release inserts rows without it',
  remedy: 'give it a constant DEFAULT, or let it be NULL',
}
const addedComputed: Fault = {
  why: 'a value that is computed for each row rewrites the table while nobody can read it',
  remedy: 'add the column without it, set the default in a second statement, and fill old rows in the background',
}
const addedWithConstraint: Fault = {
  why: 'the constraint of the new column is built or checked while nobody can write',
  remedy: 'add the plain column first, then the constraint NOT VALID, or a unique index CONCURRENTLY',
}
const constraintAdded: Fault = {
  why: 'it reads the whole table while nobody can write',
  remedy: `add it NOT VALID and validate it in a later migration (unique: CREATE UNIQUE INDEX CONCURRENTLY, then USING INDEX), ${small}`,
}
const indexBuilt: Fault = {
  why: 'nobody can write to the table until the index is built',
  remedy: `CREATE INDEX CONCURRENTLY, alone in a migration, ${small}`,
}
const dropIndex: Fault = {
  why: 'it waits for, and then blocks, everybody who uses the table',
  remedy: 'DROP INDEX CONCURRENTLY, alone in a migration',
}
const rowsChanged: Fault = {
  why: 'its rows stay locked until the migration ends, and the last release may write the old values again',
  remedy: `change them in the background, in batches, from a task of lib/jobs, ${small}`,
}
const copied: Fault = {
  why: 'copying rows takes as long as there are rows, and what is written meanwhile is missing',
  remedy: 'create the table empty and fill it in the background',
}
const session: Fault = {
  why: 'the command that applies migrations opens the transaction and sets lock_timeout; this would undo it',
  remedy: 'leave it out',
}
const unknown: Fault = {
  why: 'the rules don’t know what it locks',
  remedy: 'write it as statements they know, or add it to scripts/run/migration-rules.ts with what it locks',
}
