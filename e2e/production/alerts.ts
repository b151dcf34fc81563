import { readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { issueTppCertificate, type TppOrder } from '@guichet/sandbox/pki/issue.ts'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import { issueCertificate, portOf, postgres, siteName, startWatching, webs, workers } from './install.ts'
import { query, site } from './operator.ts'
import { bankCode, beginPayment, comeBack, keepBusy, order, type Traffic } from './shop.ts'
import type { openProduction } from './soak.ts'
import { shell, waitUntilReady } from './supervisor.ts'
import { openVisitor } from './visitor.ts'

/** Each outage is caused on the running installation, and who is on call must get a mail; it ends, and the alert with it. */

type Run = Parameters<Parameters<typeof openProduction>[1]>[0]

type Cause = {
  readonly name: string
  /** Alerts that must be mailed, critical ones to who is on call. */
  readonly alerts: readonly string[]
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

const clockFile = '/usr/local/lib/clock.mjs'
/** A process jumps ten minutes ahead when it is told so, and back. */
const clock = `const { now } = Date
let ahead = 0
Date.now = () => now() + ahead
process.on('SIGUSR2', () => { ahead = ahead === 0 ? 600_000 : 0 })
`
/** Before anything is started. */
export function prepareClock() {
  writeFileSync(clockFile, clock)
  return { NODE_OPTIONS: `--import=${clockFile}` }
}

const backup = '/var/lib/prometheus/node-exporter/backup.prom'
const fullDisk = '/var/lib/postgresql/full'

function causesOf(run: Run): readonly Cause[] {
  const { control, signal, bank, shop } = run
  let traffic: Traffic | null = null
  const replaceCertificate = (days: number) => async () => {
    await issueCertificate(siteName, days)
    await control('reload', 'caddy')
  }
  const signalBank = (name: NodeJS.Signals) => async () => void process.kill(-bank, name)
  return [
    {
      name: 'the disk of the database is full',
      alerts: ['DiskFull', 'NotReady', 'SiteDown', 'ProxyFails'],
      begin: () => {
        traffic = keepBusy(shop)
        return shell(
          `for size in 1M 4K; do dd if=/dev/zero of=${fullDisk}.$size bs=$size 2>/dev/null || true; done; sync`,
        )
      },
      end: async () => {
        await shell(`rm ${fullDisk}.*`)
        await traffic?.stop()
      },
    },
    {
      name: 'PostgreSQL is stopped',
      alerts: ['DatabaseDown', 'NotReady', 'SiteDown'],
      begin: () => control('stop', postgres),
      end: () => control('start', postgres),
    },
    {
      name: 'no worker runs, and a webhook waits for ten minutes',
      alerts: ['WorkerSilent', 'ProcessDown', 'QueueOverdue'],
      begin: async () => {
        const begun = await beginPayment(shop)
        await control('stop', ...workers)
        while (!(await comeBack(shop, begun))) await delay(500)
        await query(`UPDATE "WebhookDelivery" SET "nextAt" = now() - interval '10 minutes' WHERE status = 'pending'`)
      },
      end: () => control('start', ...workers),
    },
    {
      name: 'the clock of a running process jumps',
      alerts: ['NotReady'],
      begin: async () => signal(webs[1], 'SIGUSR2'),
      end: async () => signal(webs[1], 'SIGUSR2'),
    },
    {
      name: 'the certificate of the site ends in three days',
      alerts: ['SiteCertificateExpires'],
      begin: replaceCertificate(3),
      end: replaceCertificate(60),
    },
    {
      name: 'the certificate of the site has expired',
      alerts: ['SiteDown'],
      begin: replaceCertificate(-1),
      end: replaceCertificate(60),
    },
    {
      name: 'our own certificate ends in six days',
      alerts: ['CertificateExpiresSoon'],
      begin: async () => {
        const validity = { from: new Date(), to: new Date(Date.now() + 5.5 * 86_400_000) }
        await issueTppCertificate(pki, { ...ourselves, validity }, 'qwac', `${pki}/short`)
        await useQwac(`${pki}/short`, run)
      },
      end: () => useQwac(`${pki}/tpp`, run),
    },
    {
      name: 'the last backup is two days old',
      alerts: ['BackupOld'],
      begin: async () => writeBackupTime(Date.now() - 172_800_000),
      end: async () => writeBackupTime(Date.now()),
    },
    {
      name: 'the bank hangs',
      alerts: ['BankDown'],
      begin: async () => {
        // Five failures in a row open the breaker, and each of the two applications counts its own.
        const begun = await Promise.all(Array.from({ length: 12 }, () => order(shop)))
        await signalBank('SIGSTOP')()
        await Promise.all(begun.map(({ url }) => startPaying(url)))
      },
      end: async () => {
        await signalBank('SIGCONT')()
        await payUntilAnswered(shop)
      },
    },
  ]
}

const pki = '/srv/bank/pki'
const ourselves: TppOrder = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] }

