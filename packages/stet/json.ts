import { depthOfAnswer, elementsOf, listsOfRows, membersOf, valuesOfAnswer } from './limits.ts'

/** JSON from a bank; amounts that are numbers (bank:D29) keep their digits. */

export type Excess = { readonly list: string; readonly limit: number }

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly excess: Excess | null }

/** A number under `amount`. In a string the quotes would be escaped; invalid numbers stay invalid. */
const numericAmount =
  /("amount"\s{0,200}:\s{0,200})(-?(?:0|[1-9]\d{0,40})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?)(?=\s{0,200}[,}])/g

/**
 * Never throws. A number under `amount` stays text, never a float. Too many values or levels are refused before
 * parsing; too long lists count as absent within an account, balance or transaction, and refuse the answer
 * elsewhere.
 */
export function parseJson(text: string): ParsedJson {
  const excess = findExcess(text)
  if (excess !== null) return { ok: false, excess }
  try {
    const value: unknown = JSON.parse(text.replace(numericAmount, '$1"$2"'))
    const tooLong = boundLists(value)
    return tooLong === null ? { ok: true, value } : { ok: false, excess: tooLong }
  } catch {
    return { ok: false, excess: null }
  }
}

const unnamed = 'unnamed'

const codeOf = (character: string) => character.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const comma = codeOf(',')
const colon = codeOf(':')
const opening = [codeOf('['), codeOf('{')] as const
const closing = [codeOf(']'), codeOf('}')] as const

/** Counts before parsing: millions of values would block for seconds. Invalid JSON only has to terminate. */
function findExcess(text: string): Excess | null {
  const open: { readonly name: string; readonly isList: boolean; elements: number }[] = []
  let values = 1
  let latest: readonly [start: number, end: number] = [0, 0]
  let name = unnamed
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfText(text, index)
      latest = [index + 1, end]
      index = end
    } else if (code === colon) name = text.slice(latest[0], Math.min(latest[1], latest[0] + longestName))
    else if (code === comma) {
      values += 1
      name = unnamed
      const list = open.at(-1)
      if (list !== undefined) {
        list.elements += 1
        if (list.elements > longestList) return { list: list.name, limit: limitOf(list) }
      }
    } else if (code === opening[0] || code === opening[1]) {
      values += 1
      open.push({ name, isList: code === opening[0], elements: 1 })
      name = unnamed
      if (open.length > depthOfAnswer) return { list: 'levels', limit: depthOfAnswer }
    } else if (code === closing[0] || code === closing[1]) open.pop()
    if (values > valuesOfAnswer) return { list: 'values', limit: valuesOfAnswer }
  }
  return null
}

const longestList = Math.max(...Object.values(elementsOf), ...Object.values(membersOf))
const longestName = 35

/** Index of the closing quote, or the end of the text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

type Nested = { readonly value: object; readonly name: string; readonly inRow: boolean }

/** Removes excess within rows; returns any other. */
function boundLists(root: unknown): Excess | null {
  if (!isNested(root)) return null
  const nodes: Nested[] = [{ value: root, name: unnamed, inRow: false }]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const found = excessOf(node)
    if (found !== null) return found
    const { value, name } = node
    const inRow = node.inRow || (Array.isArray(value) && listsOfRows.has(name))
    for (const [member, child] of Object.entries(value)) {
      if (!isNested(child)) continue
      const inner: Nested = { value: child, name: Array.isArray(value) ? unnamed : member, inRow }
      if (inRow && excessOf(inner) !== null) Reflect.set(value, member, null)
      else nodes.push(inner)
    }
  }
  return null
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function excessOf({ value, name }: Nested): Excess | null {
  const isList = Array.isArray(value)
  const limit = limitOf({ name, isList })
  const length = isList ? value.length : Object.keys(value).length
  return length > limit ? { list: name, limit } : null
}

function limitOf({ name, isList }: { readonly name: string; readonly isList: boolean }): number {
  const limits = isList ? elementsOf : membersOf
  return (Object.hasOwn(limits, name) ? limits[name] : limits[unnamed]) ?? 0
}
