import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Env } from '#lib/env.ts'

/** The files of examples/production name scripts and variables of ours. */
const files = globSync('examples/production/*')
  .filter(file => statSync(file).isFile())
  .sort()
const namesIn = (pattern: RegExp) =>
  files.flatMap(file => Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name = '']) => name))

test('every script exists', () => {
  const scripts = namesIn(/(?<=[\s"])(scripts\/[\w-]+\.m?[jt]s)/g)
  expect(new Set(scripts)).toContain('scripts/worker.ts')
  expect(scripts.filter(script => !existsSync(script))).toEqual([])
})

test('every variable of the image and the services is one of ours', () => {
  const shared = readFileSync('examples/production/compose.yaml', 'utf8').split('\nservices:')[0] ?? ''
  const names = Array.from(shared.matchAll(/^ {4}([A-Z][A-Z_]+): /gm), ([, name]) => name)
  expect(names).toContain('BANK_CA')
  const known: readonly string[] = Env.keyof().options
  expect(names.filter(name => !known.includes(name ?? ''))).toEqual([])
})