/** In one of the two workers: an application would forget what it has read from banks, which is an alert. */
async function useQwac(folder: string, { control, logOf }: Run): Promise<void> {
  await shell(`cp ${folder}/qwac.pem /etc/guichet; install --owner=guichet --mode=600 ${folder}/qwac.key /etc/guichet`)
  await control('restart', workers[1])
  await waitUntilReady(portOf(workers[1]), () => logOf(workers[1]))
}

const writeBackupTime = (at: number) => writeFileSync(backup, `backup_time_seconds ${Math.floor(at / 1_000)}\n`)

/** The breaker closes at the first call that the bank answers. */
async function payUntilAnswered(shop: Run['shop']): Promise<void> {
  const { url } = await order(shop)
  const isOpen = async () => (await query(`SELECT breaker FROM "BankHealth"`)).includes('open')
  for (let tries = 0; tries < 60 && (await isOpen()); tries++) {
    await startPaying(url)
    await delay(2_000)
  }
}

/** Its bank doesn't answer: the page says so. */
async function startPaying(url: string): Promise<void> {
  const payer = openVisitor(site.origin, site.authority)
  await payer.form(`${new URL(url).pathname}/start`, { bank: bankCode }).catch(() => undefined)
  await payer.close()
}

export async function playAlerts(run: Run): Promise<void> {
  const { step, faults } = run
  const post = await openPost()
  await shell('mkdir -p /var/lib/prometheus/node-exporter')
  writeBackupTime(Date.now())
  await step('watching', startWatching)
  await step('nothing is alarmed', async () => {
    await until('every target answers', async () => (await ask(`up`)).every(({ value }) => value === '1'))
    await until('quiet', async () => (await listFiring()).length === 0)
    await delay(20_000)
    const found = await listFiring()
    if (found.length > 0) throw new Error(`alarmed without a cause: ${found.join(', ')}`)
  })
  for (const cause of causesOf(run)) {
    try {
      await step(cause.name, () => playCause(cause, post))
    } catch (error) {
      const fault = `${cause.name}: ${error instanceof Error ? error.message : error}`
      console.log(fault)
      faults.push(fault)
    }
  }
  post.close()
}

/** Seconds until the mail of each alert, and until none fires any more. */
async function playCause({ alerts, begin, end }: Cause, post: Post): Promise<Readonly<Record<string, number>>> {
  post.mails.length = 0
  const from = performance.now()
  const seconds: Record<string, number> = {}
  const note = (name: string) => {
    seconds[name] ??= Math.round((performance.now() - from) / 100) / 10
  }
  await begin()
  try {
    await until(`mails of ${alerts.join(', ')}`, async () => {
      const missing = alerts.filter(
        name => !post.mails.some(({ to, subject }) => to === addressOf(name) && isAbout(subject, name)),
      )
      for (const name of alerts) if (!missing.includes(name)) note(name)
      return missing.length === 0
    })
  } finally {
    await end()
  }
  await until('the end of all alerts', async () => (await listFiring()).length === 0)
  note('over')
  return seconds
}

const isAbout = (subject: string, name: string) => subject.startsWith('[FIRING:') && subject.includes(`] ${name} `)

/** By the rule's severity: the two receivers of alertmanager.yml. */
function addressOf(name: string): string {
  const rules = readFileSync('examples/production/prometheus/alerts.yml', 'utf8')
  const [, severity] = new RegExp(`alert: ${name}\\n[^]*?severity: (\\w+)`).exec(rules) ?? []
  return severity === 'critical' ? 'on-call@guichet.example' : 'operations@guichet.example'
}

/** Long: it says nothing of how fast the machine is. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline)
      throw new Error(`not within two minutes: ${what}; alarmed: ${(await listFiring()).join(', ')}`)
    await delay(500)
  }
}

const Answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

async function ask(expression: string) {
  const answer = await fetch(`http://127.0.0.1:9090/api/v1/query?query=${encodeURIComponent(expression)}`)
  return Answer.parse(await answer.json()).data.result.map(({ metric, value: [, value] }) => ({ metric, value }))
}

const listFiring = async () => (await ask('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname ?? '')

type Post = { readonly mails: { to: string; subject: string }[]; readonly close: () => void }

/** mail.internal: keeps what Alertmanager sends, over TLS as it insists. */
async function openPost(): Promise<Post> {
  const mails: { to: string; subject: string }[] = []
  const file = (name: string) => readFileSync(`/etc/machine/mail.internal.${name}`)
  const server = new SMTPServer({
    authOptional: true,
    key: file('key'),
    cert: file('pem'),
    onData: async (stream, session, done) => {
      const { subject = '' } = await PostalMime.parse(await buffer(stream))
      for (const { address } of session.envelope.rcptTo) mails.push({ to: address, subject })
      done()
    },
  })
  await new Promise<void>(done => server.listen(25, done))
  return { mails, close: () => server.close(() => undefined) }
}
