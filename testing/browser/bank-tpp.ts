import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { register, registrationBody } from '@guichet/sandbox/wire/test-application.ts'
import { createTestClient, readTpp } from '@guichet/sandbox/wire/test-client.ts'
import { listenHere } from '#testing/listen-here.ts'
import { expect } from './guichet.ts'
import { settings } from './stack-settings.ts'

/** Another TPP with its own certificates in `dir`, like any other client of this bank. */
export async function startOtherTpp(dir: string, organisationId: string) {
  const site = createServer((_request, response) => response.end('back at the TPP'))
  const tppOrigin = `http://127.0.0.1:${await listenHere(site)}`
  const pki = join(settings.dataDir, 'pki')
  await issueTpp(pki, { organisationId, name: 'Boutique SAS', roles: ['PSP_AI', 'PSP_PI'] }, dir)
  const tpp = readTpp(organisationId, dir)
  const client = createTestClient(readFileSync(join(pki, 'ca.pem'), 'utf8'), tpp, () => settings.bankPort)
  const registered = await register(client, {
    ...registrationBody({ tppOrigin }, tpp),
    redirect_uris: [tppOrigin],
    scope: 'aisp,pisp',
    software_id: 'Boutique',
  })
  expect(registered.status, registered.text).toBe(201)
  return {
    ...client,
    tppOrigin,
    clientId: String(registered.body.client_id),
    async stop() {
      client.close()
      await closeSite(site)
    },
  }
}

function closeSite(site: Server): Promise<void> {
  site.closeAllConnections()
  return new Promise(done => site.close(() => done()))
}
