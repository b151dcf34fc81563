import { html, raw } from 'hono/html'
import type { Language } from '#sandbox/texts/catalogue.ts'

/** The result of a template, which hono marks as escaped. */
export type Html = ReturnType<typeof html>

/** A bank's appearance and wording. Colours are pairs of light and dark; a test checks their contrast. */
export type Brand = {
  readonly tagline: Readonly<Record<Language, string>>
  readonly mark: Html
  readonly art: Html
  readonly headingFont: string
  readonly headingWeight: number
  readonly headingTracking: string
  readonly radius: string
  readonly buttonRadius: string
  readonly panel: readonly [from: string, to: string]
  readonly accent: string
  readonly light: Palette
  readonly dark: Palette
}

export type Palette = {
  readonly page: string
  readonly surface: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly field: string
  readonly primary: string
  readonly onPrimary: string
  readonly tint: string
  readonly danger: string
  readonly dangerTint: string
}

const humanist = "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
const rounded =
  "ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', Quicksand, Nunito, 'Segoe UI', Arial, sans-serif"
const bookish = "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Liberation Serif', Georgia, serif"
const grotesque =
  "'Avenir Next', Inter, Bahnschrift, 'DIN Alternate', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
const oldStyle = "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, 'Liberation Serif', serif"

const danger = {
  light: { danger: '#a3161f', dangerTint: '#fdecec' },
  dark: { danger: '#ffb3b1', dangerTint: '#3a1518' },
}

