import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SealKey } from './seal-key.ts'

/** A call as whoever wants to make it again would write it; null where there is no such form. */
export type Forms = { readonly curl: string | null; readonly stet: string | null; readonly api: string | null }

/** Of a call, as the control desk tells it, what its forms are made of. */
export const FormedCall = z.object({
  method: z.string(),
  target: z.string(),
  bankCode: z.string().nullable(),
  clientId: z.string().nullable(),
  requestHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  requestBody: z.string(),
})
export type FormedCall = z.output<typeof FormedCall>

type Maker = {
  readonly appPort: number
  /** Makes a test key of the demonstration's shop. */
  readonly apiKey: () => Promise<string>
  readonly findSealKey: (keyId: string, pki: string) => SealKey
}

/**
 * A call in three forms that run when they are pasted in the folder of the project while the demonstration runs. `curl` is the desk's
 * script; the program for `packages/stet` takes its settings and its token.
 */
export async function writeForms(call: FormedCall, script: string, maker: Maker): Promise<Forms> {
  const pki = pkiOf(script)
  const { file } = maker.findSealKey(headerOf(call, 'signature'), pki)
  // Its own stays relative, so that PKI can name another folder.
  const curl = file === `${pki}/tpp/qseal.key` ? script : script.replace('$PKI/tpp/qseal.key', () => file)
  return { curl: writeCurl(call, curl), stet: writeStet(call, curl), api: await writeApi(call, curl, maker) }
}

