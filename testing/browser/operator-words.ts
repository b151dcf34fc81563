import en from '#components/i18n/messages/en/operator.json' with { type: 'json' }
import enForms from '#components/i18n/messages/en/operator-forms.json' with { type: 'json' }
import fr from '#components/i18n/messages/fr/operator.json' with { type: 'json' }
import frForms from '#components/i18n/messages/fr/operator-forms.json' with { type: 'json' }

/** The operator console's texts that its journeys look for. */
export const operatorWords = {
  fr: { operator: fr, operatorForms: frForms },
  en: { operator: en, operatorForms: enForms },
}
