import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishStatic } from './publish-static.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 26)
let folder = ''
let to = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-publish-'))
  to = join(folder, 'served')
})
afterEach(() => rmSync(folder, { recursive: true }))

function makeBuild(name: string, files: Readonly<Record<string, string>>): string {
  const build = join(folder, name)
  for (const [path, text] of Object.entries({ 'guichet-build': name, ...files })) {
    mkdirSync(dirname(join(build, path)), { recursive: true })
    writeFileSync(join(build, path), text)
  }
  return build
}

const read = (path: string) => readFileSync(join(to, '_next/static', path), 'utf8')
const list = () => readdirSync(join(to, '_next/static/chunks')).sort()

test('the files of two builds stand side by side, where a page asks for them', () => {
  const one = makeBuild('one', {
    'static/chunks/a.js': 'a',
    'static/chunks/a.js.br': 'short',
    'static/media/f.woff2': 'f',
  })
  const two = makeBuild('two', { 'static/chunks/b.js': 'b', 'static/media/f.woff2': 'f' })
  expect(publishStatic(to, { build: one, now: start })).toEqual({ published: 3, deleted: 0 })
  expect(publishStatic(to, { build: two, now: start + day })).toEqual({ published: 2, deleted: 0 })
  expect([read('chunks/a.js'), read('chunks/a.js.br'), read('chunks/b.js'), read('media/f.woff2')]).toEqual([
    'a',
    'short',
    'b',
    'f',
  ])
  expect(list()).toEqual(['a.js', 'a.js.br', 'b.js'])
})

test('a file stays for thirty days after the last build that had it was published', () => {
  const one = makeBuild('one', { 'static/chunks/a.js': 'a', 'static/chunks/shared.js': 's' })
  const two = makeBuild('two', { 'static/chunks/b.js': 'b', 'static/chunks/shared.js': 's' })
  publishStatic(to, { build: one, now: start })
  publishStatic(to, { build: two, now: start + 30 * day })
  expect(list()).toEqual(['a.js', 'b.js', 'shared.js'])
  expect(publishStatic(to, { build: two, now: start + 31 * day })).toEqual({ published: 2, deleted: 1 })
  expect(list()).toEqual(['b.js', 'shared.js'])
})

test('without a build nothing is deleted', () => {
  publishStatic(to, { build: makeBuild('one', { 'static/chunks/a.js': 'a' }), now: start })
  expect(() => publishStatic(to, { build: join(folder, 'none'), now: start + 99 * day })).toThrow('npm run build')
  expect(list()).toEqual(['a.js'])
})
