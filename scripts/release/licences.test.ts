import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Guichet is under Apache-2.0; nothing in the tree of dependencies may forbid that. */

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly optional?: true; readonly link?: true }>
  >
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const isOneOf = (names: string) => new RegExp(`^\\(?(${names})(( OR | AND | and )(${names}))*\\)?$`)

const permissive = isOneOf(
  'MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\\.0|BlueOak-1\\.0\\.0|Unlicense|CC0-1\\.0|AFL-2\\.1|OFL-1\\.1|PSF-2\\.0|Zlib|CC-BY-4\\.0',
)
/** What these ask for concerns changes of their own files, and we change none. */
const fileBased = isOneOf('MPL-2\\.0|EPL-2\\.0')
/** Packages whose entry does not say it all. */
const byHand: Readonly<Record<string, string>> = {
  'node_modules/@stackforge-eu/factur-x': 'EUPL-1.2; a test reads its schemas, and a release does not contain it',
  'node_modules/ibantools': 'MIT is chosen of its two',
  'node_modules/node-forge': 'BSD-3-Clause is chosen of its two',
  'node_modules/png-js': 'MIT, in its LICENSE file',
  'node_modules/seq-queue': 'MIT, in its LICENSE file',
}
/** libvips, which Next.js brings to resize images: we don't (`images.unoptimized`), and a release does not contain it. */
const isUnused = (path: string) => path.startsWith('node_modules/@img/sharp-')

test('every dependency has a licence that Apache-2.0 allows', () => {
  const others = Object.entries(packages).filter(
    ([path, { license = '', link }]) => !link && !permissive.test(license) && !fileBased.test(license) && path !== '',
  )
  const unexplained = others.filter(
    ([path, { optional }]) => byHand[path] === undefined && !(isUnused(path) && optional === true),
  )
  expect(unexplained).toEqual([])
  expect(Object.keys(byHand).filter(path => packages[path] === undefined)).toEqual([])
})

test('the licence is named everywhere', () => {
  for (const file of ['package.json', ...globSync('packages/*/package.json')])
    expect(JSON.parse(readFileSync(file, 'utf8')).license, file).toBe('Apache-2.0')
  expect(packages['']?.license).toBe('Apache-2.0')
  expect(readFileSync('LICENSE', 'utf8')).toContain('Version 2.0, January 2004')
  expect(existsSync('NOTICE')).toBe(true)
})
