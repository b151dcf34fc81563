import { listRunningKids } from '#lib/base/running-processes.ts'
import { countSealed } from '#lib/base/sealed-values.ts'
import { closeDb } from '#lib/db.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'
import { beginCommand, describeError, fail } from '#scripts/command.ts'

beginCommand(`npm run vault

  Says of each key of the vault how many values are encrypted with it, in which tables, and how many running processes have it: whether it
  can be put first, and whether it can be taken out (docs/operations/run.md). Changes nothing.
  Variables: .env.example. They are read from the environment and from .env.`)

try {
  const [counts, running] = [await countSealed(), await listRunningKids()]
  const ours = readVaultKeys().map(({ kid }) => kid)
  for (const kid of new Set([...ours, ...running.flat(), ...counts.map(one => one.kid)])) {
    const found = counts.filter(one => one.kid === kid)
    const readers = running.filter(kids => kids.includes(kid)).length
    const values = found.reduce((sum, { count }) => sum + count, 0)
    const isUsed = running.some(([first]) => first === kid)
    const tables = found.map(({ table, count }) => `${table} ${count}`).join(', ')
    const name = kid === '' ? 'no key' : kid
    console.log(
      `${name}: ${values} values${tables && ` (${tables})`}; ${readers} of ${running.length} running processes have it. ${verdictOf({ kid, values, isUsed, isEverywhere: readers === running.length })}`,
    )
  }
} catch (error) {
  fail(describeError(error))
} finally {
  await closeDb()
}

type Facts = {
  readonly kid: string
  readonly values: number
  /** A running process encrypts with it. */
  readonly isUsed: boolean
  readonly isEverywhere: boolean
}

function verdictOf({ kid, values, isUsed, isEverywhere }: Facts): string {
  if (kid === '') return 'These are damaged.'
  if (isUsed) return 'It encrypts.'
  if (values > 0) return 'Keep it.'
  return isEverywhere ? 'It can be put first, or taken out.' : 'It can’t be put first yet.'
}
