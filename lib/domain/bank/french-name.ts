const articles: Readonly<Record<string, 'la' | 'le'>> = {
  Banque: 'la',
  Caisse: 'la',
  Société: 'la',
  Crédit: 'le',
  Comptoir: 'le',
}

/**
 * A bank's name as texts about it need it. French ones say `à la Banque du Littoral`, `du Crédit Atlantique`, and of a brand without
 * an article `chez Revolut`, `l’accès à Revolut`, `d’Orange Bank`.
 */
export function nameBank(name: string) {
  const article = articles[name.split(' ', 1)[0] ?? '']
  if (article === undefined) {
    const ofBank = /^[AEIOUYÀÂÉÈÊÎÔ]/iu.test(name) ? `d’${name}` : `de ${name}`
    return { bank: name, theBank: name, atBank: `chez ${name}`, toBank: `à ${name}`, ofBank }
  }
  const to = article === 'la' ? `à la ${name}` : `au ${name}`
  const ofBank = article === 'la' ? `de la ${name}` : `du ${name}`
  return { bank: name, theBank: `${article} ${name}`, atBank: to, toBank: to, ofBank }
}
