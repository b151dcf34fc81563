import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { parseXml } from './xml.ts'

/** An SVG of shapes and colours, parsed strictly and rewritten: nothing of the file is served unchecked. */

export const logoLimit = 16_384
const deepest = 8
const maxElements = 200

const anywhere = ['fill', 'fill-rule', 'fill-opacity', 'clip-rule', 'opacity', 'transform']
const strokes = ['stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-opacity']
/** With their geometry attributes. */
const elements: ReadonlyMap<string, readonly string[]> = new Map([
  ['svg', ['viewBox']],
  ['g', []],
  ['path', ['d']],
  ['circle', ['cx', 'cy', 'r']],
  ['ellipse', ['cx', 'cy', 'rx', 'ry']],
  ['rect', ['x', 'y', 'width', 'height', 'rx', 'ry']],
  ['line', ['x1', 'y1', 'x2', 'y2']],
  ['polygon', ['points']],
  ['polyline', ['points']],
])
/** Without effect without a style sheet. */
const silent = /^(title|desc|metadata)$/
const silentAttribute =
  /^(xmlns(:.*)?|xml:.*|version|id|class|role|focusable|aria-.*|data-.*|width|height|preserveAspectRatio)$/
/** `url(…)` is not allowed. */
const value = /^(?!.*url)[\w\s#.,()%+-]*$/i

type Node = Readonly<Record<string, unknown>>

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
} as const
const parser = new XMLParser({
  ...options,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})
const builder = new XMLBuilder(options)

/** Null for anything but shapes and colours, or without a `viewBox`. */
export function readLogo(text: string): string | null {
  if (text.length > logoLimit || /<!(DOCTYPE|ENTITY)/i.test(text)) return null
  const xml = parseXml(parser, text)
  if (!('parsed' in xml)) return null
  const roots = (xml.parsed as readonly Node[]).filter(node => !('#text' in node))
  const [root] = roots
  if (roots.length !== 1 || root === undefined || !('svg' in root)) return null
  const count = { left: maxElements }
  const clean = cleaned(root, deepest, count)
  if (!clean || !('viewBox' in attributesOf(clean))) return null
  return builder.build([{ ...clean, ':@': { xmlns: 'http://www.w3.org/2000/svg', ...attributesOf(clean) } }])
}

function cleaned(node: Node, depth: number, count: { left: number }): Node | null {
  const [name = ''] = Object.keys(node).filter(key => key !== ':@')
  const own = elements.get(name)
  count.left -= 1
  if (!own || depth === 0 || count.left < 0) return null
  const attributes = Object.entries(attributesOf(node)).filter(
    ([attribute]) => own.includes(attribute) || !silentAttribute.test(attribute),
  )
  const isKnown = ([attribute, text]: [string, unknown]) =>
    [...own, ...anywhere, ...strokes].includes(attribute) && typeof text === 'string' && value.test(text)
  if (!attributes.every(isKnown)) return null
  const inner = (node[name] as readonly Node[]).filter(child => !isSilent(child))
  const children = inner.map(child => cleaned(child, depth - 1, count))
  if (children.includes(null)) return null
  return { [name]: children, ':@': Object.fromEntries(attributes) }
}

const attributesOf = (node: Node): Readonly<Record<string, unknown>> => (node[':@'] ?? {}) as Record<string, unknown>

/** Also white space between elements. */
const isSilent = (node: Node): boolean =>
  Object.keys(node).some(key => silent.test(key)) || ('#text' in node && String(node['#text']).trim() === '')
