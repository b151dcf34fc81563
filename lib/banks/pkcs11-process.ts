import { readFileSync } from 'node:fs'
import koffi from 'koffi'
import type { KeyName, TokenReply, TokenRequest } from './pkcs11.ts'

/**
 * The process that uses a PKCS#11 module (2.40), started by pkcs11.ts: a vendor's library that hangs or crashes does it here. Requests
 * arrive by IPC; after any failure of the token the process ends, and the next request starts another. Linux and macOS.
 */

/** PKCS#11 § 5 and pkcs11t.h. */
const ckr = { ok: 0, alreadyLoggedIn: 0x100, alreadyInitialized: 0x191, pinIncorrect: 0xa0, pinLocked: 0xa4 } as const
const ckf = { osLocking: 2, serialSession: 4, pinCountLow: 0x10000, pinFinalTry: 0x20000, pinLocked: 0x40000 } as const
const cka = { class: 0, label: 3, id: 0x102 } as const
const privateKeyClass = 3
const sha256RsaPkcs = 0x40
const ckuUser = 1

/** Concurrent signatures. */
const sessionCount = 4
const longestSignature = 1_024

class TokenFailure extends Error {
  readonly fault: 'no_answer' | 'refused' | 'settings'

  constructor(fault: TokenFailure['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

koffi.struct('CK_ATTRIBUTE', { type: 'ulong', value: 'void *', length: 'ulong' })
koffi.struct('CK_MECHANISM', { mechanism: 'ulong', parameter: 'void *', length: 'ulong' })
koffi.struct('CK_C_INITIALIZE_ARGS', {
  create: 'void *',
  destroy: 'void *',
  lock: 'void *',
  unlock: 'void *',
  flags: 'ulong',
  reserved: 'void *',
})

type Session = { readonly handle: number; readonly keys: Map<string, number> }

type NativeFunction = ((...values: unknown[]) => number) & { readonly async: (...values: unknown[]) => void }

/** The module's functions by their place in CK_FUNCTION_LIST: the only ones that every module has. */
function loadModule(path: string) {
  const list: [unknown] = [null]
  const getList = koffi.load(path).func('ulong C_GetFunctionList(_Out_ void **list)')
  check(getList(list), 'C_GetFunctionList')
  // After the version, two bytes.
  const pointers: unknown[] = koffi.decode(list[0], 8, koffi.array('void *', 44))
  const at = (index: number, prototype: string): NativeFunction => koffi.decode(pointers[index], koffi.proto(prototype))
  return {
    initialize: at(0, 'ulong C_Initialize(CK_C_INITIALIZE_ARGS *args)'),
    getSlotList: at(4, 'ulong C_GetSlotList(uint8_t present, void *slots, _Inout_ ulong *count)'),
    getTokenInfo: at(6, 'ulong C_GetTokenInfo(ulong slot, void *info)'),
    openSession: at(12, 'ulong C_OpenSession(ulong slot, ulong flags, void *own, void *notify, _Out_ ulong *session)'),
    login: at(18, 'ulong C_Login(ulong session, ulong user, const void *pin, ulong length)'),
    findInit: at(26, 'ulong C_FindObjectsInit(ulong session, CK_ATTRIBUTE *template, ulong count)'),
    find: at(27, 'ulong C_FindObjects(ulong session, void *objects, ulong most, _Out_ ulong *count)'),
    findFinal: at(28, 'ulong C_FindObjectsFinal(ulong session)'),
    signInit: at(42, 'ulong C_SignInit(ulong session, CK_MECHANISM *mechanism, ulong key)'),
    sign: at(43, 'ulong C_Sign(ulong session, const void *data, ulong length, void *signature, _Inout_ ulong *size)'),
  }
}
type Module = ReturnType<typeof loadModule>

function check(code: number, name: string): void {
  if (code !== ckr.ok) throw new TokenFailure('no_answer', `the token failed (${name}: 0x${code.toString(16)})`)
}

let opened: ReturnType<typeof open> | null = null

/** Finds the token, and logs in once for all sessions. Every request to this process names the same one. */
function open({ token, serial }: KeyName) {
  const [path, pinFile] = [process.env.PKCS11_MODULE ?? '', process.env.PKCS11_PIN_FILE ?? '']
  const module = withRemedy(`PKCS11_MODULE: ${path} can't be loaded`, () => loadModule(path))
  const pin = withRemedy(`PKCS11_PIN_FILE: ${pinFile} can't be read`, () => readFileSync(pinFile))
  const code = Buffer.from(pin.toString().trim())
  const initialized = module.initialize({ flags: ckf.osLocking })
  if (initialized !== ckr.alreadyInitialized) check(initialized, 'C_Initialize')
  const slot = findSlot(module, { token, serial })
  const sessions = Array.from({ length: sessionCount }, () => {
    const handle: [number] = [0]
    check(module.openSession(slot, ckf.serialSession, null, null, handle), 'C_OpenSession')
    return { handle: handle[0], keys: new Map<string, number>() }
  })
  const result = module.login(sessions[0]?.handle, ckuUser, code, code.length)
  if (result === ckr.pinIncorrect || result === ckr.pinLocked)
    throw new TokenFailure('settings', 'PKCS11_PIN_FILE: the token refuses this PIN')
  if (result !== ckr.alreadyLoggedIn) check(result, 'C_Login')
  return { module, ...poolOf(sessions) }
}

function withRemedy<T>(fault: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof TokenFailure ? error : new TokenFailure('settings', fault)
  }
}

/** Offsets in CK_TOKEN_INFO: texts are padded with blanks. */
const infoAt = { label: [0, 32], serial: [80, 96], flags: 96 } as const

function findSlot(module: Module, wanted: Pick<KeyName, 'token' | 'serial'>): bigint {
  const count: [number] = [256]
  const slots = Buffer.alloc(256 * 8)
  check(module.getSlotList(1, slots, count), 'C_GetSlotList')
  const found: { slot: bigint; flags: number }[] = []
  for (let index = 0; index < Number(count[0]); index++) {
    const slot = slots.readBigUInt64LE(index * 8)
    const info = Buffer.alloc(512)
    if (module.getTokenInfo(slot, info) !== ckr.ok) continue
    const text = ([from, to]: readonly [number, number]) => info.toString('utf8', from, to).trimEnd()
    const fits = (name: string | null, own: string) => name === null || name === own
    if (fits(wanted.token, text(infoAt.label)) && fits(wanted.serial, text(infoAt.serial)))
      found.push({ slot, flags: Number(info.readBigUInt64LE(infoAt.flags)) })
  }
  const [only, second] = found
  if (only === undefined) throw new TokenFailure('refused', 'the PKCS#11 module has no such token')
  if (second !== undefined)
    throw new TokenFailure('refused', 'several tokens have this name: add its serial to the pkcs11: URI')
  // Restarts with a wrong PIN would lock the token.
  if ((only.flags & (ckf.pinCountLow | ckf.pinFinalTry | ckf.pinLocked)) !== 0)
    throw new TokenFailure(
      'settings',
      'the token was given wrong PINs and would lock: check PKCS11_PIN_FILE, then log in once with pkcs11-tool --login',
    )
  return only.slot
}

function poolOf(sessions: readonly Session[]) {
  const free = [...sessions]
  const waiting: ((session: Session) => void)[] = []
  return {
    take: () => {
      const session = free.pop()
      return session ? Promise.resolve(session) : new Promise<Session>(resolve => waiting.push(resolve))
    },
    give: (session: Session) => {
      const next = waiting.shift()
      if (next) next(session)
      else free.push(session)
    },
  }
}

function findKey(module: Module, { handle, keys }: Session, name: KeyName): number {
  const known = keys.get(JSON.stringify(name))
  if (known !== undefined) return known
  const kind = Buffer.alloc(8)
  kind.writeUInt8(privateKeyClass)
  const [label, id] = [name.object === null ? null : Buffer.from(name.object), name.id && Buffer.from(name.id, 'hex')]
  const template = [
    { type: cka.class, value: kind, length: 8 },
    ...(label ? [{ type: cka.label, value: label, length: label.length }] : []),
    ...(id ? [{ type: cka.id, value: id, length: id.length }] : []),
  ]
  check(module.findInit(handle, template, template.length), 'C_FindObjectsInit')
  const objects = Buffer.alloc(16)
  const count: [number] = [0]
  check(module.find(handle, objects, 2, count), 'C_FindObjects')
  check(module.findFinal(handle), 'C_FindObjectsFinal')
  if (Number(count[0]) === 0) throw new TokenFailure('refused', 'the token has no such private key')
  if (Number(count[0]) > 1)
    throw new TokenFailure('refused', 'the token has several such keys: add the id to the pkcs11: URI')
  const key = Number(objects.readBigUInt64LE(0))
  keys.set(JSON.stringify(name), key)
  return key
}

async function sign({ key, bytes }: TokenRequest): Promise<Buffer> {
  opened ??= open(key)
  const { module, take, give } = opened
  const session = await take()
  try {
    const mechanism = { mechanism: sha256RsaPkcs, parameter: null, length: 0 }
    check(module.signInit(session.handle, mechanism, findKey(module, session, key)), 'C_SignInit')
    const signature = Buffer.alloc(longestSignature)
    const size: [number] = [longestSignature]
    const code = await new Promise<number>((resolve, reject) => {
      module.sign.async(session.handle, bytes, bytes.length, signature, size, (error: Error | null, result: number) =>
        error ? reject(error) : resolve(result),
      )
    })
    check(code, 'C_Sign')
    return signature.subarray(0, Number(size[0]))
  } finally {
    give(session)
  }
}

/** After a failure of the token its sessions can't be trusted: the answer is sent, then the process ends. */
function reply(message: TokenReply): void {
  const isOver = 'fault' in message && message.fault !== 'refused'
  process.send?.(message, () => {
    if (isOver) process.exit(0)
  })
}

process.on('message', (request: TokenRequest) => {
  sign(request).then(
    signature => reply({ id: request.id, signature }),
    error => {
      const fault = error instanceof TokenFailure ? error.fault : 'no_answer'
      reply({ id: request.id, fault, message: error instanceof TokenFailure ? error.message : 'the token failed' })
    },
  )
})
process.on('disconnect', () => process.exit(0))
// The parent decides when we end; a signal to the whole group must not interrupt the signatures of its last requests.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
