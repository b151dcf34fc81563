/**
 * Lists the accounts behind an access token with `packages/stet` alone: no framework, no database, no environment but these.
 *   BANK_CODE=19870 BANK_URL=https://19870.sandbox.localhost:8443 CLIENT_ID=… ACCESS_TOKEN=… PKI=.data/pki \
 *   KEY_ID=http://localhost:3000/certificates/qseal_<sha256> node docs/examples/list-accounts.ts
 */
import { readFileSync } from 'node:fs'
import { listAccounts } from '@guichet/stet/accounts.ts'
import { closeBank, createBank } from '@guichet/stet/bank.ts'
import { keySigner } from '@guichet/stet/signer.ts'
import { aispToken } from '@guichet/stet/token.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'

const {
  BANK_CODE: code = '',
  BANK_URL: baseUrl = '',
  CLIENT_ID: clientId = '',
  ACCESS_TOKEN = '',
  KEY_ID: keyId = '',
  PKI,
} = process.env
const pem = (name: string) => readFileSync(`${PKI}/${name}`)
const tls = { cert: pem('tpp/qwac.pem'), key: pem('tpp/qwac.key'), ca: pem('ca.pem') }
const seal = { signer: keySigner(pem('tpp/qseal.key')), keyId }
const bank = createBank({ code, baseUrl, screensUrl: baseUrl, version: '1.6.2', clientId, pkce: true, tls, seal })

const { accounts } = await listAccounts(bank, aispToken(code, ACCESS_TOKEN), { presence: null })
for (const { name, iban, currency, balances } of accounts) {
  const [balance] = balances ?? []
  console.log([name, iban ?? '-', balance ? formatAmount(balance.amount) : '-', currency].join('\t'))
}
await closeBank(bank)
