import { parseAst } from 'vitest/node'

/** One small change of a source: the characters from `start` to `end` become `text`. */
export type Mutant = {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [member: string]: unknown }
type Change = Omit<Mutant, 'operator'>
type Operator = (node: Node, source: string) => readonly Change[]

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

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

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
  operator: ({ type, left, right, operator }, source) => {
    if (!isNode(left) || !isNode(right) || (type !== 'BinaryExpression' && type !== 'LogicalExpression')) return []
    const isText = [left, right].some(side => typeof side.value === 'string' || side.type === 'TemplateLiteral')
    const swapped = operator === '+' && !isText ? '-' : swaps[String(operator)]
    if (swapped === undefined) return []
    const start = left.end + source.slice(left.end, right.start).indexOf(String(operator))
    return [{ start, end: start + String(operator).length, text: swapped }]
  },
  default: ({ type, left, operator, end }) =>
    type === 'LogicalExpression' && operator === '??' && isNode(left) ? [{ start: left.end, end, text: '' }] : [],
  condition: ({ type, test }) =>
    (type === 'ConditionalExpression' || type === 'IfStatement') && isNode(test)
      ? ['true', 'false'].map(text => ({ start: test.start, end: test.end, text }))
      : [],
  negation: ({ type, operator, argument, start }) =>
    type === 'UnaryExpression' && operator === '!' && isNode(argument)
      ? [{ start, end: argument.start, text: '' }]
      : [],
  method: ({ type, callee, end }) => {
    if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return []
    const { object, property } = callee
    if (!isNode(object) || !isNode(property)) return []
    const other = otherMethods[String(property.name)]
    if (other !== undefined) return [{ start: property.start, end: property.end, text: other }]
    return removable.includes(String(property.name)) ? [{ start: object.end, end, text: '' }] : []
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
  statement: ({ type, start, end }) => (type === 'ExpressionStatement' ? [{ start, end, text: '' }] : []),
}

/** Every mutant of a TypeScript source, in order. Types, imports and names of members are not changed. */
export function mutantsOf(source: string): readonly Mutant[] {
  const found = [...nodesIn(parseAst(source, { lang: 'ts' }))].flatMap(node =>
    Object.entries(operators).flatMap(([operator, change]) =>
      change(node, source).map(mutant => ({ operator, ...mutant })),
    ),
  )
  return found.sort((one, other) => one.start - other.start || one.end - other.end)
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

function* nodesIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const one of node) yield* nodesIn(one)
    return
  }
  if (!isNode(node) || node.type === 'ImportDeclaration') return
  if (node.type.startsWith('TS') && !typedExpressions.includes(node.type)) return
  yield node
  for (const [name, child] of Object.entries(node)) {
    if ((name === 'key' || name === 'property') && node.computed !== true) continue
    yield* nodesIn(child)
  }
}
