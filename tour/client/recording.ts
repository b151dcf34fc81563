import type { ChapterData, PageData } from '#tour/page.ts'
import type { Screen } from './hand.ts'
import { inText } from './make.ts'

/** What a step left on the page: the screen of the person, the calls, the bank's books, who knows what. */
export type RecordedStep = {
  readonly screen: Screen
  readonly calls: string
  readonly inside: string
  /** The phone, the shop's messages and the browser of somebody else, as far as anything is there. */
  readonly besides: string
  readonly knows: string
}

/** What anybody can run at home, by the names of the files. */
type Programs = Readonly<Record<string, string>>

/** One file that shows a chapter step by step without a server: nothing in it is loaded from anywhere. */
export function writeRecording(
  chapter: ChapterData,
  steps: readonly RecordedStep[],
  { style, programs }: { readonly style: string; readonly programs: Programs },
  { words: t, language }: PageData,
): string {
  const styles = [...new Set(steps.map(({ screen }) => screen.style))]
  const screens = steps.map(({ screen }) => ({ html: screen.html, style: styles.indexOf(screen.style) }))
  const sections = chapter.steps.map((step, at) => {
    const recorded = steps[at]
    return `<section id="step-${at + 1}" class="recorded"${at === 0 ? '' : ' hidden'}>
<div class="narration"><div class="say"><h2>${at + 1}. ${inText(step.title)}</h2>
${(['who', 'proves', 'rule'] as const).map(line => `<p class="${line}"><b>${inText(t[line])}</b>${inText(step[line])}</p>`).join('')}</div></div>
<div class="panes"><div class="person"><h2>${inText(t.person)}</h2><iframe sandbox title="${inText(t.person)}" data-screen="${at}"></iframe>${recorded?.besides ?? ''}</div>
<div class="wire" tabindex="0"><h2>${inText(t.wire)}</h2><ol class="calls">${recorded?.calls || `<li class="none">${inText(t.noCallInStep)}</li>`}</ol></div>
<div class="bank"><h2>${inText(t.bank)}</h2><div class="inside" tabindex="0">${recorded?.inside ?? ''}</div></div></div>
<div class="knows"><h2>${inText(t.knows)}</h2><table>${recorded?.knows ?? ''}</table></div></section>`
  })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:">
<title>${inText(chapter.title)} – Guichet</title>
<style>${style.replaceAll('</', '<\\/')}${recordingStyle}</style>
</head>
<body class="recording">
<header class="top"><h1>Guichet <span>${inText(chapter.title)}</span></h1><p class="soft">${inText(chapter.lead)}</p>
<div class="controls"><button type="button" id="back">${inText(t.back)}</button><button type="button" id="next">${inText(t.next)}</button><span class="soft" id="place" role="status"></span></div></header>
<main>${sections.join('\n')}${drawHome(programs, t)}</main>
<script type="application/json" id="screens">${inScript({ styles, screens })}</script>
<script type="application/json" id="programs">${inScript(programs)}</script>
<script>${walk.replace('{of}', inScript(t.stepOf))}</script>
</body>
</html>
`
}

/** The way from the chapter to a bank of one's own: certificates in the visitor's name, and its calls as a test that fails until they sign. */
function drawHome(programs: Programs, { home }: PageData['words']): string {
  return `<section class="home"><h2>${inText(home.title)}</h2><p>${inText(home.text)}</p>
<p><label>${inText(home.name)} <input id="visitor" autocomplete="name" maxlength="60" value="${inText(home.name)}"></label></p>
<pre id="commands">npx @guichet/sandbox
npx @guichet/sandbox keys --org PSDFR-ACPR-12345 --name "Your name" --roles PSP_AI,PSP_PI --out ./keys</pre>
<p>${Object.keys(programs)
    .map(file => `<button type="button" data-program="${file}">${inText(home.save.replace('{file}', file))}</button>`)
    .join(' ')}</p><p class="soft">${inText(home.run)}</p></section>`
}

const recordingStyle = `
.recording { overflow: auto; height: auto; }
.recording main { display: block; height: auto; padding: 1rem; }
.recorded { display: block; overflow: visible; }
.panes { display: grid; gap: 1rem; margin: 1rem 0; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.panes > div { min-width: 0; }
.panes .wire, .panes .inside { max-height: 42rem; overflow: auto; }
.panes iframe { width: 100%; height: 42rem; min-height: 42rem; border: 1px solid; border-radius: 12px; background: #fff; }
.panes h2 { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.8125rem; letter-spacing: 0.04em; text-transform: uppercase; }
.panes .calls, .panes .inside { padding: 0; list-style: none; }
.recording .checks li { animation: none; opacity: 1; }
.home { margin-top: 2rem; }
.home pre { max-height: none; }
`

// The screens are put into their frames when they are first looked at.
const walk = `
const { styles, screens } = JSON.parse(document.getElementById('screens').textContent)
const sections = [...document.querySelectorAll('.recorded')]
let at = 0
function show(to) {
  at = Math.max(0, Math.min(sections.length - 1, to))
  sections.forEach((section, index) => { section.hidden = index !== at })
  const frame = sections[at].querySelector('iframe')
  const screen = screens[frame.dataset.screen]
  if (screen && !frame.srcdoc) frame.srcdoc = screen.html.replace('{style}', () => '<style>' + styles[screen.style] + '</style>')
  document.getElementById('back').disabled = at === 0
  document.getElementById('next').disabled = at === sections.length - 1
  document.getElementById('place').textContent = {of}.replace('{at}', at + 1).replace('{of}', sections.length)
}
document.getElementById('back').addEventListener('click', () => show(at - 1))
document.getElementById('next').addEventListener('click', () => show(at + 1))
document.addEventListener('keydown', ({ key, target }) => { if (target === visitor) return; if (key === 'ArrowRight') show(at + 1); if (key === 'ArrowLeft') show(at - 1) })
show(0)
const programs = JSON.parse(document.getElementById('programs').textContent)
const visitor = document.getElementById('visitor')
const commands = document.getElementById('commands')
const template = commands.textContent
const sign = text => text.replaceAll('Your name', () => visitor.value.replace(/["'\\\\$\`\\n]/g, ' '))
const fill = () => { commands.textContent = sign(template) }
visitor.addEventListener('input', fill)
fill()
for (const button of document.querySelectorAll('[data-program]')) button.addEventListener('click', () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([sign(programs[button.dataset.program])]))
  link.download = button.dataset.program
  link.click()
})
`

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
