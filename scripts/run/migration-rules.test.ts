import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findUnsafe, isHeld, readReleases, readStatements } from './migration-rules.ts'

const releases = [{ version: '0.1.0', day: '2027-01-15' }]
const whys = (sql: string, earlier: readonly string[] = []) => findUnsafe(sql, releases, earlier).map(({ why }) => why)

test('every migration since the first release is safe beside the release before it', () => {
  const dir = 'prisma/migrations'
  const names = readdirSync(dir, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
  const read = (name: string) => readFileSync(`${dir}/${name}/migration.sql`, 'utf8')
  const made = readReleases(readFileSync('CHANGELOG.md', 'utf8'))
  const found = names.sort().flatMap((name, at) => {
    const earlier = names.slice(0, at).map(read)
    return isHeld(name, made) ? findUnsafe(read(name), made, earlier).map(finding => ({ name, ...finding })) : []
  })
  expect(found).toEqual([])
})

test('the migrations of the first release, which nobody ran before, are held to nothing', () => {
  expect(isHeld('20261123083000_names', [])).toBe(false)
  const made = readReleases('# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.1 (2027-02-01)\n\n## 0.1.0 (2027-01-15)\n')
  expect(made.map(({ version }) => version)).toEqual(['0.1.1', '0.1.0'])
  expect(isHeld('20261123083000_names', made)).toBe(false)
  expect(isHeld('20270115235959_names', made)).toBe(false)
  expect(isHeld('20270116000000_names', made)).toBe(true)
  expect(isHeld('20270202000000_names', made)).toBe(true)
})

describe('refused', () => {
  test.each([
    ['ALTER TABLE "User" DROP COLUMN "name"', 'may still read'],
    ['-- unused since 0.2.0, which is not out\nALTER TABLE "User" DROP COLUMN "name"', 'may still read'],
    ['DROP TABLE "Budget"', 'may still read'],
    ['DROP TYPE "Mode"', 'may still read'],
    ['ALTER TABLE "User" ALTER COLUMN "role" DROP DEFAULT', 'may still read'],
    ['ALTER TABLE "PaymentInstruction" RENAME COLUMN "place" TO "position"', 'old name'],
    ['ALTER TABLE "Budget" RENAME TO "Limit"', 'old name'],
    ["ALTER TYPE \"Mode\" RENAME VALUE 'test' TO 'trial'", 'old name'],
    ['ALTER TABLE "Bank" ALTER COLUMN "name" TYPE VARCHAR(40)', 'rewrite'],
    ['ALTER TABLE "Bank" ALTER COLUMN "name" SET DATA TYPE BIGINT USING "name"::bigint', 'rewrite'],
    ['ALTER TABLE "Bank" ALTER COLUMN "name" SET NOT NULL', 'whole table while nobody can use'],
    ['ALTER TABLE "User" ADD COLUMN "city" TEXT NOT NULL', 'fails on a table with rows'],
    ['ALTER TABLE "User" ADD COLUMN "a" TEXT,\nADD COLUMN "b" TEXT NOT NULL', 'fails on a table with rows'],
    ['ALTER TABLE "User" ADD COLUMN "key" UUID NOT NULL DEFAULT gen_random_uuid()', 'computed for each row'],
    ['ALTER TABLE "User" ADD COLUMN "number" BIGSERIAL', 'computed for each row'],
    ['ALTER TABLE "User" ADD COLUMN "x" INT GENERATED ALWAYS AS (1 + 1) STORED', 'computed for each row'],
    ['ALTER TABLE "User" ADD COLUMN "code" TEXT UNIQUE', 'constraint of the new column'],
    ['ALTER TABLE "User" ADD COLUMN "bank" TEXT REFERENCES "Bank"("code")', 'constraint of the new column'],
    ['ALTER TABLE "User" ADD CONSTRAINT "c" CHECK ("name" <> \'\')', 'whole table while nobody can write'],
    ['ALTER TABLE "Mail" ADD CONSTRAINT "f" FOREIGN KEY ("userId") REFERENCES "User"("id")', 'while nobody can write'],
    ['CREATE INDEX "i" ON "Transaction"("userId")', 'until the index is built'],
    ['CREATE UNIQUE INDEX "i" ON "Transaction" ("userId")', 'until the index is built'],
    ['-- small table: yes\nCREATE INDEX "i" ON "Bank"("group")', 'until the index is built'],
    [
      'CREATE INDEX CONCURRENTLY "i" ON "Mail"("key"); COMMENT ON TABLE "Mail" IS \'x\'',
      'CONCURRENTLY in a transaction',
    ],
    ['DROP INDEX "Mail_key_idx"', 'blocks, everybody'],
    ['UPDATE "Transaction" SET "category" = NULL', 'stay locked'],
    ['DELETE FROM "Transaction" WHERE "category" IS NULL', 'stay locked'],
    ['CREATE TABLE "Copy" AS SELECT "id" FROM "User"', 'copying rows'],
    ['BEGIN', 'would undo it'],
    ['SET lock_timeout = 0', 'would undo it'],
    ['TRUNCATE "Mail"', 'don’t know what it locks'],
    ['LOCK TABLE "Mail"', 'don’t know what it locks'],
    ['CLUSTER "Mail"', 'don’t know what it locks'],
    ['ALTER TABLE "Mail" SET UNLOGGED', 'don’t know what it locks'],
    ["DO $$ BEGIN EXECUTE 'DROP TABLE x'; END $$", 'don’t know what it locks'],
    ['alter table "User" drop column "name"', 'may still read'],
  ])('%s', (sql, why) => {
    const found = findUnsafe(`${sql};`, releases)
    expect(found.map(finding => finding.why)).toEqual([expect.stringContaining(why)])
    expect(found[0]?.remedy.length).toBeGreaterThan(10)
  })

  test('a new word of an enum that the same migration uses, also in a function', () => {
    const add = `ALTER TYPE "Mode" ADD VALUE 'trial';`
    const why = expect.stringContaining("can't use 'trial'")
    expect(whys(`${add} ALTER TABLE "ApiKey" ALTER COLUMN "mode" SET DEFAULT 'trial';`)).toEqual([why])
    expect(whys(`${add} CREATE FUNCTION f() RETURNS "Mode" LANGUAGE sql AS $$ SELECT 'trial'::"Mode" $$;`)).toEqual([
      why,
    ])
    expect(whys(`${add} ALTER TABLE "ApiKey" ALTER COLUMN "mode" SET DEFAULT 'live';`)).toEqual([])
  })

  test('a constraint that is validated where it is added', () => {
    const add = 'ALTER TABLE "User" ADD CONSTRAINT "c" CHECK ("a" IS NOT NULL) NOT VALID;'
    expect(whys(`${add} ALTER TABLE "User" VALIDATE CONSTRAINT "c";`)).toEqual([expect.stringContaining('still held')])
  })

  test('names the statement on one line', () => {
    const [finding] = findUnsafe('-- AlterTable\nALTER TABLE "User"\n  DROP COLUMN "name";', releases)
    expect(finding?.statement).toBe('ALTER TABLE "User" DROP COLUMN "name"')
  })
})

describe('allowed', () => {
  test.each([
    'CREATE TYPE "Mood" AS ENUM (\'good\')',
    'CREATE TABLE "Pot" ("id" UUID NOT NULL, CONSTRAINT "Pot_pkey" PRIMARY KEY ("id")); CREATE INDEX "i" ON "Pot"("id"); ALTER TABLE "Pot" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "User"("id"); UPDATE "Pot" SET "id" = NULL; ALTER TABLE "Pot" DROP COLUMN "id"',
    'ALTER TABLE "User" ADD COLUMN     "a" TEXT, ADD COLUMN "b" DECIMAL(10,2)',
    'ALTER TABLE "User" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'DROP TABLE; gen()\'',
    'ALTER TABLE "User" ADD COLUMN "a" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP',
    'ALTER TABLE "User" ADD COLUMN "a" TIMESTAMPTZ(3) DEFAULT now() NOT NULL',
    'ALTER TABLE "User" ALTER COLUMN "a" SET DEFAULT gen_random_uuid()',
    'ALTER TABLE "User" ALTER COLUMN "a" DROP NOT NULL',
    'ALTER TABLE "User" ADD CONSTRAINT "c" CHECK ("a" IS NOT NULL) NOT VALID',
    'ALTER TABLE "User" VALIDATE CONSTRAINT "c"',
    'ALTER TABLE "User" ADD CONSTRAINT "u" UNIQUE USING INDEX "i"',
    'ALTER TABLE "User" DROP CONSTRAINT "c"',
    'CREATE UNIQUE INDEX CONCURRENTLY "i" ON "Transaction"("userId")',
    'DROP INDEX CONCURRENTLY "i"',
    'ALTER INDEX "a" RENAME TO "b"',
    '-- small table: a row per bank, at most a few hundred\nCREATE INDEX "i" ON "Bank"("group")',
    '-- unused since 0.1.0: its last reader went\nALTER TABLE "User" DROP COLUMN "name"',
    'ALTER TYPE "Mode" ADD VALUE \'trial\'',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN DELETE FROM x; RETURN NULL; END $body$; CREATE TRIGGER t BEFORE UPDATE ON "Mail" FOR EACH ROW EXECUTE FUNCTION f()',
    `/* DROP TABLE "User"; */ COMMENT ON TABLE "User" IS 'it''s; ours'`,
  ])('%s', sql => {
    expect(findUnsafe(`${sql};`, releases)).toEqual([])
  })

  test('NOT NULL on a column that earlier migrations checked, and on no other', () => {
    const set = 'ALTER TABLE "User" ALTER COLUMN "a" SET NOT NULL;'
    const check = 'ALTER TABLE "User" ADD CONSTRAINT "c" CHECK ("a" IS NOT NULL) NOT VALID;'
    const validate = 'ALTER TABLE "User" VALIDATE CONSTRAINT "c";'
    expect(whys(set, [check, validate])).toEqual([])
    expect(whys(set, [check])).toHaveLength(1)
    expect(whys(set.replace('"a"', '"b"'), [check, validate])).toHaveLength(1)
    expect(whys(set.replace('"User"', '"Mail"'), [check, validate])).toHaveLength(1)
  })
})

test('a script is cut at the semicolons that end statements, and at no other', () => {
  const sql = `-- first; note\nSELECT 'a;''b', "c;d", E'\\';', $x$ ; $$ ; $x$; /* ; */ SELECT 2`
  expect(readStatements(sql)).toEqual([
    {
      text: `SELECT 'a;''b', "c;d", E'\\';', $x$ ; $$ ; $x$`,
      bare: `SELECT '', "c;d", '', $$`,
      strings: ["a;''b", "\\';"],
      notes: ['first; note'],
    },
    { text: 'SELECT 2', bare: 'SELECT 2', strings: [], notes: [';'] },
  ])
})
