/** The common names of a browser and its system. Null if the header names no known one. */
export type BrowserName = { readonly browser: string | null; readonly system: string | null; readonly mobile: boolean }

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function nameBrowser(userAgent: string | null): BrowserName {
  const text = userAgent ?? ''
  const find = (table: typeof browsers) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null
  return { browser: find(browsers), system: find(systems), mobile: /\bMobile\b|\biPhone\b|\bAndroid\b/.test(text) }
}
