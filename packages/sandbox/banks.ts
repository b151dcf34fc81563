/** One of the five banks of the group. Its code is in its host name and in its customers' IBANs. */
export type Bank = {
  readonly code: string
  readonly name: string
  readonly bic: string
  readonly segments: readonly ('retail' | 'professional')[]
  /** Colours of its screens. */
  readonly brand: string
  readonly accent: string
}

export const groupName = 'Groupe Rivages'

export const banks: readonly Bank[] = [
  {
    code: '19870',
    name: 'Banque du Littoral',
    bic: 'RIVLFRPP',
    segments: ['retail'],
    brand: '#0B3C6F',
    accent: '#E2B23C',
  },
  {
    code: '19871',
    name: 'Caisse des Vallées',
    bic: 'RIVVFRPP',
    segments: ['retail'],
    brand: '#1F6B3A',
    accent: '#B9D46B',
  },
  {
    code: '19872',
    name: 'Crédit des Deux Rives',
    bic: 'RIVDFRPP',
    segments: ['retail', 'professional'],
    brand: '#7A1732',
    accent: '#E7A6A1',
  },
  {
    code: '19873',
    name: 'Banque Cormoran',
    bic: 'RIVCFRPP',
    segments: ['professional'],
    brand: '#1B1B1F',
    accent: '#F26B21',
  },
  {
    code: '19874',
    name: "Comptoir d'Oléron",
    bic: 'RIVOFRPP',
    segments: ['retail'],
    brand: '#43307A',
    accent: '#7FD1C7',
  },
]

const byCode = new Map(banks.map(bank => [bank.code, bank]))

/** The bank with that code; null if there is none. */
export function findBank(code: string): Bank | null {
  return byCode.get(code) ?? null
}

/** The domain under which every bank has a host: `<code>.sandbox.localhost`. */
export const groupDomain = 'sandbox.localhost'

/** Bank code in a `Host` header, with or without a port; null for any other host. */
export function bankCodeOfHost(host: string | null | undefined): string | null {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${groupDomain}`)) return null
  const code = name.slice(0, -groupDomain.length - 1)
  return byCode.has(code) ? code : null
}
