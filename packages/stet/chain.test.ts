import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAuthorities, verifiedChain } from './chain.ts'
import { issue, issueAuthority, makeAuthority } from './testing/certificates.ts'

const read = ({ cert }: { readonly cert: string }) => new X509Certificate(cert)
const names = (chain: readonly X509Certificate[]) => chain.map(({ fingerprint256 }) => fingerprint256)

test('the chain leads from the certificate over what is between to an authority', async () => {
  const root = await makeAuthority('Root')
  const between = await issueAuthority(root, { name: 'Between' })
  const [leaf, middle, top] = [read(await issue(between, { name: 'bank' })), read(between), read(root)]
  expect(names(verifiedChain(leaf, [top, middle]))).toEqual(names([leaf, middle, top]))
  expect(names(verifiedChain(leaf, [middle]))).toEqual(names([leaf, middle]))
  expect(names(verifiedChain(leaf, [top]))).toEqual(names([leaf]))
})

test('a certificate of nobody known, or of another authority with the same name, stands alone', async () => {
  const [root, other] = [await makeAuthority('Root'), await makeAuthority('Root')]
  const leaf = read(await issue(root, { name: 'bank' }))
  expect(names(verifiedChain(leaf, [read(other)]))).toEqual(names([leaf]))
  expect(names(verifiedChain(leaf, []))).toEqual(names([leaf]))
  expect(names(verifiedChain(leaf, [read(other), read(root)]))).toEqual(names([leaf, read(root)]))
})

test('what the peer sent beside it leads nowhere without an authority', async () => {
  const root = await makeAuthority('Root')
  const between = await issueAuthority(root, { name: 'Between' })
  const [leaf, middle] = [read(await issue(between, { name: 'bank' })), read(between)]
  // As Node presents what the peer sent.
  Object.defineProperty(leaf, 'issuerCertificate', { value: middle })
  expect(names(verifiedChain(leaf, []))).toEqual(names([leaf]))
  expect(names(verifiedChain(leaf, [read(root)]))).toEqual(names([leaf, middle, read(root)]))
})

test('a certificate that is no authority issues nothing', async () => {
  const root = await makeAuthority('Root')
  const shop = await issue(root, { name: 'Shop' })
  const leaf = read(await issue({ ...root, ...shop, name: 'Shop' }, { name: 'bank' }))
  expect(names(verifiedChain(leaf, [read(shop)]))).toEqual(names([leaf]))
})

test('authorities are read from a text, a buffer or a list of them, and what is none is skipped', async () => {
  const [one, two] = [await makeAuthority('One'), await makeAuthority('Two')]
  const both = names([read(one), read(two)])
  expect(names(readAuthorities(`${one.cert}\n${two.cert}`))).toEqual(both)
  expect(names(readAuthorities(Buffer.from(one.cert + two.cert)))).toEqual(both)
  const list = [one.cert, Buffer.from(two.cert)]
  expect(names(readAuthorities(list))).toEqual(both)
  expect(readAuthorities(list)).toBe(readAuthorities(list))
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  expect(names(readAuthorities([broken, one.cert]))).toEqual(both.slice(0, 1))
})
