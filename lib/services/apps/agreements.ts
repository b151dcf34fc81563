import { z } from 'zod'
import { db } from '#lib/db.ts'
import { appGrants } from '#lib/domain/apps/allowance.ts'
import type { AppAgreementView } from '#lib/views/app.ts'

/** What a person agreed to share, each time: kept in the audit trail, since the app's rows say only what holds now. */

const Agreed = z.object({
  until: z.string(),
  historyFrom: z.string().nullable(),
  choice: z.array(z.tuple([z.string(), z.array(z.enum(appGrants))])),
})

const mostShown = 50

/** Newest first. `names`: of accounts that are still there. */
export async function listAgreements(
  userId: string,
  appId: string,
  names: ReadonlyMap<string, string>,
): Promise<AppAgreementView[]> {
  const rows = await db().auditEvent.findMany({
    where: {
      stream: `user:${userId}`,
      action: { in: ['app.allowed', 'app.changed'] },
      detail: { path: ['appId'], equals: appId },
    },
    orderBy: { id: 'desc' },
    take: mostShown,
  })
  return rows.flatMap(({ at, detail }) => {
    const agreed = Agreed.safeParse(detail).data
    if (!agreed) return []
    const { until, historyFrom, choice } = agreed
    const accounts = choice.map(([id, grants]) => ({ id, name: names.get(id) ?? null, grants }))
    return [{ at: at.toISOString(), until, historyFrom, accounts }]
  })
}
