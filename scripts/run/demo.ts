import { rmSync } from 'node:fs'
import { banks } from '@guichet/sandbox/banks.ts'
import { catalogue } from '@guichet/sandbox/people/catalogue.ts'
import { demoMerchant, demoOperator, demoPassword, demoPeople } from '#prisma/seed.ts'
import { readObserverPorts, requirePrometheus, startObserver } from './observe.ts'
import { removePostgres } from './postgres.ts'
import { runUntilSignal } from './run-until-signal.ts'
import { readSettings, type StackSettings, schemeOf } from './settings.ts'
import { type Stack, startStack } from './stack.ts'
import { startCollector } from './trace-collector.ts'

const began = Date.now()
const report = (step: string) => console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${step}`)

const code = await runUntilSignal(async signal => {
  if (process.argv.includes('--http')) process.env.APP_URL ??= `http://localhost:${readSettings().appPort}`
  const settings = readSettings()
  console.log('\nGuichet, with its bank\n')
  const observed = process.argv.includes('--observe') ? readObserverPorts() : null
  if (observed) requirePrometheus()
  if (process.argv.includes('--fresh')) await forget(settings)
  const collector = observed ? await startCollector({ ...settings, port: observed.collector }) : null
  const extraEnv = collector === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const stack = await startStack(settings, { mode: 'production', tour: true, report, signal, extraEnv }).catch(
    endFirst(async () => collector?.stop()),
  )
  if (observed === null || collector === null) {
    tell(settings, stack, [])
    return stack
  }
  const observer = await startObserver({ ...settings, port: observed.prometheus }).catch(
    endFirst(async () => {
      await stack.stop()
      await collector.stop()
    }),
  )
  tell(settings, stack, [
    ['Metrics and alerts', observer.alertsUrl],
    ['Traces', collector.url],
  ])
  return {
    ended: Promise.race([stack.ended, observer.ended]),
    stop: async () => {
      await observer.stop()
      await stack.stop()
      await collector.stop()
    },
  }
}, console.log)
process.exit(code)

/** Ends what was started before, and fails as before. */
function endFirst(end: () => Promise<void>): (error: unknown) => Promise<never> {
  return async error => {
    await end()
    throw error
  }
}

async function forget(settings: StackSettings) {
  if (!settings.databaseUrl) await removePostgres(settings.dataDir)
  rmSync(settings.dataDir, { recursive: true, force: true })
  report(`Started over: ${settings.dataDir} removed`)
}

function tell(settings: StackSettings, { appUrl, tourUrl }: Stack, observed: readonly string[][]) {
  const scheme = schemeOf(settings)
  const bank = `${scheme}://sandbox.localhost:${settings.screensPort}`
  const rows = [
    ['Where', 'Address'],
    ['The guided tour', tourUrl ?? 'none: it needs APP_URL to be https://localhost:<PORT>'],
    ['Guichet', appUrl],
    [
      'Mailbox: what Guichet sends',
      process.env.SMTP_URL ? 'your own (SMTP_URL)' : `http://localhost:${settings.mailboxPort}`,
    ],
    ['The bank: start page', bank],
    ['The bank: screens', `${scheme}://<bank_code>.sandbox.localhost:${settings.screensPort}`],
    ['The bank: interface (mTLS)', `https://<bank_code>.sandbox.localhost:${settings.bankPort}`],
    ...observed,
    ['Certificates', `${settings.dataDir}/pki`],
    ...(settings.isTls ? [['The authority of these https addresses', `${settings.dataDir}/tls/ca.pem`]] : []),
    ['Logs', `${settings.dataDir}/logs`],
  ]
  console.log(`\n${table(rows)}\n\nSign in to Guichet as`)
  const people = [
    ...demoPeople,
    { ...demoMerchant, name: `${demoMerchant.name} (merchant: ${appUrl}/merchant)` },
    { ...demoOperator, name: `${demoOperator.name} (operator: ${appUrl}/operator)` },
  ]
  console.log(
    table([['Person', 'E-mail', 'Password'], ...people.map(({ name, email }) => [name, email, demoPassword])]),
  )
  console.log('\nand at the bank as')
  console.log(table([['Person', 'Bank', 'Identifier', 'Password', 'What to see'], ...customers()]))
  if (settings.isTls)
    console.log(
      `\nYour browser trusts these addresses once it trusts ${settings.dataDir}/tls/ca.pem (docs/demonstration.md says how, in a minute); it vouches for this machine alone. npm run demo -- --http does without.`,
    )
  if (settings.listen !== '127.0.0.1')
    console.log(`\nLISTEN is ${settings.listen}: everybody on this network can sign in with the passwords above.`)
  console.log('\nCtrl-C stops everything. npm run demo -- --fresh starts over.\n')
}

function customers(): string[][] {
  const bankName = (code: string) => `${code} ${banks.find(bank => bank.code === code)?.name ?? ''}`
  return catalogue.map(({ name, bankCode, identifier, password, story }) => [
    name,
    bankName(bankCode),
    identifier,
    password,
    story.en,
  ])
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  const line = (row: string[]) =>
    `  ${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map(width => '─'.repeat(width))), ...body.map(line)].join('\n')
}
