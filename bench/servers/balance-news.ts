import pg from 'pg'

/** Tells when balances are committed, without asking: a trigger of this database's own notifies. */
export async function listenForBalances(): Promise<{ next: () => Promise<number>; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(`
    CREATE FUNCTION tell_balances() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NOTIFY balances; RETURN NULL; END';
    CREATE TRIGGER tell_balances AFTER INSERT ON "Balance" FOR EACH STATEMENT EXECUTE FUNCTION tell_balances();
    LISTEN balances`)
  return {
    /** `performance.now()` of the next commit that adds balances. */
    next: () => new Promise(resolve => client.once('notification', () => resolve(performance.now()))),
    close: () => client.end(),
  }
}
