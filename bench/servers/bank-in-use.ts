import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parisDay } from '@guichet/sandbox/clock.ts'
import { advanceLives } from '@guichet/sandbox/people/advance.ts'
import { dayOf, isoOf } from '@guichet/sandbox/people/days.ts'
import { makeIban } from '@guichet/sandbox/people/iban.ts'
import { issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { openSandbox, type Sandbox } from '@guichet/sandbox/running-bank.ts'
import { readSettings } from '@guichet/sandbox/settings.ts'
import { addAccount, addHolding, addOwner } from '@guichet/sandbox/store/accounts.ts'
import { type Application, saveApplication } from '@guichet/sandbox/store/applications.ts'
import { replaceConsent } from '@guichet/sandbox/store/consents.ts'
import { inTransaction } from '@guichet/sandbox/store/open.ts'
import { addPerson } from '@guichet/sandbox/store/people.ts'
import { hashToken, issueTokens, newToken } from '@guichet/sandbox/store/tokens.ts'

/** A TPP ready to call the bank: certificates, registration, a token per person, a consent each. */
export type TppInUse = {
  readonly qwacCert: string
  readonly qwacKey: string
  readonly sealKey: KeyObject
  readonly kid: string
  readonly ca: string
  readonly visits: readonly { readonly token: string; readonly accountId: string }[]
}

const bankCode = '19870'
const organisationId = 'PSDFR-ACPR-10009'

/**
 * A data folder of the bank with additional people, each with an account, three months of entries, a consent and a pair of
 * tokens; written by the store's own functions, then closed.
 */
export async function prepareBank(dataDir: string, people: number): Promise<TppInUse> {
  const sandbox = await openSandbox(readSettings({ GUICHET_DATA: dataDir }), { log: () => undefined })
  const folder = join(dataDir, 'bench-tpp')
  await issueTpp(sandbox.pki.directory, { organisationId, name: 'Banc SAS', roles: ['PSP_AI', 'PSP_PI'] }, folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const application = registerBench(sandbox, read('qseal.pem'))
  const visits = inTransaction(sandbox.db, () =>
    Array.from({ length: people }, (_, at) => settleVisitor(sandbox, application, at)),
  )
  advanceLives(sandbox.db, parisDay(sandbox.clock.now()))
  sandbox.close()
  return {
    qwacCert: read('qwac.pem'),
    qwacKey: read('qwac.key'),
    sealKey: createPrivateKey(read('qseal.key')),
    kid: application.kid,
    ca: sandbox.pki.caPem,
    visits,
  }
}

function registerBench(sandbox: Sandbox, sealPem: string): Application {
  const application: Application = {
    clientId: randomUUID(),
    organisationId,
    tppId: organisationId,
    name: 'Banc SAS',
    softwareId: 'Banc',
    redirectUris: ['https://tpp.example'],
    scopes: ['aisp', 'pisp'],
    kid: 'bench-1',
    certificatePem: new X509Certificate(sealPem).toString(),
    issuedAt: sandbox.clock.now(),
    members: {
      client_name: 'Banc SAS',
      software_id: 'Banc',
      redirect_uris: ['https://tpp.example'],
      scope: 'aisp,pisp',
    },
  }
  saveApplication(sandbox.db, application, hashToken(newToken()))
  return application
}

function settleVisitor(sandbox: Sandbox, application: Application, at: number): TppInUse['visits'][number] {
  const { db, clock } = sandbox
  const now = clock.now()
  const personId = `bench-${at}`
  const accountId = `BENCH${String(at).padStart(8, '0')}`
  const iban = makeIban(bankCode, '00777', String(at).padStart(11, '0'))
  const name = { firstName: 'Bench', lastName: `Number ${at}` }
  addPerson(
    db,
    { id: personId, bankCode, identifier: String(70_000_000 + at), ...name, segment: 'retail', maskedPhone: '06' },
    '123456',
  )
  const from = isoOf(dayOf(parisDay(now)) - 92)
  addAccount(db, {
    id: accountId,
    bankCode,
    kind: 'account',
    iban,
    currency: 'EUR',
    name: `Compte ${at}`,
    product: 'Compte de dépôt',
    usage: 'PRIV',
    features: ['SCT'],
    overdraftMinor: 0n,
    openingMinor: 100_000n,
    openedOn: from,
    backingId: null,
    cardNumber: null,
    life: 'lea-moreau/courant',
    lifeFrom: from,
  })
  addHolding(db, { personId, position: 0, accountId, psuStatus: 'Account Holder' })
  addOwner(db, accountId, 0, { fullName: `BENCH NUMBER ${at}`, role: 'Titulaire', company: null })
  const list = new Set([iban])
  replaceConsent(db, personId, application.tppId, {
    balances: list,
    transactions: list,
    owners: list,
    overdrafts: list,
    psuIdentity: true,
    trustedBeneficiaries: false,
    recordedAt: now,
  })
  const { clientId, tppId } = application
  const order = { bankCode, personId, clientId, organisationId, tppId, scope: 'aisp', scaAt: now } as const
  const { accessToken } = issueTokens(db, { ...order, codeHash: null, now, accessSeconds: 86_400 })
  return { token: accessToken, accountId }
}
