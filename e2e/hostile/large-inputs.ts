import { type Dispatcher, request } from 'undici'
import type { Callers } from '#e2e/routes/raw.ts'
import type { HostileStack } from '#testing/stack/built.ts'

/** What one person or one API key sends to hold up everybody: large files, long texts, many searches. Each is sent at once. */
export type LargeInput = {
  readonly name: string
  /** Part of the short form. */
  readonly short?: boolean
  /** Answers may be refusals of any kind, but no fault of ours. */
  readonly send: (caller: Caller) => Promise<readonly number[]>
}

export type Caller = {
  readonly upload: (path: '' | '/preview', text: string) => Promise<number>
  readonly search: (words: string) => Promise<number>
  readonly order: (member: string, text: string) => Promise<number>
}

const heads = 'date;montant;libelle\n'
const row = (at: number, amount: string, label: string) =>
  `2026-${String((at % 9) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')};${amount};${label}\n`
const rows = (count: number, of: (at: number) => string) =>
  heads + Array.from({ length: count }, (_, at) => of(at)).join('')
const camt = (inner: string) => `<Document><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`
const files: Readonly<Record<string, string>> = {
  'a total of 20 kB of blanks': `${heads};;total au${' '.repeat(20_000)}\nx\n`,
  'two totals of 90 kB of blanks': `${heads}${`;;"total au${' '.repeat(90_000)}\nx"\n`.repeat(2)}`,
  'heads of 60,000 colons': `date;montant;${':'.repeat(60_000)}x\n`.repeat(20),
  '49,000 transactions': rows(49_000, at =>
    row(at, `-${at % 1_000},10`, `PRLV SEPA EDF ${at} ${'lorem ipsum '.repeat(12)}`),
  ),
  '49,000 equal amounts': rows(49_000, at => row(0, '-1,00', `PRLV EDF ${'abcdefghij'.charAt(at % 10)}xyz`)),
  'statements of empty elements': camt('<a/>'.repeat(2_000_000)),
  'an element of 400,000 attributes': camt(`<a ${Array.from({ length: 400_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  'instructions of XML': camt('<?a?>'.repeat(1_900_000)),
  'elements nested without end': camt('<a>'.repeat(300) + '</a>'.repeat(300)),
  'brackets of OFX': `<OFX>${'<A'.repeat(4_500_000)}`,
}

const short: readonly string[] = ['two totals of 90 kB of blanks', 'instructions of XML', 'return_url', 'description']

const many = <Result>(count: number, act: () => Promise<Result>) => Promise.all(Array.from({ length: count }, act))

export const largeInputs: readonly LargeInput[] = [
  ...Object.entries(files).map(([name, text]) => ({
    name,
    short: short.includes(name),
    send: async ({ upload }: Caller) => [await upload('/preview', text)],
  })),
  {
    name: 'equal amounts imported, and previewed again in other words',
    send: async ({ upload }) => {
      const text = files['49,000 equal amounts'] ?? ''
      return [await upload('', text), await upload('/preview', text.replaceAll('EDF', 'GAZ'))]
    },
  },
  {
    name: '49,000 transactions imported',
    send: async ({ upload }) => [await upload('', files['49,000 transactions'] ?? '')],
  },
  {
    name: 'four large files at once',
    send: ({ upload }) => many(4, () => upload('/preview', files['statements of empty elements'] ?? '')),
  },
  ...['?', '/?', '#\n', '&a=', 'a@', 'eyJ-', ' '].map(part => ({
    name: `addresses of ${JSON.stringify(part)}`,
    send: ({ order }: Caller) =>
      many(10, () => order('return_url', `https://shop.example/${part.repeat(60_000 / part.length)}`)),
  })),
  ...['return_url', 'description', 'creditor_name', 'currency'].map(member => ({
    name: `60,000 characters as ${member}`,
    short: short.includes(member),
    send: ({ order }: Caller) => many(10, () => order(member, 'FR76 '.repeat(12_000))),
  })),
  {
    name: 'twenty searches of misspelt words at once',
    short: true,
    send: ({ search }) => many(20, () => search('phamracie boulangrie restaurnat supermarhce assurnace electrcite')),
  },
]

export function newCaller({ servers: [web] }: HostileStack, { host, person, apiKey, cookies }: Callers): Caller {
  const ask = async (path: string, options: Partial<Dispatcher.RequestOptions>, headers: Record<string, string>) => {
    const { statusCode, body } = await request(`http://127.0.0.1:${web.port}${path}`, {
      ...options,
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...headers },
      headersTimeout: 300_000,
      bodyTimeout: 300_000,
    } as Parameters<typeof request>[1])
    await body.dump()
    return statusCode
  }
  return {
    upload: async (path, text) => {
      const form = new FormData()
      form.set('accountId', person.accountId)
      form.set('file', new File([text], 'statement'))
      const sent = new Response(form)
      const body = Buffer.from(await sent.arrayBuffer())
      const type = sent.headers.get('content-type') ?? ''
      return ask(`/api/imports${path}`, { method: 'POST', body }, { cookie: cookies.owner, 'content-type': type })
    },
    search: words =>
      ask(`/api/transactions?q=${encodeURIComponent(words)}`, { method: 'GET' }, { cookie: cookies.owner }),
    order: (member, text) => {
      const body = JSON.stringify({ amount: '1.00', currency: 'EUR', [member]: text }).slice(0, 64_000)
      const key = { authorization: `Bearer ${apiKey}`, 'idempotency-key': crypto.randomUUID() }
      return ask('/api/v1/checkout-sessions', { method: 'POST', body }, { ...key, 'content-type': 'application/json' })
    },
  }
}
