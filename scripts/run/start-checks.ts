import { existsSync, readFileSync, statSync } from 'node:fs'
import { readAuthorities } from '@guichet/stet/chain.ts'
import {
  BadKeyMaterial,
  type KeyFault,
  readEidasCertificate,
  readKeylessCertificate,
  readKeyMaterial,
} from '@guichet/stet/eidas.ts'
import pg from 'pg'
import { findSignerFault, isKeyElsewhere } from '#lib/banks/signing.ts'
import { listRunningKids, withdrawKeys } from '#lib/base/running-processes.ts'
import { connectionConfig, isPooled } from '#lib/db.ts'
import { BadEnvironment, type Env, loadEnv, readEnv } from '#lib/env.ts'
import { findMailFault, isMailOn } from '#lib/mail.ts'
import { clockToleranceMs } from '#lib/services/operator/health.ts'
import { isPrivate, readVaultKeys } from '#lib/vault/keys.ts'
import { describeError, fail } from '#scripts/command.ts'
import { findMissingMigrations } from './migrate.ts'
import { findKeyFaults } from './vault-check.ts'

/** Ends the process, naming every fault of the environment, the certificates, the clock or the database at once, unless there is none. */
export async function checkStart(): Promise<void> {
  try {
    const faults = await findStartFaults(loadEnv(), new Date())
    if (faults.length > 0) fail(`Guichet can't start:\n  ${faults.join('\n  ')}`)
  } catch (error) {
    fail(`Guichet can't start. ${describeError(error)}`)
  }
}

/**
 * What would make the first request fail although the environment is complete: certificates and keys, the clock, the database.
 * Returns a sentence for each fault, with the remedy; empty if there is none.
 */
async function findStartFaults(env: Env, at: Date): Promise<readonly string[]> {
  const vault = findVaultFaults()
  const faults = [
    ...vault,
    ...findCertificateFaults(env, at),
    ...(await findDatabaseFaults(at, vault.length === 0 && !env.VAULT_LOST)),
  ]
  if (faults.length > 0) return faults
  const others = [...(await findSignerFaults(env)), ...(await findMailFaults())]
  // By now it has said which keys it reads.
  if (others.length > 0) await withdrawKeys()
  return others
}

/** The keys are read here, once: a command would delay the first request. */
export function findVaultFaults(): readonly string[] {
  try {
    readVaultKeys()
    return []
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error
    return [error.message]
  }
}

type Files = Pick<
  Env,
  'TPP_QWAC_CERT' | 'TPP_QWAC_KEY' | 'TPP_QSEAL_CERT' | 'TPP_QSEAL_KEY' | 'BANK_CA' | 'LEGAL_AUTHORISATION'
>

/** Faults of the two certificates, their keys and the banks' authorities (docs/operations/install.md, Two certificates). */
export function findCertificateFaults(env: Files, at: Date): readonly string[] {
  return [
    ...findPairFaults(env, { use: 'qwac', certificate: 'TPP_QWAC_CERT', key: 'TPP_QWAC_KEY' }, at),
    ...findPairFaults(env, { use: 'qsealc', certificate: 'TPP_QSEAL_CERT', key: 'TPP_QSEAL_KEY' }, at),
    ...findAuthorityFaults(env.BANK_CA),
  ]
}

/**
 * Asks the signer or the token for one signature, if the QSealC's key is there. One that doesn't answer is only warned of: pages need no
 * signature, and calls to banks are made once it does.
 */
async function findSignerFaults({ TPP_QSEAL_CERT, TPP_QSEAL_KEY }: Files): Promise<readonly string[]> {
  if (!isKeyElsewhere(TPP_QSEAL_KEY)) return []
  const fault = await findSignerFault(TPP_QSEAL_KEY, readFileSync(TPP_QSEAL_CERT, 'utf8'))
  if (fault === null) return []
  const sentence = `TPP_QSEAL_KEY: ${fault.message}.`
  if (fault.fault !== 'no_answer') return [sentence]
  process.stderr.write(`${sentence} Until it does, nothing can be sent to banks.\n`)
  return []
}

