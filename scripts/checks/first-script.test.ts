import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from './architecture.ts'

/**
 * The schema library has 31 kB, the dialog's 20, a select more: client components load them when they need them. The sizes are checked by
 * e2e/journeys/first-load.spec.ts; this also covers pages of a person's own rows, and names the import.
 */
const late = ['package:zod', 'package:@base-ui/react/dialog', 'package:@base-ui/react/autocomplete']

/** What a file imports statically, directly or not, without type-only imports and `import()`. */
function broughtBy(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^import type [^'"]*['"][^'"]+['"]/gm, '')
    .replace(/^import \{\s*(?:type \w+,?\s*)+\} from ['"][^'"]+['"]/gm, '')
    .replace(/\bimport\(\s*['"][^'"]+['"]\s*\)/g, '')
  return importsOf(file, text)
}

function wayTo(packages: readonly string[], file: string, seen: Set<string>): string[] | null {
  for (const target of broughtBy(file)) {
    if (packages.includes(target)) return [file, target]
    if (seen.has(target) || !/\.tsx?$/.test(target) || !existsSync(target)) continue
    const way = wayTo(packages, target, seen.add(target))
    if (way) return [file, ...way]
  }
  return null
}

test('no client component statically imports what is only needed later', () => {
  const clients = globSync(['components/**/*.tsx', 'app/**/*.tsx']).filter(file =>
    readFileSync(file, 'utf8').startsWith("'use client'"),
  )
  expect(clients.length).toBeGreaterThan(50)
  const loadedLate = /-dialog\.tsx$|\/dialog\.tsx$/
  const ways = clients.filter(file => !loadedLate.test(file)).map(file => wayTo(late, file, new Set([file])))
  expect(ways.filter(way => way !== null).map(way => way.join(' → '))).toEqual([])
})
