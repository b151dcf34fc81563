import { globSync, readFileSync } from 'node:fs'

/** A row of `docs/interface`: its id, and the files of the bank that implement it. */
export type InterfaceRow = {
  readonly id: string
  readonly files: readonly string[]
}

const pages: readonly (readonly [name: string, file: string])[] = [
  ['1', '1-account-information.md'],
  ['2', '2-payment-initiation.md'],
  ['3', '3-registration.md'],
  ['', 'decisions.md'],
]

/**
 * Every row of the three documents and of the decisions. An id is document, section and first cell, `1 Behaviour rules: 7`; for a
 * decision, the first cell, `D7`. The last cell of a row has its files.
 */
export function readInterfaceRows(): InterfaceRow[] {
  return pages.flatMap(([name, file]) => readRows(name, readFileSync(`docs/interface/${file}`, 'utf8')))
}

/** The rows of one page, as `readInterfaceRows` gives them; `name` is the document's number, empty for the decisions. */
export function readRows(name: string, text: string): InterfaceRow[] {
  const rows: InterfaceRow[] = []
  const lines = text.split('\n')
  let section = ''
  let width = 0
  for (const [at, line] of lines.entries()) {
    section = /^#+ (.+)$/.exec(line)?.[1]?.replace(/ \(.*\)$/, '') ?? section
    if (!line.startsWith('|') || isRule(line)) continue
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim())
    if (isRule(lines[at + 1] ?? '')) {
      width = cells.length
      continue
    }
    const id = name === '' ? (cells[0] ?? '') : `${name} ${section}: ${cells[0]}`
    // A row without a cell has its rule in the place of its files.
    const files = cells.length === width ? (cells.at(-1) ?? '') : ''
    rows.push({ id, files: quoted(files) })
  }
  return rows
}

/** The line under the head of a table. */
const isRule = (line: string): boolean => /^\|[-| ]+\|$/.test(line)

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner)

/** The rows that there must be, each with its tests as `file › title` (`docs/interface/tests.txt`: a line for each, with tabs). */
export function readProofs(): { readonly id: string; readonly tests: readonly string[] }[] {
  return readFileSync('docs/interface/tests.txt', 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const [id = '', ...tests] = line.split('\t')
      return { id, tests }
    })
}

/** Whether the file has a test, a group or a case with exactly this title. */
export function hasTitle(file: string, title: string): boolean {
  if (globSync(file).length !== 1) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some(quote => text.includes(`${quote}${title}${quote}`))
}

/** An example of the pages: ` ```json METHOD path` for a request body, with a status for an answer. */
export type InterfaceExample = {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly text: string
}

/** Every example of the three documents. */
export function readExamples(): InterfaceExample[] {
  return pages.flatMap(([, file]) => {
    const text = readFileSync(`docs/interface/${file}`, 'utf8')
    return [...text.matchAll(/^```json(?: (([A-Z]+) (\S+)(?: (\d{3}))?))?\n(.+?)\n```$/gms)].map(
      ([, title = '', method = '', path = '', status, body = '']) => ({
        title,
        method,
        path,
        status: status === undefined ? null : Number(status),
        text: body,
      }),
    )
  })
}
