import { readFileSync } from 'node:fs'

/** A text in the folder `fixtures` beside a test, which gives its `import.meta.url`. */
export const fixtureOf = (test: string, name: string) => readFileSync(new URL(`fixtures/${name}`, test), 'utf8')

/**
 * The rows of a table there, `name.tsv`: a cell that reads as JSON is that value, `12n` is a big integer, and everything else is the text
 * as it stands. `#` begins a comment.
 */
export function rowsOf<Row extends readonly unknown[]>(test: string, name: string): Row[] {
  const lines = fixtureOf(test, `${name}.tsv`).split('\n')
  const rows = lines.filter(line => line !== '' && !line.startsWith('#')).map(line => line.split('\t').map(inJson))
  const isBig = (value: unknown): value is string => typeof value === 'string' && /^-?\d+n$/.test(value)
  return JSON.parse(`[${rows.map(row => `[${row.join()}]`).join()}]`, (_, value) =>
    isBig(value) ? BigInt(value.slice(0, -1)) : value,
  )
}

function inJson(cell: string): string {
  try {
    JSON.parse(cell)
    return cell
  } catch {
    return JSON.stringify(cell)
  }
}
