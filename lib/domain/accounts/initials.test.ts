import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are of the words that name, none where no letter is', () => {
  const names = ['Boulangerie Paul', 'Hôtel de la Plage', 'Épicerie', 'l’atelier vert', '1234', '']
  expect(names.map(initialsOf)).toEqual(['BP', 'HP', 'É', 'LA', '', ''])
})
