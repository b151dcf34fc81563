import { expect, test } from 'vitest'
import { ageOf, dateChangelog, findChangelogFault, isNewer, newDependencies, setVersion } from './checks.ts'

test.each([
  ['0.1.0', null, true],
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
  ['0.9.0', '0.10.0', false],
  ['0.1', null, false],
  ['v0.1.0', null, false],
  ['0.1.0-beta.1', null, false],
])('%s after %s: %s', (version, last, expected) => {
  expect(isNewer(version, last)).toBe(expected)
})

const changelog = `# Changelog

## 0.2.0 (unreleased)

- **Refunds.** In parts.

## 0.1.0 (2026-12-01)

- **Payments.** All of them.
`

test('the changelog begins with what is released', () => {
  expect(findChangelogFault(changelog, '0.2.0')).toBeNull()
  expect(findChangelogFault(changelog, '0.3.0')).toContain('must be "0.3.0 (unreleased)"')
  expect(findChangelogFault(changelog, '0.1.0')).toContain('must be "0.1.0 (unreleased)"')
  expect(findChangelogFault(changelog.replace('- **Refunds.** In parts.', ''), '0.2.0')).toContain('says nothing')
  expect(findChangelogFault('# Changelog\n\n## 0.2.0 (unreleased)\n', '0.2.0')).toContain('says nothing')
  expect(findChangelogFault('', '0.2.0')).toContain('begins with ""')
})

test('a release is dated, and earlier ones stay', () => {
  const dated = dateChangelog(changelog, '0.2.0', '2027-01-15')
  expect(dated).toBe(changelog.replace('(unreleased)', '(2027-01-15)'))
})

test('only our own version changes', () => {
  const lock =
    '{\n  "name": "guichet",\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "name": "guichet",\n      "version": "0.1.0"\n    },\n    "node_modules/a": { "version": "0.1.0" }\n  }\n}'
  const next = setVersion(lock, '0.2.0')
  expect(next.match(/0\.2\.0/g)).toHaveLength(2)
  expect(next).toContain('"node_modules/a": { "version": "0.1.0" }')
})

test('new dependencies are those the last release had not, in this version', () => {
  const lock = {
    packages: {
      '': { version: '0.2.0' },
      'node_modules/a': { version: '2.0.0' },
      'node_modules/@s/b': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '3.0.0' },
    },
  }
  const last = { packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/@s/b': { version: '1.0.0' } } }
  expect(newDependencies(lock, last, [])).toEqual([
    { name: 'a', version: '2.0.0' },
    { name: 'b', version: '3.0.0' },
  ])
  expect(newDependencies(lock, null, ['@s/b', 'b'])).toEqual([{ name: '@s/b', version: '1.0.0' }])
})

test('a version waits seven days', () => {
  const now = new Date('2026-12-08T12:00:00Z')
  expect(ageOf('2026-12-01T12:00:00.000Z', now)).toEqual({ kind: 'old_enough' })
  expect(ageOf('2026-12-01T12:00:00.001Z', now)).toEqual({ kind: 'too_new', day: '2026-12-01' })
  expect(ageOf(null, now)).toEqual({ kind: 'unknown' })
  expect(ageOf('soon', now)).toEqual({ kind: 'unknown' })
})
