import { parseCertificate, type TppCertificate } from '#sandbox/pki/read-certificate.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Application } from '#sandbox/store/applications.ts'
import { findFetchedCertificate, saveFetchedCertificate } from '#sandbox/store/certificates.ts'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import { fetchCertificate } from '#sandbox/wire/fetch-certificate.ts'
import { isAcceptableUri } from '#sandbox/wire/redirect-uris.ts'
import { refuse, refuseProof } from '#sandbox/wire/refuse.ts'
import { describeFault } from './certificate.ts'

/**
 * The seal certificate of a keyId (bank:D16): the `kid` of the registration, or the URL of a PEM below an origin of the registered
 * redirect_uris (bank:D57) that ends in `_<SHA-256 of the DER in hex>`. Chain, validity, revocation, use and organisation are checked
 * on every call; it is downloaded once.
 */
export async function findSealCertificate(exchange: Exchange, keyId: string): Promise<TppCertificate> {
  const { application, sandbox } = exchange
  if (!application) throw new Error('the signature is checked after the application is known')
  const certificate = await locate(sandbox, application, keyId)
  checkSealCertificate(sandbox, certificate, application.organisationId)
  return certificate
}

/** Refuses (BE05) a seal certificate that is not of our authority, not valid now, revoked, no QSealC or of another organisation. */
export function checkSealCertificate(sandbox: Sandbox, certificate: TppCertificate, organisationId: string): void {
  const fault = sandbox.pki.findFault(certificate, sandbox.clock.realNow())
  if (fault) refuse('BE05', describeFault('seal certificate', fault))
  if (certificate.use !== 'qsealc') refuse('BE05', 'The seal certificate is no QSealC (QcType eseal)')
  if (certificate.organisationId !== organisationId) refuse('BE05', 'The seal certificate is of another organisation')
}

async function locate(sandbox: Sandbox, application: Application, keyId: string): Promise<TppCertificate> {
  if (keyId === application.kid) return parseStored(application.certificatePem)
  const fingerprint = readKeyIdUrl(application, keyId)
  const stored = findFetchedCertificate(sandbox.db, keyId)
  if (stored !== null) return parseStored(stored)
  return await fetchOnce(sandbox, keyId, fingerprint)
}

/** The fingerprint in a keyId URL; refuses a URL that must not or cannot be fetched. */
function readKeyIdUrl(application: Application, keyId: string): string {
  if (!isAcceptableUri(keyId))
    refuseProof('Signature', 'keyId must be an https URL (loopback: http) or the registered kid')
  const url = new URL(keyId)
  const origins = application.redirectUris.map(uri => new URL(uri).origin)
  if (!origins.includes(url.origin)) refuseProof('Signature', 'keyId lies outside the registered redirect_uris')
  const fingerprint = /_([0-9a-f]{64})(?:\.pem)?$/i.exec(url.pathname)?.[1]
  if (!fingerprint || url.search !== '')
    refuseProof('Signature', 'keyId must end in _<SHA-256 of the certificate in hex>')
  return fingerprint.toLowerCase()
}

const underWay = new Map<string, Promise<TppCertificate>>()

async function fetchOnce(sandbox: Sandbox, keyId: string, fingerprint: string): Promise<TppCertificate> {
  const running = underWay.get(keyId)
  if (running) return await running
  const started = fetchAndCheck(sandbox, keyId, fingerprint)
  underWay.set(keyId, started)
  try {
    return await started
  } finally {
    underWay.delete(keyId)
  }
}

async function fetchAndCheck(sandbox: Sandbox, keyId: string, fingerprint: string): Promise<TppCertificate> {
  const fetched = await fetchCertificate(new URL(keyId), sandbox.pki.caPem)
  if (!fetched.ok) refuseProof('Signature', `keyId: ${fetched.fault}`)
  const certificate = parseCertificate(fetched.bytes)
  if (!certificate) refuseProof('Signature', 'keyId: what lies there is no certificate in PEM')
  if (certificate.fingerprint !== fingerprint) {
    refuseProof('Signature', 'keyId: the certificate there has another fingerprint')
  }
  const pem = certificate.x509.toString()
  saveFetchedCertificate(sandbox.db, { keyId, fingerprint, pem, fetchedAt: sandbox.clock.realNow() })
  return certificate
}

const parsed = new Map<string, TppCertificate>()

function parseStored(pem: string): TppCertificate {
  const known = parsed.get(pem)
  if (known) return known
  const certificate = parseCertificate(pem)
  if (!certificate) throw new Error('a stored certificate cannot be read')
  if (parsed.size >= 1_000) parsed.clear()
  parsed.set(pem, certificate)
  return certificate
}
