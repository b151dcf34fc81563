import { examples } from '@guichet/api-reference/openapi.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { pageOf } from './members.ts'
import { type Operation, operation } from './operation.ts'

export const Bank = z
  .object({
    id: z.string().describe('Its code: the `bank_code` of sessions and payments.'),
    object: z.literal('bank'),
    name: z.string(),
    group: z.string(),
    bic: z.string(),
    logo_url: z
      .url()
      .nullable()
      .describe('An SVG that pages of yours can show. Null: draw `initials` on `brand_color`.'),
    initials: z.string(),
    brand_color: z.string().describe('As in CSS, `#0b3c6f`.'),
    available: z.boolean().describe('False while the bank does not answer us: do not offer it now.'),
    instant: z.boolean().describe('Whether it makes instant transfers.'),
  })
  .meta({ id: 'Bank' })
  .register(examples, {
    example: {
      id: '19870',
      object: 'bank',
      name: 'Banque du Littoral',
      group: 'Groupe Littoral',
      bic: 'BLITFRPPXXX',
      logo_url: 'https://guichet.example/images/banks/19870?v=1f0c6b9d2e47',
      initials: 'BL',
      brand_color: '#0b3c6f',
      available: true,
      instant: true,
    },
  })

export const banks = {
  listBanks: operation('get', '/banks', 'bank.read', {
    summary: 'List banks',
    description:
      'The banks where your customers can pay in the mode of your key, by name: for shops that show the choice themselves and send the one that was chosen as `bank_code` of a session. Each takes a later `execution_date` too. The list has one page; keep it for an hour at most.',
    query: z.strictObject({
      search: singleLine(100).optional().describe('Words of its name, code, BIC, group or city.'),
    }),
    answer: pageOf(Bank),
  }),
} as const satisfies Record<string, Operation>
