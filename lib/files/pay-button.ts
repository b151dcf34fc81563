import { createHash } from 'node:crypto'

/**
 * A custom element for shops: the link inside it, which works without a script, becomes a button. Frozen, because pages name its hash:
 * a change is another version. Without inline styles, which a shop's policy may forbid.
 */
export const payButton = `'use strict'
if (!customElements.get('guichet-pay')) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(\`
    :host { display: inline-block }
    a { display: inline-flex; align-items: center; justify-content: center; gap: .6em; box-sizing: border-box; min-height: 44px;
      padding: .6em 1.2em; border-radius: 12px; font: 600 1rem/1.3 system-ui, sans-serif; text-decoration: none;
      color: var(--guichet-text, #fff); background: var(--guichet-colour, #0e5a54) }
    a:hover { text-decoration: underline }
    a:focus-visible { outline: 3px solid currentColor; outline-offset: -6px }
    svg { width: 1.3em; height: 1.3em; flex: none; fill: none; stroke: currentColor; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
      a { color: var(--guichet-text, #08211e); background: var(--guichet-colour, #63c8b8) }
    }
    @media (forced-colors: active) { a { border: 2px solid } }\`)
  const svg = 'http://www.w3.org/2000/svg'
  class GuichetPay extends HTMLElement {
    connectedCallback() {
      if (document.readyState !== 'loading') this.draw()
      else document.addEventListener('DOMContentLoaded', () => this.draw(), { once: true })
    }
    draw() {
      const link = this.querySelector('a[href]')
      if (!link || this.shadowRoot) return
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      const button = document.createElement('a')
      button.href = link.href
      button.target = link.target
      button.rel = 'noopener'
      button.lang = link.lang
      button.setAttribute('part', 'button')
      const icon = document.createElementNS(svg, 'svg')
      icon.setAttribute('viewBox', '0 0 24 24')
      icon.setAttribute('aria-hidden', 'true')
      const path = document.createElementNS(svg, 'path')
      path.setAttribute('d', 'M3 9l9-6 9 6M5 9v9M10 9v9M14 9v9M19 9v9M3 21h18')
      icon.append(path)
      button.append(icon, link.textContent.trim())
      root.append(button)
    }
  }
  customElements.define('guichet-pay', GuichetPay)
}
`

export const payButtonPath = '/button/1.js'

/** For the attribute `integrity`. */
export const payButtonIntegrity = `sha384-${createHash('sha384').update(payButton).digest('base64')}`