/** What was masked of an authorize request is made anew; a code or a token that was good once can't be. */
function writeCurl({ target }: FormedCall, curl: string): string | null {
  const isMasked = curl.split('\n').some(line => !line.startsWith('#') && line.includes('…'))
  if (!isMasked || !target.includes('/oauth/')) return curl
  if (!target.includes('/oauth/authorize')) return null
  return curl
    .replace(/^# What holds an ellipsis.*\n/m, '')
    .replace(/(?<==)[^&'=\n]*…[^&'\n]*/g, () => randomBytes(32).toString('base64url'))
}

type Program = {
  readonly is: RegExp
  readonly imports: readonly string[]
  readonly run: (call: FormedCall, curl: string) => string
}

const id = (target: string) => /\/(?:accounts|payment-requests)\/([^/?]+)/.exec(target)?.[1] ?? ''
const headerOf = ({ requestHeaders }: FormedCall, wanted: string) =>
  requestHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
const show = (expression: string) => `console.dir(${expression}, { depth: 6 })`
const aisp = "const token = aispToken(bank.code, process.env.ACCESS_TOKEN ?? '')"
const stet = '@guichet/stet'
const importOf = (name: string, file: string) => `import { ${name} } from '${stet}/${file}.ts'`
const aispImport = importOf('aispToken', 'token')
const reading = (name: string, what = (account: string) => account): Omit<Program, 'is'> => ({
  imports: [importOf(name, 'accounts'), aispImport],
  run: ({ target }) => `${aisp}\n${show(`await ${name}(bank, token, ${what(`'${id(target)}'`)}, context)`)}`,
})
const own = (more: string) => `const { accessToken: token } = await requestClientToken(bank, 'pisp', context)\n${more}`
const ownImport = importOf('requestClientToken', 'oauth')

/** Calls that a program of `packages/stet` can repeat: not those of a code that works once, nor confirmations. */
const programs: readonly Program[] = [
  {
    is: /^GET .*\/accounts(\?|$)/,
    imports: [importOf('listAccounts', 'accounts'), aispImport],
    run: () => `${aisp}\n${show('(await listAccounts(bank, token, context)).accounts')}`,
  },
  { is: /^GET .*\/balances/, ...reading('readBalances', account => `{ account: ${account}, kind: 'account' }`) },
  { is: /^GET .*\/owners/, ...reading('readOwners') },
  { is: /^GET .*\/overdrafts/, ...reading('readOverdrafts') },
  {
    is: /^GET .*\/transactions/,
    imports: [importOf('readTransactions', 'accounts'), aispImport],
    run: ({ target }) =>
      `${aisp}\nfor await (const page of readTransactions(bank, token, { account: '${id(target)}' }, context)) ${show('page')}`,
  },
  {
    is: /^GET .*\/end-user-identity/,
    imports: [importOf('readIdentity', 'accounts'), aispImport],
    run: () => `${aisp}\n${show('await readIdentity(bank, token, context)')}`,
  },
  {
    is: /^PUT .*\/consents/,
    imports: [importOf('listAccounts', 'accounts'), importOf('putConsent', 'consents'), aispImport],
    run: ({ requestBody }) => {
      const sent = Consent.parse(JSON.parse(requestBody))
      const kinds = (['balances', 'transactions', 'owners', 'overdrafts'] as const).map(
        kind => `${kind}: ${sent[kind].length > 0}`,
      )
      return `${aisp}
const { accounts } = await listAccounts(bank, token, context)
const choice = accounts
  .filter(({ kind }) => kind === 'account')
  .map(({ iban, currency }) => ({ iban, currency, ${kinds.join(', ')} }))
await putConsent(bank, token, { accounts: choice, psuIdentity: ${sent.psuIdentity} }, context)
console.log('The bank has recorded the consent.')`
    },
  },
  {
    is: /^POST .*\/payment-requests$/,
    imports: [ownImport, importOf('createPayment', 'payments')],
    run: writePayment,
  },
  {
    is: /^GET .*\/payment-requests\//,
    imports: [ownImport, importOf('readPayment', 'payments')],
    run: call =>
      own(
        `const address = { resourceId: '${id(call.target)}', creationRequestId: '${headerOf(call, 'x-request-id')}' }\n${show(
          '(await readPayment(bank, token, address, context)).payment',
        )}`,
      ),
  },
]

const list = z.array(z.unknown()).default([])
const Consent = z.object({
  balances: list,
  transactions: list,
  owners: list,
  overdrafts: list,
  psuIdentity: z.boolean(),
})
const Instruction = z.object({
  instructedAmount: z.object({ amount: z.string(), currency: z.string().default('EUR') }),
  remittanceInformation: z.object({ unstructured: z.array(z.string()) }).optional(),
  frequency: z.string().optional(),
  executionRule: z.string().default('FWNG'),
  endDate: z.string().optional(),
  requestedExecutionDate: z.string().optional(),
})
const Payment = z.object({
  creationDateTime: z.string().default(''),
  requestedExecutionDate: z.string().optional(),
  paymentTypeInformation: z.object({ categoryPurpose: z.string(), localInstrument: z.string().optional() }),
  debtor: z.object({ privateId: z.object({ identification: z.string() }) }).optional(),
  debtorAccount: z.object({ iban: z.string() }).optional(),
  beneficiary: z.object({
    creditor: z.object({ name: z.string() }),
    creditorAgent: z.object({ bicFi: z.string() }).optional(),
    creditorAccount: z.object({ iban: z.string() }),
  }),
  creditTransferTransaction: z.tuple([Instruction], Instruction),
  supplementaryData: z.object({ successfulReportUrl: z.url() }),
})
type Payment = z.output<typeof Payment>
const paymentOf = (curl: string): Payment => Payment.parse(JSON.parse(bodyOf(curl)))

const dayOf = (time: string) => time.slice(0, 10)
const quote = (value: string | null = null) => (value === null ? 'null' : JSON.stringify(value))
const today = "new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' })"

/** A day that was the day of the request is today's. */
function writeDay({ creationDateTime, requestedExecutionDate, creditTransferTransaction: [first] }: Payment): string {
  const day = dayOf(requestedExecutionDate ?? first.requestedExecutionDate ?? '')
  return day === '' || day === dayOf(creationDateTime) ? today : quote(day)
}

function writeRecurrence({ frequency, executionRule, endDate }: z.output<typeof Instruction>): string {
  if (frequency === undefined) return 'null'
  return JSON.stringify({ frequency, executionRule, endDate: endDate === undefined ? null : dayOf(endDate) })
}

function writeInstruction(
  { instructedAmount, remittanceInformation }: z.output<typeof Instruction>,
  at: number,
): string {
  const { amount, currency } = instructedAmount
  const [euros = '0', cents = ''] = amount.split('.')
  return `{
    instructionId: \`I\${Date.now()}${at}\`,
    endToEndId: \`E\${Date.now()}${at}\`,
    amount: { amountMinor: ${BigInt(euros + cents.slice(0, 2).padEnd(2, '0'))}n, currency: ${quote(currency)} },
    remittance: ${JSON.stringify(remittanceInformation?.unstructured ?? [])},
  }`
}

/** The same payment under new ids: the bank takes each only once. */
function writePayment(_call: FormedCall, curl: string): string {
  const payment = paymentOf(curl)
  const { paymentTypeInformation, beneficiary, creditTransferTransaction: instructions } = payment
  const report = quote(payment.supplementaryData.successfulReportUrl.replace(/\?.*/, ''))
  return own(`const payment = {
  paymentInformationId: \`P\${Date.now()}\`,
  categoryPurpose: ${quote(paymentTypeInformation.categoryPurpose)},
  createdAt: new Date(),
  executionDate: ${writeDay(payment)},
  isInstant: ${paymentTypeInformation.localInstrument === 'INST'},
  recurrence: ${writeRecurrence(instructions[0])},
  initiatingPartyName: 'Guichet',
  creditor: { name: ${quote(beneficiary.creditor.name)}, iban: ${quote(beneficiary.creditorAccount.iban)}, bic: ${quote(beneficiary.creditorAgent?.bicFi)} },
  debtorIban: ${quote(payment.debtorAccount?.iban)},
  debtorIdentification: ${quote(payment.debtor?.privateId.identification)},
  instructions: [${instructions.map(writeInstruction).join(', ')}],
}
const urls = { successful: ${report}, unsuccessful: ${report} }
const { consentUrl } = await createPayment(bank, token, { request: payment, urls }, { ...context, requestId: crypto.randomUUID() })
console.log('Open this address to approve the payment:', consentUrl.href)`)
}

/** The folder of keys and certificates that the desk's script names. */
export const pkiOf = (curl: string) => /^PKI=\$\{PKI:-'([^'\n]*)'\}$/m.exec(curl)?.[1] ?? ''

