import { parseAst } from 'vitest/node'

type Range = { readonly start: number; readonly end: number }
type Change = Range & { readonly text: string }

/** One small change of a source: the characters from `start` to `end`, part of the expression or statement `within`, become `text`. */
export type Mutant = Change & { readonly operator: string; readonly within: Range }

type Node = Range & { readonly type: string; readonly [member: string]: unknown }
type Operator = (node: Node, source: string, parent: Node | null) => readonly Change[]

const swaps: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}

const otherMethods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
)

/** Methods that return their object's type, so that the call can be removed. */
const removable = [
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'trim',
  'toUpperCase',
  'toLowerCase',
  'normalize',
]

const operators: Readonly<Record<string, Operator>> = {
  operator: ({ type, left, right, operator, ...whole }, source, parent) => {
    if (!isNode(left) || !isNode(right) || (type !== 'BinaryExpression' && type !== 'LogicalExpression')) return []
    const isText = [left, right].some(side => typeof side.value === 'string' || side.type === 'TemplateLiteral')
    const swapped = operator === '+' && !isText ? '-' : swaps[String(operator)]
    if (swapped === undefined) return []
    const start = left.end + source.slice(left.end, right.start).indexOf(String(operator))
    const end = start + String(operator).length
    if (swapped !== '||' || parent?.operator !== '&&') return [{ start, end, text: swapped }]
    const text = `(${source.slice(whole.start, start)}||${source.slice(end, whole.end)})`
    return [{ start: whole.start, end: whole.end, text }]
  },
  default: ({ type, left, operator, end }, source) =>
    type === 'LogicalExpression' && operator === '??' && isNode(left)
      ? [{ start: endWithParentheses(left, source), end, text: '' }]
      : [],
  condition: ({ type, test }) =>
    (type === 'ConditionalExpression' || type === 'IfStatement') && isNode(test)
      ? ['true', 'false'].map(text => ({ start: test.start, end: test.end, text }))
      : [],
  negation: ({ type, operator, start }) =>
    type === 'UnaryExpression' && operator === '!' ? [{ start, end: start + 1, text: '' }] : [],
  method: ({ type, callee, end }, source) => {
    if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return []
    const { object, property } = callee
    if (!isNode(object) || !isNode(property)) return []
    const other = otherMethods.get(String(property.name))
    if (other !== undefined) return [{ start: property.start, end: property.end, text: other }]
    const isRemovable = removable.includes(String(property.name))
    return isRemovable ? [{ start: endWithParentheses(object, source), end, text: '' }] : []
  },
  member: ({ type, elements, properties }, source) => {
    const members = type === 'ArrayExpression' ? elements : type === 'ObjectExpression' ? properties : []
    if (!Array.isArray(members)) return []
    return members.filter(isNode).map(({ start, end }) => {
      const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
      return { start, end: end + comma, text: '' }
    })
  },
  literal: ({ type, value, bigint, start, end }) => {
    if (type !== 'Literal') return []
    if (typeof value === 'boolean') return [{ start, end, text: String(!value) }]
    if (typeof value === 'number') return [value + 1, value - 1].map(text => ({ start, end, text: String(text) }))
    return typeof bigint === 'string' ? [{ start, end, text: `${BigInt(bigint) + 1n}n` }] : []
  },
  returned: ({ type, argument, body }) => {
    const answer = type === 'ReturnStatement' ? argument : type === 'ArrowFunctionExpression' ? body : null
    if (!isNode(answer) || answer.type !== 'Literal') return []
    const { start, end, value } = answer
    return typeof value === 'string' ? [{ start, end, text: value === '' ? "'mutant'" : "''" }] : []
  },
  statement: ({ type, start, end }, _, parent) => {
    const isBody = !Array.isArray(parent?.body) && parent?.type !== 'SwitchCase'
    return type === 'ExpressionStatement' ? [{ start, end, text: isBody ? ';' : '' }] : []
  },
}

/** Nodes end before the parentheses around them. */
function endWithParentheses({ end }: Node, source: string): number {
  return end + (/^(?:\s*\))*/.exec(source.slice(end))?.[0].length ?? 0)
}

/** These change an expression as a whole, the others a part of their node. */
const replacing = ['condition', 'returned']

/** Every mutant of a TypeScript source, in order. Types, imports and names of members are not changed. */
export function mutantsOf(source: string): readonly Mutant[] {
  const found = [...visit(parseAst(source, { lang: 'ts' }))].flatMap(({ node, parent, chain }) =>
    Object.entries(operators).flatMap(([operator, change]) =>
      change(node, source, parent).map(mutant => {
        const { start, end } = replacing.includes(operator) ? mutant : (chain ?? node)
        return { operator, ...mutant, within: { start, end } }
      }),
    ),
  )
  return found.sort((one, other) => one.start - other.start || one.end - other.end)
}

/**
 * The source with all of its mutants: `$mutant(id)` says at run time whether that one is active. The first has the id `first`, the
 * others follow in the order of `mutantsOf`.
 */
export function withAllMutants(source: string, first: number): string {
  const outerFirst = mutantsOf(source)
    .map((mutant, at) => ({ ...mutant, id: first + at, isStatement: mutant.operator === 'statement' }))
    .sort(
      ({ within: one, isStatement }, { within: other, ...next }) =>
        one.start - other.start || other.end - one.end || Number(next.isStatement) - Number(isStatement),
    )
  const heads = outerFirst.map(({ id, within, isStatement, start, end, text }) => {
    const changed = source.slice(within.start, start) + text + source.slice(end, within.end)
    return { at: within.start, text: isStatement ? `{if(!$mutant(${id}))` : `($mutant(${id})?(${changed}):` }
  })
  const tails = outerFirst.map(({ within, isStatement }) => ({ at: within.end, text: isStatement ? '}' : ')' }))
  let written = 0
  const pieces = [...heads, ...tails.reverse()]
    .sort((one, other) => one.at - other.at)
    .map(({ at, text }) => {
      const piece = source.slice(written, at) + text
      written = at
      return piece
    })
  return pieces.join('') + source.slice(written)
}

/** The source with the mutant applied. */
export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** A mutant's description: its line, before and after. */
export function describeMutant(source: string, mutant: Mutant) {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1
  const until = source.indexOf('\n', mutant.end)
  const end = until < 0 ? source.length : until
  const flat = (text: string) => text.trim().replace(/\s+/g, ' ')
  return {
    line: source.slice(0, mutant.start).split('\n').length,
    before: flat(source.slice(from, end)),
    after: flat(source.slice(from, mutant.start) + mutant.text + source.slice(mutant.end, end)),
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** These wrap an expression; all other type nodes have no effect at run time. */
const typedExpressions = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

type Visited = { readonly node: Node; readonly parent: Node | null; readonly chain: Node | null }

/** Every node that exists at run time. One in a chain like `a?.b.c` can only be replaced with the whole chain. */
function* visit(value: unknown, parent: Node | null = null, chain: Node | null = null): Generator<Visited> {
  if (Array.isArray(value)) {
    for (const one of value) yield* visit(one, parent)
    return
  }
  if (!isNode(value) || value.type === 'ImportDeclaration') return
  if (value.type.startsWith('TS') && !typedExpressions.includes(value.type)) return
  yield { node: value, parent, chain }
  for (const [name, child] of Object.entries(value)) {
    if ((name === 'key' || name === 'property') && value.computed !== true) continue
    const isLink = name === 'object' || name === 'callee' || name === 'expression'
    yield* visit(child, value, value.type === 'ChainExpression' ? value : isLink ? chain : null)
  }
}
