import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { issueCode } from '#sandbox/oauth/codes.ts'
import { arrive, consentToPayment } from '#sandbox/pis/consent.ts'
import { issueTpp } from '#sandbox/pki/issue.ts'
import { openSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { readSettings } from '#sandbox/settings.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { findConsent } from '#sandbox/store/consents.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { findPayment } from '#sandbox/store/payments.ts'
import { findGrantByAccessToken } from '#sandbox/store/tokens.ts'
import {
  codeForm,
  register,
  registerPath,
  registrationBody,
  registrationToken,
  testRedirectUri,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import { createTestClient, readTpp, type TestClient } from '#sandbox/wire/test-client.ts'

const bankCode = '19870'
const people = ['lea-moreau', 'camille-bernard', 'thomas-bernard', 'ines-petit'] as const
const payer = 'camille-bernard'
const v142 = '/stet/psd2/v1.4.2'

/** What the client knows: what was acknowledged, and what was on its way when the bank died. */
type Known = {
  readonly registered: Map<string, 'there' | 'deleting' | 'gone'>
  /** Newest tokens of a person; `unsure` while a call that replaces them has no answer. */
  readonly tokens: Map<string, { access: string; refresh: string; unsure: boolean }>
  /** How many IBANs stand in the consent; with a PUT on its way either number. */
  readonly consents: Map<string, { iban: number; asked: number }>
  readonly payments: Map<string, { nonce: string; endToEndId: string; state: 'created' | 'confirming' | 'confirmed' }>
  readonly confirmable: string[]
}

/** What a run has seen; `faults` is empty when the bank kept everything. */
export type KillReport = {
  kills: number
  calls: number
  acknowledged: { registrations: number; refreshes: number; consents: number; payments: number; confirmations: number }
  transfers: number
  faults: string[]
}

/**
 * Kills the real bank (`kill -9`) so many times under traffic, at moments drawn from `seed`, and looks into its store each
 * time: the ledger is balanced, no pair of tokens is doubled, no payment is executed twice, and what was acknowledged is
 * there.
 */
export async function runKills(options: { kills: number; seed: number }): Promise<KillReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-bank-'))
  const report: KillReport = {
    kills: 0,
    calls: 0,
    acknowledged: { registrations: 0, refreshes: 0, consents: 0, payments: 0, confirmations: 0 },
    transfers: 0,
    faults: [],
  }
  const known: Known = {
    registered: new Map(),
    tokens: new Map(),
    consents: new Map(),
    payments: new Map(),
    confirmable: [],
  }
  const chance = chanceFrom(options.seed)
  try {
    let sandbox = await open(dataDir)
    await issueTpp(
      sandbox.pki.directory,
      { organisationId: 'PSDFR-ACPR-10001', name: 'Essai SAS', roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] },
      join(dataDir, 'tpp'),
    )
    const caPem = sandbox.pki.caPem
    const tpp = readTpp('PSDFR-ACPR-10001', join(dataDir, 'tpp'))
    let clientId: string | null = null
    while (report.kills < options.kills && report.faults.length === 0) {
      const codes = clientId === null ? new Map<string, string>() : prepareRound(sandbox, clientId, known)
      const ibans = ibansOf(sandbox)
      sandbox.close()
      const bank = await startBank(dataDir)
      const client = createTestClient(caPem, tpp, () => bank.port)
      clientId ??= await registerFirst(client, known)
      const round = { client, clientId, known, report, codes, ibans }
      const traffic = Promise.allSettled(lanesOf(round).map(lane => keepCalling(lane)))
      await pause(150 + chance() * 900)
      bank.child.kill('SIGKILL')
      await Promise.all([traffic, new Promise(gone => bank.child.once('exit', gone))])
      client.close()
      report.kills += 1
      sandbox = await open(dataDir)
      report.faults.push(...findFaults(sandbox, known))
      report.transfers = checkLedger(sandbox.db).transfers
    }
    sandbox.close()
    return report
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const open = (dataDir: string): Promise<Sandbox> =>
  openSandbox(readSettings({ GUICHET_DATA: dataDir }), { log: () => undefined })

// mulberry32: the same seed draws the same moments.
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function startBank(dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const env = { SANDBOX_API_PORT: '0', SANDBOX_SCREENS_PORT: '0', SANDBOX_ROTATE_REFRESH: '1', GUICHET_DATA: dataDir }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A run that is broken off leaves no bank behind.
  const killLeftover = () => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  child.once('exit', () => process.off('exit', killLeftover))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the bank ended with ${code ?? signal}`)))
    if (!child.stdout) throw new Error('the bank has no standard output')
    createInterface({ input: child.stdout }).on('line', line => {
      const event: { event?: string; api?: number } = line.startsWith('{"') ? JSON.parse(line) : {}
      if (event.event === 'listening') resolve(event.api ?? 0)
    })
  })
  return { child, port }
}

async function registerFirst(client: TestClient, known: Known): Promise<string> {
  const answer = await register(client, registrationBody({ tppOrigin: 'http://127.0.0.1:1' }, client.tpp))
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status} ${answer.text}`)
  known.registered.set(String(answer.body.client_id), 'there')
  return String(answer.body.client_id)
}

const ibansOf = ({ db }: Sandbox): ReadonlyMap<string, readonly string[]> =>
  new Map(people.map(id => [id, [...new Set(accountsOf(db, id).map(({ iban }) => iban))]]))

/** While the bank is down, what its screens would do: codes for everyone, and the consent of the payer to what was created. */
function prepareRound(sandbox: Sandbox, clientId: string, known: Known): Map<string, string> {
  known.confirmable.length = 0
  for (const [id, payment] of known.payments) {
    if (payment.state === 'confirmed') continue
    const stored = findPayment(sandbox.db, bankCode, id)
    if (stored?.status === 'PDNG') consent(sandbox, id, payment.nonce)
    if (stored && stored.confirmedAt === null) known.confirmable.push(id)
  }
  return new Map(
    people.map(personId => [
      personId,
      issueCode(sandbox, {
        bankCode,
        clientId,
        personId,
        redirectUri: testRedirectUri,
        scope: 'aisp',
        codeChallenge: null,
        scaAt: sandbox.clock.now(),
      }),
    ]),
  )
}

function consent(sandbox: Sandbox, paymentId: string, nonce: string): void {
  const [account] = accountsOf(sandbox.db, payer)
  if (arrive(sandbox, bankCode, paymentId, nonce).kind === 'payment' && account) {
    consentToPayment(sandbox, paymentId, { personId: payer, debtorResourceId: account.id })
  }
}

type Round = {
  readonly client: TestClient
  readonly clientId: string
  readonly known: Known
  readonly report: KillReport
  readonly codes: ReadonlyMap<string, string>
  readonly ibans: ReadonlyMap<string, readonly string[]>
}

/** One step of a client; false when it has nothing left to do. */
type Lane = () => Promise<boolean>

/** Calls until the bank is gone. */
async function keepCalling(lane: Lane): Promise<void> {
  while (await lane());
}

function lanesOf(round: Round): Lane[] {
  return [...people.map(personId => refreshLane(round, personId)), registrationLane(round), ...paymentLanes(round)]
}

/** One person: a pair from a code, then refreshes, and a consent with the newest token. */
function refreshLane({ client, clientId, known, report, codes, ibans }: Round, personId: string): Lane {
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
    started = true
    const { access_token: access, refresh_token: refresh } = answer.body
    known.tokens.set(personId, { access, refresh, unsure: false })
    report.acknowledged.refreshes += 1
    await sendConsent({ client, known, report }, personId, access, ibans.get(personId) ?? [])
    return true
  }
}