/** The body that the desk's script sends. */
export function bodyOf(curl: string): string {
  const quoted = /^BODY='((?:[^']|'\\'')*)'$/m.exec(curl)?.[1] ?? ''
  return quoted.replaceAll(`'\\''`, "'")
}

function writeStet(call: FormedCall, curl: string): string | null {
  const program = programs.find(({ is }) => is.test(`${call.method} ${call.target}`))
  if (!program) return null
  const version = /\/v(1\.[46]\.2)\//.exec(call.target)?.[1] ?? '1.6.2'
  const keyId = /keyId="([^"]*)"/.exec(headerOf(call, 'signature'))?.[1] ?? ''
  const settings = /^PKI=(?:(?!^PKI=)[\s\S])*?(?=^(BODY|DIGEST|SIGNED)=|^curl )/m.exec(curl)?.[0].trimEnd() ?? ''
  return `${settings}
export PKI HOST SEAL_KEY ACCESS_TOKEN
node_modules/.bin/node --input-type=module <<'END'
import { readFileSync } from 'node:fs'
${importOf('closeBank, createBank', 'bank')}
${importOf('keySigner', 'signer')}
${program.imports.join('\n')}

const pem = name => readFileSync(\`\${process.env.PKI}/\${name}\`)
const bank = createBank({
  code: '${call.bankCode}',
  baseUrl: \`https://\${process.env.HOST}\`,
  screensUrl: \`https://\${process.env.HOST}\`,
  version: '${version}',
  clientId: '${call.clientId}',
  pkce: true,
  tls: { cert: pem('tpp/qwac.pem'), key: pem('tpp/qwac.key'), ca: pem('ca.pem') },
  seal: { signer: keySigner(readFileSync(process.env.SEAL_KEY)), keyId: '${keyId}' },
})
const context = { presence: null }
${program.run(call, curl)}
await closeBank(bank)
END`
}

/** A merchant never calls a bank: what its own program asks Guichet for instead. */
async function writeApi(
  { method, target }: FormedCall,
  curl: string,
  { appPort, apiKey }: Maker,
): Promise<string | null> {
  const isCreation = method === 'POST' && target.endsWith('/payment-requests')
  const isReading = method === 'GET' && target.includes('/payment-requests/')
  if (!isCreation && !isReading) return null
  // A refund, or a transfer of one's own: no checkout makes it.
  if (isCreation && paymentOf(curl).paymentTypeInformation.categoryPurpose === 'CASH') return null
  const api = `http://localhost:${appPort}/api/v1`
  const head = `curl --silent --header 'Authorization: Bearer ${await apiKey()}' \\\n`
  if (isReading) return `${head}  '${api}/payments?limit=1'`
  const { amount } = paymentOf(curl).creditTransferTransaction[0].instructedAmount
  const order = { amount, reference: 'Atlas', return_url: 'http://localhost:4000/' }
  return `${head}  --header "Idempotency-Key: order-$(date +%s)" --header 'Content-Type: application/json' \\
  --data '${JSON.stringify(order)}' '${api}/checkout-sessions'`
}
