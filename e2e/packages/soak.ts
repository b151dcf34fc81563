import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makePackage, packageNames } from '#scripts/release/packages.ts'
import { putFramework } from './medusa-framework.ts'

export type PackagesReport = { readonly nodes: Readonly<Record<string, string>>; readonly faults: readonly string[] }

/** Node versions that our packages promise, and what each must be able to do. The registry has them as packages. */
const promised = {
  '20.3.1': {
    'guichet-client': true,
    'medusa-payment-guichet': false,
    '@guichet/stet': false,
    '@guichet/sandbox': false,
  },
  '20': { 'guichet-client': true, 'medusa-payment-guichet': true, '@guichet/stet': false, '@guichet/sandbox': false },
  '22.19.0': {
    'guichet-client': true,
    'medusa-payment-guichet': true,
    '@guichet/stet': true,
    '@guichet/sandbox': false,
  },
  '24': { 'guichet-client': true, 'medusa-payment-guichet': true, '@guichet/stet': true, '@guichet/sandbox': true },
} as const

/** A program for each package that succeeds if it works. */
const programs = {
  'guichet-client': `
    import { createServer } from 'node:http'
    import { createClient, isProblem, verifyWebhook, WebhookNotGenuine } from 'guichet-client'
    let calls = 0
    const server = createServer((request, response) => {
      calls += 1
      response.writeHead(calls === 1 ? 502 : 200, { 'content-type': 'application/json' })
      response.end(calls === 1 ? '<h1>' : JSON.stringify({ object: 'list', data: [{ id: calls }], next_cursor: calls === 2 ? 'c' : null }))
    })
    await new Promise(done => server.listen(0, done))
    const guichet = createClient({ key: 'gk_test_x', origin: 'http://127.0.0.1:' + server.address().port })
    const ids = []
    for await (const { id } of guichet.allPayments()) ids.push(id)
    server.close()
    const forged = await verifyWebhook('whsec_AAAA', {}, '{}').catch(error => error)
    if (ids.join() !== '2,3' || !(forged instanceof WebhookNotGenuine) || isProblem(forged)) process.exit(1)
  `,
  // As Medusa loads it: with `require`.
  'medusa-payment-guichet': `
    import { createRequire } from 'node:module'
    const { default: provided } = createRequire(import.meta.url)('medusa-payment-guichet')
    const [Provider] = provided.services
    const options = { apiKey: 'gk_test_x', webhookSecret: 'whsec_AAAA', returnUrl: 'https://shop.example/' }
    if (new Provider({}, options).getIdentifier() !== 'guichet') process.exit(1)
    const forged = await new Provider({}, options).getWebhookActionAndData({ rawData: '{}', headers: {} }).catch(error => error)
    if (forged.code !== 'webhook_not_genuine') throw forged
  `,
  '@guichet/stet': `
    import { generateKeyPairSync } from 'node:crypto'
    import { aispToken, BankError, closeBank, createBank, formatAmount, keySigner, listAccounts, parseAmount } from '@guichet/stet'
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = key.export({ type: 'pkcs8', format: 'pem' })
    const tls = { cert: '', key: '', ca: '' }
    const urls = { baseUrl: 'https://127.0.0.1:1', screensUrl: 'https://127.0.0.1:1' }
    const bank = createBank({ code: '19870', version: '1.6.2', clientId: 'x', pkce: true, tls, seal: { signer: keySigner(pem), keyId: 'k' }, ...urls })
    const lost = await listAccounts(bank, aispToken('19870', 't'), { presence: null }).catch(error => error)
    await closeBank(bank)
    const isRight = lost instanceof BankError && lost.sent === 'no' && formatAmount(parseAmount('12.5', 'EUR')) === '12.50'
    if (!isRight) throw lost
  `,
  '@guichet/sandbox': `
    import { openBank } from '@guichet/sandbox'
    const bank = await openBank()
    if (bank.customers().length < 10) process.exit(1)
    await bank.close()
  `,
} as const

/**
 * Installs the packages as a stranger would, from their tarballs with what the registry has, and runs each on every Node that it
 * promises; a Node that is too old for the bank is told so. Then makes a release in a copy of the repository.
 */
export async function runPackages(): Promise<PackagesReport> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-packages-'))
  const faults: string[] = []
  const nodes: Record<string, string> = {}
  try {
    const tarballs: string[] = []
    for (const name of packageNames) tarballs.push(await makePackage(name, folder))
    const project = emptyProject(folder, 'project')
    // The plug-in's peer is Medusa.
    npm(project, 'install', '--legacy-peer-deps', ...tarballs)
    putFramework(join(project, 'node_modules'))
    for (const name of packageNames) writeFileSync(join(project, `${name.replaceAll('/', '-')}.mjs`), programs[name])
    for (const [version, works] of Object.entries(promised)) {
      const node = installNode(folder, version)
      nodes[version] = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
      for (const name of packageNames) {
        if (!works[name]) continue
        const ran = spawnSync(node, [`${name.replaceAll('/', '-')}.mjs`], { cwd: project, encoding: 'utf8' })
        if (ran.status !== 0) faults.push(`${name} on Node ${version}: ${ran.stderr}`)
      }
      const listed = spawnSync(node, ['node_modules/guichet-client/bin.js', 'trigger', '--list'], {
        cwd: project,
        encoding: 'utf8',
      })
      if (listed.status !== 0) faults.push(`guichet-client's command on Node ${version}: ${listed.stderr}`)
      if (works['@guichet/sandbox']) continue
      const told = spawnSync(node, ['node_modules/@guichet/sandbox/bin.js'], { cwd: project, encoding: 'utf8' })
      if (told.status !== 1 || !told.stderr.includes('needs Node 24')) faults.push(`Node ${version}: ${told.stderr}`)
    }
    faults.push(...releaseInCopy(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { nodes, faults }
}

function emptyProject(folder: string, name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  return project
}

function installNode(folder: string, version: string): string {
  const project = emptyProject(folder, `node-${version}`)
  npm(project, 'install', '--foreground-scripts', `node@${version}`)
  return join(project, 'node_modules/node/bin/node')
}

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** A release with `--write` and `--offline`, of a copy with one commit; what is wrong with it. */
function releaseInCopy(folder: string): readonly string[] {
  const copy = join(folder, 'copy')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${resolve('.')}`, copy])
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // .gitignore means the folder, not a link to it.
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim()
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@guichet.example')
  const release = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/release/release.ts', ...args], { cwd: copy, encoding: 'utf8' })
  const written = release('--write', '--offline')
  if (written.status !== 0) return [`a release: ${written.stdout}${written.stderr}`]
  const out = join(copy, '.data/release')
  const summed = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' })
  const again = release('--write', '--offline')
  const sbom: { readonly components: readonly unknown[] } = JSON.parse(
    readFileSync(join(out, readdirSync(out).find(file => file.endsWith('.cdx.json')) ?? ''), 'utf8'),
  )
  return [
    ...(summed.status === 0 ? [] : [`checksums: ${summed.stdout}`]),
    ...(git('tag').startsWith('v') && git('status', '--porcelain') === '' ? [] : ['no tag, or a changed tree']),
    ...(sbom.components.length > 100 ? [] : ['a bill of materials without materials']),
    ...(again.status === 1 && again.stdout.includes('give a larger one') ? [] : ['the same version twice']),
  ]
}
