import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { closeTokens, pkcs11Signer } from '#lib/banks/pkcs11.ts'
import { type Signer, SignerError } from '#lib/stet/signer.ts'

/** SoftHSM as Debian installs it, by the architecture's folder or without. */
const modules = [
  '/usr/lib/softhsm/libsofthsm2.so',
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/softhsm/libsofthsm2.so`,
]
const bytes = Buffer.from('(request-target): get /accounts')
const [pin, wrongPin] = ['271828', '000000']

export type KeysReport = {
  readonly faults: readonly string[]
  /** Of signatures asked for eight at a time. */
  readonly signaturesPerSecond: number
  /** CPU of this process per signature, milliseconds. */
  readonly cpuMs: number
  /** How long the event loop of this process was blocked at most, milliseconds. */
  readonly blockedMs: number
}

/**
 * Signs with keys in a PKCS#11 token, made for this with SoftHSM: the right key, wrong names and PINs, a process that is killed and one that
 * hangs. Null without SoftHSM.
 */
export async function runKeys(): Promise<KeysReport | null> {
  const module = modules.find(existsSync)
  if (module === undefined || spawnSync('softhsm2-util', ['--version']).error) return null
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  try {
    return await tryToken(makeToken(folder), {
      module,
      pinFile: write(folder, 'pin', `${pin}\n`),
      wrongPinFile: write(folder, 'wrong-pin', wrongPin),
    })
  } finally {
    closeTokens()
    rmSync(folder, { recursive: true })
  }
}

function write(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  return join(folder, name)
}

/** A token with two keys of one name, and a third; returns their public keys. */
function makeToken(folder: string): readonly KeyObject[] {
  mkdirSync(join(folder, 'tokens'))
  process.env.SOFTHSM2_CONF = write(folder, 'softhsm2.conf', `directories.tokendir = ${join(folder, 'tokens')}\n`)
  const run = (...options: string[]) => {
    const { status, stderr } = spawnSync('softhsm2-util', options, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`softhsm2-util ${options[0]}: ${stderr}`)
  }
  run('--init-token', '--free', '--label', 'guichet', '--so-pin', '314159', '--pin', pin)
  return [
    ['qseal', '01'],
    ['twice', '02'],
    ['twice', '03'],
  ].map(([label = '', id = '']) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = write(folder, `${id}.pem`, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    run('--import', file, '--token', 'guichet', '--label', label, '--id', id, '--pin', pin)
    return publicKey
  })
}

type Files = { readonly module: string; readonly pinFile: string; readonly wrongPinFile: string }

async function tryToken(
  publicKeys: readonly KeyObject[],
  { module, pinFile, wrongPinFile }: Files,
): Promise<KeysReport> {
  const [first, second, third] = publicKeys
  if (!first || !second || !third) throw new Error('three keys were made')
  const faults: string[] = []
  const expectFault = async (what: string, signer: () => Signer, wanted: string | null) => {
    const got = await faultOf(signer)
    if (got !== wanted) faults.push(`${what}: ${got}, not ${wanted}`)
  }
  const uri = 'pkcs11:token=guichet;object=qseal;type=private'
  const ours = () => pkcs11Signer(uri, first)
  const restartWith = (env: Readonly<Record<string, string>>) => {
    closeTokens()
    Object.assign(process.env, env)
  }

  restartWith({ PKCS11_MODULE: module, PKCS11_PIN_FILE: pinFile })
  await expectFault('the key', ours, null)
  await expectFault('its id', () => pkcs11Signer('pkcs11:token=guichet;id=%03', third), null)
  await expectFault('name and id', () => pkcs11Signer('pkcs11:token=guichet;object=twice;id=%02', second), null)
  await expectFault("another key's certificate", () => pkcs11Signer(uri, second), 'wrong_key')
  await expectFault('two keys of one name', () => pkcs11Signer('pkcs11:token=guichet;object=twice', second), 'refused')
  await expectFault('no such key', () => pkcs11Signer('pkcs11:token=guichet;object=none', first), 'refused')
  await expectFault('no such token', () => pkcs11Signer('pkcs11:token=none;object=qseal', first), 'refused')
  await expectFault('the key after these', ours, null)
  const speed = await measure(ours())

  signalToken('SIGKILL')
  await expectFault('a process that was killed', ours, null)
  signalToken('SIGSTOP')
  await expectFault('a process that hangs', ours, 'no_answer')
  await until(async () => (await faultOf(ours)) === null, 'the key after a process that hung', faults)

  restartWith({ PKCS11_PIN_FILE: '/nowhere' })
  await expectFault('a PIN file that is missing', ours, 'settings')
  restartWith({ PKCS11_MODULE: '/nowhere.so', PKCS11_PIN_FILE: pinFile })
  await expectFault('a module that is missing', ours, 'settings')
  restartWith({ PKCS11_MODULE: module, PKCS11_PIN_FILE: wrongPinFile })
  await expectFault('a wrong PIN', ours, 'settings')
  await expectFault('a wrong PIN again', ours, 'settings')
  restartWith({ PKCS11_PIN_FILE: pinFile })
  await expectFault('the right PIN, after wrong ones', ours, 'settings')
  return { faults, ...speed }
}

async function faultOf(signer: () => Signer): Promise<string | null> {
  try {
    await signer().sign(bytes, true)
    return null
  } catch (error) {
    return error instanceof SignerError ? error.fault : String(error)
  }
}

function signalToken(signal: 'SIGKILL' | 'SIGSTOP'): void {
  const { stdout } = spawnSync('pgrep', ['--parent', String(process.pid), '--full', 'pkcs11-process'], {
    encoding: 'utf8',
  })
  for (const pid of stdout.split('\n').filter(Boolean)) process.kill(Number(pid), signal)
}

async function until(isSo: () => Promise<boolean>, what: string, faults: string[]): Promise<void> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > 15_000) return void faults.push(`${what}: not within 15 s`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

async function measure(signer: Signer): Promise<Omit<KeysReport, 'faults'>> {
  const count = 800
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  const lane = async () => {
    for (let left = count / 8; left > 0; left--) await signer.sign(bytes, true)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const used = process.cpuUsage(cpu)
  delay.disable()
  const round = (value: number) => Number(value.toFixed(2))
  return {
    signaturesPerSecond: Math.round(count / ((performance.now() - from) / 1_000)),
    cpuMs: round((used.user + used.system) / 1_000 / count),
    blockedMs: round(delay.max / 1e6),
  }
}
