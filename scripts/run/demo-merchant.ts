import type { Verb } from '#lib/domain/acts.ts'
import type { ApiScope } from '#lib/domain/merchant/api-key.ts'
import { demoMerchant, demoShop } from '#prisma/seed.ts'
import { ensureApplicationDatabase, ensurePostgres } from './postgres.ts'
import { environmentOf, readSettings } from './settings.ts'

/**
 * The merchant of the running demonstration, with a test key for a program of ours, as the merchant's pages make one. Throws if no
 * demonstration runs here.
 */
export async function openDemoMerchant(keyName: string, scopes: readonly ApiScope[]) {
  const settings = readSettings()
  const postgres = settings.databaseUrl ? null : await ensurePostgres(settings.dataDir, settings.postgresPort)
  if (postgres && !postgres.found) {
    await postgres.stop()
    throw new Error('Nothing is running here: start npm run demo first, with the same GUICHET_DATA and ports.')
  }
  const databaseUrl = postgres
    ? await ensureApplicationDatabase(postgres, settings.dataDir, 'guichet')
    : settings.databaseUrl
  const env = environmentOf(settings, databaseUrl ?? '')
  Object.assign(process.env, env)
  // These read the environment.
  const { closeDb, db } = await import('#lib/db.ts')
  const { actAsMember } = await import('#lib/services/merchant/actor.ts')
  const { createApiKey, revokeApiKey } = await import('#lib/services/merchant/api-keys.ts')

  const { id: userId } = await db().user.findUniqueOrThrow({ where: { email: demoMerchant.email } })
  const { organisationId } = await db().membership.findFirstOrThrow({
    where: { userId, organisation: { name: demoShop.name } },
  })
  const as = <Wanted extends Verb>(verb: Wanted) =>
    actAsMember({ userId, authenticatedAt: new Date() }, { organisationId, mode: 'test' }, verb)
  const input = { mode: 'test' as const, name: keyName, scopes: [...scopes] }
  const { key, view } = await createApiKey(await as('key.create'), input)
  return {
    organisationId,
    as,
    key,
    /** Where Guichet is. */
    origin: settings.isTls ? `http://localhost:${settings.appPort}` : (env.APP_URL ?? ''),
    /** Revokes the key. */
    close: async () => {
      await revokeApiKey(await as('key.revoke'), view.id)
      await closeDb()
    },
  }
}
