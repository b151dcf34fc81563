import { type Section, sections } from './page-parts.ts'

/** A form of the page, parsed. */
export type ReadForm = {
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** The page's state: whose details it showed, and which section. */
  readonly back: { readonly person: string | null; readonly section: Section }
}

/**
 * Parses a form by its field names: `p:id` is a path parameter, `n:days` a number, `b:on` a boolean, `l:lines` a list of one,
 * `j:fault` JSON, `fault.kind` a nested member. Empty fields are omitted, so that the schema's defaults apply.
 */
export function readForm(form: URLSearchParams): ReadForm {
  const params: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  for (const [field, value] of form) {
    if (field === 'token' || field.startsWith('back:') || value === '') continue
    const [, type = '', name = field] = /^(?:([pnblj]):)?(.+)$/.exec(field) ?? []
    if (type === 'p') params[name] = value
    else setMember(body, name, readValue(type, value))
  }
  return { params, body, back: { person: form.get('back:person') || null, section: sectionOf(form) } }
}

/** The section that a form is in; the request log for a form that names none. */
export function sectionOf(form: URLSearchParams): Section {
  return sections.find(section => section === form.get('back:section')) ?? 'wire'
}

function readValue(type: string, value: string): unknown {
  if (type === 'n') return Number(value)
  if (type === 'b') return value === 'true'
  if (type === 'j') return readJson(value)
  return type === 'l' ? [value] : value
}

function setMember(body: Record<string, unknown>, name: string, value: unknown): void {
  const [outer = '', inner] = name.split('.', 2)
  if (inner === undefined) {
    body[outer] = value
    return
  }
  const member = body[outer]
  body[outer] = { ...(typeof member === 'object' && member !== null ? member : {}), [inner]: value }
}

// Invalid JSON is left as text, for the route's schema to report.
function readJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
