import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Operation } from '#lib/views/v1/operation.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { resolveSpecifier } from './architecture.ts'

/** Every schema that parses requests, found in the routes and pages; for tests of inputs. */

export type InputSchema = {
  readonly name: string
  readonly schema: z.ZodType
  /** Of a JSON body, or of a query of the API v1; the others are of forms and of the pages' addresses. */
  readonly isWhole: boolean
}

/** Uses of a schema for a request: `answer('rule.add', Rule, …)`, `readAs(Rule, …)`, `readQuery(query, Rule)`, `Rule.safeParse(`. */
const uses =
  /\b(?:answer\w*\(\s*'[\w.]+',|readAs\()\s*([A-Z]\w+)|\breadQuery\(\s*\w+,\s*([A-Z]\w+)|\b([A-Z]\w+)\.(?:safeParse|parse)\(/g
/** Filters that the domain parses from an address. */
const filters = [
  'lib/domain/accounts/transaction-filter.ts#TransactionFilter',
  'lib/domain/payments/order/filter.ts#PaymentFilter',
]

/** All of them by name, except those declared within a route's file, which code-style.test.ts checks. */
export async function inputSchemas(): Promise<InputSchema[]> {
  const exports = new Map(filters.map(name => [name, false]))
  for (const file of globSync('app/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue
    const text = readFileSync(file, 'utf8')
    for (const [, body, ...names] of text.matchAll(uses)) {
      const name = body ?? names.find(one => one !== undefined) ?? ''
      const from = text.match(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`))?.[1]
      const qualified = `${resolveSpecifier(file, from ?? '')}#${name}`
      if (from) exports.set(qualified, (exports.get(qualified) ?? false) || body !== undefined)
    }
  }
  const found = await Promise.all([...exports].sort().map(([qualified, isWhole]) => read(qualified, isWhole)))
  const v1 = Object.entries<Operation>(operations).flatMap(([name, operation]) => [
    ...(operation.query ? [{ name: `${name} query`, schema: operation.query, isWhole: true }] : []),
    ...(operation.body ? [{ name: `${name} body`, schema: operation.body, isWhole: true }] : []),
  ])
  return [...found.flat(), ...v1]
}

async function read(qualified: string, isWhole: boolean): Promise<InputSchema[]> {
  const [file = '', name = ''] = qualified.split('#')
  const path = `#root/${file}`
  const module: Record<string, unknown> = await import(/* @vite-ignore */ path)
  const schema = module[name]
  return schema instanceof z.ZodType ? [{ name, schema, isWhole }] : []
}

export type TextLeaf = { readonly path: string; readonly schema: z.ZodType }

/** The texts in a schema with their paths: `metadata.*` for the values of a record. */
export function textsOf(schema: z.core.$ZodType, path: readonly string[] = []): TextLeaf[] {
  if (!(schema instanceof z.ZodType)) throw new Error(`${path.join('.')}: no schema of zod's classic kind`)
  const inner = partsOf(schema)
  if (inner.length > 0) return inner.flatMap(([name, part]) => textsOf(part, [...path, name]))
  const takesText = schema.safeParse('a').success || ['string', 'any', 'unknown', 'custom'].includes(schema.def.type)
  return takesText ? [{ path: path.join('.') || '(itself)', schema }] : []
}

/** The paths of objects in a schema that drop a member they don't know, instead of refusing it. */
export function looseObjectsOf(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  const inner = partsOf(schema).flatMap(([name, part]) => looseObjectsOf(part, [...path, name]))
  const isLoose = schema instanceof z.ZodObject && schema.def.catchall?._zod.def.type !== 'never'
  return isLoose ? [path.join('.') || '(itself)', ...inner] : inner
}

function partsOf({ _zod: { def } }: z.core.$ZodType): [string, z.core.$ZodType][] {
  const shape = Object.entries<unknown>(Reflect.get(def, 'shape') ?? {})
  const single = ['innerType', 'element', 'keyType', 'valueType', 'in', 'out', 'left', 'right', 'catchall', 'rest']
  const many: unknown[] = [Reflect.get(def, 'options'), Reflect.get(def, 'items')].flat()
  const unnamed = [...single.map(name => Reflect.get(def, name)), ...many].map((part): [string, unknown] => ['*', part])
  return [...shape, ...unnamed].filter((part): part is [string, z.core.$ZodType] => isSchema(part[1]))
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value
}
