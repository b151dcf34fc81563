import type { Life } from './entry-plan.ts'
import { lacroixCard, lacroixCardKey, stallAccount, workshopAccount } from './scenarios/businesses.ts'
import {
  camilleAccount,
  camilleProject,
  jointAccount,
  laurentAccount,
  laurentCard,
  laurentCardKey,
  mercierDollars,
  mercierEuros,
  rentAccount,
  studentAccount,
  thomasAccount,
  valleesAccount,
  valleesCard,
  valleesCardKey,
} from './scenarios/households.ts'

const lives: Readonly<Record<string, Life>> = {
  'lea-moreau/courant': studentAccount,
  'camille-bernard/courant': camilleAccount,
  'camille-bernard/projet': camilleProject,
  'bernard/joint': jointAccount,
  'thomas-bernard/courant': thomasAccount,
  'sophie-laurent/courant': laurentAccount,
  [laurentCardKey]: laurentCard,
  'camille-bernard-vallees/courant': valleesAccount,
  [valleesCardKey]: valleesCard,
  'julien-mercier/eur': mercierEuros,
  'julien-mercier/usd': mercierDollars,
  'karim-haddad/atelier': workshopAccount,
  [lacroixCardKey]: lacroixCard,
}

/**
 * The life with the name stored in an account; null if there is none. `monique-roux/loyer-07` and
 * `antoine-girard/marche/2026-08-20` (first day of his card terminal) contain their parameters. A person added by the control
 * desk has another's life with other random numbers: `lea-moreau/courant#desk-1`.
 */
export function findLife(name: string): Life | null {
  const known = lives[name.replace(/#.*$/s, '')]
  if (known) return known
  const rent = /^monique-roux\/loyer-(\d\d)$/.exec(name)
  if (rent) return rentAccount(Number(rent[1]))
  const stall = /^antoine-girard\/marche\/(\d{4}-\d\d-\d\d)$/.exec(name)
  return stall?.[1] ? stallAccount(stall[1]) : null
}
