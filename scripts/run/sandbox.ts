import { join } from 'node:path'
import { ensurePki, listUrlOf } from '@guichet/sandbox/pki/ensure.ts'
import { environmentOf, readSettings } from './settings.ts'

// The sandbox bank alone, for other clients: without our database and application. A TPP's certificates are made, so that the calls on
// the start page work as printed; `npm run keys` makes more.
// Alone it speaks http: nobody needs to trust an authority of ours to try it.
const settings = { ...readSettings(), isTls: false }
const { DATABASE_URL, AUTH_SECRET, VAULT_KEYS, ...env } = environmentOf(settings, '')
Object.assign(process.env, env)
const { LEGAL_AUTHORISATION: organisationId = '', LEGAL_NAME: name = '' } = env
await ensurePki(join(settings.dataDir, 'pki'), {
  listUrl: listUrlOf(settings.screensPort),
  tpp: { organisationId, name, roles: ['PSP_AI', 'PSP_PI'] },
})
await import('@guichet/sandbox/main.ts')