async function sendConsent(
  { client, known, report }: Pick<Round, 'client' | 'known' | 'report'>,
  personId: string,
  token: string,
  ibans: readonly string[],
): Promise<void> {
  const last = known.consents.get(personId)?.iban ?? -1
  const asked = (Math.max(0, last) + 1) % (ibans.length + 1)
  known.consents.set(personId, { iban: last, asked })
  const list = ibans.slice(0, asked).map(iban => ({ iban }))
  const body = { balances: list, transactions: [], psuIdentity: false, trustedBeneficiaries: false }
  report.calls += 1
  const answer = await client.call({
    method: 'PUT',
    path: '/stet/psd2/v1.6.2/consents',
    token,
    keyId: 'seal-1',
    body: JSON.stringify(body),
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

function paymentLanes(round: Round): Lane[] {
  let token: Promise<string> | null = null
  const own = () => {
    const fields = { client_id: round.clientId, grant_type: 'client_credentials', scope: 'pisp' }
    token ??= round.client.form(tokenPath, fields).then(answer => String(answer.body.access_token))
    return token
  }
  return [
    async () => createOne(round, await own()),
    async () => confirmOne(round, await own()),
    async () => confirmOne(round, await own()),
  ]
}

async function createOne({ client, known, report, ibans }: Round, token: string): Promise<boolean> {
  const endToEndId = randomUUID().slice(0, 30)
  const now = new Date().toISOString().replace(/\.\d+Z/, '+00:00')
  const body = {
    paymentInformationId: randomUUID().slice(0, 30),
    creationDateTime: now,
    numberOfTransactions: 1,
    requestedExecutionDate: now,
    initiatingParty: { name: 'Essai SAS' },
    paymentTypeInformation: { serviceLevel: 'SEPA' },
    beneficiary: {
      creditor: { name: 'Thomas Bernard' },
      creditorAccount: { iban: ibans.get('thomas-bernard')?.[0] ?? '' },
    },
    chargeBearer: 'SLEV',
    creditTransferTransaction: [
      {
        paymentId: { instructionId: randomUUID().slice(0, 30), endToEndId },
        instructedAmount: { amount: '0.01', currency: 'EUR' },
        remittanceInformation: { unstructured: ['ESSAI'] },
      },
    ],
    supplementaryData: { acceptedAuthenticationApproach: ['REDIRECT'], successfulReportUrl: testRedirectUri },
  }
  report.calls += 1
  const path = `${v142}/payment-requests`
  const answer = await client.call({ method: 'POST', path, token, keyId: 'seal-1', body: JSON.stringify(body) })
  if (answer.status !== 201) throw note(report, `the payment answered ${answer.status} ${answer.text}`)
  const { searchParams } = new URL(answer.body._links.consentApproval.href, 'http://bank')
  const id = searchParams.get('paymentRequestResourceId') ?? ''
  known.payments.set(id, { nonce: searchParams.get('nonce') ?? '', endToEndId, state: 'created' })
  report.acknowledged.payments += 1
  return true
}

/** Confirms one that the payer consented to; one that was on its way at the last kill may answer 409. */
async function confirmOne({ client, known, report }: Round, token: string): Promise<boolean> {
  const id = known.confirmable.shift()
  const payment = id === undefined ? undefined : known.payments.get(id)
  if (!payment) return false
  const before = payment.state
  payment.state = 'confirming'
  report.calls += 1
  const path = `${v142}/payment-requests/${id}/confirmation`
  const answer = await client.call({ method: 'POST', path, token, keyId: 'seal-1', body: '{}' })
  if (answer.status !== 200 && !(answer.status === 409 && before === 'confirming')) {
    throw note(report, `the confirmation answered ${answer.status} ${answer.text}`)
  }
  payment.state = 'confirmed'
  report.acknowledged.confirmations += 1
  return true
}

function note(report: KillReport, fault: string): Error {
  report.faults.push(fault)
  return new Error(fault)
}

function findFaults(sandbox: Sandbox, known: Known): string[] {
  const { db } = sandbox
  const doubled = db
    .prepare(
      `SELECT person_id FROM token_pairs WHERE revoked_at IS NULL AND person_id IS NOT NULL AND scope <> 'pisp'
       GROUP BY bank_code, person_id, tpp_id, scope HAVING count(*) > 1`,
    )
    .all()
    .map(row => `two live pairs of ${String(row.person_id)}`)
  const twice = db
    .prepare(
      `SELECT end_to_end_id FROM entries WHERE source = 'payment' GROUP BY account_id, end_to_end_id HAVING count(*) > 1`,
    )
    .all()
    .map(row => `booked twice: ${String(row.end_to_end_id)}`)
  return [
    ...checkLedger(db).faults,
    ...doubled,
    ...twice,
    ...[...known.registered].flatMap(([id, state]) => findRegistrationFault(sandbox, id, state)),
    ...[...known.tokens].flatMap(([personId, { access, unsure }]) => {
      const grant = findGrantByAccessToken(db, access)
      return unsure || (grant && !grant.revokedAt) ? [] : [`the acknowledged token of ${personId} is not there`]
    }),
    ...[...known.consents].flatMap(([personId, { iban, asked }]) => {
      const size = findConsent(db, personId, 'PSDFR-ACPR-10001')?.balances.size ?? -1
      return size === iban || size === asked ? [] : [`the consent of ${personId} names ${size}, not ${iban}`]
    }),
    ...[...known.payments].flatMap(([id, payment]) => findPaymentFault(sandbox, id, payment.state)),
  ]
}

function findRegistrationFault({ db }: Sandbox, clientId: string, state: string): string[] {
  const isThere = findApplication(db, clientId) !== null
  if (state === 'there' && !isThere) return [`the registration ${clientId} is lost`]
  return state === 'gone' && isThere ? [`the deleted registration ${clientId} is back`] : []
}

function findPaymentFault({ db }: Sandbox, id: string, state: string): string[] {
  const payment = findPayment(db, bankCode, id)
  if (!payment) return [`the payment ${id} is lost`]
  const occurrences = payment.instructions[0]?.occurrences ?? 0
  if (state === 'confirmed' && (payment.confirmedAt === null || occurrences !== 1)) {
    return [`the confirmed payment ${id} is ${payment.status}, executed ${occurrences} times`]
  }
  return state === 'created' && occurrences > 0 ? [`the payment ${id} was executed without a confirmation`] : []
}
