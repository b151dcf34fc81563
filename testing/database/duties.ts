import { readFileSync } from 'node:fs'

/**
 * The blocks of commands under a heading of docs/operations, each as it stands there, so that what is documented is what is run.
 * Throws if there are none.
 */
export function readCommands(heading: string, page = readDuties()): readonly string[] {
  const lines = page.split('\n')
  const from = lines.findIndex(line => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  const rest = lines.slice(from + 1)
  const to = rest.findIndex(line => line.startsWith('#'))
  const section = to < 0 ? rest : rest.slice(0, to)
  const blocks = section
    .join('\n')
    .split(/\n(?! {4})/)
    .map(part => part.split('\n').filter(line => line.startsWith('    ')))
    .filter(block => block.length > 0)
    .map(block => block.map(line => line.slice(4)).join('\n'))
  if (from < 0 || blocks.length === 0) throw new Error(`docs/operations has no commands under “${heading}”`)
  return blocks
}

/** The pages of an operator's duties, as one text. */
export function readDuties(): string {
  return ['run', 'incident'].map(name => readFileSync(`docs/operations/${name}.md`, 'utf8')).join('\n')
}
