import { ibanOf, resourceIdOf } from '#sandbox/people/settle.ts'
import type { RefusalCode } from '#sandbox/wire/refuse.ts'

/** What a call needs besides the usual signature, bearer, X-Request-ID and PSU-IP-Address. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path after `/stet/psd2/v1.6.2` or `/stet/psd2/v1.4.2`. */
  readonly path: string
  readonly body?: string
  /** How often the call is made; the last answer counts. By default 1. */
  readonly times?: number
}

/** How to get a code of document 1's error table, without the control desk. */
export type Way = {
  /** Person of the catalogue who authorizes; `rene-castel` can't pass the screens, so his subscription is ended later. */
  readonly personId: string
  readonly status: number
  /** What the TPP does, in a sentence. */
  readonly how: { readonly fr: string; readonly en: string }
  readonly call: Call
  /** Scope of the token; by default `aisp`. */
  readonly scope?: 'cbpii'
  /** A condition of the TPP or the call. */
  readonly under?: Condition
}

export const conditions = [
  'certificate_without_role',
  'repeated_request_id',
  'batch',
  'subscription_terminated_later',
] as const
type Condition = (typeof conditions)[number]

const blocked = resourceIdOf('hugo-blanchet/0022')
const closed = resourceIdOf('nadia-ferreira/0032')
const withdrawnCard = resourceIdOf('eva-lacroix/carte-retiree')
const account = resourceIdOf('lea-moreau/courant')
const foreignIban = ibanOf({ bankCode: '19870', number: '00398150022' })
const noOne = { transactions: [], psuIdentity: false, trustedBeneficiaries: false }

const get = (path: string, more: Partial<Call> = {}): Call => ({ method: 'GET', path, ...more })

