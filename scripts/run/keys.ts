import { runKeys } from '@guichet/sandbox/keys.ts'
import { readSettings } from './settings.ts'

process.exitCode = await runKeys(process.argv.slice(2), 'npm run keys --', readSettings().dataDir)
