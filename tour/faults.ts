import type { Desk } from './bank.ts'
import type { Cast, Text } from './story.ts'

type Fault = { readonly kind: string; readonly delayMs?: number; readonly body?: string; readonly what?: string }

// The visit of a browser is none of them, nor is a registration, which is about nobody.
const anyCall: Text = { fr: 'un appel de Guichet au sujet d’Odile', en: 'a call by Guichet about Odile' }
const signed: Text = { fr: 'un appel signé de Guichet au sujet d’Odile', en: 'a signed call by Guichet about Odile' }
const oneAccount: Text = {
  fr: 'un appel sur un seul compte ou un paiement',
  en: 'a call about one account or one payment',
}
const paymentRequest: Text = { fr: 'une demande de paiement', en: 'a payment request' }
const codeExchange: Text = { fr: 'l’échange d’un code', en: 'the exchange of a code' }

/** What can go wrong at any step, which calls it `meets`, and what it is for the bank's control desk. `calls`: null until it is turned off. */
export const faults: readonly {
  readonly id: string
  readonly text: Text
  readonly meets: Text
  readonly wish: { readonly fault: Fault; readonly endpoint?: string; readonly calls: number | null }
}[] = [
  {
    id: 'lost',
    text: { fr: 'La prochaine réponse se perd', en: 'The next answer is lost' },
    meets: anyCall,
    wish: { fault: { kind: 'close_after' }, calls: 1 },
  },
  {
    id: 'slow',
    text: { fr: 'La banque met trois secondes', en: 'The bank takes three seconds' },
    meets: anyCall,
    wish: { fault: { kind: 'delay', delayMs: 3_000 }, calls: null },
  },
  {
    id: 'twice',
    text: { fr: 'Une page est envoyée deux fois', en: 'A page is sent twice' },
    meets: { fr: 'une liste d’opérations', en: 'a list of transactions' },
    wish: { fault: { kind: 'page_duplicate' }, endpoint: 'GET /accounts/{id}/transactions', calls: null },
  },
  {
    id: 'html',
    text: { fr: 'Une page web arrive à la place', en: 'A web page comes instead' },
    meets: anyCall,
    wish: { fault: { kind: 'body', body: 'html' }, calls: 1 },
  },
  {
    id: 'doubled',
    text: { fr: 'Le navigateur revient deux fois', en: 'The browser comes back twice' },
    meets: {
      fr: 'le retour de la banque. À la main, ouvrez les deux liens de sa page',
      en: 'the way back from the bank. By hand, open both links of its page',
    },
    wish: { fault: { kind: 'callback_doubled' }, endpoint: 'GET callback', calls: 1 },
  },
  ...(
    [
      ['body', { fr: 'Changer un octet', en: 'Change one byte' }, anyCall],
      ['date', { fr: 'Vieillir la date', en: 'Make the date old' }, signed],
      ['account', { fr: 'Demander un autre compte', en: 'Ask for another account' }, oneAccount],
      ['token', { fr: 'Changer le jeton', en: 'Change the token' }, signed],
      ['certificate', { fr: 'Ôter le certificat', en: 'Take the certificate away' }, anyCall],
      ['amount', { fr: 'Changer le montant', en: 'Change the amount' }, paymentRequest],
      ['payee', { fr: 'Changer le bénéficiaire', en: 'Change the payee' }, paymentRequest],
      ['code', { fr: 'Utiliser le code avant Guichet', en: 'Use the code before Guichet does' }, codeExchange],
    ] as const
  ).map(([what, text, meets]) => ({ id: what, text, meets, wish: { fault: { kind: 'tampered', what }, calls: 1 } })),
]

/** Where the faults of the bank end and the changes of the next request begin. */
export const firstTampering = faults.findIndex(({ wish }) => wish.fault.kind === 'tampered')

type Rule = {
  readonly id: string
  readonly fault: Fault
  readonly callsLeft: number | null
  readonly personId: string | null
}

const isSame = (one: Fault, other: Fault) => one.kind === other.kind && one.what === other.what

/** Of a page's people alone. */
async function rulesOf(desk: Desk, odileId: string): Promise<readonly Rule[]> {
  const { faults: rules } = await desk.ask<{ faults: readonly Rule[] }>('GET', '/faults')
  return rules.filter(({ personId }) => personId === odileId)
}

/** The ids of the faults in force for a page's people. */
export async function listFaults(desk: Desk, odileId: string): Promise<string[]> {
  const rules = (await rulesOf(desk, odileId)).filter(({ callsLeft }) => callsLeft === null || callsLeft > 0)
  return faults.filter(({ wish }) => rules.some(({ fault }) => isSame(fault, wish.fault))).map(({ id }) => id)
}

export async function clearFaults(desk: Desk, odileId: string): Promise<void> {
  await Promise.all((await rulesOf(desk, odileId)).map(({ id }) => desk.ask('DELETE', `/faults/${id}`)))
}

/** Turns a fault on or off for the calls that are about a page's people. An unknown id changes nothing. */
export async function turnFault(
  desk: Desk,
  id: string,
  isOn: boolean,
  { odileId, marks, person }: Cast,
): Promise<void> {
  const known = faults.find(fault => fault.id === id)
  if (!known) return
  const same = (await rulesOf(desk, odileId)).filter(({ fault }) => isSame(fault, known.wish.fault))
  await Promise.all(same.map(rule => desk.ask('DELETE', `/faults/${rule.id}`)))
  const target = { bankCode: person.bankCode, personId: odileId, about: marks }
  if (isOn) await desk.ask('POST', '/faults', { ...known.wish, ...target })
}
