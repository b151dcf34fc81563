import { environmentOf, readSettings } from './settings.ts'

// The bank alone, for other teams' clients: no database of ours, no application.
const settings = readSettings()
const { DATABASE_URL, AUTH_SECRET, VAULT_KEYS, ...env } = environmentOf(settings, '')
Object.assign(process.env, env)
await import('#sandbox/main.ts')
