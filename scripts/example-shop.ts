import { spawn } from 'node:child_process'
import type { Verb } from '#lib/domain/merchant/actor.ts'
import type { ApiScope } from '#lib/domain/merchant/api-key.ts'
import { demoMerchant, demoShop } from '#prisma/seed.ts'
import { ensureApplicationDatabase, ensurePostgres } from './postgres.ts'
import { environmentOf, readSettings } from './settings.ts'

/**
 * Runs examples/shop with the running demonstration: creates a test key and a webhook endpoint for the demo's merchant, as its
 * pages do, and deletes both at the end.
 */
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

const { closeDb, db } = await import('#lib/db.ts')
const { actAsMember } = await import('#lib/services/merchant/actor.ts')
const { withoutKey } = await import('#lib/services/keep.ts')
const { createApiKey, revokeApiKey } = await import('#lib/services/merchant/api-keys.ts')
const { createEndpoint, deleteEndpoint } = await import('#lib/services/webhooks/endpoints.ts')

const port = process.env.SHOP_PORT ?? '4000'
const { id: userId } = await db().user.findUniqueOrThrow({ where: { email: demoMerchant.email } })
const { organisationId } = await db().membership.findFirstOrThrow({
  where: { userId, organisation: { name: demoShop.name } },
})
const home = `http://localhost:${port}/`
const { returnUrls } = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
if (!returnUrls.includes(home)) {
  await db().organisation.update({ where: { id: organisationId }, data: { returnUrls: [...returnUrls, home] } })
}

const as = <Wanted extends Verb>(verb: Wanted) =>
  actAsMember({ userId, authenticatedAt: new Date() }, { organisationId, mode: 'test' }, verb)
const scopes: ApiScope[] = ['payments:write']
const { key, view } = await createApiKey(await as('key.create'), { mode: 'test', name: 'Example shop', scopes })
const target = { url: `${home}hooks`, description: 'Example shop', eventTypes: [] }
const { secret, endpoint } = await createEndpoint(await as('webhook.create'), target, withoutKey)

const shop = spawn(process.execPath, ['examples/shop/shop.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    GUICHET_ORIGIN: env.APP_URL,
    GUICHET_KEY: key,
    GUICHET_SECRET: secret,
    SHOP_PORT: port,
  },
})
console.log(`The shop: ${home}  Ctrl-C stops it.`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))
await new Promise(done => shop.once('exit', done))
try {
  await deleteEndpoint(await as('webhook.delete'), endpoint.id)
  await revokeApiKey(await as('key.revoke'), view.id)
  await closeDb()
} catch {
  console.error(
    'The demonstration ended first: the shop’s key and its webhook endpoint stay there until somebody revokes them.',
  )
  process.exitCode = 1
}
