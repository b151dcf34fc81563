// Shows a page of ours without a network, and alerts (Web Push). It keeps nothing: neither pages nor data of a person.

const words = {
  fr: {
    title: 'Pas de connexion',
    text: 'Guichet ne garde rien de vos comptes sur cet appareil. Vos derniers soldes reviendront avec le réseau.',
    again: 'Réessayer',
  },
  en: {
    title: 'No connection',
    text: 'Guichet keeps nothing of your accounts on this device. Your latest balances come back with the network.',
    again: 'Try again',
  },
}
const language = new URL(self.location.href).searchParams.get('language') === 'en' ? 'en' : 'fr'

const style = `body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;
font:17px/1.5 system-ui,sans-serif;background:#faf7f1;color:#1d211e}main{max-width:26rem}h1{font-size:1.6rem;margin:0 0 .5rem}
a{display:inline-block;margin-top:1rem;padding:.7rem 1.2rem;border-radius:12px;background:#0e5a54;color:#fff;text-decoration:none}
@media(prefers-color-scheme:dark){body{background:#121412;color:#eceee9}a{background:#7cc6a8;color:#10241c}}`

function offlinePage(url) {
  const { title, text, again } = words[language]
  const path = new URL(url).pathname.replace(/[^\w/.-]/g, '')
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Guichet</title><style>${style}</style><main><h1>${title}</h1><p>${text}</p><a href="${path}">${again}</a></main></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

self.addEventListener('fetch', event => {
  const { mode, method, url } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(fetch(event.request).catch(() => offlinePage(url)))
})

self.addEventListener('push', event => {
  const { title, body, path } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, icon: '/icon-192.png', badge: '/icon-192.png', data: path }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})