/** Every code of the error table (document 1, Errors; status by bank:D52), at least one way each. */
export const reachableCodes: Readonly<Record<RefusalCode, readonly Way[]>> = {
  AC01: [
    {
      personId: 'lea-moreau',
      status: 404,
      how: { fr: 'Lire un compte que le client n’a pas', en: 'Read an account that the PSU has not' },
      call: get('/accounts/NOWHERE/balances'),
    },
  ],
  AC04: [
    {
      personId: 'nadia-ferreira',
      status: 403,
      how: { fr: 'Lire son compte clôturé', en: 'Read her closed account' },
      call: get(`/accounts/${closed}/balances`),
    },
  ],
  AC06: [
    {
      personId: 'hugo-blanchet',
      status: 403,
      how: { fr: 'Lire son compte bloqué', en: 'Read his blocked account' },
      call: get(`/accounts/${blocked}/balances`),
    },
  ],
  BE05: [
    {
      personId: 'lea-moreau',
      status: 403,
      how: { fr: 'Appeler avec un QWAC sans le rôle PSP_AI', en: 'Call with a QWAC that lacks the role PSP_AI' },
      call: get('/accounts'),
      under: 'certificate_without_role',
    },
  ],
  BADS: [
    {
      personId: 'lea-moreau',
      status: 403,
      how: { fr: 'Appeler avec un jeton de portée cbpii', en: 'Call with a token of scope cbpii' },
      call: get('/accounts'),
      scope: 'cbpii',
    },
  ],
  ENDE: [
    {
      personId: 'lea-moreau',
      status: 400,
      how: {
        fr: 'Demander des opérations avec dateFrom après dateTo',
        en: 'Ask for transactions with dateFrom after dateTo',
      },
      call: get(`/accounts/${account}/transactions?dateFrom=2026-02-01&dateTo=2026-01-01`),
    },
    {
      personId: 'lea-moreau',
      status: 400,
      how: {
        fr: 'Demander les opérations d’un jour qui n’existe pas',
        en: 'Ask for transactions of a day that is none',
      },
      call: get(`/accounts/${account}/transactions?dateFrom=2026-02-30`),
    },
  ],
  FF01: [
    {
      personId: 'lea-moreau',
      status: 400,
      how: { fr: 'Envoyer un consentement sans balances', en: 'Send a consent without balances' },
      call: { method: 'PUT', path: '/consents', body: JSON.stringify(noOne) },
    },
  ],
  INTE: [
    {
      personId: 'lea-moreau',
      status: 500,
      how: {
        fr: 'Réutiliser un X-Request-ID pour une autre requête (D18)',
        en: 'Use an X-Request-ID again for another request (D18)',
      },
      call: get('/accounts'),
      under: 'repeated_request_id',
    },
  ],
  INTS: [
    {
      personId: 'fanny-lambert',
      status: 503,
      how: { fr: 'Demander quoi que ce soit la concernant', en: 'Ask for anything of hers' },
      call: get('/accounts'),
    },
  ],
  IPGN: [
    {
      personId: 'lea-moreau',
      status: 400,
      how: { fr: 'Demander une page hors limites', en: 'Ask for a page out of range' },
      call: get('/accounts?page=99'),
    },
    {
      personId: 'lea-moreau',
      status: 400,
      how: { fr: 'Demander une page hors limites', en: 'Ask for a page out of range' },
      call: get(`/accounts/${account}/transactions?page=0`),
    },
  ],
  IPSU: [
    {
      personId: 'bruno-vidal',
      status: 403,
      how: { fr: 'Demander quoi que ce soit le concernant', en: 'Ask for anything of his' },
      call: get('/accounts'),
    },
    {
      personId: 'rene-castel',
      status: 403,
      how: {
        fr: 'Demander quoi que ce soit le concernant avec un jeton antérieur à la fin de son abonnement',
        en: 'Ask for anything of his with a token from before the end of his subscription',
      },
      call: get('/accounts'),
      under: 'subscription_terminated_later',
    },
  ],
  NAAC: [
    {
      personId: 'marc-delorme',
      status: 404,
      how: { fr: 'Lister ses comptes : les deux sont clôturés', en: 'List his accounts: both are closed' },
      call: get('/accounts'),
    },
  ],
  NGAC: [
    {
      personId: 'sci-tilleuls',
      status: 403,
      how: { fr: 'Lire l’identité sans consentement à celle-ci', en: 'Read the identity without a consent to it' },
      call: get('/end-user-identity'),
    },
    {
      personId: 'lea-moreau',
      status: 403,
      how: {
        fr: 'Envoyer un consentement qui nomme l’IBAN d’un autre (D58)',
        en: "Send a consent that names somebody else's IBAN (D58)",
      },
      call: { method: 'PUT', path: '/consents', body: JSON.stringify({ ...noOne, balances: [{ iban: foreignIban }] }) },
    },
  ],
  NIMP: [
    {
      personId: 'lea-moreau',
      status: 405,
      how: { fr: 'Faire un POST là où un GET est attendu', en: 'POST where GET is expected' },
      call: { method: 'POST', path: '/accounts' },
    },
    {
      personId: 'cooperative-halles',
      status: 501,
      how: {
        fr: 'Envoyer un consentement de sa part : il faudrait deux signatures',
        en: 'Send a consent of hers: it would need two signatures',
      },
      call: { method: 'PUT', path: '/consents', body: JSON.stringify({ ...noOne, balances: [] }) },
    },
  ],
  TMRQ: [
    {
      personId: 'lea-moreau',
      status: 429,
      how: {
        fr: 'Lister les comptes une cinquième fois dans la journée sans PSU-IP-Address',
        en: 'List accounts a fifth time in a day without PSU-IP-Address',
      },
      call: get('/accounts', { times: 5 }),
      under: 'batch',
    },
  ],
  RENF: [
    {
      personId: 'lea-moreau',
      status: 404,
      how: {
        fr: 'Demander des opérations après une référence qu’aucune banque du groupe ne donne',
        en: 'Ask for transactions after a reference that no bank of the group gives',
      },
      call: get(`/accounts/${account}/transactions?entryReferenceFrom=NONSENSE`),
    },
  ],
  CDNA: [
    {
      personId: 'eva-lacroix',
      status: 404,
      how: {
        fr: 'Lire sa carte retirée avec un consentement à son compte',
        en: 'Read her withdrawn card under a consent to its account',
      },
      call: get(`/accounts/${withdrawnCard}/balances`),
    },
    {
      personId: 'sophie-laurent',
      status: 404,
      how: {
        fr: 'Lire la carte qu’elle n’a pas utilisée depuis plus de deux mois',
        en: 'Read the card she has not used for more than two months',
      },
      call: get(`/accounts/${resourceIdOf('sophie-laurent/carte-oubliee')}/transactions`),
    },
  ],
}
