import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { texts } from '#sandbox/texts/catalogue.ts'
import { pathOf, type View } from './page-parts.ts'
import { showPayments } from './payments.ts'
import { sayExecutionFault } from './say-answer.ts'

const shownPayments = 25

/** The newest payments with the state of each instruction, and whether the ledger balances. */
export function renderPayments(view: View): Html {
  const { t, sandbox, language } = view
  const { payments } = showPayments(sandbox, { limit: shownPayments })
  const ledger = checkLedger(sandbox.db)
  return html`<section class="panel" aria-labelledby="payments-title"><div class="row between"><h2 id="payments-title">${t.payments}</h2>
<p><span class="tag ${ledger.isBalanced ? '' : 'bad'}">${ledger.isBalanced ? t.ledgerBalanced : t.ledgerWrong}</span> ${t.transfers} ${ledger.transfers}</p></div>
<p class="help">${t.paymentsHelp}</p>
${ledger.found.map(({ kind, about }) => html`<p class="notice bad">${texts[language].answers.ledgerFaults[kind]} <code>${about}</code></p>`)}
${
  payments.length === 0
    ? html`<p class="help">${t.noPayment}</p>`
    : html`<div class="scroll tall" tabindex="0" role="region" aria-label="${t.payments}"><table><thead><tr><th scope="col">${t.payee}</th><th scope="col">${t.bank}</th><th scope="col">${t.person}</th><th scope="col">${t.entryStatus}</th><th scope="col">${t.instructions}</th></tr></thead><tbody>${payments.map(
        payment =>
          html`<tr><th scope="row">${payment.creditorName} <code>${payment.creditorIban}</code><br><span class="meta">${payment.software} · <code>${payment.id}</code></span></th><td><code>${payment.bankCode}</code></td><td>${renderPerson(view, payment.personId)}</td><td><code>${payment.status}</code> ${payment.reason === null ? '' : html`<span class="tag bad">${payment.reason}</span>`}${payment.cancellations.map(({ state }) => html`<br><span class="meta">${t.cancellation} ${t.cancellationStates[state as keyof typeof t.cancellationStates] ?? state}</span>`)}</td>
<td>${payment.instructions.map(one => renderInstruction(view, one))}</td></tr>`,
      )}</tbody></table></div>`
}</section>`
}

function renderPerson({ sandbox }: View, id: string | null): Html | string {
  const person = id === null ? null : findPerson(sandbox.db, id)
  if (!person) return '–'
  return html`<a href="${pathOf('people')}?person=${encodeURIComponent(person.id)}">${person.firstName} ${person.lastName}</a>`
}

type Instruction = ReturnType<typeof showPayments>['payments'][number]['instructions'][number]

function renderInstruction({ t, language }: View, one: Instruction): Html {
  const { amount, currency, status, reason, frequency, occurrences, dueOn, failure } = one
  return html`<div><code>${amount} ${currency}</code> <code>${status ?? '–'}</code>${reason === null ? '' : html` <span class="tag bad">${reason}</span>`}${frequency === null ? '' : html` <code>${frequency}</code> × ${occurrences}`}${dueOn === null ? '' : html` <span class="meta">${t.due} <time datetime="${dueOn}">${dueOn}</time></span>`}${
    failure === null
      ? ''
      : html`<br><span class="tag ${failure.parked ? 'bad' : 'fault'}">${failure.parked ? t.parked : t.failing}</span> ${t.tries} ${failure.tries}. ${sayExecutionFault(language, failure.fault)} <span class="meta">${texts[language].answers.technical} <code lang="en">${failure.fault}</code></span>`
  }</div>`
}
