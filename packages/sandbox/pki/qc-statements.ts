import { derOid, derSequence, derUtf8, readElements, readOid } from './der.ts'

/** Roles of a payment service provider that a third party can hold (ETSI TS 119 495 § 4.2). */
export const pspRoles = ['PSP_AI', 'PSP_PI', 'PSP_IC'] as const
export type PspRole = (typeof pspRoles)[number]

/** Purpose of a certificate: website authentication (TLS) or electronic seal (signatures). */
export type QcUse = 'qwac' | 'qsealc'

export type QcStatements = {
  readonly roles: readonly PspRole[]
  readonly authorityName: string | null
  readonly authorityId: string | null
  readonly use: QcUse | null
}

export const qcStatementsOid = '1.3.6.1.5.5.7.1.3'
const complianceOid = '0.4.0.1862.1.1'
const typeOid = '0.4.0.1862.1.6'
const psd2Oid = '0.4.0.19495.2'
const useOids: Readonly<Record<QcUse, string>> = { qsealc: '0.4.0.1862.1.6.2', qwac: '0.4.0.1862.1.6.3' }
const roleOids: Readonly<Record<PspRole, string>> = {
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
}

/** The QCStatements extension of a TPP's certificate: qualified, its type, and the PSD2 statement. */
export function buildQcStatements(statement: {
  roles: readonly PspRole[]
  authorityName: string
  authorityId: string
  use: QcUse
}): Buffer {
  const roles = statement.roles.map(role => derSequence(derOid(roleOids[role]), derUtf8(role)))
  const psd2 = derSequence(derSequence(...roles), derUtf8(statement.authorityName), derUtf8(statement.authorityId))
  return derSequence(
    derSequence(derOid(complianceOid)),
    derSequence(derOid(typeOid), derSequence(derOid(useOids[statement.use]))),
    derSequence(derOid(psd2Oid), psd2),
  )
}

/** Parses the extension, ignoring unknown statements. Throws if the bytes are not DER. */
export function readQcStatements(extension: Buffer): QcStatements {
  const [list] = readElements(extension)
  let found: QcStatements = { roles: [], authorityName: null, authorityId: null, use: null }
  for (const statement of readElements(list?.content ?? Buffer.alloc(0))) {
    const [id, info] = readElements(statement.content)
    if (!id || !info) continue
    const oid = readOid(id.content)
    if (oid === typeOid) found = { ...found, use: readUse(info.content) }
    if (oid === psd2Oid) found = { ...found, ...readPsd2(info.content) }
  }
  return found
}

function readUse(content: Buffer): QcUse | null {
  const oids = readElements(content).map(element => readOid(element.content))
  if (oids.includes(useOids.qsealc)) return 'qsealc'
  return oids.includes(useOids.qwac) ? 'qwac' : null
}

function readPsd2(content: Buffer): Omit<QcStatements, 'use'> {
  const [roles, name, id] = readElements(content)
  const oids = readElements(roles?.content ?? Buffer.alloc(0)).map(role => {
    const [oid] = readElements(role.content)
    return oid ? readOid(oid.content) : ''
  })
  return {
    roles: (['PSP_AI', 'PSP_PI', 'PSP_IC'] as const).filter(role => oids.includes(roleOids[role])),
    authorityName: name?.content.toString('utf8') ?? null,
    authorityId: id?.content.toString('utf8') ?? null,
  }
}
