import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import forge from 'node-forge'
import { ensurePki } from './pki/ensure.ts'
import { issueTpp } from './pki/issue.ts'
import { organisationIdForm, pspRoles } from './pki/qc-statements.ts'

const usage = (command: string) => `${command} --org PSDFR-ACPR-99999 --name "Other TPP" --roles PSP_AI,PSP_PI --out DIR

Makes a QWAC and a QSealC of a further TPP with the bank's certificate authority: DIR/qwac.pem, DIR/qwac.key, DIR/qseal.pem and
DIR/qseal.key, and both with their keys as PKCS#12 (qwac.p12, qseal.p12). The keys are readable by you alone.

  --password WORD   of the PKCS#12 files (changeit)
  --data DIR        the bank's folder`

/**
 * Runs the command that makes a TPP's certificates. `command` is how it was called, `dataDir` the bank's folder unless one is given.
 * Returns the exit code: 2 for arguments that can't be used, which it names.
 */
export async function runKeys(args: readonly string[], command: string, dataDir: string): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        org: { type: 'string' },
        name: { type: 'string' },
        roles: { type: 'string', default: 'PSP_AI,PSP_PI' },
        out: { type: 'string' },
        password: { type: 'string', default: 'changeit' },
        data: { type: 'string', default: dataDir },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) console.log(usage(command))
    else await makeKeys(values)
    return 0
  } catch (error) {
    console.error(`✖ ${error instanceof Error ? error.message : error}\n\n${usage(command)}`)
    return 2
  }
}

type Wanted = { org?: string; name?: string; roles: string; out?: string; password: string; data: string }

async function makeKeys({ org, name, roles, out, password, data }: Wanted): Promise<void> {
  if (!org) throw new Error('--org is missing: the organisation identifier, for instance PSDFR-ACPR-99999')
  if (!organisationIdForm.test(org))
    throw new Error(`--org is "${org}": it has the form PSDFR-ACPR-99999 (country, authority, number)`)
  if (!name) throw new Error('--name is missing: the legal name of the TPP')
  if (!out) throw new Error('--out is missing: the folder to write to')
  const chosen = roles.split(',').map(role => {
    const known = pspRoles.find(one => one === role.trim())
    if (known === undefined) throw new Error(`--roles has "${role.trim()}": choose from ${pspRoles.join(', ')}`)
    return known
  })
  const dir = resolve(out)
  if (existsSync(join(dir, 'qwac.key')))
    throw new Error(`${dir} already holds keys; nothing was overwritten. Choose another folder.`)
  // Whoever keeps a folder of ours in a repository keeps no keys in it; one that stood before has its own rules.
  if (mkdirSync(dir, { recursive: true }) !== undefined) writeFileSync(join(dir, '.gitignore'), '*\n')
  const pkiDir = join(resolve(data), 'pki')
  await ensurePki(pkiDir)
  await issueTpp(pkiDir, { organisationId: org, name, roles: chosen }, dir)
  for (const pair of ['qwac', 'qseal']) writePkcs12(dir, pair, join(pkiDir, 'ca.pem'), password)
  console.log(`Made for ${name} (${org}), roles ${chosen.join(', ')}:`)
  for (const pair of ['qwac', 'qseal'])
    for (const ending of ['pem', 'key', 'p12']) console.log(`  ${join(dir, `${pair}.${ending}`)}`)
  console.log(`The authority that signed them: ${join(pkiDir, 'ca.pem')}`)
}

function writePkcs12(dir: string, pair: string, ca: string, password: string): void {
  const chain = [join(dir, `${pair}.pem`), ca].map(file => forge.pki.certificateFromPem(readFileSync(file, 'utf8')))
  const key = forge.pki.privateKeyFromPem(readFileSync(join(dir, `${pair}.key`), 'utf8'))
  const file = forge.pkcs12.toPkcs12Asn1(key, chain, password, { algorithm: '3des', friendlyName: pair })
  writeFileSync(join(dir, `${pair}.p12`), forge.asn1.toDer(file).getBytes(), { encoding: 'latin1', mode: 0o600 })
}
