import type { Schema } from '@guichet/api-reference/render-reference.ts'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '#sandbox/html/brands.ts'
import { hidden, labelOf, type View } from './page-parts.ts'
import type { DeskRoute } from './route.ts'
import { deskRoutes } from './routes.ts'

/** What a form sends or shows, by field: `fault.kind` is a nested member. */
type Values = Readonly<Record<string, unknown>>

type Field = { readonly name: string; readonly schema: Schema; readonly isRequired: boolean }

const schemaOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input' }) as Schema

/** Members of a request, the nested ones too. Of a choice the members of the one whose constant is among the values. */
function fieldsOf(schema: Schema, values: Values, prefix = ''): Field[] {
  const isChosen = ({ properties = {} }: Schema) =>
    Object.entries(properties).some(([name, { const: own }]) => own !== undefined && own === values[prefix + name])
  const { properties = {}, required = [] } = schema.oneOf?.find(isChosen) ?? schema.oneOf?.[0] ?? schema
  return Object.entries(properties).flatMap(([member, whole]) => {
    const name = prefix + member
    const plain = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole
    if (plain.oneOf || plain.properties) return fieldsOf(plain, values, `${name}.`)
    const isRequired = required.includes(member) && plain === whole
    return { name, schema: { ...plain, default: whole.default }, isRequired }
  })
}

function requestFields({ params, body }: DeskRoute, values: Values) {
  return {
    params: fieldsOf(schemaOf(params), values),
    body: body === null ? [] : fieldsOf(schemaOf(body), values),
  }
}

export type Choices = readonly (readonly [value: string, label: string])[]

/** The route of that id. Throws for a form of the page that names none. */
function routeOf(id: string): DeskRoute {
  const route = deskRoutes.find(one => one.id === id)
  if (!route) throw new Error(`no route ${id}`)
  return route
}

/**
 * A form for a route of the desk, with a field for each member of its request: `fixed` ones are sent without being shown, `values` are
 * filled in, `choices` are offered where the schema allows any text.
 */
export function renderForm(
  view: View,
  id: string,
  {
    label,
    fixed = {},
    values = {},
    choices = {},
  }: {
    readonly label: string
    readonly fixed?: Readonly<Record<string, string>>
    readonly values?: Values
    readonly choices?: Readonly<Record<string, Choices>>
  },
): Html {
  const { params, body } = requestFields(routeOf(id), fixed)
  const shown = [...params, ...body].filter(({ name }) => fixed[name] === undefined)
  return html`<form method="post" action="/desk/do/${id}" class="fields">${hidden(view, fixed)}
${shown.map(field => renderField(view, field, values[field.name] ?? field.schema.default, choices[field.name]))}
<button class="main">${label}</button></form>`
}

function renderField({ t }: View, { name, schema, isRequired }: Field, value: unknown, offered?: Choices): Html {
  const member = name.split('.').at(-1) ?? name
  const fields: Readonly<Record<string, string>> = t.fields
  return html`<label>${fields[member] ?? member} ${renderInput()}</label>`

  function renderInput(): Html {
    const text = value === undefined || value === null ? '' : String(value)
    const allowed = schema.enum ?? (schema.type === 'boolean' ? ['false', 'true'] : null)
    const choices = offered ?? allowed?.map(String).map(one => [one, labelOf(t, member, one)] as const)
    if (choices) {
      const any = isRequired || text !== '' || offered ? [] : [['', '–'] as const]
      return html`<select name="${name}">${[...any, ...choices].map(([one, label]) => html`<option value="${one}"${one === text ? html` selected` : ''}>${label}</option>`)}</select>`
    }
    const required = isRequired ? html` required` : ''
    if (schema.type === 'array') return html`<textarea name="${name}" rows="2"${required}>${text}</textarea>`
    const { type, minimum, maximum, maxLength, pattern, format } = schema
    if (type === 'integer' || type === 'number')
      return html`<input type="number" name="${name}" min="${minimum ?? ''}" max="${maximum ?? ''}" step="${type === 'integer' ? 1 : 'any'}" value="${text}"${required}>`
    if (format === 'date') return html`<input type="date" name="${name}" value="${text}"${required}>`
    return html`<input name="${name}" value="${text}" autocomplete="off"${maxLength ? html` maxlength="${maxLength}"` : ''}${pattern ? html` pattern="${pattern.replace(/^\^|\$$/g, '')}"` : ''}${required}>`
  }
}

/** Parses a form's fields as its route's request. Empty ones are left out, so that the schema's defaults apply. */
export function readForm(route: DeskRoute, form: URLSearchParams): { readonly params: Values; readonly body: Values } {
  const given = [...form].filter(([name, value]) => value !== '' && name !== 'token' && !name.startsWith('back:'))
  const fields = requestFields(route, Object.fromEntries(given))
  const [params, body]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [name, value] of given) {
    if (fields.params.some(field => field.name === name)) params[name] = value
    else setMember(body, name, readValue(fields.body.find(field => field.name === name)?.schema.type, value))
  }
  return { params, body }
}

function readValue(type: Schema['type'], value: string): unknown {
  if (type === 'integer' || type === 'number') return Number(value)
  if (type === 'boolean') return value === 'true'
  return type === 'array' ? value.split(/\r?\n/) : value
}

function setMember(body: Record<string, unknown>, name: string, value: unknown): void {
  const [outer = '', inner] = name.split('.', 2)
  const member = body[outer]
  body[outer] =
    inner === undefined ? value : { ...(typeof member === 'object' && member !== null ? member : {}), [inner]: value }
}
