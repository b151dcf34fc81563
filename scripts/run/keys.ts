import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensurePki } from '@guichet/sandbox/pki/ensure.ts'
import { issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { readSettings } from './settings.ts'

const usage = `npm run keys -- --org PSDFR-ACPR-99999 --name "Other TPP" --roles PSP_AI,PSP_PI --out DIR

Makes a QWAC and a QSealC of a further TPP with the local certificate authority:
DIR/qwac.pem, DIR/qwac.key, DIR/qseal.pem, DIR/qseal.key (the keys readable by you alone).`

const known = ['PSP_AI', 'PSP_PI', 'PSP_IC'] as const
type Role = (typeof known)[number]

try {
  const { values } = parseArgs({
    options: {
      org: { type: 'string' },
      name: { type: 'string' },
      roles: { type: 'string', default: 'PSP_AI,PSP_PI' },
      out: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) console.log(usage)
  else await makeKeys(values)
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exit(2)
}

async function makeKeys({ org, name, roles, out }: { org?: string; name?: string; roles?: string; out?: string }) {
  if (!org) throw new Error('--org is missing: the organisation identifier, for instance PSDFR-ACPR-99999')
  if (!/^PSD[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9-]+$/.test(org))
    throw new Error(`--org is "${org}": it has the form PSDFR-ACPR-99999 (country, authority, number)`)
  if (!name) throw new Error('--name is missing: the legal name of the TPP')
  if (!out) throw new Error('--out is missing: the folder to write to')
  const chosen = (roles ?? '').split(',').map(role => role.trim())
  const strange = chosen.find(role => !known.some(one => one === role))
  if (strange !== undefined) throw new Error(`--roles has "${strange}": choose from ${known.join(', ')}`)
  const dir = resolve(out)
  if (existsSync(join(dir, 'qwac.key')))
    throw new Error(`${dir} already holds keys; nothing was overwritten. Choose another folder.`)
  mkdirSync(dir, { recursive: true })
  const pkiDir = join(readSettings().dataDir, 'pki')
  await ensurePki(pkiDir, {})
  await issueTpp(
    pkiDir,
    { organisationId: org, name, roles: chosen.filter((role): role is Role => known.some(one => one === role)) },
    dir,
  )
  console.log(`Made for ${name} (${org}), roles ${chosen.join(', ')}:`)
  for (const file of ['qwac.pem', 'qwac.key', 'qseal.pem', 'qseal.key']) console.log(`  ${join(dir, file)}`)
  console.log(`The authority that signed them: ${join(pkiDir, 'ca.pem')}`)
}
