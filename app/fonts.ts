import localFont from 'next/font/local'

const figtree = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  variable: '--font-figtree',
  weight: '300 900',
  display: 'swap',
})

/** Letters beyond Western European ones, loaded only if a page has one. */
const figtreeExtended = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
  variable: '--font-figtree-ext',
  weight: '300 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
})

export const fontClass = `${figtree.variable} ${figtreeExtended.variable}`
