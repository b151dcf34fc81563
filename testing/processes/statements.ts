import pg from 'pg'

/**
 * Intercepts every statement of this process to PostgreSQL, so that a process can die or pause between any two of them, without
 * fail-points in the services.
 */

export type StatementOrder = {
  /** Part of a statement's text; without it every statement matches. */
  readonly match?: string
  /** How many matching statements pass first; by default 0. */
  readonly after?: number
  /** Before sending, or after the database has executed it. `lost_…`: the connection ends, and the process lives. */
  readonly act: 'die_before' | 'die_after' | 'stop_before' | 'stop_after' | 'lost_before' | 'lost_after'
}

let orders: StatementOrder[] = []
let seen = 0
let tapped = false
/** The clients that are inside a transaction. */
const inside = new Set<unknown>()

/** Adds an order, which applies once, to the first matching statement. */
export function addStatementOrder(order: StatementOrder): void {
  orders.push(order)
  tapStatements()
}

/** Number of statements of this process since this was first called. */
export function countStatements(): number {
  tapStatements()
  return seen
}

/**
 * Resolves when this process has no transaction open. One that stood still inside a transaction would keep its locks, and everybody
 * else would wait for it.
 */
export async function outsideTransactions(): Promise<void> {
  while (inside.size > 0) await new Promise(setImmediate)
}

type Query = (this: unknown, ...args: unknown[]) => unknown

/** From now on statements are counted, and transactions known. */
export function tapStatements(): void {
  if (tapped) return
  tapped = true
  const prototype: { query: Query } = pg.Client.prototype as never
  const { query } = prototype
  prototype.query = function (...args) {
    const text = textOf(args[0])
    if (text === null) return query.apply(this, args)
    seen += 1
    if (text === 'BEGIN') inside.add(this)
    if (text === 'COMMIT' || text === 'ROLLBACK') inside.delete(this)
    const order = takeOrder(text)
    if (order === null) return query.apply(this, args)
    if (order.act === 'die_before') die()
    if (order.act === 'stop_before') process.kill(process.pid, 'SIGSTOP')
    if (order.act === 'lost_before')
      return after(order.act, args, ([, ...rest]) => query.call(this, 'SELECT 1', ...withoutValues(rest)))
    return order.act.endsWith('after') ? after(order.act, args, all => query.apply(this, all)) : query.apply(this, args)
  }
}

/** The pool takes a callback, a transaction returns a promise. */
function after(act: StatementOrder['act'], args: readonly unknown[], ask: (args: unknown[]) => unknown): unknown {
  const meet = () => {
    if (act.startsWith('lost')) return new Error('Connection terminated unexpectedly')
    if (act === 'die_after') die()
    process.kill(process.pid, 'SIGSTOP')
    return null
  }
  const callback: unknown = args.at(-1)
  if (typeof callback === 'function') {
    const heard = (...answer: unknown[]) => {
      const lost = meet()
      callback(...(lost === null ? answer : [lost]))
    }
    return ask([...args.slice(0, -1), heard])
  }
  const answer = ask([...args])
  if (!(answer instanceof Promise)) return answer
  return answer.then(result => {
    const lost = meet()
    if (lost !== null) throw lost
    return result
  })
}

/** The callback among a query's other arguments. */
function withoutValues(rest: readonly unknown[]): unknown[] {
  return rest.filter(argument => typeof argument === 'function')
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('dead')
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : null
  return typeof text === 'string' ? text : null
}

function takeOrder(text: string): StatementOrder | null {
  const index = orders.findIndex(({ match }) => match === undefined || text.includes(match))
  const order = orders[index]
  if (order === undefined) return null
  const after = (order.after ?? 0) - 1
  orders = after >= 0 ? orders.with(index, { ...order, after }) : orders.toSpliced(index, 1)
  return after >= 0 ? null : order
}
