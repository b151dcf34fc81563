import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readCommands } from '#testing/database/duties.ts'
import { type Supervisor, shell, waitUntilReady } from './supervisor.ts'

/** The commands of examples/production and docs/operations, as they stand there and in their order. */

export const siteName = 'guichet.example'
export const authority = '/usr/local/share/ca-certificates/machine.crt'
export const webs = ['guichet@3000', 'guichet@3002'] as const
export const workers = ['guichet-worker@3001', 'guichet-worker@3003'] as const
export const portOf = (unit: string) => Number(unit.split('@')[1])
export const postgres = `postgresql@${readdirSync('/etc/postgresql').at(-1)}-main`

const readme = () => readFileSync('examples/production/README.md', 'utf8')
const runReadme = async (heading: string, cwd?: string) => {
  for (const commands of readCommands(heading, readme())) await shell(commands, cwd === undefined ? {} : { cwd })
}

/** Debian's packages and the user. */
export async function installPackages(): Promise<void> {
  writeFileSync('/etc/apt/apt.conf.d/90yes', 'APT::Get::Assume-Yes "true";\n')
  await runReadme('Without')
}

/** Downloads and builds a version in its folder. Returns its size. */
export async function installVersion(): Promise<{ readonly megabytes: number }> {
  const folder = '/opt/guichet-0.1.0'
  mkdirSync(folder)
  await shell(`git -C "${process.cwd()}" archive HEAD | tar -x -C ${folder}`)
  await runReadme('A version', folder)
  return { megabytes: Number((await shell(`du -sm ${folder}`)).split('\t')[0]) }
}

/** This folder as that version: it is built already. */
export async function useThisVersion(): Promise<void> {
  mkdirSync('/opt/guichet-0.1.0')
  await shell(`mount --bind "${process.cwd()}" /opt/guichet-0.1.0
    cd /opt/guichet-0.1.0 && ln -s /etc/guichet/env .env
    npm run publish-static -- --to /var/lib/guichet && ln -sfn guichet-0.1.0 /opt/guichet`)
}

export const nextVersion = '/opt/guichet-0.1.1'

/** Another version beside it, with the packages of this folder: another style sheet, so that its files differ. */
export async function buildNextVersion(): Promise<void> {
  await shell(`mkdir ${nextVersion} && git archive HEAD | tar -x -C ${nextVersion}`, { cwd: process.cwd() })
  await shell(`cp -a "${process.cwd()}/node_modules" ${nextVersion}`)
  appendFileSync(`${nextVersion}/app/globals.css`, '.version-2 { color: red; }\n')
  const commands = readCommands('A version', readme()).join('\n').split('\n')
  const [from, to] = ['npm run build', 'npm run publish-static'].map(name =>
    commands.findIndex(line => line.startsWith(name)),
  )
  await shell(commands.slice(from, to).join('\n'), { cwd: nextVersion })
}

/** Names, an authority whom this machine trusts, and disks: what stands around an installation. */
export async function prepareSurroundings(): Promise<void> {
  const names = [siteName, 'db.internal', 'mail.internal']
  appendFileSync('/etc/hosts', `127.0.0.1 ${names.join(' ')}\n`)
  // Alertmanager wants a private address, though it is alone.
  await shell(`ip link set lo up && ip address add 10.77.0.1/32 dev lo
    echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
    mkdir -p /etc/machine && cd /etc/machine
    openssl req -x509 -days 90 -nodes -newkey rsa:2048 -keyout ca.key -out ${authority} -subj /CN=machine
    update-ca-certificates`)
  for (const name of names) await issueCertificate(name, 60)
  // A small disk of the database's own.
  await shell(`truncate --size=700M /srv/database.img && mkfs.ext4 -q -m 0 /srv/database.img
    pg_dropcluster $(pg_lsclusters --no-header | cut -d ' ' -f 1) main || true
    mount -o loop /srv/database.img /var/lib/postgresql && chown postgres: /var/lib/postgresql`)
}

