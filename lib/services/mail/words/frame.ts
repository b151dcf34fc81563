export type MailLanguage = 'fr' | 'en'

export type MailParts = {
  readonly subject: string
  /** Absent: us. */
  readonly sender?: { readonly name: string; readonly hasLogo: boolean }
  /** No markup. */
  readonly paragraphs: readonly string[]
  readonly lists?: readonly MailList[]
  readonly action: { readonly label: string; readonly url: string }
  /** After the action. */
  readonly after?: readonly string[]
  /** Why it was sent; where to change that. */
  readonly small: { readonly text: string; readonly link?: { readonly label: string; readonly url: string } }
  /** RFC 8058. */
  readonly unsubscribe?: string
}

export type MailList = {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
}

export type WrittenMail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribe?: string
}

/** What people typed is escaped. */
export function frameMail(parts: MailParts, language: MailLanguage): WrittenMail {
  const { subject, unsubscribe } = parts
  return {
    subject,
    text: toText(parts, language),
    html: toHtml(parts, language),
    ...(unsubscribe ? { unsubscribe } : {}),
  }
}

function toText({ paragraphs, lists = [], action, after = [], small }: MailParts, language: MailLanguage): string {
  const colon = language === 'fr' ? '\u202f:' : ':'
  const end = small.link ? `${small.text}\n${small.link.label}${colon}\n${small.link.url}` : small.text
  const listed = lists.map(({ title, lines }) =>
    [title, ...lines.map(({ label, value }) => `- ${label}${colon} ${value}`)].join('\n'),
  )
  return `${[...paragraphs, ...listed, `${action.label}${colon}\n${action.url}`, ...after, '-- ', end].join('\n\n')}\n`
}

function toHtml(
  { subject, sender, paragraphs, lists = [], action, after = [], small }: MailParts,
  language: MailLanguage,
): string {
  const title = escapeHtml(subject)
  const written = (texts: readonly string[]) =>
    texts.map(text => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')
  const link = small.link
    ? `<br><a href="${escapeHtml(small.link.url)}" style="color:inherit">${escapeHtml(small.link.label)}</a>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${toMark(sender)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${title}</h1>
${written(paragraphs)}${lists.map(toTable).join('')}
<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0f5c4c;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
${written(after)}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:13px">${escapeHtml(small.text)}${link}</p>
</div>
</body>
</html>
`
}

/** Attached: mail programs load no image from elsewhere. */
export const logoCid = 'logo@guichet'

/** On white because it may be dark. */
function toMark(sender: MailParts['sender']): string {
  if (sender === undefined) return 'Guichet'
  const name = escapeHtml(sender.name)
  return sender.hasLogo
    ? `<img src="cid:${logoCid}" alt="${name}" height="48" style="display:block;max-width:240px;max-height:48px;width:auto;padding:6px;border-radius:8px;background:#ffffff;color:#1d1b17">`
    : name
}

/** Read aloud, it is line after line. */
function toTable({ title, lines }: MailList): string {
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td style="padding:6px 16px 6px 0;border-top:1px solid #8886">${escapeHtml(label)}</td>` +
      `<td style="padding:6px 0;border-top:1px solid #8886;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  )
  return `
<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(title)}</h2>
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:15px">${rows.join('')}</table>`
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, found => entities[found] ?? found)
}
