import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Schemas } from '@guichet/api-reference/openapi.ts'
import type { OpenapiOperation, Schema } from '@guichet/api-reference/render-reference.ts'
import { writeDataOpenapi } from '#lib/views/data-openapi.ts'
import { AppEvent } from '#lib/views/v1/events.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'

/**
 * Generates packages/client/index.ts from the OpenAPI documents: types of every schema and a method for every operation,
 * with the hand-written part from core.ts. `scripts/bootstrap.mjs` runs it before whatever imports the client.
 */

const clientFile = 'packages/client/index.ts'

/** The whole client as text. */
export function writeClient(): string {
  const origin = 'https://guichet.example'
  const [merchants, data] = [writeOpenapi(origin), writeDataOpenapi(origin)].map(describedIn)
  // What comes by webhook, with the header that is its id: no operation answers with it.
  const heard = new Schemas()
  heard.refer(AppEvent)
  const schemas = { ...data?.schemas, ...heard.components(), ...merchants?.schemas }
  const operations = [merchants, data].map(one => one?.operations ?? [])
  const types = [
    ...Object.entries(schemas).map(([name, schema]) => declare(name, schema)),
    ...operations.flat().flatMap(({ described }) => inputsOf(described)),
  ]
  const [ours = '', theirs = ''] = operations.map(some =>
    some
      .flatMap(({ path, method, described }) => [
        writeMethod(method, path, described),
        ...writeIterator(path, described),
      ])
      .join('\n'),
  )
  const core = readFileSync('packages/client/core.ts', 'utf8')
    .replace(/^(import type|\s*\/\/ biome-ignore) .*$\n/gm, '')
    .replace('/* operations */', ours)
    .replace('/* data operations */', theirs)
  return [
    '// Written by scripts/build/make-client.ts from the OpenAPI documents; change neither here.',
    core,
    ...types,
  ].join('\n')
}

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

function describedIn({ paths, components }: Described) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )
  return { operations, schemas: components.schemas }
}

const declare = (name: string, schema: Schema) => `export type ${name} = ${typeOf(schema)}\n`
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const queryOf = ({ parameters = [] }: OpenapiOperation) => parameters.filter(one => one.in === 'query')
const bodyOf = ({ requestBody }: OpenapiOperation) => requestBody?.content['application/json']?.schema
const answerOf = ({ responses }: OpenapiOperation) => Object.values(responses)[0]?.content?.['application/json']?.schema

/** The types of an operation's body and query, named after it. */
function inputsOf(described: OpenapiOperation): string[] {
  const name = capital(described.operationId)
  const [body, query] = [bodyOf(described), queryOf(described)]
  return [
    ...(body ? [declare(`${name}Body`, body)] : []),
    ...(query.length > 0 ? [declare(`${name}Query`, objectOf(query))] : []),
  ]
}

function writeMethod(method: string, path: string, described: OpenapiOperation): string {
  const { operationId, summary } = described
  const [body, query, answer] = [bodyOf(described), queryOf(described), answerOf(described)]
  const args = [
    ...(path.includes('{id}') ? ['id: string'] : []),
    ...(body ? [`body: ${capital(operationId)}Body${isEmptyAllowed(body) ? ' = {}' : ''}`] : []),
    ...(query.length > 0 ? [`query: ${capital(operationId)}Query = {}`] : []),
    'options: CallOptions = {}',
  ]
  const where = `\`${path.replace('{id}', '$' + '{encodeURIComponent(id)}')}\``
  const sent = [...(body ? ['body'] : []), ...(query.length > 0 ? ['query'] : []), '...options']
  return [
    `    /** ${summary}. */`,
    `    ${operationId}: (${args.join(', ')}) =>`,
    `      call<${answer ? answerType(answer) : 'null'}>('${method.toUpperCase()}', ${where}, { ${sent.join(', ')} }),`,
  ].join('\n')
}

/** Of a list that comes in pages: all of it, as an async iterator. */
function writeIterator(path: string, described: OpenapiOperation): string[] {
  const { operationId } = described
  const item = itemOf(answerOf(described) ?? {})
  if (!item || !queryOf(described).some(({ name }) => name === 'cursor')) return []
  return [
    `    /** Everything that \`${operationId}\` lists, page by page as you go on. */`,
    `    ${operationId.replace(/^list/, 'all')}: (query: ${capital(operationId)}Query = {}, options: CallOptions = {}) =>`,
    `      each<${typeOf(item)}>('${path}', query, options),`,
  ]
}

const itemOf = ({ properties }: Schema) => (properties?.next_cursor ? properties.data?.items : undefined)

function answerType(schema: Schema): string {
  const item = itemOf(schema)
  return item ? `Page<${typeOf(item)}>` : typeOf(schema)
}

const isEmptyAllowed = (schema: Schema) => (schema.required ?? []).length === 0

function objectOf(parameters: NonNullable<OpenapiOperation['parameters']>): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: [],
  }
}

/** A schema as a TypeScript type. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === 'integer') return 'number'
  return typeof schema.type === 'string' ? schema.type : 'unknown'
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const inner = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${inner}>>`
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const doc = schema.description ? `/** ${schema.description} */ ` : ''
    const isNeeded = required.includes(name)
    return `${doc}readonly ${name}${isNeeded ? '' : '?'}: ${typeOf(schema)}${isNeeded ? '' : ' | undefined'}`
  })
  return `{ ${members.join('\n')} }`
}

const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

if (import.meta.main) {
  const text = writeClient()
  if (!existsSync(clientFile) || readFileSync(clientFile, 'utf8') !== text) writeFileSync(clientFile, text)
}
