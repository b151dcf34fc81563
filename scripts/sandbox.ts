import { join } from 'node:path'
import { ensurePki, listUrlOf } from '#sandbox/pki/ensure.ts'
import { environmentOf, readSettings } from './settings.ts'

// The bank alone, for other teams' clients: no database of ours, no application. A TPP's certificates lie ready, so that
// the calls on the start page work as they are printed; `npm run keys` makes further ones.
const settings = readSettings()
const { DATABASE_URL, AUTH_SECRET, VAULT_KEYS, ...env } = environmentOf(settings, '')
Object.assign(process.env, env)
const { LEGAL_AUTHORISATION: organisationId = '', LEGAL_NAME: name = '' } = env
await ensurePki(join(settings.dataDir, 'pki'), {
  listUrl: listUrlOf(settings.screensPort),
  tpp: { organisationId, name, roles: ['PSP_AI', 'PSP_PI'] },
})
await import('#sandbox/main.ts')