export const brands: Readonly<Record<string, Brand>> = {
  '19870': {
    tagline: { fr: 'Au large, l’esprit tranquille.', en: 'Plain sailing, every day.' },
    headingFont: humanist,
    headingWeight: 650,
    headingTracking: '-0.02em',
    radius: '14px',
    buttonRadius: '12px',
    panel: ['#0b3c6f', '#072a50'],
    accent: '#e2b23c',
    light: {
      page: '#f4f7fb',
      surface: '#ffffff',
      ink: '#0d1b2b',
      muted: '#4d5f74',
      line: '#d7e0ea',
      field: '#7489a1',
      primary: '#0b3c6f',
      onPrimary: '#ffffff',
      tint: '#e7eff8',
      ...danger.light,
    },
    dark: {
      page: '#0a131e',
      surface: '#121e2d',
      ink: '#eaf1f9',
      muted: '#a9bace',
      line: '#26374a',
      field: '#6f88a4',
      primary: '#8fc0f5',
      onPrimary: '#05213f',
      tint: '#17293e',
      ...danger.dark,
    },
    mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><rect class="m1" width="40" height="40" rx="11"/><path class="m2" d="M12 6.5h5.2v14H28V25H12z"/><path class="m3" d="M6 30.5c3.7-3.6 7-3.6 10.7 0s7 3.6 10.7 0c2.6-2.5 4.6-3 6.6-1.8v5.3H6z"/></svg>`,
    art: html`${raw(littoralArt())}`,
  },
  '19871': {
    tagline: { fr: 'Proche, de vallée en vallée.', en: 'Close by, valley after valley.' },
    headingFont: bookish,
    headingWeight: 700,
    headingTracking: '-0.015em',
    radius: '10px',
    buttonRadius: '10px',
    panel: ['#1f6b3a', '#134526'],
    accent: '#b9d46b',
    light: {
      page: '#f6f8f2',
      surface: '#ffffff',
      ink: '#14211a',
      muted: '#4f6155',
      line: '#dbe5d6',
      field: '#75897b',
      primary: '#1f6b3a',
      onPrimary: '#ffffff',
      tint: '#e8f2e4',
      ...danger.light,
    },
    dark: {
      page: '#0c140f',
      surface: '#142019',
      ink: '#ecf4ec',
      muted: '#abbfb0',
      line: '#283a2e',
      field: '#6f8c78',
      primary: '#a4d88f',
      onPrimary: '#0c2a14',
      tint: '#1a2d20',
      ...danger.dark,
    },
    mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><circle class="m1" cx="20" cy="20" r="20"/><path class="m2" d="M7 13h6.5l6.5 14 6.5-14H33L22.8 33h-5.6z"/><circle class="m3" cx="20" cy="11" r="3.6"/></svg>`,
    art: html`${raw(valleesArt())}`,
  },
  '19872': {
    tagline: { fr: 'Un pont entre vos projets.', en: 'A bridge between your plans.' },
    headingFont: oldStyle,
    headingWeight: 600,
    headingTracking: '-0.01em',
    radius: '6px',
    buttonRadius: '6px',
    panel: ['#7a1732', '#4d0c1e'],
    accent: '#e7a6a1',
    light: {
      page: '#faf5f3',
      surface: '#ffffff',
      ink: '#261318',
      muted: '#6b535a',
      line: '#eaddd9',
      field: '#94777e',
      primary: '#7a1732',
      onPrimary: '#ffffff',
      tint: '#f8e9e8',
      ...danger.light,
    },
    dark: {
      page: '#160c0f',
      surface: '#221418',
      ink: '#f8edee',
      muted: '#c8afb3',
      line: '#3d2a2f',
      field: '#957a80',
      primary: '#f2b1b4',
      onPrimary: '#43091a',
      tint: '#321b21',
      ...danger.dark,
    },
    mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><path class="m1" d="M0 4a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v22c0 8-9 14-20 14S0 34 0 26z"/><path class="m2" fill-rule="evenodd" d="M11.5 8h8C27 8 31 12.3 31 18.5S27 29 19.5 29h-8zm5 4.5v12h2.800c4.3 0 6.5-2.1 6.5-6s-2.2-6-6.5-6z"/><path class="m3" d="M5 17.300h30v2.400H5z"/></svg>`,
    art: html`${raw(rivesArt())}`,
  },
  '19873': {
    tagline: { fr: 'Droit au but, pour ceux qui entreprennent.', en: 'Straight to the point, for people in business.' },
    headingFont: grotesque,
    headingWeight: 750,
    headingTracking: '-0.035em',
    radius: '3px',
    buttonRadius: '3px',
    panel: ['#1b1b1f', '#0c0c0e'],
    accent: '#f26b21',
    light: {
      page: '#f3f3f1',
      surface: '#ffffff',
      ink: '#161618',
      muted: '#585860',
      line: '#dcdcd8',
      field: '#7f7f88',
      primary: '#1b1b1f',
      onPrimary: '#ffffff',
      tint: '#fdeee4',
      ...danger.light,
    },
    dark: {
      page: '#0f0f11',
      surface: '#19191c',
      ink: '#f3f2f0',
      muted: '#b3b2b5',
      line: '#313136',
      field: '#808088',
      primary: '#ff8a4a',
      onPrimary: '#250e01',
      tint: '#2b1d14',
      ...danger.dark,
    },
    mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><path class="m1" d="M0 0h40v40H0z"/><path class="m2" d="M30 13.5A11.5 11.5 0 1 0 30 26.5l-4.2-3A6.4 6.4 0 1 1 25.8 16.5z"/><path class="m3" d="M25.5 16.7 38 20l-12.5 3.3z"/></svg>`,
    art: html`${raw(cormoranArt())}`,
  },
  '19874': {
    tagline: { fr: 'Votre banque, à l’heure de l’île.', en: 'Banking, on island time.' },
    headingFont: rounded,
    headingWeight: 700,
    headingTracking: '-0.02em',
    radius: '22px',
    buttonRadius: '999px',
    panel: ['#43307a', '#2a1c54'],
    accent: '#7fd1c7',
    light: {
      page: '#f7f5fc',
      surface: '#ffffff',
      ink: '#1d1633',
      muted: '#5b5374',
      line: '#e2dcf0',
      field: '#857ba3',
      primary: '#43307a',
      onPrimary: '#ffffff',
      tint: '#ece6f9',
      ...danger.light,
    },
    dark: {
      page: '#100c1b',
      surface: '#1a1529',
      ink: '#f1edfa',
      muted: '#b9b0d0',
      line: '#332a4c',
      field: '#8278a4',
      primary: '#c4b2f7',
      onPrimary: '#221350',
      tint: '#271f3e',
      ...danger.dark,
    },
    mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><circle class="m1" cx="20" cy="20" r="20"/><path class="m2" fill-rule="evenodd" d="M19.5 9.5a11.5 11.5 0 1 1 0 23 11.5 11.5 0 0 1 0-23m0 5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13"/><circle class="m3" cx="29.5" cy="10.5" r="4.8"/></svg>`,
    art: html`${raw(oleronArt())}`,
  },
}

/** The start page represents the group, which has no sign-in. */
export const groupBrand: Brand = {
  tagline: { fr: 'Cinq banques imaginaires, une vraie interface.', en: 'Five imaginary banks, one real interface.' },
  headingFont: grotesque,
  headingWeight: 720,
  headingTracking: '-0.03em',
  radius: '16px',
  buttonRadius: '10px',
  panel: ['#14343b', '#0b2228'],
  accent: '#f0b46a',
  light: {
    page: '#f7f4ee',
    surface: '#ffffff',
    ink: '#16262a',
    muted: '#53646a',
    line: '#e3ddd0',
    field: '#7b8a8e',
    primary: '#14535f',
    onPrimary: '#ffffff',
    tint: '#e6f0ef',
    ...danger.light,
  },
  dark: {
    page: '#0b1416',
    surface: '#132023',
    ink: '#eef4f3',
    muted: '#a9bcbf',
    line: '#263a3f',
    field: '#6f8a90',
    primary: '#86cdd4',
    onPrimary: '#06282e',
    tint: '#173036',
    ...danger.dark,
  },
  mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark"><rect class="m1" width="40" height="40" rx="12"/><path class="m2" d="M7 16c4.3-3.6 8.7-3.6 13 0s8.7 3.6 13 0v4.5c-4.3 3.6-8.7 3.6-13 0s-8.7-3.6-13 0z"/><path class="m3" d="M7 25c4.3-3.6 8.7-3.6 13 0s8.7 3.6 13 0v4.5c-4.3 3.6-8.7 3.6-13 0s-8.7-3.6-13 0z"/></svg>`,
  art: html`${raw(littoralArt())}`,
}

/** The brand of a bank; every bank of the group has one. */
export function brandOf(bankCode: string): Brand {
  const brand = brands[bankCode]
  if (!brand) throw new Error(`bank ${bankCode} has no brand`)
  return brand
}

// The illustrations beside the forms: shapes coloured by the style sheet's classes a1 (faint) to a5 (accent).
function picture(shapes: string): string {
  return `<svg class="art" viewBox="0 0 600 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">${shapes}</svg>`
}

function littoralArt(): string {
  return picture(`
    <circle class="a5" cx="430" cy="520" r="74"/>
    <path class="a1" d="M0 610c70-34 140-34 210 0s140 34 210 0 130-32 180-12v302H0z"/>
    <g class="a6" transform="translate(0 64)"><path d="M176 556h96l-18 30h-60z"/><path d="M222 452v98h-62z"/><path d="M230 472v78h44z"/></g>
    <path class="a2" d="M0 672c60 30 130 30 200 0s140-30 210 0 130 28 190 4v224H0z"/>
    <path class="a3" d="M0 748c80-36 160-30 240 0s170 34 240 4 90-22 120-16v164H0z"/>
    <path class="a4" d="M0 826c90 28 170 22 260-4s190-24 340 14v64H0z"/>`)
}

function valleesArt(): string {
  return picture(`
    <circle class="a5" cx="170" cy="500" r="64"/>
    <path class="a1" d="M0 640 130 540l110 76 120-116 130 110 110-70v360H0z"/>
    <path class="a2" d="M0 700c110-70 200-60 310 10s190 50 290-30v220H0z"/>
    <path class="a3" d="M0 790c140-80 260-76 380-20s160 40 220 10v120H0z"/>
    <path class="a5 thin" d="M600 716c-120 30-210 34-250 70s40 62-40 114h-70c80-60-20-74 40-126s190-52 320-82z"/>
    <g class="a4"><path d="m96 700 26 62H70zM96 736l32 68H64zM156 690l22 54h-44zM156 722l28 60h-56zM470 770l26 62h-52zM470 806l32 68h-64z"/></g>`)
}

function rivesArt(): string {
  return picture(`
    <circle class="a5 thin" cx="300" cy="560" r="168"/>
    <path class="a2" d="M0 640h150l40 60v200H0zM600 600H470l-50 100v200h180z"/>
    <path class="a6" fill-rule="evenodd" d="M0 620h600v28H0zM30 648h540v92h-34c0-46-30-72-66-72s-66 26-66 72h-38c0-46-30-72-66-72s-66 26-66 72h-38c0-46-30-72-66-72s-66 26-66 72H30z"/>
    <path class="a3" d="M0 740h600v160H0z"/>
    <path class="a4" d="M60 776h180v6H60zM300 800h220v6H300zM110 830h260v6H110zM420 850h120v6H420zM40 868h140v6H40z"/>
    <path class="a5" d="M0 612h600v8H0z"/>`)
}

function cormoranArt(): string {
  return picture(`
    <circle class="a5" cx="420" cy="560" r="104"/>
    <path class="a1" d="M600 300v600H120z"/>
    <path class="a2" d="M600 480v420H0z"/>
    <g transform="translate(30 160) scale(.88)"><path class="a6 shade" d="m176 486 150-160 20 226z"/>
    <path class="a6" d="m150 452 206 98-44 92-150-74z"/>
    <path class="a6 shade2" d="m60 396 90 56 12 116z"/>
    <path class="a6 shade" d="m232 604-42 164 122-126z"/>
    <path class="a6" d="m356 550 92 82-24 34-112-24z"/>
    <path class="a5 edge" d="m448 632 66 96-90-62z"/></g>
    <path class="a3" d="M0 820h600v80H0z"/>
    <path class="a5" d="M0 820h600v5H0z"/>`)
}

function oleronArt(): string {
  return picture(`
    <path class="a1" d="M318 470 600 330v210zM318 470 0 380v150z"/>
    <path class="a2" d="M0 760c90-30 200-60 330-58s200 30 270 40v158H0z"/>
    <g class="a6"><path d="M288 512h60l26 216H262z"/></g>
    <path class="a4" d="m284 548-4 40h76l-4-40zM274 630l-5 40h98l-5-40z"/>
    <path class="a5" d="M296 456h44v48h-44z"/>
    <path class="a6" d="M284 500h68v14h-68zM290 452l28-32 28 32z"/>
    <path class="a3" d="M0 800c70-24 140-24 210 0s150 26 220 0 120-18 170 0v100H0z"/>
    <path class="a5 thin" d="M0 846c70-24 140-24 210 0s150 26 220 0 120-18 170 0v54H0z"/>`)
}
