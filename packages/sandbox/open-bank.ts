import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { groupDomain } from './banks.ts'
import { walkAuthorization, walkPayment } from './desk/customer.ts'
import { passwordOf } from './people/passwords.ts'
import { ensurePki, listUrlOf } from './pki/ensure.ts'
import type { TppOrder } from './pki/issue.ts'
import type { Sandbox } from './running-bank.ts'
import { serveBank } from './serve-bank.ts'
import { readSettings } from './settings.ts'
import { saveApplication } from './store/applications.ts'
import { listPeople } from './store/people.ts'
import { hashToken, newToken } from './store/tokens.ts'

/** The bank as a library: what `@guichet/sandbox` exports. Its types use nothing of ours, so they can be handed on alone. */

export type BankOptions = {
  /** Folder of the store and the certificates. Without it: a temporary one, deleted when the bank is closed. */
  readonly dataDir?: string
  /** Settings by their variables, for example `{ SANDBOX_API_PORT: '8443' }`. Without ports, free ones are taken. */
  readonly settings?: Readonly<Record<string, string | undefined>>
  /** The organisation whose certificates are made; without it an invented one with both roles. */
  readonly tpp?: {
    /** `PSD<country>-<authority>-<number>`. */
    readonly organisationId: string
    readonly name: string
    readonly roles: readonly ('PSP_AI' | 'PSP_PI' | 'PSP_IC')[]
  }
  /** Takes the bank's log, an object a line. */
  readonly log?: (event: Readonly<Record<string, unknown>>) => void
}

export type Customer = {
  readonly id: string
  readonly bankCode: string
  readonly firstName: string
  readonly lastName: string
  /** What the customer signs in with. */
  readonly identifier: string
  readonly password: string | null
}

/** How the customer behaves. The wrong ones are tried until the bank locks. */
export type Decision = 'approve' | 'refuse' | 'time_out' | 'wrong_password' | 'wrong_code'

/** How it ended, and where the bank sends the browser: a redirect URI of yours, with its query. */
export type Ending = { readonly outcome: string; readonly callbackUrl: string }

export type OpenBank = {
  readonly apiPort: number
  readonly screensPort: number
  /** PEM files: the bank's authority, and your certificates with their keys. */
  readonly files: {
    readonly ca: string
    readonly qwac: string
    readonly qwacKey: string
    readonly qseal: string
    readonly qsealKey: string
  }
  /** The interface of a bank, `https://<code>.sandbox.localhost:<port>`. */
  baseUrlOf(bankCode: string): string
  /** Its customers' screens, and the start page for no code. */
  screensUrlOf(bankCode?: string): string
  customers(): readonly Customer[]
  /**
   * Registers your application without a call, at all banks. Its QSealC is registered as `keyId`, so it needn't be served anywhere.
   * `POST /register` does the same as a bank wants it.
   */
  register(application: { readonly redirectUris: readonly string[] }): {
    readonly clientId: string
    readonly keyId: string
  }
  /** Walks through an authorization as a customer, without the screens. Throws if the address gives no callback. */
  authorize(order: { readonly url: string | URL; readonly customerId: string; readonly decision?: Decision }): Ending
  /** Answers a payment or its cancellation as a customer. `url`: the href of its `consentApproval`. */
  answerPayment(order: {
    readonly url: string | URL
    readonly customerId: string
    readonly decision?: Decision
    /** Which of the eligible accounts pays: its number from 1, its IBAN or its resourceId. */
    readonly account?: number | string
  }): Ending
  /** Answers running calls, then ends. */
  close(): Promise<void>
}

const sealKeyId = 'qseal-1'
const scopes = { PSP_AI: 'aisp', PSP_PI: 'pisp', PSP_IC: 'cbpii' } as const
const invented = { organisationId: 'PSDFR-ACPR-99999', name: 'Your TPP', roles: ['PSP_AI', 'PSP_PI'] } as const

/**
 * Opens a bank in this process. Throws an Error that names the setting if one is out of range or a port is taken.
 */
export async function openBank({ dataDir, settings = {}, tpp = invented, log }: BankOptions = {}): Promise<OpenBank> {
  const directory = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'guichet-bank-')) : resolve(dataDir)
  const tidy = () => {
    if (dataDir === undefined) rmSync(directory, { recursive: true, force: true })
  }
  try {
    const free = { SANDBOX_API_PORT: '0', SANDBOX_SCREENS_PORT: '0' }
    const read = {
      ...readSettings({ ...free, ...settings, GUICHET_DATA: directory }),
      keysCommand: `npx @guichet/sandbox keys --data ${directory}`,
    }
    await ensurePki(join(directory, 'pki'), { listUrl: listUrlOf(read.screensPort), tpp })
    const { sandbox, stop } = await serveBank(read, log ?? (() => {}))
    const { api, screens } = sandbox.ports
    const file = (name: string) => join(directory, 'pki', name)
    return {
      apiPort: api,
      screensPort: screens,
      files: {
        ca: file('ca.pem'),
        qwac: file('tpp/qwac.pem'),
        qwacKey: file('tpp/qwac.key'),
        qseal: file('tpp/qseal.pem'),
        qsealKey: file('tpp/qseal.key'),
      },
      baseUrlOf: bankCode => `https://${bankCode}.${groupDomain}:${api}`,
      screensUrlOf: bankCode => sandbox.screensOf(bankCode),
      customers: () =>
        listPeople(sandbox.db).map(({ id, bankCode, firstName, lastName, identifier }) => {
          const password = passwordOf(sandbox.db, id)
          return { id, bankCode, firstName, lastName, identifier, password }
        }),
      register: ({ redirectUris }) => ({
        clientId: registerAt(sandbox, tpp, readFileSync(file('tpp/qseal.pem'), 'utf8'), redirectUris),
        keyId: sealKeyId,
      }),
      authorize({ url, customerId, decision = 'approve' }) {
        const order = { authorizeUrl: String(url), personId: customerId, decision }
        const { outcome, callbackUrl } = walkAuthorization(sandbox, order)
        return { outcome, callbackUrl }
      },
      answerPayment({ url, customerId, decision = 'approve', account = 1 }) {
        const order = { consentUrl: String(url), personId: customerId, decision, account }
        const { outcome, callbackUrl } = walkPayment(sandbox, order)
        return { outcome, callbackUrl }
      },
      async close() {
        await stop()
        tidy()
      },
    }
  } catch (error) {
    tidy()
    throw error
  }
}

function registerAt(sandbox: Sandbox, tpp: TppOrder, certificatePem: string, redirectUris: readonly string[]): string {
  const { organisationId, name } = tpp
  const clientId = randomUUID()
  const roles = tpp.roles.map(role => scopes[role])
  const named = { clientId, organisationId, tppId: organisationId, name, softwareId: name, redirectUris, scopes: roles }
  const members = { client_name: name, software_id: name, redirect_uris: redirectUris, scope: roles.join(',') }
  const seal = { kid: sealKeyId, certificatePem, issuedAt: sandbox.clock.now() }
  saveApplication(sandbox.db, { ...named, ...seal, members }, hashToken(newToken()))
  return clientId
}
