/**
 * An OpenAPI 3.1 document as a page: our API v1 and the interfaces of the sandbox bank are drawn by this and by reference.css. No
 * script, no inline style, nothing from elsewhere, so it stands under the strictest content security policy. Elements are made by
 * the `createElement` of whoever asks, React's or Hono's, so every text is escaped by them.
 */

/** JSON Schema as far as our documents use it. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

type Example = { readonly summary?: string; readonly value?: unknown }
type Content = Readonly<
  Record<
    string,
    {
      readonly schema: Schema
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, Example>> | undefined
    }
  >
>

export type OpenapiOperation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly 'x-scope'?: string | undefined
  readonly parameters?: readonly {
    readonly in: 'path' | 'query' | 'header'
    readonly name: string
    readonly required: boolean
    readonly description?: string | undefined
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content } | undefined
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: object; readonly content?: Content | undefined }>
  >
}

export type OpenapiDocument = {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: OpenapiOperation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Words of the page in its language. */
export type ReferenceWords = Readonly<
  Record<
    | 'operations'
    | 'parameters'
    | 'body'
    | 'answers'
    | 'answerBody'
    | 'example'
    | 'events'
    | 'schemas'
    | 'name'
    | 'where'
    | 'type'
    | 'meaning'
    | 'status'
    | 'headers'
    | 'required'
    | 'none'
    | 'path'
    | 'query'
    | 'header',
    string
  >
>

/** The `createElement` of React or of Hono. */
export type CreateElement<Element> = (
  tag: string,
  attributes: Readonly<Record<string, string | number>> | null,
  ...children: readonly (Element | string)[]
) => Element

export type ReferenceStyle<Element> = {
  readonly createElement: CreateElement<Element>
  readonly words: ReferenceWords
  /** A sentence of the document in the language of the page; itself where there is none. */
  readonly say: (sentence: string) => string
  /** Whether what stays English is marked as such: on a page in another language. */
  readonly marksEnglish: boolean
  /** What stands below the summary of an operation; text between backticks is code. */
  readonly noteOf: (operation: OpenapiOperation) => string
}

/** The operations and schemas of a document, each under its id (`operationId`, `schema-Name`), with links between them. */
export function renderReference<E>(document: OpenapiDocument, style: ReferenceStyle<E>): E {
  const { createElement: h, words } = style
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = [h('b', null, method.toUpperCase()), ' ', h('code', null, path)]
      return { name, operation }
    }),
  )
  const links = operations.map(({ name, operation }) =>
    h('li', null, h('a', { href: `#${operation.operationId}` }, ...name)),
  )
  const sheets = operations.map(({ name, operation }) =>
    h(
      'section',
      { id: operation.operationId, className: 'api-sheet' },
      h('h2', null, ...name),
      h('p', null, ...renderText(operation.summary, style)),
      h('p', { className: 'api-note' }, ...renderCode(style.noteOf(operation), style)),
      ...(operation.description ? [h('p', null, ...renderText(operation.description, style))] : []),
      ...renderParameters(operation, style),
      ...renderBody(operation, style),
      ...renderAnswers(operation, style),
    ),
  )
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => renderSchema(name, schema, style))
  return h(
    'div',
    { className: 'api' },
    h('nav', { 'aria-label': words.operations }, h('ul', null, ...links)),
    h(
      'div',
      null,
      ...sheets,
      ...renderEvents(document, style),
      h('h2', { className: 'api-part' }, words.schemas),
      ...schemas,
    ),
  )
}

type Children<E> = readonly (E | string)[]

function renderParameters<E>({ operationId, parameters = [] }: OpenapiOperation, style: ReferenceStyle<E>): E[] {
  const { createElement: h, words } = style
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: where, required, description, schema }) => {
    const about = renderAbout({ ...schema, description: description ?? schema.description ?? '' }, style)
    return [renderName(name, required, style), [words[where]], renderType(schema, style), about]
  })
  const heads = [words.name, words.where, words.type, words.meaning]
  return [h('h3', null, words.parameters), renderTable(`${operationId}: ${words.parameters}`, heads, rows, style)]
}

