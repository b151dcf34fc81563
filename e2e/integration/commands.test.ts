import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { addPushTarget } from '#lib/services/alerts/push.ts'
import { seal } from '#lib/vault.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { people } from '#testing/bank/customers.ts'
import { newRead, newVisitor, type Stack, startStack } from '#testing/stack/start.ts'

/** The commands of production (npm run worker, npm start, npm run migrate) as processes, on this test's database. */
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

/** Starts a command; `said` is what it has written so far. */
function start(script: string, env: Readonly<Record<string, string | undefined>> = {}, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['--conditions=react-server', '--no-warnings', script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), said }))
  return { child, ended, said: () => said }
}

test('a worker says that it is ready, and ends in order', async () => {
  const port = await freePort()
  const worker = start('scripts/run/worker.ts', { WORKER_PORT: String(port) })
  await expect.poll(worker.said).toContain('"event":"listening"')
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await ask('/api/health')).json()).toEqual({ alive: true })
  const ready = await ask('/api/ready')
  expect([ready.status, await ready.json()]).toMatchObject([200, { ready: true, worker: true }])
  expect(await (await ask('/metrics')).text()).toContain('guichet_')
  expect((await ask('/anything')).status).toBe(404)
  // DNS rebinding (C59).
  const foreign = await new Promise(done =>
    get({ port, path: '/api/ready', headers: { host: 'evil.example' } }, answer => done(answer.statusCode)),
  )
  expect(foreign).toBe(421)
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
})

test('the bank alone opens in an empty folder, and speaks http', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-alone-'))
  const [api, screens] = [String(await freePort()), String(await freePort())]
  const ports = { SANDBOX_API_PORT: api, SANDBOX_SCREENS_PORT: screens }
  const bank = start('scripts/run/sandbox.ts', { ...ports, GUICHET_DATA: folder, APP_URL: undefined })
  await expect.poll(bank.said).toContain('"event":"listening"')
  expect((await fetch(`http://127.0.0.1:${screens}/healthz`)).status).toBe(200)
  bank.child.kill('SIGTERM')
  expect((await bank.ended).code).toBe(0)
  rmSync(folder, { recursive: true })
})

test('what would fail later is said at the start, all at once', async () => {
  const faulty = { BANK_CA: '/nowhere/ca.pem', DATABASE_URL: 'postgresql://nobody:hidden@127.0.0.1:1/none' }
  const { code, said } = await start('scripts/run/worker.ts', faulty).ended
  expect(code).toBe(1)
  expect(said).toContain('BANK_CA: /nowhere/ca.pem does not exist.')
  expect(said).toContain('DATABASE_URL: the database does not answer')
  expect(said).not.toContain('hidden')
  expect(said).not.toContain('    at ')
})

test('a mail server without TLS is refused at the start, one that is away is not', async () => {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const smtpPort = await freePort()
  await new Promise<void>(done => server.listen(smtpPort, '127.0.0.1', done))
  const refused = await start('scripts/run/worker.ts', { SMTP_URL: `smtp://0.0.0.0:${smtpPort}` }).ended
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('SMTP_URL: the mail server has no TLS.') })
  await new Promise<void>(done => server.close(done))
  const away = { SMTP_URL: `smtp://0.0.0.0:${smtpPort}`, WORKER_PORT: String(await freePort()) }
  const worker = start('scripts/run/worker.ts', away)
  await expect.poll(worker.said).toContain('"event":"listening"')
  expect(worker.said()).toContain('SMTP_URL: the mail server takes no mails')
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
})

test('other vault keys than those of the database are refused, unless its keys are lost', async () => {
  const { userId } = await newVisitor()
  const id = randomUUID()
  const refreshSealed = await seal('token', { row: id, column: 'Connection.refreshSealed' })
  await db().registration.updateMany({ data: { registrationTokenSealed: null } })
  await db().connection.create({ data: { id, userId, bankCode: '19870', status: 'expired', refreshSealed } })
  const other = { VAULT_KEYS: `other:${Buffer.alloc(32, 9).toString('base64url')}` }
  const { code, said } = await start('scripts/run/worker.ts', other).ended
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/VAULT_KEYS: key test1 is missing, which is needed for .*1 value in Connection/),
  ])
  const worker = start('scripts/run/worker.ts', { ...other, VAULT_LOST: '1', WORKER_PORT: String(await freePort()) })
  await expect.poll(worker.said).toContain('"event":"listening"')
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
  await db().connection.delete({ where: { id } })
}, 120_000)

test('a start that needs more connections than PostgreSQL allows says so', async () => {
  await db().$executeRaw`
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 20', current_database()); END $$`
  const worker = start('scripts/run/worker.ts', { DATABASE_POOL: '20', WORKER_PORT: String(await freePort()) })
  await expect.poll(worker.said).toContain('"event":"listening"')
  expect(worker.said()).toContain(
    'DATABASE_POOL: 20 in each process, of which 1 run, take 21 connections, and PostgreSQL allows 20.',
  )
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
})

