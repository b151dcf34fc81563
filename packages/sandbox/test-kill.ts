import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

import { runDuePayments } from '#sandbox/pis/due.ts'
import { issueTpp } from '#sandbox/pki/issue.ts'
import { testTpp } from '#sandbox/pki/test-authority.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { findConsent } from '#sandbox/store/consents.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { findGrantByAccessToken } from '#sandbox/store/tokens.ts'
import {
  codeForm,
  putConsent,
  register,
  registerPath,
  registrationBody,
  registrationToken,
  testCode,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import { createTestClient, readTpp, type TestClient } from '#sandbox/wire/test-client.ts'
import { parisDay } from './clock.ts'
import { openSandbox, type Sandbox } from './running-bank.ts'
import { readSettings } from './settings.ts'
import { chanceFrom } from './test-chance.ts'
import {
  consentWhileDown,
  countBooked,
  countLaterExecutions,
  findPaymentFaults,
  paymentLanes,
} from './test-kill-payments.ts'
import { type KillReport, type Known, type Lane, noneAcknowledged, note, type Round } from './test-kill-round.ts'

const people = ['lea-moreau', 'camille-bernard', 'thomas-bernard', 'ines-petit'] as const

/**
 * Kills the real bank (`kill -9`) repeatedly under traffic, at moments determined by `seed`, and checks its store each time: the
 * ledger balances, no pair of tokens is duplicated, no payment is executed twice, no cancelled one is executed, and what was
 * acknowledged is stored. The clock moves during the traffic, so that deferred and recurrent payments become due.
 */
export async function runKills(options: { kills: number; seed: number }): Promise<KillReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-bank-'))
  const report: KillReport = {
    kills: 0,
    calls: 0,
    acknowledged: noneAcknowledged(),
    transfers: 0,
    faults: [],
  }
  const known: Known = { registered: new Map(), tokens: new Map(), consents: new Map(), payments: new Map() }
  const chance = chanceFrom(options.seed)
  try {
    let sandbox = await open(dataDir)
    await issueTpp(sandbox.pki.directory, testTpp, join(dataDir, 'tpp'))
    const caPem = sandbox.pki.caPem
    const tpp = readTpp(testTpp.organisationId, join(dataDir, 'tpp'))
    let clientId: string | null = null
    // On a busy machine a bank is killed before all of its clients had an answer.
    const isSeen = () => Object.values(report.acknowledged).every(count => count > 0)
    while ((report.kills < options.kills || !isSeen()) && report.faults.length === 0) {
      const codes = clientId === null ? new Map<string, string>() : prepareRound(sandbox, clientId)
      consentWhileDown(sandbox, known.payments)
      const today = parisDay(sandbox.clock.now())
      const ibans = ibansOf(sandbox)
      sandbox.close()
      const bank = await startBank(dataDir)
      const client = createTestClient(caPem, tpp, () => bank.port)
      clientId ??= await registerFirst(client, known)
      const gone = new Promise(resolve => bank.child.once('exit', resolve))
      const own = { ...countCodes(), gone, today, clock: { isMoved: false }, created: { count: 0 } }
      const round = { client, clientId, known, report, codes, ibans, screensPort: bank.screens, ...own }
      const traffic = Promise.allSettled(lanesOf(round).map(lane => keepCalling(lane)))
      await untilCalled(report, 1 + Math.floor(chance() * maxCalls), traffic)
      await pause(chance() * 40)
      bank.child.kill('SIGKILL')
      await Promise.all([traffic, gone])
      client.close()
      report.kills += 1
      sandbox = await open(dataDir)
      runDuePayments(sandbox)
      report.faults.push(...findFaults(sandbox, known))
      report.transfers = checkLedger(sandbox.db).transfers
      report.acknowledged.laterExecutions = countLaterExecutions(sandbox)
    }
    sandbox.close()
    return report
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Per round. */
const maxCalls = 160

/** Counts calls instead of time, so that slow and fast machines kill equally busy banks. Ends with the traffic. */
async function untilCalled(report: KillReport, calls: number, traffic: Promise<unknown>): Promise<void> {
  const until = report.calls + calls
  let isOver = false
  void traffic.then(() => {
    isOver = true
  })
  while (report.calls < until && !isOver) await pause(2)
}

const open = (dataDir: string): Promise<Sandbox> =>
  openSandbox(readSettings({ GUICHET_DATA: dataDir }), { log: () => undefined })

async function startBank(dataDir: string): Promise<{ child: ChildProcess; port: number; screens: number }> {
  const env = {
    SANDBOX_API_PORT: '0',
    SANDBOX_SCREENS_PORT: '0',
    SANDBOX_ROTATE_REFRESH: '1',
    // The clock moves by less than that in a round, so that its tokens stay valid.
    SANDBOX_ACCESS_TOKEN_SECONDS: '86400',
    GUICHET_DATA: dataDir,
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'packages/sandbox/main.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // An interrupted run leaves no bank running.
  const killLeftover = () => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  child.once('exit', () => process.off('exit', killLeftover))
  const ports = await new Promise<{ port: number; screens: number }>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the bank ended with ${code ?? signal}`)))
    if (!child.stdout) throw new Error('the bank has no standard output')
    createInterface({ input: child.stdout }).on('line', line => {
      const event: { event?: string; api?: number; screens?: number } = line.startsWith('{"') ? JSON.parse(line) : {}
      if (event.event === 'listening') resolve({ port: event.api ?? 0, screens: event.screens ?? 0 })
    })
  })
  return { child, ...ports }
}

async function registerFirst(client: TestClient, known: Known): Promise<string> {
  const answer = await register(client, registrationBody({ tppOrigin: 'http://127.0.0.1:1' }, client.tpp))
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status} ${answer.text}`)
  known.registered.set(String(answer.body.client_id), 'there')
  return String(answer.body.client_id)
}

const ibansOf = ({ db }: Sandbox): ReadonlyMap<string, readonly string[]> =>
  new Map(people.map(id => [id, [...new Set(accountsOf(db, id).map(({ iban }) => iban))]]))

function prepareRound(sandbox: Sandbox, clientId: string): Map<string, string> {
  return new Map(people.map(personId => [personId, testCode({ sandbox }, clientId, { personId })]))
}

function countCodes(): Pick<Round, 'codeUsed' | 'allCodesUsed'> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left: number = people.length
  const codeUsed = () => {
    left -= 1
    if (left === 0) resolve()
  }
  return { codeUsed, allCodesUsed: promise }
}

/** Calls until the bank is gone. */
async function keepCalling(lane: Lane): Promise<void> {
  while (await lane());
}

function lanesOf(round: Round): Lane[] {
  return [...people.map(personId => refreshLane(round, personId)), registrationLane(round), ...paymentLanes(round)]
}

/** One person: a pair from a code, then refreshes, and a consent with the newest token. */
function refreshLane(round: Round, personId: string): Lane {
  const { client, clientId, known, report, codes, ibans, codeUsed } = round
  let started = false
  return async () => {
    const before = known.tokens.get(personId)
    const code = codes.get(personId)
    if (!started && code === undefined) return false
    if (before) before.unsure = true
    const form = started
      ? { client_id: clientId, grant_type: 'refresh_token', refresh_token: before?.refresh ?? '' }
      : codeForm(clientId, code ?? '')
    report.calls += 1
    const answer = await client.form(tokenPath, form)
    if (answer.status !== 200)
      throw note(report, `${personId}: the token call answered ${answer.status} ${answer.text}`)
    if (!started) codeUsed()
    started = true
    const { access_token: access, refresh_token: refresh } = answer.body
    known.tokens.set(personId, { access, refresh, unsure: false })
    report.acknowledged.refreshes += 1
    await sendConsent(round, personId, access, ibans.get(personId) ?? [])
    return true
  }
}

async function sendConsent(
  { client, known, report }: Round,
  personId: string,
  token: string,
  ibans: readonly string[],
): Promise<void> {
  const last = known.consents.get(personId)?.iban ?? -1
  const asked = (Math.max(0, last) + 1) % (ibans.length + 1)
  known.consents.set(personId, { iban: last, asked })
  report.calls += 1
  const answer = await putConsent(client, token, {
    ibans: ibans.slice(0, asked),
    lists: ['balances'],
    psuIdentity: false,
  })
  if (answer.status !== 201) throw note(report, `${personId}: the consent answered ${answer.status} ${answer.text}`)
  known.consents.set(personId, { iban: asked, asked })
  report.acknowledged.consents += 1
}

/** Registers applications and deletes every second one. */
function registrationLane({ client, known, report }: Round): Lane {
  let count = 0
  return async () => {
    const token = await registrationToken(client)
    report.calls += 2
    const answer = await register(client, registrationBody({ tppOrigin: 'http://127.0.0.1:1' }, client.tpp), { token })
    if (answer.status !== 201) throw note(report, `the registration answered ${answer.status} ${answer.text}`)
    const clientId = String(answer.body.client_id)
    known.registered.set(clientId, 'there')
    report.acknowledged.registrations += 1
    count += 1
    if (count % 2 === 0) return true
    known.registered.set(clientId, 'deleting')
    report.calls += 1
    const gone = await client.call({ method: 'DELETE', path: `${registerPath}/${clientId}`, token, keyId: 'seal-1' })
    if (gone.status !== 204) throw note(report, `the deletion answered ${gone.status} ${gone.text}`)
    known.registered.set(clientId, 'gone')
    return true
  }
}

function findFaults(sandbox: Sandbox, known: Known): string[] {
  const { db } = sandbox
  const booked = countBooked(sandbox)
  const doubled = db
    .prepare(
      `SELECT person_id FROM token_pairs WHERE revoked_at IS NULL AND person_id IS NOT NULL AND scope <> 'pisp'
       GROUP BY bank_code, person_id, tpp_id, scope HAVING count(*) > 1`,
    )
    .all()
    .map(row => `two live pairs of ${String(row.person_id)}`)
  return [
    ...checkLedger(db).faults,
    ...doubled,
    ...[...known.registered].flatMap(([id, state]) => findRegistrationFault(sandbox, id, state)),
    ...[...known.tokens].flatMap(([personId, { access, unsure }]) => {
      const grant = findGrantByAccessToken(db, access)
      return unsure || (grant && !grant.revokedAt) ? [] : [`the acknowledged token of ${personId} is not there`]
    }),
    ...[...known.consents].flatMap(([personId, { iban, asked }]) => {
      const size = findConsent(db, personId, 'PSDFR-ACPR-10001')?.balances.size ?? -1
      return size === iban || size === asked ? [] : [`the consent of ${personId} names ${size}, not ${iban}`]
    }),
    ...[...known.payments].flatMap(([id, payment]) => findPaymentFaults(sandbox, booked, id, payment)),
  ]
}

function findRegistrationFault({ db }: Sandbox, clientId: string, state: string): string[] {
  const isThere = findApplication(db, clientId) !== null
  if (state === 'there' && !isThere) return [`the registration ${clientId} is lost`]
  return state === 'gone' && isThere ? [`the deleted registration ${clientId} is back`] : []
}
