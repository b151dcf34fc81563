import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeCertificateRequest } from '@guichet/stet/certificate-request.ts'
import { BadKeyMaterial } from '@guichet/stet/eidas.ts'
import { isKeyElsewhere, openSigner } from '#lib/banks/signing.ts'
import { readEnv } from '#lib/env.ts'
import { describeError, fail, loadEnvFile } from '#scripts/command.ts'

const usage = `npm run csr -- --key signer:qseal-2027 --public-key qseal-2027.pub.pem > qseal-2027.csr

  Makes a certificate request (PKCS#10) for a new QSealC, signed by its key: a PEM file, or signer:<name>.
  A key elsewhere needs its public key in PEM. --country is FR by default; name and number are LEGAL_NAME and LEGAL_AUTHORISATION.`

try {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      'public-key': { type: 'string' },
      country: { type: 'string', default: 'FR' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  loadEnvFile()
  process.stdout.write(await writeRequest(values))
  process.exit(0)
} catch (error) {
  const isTooWeak = error instanceof BadKeyMaterial && error.fault === 'key_type'
  fail(`${isTooWeak ? 'The key must be RSA of 2,048 bits or more' : describeError(error)}\n\n${usage}`)
}

async function writeRequest(given: { key?: string; 'public-key'?: string; country: string }): Promise<string> {
  const { key, country } = given
  if (!key) throw new Error('--key is missing: a PEM file, or signer:<name>')
  if (!/^[A-Z]{2}$/.test(country)) throw new Error(`--country is "${country}": give two letters, for instance FR`)
  const isElsewhere = isKeyElsewhere(key)
  const publicFile = given['public-key'] ?? (isElsewhere ? null : key)
  if (publicFile === null)
    throw new Error('--public-key is missing: the public key in PEM, as the signer or the token gives it')
  const publicKey: KeyObject = createPublicKey(readFileSync(publicFile))
  const signer = openSigner(isElsewhere ? key : readFileSync(key, 'utf8'), publicKey)
  const subject = { country, legalName: readEnv('LEGAL_NAME'), organisationId: readEnv('LEGAL_AUTHORISATION') }
  return makeCertificateRequest(subject, publicKey, signer)
}