/** In /etc/machine, with that many days left; negative: it has ended. */
export async function issueCertificate(name: string, days: number): Promise<void> {
  const at = (daysFromNow: number) =>
    new Date(Date.now() + daysFromNow * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '')
  await shell(
    `openssl req -new -nodes -newkey rsa:2048 -keyout ${name}.key -out ${name}.csr -subj /CN=${name}
    touch index && test -f serial || echo 1000 > serial
    printf 'subjectAltName=DNS:${name}\\nbasicConstraints=critical,CA:FALSE\\n' > extensions
    openssl ca -batch -notext -config /dev/stdin -name ca -in ${name}.csr -out ${name}.pem -startdate ${at(-90)} -enddate ${at(days)} \
      -extfile extensions <<'END'
[ca]
new_certs_dir = /tmp
database = index
serial = serial
certificate = ${authority}
private_key = ca.key
default_md = sha256
policy = policy
unique_subject = no
[policy]
commonName = supplied
END
    chmod 644 ${name}.key`,
    { cwd: '/etc/machine' },
  )
}

const passwords = { owner: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') }
const urlOf = (user: 'owner' | 'app', port: number) =>
  `postgresql://guichet_${user}:${passwords[user]}@db.internal:${port}/guichet?sslmode=verify-full&sslrootcert=/etc/guichet/db-ca.pem`
export const ownersUrl = () => urlOf('owner', 5432)

/** A new server over TLS with the roles and the database of docs/operations/install.md. */
export async function makeDatabase({ control }: Supervisor): Promise<void> {
  const version = postgres.replace(/.*@(\d+)-.*/, '$1')
  await shell(`pg_createcluster --port 5432 ${version} main
    cat > /etc/postgresql/${version}/main/conf.d/here.conf <<'END'
fsync = off
ssl = on
max_wal_size = '64MB'
min_wal_size = '32MB'
timezone = 'Europe/Paris'
ssl_cert_file = '/etc/postgresql/db.pem'
ssl_key_file = '/etc/postgresql/db.key'
END
    cp /etc/machine/db.internal.pem /etc/postgresql/db.pem
    install --owner=postgres --mode=600 /etc/machine/db.internal.key /etc/postgresql/db.key`)
  await control('start', postgres)
  const [statements = ''] = readCommands('Database', readFileSync('docs/operations/install.md', 'utf8'))
  const filled = statements
    .replace(/(guichet_owner LOGIN PASSWORD ')…/, `$1${passwords.owner}`)
    .replace(/(guichet_app LOGIN PASSWORD ')…/, `$1${passwords.app}`)
  await shell(`runuser -u postgres -- psql --set ON_ERROR_STOP=1 <<'END'\n${filled}\nEND`)
}

/** pgbouncer.ini as it stands in docs/operations/install.md. */
export async function makePooler({ control }: Supervisor): Promise<void> {
  const blocks = readCommands('PgBouncer', readFileSync('docs/operations/install.md', 'utf8'))
  const settings = blocks.slice(blocks.findIndex(block => block.startsWith('[databases]'))).join('\n')
  writeFileSync('/etc/pgbouncer/pgbouncer.ini', `${settings}\n`)
  writeFileSync('/etc/pgbouncer/userlist.txt', `"guichet_app" "${passwords.app}"\n`)
  await shell(`cp ${authority} /etc/pgbouncer/db-ca.pem && cp /etc/machine/db.internal.pem /etc/pgbouncer/server.pem
    cp /etc/machine/db.internal.key /etc/pgbouncer/server.key && chown postgres: /etc/pgbouncer/*`)
  await control('restart', 'pgbouncer')
}

/** The sandbox bank, somewhere else: it makes the certificates, and trusts the site's authority. Returns its process group. */
export async function openBank(): Promise<number> {
  const child = spawn('npm', ['run', 'sandbox'], {
    cwd: '/opt/guichet',
    env: { ...process.env, GUICHET_DATA: '/srv/bank', NODE_EXTRA_CA_CERTS: authority },
    stdio: 'ignore',
    detached: true,
  })
  const deadline = Date.now() + 300_000
  const isUp = () =>
    fetch('http://127.0.0.1:8080/healthz').then(
      answer => answer.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('npm run sandbox did not open the bank')
    await delay(200)
  }
  if (child.pid === undefined) throw new Error('the bank has no process')
  return child.pid
}

/** Certificates, and the variables in a copy of .env.example. */
export async function configure(more: Readonly<Record<string, string>> = {}): Promise<void> {
  await runReadme('Settings')
  await shell(`cp ${authority} /etc/guichet/db-ca.pem && cp /srv/bank/pki/ca.pem /etc/guichet/bank-ca.pem
    for pair in qwac qseal; do
      cp /srv/bank/pki/tpp/$pair.pem /etc/guichet
      install --owner=guichet --mode=600 /srv/bank/pki/tpp/$pair.key /etc/guichet
    done`)
  const values = {
    DATABASE_URL: urlOf('app', 6432),
    DATABASE_DIRECT_URL: urlOf('app', 5432),
    AUTH_SECRET: randomBytes(33).toString('base64'),
    VAULT_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
    TPP_QWAC_CERT: '/etc/guichet/qwac.pem',
    TPP_QWAC_KEY: '/etc/guichet/qwac.key',
    TPP_QSEAL_CERT: '/etc/guichet/qseal.pem',
    TPP_QSEAL_KEY: '/etc/guichet/qseal.key',
    BANK_CA: '/etc/guichet/bank-ca.pem',
    APP_URL: `https://${siteName}`,
    TRUSTED_PROXIES: '1',
    LEGAL_NAME: 'Guichet SAS',
    LEGAL_CONTACT: 'contact@guichet.example',
    BANK_SCREENS: 'http://*.sandbox.localhost:8080',
    WEBHOOK_LOOPBACK: '1',
  }
  for (const [name, value] of Object.entries(values)) setVariable(name, value)
  appendFileSync(
    '/etc/guichet/env',
    Object.entries(more)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  )
}

/** In /etc/guichet/env, where it stands as a remark or with a value. */
export function setVariable(name: string, value: string): void {
  const file = '/etc/guichet/env'
  const before = readFileSync(file, 'utf8')
  const line = new RegExp(`^(# )?${name}=.*$`, 'm')
  if (!line.test(before)) throw new Error(`.env.example has no ${name}`)
  writeFileSync(
    file,
    before.replace(line, () => `${name}="${value}"`),
  )
}

export const migrate = (cwd = '/opt/guichet') => shell(`DATABASE_DIRECT_URL='${ownersUrl()}' npm run migrate`, { cwd })

/** Throws if it can switch off what guards the audit trail. */
export async function checkRole(): Promise<void> {
  const statement = 'ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL'
  const said = await shell(`psql '${urlOf('app', 5432)}' -c '${statement}' 2>&1 || true`)
  if (!said.includes('must be owner')) throw new Error(`the application's role: ${said}`)
}

export async function startProcesses({ logOf }: Supervisor): Promise<void> {
  await runReadme('Processes')
  await Promise.all([...webs, ...workers].map(unit => waitUntilReady(portOf(unit), () => logOf(unit))))
}

/** The certificate is ours, since no public authority knows this machine. */
export async function startProxy(): Promise<void> {
  const [copy = '', ...rest] = readCommands('Proxy', readme()).join('\n').split('\n')
  await shell(copy)
  const file = '/etc/caddy/Caddyfile'
  const tls = `\ttls /etc/machine/${siteName}.pem /etc/machine/${siteName}.key\n`
  writeFileSync(file, readFileSync(file, 'utf8').replace('{$SITE} {\n', `$&${tls}`))
  await shell(rest.join('\n'))
  while (!existsSync('/var/lib/caddy/admin.sock')) await delay(100)
}

/** A minute lasts this many seconds, in the rules and in Alertmanager. */
const minuteSeconds = 4

/** Prometheus, its exporters and Alertmanager, as they stand there but for the pace. */
export async function startWatching(): Promise<void> {
  const commands = readCommands('Watching', readme()).join('\n').split('\n')
  await shell(commands.filter(line => !line.startsWith('systemctl')).join('\n'))
  const hurry = (
    file: string,
    changes: readonly (readonly [RegExp, string | ((all: string, minutes: string) => string)])[],
  ) => {
    const path = `/etc/prometheus/${file}`
    const hurried = changes.reduce((text, [from, to]) => text.replace(from, to as string), readFileSync(path, 'utf8'))
    writeFileSync(path, hurried)
  }
  const seconds = (all: string, minutes: string) => all.replace(`${minutes}m`, `${Number(minutes) * minuteSeconds}s`)
  hurry('alerts.yml', [
    [/for: (\d+)m/g, seconds],
    [/\[(\d+)m\]/g, seconds],
  ])
  hurry('prometheus.yml', [
    [/(_interval): 15s/g, '$1: 2s'],
    // Without PostgreSQL its exporter answers after three seconds; a page takes as long on a busy machine.
    [/job_name: (postgres|site)\n/g, '$&    scrape_interval: 4s\n'],
  ])
  hurry('alertmanager.yml', [
    [/group_wait: 30s/, 'group_wait: 1s'],
    [/group_interval: 5m/, 'group_interval: 2s'],
  ])
  await shell(commands.filter(line => line.startsWith('systemctl')).join('\n'))
}
