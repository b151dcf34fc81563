import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'

/** One picture: its file below the folder of its appearance, and its caption. */
export type Picture = { readonly look: string; readonly file: string; readonly caption: string }

/** Pictures per sheet, in rows of four; long pages are cut at three desktop screens, their files are complete. */
const perSheet = 12

/** Writes a page with all pictures, and the same as image sheets. Returns their files. */
export async function writeContactSheets(
  browser: Browser,
  folder: string,
  pictures: readonly Picture[],
): Promise<string[]> {
  const looks = [...new Set(pictures.map(({ look }) => look))]
  writeFileSync(
    join(folder, 'index.html'),
    pageOf('Pictures of every page', looks.map(look => sectionOf(look, pictures)).join('')),
  )
  const context = await browser.newContext({ viewport: { width: 1_800, height: 1_200 } })
  const page = await context.newPage()
  const sheets: string[] = []
  mkdirSync(join(folder, 'sheets'), { recursive: true })
  for (const look of looks) {
    const ofLook = pictures.filter(one => one.look === look)
    for (let from = 0; from < ofLook.length; from += perSheet) {
      const name = `${look}-${String(from / perSheet + 1).padStart(2, '0')}`
      const html = join(folder, 'sheets', `${name}.html`)
      writeFileSync(html, pageOf(name, sectionOf(look, ofLook.slice(from, from + perSheet), '../')))
      await page.goto(pathToFileURL(html).href)
      const sheet = join(folder, 'sheets', `${name}.jpg`)
      await page.screenshot({ path: sheet, fullPage: true, type: 'jpeg', quality: 80 })
      sheets.push(sheet)
    }
  }
  await context.close()
  return sheets
}

function sectionOf(look: string, pictures: readonly Picture[], up = ''): string {
  const figures = pictures
    .filter(one => one.look === look)
    .map(({ file, caption }) => {
      const address = `${up}${look}/${encodeURIComponent(file)}`
      return `<figure><a href="${address}"><img src="${address}" alt=""></a><figcaption>${escapeText(caption)}</figcaption></figure>`
    })
  return `<h2>${escapeText(look)}</h2><div class="${look.includes('390') ? 'phone' : 'desktop'}">${figures.join('')}</div>`
}

function pageOf(title: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${escapeText(title)}</title><style>
body{font:14px system-ui;margin:16px;background:#d6d6d6;color:#111}div{display:grid;gap:14px;align-items:start}
.desktop{grid-template-columns:repeat(4,minmax(0,1fr))}.phone{grid-template-columns:repeat(6,minmax(0,1fr))}
figure{margin:0}a{display:block;max-height:620px;overflow:hidden;border:1px solid #999}img{display:block;width:100%}
figcaption{padding:4px 0;overflow-wrap:anywhere}</style>${body}`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}
