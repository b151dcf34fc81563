-- A means of payment is no category any more: rules that named one file under "to file", and its lines wait to be filed again.
UPDATE "CategoryRule" SET "category" = 'to_file'
WHERE "category" IN ('transfer', 'direct_debit', 'cheque', 'card', 'effect', 'international');

UPDATE "Transaction" SET "category" = NULL, "categorySource" = NULL, "ruleId" = NULL
WHERE "category" IN ('transfer', 'direct_debit', 'cheque', 'card', 'effect', 'international')
   OR ("category" = 'other' AND "categorySource" = 'code');
