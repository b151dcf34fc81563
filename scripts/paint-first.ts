import type { RequestListener } from 'node:http'

/**
 * Pages whose scripts are requested when the page has been painted. The framework's scripts are all `async`: on a slow network they
 * would share it with the style sheet and the page itself, and run before what the page says can be read (docs/costs.md, T7). What is
 * pressed before they run is kept (`components/layout/early-clicks.tsx`).
 *
 * The server writes the scripts of the head as `type="late"`, which a browser does not request, and one inline script with the
 * nonce of the page that makes real ones of them. While they arrive, a worker loads the browser's formats of numbers and dates.
 */
export function paintFirst(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { write, end } = response
    let starter: string | null = startLate
    const adapt = (chunk: unknown): unknown => {
      const type = String(response.getHeader('content-type') ?? '')
      if (!type.startsWith('text/html') || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return chunk
      if (!response.headersSent) response.removeHeader('content-length')
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')
      if (text.includes(unrendered)) return chunk
      const changed = text.replace(asyncScripts, (_, source: string, nonce: string) => {
        const late = `<script type="late" src="${source}" nonce="${nonce}"></script>`
        const first = starter === null ? '' : `<script nonce="${nonce}">${starter}</script>`
        starter = null
        return first + late
      })
      return typeof chunk === 'string' ? changed : Buffer.from(changed, 'latin1')
    }
    response.write = ((chunk: unknown, ...rest: never[]) =>
      Reflect.apply(write, response, [adapt(chunk), ...rest])) as typeof write
    response.end = ((chunk: unknown, ...rest: never[]) =>
      Reflect.apply(end, response, [adapt(chunk), ...rest])) as typeof end
    handle(request, response)
  }
}

/** A page that the framework renders in the browser alone, after an error or for what is not found: it paints nothing before its scripts. */
const unrendered = '<html id="__next_error__">'

/** As the framework writes them into the head. One that is cut by the end of a chunk stays as it is, and runs early. */
const asyncScripts = /<script src="(\/_next\/static\/[^"]+)" async="" nonce="([^"]+)"><\/script>/g

/** The first paint starts the scripts; in a tab that nobody sees there is none, and an old browser reports none. */
const startLate = `{
  const start = () => {
    const scripts = document.querySelectorAll('script[type=late]')
    for (const late of scripts) {
      const script = document.createElement('script')
      script.async = true
      script.nonce = late.nonce
      script.setAttribute('src', late.getAttribute('src'))
      late.replaceWith(script)
    }
    if (scripts.length > 0) new Worker('/workers/formats.js', { name: document.documentElement.lang })
  }
  new PerformanceObserver(paints => paints.getEntriesByName('first-contentful-paint').length > 0 && start())
    .observe({ type: 'paint', buffered: true })
  addEventListener('load', () => setTimeout(start, document.hidden ? 0 : 1000))
}`
