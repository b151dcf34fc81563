import type { Chapter } from '#tour/story.ts'
import { refuse } from './acts.ts'
import { firstLink } from './first-link.ts'

export const sayingNo: Chapter = {
  id: 'saying-no',
  theme: 'share',
  title: { fr: 'Dire non à la banque', en: 'Saying no at the bank' },
  lead: {
    fr: 'Odile va jusqu’au bout, lit ce que demande Guichet, et refuse.',
    en: 'Odile goes all the way, reads what Guichet asks for, and refuses.',
  },
  stage: 'nothing linked',
  steps: [
    ...firstLink.steps.slice(0, 5),
    {
      title: { fr: 'Refuser', en: 'Refuse' },
      who: {
        fr: 'Odile refuse. La banque la renvoie à Guichet, sans code.',
        en: 'Odile refuses. The bank sends her back to Guichet without a code.',
      },
      proves: {
        fr: 'Sans code, pas de jeton : Guichet n’a fait aucun appel et n’a rien appris.',
        en: 'No code, no token: Guichet has made no call and learned nothing.',
      },
      rule: {
        fr: 'OAuth 2.0 : error=access_denied. La personne décide, chez sa banque.',
        en: 'OAuth 2.0: error=access_denied. The person decides, at their bank.',
      },
      acts: [refuse],
      until: '^localhost/link/result/',
    },
  ],
}
