import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

/** What files say. Invoices: CGI art. 269, 2, c and 293 B; Code de commerce, art. L441-9, L441-10, II and D441-5. Incidents: (EU) 2025/301, art. 2 to 4. */
export const fileWords: Readonly<Record<'fr' | 'en', typeof en>> = { fr: setFrenchSpaces(fr), en }
