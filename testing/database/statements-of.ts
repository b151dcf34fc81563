import pg from 'pg'

/** The text of every SQL statement of an action, in order, to compare work without a clock (C27). */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    statements.push(typeof first === 'string' ? first : String((first as { text?: unknown }).text))
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await act()
    return statements
  } finally {
    pg.Client.prototype.query = query
  }
}
