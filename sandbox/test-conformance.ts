import { globSync, readFileSync } from 'node:fs'

/** A row, numbered rule or section of the documents, by a name that a person finds again. */
export type DocumentRow = { readonly key: string; readonly text: string }

const documents: readonly (readonly [name: string, file: string])[] = [
  ['1', '1-account-information.md'],
  ['2', '2-payment-initiation.md'],
  ['3', '3-registration.md'],
  ['', 'decisions.md'],
]

/**
 * Every section, table row, numbered rule and bullet of the three documents, and every row of the decisions (`D7`). Keys:
 * `1 Account: iban` for a row by its first cell (`#2` for a second of that name), `1 Behaviour rules 7` for a rule,
 * `1 Fallback mode - 2` for a bullet, `1 Fallback mode` for a section with text of its own.
 */
export function readDocumentRows(): DocumentRow[] {
  return documents.flatMap(([name, file]) => readRows(name, readFileSync(`docs/interface/${file}`, 'utf8')))
}

function readRows(name: string, text: string): DocumentRow[] {
  const rows: DocumentRow[] = []
  const used = new Map<string, number>()
  const add = (key: string, line: string) => {
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    rows.push({ key: count === 1 ? key : `${key} #${count}`, text: line })
  }
  const lines = text.split('\n')
  let section = ''
  let bullets = 0
  for (const [at, line] of lines.entries()) {
    const heading = /^#+ (.+)$/.exec(line)?.[1]
    if (heading) {
      section = name === '' ? heading : `${name} ${heading.replace(/ \(.*\)$/, '')}`
      bullets = 0
      continue
    }
    const rule = /^( *)(\d+)\. (.+)$/.exec(line)
    const bullet = /^ *- (.+)$/.exec(line)
    if (line.startsWith('|')) {
      // The line under the head, and the head above it.
      if (/^\|[-| ]+\|$/.test(line) || /^\|[-| ]+\|$/.test(lines[at + 1] ?? '')) continue
      const cells = line.split('|').map(cell => cell.trim().replaceAll('`', ''))
      add(name === '' ? (cells[1] ?? '') : `${section}: ${cells[1]}`, line)
    } else if (rule) {
      add(`${section} ${rule[2]}${rule[1] === '' ? '' : ' step'}`, line)
    } else if (bullet) {
      bullets += 1
      add(`${section} - ${bullets}`, line)
    }
  }
  return rows
}

/** A line of `docs/conformance.md`. */
export type ConformanceLine = {
  readonly key: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

/** The lines of the table: key, files in backticks, tests as `file › title`. */
export function readConformance(): ConformanceLine[] {
  return readFileSync('docs/conformance.md', 'utf8')
    .split('\n')
    .filter(line => /^\| (?!row \||-)/.test(line))
    .map(line => {
      const [, key = '', files = '', tests = ''] = line.split(/(?<!\\)\|/).map(cell => cell.trim())
      return { key, files: quoted(files), tests: quoted(tests) }
    })
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner)

/** Titles of the tests of a file, as they stand in its text. */
export function readTitles(file: string): string {
  return globSync(file).length === 1 ? readFileSync(file, 'utf8') : ''
}
