/** The cookies of a request by name. */
export function readCookies(request: Request): ReadonlyMap<string, string> {
  const text = request.headers.get('cookie') ?? ''
  return new Map(
    text.split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
