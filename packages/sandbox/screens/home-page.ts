import { html } from 'hono/html'
import { type Bank, groupName } from '#sandbox/banks.ts'
import { brandOf, type Html } from '#sandbox/html/brands.ts'
import { type Frame, renderDocument, renderFacts, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import { catalogue } from '#sandbox/people/catalogue.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { fill, type Language, texts } from '#sandbox/texts/catalogue.ts'

/** The home page of one bank: its data and its customers. */
export function renderHome(
  sandbox: Sandbox,
  frame: Pick<Frame, 'language' | 'languageHref' | 'startUrl'> & { bank: Bank },
): Html {
  const t = texts[frame.language].screens
  const { bank } = frame
  const names = { bank: bank.name, group: groupName }
  const facts = [
    [t.home.code, bank.code],
    [t.home.bic, bank.bic],
    [t.home.interface, `https://${bank.code}.sandbox.localhost:${sandbox.ports.api}`],
  ] as const
  return renderDocument({
    ...frame,
    title: t.home.lead,
    body: html`<header class="site-top">${renderLogo(bank)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site">
<section class="hero">${brandOf(bank.code).art}<div><p class="segments">${bank.segments.map(segment => html`<span>${t.home[segment]}</span>`)}</p>
<h1>${brandOf(bank.code).tagline[frame.language]}</h1></div></section>
<section class="two"><div><h2>${t.home.about}</h2><p>${fill(t.home.aboutText, names)}</p></div>
<div><h2>${t.home.openBanking}</h2><p>${t.home.openBankingText}</p></div></section>
<section><h2>${t.home.people}</h2><p class="intro">${t.home.peopleText}</p>${renderPeople(frame.language, bank.code)}</section>
<section><h2>${t.home.facts}</h2>${renderFacts(facts.map(([term, code]) => [term, html`<code>${code}</code>`]))}
<p><a href="/phone">${texts[frame.language].phone.title}</a></p>
<p><a href="${frame.startUrl}">${fill(t.home.group, names)}</a></p></section>
</main>`,
  })
}

/** The customers of a bank as cards: what each is good for, and what to sign in with, to be copied. */
export function renderPeople(language: Language, bankCode: string): Html {
  const t = texts[language].screens
  const { copy, copied } = texts[language].start
  const fact = (id: string, name: string, value: string) =>
    html`<div><dt>${name}</dt><dd><code id="${id}">${value}</code><button type="button" class="copy" data-copy="${id}" data-copied="${copied}" hidden>${copy}<span class="sr"> ${value}</span></button></dd></div>`
  return html`<ul class="person-cards">${catalogue
    .filter(person => person.bankCode === bankCode)
    .map(
      ({ id, name, identifier, password, story }) =>
        html`<li><p class="name">${name}</p><p>${story[language]}</p><dl>${fact(`identifier-${id}`, t.home.identifier, identifier)}${fact(`password-${id}`, t.home.password, password)}</dl></li>`,
    )}</ul>`
}
