import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import type { ThirdParty } from '#lib/views/third-parties.ts'

const live = ['choosing', 'active'] as const

/** As configured (DORA, art. 28(3)); hosts only. Used by `npm run third-parties`. */
export async function listThirdParties(pushHosts: readonly string[]): Promise<ThirdParty[]> {
  // One that is no longer offered is still asked for those who are with it.
  const where = { OR: [{ enabled: true }, { connections: { some: { status: { in: [...live] } } } }] }
  const banks = await db().bank.findMany({ where, orderBy: { code: 'asc' } })
  return [
    ...banks.map(
      ({ name, code, baseUrl }): ThirdParty => ({
        kind: 'bank',
        name: `${name} (${code})`,
        service: 'Account information and payments through its PSD2 interface',
        host: new URL(baseUrl).host,
        isCritical: true,
        data: 'The PSU’s consents, payment requests, network address while present',
        without: 'Its accounts show what was read last, its payments wait; other banks are not affected',
      }),
    ),
    {
      kind: 'database',
      name: 'PostgreSQL',
      service: 'Stores everything',
      host: new URL(readEnv('DATABASE_URL')).host,
      isCritical: true,
      data: 'All data; tokens and secrets encrypted with keys it does not have',
      without: 'Nothing works; requests are answered 503',
    },
    ...mailServer(),
    ...pushServices(pushHosts),
    ...issuers(),
    ...remoteSigner(),
    ...collector(),
  ]
}

function mailServer(): ThirdParty[] {
  const url = readEnv('SMTP_URL')
  if (url === undefined) return []
  return [
    {
      kind: 'mail',
      name: 'Mail server',
      service: 'Sends mails to people, merchants and operators',
      host: new URL(url).host,
      isCritical: false,
      data: 'Addresses, names, amounts, single-use links; no IBAN in full',
      without: 'Mails wait for five days; nobody can sign up or reset a password',
    },
  ]
}

function pushServices(hosts: readonly string[]): ThirdParty[] {
  if (hosts.length === 0) return []
  return [
    {
      kind: 'push',
      name: 'Push services of browsers',
      service: 'Pass alerts to people’s devices',
      host: hosts.join(' '),
      isCritical: false,
      data: 'Which device gets an alert, and when; its text is encrypted for the device',
      without: 'Devices show no alerts; they are in the application and in mails',
    },
  ]
}

function issuers(): ThirdParty[] {
  const names = [readEnv('TPP_QWAC_CERT'), readEnv('TPP_QSEAL_CERT')].map(
    path => new X509Certificate(readFileSync(path)).issuer,
  )
  return [...new Set(names)].map(issuer => ({
    kind: 'trust_services',
    name: issuer.replaceAll('\n', ', '),
    service: 'Issues and revokes our qualified certificates (QWAC, QSealC)',
    host: null,
    isCritical: true,
    data: 'Our identity as a company',
    without: 'Certificates in use stay valid; a revoked or expired one ends all calls to banks',
  }))
}

function remoteSigner(): ThirdParty[] {
  const url = readEnv('SIGNER_URL')
  if (url === undefined) return []
  return [
    {
      kind: 'signer',
      name: 'Signer',
      service: 'Keeps the keys of our certificates and signs with them',
      host: new URL(url).host,
      isCritical: true,
      data: 'What is signed: headers of requests and digests of their bodies',
      without: 'No call to banks is signed: accounts show what was read last, payments wait',
    },
  ]
}

function collector(): ThirdParty[] {
  const url = readEnv('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (url === undefined) return []
  return [
    {
      kind: 'telemetry',
      name: 'OpenTelemetry collector',
      service: 'Stores traces',
      host: new URL(url).host,
      isCritical: false,
      data: 'Times and outcomes of requests and calls, ids; nobody’s name',
      without: 'No traces',
    },
  ]
}
