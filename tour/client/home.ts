import type { Call } from './wire.ts'

/** What a program repeats, as `method, path with {names}, status`. */
type Repeated = readonly [method: string, target: string, status: number]

/** The kinds of calls of a chapter that anybody can make at a bank of their own, each once, with what they need before them. */
export function callsToRepeat(calls: readonly Pick<Call, 'method' | 'target' | 'status'>[]): readonly Repeated[] {
  const repeated = new Map<string, Repeated>()
  for (const { method, target, status } of calls) {
    const path = target
      .replace(/\?.*/, '')
      .replace(/^\/stet\/psd2\/v[\d.]+/, '')
      .replace(/(?<=^\/accounts\/)[^/]+/, '{account}')
      .replace(/(?<=^\/payment-requests\/)[^/]+/, '{payment}')
    const isKnown = /^(GET \/(accounts|end-user-identity|payment-requests\/\{payment\}$)|POST \/payment-requests$)/
    if (status !== null && status < 300 && isKnown.test(`${method} ${path}`))
      repeated.set(`${method} ${path}`, [method, path, status])
  }
  const all = [...repeated.values()]
  const pays = ([, path]: Repeated) => path.startsWith('/payment')
  if (all.length > 0 && all.every(pays)) return all
  const read = all.filter(call => !pays(call) && call[1] !== '/accounts')
  return [['GET', '/accounts', 200], ['PUT', '/consents', 201], ...read, ...all.filter(pays)]
}

/** A program of tour/home for a chapter. */
export const fillProgram = (program: string, calls: Parameters<typeof callsToRepeat>[0]): string =>
  program.replace("'[]'", () => `'${JSON.stringify(callsToRepeat(calls))}'`)
