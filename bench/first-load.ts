import { gzipSync } from 'node:zlib'

/**
 * Script of a page's first load (docs/costs.md, T6): every file that its HTML references as a script, gzipped as the server sends
 * it. The limit of every route is enforced by e2e/journeys/first-load.spec.ts; run directly, this measures the addresses in
 * BENCH_URLS (separated by spaces) of a running server, and prints a line for each.
 */

export const limitsKb = { checkout: 140, dashboard: 161 } as const

/** The limit of a page's first script, in units of 1,000 bytes, without exceptions. */
export function limitOf(path: string): number {
  return /^\/(pay|l)\//.test(path) ? limitsKb.checkout : limitsKb.dashboard
}

export type FirstLoad = { readonly kb: number; readonly files: number }

/** Addresses of the scripts that a current browser loads, without those for old ones (`nomodule`). */
export function scriptsOf(html: string): string[] {
  const tags = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const modern = tags.filter(tag => !/\snomodule\b/i.test(tag))
  const sources = modern.flatMap(tag => /\ssrc="([^"]+)"/i.exec(tag)?.[1] ?? [])
  return [...new Set(sources.map(source => source.replaceAll('&amp;', '&')))]
}

/** The size of a page's scripts, in units of 1,000 bytes; `read` returns the body of one. */
export async function weigh(html: string, read: (source: string) => Promise<Buffer>): Promise<FirstLoad> {
  const sources = scriptsOf(html)
  if (sources.length === 0) throw new Error('a page without any script is not a page of ours')
  const sizes = await Promise.all(sources.map(async source => gzipSync(await read(source)).length))
  return { kb: sizes.reduce((sum, size) => sum + size, 0) / 1_000, files: sources.length }
}

async function measure(url: string): Promise<void> {
  const read = async (source: string) => Buffer.from(await (await fetch(new URL(source, url))).arrayBuffer())
  const { kb, files } = await weigh(await (await fetch(url)).text(), read)
  console.log(JSON.stringify({ bench: 'first-load', url, kb: Math.round(kb * 10) / 10, files }))
}

if (import.meta.main) for (const url of (process.env.BENCH_URLS ?? '').split(' ').filter(Boolean)) await measure(url)
