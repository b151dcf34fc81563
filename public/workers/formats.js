// The first format of numbers or dates in a browser's process loads its language data, which takes tens of milliseconds.
// Loaded here, beside the page's own work, the data is there when the page's scripts run (scripts/paint-first.ts).
const locale = self.name
new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(0)
new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Paris', dateStyle: 'long' }).format(0)
self.close()
