import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  findCircles,
  findViolations,
  folderIn,
  importsOf,
  layerOf,
  readSources,
  repeatsFolder,
  rooms,
} from './architecture.ts'

describe('who may import whom', () => {
  const sources = readSources()

  test('the project has sources in every layer', () => {
    const seen = new Set(sources.map(({ file }) => layerOf(file)))
    for (const layer of [
      'app',
      'components',
      'lib/domain',
      'packages/stet',
      'lib/services',
      'packages/sandbox',
      'server',
      'scripts/run',
    ])
      expect(seen).toContain(layer)
  })

  test('no import breaks the table', () => {
    expect(findViolations(sources)).toEqual([])
  })
})

describe.each(rooms)('folders of %s', room => {
  test('do not import each other in a circle', () => {
    expect(findCircles(readSources(), folderIn(room))).toEqual([])
  })
})

test('no files import each other in a circle, types included, in the tests’ helpers either', () => {
  const helpers = globSync('{e2e,testing}/**/*.{ts,tsx}').filter(file => !/\.(test|spec)\.tsx?$/.test(file))
  const files = [...readSources(), ...helpers.map(file => ({ file, text: readFileSync(file, 'utf8') }))]
  expect(files.length).toBeGreaterThan(1_500)
  expect(findCircles(files)).toEqual([])
})

test('no file repeats its folder’s name', () => {
  const files = globSync('{components,lib,packages,bench,e2e,testing}/*/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter(repeatsFolder)).toEqual([])
})

describe('the checks themselves', () => {
  test('a circle is found, also through a third folder and by types alone', () => {
    const files = [
      { file: 'lib/services/mail/queue.ts', text: "import type { Person } from '#lib/services/people/users.ts'" },
      { file: 'lib/services/people/users.ts', text: "import { count } from '#lib/services/operator/metrics.ts'" },
      { file: 'lib/services/operator/metrics.ts', text: "import { queueMail } from '#lib/services/mail/queue.ts'" },
      { file: 'lib/services/home/read.ts', text: "import { users } from '#lib/services/people/users.ts'" },
    ]
    expect(findCircles(files, folderIn('lib/services'))).toEqual([['mail', 'operator', 'people']])
    expect(findCircles(files.slice(1), folderIn('lib/services'))).toEqual([])
    expect(findCircles(files)).toEqual([
      ['lib/services/mail/queue.ts', 'lib/services/operator/metrics.ts', 'lib/services/people/users.ts'],
    ])
  })

  test.each([
    ['lib/services/payments/payment-read.ts', true],
    ['lib/services/payments/payments.test.ts', true],
    ['lib/services/payments/read.ts', false],
    ['lib/services/payments/public-order.ts', false],
    ['components/consent/use-send-consent.ts', false],
  ])('%s repeats its folder: %s', (file, repeats) => {
    expect(repeatsFolder(file)).toBe(repeats)
  })

  const forbidden: [string, string][] = [
    ['app/page.tsx', "import { db } from '#lib/db.ts'"],
    ['app/page.tsx', "import { createBank } from '@guichet/stet/bank.ts'"],
    ['components/home/home.tsx', "import { readHome } from '#lib/services/home/read.ts'"],
    ['components/home/home.tsx', "import type { Db } from '#lib/db.ts'"],
    ['packages/values/money/minor.ts', "import { now } from '#lib/clock.ts'"],
    ['packages/stet/send.ts', "import { readEnv } from '#lib/env.ts'"],
    ['packages/stet/send.ts', "import { headers } from 'next/headers'"],
    ['packages/stet/errors.ts', "import { policyFor } from '#lib/domain/bank/answer.ts'"],
    ['packages/stet/accounts.ts', "import type { Connection } from '#lib/domain/consent/connection.ts'"],
    ['lib/services/connections/link.ts', "import { cookies } from 'next/headers'"],
    ['lib/services/connections/link.ts', "import { PrismaClient } from '@prisma/client'"],
    ['lib/services/connections/link.ts', "import { request } from 'undici'"],
    ['lib/services/connections/link.ts', "const { x } = await import('@guichet/sandbox/clock.ts')"],
    ['lib/env.ts', "import { db } from './db.ts'"],
    ['packages/sandbox/interface/server.ts', "import { sign } from '@guichet/stet/sign.ts'"],
    ['packages/sandbox/interface/server.ts', "export * from '@guichet/values/money/minor.ts'"],
    ['lib/jobs/tasks.ts', "import { createBank } from '@guichet/stet/bank.ts'"],
    ['components/ui/button.tsx', "import x from '#root/home/home.tsx'"],
    ['lib/services/home/read.ts', "import { db } from '#testing/people/activate.ts'"],
    ['packages/sandbox/clock.ts', "import { db } from '#testing/bank/desk.ts'"],
    ['scripts/run/seed.ts', "import { startStack } from '#testing/stack/start.ts'"],
    ['app/page.tsx', "import { runHostile } from '#e2e/hostile/run.ts'"],
  ]
  test.each(forbidden)('%s: %s', (file, text) => {
    expect(findViolations([{ file, text }])).not.toEqual([])
  })

  const allowed: [string, string][] = [
    ['app/page.tsx', "import { readHome } from '#lib/services/home/read.ts'"],
    ['app/page.tsx', "import { Home } from '#components/home/home.tsx'"],
    ['lib/services/connections/link.ts', "import { authorizeUrl } from '@guichet/stet/oauth.ts'"],
    ['packages/stet/send.ts', "import { Pool } from 'undici'"],
    ['packages/sandbox/interface/server.ts', "import { refuse } from './refuse.ts'"],
    ['packages/values/money/minor.ts', "// import { db } from '#lib/db.ts'"],
    ['scripts/checks/soak.ts', "import { runHostile } from '#e2e/hostile/run.ts'"],
  ]
  test.each(allowed)('but allows %s: %s', (file, text) => {
    expect(findViolations([{ file, text }])).toEqual([])
  })

  test('all forms of imports are found', () => {
    const text =
      "import a from './a.ts'\nimport './b.css'\nexport { c } from '#lib/c.ts'\nconst d = await import('#lib/d.ts')"
    expect(importsOf('app/x.ts', text)).toEqual(['app/a.ts', 'app/b.css', 'lib/c.ts', 'lib/d.ts'])
  })
})

describe('ARCHITECTURE.md', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  test('lists every folder of lib, lib/domain, packages and packages/sandbox', () => {
    const folders = globSync('{lib,lib/domain,packages,packages/sandbox}/*/')
      .map(folder => folder.split('/').at(-1) ?? '')
      .filter(folder => folder !== 'fixtures')
    expect(folders.length).toBeGreaterThan(25)
    expect(folders.filter(folder => !page.includes(` ${folder}/`))).toEqual([])
  })
})
