import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp'
import { parseAst } from 'rolldown/parseAst'

/**
 * Regular expressions of a source, and texts that make one slow. An expression whose time grows with the square of a text stops the
 * process for everybody, so each is tried on long texts made of its own parts.
 */

export type Expression = { readonly line: number; readonly pattern: string; readonly flags: string }

/** Literals, and `new RegExp` of a text. What a template inserts counts as one letter. */
export function expressionsOf(file: string, source: string): readonly Expression[] {
  const found: Expression[] = []
  const add = (at: number, pattern: string, flags: string) =>
    found.push({ line: source.slice(0, at).split('\n').length, pattern, flags })
  const visit = (node: unknown): void => {
    if (!(node instanceof Object)) return
    if ('start' in node && typeof node.start === 'number') {
      if (isLiteral(node)) add(node.start, node.regex.pattern, node.regex.flags)
      if (isConstructor(node)) {
        const [pattern = null, flags = null] = node.arguments.map(textOf)
        if (pattern !== null) add(node.start, pattern, flags ?? '')
      }
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

const isLiteral = (node: object): node is { readonly regex: { readonly pattern: string; readonly flags: string } } =>
  'regex' in node && node.regex instanceof Object

const isConstructor = (node: object): node is { readonly arguments: readonly unknown[] } =>
  'arguments' in node &&
  'callee' in node &&
  node.callee instanceof Object &&
  Reflect.get(node.callee, 'name') === 'RegExp'

function textOf(node: unknown): string | null {
  if (!(node instanceof Object)) return null
  if ('value' in node && typeof node.value === 'string') return node.value
  if (!('quasis' in node) || !Array.isArray(node.quasis)) return null
  return node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked).join('x')
}

/** Tried in turn, near each other where exponential time shows; that of a square shows at the last three. */
const lengths = [16, 20, 25, 32, 40, 50, 64, 80, 100, 125, 160, 200, 250, 400, 1_000, 8_000, 14_000, 40_000]
/** A linear expression reads 40,000 characters in 15 ms, one of a square takes more than 100. */
const maxMs = 60
/** A repetition allowed more often than this counts as endless. */
const endless = 7

/** A text that takes the expression more than linear time, as what is in front, repeated and behind; null if none is found. */
export function slowTextOf({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>): Attack | null {
  // As `replaceAll` uses it, which goes on to the end of a text.
  const expression = new RegExp(pattern, `${flags.replace('g', '')}g`)
  return (
    attacksOn(expression).find(([before, pump, after]) => {
      let lastMs = 0
      return lengths.some(length => {
        // A square of 8,000 takes ten times as long as this, so the longest text would show nothing.
        if (length > 8_000 && lastMs < 2) return false
        // A square of a text takes as long whatever the length of what is repeated.
        const text = before + pump.repeat(Math.ceil(length / Math.sqrt(pump.length))) + after
        const isSlow = () => {
          lastMs = cpuMs(() => text.replace(expression, ''))
          return lastMs > maxMs
        }
        return isSlow() && isSlow()
      })
    }) ?? null
  )
}

/** Time of this thread alone, however busy the machine is. */
function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

type Attack = readonly [before: string, pump: string, after: string]

/** For each endless repetition: what leads to it once and then itself without end, or both again and again; then what it can't be. */
function attacksOn(expression: RegExp): readonly Attack[] {
  const literal = parseRegExpLiteral(expression)
  const read = readerOf(literal)
  const attacks: Attack[] = []
  visitRegExpAST(literal, {
    onQuantifierEnter: node => {
      if (node.max <= endless) return
      const before = textBefore(node, read)
      const stranger = read.strangerTo(node.element)
      for (const pump of read(node.element).filter(text => text !== '')) {
        for (const after of ['', '\u0000\n\u0000', stranger]) attacks.push([before, pump, after])
        attacks.push([stranger + before, pump, stranger])
        for (const gap of ['', ' ', '-', '\n']) {
          for (const again of [before + gap, before + pump + gap]) {
            for (const after of ['\u0000', stranger]) attacks.push(['', again, after])
          }
        }
      }
    },
  })
  return attacks.filter(([, pump]) => pump !== '')
}

/** What precedes a node in its alternative, and in those around it. */
function textBefore(node: AST.Node, read: Reader): string {
  const { parent } = node
  if (parent === null) return ''
  if (parent.type !== 'Alternative') return textBefore(parent, read)
  const before = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
  return textBefore(parent, read) + before.map(element => read(element)[0] ?? '').join('')
}

type Reader = ((node: AST.Element | AST.Alternative) => readonly string[]) & {
  /** A character that a single one of the expression is not. */
  readonly strangerTo: (node: AST.Element) => string
}

const common = [
  ...' a0A-',
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...'\t\r\n\u0000\u00a0é€中',
]
const maxTexts = 4

/** The characters that each character, class or set of an expression accepts, and all that were tried. */
function acceptedBy(literal: AST.RegExpLiteral, flags: string) {
  const accepted = new Map<string, readonly string[]>()
  const alphabet = new Set(common)
  visitRegExpAST(literal, {
    onCharacterEnter: ({ raw, value }) => {
      const character = String.fromCodePoint(value)
      alphabet.add(character)
      accepted.set(raw, [character])
    },
  })
  const countLeaf = ({ raw }: AST.Node) => {
    const alone = new RegExp(`^(?:${raw})$`, flags)
    accepted.set(
      raw,
      [...alphabet].filter(character => alone.test(character)),
    )
  }
  visitRegExpAST(literal, { onCharacterClassEnter: countLeaf, onCharacterSetEnter: countLeaf })
  return { accepted, alphabet }
}

/** Texts that a part of an expression matches; of characters first those that most of its parts accept. */
function readerOf(literal: AST.RegExpLiteral): Reader {
  const flags = literal.flags.raw.replace(/[dgmy]/g, '')
  const { accepted, alphabet } = acceptedBy(literal, flags)
  const ranks = new Map([...alphabet].map(one => [one, [...accepted.values()].filter(all => all.includes(one)).length]))
  const ranked = [...alphabet].sort((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0))
  const read = (node: AST.Element | AST.Alternative): readonly string[] => {
    switch (node.type) {
      case 'Assertion':
        return ['']
      case 'Quantifier':
        return read(node.element).map(text => text.repeat(node.min))
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.flatMap(one => read(one).slice(0, 2)).slice(0, 2 * maxTexts)
      case 'Alternative': {
        const parts = node.elements.map(read)
        return Array.from({ length: maxTexts }, (_, at) => parts.map(texts => texts[at] ?? texts[0] ?? '').join(''))
      }
      case 'Backreference':
        return [node.resolved].flat().flatMap(read)
      default: {
        const fitting = new Set(accepted.get(node.raw))
        return ranked.filter(character => fitting.has(character)).slice(0, maxTexts)
      }
    }
  }
  const strangerTo = ({ raw }: AST.Element) => {
    const fitting = accepted.get(raw)
    return [...alphabet].find(character => fitting && !fitting.includes(character)) ?? '\u0000'
  }
  return Object.assign(read, { strangerTo })
}