function renderBody<E>({ operationId, requestBody }: OpenapiOperation, style: ReferenceStyle<E>): E[] {
  const { createElement: h, words } = style
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type || !content) return []
  const named = content.schema.properties ? [] : [' ', ...renderType(content.schema, style)]
  return [
    h('h3', null, words.body),
    h('p', null, h('code', null, type), ...named),
    ...renderMembers(content.schema, `${operationId}: ${words.body}`, style),
    ...Object.values(content.examples ?? {}).map(({ summary = '', value }) => renderExample(summary, value, style)),
  ]
}

/** Closed until somebody opens it. Examples that stand elsewhere in the document have no value here. */
function renderExample<E>(summary: string, value: unknown, style: ReferenceStyle<E>): E {
  const { createElement: h, words } = style
  const about = summary === '' ? [words.example] : [`${words.example}: `, ...renderText(summary, style)]
  return h('details', null, h('summary', null, ...about), h('pre', { tabIndex: 0 }, JSON.stringify(value, null, 2)))
}

function renderAnswers<E>({ operationId, responses }: OpenapiOperation, style: ReferenceStyle<E>): E[] {
  const { createElement: h, words } = style
  const answers = Object.entries(responses)
  const hasHeaders = answers.some(([, { headers }]) => headers)
  const rows = answers.map(([status, { description, headers = {}, content = {} }]) => {
    const schema = Object.values(content)[0]?.schema
    const named = hasHeaders ? [[h('code', null, Object.keys(headers).join(', '))]] : []
    const body = schema ? renderType(schema, style) : [words.none]
    return [[h('code', null, status)], renderText(description, style), ...named, body]
  })
  const heads = [words.status, words.meaning, ...(hasHeaders ? [words.headers] : []), words.answerBody]
  const examples = answers.flatMap(([, { content = {} }]) => Object.values(content).flatMap(one => one.example ?? []))
  return [
    h('h3', null, words.answers),
    renderTable(`${operationId}: ${words.answers}`, heads, rows, style),
    ...examples.map(example => renderExample('', example, style)),
  ]
}

/** What endpoints are sent, one type a row, with its data. */
function renderEvents<E>({ webhooks }: OpenapiDocument, style: ReferenceStyle<E>): E[] {
  const { createElement: h, words } = style
  if (!webhooks) return []
  const rows = Object.entries(webhooks).map(([type, { post }]) => {
    const [content] = Object.values(post.requestBody?.content ?? {})
    const data = content?.schema.properties?.data
    return [[h('code', null, type)], renderText(post.description ?? '', style), data ? renderType(data, style) : []]
  })
  const heads = [words.type, words.meaning, words.body]
  return [h('h2', { className: 'api-part', id: 'events' }, words.events), renderTable(words.events, heads, rows, style)]
}

function renderSchema<E>(name: string, schema: Schema, style: ReferenceStyle<E>): E {
  const { createElement: h } = style
  return h(
    'section',
    { id: `schema-${name}`, className: 'api-sheet' },
    h('h3', null, h('code', null, name)),
    h('p', null, ...renderAbout(schema, style)),
    ...(schema.properties ? renderMembers(schema, name, style) : [h('p', null, ...renderType(schema, style))]),
  )
}

/** Members of an object, one a row; those of an object inside it follow it. */
function renderMembers<E>(schema: Schema, label: string, style: ReferenceStyle<E>): E[] {
  const { name, type, meaning } = style.words
  const rows = renderRows(schema, '', style)
  return rows.length === 0 ? [] : [renderTable(label, [name, type, meaning], rows, style)]
}

function renderRows<E>(schema: Schema, path: string, style: ReferenceStyle<E>): Children<E>[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const isRequired = schema.required?.includes(name) ?? false
    const inner = `${path}${name}${member.items ? '[]' : ''}.`
    return [
      [renderName(`${path}${name}`, isRequired, style), renderType(member, style), renderAbout(member, style)],
      ...renderRows(member.items ?? member, inner, style),
    ]
  })
}

