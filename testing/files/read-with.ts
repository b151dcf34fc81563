import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramName, requireProgram } from '#scripts/checks/programs.ts'

/** What an independent program says and complains of, given a file as its last argument. */
export function readWith(name: ProgramName, args: readonly string[], text: string) {
  const program = requireProgram(name)
  const folder = mkdtempSync(join(tmpdir(), 'guichet-file-'))
  try {
    const path = join(folder, 'exported.csv')
    writeFileSync(path, text)
    // Without it hledger reads ASCII.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    const { stdout, stderr, error } = spawnSync(program, [...args, path], { encoding: 'utf8', env })
    if (error) throw error
    return { said: stdout, complaints: stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What libxml2 finds wrong with a document by that schema, a line each. */
export function findSchemaFaults(schema: string, xml: string): string[] {
  const { complaints } = readWith('xmllint', ['--noout', '--nonet', '--schema', schema], xml)
  return complaints.split('\n').filter(line => line !== '' && !line.endsWith(' validates'))
}

/** The same of a statement in camt.053.001.08. */
export const findStatementFaults = (xml: string) => findSchemaFaults('testing/files/statement.xsd', xml)

/** The same of a notification in camt.054.001.08: like a statement, without a balance. */
export function findNoticeFaults(xml: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-schema-'))
  try {
    const schema = join(folder, 'notice.xsd')
    const statement = readFileSync('testing/files/statement.xsd', 'utf8')
    const notice = statement
      .replace(/<s:element name="Bal".*\n/, '')
      .replaceAll('camt.053', 'camt.054')
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('"Stmt"', '"Ntfctn"')
    writeFileSync(schema, notice)
    return findSchemaFaults(schema, xml)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
