-- The look for consents that a bank has not answered, every few seconds.
CREATE INDEX CONCURRENTLY "Consent_unanswered" ON "Consent" ("connectionId") WHERE "status" IN ('pending', 'sent');