/** A mail server without TLS would never get a mail. One that doesn't answer is only warned of, as mails wait. */
async function findMailFaults(): Promise<readonly string[]> {
  const fault = isMailOn() ? await findMailFault() : null
  if (fault === null) return []
  if (fault.lacksTls)
    return [
      'SMTP_URL: the mail server has no TLS. Set it up there, or end the address with ?ignoreTLS=true to do without.',
    ]
  process.stderr.write(
    `SMTP_URL: the mail server takes no mails (${describeError(fault.error)}). Until it does, they wait.\n`,
  )
  return []
}

type Pair = {
  readonly use: 'qwac' | 'qsealc'
  readonly certificate: 'TPP_QWAC_CERT' | 'TPP_QSEAL_CERT'
  readonly key: 'TPP_QWAC_KEY' | 'TPP_QSEAL_KEY'
}

const titles = {
  qwac: 'website certificate (QWAC)',
  qsealc: 'seal certificate (QSealC)',
  unknown: 'certificate without an eIDAS statement',
}

function findPairFaults(env: Files, { use, certificate, key }: Pair, at: Date): readonly string[] {
  const data = readText(env[certificate])
  const isElsewhere = use === 'qsealc' && isKeyElsewhere(env[key])
  const keyText = isElsewhere ? '' : readText(env[key])
  const unreadable = [
    ...(data === null ? [cannotRead(certificate, env[certificate])] : []),
    ...(keyText === null ? [cannotRead(key, env[key])] : []),
  ]
  if (data === null || keyText === null) return unreadable
  try {
    const { certificatePem } = isElsewhere
      ? readKeylessCertificate(data)
      : readKeyMaterial({ data, key: keyText, password: '' })
    const modeFaults = isElsewhere ? [] : findModeFaults(key, env[key])
    return [...findIdentityFaults(env, { use, certificate, key }, certificatePem, at), ...modeFaults]
  } catch (error) {
    if (!(error instanceof BadKeyMaterial)) throw error
    return [pairFaults[error.fault](certificate, key)]
  }
}

const pairFaults: { readonly [fault in KeyFault]: (certificate: string, key: string) => string } = {
  certificate: name =>
    `${name}: the file holds no certificate in PEM. Convert it as described in docs/operations/install.md, Two certificates.`,
  key: (_, name) =>
    `${name}: the file holds no private key in PEM. Convert it as described in docs/operations/install.md, Two certificates.`,
  password: (_, name) => `${name}: the key is encrypted. Decrypt it: openssl pkcs8 -in … -out … (mode 0600).`,
  mismatch: (certificate, key) =>
    `${key}: the key does not belong to the certificate of ${certificate}. Give both files of one pair.`,
  key_type: name =>
    `${name}: the key is not RSA with at least 2048 bits, which the interface signs with. Order such a certificate.`,
}

function findIdentityFaults(env: Files, pair: Pair, pem: string, at: Date): readonly string[] {
  const found = readEidasCertificate(pem)
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const faults: string[] = []
  if (found.use !== pair.use)
    faults.push(`${pair.certificate}: this is a ${titles[found.use]}, not a ${titles[pair.use]}. Give the other file.`)
  if (found.organisationId !== env.LEGAL_AUTHORISATION)
    faults.push(
      `${pair.certificate}: issued to ${found.organisationId ?? 'nobody'}, but LEGAL_AUTHORISATION is ${env.LEGAL_AUTHORISATION}. Set both to the authority's number.`,
    )
  if (found.validTo <= at)
    faults.push(
      `${pair.certificate}: expired on ${day(found.validTo)}. Order a new one; the machine's clock says ${day(at)}.`,
    )
  if (found.validFrom > at)
    faults.push(
      `${pair.certificate}: valid from ${day(found.validFrom)}. The machine's clock says ${day(at)}: correct it, or wait.`,
    )
  return faults
}

/** As the vault's file (C13). */
function findModeFaults(name: string, path: string): readonly string[] {
  const isOpen = process.getuid && !isPrivate(statSync(path))
  return isOpen ? [`${name}: others than its owner may use ${path}. Run chmod 600 ${path}.`] : []
}

