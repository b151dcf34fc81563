import { catalogue } from '#sandbox/people/catalogue.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { obtainTokens, putConsent, registerClient } from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestAnswer, type TestBank, type TestCall } from '#sandbox/wire/test-client.ts'

/** A TPP over real mutual TLS with linked people of the catalogue. */
export type WireDesk = {
  readonly bank: TestBank
  /** A new access token of that person. */
  link(personId: string, scope?: 'aisp' | 'cbpii'): Promise<string>
  /** Signed call at the person's bank; by default the PSU is present. */
  call(
    personId: string,
    token: string,
    call: Pick<TestCall, 'path'> & Partial<TestCall> & { batch?: boolean },
  ): Promise<TestAnswer>
  /** Consent to all of the person's open accounts. */
  consent(personId: string, token: string): Promise<TestAnswer>
}

/** The bank with all its people but without Antoine's 20,000 receipts. */
export async function openWireDesk(): Promise<WireDesk> {
  const bank = await startTestBank()
  bank.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")
  const clientId = await registerClient(bank)
  const bankOf = (personId: string) => catalogue.find(({ id }) => id === personId)?.bankCode ?? ''
  const call: WireDesk['call'] = (personId, token, { batch = false, headers, ...more }) =>
    bank.call({
      token,
      keyId: bank.keyIdOf(bank.tpp),
      bankCode: bankOf(personId),
      ...more,
      headers: { ...(batch ? {} : { 'psu-ip-address': '192.0.2.7' }), ...headers },
    })
  return {
    bank,
    async link(personId, scope = 'aisp') {
      return (await obtainTokens(bank, clientId, { personId, scope, bankCode: bankOf(personId) })).access_token
    },
    call,
    consent(personId, token) {
      const open = accountsOf(bank.sandbox.db, personId).filter(({ status }) => status !== 'closed')
      return putConsent(bank, token, { ibans: open.map(({ iban }) => iban), bankCode: bankOf(personId) })
    },
  }
}
