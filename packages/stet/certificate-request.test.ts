import 'reflect-metadata'
import { generateKeyPairSync } from 'node:crypto'
import { Pkcs10CertificateRequest } from '@peculiar/x509'
import { describe, expect, test } from 'vitest'
import { makeCertificateRequest } from './certificate-request.ts'
import { keySigner } from './signer.ts'

const subject = { country: 'FR', legalName: 'Guichet d’Été SAS', organisationId: 'PSDFR-ACPR-17843' }

describe.each([2048, 4096])('a certificate request with RSA-%i', modulusLength => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  test('is read and verified by an independent library', async () => {
    const request = new Pkcs10CertificateRequest(
      await makeCertificateRequest(subject, publicKey, keySigner(privateKey)),
    )
    expect(request.subject).toBe('C=FR, O=Guichet d’Été SAS, 2.5.4.97=PSDFR-ACPR-17843, CN=Guichet d’Été SAS')
    expect(Buffer.from(request.publicKey.rawData)).toEqual(publicKey.export({ type: 'spki', format: 'der' }))
    expect(await request.verify()).toBe(true)
  })

  test('signed by another key it does not verify', async () => {
    const request = new Pkcs10CertificateRequest(await makeCertificateRequest(subject, publicKey, keySigner(other)))
    expect(await request.verify()).toBe(false)
  })
})

test.each([
  ['RSA of 1,024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
  ['an elliptic curve', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
])('a key that banks refuse is refused: %s', async (_, publicKey) => {
  const signer = keySigner(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const refused = expect.objectContaining({ name: 'BadKeyMaterial', fault: 'key_type' })
  await expect(makeCertificateRequest(subject, publicKey, signer)).rejects.toEqual(refused)
})