test('a database without this version’s migrations is named with the command that applies them', async () => {
  await db().$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%e%'`
  const { code, said } = await start('scripts/run/worker.ts').ended
  expect([code, said]).toEqual([1, expect.stringMatching(/The database lacks \d+ migrations\. Run npm run migrate\./)])
})

test('an unknown option is refused with the help, which every command has', async () => {
  expect(await start('scripts/run/worker.ts', {}, ['--prot']).ended).toMatchObject({
    code: 2,
    said: expect.stringContaining("Unknown option '--prot'"),
  })
  const run = ['start', 'worker', 'migrate', 'incident', 'third-parties', 'erase', 'vault']
  const scripts = [...run.map(name => `run/${name}`), 'build/build', 'build/publish-static']
  const helps = await Promise.all(scripts.map(script => start(`scripts/${script}.ts`, {}, ['--help']).ended))
  for (const { code, said } of helps)
    expect([code, said]).toEqual([0, expect.stringMatching(/^npm (start|run [\w-]+)\b/)])
})

test('an incident is written as JSON and PDF, and wrong options are named', async () => {
  const out = mkdtempSync(join(tmpdir(), 'incident-'))
  const options = ['--from', '2026-11-26T08:00Z', '--to', '2026-11-26T09:30Z', '--kind', 'initial', '--out', out]
  const { code, said } = await start('scripts/run/incident.ts', {}, options).ended
  expect([code, said]).toEqual([0, expect.stringContaining('to be sent before 2026-11-27T08:00:00.000Z')])
  expect(JSON.parse(readFileSync(join(out, 'incident-initial.json'), 'utf8'))).toMatchObject({ kind: 'initial' })
  expect(readFileSync(join(out, 'incident-initial.pdf'), 'latin1')).toMatch(/^%PDF-/)
  rmSync(out, { recursive: true })
  const wrong = await start('scripts/run/incident.ts', {}, [
    '--from',
    '2026-02-30T08:00Z',
    '--kind',
    'first',
    '--prometheus',
    'localhost:9090',
  ]).ended
  expect(wrong).toMatchObject({
    code: 2,
    said: expect.stringMatching(
      /--from: must be a time.*--to: is missing\n--kind: .*--prometheus: must be an address/s,
    ),
  })
})

test('the register of third parties names banks, database, push services and issuers, without credentials', async () => {
  const { userId } = await newRead(people.camille)
  const bank = { group: 'Group', bic: 'RIVAFRPP', initials: 'B', brandColor: '#000000', supports: [], enabled: false }
  const addresses = { baseUrl: 'https://old.bank.example', screensUrl: 'https://old.bank.example' }
  for (const code of ['19990', '19991']) await db().bank.create({ data: { ...bank, ...addresses, code, name: code } })
  await db().connection.create({ data: { userId, bankCode: '19990', status: 'active' } })
  const { id: sessionId } = await db().session.create({
    data: { userId, tokenHash: 'push', idleExpiresAt: new Date(), absoluteExpiresAt: new Date() },
  })
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  await addPushTarget({ userId, sessionId }, { endpoint: 'https://push.browser.example/a-secret', keys })
  const { code, said } = await start('scripts/run/third-parties.ts').ended
  expect([code, said]).toEqual([0, expect.stringContaining('kind,name,service,host,critical')])
  expect(said).toMatch(/^bank,Bank 19870 \(19870\),/m)
  expect(said).toMatch(/^database,PostgreSQL,Stores everything,127\.0\.0\.1:\d+,yes,/m)
  expect(said).toMatch(/^bank,19990 \(19990\),/m)
  expect(said).not.toContain('19991')
  expect(said).toMatch(/^push,[^,]*,[^,]*,push\.browser\.example,no,/m)
  expect(said).not.toContain('a-secret')
  expect(said).toMatch(/^trust_services,/m)
  expect(said).not.toContain(new URL(process.env.DATABASE_URL ?? '').password)
})

test('an operator erases a person who asked, after having seen what that deletes', async () => {
  const { userId, connectionId } = await newRead(people.camille)
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  const preview = await start('scripts/run/erase.ts', {}, ['--person', email]).ended
  expect(preview).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was erased. Add --yes to do it.') })
  expect(await db().connection.count({ where: { id: connectionId, userId } })).toBe(1)
  const done = await start('scripts/run/erase.ts', {}, ['--person', userId, '--yes']).ended
  expect(done).toMatchObject({ code: 0, said: expect.stringMatching(/Erased\. Record [0-9a-f-]{36}/) })
  expect(await db().user.count({ where: { id: userId } })).toBe(0)
  const again = await start('scripts/run/erase.ts', {}, ['--person', email, '--yes']).ended
  expect(again).toMatchObject({ code: 2, said: expect.stringContaining('--person: nobody has this address or id') })
}, 120_000)
