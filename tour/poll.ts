const everyMs = 200

/** What `look` finds, asked again and again; undefined after `ms`. */
export async function poll<Found>(look: () => Promise<Found | undefined>, ms = 20_000): Promise<Found | undefined> {
  for (const until = Date.now() + ms; Date.now() < until; await new Promise(done => setTimeout(done, everyMs))) {
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}
