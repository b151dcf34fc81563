import { spawn } from 'node:child_process'
import { openDemoMerchant } from './demo-merchant.ts'

/**
 * Runs examples/shop with the running demonstration: creates a test key and a webhook endpoint for the demo's merchant, as its
 * pages do, and deletes both at the end.
 */
const { organisationId, as, key, origin, close } = await openDemoMerchant('Example shop', ['payments:write'])
const { db } = await import('#lib/db.ts')
const { storeNothing } = await import('#lib/base/idempotent-result.ts')
const { createEndpoint, deleteEndpoint } = await import('#lib/services/webhooks/endpoints.ts')

const port = process.env.SHOP_PORT ?? '4000'
const home = `http://localhost:${port}/`
const { returnUrls } = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
if (!returnUrls.includes(home)) {
  await db().organisation.update({ where: { id: organisationId }, data: { returnUrls: [...returnUrls, home] } })
}
const target = { url: `${home}hooks`, description: 'Example shop', eventTypes: [] }
const { secret, endpoint } = await createEndpoint(await as('webhook.create'), target, storeNothing)

const shop = spawn(process.execPath, ['examples/shop/shop.ts'], {
  stdio: 'inherit',
  env: { ...process.env, GUICHET_ORIGIN: origin, GUICHET_KEY: key, GUICHET_SECRET: secret, SHOP_PORT: port },
})
console.log(`The shop: ${home}  Ctrl-C stops it.`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))
await new Promise(done => shop.once('exit', done))
try {
  await deleteEndpoint(await as('webhook.delete'), endpoint.id)
  await close()
} catch {
  console.error(
    'The demonstration ended first: the shop’s key and its webhook endpoint stay there until somebody revokes them.',
  )
  process.exitCode = 1
}