/** A table that is scrolled by keyboard too where it is wide; the first cell of a row names it. */
function renderTable<E>(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Children<E>[])[],
  { createElement: h }: ReferenceStyle<E>,
): E {
  const head = h('tr', null, ...heads.map(text => h('th', { scope: 'col' }, text)))
  const drawn = rows.map(([name = [], ...cells]) =>
    h('tr', null, h('th', { scope: 'row' }, ...name), ...cells.map(cell => h('td', null, ...cell))),
  )
  return h(
    'div',
    { className: 'api-table', tabIndex: 0, role: 'region', 'aria-label': label },
    h('table', null, h('thead', null, head), h('tbody', null, ...drawn)),
  )
}

function renderName<E>(name: string, isRequired: boolean, { createElement: h, words }: ReferenceStyle<E>): Children<E> {
  const named = h('code', null, name)
  return isRequired ? [named, ' ', h('span', { className: 'api-note' }, words.required)] : [named]
}

/** A type as TypeScript would name it, with a link to what is a schema of its own. */
function renderType<E>(schema: Schema, style: ReferenceStyle<E>): Children<E> {
  const { createElement: h } = style
  const code = (text: string) => h('code', null, text)
  const { $ref, oneOf, anyOf = oneOf, items, properties, format } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? ''
    return [h('a', { href: `#schema-${name}` }, code(name))]
  }
  if (anyOf) return anyOf.flatMap((one, at) => [...(at > 0 ? [' | '] : []), ...renderType(one, style)])
  if (items) return [...renderType(items, style), code('[]')]
  if (properties && Object.values(properties).some(member => member.items?.$ref)) {
    const members = Object.entries(properties).flatMap(([name, member], at) => [
      code(`${at > 0 ? ', ' : ''}${name}: `),
      ...renderType(member, style),
    ])
    return [code('{ '), ...members, code(' }')]
  }
  if (schema.const !== undefined) return [code(JSON.stringify(schema.const))]
  if (schema.enum) return [code(schema.enum.map(one => JSON.stringify(one)).join(' | '))]
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return [code(format ? `${type} (${format})` : type)]
}

/** The limits of a value, of its items and of each type that it may have. */
export function boundsOf({ format, items, oneOf, anyOf = oneOf ?? [], ...schema }: Schema): string {
  const { pattern, minItems, maxItems, minLength, maxLength, minimum, maximum } = schema
  const bound = (sign: string, limit: number | undefined, unit = '') =>
    limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? '' : `${sign} ${limit}${unit}`
  const each = items ? boundsOf(items) : ''
  const bounds = [
    bound('≥', minItems, ' items'),
    bound('≤', maxItems, ' items'),
    bound('≥', minLength, ' characters'),
    bound('≤', maxLength, ' characters'),
    bound('≥', minimum),
    bound('≤', maximum),
    pattern === undefined || format ? '' : `\`${pattern}\``,
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    ...anyOf.map(boundsOf),
    each && `each ${each}`,
  ]
  return [...new Set(bounds)].filter(Boolean).join(', ')
}

function renderAbout<E>(schema: Schema, style: ReferenceStyle<E>): Children<E> {
  const { description } = schema
  const bound = boundsOf(schema)
  return [...(description ? renderText(description, style) : []), ...(bound ? [' ', ...markEnglish(bound, style)] : [])]
}

/** A sentence of the document, in English where the page has no other. */
function renderText<E>(text: string, style: ReferenceStyle<E>): Children<E> {
  const said = style.say(text)
  return said === text ? markEnglish(said, style) : renderCode(said, style)
}

function markEnglish<E>(text: string, style: ReferenceStyle<E>): Children<E> {
  const drawn = renderCode(text, style)
  return style.marksEnglish ? [style.createElement('span', { lang: 'en' }, ...drawn)] : drawn
}

/** What stands between backticks is code. */
function renderCode<E>(text: string, { createElement: h }: ReferenceStyle<E>): Children<E> {
  return text.split('`').map((part, at) => (at % 2 === 1 ? h('code', null, part) : part))
}
