import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticesOf, packageOf } from './notices.ts'

test.each([
  ['/x/node_modules/a/lib/b.js', '/x/node_modules/a'],
  ['/x/node_modules/@s/a/b.js', '/x/node_modules/@s/a'],
  ['/x/node_modules/a/node_modules/@s/b/c/d.js', '/x/node_modules/a/node_modules/@s/b'],
  ['C:\\x\\node_modules\\a\\b.js', 'C:/x/node_modules/a'],
  ['/x/sandbox/banks.ts', null],
])('%s is of the package %s', (file, folder) => {
  expect(packageOf(file)).toBe(folder)
})

test('names every package, with the text of its licence', () => {
  const root = mkdtempSync(join(tmpdir(), 'guichet-notices-'))
  const install = (folder: string, manifest: object, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(root, folder))
    const all = { 'package.json': JSON.stringify(manifest), ...files }
    for (const [file, text] of Object.entries(all)) writeFileSync(join(root, folder, file), text)
    return join(root, folder)
  }
  const folders = [
    install('b', { name: 'b', version: '1.0.0', license: 'ISC', author: { name: 'Ada' } }, { 'license.js': 'code' }),
    install('a', { name: 'a', version: '2.0.0', license: 'MIT' }, { 'LICENSE.md': 'Free.\n\n', NOTICE: 'By A.' }),
    install('c', { name: 'c', version: '1.0.0' }, { 'LICENCE-MIT': 'Also free.' }),
  ]
  const rule = '-'.repeat(80)
  expect(noticesOf(folders)).toBe(
    [
      'a 2.0.0 (MIT)\n\nFree.\n\nBy A.\n',
      'b 1.0.0 (ISC)\n\nBy Ada. The package names its licence and has no text of it.\n',
      'c 1.0.0 (see below)\n\nAlso free.\n',
    ].join(`\n${rule}\n\n`),
  )
  rmSync(root, { recursive: true })
})
