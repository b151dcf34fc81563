import { readFileSync } from 'node:fs'

/** A rule of the bank's interface as docs/interface has it, in English. */
export type Rule = {
  /** The page and the heading that it stands under. */
  readonly source: string
  readonly text: string
}

const pages = [
  { document: '1', file: '1-account-information.md' },
  { document: '2', file: '2-payment-initiation.md' },
  { document: '3', file: '3-registration.md' },
  { document: null, file: 'decisions.md' },
] as const

/** All rules by their ids: `bank:D7` for a decision, `1 Behaviour rules: 3` for document, section and row. */
export function readRules(): ReadonlyMap<string, Rule> {
  return new Map(
    pages.flatMap(({ document, file }) => {
      const text = readFileSync(new URL(`../docs/interface/${file}`, import.meta.url), 'utf8')
      return text.split(/^(?=#+ )/m).flatMap(section => rulesOf(section, document, file))
    }),
  )
}

function rulesOf(section: string, document: string | null, file: string): (readonly [string, Rule])[] {
  const [title = '', ...lines] = section.split('\n')
  const heading = title.replace(/^#+ /, '').replace(/ \([^(]*\)$/, '')
  const rows = lines.filter(line => line.startsWith('|')).map(cellsOf)
  const width = rows[0]?.length ?? 0
  return rows.map(cells => {
    const [id = '', ...told] = cells
    // The last cell of a whole row names its files.
    const text = told.slice(0, cells.length === width ? -1 : undefined).join(': ')
    return [
      document === null ? id : `${document} ${heading}: ${id}`,
      { source: `docs/interface/${file} · ${heading}`, text: text.replaceAll('\\|', '|').replaceAll('`', '') },
    ]
  })
}

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim())
