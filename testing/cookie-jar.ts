/** The cookies of a visitor without a browser. */
export function newCookieJar() {
  const cookies = new Map<string, string>()
  return {
    /** For the header `Cookie`. */
    read: () => [...cookies].map(pair => pair.join('=')).join('; '),
    /** Takes what an answer sets. */
    keep: (header: string | string[] | undefined) => {
      for (const line of [header ?? []].flat()) {
        const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
    },
  }
}
