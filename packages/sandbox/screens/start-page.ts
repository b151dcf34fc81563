import { createHash, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { type Bank, banks, groupDomain, groupName } from '#sandbox/banks.ts'
import { brandOf, groupBrand, type Html } from '#sandbox/html/brands.ts'
import { type Frame, renderDocument, renderFacts, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import { registrationClientIds } from '#sandbox/oauth/client.ts'
import { outcomes } from '#sandbox/pis/outcomes.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { listApplications } from '#sandbox/store/applications.ts'
import type { Outcome } from '#sandbox/store/journey.ts'
import { fill, formatTime, type Language, type Texts, texts } from '#sandbox/texts/catalogue.ts'
import { buildSigningString } from '#sandbox/wire/signature-header.ts'
import { appConditions, leastAppVersion } from './app-to-app.ts'
import { renderPeople } from './home-page.ts'
import { paymentRefusals } from './payment-visit.ts'
import { sayAmount } from './payment-words.ts'
import { phonePath } from './phone-routes.ts'
import { readAuthorizationSeconds } from './visits.ts'

/** A request as it is signed: its body, what is signed, and the headers that prove it. */
type SignedExample = { readonly body: string; readonly signed: string; readonly proof: string }

const names = ['(request-target)', 'host', 'date', 'x-request-id', 'digest', 'content-type']

/**
 * A consent signed with the TPP's own key, so that a reader who signs the same bytes gets the same signature (bank:D14). Null for a bank
 * without a TPP's key.
 */
function signExample({ settings, ports }: Sandbox): SignedExample | null {
  const file = `${settings.dataDir}/pki/tpp/qseal.key`
  const [bank] = banks
  if (!bank || !existsSync(file)) return null
  const body = '{"balances":[],"transactions":[],"psuIdentity":true,"trustedBeneficiaries":false}'
  const headers = new Headers({
    host: `${bank.code}.${groupDomain}:${ports.api}`,
    date: 'Sat, 21 Nov 2026 06:00:00 GMT',
    'x-request-id': '4b1f3c1e-6a55-4e4b-9a0e-1a2b3c4d5e6f',
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    'content-type': 'application/json',
  })
  const built = buildSigningString({ method: 'PUT', target: '/stet/psd2/v1.6.2/consents', headers }, names)
  if (!built.ok) return null
  const signature = sign('RSA-SHA256', built.bytes, readFileSync(file)).toString('base64')
  const proof = [
    `Digest: ${headers.get('digest')}`,
    `Signature: keyId="qseal-1",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
  ]
  return { body, signed: built.bytes.toString('latin1'), proof: proof.join('\n') }
}

/** The start page of the sandbox: banks, customers, certificates, how to call, current settings. */
export function renderStart(sandbox: Sandbox, frame: Pick<Frame, 'language' | 'languageHref' | 'startUrl'>): Html {
  const s = texts[frame.language].start
  return renderDocument({
    ...frame,
    bank: null,
    title: s.title,
    body: html`<header class="site-top">${renderLogo(null)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site">
<section class="hero">${groupBrand.art}<div><h1>${s.title}</h1><p>${s.intro}</p></div></section>
${ways(s, sandbox.settings.tourOrigin)}
<section id="banks"><h2>${fill(s.banks, { group: groupName })}</h2><ul class="banks">${banks.map(bank => bankCard(sandbox, bank, frame.language))}</ul></section>
<section id="people"><h2>${s.people}</h2><p>${s.peopleText}</p>${banks.map(
      bank =>
        html`<div class="people-group"><h3>${bank.name} <code>${bank.code}</code></h3>${renderPeople(frame.language, bank.code)}</div>`,
    )}</section>
<details class="developers" id="developers"><summary><h2>${s.developers}</h2><p>${s.developersText}</p></summary>
${contents(s)}${payments(s, frame.language)}${appToApp(sandbox, s, frame.language)}${fallback(sandbox, s)}
<section><h2>${s.desk}</h2><p>${s.deskText}</p><p><a href="/desk">${s.deskLink}</a></p></section>
<section><h2>${s.reference}</h2><p>${s.referenceText}</p><p><a href="/reference">${s.referenceLink}</a></p></section>
<section><h2>${s.statistics}</h2><p>${s.statisticsText} <a href="/statistics?format=csv">CSV</a>, <a href="/statistics">JSON</a></p></section>
${certificates(sandbox, s)}${calling(sandbox, s)}${signing(sandbox, s)}${journey(sandbox, s)}${settings(sandbox, s, frame.language)}</details>
</main>`,
  })
}

/** The ways on: the guided tour where there is one, the desk and the reference. */
function ways(s: Texts['start'], tourOrigin: string | null): Html {
  const tour = tourOrigin === null ? '' : html`<li><a class="main" href="${tourOrigin}">${s.tour}</a></li>`
  return html`<nav class="contents" aria-label="${s.ways}"><ul>
${tour}<li><a class="main" href="/desk">${s.desk}</a></li><li><a class="main" href="/reference">${s.reference}</a></li></ul></nav>`
}

/** The sections for developers. */
function contents(s: Texts['start']): Html {
  const sections = [
    ['payments', s.payments],
    ['app', s.app],
    ['fallback', s.fallback],
    ['certificates', s.certificates],
    ['call', s.call],
    ['signing', s.signing],
    ['journey', s.journey],
    ['settings', s.settings],
  ]
  return html`<nav class="contents" aria-label="${s.contents}"><ul>
${sections.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`
}

function screensUrl(sandbox: Sandbox, bank: Bank): string {
  return sandbox.screensOf(bank.code)
}

function apiUrl(sandbox: Sandbox, bank: Bank): string {
  return `https://${bank.code}.${groupDomain}:${sandbox.ports.api}`
}

function bankCard(sandbox: Sandbox, bank: Bank, language: Language): Html {
  const t = texts[language].screens
  const href = `${screensUrl(sandbox, bank)}/`
  return html`<li class="bank-${bank.code}"><a class="logo" href="${href}"><img class="mark" src="/assets/mark-${bank.code}.svg" alt=""><span>${bank.name}</span></a>
<p>${brandOf(bank.code).tagline[language]}</p>
<p class="meta">${bank.segments.map(segment => t.home[segment]).join(' · ')} · ${bank.bic}</p>
<p class="meta"><code>${apiUrl(sandbox, bank)}</code></p></li>`
}

function shell(id: string, s: Texts['start'], text: string, className = ''): Html {
  return html`<div class="shell"><pre tabindex="0" id="${id}" class="${className}">${text}</pre><button type="button" data-copy="${id}" data-copied="${s.copied}" hidden>${s.copy}</button></div>`
}

function certificates(sandbox: Sandbox, s: Texts['start']): Html {
  const { dataDir } = sandbox.settings
  const rows: [string, string][] = [
    [s.ca, `${dataDir}/pki/ca.pem`],
    [s.qwac, `${dataDir}/pki/tpp/qwac.pem, qwac.key`],
    [s.qseal, `${dataDir}/pki/tpp/qseal.pem, qseal.key`],
  ]
  return html`<section id="certificates"><h2>${s.certificates}</h2><p>${s.certificatesText}</p>
${renderFacts(rows.map(([what, where]) => [what, html`<code>${where}</code>`]))}
<p>${s.keysText}</p>${shell('keys', s, keysCommand(sandbox))}</section>`
}

const keysCommand = ({ settings }: Sandbox) =>
  `${settings.keysCommand} --org PSDFR-ACPR-99999 --name "Other TPP" --roles PSP_AI,PSP_PI --out ./other-tpp`

function calling(sandbox: Sandbox, s: Texts['start']): Html {
  const bank = banks[0]
  if (!bank) return html``
  return html`<section id="call"><h2>${s.call}</h2><p>${s.callText}</p><p>${s.hostsText}</p>${shell('hosts', s, hostsLine)}<ol class="steps">${s.next.map(line => html`<li>${line}</li>`)}</ol>
<p>${s.tokenText}</p>${shell('curl', s, tokenCommand(sandbox, bank))}<p>${s.answer}</p>
${renderFacts([[s.clientId, html`${registrationClientIds.map((id, index) => html`${index > 0 ? ' · ' : ''}<code>${id}</code>`)}`]])}</section>`
}

const hostsLine = `127.0.0.1 ${[groupDomain, ...banks.map(({ code }) => `${code}.${groupDomain}`)].join(' ')}`

/** An example: a token for registration, over mutual TLS (document 3). */
export function tokenCommand(sandbox: Sandbox, bank: Bank): string {
  const { dataDir } = sandbox.settings
  const host = `${bank.code}.${groupDomain}`
  const { api } = sandbox.ports
  return `curl --cert ${dataDir}/pki/tpp/qwac.pem --key ${dataDir}/pki/tpp/qwac.key --cacert ${dataDir}/pki/ca.pem \\
  --resolve ${host}:${api}:127.0.0.1 \\
  --data client_id=${registrationClientIds.at(-1)} \\
  --data grant_type=client_credentials --data scope=manageRegistration \\
  https://${host}:${api}/stet/psd2/oauth/token`
}

function signing(sandbox: Sandbox, s: Texts['start']): Html {
  const example = signExample(sandbox)
  if (!example) return html``
  const parts: [string, string][] = [
    [s.signingBody, example.body],
    [s.signingText, example.signed],
    [s.signingProof, example.proof],
  ]
  return html`<section id="signing"><h2>${s.signing}</h2>${parts.map(([text, bytes], at) => html`<p>${text}</p>${shell(`signing-${at}`, s, bytes)}`)}</section>`
}

/** How an authorization can end without approval, with each `error_description`. */
const refusals = [
  'refused',
  'timeout',
  'password_locked',
  'code_locked',
  'subscription_terminated',
] as const satisfies Outcome[]

function journey(sandbox: Sandbox, s: Texts['start']): Html {
  const bank = banks[0]
  if (!bank) return html``
  const address = `${screensUrl(sandbox, bank)}/stet/psd2/oauth/authorize?response_type=code&client_id=CLIENT_ID&redirect_uri=https%3A%2F%2Ftpp.example%2Fcallback&scope=aisp&state=RANDOM&code_challenge=CHALLENGE&code_challenge_method=S256`
  return html`<section id="journey"><h2>${s.journey}</h2><p>${s.journeyText}</p>${shell('authorize', s, address, 'one-line')}
<h3>${s.errors}</h3><p>${s.errorsText} ${refusals.map((description, index) => html`${index > 0 ? ', ' : ''}<code>${description}</code>`)}.</p></section>`
}

function settings(sandbox: Sandbox, s: Texts['start'], language: Language): Html {
  const { accessTokenSeconds, rotateRefresh, pageAccounts, pageTransactions } = sandbox.settings
  const clock = formatTime(language, sandbox.clock.now(), { dateStyle: 'full', timeStyle: 'medium' })
  const rows: [string, string][] = [
    [s.accessToken, fill(s.seconds, { count: accessTokenSeconds })],
    [s.refresh, rotateRefresh ? s.refreshNew : s.refreshSame],
    [s.pageAccounts, String(pageAccounts)],
    [s.pageTransactions, String(pageTransactions)],
    [s.authorization, fill(s.seconds, { count: readAuthorizationSeconds(sandbox) })],
    [s.clock, clock],
  ]
  return html`<section id="settings"><h2>${s.settings}</h2>
${renderFacts(rows, 'facts grid')}
<h3>${s.health}</h3><p><span class="health">${fill(s.healthText, { count: listApplications(sandbox.db).length })}</span> <a href="/healthz"><code>/healthz</code></a></p></section>`
}

/** The amounts that trigger an outcome, from the engine's own table. */
function payments(s: Texts['start'], language: Language): Html {
  return html`<section id="payments"><h2>${s.payments}</h2><p>${s.paymentsText}</p><ol class="steps">${s.paymentSteps.map(line => html`<li>${line}</li>`)}</ol>
<h3>${s.outcomes}</h3><p>${s.outcomesText}</p>
<table class="people outcomes"><thead><tr><th scope="col">${s.amount}</th><th scope="col">${s.stage}</th><th scope="col">${s.reason}</th><th scope="col">${s.meaning}</th></tr></thead>
<tbody>${outcomes.map(
    ({ amountMinor, stage, reason, meaning }) =>
      html`<tr><th scope="row">${sayAmount(language, amountMinor, 'EUR')}</th><td data-label="${s.stage}">${s.stages[stage]}</td><td data-label="${s.reason}">${reason === null ? '–' : html`<code>${reason}</code>`}</td><td data-label="${s.meaning}">${meaning[language]}</td></tr>`,
  )}</tbody></table>
<h3>${s.refusals}</h3><p>${s.refusalsText} ${Object.values(paymentRefusals).map(({ reason, sentence }, index) => html`${index > 0 ? ', ' : ''}<code>${reason} ${sentence}</code>`)}.</p></section>`
}

function appToApp(sandbox: Sandbox, s: Texts['start'], language: Language): Html {
  const { conditions } = texts[language].phone
  const retail = banks.filter(bank => bank.segments.includes('retail'))
  return html`<section id="app"><h2>${s.app}</h2><p>${s.appText}</p>
<ul class="steps">${appConditions.map(condition => html`<li>${fill(conditions[condition], { version: leastAppVersion })}</li>`)}</ul>
<p>${s.appSwitch} ${retail.map((bank, index) => html`${index > 0 ? ' · ' : ''}<a href="${screensUrl(sandbox, bank)}${phonePath}">${bank.name}</a>`)}</p></section>`
}

function fallback(sandbox: Sandbox, s: Texts['start']): Html {
  const bank = banks[0]
  if (!bank) return html``
  return html`<section id="fallback"><h2>${s.fallback}</h2><p>${s.fallbackText}</p>${shell('fallback-call', s, fallbackCommand(sandbox, bank))}<p>${s.fallbackAfter}</p></section>`
}

/** The token call of the fallback mode; its answer is a 302 to the login page (document 1). */
function fallbackCommand(sandbox: Sandbox, bank: Bank): string {
  const { dataDir } = sandbox.settings
  const host = `${bank.code}.${groupDomain}`
  const { api } = sandbox.ports
  return `curl -i --cert ${dataDir}/pki/tpp/qwac.pem --key ${dataDir}/pki/tpp/qwac.key --cacert ${dataDir}/pki/ca.pem \\
  --resolve ${host}:${api}:127.0.0.1 --header 'fallback: 1' \\
  --data client_id=CLIENT_ID --data grant_type=client_credentials --data scope=aisp \\
  https://${host}:${api}/stet/psd2/oauth/token`
}
