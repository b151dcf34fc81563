import { fromBER, ObjectIdentifier, Sequence, Utf8String } from 'asn1js'

/** `organizationIdentifier` of a TPP (ETSI TS 119 495 § 5.2.1): country, authority, its number there. */
export const organisationIdForm = /^PSD([A-Z]{2})-([A-Z]{2,8})-([A-Za-z0-9]{1,35})$/

/** Roles of a payment service provider that a third party can hold (ETSI TS 119 495 § 4.2). */
export const pspRoles = ['PSP_AI', 'PSP_PI', 'PSP_IC'] as const
export type PspRole = (typeof pspRoles)[number]

/** The role that a scope of an application needs. */
export const roleOfScope = { aisp: 'PSP_AI', pisp: 'PSP_PI', cbpii: 'PSP_IC' } as const satisfies Readonly<
  Record<string, PspRole>
>

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

const oid = (value: string) => new ObjectIdentifier({ value })
const utf8 = (value: string) => new Utf8String({ value })
const sequence = (...value: (ObjectIdentifier | Utf8String | Sequence)[]) => new Sequence({ value })

/** The QCStatements extension of a TPP's certificate: qualified, its type, and the PSD2 statement. */
export function buildQcStatements(statement: {
  roles: readonly PspRole[]
  authorityName: string
  authorityId: string
  use: QcUse
}): ArrayBuffer {
  const roles = statement.roles.map(role => sequence(oid(roleOids[role]), utf8(role)))
  const psd2 = sequence(sequence(...roles), utf8(statement.authorityName), utf8(statement.authorityId))
  return sequence(
    sequence(oid(complianceOid)),
    sequence(oid(typeOid), sequence(oid(useOids[statement.use]))),
    sequence(oid(psd2Oid), psd2),
  ).toBER()
}

/** Parses the extension, ignoring unknown statements and bytes that are none. */
export function readQcStatements(extension: BufferSource): QcStatements {
  let found: QcStatements = { roles: [], authorityName: null, authorityId: null, use: null }
  for (const statement of partsOf(resultOf(extension))) {
    const [id, info] = partsOf(statement)
    if (oidOf(id) === typeOid) found = { ...found, use: readUse(partsOf(info).map(oidOf)) }
    if (oidOf(id) === psd2Oid) found = { ...found, ...readPsd2(partsOf(info)) }
  }
  return found
}

/** The parser throws at some bytes, as at a BMPString of three, and returns others as an error. */
function resultOf(extension: BufferSource): unknown {
  try {
    return fromBER(extension).result
  } catch {
    return null
  }
}

const partsOf = (node: unknown): readonly unknown[] => (node instanceof Sequence ? node.valueBlock.value : [])
const oidOf = (node: unknown) => (node instanceof ObjectIdentifier ? node.getValue() : null)
const textOf = (node: unknown) => (node instanceof Utf8String ? node.getValue() : null)

function readUse(oids: readonly unknown[]): QcUse | null {
  if (oids.includes(useOids.qsealc)) return 'qsealc'
  return oids.includes(useOids.qwac) ? 'qwac' : null
}

function readPsd2([roles, name, id]: readonly unknown[]): Omit<QcStatements, 'use'> {
  const oids = partsOf(roles).map(role => oidOf(partsOf(role)[0]))
  return {
    roles: pspRoles.filter(role => oids.includes(roleOids[role])),
    authorityName: textOf(name),
    authorityId: textOf(id),
  }
}
