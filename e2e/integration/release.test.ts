import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** What `npm run release` refuses, in a repository with two dependencies and with an npm that answers as a registry makes it. */

const script = resolve('scripts/release/release.ts')
const longAgo = '2020-01-01T00:00:00.000Z'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-release-'))
  const file = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  file('package.json', {
    name: 'guichet',
    version: '0.2.0',
    dependencies: { a: '1.0.0' },
    devDependencies: { b: '2.0.0' },
  })
  file('package-lock.json', {
    name: 'guichet',
    version: '0.2.0',
    packages: {
      '': { name: 'guichet', version: '0.2.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
    },
  })
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 0.2.0 (unreleased)\n\n- **Refunds.** In parts.\n')
  writeFileSync(join(folder, '.gitignore'), 'bin\n.data\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@guichet.example')
  commit()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'x')
}

type Registry = { readonly signatures: string; readonly times: Readonly<Record<string, string>> }
const good: Registry = {
  signatures: 'echo "2 packages have verified registry signatures"',
  times: { a: JSON.stringify({ '1.0.0': longAgo }), b: JSON.stringify({ '2.0.0': longAgo }) },
}

function release(registry: Registry, ...args: readonly string[]) {
  const answers = Object.entries(registry.times).map(([name, answer]) => `  "view ${name}") echo '${answer}';;`)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const silent = 'echo "npm error network request failed, reason: ENOTFOUND" >&2; exit 1'
  const cases = [`  "audit signatures") ${registry.signatures};;`, ...answers, `  *) ${silent};;`]
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ncase "$1 $2" in\n${cases.join('\n')}\nesac\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  return { status, said: stdout + stderr }
}

function expectNothingReleased(): void {
  expect(git('tag')).toBe('')
  expect(git('status', '--porcelain')).toBe('')
  expect(existsSync(join(folder, '.data/release/SHA256SUMS'))).toBe(false)
}

test('changes that are not committed', () => {
  writeFileSync(join(folder, 'new.ts'), '')
  const { status, said } = release(good)
  expect(status).toBe(1)
  expect(said).toBe('✖ There are changes that are not committed. A release is made of what is: commit or stash them.\n')
})

test('a dependency that has not been out for a week', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const times = { ...good.times, b: JSON.stringify({ '1.9.0': longAgo, '2.0.0': yesterday }) }
  const { status, said } = release({ ...good, times }, '--write')
  expect(said).toContain('✔ Signatures: 2 packages have verified registry signatures')
  expect(said).toContain(`✖ 2 new dependencies, out for 7 days: b 2.0.0 was published on ${yesterday.slice(0, 10)}`)
  expect(status).toBe(1)
  expectNothingReleased()
})

test('a package that its publisher did not sign', () => {
  const signatures = 'echo "1 package has an invalid registry signature: a@1.0.0"; exit 1'
  const { status, said } = release({ ...good, signatures }, '--write')
  expect(said).toContain('✖ Signatures: 1 package has an invalid registry signature: a@1.0.0')
  expect(status).toBe(1)
  expectNothingReleased()
})

test('a version that is out, or that the changelog does not begin with', () => {
  git('tag', 'v0.2.0')
  const { status, said } = release(good, '0.1.9', '--offline')
  expect(said).toContain('✖ Version 0.1.9, after v0.2.0: give a larger one')
  expect(said).toContain('✖ Changelog: CHANGELOG.md begins with "0.2.0 (unreleased)"')
  expect(status).toBe(1)
})

test('to write while the registry is silent, unless told to', () => {
  const { status, said } = release(
    { signatures: 'echo "npm error network reason: ENOTFOUND" >&2; exit 1', times: {} },
    '--write',
  )
  expect(said).toContain('– Signatures: the registry did not answer (ENOTFOUND)')
  expect(said).toContain('– Ages: the registry did not tell those of a 1.0.0, b 2.0.0')
  expect(said).toContain('Try again, or give --offline.')
  expect(status).toBe(1)
  expectNothingReleased()
})

test('a folder that holds other files', () => {
  const { status, said } = release(good, '--out', 'bin', '--offline')
  expect(said).toMatch(/^✖ --out is .*bin, which holds other files/)
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'bin/npm'))).toBe(true)
})

test('an option it does not know', () => {
  const { status, said } = release(good, '--publish')
  expect(said).toMatch(/^✖ Unknown option '--publish'/)
  expect(said).toContain('npm run release -- [VERSION] [--write] [--offline] [--out DIR]')
  expect(status).toBe(1)
})
