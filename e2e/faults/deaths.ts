import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { db } from '#lib/db.ts'
import { open } from '#lib/vault.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import { expireAccess, newCrew, newCustomer, passLeases } from '#testing/processes/crew.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import type { Stack } from '#testing/stack/start.ts'

/**
 * R2 and R3 at random: one to three processes in a row die while they refresh a token, between any two statements or calls, at a
 * bank that rotates or not. The bank tells whether the grant is lost: it knows the valid refresh token.
 */

type Point =
  | { readonly wire: 'die_before' | 'die_after' }
  | { readonly statement: number; readonly act: 'die_before' | 'die_after' }

export type Deaths = { readonly seed: number; readonly rotates: boolean; readonly points: readonly Point[] }

/** The scenario of a seed. Pure. */
export function planDeaths(seed: number): Deaths {
  const bytes = createHash('sha256').update(`deaths ${seed}`).digest()
  const byte = (at: number) => bytes[at] ?? 0
  const points = Array.from({ length: 1 + (byte(0) % 3) }, (_, death): Point => {
    const act = byte(death * 3 + 2) % 2 === 0 ? ('die_before' as const) : ('die_after' as const)
    return byte(death * 3 + 3) % 3 === 0 ? { wire: act } : { statement: byte(death * 3 + 4) % 24, act }
  })
  return { seed, rotates: byte(1) % 4 !== 0, points }
}

export type DeathReport = {
  readonly deaths: number
  /** The bank had issued a token that nobody stored: the only way to lose a grant. */
  readonly lost: boolean
  readonly faults: readonly string[]
}

const call = 'testing/processes/acts.ts'

/** Plays one scenario; `survivor` lives through all of them. */
export async function playDeaths(
  stack: Pick<Stack, 'running'>,
  survivor: OurProcess,
  deaths: Deaths,
): Promise<DeathReport> {
  await askDesk(stack.running, 'PUT', '/refresh-rotation', { rotate: deaths.rotates })
  const scope = await newCustomer(people.lea)
  // A successful refresh comes first, so that there is a previous token.
  await expireAccess(scope)
  await survivor.call(call, 'readList', scope)
  let died = 0
  for (const point of deaths.points) {
    await expireAccess(scope)
    if (await dieAt(point, scope)) died += 1
    await passLeases()
  }
  const lost = !(await isKept(stack, scope))
  const tokenCalls = async () => (await survivor.sent()).filter(line => line.endsWith('/oauth/token')).length
  const before = await tokenCalls()
  await expireAccess(scope)
  const seen = await survivor.call<(number | string)[]>(call, 'readLists', scope, 5)
  const spent = (await tokenCalls()) - before
  await survivor.call(call, 'readLists', scope, 5)
  const again = (await tokenCalls()) - before - spent
  const { status } = await db().connection.findUniqueOrThrow({ where: { id: scope.connectionId } })
  const notices = await db().notice.count({ where: { connectionId: scope.connectionId, kind: 'revoked' } })
  const faults = [
    ...(lost || status === 'active' ? [] : [`the bank still honours what we hold, and it is ${status}`]),
    ...(lost && status !== 'revoked' ? [`nobody holds a good token, and it is ${status}`] : []),
    ...(status === 'active' && !seen.every(count => typeof count === 'number') ? [`active, but ${seen.join()}`] : []),
    ...(notices === (lost ? 1 : 0) ? [] : [`the person was told ${notices} times`]),
    ...(spent <= 2 ? [] : [`${spent} token calls`]),
    ...(again === 0 ? [] : [`${again} more token calls`]),
  ]
  return { deaths: died, lost, faults }
}

/** Starts a process that refreshes and dies at this point, or survives if it does not reach it. */
async function dieAt(point: Point, scope: Scope): Promise<boolean> {
  const crew = newCrew()
  try {
    const one = await crew.start()
    if ('wire' in point) await one.addFault({ bankCode: '19870', match: '/oauth/token', act: point.wire })
    else await one.addStatement({ after: point.statement, act: point.act })
    return await Promise.race([
      one.call(call, 'readList', scope).then(
        () => false,
        () => true,
      ),
      one.gone.then(() => true),
    ])
  } finally {
    await crew.kill()
  }
}

/** Whether the token that the bank accepts is one that we stored: by its hash, in the bank's store. */
async function isKept({ running }: Pick<Stack, 'running'>, { connectionId }: Scope): Promise<boolean> {
  const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  const store = new DatabaseSync(join(running.dataDir, 'sandbox.db'), { readOnly: true })
  try {
    const taken = store
      .prepare(
        "SELECT refresh_hash FROM token_pairs WHERE revoked_at IS NULL AND scope = 'aisp' AND refresh_hash NOT NULL",
      )
      .all()
      .map(({ refresh_hash }) => String(refresh_hash))
    const columns = ['refreshSealed', 'previousSealed'] as const
    const hashes = await Promise.all(
      columns.map(async column => {
        const sealed = row[column]
        if (sealed === null) return ''
        const token = await open(sealed, { row: connectionId, column: `Connection.${column}` })
        return createHash('sha256').update(token).digest('hex')
      }),
    )
    return hashes.some(hash => taken.includes(hash))
  } finally {
    store.close()
  }
}
