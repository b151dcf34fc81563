import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { hasEnded, stopProcess } from '#scripts/run/processes.ts'

/** Actual Budget from the registry, its server and a budget: installed once, in a folder of its own (300 MB). */

const version = '26.9.0'
export const actualFolder = resolve('.data', 'actual')
export const actualPassword = 'trois-budgets-et-un-phare'
const startMs = 120_000

/** Actual's SQLite is built for the Node that npm runs with, which is another than ours. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => !folder.includes('node_modules'))
  .join(delimiter)

/** Throws what npm says: without a C++ compiler and the headers of Node it can’t be installed. */
export function installActual(): void {
  mkdirSync(actualFolder, { recursive: true })
  const dependencies = { '@actual-app/api': version, '@actual-app/sync-server': version }
  writeFileSync(join(actualFolder, 'package.json'), JSON.stringify({ name: 'budget', private: true, dependencies }))
  const options = ['--no-audit', '--no-fund', '--prefer-offline']
  const env = { ...process.env, PATH: path }
  execFileSync('npm', ['install', ...options], { cwd: actualFolder, env, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** A server with one user; `authority`: the certificate it trusts besides those of its system. */
export async function startActual(port: number, authority: string) {
  const data = join(actualFolder, 'server')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data)
  const server = join(actualFolder, 'node_modules/@actual-app/sync-server/build/bin/actual-server.js')
  const env = {
    ...process.env,
    PATH: path,
    NODE_OPTIONS: '',
    NODE_EXTRA_CA_CERTS: authority,
    ACTUAL_DATA_DIR: data,
    ACTUAL_PORT: String(port),
    ACTUAL_HOSTNAME: '127.0.0.1',
  }
  const child = spawn('node', [server], { cwd: actualFolder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (log += part))
  const origin = `http://127.0.0.1:${port}`
  const stop = () => stopProcess({ name: 'actual', child })
  const deadline = Date.now() + startMs
  while (!(await isUp(origin))) {
    if (hasEnded(child) || Date.now() > deadline) throw new Error(`Actual did not start:\n${log.slice(-3_000)}`)
    await delay(300)
  }
  await post(origin, '/account/bootstrap', { password: actualPassword }, '')
  const { token } = z
    .object({ token: z.string() })
    .parse(await post(origin, '/account/login', { password: actualPassword }, ''))
  return {
    origin,
    stop,
    readLog: () => log,
    /** As one pastes it on Actual’s page. */
    takeSetupToken: (value: string) => post(origin, '/secret', { name: 'simplefin_token', value }, token),
  }
}

const isUp = (origin: string) =>
  fetch(`${origin}/info`).then(
    ({ ok }) => ok,
    () => false,
  )

async function post(origin: string, where: string, body: object, token: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-actual-token': token }
  const answer = await fetch(origin + where, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`Actual answered ${answer.status} to ${where}: ${await answer.text()}`)
  const read = z.object({ data: z.unknown() }).safeParse(await answer.json())
  return read.data?.data
}

const Told = z.object({
  error: z.string().optional(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  transactions: z
    .array(z.object({ id: z.string(), amount: z.number(), cleared: z.boolean(), imported_payee: z.string().nullish() }))
    .optional(),
})
type Told = z.infer<typeof Told>

/** A budget of Actual: its library, driven line by line, since it needs the other Node too. */
export async function openBudget(origin: string) {
  const program = join(actualFolder, 'budget.cjs')
  writeFileSync(program, budgetProgram)
  const data = join(actualFolder, 'budget')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data)
  const env = { ...process.env, PATH: path, NODE_OPTIONS: '' }
  const child = spawn('node', [program, origin, actualPassword, data], {
    cwd: actualFolder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const next = async (): Promise<Told> => {
    for (;;) {
      const [line]: string[] = await once(lines, 'line')
      if (line?.startsWith('told ')) return Told.parse(JSON.parse(line.slice(5)))
    }
  }
  const ask = (...words: readonly string[]) => {
    const told = next()
    child.stdin.write(`${words.join(' ')}\n`)
    return told
  }
  return {
    link: (accountName: string) => ask('link', accountName),
    sync: () => ask('sync'),
    stop: () => stopProcess({ name: 'budget', child }),
  }
}

const budgetProgram = `
const api = require('@actual-app/api')
const [, , serverURL, password, dataDir] = process.argv
const tell = value => console.log('told ' + JSON.stringify(value))
const lines = async () => {
  const [account] = await api.getAccounts()
  return api.getTransactions(account.id, '2000-01-01', '2999-12-31')
}
async function link(name) {
  const { accounts, error_code } = await api.internal.send('simplefin-accounts')
  if (!accounts) return { error: error_code }
  const found = accounts.find(one => one.name === name)
  const externalAccount = { account_id: found.id, name: found.name, institution: found.org.name, orgId: found.org.id }
  await api.internal.send('simplefin-accounts-link', { externalAccount })
  return { accounts: accounts.map(({ id, name }) => ({ id, name })), transactions: await lines() }
}
async function sync() {
  await api.runBankSync()
  return { transactions: await lines() }
}
async function main() {
  await api.init({ dataDir, serverURL, password })
  await api.runImport('Door', async () => {})
  for await (const line of require('node:readline').createInterface({ input: process.stdin })) {
    const [what, ...words] = line.split(' ')
    try {
      tell(await (what === 'link' ? link(words.join(' ')) : sync()))
    } catch (error) {
      tell({ error: String(error.message || error) })
    }
  }
}
main().catch(error => tell({ error: String(error.stack) }))
`
