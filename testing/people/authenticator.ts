import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyQuestion } from '#lib/views/passkey.ts'

/** A software authenticator with one ES256 passkey, whose answers can be changed wherever they are checked. */
export type Spoiled = {
  origin?: string
  rpID?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

export type Authenticator = {
  readonly id: string
  readonly create: (question: PasskeyQuestion, spoiled?: Spoiled) => ReturnType<typeof createdOf>
  readonly use: (question: PasskeyQuestion, spoiled?: Spoiled) => ReturnType<typeof usedOf>
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const site = { origin: 'http://localhost:3000', rpID: 'localhost' }

export function newAuthenticator(): Authenticator {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const made = { id, keys, handle: '' }
  return {
    id: text(id),
    create: (question, spoiled = {}) => {
      const user = question.options.user as { id: string }
      made.handle = user.id
      return createdOf(made, question, spoiled)
    },
    use: (question, spoiled = {}) => usedOf(made, question, spoiled),
  }
}

type Made = { readonly id: Buffer; readonly keys: ReturnType<typeof generateKeyPairSync>; readonly handle: string }

function createdOf({ id, keys }: Made, { challengeId, options }: PasskeyQuestion, spoiled: Spoiled) {
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const credential = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose))])
  const authData = Uint8Array.from(Buffer.concat([headOf(spoiled, 0x40), credential]))
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const attestationObject = text(isoCBOR.encode(attestation as never))
  const clientDataJSON = text(clientOf('webauthn.create', options.challenge, spoiled))
  return { challengeId, name: 'iPhone', response: { ...idOf(id), response: { clientDataJSON, attestationObject } } }
}

function usedOf({ id, keys, handle }: Made, { challengeId, options }: PasskeyQuestion, spoiled: Spoiled) {
  const authData = headOf(spoiled, 0)
  const client = clientOf('webauthn.get', options.challenge, spoiled)
  const signature = text(sign('sha256', Buffer.concat([authData, sha256(client)]), keys.privateKey))
  const parts = { clientDataJSON: text(client), authenticatorData: text(authData), signature }
  return { challengeId, response: { ...idOf(id), response: { ...parts, userHandle: spoiled.userHandle ?? handle } } }
}

const idOf = (id: Buffer) => ({
  id: text(id),
  rawId: text(id),
  clientExtensionResults: {},
  type: 'public-key' as const,
})

/** Site, user verification, and signature counter. */
function headOf({ rpID = site.rpID, isVerified = true, counter = 0 }: Spoiled, flags: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpID), Buffer.of(flags | 0x01 | (isVerified ? 0x04 : 0)), count])
}

function clientOf(type: string, asked: string, { challenge = asked, origin = site.origin }: Spoiled): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