function findAuthorityFaults(path: string): readonly string[] {
  const text = readText(path)
  if (text === null) return [cannotRead('BANK_CA', path)]
  return readAuthorities(text).length > 0 ? [] : [`BANK_CA: ${path} holds no certificate in PEM.`]
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function cannotRead(name: string, path: string): string {
  return `${name}: ${path} ${existsSync(path) ? 'cannot be read by this user' : 'does not exist'}.`
}

/** Older versions lack what our SQL uses. */
const oldestPostgres = 15

/**
 * Faults of the database: unreachable, too old, not migrated, with another time than this machine, or whose sealed values, or the
 * processes that write them, need other vault keys than ours.
 */
async function findDatabaseFaults(at: Date, checksKeys: boolean): Promise<readonly string[]> {
  const client = new pg.Client(connectionConfig())
  const began = performance.now()
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; time: Date; zone: string; limit: string; most: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS time,
        current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS limit, (
          SELECT min(most) FROM (VALUES
            (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int),
            ((SELECT NULLIF(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)),
            ((SELECT NULLIF(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))
          ) AS limits(most)) AS most`,
    )
    const [{ version, time, zone, limit, most } = { version: 0, time: at, zone: '', limit: '0', most: 0 }] = rows
    const missing = await findMissingMigrations(client)
    if (missing.length === 0 && !isPooled()) await warnOfConnections(most)
    const here = at.getTime() + (performance.now() - began)
    const apartMs = Math.abs(time.getTime() - here)
    return [
      ...(version < oldestPostgres
        ? [`DATABASE_URL: PostgreSQL ${version} is too old; ${oldestPostgres} is the oldest.`]
        : []),
      ...(apartMs > clockToleranceMs
        ? [
            `The clocks of this machine and of the database are ${Math.round(apartMs / 1_000)} s apart. Correct the wrong one (NTP).`,
          ]
        : []),
      ...(isPooled() ? findPoolerFaults(zone, limit) : []),
      ...(missing.length > 0 ? [`The database lacks ${missing.length} migrations. Run npm run migrate.`] : []),
      ...(missing.length === 0 && checksKeys ? await findKeyFaults() : []),
    ]
  } catch (error) {
    const reason = describeError(error)
    const isPooler = /startup parameter/.test(reason)
    const remedy = isPooler ? ' Through PgBouncer, set DATABASE_DIRECT_URL too (docs/operations/install.md).' : ''
    return [`DATABASE_URL: the database does not answer (${reason}).${remedy}`]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Only said: a process that was killed counts for two minutes, and must be replaced at once. */
async function warnOfConnections(most: number): Promise<void> {
  const processes = (await listRunningKids()).length + 1
  const warning = connectionsWarning({ processes, pool: readEnv('DATABASE_POOL'), most })
  if (warning !== null) process.stderr.write(`${warning}\n`)
}

/** Null if all processes may have all their connections: their pools, and one each to be woken by. */
export function connectionsWarning(has: { readonly processes: number; readonly pool: number; readonly most: number }) {
  const needed = has.processes * (has.pool + 1)
  if (needed <= has.most) return null
  return `DATABASE_POOL: ${has.pool} in each process, of which ${has.processes} run, take ${needed} connections, and PostgreSQL allows ${has.most}. Lower DATABASE_POOL, raise max_connections, or put PgBouncer between (docs/operations/install.md).`
}

/** Through a pooler the settings of a session are the pooler's: instants would be shifted, or a query could run for ever. */
export function findPoolerFaults(zone: string, statementTimeout: string): readonly string[] {
  const remedy = 'Set it in pgbouncer.ini (docs/operations/install.md).'
  return [
    ...(zone === 'UTC' ? [] : [`DATABASE_URL: the time zone of the pooler's sessions is ${zone}, not UTC. ${remedy}`]),
    ...(statementTimeout === '0' ? [`DATABASE_URL: the pooler's sessions have no statement_timeout. ${remedy}`] : []),
  ]
}
