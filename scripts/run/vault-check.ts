import { decodeProtectedHeader } from 'jose'
import { announceKeys, listRunningKids, withdrawKeys } from '#lib/base/running-processes.ts'
import { countSealed, type SealedCount, type SealedSample, sampleSealed } from '#lib/base/sealed-values.ts'
import { readVaultSource } from '#lib/env.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'
import { open } from '#lib/vault.ts'

/**
 * Whether the vault's keys open what the database holds, and what the processes that run will still write to it: with others this one
 * would lose tokens and secrets one by one, or others would lose what it writes.
 */
export async function findKeyFaults(): Promise<readonly string[]> {
  // Said first: of two that start at once, at least one sees the other.
  await announceKeys()
  const faults = [...(await findStoredFaults()), ...(await findRunningFaults())]
  if (faults.length > 0) await withdrawKeys()
  return faults
}

async function findStoredFaults(): Promise<readonly string[]> {
  const ours = readVaultKeys().map(({ kid }) => kid)
  const samples = (await sampleSealed()).filter(({ kid }) => kid !== '')
  const isMissing = ({ kid }: { kid: string }) => !ours.includes(kid)
  const counts = samples.some(isMissing) ? (await countSealed()).filter(one => one.kid !== '' && isMissing(one)) : []
  const missing = [...Map.groupBy(counts, ({ kid }) => kid)].map(
    ([kid, found]) =>
      `${readVaultSource()}: key ${kid} is missing, which is needed for ${sayWhere(found)}. Put it back at the end of the list (docs/operations/run.md).`,
  )
  const foreign: string[] = []
  for (const [kid, found] of Map.groupBy(samples, one => one.kid)) {
    if (ours.includes(kid) && !(await opensAny(found)))
      foreign.push(
        `${readVaultSource()}: key ${kid} is not the one of this name that the database was encrypted with. Give the keys that belong to this database (docs/operations/incident.md, Restore).`,
      )
  }
  return [...missing, ...foreign]
}

/** Such as: 44 values in PaymentAttempt. */
function sayWhere(found: readonly SealedCount[]): string {
  return found.map(({ table, count }) => `${count} ${count === 1 ? 'value' : 'values'} in ${table}`).join(', ')
}

/** Whether one of them opens, or none is there to try: single ones may be damaged. */
async function opensAny(samples: readonly SealedSample[]): Promise<boolean> {
  const tried = samples.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]))
  for (const sealed of tried) if (await opens(sealed)) return true
  return tried.length === 0
}

async function opens(sealed: string): Promise<boolean> {
  try {
    const { row, col } = decodeProtectedHeader(sealed)
    await open(sealed, { row: String(row), column: String(col) })
    return true
  } catch {
    return false
  }
}

/** Every process has to read what this one seals, and this one what they seal. */
async function findRunningFaults(): Promise<readonly string[]> {
  const ours = readVaultKeys().map(({ kid }) => kid)
  const [first = ''] = ours
  const running = await listRunningKids()
  const unknowing = running.filter(kids => !kids.includes(first)).length
  const theirs = new Set(running.flatMap(([kid]) => (kid !== undefined && !ours.includes(kid) ? [kid] : [])))
  return [
    ...(unknowing > 0
      ? [
          `${readVaultSource()}: key ${first} is first, and ${unknowing === 1 ? 'a running process does' : `${unknowing} running processes do`} not have it. Put it at the end of the list, restart every process, then put it first (docs/operations/run.md).`,
        ]
      : []),
    ...[...theirs].map(
      kid => `${readVaultSource()}: key ${kid} is missing, and running processes encrypt with it. Add it to the list.`,
    ),
  ]
}
