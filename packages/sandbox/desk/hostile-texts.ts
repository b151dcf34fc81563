/** Texts that a client must handle, each with its attack. They are booked as remittance information. */
export const hostileTexts = {
  script: '<script>alert(document.domain)</script>',
  image: '"><img src=x onerror=alert(1)>',
  template: '{{constructor.constructor("alert(1)")()}} \u0024{7*7} #{7*7} <%= 7*7 %>',
  sql: "Robert'); DROP TABLE transactions;--",
  formula: '=HYPERLINK("http://evil.example","solde")',
  rtl: '\u202Eelbisrever tse etxet eC\u202C \u0645\u0631\u062D\u0628\u0627',
  zalgo: 'V\u0336\u0321i\u0335\u0322r\u0337e\u0338\u0328m\u0334e\u0335n\u0336t\u0337'.repeat(6),
  zero_width: 'LO\u200BYER\u200D \u2066N\u2069\uFEFFovembre',
  emoji:
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466} \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  nul: 'AVANT\u0000APRES\u0007\u001B[31mROUGE\u001B[0m',
  lone_surrogate: 'MOITIE \uD83D SEULE',
  newlines: 'LIGNE 1\r\nSet-Cookie: a=b\r\n\r\nLIGNE 2\u2028LIGNE 3',
  path: '../../../../etc/passwd%00.png',
  long_word: 'A'.repeat(1_000),
  ten_kilobytes: 'Virement très détaillé. '.repeat(400),
  empty: '',
} as const

export type HostileText = keyof typeof hostileTexts

export const hostileNames = Object.keys(hostileTexts) as readonly HostileText[]
